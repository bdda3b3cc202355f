/* test_gold.c: losses of gold and their windows, payments, the ends of the markers,
 * and the inn: Z-8, Z-13, Z-14, Z-19 and W2. By seat: 0 Dimli, 1 Eve, 2 Fleck,
 * 3 Gog. */
#include "scene.h"

/* Z-8: nobody ignores the payment on his own card; the inn may pay it. */
static void test_z8_own_payment(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"", "", "", "G10 G13 G18"}}, "play G18 >0");
    assert_int_equal(awaited(match), D);
    assert_true(is_refused(match, 3, "play G13"));
    pass_to(match, DR_ASK_LOSS, 3);
    answer(match, 3, "play G10");
    pass_windows(match);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* Z-8: also where he named himself. */
static void test_z8_a_tip_of_ones_own(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, .options = {"first_seat", "1"}, .hands = {"", "E07 E17 E18"}},
        "play E07 >1");
    assert_int_equal(asked(match), DR_ASK_LOSS); /* W1 asked nobody */
    answer(match, 1, "play E17");
    pass_windows(match);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* Z-8: who was hit and ignores does not free the other from paying. */
static void test_z8_the_victim_ignores(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D22", "", "", "G18"}}, "play G18 >0");
    answer(match, 0, "play D22");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    check_seat(match, 3, 20, 0, 9);
    match_free(match);
}

/* Z-13: Fortitude and alcohol end at 0 and at 20. */
static void test_z13_bounds(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "", "F22 F27"}}, "play F22");
    pass_windows(match);
    check_seat(match, 2, 20, 0, 10);
    decide(match, 2, "play F27");
    check_seat(match, 0, 20, 0, 9);
    match_free(match);
}

static void test_z13_lower_and_upper_end(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4,
        .options = {"first_seat", "1"},
        .hands = {"", "E19"},
        .alcohol = {19},
    });
    test_play(match, 1, "play E19 >0");
    pass_to(match, DR_ASK_LAST, 0);
    check_seat(match, 0, 20, 20, 10);
    match_free(match);
    match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "", "", "G19"}, .fortitude = {3}},
             "play G19 >0");
    pass_to(match, DR_ASK_LAST, 0);
    check_seat(match, 0, 0, 0, 10);
    match_free(match);
}

/* Z-14: who cannot pay all pays what he has. */
static void test_z14_pays_what_he_has(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "", "F28"}, .gold = {1}},
             "play F28 >0");
    pass_to(match, DR_ASK_LAST, 0);
    check_gold(match, 0, 10, 11, 10);
    match_free(match);
}

/* D09: the inn pays min(due, gold). */
static void test_d09_the_inn_pays_no_more_than_he_had(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"D09", "", "F28"}, .gold = {1}},
             "play F28 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    pass_windows(match);
    check_gold(match, 1, 10, 11, 10);
    assert_int_equal(table_of(match)->inn, -1);
    match_free(match);
}

/* W2: only the payer is asked; IGNORE belongs to W1. */
static void test_w2_asks_the_payer(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E18 E17", "F21", "G10"}},
             "play F21");
    pass_to(match, DR_ASK_LOSS, 3); /* in turn order: Gog, Dimli, Eve */
    assert_int_equal(awaited(match), G);
    pass_to(match, DR_ASK_LOSS, 0);
    assert_int_equal(awaited(match), D);
    pass_to(match, DR_ASK_LOSS, 1);
    assert_int_equal(awaited(match), E);
    assert_true(is_refused(match, 1, "play E18"));
    answer(match, 1, "play E17");
    pass_windows(match);
    check_gold(match, 9, 10, 12, 9);
    match_free(match);
}

/* W2: D09 against a theft: the thief gets his gold from the inn. */
static void test_w2_a_theft_from_the_inn(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D10", "E09"}});
    test_play(match, 1, "play E09 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D10");
    pass_windows(match);
    check_gold(match, 10, 11, 10, 10);
    assert_int_equal(table_of(match)->inn, -1);
    match_free(match);
}

/* W2: a negated answer: it is paid, unless another answer follows (Z-4). */
static void test_w2_a_negated_answer(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D09 D10", "E08 E09"}});
    test_play(match, 1, "play E09 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    answer(match, 1, "play E08");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D10");
    pass_windows(match);
    check_gold(match, 10, 11, 10, 10);
    match_free(match);
}

/* W2: ante cards and F05 are no answers to other losses. */
static void test_w2_what_does_not_fit(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D07", "", "F05 F16"}});
    test_play(match, 0, "play D07 >2");
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_true(is_refused(match, 2, "play F16"));
    assert_true(is_refused(match, 2, "play F05"));
    match_free(match);
}

/* W2 with 0 gold: no window; in a round he stays without paying (Z-42). */
static void test_w2_not_with_an_empty_purse(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 2, .hands = {"D01", "E02"}, .gold = {1, 10}});
    decide(match, 0, "play D01");
    assert_int_equal(table_of(match)->pot, 2);
    test_play(match, 1, "play E02");
    assert_int_equal(awaited(match), E); /* her own ante */
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(table_of(match)->pot, 3);
    check_in(match, D | E);
    match_free(match);
}

