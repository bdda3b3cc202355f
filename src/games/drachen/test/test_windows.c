/* test_windows.c: in which order answers come and what an answer does: Z-1 to
 * Z-9. By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "scene.h"

/* Z-1: a played card is pending until its window has closed. */
static void test_z1_a_card_is_pending(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D17"}});
    test_play(match, 0, "play D17 >1");
    assert_int_equal(asked(match), DR_ASK_CARD);
    check_seat(match, 1, 20, 0, 10);
    assert_false(holds(match, 0, "D17"));
    assert_false(has_discarded(match, 0, "D17"));
    nobody_answers(match);
    check_seat(match, 1, 19, 0, 10);
    assert_true(has_discarded(match, 0, "D17"));
    match_free(match);
}

/* Z-1: and so is a revealed drink. */
static void test_z1_a_drink_is_pending(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4});
    check_seat(match, 0, 20, 0, 10);
    assert_int_equal(table_of(match)->drink_discard_count, 0);
    nobody_answers(match);
    check_seat(match, 0, 20, 4, 10);
    assert_int_equal(table_of(match)->drink_discard_count, 1);
    match_free(match);
}

/* Z-2: in turn order from the active player, whatever the seat's number and
 * whoever sealed first. */
static void test_z2_order_from_the_active_player(void **unused) {
    (void)unused;
    struct match *match =
        sauflied((struct scene){.seats = 4, .hands = {"D22", "E18", "F26", "G13"}});
    assert_int_equal(awaited(match), D | E | G);
    test_play(match, 0, "play D22");
    test_play(match, 1, "play E18");
    test_play(match, 3, "play G13");
    assert_true(is_on_top(match, "G13"));
    match_free(match);
}

/* Z-2: in a round of gambling from whose gambling turn it is. */
static void test_z2_order_in_a_gambling_round(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, .hands = {"D01 D08", "", "F04", "G08"}});
    decide(match, 0, "play D01");
    assert_int_equal(awaited(match), E);
    test_play(match, 2, "play F04");
    assert_int_equal(asked(match), DR_ASK_CARD);
    test_play(match, 0, "play D08");
    test_play(match, 1, "pass");
    test_play(match, 2, "pass");
    test_play(match, 3, "play G08");
    assert_true(is_on_top(match, "G08"));
    match_free(match);
}

/* Z-2: before the first gambling turn it is the starter. */
static void test_z2_the_starter_until_then(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4,
        .options = {"first_seat", "2"},
        .hands = {"D08", "E08", "F01 F16"},
    });
    test_play(match, 2, "play F01");
    answer(match, 2, "play F16");
    test_play(match, 1, "play E08");
    test_play(match, 2, "pass");
    test_play(match, 3, "pass");
    test_play(match, 0, "play D08");
    assert_true(is_on_top(match, "D08"));
    match_free(match);
}

/* Z-3: after an answer the window opens anew, also for who declined before. */
static void test_z3_who_declined_may_play_now(void **unused) {
    (void)unused;
    struct match *match = sauflied((struct scene){.seats = 4, .hands = {"", "E18", "F26", "G13"}});
    test_play(match, 0, "pass");
    test_play(match, 1, "pass");
    test_play(match, 3, "play G13");
    nobody_answers(match);
    assert_true(is_on_top(match, "F26"));
    assert_int_equal(awaited(match), D | E);
    answer(match, 1, "play E18");
    pass_windows(match);
    check_seat(match, 0, 19, 1, 10);
    check_seat(match, 1, 20, 0, 10);
    check_seat(match, 3, 20, 0, 10);
    match_free(match);
}

/* Z-3: also where the answer was negated. */
static void test_z3_anew_after_a_negated_answer(void **unused) {
    (void)unused;
    struct match *match =
        sauflied((struct scene){.seats = 4, .hands = {"D22", "E08", "F26", "G13"}});
    answer(match, 3, "play G13");
    answer(match, 1, "play E08");
    nobody_answers(match);
    assert_true(is_on_top(match, "F26"));
    assert_int_equal(awaited(match), D | E | G);
    match_free(match);
}

