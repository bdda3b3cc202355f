/* test_asking.c: who is asked, what is sealed, and who interrupts: Z-53 and Z-54.
 * By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "scene.h"

/* Z-53: a seat is asked if it could hold an answer, whatever it does hold. */
static void test_z53_asked_by_public_facts(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, .hands = {"D17", "E01 E01 E01 E01 E01 E02 E02"}});
    test_play(match, 0, "play D17 >1");
    assert_int_equal(awaited(match), E);
    struct actions actions = actions_new(&drachen_game);
    match_legal(match, 1, &actions);
    assert_int_equal(actions.count, 1); /* pass */
    actions_free(&actions);
    match_free(match);
}

/* Z-53: if all copies of an answer lie face up the seat is not asked. */
static void test_z53_face_up_discards_count(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 2, .hands = {"D17", "E18 E21 E23 E26"}});
    for (int turn = 0; turn < 3; turn++)
        quiet_turn(match);
    decide(match, 1, "discard E18 E21 E23 E26");
    quiet_turn(match);
    decide(match, 0, "keep");
    test_play(match, 0, "play D17 >1");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->seat[1].fortitude, 19);
    match_free(match);
}

/* Z-53: nor is a seat without cards in hand. */
static void test_z53_an_empty_hand_is_not_asked(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 3,
        .options = {"first_seat", "1"},
        .hands = {"D17", "E05 E07 E09 E10 E11 E16 E27"},
        .drinks = "T03 T03 T05 T17 T01 T18 T09 T09 T10",
    });
    decide(match, 1, "play E07 >0");
    decide(match, 1, "play E09 >0");
    decide(match, 1, "play E10 >0");
    decide(match, 1, "play E27");
    decide(match, 1, "play E05 >0 >0");
    test_play(match, 1, "buy >1");
    answer(match, 1, "play E11");
    pass_windows(match);
    decide(match, 2, "pass");
    test_play(match, 2, "buy >2");
    answer(match, 1, "play E16");
    pass_windows(match);
    assert_int_equal(table_of(match)->seat[1].hand_count, 0);
    test_play(match, 0, "play D17 >1");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_false(may_act(match) & E);
    match_free(match);
}

/* Z-53: Fleck and Gog have no card for the drink of another. */
static void test_z53_asked_by_the_list_of_the_character(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4});
    assert_int_equal(awaited(match), D | E);
    match_free(match);
}

/* Whether a seat has the same view of both matches. */
static bool look_alike(const struct match *one, const struct match *other, int seat) {
    static struct dr_state views[2];
    game_view(&drachen_game, match_state(one), seat, &views[0]);
    game_view(&drachen_game, match_state(other), seat, &views[1]);
    return memcmp(&views[0], &views[1], sizeof views[0]) == 0;
}

/* Z-53: whether an answer was a card is hidden from the others. */
static void test_z53_answers_are_sealed(void **unused) {
    (void)unused;
    struct scene scene = {.seats = 4, .hands = {"", "E18", "F26"}};
    struct match *pass = sauflied(scene), *card = sauflied(scene);
    test_play(pass, 1, "pass");
    test_play(card, 1, "play E18");
    assert_int_equal(awaited(card), D | G);
    static const int others[] = {SEAT_WATCHER, 0, 2, 3};
    for (int i = 0; i < 4; i++)
        assert_true(look_alike(pass, card, others[i]));
    assert_false(look_alike(pass, card, 1));
    match_free(pass);
    match_free(card);
}

/* Z-53: a sealed answer cannot be changed. */
static void test_z53_an_answer_is_given_once(void **unused) {
    (void)unused;
    struct match *match = sauflied((struct scene){.seats = 4, .hands = {"", "E18 E21", "F26"}});
    test_play(match, 1, "play E18");
    assert_true(is_refused(match, 1, "pass"));
    assert_true(is_refused(match, 1, "play E21"));
    match_free(match);
}

/* Z-53: cards that did not come first return to their hands. */
static void test_z53_other_cards_go_back(void **unused) {
    (void)unused;
    struct match *match =
        sauflied((struct scene){.seats = 4, .hands = {"D22", "E18", "F26", "G13"}});
    test_play(match, 0, "play D22");
    test_play(match, 1, "play E18");
    test_play(match, 3, "play G13");
    nobody_answers(match);
    assert_true(holds(match, 0, "D22") && holds(match, 1, "E18"));
    assert_int_equal(awaited(match), D | E);
    nobody_answers(match);
    pass_windows(match);
    check_seat(match, 0, 19, 1, 10);
    match_free(match);
}

/* Z-53: phases and buying ask one seat. */
static void test_z53_a_phase_asks_one_seat(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"", "E05"}});
    assert_int_equal(awaited(match), D);
    decide(match, 0, "pass");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(awaited(match), D);
    assert_true(is_refused(match, 1, "play E05 >1 >2"));
    match_free(match);
}

/* Z-54: by public information every seat may hold an Anytime card. */
static void test_z54_who_may_interrupt(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D07"}});
    assert_int_equal(may_act(match), D | E | F | G);
    decide(match, 0, "play D07 >0");
    assert_int_equal(may_act(match), E | F | G); /* it was Dimli's only copy */
    assert_true(is_refused(match, 1, "play E09 >0"));
    match_free(match);
}

