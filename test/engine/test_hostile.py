"""test_hostile.py: whatever comes in, one line of answer goes out.

The engine's strongest promise: it never crashes and never stops answering. So
here everything is wrong: JSON, types, ranges, bytes, lengths and numbers of
matches. The sanitizers of a development build make silent faults loud.
"""

import json
import random
import sys

import tap
from pipe import Engine, batch, decode, encode
from promise import check_form, fine, refused, same

MEGABYTE = 1 << 20
MATCHES = 100_000
CHUNK = 100  # requests sent at once; they and their answers fit into a pipe

HELLO = b'{"cmd":"hello","id":"still here"}\n'
OPEN = {"cmd": "new", "game": "null", "seats": 2, "seed": "1"}


def check_still_here(line):
    answer = fine(decode(line))
    same((answer["name"], answer["id"]), ("spelunke", "still here"))


def answer_each(binary, lines):
    """Feeds each line and a greeting behind it; checks that both are answered,
    and returns the answers to the lines."""
    lines = list(lines)
    found = batch(binary, [part for line in lines for part in (line, HELLO)])
    same(len(found), 2 * len(lines))
    for greeting in found[1::2]:
        check_still_here(greeting)
    answers = [decode(line) for line in found[::2]]
    for answer in answers:
        check_form(answer)
    return answers


# broken lines


BROKEN = (b"", b" ", b"\t", b"{", b"}", b"[", b"]", b'"', b"'", b"x", b"nul", b"nulll",
          b"{,}", b"{]",
          b'{"cmd"}', b'{"cmd":}', b'{"cmd":"hello"', b'{"cmd":"hello",}', b'{"cmd":"hello"}}',
          b'{"cmd":"hello"} {"cmd":"hello"}', b'{"cmd":"hello"}x', b"{'cmd':'hello'}",
          b'{cmd:"hello"}',
          b'{"cmd":"hello","a":01}', b'{"cmd":"hello","a":+1}', b'{"cmd":"hello","a":1.}',
          b'{"cmd":"hello","a":.5}', b'{"cmd":"hello","a":1e}', b'{"cmd":"hello","a":--1}',
          b'{"cmd":"hello","a":0x10}', b'{"cmd":"hello","a":NaN}', b'{"cmd":"hello","a":Infinity}',
          b'{"cmd":"hello","a":"\t"}', b'{"cmd":"hello","a":"\\x"}', b'{"cmd":"hello","a":"\\u12"}',
          b'{"cmd":"hello","a":"\\"}', b"// {}", b"/* */{}", b"#", b"\x00", b"\x01\x02\x03",
          b'\x00{"cmd":"hello"}', b'{"cmd":"hello"}\x00', b'{"cmd":\x00"hello"}')


def test_broken_json_is_answered_with_bad_json(binary):
    for line, answer in zip(BROKEN, answer_each(binary, [line + b"\n" for line in BROKEN])):
        assert answer.get("error") == "bad_json", (line, answer)


def test_a_request_must_be_an_object(binary):
    lines = [b"null\n", b"true\n", b"false\n", b"0\n", b"-1.5e3\n", b'"hello"\n', b"[]\n", b'""\n',
             b'[{"cmd":"hello"}]\n']
    for answer in answer_each(binary, lines):
        refused(answer, "bad_request")


def test_empty_lines_are_answered_too(binary):
    answers = [decode(line) for line in batch(binary, [b"\n" * 1000])]
    same(len(answers), 1000)
    for answer in answers:
        refused(answer, "bad_json")


def test_numbers_out_of_range(binary):
    digits = (b"9223372036854775807", b"9223372036854775808", b"-9223372036854775809",
              b"18446744073709551616", b"9" * 400, b"1e308", b"1e309", b"-1e999", b"1e-999",
              b"1E+0000000000000000000001", b"0." + b"0" * 10000 + b"1", b"-0", b"1" * 100000)
    fields = (b"match", b"seat", b"id", b"seats", b"ms")
    answer_each(binary, [b'{"cmd":"turn","%s":%s}\n' % (field, number)
                         for field in fields for number in digits])