/* Z-3: a negated item closes at once; nobody is asked about it again. */
static void test_z3_a_negated_item_closes_at_once(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E08"}});
    answer(match, 0, "play D11");
    assert_int_equal(awaited(match), D | E | F | G);
    answer(match, 1, "play E08");
    assert_int_equal(awaited(match), D | F | G);
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_DRINK);
    assert_true(has_discarded(match, 0, "D11"));
    assert_true(has_discarded(match, 1, "E08"));
    match_free(match);
}

/* Z-4: one Sometimes card for each item. */
static void test_z4_one_for_each_item(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D11 D23", "E16"}});
    answer(match, 0, "play D23");
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_DRINK);
    assert_int_equal(awaited(match), E);
    assert_true(is_refused(match, 0, "play D11"));
    nobody_answers(match);
    check_seat(match, 0, 20, 6, 10);
    match_free(match);
}

/* Z-4: another one after the first was negated. */
static void test_z4_another_after_a_negation(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D11 D12", "E08"}});
    answer(match, 0, "play D11");
    answer(match, 1, "play E08");
    nobody_answers(match);
    answer(match, 0, "play D12");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    match_free(match);
}

/* Z-4: an answer is a new item with its own limit. */
static void test_z4_an_answer_is_a_new_item(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E08 E16"}});
    answer(match, 0, "play D11");
    answer(match, 1, "play E08");
    nobody_answers(match);
    answer(match, 1, "play E16");
    pass_windows(match);
    assert_true(has_discarded(match, 1, "E16"));
    match_free(match);
}

/* Z-4: who used his card on the item below is free on the answer above it. */
static void test_z4_used_below_and_free_above(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E08 E16"}});
    answer(match, 1, "play E16");
    nobody_answers(match);
    answer(match, 0, "play D11");
    assert_true(awaited(match) & E);
    answer(match, 1, "play E08");
    pass_windows(match);
    check_seat(match, 0, 20, 4, 10);
    match_free(match);
}

/* Z-4: a passed drink is a new item. */
static void test_z4_a_passed_drink_is_a_new_item(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D14 D23"}});
    answer(match, 0, "play D14 >3");
    pass_to(match, DR_ASK_DRINK, 0);
    answer(match, 0, "play D23");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    check_seat(match, 3, 20, 6, 10);
    match_free(match);
}

/* Z-4: halves are new items. */
static void test_z4_halves_are_new_items(void **unused) {
    (void)unused;
    struct match *match = feuerwasser(
        (struct scene){.seats = 4, .options = {"first_seat", "2"}, .hands = {"", "", "F11 F14"}});
    answer(match, 2, "play F14 >3");
    pass_to(match, DR_ASK_DRINK, 2);
    answer(match, 2, "play F11");
    pass_windows(match);
    check_seat(match, 2, 20, 0, 10);
    check_seat(match, 3, 20, 2, 10);
    match_free(match);
}

/* Z-4: also for who answered the whole drink and gets one half of it. */
static void test_z4_the_receiver_of_a_half_is_free(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){
        .seats = 4, .options = {"first_seat", "2"}, .hands = {"D11 D23", "", "F14"}});
    answer(match, 0, "play D23");
    nobody_answers(match);
    answer(match, 2, "play F14 >0");
    nobody_answers(match); /* the card */
    nobody_answers(match); /* Fleck's half */
    answer(match, 0, "play D11");
    pass_windows(match);
    check_seat(match, 2, 20, 3, 10);
    check_seat(match, 0, 20, 0, 10);
    match_free(match);
}

/* Z-4: each opening of W8 is a new item. */
static void test_z4_each_end_of_turn_is_a_new_item(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"", "", "", "G16 G16"}});
    for (int i = 0; i < 2; i++) {
        pass_to(match, DR_ASK_END, 3);
        answer(match, 3, "play G16");
    }
    pass_windows(match);
    check_seat(match, 0, 20, 6, 10); /* T09, and both T03 of the pile */
    assert_int_equal(table_of(match)->active, 1);
    match_free(match);
}

