/* test_rules.c: material, set-up, cards, captain and order. */
#include "scene.h"

#include "../shapes.h"

/* four parts of the deck, and two halves of each yard, odd numbers to port. */
static void test_r2_ten_areas(void **unused) {
    (void)unused;
    for (int area = 1; area <= RR_AREAS; area++) {
        int body = area <= 4 ? RR_HULL_BODY : RR_YARD_BODY + (area - 5) / 2;
        assert_int_equal(rr_areas[area].body, body);
        assert_int_equal(area % 2 ? rr_areas[area].low[1] : rr_areas[area].high[1], 0);
    }
    assert_true(rr_areas[1].low[0] == 0 && rr_areas[3].high[0] == 0);
}

/* three or four have a set of eight different shapes. */
static void test_r3_r5_one_set_each(void **unused) {
    (void)unused;
    for (int seats = 3; seats <= 4; seats++) {
        struct match *match = begin(seats, NULL);
        for (int seat = 0; seat < seats; seat++) {
            uint64_t own = state_of(match)->supply[seat];
            assert_int_equal(rr_set_size(own), RR_SHAPES);
            for (int shape = 0; shape < RR_SHAPES; shape++)
                assert_true(own >> (seat * RR_SHAPES + shape) & 1);
        }
        match_free(match);
    }
}

/* two have two sets each. */
static void test_r5_two_sets_for_two(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    assert_true(state_of(match)->supply[0] ==
                pieces("boat0.1 barrel0.1 flask0.1 crate0.1 sailor0.1 plank0.1 rat0.1 chest0.1 "
                       "boat0.2 barrel0.2 flask0.2 crate0.2 sailor0.2 plank0.2 rat0.2 chest0.2"));
    assert_int_equal(rr_set_size(state_of(match)->supply[1]), 16);
    assert_true(state_of(match)->supply[1] & pieces("rat1.2"));
    match_free(match);
}

/* neither alone nor five. */
static void test_r5_two_to_four_players(void **unused) {
    (void)unused;
    assert_string_equal(test_refused(&riffraff_game, 1, NULL), "kernel.seats");
    assert_string_equal(test_refused(&riffraff_game, 5, NULL), "kernel.seats");
}

/* ten cards, 1 to 10, each legal at first. */
static void test_r4_ten_cards(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(rr_cards_held(state_of(match), seat), 0x3ff);
    assert_string_equal(refused(match, 0, "card 0"), "riffraff.no_such_card");
    assert_string_equal(refused(match, 0, "card 11"), "riffraff.no_such_card");
    assert_string_equal(refused(match, 0, "load rat0.1"), "riffraff.only_card");
    test_play(match, 0, "card 10");
    match_free(match);
}

/* a seat of the table, or drawn as the first chance. */
static void test_r6_first_captain(void **unused) {
    struct match *match = begin(4, (const char *[]){"first_captain", "2", NULL});
    struct turn turn;
    (void)unused;
    assert_int_equal(state_of(match)->captain, 2);
    match_free(match);
    assert_string_equal(
        test_refused(&riffraff_game, 2, (const char *[]){"first_captain", "2", NULL}),
        "riffraff.first_captain");
    match = begin(3, (const char *[]){"first_captain", "random", NULL});
    match_turn(match, &turn);
    assert_int_equal(turn.kind, TURN_CHANCE);
    assert_string_equal(refused(match, SEAT_CHANCE, "first 3"), "riffraff.only_first");
    assert_string_equal(refused(match, SEAT_CHANCE, "rest"), "riffraff.only_first");
    play_says(match, SEAT_CHANCE, "first 1", (const char *[]){"first_is", NULL});
    assert_int_equal(state_of(match)->captain, 1);
    assert_int_equal(awaited(match), 7);
    match_free(match);
}

/* each seat is drawn as often as any other. */
static void test_r6_random_is_fair(void **unused) {
    int found[3] = {0};
    const double expected[3] = {1000, 1000, 1000};
    (void)unused;
    struct match *match = begin(3, (const char *[]){"first_captain", "random", NULL});
    struct rng rng = random_dice(6);
    for (int i = 0; i < 3000; i++) {
        struct rr_action action;
        memset(&action, 0, sizeof action);
        riffraff_game.chance(match_state(match), &rng, &action);
        found[action.number]++;
    }
    test_follows(found, expected, 3);
    match_free(match);
}

/* laid at the same time, shown with the last one. */
static void test_r7_cards_are_shown_together(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    play_says(match, 2, "card 4", (const char *[]){"laid", NULL});
    assert_int_equal(awaited(match), 3);
    assert_int_equal(state_of(match)->shown[2], 0);
    play_says(match, 0, "card 9", (const char *[]){"laid", NULL});
    play_says(
        match, 1, "card 2",
        (const char *[]){"laid", "shown", "shown", "shown", "captain_stays", "order_is", NULL});
    assert_int_equal(state_of(match)->shown[0], 9);
    assert_int_equal(state_of(match)->shown[1], 2);
    assert_int_equal(state_of(match)->shown[2], 4);
    match_free(match);
}

