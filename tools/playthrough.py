#!/usr/bin/env python3
"""Golden playthroughs: recorded matches that reveal changes of the rules.

    playthrough.py SPELUNKE FOLDER            writes them
    playthrough.py SPELUNKE FOLDER --check    compares them and prints differences (TAP, one test per file)

The computer players of every game play a few matches with fixed seeds. Each file has the options,
the entries, events with their viewers, turns, legal actions, and views.
"""
import difflib
import json
import pathlib
import random
import subprocess
import sys

import scripted

# Seats beyond the minimum, seed, options: their defaults, or the last other values.
PLANS = [(0, 1, "default"), (99, 2, "default"), (1, 3, "other")]
VIEWS_EVERY = 25
LEGAL_SHOWN = 6


class Engine:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "engine"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            sys.exit(f"{request}: {answer}")
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


# Simulated outcomes are the same on one build only and cannot be golden.
ONE_BUILD = {"physics"}


def choose_options(engine, game, seats, kind):
    """The defaults, or for each option the last value that the game accepts."""
    options = {}
    for option in game["options"] if kind == "other" else []:
        for value in reversed(option.get("values", [])):
            if value in ONE_BUILD:
                continue
            trial = dict(options, **{option["name"]: value})
            request = {"cmd": "new", "game": game["key"], "seats": seats, "options": trial}
            engine.process.stdin.write(json.dumps(request) + "\n")
            engine.process.stdin.flush()
            if json.loads(engine.process.stdout.readline())["ok"]:
                options = trial
                break
    return options


def tell_turn(turn):
    words = [turn["kind"]] + [f"{key} {turn[key]}" for key in ("seats", "may") if key in turn]
    return "    turn: " + ", ".join(words)


def tell_events(events):
    for event in events:
        seen = " ".join(map(str, event["seen_by"]))
        yield f"    {event['key']} [{seen}] {json.dumps(event['args'], sort_keys=True)}"


def tell_legal(engine, match, turn):
    for seat in turn.get("seats", []) if turn["kind"] == "seats" else []:
        actions = engine.ask(cmd="legal", match=match, seat=seat)["actions"]
        shown = ", ".join(actions[:LEGAL_SHOWN]) + (" ..." if len(actions) > LEGAL_SHOWN else "")
        yield f"    legal {seat}: {len(actions)}: {shown}"


def tell_views(engine, match, seats):
    for seat in [*range(seats), "watcher"]:
        view = engine.ask(cmd="view", match=match, seat=seat)["view"]
        yield f"    view {seat}: {json.dumps(view, sort_keys=True)}"


# Games with simulated sessions, whose outcomes are scripted here.
SIMULATED = {"riffraff"}


def next_step(engine, game, match, turn, number):
    """Plays one entry; returns who acted, the action and the answer."""
    if turn["kind"] == "sim" and game["key"] in SIMULATED:
        view = engine.ask(cmd="view", match=match, seat="watcher")["view"]
        action = scripted.outcome(view, random.Random(number))
        return "sim", action, engine.ask(cmd="play", match=match, seat="sim", action=action)
    if turn["kind"] != "seats":
        answer = engine.ask(cmd="chance", match=match)
        return turn["kind"], answer["action"], answer
    seat = turn["seats"][number % len(turn["seats"])]
    bots = scripted.bots_of(game)
    bot = bots[(number + seat) % len(bots)]
    action = engine.ask(cmd="bot", match=match, seat=seat, bot=bot, effort=20)["action"]
    return f"{seat} ({bot})", action, engine.ask(cmd="play", match=match, seat=seat, action=action)


def playthrough(engine, game, extra_seats, seed, kind):
    low, high = game["seats"]
    seats = min(low + extra_seats, high)
    options = choose_options(engine, game, seats, kind)
    answer = engine.ask(cmd="new", game=game["key"], seats=seats, seed=str(seed), options=options)
    match, turn, number = answer["match"], answer["turn"], 0
    yield f"{game['key']}, {seats} seats, seed {seed}, options {json.dumps(options, sort_keys=True)}"
    while turn["kind"] != "over":
        actor, action, answer = next_step(engine, game, match, turn, number)
        turn = answer["turn"]
        yield f"{number} {actor}: {action}"
        yield from tell_events(answer["events"])
        yield tell_turn(turn)
        yield from tell_legal(engine, match, turn)
        number += 1
        if number % VIEWS_EVERY == 0 or turn["kind"] == "over":
            yield from tell_views(engine, match, seats)
    yield "score: " + json.dumps(engine.ask(cmd="score", match=match), sort_keys=True)
    yield engine.ask(cmd="log", match=match)["log"].splitlines()[-1]


def compare(number, path, new):
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    print("ok" if old == new else "not ok", number, "-", path.name)
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "golden", "now", lineterm="")
    for line in list(lines)[:60]:
        print("#", line[:300])
    return old == new


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        sys.exit()
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    binary, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    check = sys.argv[3:] == ["--check"]
    engine = Engine(binary)
    games = engine.ask(cmd="games")["games"]
    same = True
    if check:
        print(f"1..{len(games) * len(PLANS)}")
    for number, (game, plan) in enumerate(((g, p) for g in games for p in PLANS), 1):
        text = "\n".join(playthrough(engine, game, *plan)) + "\n"
        path = folder / f"{game['key']}-{plan[1]}.txt"
        if check:
            same &= compare(number, path, text)
        else:
            path.write_text(text, encoding="utf-8")
    engine.close()
    return 0 if same else 1


sys.exit(main())
