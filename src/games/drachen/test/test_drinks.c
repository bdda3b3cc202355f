/* test_drinks.c: the drink phase and every drink card: chains, passing, burping,
 * replacing and forcing (Z-21, Z-22, Z-24 to Z-28). */
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

struct sip {
    const char *drink;
    int fortitude, alcohol, gold;
};

/* From Fortitude 10, alcohol 5 and 10 gold. */
static void check_sip(const char *letters, const struct sip *sip) {
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK(letters),
                                                    .drinks = sip->drink,
                                                    .fortitude = {10},
                                                    .alcohol = {5}},
                                    "buy >1");
    pass_windows(match);
    if (asked(match) == DR_ASK_MEAD)
        decide(match, 0, "drink");
    check_seat(match, 0, sip->fortitude, sip->alcohol, sip->gold);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* The table of drinks, T01 to T20. */
static void test_every_drink(void **unused) {
    (void)unused;
    static const struct sip sips[] = {
        {"T01", 10, 6, 10}, {"T02", 10, 6, 10}, {"T03", 10, 6, 10}, {"T04", 10, 6, 10},
        {"T05", 10, 7, 10}, {"T06", 10, 7, 10}, {"T07", 10, 8, 10}, {"T08", 10, 8, 10},
        {"T09", 10, 9, 10}, {"T10", 10, 9, 10}, {"T11", 10, 8, 10}, {"T12", 9, 7, 10},
        {"T13", 8, 5, 10},  {"T14", 9, 6, 10},  {"T15", 9, 5, 10},  {"T16", 12, 5, 10},
        {"T17", 10, 5, 10}, {"T18", 10, 4, 10}, {"T19", 12, 7, 10}, {"T20", 14, 6, 8},
    };
    for (size_t i = 0; i < sizeof sips / sizeof *sips; i++)
        check_sip("ED", &sips[i]);
}

/* Gog is a half-ogre, and neither orc nor troll. */
static void test_drinks_of_gog(void **unused) {
    (void)unused;
    static const struct sip sips[] = {{"T12", 10, 8, 10}, {"T13", 8, 5, 10}, {"T14", 9, 6, 10}};
    for (size_t i = 0; i < sizeof sips / sizeof *sips; i++)
        check_sip("GD", &sips[i]);
}

/* Z-21: all chasers are turned over before the one window of the one drink. */
static void test_z21_chain_is_one_drink(void **unused) {
    (void)unused;
    struct match *match =
        turn_over(&(struct scene){.seats = 2, .drinks = "T12 T04 T01 T03 T08"}, "buy >0");
    assert_int_equal(asked(match), DR_ASK_DRINK);
    assert_int_equal(dr_top_of(table_of(match))->drink.count, 3);
    assert_int_equal(open_alcohol(match), 6);
    nobody_answers(match);
    assert_int_not_equal(asked(match), DR_ASK_DRINK);
    ends(match, 19, 6, 20, 0);
}

/* Z-21: an empty pile ends the chain, without A-1. */
static void test_z21_empty_pile_ends_chain(void **unused) {
    (void)unused;
    ends(reveals("ED", "", "", "T06"), 20, 2, 20, 0);
}

/* Z-21: an event ends the chain and is discarded without effect. */
static void test_z21_event_ends_chain(void **unused) {
    (void)unused;
    struct match *match = reveals_two("ED", "", "", "T22 T01 T08");
    assert_int_equal(open_alcohol(match), 3);
    assert_int_equal(table_of(match)->drink_discard[0], dr_drink_find("T22"));
    ends(match, 20, 3, 20, 0);
}

/* The first seat drinks this, and in its next turn finds its pile empty. */
static struct match *finds_empty_pile(const char *drink) {
    struct match *match = reveals("ED", "", "", drink);
    pass_windows(match);
    decide(match, 1, "pass");
    decide(match, 1, "buy >1");
    test_play(match, 0, "keep");
    decide(match, 0, "pass");
    test_play(match, 0, "buy >1");
    return match;
}

/* Z-22: an empty pile in the drink phase is A-1, and no drink. */
static void test_z22_empty_pile(void **unused) {
    (void)unused;
    struct match *match = finds_empty_pile("T05 T17");
    assert_int_equal(asked(match), DR_ASK_END);
    assert_int_equal(table_of(match)->seat[0].alcohol, 1);
    match_free(match);
}

/* Z-22: not below 0. */
static void test_z22_sober_stays_sober(void **unused) {
    (void)unused;
    struct match *match = finds_empty_pile("T17 T05");
    assert_int_equal(table_of(match)->seat[0].alcohol, 0);
    match_free(match);
}

/* Z-22: the same while forced to an extra drink. */
static void test_z22_forced_at_empty_pile(void **unused) {
    (void)unused;
    struct match *match = reveals("EG", "", "G16", "T05");
    reach(match, DR_ASK_END);
    respond(match, 1, "play G16");
    assert_int_equal(asked(match), DR_ASK_END);
    ends(match, 20, 1, 20, 0);
}

