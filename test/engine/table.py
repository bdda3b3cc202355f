"""table.py: matches of the null game in the positions that the tests need."""

from promise import fine

SEED = "42"


def open_null(engine, seats=2, seed=SEED, **fields):
    """A new null match; returns its number."""
    answer = engine.ask(cmd="new", game="null", seats=seats, seed=seed, **fields)
    return fine(answer, "match", "turn")["match"]


def play(engine, match, seat, action):
    return fine(engine.ask(cmd="play", match=match, seat=seat, action=action), "events", "turn")


def log_of(engine, match):
    return fine(engine.ask(cmd="log", match=match), "log")["log"]


def legal(engine, match, seat):
    return fine(engine.ask(cmd="legal", match=match, seat=seat), "actions")["actions"]


def view(engine, match, seat):
    return fine(engine.ask(cmd="view", match=match, seat=seat), "view")["view"]


def turn(engine, match):
    return fine(engine.ask(cmd="turn", match=match), "turn")["turn"]


def open_bids(engine, cards="4 1", **fields):
    """A match that waits for bids, its cards scripted."""
    match = open_null(engine, seats=len(cards.split()), **fields)
    play(engine, match, "chance", f"deal {cards}")
    return match


def open_drop(engine):
    """A match that waits for its session: seat 1 holds the coin."""
    match = open_bids(engine)
    play(engine, match, 0, "bid 1")
    play(engine, match, 1, "bid 3")
    return match


def open_over(engine):
    """A match of one round that is over."""
    match = open_bids(engine, options={"rounds": 1})
    play(engine, match, 0, "bid 0")
    play(engine, match, 1, "bid 0")
    play(engine, match, "sim", "land 1")
    return match


def everything(engine, match):
    """All that can be asked about a match without changing it."""
    requests = [{"cmd": command, "match": match} for command in ("turn", "score", "log")]
    requests += [{"cmd": "view", "match": match, "seat": seat} for seat in (0, 1, "watcher")]
    requests += [{"cmd": "legal", "match": match, "seat": seat} for seat in (0, 1)]
    return [fine(answer) for answer in engine.ask_many(requests)]
