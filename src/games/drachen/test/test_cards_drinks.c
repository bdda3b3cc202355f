/* test_cards_drinks.c: cards about a revealed drink; each is played and refused. */
#include "cover.h"

#include <stdio.h>

/* The active player has bought the first drink and revealed it. */
static struct match *served(int drinker, const char *cards, const char *drinks) {
    struct match *match = sit_down(drinker, cards, drinks);
    open_drink(match);
    return match;
}

static void end_with(struct match *match, const struct change *change) {
    pass_windows(match);
    check_change(match, change);
    match_free(match);
}

/* Before any drink, at another's drink, with a target, not in hand. */
static void refuse_own_drink_card(struct cover *cover, const char *card) {
    char aimed[] = "X00 >1 >2";
    int seat = owner_of(card);
    memcpy(aimed, card, 3);
    struct match *match = sit_down(seat, card, "T10");
    cannot(cover, match, card);
    open_drink(match);
    cannot_aim(cover, match, aimed);
    match_free(match);
    match = served((seat + 1) % DR_SEATS, card, "T10");
    cannot(cover, match, card);
    match_free(match);
    match = served(seat, "", "T10");
    has_not(cover, match, card);
    match_free(match);
}

static void test_ignoring_a_drink(void **state) {
    static const char *const cards[] = {"D11", "D12", "D28", "E11", "E20",
                                        "F11", "F12", "F15", "G12", "G15"};
    for (size_t i = 0; i < COUNT(cards); i++) {
        struct match *match = served(owner_of(cards[i]), cards[i], "T10");
        lay(*state, match, cards[i]);
        end_with(match, &(struct change){0});
        refuse_own_drink_card(*state, cards[i]);
    }
}

/* Z-28: no cards can be played on an event. */
static void test_no_ignoring_of_events(void **state) {
    struct match *match = sit_down(DIMLI, "D11 D13 D23", "T20");
    decide(match, DIMLI, "pass");
    test_play(match, DIMLI, "buy >0");
    while (asked(match) >= DR_ASK_CARD) {
        cannot(*state, match, "D11");
        cannot(*state, match, "D13");
        cannot(*state, match, "D23");
        nobody_answers(match);
    }
    check_change(match, &(struct change){.fortitude = {4}, .alcohol = {1}, .gold = {-2}});
    match_free(match);
}

/* Z-25: all alcohol above 0, including that of later cards. */
static void test_alcohol_into_fortitude(void **state) {
    struct match *match = served(DIMLI, "D13", "T19");
    lay(*state, match, "D13");
    end_with(match, &(struct change){.fortitude = {4}});
    match = served(DIMLI, "D13", "T18");
    lay(*state, match, "D13");
    end_with(match, &(struct change){.alcohol = {-1}});
    match = served(DIMLI, "D13", "T14");
    lay(*state, match, "D13");
    end_with(match, &(struct change){{0}, {0}, {0}});
    refuse_own_drink_card(*state, "D13");
}

static void test_what_is_set_later_becomes_fortitude(void **state) {
    struct match *match = served(DIMLI, "D13 E16", "T17");
    lay(*state, match, "D13");
    while (asked(match) == DR_ASK_CARD)
        nobody_answers(match);
    lay(*state, match, "E16");
    end_with(match, &(struct change){.fortitude = {4}});
}

/* Z-24: the new drinker may answer, and so may the old one, because it is a new item. */
static void test_passing_on(void **state) {
    struct match *match = served(DIMLI, "D14", "T10");
    cannot_aim(*state, match, "D14 >0");
    cannot_aim(*state, match, "D14");
    lay(*state, match, "D14 >2");
    end_with(match, &(struct change){.alcohol = {[FLECK] = 4}});
    match = served(DIMLI, "D14 F11", "T10");
    cannot(*state, match, "F11");
    lay(*state, match, "D14 >2");
    while (asked(match) == DR_ASK_CARD)
        nobody_answers(match);
    lay(*state, match, "F11");
    end_with(match, &(struct change){0});
    match = served(DIMLI, "D14 D14", "T10");
    lay(*state, match, "D14 >2");
    while (asked(match) == DR_ASK_CARD)
        nobody_answers(match);
    cannot(*state, match, "D14 >1");
    match_free(match);
}

