#!/usr/bin/env python3
"""An older build and this one in one run: against.py OLD NEW [ROUNDS [BENCH...]]

OLD and NEW are release builds, each with the bench programs of its own sources. The machine is
never quite the same for a minute, so the two take turns, half a second each, and what counts is the
ratio within a round: the middle one of all rounds is printed. CPU time, as everywhere in bench/.

Prints CSV: what was done a second by the old build and by the new one, the ratio of the two (above 1:
the new one is faster), and the lowest and the highest ratio of a round. BENCH names rows to measure:
kernel, bare, playouts or engine, or one of them with a game, as `kernel/null`.
"""
import csv
import os
import statistics
import subprocess
import sys

SEATS, SECONDS, MOVES = "4", "0.5", "100000"
HERE = os.path.dirname(os.path.abspath(__file__))


def program(name, *args):
    return lambda build: [os.path.join(build, "bench", name), *args]


def engine(build):
    return [sys.executable, os.path.join(HERE, "engine.py"), os.path.join(build, "spelunke"),
            os.path.join(build, "bench", "bench_parse"), MOVES]


def rows_of(game):
    """Matches have the same length on average whatever the dice; playouts begin in the middle of
    some of them, so there entries are counted."""
    kernel = program("bench_kernel", game, SEATS, SECONDS)
    playouts = program("bench_playouts", game, SEATS, SECONDS)
    return [(f"kernel/{game}", kernel, "matches_per_second"),
            (f"bare/{game}", kernel, "bare_matches_per_second"),
            (f"playouts/{game}", playouts, "entries_per_second")]


def measure(command, column):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    row = next(csv.DictReader(done.stdout.splitlines()))
    return float(row[column])


def compare(builds, command, column, rounds):
    """Pairs of the two rates; who begins changes from round to round."""
    pairs = []
    for turn in range(rounds):
        order = (0, 1) if turn % 2 == 0 else (1, 0)
        rates = {which: measure(command(builds[which]), column) for which in order}
        pairs.append((rates[0], rates[1]))
    return pairs


def print_row(name, pairs):
    ratios = [new / old for old, new in pairs]
    old, new = (statistics.median(rates) for rates in zip(*pairs))
    print(f"{name},{old:.0f},{new:.0f},{statistics.median(ratios):.3f},{min(ratios):.3f},"
          f"{max(ratios):.3f}", flush=True)


def main():
    builds = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 15
    wanted = sys.argv[4:]
    rows = [row for game in ("null", "polterfass", "drachen") for row in rows_of(game)]
    rows.append(("engine/null", engine, "requests_per_second"))
    print("bench,old,new,new_to_old,lowest,highest")
    for name, command, column in rows:
        if not wanted or name in wanted or name.split("/")[0] in wanted:
            print_row(name, compare(builds, command, column, rounds))


main()
