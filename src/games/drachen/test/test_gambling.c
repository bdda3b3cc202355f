/* test_gambling.c: rounds of gambling: antes, control, raising and leaving (Z-36 to
 * Z-38, Z-40 to Z-43 and Z-46). */
#include "scene.h"

/* Z-46: after the round the starter goes on with buying. */
static void ends(struct match *match, int gold0, int gold1, int gold2) {
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(awaited(match), dr_bit(0));
    assert_int_equal(table_of(match)->pot, 0);
    check_gold(match, gold0, gold1, gold2);
    match_free(match);
}

/* Z-36: antes in turn order from the starter, who is in control; the first
 * decision is his left neighbour's. */
static void test_z36_start(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 4, .options = {"first_seat", "2"}, .hands = {"", "", "F01"}});
    test_play(match, 2, "play F01");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(asked(match), DR_ASK_LOSS);
        assert_int_equal(awaited(match), dr_bit((2 + i) % 4));
        assert_int_equal(table_of(match)->pot, i);
        nobody_answers(match);
    }
    check_round(match, 15, 2, 4);
    assert_int_equal(awaited(match), dr_bit(3));
    match_free(match);
}

/* Z-36, Z-40: an ante escape: no ante, not in the round, never asked to bet. */
static void test_z36_escape(void **unused) {
    (void)unused;
    struct match *match = opens("DEG", "", "E20", "");
    escapes(match, 1, "play E20");
    pass_windows(match);
    check_round(match, 5, 0, 2);
    bets(match, 2, "pass");
    ends(match, 9 + 2, 10, 9);
}

/* An escape needs an ante: it does not answer other losses. */
static void test_z36_escape_only_from_antes(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 2, .options = {"characters", "DE"}, .hands = {"D15", "E20"}});
    test_play(match, 0, "play D15");
    reach_loss_of(match, 1);
    assert_true(is_refused(match, 1, "play E20"));
    match_free(match);
}

/* Z-37: Siegreiche Hand is beaten by Cheating only. */
static void test_z37_lock(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E03", "F02 F03 F10");
    bets(match, 1, "play E03");
    assert_true(is_refused(match, 2, "play F01"));
    assert_true(is_refused(match, 2, "play F02"));
    assert_true(is_refused(match, 2, "play F03"));
    bets(match, 2, "play F10");
    check_round(match, 7, 2, 3);
    match_free(match);
}

/* Z-37: after a Cheating card everything is open again. */
static void test_z37_open_after_cheating(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "D03", "E03", "F10");
    bets(match, 1, "play E03");
    bets(match, 2, "play F10");
    bets(match, 0, "play D03");
    check_round(match, 7, 0, 3);
    assert_true(is_refused(match, 1, "play E01"));
    match_free(match);
}

/* Z-37: Cheating beats Cheating, and Zocken? beats both. */
static void test_z37_cheating_beats_everything(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E13", "F13");
    bets(match, 1, "play E13");
    bets(match, 2, "play F13");
    bets(match, 0, "play D01");
    check_round(match, 7, 0, 3);
    match_free(match);
}

/* Z-38: who passed is asked again after a new control card. */
static void test_z38_passing_stays_in(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "", "");
    bets(match, 1, "pass");
    check_round(match, 7, 0, 3);
    bets(match, 2, "play F01");
    bets(match, 0, "pass");
    bets(match, 1, "play E01");
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    ends(match, 9, 9 + 3, 9);
}

/* Z-40: who left antes no more, his gold stays, his Anytime cards work. */
static void test_z40_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("DEG", "", "E20 E09", "G02");
    escapes(match, 1, "play E20");
    pass_windows(match);
    bets(match, 2, "play G02");
    check_round(match, 5, 2, 4);
    check_gold(match, 8, 10, 8);
    interrupt(match, 1, "play E09 >0");
    pass_windows(match);
    check_gold(match, 7, 11, 8);
    assert_true(is_refused(match, 1, "play E01"));
    bets(match, 0, "pass");
    ends(match, 7, 11, 8 + 4);
}

