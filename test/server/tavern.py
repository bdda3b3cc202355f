"""tavern.py: a server under test, and its clients.

Server starts and stops `spelunke serve` as a child process. Client is one device of one person: it numbers its
requests, keeps the state of each table, and checks the general promises of the protocol on every message. Every process started
here is also ended here.
"""

import contextlib
import itertools
import json
import os
import pathlib
import random
import selectors
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
TOP = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "test" / "engine"))

import wire  # noqa: E402
from wire import BINARY, PATIENCE, TEXT, Hub, Line, call  # noqa: E402

CODES = {"bad_json", "bad_request", "unknown_type", "unknown_path", "unknown_game", "unknown_table", "bad_setup",
         "forbidden", "not_seated", "not_owner", "taken", "seats", "not_open", "not_playing", "not_over",
         "not_your_turn", "illegal", "stale", "over", "rate", "too_long", "full", "store", "no_login", "reload",
         "stopping"}
ROWS = {"sit", "stand", "bot", "kick", "set", "wish", "word", "start", "act", "preset", "say", "back", "again", "close"}
STREAMED = {"state", "step", "info", "chat", "sim"}
ALPHABET = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"


class Server:
    """A running server. `wrap` is what it runs under (strace), `port` 0 any."""

    def __init__(self, binary, data, *options, test=True, port=0, wrap=()):
        self.binary, self.data = binary, data
        self.command = [*wrap, binary, "serve", "--port", str(port), "--data", data,
                        *(["--test"] if test else []), *options]
        self.errors_path = data.rstrip("/") + ".errors"
        with open(self.errors_path, "ab") as errors:
            self.process = subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=errors,
                                            stdin=subprocess.DEVNULL)
        self.port = self.read_port()

    def read_port(self):
        first = self.read_line()
        start = "listening on http://127.0.0.1:"
        if not first.startswith(start):
            self.kill()
            raise AssertionError(f"no server: {first!r} {self.errors()!r}")
        return int(first[len(start):])

    def read_line(self):
        """The next line of its standard output, without its end."""
        line, end = b"", time.monotonic() + PATIENCE
        with selectors.DefaultSelector() as selector:
            selector.register(self.process.stdout, selectors.EVENT_READ)
            while not line.endswith(b"\n"):
                assert selector.select(max(0, end - time.monotonic())), "the server does not say where it listens"
                byte = os.read(self.process.stdout.fileno(), 1)
                if not byte:
                    break
                line += byte
        return line.decode().rstrip("\n")

    def errors(self):
        with open(self.errors_path, "rb") as errors:
            return errors.read()[-4000:].decode(errors="replace")

    def call(self, method, path, body=None, token=None, headers=None, **more):
        return call(self.port, method, path, body, token, headers, **more)

    def guest(self, name=None, **more):
        """Creates a guest: (id, token)."""
        reply = self.call("POST", "/api/guest", {"name": name} if name else {}, **more)
        assert reply.status == 201, reply
        made = reply.json()
        return made["person"]["id"], made["token"]

    def memory(self):
        """Its resident memory in bytes."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def stop(self):
        """Stops it with SIGTERM; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self):
        if self.process.poll() is None:
            self.process.kill()
        return self.wait()

    def wait(self):
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the server does not end") from None
        finally:
            self.process.stdout.close()


@contextlib.contextmanager
def opened(binary, *options, **more):
    """A server in a temporary folder, which must exit with 0."""
    with tempfile.TemporaryDirectory(prefix="spelunke-tavern-") as folder:
        server = Server(binary, os.path.join(folder, "data"), *options, **more)
        try:
            yield server
        except BaseException:
            server.kill()
            sys.stderr.write(server.errors())
            raise
        code = server.stop()
        assert code == 0, f"the server ended with {code}: {server.errors()}"


class Refused(Exception):
    def __init__(self, error):
        super().__init__(json.dumps(error))
        self.error, self.code = error, error["code"]


GONE = object()


