/* test_cards_gambling.c: cards of a gambling round; each is played and refused. */
#include "cover.h"

#include <stdio.h>

static const char *const openers[] = {"D01", "E01", "F01", "G01"};
static const char *const winning_hands[] = {"D03", "E03", "F03", "G03"};

/* A round opened by a seat, with all antes in the pot. */
static struct match *gambling(struct cover *cover, int opener, const char *cards) {
    char all[80];
    snprintf(all, sizeof all, "%s %s", openers[opener], cards);
    struct match *match = sit_down(opener, all, NULL);
    lay(cover, match, openers[opener]);
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 4);
    return match;
}

/* All seats in turn pass until this seat decides. */
static void pass_bets(struct match *match, int seat) {
    while (asked(match) == DR_ASK_BET && awaited(match) != dr_bit(seat))
        decide(match, __builtin_ctz(awaited(match)), "pass");
}

static const struct {
    const char *card;
    int pot;
    bool locks, cheats;
    const char *leaves;
} controls[] = {
    {"D01", 4, false, false, ""},    {"D02", 8, false, false, ""},    {"D03", 4, true, false, ""},
    {"E01", 4, false, false, ""},    {"E02", 8, false, false, ""},    {"E03", 4, true, false, ""},
    {"E12 >2", 4, false, true, "2"}, {"E13", 4, false, true, ""},     {"E14", 4, false, true, ""},
    {"E15", 4, false, true, ""},     {"F01", 4, false, false, ""},    {"F02", 8, false, false, ""},
    {"F03", 4, true, false, ""},     {"F09 >1", 4, false, true, "1"}, {"F10", 4, false, true, ""},
    {"F13", 4, false, true, ""},     {"F17", 4, false, true, ""},     {"F29", 4, false, true, ""},
    {"G01", 4, false, false, ""},    {"G02", 8, false, false, ""},    {"G03", 4, true, false, ""},
};

static void check_control(const struct match *match, int row) {
    const struct dr_state *table = table_of(match);
    int seat = owner_of(controls[row].card);
    unsigned gone = controls[row].leaves[0] ? dr_bit(controls[row].leaves[0] - '0') : 0;
    assert_int_equal(table->round.leader, seat + 1);
    assert_int_equal(table->round.locked, controls[row].locks);
    assert_int_equal(table->round.in, 15 & ~gone);
    assert_int_equal(table->round.passed, 0);
    assert_int_equal(asked(match), DR_ASK_BET);
}

/* Z-37, Z-38: control, and the next one clockwise decides. */
static void test_control_cards(void **state) {
    for (size_t i = 0; i < COUNT(controls); i++) {
        int seat = owner_of(controls[i].card);
        struct match *match = gambling(*state, (seat + 2) % DR_SEATS, controls[i].card);
        cannot(*state, match, controls[i].card);
        pass_bets(match, seat);
        lay(*state, match, controls[i].card);
        pass_windows(match);
        check_control(match, (int)i);
        assert_int_equal(table_of(match)->pot, controls[i].pot);
        match_free(match);
    }
}

/* Siegreiche Hand is beaten by Cheating only. */
static void test_control_cards_over_a_winning_hand(void **state) {
    for (size_t i = 0; i < COUNT(controls); i++) {
        int seat = owner_of(controls[i].card), before = (seat + 3) % DR_SEATS;
        char cards[40];
        snprintf(cards, sizeof cards, "%s %s", controls[i].card, winning_hands[before]);
        struct match *match = gambling(*state, (seat + 2) % DR_SEATS, cards);
        lay(*state, match, winning_hands[before]);
        assert_int_equal(table_of(match)->round.locked, 1);
        if (controls[i].cheats) {
            lay(*state, match, controls[i].card);
            pass_windows(match);
            check_control(match, (int)i);
        } else {
            cannot(*state, match, controls[i].card);
        }
        match_free(match);
    }
}

