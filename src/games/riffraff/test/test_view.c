/* test_view.c: the JSON of a view contains the whole view and nothing hidden: and the
 * fields of the engine protocol. */
#include "scene.h"

#include <stdlib.h>

#include "unit/member.h"

static void check_for_all(const struct match *match, const char *name, const char *expected) {
    for (int seat = 0; seat < state_of(match)->seats; seat++)
        check_member(match, seat, name, expected);
    check_member(match, SEAT_WATCHER, name, expected);
}

static void the_first_view(void **unused) {
    struct match *match = begin(3, (const char *[]){"sea", "rough", "slow_motion", "8", NULL});
    (void)unused;
    check_for_all(match, "captain", "0");
    check_for_all(match, "round", "1");
    check_for_all(match, "rounds", "10");
    check_for_all(match, "phase", "\"cards\"");
    check_for_all(match, "my_card", "null");
    check_for_all(match, "laid", "[]");
    check_for_all(match, "order", "[]");
    check_for_all(match, "active", "null");
    check_for_all(match, "announced", "null");
    check_for_all(match, "loading", "null");
    check_member(match, 1, "hands", "[10,[1,2,3,4,5,6,7,8,9,10],10]");
    check_member(match, SEAT_WATCHER, "hands", "[10,10,10]");
    check_for_all(match, "played", "[[],[],[]]");
    check_for_all(match, "shown", "[null,null,null]");
    check_for_all(match, "supply",
                  "[[\"boat0.1\",\"barrel0.1\",\"flask0.1\",\"crate0.1\",\"sailor0.1\","
                  "\"plank0.1\",\"rat0.1\",\"chest0.1\"],"
                  "[\"boat1.1\",\"barrel1.1\",\"flask1.1\",\"crate1.1\",\"sailor1.1\","
                  "\"plank1.1\",\"rat1.1\",\"chest1.1\"],"
                  "[\"boat2.1\",\"barrel2.1\",\"flask2.1\",\"crate2.1\",\"sailor2.1\","
                  "\"plank2.1\",\"rat2.1\",\"chest2.1\"]]");
    check_for_all(match, "aboard", "[]");
    check_for_all(match, "out_of_game", "[]");
    check_for_all(match, "tilt", "[0,0,0,0,0]");
    check_for_all(match, "last", "null");
    check_for_all(match, "options", "{\"slow_motion\":8,\"sea\":\"rough\"}");
    match_free(match);
}

/* nobody is captain while the first one is drawn. */
static void r6_no_captain_before_he_is_drawn(void **unused) {
    struct match *match = begin(2, (const char *[]){"first_captain", "random", NULL});
    (void)unused;
    check_for_all(match, "captain", "null");
    check_for_all(match, "phase", "\"cards\"");
    check_for_all(match, "rounds", "20");
    match_free(match);
}

/* a laid card is its owner's secret until all are shown. */
static void r7_a_laid_card_is_hidden(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    test_play(match, 1, "card 7");
    check_member(match, 1, "my_card", "7");
    check_member(match, 1, "hands", "[10,[1,2,3,4,5,6,8,9,10],10]");
    check_member(match, 0, "my_card", "null");
    check_member(match, 0, "hands", "[[1,2,3,4,5,6,7,8,9,10],9,10]");
    check_member(match, SEAT_WATCHER, "hands", "[10,9,10]");
    check_for_all(match, "laid", "[1]");
    check_for_all(match, "shown", "[null,null,null]");
    check_for_all(match, "played", "[[],[],[]]");
    /* two matches that differ in this card look the same to the others */
    struct match *other = begin(3, NULL);
    struct rr_state view, twin;
    test_play(other, 1, "card 2");
    game_view(&riffraff_game, match_state(match), 0, &view);
    game_view(&riffraff_game, match_state(other), 0, &twin);
    assert_memory_equal(&view, &twin, sizeof view);
    match_free(other);
    match_free(match);
}

/* who is tied, whose place is open, who loads when. */
static void r8_r9_ties_and_order(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){8, 8, 8, 2});
    check_for_all(match, "phase", "\"captain\"");
    check_for_all(match, "tied", "[0,1,2]");
    check_for_all(match, "shown", "[8,8,8,2]");
    check_for_all(match, "played", "[[8],[8],[8],[2]]");
    test_play(match, 0, "captain 1");
    check_for_all(match, "phase", "\"order\"");
    check_for_all(match, "captain", "1");
    check_for_all(match, "tied", "[]");
    check_for_all(match, "open", "[0,2]");
    check_for_all(match, "order", "[]");
    test_play(match, 1, "order 2 0");
    check_for_all(match, "phase", "\"load\"");
    check_for_all(match, "order", "[1,2,0,3]");
    check_for_all(match, "active", "1");
    check_for_all(match, "open", "[]");
    check_member(match, 3, "my_card", "2");
    match_free(match);
}

