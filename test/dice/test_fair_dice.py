#!/usr/bin/env python3
"""Holds the engine's dice against tools/fair_dice.py, which shares no code with them.

    python3 test/dice/test_fair_dice.py path/to/spelunke

Prints TAP. Everything is drawn from fixed seeds, so each run is the same.
"""
import hashlib
import json
import pathlib
import random
import subprocess
import sys

TOOLS = pathlib.Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))
sys.dont_write_bytecode = True
import fair_dice  # noqa: E402

MATCHES = 300
WORDS = ["seven lazy foxes", "Grüße aus Köln", "骰子", "a # b", "0 chance deal 1 2", "end 0 0",
         "next\u00a0line", "\U0001f3b2", "x" * 100, "seed 42"]


class Engine:
    """One `spelunke engine`, asked line by line."""

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
    """A match, and what the engine said it drew: {entry: action}."""

    def __init__(self, engine, setup, words=(), script=()):
        self.engine = engine
        answer = engine.ask("new", game="null", **setup)
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
        seat = dice.choice(sorted({*self.turn["seats"], *self.turn.get("may", [])}))
        legal = self.engine.ask("legal", match=self.number, seat=seat)["actions"]
        self.step("play", seat=seat, action=dice.choice(legal))

    def play(self, dice):
        """Plays to the end; `dice` are this test's own, for what the seats do."""
        while self.turn["kind"] != "over":
            if self.turn["kind"] == "chance":
                self.chance()
            elif self.turn["kind"] == "sim":
                self.session(dice)
            else:
                self.seats(dice)
        self.log = self.engine.ask("log", match=self.number)["log"]
        self.engine.ask("drop", match=self.number)
        return self


def seed_of(dice, index):
    """Numbers, the outermost ones too, and every third time a full secret."""
    if index % 3 == 0:
        return "".join(dice.choice("0123456789abcdef") for _ in range(64))
    return str({1: 0, 2: 42, 4: 2**64 - 1}.get(index, dice.randrange(2**64)))


def play_many(engine):
    matches = []
    for index in range(MATCHES):
        dice = random.Random(index)
        seats = 2 + index % 3
        options = {"rounds": dice.randint(1, 8)}
        options["first_seat"] = "random" if index % 2 else dice.randrange(seats)
        worded = dice.sample(range(seats), dice.randint(0, seats))
        words = [(seat, dice.choice(WORDS)) for seat in worded]
        setup = {"seats": seats, "seed": seed_of(dice, index), "options": options}
        matches.append(Match(engine, setup, words).play(dice))
    return matches


def rehash(lines):
    """The log's lines closed as if nothing had been changed."""
    body = "".join(line + "\n" for line in lines)
    entries = sum(line[:1].isdigit() for line in lines)
    return f"{body}end {entries} {hashlib.sha256(body.encode()).hexdigest()}\n"


def alter(log, entry, change):
    """The log with one entry's line changed and a fitting last line."""
    lines = log.split("\n")[:-2]
    place = next(i for i, line in enumerate(lines) if line.startswith(f"{entry} "))
    lines[place] = change(lines[place])
    return rehash(lines)


def swap_cards(line):
    *head, first, second = line.split(" ")
    return " ".join([*head, second, first])


class Judges:
    """`spelunke verify` and fair_dice.py as a player calls them: (exit code, output)."""

    def __init__(self, program):
        self.program = program

    def verify(self, log, *arguments):
        return self.run([self.program, "verify", *arguments, "-"], log)

    def python(self, log):
        return self.run([sys.executable, "-B", str(TOOLS / "fair_dice.py"), "-"], log)

    def run(self, command, log):
        done = subprocess.run(command, input=log.encode(), stdout=subprocess.PIPE, check=False)
        return done.returncode, done.stdout.decode()


def outcomes_agree(matches):
    for match in matches:
        drawn = {e: d for e, who, _, d in fair_dice.check_log(match.log) if who == "chance"}
        if drawn != match.drawn:
            return False
    return sum(len(match.drawn) for match in matches) > 3 * MATCHES


def commitments_agree(matches):
    return all(fair_dice.commitment(fair_dice.read_log(m.log)[0]["seed"]) == m.commitment
               for m in matches)


def both_accept(judges, matches):
    return all(judges.verify(m.log, "--commitment", m.commitment)[0] == 0
               and judges.python(m.log)[0] == 0 for m in matches)


def last_deal(match):
    return max(e for e, action in match.drawn.items() if action.startswith("deal"))


def both_refuse(judges, log, entry):
    code, said = judges.verify(log)
    own_code, own_said = judges.python(log)
    return (code == 1 and f"does not fit: entry {entry} " in said and own_code == 1
            and any(line.startswith(f"{entry} ") and "does not fit" in line
                    for line in own_said.splitlines()))


def changes_are_found(judges, matches):
    return all(both_refuse(judges, alter(m.log, last_deal(m), swap_cards), last_deal(m))
               for m in matches)


def old_hash_is_found(judges, match):
    changed = alter(match.log, last_deal(match), swap_cards).split("\n")
    log = "\n".join(changed[:-2] + match.log.split("\n")[-2:])
    return judges.verify(log)[0] == 1 and judges.python(log)[0] == 1