/* In the action phase only Zocken? fits. */
static void test_control_cards_without_a_round(void **state) {
    for (size_t i = 0; i < COUNT(controls); i++) {
        struct match *match = sit_down(owner_of(controls[i].card), controls[i].card, NULL);
        if (controls[i].card[2] != '1' || controls[i].card[1] != '0')
            cannot(*state, match, controls[i].card);
        decide(match, owner_of(controls[i].card), "pass");
        cannot(*state, match, controls[i].card);
        match_free(match);
    }
}

/* E12, F09: one other player in the round. */
static void test_caught(void **state) {
    struct match *match = gambling(*state, FLECK, "E12 F09 D16");
    pass_bets(match, EVE);
    cannot_aim(*state, match, "E12");
    cannot_aim(*state, match, "E12 >1");
    lay(*state, match, "E12 >0");
    pass_windows(match);
    assert_int_equal(awaited(match), dr_bit(FLECK));
    cannot_aim(*state, match, "F09 >0");
    lay(*state, match, "F09 >3");
    pass_windows(match);
    assert_int_equal(table_of(match)->round.in, dr_bit(EVE) | dr_bit(FLECK));
    assert_int_equal(awaited(match), dr_bit(EVE));
    match_free(match);
}

/* Z-41: a raise without gold takes control without antes. */
static void test_raising_while_broke(void **state) {
    struct match *match = sit_at(&(struct scene){.gold = {10, 1, 10, 10}}, DIMLI, "D01 E02");
    lay(*state, match, "D01");
    pass_windows(match);
    lay(*state, match, "E02");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 4);
    assert_int_equal(table_of(match)->round.leader, EVE + 1);
    match_free(match);
}

/* While any decision of the round is awaited, by any seat. */
static void test_the_pot_to_the_inn(void **state) {
    static const char *const cards[] = {"D04", "E04", "F04", "G04"};
    for (int seat = 0; seat < DR_SEATS; seat++)
        for (int opener = 0; opener < DR_SEATS; opener++) {
            char all[20];
            snprintf(all, sizeof all, "%s %s", openers[opener], cards[seat]);
            struct match *match = sit_down(opener, all, NULL);
            cannot(*state, match, cards[seat]);
            lay(*state, match, openers[opener]);
            while (asked(match) != DR_ASK_BET) {
                cannot(*state, match, cards[seat]); /* not against a card that brings antes */
                nobody_answers(match);
            }
            lay(*state, match, cards[seat]);
            pass_windows(match);
            assert_int_equal(table_of(match)->inn, 4);
            assert_int_equal(table_of(match)->pot, 0);
            assert_int_equal(asked(match), DR_ASK_BUY);
            cannot(*state, match, openers[opener]);
            match_free(match);
        }
}

/* The round continues where it was. */
static void test_the_pot_stays(void **state) {
    struct match *match = gambling(*state, DIMLI, "F04 G08");
    lay(*state, match, "F04");
    lay(*state, match, "G08");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 4);
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(awaited(match), dr_bit(EVE));
    match_free(match);
}

/* Z-44: also after leaving; not after the last pass. */
static void test_after_leaving_and_after_the_end(void **state) {
    struct match *match = sit_down(DIMLI, "D25 E04 E20 E25", NULL);
    lay(*state, match, "D01");
    wait_for(match, DR_ASK_LOSS, EVE);
    lay(*state, match, "E20");
    pass_windows(match);
    lay(*state, match, "E25");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 2);
    check_seat(match, EVE, 15, 5, 11);
    lay(*state, match, "E04");
    pass_windows(match);
    assert_int_equal(table_of(match)->inn, 2);
    match_free(match);
    match = gambling(*state, EVE, "D25 G04");
    pass_bets(match, DIMLI);
    test_play(match, DIMLI, "pass");
    assert_int_equal(asked(match), DR_ASK_WON);
    cannot(*state, match, "G04");
    match_free(match);
}