/* a turn with two pieces. */
static void r12_a_turn_with_two(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    lay_cards(match, (int[]){9, 9});
    test_play(match, 0, "captain 0");
    load(match, "load rat0.1", "rest");
    check_for_all(match, "aboard",
                  "[{\"piece\":\"rat0.1\",\"area\":9,\"pose\":[0,50000,314000,1000000,0,0,0]}]");
    test_play(match, 1, "load2 boat1.1");
    check_for_all(match, "phase", "\"sim\"");
    check_for_all(match, "announced", "2");
    check_for_all(match, "loaded", "0");
    check_for_all(match, "loading", "\"boat1.1\"");
    test_play(match, SEAT_SIM, "rest");
    check_for_all(match, "phase", "\"second\"");
    check_for_all(match, "loaded", "1");
    check_for_all(match, "loading", "null");
    check_for_all(match, "order", "[1]");
    match_free(match);
}

/* what the last loading came to, and where everything went. */
static void r16_r17_the_last_loading(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    lay_cards(match, (int[]){9, 1});
    load(match, "load rat0.1", "rest");
    load(match, "load boat1.1",
         "fall rat0.1 boat1.1 caught rat0.1 @ ship:17453,-17453,0,100000,-8");
    check_for_all(match, "last",
                  "{\"round\":1,\"seat\":1,\"area\":1,\"piece\":\"boat1.1\",\"fallen\":"
                  "[\"rat0.1\",\"boat1.1\"],\"caught\":[\"rat0.1\"],\"back\":false}");
    check_for_all(match, "out_of_game", "[\"rat0.1\"]");
    check_for_all(match, "tilt", "[1000,-1000,0,5730,0]");
    check_for_all(match, "joints", "[17453,-17453,0,100000,-8]");
    check_for_all(match, "phase", "\"cards\"");
    check_for_all(match, "round", "2");
    check_for_all(match, "laid", "[]");
    check_for_all(match, "my_card", "null");
    check_for_all(match, "shown", "[9,1]");
    match_free(match);
}

/* ranks and winners at the end, and only then. */
static void r19_the_end(void **unused) {
    struct match *match = begin(3, NULL);
    json_t *view = view_of(match, 0);
    (void)unused;
    assert_null(json_object_get(view, "winners"));
    json_decref(view);
    lay_cards(match, (int[]){1, 10, 2});
    load(match, "load rat1.1", "rest");
    pass_turns(match);
    for (int round = 2; round <= 10; round++) {
        lay_cards(match, (int[]){round, round - 1, round == 2 ? 1 : round});
        while (state_of(match)->phase == RR_NAME_CAPTAIN || state_of(match)->phase == RR_NAME_ORDER)
            match_play_idle(match, state_of(match)->captain, NULL, NULL, NULL);
        pass_turns(match);
    }
    check_for_all(match, "phase", "\"over\"");
    check_for_all(match, "winners", "[1]");
    check_for_all(match, "ranks", "[2,1,2]");
    match_free(match);
}

/* Every byte of a ship that can differ shows: two views, two JSONs. */
static void every_number_of_a_ship_shows(void **unused) {
    struct match *match = begin(2, NULL);
    struct rr_state state;
    struct text first = {0}, other = {0};
    (void)unused;
    lay_cards(match, (int[]){9, 1});
    load(match, "load rat0.1", "rest");
    memcpy(&state, state_of(match), sizeof state);
    rr_view_json(&state, 0, &first);
    int rat = piece_of("rat0.1");
    int32_t *numbers[] = {&state.ship.joints[0],           &state.ship.joints[4],
                          &state.ship.pose[rat].at[0],     &state.ship.pose[rat].at[2],
                          &state.ship.pose[rat].turned[0], &state.ship.pose[rat].turned[3]};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        ++*numbers[i];
        text_clear(&other);
        rr_view_json(&state, 0, &other);
        assert_false(text_equals(&first, &other));
        --*numbers[i];
    }
    text_free(&first);
    text_free(&other);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_view),
        cmocka_unit_test(r6_no_captain_before_he_is_drawn),
        cmocka_unit_test(r7_a_laid_card_is_hidden),
        cmocka_unit_test(r8_r9_ties_and_order),
        cmocka_unit_test(r12_a_turn_with_two),
        cmocka_unit_test(r16_r17_the_last_loading),
        cmocka_unit_test(r19_the_end),
        cmocka_unit_test(every_number_of_a_ship_shows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