def test_nested_brackets(binary):
    deep = 20000
    lines = [opening * deep + closing * count + b"\n"
             for opening, closing in ((b"[", b"]"), (b'{"a":', b"}"), (b'[{"a":', b"}]"))
             for count in (0, deep)]
    lines.append(b'{"cmd":"hello","id":' + b"[" * deep + b"]" * deep + b"}\n")
    for answer in answer_each(binary, lines):
        refused(answer, "bad_json", "bad_request")


def test_an_id_may_be_nested_deeply(binary):
    sys.setrecursionlimit(20000)
    for depth in (10, 100, 1000):
        deep = b"[" * depth + b"]" * depth
        answer, = answer_each(binary, [b'{"cmd":"hello","id":' + deep + b"}\n"])
        same(json.dumps(fine(answer)["id"]).encode(), deep)


# bytes


def test_invalid_utf_8(binary):
    wrong = (b"\xff", b"\xfe\xff", b"\x80", b"\xc3", b"\xc3\x28", b"\xc0\xaf", b"\xe0\x80\xaf",
             b"\xed\xa0\x80", b"\xf0\x80\x80\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80",
             b"\xe2\x82", b"\xef\xbb\xbf", b"\xc3" * 200)
    lines = []
    for bad in wrong:
        lines += [bad, b'{"cmd":"%s"}' % bad, b'{"cmd":"hello","%s":1}' % bad,
                  b'{"cmd":"hello","id":"%s"}' % bad, b'{"cmd":"hello"}' + bad]
        lines += [b'{"cmd":"hello",' + b"\xc3\xa4" * length + bad for length in (30, 61, 99)]
    answers = answer_each(binary, [line + b"\n" for line in lines])
    for line, answer in zip(lines, answers):
        if b"\xef\xbb\xbf" not in line:
            assert answer.get("error") == "bad_json", (line, answer)


def test_lone_surrogates_and_zero_bytes(binary):
    texts = (b"\\ud800", b"\\udc00", b"\\ud800\\ud800", b"\\udc00\\ud800", b"\\ud800x",
             b"\\ud83c\\udf7a", b"\\u0000", b"x\\u0000y", b"\\uffff",
             b"\\u0001\\u001f\\u007f\\u0080\\u2028")
    places = (b'{"cmd":"hello","id":"%s"}', b'{"cmd":"%s"}', b'{"cmd":"hello","%s":1}',
              b'{"cmd":"load","log":"%s"}', b'{"cmd":"new","game":"%s","seats":2}',
              b'{"cmd":"new","game":"null","seats":2,"seed":"%s"}',
              b'{"cmd":"new","game":"null","seats":2,"options":{"rounds":"%s"}}',
              b'{"cmd":"new","game":"null","seats":2,"options":{"%s":1}}',
              b'{"cmd":"new","game":"null","seats":2,"position":{"%s":[1,2]}}')
    answer_each(binary, [place % text + b"\n" for place in places for text in texts])


def test_carriage_returns_do_no_harm(binary):
    answers = answer_each(binary, [b'{"cmd":"hello"}\r\n', b'\r{"cmd":\r"hello"}\r\r\n', b"\r\n"])
    same([answer["ok"] for answer in answers], [True, True, False])


def test_the_last_line_feed_may_be_missing(binary):
    same(batch(binary, []), [])
    for lines in ([HELLO[:-1]], [HELLO, HELLO[:-1]], [b"\n", HELLO[:-1]]):
        answers = batch(binary, lines)
        same(len(answers), len(lines))
        check_still_here(answers[-1])
    for rest in (b"{", b"x", b" ", b"\r", b"\xff", b"\x00"):
        answers = batch(binary, [HELLO, rest])
        same(len(answers), 2)
        refused(decode(answers[1]), "bad_json")


