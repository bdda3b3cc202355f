"""test_arena.py: `spelunke arena` as a person calls it.

The same seed must give the same bytes for any number of jobs, and the sums must
be those of the matches, which are played once more here through the engine.
"""

import csv
import io
import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOP / "test/engine"), str(TOP / "tools")]
sys.dont_write_bytecode = True
import fair_dice  # noqa: E402
import tap  # noqa: E402
from pipe import Engine  # noqa: E402
from promise import fine, same  # noqa: E402

FINE, WRONG_CALL, TROUBLE = 0, 2, 3
WIN = 840  # shares in a win
ENDLESS = "100000000"  # games that no test waits for
PATIENCE = 120
LONE = ("null", "--bots", "thrifty,random,random,random")


def call(binary, *arguments, stdout=subprocess.PIPE):
    return subprocess.run([binary, "arena", *arguments], stdin=subprocess.DEVNULL, stdout=stdout,
                          stderr=subprocess.PIPE, timeout=PATIENCE, check=False)


def output(binary, *arguments):
    """What a call that goes well prints; quiet ones have no complaint either."""
    done = call(binary, *arguments, "--quiet")
    same((done.returncode, done.stderr), (FINE, b""))
    return done.stdout.decode()


def report(binary, *arguments):
    return json.loads(output(binary, *arguments, "--json"))


def complains(done, code, *parts):
    same((done.returncode, done.stdout), (code, b""))
    for part in parts:
        assert part in done.stderr.decode(), (part, done.stderr)


def near(found, wanted, by):
    assert abs(float(found) - float(wanted)) <= by, f"found {found}, wanted {wanted}"


# the same seed, the same table


def test_the_same_seed_gives_the_same_table_for_any_number_of_jobs(binary):
    for arguments in (LONE, ("polterfass", "--bots", "random", "--seats", "4")):
        tables = {output(binary, *arguments, "--games", "203", "--jobs", jobs)
                  for jobs in ("1", "2", "5")}
        same(len(tables), 1)


def test_json_and_csv_do_not_depend_on_jobs_either(binary):
    for form in (("--json",), ("--csv", "-")):
        same(output(binary, *LONE, *form, "--jobs", "1"), output(binary, *LONE, *form, "--jobs", "3"))


def test_other_seeds_give_other_tables(binary):
    tables = {output(binary, *LONE, "--games", "50", "--seed", seed).split("\n", 1)[1]
              for seed in ("1", "2", "18446744073709551615", "ab" * 32)}
    same(len(tables), 4)


def test_the_default_seed_is_1(binary):
    same(output(binary, *LONE), output(binary, *LONE, "--seed", "1", "--games", "1000"))


def test_effort_is_told(binary):
    same(report(binary, *LONE, "--effort", "7")["effort"], 7)
    assert ", effort: 7\n" in output(binary, *LONE, "--effort", "7")


# sums


def test_wins_and_seats_add_up(binary):
    for games in (1, 3, 100, 203):
        found = report(binary, *LONE, "--games", str(games))
        same((found["games"], found["planned"], found["interrupted"]), (games, games, False))
        same(sum(row["win_shares"] for row in found["bots"]), WIN * games)
        for row in found["bots"]:
            same(sum(seat["win_shares"] for seat in row["seats"]), row["win_shares"])
        for seat in range(4):
            same(sum(row["seats"][seat]["games"] for row in found["bots"]), games)


def test_seats_rotate(binary):
    found = report(binary, *LONE, "--games", "10")
    for j, row in enumerate(found["bots"]):
        for seat, cell in enumerate(row["seats"]):
            same(cell["games"], sum((j + i) % 4 == seat for i in range(10)))


def test_merged_rows_are_the_sum_of_their_entries(binary):
    found = report(binary, *LONE)
    (merged,) = found["merged"]
    parts = [row for row in found["bots"] if row["bot"] == "random"]
    same((merged["bot"], merged["entries"], merged["games"]), ("random", 3, 3000))
    same(merged["win_shares"], sum(row["win_shares"] for row in parts))
    near(merged["score"]["value"], sum(row["score"]["value"] for row in parts) / 3, 2e-6)
    for seat in range(4):
        same(merged["seats"][seat]["games"], sum(row["seats"][seat]["games"] for row in parts))
    same(report(binary, "null", "--bots", "random,thrifty")["merged"], [])


def act(engine, match, turn, in_seat):
    """What the bots do: those that only may act are asked first, from the starter on; the
    first that does not decline plays. Else the lowest awaited seat does."""
    seats = len(in_seat)
    starter = fine(engine.ask(cmd="view", match=match, seat="watcher"))["view"]["starter"]
    in_order = [(starter + i) % seats for i in range(seats)]
    may = [seat for seat in in_order if seat in turn.get("may", []) and seat not in turn["seats"]]
    for seat in [*may, min(turn["seats"])]:
        bot = fine(engine.ask(cmd="bot", match=match, seat=seat, bot=in_seat[seat]))
        if bot["action"] is not None:
            return {"cmd": "play", "seat": seat, "action": bot["action"]}
    raise AssertionError("an awaited bot has declined")


