"""croupier.py: plays matches through the engine, and verifies their dice with two programs.

Everything is drawn from fixed seeds, so each run is the same.
"""
import hashlib
import json
import pathlib
import subprocess
import sys

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True

FITS, MISFIT, UNPROVED = 0, 1, 4  # exit codes of both verifiers


class Engine:
    """A `spelunke engine` process."""

    def __init__(self, program):
        self.pipe = subprocess.Popen([program, "engine"], stdin=subprocess.PIPE,
                                     stdout=subprocess.PIPE)

    def ask(self, cmd, **fields):
        self.pipe.stdin.write(json.dumps({"cmd": cmd, **fields}).encode() + b"\n")
        self.pipe.stdin.flush()
        answer = json.loads(self.pipe.stdout.readline())
        assert answer["ok"], (cmd, fields, answer)
        return answer

    def close(self):
        self.pipe.stdin.close()
        return self.pipe.wait()


class Match:
    """A match, and the outcomes that the engine reported as drawn: {entry: action}."""

    def __init__(self, engine, setup, words=(), script=()):
        self.engine = engine
        answer = engine.ask("new", **{"game": "null", **setup})
        self.number, self.turn = answer["match"], answer["turn"]
        self.commitment = answer["commitment"]
        self.length, self.drawn, self.script = 0, {}, dict(script)
        for seat, word in words:
            engine.ask("word", match=self.number, seat=seat, word=word)

    def step(self, cmd, **fields):
        answer = self.engine.ask(cmd, match=self.number, **fields)
        self.turn = answer["turn"]
        self.length += 1
        return answer.get("action")

    def chance(self):
        entry = self.length
        if entry in self.script:
            self.step("play", seat="chance", action=self.script[entry])
        else:
            self.drawn[entry] = self.step("chance")

    def session(self, dice):
        held = {"tick": 0, "pose": [dice.randrange(6000000), 0, 0], "grip": True}
        if dice.random() < 0.5:
            self.step("chance")
        else:
            self.step("sim", hand=[held, {**held, "tick": 20, "grip": False}])

    def seats(self, dice):
        """A random seat that may act plays; a seat that may only interrupt may have no legal action."""
        seat = dice.choice(sorted({*self.turn["seats"], *self.turn.get("may", [])}))
        legal = self.engine.ask("legal", match=self.number, seat=seat)["actions"]
        if legal:
            self.step("play", seat=seat, action=dice.choice(legal))

    def play(self, dice, entries=10000):
        """Continues the match; `dice` are random numbers for the actions of the seats."""
        while self.turn["kind"] != "over" and self.length < entries:
            if self.turn["kind"] == "chance":
                self.chance()
            elif self.turn["kind"] == "sim":
                self.session(dice)
            else:
                self.seats(dice)
        self.log = self.engine.ask("log", match=self.number)["log"]
        self.engine.ask("drop", match=self.number)
        return self


def rehash(lines):
    """The log with a last line that matches its content."""
    body = "".join(line + "\n" for line in lines)
    entries = sum(line[:1].isdigit() for line in lines)
    return f"{body}end {entries} {hashlib.sha256(body.encode()).hexdigest()}\n"


def alter(log, entry, change):
    """The log with one entry's line changed and a matching last line."""
    lines = log.split("\n")[:-2]
    place = next(i for i, line in enumerate(lines) if line.startswith(f"{entry} "))
    lines[place] = change(lines[place])
    return rehash(lines)


def cut_after(log, entry):
    """The log as it was when this entry was its last."""
    lines = log.split("\n")[:-2]
    place = next(i for i, line in enumerate(lines) if line.startswith(f"{entry} "))
    return rehash(lines[:place + 1])


class Verifiers:
    """`spelunke verify` and fair_dice.py as a player calls them: (exit code, output)."""

    def __init__(self, program):
        self.program = program

    def verify(self, log, *arguments):
        return self.run([self.program, "verify", *arguments, "-"], log)

    def python(self, log):
        return self.run([sys.executable, "-B", str(TOOLS / "fair_dice.py"), "-"], log)

    def both(self, log, *arguments):
        """The exit code if both agree, otherwise both exit codes."""
        codes = self.verify(log, *arguments)[0], self.python(log)[0]
        return codes[0] if codes[0] == codes[1] else codes

    def run(self, command, log):
        done = subprocess.run(command, input=log.encode(), stdout=subprocess.PIPE, check=False)
        return done.returncode, done.stdout.decode()


def tap(tests):
    """Prints the results (name, success) as TAP; returns the exit code."""
    print(f"1..{len(tests)}")
    for number, (name, is_fine) in enumerate(tests, 1):
        print(f"{'ok' if is_fine else 'not ok'} {number} - {name}")
    return 0 if all(is_fine for _, is_fine in tests) else 1
