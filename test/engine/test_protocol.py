"""test_protocol.py: every command and every error code of the protocol.

Drives the null game, whose few rules reach every kind of turn: chance, seats
at the same time with some who may interrupt, a session, and the end. Fields
are checked exactly where the protocol names them; fields beyond it may come.
Logs and computer players have files of their own.
"""

import hashlib

import tap
from pipe import Engine
from promise import fine, log_entries, refused, same
from table import (SEED, everything, legal, log_of, open_bids, open_drop, open_null, open_over, play,
                   turn, view)


# hello, games


def test_hello_tells_name_version_and_protocol(binary):
    with Engine(binary) as engine:
        answer = fine(engine.ask(cmd="hello"), "name", "version", "protocol")
    same(answer["name"], "spelunke")
    same(answer["protocol"], 1)
    assert isinstance(answer["version"], str) and answer["version"]


def check_option(option):
    for field in ("name", "help"):
        assert isinstance(option[field], str) and option[field], option
    assert "default" in option, option
    has_range = isinstance(option.get("min"), int) and isinstance(option.get("max"), int)
    has_values = isinstance(option.get("values"), list) and option["values"]
    assert not has_range or option["min"] <= option["max"], option
    fits_range = has_range and isinstance(option["default"], int) \
        and option["min"] <= option["default"] <= option["max"]
    fits_values = has_values and option["default"] in option["values"]
    is_free = not has_range and not has_values
    assert fits_range or fits_values or is_free, option


def test_games_lists_each_game_with_all_its_facts(binary):
    with Engine(binary) as engine:
        games = fine(engine.ask(cmd="games"), "games")["games"]
    keys = [game["key"] for game in games]
    assert "null" in keys and len(set(keys)) == len(keys), keys
    for game in games:
        assert isinstance(game["title"], str) and game["title"]
        low, high = game["seats"]
        assert 1 <= low <= high, game["seats"]
        assert game["bots"] and all(isinstance(bot, str) for bot in game["bots"])
        for option in game["options"]:
            check_option(option)


def test_games_tells_the_options_of_the_null_game(binary):
    with Engine(binary) as engine:
        games = fine(engine.ask(cmd="games"))["games"]
    null = next(game for game in games if game["key"] == "null")
    options = {option["name"]: option for option in null["options"]}
    same(null["seats"], [2, 4])
    same(null["bots"], ["random", "thrifty"])
    same([options["rounds"][field] for field in ("default", "min", "max")], [3, 1, 20])
    same(options["first_seat"]["values"], ["random"])
    same(options["open_cards"]["values"], ["off", "on"])


# new


def test_new_answers_match_and_turn(binary):
    with Engine(binary) as engine:
        answer = fine(engine.ask(cmd="new", game="null", seats=2, seed=SEED), "match", "turn")
        other = open_null(engine)
    assert isinstance(answer["match"], int)
    assert answer["match"] != other
    same(answer["turn"], {"kind": "chance"})


def test_new_takes_every_number_of_seats_and_no_other(binary):
    with Engine(binary) as engine:
        for seats in (2, 3, 4):
            match = open_null(engine, seats)
            same(len(view(engine, match, 0)["purse"]), seats)
        for seats in (-1, 0, 1, 5, 1000, 2 ** 31 - 1):
            refused(engine.ask(cmd="new", game="null", seats=seats), "bad_setup")
        for seats in ("2", 2.0, None, [2]):
            refused(engine.ask(cmd="new", game="null", seats=seats), "bad_request")
        refused(engine.ask(cmd="new", game="null"), "bad_request")


def test_new_refuses_an_unknown_game(binary):
    with Engine(binary) as engine:
        for game in ("", "Null", "null ", "chess"):
            refused(engine.ask(cmd="new", game=game, seats=2), "unknown_game")
        refused(engine.ask(cmd="new", game=7, seats=2), "bad_request")
        refused(engine.ask(cmd="new", seats=2), "bad_request")


def option_line(engine, name, value):
    """How the log spells the option."""
    log = log_of(engine, open_null(engine, options={name: value}))
    return next(line for line in log.splitlines() if line.startswith(f"option {name} "))


def test_options_come_as_string_number_or_boolean(binary):
    with Engine(binary) as engine:
        for name, value, word in (
                ("rounds", "7", "7"), ("rounds", 7, "7"), ("first_seat", 1, "1"),
                ("first_seat", "random", "random"), ("open_cards", True, "on"),
                ("open_cards", False, "off"), ("open_cards", "on", "on")):
            same(option_line(engine, name, value), f"option {name} {word}")


