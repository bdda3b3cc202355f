/* test_rulings.c: our own rulings where the rule sheet leaves something open, each by its
 * number: Z-55 to Z-64 and Z-66 to Z-68. Z-65 is in test_pot.c. */
#include "scene.h"

/* Z-55: own cards may be answered too: Dimli negates what he played himself. */
static void test_z55_own_card_is_negated(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D14 D08", "", "T09");
    answer(match, 0, "play D14 >1");
    assert_true(is_on_top(match, "D14"));
    respond(match, 0, "play D08");
    pass_windows(match);
    check_seat(match, 0, 20, 4, 10);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* Z-55: who ignores a card that would pay him gets nothing; the others still pay. */
static void test_z55_own_card_is_ignored(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 3, .options = {"characters", "EDG"}, .hands = {"E27 E18"}},
             "play E27");
    respond(match, 0, "play E18");
    pass_windows(match);
    check_gold(match, 10, 9, 9);
    assert_int_equal(table_of(match)->inn, 2);
    match_free(match);
}

/* Gog hugs everybody; Eve has sealed her answer, Dimli not yet, and Gog interrupts
 * with a tip that she shall pay. */
static struct match *interrupted(void) {
    struct match *match = laid((struct scene){.seats = 3,
                                              .options = {"characters", "GED"},
                                              .hands = {"G20 G07", "E18", ""}},
                               "play G20");
    assert_int_equal(awaited(match), dr_bit(1) | dr_bit(2));
    test_play(match, 1, "play E18");
    assert_int_equal(awaited(match), dr_bit(2));
    test_play(match, 0, "play G07 >1");
    assert_true(is_on_top(match, "G07"));
    return match;
}

/* Z-56: a card sealed in one answer cannot be used in another. */
static void test_z56_sealed_card_is_not_free(void **unused) {
    (void)unused;
    struct match *match = interrupted();
    assert_true(awaited(match) & dr_bit(1));
    assert_true(holds(match, 1, "E18"));
    assert_true(is_refused(match, 1, "play E18"));
    pass_windows(match);
    check_seat(match, 1, 20, 0, 9);
    match_free(match);
}

/* Z-57: an interrupt does not reopen a window: answers stay. */
static void test_z57_sealed_answers_stay(void **unused) {
    (void)unused;
    struct match *match = interrupted();
    while (!is_on_top(match, "G20"))
        nobody_answers(match);
    assert_int_equal(awaited(match), dr_bit(2));
    test_play(match, 2, "pass");
    assert_true(is_on_top(match, "E18"));
    match_free(match);
}

/* Z-57: a decision is asked again, of the same seat. */
static void check_asked_again(struct match *match, enum dr_ask ask) {
    assert_int_equal(asked(match), ask);
    uint32_t before = 0;
    int depth = table_of(match)->depth;
    test_play(match, 1, "play E09 >0");
    while (table_of(match)->depth > depth) {
        before = table_of(match)->question;
        nobody_answers(match);
    }
    assert_int_equal(asked(match), ask);
    assert_int_equal(awaited(match), dr_bit(0));
    assert_true(table_of(match)->question > before);
    check_gold(match, 9, 11);
    match_free(match);
}

static void test_z57_decisions_are_asked_again(void **unused) {
    (void)unused;
    check_asked_again(set_table(&(struct scene){.seats = 2, .hands = {"", "E09"}}), DR_ASK_ACTION);
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"", "E09"}});
    decide(match, 0, "pass");
    check_asked_again(match, DR_ASK_BUY);
    match = reveals("DE", "", "E09", "T11");
    reach(match, DR_ASK_MEAD);
    check_asked_again(match, DR_ASK_MEAD);
    match = happens(
        "T23", (struct scene){
                   .seats = 2, .options = ONE_DRINK("DE"), .hands = {"", "E09"}, .drinks = "T03"});
    check_asked_again(match, DR_ASK_CHALLENGE);
}

/* Z-57: a gambling turn too. */
static void test_z57_gambling_turn_is_asked_again(void **unused) {
    (void)unused;
    struct match *match = runs("DEG", "", "", "G07");
    assert_int_equal(awaited(match), dr_bit(1));
    uint32_t before = 0;
    test_play(match, 2, "play G07 >2");
    while (asked(match) != DR_ASK_BET) {
        before = table_of(match)->question;
        nobody_answers(match);
    }
    assert_true(before > 0);
    assert_int_equal(awaited(match), dr_bit(1));
    assert_true(table_of(match)->question > before);
    match_free(match);
}

