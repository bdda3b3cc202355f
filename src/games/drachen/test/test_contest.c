/* test_contest.c: the drinking contest: its drinks, score, ties and payment (Z-29 to
 * Z-33). */
#include "scene.h"

/* A contest of two or three with 10 gold each. */
static struct match *contest(const char *letters, const char *hand, const char *other_hand,
                             const char *drinks) {
    return happens("T22", (struct scene){.seats = (int)strlen(letters),
                                         .options = ONE_DRINK(letters),
                                         .hands = {hand, other_hand},
                                         .drinks = drinks});
}

/* All windows are passed; alcohol and gold by seat. */
static void ends(struct match *match, const int *alcohol, const int *gold) {
    pass_windows(match);
    for (int seat = 0; seat < table_of(match)->seats; seat++)
        check_seat(match, seat, table_of(match)->seat[seat].fortitude, alcohol[seat], gold[seat]);
    match_free(match);
}

/* Z-29: revealed clockwise from the active player, chasers from the deck; then
 * the windows; then all drink at the same time. Z-31: 1 gold from each other. */
static void test_z29_contest(void **unused) {
    (void)unused;
    struct match *match = contest("DEG", "", "", "T10 T02 T03 T01");
    for (int seat = 0; seat < 3; seat++) {
        assert_int_equal(table_of(match)->event.revealed, 7);
        assert_int_equal(asked(match), DR_ASK_DRINK);
        assert_int_equal(open_drinker(match), seat);
        for (int drinker = 0; drinker < 3; drinker++)
            assert_int_equal(alcohol_of(match, drinker), 0);
        nobody_answers(match);
    }
    assert_int_equal(table_of(match)->seat[1].pile_count, 2);
    ends(match, BY_SEAT(4, 2, 1), BY_SEAT(12, 9, 9));
}

/* Z-29: the active player is the first to reveal, whatever his seat. */
static void test_z29_from_active_player(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 3,
                        .options = {"characters", "DEG", "start_drinks", "1", "first_seat", "1"},
                        .drinks = "T13 T22 T14 T15 T10 T05 T01"});
    decide(match, 1, "pass");
    test_play(match, 1, "buy >2");
    assert_int_equal(open_drinker(match), 1);
    ends(match, BY_SEAT(1, 4, 2), BY_SEAT(9, 12, 9));
}

/* Z-29: an event counts 0 and is not replaced. */
static void test_z29_event_counts_nothing(void **unused) {
    (void)unused;
    struct match *match = contest("DEG", "", "", "T21 T05 T01");
    assert_int_equal(open_drinker(match), 1);
    ends(match, BY_SEAT(0, 2, 1), BY_SEAT(9, 12, 9));
}

/* The contest's deck has three drinks, one of them is bought. */
static struct match *short_contest(const int *gold, const char *drinks) {
    struct scene scene = {.seats = 3, .options = ONE_DRINK("DEG"), .drinks = drinks};
    memcpy(scene.gold, gold, 3 * sizeof *gold);
    struct match *match = before_event("T22", scene);
    thin_drinks(match, 3);
    test_play(match, 0, "buy >1");
    while (asked(match))
        nobody_answers(match);
    return match;
}

/* Z-29, Z-48: the deck runs out in the middle: everybody pays, it is refilled at
 * once, and the open drinks and the event are not shuffled into it. */
static void test_z29_deck_runs_out(void **unused) {
    (void)unused;
    struct match *match = short_contest(BY_SEAT(10, 10, 10), "T10 T03");
    for (int seat = 0; seat < 3; seat++)
        check_seat(match, seat, 20, 0, 9);
    assert_int_equal(table_of(match)->drink_discard_count, 28 - 3 - 3);
    test_play(match, SEAT_CHANCE, "shuffle drinks T05 *");
    ends(match, BY_SEAT(4, 1, 2), BY_SEAT(11, 8, 8));
}

/* Z-29: it runs out in the middle of a chain, which then goes on. */
static void test_z29_deck_runs_out_in_chain(void **unused) {
    (void)unused;
    struct match *match = short_contest(BY_SEAT(10, 10, 10), "T10 T06");
    test_play(match, SEAT_CHANCE, "shuffle drinks T09 T01 *");
    reach_drink_of(match, 1);
    assert_int_equal(open_alcohol(match), 6);
    ends(match, BY_SEAT(4, 6, 1), BY_SEAT(8, 11, 8));
}