def apply_difference(value, difference):
    """Applies a difference to a value; GONE: there is none."""
    if isinstance(difference, list):
        assert len(difference) <= 1, f"no difference: {difference}"
        return difference[0] if difference else GONE
    if isinstance(value, dict):
        value = dict(value)
        for key, inner in difference.items():
            changed = apply_difference(value.get(key, GONE), inner)
            if changed is GONE:
                del value[key]
            else:
                value[key] = changed
        return value
    assert isinstance(value, list), f"{difference} changes the inside of {value}"
    value = list(value)
    for index, inner in sorted(((int(key), inner) for key, inner in difference.items()), reverse=True):
        if inner == []:
            del value[index:]
    for index, inner in sorted((int(key), inner) for key, inner in difference.items() if inner != []):
        assert index <= len(value), f"{difference} leaves a hole in {value}"
        changed = apply_difference(value[index] if index < len(value) else GONE, inner)
        value[index:index + 1] = [changed]
    return value


def unfold(prompt):
    """Every action of a prompt: `legal`."""
    found = []
    for form in prompt["forms"]:
        rows = [form["say"]]
        for words in form.get("one", []):
            rows = [f"{row} {word}" for row in rows for word in words]
        if "pick" in form:
            rows = [" ".join([form["say"], *picked]) for picked in picks(form["pick"], form["min"], form["max"])]
        found += rows
    return found


def picks(words, least, most):
    found = {()}
    for word in words:
        found |= {(*row, word) for row in found if len(row) < most}
    return sorted(row for row in found if len(row) >= least)


def any_action(prompt, dice):
    """One of the actions of a prompt, every form equally likely."""
    form = dice.choice(prompt["forms"])
    words = [form["say"], *(dice.choice(row) for row in form.get("one", []))]
    if "pick" in form:
        count = dice.randint(form["min"], form["max"])
        places = sorted(dice.sample(range(len(form["pick"])), count))
        words += [form["pick"][place] for place in places]
    return " ".join(words)


class Seen:
    """What one device has received from a table: `parts` of its streams are each a state and what followed."""

    def __init__(self, table):
        self.table = table
        self.stream = self.s = None
        self.parts = []
        self.info = self.view = self.turn = self.prompt = self.clock = self.score = None
        self.chat, self.sims, self.seat, self.hold, self.presets = [], [], None, None, None

    def take(self, message):
        kind = message["t"]
        if kind == "state":
            self.take_state(message)
        else:
            assert message["s"] == self.s + 1, f"number {message['s']} follows {self.s}: {message}"
            self.s = message["s"]
            getattr(self, "take_" + kind)(message)
        self.parts[-1].append(message)

    def take_state(self, message):
        for field in ("stream", "s", "as", "seat", "info", "view", "turn", "prompt", "clock", "score", "presets",
                      "hold", "recent", "chat"):
            assert field in message, f"{field} is missing in {message}"
        assert message["as"] == ("watcher" if message["seat"] is None else "seat"), message
        assert len(message["recent"]) <= 20 and len(message["chat"]) <= 50, "too much of the past"
        self.stream, self.s, self.seat = message["stream"], message["s"], message["seat"]
        self.info, self.view, self.turn = message["info"], message["view"], message["turn"]
        self.prompt, self.clock, self.score = message["prompt"], message["clock"], message["score"]
        self.presets, self.hold = message["presets"], message["hold"]
        self.chat = list(message["chat"])
        self.parts.append([])

    def take_step(self, message):
        assert set(message) <= {"t", "table", "s", "events", "d", "turn", "prompt", "clock", "score", "film", "sim"}, \
            f"a field that nobody knows: {message}"
        assert all(set(event) == {"key", "args"} for event in message["events"]), message
        assert len(message) > 4 or message["events"], f"a step that says nothing: {message}"
        if "d" in message:
            before = self.view
            self.view = apply_difference(self.view, message["d"])
            assert self.view != before, f"a difference that changes nothing: {message}"
        for field in ("turn", "prompt", "clock", "score"):
            if field in message:
                assert getattr(self, field) != message[field], f"{field} has not changed: {message}"
                setattr(self, field, message[field])

    def take_info(self, message):
        before = self.info
        self.info = apply_difference(self.info, message["d"])
        assert self.info != before, f"a difference that changes nothing: {message}"

    def take_chat(self, message):
        self.chat.append({key: value for key, value in message.items() if key not in ("t", "table", "s")})

    def take_sim(self, message):
        self.sims.append(message)

    def messages(self, kind):
        return [message for part in self.parts for message in part if message["t"] == kind]

    def is_over(self):
        return bool(self.turn and self.turn["kind"] == "over")


