/* test_cards_answers.c: cards that answer a card or a loss of gold; each is played and refused.
 * Those about drinks and gambling have their own files. */
#include "cover.h"

#include <stdio.h>

/* Omitted fields of a row are 0. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

/* What another player does, the answer, and the resulting changes; omitted: none. */
struct row {
    const char *attack, *answer;
    struct change change;
};

static struct match *attacked(struct cover *cover, const struct row *row) {
    char cards[40];
    snprintf(cards, sizeof cards, "%s %s", row->attack, row->answer);
    struct match *match = sit_down(owner_of(row->attack), cards, NULL);
    lay(cover, match, row->attack);
    return match;
}

static void check_row(struct cover *cover, const struct row *row, enum dr_ask window) {
    struct match *match = attacked(cover, row);
    wait_for(match, window, owner_of(row->answer));
    lay(cover, match, row->answer);
    pass_windows(match);
    check_change(match, &row->change);
    assert_int_equal(asked(match), DR_ASK_BUY);
    match_free(match);
}

/* The answer is refused before this window, in it if it opens, and at the end. */
static void check_refused_row(struct cover *cover, const struct row *row, enum dr_ask window) {
    struct match *match = attacked(cover, row);
    if (asked(match) != window && asked(match) != DR_ASK_HURT)
        cannot(cover, match, row->answer);
    while (asked(match) >= DR_ASK_CARD) {
        if (asked(match) == window)
            cannot(cover, match, row->answer);
        nobody_answers(match);
    }
    cannot(cover, match, row->answer);
    match_free(match);
}

