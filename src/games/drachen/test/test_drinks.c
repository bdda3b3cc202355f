/* test_drinks.c: the drink phase and every drink card (Z-21 to Z-28). */
#include "table.h"

/* The first seat reveals the first of these drinks. */
static struct match *reveals(const char *letters, const char *hand, const char *other_hand,
                             const char *drinks) {
    return turn_over(&(struct scene){.seats = (int)strlen(letters),
                                     .options = ONE_DRINK(letters),
                                     .hands = {hand, other_hand},
                                     .drinks = drinks},
                     "buy >1");
}

/* Two at the table; the third of these drinks is revealed, and below it lies the first. */
static struct match *reveals_two(const char *letters, const char *hand, const char *other_hand,
                                 const char *drinks) {
    return turn_over(&(struct scene){.seats = 2,
                                     .options = ONE_DRINK(letters),
                                     .hands = {hand, other_hand},
                                     .drinks = drinks},
                     "buy >0");
}

static void reach(struct match *match, enum dr_ask ask) {
    while (asked(match) != ask)
        nobody_answers(match);
}

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

/* Z-26: E16 on one half leaves the other as it is. */
static void test_z26_replaces_half(void **unused) {
    (void)unused;
    struct match *match = splits("FE", "E16", "T14");
    respond(match, 1, "play E16");
    ends(match, 20, 4, 19, 1);
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
        cmocka_unit_test(test_every_drink),
        cmocka_unit_test(test_drinks_of_gog),
        cmocka_unit_test(test_z21_chain_is_one_drink),
        cmocka_unit_test(test_z21_empty_pile_ends_chain),
        cmocka_unit_test(test_z21_event_ends_chain),
        cmocka_unit_test(test_z22_empty_pile),
        cmocka_unit_test(test_z22_sober_stays_sober),
        cmocka_unit_test(test_z22_forced_at_empty_pile),
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
        cmocka_unit_test(test_z26_replaces_half),
        cmocka_unit_test(test_cards_that_ignore),
        cmocka_unit_test(test_z27_forced_drink),
        cmocka_unit_test(test_z27_forced_twice),
        cmocka_unit_test(test_z27_not_oneself),
        cmocka_unit_test(test_z28_event_is_no_drink),
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
    return cmocka_run_group_tests_name("drachen drinks", tests, NULL, NULL);
}