class Client:
    """One device of one person, with a unique name unless it is given."""
    numbers = itertools.count(1)

    def __init__(self, server, token=None, name=None, device=None, films=False, hub=None, connect=True, dice=None,
                 source=None):
        self.server, self.hub, self.source = server, hub or Hub(), source
        self.dice = dice or random.Random()
        self.person = None
        if token is None:
            self.person, token = server.guest(name or f"Person {next(self.numbers)}", source=source)
        self.token, self.films = token, films
        self.device = device or "".join(self.dice.choice(ALPHABET) for _ in range(20))
        self.n, self.line = 0, None
        self.tables, self.loose, self.answers, self.frames = {}, [], {}, []
        self.sent = {}       # requests that were not answered, by n
        self.codes = []      # how its connections ended
        self.times = {}      # when each answer came, by n
        self.heard_texts = []  # all text messages, as they came
        if connect:
            self.connect()

    def connect(self, **more):
        self.line = None
        self.line = Line(self.hub, self, self.server.port, self.token, source=self.source, **more)
        self.tell(t="hello", protocol=1, device=self.device, **({"films": True} if self.films else {}))
        hello = self.hub.until(lambda: self.take_loose("hello") or self.line is None, what="hello")
        if self.line is None:
            raise ConnectionResetError(f"closed with {self.codes[-1]} before hello")
        return hello

    def cut(self):
        """Aborts the connection."""
        if self.line:
            self.line.drop()
        self.line = None

    def lost(self, code):
        self.line = None
        self.codes.append(code)

    def heard(self, kind, payload):
        if kind == BINARY:
            self.heard_binary(payload)
        if kind != TEXT:
            return
        text = payload.decode("utf-8")
        self.heard_texts.append(text)
        message = json.loads(text)
        assert json.dumps(message, separators=(",", ":"), ensure_ascii=False) == text, f"blanks, or keys twice: {text}"
        self.handle(message)

    def heard_binary(self, payload):
        self.frames.append(payload)

    def handle(self, message):
        kind = message["t"]
        if kind in ("done", "error") and "n" in message:
            self.handle_answer(message)
        elif kind in STREAMED:
            seen = self.tables.setdefault(message["table"], Seen(message["table"]))
            seen.take(message)
            self.changed(seen, message)
        else:
            self.loose.append(message)

    def handle_answer(self, message):
        n = message["n"]
        assert n in self.sent, f"an answer that nobody waits for: {message}"
        if message["t"] == "error":
            assert message["code"] in CODES and message["reason"], f"no error: {message}"
        self.answered(self.sent.pop(n), message)
        self.answers[n] = message
        self.times[n] = time.monotonic()

    def changed(self, seen, message):
        """A hook for subclasses: a message of a stream was received."""

    def answered(self, request, answer):
        """A hook for subclasses: a request was answered."""

    def tell(self, **message):
        self.line.send(TEXT, json.dumps(message).encode())

    def send(self, kind, /, **fields):
        """Sends a request and returns its number."""
        self.n += 1
        request = {"t": kind, "n": self.n, **fields}
        self.sent[self.n] = request
        self.tell(**request)
        return self.n

    def resend(self, n=None):
        """Repeats unanswered requests in ascending order."""
        for number, request in sorted(self.sent.items()):
            if n in (None, number):
                self.tell(**request)

    def forget_unanswered(self):
        """Drops unanswered requests that write no row, so that they are not repeated."""
        for n in [n for n, request in self.sent.items() if request["t"] not in ROWS]:
            del self.sent[n]

    def answer(self, n, timeout=PATIENCE):
        return self.hub.until(lambda: self.answers.get(n) or self.line is None and {"t": "lost"}, timeout,
                              f"an answer to {self.sent.get(n)}")

    def ask(self, kind, /, **fields):
        """A request that must be executed; returns `done`."""
        answer = self.answer(self.send(kind, **fields))
        if answer["t"] != "done":
            raise Refused(answer) if answer["t"] == "error" else ConnectionResetError("lost")
        return answer

    def refused(self, code, kind, /, **fields):
        """A request that must be refused with this code; returns the error."""
        answer = self.answer(self.send(kind, **fields))
        assert answer["t"] == "error", f"{kind} {fields} should be refused: {answer}"
        assert answer["code"] == code, f"{kind} {fields} should be refused with {code}: {answer}"
        return answer

    def take_loose(self, kind):
        for message in self.loose:
            if message["t"] == kind:
                self.loose.remove(message)
                return message
        return None

    def expect(self, kind, timeout=PATIENCE):
        """The next message of this kind that belongs to no stream and answers no request."""
        return self.hub.until(lambda: self.take_loose(kind), timeout, kind)

    def expect_close(self, timeout=PATIENCE):
        """Waits for the end of the connection; returns its code."""
        self.hub.until(lambda: self.line is None, timeout, "the end of the connection")
        return self.codes[-1]

    def wait(self, condition, timeout=PATIENCE, what="something"):
        return self.hub.until(condition, timeout, what)

    def watch(self, table, **fields):
        """Watches a table; returns its state."""
        count = len(self.tables[table].parts) if table in self.tables else 0
        done = self.ask("watch", table=table, **fields)
        assert "resumed" in done, f"resumed or not: {done}"
        if not done["resumed"]:
            self.wait(lambda: table in self.tables and len(self.tables[table].parts) > count, what="a state")
        return self.tables[table]

    def resume(self, table):
        seen = self.tables[table]
        return self.ask("watch", table=table, stream=seen.stream, s=seen.s)

    def sync(self):
        """Waits until everything sent before has been received, since the server answers in order."""
        self.tell(t="ping")
        self.expect("pong")

    def close(self):
        self.cut()