def test_a_whole_line_is_answered_before_the_next_is_complete(binary):
    with Engine(binary) as engine:
        for part in range(len(HELLO)):
            engine.process.stdin.write(HELLO + HELLO[:part])
            engine.process.stdin.flush()
            check_still_here(engine.process.stdout.readline())
            engine.process.stdin.write(HELLO[part:])
            engine.process.stdin.flush()
            check_still_here(engine.process.stdout.readline())


SPOILING = (b"", b"\x00", b"\xff", b'"', b"{", b"]", b"\\", b"9", b"-", b"null", b"\xc3")


def spoil(line, dice):
    """The line with a few bytes changed, doubled or lost, but one line still."""
    bytes_ = bytearray(line)
    for _ in range(dice.randrange(1, 5)):
        place = dice.randrange(len(bytes_))
        bytes_[place:place + dice.randrange(3)] = dice.choice(SPOILING)
        bytes_ = bytes_ or bytearray(b" ")
    return bytes(bytes_).replace(b"\n", b" ") + b"\n"


def test_spoiled_requests(binary):
    dice = random.Random(1)
    good = [json.dumps({"cmd": command, **fields}).encode()
            for command, fields in requests(1).items()]
    lines = [spoil(dice.choice(good), dice) for _ in range(4000)]
    answers = batch(binary, [encode(OPEN), *lines, HELLO])
    same(len(answers), len(lines) + 2)
    for answer in answers:
        check_form(decode(answer))
    check_still_here(answers[-1])


def test_random_bytes(binary):
    dice = random.Random(2)
    lines = [dice.randbytes(dice.randrange(60)).replace(b"\n", b"") + b"\n" for _ in range(4000)]
    for answer in answer_each(binary, lines):
        refused(answer, "bad_json", "bad_request")


# wrong types in every field of every command


def requests(match):
    """A good request for each command, to be spoiled field by field."""
    return {
        "hello": {"id": 1},
        "games": {"id": 1},
        "new": {"game": "null", "seats": 2, "options": {"rounds": 3}, "seed": "1",
                "position": {"purse": [1, 2]}},
        "turn": {"match": match},
        "legal": {"match": match, "seat": 0},
        "play": {"match": match, "seat": 0, "action": "ring"},
        "chance": {"match": match},
        "sim": {"match": match, "hand": [{"tick": 0, "pose": [0, 0, 0], "grip": True}]},
        "bot": {"match": match, "seat": 0, "bot": "random", "ms": 5},
        "view": {"match": match, "seat": "watcher"},
        "score": {"match": match},
        "log": {"match": match},
        "load": {"log": "spelunke log 1\n"},
        "drop": {"match": match},
        "word": {"match": match, "seat": 0, "word": "x"},
    }


WRONG = (None, True, False, -1, 0, 1e99, 2 ** 63 - 1, -2 ** 63, 0.5, "", "x\0y", "x" * 100_000,
         [], {}, [None], [[]], {"x": None}, {"": []}, ["x"] * 1000)

# What looks wrong and yet is good: nothing to set, no samples, a seat's number.
GOOD = {("options", "{}"), ("position", "{}"), ("hand", "[]"), ("seat", "0"), ("ms", "0")}


def stages(engine):
    """The same match at three kinds of turn, fresh each time."""
    deal = {"cmd": "play", "seat": "chance", "action": "deal 4 1"}
    bids = [{"cmd": "play", "seat": seat, "action": "bid 0"} for seat in (0, 1)]
    for steps in ([], [deal], [deal, *bids]):
        match = fine(engine.ask(**OPEN))["match"]
        for step in steps:
            fine(engine.ask(match=match, **step))
        yield match