def play_again(engine, number, seed, bots):
    """Match `number` through the engine: scores, winners and length."""
    stream = fair_dice.numbers(bytes.fromhex(fair_dice.secret_of(seed)), number)
    secret = b"".join(next(stream).to_bytes(4, "little") for _ in range(8)).hex()
    seats = len(bots)
    in_seat = [bots[(seat - number) % seats] for seat in range(seats)]
    answer = fine(engine.ask(cmd="new", game="null", seats=seats, seed=secret))
    match, turn, length = answer["match"], answer["turn"], 0
    while turn["kind"] != "over":
        if turn["kind"] == "sim":
            ask = {"cmd": "sim", "bot": in_seat[turn["seat"]]}
        elif turn["kind"] == "chance":
            ask = {"cmd": "chance"}
        else:
            ask = act(engine, match, turn, in_seat)
        turn = fine(engine.ask(match=match, **ask))["turn"]
        length += 1
    score = fine(engine.ask(cmd="score", match=match))
    fine(engine.ask(cmd="drop", match=match))
    return score["scores"], score["winners"], length


def test_the_matches_can_be_played_again_through_the_engine(binary):
    bots, games = ["thrifty", "random", "random"], 20
    found = report(binary, "null", "--bots", ",".join(bots), "--games", str(games), "--seed", "77")
    wins, scores, lengths = {}, {}, 0
    with Engine(binary) as engine:
        for number in range(games):
            points, winners, length = play_again(engine, number, "77", bots)
            lengths += length
            for j in range(3):
                seat = (j + number) % 3
                share = WIN // len(winners) if seat in winners else 0
                wins[j, seat] = wins.get((j, seat), 0) + share
                scores[j] = scores.get(j, 0) + points[seat]
    near(found["mean_length"], lengths / games, 1e-6)
    for j, row in enumerate(found["bots"]):
        near(row["score"]["value"], scores[j] / games, 1e-6)
        same([seat["win_shares"] for seat in row["seats"]], [wins[j, seat] for seat in range(3)])


# the three forms


def table_rows(table):
    """The rows of both blocks by name, as lists of words."""
    results, seats = table.split("\n\n")[1:3]
    clean = re.sub(r"\[(\S+), +(\S+)\]", r"\1 \2", results)
    return ([line.split() for line in clean.splitlines()[1:]],
            [line.split() for line in seats.splitlines()[1:]])


def csv_rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_agrees_with_the_table(binary):
    results, seats = table_rows(output(binary, *LONE))
    rows = csv_rows(output(binary, *LONE, "--csv", "-"))
    same([row["entry"] for row in rows], ["1", "2", "3", "4", "all"])
    for row, told, by_seat in zip(rows, results, seats, strict=True):
        same(told[:3], [row["entry"], row["bot"], row["games"]])
        for word, name, times in zip(told[3:], ("wins", "win_rate", "win_rate_low", "win_rate_high",
                                                "score", "score_low", "score_high"),
                                     (1, 100, 100, 100, 1, 1, 1), strict=True):
            near(word, times * float(row[name]), 0.0051)
        for seat, word in enumerate(by_seat[2:]):
            near(word, 100 * float(row[f"win_rate_seat_{seat}"]), 0.0051)


def test_json_agrees_with_csv(binary):
    rows = csv_rows(output(binary, *LONE, "--csv", "-"))
    found = report(binary, *LONE)
    for row, told in zip(rows, found["bots"] + found["merged"], strict=True):
        same((row["bot"], int(row["entries"]), int(row["games"])),
             (told["bot"], told["entries"], told["games"]))
        same(float(row["wins"]), told["wins"])
        near(told["wins"], told["win_shares"] / WIN, 1e-6)
        for name in ("win_rate", "score"):
            same([float(row[name + end]) for end in ("", "_low", "_high")],
                 [told[name][part] for part in ("value", "low", "high")])


def test_csv_goes_to_a_file_beside_the_report(binary):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.csv")
        same(output(binary, *LONE, "--csv", path), output(binary, *LONE))
        with open(path, encoding="ascii") as file:
            same(file.read(), output(binary, *LONE, "--csv", "-"))


def test_what_is_not_known_is_left_out(binary):
    found = report(binary, "null", "--games", "1")
    same(found["bots"][0]["score"]["low"], None)
    same(found["bots"][0]["seats"][1]["win_rate"]["value"], None)
    row = csv_rows(output(binary, "null", "--games", "1", "--csv", "-"))[0]
    same((row["score_low"], row["win_rate_seat_1"]), ("", ""))
    results, seats = table_rows(output(binary, "null", "--games", "1"))
    same((results[0][-1], seats[0][-1]), ("-", "-"))


