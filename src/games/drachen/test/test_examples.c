/* test_examples.c: the worked examples of the rule sheet, Z-e1 to Z-e4. */
#include "scene.h"

static const struct scene gamblers = {
    .seats = 4,
    .options = {"characters", "FEDG"},
    .hands = {"F01", "E14", "D02", "G11"},
};

static void check_pot(const struct match *match, int pot, int leader) {
    assert_int_equal(table_of(match)->pot, pot);
    assert_int_equal(table_of(match)->round.leader, leader + 1);
}

static void passes_bet(struct match *match, int seat) {
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(awaited(match), dr_bit(seat));
    decide(match, seat, "pass");
}

/* Z-e1, the start: Fleck opens, Gog leaves without ante, the others ante. */
static struct match *fleck_opens(void) {
    struct match *match = set_table(&gamblers);
    test_play(match, 0, "play F01");
    reach_loss_of(match, 3);
    respond(match, 3, "play G11");
    pass_windows(match);
    check_pot(match, 3, 0);
    assert_int_equal(table_of(match)->round.in, 7);
    check_seat(match, 3, 20, 0, 10);
    for (int seat = 0; seat < 3; seat++)
        check_seat(match, seat, 20, 0, 9);
    return match;
}

/* Z-e1: seated clockwise Fleck, Eve, Dimli, Gog. */
static void test_ze1_gambling(void **unused) {
    (void)unused;
    struct match *match = fleck_opens();
    passes_bet(match, 1);
    assert_int_equal(awaited(match), dr_bit(2));
    decide(match, 2, "play D02");
    check_pot(match, 6, 2);
    check_seat(match, 3, 20, 0, 10);
    passes_bet(match, 0);
    assert_int_equal(awaited(match), dr_bit(1));
    decide(match, 1, "play E14");
    check_pot(match, 6, 1);
    passes_bet(match, 2);
    passes_bet(match, 0);
    check_seat(match, 1, 20, 0, 14);
    check_seat(match, 0, 20, 0, 8);
    check_seat(match, 2, 20, 0, 8);
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(awaited(match), dr_bit(0));
    match_free(match);
}

/* Z-e2: Wein mit Nachspülen and Drachenodem-Bier are one drink of 6. */
static void test_ze2_chaser(void **unused) {
    (void)unused;
    struct match *match = turn_over(
        &(struct scene){
            .seats = 2, .options = ONE_DRINK("ED"), .hands = {"E11"}, .drinks = "T10 T01 T06"},
        "buy >0");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    assert_int_equal(open_alcohol(match), 6);
    respond(match, 0, "play E11");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    match_free(match);
}

/* Z-e3 from the own pile: the house round behind the chaser has no effect. */
static void test_ze3_event_behind_chaser(void **unused) {
    (void)unused;
    struct match *match = turn_over(
        &(struct scene){.seats = 2, .options = ONE_DRINK("DE"), .drinks = "T21 T05 T02 T09"},
        "buy >0");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    assert_int_equal(open_alcohol(match), 1);
    assert_int_equal(table_of(match)->drink_discard_count, 1);
    pass_windows(match);
    check_seat(match, 0, 20, 1, 10);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* Z-e3 from the drink deck: the same in a round on the house. */
static void test_ze3_from_deck(void **unused) {
    (void)unused;
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("DE"),
                                                    .drinks = "T21 T05 T17 T02 T21 T09"},
                                    "buy >1");
    reach_drink_of(match, 0);
    assert_int_equal(open_alcohol(match), 1);
    pass_windows(match);
    check_seat(match, 0, 20, 1, 10);
    check_seat(match, 1, 20, 1, 10);
    match_free(match);
}

/* Z-e4: Dimli passes his winning drink to Gog. */
static void test_ze4_contest(void **unused) {
    (void)unused;
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("DG"),
                                                    .hands = {"D14"},
                                                    .drinks = "T22 T05 T17 T10 T03"},
                                    "buy >1");
    reach_drink_of(match, 0);
    assert_int_equal(open_alcohol(match), 4);
    respond(match, 0, "play D14 >1");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 11);
    check_seat(match, 1, 20, 5, 9);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ze1_gambling),
        cmocka_unit_test(test_ze2_chaser),
        cmocka_unit_test(test_ze3_event_behind_chaser),
        cmocka_unit_test(test_ze3_from_deck),
        cmocka_unit_test(test_ze4_contest),
    };
    return cmocka_run_group_tests_name("drachen examples", tests, NULL, NULL);
}