def test_options_take_effect(binary):
    with Engine(binary) as engine:
        match = open_null(engine, options={"rounds": 1, "first_seat": "1", "open_cards": True})
        play(engine, match, "chance", "deal 4 1")
        seen = view(engine, match, "watcher")
        same((seen["rounds"], seen["starter"]), (1, 1))
        same(seen["history"][0]["cards"], [4, 1])


def test_options_that_do_not_fit_are_a_bad_setup(binary):
    with Engine(binary) as engine:
        for name, value in (
                ("rounds", 0), ("rounds", 21), ("rounds", "many"), ("rounds", True),
                ("rounds", "3 "), ("rounds", "03"), ("first_seat", -1), ("first_seat", 2),
                ("first_seat", "Random"), ("open_cards", 1), ("open_cards", "yes"),
                ("open_cards", ""), ("no_such_option", 1), ("", 1), ("rounds", None),
                ("rounds", [3]), ("rounds", {}), ("rounds", 2.5), ("rounds", "3\0")):
            refused(engine.ask(cmd="new", game="null", seats=2, options={name: value}),
                    "bad_setup")
        refused(engine.ask(cmd="new", game="null", seats=2, options=[]), "bad_request")


def test_a_random_first_seat_is_a_chance_action(binary):
    with Engine(binary) as engine:
        match = open_null(engine, seats=3, options={"first_seat": "random"})
        answer = fine(engine.ask(cmd="chance", match=match), "action", "events", "turn")
        assert answer["action"] in ("first 0", "first 1", "first 2"), answer
        same(view(engine, match, 0)["starter"], int(answer["action"][-1]))


def test_the_seed_is_a_string_of_a_64_bit_number(binary):
    with Engine(binary) as engine:
        for seed in ("0", "1", "18446744073709551615"):
            assert f"\nseed {seed}\n" in log_of(engine, open_null(engine, seed=seed))
        for seed in ("", "-1", "007", "1 ", "x", "1.0", "18446744073709551616", "9" * 63):
            refused(engine.ask(cmd="new", game="null", seats=2, seed=seed), "bad_setup")
        for seed in (42, None, 1.5, [], {}):
            refused(engine.ask(cmd="new", game="null", seats=2, seed=seed), "bad_request")


def test_without_a_seed_every_match_has_its_own(binary):
    with Engine(binary) as engine:
        matches = [fine(engine.ask(cmd="new", game="null", seats=2))["match"] for _ in range(5)]
        logs = [log_of(engine, match) for match in matches]
    seeds = [line for log in logs for line in log.splitlines() if line.startswith("seed ")]
    same(len(set(seeds)), 5)


def test_the_commitment_is_the_hash_of_the_seed(binary):
    secret = hashlib.sha256(b"spelunke seed 1\n42\n").hexdigest()
    with Engine(binary) as engine:
        answer = fine(engine.ask(cmd="new", game="null", seats=2, seed="42"), "commitment")
        other = fine(engine.ask(cmd="new", game="null", seats=2, seed=secret), "commitment")
    same(answer["commitment"], hashlib.sha256(secret.encode()).hexdigest())
    same(other["commitment"], answer["commitment"])


def test_the_same_seed_gives_the_same_dice(binary):
    with Engine(binary) as engine:
        matches = [open_null(engine, 4, seed=str(seed)) for seed in (5, 5, 6, 7, 8)]
        deals = [fine(engine.ask(cmd="chance", match=match))["action"] for match in matches]
    same(deals[0], deals[1])
    assert len(set(deals)) > 1, deals


def test_a_position_sets_start_values_and_stands_in_the_log(binary):
    with Engine(binary) as engine:
        match = open_null(engine, position={"purse": [0, 99]})
        assert "\nposition purse 0 99\n" in log_of(engine, match)
        play(engine, match, "chance", "deal 4 1")
        same(view(engine, match, 0)["purse"], [0, 99])
        same(legal(engine, match, 0), ["bid 0", "ring"])


