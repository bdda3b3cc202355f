"""test_join.py: `spelunke join`: tables of a server at the terminal, on a screen and in lines of text."""

import contextlib
import http.server
import json
import os
import pathlib
import queue
import re
import ssl
import stat
import subprocess
import sys
import threading
import time

import tavern
from cuts import Proxy
from raw import make_certificate
from tavern import Client, QUICK, make_table, same, shared

sys.path.insert(0, str(tavern.TOP / "test" / "terminal"))
import glass  # noqa: E402
import sit  # noqa: E402
import tap  # noqa: E402

FINE, REFUSED, WRONG_CALL, TROUBLE = 0, 1, 2, 3
PATIENCE = 240
WORDS = sit.catalogue("en")
POLTERFASS = sit.ASKS
DRACHEN = {"discard": ("drachen.ask_discard",), "action": ("drachen.ask_action",),
           "buy": ("drachen.ask_buy", "drachen.ask_buy_or_card"), "mead": ("drachen.ask_mead",),
           "challenge": ("drachen.ask_challenge",), "answer": ("drachen.ask_answer",),
           "between": ("drachen.ask_between",), "send": ("drachen.ask_send",),
           "target": ("drachen.ask_target", "drachen.ask_piles", "drachen.ask_second"), "new": ("terminal.again_ask",)}


def drink(ask, line):
    """Plays no card, and passes every drink to another player."""
    names = re.findall(r"Dimli|Eve|Fleck|Gog", line)
    return {"buy": names[-1] if names else "", "mead": "drink", "challenge": "decline", "new": "no"}.get(ask, "")


