/* test_rows.c: the rows of cards.c against a copy of the rules document's
 * tables, so that a changed row is noticed. */
#include "scene.h"

#include <stdio.h>

/* Id, type, copies. */
static const char *const cards =
    "D01 Action/Gambling 5, D02 Gambling 2, D03 Gambling 2, D04 Sometimes 1, "
    "D05 Sometimes 1, D06 Sometimes 1, D07 Anytime 1, D08 Sometimes 1, D09 Sometimes 1, "
    "D10 Sometimes 1, D11 Sometimes 1, D12 Sometimes 1, D13 Sometimes 1, D14 Sometimes 2, "
    "D15 Action 1, D16 Sometimes 1, D17 Action 1, D18 Action 1, D19 Action 1, D20 Action 2, "
    "D21 Sometimes 1, D22 Sometimes 1, D23 Sometimes 2, D24 Sometimes 1, D25 Sometimes 1, "
    "D26 Sometimes 1, D27 Sometimes 1, D28 Sometimes 1, "
    "E01 Action/Gambling 5, E02 Gambling 2, E03 Gambling 2, E04 Sometimes 1, "
    "E05 Sometimes 1, E06 Sometimes 1, E07 Anytime 1, E08 Sometimes 1, E09 Anytime 1, "
    "E10 Anytime 1, E11 Sometimes 2, E12 Cheating 1, E13 Cheating 1, E14 Cheating 1, "
    "E15 Cheating 1, E16 Sometimes 1, E17 Sometimes 2, E18 Sometimes 1, E19 Action 2, "
    "E20 Sometimes 1, E21 Sometimes 1, E22 Action 1, E23 Sometimes 1, E24 Action 2, "
    "E25 Sometimes 1, E26 Sometimes 1, E27 Action 1, "
    "F01 Action/Gambling 5, F02 Gambling 2, F03 Gambling 2, F04 Sometimes 1, "
    "F05 Sometimes 1, F06 Sometimes 1, F07 Anytime 1, F08 Sometimes 1, F09 Cheating 1, "
    "F10 Cheating 1, F11 Sometimes 1, F12 Sometimes 1, F13 Cheating 1, F14 Sometimes 2, "
    "F15 Sometimes 1, F16 Sometimes 1, F17 Cheating 1, F18 Action 1, F19 Sometimes 1, "
    "F20 Sometimes 1, F21 Action 1, F22 Anytime 1, F23 Sometimes 1, F24 Action 1, "
    "F25 Action 1, F26 Action 2, F27 Action 1, F28 Action 1, F29 Cheating 1, "
    "G01 Action/Gambling 5, G02 Gambling 2, G03 Gambling 2, G04 Sometimes 1, "
    "G05 Sometimes 1, G06 Sometimes 1, G07 Anytime 1, G08 Sometimes 1, G09 Sometimes 1, "
    "G10 Sometimes 2, G11 Sometimes 2, G12 Sometimes 1, G13 Sometimes 1, G14 Sometimes 2, "
    "G15 Sometimes 2, G16 Sometimes 2, G17 Action 4, G18 Action 1, G19 Action 1, "
    "G20 Action 1, G21 Sometimes 1, G22 Anytime 1, G23 Action 1, ";

/* Id, kind, copies, and what most people's alcohol and Fortitude gain. */
static const char *const drinks =
    "T01 Drink 1 1 0, T02 Chaser 1 1 0, T03 Drink 2 1 0, T04 Chaser 1 1 0, T05 Drink 1 2 0, "
    "T06 Chaser 1 2 0, T07 Drink 2 3 0, T08 Chaser 1 3 0, T09 Drink 2 4 0, T10 Drink 1 4 0, "
    "T11 Mead 1 3 0, T12 Drink 1 2 -1, T13 Drink 1 0 -2, T14 Drink 1 1 -1, T15 Drink 1 0 -1, "
    "T16 Drink 1 0 2, T17 Drink 1 0 0, T18 Drink 1 -1 0, T19 Drink 1 2 2, "
    "T20 Ambrosia 1 1 4, T21 House 2 0 0, T22 Contest 2 0 0, T23 Challenge 1 0 0, ";

static int place_of(const char *word, const char *const *words) {
    int place = 0;
    while (words[place] && strcmp(words[place], word) != 0)
        place++;
    assert_non_null(words[place]);
    return place;
}

static const char *next_fact(const char *facts) {
    const char *comma = strchr(facts, ',');
    assert_non_null(comma);
    return comma + 1 + strspn(comma + 1, " ");
}

static void check_card(const char *fact, const struct card *row) {
    static const char *const kinds[] = {
        [0] = "",
        [ACTION] = "Action",
        [GAMBLING] = "Gambling",
        [ACTION_OR_GAMBLING] = "Action/Gambling",
        [CHEATING] = "Cheating",
        [SOMETIMES] = "Sometimes",
        [ANYTIME] = "Anytime",
        NULL,
    };
    char id[DR_ID], kind[20];
    int copies;
    assert_int_equal(sscanf(fact, "%3s %19[^, ] %d", id, kind, &copies), 3);
    assert_string_equal(row->id, id);
    assert_int_equal(row->kind, place_of(kind, kinds));
    assert_int_equal(row->copies, copies);
}