/* Eve raises and escapes her own ante; the others ante all the same (Z-41). */
static struct match *raises_and_leaves(const char *hand) {
    struct match *match = runs("DEF", hand, "E02 E20", "");
    test_play(match, 1, "play E02");
    escapes(match, 1, "play E20");
    pass_windows(match);
    check_round(match, 5, NO_CONTROL, 5);
    return match;
}

/* Z-40: the leader leaves: if everyone passes, the inn gets the pot. */
static void test_z40_leader_leaves_all_pass(void **unused) {
    (void)unused;
    struct match *match = raises_and_leaves("");
    bets(match, 2, "pass");
    test_play(match, 0, "pass"); /* nobody has won, so D25 is not asked */
    assert_int_equal(table_of(match)->inn, 5);
    ends(match, 8, 9, 8);
}

/* Z-40: whoever plays a legal control card takes it. */
static void test_z40_leader_leaves_control_is_taken(void **unused) {
    (void)unused;
    struct match *match = raises_and_leaves("");
    bets(match, 2, "pass");
    bets(match, 0, "play D01");
    bets(match, 2, "pass");
    ends(match, 8 + 5, 9, 8);
}

/* Z-37, Z-40: who holds the locked hand is made to leave: the Cheating card has
 * control, the lock is gone, his gold stays in the pot. */
static void test_z40_leaving_with_a_lock(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E03", "F09");
    bets(match, 1, "play E03");
    bets(match, 2, "play F09 >1");
    check_round(match, 5, 2, 3);
    bets(match, 0, "play D01");
    bets(match, 2, "pass");
    ends(match, 9 + 3, 9, 9);
}

/* Z-37: somebody else leaves: the Cheating card has still opened the lock. */
static void test_z40_another_leaves_under_lock(void **unused) {
    (void)unused;
    struct match *match = runs("DEFG", "", "E03", "F09");
    bets(match, 1, "play E03");
    bets(match, 2, "play F09 >3");
    check_round(match, 7, 2, 4);
    bets(match, 0, "play D01");
    match_free(match);
}

/* Z-41: a raise brings an ante of each in the round, clockwise from the raiser. */
static void test_z41_raise(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E02", "");
    test_play(match, 1, "play E02");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(asked(match), DR_ASK_LOSS);
        assert_int_equal(awaited(match), dr_bit((1 + i) % 3));
        nobody_answers(match);
    }
    check_round(match, 7, 1, 6);
    assert_int_equal(awaited(match), dr_bit(2));
    match_free(match);
}

static struct match *poor_eve(const char *eve, const char *fleck) {
    struct match *match = opened(&(struct scene){.seats = 3,
                                                 .options = {"characters", "DEF"},
                                                 .hands = {"", eve, fleck},
                                                 .gold = {10, 1, 10}});
    pass_windows(match);
    check_gold(match, 9, 0, 9);
    return match;
}

/* Z-41: a raise while broke: control, but nobody antes. */
static void test_z41_raise_while_broke(void **unused) {
    (void)unused;
    struct match *match = poor_eve("E02", "");
    bets(match, 1, "play E02");
    check_round(match, 7, 1, 3);
    check_gold(match, 9, 0, 9);
    match_free(match);
}

/* Z-41: the raiser's NO_PAY counts as paid; the others ante. */
static void test_z41_raise_with_no_pay(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E02 E17", "");
    test_play(match, 1, "play E02");
    escapes(match, 1, "play E17");
    pass_windows(match);
    check_round(match, 7, 1, 5);
    check_gold(match, 8, 9, 8);
    match_free(match);
}

/* Z-41: the inn pays the raiser's ante. */
static void test_z41_raise_with_inn_pays(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "", "F02 F19");
    bets(match, 1, "pass");
    test_play(match, 2, "play F02");
    escapes(match, 2, "play F19");
    pass_windows(match);
    check_round(match, 7, 2, 6);
    check_gold(match, 8, 8, 9);
    match_free(match);
}