/* Z-5: Anytime cards come in anybody's phase, and the decision is asked again. */
static void test_z5_anytime_in_the_turn_of_another(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"", "E09", "", "G22"}});
    decide(match, 1, "play E09 >0");
    assert_int_equal(asked(match), DR_ASK_ACTION);
    decide(match, 0, "pass");
    assert_int_equal(asked(match), DR_ASK_BUY);
    decide(match, 3, "play G22");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(awaited(match), D);
    check_seat(match, 0, 20, 0, 9);
    check_seat(match, 1, 20, 0, 11);
    match_free(match);
}

/* Z-5: not while somebody discards. */
static void test_z5_not_while_somebody_discards(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D07", "E09"}});
    quiet_turn(match);
    quiet_turn(match);
    assert_int_equal(asked(match), DR_ASK_DISCARD);
    assert_int_equal(may_act(match), 0);
    assert_true(is_refused(match, 1, "play E09 >0"));
    assert_true(is_refused(match, 0, "play D07 >1"));
    decide(match, 0, "keep");
    decide(match, 1, "play E09 >0");
    check_seat(match, 0, 20, table_of(match)->seat[0].alcohol, 9);
    match_free(match);
}

/* Z-5: no Sometimes card, so NEGATE does not reach it; IGNORE does. */
static void test_z5_ignored_but_not_negated(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, .hands = {"D07 D08", "E08", "F08", "G08 G13"}});
    test_play(match, 0, "play D07 >3");
    assert_int_equal(asked(match), DR_ASK_CARD);
    assert_int_equal(awaited(match), G);
    assert_true(is_refused(match, 3, "play G08"));
    answer(match, 3, "play G13");
    pass_windows(match);
    check_seat(match, 3, 20, 0, 10);
    match_free(match);
}

/* Z-6: to spike a drink moves no marker yet. */
static void test_z6_a_spike_affects_nobody(void **unused) {
    (void)unused;
    struct match *match = feuerwasser(
        (struct scene){.seats = 4, .options = {"first_seat", "1"}, .hands = {"D23", "E18 E21"}});
    answer(match, 0, "play D23");
    assert_true(is_refused(match, 1, "play E18"));
    assert_true(is_refused(match, 1, "play E21"));
    match_free(match);
}

/* Z-6: nor does ordering or forcing a drink. */
static void test_z6_ordering_and_forcing_affect_nobody(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4,
        .options = {"first_seat", "3"},
        .hands = {"D24", "", "", "G05 G13"},
        .drinks = PILES_4 "T18",
    });
    decide(match, 3, "pass");
    test_play(match, 3, "play G05 >0 >1");
    assert_true(is_refused(match, 3, "play G13")); /* Z-8 besides: his own payment */
    pass_windows(match);
    test_play(match, 3, "buy >0");
    pass_to(match, DR_ASK_END, 0);
    answer(match, 0, "play D24");
    assert_true(is_refused(match, 3, "play G13"));
    match_free(match);
}

/* Z-6: a gain and a capped change count. */
static void test_z6_a_capped_change_affects(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4,
        .options = {"first_seat", "2"},
        .hands = {"", "E21", "F27"},
        .gold = {10, 10, 10, 10},
    });
    test_play(match, 2, "play F27"); /* alcohol is 0 already */
    answer(match, 1, "play E21");
    pass_windows(match);
    check_seat(match, 1, 20, 0, 10);
    check_seat(match, 2, 20, 0, 12);
    match_free(match);
}

/* Z-6: who gains is affected too, and may do without. */
static void test_z6_a_gain_affects(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4, .options = {"first_seat", "3"}, .hands = {"", "", "", "G13 G23"}});
    test_play(match, 3, "play G23");
    assert_int_equal(awaited(match), E | G);
    answer(match, 3, "play G13");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 9);
    check_seat(match, 3, 20, 0, 10);
    match_free(match);
}

