/* test_idle.c: the default action of a seat whose time is up, for each question (README, "Who
 * does not answer"): it neither spends nor risks anything. */
#include "scene.h"

/* Checks the question, and the default action of the awaited seat. */
static void check_idle(const struct match *match, enum dr_ask ask, int seat, const char *expected) {
    struct dr_action action = {0};
    struct text text = {0};
    assert_int_equal(asked(match), ask);
    assert_true(awaited(match) & dr_bit(seat));
    game_idle(&drachen_game, match_state(match), seat, &action);
    dr_print_action(&action, &text);
    test_text(&text, expected);
    text_free(&text);
}

static void idles(struct match *match, enum dr_ask ask, int seat, const char *expected) {
    check_idle(match, ask, seat, expected);
    match_free(match);
}

/* The whole hand is kept. */
static void test_discard(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2});
    quiet_turn(match);
    quiet_turn(match);
    idles(match, DR_ASK_DISCARD, 0, "keep");
}

static void test_action(void **unused) {
    (void)unused;
    idles(set_table(&(struct scene){.seats = 2, .hands = {"D15 D01"}}), DR_ASK_ACTION, 0, "pass");
}

/* Buys onto the own pile, and plays no card that would order more. */
static void test_buy(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 3, .hands = {"D05"}});
    decide(match, 0, "pass");
    idles(match, DR_ASK_BUY, 0, "buy >0");
}

/* Option buy_others_only: onto the pile of the next seat in turn order that is still in. */
static void test_buy_others_only(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 3, .options = {"buy_others_only", "on", "first_seat", "1"}});
    decide(match, 1, "pass");
    idles(match, DR_ASK_BUY, 1, "buy >2");
    match = set_table(&(struct scene){
        .seats = 3, .options = {"buy_others_only", "on", "first_seat", "1"}, .gold = {10, 10, -1}});
    pass_windows(match); /* seat 2 is out: it has no gold */
    check_in(match, 3);
    decide(match, 1, "pass");
    idles(match, DR_ASK_BUY, 1, "buy >0");
}

static void test_gambling_turn(void **unused) {
    (void)unused;
    struct match *match = runs("DEG", "", "E13", "");
    idles(match, DR_ASK_BET, 1, "pass");
}

/* A Mead is not shared. */
static void test_mead(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "", "", "T11");
    reach(match, DR_ASK_MEAD);
    idles(match, DR_ASK_MEAD, 0, "drink");
}

static void test_challenge(void **unused) {
    (void)unused;
    struct match *match =
        happens("T23", (struct scene){.seats = 2, .options = ONE_DRINK("DE"), .drinks = "T03"});
    check_idle(match, DR_ASK_CHALLENGE, 0, "decline");
    assert_int_equal(match_play_idle(match, 0, NULL, NULL, NULL), VERDICT_PLAYED);
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* Passes every window, also with an answer in hand. */
static void test_w1_card(void **unused) {
    (void)unused;
    idles(laid((struct scene){.seats = 2, .hands = {"D18", "E18"}}, "play D18 >1"), DR_ASK_CARD, 1,
          "pass");
}

static void test_w2_gold(void **unused) {
    (void)unused;
    struct match *match = laid((struct scene){.seats = 2, .hands = {"D15", "E17"}}, "play D15");
    reach(match, DR_ASK_LOSS);
    idles(match, DR_ASK_LOSS, 1, "pass");
}

static void test_w3_drink(void **unused) {
    (void)unused;
    idles(reveals("DE", "D11", "", "T09"), DR_ASK_DRINK, 0, "pass");
}

static void test_w4_after_loss(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 2, .options = {"characters", "DG"}, .hands = {"D18", "G21"}},
             "play D18 >1");
    reach(match, DR_ASK_HURT);
    idles(match, DR_ASK_HURT, 1, "pass");
}

static void test_w6_round_won(void **unused) {
    (void)unused;
    struct match *match = runs("EDG", "", "D25", "");
    bets(match, 1, "pass");
    test_play(match, 2, "pass");
    idles(match, DR_ASK_WON, 1, "pass");
}

static void test_w8_end_of_turn(void **unused) {
    (void)unused;
    struct match *match = reveals("DG", "", "G16", "T03");
    reach(match, DR_ASK_END);
    idles(match, DR_ASK_END, 1, "pass");
}

/* Passes also if the seat could save itself. */
static void test_w9_last_chance(void **unused) {
    (void)unused;
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("FE"),
                                                    .hands = {"F22"},
                                                    .drinks = "T09",
                                                    .fortitude = {4, 20}},
                                    "buy >1");
    reach(match, DR_ASK_LAST);
    idles(match, DR_ASK_LAST, 0, "pass");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_discard),
        cmocka_unit_test(test_action),
        cmocka_unit_test(test_buy),
        cmocka_unit_test(test_buy_others_only),
        cmocka_unit_test(test_gambling_turn),
        cmocka_unit_test(test_mead),
        cmocka_unit_test(test_challenge),
        cmocka_unit_test(test_w1_card),
        cmocka_unit_test(test_w2_gold),
        cmocka_unit_test(test_w3_drink),
        cmocka_unit_test(test_w4_after_loss),
        cmocka_unit_test(test_w6_round_won),
        cmocka_unit_test(test_w8_end_of_turn),
        cmocka_unit_test(test_w9_last_chance),
    };
    return cmocka_run_group_tests_name("drachen idle", tests, NULL, NULL);
}