def check_wrong(engine, match, command, field, value):
    """The spoiled request is refused and has changed nothing."""
    before = engine.ask(cmd="log", match=match)
    answer = engine.ask(cmd=command, **{**requests(match)[command], field: value})
    check_form(answer)
    if field != "id" and (field, json.dumps(value)) not in GOOD:
        assert not answer["ok"], (command, field, value, answer)
    if not answer["ok"]:
        same(engine.ask(cmd="log", match=match), before)


def test_wrong_values_in_every_field_of_every_command(binary):
    with Engine(binary) as engine:
        for command, good in requests(0).items():
            for field in good:
                for value in WRONG:
                    for match in stages(engine):
                        check_wrong(engine, match, command, field, value)
                        fine(engine.ask(cmd="drop", match=match))


def test_wrong_values_for_the_command_itself(binary):
    with Engine(binary) as engine:
        for good in requests(0).values():
            for value in WRONG:
                answer = engine.ask(**{**good, "cmd": value})
                refused(answer, "bad_request", "unknown_command")


def test_every_field_may_be_missing(binary):
    with Engine(binary) as engine:
        for command, good in requests(0).items():
            for field in good:
                for match in stages(engine):
                    left = {key: value for key, value in requests(match)[command].items()
                            if key != field}
                    answer = engine.ask(cmd=command, **left)
                    check_form(answer)
                    if field not in ("id", "options", "seed", "position", "ms"):
                        refused(answer, "bad_request")
                    fine(engine.ask(cmd="turn", match=match))


def test_wrong_values_inside_options_positions_and_samples(binary):
    sample = {"tick": 0, "pose": [0, 0, 0], "grip": True}
    with Engine(binary) as engine:
        *_, match = stages(engine)
        for value in WRONG:
            for request in (
                    {**OPEN, "options": {"rounds": value}}, {**OPEN, "position": {"purse": value}},
                    {"cmd": "sim", "match": match, "hand": [{**sample, "pose": value}]},
                    {"cmd": "sim", "match": match, "hand": [sample, value]}):
                refused(engine.ask(**request), "bad_setup", "bad_request")
            for request in (
                    {**OPEN, "options": {"open_cards": value}},
                    {**OPEN, "options": {"first_seat": value}},
                    {**OPEN, "position": {"purse": [0, value]}},
                    {"cmd": "sim", "match": match, "hand": [{**sample, "tick": value}]},
                    {"cmd": "sim", "match": match, "hand": [{**sample, "grip": value}]}):
                check_form(engine.ask(**request))


def test_names_that_break_out_of_a_reason(binary):
    names = ('"', "\\", "\n", "{option}", "%s%n", "\u2028", "a" * 100_000, "\x1b[31m",
             "}", "{", "\x7f")
    with Engine(binary) as engine:
        for name in names:
            refused(engine.ask(**{**OPEN, "options": {name: 1}}), "bad_setup")
            refused(engine.ask(**{**OPEN, "position": {name: [1, 2]}}), "bad_setup")
            refused(engine.ask(**{**OPEN, "game": name}), "unknown_game")
            refused(engine.ask(cmd=name), "unknown_command")
            refused(engine.ask(cmd="load", log=f"spelunke log 1\ngame {name} 1\n"), "bad_request",
                    "unknown_game")


def test_logs_of_every_hostile_kind(binary):
    dice = random.Random(3)
    with Engine(binary) as engine:
        *_, match = stages(engine)
        log = fine(engine.ask(cmd="log", match=match))["log"]
        words = log.replace("\n", " \n ").split(" ")
        words += ["x" * 20000, "-1", "99999999999999999999", "\t"]
        for _ in range(2000):
            bad = " ".join(dice.choices(words, k=dice.randrange(40))).replace(" \n ", "\n")
            start = "".join(log.splitlines(keepends=True)[:dice.randrange(9)])
            refused(engine.ask(cmd="load", log=start + bad), "bad_request", "unknown_game")


# long lines