static void test_a_hand_in_the_pot(void **state) {
    for (int opener = 0; opener < DR_SEATS; opener++) {
        struct match *match = sit_down(opener, "E25", NULL);
        cannot(*state, match, "E25");
        lay(*state, match, openers[opener]);
        while (asked(match) != DR_ASK_BET) {
            cannot(*state, match, "E25");
            nobody_answers(match);
        }
        unsigned before = awaited(match);
        cannot_aim(*state, match, "E25 >1");
        lay(*state, match, "E25");
        pass_windows(match);
        assert_int_equal(awaited(match), before);
        assert_int_equal(table_of(match)->pot, 3);
        check_change(match, &(struct change){.gold = {-1, 0, -1, -1}});
        match_free(match);
    }
}

/* Z-40: no ante, and no more gambling cards until the round ends. */
static void test_leaving(void **state) {
    static const char *const cards[] = {"D16", "D26", "D28", "E20", "F15", "F16", "G11", "G12"};
    for (size_t i = 0; i < COUNT(cards); i++) {
        int seat = owner_of(cards[i]), opener = (seat + 1) % DR_SEATS;
        struct match *match = sit_down(opener, cards[i], NULL);
        cannot(*state, match, cards[i]);
        lay(*state, match, openers[opener]);
        cannot(*state, match, cards[i]);
        wait_for(match, DR_ASK_LOSS, seat);
        lay(*state, match, cards[i]);
        pass_windows(match);
        assert_int_equal(table_of(match)->pot, 3);
        check_seat(match, seat, 15, 5, 10);
        assert_int_equal(table_of(match)->round.in, 15 & ~dr_bit(seat));
        pass_bets(match, seat);
        assert_int_equal(asked(match), DR_ASK_BUY);
        check_seat(match, opener, 15, 5, 12);
        match_free(match);
    }
}

/* Only an ante can be escaped, not a theft. */
static void test_leaving_refused(void **state) {
    static const char *const cards[] = {"D16", "D26", "D28", "E20", "F15", "F16", "G11", "G12"};
    for (size_t i = 0; i < COUNT(cards); i++) {
        int seat = owner_of(cards[i]);
        const char *theft = seat == DIMLI ? "F21" : "D15";
        char all[20];
        snprintf(all, sizeof all, "%s %s", theft, cards[i]);
        struct match *match = sit_down(owner_of(theft), all, NULL);
        lay(*state, match, theft);
        wait_for(match, DR_ASK_LOSS, seat);
        cannot(*state, match, cards[i]);
        match_free(match);
    }
}

/* The opener may leave as well: nobody is in control, and the pot goes to the inn unless
 * somebody takes control. */
static void test_the_opener_leaves(void **state) {
    for (int takes = 0; takes < 2; takes++) {
        struct match *match = sit_down(DIMLI, "D16 E14", NULL);
        lay(*state, match, "D01");
        wait_for(match, DR_ASK_LOSS, DIMLI);
        lay(*state, match, "D16");
        pass_windows(match);
        assert_int_equal(table_of(match)->round.leader, 0);
        if (takes)
            lay(*state, match, "E14");
        pass_windows(match);
        pass_bets(match, DIMLI);
        assert_int_equal(asked(match), DR_ASK_BUY);
        check_seat(match, EVE, 15, 5, takes ? 12 : 9);
        assert_int_equal(table_of(match)->inn, takes ? 0 : 3);
        match_free(match);
    }
}

/* D25: the pot stays, all ante again, Dimli is in control. */
static void test_reopening(void **state) {
    struct match *match = gambling(*state, EVE, "D25");
    cannot(*state, match, "D25");
    pass_bets(match, DIMLI);
    cannot(*state, match, "D25");
    test_play(match, DIMLI, "pass");
    assert_int_equal(asked(match), DR_ASK_WON);
    cannot_aim(*state, match, "D25 >1");
    lay(*state, match, "D25");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 8);
    assert_int_equal(table_of(match)->round.leader, DIMLI + 1);
    assert_int_equal(awaited(match), dr_bit(EVE));
    pass_bets(match, DIMLI);
    check_change(match, &(struct change){.gold = {6, -2, -2, -2}});
    match_free(match);
}