def test_options_that_were_changed_are_told(binary):
    table = output(binary, *LONE, "--option", "rounds=5", "--option", "open_cards=on")
    same(table.split("\n")[0],
         "null, seats: 4, games: 1000, seed: 1, rounds: 5, open_cards: on")
    found = report(binary, *LONE, "--option", "rounds=5")
    same((found["options"]["rounds"], found["options"]["open_cards"]), ("5", "off"))


def test_lines_fit_into_80_columns(binary):
    table = output(binary, "polterfass", "--bots", "random", "--seats", "6", "--games", "60")
    for line in table.splitlines():
        assert len(line) <= 80, line
        same(line, line.rstrip())


def test_the_report_speaks_four_languages(binary):
    """The numbers are the same, the words are not; programs read English alone."""
    heads = {"en": ("bot ", "win % by seat", "mean length in entries: "),
             "de": ("Spieler ", "Siege % je Platz", "mittlere Länge in Einträgen: "),
             "fr": ("joueur ", "gagn. % par place", "longueur moyenne en entrées\u00a0: "),
             "it": ("chi ", "vinte % per posto", "lunghezza media in voci: ")}
    numbers, programs = set(), set()
    for language, words in heads.items():
        table = output(binary, *LONE, "--games", "40", "--lang", language)
        assert all(word in table for word in words), (language, table)
        assert not any(word in table for other in heads if other != language for word in heads[other][1:]), table
        assert max(map(len, table.splitlines())) <= 80, table
        rows = [line for line in table.splitlines() if re.match(r"\d", line)]
        numbers.add(tuple(tuple(row.split()) for row in rows))
        programs.add(output(binary, *LONE, "--games", "40", "--lang", language, "--json"))
    same((len(numbers), len(programs)), (1, 1))


def test_times_stand_on_standard_error_only(binary):
    done = call(binary, *LONE, "--games", "5")
    same(done.returncode, FINE)
    same(done.stdout.decode(), output(binary, *LONE, "--games", "5"))
    assert re.fullmatch(r"games: 5 in \d+\.\d\d s, \d+ a second\n", done.stderr.decode()), done.stderr


# bots and seats


def bots_of(found):
    return [row["bot"] for row in found["bots"]]


def test_default_bots_fill_the_seats(binary):
    same(bots_of(report(binary, "null", "--games", "2")), ["random", "thrifty"])
    same(bots_of(report(binary, "null", "--seats", "3", "--games", "2")),
         ["random", "thrifty", "random"])
    assert report(binary, "polterfass", "--games", "2")["seats"] >= 3


def test_named_bots_are_repeated_but_never_cut(binary):
    same(bots_of(report(binary, "null", "--bots", "thrifty", "--seats", "2", "--games", "2")),
         ["thrifty", "thrifty"])
    complains(call(binary, *LONE, "--seats", "3"), WRONG_CALL, "4 bots", "3 seats")


# help and complaints


def test_help_and_version(binary):
    for option in ("--help", "-h"):
        done = call(binary, "null", option)
        same((done.returncode, done.stderr), (FINE, b""))
        assert b"Usage: spelunke arena" in done.stdout
    assert b"  arena " in subprocess.run([binary, "--help"], capture_output=True, check=True,
                                         timeout=PATIENCE).stdout
    assert call(binary, "--version").stdout.startswith(b"spelunke ")


def test_unknown_names_are_told_with_what_there_is(binary):
    complains(call(binary, "chess"), WRONG_CALL, "chess", "null", "polterfass")
    for bots in ("cheat", "random,cheat", "random,,random", "random,", ""):
        complains(call(binary, "null", "--bots", bots), WRONG_CALL, "random, thrifty")
    complains(call(binary, "null", "--bots", "x" * 1000), WRONG_CALL, "no bot")
    complains(call(binary, "null", "--option", "goal=3"), WRONG_CALL, "goal", "open_cards")
    complains(call(binary, "null", "--option", "open_cards=half"), WRONG_CALL, "off, on")
    complains(call(binary, "null", "--option", "rounds=99"), WRONG_CALL, "from 1 to 20")


def test_seats_beyond_the_game_are_refused_with_the_reason(binary):
    complains(call(binary, "null", "--seats", "5"), WRONG_CALL, "2 to 4")
    complains(call(binary, "null", "--bots", ",".join(["random"] * 30)), WRONG_CALL, "2 to 4")
    complains(call(binary, "polterfass", "--seats", "2"), WRONG_CALL, "guest")