/* Z-54: after an interrupt a window keeps its answers. */
static void test_z54_interrupts_keep_sealed_answers(void **unused) {
    (void)unused;
    struct match *match =
        sauflied((struct scene){.seats = 4, .hands = {"D07", "E18", "F26", "G13"}});
    test_play(match, 1, "play E18");
    test_play(match, 3, "pass");
    test_play(match, 0, "play D07 >2");
    pass_to(match, DR_ASK_CARD, 0);
    assert_true(is_on_top(match, "F26"));
    assert_int_equal(awaited(match), D);
    test_play(match, 0, "pass");
    assert_true(is_on_top(match, "E18"));
    match_free(match);
}

/* Z-54: a seat that has answered may still interrupt. */
static void test_z54_a_sealed_seat_may_interrupt(void **unused) {
    (void)unused;
    struct match *match = sauflied((struct scene){.seats = 4, .hands = {"", "E09 E18", "F26"}});
    test_play(match, 1, "play E18");
    assert_true(may_act(match) & E);
    test_play(match, 1, "play E09 >2");
    pass_to(match, DR_ASK_CARD, 0);
    assert_int_equal(awaited(match), D | G);
    check_seat(match, 1, 20, 0, 11);
    match_free(match);
}

/* Z-53, Z-54: a sealed card cannot be played as an interrupt. */
static void test_z54_a_sealed_card_is_bound(void **unused) {
    (void)unused;
    struct match *match = sauflied((struct scene){.seats = 4, .hands = {"D07", "E18 E21", "F26"}});
    test_play(match, 1, "play E18");
    test_play(match, 0, "play D07 >1");
    assert_true(is_on_top(match, "D07"));
    assert_int_equal(awaited(match), E);
    assert_true(is_refused(match, 1, "play E18"));
    answer(match, 1, "play E21");
    nobody_answers(match);
    assert_true(is_on_top(match, "F26"));
    test_play(match, 0, "pass");
    test_play(match, 3, "pass");
    assert_true(is_on_top(match, "E18"));
    match_free(match);
}

/* Z-54: of two equal cards the other one can be played. */
static void test_z54_the_second_copy_is_free(void **unused) {
    (void)unused;
    struct match *match =
        sauflied((struct scene){.seats = 4, .hands = {"D21", "", "F26", "G14 G14 G22"}});
    test_play(match, 3, "play G14");
    test_play(match, 3, "play G22");
    assert_true(is_on_top(match, "G22"));
    answer(match, 3, "play G14");
    assert_true(is_on_top(match, "G14"));
    pass_to(match, DR_ASK_CARD, 0);
    match_free(match);
}

/* Z-54: the loss of a seat without gold is not asked again. */
static void test_z54_a_window_that_no_longer_fits(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4,
        .options = {"first_seat", "2"},
        .hands = {"D09", "E09", "F28"},
        .gold = {1, 10, 10, 10},
    });
    test_play(match, 2, "play F28 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    test_play(match, 1, "play E09 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_LAST); /* the loss to Fleck lapsed */
    check_seat(match, 0, 20, 0, 0);
    check_seat(match, 1, 20, 0, 11);
    check_seat(match, 2, 20, 0, 10);
    match_free(match);
}

/* Z-54: GAMBLE cards are interrupts of any seat while a gambling turn is awaited. */
static void test_z54_gamble_answers_interrupt(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, .hands = {"D01", "E25", "", "G04"}});
    test_play(match, 0, "play D01");
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_true(is_refused(match, 3, "play G04"));
    pass_windows(match);
    assert_int_equal(asked(match), DR_ASK_BET);
    decide(match, 1, "pass");
    decide(match, 1, "play E25");
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(awaited(match), F); /* asked again */
    assert_int_equal(table_of(match)->pot, 3);
    decide(match, 3, "play G04");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->inn, 3);
    match_free(match);
}

/* Z-2: the order begins with the gambling turn in a gambling round, otherwise with the active
 * player. */
static void test_z2_who_comes_first(void **unused) {
    (void)unused;
    struct turn turn;
    struct match *match = runs("DEG", "D01", "E01", "G01");
    match_turn(match, &turn);
    assert_int_equal(awaited(match), dr_bit(1));
    assert_int_equal(turn.first, 1);
    bets(match, 1, "pass");
    match_turn(match, &turn);
    assert_int_equal(turn.first, 2);
    test_play(match, 2, "pass");
    match_turn(match, &turn);
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(turn.first, 0);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z2_who_comes_first),
        cmocka_unit_test(test_z53_asked_by_public_facts),
        cmocka_unit_test(test_z53_face_up_discards_count),
        cmocka_unit_test(test_z53_an_empty_hand_is_not_asked),
        cmocka_unit_test(test_z53_asked_by_the_list_of_the_character),
        cmocka_unit_test(test_z53_answers_are_sealed),
        cmocka_unit_test(test_z53_an_answer_is_given_once),
        cmocka_unit_test(test_z53_other_cards_go_back),
        cmocka_unit_test(test_z53_a_phase_asks_one_seat),
        cmocka_unit_test(test_z54_who_may_interrupt),
        cmocka_unit_test(test_z54_interrupts_keep_sealed_answers),
        cmocka_unit_test(test_z54_a_sealed_seat_may_interrupt),
        cmocka_unit_test(test_z54_a_sealed_card_is_bound),
        cmocka_unit_test(test_z54_the_second_copy_is_free),
        cmocka_unit_test(test_z54_a_window_that_no_longer_fits),
        cmocka_unit_test(test_z54_gamble_answers_interrupt),
    };
    return cmocka_run_group_tests_name("drachen asking", tests, NULL, NULL);
}