/* Not where Dimli himself has won, and not once he has left. */
static void test_reopening_refused(void **state) {
    struct match *match = gambling(*state, DIMLI, "D25");
    while (asked(match) == DR_ASK_BET)
        test_play(match, __builtin_ctz(awaited(match)), "pass");
    cannot(*state, match, "D25");
    match_free(match);
    match = sit_down(EVE, "D16 D25", NULL);
    lay(*state, match, "E01");
    wait_for(match, DR_ASK_LOSS, DIMLI);
    lay(*state, match, "D16");
    pass_windows(match);
    while (asked(match) == DR_ASK_BET)
        test_play(match, __builtin_ctz(awaited(match)), "pass");
    cannot(*state, match, "D25");
    match_free(match);
}

/* G09: the cheat's card is gone, and Gog takes the pot at once. */
static void test_beating_a_cheat(void **state) {
    static const char *const cheats[] = {"E12 >2", "E12 >3", "E13", "F10", "F29"};
    for (size_t i = 0; i < COUNT(cheats); i++) {
        char cards[30];
        snprintf(cards, sizeof cards, "%s G09", cheats[i]);
        struct match *match = gambling(*state, DIMLI, cards);
        cannot(*state, match, "G09");
        pass_bets(match, owner_of(cheats[i]));
        lay(*state, match, cheats[i]);
        cannot_aim(*state, match, "G09 >1");
        lay(*state, match, "G09");
        pass_windows(match);
        assert_int_equal(asked(match), DR_ASK_BUY);
        check_change(match, &(struct change){.gold = {-1, -1, -1, 3}});
        match_free(match);
    }
}

/* No gambling card, and not after leaving; a negated G09 saves nobody. */
static void test_beating_a_cheat_refused(void **state) {
    struct match *match = gambling(*state, DIMLI, "E03 G09");
    lay(*state, match, "E03");
    cannot(*state, match, "G09");
    match_free(match);
    match = sit_down(DIMLI, "E13 G09 G11", NULL);
    lay(*state, match, "D01");
    wait_for(match, DR_ASK_LOSS, GOG);
    lay(*state, match, "G11");
    pass_windows(match);
    lay(*state, match, "E13");
    cannot(*state, match, "G09");
    match_free(match);
    match = gambling(*state, DIMLI, "D08 E12 G09");
    lay(*state, match, "E12 >3");
    lay(*state, match, "G09");
    lay(*state, match, "D08");
    pass_windows(match);
    assert_int_equal(table_of(match)->round.in, 15 & ~dr_bit(GOG));
    assert_int_equal(table_of(match)->round.leader, EVE + 1);
    match_free(match);
}

static void test_all_are_covered(void **state) {
    cover_check(*state, PART_GAMBLING);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_control_cards),
        cmocka_unit_test(test_control_cards_over_a_winning_hand),
        cmocka_unit_test(test_control_cards_without_a_round),
        cmocka_unit_test(test_caught),
        cmocka_unit_test(test_raising_while_broke),
        cmocka_unit_test(test_the_pot_to_the_inn),
        cmocka_unit_test(test_the_pot_stays),
        cmocka_unit_test(test_after_leaving_and_after_the_end),
        cmocka_unit_test(test_a_hand_in_the_pot),
        cmocka_unit_test(test_leaving),
        cmocka_unit_test(test_leaving_refused),
        cmocka_unit_test(test_the_opener_leaves),
        cmocka_unit_test(test_reopening),
        cmocka_unit_test(test_reopening_refused),
        cmocka_unit_test(test_beating_a_cheat),
        cmocka_unit_test(test_beating_a_cheat_refused),
        cmocka_unit_test(test_all_are_covered),
    };
    return cmocka_run_group_tests_name("drachen cards: gambling", tests, cover_new, cover_free);
}