/* Z-57: a payment by a seat without gold lapses. */
static void test_z57_payment_lapses(void **unused) {
    (void)unused;
    struct match *match = laid((struct scene){.seats = 3,
                                              .options = {"characters", "DGE"},
                                              .hands = {"D15", "G10", "E09"},
                                              .gold = {10, 1, 10}},
                               "play D15");
    reach_loss_of(match, 1);
    interrupt(match, 2, "play E09 >1");
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_int_equal(dr_top_of(table_of(match))->source, 1); /* the theft */
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_int_equal(dr_top_of(table_of(match))->source, 2); /* no more about Dimli's 1 */
    check_gold(match, 10, 0, 11);
    assert_true(holds(match, 1, "G10"));
    nobody_answers(match);
    check_gold(match, 11, 0, 10);
    match_free(match);
}

/* Z-58: events on top of the deck are no drinks of a challenge: they are discarded. */
static void test_z58_challenge_skips_events(void **unused) {
    (void)unused;
    struct match *match = happens("T23", (struct scene){.seats = 2,
                                                        .options = ONE_DRINK("DE"),
                                                        .drinks = "T21 T20 T03 T22 T05 T09"});
    decide(match, 0, "accept");
    check_seat(match, 0, 20, 1 + 2, 11);
    assert_int_equal(table_of(match)->drink_discard_count, 6); /* three events, two drinks, T23 */
    match_free(match);
}

/* Z-59: of drinks taken together a -1 counts before the marker is capped. */
static void test_z59_together_is_one_sum(void **unused) {
    (void)unused;
    struct match *match = happens("T22", (struct scene){.seats = 2,
                                                        .options = ONE_DRINK("ED"),
                                                        .hands = {"", "D14"},
                                                        .drinks = "T18 T05"});
    reach_drink_of(match, 1);
    respond(match, 1, "play D14 >0");
    pass_windows(match);
    check_seat(match, 0, 20, 2 - 1, 9);
    match_free(match);
}

/* Z-60: with nothing to buy the phase is skipped. What is discarded then is shuffled in at the
 * next draw, without a second payment. */
static void test_z60_nothing_to_buy(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .drinks = "T17 T01 T05 T03"});
    hide_drinks(match, 0);
    test_play(match, 0, "pass");
    while (asked(match) != DR_ASK_ACTION) {
        assert_int_not_equal(asked(match), DR_ASK_BUY);
        nobody_answers(match);
    }
    assert_int_equal(table_of(match)->active, 1);
    assert_int_equal(table_of(match)->drink_discard_count, 1);
    check_gold(match, 10, 10);
    test_play(match, 1, "pass");
    assert_int_equal(table_of(match)->chance, DR_SHUFFLE_DRINKS);
    test_play(match, SEAT_CHANCE, "shuffle drinks *");
    assert_int_equal(asked(match), DR_ASK_BUY);
    check_gold(match, 10, 10);
    match_free(match);
}

/* Z-61: W8 opens after an event too. */
static void test_z61_after_event(void **unused) {
    (void)unused;
    struct match *match = reveals("DG", "", "G16", "T20");
    reach(match, DR_ASK_END);
    assert_int_equal(awaited(match), dr_bit(1));
    check_seat(match, 0, 20, 1, 8);
    match_free(match);
}

/* Z-61: and after an empty pile. */
static void test_z61_after_empty_pile(void **unused) {
    (void)unused;
    struct match *match = reveals("DG", "", "G16", "T09");
    pass_windows(match);
    quiet_turn(match);
    decide(match, 0, "keep");
    decide(match, 0, "pass");
    assert_int_equal(seat_of(match, 0)->pile_count, 0);
    test_play(match, 0, "buy >1");
    assert_int_equal(asked(match), DR_ASK_END);
    assert_int_equal(alcohol_of(match, 0), 3);
    respond(match, 1, "play G16");
    assert_int_equal(alcohol_of(match, 0), 2); /* Z-22: once more, from the empty pile */
    match_free(match);
}