def test_lines_of_10_megabytes(binary):
    long = b"x" * (10 * MEGABYTE)
    valid = b'{"cmd":"hello","pad":"%s"}\n' % long
    spaces = b'{"cmd":"hello"%s}\n' % (b" " * len(long))
    echo = b'{"cmd":"hello","id":"%s"}\n' % long
    load = b'{"cmd":"load","log":"%s"}\n' % long
    broken = b'{"cmd":"hello","pad":"%s\n' % long
    answers = answer_each(binary, [valid, spaces, echo, load, broken, long + b"\n"])
    fine(answers[0])
    fine(answers[1])
    same(len(fine(answers[2])["id"]), len(long))
    refused(answers[3], "bad_request")
    refused(answers[4], "bad_json")
    refused(answers[5], "bad_json")


def test_lines_of_many_small_things(binary):
    count = MEGABYTE
    answer_each(binary, [b"[" * (10 * MEGABYTE) + b"\n", b"[" + b"0," * count + b"0]\n",
                         b'{"cmd":"hello","id":[' + b"{}," * (count // 4) + b"{}]}\n"])


def padded(size):
    """A greeting of exactly so many bytes, without its line feed."""
    head, tail = b'{"cmd":"hello","pad":"', b'"}'
    return head + b"x" * (size - len(head) - len(tail)) + tail


def test_lines_around_the_limit(binary):
    limit = 16 * MEGABYTE
    answers = answer_each(binary, [padded(limit) + b"\n", padded(limit + 1) + b"\n"])
    fine(answers[0])
    refused(answers[1], "bad_request")


def test_lines_of_17_megabytes_are_refused_with_one_answer(binary):
    long = padded(17 * MEGABYTE)
    for answer in answer_each(binary, [long + b"\n", long.replace(b"x", b"[") + b"\n"]):
        refused(answer, "bad_request", "bad_json")
    answers = batch(binary, [HELLO, long])
    same(len(answers), 2)
    check_still_here(answers[0])
    refused(decode(answers[1]), "bad_request", "bad_json")


# very many matches


def in_chunks(items):
    return (items[start:start + CHUNK] for start in range(0, len(items), CHUNK))


def ask_all(engine, requests_):
    """All answers, sent in chunks so that nothing has to wait for each."""
    return [answer for chunk in in_chunks(requests_) for answer in engine.ask_many(chunk)]


def about(command, numbers):
    return [{"cmd": command, "match": number} for number in numbers]


def test_very_many_matches_opened_and_then_dropped(binary):
    with Engine(binary, record=True) as engine:
        numbers = [fine(answer)["match"] for answer in ask_all(engine, [OPEN] * MATCHES)]
        same(len(set(numbers)), MATCHES)
        random.Random(4).shuffle(numbers)
        for answer in ask_all(engine, about("drop", numbers)):
            fine(answer)
        for answer in ask_all(engine, about("turn", numbers[::10])):
            refused(answer, "unknown_match")
        again = fine(engine.ask(**OPEN))["match"]
        assert again not in numbers, "a dropped number came back"
    found = batch(binary, engine.sent)
    assert found == engine.heard, "all at once gives other answers than bit by bit"


def test_very_many_matches_opened_and_dropped_alternately(binary):
    seen, pending = set(), []
    with Engine(binary) as engine:
        for _ in range(MATCHES // CHUNK):
            drops = about("drop", pending) or [{"cmd": "hello"}] * CHUNK
            mixed = [request for drop in drops for request in (drop, OPEN)]
            answers = [fine(answer) for answer in engine.ask_many(mixed)]
            pending = [answer["match"] for answer in answers[1::2]]
            assert seen.isdisjoint(pending), "a number was given twice"
            seen.update(pending)
        for number in pending:
            fine(engine.ask(cmd="drop", match=number))
            refused(engine.ask(cmd="drop", match=number), "unknown_match")


if __name__ == "__main__":
    tap.run(globals())