def test_a_position_that_does_not_fit_is_a_bad_setup(binary):
    with Engine(binary) as engine:
        for position in (
                {"purse": [1]}, {"purse": [1, 2, 3]}, {"purse": list(range(100))},
                {"purse": [-1, 1]}, {"purse": [1, 100]}, {"purse": [1, 2 ** 63 - 1]},
                {"purse": ["1", 2]}, {"purse": [1.5, 2]}, {"purse": 3}, {"purse": None},
                {"no_such_start": [1, 2]}, {"": []}):
            refused(engine.ask(cmd="new", game="null", seats=2, position=position), "bad_setup")
        for position in ([], "purse", 1, None):
            refused(engine.ask(cmd="new", game="null", seats=2, position=position), "bad_request")


# turn, legal


def test_turn_of_chance(binary):
    with Engine(binary) as engine:
        same(turn(engine, open_null(engine)), {"kind": "chance"})


def test_turn_of_seats_lists_those_still_awaited(binary):
    with Engine(binary) as engine:
        match = open_bids(engine, cards="4 1 6")
        same(turn(engine, match), {"kind": "seats", "seats": [0, 1, 2], "may": [0, 1, 2]})
        play(engine, match, 1, "bid 0")
        same(turn(engine, match), {"kind": "seats", "seats": [0, 2], "may": [0, 1, 2]})
        play(engine, match, 1, "ring")
        same(turn(engine, match), {"kind": "seats", "seats": [0, 2], "may": [0, 2]})


