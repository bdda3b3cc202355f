#!/usr/bin/env python3
"""Forged logs of simulated matches: none is accepted as a proof, whatever build it names.

    python3 test/dice/test_forgeries.py path/to/spelunke

The forger has the seed, knows every document and makes the hash anew. Prints TAP.
"""
import random
import sys

from croupier import FITS, MISFIT, UNPROVED, Engine, Verifiers, Match, rehash, tap
import fair_dice

SETUP = {"game": "polterfass", "seats": 3, "seed": "0123456789abcdef" * 4}
ENTRIES = 12


def play(engine, barrels):
    setup = {**SETUP, "options": {"barrels": barrels}}
    return Match(engine, setup).play(random.Random(1), ENTRIES).log


def lines_of(log):
    return log.split("\n")[:-2]


def rolls(lines):
    """The indexes of lines with a roll that was not scripted."""
    return [i for i, line in enumerate(lines) if " chance roll " in line]


def change_roll(line):
    """Makes one lying barrel stand, on the end with the higher number."""
    head, marks = line.split(" roll ")
    marks = marks.split(" ")
    marks[marks.index("-")] = fair_dice.BARRELS[marks.index("-")][0]
    return f"{head} roll {' '.join(marks)}"


def forge_roll(lines):
    """The log with its last roll changed and nothing after it."""
    place = rolls(lines)[-1]
    return [*lines[:place], change_roll(lines[place])]


def move_build(lines):
    return [line + "-elsewhere" if line.startswith("build ") else line for line in lines]


def attest_anew(lines):
    """The log with evidence that matches each roll, computed as documented."""
    log = fair_dice.read_log(rehash(lines))
    forged, entry = [], 0
    for line in lines:
        if line.startswith("evidence "):
            continue
        if " chance roll " in line:
            stream = fair_dice.numbers(log.key(), entry)
            marks = fair_dice.marks_of(line.split(" ", 2)[2])
            forged.append(f"evidence {fair_dice.attest_roll(stream, marks)}")
        entry += line[:1].isdigit()
        forged.append(line)
    return forged


def pretend_physics(lines):
    """A match drawn from the table of odds that claims to be simulated."""
    lines = [line.replace("barrels table", "barrels physics") for line in lines]
    return [*lines[:rolls(lines)[0]], "build somewhere", *lines[rolls(lines)[0]:]]


def main():
    engine, verifiers = Engine(sys.argv[1]), Verifiers(sys.argv[1])
    simulated, drawn = lines_of(play(engine, "physics")), lines_of(play(engine, "table"))
    log, table = rehash(simulated), rehash(drawn)
    forged, moved = forge_roll(simulated), move_build(simulated)
    pretended = pretend_physics(drawn)

    def verify(lines):
        return verifiers.verify(rehash(lines))

    def says(lines, code, *parts):
        found, said = verify(lines)
        return found == code and all(part in said for part in parts)

    entry = forged[-1].split(" ")[0]
    evidence = f"does not fit: the evidence of entry {entry} is"
    tests = [
        ("there is something to forge", len(rolls(simulated)) >= 2 and len(rolls(drawn)) >= 2),
        ("the honest logs are taken", verifiers.verify(log)[0] == FITS
         and verifiers.python(log)[0] == UNPROVED and verifiers.both(table) == FITS),
        ("H2: a changed roll on this build",
         says(forged, MISFIT, f"does not fit: entry {entry} claims")),
        ("H2: on this build also with evidence that goes with it",
         says(attest_anew(forged), MISFIT, f"does not fit: entry {entry} claims")),
        ("elsewhere an honest log is not proved, and says so",
         says(moved, UNPROVED, "is taken on trust", "could not be proved here")),
        ("H2: a changed roll and another build", says(move_build(forged), MISFIT, evidence)
         and verifiers.python(rehash(move_build(forged)))[0] == MISFIT),
        ("with evidence that goes with it nothing contradicts, but nothing is proved either",
         says(attest_anew(move_build(forged)), UNPROVED, "is taken on trust")),
        ("another throw's number is found on every build", all(
            says([line.replace("evidence throw ", "evidence throw 1") for line in lines], MISFIT)
            for lines in (simulated, moved))),
        ("H2: a match by table that pretends to be simulated lacks evidence",
         says(pretended, MISFIT, "refused: line", "evidence")),
        ("and is never proved", verify(attest_anew(pretended))[0] == UNPROVED),
        ("nor if a roll is changed first",
         verify(attest_anew(forge_roll(pretended)))[0] == UNPROVED),
        ("made-up evidence is found", says(
            [line.replace("evidence throw ", "evidence throw 1")
             for line in attest_anew(pretended)], MISFIT)),
        ("a scripted roll is never a proof",
         says([line.replace(" chance roll ", " chance* roll ") for line in drawn], UNPROVED,
              "scripted     entry 0: roll")),
        ("the engine ends well", engine.close() == 0),
    ]
    return tap(tests)


if __name__ == "__main__":
    sys.exit(main())
