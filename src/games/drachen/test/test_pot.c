/* test_pot.c: who gets the pot of a round: the winner, Gog, the inn, who
 * takes of it, or nobody yet (Z-39, Z-43 to Z-45). */
#include "scene.h"

/* Z-46: after the round the starter goes on with buying. */
static void ends(struct match *match, int gold0, int gold1, int gold2) {
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(awaited(match), dr_bit(0));
    assert_int_equal(table_of(match)->pot, 0);
    check_gold(match, gold0, gold1, gold2);
    match_free(match);
}

/* Z-39: all others have passed: the one in control takes the pot. */
static void test_z39_all_others_pass(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "", "");
    bets(match, 1, "pass");
    bets(match, 2, "pass");
    ends(match, 9 + 3, 9, 9);
}

/* Z-39: only one is left, and he has control. */
static void test_z39_one_left_in_control(void **unused) {
    (void)unused;
    struct match *match = runs("DE", "", "E12", NULL);
    bets(match, 1, "play E12 >0");
    ends(match, 9, 9 + 2, 0);
}

/* Gog opens and escapes his own ante: control is empty, Eve is left. */
static struct match *one_left_without_control(void) {
    struct match *match = opens("GE", "G11", "E12", NULL);
    escapes(match, 0, "play G11");
    pass_windows(match);
    check_round(match, 2, NO_CONTROL, 1);
    return match;
}

/* Z-39: with control empty the last one gets one W5: a control card wins. */
static void test_z39_last_one_takes_control(void **unused) {
    (void)unused;
    struct match *match = one_left_without_control();
    bets(match, 1, "play E01");
    ends(match, 10, 9 + 1, 0);
}

/* Z-39: and a pass sends the pot to the inn. */
static void test_z39_last_one_passes(void **unused) {
    (void)unused;
    struct match *match = one_left_without_control();
    bets(match, 1, "pass");
    assert_int_equal(table_of(match)->inn, 1);
    ends(match, 10, 9, 0);
}

/* Z-39, Z-65: E12 is a control card too; where nobody else is in the round, it
 * makes nobody leave. */
static void test_z39_e12_by_the_last_one(void **unused) {
    (void)unused;
    struct match *match = one_left_without_control();
    assert_true(is_refused(match, 1, "play E12 >0"));
    decide(match, 1, "play E12");
    assert_int_equal(table_of(match)->pot, 0);
    assert_int_equal(table_of(match)->inn, 0);
    assert_int_equal(asked(match), DR_ASK_BUY);
    match_free(match);
}

/* Z-39: nobody is left in: the pot goes to the inn. */
static void test_z39_nobody_left(void **unused) {
    (void)unused;
    struct match *match = runs("GE", "G11", "E02 E20", NULL);
    test_play(match, 1, "play E02");
    escapes(match, 1, "play E20");
    escapes(match, 0, "play G11");
    assert_int_equal(table_of(match)->inn, 2);
    ends(match, 9, 9, 0);
}

/* Z-39: everybody escapes the first ante. */
static void test_z39_nobody_begins(void **unused) {
    (void)unused;
    struct match *match = opens("GE", "G11", "E20", NULL);
    escapes(match, 0, "play G11");
    escapes(match, 1, "play E20");
    ends(match, 10, 10, 0);
}

/* Z-43, G09: the Cheating card is negated and Gog takes the pot at once. */
static void test_z43_gog_hits_cheater(void **unused) {
    (void)unused;
    struct match *match = runs("GED", "G09", "E13", "D25");
    test_play(match, 1, "play E13");
    assert_int_equal(asked(match), DR_ASK_CARD);
    respond(match, 0, "play G09");
    ends(match, 9 + 3, 9, 9); /* and D25 was not asked: not after WIN_NOW */
}

/* G09: also against a card that would make Gog leave. */
static void test_g09_against_leaving(void **unused) {
    (void)unused;
    struct match *match = runs("GED", "G09", "E12", "");
    test_play(match, 1, "play E12 >0");
    respond(match, 0, "play G09");
    ends(match, 9 + 3, 9, 9);
}

/* G09 is negated itself: Gog leaves. */
static void test_g09_negated(void **unused) {
    (void)unused;
    struct match *match = runs("GED", "G09", "E12", "D08");
    test_play(match, 1, "play E12 >0");
    answer(match, 0, "play G09");
    respond(match, 2, "play D08");
    pass_windows(match);
    check_round(match, 6, 1, 3);
    bets(match, 2, "pass");
    ends(match, 9, 9 + 3, 9);
}

/* G09: only while Gog is in the round. */
static void test_g09_after_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("GED", "G09 G11", "E13", "");
    escapes(match, 0, "play G11");
    pass_windows(match);
    test_play(match, 1, "play E13");
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_true(is_refused(match, 0, "play G09"));
    match_free(match);
}