def script_shifts_nothing(engine):
    """The same seats' actions with and without a scripted second deal."""
    for index in range(40):
        setup = {"seats": 2 + index % 3, "seed": str(index), "options": {"rounds": 5}}
        plain = Match(engine, setup).play(random.Random(index))
        entry = sorted(plain.drawn)[1]
        cards = " ".join(map(str, [6, 5, 4, 3][:setup["seats"]]))
        script = {entry: f"deal {cards}"}
        other = Match(engine, setup, script=script).play(random.Random(index))
        later = {e: a for e, a in plain.drawn.items() if e != entry}
        common = later.keys() & other.drawn.keys()
        if len(common) < 2 or any(later[e] != other.drawn[e] for e in common):
            return False
    return True


def scripted(engine):
    setup = {"seats": 3, "seed": "5", "options": {"rounds": 2}}
    return Match(engine, setup, script={0: "deal 1 2 3"}).play(random.Random(1))


def script_is_marked(judges, match):
    code, said = judges.verify(match.log)
    own_code, own_said = judges.python(match.log)
    return (code == 0 and "scripted     entry 0: deal 1 2 3" in said and own_code == 0
            and "0 deal 1 2 3: not drawn (scripted)" in own_said)


def lost_mark_is_found(judges, match):
    log = alter(match.log, 0, lambda line: line.replace("chance*", "chance"))
    return both_refuse(judges, log, 0)


def words_count(engine):
    """Each word, and the order in which words came, makes other dice."""
    setup = {"seats": 2, "seed": "42", "options": {"rounds": 20}}
    words = [[], [(0, "a")], [(1, "a")], [(0, "a"), (1, "b")], [(1, "b"), (0, "a")]]
    games = [Match(engine, setup, w).play(random.Random(3)) for w in words]
    return len({json.dumps(m.drawn) for m in games}) == len(words) and outcomes_fit(games)


def outcomes_fit(matches):
    return all(d in (None, claimed) for m in matches
               for _, _, claimed, d in fair_dice.check_log(m.log))


def bots_shift_nothing(engine):
    setup = {"seats": 2, "seed": "9"}
    plain, asked = Match(engine, setup), Match(engine, setup)
    for match in (plain, asked):
        match.chance()
    for bot in ["random", "thrifty"] * 5:
        engine.ask("bot", match=asked.number, seat=1, bot=bot)
    plain.play(random.Random(2))
    return plain.log == asked.play(random.Random(2)).log


def stamps_change_nothing(judges, match):
    lines = [line + " # person 1760000000000" if line[:1].isdigit() else line
             for line in match.log.split("\n")]
    log = "\n".join(lines)
    return (log != match.log and judges.verify(log)[0] == 0
            and judges.python(log) == judges.python(match.log))


def numbers_are_printed(judges):
    said = judges.run([sys.executable, "-B", str(TOOLS / "fair_dice.py"), "--numbers", "42", "3",
                       "20", "1=Grüße"], "")
    stream = fair_dice.numbers(fair_dice.dice_key("42", "word 1 Grüße\n"), 3)
    return said == (0, "".join(f"{next(stream)}\n" for _ in range(20)))


def rejection_is_fair():
    """From the last, incomplete run of n nothing is taken."""
    return (fair_dice.below(iter([2**32 - 1, 7]), 6) == 1
            and fair_dice.below(iter([2**32 - 5, 7]), 6) == (2**32 - 5) % 6
            and fair_dice.below(iter([2**32 - 4, 7]), 6) == 1
            and fair_dice.below(iter([2**32 - 1]), 4) == 3)


def main():
    program = sys.argv[1]
    fair_dice.self_check()
    engine, judges = Engine(program), Judges(program)
    matches = play_many(engine)
    some = matches[::10]
    script = scripted(engine)
    tests = [
        (f"{MATCHES} matches: every drawn outcome agrees", outcomes_agree(matches)),
        ("every commitment agrees", commitments_agree(matches)),
        ("both accept fair logs", both_accept(judges, some)),
        ("both find a changed outcome under a fitting hash", changes_are_found(judges, some)),
        ("both find an old hash", all(old_hash_is_found(judges, m) for m in some[:5])),
        ("a scripted outcome does not shift later ones", script_shifts_nothing(engine)),
        ("a scripted outcome is told", script_is_marked(judges, script)),
        ("both find a script without its mark", lost_mark_is_found(judges, script)),
        ("words and their order make the dice", words_count(engine)),
        ("asking bots does not shift the dice", bots_shift_nothing(engine)),
        ("stamps change nothing", stamps_change_nothing(judges, matches[0])),
        ("--numbers prints an entry's stream", numbers_are_printed(judges)),
        ("numbers beyond the last whole run are thrown away", rejection_is_fair()),
        ("the engine ends well", engine.close() == 0),
    ]
    print(f"1..{len(tests)}")
    for number, (name, is_fine) in enumerate(tests, 1):
        print(f"{'ok' if is_fine else 'not ok'} {number} - {name}")
    return 0 if all(is_fine for _, is_fine in tests) else 1


if __name__ == "__main__":
    sys.exit(main())