class Terminal:
    """A person at a terminal: output is recorded, questions are answered by `answer`, if given."""

    def __init__(self, binary, state, *arguments, asks=None, answer=None):
        self.told, self.answered, self.answer = [], 0, answer
        self.asked = sit.questions("en", asks or {})
        self.lines = queue.Queue()
        self.program = subprocess.Popen([binary, "join", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=sit.environment(state, LANG="en_GB.UTF-8"))
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for raw in self.program.stdout:
            self.lines.put(raw.decode().rstrip("\n"))
        self.lines.put(None)

    def type(self, line):
        try:
            self.program.stdin.write(f"{line}\n".encode())
            self.program.stdin.flush()
        except BrokenPipeError:
            pass  # it has ended, which its exit code tells

    def take(self, seconds):
        """The next line, answered if it is a question; None: timeout or end of output."""
        try:
            line = self.lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            self.lines.put(None)
            return None
        self.told.append(line)
        ask, text = sit.question(self.asked, self.told[self.answered:])
        if ask and self.answer:
            self.answered = len(self.told)
            self.type(self.answer(ask, text))
        return line

    def until(self, key, seconds=30):
        """Waits for a line that starts like this text of the catalogue."""
        wanted = re.compile(sit.pattern(WORDS[key].split("\n")[0])[:60], re.IGNORECASE)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            line = self.take(0.2)
            if line and wanted.match(line):
                return line
        raise AssertionError(f"{key} was not said: {self.told[-20:]}")

    def tells(self, words, seconds=60):
        """Waits for a line that has these words."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            line = self.take(0.2)
            if line and words in line:
                return line
        raise AssertionError(f"{words} was not said: {self.told[-20:]}")

    def leave(self):
        self.type("quit")
        return self.end()

    def end(self):
        """Waits for its end; returns the exit code."""
        try:
            code = self.program.wait(30)
        except subprocess.TimeoutExpired:
            self.program.kill()
            self.program.wait()
            raise AssertionError(f"it does not end: {self.told[-20:]}") from None
        while self.take(5) is not None:
            pass
        self.program.stdin.close()
        self.program.stdout.close()
        return code


def link(server, code):
    return f"http://127.0.0.1:{server.port}/t/{code}"


def play_to_the_end(terminals):
    """All players answer until all terminals have ended."""
    end = time.monotonic() + PATIENCE
    while any(one.program.poll() is None for one in terminals):
        assert time.monotonic() < end, [one.told[-10:] for one in terminals]
        for one in terminals:
            one.take(0.02)
    same([one.end() for one in terminals], [FINE] * len(terminals))


def whole_match(binary, game, asks, answer, bots, **options):
    """Two terminals play a match with computer players; returns their output. The log is checked for completeness."""
    server = shared(binary)
    with sit.folder() as state:
        owner = Client(server, name="Olga")
        table, code = make_table(server, owner.token, game, seats=2 + len(bots), bots=bots, seed="7", options=options,
                                 **QUICK)
        terminals = [Terminal(binary, os.path.join(state, name), link(server, code), "--name", name, "--plain",
                              asks=asks, answer=answer) for name in ("Ada", "Ben")]
        for one in terminals:
            one.until("terminal.join_seats")
        owner.watch(table, code=code)
        owner.wait(lambda: all(owner.tables[table].info["seats"]), what="everybody on a seat")
        owner.ask("start", table=table)
        owner.cut()  # nobody answers the server's pings for it while others play
        play_to_the_end(terminals)
        log = server.call("GET", f"/api/tables/{table}/log")
        same(log.status, 200)  # it is over
        return [one.told for one in terminals], log.body.decode()


def test_two_terminals_play_polterfass(binary):
    told, log = whole_match(binary, "polterfass", POLTERFASS, sit.idle, {"2": "regular"}, barrels="table", goal=30)
    for lines, name in zip(told, ("Ada", "Ben")):
        text = " ".join(lines)
        assert f"You are {name}" in text or f"{name} (you)" in text, lines[:10]
        assert WORDS["terminal.join_lost"] not in text
    assert log.count(" order ") >= 2, log[:400]


def test_two_terminals_play_drachen(binary):
    told, log = whole_match(binary, "drachen", DRACHEN, drink, {"2": "regular", "3": "regular"})
    for lines in told:
        assert not any("not understood" in line or "refuses" in line for line in lines), lines[-20:]
        assert re.search(r"Ada is \w+, Ben is \w+", " ".join(lines)), lines[:20]  # the first entry, told as such
        assert any(line.startswith(("Frances: ", "Augustus: ")) for line in lines), lines  # a computer player speaks
        assert not any(line.startswith("regular: ") for line in lines), lines
    assert len(log.splitlines()) > 50, log[-400:]


def test_the_owner_starts_and_people_talk(binary):
    server = shared(binary)
    with sit.folder() as state:
        ada = Terminal(binary, state, "--name", "Ada", f"http://127.0.0.1:{server.port}/t/zzzzzzzz")
        same(ada.end(), REFUSED)  # and has a login now
        [login] = pathlib.Path(state).glob("spelunke/login-127.0.0.1:*")
        same(stat.S_IMODE(login.stat().st_mode), 0o600)
        _table, code = make_table(server, login.read_text().strip(), "polterfass", seats=3, bots={"2": "regular"},
                                  **QUICK)
        shown = f"{code[:4].upper()}-{code[4:]}"
        ada = Terminal(binary, state, shown, "--server", f"http://127.0.0.1:{server.port}")
        ada.until("terminal.join_start")
        with sit.folder() as other:
            ben = Terminal(binary, other, link(server, code), "--name", "Ben")
            ben.until("terminal.join_seats")
            ada.type("say Good evening, Ben!")
            end = time.monotonic() + 30
            while "Ada: Good evening, Ben!" not in ben.told and time.monotonic() < end:
                ben.take(0.2)
            assert "Ada: Good evening, Ben!" in ben.told, ben.told
            assert WORDS["terminal.join_waits"] in ben.told and WORDS["terminal.join_waits"] not in ada.told, ben.told
            ben.type("start")  # is not his to say
            ben.until("table.not_owner")
            ada.type("start")
            ada.until("terminal.seats")
            ben.until("terminal.seats")
            same((ada.leave(), ben.leave()), (FINE, FINE))
        again = Terminal(binary, state, link(server, code))  # takes the seat up
        again.until("terminal.seats")
        same(again.leave(), FINE)


def test_who_comes_back_hears_what_happened_and_whom_all_wait_for(binary):
    """Names of computer players stay while the room fills."""
    with sit.folder() as state, sit.folder() as other, sit.folder() as data:
        server = tavern.Server(binary, data)
        where = own_table(binary, state, "polterfass", server, seats=3, bots={"2": "regular"}, seed="7",
                          options={"barrels": "table"}, **QUICK)
        ada = Terminal(binary, state, where, "--plain")
        ada.until("terminal.join_start")
        ben = Terminal(binary, other, where, "--plain", "--name", "Ben")
        ben.until("terminal.join_waits")
        ada.tells("2 Ben, 3 Frances")
        assert any("2 free, 3 Frances" in line for line in ada.told), ada.told
        ada.type("start")
        ada.tells("roll all nine")
        ada.tells("Waiting for Ben")
        ben.tells("How many mugs do you order?")
        same(ada.leave(), FINE)
        ada = Terminal(binary, state, where, "--plain")
        ada.until("terminal.join_recent")
        ada.tells("roll all nine")
        ada.tells("Waiting for Ben")
        told = len(ada.told)
        ada.type("")
        ada.tells("Waiting for Ben")
        same(sum("roll all nine" in line for line in ada.told), 1)
        same(any("roll all nine" in line for line in ada.told[told:]), False)
        same(ada.leave(), FINE)
        with screen(binary, state, where) as drawn:
            shown = drawn.shows("Waiting for Ben", "You are the innkeeper and roll all", "q quit")
            same(shown.count("With you at the table"), 1)
            same(server.stop(), 0)
            drawn.shows("The connection is lost")
            server = tavern.Server(binary, data, port=server.port)
            drawn.shows("The connection is back", "Waiting for Ben")
            leaves(drawn, "The match goes on")
        ben.until("terminal.join_back")
        ben.type("table")
        ben.tells("Round 1. Innkeeper: Ada")
        same(sum("roll" in line and "all nine" in line for line in ben.told), 1)  # the stream is new, the story is not
        same(ben.leave(), FINE)
        same(server.stop(), 0)


def test_the_owner_plays_once_more(binary):
    server = shared(binary)
    with sit.folder() as state:
        same(Terminal(binary, state, "--name", "Ada", link(server, "zzzzzzzz")).end(), REFUSED)
        [login] = pathlib.Path(state).glob("spelunke/login-127.0.0.1:*")
        _table, code = make_table(server, login.read_text().strip(), "polterfass", seats=3,
                                  bots={"1": "regular", "2": "regular"}, seed="7",
                                  options={"barrels": "table", "goal": 30}, **QUICK)
        wishes = iter(("yes", "no"))
        ada = Terminal(binary, state, link(server, code), asks=POLTERFASS,
                       answer=lambda ask, line: next(wishes) if ask == "new" else sit.idle(ask, line))
        for _match in range(2):
            ada.until("terminal.join_start", 120)
            ada.type("start")
            ada.until("terminal.seats")
        play_to_the_end([ada])
        same(next(wishes, None), None)


def test_a_cut_connection_comes_back(binary):
    """The connection is cut repeatedly during a match; nothing is lost or executed twice."""
    server = shared(binary)
    with sit.folder() as state:
        owner = Client(server, name="Olga")
        table, code = make_table(server, owner.token, "polterfass", seats=3, bots={"1": "regular", "2": "regular"},
                                 seed="7", options={"barrels": "table", "goal": 30}, **QUICK)
        proxy = Proxy(server.port)
        try:
            ada = Terminal(binary, state, f"http://127.0.0.1:{proxy.port}/t/{code}", "--name", "Ada", asks=POLTERFASS,
                           answer=sit.idle)
            ada.until("terminal.join_seats")
            owner.watch(table, code=code)
            proxy.cut_at = ("down", proxy.counts["down"] + 700)
            owner.ask("start", table=table)
            ada.until("terminal.join_lost")
            ada.until("terminal.join_back")
            proxy.is_cut, proxy.cut_at = False, ("up", proxy.counts["up"] + 300)
            ada.until("terminal.join_lost")
            ada.until("terminal.join_back")
            play_to_the_end([ada])
        finally:
            proxy.close()
        owner.wait(lambda: owner.tables[table].info["state"] == "over", what="the end")
        owner.cut()
        assert server.call("GET", f"/api/tables/{table}/log").body.count(b"order 2") >= 1


# The other one plays a 6 in the first round.
SHIP = {"seats": 2, "bots": {"1": "random"}, "seed": "3", "options": {"first_captain": 0}}


def own_table(binary, state, game, server=None, **settings):
    """Creates a table of the person whose login is in this folder; returns its link."""
    server = server or shared(binary)
    same(Terminal(binary, state, "--name", "Ada", link(server, "zzzzzzzz")).end(), REFUSED)
    [login] = pathlib.Path(state).glob("spelunke/login-127.0.0.1:*")
    _table, code = make_table(server, login.read_text().strip(), game, **settings)
    return link(server, code)


def screen(binary, state, where, *more):
    return glass.Terminal([binary, "join", where, "--lang", "en", "--fast", *more],
                          sit.environment(state, TERM="xterm-256color"), 24, 80)


def leaves(terminal, last):
    """Two keys, and the last words on the ordinary terminal."""
    glass.leaves(terminal)
    assert last in " ".join(terminal.glass.text().split()), terminal.glass.text()


def test_polterfass_is_drawn(binary):
    with sit.folder() as state:
        where = own_table(binary, state, "polterfass", seats=3, bots={"1": "regular", "2": "regular"}, seed="7",
                                 options={"barrels": "table", "goal": 30}, **QUICK)
        with screen(binary, state, where) as ada:
            ada.shows("Polterfass", "At the table: 1 Ada (you)", "[s] start")
            ada.press("s")
            ada.shows("turn off the tap or roll on?", "[s] turn off the tap", "q quit")
            ada.press("s")
            ada.shows("The bill", "Enter: go on")
            ada.press("\r")
            ada.shows("round 2", "q quit")
            leaves(ada, "The match goes on")
        with screen(binary, state, where) as ada:  # takes the seat up where it was
            ada.shows("q quit")
            leaves(ada, "The match goes on")


def test_drachen_is_drawn_and_a_cut_connection_comes_back(binary):
    server = shared(binary)
    with sit.folder() as state:
        where = own_table(binary, state, "drachen", seats=2, bots={"1": "regular"}, seed="7", **QUICK)
        proxy = Proxy(server.port)
        try:
            # The login belongs to the address: the proxy's own one takes the free seat of nobody.
            [login] = pathlib.Path(state).glob("spelunke/login-127.0.0.1:*")
            login.rename(login.with_name(f"login-127.0.0.1:{proxy.port}"))
            with screen(binary, state, where.replace(str(server.port), str(proxy.port))) as ada:
                ada.shows("[s] start")
                ada.press("s")
                ada.shows("q quit")
                proxy.cut_at = ("down", proxy.counts["down"] + 1)
                ada.press("\r")
                ada.shows("The connection is back.")
                leaves(ada, "The match goes on")
        finally:
            proxy.close()


def test_a_ship_is_loaded_by_keys(binary):
    with sit.folder() as state:
        where = own_table(binary, state, "riffraff", **SHIP, **QUICK)
        with screen(binary, state, where) as ada:
            ada.shows("[s] start")
            ada.press("s")
            ada.shows("which card do you play face down?", "q quit")
            ada.press("9")
            ada.shows("[Enter] play it face down")
            ada.press("\r")
            ada.shows("which piece do you load", "q quit")
            ada.press("4")
            ada.shows("[Enter] take it in your hand")
            ada.press("\r")
            ada.shows("Do not let go yet: the piece is not over your area.", "box for 9: standing, turned 0°")
            ada.press(" ")
            ada.shows("The piece is not over your area")  # the server refuses, and it stays in the hand
            ada.press(" ")  # again, which is not told twice: the hand is not dead for that
            ada.press("\x1bOA" * 18)
            ada.shows("Here you may let go: Space.")
            ada.press("sssss")
            ada.press(" ")
            ada.shows("Round 2 of 20", "q quit")
            leaves(ada, "The match goes on")


def test_a_ship_is_loaded_in_lines(binary):
    """A place in numbers; what falls is named while time goes on."""
    with sit.folder() as state:
        where = own_table(binary, state, "riffraff", **SHIP, **QUICK)
        ada = Terminal(binary, state, where, "--plain")
        ada.until("terminal.join_start")
        for line, told in (("start", "Which one?"), ("9", "Which piece?"), ("crate", "You hold: box"),
                           ("right 90 mm", "not over your area"),
                           ("left 5 mm, forward 3 mm, turned 90", "You let go"), ("", "Round 2 of 20")):
            ada.type(line)
            ada.tells(told)
        same(ada.leave(), FINE)


def test_what_cannot_be_played_is_refused(binary):
    server = shared(binary)
    with sit.folder() as state:
        _person, token = server.guest("Olga")
        full_table, full = make_table(server, token, "polterfass", seats=3,
                                      bots={"0": "regular", "1": "regular", "2": "regular"})
        assert full_table
        olga = Client(server, name="Olga")
        table, code = make_table(server, olga.token, "polterfass", seats=3)
        tavern.seat_people([olga], table, code)
        cases = (([link(server, full)], REFUSED, "terminal.join_full"),
                 ([link(server, code), "--name", "olga"], REFUSED, "table.name_taken"),
                 ([link(server, "zzzzzzzz")], REFUSED, "terminal.join_no_table"),
                 (["http://127.0.0.1:1/t/zzzzzzzz"], TROUBLE, "terminal.join_unreached"))
        for arguments, code, key in cases:
            one = Terminal(binary, state, *arguments)
            same(one.end(), code)
            told = " ".join(one.told).removeprefix("spelunke: ").rstrip(".")
            assert re.fullmatch(sit.pattern(WORDS[key].rstrip(".")), told, re.IGNORECASE), (key, told)
        for arguments in ([], ["ftp://here/t/zzzzzzzz"], ["http://here/x/zzzzzzzz"], ["a", "b"], ["a", "--lang", "xx"],
                          ["http://here:0/t/zzzzzzzz"], ["http://here:70000/t/zzzzzzzz"], ["--server"]):
            one = Terminal(binary, state, *arguments)
            same((arguments, one.end()), (arguments, WRONG_CALL))


def test_links_and_codes_are_explained(binary):
    """The error for a word that is neither link nor code, in each language; a code may be for another server."""
    server = shared(binary)
    address = f"http://127.0.0.1:{server.port}"
    with sit.folder() as state:
        for language in ("de", "en", "fr", "it"):
            words = sit.catalogue(language)
            for typed, more, code in (("NON/SENSE", [], WRONG_CALL), ("non_sense!", [], WRONG_CALL),
                                      ("NONSENSE", ["--server", address], REFUSED),
                                      ("NONSENSE", ["--server", "http://127.0.0.1:1"], TROUBLE)):
                one = Terminal(binary, state, typed, *more, "--lang", language)
                same((typed, one.end()), (typed, code))
                told = "\n".join(one.told)
                assert "http://HOST:PORT/t/h4tw-9pzc" in told and re.search(r" h4tw-9pzc\b", told), (language, told)
                explained = re.search(sit.pattern(words["terminal.join_code_alone"]), told)
                same((language, told, bool(explained)), (language, told, code != WRONG_CALL))
        one = Terminal(binary, state, f"{address}/t/NONSENSE")
        same((one.end(), len(one.told)), (REFUSED, 1))


def test_whose_seat_is_freed_leaves_and_does_not_come_back(binary):
    server = shared(binary)
    with sit.folder() as state:
        owner = Client(server, name="Olga")
        table, code = make_table(server, owner.token, "polterfass", seats=3)
        owner.watch(table, code=code)
        ada = Terminal(binary, state, link(server, code), "--name", "Ada")
        ada.until("terminal.join_seats")
        owner.ask("kick", table=table, seat=0)
        same((ada.end(), ada.told[-1]), (REFUSED, WORDS["terminal.join_seat_lost"]))
        same(owner.tables[table].info["seats"], [None] * 3)


class Half(http.server.BaseHTTPRequestHandler):
    """A fake server that lists a table and refuses `watch`."""
    protocol_version = "HTTP/1.1"

    def answer(self, status, body):
        text = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(201, {"person": {"id": "ada"}, "token": "secret"})

    def do_GET(self):
        is_table = self.path.startswith("/api/codes/")
        self.answer(200 if is_table else 503, {"table": "here", "info": {"game": "polterfass"}})

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def half_server(tls=None):
    """Where it listens; `tls`: certificate and key."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Half) as half:
        half.handle_error = lambda *_: None  # a connection ends in the middle
        if tls:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*tls)
            half.socket = context.wrap_socket(half.socket, server_side=True)
        threading.Thread(target=half.serve_forever, daemon=True).start()
        try:
            yield half.server_port
        finally:
            half.shutdown()


def test_who_waits_for_a_table_can_leave(binary):
    """Input is queued until the table is loaded."""
    with sit.folder() as state, half_server() as port:
        ada = Terminal(binary, state, f"http://127.0.0.1:{port}/t/zzzzzzzz")
        ada.until("terminal.join_lost")
        same((ada.leave(), ada.told[-1]), (FINE, WORDS["terminal.join_bye"]))


def test_a_certificate_that_is_not_trusted_is_told(binary):
    with sit.folder() as state, half_server(make_certificate(state)) as port:
        ada = Terminal(binary, state, f"https://localhost:{port}/t/zzzzzzzz")
        same(ada.end(), TROUBLE)
        told = " ".join(ada.told)
        assert re.fullmatch("spelunke: " + sit.pattern(WORDS["terminal.join_untrusted"]), told), told


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
