/* test_cards_actions.c: Action cards, Anytime cards, orders, and forced drinks; each is played
 * and refused. */
#include "cover.h"

struct row {
    const char *card;
    struct change change;
};

static const struct row actions[] = {
    {"D15", {.gold = {3, -1, -1, -1}}},
    {"D17 >1", {.fortitude = {[EVE] = -1}}},
    {"D18 >2", {.fortitude = {[FLECK] = -2}}},
    {"D19 >3", {.fortitude = {[GOG] = -2}}},
    {"D20 >1", {.fortitude = {[EVE] = -2}}},
    {"E19 >0", {.alcohol = {[DIMLI] = 2}}},
    {"E22 >2", {.fortitude = {[FLECK] = -1}}},
    {"E24 >3", {.fortitude = {[GOG] = -3}}},
    {"E27", {.gold = {-1, 3, -1, -1}}},
    {"F21", {.gold = {-1, -1, 3, -1}}},
    {"F24 >0", {.fortitude = {[DIMLI] = -1}}},
    {"F25 >1", {.fortitude = {[EVE] = -2}}},
    {"F26", {.fortitude = {-1, -1, 0, -1}, .alcohol = {1, 1, 1, 1}, .gold = {[FLECK] = -1}}},
    {"F27", {.alcohol = {-1, -1, -1, -1}, .gold = {-1, -1, 3, -1}}},
    {"F28 >3", {.gold = {0, 0, 2, -2}}},
    {"G17 >0", {.fortitude = {[DIMLI] = -2}}},
    {"G18 >1", {.fortitude = {[EVE] = -3}, .gold = {[GOG] = -1}}},
    {"G19 >2", {.fortitude = {[FLECK] = -4}}},
    {"G20", {.fortitude = {-1, -1, -1, 0}}},
    {"G23", {.gold = {-1, -1, -1, 3}}},
};

static void test_actions(void **state) {
    for (size_t i = 0; i < COUNT(actions); i++) {
        int seat = owner_of(actions[i].card);
        struct match *match = sit_down(seat, actions[i].card, NULL);
        int gold = all_gold(match);
        lay(*state, match, actions[i].card);
        pass_windows(match);
        check_change(match, &actions[i].change);
        assert_int_equal(all_gold(match), gold);
        assert_int_equal(asked(match), DR_ASK_BUY);
        assert_int_equal(table_of(match)->seat[seat].discard_count, 1);
        match_free(match);
    }
}

static const struct row actions_2008[] = {
    {"E19 >0", {.alcohol = {[DIMLI] = 1}}},
    {"E24 >3", {.fortitude = {[GOG] = -2}}},
};

static void test_actions_of_2008(void **state) {
    for (int i = 0; i < 2; i++) {
        struct match *match =
            sit_at(&(struct scene){.options = {"eve_2008", "on"}}, EVE, actions_2008[i].card);
        lay(*state, match, actions_2008[i].card);
        pass_windows(match);
        check_change(match, &actions_2008[i].change);
        match_free(match);
    }
}

/* A card with a target needs another player; any other card takes no target. */
static void refuse_aims(struct cover *cover, struct match *match, const char *card) {
    char aimed[] = "X00 >0", bare[] = "X00", twice[] = "X00 >0 >1";
    memcpy(aimed, card, 3);
    memcpy(bare, card, 3);
    memcpy(twice, card, 3);
    aimed[5] = (char)('0' + owner_of(card));
    cannot_aim(cover, match, aimed);
    cannot_aim(cover, match, twice);
    if (card[3])
        cannot_aim(cover, match, bare);
}

/* In another's turn, with a wrong target, after another action, in the buy phase, and not in
 * hand. */
static void test_actions_refused(void **state) {
    for (size_t i = 0; i < COUNT(actions); i++) {
        const char *card = actions[i].card;
        int seat = owner_of(card);
        struct match *match = sit_down((seat + 1) % DR_SEATS, card, NULL);
        cannot(*state, match, card);
        match_free(match);
        match = sit_down(seat, card, NULL);
        refuse_aims(*state, match, card);
        decide(match, seat, "pass");
        cannot(*state, match, card);
        match_free(match);
        match = sit_down(seat, "", NULL);
        has_not(*state, match, card);
        match_free(match);
    }
}

static void test_one_action_a_turn(void **state) {
    struct match *match = sit_down(GOG, "G17 G17", NULL);
    lay(*state, match, "G17 >0");
    cannot(*state, match, "G17 >0");
    pass_windows(match);
    cannot(*state, match, "G17 >0");
    match_free(match);
}

/* Z-14, Z-13: a seat that cannot pay everything pays what it has; markers stop at their limits. */
static void test_bounds(void **state) {
    struct match *match =
        sit_at(&(struct scene){.gold = {10, 10, 10, 1}, .alcohol = {0, 5, 5, 5}}, FLECK, "F28");
    lay(*state, match, "F28 >3");
    wait_for(match, DR_ASK_LOSS, GOG);
    nobody_answers(match);
    assert_int_equal(table_of(match)->seat[FLECK].gold, 11);
    assert_int_equal(table_of(match)->seat[GOG].gold, 0);
    match_free(match);
    match = sit_at(&(struct scene){.alcohol = {0, 5, 5, 5}}, FLECK, "F27");
    lay(*state, match, "F27");
    pass_windows(match);
    check_seat(match, DIMLI, 20, 0, 9);
    match_free(match);
}