/* Z-62: a drink that is passed keeps its changes; its new drinker may answer it, even if she has
 * answered it before. */
static void test_z62_passed_drink_keeps_its_cards(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D14", "E16 E11", "T01");
    respond(match, 1, "play E16");
    respond(match, 0, "play D14 >1");
    assert_int_equal(open_drinker(match), 1);
    assert_int_equal(open_alcohol(match), 4);
    respond(match, 1, "play E11");
    pass_windows(match);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* Z-62: so does one that is split. */
static void test_z62_split_drink_keeps_its_cards(void **unused) {
    (void)unused;
    struct match *match = reveals("FE", "F14", "E16 E11", "T01");
    respond(match, 1, "play E16");
    respond(match, 0, "play F14 >1");
    reach_drink_of(match, 1);
    assert_int_equal(open_alcohol(match), 2);
    respond(match, 1, "play E11");
    pass_windows(match);
    check_seat(match, 0, 20, 2, 10);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* Dimli has turned a Mead into Fortitude, of which he has 10. */
static struct match *dimlis_mead(void) {
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("DE"),
                                                    .hands = {"D13"},
                                                    .drinks = "T11",
                                                    .fortitude = {10, 10}},
                                    "buy >1");
    respond(match, 0, "play D13");
    reach(match, DR_ASK_MEAD);
    return match;
}

/* Z-63: D13 turns what Dimli drinks himself: of a shared Mead his half. */
static void test_z63_of_shared_mead_his_half(void **unused) {
    (void)unused;
    struct match *match = dimlis_mead();
    test_play(match, 0, "split >1");
    check_seat(match, 0, 12, 0, 10);
    assert_int_equal(open_alcohol(match), 2);
    assert_false(dr_top_of(table_of(match))->drink.flags & DR_TO_F);
    pass_windows(match);
    check_seat(match, 0, 12, 0, 10);
    check_seat(match, 1, 10, 2, 10);
    match_free(match);
}

/* Z-63: drunk alone all of it. */
static void test_z63_of_whole_mead_all(void **unused) {
    (void)unused;
    struct match *match = dimlis_mead();
    decide(match, 0, "drink");
    check_seat(match, 0, 13, 0, 10);
    check_seat(match, 1, 10, 0, 10);
    match_free(match);
}

static struct match *splits_in_three(void) {
    return turn_over(&(struct scene){.seats = 3,
                                     .options = ONE_DRINK("FDE"),
                                     .hands = {"F14", "D23 D23", "E16"},
                                     .drinks = "T01"},
                     "buy >1");
}

/* Z-64: a spike before the split is part of the halves: E16 replaces it too. */
static void test_z64_spike_before_split_is_replaced(void **unused) {
    (void)unused;
    struct match *match = splits_in_three();
    respond(match, 1, "play D23");
    respond(match, 0, "play F14 >1");
    assert_int_equal(open_alcohol(match), 2);
    respond(match, 2, "play E16");
    assert_int_equal(open_alcohol(match), 4);
    match_free(match);
}

/* Z-64: one played after the split stays. */
static void test_z64_spike_after_split_stays(void **unused) {
    (void)unused;
    struct match *match = splits_in_three();
    respond(match, 0, "play F14 >1");
    respond(match, 1, "play D23");
    assert_int_equal(open_alcohol(match), 1 + 2);
    respond(match, 2, "play E16");
    assert_int_equal(open_alcohol(match), 4 + 2);
    match_free(match);
}

/* Fleck's Mead lies open in an event; no card splits it and nobody is asked to
 * share it. */
static void check_mead_in_event(struct match *match) {
    reach_drink_of(match, 0);
    assert_int_equal(open_alcohol(match), 3);
    assert_true(is_refused(match, 0, "play F14 >1"));
    while (asked(match) == DR_ASK_DRINK) {
        nobody_answers(match);
        assert_int_not_equal(asked(match), DR_ASK_MEAD);
    }
    match_free(match);
}

static struct match *fleck_in_event(const char *event, const char *drinks) {
    return happens(
        event,
        (struct scene){.seats = 2, .options = ONE_DRINK("FE"), .hands = {"F14"}, .drinks = drinks});
}

