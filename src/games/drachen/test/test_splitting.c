/* test_splitting.c: drinks that are split, by a card or as Mead (Z-23, T11). */
#include "scene.h"

/* All windows are passed; then fortitude and alcohol of the first two seats. */
static void ends(struct match *match, int fortitude0, int alcohol0, int fortitude1, int alcohol1) {
    pass_windows(match);
    const struct dr_seat *seat = table_of(match)->seat;
    assert_int_equal(seat[0].fortitude, fortitude0);
    assert_int_equal(seat[0].alcohol, alcohol0);
    assert_int_equal(seat[1].fortitude, fortitude1);
    assert_int_equal(seat[1].alcohol, alcohol1);
    match_free(match);
}

/* Fleck, or somebody with D27, splits with the second seat. */
static struct match *splits(const char *letters, const char *other_hand, const char *drinks) {
    const char *card = letters[0] == 'F' ? "F14" : "D27";
    struct match *match = reveals(letters, card, other_hand, drinks);
    respond(match, 0, letters[0] == 'F' ? "play F14 >1" : "play D27 >1");
    return match;
}

/* Z-23: halved, rounded up in size for both; -1 is -1 for each. */
static void test_z23_rounding(void **unused) {
    (void)unused;
    ends(splits("FE", "", "T07"), 20, 2, 20, 2);
    ends(splits("FE", "", "T10"), 20, 2, 20, 2);
    ends(splits("FE", "", "T01"), 20, 1, 20, 1);
    ends(splits("FE", "", "T15"), 19, 0, 19, 0);
    ends(splits("FE", "", "T13"), 19, 0, 19, 0);
    ends(splits("FE", "", "T14"), 19, 1, 19, 1);
    ends(splits("DE", "", "T07"), 20, 2, 20, 2);
}

/* Z-23: coffee makes both soberer by one. */
static void test_z23_sign_rule(void **unused) {
    (void)unused;
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("FE"),
                                                    .hands = {"F14"},
                                                    .drinks = "T18",
                                                    .alcohol = {5, 3}},
                                    "buy >1");
    respond(match, 0, "play F14 >1");
    ends(match, 20, 4, 20, 2);
}

/* Z-23: the chain is summed before it is halved. */
static void test_z23_chain_is_summed_first(void **unused) {
    (void)unused;
    struct match *match = reveals_two("FE", "F14", "", "T12 T17 T08");
    respond(match, 0, "play F14 >1");
    assert_int_equal(open_alcohol(match), 3); /* 5, not 2 and 1 */
    ends(match, 19, 3, 19, 3);
}

/* T12: halves from each drinker's own values. */
static void test_t12_halves_by_who_drinks(void **unused) {
    (void)unused;
    ends(splits("FG", "", "T12"), 19, 1, 20, 2);
}

/* Z-23: the splitter's half comes first and is drunk when its window closes; the
 * receiver gets a window of his own. */
static void test_z23_order_of_halves(void **unused) {
    (void)unused;
    struct match *match = splits("FE", "E11", "T09");
    assert_int_equal(open_drinker(match), 0);
    assert_int_equal(table_of(match)->seat[0].alcohol, 0);
    nobody_answers(match);
    assert_int_equal(table_of(match)->seat[0].alcohol, 2);
    assert_int_equal(open_drinker(match), 1);
    respond(match, 1, "play E11");
    ends(match, 20, 2, 20, 0);
}

/* Z-4, Z-23: a half is a new item: the splitter may now ignore his. */
static void test_z23_half_is_new_item(void **unused) {
    (void)unused;
    struct match *match = reveals("FE", "F14 F11", "", "T09");
    respond(match, 0, "play F14 >1");
    respond(match, 0, "play F11");
    assert_int_equal(open_drinker(match), 1);
    ends(match, 20, 0, 20, 2);
}