/* Z-29: nothing to reveal: score 0, and no A-1. Z-48: one charge only. */
static void test_z29_nothing_to_reveal(void **unused) {
    (void)unused;
    struct match *match = before_event(
        "T22", (struct scene){
                   .seats = 3, .options = ONE_DRINK("DEG"), .drinks = "T03", .alcohol = {0, 5, 5}});
    hide_drinks(match, 2);
    test_play(match, 0, "buy >1");
    ends(match, BY_SEAT(1, 5, 5), BY_SEAT(11, 8, 8));
}

/* Z-30: a spike raises the score. */
static void test_z30_spike_counts(void **unused) {
    (void)unused;
    struct match *match = contest("DE", "D23", "", "T03 T05");
    reach_drink_of(match, 0);
    respond(match, 0, "play D23");
    ends(match, BY_SEAT(3, 2), BY_SEAT(11, 9));
}

/* Z-30: a replaced drink counts as what it now is. */
static void test_z30_replaced_counts(void **unused) {
    (void)unused;
    struct match *match = contest("DE", "", "E16", "T03 T05");
    reach_drink_of(match, 0);
    respond(match, 1, "play E16");
    ends(match, BY_SEAT(4, 2), BY_SEAT(11, 9));
}

/* Z-30: ignoring does not change the score. */
static void test_z30_ignored_drink_still_wins(void **unused) {
    (void)unused;
    struct match *match = contest("DE", "D11", "", "T10 T05");
    reach_drink_of(match, 0);
    respond(match, 0, "play D11");
    ends(match, BY_SEAT(0, 2), BY_SEAT(11, 9));
}

/* Z-30: splitting does not change it. */
static void test_z30_split_drink_still_wins(void **unused) {
    (void)unused;
    struct match *match = contest("FE", "F14", "", "T10 T07");
    reach_drink_of(match, 0);
    respond(match, 0, "play F14 >1");
    ends(match, BY_SEAT(2, 5), BY_SEAT(11, 9));
}

/* Z-30: it freezes at that moment: a spike on a half comes too late. */
static void test_z30_score_freezes_at_split(void **unused) {
    (void)unused;
    struct match *match = contest("FD", "F14", "D23", "T05 T07");
    reach_drink_of(match, 0);
    respond(match, 0, "play F14 >1");
    respond(match, 1, "play D23");
    ends(match, BY_SEAT(3, 4), BY_SEAT(9, 11));
}

/* Z-30: a spike before the split counts. */
static void test_z30_spike_before_split_counts(void **unused) {
    (void)unused;
    struct match *match = contest("FD", "F14", "D23", "T05 T07");
    reach_drink_of(match, 0);
    respond(match, 1, "play D23");
    respond(match, 0, "play F14 >1");
    ends(match, BY_SEAT(2, 5), BY_SEAT(11, 9));
}

/* Z-30: so does passing freeze it. */
static void test_z30_score_freezes_at_passing(void **unused) {
    (void)unused;
    struct match *match = contest("DE", "D14 D23", "", "T05 T07");
    reach_drink_of(match, 0);
    respond(match, 0, "play D14 >1");
    respond(match, 0, "play D23");
    ends(match, BY_SEAT(0, 7), BY_SEAT(9, 11));
}

/* Z-30: at least 0: coffee and water tie. */
static void test_z30_at_least_nothing(void **unused) {
    (void)unused;
    struct match *match = contest("DE", "", "", "T18 T17 T05 T01");
    ends(match, BY_SEAT(2, 1), BY_SEAT(11, 9));
}

/* D13: a contest score is unchanged by it. */
static void test_d13_in_contest(void **unused) {
    (void)unused;
    struct match *match = happens("T22", (struct scene){.seats = 2,
                                                        .options = ONE_DRINK("DE"),
                                                        .hands = {"D13"},
                                                        .drinks = "T10 T07",
                                                        .fortitude = {10}});
    reach_drink_of(match, 0);
    respond(match, 0, "play D13");
    pass_windows(match);
    check_seat(match, 0, 14, 0, 11);
    match_free(match);
}