/* Z-66: no card splits a lone Mead, wherever it was revealed; in an event it is
 * not shared either. */
static void test_z66_mead_in_events(void **unused) {
    (void)unused;
    check_mead_in_event(fleck_in_event("T22", "T11 T05"));
    check_mead_in_event(fleck_in_event("T21", "T11"));
    struct match *match = fleck_in_event("T23", "T11 T05");
    test_play(match, 0, "accept");
    check_mead_in_event(match);
}

static struct match *toast(const char *hand, const char *other_hand, const char *drinks) {
    struct match *match = set_table(&(struct scene){
        .seats = 2, .options = ONE_DRINK("FE"), .hands = {hand, other_hand}, .drinks = drinks});
    test_play(match, 0, "play F18");
    reach_drink_of(match, 0);
    return match;
}

/* Z-66: in a toast, which is an Action, no card splits it either, but its drinker
 * has the choice to share it; it is still felt together with the others. */
static void test_z66_mead_in_toast(void **unused) {
    (void)unused;
    struct match *match = toast("F18 F14", "E11", "T13 T14 T11 T05");
    assert_true(is_refused(match, 0, "play F14 >1"));
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_MEAD);
    assert_int_equal(awaited(match), dr_bit(0));
    test_play(match, 0, "split >1");
    assert_int_equal(open_drinker(match), 1);
    assert_int_equal(open_alcohol(match), 2);
    check_seat(match, 0, 20, 0, 10);
    pass_windows(match);
    check_seat(match, 0, 20, 2, 10);
    check_seat(match, 1, 20, 2 + 2, 10);
    assert_int_equal(table_of(match)->drink_discard_count, 2);
    match_free(match);
}

/* Z-66: the one who is asked is its drinker; he may drink it alone. */
static void test_z66_mead_in_toast_is_drunk(void **unused) {
    (void)unused;
    struct match *match = toast("F18", "", "T13 T14 T05 T11");
    reach(match, DR_ASK_MEAD);
    assert_int_equal(awaited(match), dr_bit(1));
    decide(match, 1, "drink");
    check_seat(match, 0, 20, 2, 10);
    check_seat(match, 1, 20, 3, 10);
    match_free(match);
}

/* Z-66: nor is a half of one split, nor shared again. */
static void test_z66_half_of_mead(void **unused) {
    (void)unused;
    struct match *match = reveals("EF", "", "F14", "T11");
    reach(match, DR_ASK_MEAD);
    test_play(match, 0, "split >1");
    assert_int_equal(open_drinker(match), 1);
    assert_true(is_refused(match, 1, "play F14 >0"));
    nobody_answers(match);
    assert_int_not_equal(asked(match), DR_ASK_MEAD);
    match_free(match);
}

/* Z-66: a Mead in a chain, or one replaced by E16, is a drink like any other, also
 * in an event. */
static void test_z66_mead_like_any_other(void **unused) {
    (void)unused;
    struct match *match = fleck_in_event("T22", "T02 T11 T05");
    reach_drink_of(match, 0);
    respond(match, 0, "play F14 >1");
    assert_int_equal(open_alcohol(match), 2);
    match_free(match);
    match = happens("T22", (struct scene){.seats = 2,
                                          .options = ONE_DRINK("FE"),
                                          .hands = {"F14", "E16"},
                                          .drinks = "T11 T05"});
    reach_drink_of(match, 0);
    respond(match, 1, "play E16");
    respond(match, 0, "play F14 >1");
    assert_int_equal(open_alcohol(match), 2);
    match_free(match);
}

/* A contest of two that has turned over so many cards, those in front of them
 * included; both have 4. */
static struct match *long_contest(int cards, const char *drinks) {
    struct match *match =
        happens("T22", (struct scene){.seats = 2, .options = ONE_DRINK("DE"), .drinks = drinks});
    reach_drink_of(match, 0);
    turn_over_before(match, cards - 2);
    return match;
}

/* Z-67: not after 28 cards, and not after 111. */
static void test_z67_contest_goes_on(void **unused) {
    (void)unused;
    struct match *match = long_contest(28, "T10 T09 T05 T01");
    pass_windows(match);
    check_seat(match, 0, 20, 6, 11);
    check_seat(match, 1, 20, 5, 9);
    match_free(match);
    match = long_contest(109, "T10 T09 T05 T01");
    pass_windows(match);
    check_gold(match, 11, 9);
    match_free(match);
}