/* Z-23: a drink that was spiked is split with its spike. */
static void test_z23_spike_before_split(void **unused) {
    (void)unused;
    struct match *match = reveals("FD", "F14", "D23", "T01");
    respond(match, 1, "play D23");
    assert_int_equal(open_alcohol(match), 3);
    respond(match, 0, "play F14 >1");
    ends(match, 20, 2, 20, 2);
}

/* Z-23: a spike after the split hits one half. */
static void test_z23_spike_after_split(void **unused) {
    (void)unused;
    struct match *match = splits("FD", "D23", "T09");
    respond(match, 1, "play D23");
    assert_int_equal(open_alcohol(match), 4);
    ends(match, 20, 4, 20, 2);
}

/* Z-4, Z-23: a spike before and one after, each on an item of its own. */
static void test_z23_spikes_before_and_after(void **unused) {
    (void)unused;
    struct match *match = reveals("FD", "F14", "D23 D23", "T01");
    respond(match, 1, "play D23");
    respond(match, 0, "play F14 >1");
    reach_drink_of(match, 1);
    respond(match, 1, "play D23");
    ends(match, 20, 2, 20, 4);
}

/* Z-23: a half may be split again, or passed back. */
static void test_z23_half_goes_on(void **unused) {
    (void)unused;
    struct match *match = splits("FD", "D27", "T09");
    reach_drink_of(match, 1);
    respond(match, 1, "play D27 >0");
    ends(match, 20, 3, 20, 1);
    match = splits("FD", "D14", "T09");
    reach_drink_of(match, 1);
    respond(match, 1, "play D14 >0");
    ends(match, 20, 4, 20, 0);
}

/* Every drink is discarded once, split or not. */
static void test_z23_card_is_discarded_once(void **unused) {
    (void)unused;
    struct match *match = splits("FE", "", "T09");
    pass_windows(match);
    assert_int_equal(table_of(match)->drink_discard_count, 1);
    match_free(match);
}

/* Z-26: E16 on one half leaves the other as it is. */
static void test_z26_replaces_half(void **unused) {
    (void)unused;
    struct match *match = splits("FE", "E16", "T14");
    respond(match, 1, "play E16");
    ends(match, 20, 4, 19, 1);
}

/* T11: the drinker chooses after the window; 2 and 2. */
static void test_t11_mead_is_split(void **unused) {
    (void)unused;
    struct match *match = reveals("EFD", "", "F11", "T11");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_MEAD);
    assert_int_equal(awaited(match), dr_bit(0));
    assert_true(is_refused(match, 0, "split >0"));
    test_play(match, 0, "split >1");
    assert_int_equal(table_of(match)->seat[0].alcohol, 2);
    assert_int_equal(asked(match), DR_ASK_DRINK); /* the receiver's window, no other */
    assert_int_equal(open_drinker(match), 1);
    ends(match, 20, 2, 20, 2);
}

static struct match *mead(struct match *match, const char *choice) {
    reach(match, DR_ASK_MEAD);
    test_play(match, 0, choice);
    return match;
}

static void test_t11_mead_is_drunk(void **unused) {
    (void)unused;
    ends(mead(reveals("EF", "", "", "T11"), "drink"), 20, 3, 20, 0);
}

/* T11: the receiver may ignore his half. */
static void test_t11_half_is_ignored(void **unused) {
    (void)unused;
    struct match *match = mead(reveals("EF", "", "F11", "T11"), "split >1");
    respond(match, 1, "play F11");
    ends(match, 20, 2, 20, 0);
}

/* T11: ceil(total / 2), spike included. */
static void test_t11_spiked_mead(void **unused) {
    (void)unused;
    struct match *match = reveals("ED", "", "D23", "T11");
    respond(match, 1, "play D23");
    ends(mead(match, "split >1"), 20, 3, 20, 3);
}

/* T11: a spike on the receiver's half. */
static void test_t11_spiked_half(void **unused) {
    (void)unused;
    struct match *match = mead(reveals("ED", "", "D23", "T11"), "split >1");
    respond(match, 1, "play D23");
    ends(match, 20, 2, 20, 4);
}

