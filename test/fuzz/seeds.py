#!/usr/bin/env python3
"""Seeds of the fuzzers, made from real matches.

    seeds.py SPELUNKE FOLDER            generates them
    seeds.py SPELUNKE FOLDER --check    compares them; outdated seeds are rejected at their first line

Bots play a few matches of every game that the engine lists, with fixed seeds and options for short
matches. The requests become a seed of `engine`, the log a seed of `log`, and the words of both the
dictionary `words.dict`. The seeds of `play` are random bytes. Other files, whose names do not begin
with "match-", are not changed.
"""
import json
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import scripted  # noqa: E402

# Options and start values (for each seat) for short matches.
SHORT = {"polterfass": ({"goal": 6}, {}), "drachen": ({}, {"fortitude": 9, "alcohol": 5, "gold": 4}),
         "null": ({"rounds": 1}, {})}
# Games with simulated sessions, whose outcomes are scripted here.
SIMULATED = {"riffraff"}
# Seats beyond the minimum, seed, index of the bot (weakest first), maximum number of entries. The
# last plan has default options.
PLANS = [(0, 1, 0, 150), (1, 2, 1, 150), (99, 3, 1, 60), (1, 4, 2, 250)]
LONG = 4
ENGINE_ENTRIES = 40
PLAY_BYTES = (300, 900, 2000)


class Engine:
    def __init__(self, binary):
        self.process = subprocess.Popen([binary, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.asked = []

    def ask(self, **request):
        line = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self.process.stdin.write(line)
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if not answer["ok"]:
            sys.exit(f"{request}: {answer}")
        self.asked.append(line)
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def begin(engine, game, seats, seed):
    options, starts = SHORT.get(game["key"], ({}, {})) if seed != LONG else ({}, {})
    position = {name: [value] * seats for name, value in starts.items()}
    return engine.ask(cmd="new", game=game["key"], seats=seats, seed=str(seed), options=options, position=position)


def play(engine, game, answer, bot, most):
    """Plays up to that many entries; requests to bots are not part of a seed."""
    match, turn, entries = answer["match"], answer["turn"], 0
    while turn["kind"] != "over" and entries < most:
        if turn["kind"] == "seats":
            seat = turn["seats"][entries % len(turn["seats"])]
            action = engine.ask(cmd="bot", match=match, seat=seat, bot=bot, effort=1)["action"]
            engine.asked.pop()
            turn = engine.ask(cmd="play", match=match, seat=seat, action=action)["turn"]
        elif turn["kind"] == "sim" and game in SIMULATED:
            view = engine.ask(cmd="view", match=match, seat="watcher")["view"]
            action = scripted.outcome(view, random.Random(entries))
            turn = engine.ask(cmd="play", match=match, seat="sim", action=action)["turn"]
        else:
            turn = engine.ask(cmd="chance", match=match)["turn"]
        entries += 1


def log_of(binary, game, seats, seed, bot, most):
    engine = Engine(binary)
    answer = begin(engine, game, seats, seed)
    play(engine, game["key"], answer, bot, most)
    log = engine.ask(cmd="log", match=answer["match"])["log"]
    engine.close()
    return log


def session_of(binary, game, seats, seed, bot):
    """A match with all requests about it, then the same match loaded."""
    engine = Engine(binary)
    answer = begin(engine, game, seats, seed)
    match = answer["match"]
    engine.ask(cmd="word", match=match, seat=0, word="Prost")
    play(engine, game["key"], answer, bot, ENGINE_ENTRIES)
    for seat in (0, "watcher"):
        engine.ask(cmd="view", match=match, seat=seat)
    engine.ask(cmd="legal", match=match, seat=0)
    engine.ask(cmd="score", match=match)
    log = engine.ask(cmd="log", match=match)["log"]
    again = engine.ask(cmd="load", log=log)["match"]
    turn = engine.ask(cmd="turn", match=again)["turn"]
    if turn["kind"] == "seats":
        engine.ask(cmd="bot", match=again, seat=turn["seats"][0], bot=bot, effort=1)
    engine.ask(cmd="drop", match=match)
    engine.close()
    return b"".join(engine.asked)


def words_of(games, seeds):
    """All words of the requests, the logs and the list of games."""
    words = set()
    for game in games:
        words |= {game["key"], *game["bots"]}
        for param in [*game["options"], *game["position"]]:
            words |= {param["name"], *map(str, param.get("values", []))}
    for seed in seeds:
        words |= set(re.findall(r"[a-z_]{2,}|[A-Z][0-9]+", seed))
    return "".join(f'"{word}"\n' for word in sorted(words))


def make(binary):
    """The name and content of every file."""
    lister = Engine(binary)
    games = lister.ask(cmd="games")["games"]
    lister.close()
    files, texts = {}, []
    for number, game in enumerate(games):
        low, high = game["seats"]
        for more, seed, weak, most in PLANS:
            bots = scripted.bots_of(game)
            bot = bots[min(weak, len(bots) - 1)]
            log = log_of(binary, game, min(low + more, high), seed, bot, most)
            body = log[:log.rindex("\nend ") + 1]  # the fuzzer closes it anew
            files[f"corpus/log/match-{game['key']}-{seed}"] = (log if seed == 1 else body).encode()
            texts.append(log)
        session = session_of(binary, game, low, 1, game["bots"][0])
        files[f"corpus/engine/match-{game['key']}"] = session
        texts.append(session.decode())
        for size in PLAY_BYTES:
            content = bytes([number]) + random.Random(size).randbytes(size)
            files[f"corpus/play/match-{game['key']}-{size}"] = content
    files["words.dict"] = words_of(games, texts).encode()
    return files


def check(folder, files):
    there = {str(path.relative_to(folder)): path.read_bytes()
             for path in [*folder.glob("corpus/*/match-*"), folder / "words.dict"]}
    old = sorted(name for name in there.keys() | files.keys() if there.get(name) != files.get(name))
    print("1..1")
    print("not ok" if old else "ok", "1 - the seeds of the fuzzers are those of today's matches")
    for name in old:
        print(f"# {name} is old: script/fuzz seeds")
    return 1 if old else 0


def main():
    binary, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    files = make(binary)
    if sys.argv[3:] == ["--check"]:
        return check(folder, files)
    for old in folder.glob("corpus/*/match-*"):
        old.unlink()
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return 0


sys.exit(main())