static void test_cards(void **unused) {
    (void)unused;
    const char *fact = cards;
    for (int card = 1; card <= DR_CARD_KINDS; card++, fact = next_fact(fact)) {
        check_card(fact, &dr_cards[card]);
        assert_int_equal(dr_card_find(dr_cards[card].id), card);
    }
    assert_string_equal(fact, "");
}

static void check_drink(const char *fact, const struct drink_card *row) {
    static const char *const kinds[] = {
        [0] = "",
        [DRINK] = "Drink",
        [CHASER] = "Chaser",
        [MEAD] = "Mead",
        [AMBROSIA] = "Ambrosia",
        [HOUSE_ROUND] = "House",
        [CONTEST] = "Contest",
        [CHALLENGE] = "Challenge",
        NULL,
    };
    char id[DR_ID], kind[20];
    int copies, alcohol, fortitude;
    assert_int_equal(sscanf(fact, "%3s %19s %d %d %d", id, kind, &copies, &alcohol, &fortitude), 5);
    assert_string_equal(row->id, id);
    assert_int_equal(row->kind, place_of(kind, kinds));
    assert_int_equal(row->copies, copies);
    assert_int_equal(row->alcohol, alcohol);
    assert_int_equal(row->fortitude, fortitude);
}

static void test_drinks(void **unused) {
    (void)unused;
    const char *fact = drinks;
    int copies = 0;
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++, fact = next_fact(fact)) {
        check_drink(fact, &dr_drinks[drink]);
        assert_int_equal(dr_drink_find(dr_drinks[drink].id), drink);
        copies += dr_drinks[drink].copies;
    }
    assert_string_equal(fact, "");
    assert_int_equal(copies, 28);
}

/* T12 to T14: whom a drink treats otherwise. */
static void test_drinks_by_species(void **unused) {
    (void)unused;
    static const struct {
        const char *id;
        int species, alcohol, fortitude;
    } rows[] = {{"T12", OGRE, 3, 0}, {"T13", ORC, 2, 0}, {"T14", TROLL, 2, 0}};
    for (int drink = 1, i = 0; drink <= DR_DRINK_KINDS; drink++) {
        const struct drink_card *row = &dr_drinks[drink];
        bool is_special = i < 3 && strcmp(rows[i].id, row->id) == 0;
        assert_int_equal(row->species, is_special ? rows[i].species : 0);
        assert_int_equal(row->its_alcohol, is_special ? rows[i].alcohol : 0);
        assert_int_equal(row->its_fortitude, is_special ? rows[i].fortitude : 0);
        i += is_special;
    }
}

/* A deck's rows stand together, their ids rise and bear its letter. */
static void test_decks(void **unused) {
    (void)unused;
    int next = 1;
    for (int i = 1; i <= DR_CHARACTERS; i++) {
        const struct character *character = &dr_characters[i];
        int copies = 0;
        assert_int_equal(character->letter, "DEFG"[i - 1]);
        assert_int_equal(character->species, character->letter == 'G' ? OGRE : PERSON);
        assert_int_equal(character->first, next);
        assert_in_range(character->kinds, 1, DR_DECK_KINDS);
        for (int card = next; card < next + character->kinds; card++) {
            assert_int_equal(dr_cards[card].id[0], character->letter);
            assert_true(strcmp(dr_cards[card - 1].id, dr_cards[card].id) < 0);
            copies += dr_cards[card].copies;
        }
        assert_int_equal(copies, 37);
        next += character->kinds;
    }
    assert_int_equal(next, DR_CARD_KINDS + 1);
}

/* Setting eve_2008 changes three rows and no other. */
static void test_eve_2008(void **unused) {
    (void)unused;
    for (int card = 1; card <= DR_CARD_KINDS; card++) {
        const char *id = dr_cards[card].id;
        bool is_other = !strcmp(id, "E18") || !strcmp(id, "E19") || !strcmp(id, "E24");
        assert_ptr_equal(dr_card(card, false), &dr_cards[card]);
        assert_int_equal(dr_card(card, true) != &dr_cards[card], is_other);
        assert_string_equal(dr_card(card, true)->id, id);
        assert_int_equal(dr_card(card, true)->copies, dr_cards[card].copies);
        assert_int_equal(dr_card(card, true)->kind, dr_cards[card].kind);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cards),
        cmocka_unit_test(test_drinks),
        cmocka_unit_test(test_drinks_by_species),
        cmocka_unit_test(test_decks),
        cmocka_unit_test(test_eve_2008),
    };
    return cmocka_run_group_tests_name("drachen rows", tests, NULL, NULL);
}
