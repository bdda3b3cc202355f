"""test_leaks.py: a sample of pairs with one secret choice, over WebSocket; `script/bench leaks` makes many.

Most pairs are tested in src/server/test/secrets.c, with a simulated clock.
"""

import tavern
from leaks import check_delays, check_pairs
from tavern import shared

import tap

PAIRS = 3


def test_a_secret_bid_stays_one(binary):
    check_pairs(shared(binary), "null", PAIRS)


def test_a_secret_order_of_polterfass_stays_one(binary):
    check_pairs(shared(binary), "polterfass", PAIRS)


def test_a_sealed_answer_of_drachen_stays_one(binary):
    check_pairs(shared(binary), "drachen", PAIRS)


def test_a_laid_card_of_riff_raff_stays_one(binary):
    check_pairs(shared(binary), "riffraff", PAIRS)


def test_answers_take_equally_long(binary):
    print("# answers with a choice, without, by computer players:", *check_delays(shared(binary), 30, 1), flush=True)


def test_the_server_ends_well(binary):
    assert binary
    tavern.end_shared()


if __name__ == "__main__":
    tap.run(globals())
