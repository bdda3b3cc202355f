"""test_riffraff.py: Riff Raff from outside, judged by its views alone.

Whole matches of two, three and four seats with scripted outcomes. A seeded player picks
among what `legal` lists. At every position no piece may be missing or there twice, all
seats must be told the same but for their own cards, and the log alone must make the same
match again, which then goes on. Written from the rules and from the protocol, not from
the engine's source.
"""

import json
import pathlib
import random
import sys
import tempfile

import tap
from pipe import Engine
from promise import fine, same
from test_cli import FINE, REFUSED, UNPROVED, call, says

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "tools"))
import scripted  # noqa: E402

MATCHES = {2: 3, 3: 4, 4: 4}
PHASES = {"cards", "captain", "order", "load", "second", "sim", "over"}
OWN = ("my_card", "hands")  # what a view does not share with the others


def view(engine, match, seat):
    return fine(engine.ask(cmd="view", match=match, seat=seat))["view"]


def all_pieces(seats):
    copies = (1, 2) if seats == 2 else (1,)
    return {f"{shape}{seat}.{copy}" for shape in scripted.SHAPES for seat in range(seats) for copy in copies}


def check_pieces(table, seats):
    """R-25: every piece is in one place."""
    places = [*(piece for supply in table["supply"] for piece in supply), *table["out_of_game"],
              *(entry["piece"] for entry in table["aboard"])]
    places += [table["loading"]] if table["loading"] else []
    same(sorted(places), sorted(all_pieces(seats)))
    assert all(1 <= entry["area"] <= 10 and len(entry["pose"]) == 7 for entry in table["aboard"])


def check_cards(table, seats):
    """R-10: what is neither played nor laid is in the hand."""
    hidden = set(table["laid"]) if table["phase"] == "cards" else set()
    for seat in range(seats):
        same(table["hands"][seat], 10 - len(table["played"][seat]) - (seat in hidden))


def look(engine, match, seats):
    table = view(engine, match, "watcher")
    check_pieces(table, seats)
    check_cards(table, seats)
    assert table["phase"] in PHASES and len(table["tilt"]) == 5
    for seat in range(seats):
        own = view(engine, match, seat)
        same({key: own[key] for key in own if key not in OWN}, {key: table[key] for key in table if key not in OWN})
        same(len(own["hands"][seat]), table["hands"][seat])
        if own["my_card"] is not None and table["phase"] != "cards":
            same(own["my_card"], table["shown"][seat])
    return table


def step(engine, match, turn, dice):
    if turn["kind"] == "sim":
        action = scripted.outcome(view(engine, match, "watcher"), dice)
        return fine(engine.ask(cmd="play", match=match, seat="sim", action=action))["turn"]
    if turn["kind"] == "chance":
        return fine(engine.ask(cmd="chance", match=match))["turn"]
    seat = dice.choice(turn["seats"])
    actions = fine(engine.ask(cmd="legal", match=match, seat=seat))["actions"]
    return fine(engine.ask(cmd="play", match=match, seat=seat, action=dice.choice(actions)))["turn"]


def views(engine, match, seats):
    return [json.dumps(view(engine, match, seat)) for seat in [*range(seats), "watcher"]]


def reload(engine, match, seats):
    """The same match again from its log; the old one is dropped."""
    log = fine(engine.ask(cmd="log", match=match))["log"]
    again = fine(engine.ask(cmd="load", log=log))["match"]
    same(views(engine, again, seats), views(engine, match, seats))
    same(fine(engine.ask(cmd="log", match=again))["log"], log)
    fine(engine.ask(cmd="drop", match=match))
    return again


