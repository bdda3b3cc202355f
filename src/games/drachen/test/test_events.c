/* test_events.c: round on the house, toast, challenge and ambrosia (Z-34, Z-35). */
#include "scene.h"

/* All windows are passed; alcohol and gold by seat. */
static void ends(struct match *match, const int *alcohol, const int *gold) {
    pass_windows(match);
    for (int seat = 0; seat < table_of(match)->seats; seat++)
        check_seat(match, seat, table_of(match)->seat[seat].fortitude, alcohol[seat], gold[seat]);
    match_free(match);
}

static struct match *house(const char *letters, const char *hand, const char *other_hand,
                           const char *drinks) {
    return happens("T21", (struct scene){.seats = (int)strlen(letters),
                                         .options = ONE_DRINK(letters),
                                         .hands = {hand, other_hand},
                                         .drinks = drinks});
}

/* Z-34: events on top are discarded; everybody drinks a copy, felt together. */
static void test_z34_round_on_the_house(void **unused) {
    (void)unused;
    struct match *match = house("DEG", "", "", "T22 T23 T04 T12");
    reach_drink_of(match, 2);
    assert_int_equal(alcohol_of(match, 0), 0);
    pass_windows(match);
    check_seat(match, 0, 19, 3, 10);
    assert_int_equal(table_of(match)->drink_discard_count, 5);
    ends(match, BY_SEAT(3, 3, 4), BY_SEAT(10, 10, 10)); /* Gog is a half-ogre */
}

/* Z-34: each copy is its owner's: one is spiked, one ignored. */
static void test_z34_copies_are_independent(void **unused) {
    (void)unused;
    struct match *match = house("DEG", "D23", "E11", "T05");
    reach_drink_of(match, 0);
    respond(match, 0, "play D23");
    reach_drink_of(match, 1);
    respond(match, 1, "play E11");
    ends(match, BY_SEAT(4, 0, 2), BY_SEAT(10, 10, 10));
}

/* Z-34: a copy may be passed, and converted. */
static void test_z34_copy_is_passed(void **unused) {
    (void)unused;
    struct match *match = house("DEG", "D14", "", "T05");
    reach_drink_of(match, 0);
    respond(match, 0, "play D14 >2");
    ends(match, BY_SEAT(0, 2, 4), BY_SEAT(10, 10, 10));
    match = house("DEG", "D13", "", "T05");
    reach_drink_of(match, 0);
    respond(match, 0, "play D13");
    ends(match, BY_SEAT(0, 2, 2), BY_SEAT(10, 10, 10));
}

/* Z-34: a copy may be split. */
static void test_z34_copy_is_split(void **unused) {
    (void)unused;
    struct match *match = house("FE", "F14", "", "T07");
    reach_drink_of(match, 0);
    respond(match, 0, "play F14 >1");
    ends(match, BY_SEAT(2, 5), BY_SEAT(10, 10));
}

/* Z-34: setting house_split off: it may not; all else as before. */
static void test_z34_house_split_off(void **unused) {
    (void)unused;
    struct match *match = happens(
        "T21",
        (struct scene){.seats = 2,
                       .options = {"characters", "FE", "start_drinks", "1", "house_split", "off"},
                       .hands = {"F14 F11"},
                       .drinks = "T07"});
    reach_drink_of(match, 0);
    assert_true(is_refused(match, 0, "play F14 >1"));
    respond(match, 0, "play F11");
    ends(match, BY_SEAT(0, 3), BY_SEAT(10, 10));
}

/* Z-34: house_split is about the house round: in a contest splitting goes on. */
static void test_z34_house_split_off_elsewhere(void **unused) {
    (void)unused;
    struct match *match = happens(
        "T22",
        (struct scene){.seats = 2,
                       .options = {"characters", "FE", "start_drinks", "1", "house_split", "off"},
                       .hands = {"F14"},
                       .drinks = "T09 T01"});
    reach_drink_of(match, 0);
    respond(match, 0, "play F14 >1");
    ends(match, BY_SEAT(2, 3), BY_SEAT(11, 9));
}

/* Z-34: Mead copies keep no built-in split. */
static void test_z34_mead_copies(void **unused) {
    (void)unused;
    ends(house("DE", "", "", "T11"), BY_SEAT(3, 3), BY_SEAT(10, 10));
}

