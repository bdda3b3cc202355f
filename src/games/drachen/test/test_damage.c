/* test_damage.c: losses of Fortitude: who answers them, who bears them and who
 * strikes back: Z-10 to Z-12. By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "scene.h"

static void check_fortitude(const struct match *match, int dimli, int eve, int fleck, int gog) {
    const struct dr_state *s = table_of(match);
    const int expected[] = {dimli, eve, fleck, gog};
    for (int seat = 0; seat < s->seats; seat++)
        assert_int_equal(s->seat[seat].fortitude, expected[seat]);
}

/* Passes every window; whether somebody could have struck back meanwhile. */
static bool could_retaliate(struct match *match) {
    bool could = false;
    while (asked(match) >= DR_ASK_CARD) {
        could = could || asked(match) == DR_ASK_HURT;
        nobody_answers(match);
    }
    return could;
}

/* Z-10: who has lost Fortitude through a card strikes back. */
static void test_z10_dimli_retaliates(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D21", "", "", "G17"}}, "play G17 >0");
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_HURT);
    assert_int_equal(awaited(match), dr_bit(0));
    answer(match, 0, "play D21");
    pass_windows(match);
    check_fortitude(match, 18, 20, 20, 18);
    match_free(match);
}

/* Z-10: F23 and G21 do the same; a retaliation is a loss to retaliate for. */
static void test_z10_a_retaliation_for_a_retaliation(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"", "", "F23", "G19 G21"}}, "play G19 >2");
    pass_to(match, DR_ASK_HURT, 2); /* Fleck had no answer to the card itself */
    answer(match, 2, "play F23");
    pass_to(match, DR_ASK_HURT, 3);
    answer(match, 3, "play G21");
    pass_windows(match);
    check_fortitude(match, 20, 20, 14, 18);
    match_free(match);
}

/* Z-10: not before the loss. */
static void test_z10_not_before_the_loss(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D21", "", "", "G17"}}, "play G17 >0");
    assert_int_equal(asked(match), DR_ASK_CARD);
    assert_true(is_refused(match, 0, "play D21"));
    match_free(match);
}

/* Z-10: an ignored loss is none. */
static void test_z10_retaliation_needs_a_real_loss(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"D21 D22", "", "", "G17"}}, "play G17 >0");
    answer(match, 0, "play D22");
    assert_false(could_retaliate(match));
    check_fortitude(match, 20, 20, 20, 20);
    assert_true(holds(match, 0, "D21"));
    match_free(match);
}

/* Z-10: nor is there a retaliation once a defence was played, even one that
 * was negated. */
static void test_z10_no_retaliation_after_a_negated_defence(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D21 D22", "", "", "G08 G17"}},
             "play G17 >0");
    answer(match, 0, "play D22");
    answer(match, 3, "play G08");
    assert_false(could_retaliate(match));
    check_fortitude(match, 18, 20, 20, 20);
    assert_true(holds(match, 0, "D21"));
    match_free(match);
}

/* Z-10: a drink is nobody's card. */
static void test_z10_no_retaliation_against_a_drink(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 2, .hands = {"D21"}, .drinks = "T03 T03 T05 T17 T13"});
    decide(match, 0, "pass");
    test_play(match, 0, "buy >0");
    assert_false(could_retaliate(match));
    assert_int_equal(table_of(match)->seat[0].fortitude, 18);
    match_free(match);
}

/* Z-10, W4: after the card's whole effect list, victims in turn order. */
static void test_z10_after_the_whole_card_in_turn_order(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, FLECK_FIRST, .hands = {"D21", "", "F26", "G21"}}, "play F26");
    while (asked(match) != DR_ASK_HURT)
        nobody_answers(match);
    check_seat(match, 2, 20, 1, 9);
    assert_int_equal(awaited(match), dr_bit(0) | dr_bit(3));
    test_play(match, 0, "play D21");
    test_play(match, 3, "play G21");
    assert_int_equal(dr_top_of(table_of(match))->card, dr_card_find("G21"));
    pass_to(match, DR_ASK_HURT, 0);
    answer(match, 0, "play D21");
    pass_windows(match);
    check_fortitude(match, 19, 19, 16, 19);
    match_free(match);
}

/* Z-10: the attacker may ignore the retaliation, it is a card like others. */
static void test_z10_a_retaliation_can_be_ignored(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"D21", "", "", "G14 G17"}}, "play G17 >0");
    pass_to(match, DR_ASK_HURT, 0);
    answer(match, 0, "play D21");
    answer(match, 3, "play G14");
    pass_windows(match);
    check_fortitude(match, 18, 20, 20, 20);
    match_free(match);
}