/* Z-67: after 112 cards it ends, and nobody wins, whoever has revealed more: he
 * drinks it for nothing. */
static void test_z67_contest_ends(void **unused) {
    (void)unused;
    struct match *match = long_contest(111, "T10 T09 T05 T01");
    pass_windows(match);
    check_seat(match, 0, 20, 6, 10);
    check_seat(match, 1, 20, 4, 10);
    match_free(match);
}

/* Z-67: nor does who is ahead with the last of them. */
static void test_z67_last_card_wins_nothing(void **unused) {
    (void)unused;
    struct match *match = long_contest(110, "T10 T09 T05 T01");
    pass_windows(match);
    check_seat(match, 0, 20, 6, 10);
    check_seat(match, 1, 20, 5, 10);
    match_free(match);
}

/* Z-68: W9 does not open again if nobody is about to go out: Eve, who could still play, is not
 * asked. */
static void test_z68_nobody_is_out_any_more(void **unused) {
    (void)unused;
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("FE"),
                                                    .hands = {"F22", "E09"},
                                                    .drinks = "T09",
                                                    .fortitude = {4, 20}},
                                    "buy >1");
    reach(match, DR_ASK_LAST);
    assert_int_equal(awaited(match), dr_bit(0) | dr_bit(1));
    respond(match, 0, "play F22");
    check_seat(match, 0, 6, 4, 10);
    assert_int_not_equal(asked(match), DR_ASK_LAST);
    check_in(match, 3);
    match_free(match);
}

/* Z-68: it does if somebody is. */
static void test_z68_somebody_is_still_out(void **unused) {
    (void)unused;
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("FE"),
                                                    .hands = {"F22", "E09"},
                                                    .drinks = "T09",
                                                    .fortitude = {2, 20}},
                                    "buy >1");
    reach(match, DR_ASK_LAST);
    respond(match, 0, "play F22");
    check_seat(match, 0, 4, 4, 10);
    assert_int_equal(asked(match), DR_ASK_LAST);
    pass_windows(match);
    check_in(match, 2);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z55_own_card_is_negated),
        cmocka_unit_test(test_z55_own_card_is_ignored),
        cmocka_unit_test(test_z56_sealed_card_is_not_free),
        cmocka_unit_test(test_z57_sealed_answers_stay),
        cmocka_unit_test(test_z57_decisions_are_asked_again),
        cmocka_unit_test(test_z57_gambling_turn_is_asked_again),
        cmocka_unit_test(test_z57_payment_lapses),
        cmocka_unit_test(test_z58_challenge_skips_events),
        cmocka_unit_test(test_z59_together_is_one_sum),
        cmocka_unit_test(test_z60_nothing_to_buy),
        cmocka_unit_test(test_z61_after_event),
        cmocka_unit_test(test_z61_after_empty_pile),
        cmocka_unit_test(test_z62_passed_drink_keeps_its_cards),
        cmocka_unit_test(test_z62_split_drink_keeps_its_cards),
        cmocka_unit_test(test_z63_of_shared_mead_his_half),
        cmocka_unit_test(test_z63_of_whole_mead_all),
        cmocka_unit_test(test_z64_spike_before_split_is_replaced),
        cmocka_unit_test(test_z64_spike_after_split_stays),
        cmocka_unit_test(test_z66_mead_in_events),
        cmocka_unit_test(test_z66_mead_in_toast),
        cmocka_unit_test(test_z66_mead_in_toast_is_drunk),
        cmocka_unit_test(test_z66_half_of_mead),
        cmocka_unit_test(test_z66_mead_like_any_other),
        cmocka_unit_test(test_z67_contest_goes_on),
        cmocka_unit_test(test_z67_contest_ends),
        cmocka_unit_test(test_z67_last_card_wins_nothing),
        cmocka_unit_test(test_z68_nobody_is_out_any_more),
        cmocka_unit_test(test_z68_somebody_is_still_out),
    };
    return cmocka_run_group_tests_name("drachen rulings", tests, NULL, NULL);
}