/* Z-6: a round of gambling is no effect to ignore. */
static void test_z6_a_round_cannot_be_ignored(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D01", "E18"}});
    test_play(match, 0, "play D01");
    assert_int_equal(asked(match), DR_ASK_LOSS); /* nobody had an answer to the card */
    assert_int_equal(awaited(match), D);
    match_free(match);
}

/* Z-7: an ignored card meets all others. */
static void test_z7_ignore_is_for_oneself(void **unused) {
    (void)unused;
    struct match *match = sauflied((struct scene){.seats = 4, .hands = {"", "E18", "F26"}});
    answer(match, 1, "play E18");
    pass_windows(match);
    check_seat(match, 0, 19, 1, 10);
    check_seat(match, 1, 20, 0, 10);
    check_seat(match, 2, 20, 1, 9);
    check_seat(match, 3, 19, 1, 10);
    match_free(match);
}

/* Z-7: D22 ignores the whole card, not the Fortitude alone. */
static void test_z7_ignore_is_for_the_whole_card(void **unused) {
    (void)unused;
    struct match *match = sauflied((struct scene){.seats = 4, .hands = {"D22", "", "F26"}});
    answer(match, 0, "play D22");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    match_free(match);
}

/* Z-7: a negated card does nothing for anyone and is discarded. */
static void test_z7_negate_is_for_everybody(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D27", "E08"}});
    answer(match, 0, "play D27 >2");
    answer(match, 1, "play E08");
    pass_windows(match);
    check_seat(match, 0, 20, 4, 10);
    check_seat(match, 2, 20, 0, 10);
    assert_true(has_discarded(match, 0, "D27"));
    match_free(match);
}

/* Z-9: NEGATE reaches another one of its kind: the first card works again. */
static void test_z9_negate_a_negate(void **unused) {
    (void)unused;
    struct match *match =
        feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E08", "", "G08"}});
    answer(match, 0, "play D11");
    answer(match, 1, "play E08");
    answer(match, 3, "play G08");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    assert_true(has_discarded(match, 1, "E08"));
    match_free(match);
}

/* Z-9: four of them on one another: the last word counts. */
static void test_z9_a_tower_of_negates(void **unused) {
    (void)unused;
    struct match *match =
        feuerwasser((struct scene){.seats = 4, .hands = {"D11 D08", "E08", "F08", "G08"}});
    answer(match, 0, "play D11");
    answer(match, 1, "play E08");
    answer(match, 2, "play F08");
    answer(match, 3, "play G08");
    answer(match, 0, "play D08");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10); /* D08 > G08: F08 > E08: D11 works */
    match_free(match);
}

/* Dimli drinks and plays this; is Eve's drink guard an answer to it? */
static bool is_guarded(const char *card, const char *action) {
    struct scene scene = {.seats = 4, .hands = {card, "E06"}};
    struct match *match = feuerwasser(scene);
    answer(match, 0, action);
    bool is_legal = !is_refused(match, 1, "play E06");
    match_free(match);
    return is_legal;
}

/* Z-9: the drink guard negates what changes a drink. */
static void test_z9_the_drink_guard(void **unused) {
    (void)unused;
    assert_true(is_guarded("D11", "play D11"));
    assert_true(is_guarded("D13", "play D13"));
    assert_true(is_guarded("D14", "play D14 >2"));
    assert_true(is_guarded("D23", "play D23"));
    assert_true(is_guarded("D27", "play D27 >2"));
    assert_true(is_guarded("D28", "play D28"));
}

/* Z-9: it works: the drink is drunk as it lies there. */
static void test_z9_the_drink_guard_works(void **unused) {
    (void)unused;
    struct match *match = feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E06"}});
    answer(match, 0, "play D11");
    answer(match, 1, "play E06");
    pass_windows(match);
    check_seat(match, 0, 20, 4, 10);
    match_free(match);
}