/* The inn pays an ante: the pot gets it, the player stays in the round. */
static void test_w2_the_inn_pays_an_ante(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D01 D09"}});
    test_play(match, 0, "play D01");
    answer(match, 0, "play D09");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 4);
    assert_int_equal(table_of(match)->inn, -1);
    assert_int_equal(table_of(match)->round.in, D | E | F | G);
    check_gold(match, 10, 9, 9, 9);
    match_free(match);
}

/* E17: nobody receives, and the ante counts as paid. */
static void test_e17_an_ante_counts_as_paid(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D01", "E17"}});
    test_play(match, 0, "play D01");
    pass_to(match, DR_ASK_LOSS, 1);
    answer(match, 1, "play E17");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 3);
    assert_int_equal(table_of(match)->round.in, D | E | F | G);
    check_gold(match, 9, 10, 9, 9);
    match_free(match);
}

/* E17 against a theft: the thief gets nothing. */
static void test_e17_nobody_receives(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E17", "F28"}}, "play F28 >1");
    pass_to(match, DR_ASK_LOSS, 1);
    answer(match, 1, "play E17");
    pass_windows(match);
    check_gold(match, 10, 10, 10, 10);
    assert_int_equal(table_of(match)->inn, 0);
    match_free(match);
}

/* D05: pays 1, two drinks onto the piles named, then the normal one. */
static void test_d05_two_besides_the_normal_one(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D05"}});
    decide(match, 0, "pass");
    decide(match, 0, "play D05 >1 >3");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->seat[1].pile_count, 3);
    assert_int_equal(table_of(match)->seat[3].pile_count, 3);
    check_gold(match, 9, 10, 10, 10);
    test_play(match, 0, "buy >1");
    assert_int_equal(table_of(match)->seat[1].pile_count, 4);
    match_free(match);
}

/* D05: the same pile twice, also the own; the inn may pay. */
static void test_d05_one_pile_twice(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D05 D09"}});
    decide(match, 0, "pass");
    assert_true(is_refused(match, 0, "play D05 >0"));
    assert_true(is_refused(match, 0, "play D05"));
    test_play(match, 0, "play D05 >0 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    pass_windows(match);
    assert_int_equal(table_of(match)->seat[0].pile_count, 4);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* D05 negated: no drinks and no payment (Z-7). */
static void test_d05_negated(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D05", "E08"}});
    decide(match, 0, "pass");
    test_play(match, 0, "play D05 >1 >1");
    answer(match, 1, "play E08");
    pass_windows(match);
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->seat[1].pile_count, 2);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* F05, first branch: two drinks for nothing; the second stands in test_decks.c. */
static void test_f05_orders_for_nothing(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "", "F05"}});
    assert_true(is_refused(match, 2, "play F05 >0 >1"));
    decide(match, 2, "pass");
    decide(match, 2, "play F05 >0 >1");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->seat[0].pile_count, 3);
    assert_int_equal(table_of(match)->seat[1].pile_count, 3);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* Z-19: the inn never runs out: its balance may be negative. */
static void test_z19_the_inn_never_runs_out(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D09", "", "F19", "G23"}}, "play G23");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    pass_to(match, DR_ASK_LOSS, 2);
    answer(match, 2, "play F19");
    pass_windows(match);
    check_gold(match, 10, 9, 10, 13);
    assert_int_equal(table_of(match)->inn, -2);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z8_own_payment),
        cmocka_unit_test(test_z8_a_tip_of_ones_own),
        cmocka_unit_test(test_z8_the_victim_ignores),
        cmocka_unit_test(test_z13_bounds),
        cmocka_unit_test(test_z13_lower_and_upper_end),
        cmocka_unit_test(test_z14_pays_what_he_has),
        cmocka_unit_test(test_d09_the_inn_pays_no_more_than_he_had),
        cmocka_unit_test(test_w2_asks_the_payer),
        cmocka_unit_test(test_w2_a_theft_from_the_inn),
        cmocka_unit_test(test_w2_a_negated_answer),
        cmocka_unit_test(test_w2_what_does_not_fit),
        cmocka_unit_test(test_w2_not_with_an_empty_purse),
        cmocka_unit_test(test_w2_the_inn_pays_an_ante),
        cmocka_unit_test(test_e17_an_ante_counts_as_paid),
        cmocka_unit_test(test_e17_nobody_receives),
        cmocka_unit_test(test_d05_two_besides_the_normal_one),
        cmocka_unit_test(test_d05_one_pile_twice),
        cmocka_unit_test(test_d05_negated),
        cmocka_unit_test(test_f05_orders_for_nothing),
        cmocka_unit_test(test_z19_the_inn_never_runs_out),
    };
    return cmocka_run_group_tests_name("drachen gold", tests, NULL, NULL);
}