def test_matches_stopped_at_every_turn_go_on(binary):
    with Engine(binary) as engine:
        for seats, count in MATCHES.items():
            for number in range(count):
                dice = random.Random(f"{seats} {number}")
                options = {"first_captain": "random"} if number % 2 else {}
                answer = fine(engine.ask(cmd="new", game="riffraff", seats=seats, seed=str(number), options=options))
                match, turn = answer["match"], answer["turn"]
                while turn["kind"] != "over":
                    turn = step(engine, match, turn, dice)
                    look(engine, match, seats)
                    match = reload(engine, match, seats)
                    same(fine(engine.ask(cmd="turn", match=match))["turn"], turn)
                table = look(engine, match, seats)
                score = fine(engine.ask(cmd="score", match=match))
                same(score["scores"], [len(supply) for supply in table["supply"]])
                least = min(score["scores"])
                same(score["winners"], [seat for seat in range(seats) if score["scores"][seat] == least])
                assert least == 0 or table["round"] == (20 if seats == 2 else 10)
                fine(engine.ask(cmd="drop", match=match))


def test_short_names_become_full_ones(binary):
    """`load rat` is the first rat that he has; the log has its full name."""
    with Engine(binary) as engine:
        match = fine(engine.ask(cmd="new", game="riffraff", seats=2, seed="1"))["match"]
        for seat, card in enumerate((9, 1)):
            fine(engine.ask(cmd="play", match=match, seat=seat, action=f"card {card}"))
        fine(engine.ask(cmd="play", match=match, seat=0, action="load rat"))
        fine(engine.ask(cmd="play", match=match, seat="sim", action="rest"))
        log = fine(engine.ask(cmd="log", match=match))["log"]
        assert "\n2 0 load rat0.1\n3 sim* rest\n" in log, log


def test_without_a_hand_the_piece_comes_back(binary):
    with Engine(binary) as engine:
        for command in ({"cmd": "sim", "hand": []}, {"cmd": "chance"}):
            match = about_to_load(engine, 9, "rat0.2")
            same(fine(engine.ask(match=match, **command))["action"], "back")
            assert "rat0.2" in view(engine, match, 0)["supply"][0]


def test_the_side_that_sinks_is_told(binary):
    """Turned about x to starboard, about y to the bow; the more of both is named."""
    with Engine(binary) as engine:
        for joints, side, degrees in (("34907,-20000", "starboard", 2), ("-34907,20000", "port", 2),
                                      ("20000,52360", "bow", 3), ("-20000,-52360", "stern", 3),
                                      ("8000,8000", "level", 0)):
            match = about_to_load(engine, 9, "crate")
            action = f"back @ ship:{joints},0,0,0"
            answer = fine(engine.ask(cmd="play", match=match, seat="sim", action=action))
            heels = [event["args"] for event in answer["events"] if event["key"] == "riffraff.heels"]
            same([(args["side"], args["degrees"]) for args in heels], [(side, degrees)])


def test_the_kit_has_what_a_client_draws_and_steers_with(binary):
    with Engine(binary) as engine:
        kit = fine(engine.ask(cmd="kit", game="riffraff"))["kit"]
    names = [body["name"] for body in kit["bodies"]]
    pieces = [f"{shape}{seat}.{copy}" for copy, seats in ((1, 4), (2, 2)) for seat in range(seats)
              for shape in scripted.SHAPES]
    same(names, ["ship", "yard5", "yard7", "yard9", *pieces, "hand"])
    for body in kit["bodies"][:-1]:
        assert body["shapes"] and all(len(shape["at"]) == 3 and len(shape["turned"]) == 4 and
                                      shape["kind"] in ("box", "capsule", "sphere") for shape in body["shapes"]), body
    same([(area["number"], area["body"]) for area in kit["areas"]],
         [(number, "ship") for number in range(1, 5)] +
         [(number, f"yard{number - (number + 1) % 2}") for number in range(5, 11)])
    for area in kit["areas"]:  # odd numbers are to port
        same(area["to"][1] > 0 and area["from"][1] >= 0, area["number"] % 2 == 1)
        assert all(area["from"][axis] < area["to"][axis] for axis in (0, 1)), area
    same(sorted(kit["shapes"]), sorted(scripted.SHAPES))
    for shape in kit["shapes"].values():
        same(shape["poses"][0]["turned"], [1000000, 0, 0, 0])
    same((kit["hz"], kit["lost"], kit["catch_hand"]["radius"], len(kit["refusals"])), (250, -130000, 35000, 4))
    same(kit["catch_plane"], {"from": [-250000, -150000], "to": [250000, 400000]})