/* The inn pays an ante at the start: the pot is whole, no gold comes from nowhere. */
static void test_inn_pays_ante(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "D09", "", "");
    escapes(match, 0, "play D09");
    pass_windows(match);
    check_round(match, 7, 0, 3);
    check_gold(match, 10, 9, 9);
    assert_int_equal(table_of(match)->inn, -1);
    assert_int_equal(all_gold(match), 30);
    match_free(match);
}

/* Z-42: broke inside the round: he stays in, pays nothing, and is out at its end. */
static void test_z42_broke_stays_in(void **unused) {
    (void)unused;
    struct match *match = poor_eve("", "F02");
    bets(match, 1, "pass");
    bets(match, 2, "play F02");
    check_round(match, 7, 2, 5);
    bets(match, 0, "pass");
    bets(match, 1, "pass");
    assert_int_equal(table_of(match)->in, 5);
    ends(match, 8, 0, 8 + 5);
}

/* Z-42: unless he wins the pot. */
static void test_z42_broke_wins(void **unused) {
    (void)unused;
    struct match *match = poor_eve("", "F02");
    bets(match, 1, "pass");
    bets(match, 2, "play F02");
    bets(match, 0, "pass");
    bets(match, 1, "play E01");
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    assert_int_equal(table_of(match)->in, 7);
    ends(match, 8, 5, 8);
}

/* Z-42: at 0 gold there is no window for an escape. */
static void test_z42_broke_is_not_asked(void **unused) {
    (void)unused;
    struct match *match = poor_eve("E20", "F02");
    bets(match, 1, "pass");
    test_play(match, 2, "play F02");
    while (asked(match) == DR_ASK_LOSS) {
        assert_int_not_equal(awaited(match), dr_bit(1));
        nobody_answers(match);
    }
    check_round(match, 7, 2, 5);
    match_free(match);
}

/* Z-43: no card negates Gambling cards: no window opens on them. */
static void test_z43_gambling_has_no_window(void **unused) {
    (void)unused;
    struct match *match = runs("GEF", "G09 G08", "E03", "");
    test_play(match, 1, "play E03");
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(awaited(match), dr_bit(2));
    assert_true(is_refused(match, 0, "play G09"));
    assert_true(is_refused(match, 0, "play G08"));
    match_free(match);
}

/* Z-46: the starter who is broke at the end does not buy: he is out. */
static void test_z46_starter_goes_out(void **unused) {
    (void)unused;
    struct match *match =
        opened(&(struct scene){.seats = 3, .options = {"characters", "EDG"}, .gold = {1, 10, 10}});
    pass_windows(match);
    bets(match, 1, "play D01");
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    assert_int_equal(table_of(match)->in, 6);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    assert_int_equal(awaited(match), dr_bit(1));
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z36_start),
        cmocka_unit_test(test_z36_escape),
        cmocka_unit_test(test_z36_escape_only_from_antes),
        cmocka_unit_test(test_z37_lock),
        cmocka_unit_test(test_z37_open_after_cheating),
        cmocka_unit_test(test_z37_cheating_beats_everything),
        cmocka_unit_test(test_z38_passing_stays_in),
        cmocka_unit_test(test_z40_leaving),
        cmocka_unit_test(test_z40_leader_leaves_all_pass),
        cmocka_unit_test(test_z40_leader_leaves_control_is_taken),
        cmocka_unit_test(test_z40_leaving_with_a_lock),
        cmocka_unit_test(test_z40_another_leaves_under_lock),
        cmocka_unit_test(test_z41_raise),
        cmocka_unit_test(test_z41_raise_while_broke),
        cmocka_unit_test(test_z41_raise_with_no_pay),
        cmocka_unit_test(test_z41_raise_with_inn_pays),
        cmocka_unit_test(test_inn_pays_ante),
        cmocka_unit_test(test_z42_broke_stays_in),
        cmocka_unit_test(test_z42_broke_wins),
        cmocka_unit_test(test_z42_broke_is_not_asked),
        cmocka_unit_test(test_z43_gambling_has_no_window),
        cmocka_unit_test(test_z46_starter_goes_out),
    };
    return cmocka_run_group_tests_name("drachen gambling", tests, NULL, NULL);
}