/* T12: the score by who revealed it, the drink by who drinks it. */
static void test_t12_in_contest(void **unused) {
    (void)unused;
    ends(contest("GE", "", "", "T12 T05"), BY_SEAT(3, 2), BY_SEAT(11, 9));
    struct match *match = contest("DG", "D14", "", "T12 T07");
    reach_drink_of(match, 0);
    respond(match, 0, "play D14 >1");
    ends(match, BY_SEAT(0, 6), BY_SEAT(9, 11));
}

/* T11: in an event Mead brings no choice. */
static void test_t11_in_contest(void **unused) {
    (void)unused;
    ends(contest("DE", "", "", "T11 T05"), BY_SEAT(3, 2), BY_SEAT(11, 9));
}

/* Z-27: a forced drink comes after the contest and never enters it. */
static void test_z27_forced_after_contest(void **unused) {
    (void)unused;
    struct match *match = happens("T03 T22", (struct scene){.seats = 2,
                                                            .options = {"characters", "DG"},
                                                            .hands = {"", "G16"},
                                                            .drinks = "T17 T01 T05"});
    while (asked(match) != DR_ASK_END)
        nobody_answers(match);
    check_seat(match, 1, 20, 2, 11);
    respond(match, 1, "play G16");
    ends(match, BY_SEAT(2, 2), BY_SEAT(9, 11));
}

/* Z-31: in a tie only those who tie reveal and drink again. */
static void test_z31_tie(void **unused) {
    (void)unused;
    struct match *match = contest("DEG", "", "", "T10 T09 T01 T05 T03");
    ends(match, BY_SEAT(6, 5, 1), BY_SEAT(12, 9, 9));
}

/* Z-31: until one is ahead. */
static void test_z31_tie_upon_tie(void **unused) {
    (void)unused;
    struct match *match = contest("DEG", "", "", "T10 T09 T01 T03 T03 T17 T05");
    ends(match, BY_SEAT(5, 7, 1), BY_SEAT(9, 12, 9));
}

static struct match *weak_contest(const char *letters, const int *fortitude, const char *drinks) {
    struct scene scene = {.seats = (int)strlen(letters),
                          .options = ONE_DRINK(letters),
                          .hands = {letters[0] == 'F' ? "F22" : ""},
                          .drinks = drinks};
    memcpy(scene.fortitude, fortitude, (size_t)scene.seats * sizeof *fortitude);
    return happens("T22", scene);
}

/* Z-31: all but one of them pass out: that one wins without drinking on. Z-32:
 * the loser pays before he passes out. */
static void test_z31_last_one_standing(void **unused) {
    (void)unused;
    struct match *match = weak_contest("DEG", BY_SEAT(20, 4, 20), "T10 T09 T01 T05 T03");
    pass_windows(match);
    assert_int_equal(table_of(match)->in, 5);
    /* Eve's 9 gold: 5 to the inn, 2 for each of the others. */
    ends(match, BY_SEAT(4, 4, 1), BY_SEAT(10 + 2 + 2, 0, 10 - 1 + 2));
}

/* Z-31: all of them pass out: nobody wins. */
static void test_z31_nobody_stands(void **unused) {
    (void)unused;
    struct match *match = weak_contest("DEG", BY_SEAT(4, 4, 20), "T10 T09 T01");
    pass_windows(match);
    assert_true(match_over(match));
    assert_int_equal(table_of(match)->winners, dr_bit(2));
    ends(match, BY_SEAT(4, 4, 1), BY_SEAT(0, 0, 10 + 5 + 5));
}

/* Z-17, Z-31: everybody passes out in the same contest: a draw of all. */
static void test_z31_everybody_out(void **unused) {
    (void)unused;
    struct match *match = weak_contest("DEG", BY_SEAT(4, 4, 1), "T10 T09 T01");
    pass_windows(match);
    assert_true(match_over(match));
    assert_int_equal(table_of(match)->winners, 7);
    ends(match, BY_SEAT(4, 4, 1), BY_SEAT(0, 0, 0));
}

/* Z-31: before a repeat there is time for Anytime cards. */
static void test_z31_window_before_repeat(void **unused) {
    (void)unused;
    struct match *match = weak_contest("FE", BY_SEAT(4, 20), "T10 T09 T17 T01");
    while (asked(match) == DR_ASK_DRINK)
        nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_LAST);
    respond(match, 0, "play F22");
    reach_drink_of(match, 0);
    ends(match, BY_SEAT(4, 5), BY_SEAT(9, 11));
}