static void test_the_inn_pays(void **state) {
    static const struct row rows[] = {
        {"F21", "D09", {.gold = {0, -1, 3, -1}}}, {"F21", "D10", {.gold = {0, -1, 3, -1}}},
        {"D15", "F19", {.gold = {3, -1, 0, -1}}}, {"D15", "F20", {.gold = {3, -1, 0, -1}}},
        {"D15", "G10", {.gold = {3, -1, -1, 0}}}, {"F28 >3", "G10", {.gold = {[FLECK] = 2}}},
        {"D15", "E17", {.gold = {2, 0, -1, -1}}}, {"F28 >1", "E17"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        check_row(*state, &rows[i], DR_ASK_LOSS);
}

/* An ante that the inn pays is in the pot; Eve's is missing, but counts as paid. */
static void test_antes_paid_otherwise(void **state) {
    static const struct {
        const char *opener, *card;
        int pot;
    } rows[] = {{"F01", "D09", 4}, {"F01", "D10", 4}, {"D01", "F19", 4},
                {"D01", "F20", 4}, {"D01", "G10", 4}, {"D01", "E17", 3}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct match *match = sit_down(owner_of(rows[i].opener), rows[i].card, NULL);
        int payer = owner_of(rows[i].card);
        cannot(*state, match, rows[i].card);
        lay(*state, match, rows[i].opener);
        wait_for(match, DR_ASK_LOSS, payer);
        lay(*state, match, rows[i].card);
        pass_windows(match);
        assert_int_equal(table_of(match)->pot, rows[i].pot);
        assert_int_equal(table_of(match)->seat[payer].gold, 10);
        assert_int_equal(table_of(match)->round.in, 15);
        match_free(match);
    }
}

/* Z-8: the payment on an own card can be answered but not ignored. */
static void test_own_payments(void **state) {
    struct match *match = sit_down(GOG, "G05 G10 G13", NULL);
    decide(match, GOG, "pass");
    lay(*state, match, "G05 >0 >0");
    while (asked(match) == DR_ASK_CARD) {
        cannot(*state, match, "G13");
        nobody_answers(match);
    }
    wait_for(match, DR_ASK_LOSS, GOG);
    lay(*state, match, "G10");
    pass_windows(match);
    check_change(match, &(struct change){0});
    assert_int_equal(table_of(match)->seat[DIMLI].pile_count, 4);
    match_free(match);
}

/* Z-4: a second answer to one loss is possible only if the first was negated. */
static void test_another_answer_after_a_negated_one(void **state) {
    struct match *match = sit_down(FLECK, "D09 D10 E08 F21", NULL);
    lay(*state, match, "F21");
    wait_for(match, DR_ASK_LOSS, DIMLI);
    lay(*state, match, "D09");
    wait_for(match, DR_ASK_CARD, EVE);
    cannot(*state, match, "D10");
    lay(*state, match, "E08");
    wait_for(match, DR_ASK_LOSS, DIMLI);
    lay(*state, match, "D10");
    pass_windows(match);
    check_change(match, &(struct change){.gold = {0, -1, 3, -1}});
    match_free(match);
}

/* The events are at the bottom of the piles; everybody drinks what they buy. */
static const char *const long_evening = "T20 T21 T21 T22 T22 T23 T09 T09";

static struct match *until_refill(const char *cards) {
    struct match *match =
        set_table(&(struct scene){.seats = 4, .hands = {[FLECK] = cards}, .drinks = long_evening});
    while (table_of(match)->drinks_count > 1)
        quiet_turn(match);
    if (asked(match) == DR_ASK_DISCARD)
        test_play(match, table_of(match)->active, "keep");
    decide(match, table_of(match)->active, "pass");
    test_play(match, table_of(match)->active, "buy >0");
    return match;
}

/* Z-48: everybody pays; Fleck sings instead, or the inn pays for him. */
static void test_refill(void **state) {
    static const char *const cards[] = {"F05", "F19"};
    for (int i = 0; i < 2; i++) {
        struct match *match = until_refill("F05 F19");
        int inn = table_of(match)->inn;
        wait_for(match, DR_ASK_LOSS, FLECK);
        int gold = table_of(match)->seat[FLECK].gold;
        cannot_aim(*state, match, "F05 >0 >1");
        lay(*state, match, cards[i]);
        while (asked(match) == DR_ASK_LOSS || asked(match) == DR_ASK_CARD)
            nobody_answers(match);
        test_draw(match);
        assert_int_equal(table_of(match)->seat[FLECK].gold, gold);
        assert_int_equal(table_of(match)->inn - inn, 3);
        assert_in_range(table_of(match)->drinks_count, 10, 27);
        match_free(match);
    }
}

static void test_refill_refused(void **state) {
    struct match *match = sit_down(DIMLI, "D15 F05", NULL);
    lay(*state, match, "D15");
    wait_for(match, DR_ASK_LOSS, FLECK);
    cannot(*state, match, "F05");
    match_free(match);
}

static void test_ignoring_a_card(void **state) {
    static const struct row rows[] = {
        {"G17 >0", "D22"},
        {"F26",
         "D22",
         {.fortitude = {0, -1, 0, -1}, .alcohol = {0, 1, 1, 1}, .gold = {[FLECK] = -1}}},
        {"D18 >3", "G14"},
        {"D18 >1", "E18"},
        {"D18 >1", "E21"},
        {"D15", "E18", {.gold = {2, 0, -1, -1}}},
        {"F27", "E21", {.alcohol = {-1, 0, -1, -1}, .gold = {-1, 0, 2, -1}}},
        {"G20", "E21", {.fortitude = {-1, 0, -1, 0}}},
        {"E19 >3", "G13"},
        {"D20 >3", "G13"},
        {"F28 >3", "G13"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        check_row(*state, &rows[i], DR_ASK_CARD);
}

/* Z-5: Anytime cards are ignored too. */
static void test_ignoring_an_anytime_card(void **state) {
    struct match *match = sit_down(FLECK, "D07 E18 E21 E09 G13", NULL);
    lay(*state, match, "D07 >1");
    lay(*state, match, "E21");
    pass_windows(match);
    lay(*state, match, "E09 >3");
    lay(*state, match, "G13");
    pass_windows(match);
    check_change(match, &(struct change){0});
    match_free(match);
}

static void test_ignoring_refused(void **state) {
    static const struct row rows[] = {
        {"E19 >0", "D22"}, {"F21", "D22"},    {"G17 >2", "D22"}, {"E19 >3", "G14"},
        {"D18 >1", "G14"}, {"D18 >3", "E18"}, {"D01", "E18"},    {"D01", "E21"},
        {"F28 >3", "E21"}, {"F01", "G13"},    {"D18 >1", "G13"}, {"F18", "E21"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        check_refused_row(*state, &rows[i], DR_ASK_CARD);
}

/* Eve-2008: own Fortitude only. */
static void test_ignoring_in_2008(void **state) {
    struct match *match =
        sit_at(&(struct scene){.options = {"eve_2008", "on"}}, DIMLI, "D07 D18 E18 D15");
    lay(*state, match, "D07 >1");
    cannot(*state, match, "E18");
    pass_windows(match);
    lay(*state, match, "D18 >1");
    lay(*state, match, "E18");
    pass_windows(match);
    check_change(match, &(struct change){.gold = {[EVE] = -1}});
    match_free(match);
}

/* Z-12: half each, rounded up. */
static void test_sharing(void **state) {
    static const struct row rows[] = {
        {"D17 >1", "E23", {.fortitude = {-1, -1, 0, 0}}},
        {"D18 >1", "E23", {.fortitude = {-1, -1, 0, 0}}},
        {"G18 >1", "E23", {.fortitude = {0, -2, 0, -2}, .gold = {[GOG] = -1}}},
        {"G19 >1", "E23", {.fortitude = {0, -2, 0, -2}}},
        {"G20", "E23", {.fortitude = {-1, -1, -1, -1}}},
    };
    static const struct row refused[] = {
        {"D15", "E23"},
        {"D18 >2", "E23"},
        {"D15", "E26 >2"},
        {"D18 >2", "E26 >3"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        check_row(*state, &rows[i], DR_ASK_CARD);
    for (size_t i = 0; i < COUNT(refused); i++)
        check_refused_row(*state, &refused[i], DR_ASK_CARD);
}

/* Eve cannot defend further; the attacker may ignore his half or retaliate. */
static void test_answers_to_sharing(void **state) {
    struct match *match = sit_down(DIMLI, "D18 D22 E18 E23 E26", NULL);
    lay(*state, match, "D18 >1");
    lay(*state, match, "E23");
    lay(*state, match, "D22");
    while (asked(match) == DR_ASK_CARD) {
        cannot(*state, match, "E18");
        cannot(*state, match, "E26 >2");
        nobody_answers(match);
    }
    pass_windows(match);
    check_change(match, &(struct change){.fortitude = {[EVE] = -1}});
    match_free(match);
    match = sit_down(DIMLI, "D18 D21 E23", NULL);
    lay(*state, match, "D18 >1");
    lay(*state, match, "E23");
    wait_for(match, DR_ASK_HURT, DIMLI);
    lay(*state, match, "D21");
    pass_windows(match);
    check_change(match, &(struct change){.fortitude = {-1, -3, 0, 0}});
    match_free(match);
}

/* Z-11: only the Fortitude part is redirected, to somebody who is not the source. */
static void test_redirecting(void **state) {
    static const struct row rows[] = {
        {"D18 >1", "E26 >2", {.fortitude = {[FLECK] = -2}}},
        {"G20", "E26 >0", {.fortitude = {-2, 0, -1, 0}}},
        {"F26",
         "E26 >3",
         {.fortitude = {-1, 0, 0, -2}, .alcohol = {1, 1, 1, 1}, .gold = {[FLECK] = -1}}},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        check_row(*state, &rows[i], DR_ASK_CARD);
    struct match *match = sit_down(DIMLI, "D18 E26", NULL);
    lay(*state, match, "D18 >1");
    cannot_aim(*state, match, "E26");
    cannot_aim(*state, match, "E26 >0");
    cannot_aim(*state, match, "E26 >1");
    match_free(match);
}

/* With one opponent there is no target, and nobody is hit. */
static void test_redirecting_in_two(void **state) {
    struct match *match = sit_at(
        &(struct scene){.seats = 2, .fortitude = {15, 15}, .alcohol = {5, 5}}, DIMLI, "D18 E26");
    lay(*state, match, "D18 >1");
    cannot_aim(*state, match, "E26 >0");
    lay(*state, match, "E26");
    pass_windows(match);
    check_seat(match, DIMLI, 15, 5, 10);
    check_seat(match, EVE, 15, 5, 10);
    match_free(match);
}

/* E26: the new victim may ignore the card, and then nobody is hit. */
static void test_the_new_victim_ignores(void **state) {
    struct match *match = sit_down(DIMLI, "D18 E26 G14", NULL);
    lay(*state, match, "D18 >1");
    lay(*state, match, "E26 >3");
    nobody_answers(match);
    wait_for(match, DR_ASK_CARD, GOG);
    lay(*state, match, "G14");
    pass_windows(match);
    check_change(match, &(struct change){0});
    match_free(match);
}

static void test_striking_back(void **state) {
    static const struct row rows[] = {
        {"G17 >0", "D21", {.fortitude = {-2, 0, 0, -2}}},
        {"D18 >2", "F23", {.fortitude = {-2, 0, -2, 0}}},
        {"D17 >3", "G21", {.fortitude = {-2, 0, 0, -1}}},
        {"G20", "F23", {.fortitude = {-1, -1, -1, -2}}},
    };
    static const struct row refused[] = {
        {"G17 >2", "D21"},
        {"D18 >3", "F23"},
        {"D18 >2", "G21"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        check_row(*state, &rows[i], DR_ASK_HURT);
        check_refused_row(*state, &rows[i], DR_ASK_CARD);
    }
    for (size_t i = 0; i < COUNT(refused); i++)
        check_refused_row(*state, &refused[i], DR_ASK_HURT);
}

/* Z-10: not after a defence, even one without effect. */
static void test_no_striking_back_after_a_defence(void **state) {
    static const struct {
        const char *attack, *defence, *revenge;
    } rows[] = {{"G17 >0", "D22", "D21"}, {"D18 >3", "G14", "G21"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        char cards[40];
        snprintf(cards, sizeof cards, "%s %s %s E08", rows[i].attack, rows[i].defence,
                 rows[i].revenge);
        struct match *match = sit_down(owner_of(rows[i].attack), cards, NULL);
        lay(*state, match, rows[i].attack);
        lay(*state, match, rows[i].defence);
        lay(*state, match, "E08");
        while (asked(match) >= DR_ASK_CARD) {
            cannot(*state, match, rows[i].revenge);
            nobody_answers(match);
        }
        assert_int_equal(table_of(match)->seat[owner_of(rows[i].revenge)].fortitude, 13);
        match_free(match);
    }
}

/* Z-9: any Sometimes card, its own kind too; no Action and no Anytime card. */
static void test_negating(void **state) {
    static const struct {
        const char *attack, *answer, *negates, *again;
    } rows[] = {{"D18 >3", "G14", "D08", "E08"},
                {"D18 >3", "G14", "E08", "F08"},
                {"D18 >3", "G14", "F08", "G08"},
                {"F25 >1", "E21", "G08", "D08"}};
    for (size_t i = 0; i < COUNT(rows); i++)
        for (int twice = 0; twice < 2; twice++) {
            int victim = owner_of(rows[i].answer);
            char cards[60];
            snprintf(cards, sizeof cards, "%s %s %s %s", rows[i].attack, rows[i].answer,
                     rows[i].negates, rows[i].again);
            struct match *match = sit_down(owner_of(rows[i].attack), cards, NULL);
            lay(*state, match, rows[i].attack);
            cannot(*state, match, rows[i].negates);
            lay(*state, match, rows[i].answer);
            lay(*state, match, rows[i].negates);
            if (twice)
                lay(*state, match, rows[i].again);
            pass_windows(match);
            assert_int_equal(table_of(match)->seat[victim].fortitude, twice ? 15 : 13);
            match_free(match);
        }
}

static void test_not_negating_anytime_cards(void **state) {
    struct match *match = sit_down(FLECK, "E07 D08 E08 F08 G08", NULL);
    static const char *const cards[] = {"D08", "E08", "F08", "G08"};
    lay(*state, match, "E07 >0");
    for (int seat = 0; seat < DR_SEATS; seat++)
        cannot(*state, match, cards[seat]);
    match_free(match);
}

static void test_all_are_covered(void **state) {
    cover_check(*state, PART_ANSWERS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_inn_pays),
        cmocka_unit_test(test_antes_paid_otherwise),
        cmocka_unit_test(test_own_payments),
        cmocka_unit_test(test_another_answer_after_a_negated_one),
        cmocka_unit_test(test_refill),
        cmocka_unit_test(test_refill_refused),
        cmocka_unit_test(test_ignoring_a_card),
        cmocka_unit_test(test_ignoring_an_anytime_card),
        cmocka_unit_test(test_ignoring_refused),
        cmocka_unit_test(test_ignoring_in_2008),
        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_answers_to_sharing),
        cmocka_unit_test(test_redirecting),
        cmocka_unit_test(test_redirecting_in_two),
        cmocka_unit_test(test_the_new_victim_ignores),
        cmocka_unit_test(test_striking_back),
        cmocka_unit_test(test_no_striking_back_after_a_defence),
        cmocka_unit_test(test_negating),
        cmocka_unit_test(test_not_negating_anytime_cards),
        cmocka_unit_test(test_all_are_covered),
    };
    return cmocka_run_group_tests_name("drachen cards: answers", tests, cover_new, cover_free);
}