/* Z-24: the whole chain goes; T12 by who drinks it. */
static void test_z24_passes_chain(void **unused) {
    (void)unused;
    struct match *match = reveals_two("DG", "D14", "", "T12 T17 T08");
    respond(match, 0, "play D14 >1");
    assert_int_equal(open_drinker(match), 1);
    assert_int_equal(open_alcohol(match), 6);
    ends(match, 20, 0, 20, 6);
}

/* Z-24: the new drinker may ignore it. */
static void test_z24_passed_drink_is_ignored(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D14", "E11", "T09");
    respond(match, 0, "play D14 >1");
    respond(match, 1, "play E11");
    ends(match, 20, 0, 20, 0);
}

/* Z-24: the new drinker may pass it on to a third, with a split. */
static void test_z24_passed_drink_is_split(void **unused) {
    (void)unused;
    struct match *match = reveals("DFE", "D14", "F14", "T09");
    respond(match, 0, "play D14 >1");
    respond(match, 1, "play F14 >2");
    pass_windows(match);
    assert_int_equal(table_of(match)->seat[2].alcohol, 2);
    ends(match, 20, 0, 20, 2);
}

/* Z-4, Z-24: a passed drink is a new item: who passed it may spike it. */
static void test_z24_passer_may_spike(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D14 D23", "", "T01");
    respond(match, 0, "play D14 >1");
    respond(match, 0, "play D23");
    ends(match, 20, 0, 20, 3);
}

/* Z-24: what was no longer his own drink the passer cannot ignore. */
static void test_z24_passer_has_no_drink(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D14 D11", "", "T01");
    respond(match, 0, "play D14 >1");
    assert_true(is_refused(match, 0, "play D11"));
    assert_true(is_refused(match, 0, "play D14 >1"));
    match_free(match);
}

/* Z-4: one Sometimes card a player on one drink. */
static void test_z4_one_card_a_drink(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D23 D11", "", "T01");
    respond(match, 0, "play D23");
    assert_true(is_refused(match, 0, "play D11"));
    ends(match, 20, 3, 20, 0);
}

static struct match *burps(const char *other_hand, const char *drink) {
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("DE"),
                                                    .hands = {"D13", other_hand},
                                                    .drinks = drink,
                                                    .fortitude = {10},
                                                    .alcohol = {5}},
                                    "buy >1");
    return match;
}

/* Z-25: the alcohol becomes Fortitude, the Fortitude part stays. */
static void test_z25_alcohol_to_fortitude(void **unused) {
    (void)unused;
    static const struct sip sips[] = {
        {"T09", 14, 5, 0}, {"T12", 11, 5, 0}, {"T19", 14, 5, 0},
        {"T13", 8, 5, 0},  {"T17", 10, 5, 0},
    };
    for (size_t i = 0; i < sizeof sips / sizeof *sips; i++) {
        struct match *match = burps("", sips[i].drink);
        respond(match, 0, "play D13");
        ends(match, sips[i].fortitude, sips[i].alcohol, 20, 0);
    }
}

/* D13: only alcohol above 0: coffee still sobers up. */
static void test_z25_coffee_stays_coffee(void **unused) {
    (void)unused;
    struct match *match = burps("", "T18");
    respond(match, 0, "play D13");
    ends(match, 10, 4, 20, 0);
}

/* Z-25: spikes count, and a later DRINK_SET too. */
static void test_z25_later_changes_count(void **unused) {
    (void)unused;
    struct match *match = burps("E16", "T12");
    respond(match, 0, "play D13");
    respond(match, 1, "play E16");
    ends(match, 14, 5, 20, 0);
}

/* Z-25: a spiked half that Dimli received. */
static void test_z25_spiked_half(void **unused) {
    (void)unused;
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = ONE_DRINK("FD"),
                                                    .hands = {"F14", "D13 D23"},
                                                    .drinks = "T01",
                                                    .fortitude = {0, 10}},
                                    "buy >1");
    respond(match, 1, "play D23");
    respond(match, 0, "play F14 >1");
    reach_drink_of(match, 1);
    respond(match, 1, "play D13");
    ends(match, 20, 2, 12, 0);
}

/* Z-26: printed effects of drink and chasers go, the good ones too. */
static void test_z26_replaces_drink(void **unused) {
    (void)unused;
    struct match *match = reveals_two("DE", "", "E16", "T19 T17 T08");
    respond(match, 1, "play E16");
    assert_int_equal(open_alcohol(match), 4);
    ends(match, 20, 4, 20, 0);
    match = reveals("GE", "", "E16", "T16");
    respond(match, 1, "play E16");
    ends(match, 20, 4, 20, 0);
}

/* Z-26: a spike stays, whether it came before or after. */
static void test_z26_spike_stays(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "D23", "E16", "T14");
    respond(match, 0, "play D23");
    respond(match, 1, "play E16");
    ends(match, 20, 6, 20, 0);
    match = reveals("DE", "D23", "E16", "T14");
    respond(match, 1, "play E16");
    respond(match, 0, "play D23");
    ends(match, 20, 6, 20, 0);
}

