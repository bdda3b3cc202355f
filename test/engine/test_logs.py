"""test_logs.py: logs and words through the protocol: log, load, drop, word."""

import hashlib

import tap
from pipe import Engine
from promise import close_log, fine, log_body, refused, same
from table import everything, log_of, open_bids, open_drop, open_null, open_over, play, turn


# log, load, drop


def test_the_log_is_written_as_told(binary):
    with Engine(binary) as engine:
        match = open_null(engine, options={"rounds": 1}, position={"purse": [5, 6]})
        play(engine, match, "chance", "deal 4 1")
        play(engine, match, 1, "ring")
        body = ("spelunke log 2\ngame null 1\nseats 2\noption rounds 1\noption first_seat 0\n"
                "option open_cards off\noption slow_deal off\nposition purse 5 6\nseed 42\n"
                "0 chance* deal 4 1\n1 1 ring\n")
        same(log_of(engine, match), close_log(body))


def test_the_last_line_counts_and_hashes_at_any_time(binary):
    with Engine(binary) as engine:
        for match, count in ((open_null(engine), 0), (open_bids(engine), 1),
                             (open_drop(engine), 3), (open_over(engine), 4)):
            log = log_of(engine, match)
            word, entries, digest = log.splitlines()[-1].split(" ")
            same((word, int(entries)), ("end", count))
            same(digest, hashlib.sha256(log_body(log).encode()).hexdigest())
            assert log.endswith("\n") and not log.endswith("\n\n")


def test_the_log_only_grows_at_its_end(binary):
    """Whole matches of every game, each with a word: what was there stays as it was."""
    with Engine(binary) as engine:
        for game in fine(engine.ask(cmd="games"))["games"]:
            answer = fine(engine.ask(cmd="new", game=game["key"], seats=game["seats"][0], seed="3"))
            match, asked = answer["match"], answer["turn"]
            before = log_body(log_of(engine, match))
            fine(engine.ask(cmd="word", match=match, seat=1, word="a # word"))
            for entry in range(150):
                log = log_body(log_of(engine, match))
                assert log.startswith(before) and len(log) > len(before), (entry, before, log)
                before = log
                if asked["kind"] == "over":
                    break
                if asked["kind"] != "seats":
                    asked = fine(engine.ask(cmd="chance", match=match))["turn"]
                    continue
                seat = asked["seats"][0]
                action = fine(engine.ask(cmd="bot", match=match, seat=seat, bot="random"))["action"]
                asked = fine(engine.ask(cmd="play", match=match, seat=seat, action=action))["turn"]


def test_load_gives_the_same_match_again(binary):
    with Engine(binary) as engine:
        worded = open_null(engine)
        fine(engine.ask(cmd="word", match=worded, seat=1, word="a # b \u00e4"))
        for match in (open_null(engine), open_bids(engine), open_drop(engine),
                      open_over(engine), worded):
            log = log_of(engine, match)
            answer = fine(engine.ask(cmd="load", log=log), "match", "turn")
            assert answer["match"] != match
            same(answer["turn"], turn(engine, match))
            same(everything(engine, answer["match"]), everything(engine, match))


def test_a_loaded_match_goes_on_with_the_same_dice(binary):
    with Engine(binary) as engine:
        match = open_drop(engine)
        loaded = fine(engine.ask(cmd="load", log=log_of(engine, match)))["match"]
        for _ in range(2):
            same(engine.ask(cmd="chance", match=loaded), engine.ask(cmd="chance", match=match))


def refused_log(engine, log, line=None):
    """The log is refused, and the answer names the line."""
    answer = refused(engine.ask(cmd="load", log=log), "bad_request", "unknown_game")
    assert isinstance(answer["line"], int) and answer["line"] >= 1, answer
    assert str(answer["line"]) in answer["reason"], answer
    if line is not None:
        same(answer["line"], line)


def test_load_refuses_a_cut_log(binary):
    with Engine(binary) as engine:
        log = log_of(engine, open_drop(engine))
        lines = log.splitlines(keepends=True)
        for count in range(len(lines)):
            refused_log(engine, "".join(lines[:count]), count + 1)
        refused_log(engine, log[:-1], len(lines))
        for length in range(0, len(log), 7):
            refused_log(engine, log[:length])


def test_load_refuses_a_log_without_one_of_its_lines(binary):
    with Engine(binary) as engine:
        lines = log_of(engine, open_drop(engine)).splitlines(keepends=True)
        for gone in range(len(lines)):
            refused_log(engine, "".join(lines[:gone] + lines[gone + 1:]))