def make_table(server, token, game="null", seats=2, **settings):
    """Creates a table: (table, code)."""
    reply = server.call("POST", "/api/tables", {"game": game, "seats": seats, **settings}, token)
    assert reply.status == 201, reply
    made = reply.json()
    return made["table"], made["code"]


QUICK = {"reaction": [0, 0], "pause": [0, 0]}


def seat_people(clients, table, code):
    """Seats client 0, the owner, in seat 0, and so on; all of them watch."""
    for seat, client in enumerate(clients):
        client.watch(table, code=code)
        client.ask("sit", table=table, seat=seat)
        client.wait(lambda c=client, s=seat: c.tables[table].seat == s, what="the state of the seat")


def open_table(server, people, game="null", kind=Client, hub=None, start=True, **settings):
    """A table with people in all seats: (table, code, clients)."""
    hub = hub or Hub()
    clients = [kind(server, hub=hub) for _ in range(people)]
    table, code = make_table(server, clients[0].token, game, people, **{**QUICK, **settings})
    seat_people(clients, table, code)
    if start:
        clients[0].ask("start", table=table)
        for client in clients:
            client.wait(lambda c=client: c.tables[table].view is not None, what="the first step")
    return table, code, clients


class Shared:
    """One server for all tests of a file; the last test stops it."""
    stack = contextlib.ExitStack()
    servers = {}


def shared(binary, *options, test=True):
    key = (options, test)
    if key not in Shared.servers:
        Shared.servers[key] = Shared.stack.enter_context(opened(binary, *options, test=test))
    return Shared.servers[key]


def end_shared():
    """Stops the servers of this file, which must exit with 0: for the last test."""
    Shared.servers.clear()
    Shared.stack.close()


def error_of(reply, status, code):
    """A response that must be this error; returns its body."""
    assert reply.status == status, f"{reply} should be {status}"
    body = reply.json()
    assert body.get("error") == code and body.get("reason"), f"{reply} should be {code}"
    return body


def same(found, wanted):
    assert found == wanted, f"found {found!r}, wanted {wanted!r}"