/* Z-34: nothing but events: at most 28 cards are turned, and nobody drinks. */
static void test_z34_turns_28_cards(void **unused) {
    (void)unused;
    struct match *match = before_event(
        "T21",
        (struct scene){.seats = 2, .options = ONE_DRINK("DE"), .drinks = "T20 T21 T22 T22 T23"});
    hide_drinks(match, 1 + 5);
    test_play(match, 0, "buy >1");
    pass_windows(match);
    assert_int_equal(table_of(match)->event.turned[0], 28);
    ends(match, BY_SEAT(0, 0), BY_SEAT(5, 5)); /* the deck ran out five times */
}

/* F18: all drink from the deck, leading events are discarded, a later one ends
 * the chain; drunk together; then the buy phase. */
static void test_f18_toast(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("FE"),
                                                    .hands = {"F18"},
                                                    .drinks = "T13 T14 T21 T22 T05 T02 T23"});
    test_play(match, 0, "play F18");
    reach_drink_of(match, 1);
    assert_int_equal(open_alcohol(match), 1);
    assert_int_equal(alcohol_of(match, 0), 0);
    pass_windows(match);
    assert_int_equal(asked(match), DR_ASK_BUY);
    ends(match, BY_SEAT(2, 1), BY_SEAT(10, 10));
}

/* Z-29, F18: a toast's deck runs out in the middle and is refilled at once. */
static void test_f18_deck_runs_out(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 2, .options = ONE_DRINK("FE"), .hands = {"F18 F05"}, .drinks = "T13 T14 T05"});
    thin_drinks(match, 1);
    test_play(match, 0, "play F18");
    reach_loss_of(match, 0);
    respond(match, 0, "play F05"); /* his second branch waives the payment */
    while (asked(match))
        nobody_answers(match);
    test_play(match, SEAT_CHANCE, "shuffle drinks T20 T01 *");
    ends(match, BY_SEAT(2, 1), BY_SEAT(10, 9));
}

/* F18: a toast's drink may be split. */
static void test_f18_split(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 2, .options = ONE_DRINK("FE"), .hands = {"F18 F14"}, .drinks = "T13 T14 T09 T07"});
    test_play(match, 0, "play F18");
    reach_drink_of(match, 0);
    respond(match, 0, "play F14 >1");
    ends(match, BY_SEAT(2, 5), BY_SEAT(10, 10));
}

static struct match *challenge(const char *letters, const char *hand, int fortitude,
                               const char *drinks) {
    struct match *match = happens("T23", (struct scene){.seats = (int)strlen(letters),
                                                        .options = ONE_DRINK(letters),
                                                        .hands = {hand},
                                                        .drinks = drinks,
                                                        .fortitude = {fortitude}});
    assert_int_equal(asked(match), DR_ASK_CHALLENGE);
    assert_int_equal(awaited(match), dr_bit(0));
    return match;
}

/* Z-35: declined, nothing happens. */
static void test_z35_declined(void **unused) {
    (void)unused;
    struct match *match = challenge("DEG", "", 20, "T09 T10");
    test_play(match, 0, "decline");
    ends(match, BY_SEAT(0, 0, 0), BY_SEAT(10, 10, 10));
}

/* Z-35: two drinks one after the other, each with its window; then the payout. */
static void test_z35_accepted(void **unused) {
    (void)unused;
    struct match *match = challenge("DEG", "", 20, "T06 T01 T07");
    test_play(match, 0, "accept");
    assert_int_equal(open_alcohol(match), 3);
    nobody_answers(match);
    assert_int_equal(alcohol_of(match, 0), 3);
    assert_int_equal(open_alcohol(match), 3);
    nobody_answers(match);
    assert_int_equal(alcohol_of(match, 0), 6);
    assert_int_equal(asked(match), DR_ASK_LAST);
    ends(match, BY_SEAT(6, 0, 0), BY_SEAT(12, 9, 9));
}