def test_turn_without_anybody_who_may_interrupt(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        play(engine, match, 0, "ring")
        play(engine, match, 1, "ring")
        found = turn(engine, match)
    same((found["kind"], found["seats"], found.get("may", [])), ("seats", [0, 1], []))


def test_turn_of_sim_names_the_seat_in_control(binary):
    with Engine(binary) as engine:
        found = turn(engine, open_drop(engine))
    same((found["kind"], found["seat"]), ("sim", 1))


def test_turn_of_a_match_that_is_over(binary):
    with Engine(binary) as engine:
        same(turn(engine, open_over(engine)), {"kind": "over"})


def test_legal_lists_every_action_once(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        same(legal(engine, match, 0), ["bid 0", "bid 1", "bid 2", "bid 3", "ring"])
        play(engine, match, 0, "bid 3")
        same(legal(engine, match, 0), ["ring"])


def test_legal_is_empty_for_a_seat_that_is_not_asked(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        play(engine, match, 0, "bid 3")
        play(engine, match, 0, "ring")
        same(legal(engine, match, 0), [])
        for other in (open_null(engine), open_drop(engine), open_over(engine)):
            same([legal(engine, other, seat) for seat in (0, 1)], [[], []])


def test_legal_wants_a_seat_of_the_match(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        for seat in (-1, 2, 8, 2 ** 40, "0", "chance", "sim", "watcher", None, 0.0, True):
            refused(engine.ask(cmd="legal", match=match, seat=seat), "bad_request")
        refused(engine.ask(cmd="legal", match=match), "bad_request")


# play, chance, sim


def test_play_answers_events_and_turn(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        answer = play(engine, match, 0, "bid 2")
        same(answer["turn"], {"kind": "seats", "seats": [1], "may": [0, 1]})
        same(answer["events"], [{"key": "null.sealed", "seen_by": [0, 1, "watcher"],
                                 "args": {"seat": 0}}])


def test_events_tell_who_may_see_them(binary):
    with Engine(binary) as engine:
        answer = play(engine, open_null(engine), "chance", "deal 4 1")
    cards = [event for event in answer["events"] if event["key"] == "null.card"]
    same([(event["seen_by"], event["args"]) for event in cards],
         [([0], {"seat": 0, "card": 4}), ([1], {"seat": 1, "card": 1})])


def test_scripted_outcomes_are_marked_in_the_log(binary):
    with Engine(binary) as engine:
        match = open_drop(engine)
        play(engine, match, "sim", "land 6")
        fine(engine.ask(cmd="chance", match=match))
        entries = log_entries(log_of(engine, match))
    same([seat for _, _, seat, _ in entries], ["chance*", "0", "1", "sim*", "chance"])
    same([number for _, number, _, _ in entries], [0, 1, 2, 3, 4])
    same(entries[3][3], "land 6")


def test_scripted_outcomes_do_not_shift_later_dice(binary):
    with Engine(binary) as engine:
        drawn, scripted = open_null(engine), open_null(engine)
        fine(engine.ask(cmd="chance", match=drawn))
        play(engine, scripted, "chance", "deal 6 5")
        for match in (drawn, scripted):
            play(engine, match, 0, "bid 0")
            play(engine, match, 1, "bid 0")
            play(engine, match, "sim", "land 1")
        same(engine.ask(cmd="chance", match=drawn), engine.ask(cmd="chance", match=scripted))


def test_play_refuses_a_seat_that_is_not_asked(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        refused(engine.ask(cmd="play", match=match, seat=0, action="bid 0"), "not_your_turn")
        refused(engine.ask(cmd="play", match=match, seat="sim", action="land 1"), "not_your_turn")
        match = open_bids(engine)
        refused(engine.ask(cmd="play", match=match, seat="chance", action="deal 1 2"),
                "not_your_turn")
        play(engine, match, 0, "bid 0")
        play(engine, match, 0, "ring")
        refused(engine.ask(cmd="play", match=match, seat=0, action="bid 0"), "not_your_turn")


def test_play_refuses_illegal_actions(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        for action in ("bid 4", "bid -1", "bid 256", "bid 00", "bid", "bid 1 1", "ring 1", "ring ",
                       " ring", "RING", "", "deal 1 2", "land 1", "first 0",
                       "bid 99999999999999999999"):
            refused(engine.ask(cmd="play", match=match, seat=0, action=action), "illegal")
        play(engine, match, 0, "bid 1")
        refused(engine.ask(cmd="play", match=match, seat=0, action="bid 1"), "illegal")


def test_play_refuses_impossible_outcomes(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        for action in ("deal 1 1", "deal 0 1", "deal 7 1", "deal 1", "deal 1 2 3", "land 1"):
            refused(engine.ask(cmd="play", match=match, seat="chance", action=action), "illegal")
        match = open_drop(engine)
        for action in ("land 0", "land 7", "land", "deal 1 2"):
            refused(engine.ask(cmd="play", match=match, seat="sim", action=action), "illegal")


def test_play_wants_a_seat_and_an_action(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        for seat in (-1, 2, "0", "watcher", "Chance", "", None, 0.0, [0]):
            refused(engine.ask(cmd="play", match=match, seat=seat, action="bid 0"), "bad_request")
        for action in (None, 1, [], {}, True, "bid\x000"):
            refused(engine.ask(cmd="play", match=match, seat=0, action=action), "bad_request")
        refused(engine.ask(cmd="play", match=match, seat=0), "bad_request")
        refused(engine.ask(cmd="play", match=match, action="bid 0"), "bad_request")


def test_a_name_with_a_zero_byte_behind_it_is_another_name(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        for seat in ("chance\0", "chance\0x"):
            refused(engine.ask(cmd="play", match=match, seat=seat, action="deal 4 1"),
                    "bad_request")
        refused(engine.ask(cmd="view", match=match, seat="watcher\0x"), "bad_request")


def test_chance_draws_and_plays(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        answer = fine(engine.ask(cmd="chance", match=match), "action", "events", "turn")
        verb, *cards = answer["action"].split()
        same(verb, "deal")
        assert len(set(cards)) == 2 and all(1 <= int(card) <= 6 for card in cards), cards
        same(answer["turn"]["kind"], "seats")
        same(answer["events"][0], {"key": "null.dealt", "seen_by": [0, 1, "watcher"],
                                   "args": {"round": 1}})
        same(log_entries(log_of(engine, match))[0][1:], (0, "chance", answer["action"]))


def test_chance_is_refused_where_none_is_awaited(binary):
    with Engine(binary) as engine:
        refused(engine.ask(cmd="chance", match=open_bids(engine)), "not_your_turn")


def test_chance_at_a_sim_runs_it_without_controls(binary):
    with Engine(binary) as engine:
        answers = [fine(engine.ask(cmd="chance", match=open_drop(engine))) for _ in range(2)]
        answers.append(fine(engine.ask(cmd="sim", match=open_drop(engine), hand=[])))
    same(answers[0], answers[1])
    same(answers[0], answers[2])
    same(answers[0]["turn"], {"kind": "chance"})


def test_sim_runs_under_the_hand(binary):
    with Engine(binary) as engine:
        for field in range(1, 7):
            place = [1000000 * field - 500000, 0, 0]
            match = open_drop(engine)
            hand = [{"tick": 0, "pose": place, "grip": True}]
            answer = fine(engine.ask(cmd="sim", match=match, hand=hand),
                          "action", "events", "turn")
            same(answer["action"], f"land {field}")
            same(answer["events"][0]["args"]["field"], field)
            same(log_entries(log_of(engine, match))[3][1:], (3, "sim", f"land {field}"))


def test_sim_takes_many_samples_and_turns(binary):
    turned = [1000000, 0, 0, 0]
    hand = [{"tick": tick, "pose": [tick * 100, 0, 0] + turned, "grip": True}
            for tick in range(20000)]
    request = {"cmd": "sim", "hand": hand}
    with Engine(binary) as engine:
        fine(engine.ask(match=open_drop(engine), **request))
        hand.append({"tick": 20000, "pose": [0, 0, 0], "grip": False})
        refused(engine.ask(match=open_drop(engine), **request), "bad_request")


def test_sim_refuses_broken_samples(binary):
    good = {"tick": 1, "pose": [0, 0, 0], "grip": False}
    with Engine(binary) as engine:
        match = open_drop(engine)
        for field, value in (
                ("tick", -1), ("tick", 1.5), ("tick", "1"), ("tick", 2 ** 31), ("pose", []),
                ("pose", [0, 0]), ("pose", [0] * 8), ("pose", [0, 0, 2 ** 31]),
                ("pose", [0, 0, 0.5]), ("pose", None), ("grip", 1), ("grip", None)):
            hand = [{**good, field: value}]
            refused(engine.ask(cmd="sim", match=match, hand=hand), "bad_request")
        for hand in (None, {}, "x", 1, [1], [[]], [{}], [good, {**good, "tick": 0}]):
            refused(engine.ask(cmd="sim", match=match, hand=hand), "bad_request")
        refused(engine.ask(cmd="sim", match=match), "bad_request")


def test_sim_is_refused_where_none_is_awaited(binary):
    with Engine(binary) as engine:
        for match in (open_null(engine), open_bids(engine)):
            refused(engine.ask(cmd="sim", match=match, hand=[]), "not_your_turn")


def test_nothing_can_be_played_after_the_end(binary):
    with Engine(binary) as engine:
        match = open_over(engine)
        for seat, action in ((0, "ring"), ("chance", "deal 1 2"), ("sim", "land 1")):
            refused(engine.ask(cmd="play", match=match, seat=seat, action=action), "over")
        refused(engine.ask(cmd="chance", match=match), "over")
        refused(engine.ask(cmd="sim", match=match, hand=[]), "over")
        refused(engine.ask(cmd="bot", match=match, seat=0, bot="random"), "over")


# view, score


def test_a_view_hides_cards_and_sealed_bids_of_others(binary):
    with Engine(binary) as engine:
        match = open_bids(engine, cards="4 1 6")
        play(engine, match, 0, "bid 2")
        play(engine, match, 2, "bid 3")
        for seat, cards, bids in (
                (0, [4, None, None], [2, None, None]), (1, [None, 1, None], [None, None, None]),
                (2, [None, None, 6], [None, None, 3]), ("watcher", [None] * 3, [None] * 3)):
            seen = view(engine, match, seat)
            same(seen["history"], [{"cards": cards, "bids": bids}])
            same((seen["phase"], seen["sealed"], seen["bells"]), ("bids", [0, 2], [0, 1, 2]))


def test_a_view_shows_what_became_open(binary):
    with Engine(binary) as engine:
        match = open_drop(engine)
        same(view(engine, match, "watcher")["history"],
             [{"cards": [None, None], "bids": [1, 3], "dropper": 1}])
        play(engine, match, "sim", "land 5")
        for seat, cards in ((0, [4, 1]), (1, [None, 1]), ("watcher", [None, 1])):
            same(view(engine, match, seat)["history"][0],
                 {"cards": cards, "bids": [1, 3], "dropper": 1, "field": 5})


def test_what_is_hidden_does_not_change_a_view(binary):
    with Engine(binary) as engine:
        seen = []
        for cards, bid in (("4 1 6", "bid 0"), ("4 2 3", "bid 3")):
            match = open_bids(engine, cards=cards)
            answer = play(engine, match, 1, bid)
            events = [event for event in answer["events"] if 0 in event["seen_by"]]
            seen.append((view(engine, match, 0), events, answer["turn"]))
    same(seen[0], seen[1])


def test_a_view_wants_a_seat_or_the_watcher(binary):
    with Engine(binary) as engine:
        match = open_bids(engine)
        for seat in (-1, 2, "0", "chance", "sim", "Watcher", "", None, 1.0, True):
            refused(engine.ask(cmd="view", match=match, seat=seat), "bad_request")
        refused(engine.ask(cmd="view", match=match), "bad_request")


def test_score_before_and_after_the_end(binary):
    with Engine(binary) as engine:
        match = open_bids(engine, options={"rounds": 1}, position={"purse": [10, 5]})
        wanted = {"ok": True, "scores": [10, 5], "winners": [], "over": False}
        same(engine.ask(cmd="score", match=match), wanted)
        play(engine, match, 0, "bid 3")
        play(engine, match, 1, "bid 0")
        play(engine, match, "sim", "land 6")
        wanted = {"ok": True, "scores": [7, 5], "winners": [0], "over": True}
        same(engine.ask(cmd="score", match=match), wanted)


def test_several_seats_may_win(binary):
    with Engine(binary) as engine:
        match = open_bids(engine, options={"rounds": 1}, position={"purse": [4, 7]})
        play(engine, match, 0, "bid 1")
        play(engine, match, 1, "bid 0")
        play(engine, match, "sim", "land 1")
        same(engine.ask(cmd="score", match=match)["winners"], [0, 1])


# every request


def test_the_id_comes_back(binary):
    with Engine(binary) as engine:
        for mark in ("a", "", 0, 7, -1, 2 ** 63 - 1, 0.5, 1e99, True, False, None, [], [1, [2]], {},
                     {"a": {"b": [None]}}, "\u00e4\u20ac\U0001f37a", "\0", "\"\\\n\x7f"):
            for answer in (fine(engine.ask(cmd="hello", id=mark)),
                           refused(engine.ask(cmd="no", id=mark), "unknown_command"),
                           refused(engine.ask(cmd="turn", id=mark), "bad_request"),
                           refused(engine.ask(id=mark), "bad_request")):
                assert "id" in answer, answer
                same((type(answer["id"]), answer["id"]), (type(mark), mark))
        assert "id" not in engine.ask(cmd="hello")


def test_the_id_comes_back_from_every_command(binary):
    with Engine(binary) as engine:
        for command in ("hello", "games", "new", "turn", "legal", "play", "chance", "sim", "bot",
                        "view", "score", "log", "load", "drop", "word"):
            for match in (open_bids(engine), 999):
                answer = engine.ask(cmd=command, id="mark", match=match, seat=0, game="null",
                                    seats=2, action="ring", hand=[], bot="random", log="", word="a")
                same(answer["id"], "mark")


def test_unknown_fields_are_ignored(binary):
    with Engine(binary) as engine:
        extra = {"extra": [1, {"x": None}], "Cmd": "drop", "": 0}
        same(engine.ask(cmd="hello", **extra), engine.ask(cmd="hello"))
        match = fine(engine.ask(cmd="new", game="null", seats=2, seed="1", **extra))["match"]
        same(engine.ask(cmd="turn", match=match, **extra), engine.ask(cmd="turn", match=match))


def test_unknown_commands(binary):
    with Engine(binary) as engine:
        for command in ("", "Hello", "hello ", "quit", "x" * 1000):
            refused(engine.ask(cmd=command), "unknown_command")
        for command in (None, 1, [], {}, True, "hello\0"):
            refused(engine.ask(cmd=command), "bad_request")
        refused(engine.ask(), "bad_request")


def test_an_error_changes_nothing(binary):
    with Engine(binary) as engine:
        for match in (open_null(engine), open_bids(engine), open_drop(engine), open_over(engine)):
            before = everything(engine, match)
            for request in (
                    {"cmd": "play", "seat": 0, "action": "bid 9"},
                    {"cmd": "play", "seat": 0, "action": "land 1"},
                    {"cmd": "play", "seat": "chance", "action": "deal 9 9"},
                    {"cmd": "play", "seat": "sim", "action": "land 9"},
                    {"cmd": "play", "seat": 9, "action": "ring"},
                    {"cmd": "sim", "hand": [{"tick": 0}]}, {"cmd": "word", "seat": 0, "word": ""},
                    {"cmd": "bot", "seat": 0, "bot": "none"}, {"cmd": "view", "seat": "x"},
                    {"cmd": "load", "log": "x"}, {"cmd": "new", "game": "null", "seats": 1}):
                answer = engine.ask(match=match, **request)
                assert answer["ok"] is False, (request, answer)
                same(everything(engine, match), before)


if __name__ == "__main__":
    tap.run(globals())