/* T11: no other split card on it. */
static void test_t11_no_split_card(void **unused) {
    (void)unused;
    struct match *match = reveals("FE", "F14", "", "T11");
    assert_true(is_refused(match, 0, "play F14 >1"));
    match_free(match);
}

/* T11: as a chaser it brings no choice, and split cards fit. */
static void test_t11_as_chaser(void **unused) {
    (void)unused;
    struct match *match = reveals_two("FE", "F14", "", "T11 T17 T04");
    nobody_answers(match);
    assert_int_not_equal(asked(match), DR_ASK_MEAD);
    ends(match, 20, 4, 20, 0);
    match = reveals_two("FE", "F14", "", "T11 T17 T04");
    respond(match, 0, "play F14 >1");
    ends(match, 20, 2, 20, 2);
}

/* T11: replaced it is no Mead any more. */
static void test_t11_replaced(void **unused) {
    (void)unused;
    struct match *match = reveals("FE", "F14", "E16", "T11");
    respond(match, 1, "play E16");
    respond(match, 0, "play F14 >1");
    ends(match, 20, 2, 20, 2);
    match = reveals("FE", "", "E16", "T11");
    respond(match, 1, "play E16");
    ends(match, 20, 4, 20, 0);
}

/* T11: a passed Mead keeps the choice, for its new drinker. */
static void test_t11_passed(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D14", "", "T11");
    respond(match, 0, "play D14 >1");
    reach(match, DR_ASK_MEAD);
    assert_int_equal(awaited(match), dr_bit(1));
    test_play(match, 1, "split >0");
    ends(match, 20, 2, 20, 2);
}

/* D06-type: not Mead's own split, which is no card. */
static void test_t11_choice_has_no_window(void **unused) {
    (void)unused;
    struct match *match = mead(reveals("EF", "", "F06", "T11"), "split >1");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    assert_true(is_refused(match, 1, "play F06"));
    match_free(match);
}

/* Z-3, Z-9: a split that is negated leaves the drink whole; the same player may
 * then play another card on it. */
static void test_z9_guarded_split(void **unused) {
    (void)unused;
    struct match *match = reveals("FE", "F14 F11", "E06", "T09");
    answer(match, 0, "play F14 >1");
    respond(match, 1, "play E06");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    assert_int_equal(open_alcohol(match), 4);
    respond(match, 0, "play F11");
    ends(match, 20, 0, 20, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z23_rounding),
        cmocka_unit_test(test_z23_sign_rule),
        cmocka_unit_test(test_z23_chain_is_summed_first),
        cmocka_unit_test(test_t12_halves_by_who_drinks),
        cmocka_unit_test(test_z23_order_of_halves),
        cmocka_unit_test(test_z23_half_is_new_item),
        cmocka_unit_test(test_z23_spike_before_split),
        cmocka_unit_test(test_z23_spike_after_split),
        cmocka_unit_test(test_z23_spikes_before_and_after),
        cmocka_unit_test(test_z23_half_goes_on),
        cmocka_unit_test(test_z23_card_is_discarded_once),
        cmocka_unit_test(test_z26_replaces_half),
        cmocka_unit_test(test_t11_mead_is_split),
        cmocka_unit_test(test_t11_mead_is_drunk),
        cmocka_unit_test(test_t11_half_is_ignored),
        cmocka_unit_test(test_t11_spiked_mead),
        cmocka_unit_test(test_t11_spiked_half),
        cmocka_unit_test(test_t11_no_split_card),
        cmocka_unit_test(test_t11_as_chaser),
        cmocka_unit_test(test_t11_replaced),
        cmocka_unit_test(test_t11_passed),
        cmocka_unit_test(test_t11_choice_has_no_window),
        cmocka_unit_test(test_z9_guarded_split),
    };
    return cmocka_run_group_tests_name("drachen splitting", tests, NULL, NULL);
}
