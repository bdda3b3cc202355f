"""replay.py: replays a log in the engine and compares it with the stream of each viewer.

The engine knows no server, and this file knows of the server only the protocol: a `step` is one entry as its viewer
sees it, with events, and where they changed the view, `turn`, `prompt` and `score`; an entry that changes nothing for
a viewer sends it nothing.
"""

import tavern  # noqa: F401  finds the engine's folder

from pipe import Engine
from promise import close_log, fine, log_entries

WATCHER = "watcher"
FIELDS = ("view", "turn", "prompt", "score")


def header_of(log):
    """The log before its first entry, including words."""
    lines = log.splitlines(keepends=True)
    first = next((place for place, line in enumerate(lines) if line[0].isdigit()), len(lines) - 1)
    kept = [line for line in lines[:first] if not line.startswith(("build ", "evidence "))]
    return close_log("".join(kept))


def viewers_of(log):
    seats = int(next(line for line in log.splitlines() if line.startswith("seats ")).split()[1])
    return [*range(seats), WATCHER]


def plain(line):
    """The action of an entry without its timestamp."""
    return line.split(" # ")[0]


def look(engine, match, viewers):
    """What each viewer currently sees."""
    seats = [viewer for viewer in viewers if viewer != WATCHER]
    requests = [{"cmd": "turn", "match": match}, {"cmd": "score", "match": match}]
    requests += [{"cmd": "view", "match": match, "seat": viewer} for viewer in viewers]
    requests += [{"cmd": "prompt", "match": match, "seat": seat} for seat in seats]
    turn, score, *rest = [fine(answer) for answer in engine.ask_many(requests)]
    views, prompts = rest[:len(viewers)], rest[len(viewers):] + [{"prompt": None}]
    ended = {"scores": score["scores"], "winners": score["winners"]} if score["over"] else None
    return [{"view": view["view"], "turn": turn["turn"], "prompt": prompt["prompt"], "score": ended}
            for view, prompt in zip(views, prompts)]


class Replay:
    """`shown[viewer]` lists what that viewer is sent: the initial position, then each entry that it notices, with
    `events` and all members of a state. `notices[entry]` are the viewers who notice an entry."""

    def __init__(self, binary, log):
        self.log = log
        self.viewers = viewers_of(log)
        self.shown = {viewer: [] for viewer in self.viewers}
        self.notices = []
        with Engine(binary) as engine:
            match = fine(engine.ask(cmd="load", log=header_of(log)))["match"]
            self.last = look(engine, match, self.viewers)
            for viewer, now in zip(self.viewers, self.last):
                self.shown[viewer].append({"events": [], **now})
            for _, _, who, action in log_entries(log):
                self.play(engine, match, who.rstrip("*"), plain(action))

    def play(self, engine, match, who, action):
        seat = who if who in ("chance", "sim") else int(who)
        events = fine(engine.ask(cmd="play", match=match, seat=seat, action=action))["events"]
        now = look(engine, match, self.viewers)
        noticed = set()
        for viewer, before, after in zip(self.viewers, self.last, now):
            seen = [{"key": event["key"], "args": event["args"]} for event in events if viewer in event["seen_by"]]
            if seen or before != after:
                self.shown[viewer].append({"events": seen, **after})
                noticed.add(viewer)
        self.notices.append(noticed)
        self.last = now

    def place(self, viewer, state, since=0):
        """The position of a state in what its viewer is sent, not before `since`; the last of equal ones."""
        shown = self.shown[viewer]
        for place in range(len(shown) - 1, since - 1, -1):
            if all(shown[place][field] == state[field] for field in FIELDS) and fits(shown[:place + 1], state["recent"]):
                return place
        raise AssertionError(f"viewer {viewer} was shown a position that the match never had: {state}")


def fits(shown, recent):
    """`recent` must have the last twenty lists of events."""
    return [one["events"] for one in shown if one["events"]][-20:] == [events for events in recent if events]


def check_stream(replay, seen, whole=True):
    """The steps of a client are exactly those of the log for its viewer: each part of its streams is a run without a
    gap. `whole`: the last part reaches the end of the match."""
    place, viewer = -1, None
    for part in seen.parts:
        state = part[0]
        other = WATCHER if state["seat"] is None else state["seat"]
        place = -1 if other != viewer else place
        viewer = other
        if state["view"] is not None:
            place = replay.place(viewer, state, max(place, 0))
        place = check_part(replay.shown[viewer], part, place)
    if whole:
        assert place == len(replay.shown[viewer]) - 1, \
            f"viewer {viewer} of {seen.table} saw {place} of {len(replay.shown[viewer]) - 1} steps"


def check_part(shown, part, place):
    """Checks the steps of one part, which starts after this position; returns its end."""
    known = {field: part[0][field] for field in FIELDS}
    for message in part[1:]:
        if message["t"] != "step":
            continue
        place += 1
        assert place < len(shown), f"a step that is in no log: {message}"
        wanted, before = shown[place], dict(known)
        if "d" in message:
            known["view"] = tavern.apply_difference(known["view"], message["d"])
        for field in ("turn", "prompt", "score"):
            known[field] = message.get(field, known[field])
        assert message["events"] == wanted["events"], f"{message} should have the events {wanted['events']}"
        for field in FIELDS:
            assert known[field] == wanted[field], f"{field} is {known[field]} and should be {wanted[field]}"
            told = field if field != "view" else "d"
            assert (told in message) == (before[field] != wanted[field]), f"{field} in {message}"
    return place