/* Z-9: no guard against a guard or a NEGATE; NEGATE stops the guard. */
static void test_z9_only_negate_stops_the_guard(void **unused) {
    (void)unused;
    struct match *match =
        feuerwasser((struct scene){.seats = 4, .hands = {"D11", "E06", "F06 F08", "G06"}});
    answer(match, 0, "play D11");
    answer(match, 1, "play E06");
    assert_true(is_refused(match, 2, "play F06"));
    answer(match, 2, "play F08");
    assert_true(is_refused(match, 3, "play G06"));
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    match_free(match);
}

/* Z-9: not against ordering, not against forcing. */
static void test_z9_no_guard_for_orders(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 4, .hands = {"D05", "E06", "", "G16"}, .drinks = PILES_4 "T18"});
    decide(match, 0, "pass");
    test_play(match, 0, "play D05 >1 >1");
    assert_true(is_refused(match, 1, "play E06"));
    pass_windows(match);
    test_play(match, 0, "buy >1");
    pass_to(match, DR_ASK_END, 3);
    answer(match, 3, "play G16");
    assert_true(is_refused(match, 1, "play E06"));
    match_free(match);
}

/* Z-9: a two-branch card used on an ante changes no drink. */
static void test_z9_no_guard_for_antes(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D01 D28", "E06 E08"}});
    test_play(match, 0, "play D01");
    answer(match, 0, "play D28");
    assert_true(is_refused(match, 1, "play E06"));
    answer(match, 1, "play E08");
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z1_a_card_is_pending),
        cmocka_unit_test(test_z1_a_drink_is_pending),
        cmocka_unit_test(test_z2_order_from_the_active_player),
        cmocka_unit_test(test_z2_order_in_a_gambling_round),
        cmocka_unit_test(test_z2_the_starter_until_then),
        cmocka_unit_test(test_z3_who_declined_may_play_now),
        cmocka_unit_test(test_z3_anew_after_a_negated_answer),
        cmocka_unit_test(test_z3_a_negated_item_closes_at_once),
        cmocka_unit_test(test_z4_one_for_each_item),
        cmocka_unit_test(test_z4_another_after_a_negation),
        cmocka_unit_test(test_z4_an_answer_is_a_new_item),
        cmocka_unit_test(test_z4_used_below_and_free_above),
        cmocka_unit_test(test_z4_a_passed_drink_is_a_new_item),
        cmocka_unit_test(test_z4_halves_are_new_items),
        cmocka_unit_test(test_z4_the_receiver_of_a_half_is_free),
        cmocka_unit_test(test_z4_each_end_of_turn_is_a_new_item),
        cmocka_unit_test(test_z5_anytime_in_the_turn_of_another),
        cmocka_unit_test(test_z5_not_while_somebody_discards),
        cmocka_unit_test(test_z5_ignored_but_not_negated),
        cmocka_unit_test(test_z6_a_spike_affects_nobody),
        cmocka_unit_test(test_z6_ordering_and_forcing_affect_nobody),
        cmocka_unit_test(test_z6_a_capped_change_affects),
        cmocka_unit_test(test_z6_a_gain_affects),
        cmocka_unit_test(test_z6_a_round_cannot_be_ignored),
        cmocka_unit_test(test_z7_ignore_is_for_oneself),
        cmocka_unit_test(test_z7_ignore_is_for_the_whole_card),
        cmocka_unit_test(test_z7_negate_is_for_everybody),
        cmocka_unit_test(test_z9_negate_a_negate),
        cmocka_unit_test(test_z9_a_tower_of_negates),
        cmocka_unit_test(test_z9_the_drink_guard),
        cmocka_unit_test(test_z9_the_drink_guard_works),
        cmocka_unit_test(test_z9_only_negate_stops_the_guard),
        cmocka_unit_test(test_z9_no_guard_for_orders),
        cmocka_unit_test(test_z9_no_guard_for_antes),
    };
    return cmocka_run_group_tests_name("drachen windows", tests, NULL, NULL);
}
