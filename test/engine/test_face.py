"""test_face.py: prompts, question numbers, kits and growing logs, from the protocol's text alone.

A client without rules lives by these. Random matches of every game are played, and
after each entry: the forms of every prompt unfold to exactly what `legal` lists, a
number rises when it must and stays when it must, an old number is refused as stale
and changes nothing, the log has only grown at its end, and the match that is loaded
from it is asked the same.
"""

import itertools
import random

import tap
from pipe import Engine
from promise import fine, log_body, refused, same
from table import log_of, open_bids, open_null, play
from test_play import open_match, tables

ENTRIES = 260      # of each game and number of seats
RELOADS = 24       # one position in so many is loaded again


def unfold(form):
    """All actions that a form stands for, each once."""
    if "one" in form:
        return [" ".join([form["say"], *words]) for words in itertools.product(*form["one"])]
    if "pick" in form:
        counts = range(form["min"], form["max"] + 1)
        picked = {words for count in counts for words in itertools.combinations(form["pick"], count)}
        return [" ".join([form["say"], *words]) for words in picked]
    return [form["say"]]


def check_prompt(prompt, answer, turn, seat, presets):
    """The prompt against `legal`, `turn` and the kit."""
    asked = turn["kind"] == "seats" and seat in turn["seats"] + turn.get("may", [])
    same(prompt is not None, asked)
    if not asked:
        same((answer["actions"], answer["ask"]), ([], None))
        return
    same(prompt["ask"], answer["ask"])
    same(prompt["must"], seat in turn["seats"])
    assert isinstance(prompt["task"]["key"], str) and isinstance(prompt["task"]["args"], dict)
    unfolded = [action for form in prompt["forms"] for action in unfold(form)]
    same(sorted(unfolded), sorted(answer["actions"]))
    assert set(prompt["presets"]) <= set(presets), prompt["presets"]
    if prompt["presets"] or turn.get("reaction") and prompt["must"]:
        assert "pass" in unfolded, prompt


class Questions:
    """What each seat was asked last, to judge the next number by."""

    def __init__(self, seats):
        self.last = [None] * seats      # (ask, prompt without it)
        self.is_open = [False] * seats

    def judge(self, seat, prompt, has_acted):
        if prompt is None:
            self.is_open[seat] = False
            return
        ask = prompt["ask"]
        rest = {name: value for name, value in prompt.items() if name != "ask"}
        if self.last[seat]:
            old, old_rest = self.last[seat]
            is_same = self.is_open[seat] and not has_acted and rest == old_rest
            assert ask == old if is_same else ask > old, (old, old_rest, prompt, has_acted)
        self.last[seat] = ask, rest
        self.is_open[seat] = True

    def stale(self, seat):
        """A number that was asked once and is no more, or None."""
        if self.last[seat] and (not self.is_open[seat] or self.last[seat][0] > 1):
            return self.last[seat][0] - (1 if self.is_open[seat] else 0)
        return None


def look(engine, match, seats):
    requests = [{"cmd": cmd, "match": match, "seat": seat}
                for seat in range(seats) for cmd in ("prompt", "legal")]
    answers = [fine(answer) for answer in engine.ask_many(requests)]
    return [(answers[2 * seat]["prompt"], answers[2 * seat + 1]) for seat in range(seats)]


def check_stale(engine, match, seat, ask, action, log):
    refused(engine.ask(cmd="play", match=match, seat=seat, action=action, ask=ask), "stale")
    same(log_of(engine, match), log)


def check_reload(engine, match, seats, log, asked):
    again = fine(engine.ask(cmd="load", log=log), "match")["match"]
    same(log_of(engine, again), log)
    same([prompt for prompt, _ in look(engine, again, seats)], [prompt for prompt, _ in asked])
    fine(engine.ask(cmd="drop", match=again))


def play_one(engine, match, turn, asked, dice):
    """Plays something; returns who acted and the new turn."""
    if turn["kind"] != "seats":
        return None, fine(engine.ask(cmd="chance", match=match), "turn")["turn"]
    able = [seat for seat, (_, answer) in enumerate(asked) if answer["actions"]]
    seat = dice.choice(able)
    answer = asked[seat][1]
    action = dice.choice(answer["actions"])
    fields = {"ask": answer["ask"]} if dice.random() < 0.5 else {}
    played = engine.ask(cmd="play", match=match, seat=seat, action=action, **fields)
    return seat, fine(played, "turn")["turn"]


