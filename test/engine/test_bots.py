"""test_bots.py: what the protocol promises about computer players.

They tell what they would do and do nothing; an answer follows from the match and the
effort alone; where a seat only may interrupt they may decline.
"""

import tap
from pipe import Engine
from promise import fine, refused, same
from table import everything, legal, open_bids, open_drop, open_null, play, turn


def test_a_bot_tells_an_action_and_does_not_play_it(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        before = everything(engine, match)
        for bot in ("random", "thrifty"):
            for seat in (0, 1):
                answer = fine(engine.ask(cmd="bot", match=match, seat=seat, bot=bot), "action")
                assert answer["action"] in legal(engine, match, seat), answer
        same(everything(engine, match), before)


def bot_actions(engine, seed):
    matches = [open_bids(engine, cards="6 5 4 3", seed=seed) for _ in range(2)]
    return [[fine(engine.ask(cmd="bot", match=match, seat=seat, bot="random"))["action"]
             for seat in range(4)] for match in matches]


def test_the_same_seed_gives_the_same_bot_action(binary):
    chosen = []
    with Engine(binary) as engine, Engine(binary) as other:
        for seed in range(8):
            first, second = bot_actions(engine, str(seed))
            same(first, second)
            same(bot_actions(other, str(seed))[0], first)
            chosen.append(tuple(first))
    assert len(set(chosen)) > 1, chosen


def test_asking_bots_does_not_shift_the_dice(binary):
    with Engine(binary) as engine:
        matches = [open_bids(engine) for _ in range(2)]
        for _ in range(10):
            fine(engine.ask(cmd="bot", match=matches[1], seat=0, bot="random"))
        for match in matches:
            play(engine, match, 0, "bid 0")
            play(engine, match, 1, "bid 0")
        same(*[engine.ask(cmd="chance", match=match) for match in matches])


def test_a_bot_may_get_milliseconds(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        for ms in (0, 1, 50):
            answer = fine(engine.ask(cmd="bot", match=match, seat=0, bot="random", ms=ms))
            assert answer["action"] in legal(engine, match, 0)
        for ms in (-1, "5", 1.5, None, [], True, 2 ** 63 - 1):
            refused(engine.ask(cmd="bot", match=match, seat=0, bot="random", ms=ms), "bad_request")


def test_a_bot_is_refused_where_its_seat_has_nothing_to_do(binary):
    with Engine(binary) as engine:
        for match in (open_null(engine), open_drop(engine)):
            refused(engine.ask(cmd="bot", match=match, seat=1, bot="random"), "not_your_turn")
        match = open_bids(engine)
        play(engine, match, 0, "bid 0")
        play(engine, match, 0, "ring")
        refused(engine.ask(cmd="bot", match=match, seat=0, bot="random"), "not_your_turn")


def test_a_bot_that_may_interrupt_but_cannot_declines(binary):
    """Eve could hold a card that interrupts, and everybody knows; she holds none."""
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="new", game="drachen", seats=2), "match")["match"]
        play(engine, match, "chance", "shuffle 0 *")
        play(engine, match, "chance", "shuffle 1 E01 E01 E01 E01 E01 E02 E02 *")
        play(engine, match, "chance", "shuffle drinks *")
        assert 1 in turn(engine, match)["may"]
        same(legal(engine, match, 1), [])
        for bot in ("random", "tippler", "regular"):
            answer = fine(engine.ask(cmd="bot", match=match, seat=1, bot=bot), "action")
            same(answer["action"], None)


def test_a_bot_that_only_may_interrupt_can_decline(binary):
    """Thrifty rings for a six, and not for a one; random does neither always."""
    with Engine(binary) as engine:
        for cards, wanted in (("6 1", "ring"), ("1 6", None)):
            match = open_bids(engine, cards=cards)
            play(engine, match, 0, "bid 3")
            before = everything(engine, match)
            answer = fine(engine.ask(cmd="bot", match=match, seat=0, bot="thrifty"), "action")
            same(answer["action"], wanted)
            same(everything(engine, match), before)
        told = set()
        for seed in range(60):
            match = open_bids(engine, seed=str(seed))
            play(engine, match, 0, "bid 0")
            told.add(fine(engine.ask(cmd="bot", match=match, seat=0, bot="random"))["action"])
            assert fine(engine.ask(cmd="bot", match=match, seat=1, bot="random"))["action"], "awaited"
        same(told, {"ring", None})


def test_an_effort_has_a_limit(binary):
    """One request must not hold the engine for minutes."""
    with Engine(binary) as engine:
        match = open_bids(engine)
        for effort in (0, 1, 10000):
            fine(engine.ask(cmd="bot", match=match, seat=0, bot="thrifty", effort=effort), "action")
        for effort in (-1, 10001, 1000000, "5", 1.5, None):
            refused(engine.ask(cmd="bot", match=match, seat=0, bot="thrifty", effort=effort),
                    "bad_request")


def test_a_bot_must_be_known(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        for bot in ("", "Random", "grandmaster", None, 1):
            refused(engine.ask(cmd="bot", match=match, seat=0, bot=bot), "bad_request")
        for seat in (-1, 2, "chance", "watcher", None):
            refused(engine.ask(cmd="bot", match=match, seat=seat, bot="random"), "bad_request")


if __name__ == "__main__":
    tap.run(globals())