/* Z-36: everybody antes, the opener is in control, his left decides first. */
static void test_opening_a_round(void **state) {
    static const char *const openers[][2] = {
        {"D01", "D01 >1"}, {"E01", "E01 >1"}, {"F01", "F01 >1"}, {"G01", "G01 >1"}};
    for (int seat = 0; seat < DR_SEATS; seat++) {
        int left = (seat + 1) % DR_SEATS;
        struct match *match = sit_down(seat, openers[seat][0], NULL);
        cannot_aim(*state, match, openers[seat][1]);
        cannot(*state, match, openers[left][0]);
        lay(*state, match, openers[seat][0]);
        pass_windows(match);
        assert_int_equal(table_of(match)->pot, 4);
        assert_int_equal(table_of(match)->round.leader, seat + 1);
        check_change(match, &(struct change){.gold = {-1, -1, -1, -1}});
        assert_int_equal(asked(match), DR_ASK_BET);
        assert_int_equal(awaited(match), dr_bit(left));
        match_free(match);
    }
}

/* Z-27, Z-34: each drink comes from the deck, leading events are discarded, and all are felt
 * together. */
static void test_toast(void **state) {
    struct match *match = sit_down(FLECK, "F18", "T21 T10 T16 T15 T19");
    lay(*state, match, "F18");
    wait_for(match, DR_ASK_DRINK, DIMLI);
    check_change(match, &(struct change){0});
    pass_windows(match);
    check_change(match, &(struct change){.fortitude = {[DIMLI] = -1, [EVE] = 2, [GOG] = 2},
                                         .alcohol = {[FLECK] = 4, [EVE] = 2}});
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->drink_discard_count, 5);
    match_free(match);
    match = sit_down(FLECK, "F18", NULL);
    cannot_aim(*state, match, "F18 >1");
    decide(match, FLECK, "pass");
    cannot(*state, match, "F18");
    match_free(match);
}

static const struct row anytimes[] = {
    {"D07 >0", {.gold = {[DIMLI] = -1}}},  {"D07 >2", {.gold = {[FLECK] = -1}}},
    {"E07 >1", {.gold = {[EVE] = -1}}},    {"E07 >3", {.gold = {[GOG] = -1}}},
    {"F07 >2", {.gold = {[FLECK] = -1}}},  {"F07 >1", {.gold = {[EVE] = -1}}},
    {"G07 >3", {.gold = {[GOG] = -1}}},    {"G07 >0", {.gold = {[DIMLI] = -1}}},
    {"E09 >0", {.gold = {-1, 1, 0, 0}}},   {"E10 >3", {.gold = {0, 1, 0, -1}}},
    {"F22", {.fortitude = {[FLECK] = 2}}}, {"G22", {.fortitude = {[GOG] = 2}}},
};

/* In each player's turn. The question is asked again afterwards. */
static void test_anytime_cards(void **state) {
    for (size_t i = 0; i < COUNT(anytimes); i++)
        for (int first = 0; first < DR_SEATS; first++) {
            struct match *match = sit_down(first, anytimes[i].card, NULL);
            lay(*state, match, anytimes[i].card);
            pass_windows(match);
            check_change(match, &anytimes[i].change);
            assert_int_equal(asked(match), DR_ASK_ACTION);
            assert_int_equal(awaited(match), dr_bit(first));
            match_free(match);
        }
}

/* The window keeps its answers. */
static void test_anytime_in_windows(void **state) {
    for (size_t i = 0; i < COUNT(anytimes); i++) {
        struct match *match = sit_down(DIMLI, anytimes[i].card, "T17");
        open_drink(match);
        unsigned before = awaited(match);
        lay(*state, match, anytimes[i].card);
        while (asked(match) != DR_ASK_DRINK)
            nobody_answers(match);
        check_change(match, &anytimes[i].change);
        assert_int_equal(awaited(match) & ~before, 0);
        match_free(match);
    }
}

/* Z-5: not while somebody discards; and wrong targets. */
static void test_anytime_refused(void **state) {
    struct match *match = sit_down(DIMLI, "D07 E07 E09 E10 F07 F22 G07 G22", "T17 T18 T15 T16");
    cannot_aim(*state, match, "E09 >1");
    cannot_aim(*state, match, "E10");
    cannot_aim(*state, match, "E07");
    cannot_aim(*state, match, "F22 >2");
    cannot_aim(*state, match, "G22 >2");
    cannot_aim(*state, match, "D07 >0 >1");
    for (int seat = 0; seat < DR_SEATS; seat++)
        quiet_turn(match);
    assert_int_equal(asked(match), DR_ASK_DISCARD);
    for (size_t i = 0; i < COUNT(anytimes); i++)
        cannot(*state, match, anytimes[i].card);
    test_play(match, DIMLI, "discard D07");
    assert_int_equal(asked(match), DR_ASK_ACTION);
    has_not(*state, match, "D07 >0");
    match_free(match);
}

