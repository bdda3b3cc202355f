"""promise.py: what the protocol promises, as small checks.

Written from the protocol's text alone and not from the engine's source, so
that an error in one is not copied into the other. Logs are read and closed
here with nothing but hashlib.
"""

import hashlib

CODES = {"bad_json", "bad_request", "unknown_command", "unknown_game", "unknown_match",
         "bad_setup", "not_your_turn", "illegal", "stale", "over"}


def check_form(answer):
    """The form that every answer has, whatever was asked."""
    assert isinstance(answer.get("ok"), bool), f"no boolean ok: {answer}"
    if not answer["ok"]:
        assert answer.get("error") in CODES, f"an unknown error code: {answer}"
        reason = answer.get("reason")
        assert isinstance(reason, str) and reason.strip(), f"no reason: {answer}"


def fine(answer, *fields):
    """The answer if it is fine and has these fields beside `ok`."""
    check_form(answer)
    assert answer["ok"], f"refused: {answer}"
    for field in fields:
        assert field in answer, f"field {field} is missing: {answer}"
    return answer


def refused(answer, *codes):
    """The answer if it is an error with one of these codes."""
    check_form(answer)
    assert not answer["ok"], f"should be refused: {answer}"
    assert answer["error"] in codes, f"should be {codes}: {answer}"
    return answer


def same(found, wanted):
    assert found == wanted, f"found {found!r}, wanted {wanted!r}"


def log_body(log):
    """The log without its last line."""
    return log[:log.rindex("\n", 0, len(log) - 1) + 1]


def log_entries(log):
    """Each entry as (place of its line, number, seat, action)."""
    lines = log_body(log).splitlines()
    cut = [(place, line.split(" ", 2)) for place, line in enumerate(lines) if line[0].isdigit()]
    return [(place, int(words[0]), words[1], words[2]) for place, words in cut]


def close_log(body):
    """The body with a fresh last line: its entries counted, its bytes hashed."""
    count = sum(line[0].isdigit() for line in body.splitlines())
    return f"{body}end {count} {hashlib.sha256(body.encode()).hexdigest()}\n"