/* a card that is laid lies; there is no second one. */
static void test_r7_one_card_each(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    test_play(match, 0, "card 9");
    assert_int_equal(match_play_text(match, 0, "card 8", NULL, NULL, NULL), VERDICT_NOT_YOUR_TURN);
    match_free(match);
}

/* the highest card makes the captain. */
static void test_r8_highest_is_captain(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){3, 8, 10, 8});
    assert_int_equal(state_of(match)->captain, 2);
    match_free(match);
}

/* of several the captain in office names one. */
static void test_r8_old_captain_decides_ties(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){3, 9, 1, 9});
    assert_int_equal(state_of(match)->phase, RR_NAME_CAPTAIN);
    assert_int_equal(awaited(match), 1 << 0);
    assert_string_equal(refused(match, 0, "captain 0"), "riffraff.not_highest");
    assert_string_equal(refused(match, 0, "captain 2"), "riffraff.not_highest");
    assert_string_equal(refused(match, 0, "captain 4"), "riffraff.not_highest");
    assert_string_equal(refused(match, 0, "card 4"), "riffraff.only_captain");
    play_says(match, 0, "captain 3", (const char *[]){"captain_is", "order_is", NULL});
    assert_int_equal(state_of(match)->captain, 3);
    assert_memory_equal(state_of(match)->order, ((uint8_t[]){3, 1, 0, 2}), 4);
    match_free(match);
}

/* who has to name one is the captain in office, though he is none of them. */
static void test_r8_a_tie_is_told(void **unused) {
    static struct events events;
    struct match *match = begin(4, NULL);
    struct text args = {0};
    (void)unused;
    test_play(match, 0, "card 3");
    test_play(match, 1, "card 9");
    test_play(match, 2, "card 1");
    assert_int_equal(match_play_text(match, 3, "card 9", NULL, &events, NULL), VERDICT_PLAYED);
    const struct message *last = &event_of(&events, events.count - 1)->message;
    assert_string_equal(last->key, "riffraff.tied");
    message_args_json(last, &args);
    test_text(&args, "{\"seat\":0,\"seats\":[1,3],\"card\":9}");
    text_free(&args);
    match_free(match);
}

/* he may be one of them and name himself. */
static void test_r8_he_may_name_himself(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    lay_cards(match, (int[]){7, 7, 1});
    play_says(match, 0, "captain 0", (const char *[]){"captain_stays", "order_is", NULL});
    assert_memory_equal(state_of(match)->order, ((uint8_t[]){0, 1, 2}), 3);
    match_free(match);
}

/* the captain of the last round is in office until the cards are shown. */
static void test_r8_office_lasts_until_the_reveal(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    lay_cards(match, (int[]){1, 2, 3});
    pass_turns(match);
    assert_int_equal(state_of(match)->captain, 2);
    lay_cards(match, (int[]){9, 9, 1});
    assert_int_equal(awaited(match), 1 << 2);
    match_free(match);
}

/* the captain first, then by falling cards. */
static void test_r9_falling_order(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){2, 7, 5, 10});
    assert_int_equal(state_of(match)->phase, RR_LOAD);
    assert_memory_equal(state_of(match)->order, ((uint8_t[]){3, 1, 2, 0}), 4);
    assert_int_equal(awaited(match), 1 << 3);
    match_free(match);
}

/* the new captain orders those with the same number; exactly those. */
static void test_r9_new_captain_orders_ties(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){4, 4, 10, 4});
    assert_int_equal(state_of(match)->phase, RR_NAME_ORDER);
    assert_int_equal(awaited(match), 1 << 2);
    static const char *const wrong[] = {"order 0 1",     "order 0 1 2", "order 0 0 1",
                                        "order 2 0 1 3", "order 0 1 7", "captain 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_string_equal(refused(match, 2, wrong[i]), "riffraff.only_order");
    test_play(match, 2, "order 3 0 1");
    assert_memory_equal(state_of(match)->order, ((uint8_t[]){2, 3, 0, 1}), 4);
    match_free(match);
}

/* fixed places stay where they are. */
static void test_r9_fixed_places_stay(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){2, 6, 9, 2});
    assert_string_equal(refused(match, 2, "order 1 0 3"), "riffraff.only_order");
    test_play(match, 2, "order 3 0");
    assert_memory_equal(state_of(match)->order, ((uint8_t[]){2, 1, 3, 0}), 4);
    match_free(match);
}

/* after a tie of three for the highest two places are open, the captain's is not. */
static void test_r9_after_a_tie_for_captain(void **unused) {
    struct match *match = begin(4, (const char *[]){"first_captain", "3", NULL});
    (void)unused;
    lay_cards(match, (int[]){8, 8, 8, 1});
    test_play(match, 3, "captain 1");
    assert_int_equal(awaited(match), 1 << 1);
    test_play(match, 1, "order 2 0");
    assert_memory_equal(state_of(match)->order, ((uint8_t[]){1, 2, 0, 3}), 4);
    match_free(match);
}