/* Z-10, Z-4: a negated retaliation may not be repeated without a card, but the
 * loss stays. */
static void test_z10_a_retaliation_can_be_negated(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"D21", "", "", "G08 G17"}}, "play G17 >0");
    pass_to(match, DR_ASK_HURT, 0);
    answer(match, 0, "play D21");
    answer(match, 3, "play G08");
    pass_windows(match);
    check_fortitude(match, 18, 20, 20, 20);
    match_free(match);
}

/* Z-11: a redirected loss; who bears it strikes back at the first attacker. */
static void test_z11_a_redirected_loss_with_retaliation(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"D21", "E26", "", "G17"}}, "play G17 >1");
    answer(match, 1, "play E26 >0");
    pass_to(match, DR_ASK_HURT, 0);
    answer(match, 0, "play D21");
    pass_windows(match);
    check_fortitude(match, 18, 20, 20, 18);
    match_free(match);
}

/* Z-11, E26: not onto the attacker, and not without a name. */
static void test_z11_whom_it_may_hit(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E26", "", "G17"}}, "play G17 >1");
    assert_true(is_refused(match, 1, "play E26 >3"));
    assert_true(is_refused(match, 1, "play E26 >1"));
    assert_true(is_refused(match, 1, "play E26"));
    answer(match, 1, "play E26 >2");
    pass_windows(match);
    check_fortitude(match, 20, 20, 18, 20);
    match_free(match);
}

/* Z-11: only the Fortitude part moves, and it comes on top of the own loss. */
static void test_z11_only_the_fortitude_moves(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E26", "F26"}}, "play F26");
    answer(match, 1, "play E26 >3");
    pass_windows(match);
    check_seat(match, 0, 19, 1, 10);
    check_seat(match, 1, 20, 1, 10);
    check_seat(match, 3, 18, 1, 10);
    match_free(match);
}

/* E26: nobody bears it if who was named ignores the card, */
static void test_z11_the_new_victim_ignores(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E26", "F26", "G13"}}, "play F26");
    answer(match, 1, "play E26 >3");
    pass_to(match, DR_ASK_CARD, 3);
    while (dr_top_of(table_of(match))->card != dr_card_find("F26"))
        nobody_answers(match);
    answer(match, 3, "play G13");
    pass_windows(match);
    check_seat(match, 0, 19, 1, 10);
    check_seat(match, 1, 20, 1, 10);
    check_seat(match, 3, 20, 0, 10);
    match_free(match);
}

/* or had ignored it before. */
static void test_z11_the_new_victim_had_ignored(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E26", "F26", "G13"}}, "play F26");
    answer(match, 3, "play G13");
    nobody_answers(match);
    answer(match, 1, "play E26 >3");
    pass_windows(match);
    check_fortitude(match, 19, 20, 20, 20);
    match_free(match);
}

/* Z-11: a single victim who was not meant may answer once it is his loss. */
static void test_z11_the_new_victim_is_asked(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"D22", "E26", "", "G17"}}, "play G17 >1");
    assert_int_equal(awaited(match), dr_bit(1));
    answer(match, 1, "play E26 >0");
    nobody_answers(match);
    assert_int_equal(awaited(match), dr_bit(0));
    answer(match, 0, "play D22");
    pass_windows(match);
    check_fortitude(match, 20, 20, 20, 20);
    match_free(match);
}

/* Z-11, Z-4: a negated redirect: the loss is Eve's, who may defend again. */
static void test_z11_a_negated_redirect(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E23 E26", "", "G08 G19"}},
             "play G19 >1");
    answer(match, 1, "play E26 >0");
    answer(match, 3, "play G08");
    nobody_answers(match);
    answer(match, 1, "play E23");
    pass_windows(match);
    check_fortitude(match, 20, 18, 20, 18);
    match_free(match);
}

/* E26: a retaliation is redirected too; its source is who retaliates. */
static void test_z11_a_redirected_retaliation(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, .options = {"first_seat", "1"}, .hands = {"D21", "E24 E26"}},
        "play E24 >0");
    pass_to(match, DR_ASK_HURT, 0);
    answer(match, 0, "play D21");
    assert_true(is_refused(match, 1, "play E26 >0"));
    answer(match, 1, "play E26 >3");
    pass_windows(match);
    check_fortitude(match, 17, 20, 20, 18);
    match_free(match);
}

/* E26, one opponent left: no seat is named, and the whole card is ignored, its
 * alcohol and gold included. */
static void test_z11_with_one_opponent_left(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 2, .options = {"characters", "FE"}, .hands = {"F26", "E26"}},
             "play F26");
    assert_true(is_refused(match, 1, "play E26 >0"));
    answer(match, 1, "play E26");
    pass_windows(match);
    check_seat(match, 0, 20, 1, 9);
    check_seat(match, 1, 20, 0, 10); /* the whole card: no alcohol either */
    match_free(match);
}