/* Z-35: who passes out gets nothing. */
static void test_z35_passed_out(void **unused) {
    (void)unused;
    struct match *match = challenge("DEG", "", 5, "T05 T07");
    test_play(match, 0, "accept");
    for (int window = 0; window < 3; window++) /* two drinks, and the last before the payout */
        nobody_answers(match);
    check_seat(match, 0, 5, 5, 10);
    assert_int_equal(asked(match), DR_ASK_LAST); /* of going out; nobody paid */
    pass_windows(match);
    assert_int_equal(table_of(match)->in, 6);
    ends(match, BY_SEAT(5, 0, 0), BY_SEAT(0, 12, 12));
}

/* Z-35: after both drinks an Anytime card may still save him. */
static void test_z35_saved(void **unused) {
    (void)unused;
    struct match *match = challenge("FEG", "F22", 5, "T05 T07");
    test_play(match, 0, "accept");
    while (asked(match) == DR_ASK_DRINK)
        nobody_answers(match);
    respond(match, 0, "play F22");
    ends(match, BY_SEAT(5, 0, 0), BY_SEAT(12, 9, 9));
}

/* Z-35: drinks that were ignored count as met. */
static void test_z35_ignored(void **unused) {
    (void)unused;
    struct match *match = challenge("EDG", "E11 E11", 4, "T09 T10");
    test_play(match, 0, "accept");
    respond(match, 0, "play E11");
    respond(match, 0, "play E11");
    ends(match, BY_SEAT(0, 0, 0), BY_SEAT(12, 9, 9));
}

/* Z-35, T11: Mead as an event's drink has no choice. */
static void test_z35_mead(void **unused) {
    (void)unused;
    struct match *match = challenge("EDG", "", 20, "T11 T01");
    decide(match, 0, "accept");
    ends(match, BY_SEAT(4, 0, 0), BY_SEAT(12, 9, 9));
}

/* T20: the revealer alone: A+1, F+4, 2 gold to the inn. */
static struct match *ambrosia(const char *hand, int gold) {
    return happens("T20", (struct scene){.seats = 2,
                                         .options = ONE_DRINK("DE"),
                                         .hands = {hand},
                                         .drinks = "T01",
                                         .gold = {gold},
                                         .fortitude = {10}});
}

static void test_t20_ambrosia(void **unused) {
    (void)unused;
    struct match *match = ambrosia("", 10);
    pass_windows(match);
    check_seat(match, 0, 14, 1, 8);
    assert_int_equal(table_of(match)->inn, 2);
    match_free(match);
}

/* T20: the payment may be answered. */
static void test_t20_inn_pays(void **unused) {
    (void)unused;
    struct match *match = ambrosia("D09", 10);
    respond(match, 0, "play D09");
    pass_windows(match);
    check_seat(match, 0, 14, 1, 10);
    match_free(match);
}

/* T20, Z-14, Z-33: who has 1 gold pays that, and is out after the event. */
static void test_t20_last_gold(void **unused) {
    (void)unused;
    struct match *match = ambrosia("", 1);
    nobody_answers(match);
    check_seat(match, 0, 14, 1, 0);
    pass_windows(match);
    assert_true(match_over(match));
    assert_int_equal(table_of(match)->winners, dr_bit(1));
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z34_round_on_the_house),
        cmocka_unit_test(test_z34_copies_are_independent),
        cmocka_unit_test(test_z34_copy_is_passed),
        cmocka_unit_test(test_z34_copy_is_split),
        cmocka_unit_test(test_z34_house_split_off),
        cmocka_unit_test(test_z34_house_split_off_elsewhere),
        cmocka_unit_test(test_z34_mead_copies),
        cmocka_unit_test(test_z34_turns_28_cards),
        cmocka_unit_test(test_f18_toast),
        cmocka_unit_test(test_f18_deck_runs_out),
        cmocka_unit_test(test_f18_split),
        cmocka_unit_test(test_z35_declined),
        cmocka_unit_test(test_z35_accepted),
        cmocka_unit_test(test_z35_passed_out),
        cmocka_unit_test(test_z35_saved),
        cmocka_unit_test(test_z35_ignored),
        cmocka_unit_test(test_z35_mead),
        cmocka_unit_test(test_t20_ambrosia),
        cmocka_unit_test(test_t20_inn_pays),
        cmocka_unit_test(test_t20_last_gold),
    };
    return cmocka_run_group_tests_name("drachen events", tests, NULL, NULL);
}
