#!/usr/bin/env python3
"""Plays a match of Riff Raff and draws its ship: empty, well loaded, and losing cargo.

    ships.py SPELUNKE FOLDER [SEED]

`tools/ships.py build/release/spelunke docs` makes the pictures of the game's README. A scripted
person plays in plain lines against three computer players and puts each piece in or near the
middle of its area. Another build loses other cargo.
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile

PLACES = ("0", "20", "-20", "40", "-40", "10", "-10", "30", "-30", "50", "-50", "0 0 90", "20 0 90", "-20 0 90")
WIDTH = 460
STUCK = 300  # seconds without output, because answers() does not know the question


def answers(told, tries):
    """The answer of the scripted person to the last output; None if nothing was asked."""
    if told.endswith("Which one?"):
        return re.findall(r"Your cards: ([0-9, ]+)\.", told)[-1].split(", ")[-1]
    if told.endswith("Which number?"):
        return "1"
    if re.search(r"(Which piece|the first one)\?$", told):
        return re.findall(r"In front of you: (\w+)", told)[-1]
    if told.endswith("and your turn ends."):
        return PLACES[tries % len(PLACES)]
    return "" if told.endswith(("What do you reach for?", "Enter: no)")) else None


def give_up(*_):
    raise TimeoutError("answers() does not know the last question of the program")


def play(spelunke, folder, seed):
    """Plays a whole match; returns its log."""
    call = [spelunke, "play", "riffraff", "--plain", "--lang", "en", "--players", "4", "--bots", "deckhand",
            "--name", "Toni", "--seed", seed, "--new"]
    environment = {**os.environ, "XDG_STATE_HOME": str(folder), "XDG_CACHE_HOME": str(folder)}
    told, tries = "", 0
    signal.signal(signal.SIGALRM, give_up)
    with subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as program:
        for raw in program.stdout:
            told = f"{told[-2000:]} {raw.decode().strip()}"
            answer = answers(told, tries)
            tries = tries + 1 if answer in PLACES else 0 if answer is not None else tries
            signal.alarm(STUCK)
            if answer is not None:
                program.stdin.write(f"{answer}\n".encode())
                program.stdin.flush()
    signal.alarm(0)
    return folder / "spelunke" / "riffraff-finished.log"


def ship(spelunke, log, *arguments):
    return subprocess.run([spelunke, "ship", str(log), *map(str, arguments)], capture_output=True, text=True, check=False)


def turns(spelunke, log):
    """The report of each loading, in order."""
    count = int(re.search(r"turn +(\d+)", ship(spelunke, log).stdout).group(1))
    return [ship(spelunke, log, "--turn", turn).stdout for turn in range(1, count + 1)]


def aboard(text):
    return sum(len(line.split()) - 2 for line in text.splitlines() if line.startswith("area "))


def leans(text):
    """The sum of the degrees about both axes."""
    return sum(float(number) for number in re.search(r"leans +([\d.]+) degrees.*?, ([\d.]+) to", text).groups())


def fallen(text):
    found = re.search(r"outcome +fall (.*?)( caught.*| back)?$", text, re.MULTILINE)
    return len(found.group(1).split()) if found else 0


def moment(spelunke, log, turn):
    """The time at which most pieces are in the air."""
    seen = {}
    for tick in range(0, 600, 2):
        done = ship(spelunke, log, "--turn", turn, "--at", tick / 10)
        if done.returncode:
            break
        falling = re.search(r"falling +(.*)", done.stdout)
        seen[tick / 10] = len(falling.group(1).split()) if falling else 0
    most = [at for at, count in seen.items() if count == max(seen.values())]
    return most[len(most) // 2]


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        sys.exit()
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    spelunke, out = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        log = play(spelunke, pathlib.Path(folder), sys.argv[3] if len(sys.argv) > 3 else "1")
        told = turns(spelunke, log)
        loaded = max(range(len(told)), key=lambda turn: aboard(told[turn]) - leans(told[turn])) + 1
        sheds = max(range(len(told)), key=lambda turn: fallen(told[turn])) + 1
        for name, choice in (("empty", ["--turn", 0]), ("loaded", ["--turn", loaded]),
                             ("shedding", ["--turn", sheds, "--at", moment(spelunke, log, sheds)])):
            done = ship(spelunke, log, *choice, "--width", WIDTH, "--png", out / f"ship-{name}.png")
            assert done.returncode == 0, done.stderr
            print(name, *choice, done.stdout, sep="\n")


main()