/* Two besides the normal drink and before it; Fleck's are free. */
static void test_orders(void **state) {
    static const struct {
        const char *card;
        int piles[DR_SEATS], pays;
    } orders[] = {{"D05 >1 >3", {2, 3, 2, 3}, 1}, {"D05 >2 >2", {2, 2, 4, 2}, 1},
                  {"E05 >1 >0", {3, 3, 2, 2}, 1}, {"F05 >3 >3", {2, 2, 2, 4}, 0},
                  {"F05 >2 >0", {3, 2, 3, 2}, 0}, {"G05 >0 >1", {3, 3, 2, 2}, 1}};
    for (size_t i = 0; i < COUNT(orders); i++) {
        int seat = owner_of(orders[i].card);
        struct match *match = sit_down(seat, orders[i].card, "T17 T18 T15");
        cannot(*state, match, orders[i].card);
        decide(match, seat, "pass");
        lay(*state, match, orders[i].card);
        pass_windows(match);
        for (int other = 0; other < DR_SEATS; other++)
            assert_int_equal(table_of(match)->seat[other].pile_count, orders[i].piles[other]);
        check_change(match, &(struct change){.gold = {[0] = seat == 0 ? -orders[i].pays : 0,
                                                      [1] = seat == 1 ? -orders[i].pays : 0,
                                                      [3] = seat == 3 ? -orders[i].pays : 0}});
        assert_int_equal(asked(match), DR_ASK_BUY);
        match_free(match);
    }
}

static void test_orders_refused(void **state) {
    static const char *const orders[][3] = {{"D05", "D05 >1", "D05 >0 >1"},
                                            {"E05", "E05 >1", "E05 >0 >1"},
                                            {"F05", "F05 >1", "F05 >0 >1"},
                                            {"G05", "G05 >1", "G05 >0 >1"}};
    for (int seat = 0; seat < DR_SEATS; seat++) {
        struct match *match = sit_down(seat, orders[seat][0], "T17");
        decide(match, seat, "pass");
        cannot_aim(*state, match, orders[seat][0]);
        cannot_aim(*state, match, orders[seat][1]);
        open_drink(match);
        cannot(*state, match, orders[seat][2]);
        match_free(match);
        match = sit_down((seat + 1) % DR_SEATS, orders[seat][0], NULL);
        decide(match, (seat + 1) % DR_SEATS, "pass");
        cannot(*state, match, orders[seat][2]);
        match_free(match);
    }
}

/* W8: one more drink from the own pile, and the window opens again. */
static void test_once_more(void **state) {
    struct match *match = sit_down(EVE, "D24 G16 G16", "T17");
    cannot(*state, match, "D24");
    open_drink(match);
    cannot(*state, match, "D24");
    cannot(*state, match, "G16");
    wait_for(match, DR_ASK_END, GOG);
    cannot_aim(*state, match, "G16 >1");
    lay(*state, match, "G16");
    wait_for(match, DR_ASK_DRINK, EVE);
    check_change(match, &(struct change){0});
    wait_for(match, DR_ASK_END, GOG);
    check_change(match, &(struct change){.alcohol = {[EVE] = 2}});
    lay(*state, match, "D24");
    wait_for(match, DR_ASK_END, GOG);
    check_change(match, &(struct change){.alcohol = {[EVE] = 3}});
    lay(*state, match, "G16");
    wait_for(match, DR_ASK_ACTION, FLECK);
    check_change(match, &(struct change){.alcohol = {[EVE] = 2}});
    match_free(match);
}

static void test_not_once_more_for_oneself(void **state) {
    for (int seat = DIMLI; seat <= GOG; seat += GOG - DIMLI) {
        struct match *match = sit_down(seat, "D24 G16", "T17");
        open_drink(match);
        wait_for(match, DR_ASK_END, seat == DIMLI ? GOG : DIMLI);
        cannot(*state, match, seat == DIMLI ? "D24" : "G16");
        match_free(match);
    }
}

static void test_all_are_covered(void **state) {
    cover_check(*state, PART_ACTIONS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_actions),
        cmocka_unit_test(test_actions_of_2008),
        cmocka_unit_test(test_actions_refused),
        cmocka_unit_test(test_one_action_a_turn),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_opening_a_round),
        cmocka_unit_test(test_toast),
        cmocka_unit_test(test_anytime_cards),
        cmocka_unit_test(test_anytime_in_windows),
        cmocka_unit_test(test_anytime_refused),
        cmocka_unit_test(test_orders),
        cmocka_unit_test(test_orders_refused),
        cmocka_unit_test(test_once_more),
        cmocka_unit_test(test_not_once_more_for_oneself),
        cmocka_unit_test(test_all_are_covered),
    };
    return cmocka_run_group_tests_name("drachen cards: actions", tests, cover_new, cover_free);
}