/* Z-31: a repeat in which nobody reveals a drink: nobody wins. */
static void test_z31_repeat_without_drink(void **unused) {
    (void)unused;
    struct match *match = contest("DEG", "", "", "T10 T09 T01 T21 T23");
    ends(match, BY_SEAT(4, 4, 1), BY_SEAT(10, 10, 10));
}

/* Z-31: one event and one drink of 0 are a tie again. */
static void test_z31_repeat_with_one_drink(void **unused) {
    (void)unused;
    struct match *match = contest("DE", "", "", "T10 T09 T21 T17 T05 T01");
    ends(match, BY_SEAT(6, 5), BY_SEAT(11, 9));
}

/* Z-32: a winner who passes out collects first. */
static void test_z32_winner_collects_first(void **unused) {
    (void)unused;
    struct match *match = weak_contest("DEG", BY_SEAT(4, 20, 20), "T10 T05 T01");
    while (asked(match) != DR_ASK_LAST)
        nobody_answers(match);
    check_seat(match, 0, 4, 4, 12);
    pass_windows(match);
    assert_int_equal(table_of(match)->in, 6);
    ends(match, BY_SEAT(4, 2, 1), BY_SEAT(0, 9 + 3, 9 + 3));
}

/* Z-33: at 0 gold in the middle of an event he pays nothing, and is out after it. */
static void test_z33_broke_in_contest(void **unused) {
    (void)unused;
    struct match *match = short_contest(BY_SEAT(10, 1, 10), "T10 T03");
    check_seat(match, 1, 20, 0, 0);
    assert_int_equal(table_of(match)->in, 7);
    test_play(match, SEAT_CHANCE, "shuffle drinks T05 *");
    pass_windows(match);
    assert_int_equal(table_of(match)->in, 5);
    ends(match, BY_SEAT(4, 1, 2), BY_SEAT(10, 0, 8));
}

/* Z-33: unless he wins it. */
static void test_z33_broke_and_wins(void **unused) {
    (void)unused;
    struct match *match = short_contest(BY_SEAT(10, 1, 10), "T03 T10");
    test_play(match, SEAT_CHANCE, "shuffle drinks T05 *");
    pass_windows(match);
    assert_int_equal(table_of(match)->in, 7);
    ends(match, BY_SEAT(1, 4, 2), BY_SEAT(8, 2, 8));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z29_contest),
        cmocka_unit_test(test_z29_from_active_player),
        cmocka_unit_test(test_z29_event_counts_nothing),
        cmocka_unit_test(test_z29_deck_runs_out),
        cmocka_unit_test(test_z29_deck_runs_out_in_chain),
        cmocka_unit_test(test_z29_nothing_to_reveal),
        cmocka_unit_test(test_z30_spike_counts),
        cmocka_unit_test(test_z30_replaced_counts),
        cmocka_unit_test(test_z30_ignored_drink_still_wins),
        cmocka_unit_test(test_z30_split_drink_still_wins),
        cmocka_unit_test(test_z30_score_freezes_at_split),
        cmocka_unit_test(test_z30_spike_before_split_counts),
        cmocka_unit_test(test_z30_score_freezes_at_passing),
        cmocka_unit_test(test_z30_at_least_nothing),
        cmocka_unit_test(test_d13_in_contest),
        cmocka_unit_test(test_t12_in_contest),
        cmocka_unit_test(test_t11_in_contest),
        cmocka_unit_test(test_z27_forced_after_contest),
        cmocka_unit_test(test_z31_tie),
        cmocka_unit_test(test_z31_tie_upon_tie),
        cmocka_unit_test(test_z31_last_one_standing),
        cmocka_unit_test(test_z31_nobody_stands),
        cmocka_unit_test(test_z31_everybody_out),
        cmocka_unit_test(test_z31_window_before_repeat),
        cmocka_unit_test(test_z31_repeat_without_drink),
        cmocka_unit_test(test_z31_repeat_with_one_drink),
        cmocka_unit_test(test_z32_winner_collects_first),
        cmocka_unit_test(test_z33_broke_in_contest),
        cmocka_unit_test(test_z33_broke_and_wins),
    };
    return cmocka_run_group_tests_name("drachen contest", tests, NULL, NULL);
}
