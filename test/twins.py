#!/usr/bin/env python3
"""Checks that several builds give byte-identical logs: twins.py SPELUNKE SPELUNKE...

The first build plays matches of every game with its computer players. The others get the same
requests and must give the same answers, logs included. Simulated sessions are reproducible on one
build only; sessions under a hand are therefore scripted, and computer players that simulate are
left out. Prints TAP, one test per game.
"""
import json
import pathlib
import random
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tools"))
import scripted  # noqa: E402

MATCHES = 60


class Recorder:
    """An engine that records requests and answers."""

    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.requests, self.answers = [], []

    def ask(self, **request):
        line = json.dumps(request).encode() + b"\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        self.requests.append(line)
        self.answers.append(answer)
        return json.loads(answer)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def play_match(engine, game, seats, seed):
    answer = engine.ask(cmd="new", game=game["key"], seats=seats, seed=str(seed))
    match, turn = answer["match"], answer["turn"]
    step = 0
    while turn["kind"] != "over":
        if turn["kind"] == "sim" and game["key"] in scripted.PORTABLE:
            view = engine.ask(cmd="view", match=match, seat="watcher")["view"]
            action = scripted.outcome(view, random.Random(1000 * seed + step))
            turn = engine.ask(cmd="play", match=match, seat="sim", action=action)["turn"]
            step += 1
            continue
        if turn["kind"] != "seats":
            turn = engine.ask(cmd="chance", match=match)["turn"]
            continue
        seat = turn["seats"][step % len(turn["seats"])]
        bots = scripted.bots_of(game)
        bot = bots[(seed + seat) % len(bots)]
        action = engine.ask(cmd="bot", match=match, seat=seat, bot=bot)["action"]
        turn = engine.ask(cmd="play", match=match, seat=seat, action=action)["turn"]
        step += 1
    engine.ask(cmd="log", match=match)
    engine.ask(cmd="drop", match=match)


def main():
    first, *others = sys.argv[1:]
    lister = Recorder(first)
    games = lister.ask(cmd="games")["games"]
    lister.close()
    bad = False
    print(f"1..{len(games)}")
    for number, game in enumerate(games, 1):
        recorder = Recorder(first)
        low, high = game["seats"]
        for seed in range(MATCHES):
            play_match(recorder, game, low + seed % (high - low + 1), seed)
        recorder.close()
        same = all(
            subprocess.run([other, "engine"], input=b"".join(recorder.requests), capture_output=True,
                           check=True).stdout == b"".join(recorder.answers)
            for other in others)
        bad |= not same
        print("ok" if same else "not ok", number, "-", game["key"], "plays the same in all builds")
    return 1 if bad else 0


sys.exit(main())