/* Z-44: END_TO_INN ends the round without a winner, in anybody's turn. */
static void test_z44_end_to_inn(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "D25", "", "F04");
    assert_int_equal(awaited(match), dr_bit(1));
    interrupt(match, 2, "play F04");
    assert_int_equal(table_of(match)->inn, 3);
    ends(match, 9, 9, 9);
}

/* Z-44: also for a player who has left. */
static void test_z44_end_to_inn_after_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "", "E20 E04", "");
    escapes(match, 1, "play E20");
    pass_windows(match);
    interrupt(match, 1, "play E04");
    ends(match, 9, 10, 9);
}

/* Z-44: negated, the same player decides on. */
static void test_z44_end_to_inn_negated(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "D08", "", "F04");
    test_play(match, 2, "play F04");
    respond(match, 0, "play D08");
    check_round(match, 7, 0, 3);
    bets(match, 1, "pass");
    match_free(match);
}

/* Z-44: not against a card that brings antes. */
static void test_z44_not_against_antes(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "", "E02", "F04 F02");
    assert_true(is_refused(match, 2, "play F04"));
    pass_windows(match);
    test_play(match, 1, "play E02");
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_true(is_refused(match, 2, "play F04"));
    match_free(match);
}

/* Z-44: not against a card that would end the round. */
static void test_z44_not_against_the_end(void **unused) {
    (void)unused;
    struct match *match = runs("GE", "G04 G09", "E12", NULL);
    test_play(match, 1, "play E12 >0");
    assert_int_equal(asked(match), DR_ASK_CARD);
    assert_true(is_refused(match, 0, "play G04"));
    match_free(match);
}

/* Z-44: not once the last pass is in, and not outside a round. */
static void test_z44_not_after_last_pass(void **unused) {
    (void)unused;
    struct match *match = runs("EDF", "", "D25", "F04");
    bets(match, 1, "pass");
    test_play(match, 2, "pass");
    assert_int_equal(asked(match), DR_ASK_WON);
    assert_true(is_refused(match, 2, "play F04"));
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_true(is_refused(match, 2, "play F04"));
    match_free(match);
}

/* Z-44, E25: POT_TAKE works for who has left, and the turn stays where it was. */
static void test_z44_pot_take(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "", "E20 E25", "");
    escapes(match, 1, "play E20");
    pass_windows(match);
    interrupt(match, 1, "play E25");
    check_round(match, 5, 0, 1);
    check_gold(match, 9, 11, 9);
    bets(match, 2, "pass");
    ends(match, 10, 11, 9);
}

/* E25: min(1, pot): from an empty pot nothing. */
static void test_e25_empty_pot(void **unused) {
    (void)unused;
    struct match *match = opens("GE", "G11", "E17 E25", NULL);
    escapes(match, 0, "play G11");
    escapes(match, 1, "play E17");
    check_round(match, 2, NO_CONTROL, 0);
    interrupt(match, 1, "play E25");
    check_gold(match, 10, 10, 0);
    bets(match, 1, "pass");
    ends(match, 10, 10, 0);
}

/* E25: the round's own question is asked anew, also of the one who interrupts. */
static void test_e25_in_own_turn(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E25", "");
    interrupt(match, 1, "play E25");
    check_round(match, 7, 0, 2);
    bets(match, 1, "play E01");
    check_round(match, 7, 1, 2);
    match_free(match);
}

/* Eve opens, the others pass: she has won, and the pot is not yet paid. */
static struct match *eve_has_won(const char *eve, const char *dimli, const char *gog) {
    struct match *match = runs("EDG", eve, dimli, gog);
    bets(match, 1, "pass");
    test_play(match, 2, "pass");
    assert_int_equal(asked(match), DR_ASK_WON);
    assert_int_equal(awaited(match), dr_bit(1));
    return match;
}

/* Z-45: the pot stays, everybody antes, Dimli has control, his left goes on. */
static void test_z45_reopen(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("", "D25", "");
    respond(match, 1, "play D25");
    assert_int_equal(awaited(match), dr_bit(1)); /* Dimli's ante comes first */
    pass_windows(match);
    check_round(match, 7, 1, 6);
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    ends(match, 8, 8 + 6, 8);
}

/* Z-45: nobody reopens: the winner is paid. */
static void test_z45_not_reopened(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("", "D25", "");
    nobody_answers(match);
    ends(match, 9 + 3, 9, 9);
}

/* Z-45: won again, it cannot be reopened a second time: the only D25 lies open. */
static void test_z45_not_twice(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("", "D25", "");
    respond(match, 1, "play D25");
    pass_windows(match);
    bets(match, 2, "play G01");
    bets(match, 0, "pass");
    test_play(match, 1, "pass");
    ends(match, 8, 8, 8 + 6);
}

/* Z-45: another win is another thing to answer: nobody has answered it yet. */
static void test_z45_nobody_has_answered_the_next_win(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("", "D25", "");
    const struct dr_item *round = dr_top_of(table_of(match));
    assert_int_equal(round->kind, DR_ROUND);
    answer(match, 1, "play D25");
    assert_int_equal(round->used, dr_bit(1));
    pass_windows(match);
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(round->used, 0);
    match_free(match);
}