/* Z-12: half each, rounded up: 3 makes 2 and 2. */
static void test_z12_half_each_rounded_up(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E23", "", "G18"}}, "play G18 >1");
    answer(match, 1, "play E23");
    pass_windows(match);
    check_fortitude(match, 20, 18, 20, 18);
    match_free(match);
}

/* Z-12: 1 makes 1 and 1. */
static void test_z12_half_of_one(void **unused) {
    (void)unused;
    struct match *match = laid((struct scene){.seats = 4, .hands = {"D17", "E23"}}, "play D17 >1");
    answer(match, 1, "play E23");
    pass_windows(match);
    check_fortitude(match, 19, 19, 20, 20);
    match_free(match);
}

/* Z-12: Eve is barred from further defence; the attacker may ignore his half. */
static void test_z12_the_attacker_may_ignore_his_half(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E21 E23 E26", "", "G14 G19"}},
             "play G19 >1");
    answer(match, 1, "play E23");
    answer(match, 3, "play G14");
    nobody_answers(match);
    assert_int_equal(dr_top_of(table_of(match))->card, dr_card_find("E23"));
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_BUY); /* Eve was not asked again */
    check_fortitude(match, 20, 18, 20, 20);
    match_free(match);
}

/* E23: its source is Eve, so the attacker may retaliate; that is a new card, and
 * Eve may answer it. */
static void test_z12_the_attacker_may_retaliate(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E21 E23", "", "G19 G21"}},
             "play G19 >1");
    answer(match, 1, "play E23");
    pass_to(match, DR_ASK_HURT, 3);
    answer(match, 3, "play G21");
    answer(match, 1, "play E21");
    pass_windows(match);
    check_fortitude(match, 20, 18, 20, 18);
    match_free(match);
}

/* Z-12: negated: the whole loss is Eve's. */
static void test_z12_negated(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E23", "", "G08 G19"}}, "play G19 >1");
    answer(match, 1, "play E23");
    answer(match, 3, "play G08");
    pass_windows(match);
    check_fortitude(match, 20, 16, 20, 20);
    match_free(match);
}

/* Z-12: of a card for all only Eve's own loss is shared. */
static void test_z12_only_her_own_loss(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E23", "", "G20"}}, "play G20");
    answer(match, 1, "play E23");
    pass_windows(match);
    check_fortitude(match, 19, 19, 19, 19);
    match_free(match);
}

/* FLOSS: alcohol is no Fortitude. */
static void test_z12_not_against_alcohol(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E23 E26", "F27"}}, "play F27");
    assert_true(is_refused(match, 1, "play E23"));
    assert_true(is_refused(match, 1, "play E26 >0"));
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z10_dimli_retaliates),
        cmocka_unit_test(test_z10_a_retaliation_for_a_retaliation),
        cmocka_unit_test(test_z10_not_before_the_loss),
        cmocka_unit_test(test_z10_retaliation_needs_a_real_loss),
        cmocka_unit_test(test_z10_no_retaliation_after_a_negated_defence),
        cmocka_unit_test(test_z10_no_retaliation_against_a_drink),
        cmocka_unit_test(test_z10_after_the_whole_card_in_turn_order),
        cmocka_unit_test(test_z10_a_retaliation_can_be_ignored),
        cmocka_unit_test(test_z10_a_retaliation_can_be_negated),
        cmocka_unit_test(test_z11_a_redirected_loss_with_retaliation),
        cmocka_unit_test(test_z11_whom_it_may_hit),
        cmocka_unit_test(test_z11_only_the_fortitude_moves),
        cmocka_unit_test(test_z11_the_new_victim_ignores),
        cmocka_unit_test(test_z11_the_new_victim_had_ignored),
        cmocka_unit_test(test_z11_the_new_victim_is_asked),
        cmocka_unit_test(test_z11_a_negated_redirect),
        cmocka_unit_test(test_z11_a_redirected_retaliation),
        cmocka_unit_test(test_z11_with_one_opponent_left),
        cmocka_unit_test(test_z12_half_each_rounded_up),
        cmocka_unit_test(test_z12_half_of_one),
        cmocka_unit_test(test_z12_the_attacker_may_ignore_his_half),
        cmocka_unit_test(test_z12_the_attacker_may_retaliate),
        cmocka_unit_test(test_z12_negated),
        cmocka_unit_test(test_z12_only_her_own_loss),
        cmocka_unit_test(test_z12_not_against_alcohol),
    };
    return cmocka_run_group_tests_name("drachen damage", tests, NULL, NULL);
}