/* with two the tied other one is left alone: nothing is open. */
static void test_r9_not_asked_where_nothing_is_open(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    lay_cards(match, (int[]){5, 5});
    test_play(match, 0, "captain 1");
    assert_int_equal(state_of(match)->phase, RR_LOAD);
    assert_memory_equal(state_of(match)->order, ((uint8_t[]){1, 0}), 2);
    match_free(match);
}

/* played cards stay on the table, the newest visible, and are not used again. */
static void test_r10_each_card_once(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    lay_cards(match, (int[]){7, 2, 3});
    pass_turns(match);
    assert_int_equal(state_of(match)->round, 2);
    assert_int_equal(state_of(match)->shown[0], 7);
    assert_string_equal(refused(match, 0, "card 7"), "riffraff.no_such_card");
    lay_cards(match, (int[]){1, 4, 6});
    assert_int_equal(state_of(match)->shown[0], 1);
    assert_int_equal(state_of(match)->played[0], 1 << 6 | 1);
    assert_int_equal(rr_cards_held(state_of(match), 0), 0x3ff & ~(1 << 6 | 1));
    assert_int_equal(rr_hand_size(state_of(match), 0), 8);
    match_free(match);
}

/* one of his own pieces, on the area of his card. */
static void test_r11_loads_on_the_area_of_his_card(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    lay_cards(match, (int[]){7, 2, 3});
    assert_string_equal(refused(match, 0, "load rat1.1"), "riffraff.not_there");
    assert_string_equal(refused(match, 0, "card 3"), "riffraff.only_load");
    play_says(match, 0, "load rat0.1", (const char *[]){"loads", NULL});
    assert_int_equal(state_of(match)->phase, RR_SIM);
    assert_int_equal(state_of(match)->loading, piece_of("rat0.1"));
    assert_false(state_of(match)->supply[0] & pieces("rat0.1"));
    play_says(match, SEAT_SIM, "rest", (const char *[]){"rests", NULL});
    assert_true(state_of(match)->ship.aboard == pieces("rat0.1"));
    assert_int_equal(state_of(match)->ship.area[piece_of("rat0.1")], 7);
    assert_int_equal(awaited(match), 1 << 2);
    load(match, "load rat2.1", "rest");
    assert_int_equal(state_of(match)->ship.area[piece_of("rat2.1")], 3);
    match_free(match);
}

/* a piece keeps its name, wherever it goes. */
static void test_r25_pieces_keep_their_names(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    lay_cards(match, (int[]){7, 2, 3});
    load(match, "load rat0.1", "rest");
    load(match, "load rat2.1", "fall rat0.1");
    assert_true(state_of(match)->supply[2] & pieces("rat0.1"));
    pass_turns(match);
    lay_cards(match, (int[]){1, 2 + 1, 9});
    play_says(match, 2, "load rat0.1", (const char *[]){"loads", NULL});
    match_free(match);
}

/* settings with their values and defaults. */
static void test_r32_settings(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    assert_int_equal(state_of(match)->slow_motion, 4);
    assert_int_equal(state_of(match)->sea, RR_NORMAL);
    match_free(match);
    match = begin(2, (const char *[]){"slow_motion", "8", "sea", "rough", NULL});
    assert_int_equal(state_of(match)->slow_motion, 8);
    assert_int_equal(state_of(match)->sea, RR_ROUGH);
    match_free(match);
    match = begin(2, (const char *[]){"slow_motion", "1", "sea", "calm", NULL});
    assert_int_equal(state_of(match)->slow_motion, 1);
    assert_int_equal(state_of(match)->sea, RR_CALM);
    match_free(match);
    test_refused(&riffraff_game, 2, (const char *[]){"slow_motion", "2", NULL});
    test_refused(&riffraff_game, 2, (const char *[]){"sea", "stormy", NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_r2_ten_areas),
        cmocka_unit_test(test_r3_r5_one_set_each),
        cmocka_unit_test(test_r5_two_sets_for_two),
        cmocka_unit_test(test_r5_two_to_four_players),
        cmocka_unit_test(test_r4_ten_cards),
        cmocka_unit_test(test_r6_first_captain),
        cmocka_unit_test(test_r6_random_is_fair),
        cmocka_unit_test(test_r7_cards_are_shown_together),
        cmocka_unit_test(test_r7_one_card_each),
        cmocka_unit_test(test_r8_highest_is_captain),
        cmocka_unit_test(test_r8_old_captain_decides_ties),
        cmocka_unit_test(test_r8_a_tie_is_told),
        cmocka_unit_test(test_r8_he_may_name_himself),
        cmocka_unit_test(test_r8_office_lasts_until_the_reveal),
        cmocka_unit_test(test_r9_falling_order),
        cmocka_unit_test(test_r9_new_captain_orders_ties),
        cmocka_unit_test(test_r9_fixed_places_stay),
        cmocka_unit_test(test_r9_after_a_tie_for_captain),
        cmocka_unit_test(test_r9_not_asked_where_nothing_is_open),
        cmocka_unit_test(test_r10_each_card_once),
        cmocka_unit_test(test_r11_loads_on_the_area_of_his_card),
        cmocka_unit_test(test_r25_pieces_keep_their_names),
        cmocka_unit_test(test_r32_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