def judge_match(engine, match, turn, seats, presets, dice):
    questions, before, actor, entries = Questions(seats), "", None, 0
    while True:
        asked = look(engine, match, seats)
        log = log_of(engine, match)
        assert log.startswith(before), "the log has changed before its end"
        before = log_body(log)
        for seat, (prompt, answer) in enumerate(asked):
            check_prompt(prompt, answer, turn, seat, presets)
            questions.judge(seat, prompt, seat == actor)
            stale = questions.stale(seat)
            if stale and turn["kind"] != "over":
                action = dice.choice(answer["actions"] or ["pass"])
                check_stale(engine, match, seat, stale, action, log)
        if dice.randrange(RELOADS) == 0:
            check_reload(engine, match, seats, log, asked)
        if turn["kind"] == "over":
            return entries
        actor, turn = play_one(engine, match, turn, asked, dice)
        entries += 1


def test_random_matches_keep_the_promises_of_prompts_numbers_and_logs(binary):
    dice = random.Random(7)
    with Engine(binary) as engine:
        for game, seats in tables(engine):
            presets = fine(engine.ask(cmd="kit", game=game["key"]), "kit")["kit"]["presets"]
            entries = 0
            while entries < ENTRIES:
                opened = open_match(engine, game, seats, dice)
                match = opened["match"]
                entries += judge_match(engine, match, opened["turn"], seats, presets, dice)
                fine(engine.ask(cmd="drop", match=match))


def test_a_prompt_of_the_null_game(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        prompt = fine(engine.ask(cmd="prompt", match=match, seat=0), "prompt")["prompt"]
    same(prompt["forms"], [{"say": "bid", "one": [["0", "1", "2", "3"]]}, {"say": "ring"}])
    same((prompt["ask"], prompt["must"], prompt["presets"]), (1, True, []))
    same(prompt["task"]["key"], "null.task_bid")


def test_a_number_that_is_no_question_is_refused_as_stale_and_changes_nothing(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        log = log_of(engine, match)
        check_stale(engine, match, 0, 2, "bid 1", log)
        play(engine, match, 0, "bid 1")
        log = log_of(engine, match)
        check_stale(engine, match, 0, 1, "ring", log)
        refused(engine.ask(cmd="play", match=match, seat=0, action="ring", ask="2"), "bad_request")
        for ask in (0, -1, 2**32 + 2, 2**63 - 1, -2**63):
            check_stale(engine, match, 0, ask, "ring", log)
        refused(engine.ask(cmd="play", match=match, seat=0, action="ring", ask=None), "bad_request")
        fine(engine.ask(cmd="play", match=match, seat=0, action="ring", ask=2))


def test_chance_and_sessions_are_never_asked_so_a_number_for_them_is_stale(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        log = log_of(engine, match)
        for ask in (0, 1):
            check_stale(engine, match, "chance", ask, "deal 1 2", log)
        play(engine, match, "chance", "deal 1 2")
        play(engine, match, 0, "bid 1")
        play(engine, match, 1, "bid 0")
        check_stale(engine, match, "sim", 1, "land 1", log_of(engine, match))
        play(engine, match, "sim", "land 1")


def test_tell_says_what_is_certain_and_refuses_what_cannot_be_played(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        ask = {"cmd": "tell", "match": match, "seat": 0}
        same(fine(engine.ask(**ask, action="bid 0"), "says")["says"], [])
        same(fine(engine.ask(**ask, action="ring"), "says")["says"],
             [{"key": "null.tell_ring", "args": {"prize": 4}}])
        refused(engine.ask(**ask, action="bid 9"), "illegal")
        refused(engine.ask(**ask, action="nonsense"), "illegal")
        play(engine, match, 0, "bid 0")
        play(engine, match, 0, "ring")
        refused(engine.ask(**ask, action="ring"), "not_your_turn")


def test_odds_are_a_list(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        same(fine(engine.ask(cmd="odds", match=match, seat=0), "says")["says"], [])
        refused(engine.ask(cmd="odds", match=match, seat=9), "bad_request")


def test_every_game_has_a_kit_with_presets_and_bodies_that_can_be_drawn(binary):
    sizes = {"box": 3, "cylinder": 2, "capsule": 2, "sphere": 1}
    with Engine(binary) as engine:
        for game, _ in tables(engine):
            kit = fine(engine.ask(cmd="kit", game=game["key"]), "kit")["kit"]
            assert isinstance(kit["presets"], list)
            for body in kit.get("bodies", []):
                assert body["name"] and body["shapes"], body
                for shape in body["shapes"]:
                    same(len(shape["size"]), sizes[shape["kind"]])
                    same((len(shape["at"]), len(shape["turned"])), (3, 4))
        refused(engine.ask(cmd="kit", game="chess"), "unknown_game")


if __name__ == "__main__":
    tap.run(globals())