/* E16: on another player's drink only. */
static void test_z26_not_own_drink(void **unused) {
    (void)unused;
    struct match *match = reveals("ED", "E16", "", "T14");
    assert_true(is_refused(match, 0, "play E16"));
    match_free(match);
}

/* DRINK_IGNORE: nothing of it happens, and the card is discarded. */
static void ignores(const char *letters, const char *card, const char *action) {
    struct match *match = reveals(letters, card, "", "T12");
    respond(match, 0, action);
    assert_int_equal(table_of(match)->drink_discard_count, 1);
    ends(match, 20, 0, 20, 0);
}

static void test_cards_that_ignore(void **unused) {
    (void)unused;
    ignores("DE", "D11", "play D11");
    ignores("DE", "D12", "play D12");
    ignores("DE", "D28", "play D28");
    ignores("ED", "E11", "play E11");
    ignores("ED", "E20", "play E20");
    ignores("FE", "F11", "play F11");
    ignores("FE", "F12", "play F12");
    ignores("FE", "F15", "play F15");
    ignores("GE", "G12", "play G12");
    ignores("GE", "G15", "play G15");
}

/* Z-27: a separate drink from the own pile, after the current one; W8 again. */
static struct match *forced(const char *letters, const char *hand, const char *action) {
    struct match *match = turn_over(&(struct scene){.seats = 2,
                                                    .options = {"characters", letters},
                                                    .hands = {"", hand},
                                                    .drinks = "T05 T03 T01"},
                                    "buy >1");
    reach(match, DR_ASK_END);
    assert_int_equal(table_of(match)->seat[0].alcohol, 1);
    assert_int_equal(awaited(match), dr_bit(1));
    respond(match, 1, action);
    assert_int_equal(open_drinker(match), 0);
    assert_int_equal(open_alcohol(match), 2);
    nobody_answers(match);
    assert_int_equal(table_of(match)->seat[0].alcohol, 3);
    return match;
}

static void test_z27_forced_drink(void **unused) {
    (void)unused;
    struct match *match = forced("ED", "D24", "play D24");
    assert_int_equal(asked(match), DR_ASK_ACTION); /* Dimli has but one such card */
    ends(match, 20, 3, 20, 0);
}

/* Z-4, Z-27: each opening of W8 is a new item. */
static void test_z27_forced_twice(void **unused) {
    (void)unused;
    struct match *match = forced("EG", "G16 G16", "play G16");
    assert_int_equal(asked(match), DR_ASK_END);
    respond(match, 1, "play G16");
    ends(match, 20, 2, 20, 0); /* the pile is empty by now */
}

/* Z-27: nobody is asked about the end of his own turn. */
static void test_z27_not_oneself(void **unused) {
    (void)unused;
    struct match *match = reveals("DG", "D24", "", "T05");
    reach(match, DR_ASK_END);
    assert_int_equal(awaited(match), dr_bit(1));
    assert_true(is_refused(match, 0, "play D24"));
    match_free(match);
}

/* Z-28: an event is nobody's drink: no window opens on it. */
static void test_z28_event_is_no_drink(void **unused) {
    (void)unused;
    struct match *match = reveals("ED", "E11", "D23", "T20");
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_true(is_refused(match, 0, "play E11"));
    assert_true(is_refused(match, 1, "play D23"));
    ends(match, 20, 1, 20, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_drink),
        cmocka_unit_test(test_drinks_of_gog),
        cmocka_unit_test(test_z21_chain_is_one_drink),
        cmocka_unit_test(test_z21_empty_pile_ends_chain),
        cmocka_unit_test(test_z21_event_ends_chain),
        cmocka_unit_test(test_z22_empty_pile),
        cmocka_unit_test(test_z22_sober_stays_sober),
        cmocka_unit_test(test_z22_forced_at_empty_pile),
        cmocka_unit_test(test_z24_passes_chain),
        cmocka_unit_test(test_z24_passed_drink_is_ignored),
        cmocka_unit_test(test_z24_passed_drink_is_split),
        cmocka_unit_test(test_z24_passer_may_spike),
        cmocka_unit_test(test_z24_passer_has_no_drink),
        cmocka_unit_test(test_z4_one_card_a_drink),
        cmocka_unit_test(test_z25_alcohol_to_fortitude),
        cmocka_unit_test(test_z25_coffee_stays_coffee),
        cmocka_unit_test(test_z25_later_changes_count),
        cmocka_unit_test(test_z25_spiked_half),
        cmocka_unit_test(test_z26_replaces_drink),
        cmocka_unit_test(test_z26_spike_stays),
        cmocka_unit_test(test_z26_not_own_drink),
        cmocka_unit_test(test_cards_that_ignore),
        cmocka_unit_test(test_z27_forced_drink),
        cmocka_unit_test(test_z27_forced_twice),
        cmocka_unit_test(test_z27_not_oneself),
        cmocka_unit_test(test_z28_event_is_no_drink),
    };
    return cmocka_run_group_tests_name("drachen drinks", tests, NULL, NULL);
}