def test_what_the_rules_refuse_is_refused_before_the_play(binary):
    complains(call(binary, "null", "--seats", "2", "--option", "first_seat=3"), WRONG_CALL, "seat")


def test_wrong_calls(binary):
    for arguments in ((), ("null", "null"), ("null", "--games"), ("null", "--games", "0"),
                      ("null", "--games", "1e3"), ("null", "--games", "-5"),
                      ("null", "--games", "100000001"), ("null", "--jobs", "0"),
                      ("null", "--jobs", "257"), ("null", "--effort", "x"), ("null", "--seed", "-1"),
                      ("null", "--seed", "18446744073709551616"), ("null", "--option", "rounds"),
                      ("null", "--dance"), ("null", "-"), ("null", "--json", "--csv", "-"),
                      ("null", *["--option", "rounds=1"] * 65)):
        complains(call(binary, *arguments), WRONG_CALL, "spelunke arena --help")


def test_files_that_cannot_be_written(binary):
    complains(call(binary, "null", "--csv", "/no/such/folder/x"), TROUBLE, "No such file")
    done = call(binary, "null", "--games", "5", "--csv", "/dev/full")
    same(done.returncode, TROUBLE)
    assert b"No space left" in done.stderr and done.stdout, done
    with open("/dev/full", "wb") as full:
        done = call(binary, "null", "--games", "5", stdout=full)
    same(done.returncode, TROUBLE)
    assert b"No space left" in done.stderr, done.stderr


# progress and signals


class Running:
    """An arena whose standard error is a terminal. Ends with its test. It hears
    signals also where this test itself was started with ignored ones."""

    def __init__(self, binary, *arguments, interrupt=signal.SIG_DFL):
        self.screen, side = pty.openpty()
        self.seen = b""
        self.process = subprocess.Popen(
            [binary, "arena", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=side, preexec_fn=lambda: signal.signal(signal.SIGINT, interrupt))
        os.close(side)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        os.close(self.screen)

    def read(self):
        """More of the screen; False once nobody can write on it any more."""
        try:
            more = os.read(self.screen, 65536)
        except OSError:  # the way a pseudo-terminal tells its end
            return False
        self.seen += more
        return bool(more)

    def until(self, pattern):
        while not re.search(pattern, self.seen):
            assert self.read(), self.seen

    def end(self):
        """The exit code and the output; the screen is read to its end."""
        out, _ = self.process.communicate(timeout=PATIENCE)
        while self.read():
            pass
        return self.process.returncode, out.decode()


def interrupted(binary, number, *arguments):
    with Running(binary, *LONE, "--games", ENDLESS, *arguments) as running:
        running.until(rb"[1-9]\d* games/s")
        running.process.send_signal(number)
        code, out = running.end()
        return code, out, running.seen.decode()


def test_progress_is_shown_on_a_terminal(binary):
    _, _, seen = interrupted(binary, signal.SIGINT)
    assert re.search(r"\r\[[#.]{30}\] 0 %  \d+ games/s  ", seen), seen


def test_interrupting_prints_what_is_known_so_far(binary):
    code, out, seen = interrupted(binary, signal.SIGINT)
    same(code, 130)
    games = int(re.search(rf"^interrupted after (\d+) of {ENDLESS} games$", out, re.M)[1])
    assert games > 0, out
    assert f"interrupted after {games} of" in seen, seen
    results, _ = table_rows(out)
    near(sum(float(row[3]) for row in results[:4]), games, 0.03)
    same([row[2] for row in results], 4 * [str(games)] + [str(3 * games)])


def test_partial_results_go_into_json_and_csv(binary):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "rows.csv")
        code, out, _ = interrupted(binary, signal.SIGINT, "--json", "--csv", path)
        same(code, 130)
        found = json.loads(out)
        same((found["interrupted"], found["planned"]), (True, int(ENDLESS)))
        same(sum(row["win_shares"] for row in found["bots"]), WIN * found["games"])
        with open(path, encoding="ascii") as file:
            same(csv_rows(file.read())[0]["games"], str(found["games"]))


def test_sigterm_does_the_same(binary):
    code, out, _ = interrupted(binary, signal.SIGTERM)
    same(code, 143)
    assert "interrupted after" in out, out


def test_an_ignored_signal_stays_ignored(binary):
    with Running(binary, *LONE, "--games", ENDLESS, interrupt=signal.SIG_IGN) as running:
        running.until(rb"[1-9]\d* games/s")
        running.process.send_signal(signal.SIGINT)
        running.until(rb"(?s)(left.*){4}")
        same(running.process.poll(), None)
        running.process.send_signal(signal.SIGTERM)
        same(running.end()[0], 143)


def test_quiet_shows_nothing_on_a_terminal(binary):
    with Running(binary, *LONE, "--quiet") as running:
        same(running.end()[0], FINE)
        same(running.seen, b"")


tap.run(globals())