# The ship is simulated from here on: only what is so on every build is asked for.


def about_to_load(engine, card, piece):
    """A match in which seat 0 holds a piece for the area of its card."""
    match = fine(engine.ask(cmd="new", game="riffraff", seats=2, seed="1"))["match"]
    for seat, number in enumerate((card, 1)):
        fine(engine.ask(cmd="play", match=match, seat=seat, action=f"card {number}"))
    fine(engine.ask(cmd="play", match=match, seat=0, action=f"load {piece}"))
    return match


def middle_of(engine, area):
    facts = fine(engine.ask(cmd="kit", game="riffraff"))["kit"]["areas"][area - 1]
    same(facts["number"], area)
    return [(facts["from"][axis] + facts["to"][axis]) // 2 for axis in (0, 1)] + [facts["z"]]


def above(place, height):
    return [place[0], place[1], place[2] + height]


CRATE = 13000  # half of its side


def lower(place):
    """A hand that lowers a crate from where it is held to this place and lets go there."""
    return [{"tick": 0, "pose": above(place, CRATE + 500), "grip": True},
            {"tick": 400, "pose": above(place, CRATE + 500), "grip": False}]


def test_a_hand_lowers_a_piece_and_lets_go(binary):
    """Three numbers are a pose that is not turned; what comes of it is in view and log."""
    with Engine(binary) as engine:
        place = middle_of(engine, 4)
        hand, answers = lower(place), []
        turned = [{**sample, "pose": [*sample["pose"], 1000000, 0, 0, 0]} for sample in hand]
        for samples in (hand, turned, [*hand, {**hand[1], "tick": 500}]):
            match = about_to_load(engine, 4, "crate")
            answers.append(fine(engine.ask(cmd="sim", match=match, hand=samples)))
            aboard = view(engine, match, "watcher")["aboard"]
            same([(entry["piece"], entry["area"]) for entry in aboard], [("crate0.1", 4)])
            assert view(engine, match, "watcher")["tilt"][0] > 0  # it leans to starboard, where the crate is
            found = aboard[0]["pose"]
            assert all(abs(found[axis] - place[axis]) < 2000 for axis in (0, 1)), found
            assert abs(found[2] - place[2] - CRATE) < 3000, found  # the ship leans a little
            log = fine(engine.ask(cmd="log", match=match))["log"]
            assert f"\n3 sim {answers[-1]['action']}\n" in log, log
        assert answers[0]["action"].startswith("rest @ ship:"), answers[0]
        assert answers[0] == answers[1] == answers[2], answers


def test_a_forbidden_release_leaves_the_piece_in_the_hand(binary):
    """From 60 mm above the deck nothing is let go (R-29); a later try is a new one."""
    with Engine(binary) as engine:
        hand = lower(middle_of(engine, 4))
        high = {"tick": 0, "pose": above(middle_of(engine, 4), 60000), "grip": False}
        for samples, outcome in (([high], "back"), ([high, {**high, "tick": 200}], "back"), ([high, *hand], "rest")):
            match = about_to_load(engine, 4, "crate")
            same(fine(engine.ask(cmd="sim", match=match, hand=samples))["action"].split(" ")[0], outcome)


def test_what_is_let_go_beyond_the_end_falls_and_is_caught(binary):
    """It tips over the end of the yard and away from it: there the open hand waits for it. What he
    caught is the piece that he was loading, so it goes back in front of him (R-16)."""
    with Engine(binary) as engine:
        place = middle_of(engine, 9)
        end = [place[0], 2 * place[1] + 10000, place[2] + CRATE + 1000]  # its centre is beside the yard
        over = [{"tick": 0, "pose": [-92000, end[1], end[2] + 20000], "grip": True},
                {"tick": 400, "pose": [end[0], end[1], end[2] + 20000], "grip": True},
                {"tick": 800, "pose": end, "grip": True}, {"tick": 1100, "pose": end, "grip": False}]
        below = {"tick": 1101, "pose": [0, end[1] + 30000, 150000], "grip": False}
        away = {"tick": 1101, "pose": [0, 0, 400000], "grip": False}
        for last, outcome in ((below, "fall crate0.1 caught crate0.1"), (away, "fall crate0.1")):
            match = about_to_load(engine, 9, "crate")
            answer = fine(engine.ask(cmd="sim", match=match, hand=[*over, last]))
            same(answer["action"].split(" @")[0], outcome)
            assert "crate0.1" in view(engine, match, 0)["supply"][0]
            same(view(engine, match, 0)["out_of_game"], [])


def bot_step(engine, match, turn, bot):
    """One entry by a computer player; its hand loads."""
    if turn["kind"] == "sim":
        return fine(engine.ask(cmd="sim", match=match, bot=bot))
    seat = turn["seats"][0]
    action = fine(engine.ask(cmd="bot", match=match, seat=seat, bot=bot))["action"]
    return fine(engine.ask(cmd="play", match=match, seat=seat, action=action))


LOADINGS = 5


def test_simulated_loadings_go_on_bit_for_bit_after_a_reload(binary):
    """One match runs through, the other one is reloaded from its log after each entry."""
    with Engine(binary) as engine:
        setup = {"game": "riffraff", "seats": 4, "seed": "12", "options": {"sea": "rough"}}
        live, stopped = (fine(engine.ask(cmd="new", **setup))["match"] for _ in range(2))
        turn, loadings = fine(engine.ask(cmd="turn", match=live))["turn"], 0
        while turn["kind"] != "over" and loadings < LOADINGS:
            stopped = reload(engine, stopped, 4)
            answers = [bot_step(engine, match, turn, "deckhand") for match in (live, stopped)]
            same(answers[0], answers[1])
            loadings += turn["kind"] == "sim"
            turn = answers[0]["turn"]
        logs = [fine(engine.ask(cmd="log", match=match))["log"] for match in (live, stopped)]
        same(logs[0], logs[1])
        same(sum(" sim " in line and "@ ship:" in line for line in logs[0].splitlines()), LOADINGS)


def test_verify_runs_a_loading_again_under_its_hand(binary):
    """With what the hand did beside the log, the same build comes to the same ship."""
    with Engine(binary) as engine, tempfile.TemporaryDirectory() as folder:
        match = about_to_load(engine, 4, "crate")
        hand = lower(middle_of(engine, 4))
        fine(engine.ask(cmd="sim", match=match, hand=hand))
        path = pathlib.Path(folder) / "match.log"
        path.write_text(fine(engine.ask(cmd="log", match=match))["log"])
        beside = pathlib.Path(folder) / "match.log.hands"
        says(call(binary, "verify", str(path)), UNPROVED, "1 of sessions not drawn")
        for dx, code, said in ((0, FINE, "1 of sessions repeated under their hand and equal"),
                               (4000, REFUSED, "entry 3 claims")):
            words = [f"{sample['tick']},{sample['pose'][0] + dx},{sample['pose'][1]},{sample['pose'][2]},"
                     f"1000000,0,0,0,{int(sample['grip'])}" for sample in hand]
            beside.write_text(f"3 {250 * 600} {' '.join(words)}\n")
            says(call(binary, "verify", str(path)), code, said)


if __name__ == "__main__":
    tap.run(globals())