/* Z-45: negated, the win stands. */
static void test_z45_negated(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("E08", "D25", "");
    answer(match, 1, "play D25");
    respond(match, 0, "play E08");
    ends(match, 9 + 3, 9, 9);
}

/* Z-45: lock and passes are gone. */
static void test_z45_clears_lock(void **unused) {
    (void)unused;
    struct match *match = runs("EDG", "", "D25", "G03");
    bets(match, 1, "pass");
    bets(match, 2, "play G03");
    bets(match, 0, "pass");
    test_play(match, 1, "pass");
    respond(match, 1, "play D25");
    pass_windows(match);
    bets(match, 2, "play G01");
    check_round(match, 7, 2, 6);
    match_free(match);
}

/* Z-45: the former winner may escape the ante, and forfeits. */
static void test_z45_winner_escapes(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("E20", "D25", "");
    respond(match, 1, "play D25");
    escapes(match, 0, "play E20");
    pass_windows(match);
    check_round(match, 6, 1, 5);
    bets(match, 2, "pass");
    ends(match, 9, 8 + 5, 8);
}

/* Z-45: all others escape: Dimli is left, in control, and wins. */
static void test_z45_all_escape(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("E20", "D25", "G11");
    respond(match, 1, "play D25");
    escapes(match, 2, "play G11");
    escapes(match, 0, "play E20");
    ends(match, 9, 8 + 4, 9);
}

/* Z-45: Dimli at 0 gold: nobody antes. */
static void test_z45_reopen_while_broke(void **unused) {
    (void)unused;
    struct match *match = opened(&(struct scene){
        .seats = 3, .options = {"characters", "EDG"}, .hands = {"", "D25"}, .gold = {10, 1, 10}});
    pass_windows(match);
    bets(match, 1, "pass");
    test_play(match, 2, "pass");
    respond(match, 1, "play D25");
    pass_windows(match);
    check_round(match, 7, 1, 3);
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    ends(match, 9, 3, 9);
}

/* Z-45: not if Dimli won himself, nor if he has left. */
static void test_z45_own_win(void **unused) {
    (void)unused;
    struct match *match = runs("DE", "D25", "", NULL);
    test_play(match, 1, "pass");
    ends(match, 9 + 2, 9, 0);
}

static void test_z45_after_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("EDG", "", "D25 D16", "");
    escapes(match, 1, "play D16");
    pass_windows(match);
    test_play(match, 2, "pass"); /* and nobody is asked */
    ends(match, 9 + 2, 10, 9);
}

/* Z-45: D25 waits for a win: not before the last pass. */
static void test_z45_not_before_last_pass(void **unused) {
    (void)unused;
    struct match *match = runs("EDG", "", "D25", "");
    assert_true(is_refused(match, 1, "play D25"));
    bets(match, 1, "pass");
    assert_true(is_refused(match, 1, "play D25"));
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z39_all_others_pass),
        cmocka_unit_test(test_z39_one_left_in_control),
        cmocka_unit_test(test_z39_last_one_takes_control),
        cmocka_unit_test(test_z39_last_one_passes),
        cmocka_unit_test(test_z39_e12_by_the_last_one),
        cmocka_unit_test(test_z39_nobody_left),
        cmocka_unit_test(test_z39_nobody_begins),
        cmocka_unit_test(test_z43_gog_hits_cheater),
        cmocka_unit_test(test_g09_against_leaving),
        cmocka_unit_test(test_g09_negated),
        cmocka_unit_test(test_g09_after_leaving),
        cmocka_unit_test(test_z44_end_to_inn),
        cmocka_unit_test(test_z44_end_to_inn_after_leaving),
        cmocka_unit_test(test_z44_end_to_inn_negated),
        cmocka_unit_test(test_z44_not_against_antes),
        cmocka_unit_test(test_z44_not_against_the_end),
        cmocka_unit_test(test_z44_not_after_last_pass),
        cmocka_unit_test(test_z44_pot_take),
        cmocka_unit_test(test_e25_empty_pot),
        cmocka_unit_test(test_e25_in_own_turn),
        cmocka_unit_test(test_z45_reopen),
        cmocka_unit_test(test_z45_not_reopened),
        cmocka_unit_test(test_z45_not_twice),
        cmocka_unit_test(test_z45_nobody_has_answered_the_next_win),
        cmocka_unit_test(test_z45_negated),
        cmocka_unit_test(test_z45_clears_lock),
        cmocka_unit_test(test_z45_winner_escapes),
        cmocka_unit_test(test_z45_all_escape),
        cmocka_unit_test(test_z45_reopen_while_broke),
        cmocka_unit_test(test_z45_own_win),
        cmocka_unit_test(test_z45_after_leaving),
        cmocka_unit_test(test_z45_not_before_last_pass),
    };
    return cmocka_run_group_tests_name("drachen pot", tests, NULL, NULL);
}