def test_load_refuses_a_log_with_any_letter_altered(binary):
    with Engine(binary) as engine:
        log = log_of(engine, open_drop(engine))
        for place, letter in enumerate(log):
            for other in "1x":
                if letter != other:
                    refused_log(engine, log[:place] + other + log[place + 1:])


def test_load_names_the_line_of_an_illegal_entry(binary):
    with Engine(binary) as engine:
        body = log_body(log_of(engine, open_drop(engine)))
        for old, new in (("1 0 bid 1", "1 0 bid 4"), ("1 0 bid 1", "1 1 bid 1\n2 1 bid 1"),
                         ("2 1 bid 3", "3 1 bid 3"), ("2 1 bid 3", "2 7 bid 3"),
                         ("2 1 bid 3", "2 1  bid 3"), ("0 chance* deal 4 1", "0 chance* deal 4 4"),
                         ("option rounds 3", "option rounds 0"), ("seats 2", "seats 9"),
                         ("seed 42", "seed -1")):
            log = close_log(body.replace(old, new))
            line = log[:log.index(new)].count("\n") + 1 + new.count("\n")
            refused_log(engine, log, line)


def test_load_refuses_what_comes_from_the_future_or_from_elsewhere(binary):
    with Engine(binary) as engine:
        body = log_body(log_of(engine, open_drop(engine)))
        for old, new, line in (
                ("spelunke log 2", "spelunke log 3", 1), ("game null 1", "game null 2", 2),
                ("game null 1", "game nosuchgame 1", 2), ("spelunke log", "other log", 1)):
            refused_log(engine, close_log(body.replace(old, new)), line)


def test_load_refuses_what_follows_the_end(binary):
    with Engine(binary) as engine:
        log = log_of(engine, open_drop(engine))
        for junk in ("\n", "x", "end\n", log, " "):
            refused_log(engine, log + junk, log.count("\n") + 1)
        refused_log(engine, log.replace("\n", "\r\n"))
        refused_log(engine, "\n" + log, 1)
        refused_log(engine, "")


def test_load_wants_a_string(binary):
    with Engine(binary) as engine:
        for log in (None, 1, [], {}, ["spelunke log 1"], True):
            refused(engine.ask(cmd="load", log=log), "bad_request")
        refused(engine.ask(cmd="load"), "bad_request")


def test_drop_forgets_the_match(binary):
    with Engine(binary) as engine:
        match, other = open_null(engine), open_null(engine)
        same(engine.ask(cmd="drop", match=match), {"ok": True})
        for command in ("turn", "legal", "play", "chance", "sim", "bot", "view", "score", "log",
                        "word", "drop"):
            refused(engine.ask(cmd=command, match=match, seat=0, action="ring", hand=[],
                               bot="random", word="x"), "unknown_match")
        fine(engine.ask(cmd="turn", match=other))


def test_unknown_matches(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        for number in (match + 1, 0, -1, match + 64, match + 2 ** 32, 2 ** 63 - 1, -2 ** 63):
            refused(engine.ask(cmd="turn", match=number), "unknown_match")
        for number in (None, str(match), float(match), [match], True):
            refused(engine.ask(cmd="turn", match=number), "bad_request")
        refused(engine.ask(cmd="turn"), "bad_request")


# word


def test_words_stand_in_the_log_and_change_the_dice(binary):
    with Engine(binary) as engine:
        deals = set()
        for number in range(6):
            match = open_null(engine, seats=4)
            fine(engine.ask(cmd="word", match=match, seat=2, word=f"word {number}"))
            assert f"\nseed 42\nword 2 word {number}\nend 0 " in log_of(engine, match)
            deals.add(fine(engine.ask(cmd="chance", match=match))["action"])
    assert len(deals) > 1, deals


def test_words_are_taken_once_a_seat_and_before_the_first_chance(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        fine(engine.ask(cmd="word", match=match, seat=1, word="one"))
        refused(engine.ask(cmd="word", match=match, seat=1, word="two"), "bad_request")
        fine(engine.ask(cmd="word", match=match, seat=0, word="x" * 100))
        match = open_null(engine)
        fine(engine.ask(cmd="chance", match=match))
        refused(engine.ask(cmd="word", match=match, seat=0, word="late"), "bad_request")


def test_words_are_plain_lines(binary):
    with Engine(binary) as engine:
        match = open_null(engine)
        for word in ("", " a", "a ", "a\nb", "a\tb", "\x7f", "x" * 101, "\u00e4" * 51, None, 1, []):
            refused(engine.ask(cmd="word", match=match, seat=0, word=word), "bad_request")
        for seat in (-1, 2, "chance", "watcher", None):
            refused(engine.ask(cmd="word", match=match, seat=seat, word="a"), "bad_request")



if __name__ == "__main__":
    tap.run(globals())
