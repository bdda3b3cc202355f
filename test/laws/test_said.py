#!/usr/bin/env python3
"""Every message that a game's rules can send comes up in random play, so that the law of
words has judged its sentences: events that hardly ever happen and refusals too.

    test_said.py LAWS

Prints TAP."""
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
MATCHES = {"null": 300, "polterfass": 300, "drachen": 1000}
# Reasons why a match is not set up or a hand not followed, and what a stored throw is
# called: nobody sees these in a match that is played. That an action saves its player is too rare
# for random play; the tests of the face say it.
OUTSIDE = {"null.first_seat", "null.hand_beyond", "null.too_high", "polterfass.first_innkeeper", "polterfass.no_hand",
           "polterfass.throw_of", "polterfass.too_few", "drachen.characters", "drachen.first_seat",
           "drachen.tell_saved", "riffraff.first_captain", "riffraff.release_not_over",
           "riffraff.release_other_area", "riffraff.release_too_high", "riffraff.release_wrong_below"}


def sent_keys(game):
    key = re.compile(rf'"({game}\.[a-z0-9_]+)"')
    found = {found for path in (TOP / "src/games" / game).glob("*.c") for found in key.findall(path.read_text())}
    return found - {f"{game}.h"} - OUTSIDE


def main():
    games = sorted(path.name for path in (TOP / "src/games").iterdir() if path.is_dir())
    print(f"1..{2 * len(games)}")
    bad = 0
    for index, game in enumerate(games):
        run = subprocess.run([sys.argv[1], "--game", game, "--matches", str(MATCHES.get(game, 300)), "--said", "yes"],
                             stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
        print("ok" if run.returncode == 0 else "not ok", 2 * index + 1, "-", game, "speaks in sentences")
        if run.returncode:
            print("\n".join(f"# {line}" for line in run.stdout.splitlines()))
        unsaid = sent_keys(game) - set(re.findall(r"^# said (\S+)$", run.stdout, re.MULTILINE))
        print("not ok" if unsaid else "ok", 2 * index + 2, "-", game, "says all that it can say", *sorted(unsaid))
        bad += bool(run.returncode) + bool(unsaid)
    return 1 if bad else 0


sys.exit(main())