static void test_spiking_what_was_passed_on(void **state) {
    struct match *match = served(DIMLI, "D14 D23", "T10");
    lay(*state, match, "D14 >2");
    while (asked(match) == DR_ASK_CARD)
        nobody_answers(match);
    lay(*state, match, "D23");
    end_with(match, &(struct change){.alcohol = {[FLECK] = 6}});
}

/* Z-23: halves are rounded up in size; T12 by who drinks. */
static void test_splitting(void **state) {
    static const struct {
        const char *card, *drink;
        struct change change;
    } rows[] = {
        {"D27 >1", "T10", {.alcohol = {2, 2, 0, 0}}},
        {"D27 >2", "T18", {.alcohol = {-1, 0, -1, 0}}},
        {"D27 >3", "T12", {.fortitude = {-1, 0, 0, 0}, .alcohol = {1, 0, 0, 2}}},
        {"F14 >0", "T19", {.fortitude = {1, 0, 1, 0}, .alcohol = {1, 0, 1, 0}}},
        {"F14 >3", "T15", {.fortitude = {0, 0, -1, -1}}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct match *match = served(owner_of(rows[i].card), rows[i].card, rows[i].drink);
        lay(*state, match, rows[i].card);
        end_with(match, &rows[i].change);
    }
    refuse_own_drink_card(*state, "D27 >1");
    refuse_own_drink_card(*state, "F14 >0");
}

/* Halves are drinks of their own; no card splits a Mead. */
static void test_halves(void **state) {
    struct match *match = served(DIMLI, "D27 E11", "T10");
    cannot_aim(*state, match, "D27 >0");
    lay(*state, match, "D27 >1");
    while (!(asked(match) == DR_ASK_DRINK && dr_top_of(table_of(match))->source == EVE))
        nobody_answers(match);
    check_change(match, &(struct change){.alcohol = {2}});
    lay(*state, match, "E11");
    end_with(match, &(struct change){.alcohol = {2}});
    match = served(DIMLI, "D27", "T11");
    cannot(*state, match, "D27 >1");
    match_free(match);
    match = served(FLECK, "F14", "T11");
    cannot(*state, match, "F14 >1");
    match_free(match);
}

/* Z-4: one Sometimes card on one drink. */
static void test_spiking(void **state) {
    for (int drinker = 0; drinker < DR_SEATS; drinker++) {
        struct match *match = served(drinker, "D23 D23 D28", "T17");
        cannot_aim(*state, match, "D23 >1");
        lay(*state, match, "D23");
        while (asked(match) >= DR_ASK_CARD && table_of(match)->active == drinker) {
            cannot(*state, match, "D23");
            cannot(*state, match, "D28");
            nobody_answers(match);
        }
        assert_int_equal(table_of(match)->seat[drinker].alcohol, 7);
        match_free(match);
    }
}

static void test_spiking_again_after_a_negated_spike(void **state) {
    struct match *match = served(FLECK, "D23 D23 E06", "T17");
    lay(*state, match, "D23");
    lay(*state, match, "E06");
    while (asked(match) == DR_ASK_CARD)
        nobody_answers(match);
    lay(*state, match, "D23");
    end_with(match, &(struct change){.alcohol = {[FLECK] = 2}});
}

/* Z-26: all printed values are replaced, additions stay. */
static void test_replacing(void **state) {
    struct match *match = served(GOG, "E16", "T16");
    cannot_aim(*state, match, "E16 >3");
    lay(*state, match, "E16");
    end_with(match, &(struct change){.alcohol = {[GOG] = 4}});
    match = served(GOG, "D23 E16", "T19");
    lay(*state, match, "D23");
    while (asked(match) == DR_ASK_CARD)
        nobody_answers(match);
    lay(*state, match, "E16");
    end_with(match, &(struct change){.alcohol = {[GOG] = 6}});
    match = sit_down(EVE, "E16", "T16");
    cannot(*state, match, "E16");
    open_drink(match);
    cannot(*state, match, "E16");
    match_free(match);
}

/* A card on a drink, the guard card that negates it, and the card that negates the guard. */
static const struct {
    int drinker;
    const char *card, *guard, *insists;
    int alcohol; /* of the drinker if the guard is negated */
} guarded[] = {
    {EVE, "E11", "D06", "E08", 5},      {DIMLI, "D11", "E06", "F08", 5},
    {DIMLI, "D13", "F06", "G08", 5},    {DIMLI, "D14 >1", "G06", "D08", 5},
    {FLECK, "F14 >0", "D06", "G08", 7}, {GOG, "D23", "E06", "D08", 11},
    {DIMLI, "E16", "F06", "E08", 9},    {GOG, "G12", "F06", "D08", 5},
    {EVE, "E20", "G06", "F08", 5},
};

static struct match *guard_drink(struct cover *cover, int row) {
    char cards[60];
    snprintf(cards, sizeof cards, "%s %s %s", guarded[row].card, guarded[row].guard,
             guarded[row].insists);
    struct match *match = served(guarded[row].drinker, cards, "T10");
    cannot(cover, match, guarded[row].guard);
    lay(cover, match, guarded[row].card);
    return match;
}

static void test_guarding_a_drink(void **state) {
    for (size_t i = 0; i < COUNT(guarded); i++) {
        struct match *match = guard_drink(*state, (int)i);
        lay(*state, match, guarded[i].guard);
        pass_windows(match);
        assert_int_equal(table_of(match)->seat[guarded[i].drinker].alcohol, 9);
        match_free(match);
        match = guard_drink(*state, (int)i);
        lay(*state, match, guarded[i].guard);
        lay(*state, match, guarded[i].insists);
        pass_windows(match);
        assert_int_equal(table_of(match)->seat[guarded[i].drinker].alcohol, guarded[i].alcohol);
        match_free(match);
    }
}

/* Z-9: no second guard on a guard, none on a NEGATE-any card, none on orders,
 * forced drinks, or the ante branch. */
static void test_guarding_refused(void **state) {
    struct match *match = served(DIMLI, "D11 D06 E06 F08 F06 G06", "T10");
    lay(*state, match, "D11");
    lay(*state, match, "E06");
    cannot(*state, match, "F06");
    cannot(*state, match, "G06");
    cannot(*state, match, "D06");
    lay(*state, match, "F08");
    cannot(*state, match, "G06");
    cannot(*state, match, "D06");
    match_free(match);
    match = served(EVE, "D24 E06 F06 G06", "T17");
    wait_for(match, DR_ASK_END, DIMLI);
    lay(*state, match, "D24");
    cannot(*state, match, "E06");
    cannot(*state, match, "F06");
    match_free(match);
}

static void test_no_guard_on_orders_and_antes(void **state) {
    struct match *match = sit_down(DIMLI, "D05 E06 F06 G06", NULL);
    decide(match, DIMLI, "pass");
    lay(*state, match, "D05 >1 >1");
    cannot(*state, match, "E06");
    match_free(match);
    match = sit_down(DIMLI, "D28 E06 G06", NULL);
    lay(*state, match, "D01");
    wait_for(match, DR_ASK_LOSS, DIMLI);
    lay(*state, match, "D28");
    cannot(*state, match, "E06");
    cannot(*state, match, "G06");
    match_free(match);
}

static void test_all_are_covered(void **state) {
    cover_check(*state, PART_DRINKS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ignoring_a_drink),
        cmocka_unit_test(test_no_ignoring_of_events),
        cmocka_unit_test(test_alcohol_into_fortitude),
        cmocka_unit_test(test_what_is_set_later_becomes_fortitude),
        cmocka_unit_test(test_passing_on),
        cmocka_unit_test(test_spiking_what_was_passed_on),
        cmocka_unit_test(test_splitting),
        cmocka_unit_test(test_halves),
        cmocka_unit_test(test_spiking),
        cmocka_unit_test(test_spiking_again_after_a_negated_spike),
        cmocka_unit_test(test_replacing),
        cmocka_unit_test(test_guarding_a_drink),
        cmocka_unit_test(test_guarding_refused),
        cmocka_unit_test(test_no_guard_on_orders_and_antes),
        cmocka_unit_test(test_all_are_covered),
    };
    return cmocka_run_group_tests_name("drachen cards: drinks", tests, cover_new, cover_free);
}
