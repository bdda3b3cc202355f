/* test_end.c: the ends, and what is done for a player whose time is up. */
#include "scene.h"

/* Plays a round in which seat 0 loads one piece that rests, and all others bring theirs
 * back; all cards are of the round's number, but seat 0's is the highest where it can be. */
static void play_round(struct match *match, const char *piece) {
    const struct rr_state *s = state_of(match);
    int round = (s->round - 1) % RR_CARDS + 1;
    int cards[RR_SEATS];
    for (int seat = 0; seat < s->seats; seat++)
        cards[seat] = round;
    lay_cards(match, cards);
    while (s->phase == RR_NAME_CAPTAIN || s->phase == RR_NAME_ORDER)
        match_play_idle(match, s->captain, NULL, NULL, NULL);
    while (s->phase == RR_LOAD) {
        int seat = s->order[0];
        match_play_idle(match, seat, NULL, NULL, NULL);
        test_play(match, SEAT_SIM, seat == 0 && piece ? piece : "back");
    }
}

/* who has nothing left at the end of his turn wins at once. */
static void test_r18_last_piece_wins_at_once(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    for (int round = 1; round <= 7; round++)
        play_round(match, "rest");
    assert_int_equal(rr_set_size(state_of(match)->supply[0]), 1);
    assert_int_equal(winners(match), 0);
    lay_cards(match, (int[]){10, 9, 8});
    test_play(match, 0, "load chest");
    play_says(match, SEAT_SIM, "rest", (const char *[]){"rests", "all_loaded", NULL});
    assert_true(match_over(match));
    assert_int_equal(winners(match), 1 << 0);
    assert_int_equal(state_of(match)->order_count, 0);
    match_free(match);
}

/* with the last one loaded, but something lost, the match goes on. */
static void test_r18_not_with_lost_cargo(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    for (int round = 1; round <= 7; round++)
        play_round(match, "rest");
    lay_cards(match, (int[]){10, 9, 8});
    load(match, "load chest0.1", "fall boat0.1");
    assert_false(match_over(match));
    assert_true(state_of(match)->supply[0] == pieces("boat0.1"));
    match_free(match);
}

/* what is caught is gone, so catching can win, too. */
static void test_r18_catching_can_win(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    for (int round = 1; round <= 7; round++)
        play_round(match, "rest");
    lay_cards(match, (int[]){10, 9, 8});
    load(match, "load chest0.1", "fall boat0.1 chest0.1 caught boat0.1 chest0.1");
    assert_true(match_over(match));
    assert_int_equal(winners(match), 1 << 0);
    match_free(match);
}

/* the first of his last two pieces does not win, the second does. */
static void test_r18_only_at_the_end_of_the_turn(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    for (int round = 1; round <= 6; round++)
        play_round(match, "rest");
    /* of what seat 0 has loaded, boat0.1 slides to the area of its card */
    lay_cards(match, (int[]){8, 9, 7});
    load(match, "load boat1.1",
         "rest @ ship:0,0,0,0,0 boat0.1:8:0,-60000,236000,1000000,0,0,0 "
         "barrel0.1:2:60000,-20000,56500,1000000,0,0,0 flask0.1:3:-60000,20000,61000,1000000,0,0,0 "
         "crate0.1:4:-60000,-20000,53000,1000000,0,0,0 sailor0.1:5:0,70000,142000,1000000,0,0,0 "
         "plank0.1:6:0,-70000,141000,1000000,0,0,0 boat1.1:9:0,50000,314500,1000000,0,0,0");
    load(match, "load2 rat0.1", "rest");
    assert_false(match_over(match));
    load(match, "load chest0.1", "rest");
    assert_true(match_over(match));
    assert_int_equal(winners(match), 1 << 0);
    match_free(match);
}

/* after ten rounds the fewest pieces win. */
static void test_r19_ten_rounds(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    for (int round = 1; round <= 10; round++) {
        assert_int_equal(state_of(match)->round, round);
        play_round(match, round <= 3 ? "rest" : NULL);
    }
    assert_true(match_over(match));
    assert_int_equal(winners(match), 1 << 0);
    match_free(match);
}

/* a win may be shared. */
static void test_r19_shared_win(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    for (int round = 1; round <= 10; round++)
        play_round(match, NULL);
    assert_true(match_over(match));
    assert_int_equal(winners(match), 7);
    match_free(match);
}

/* two take up their cards once, and play up to twenty rounds. */
static void test_r19_twenty_rounds_for_two(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    for (int round = 1; round <= 10; round++)
        play_round(match, NULL);
    assert_false(match_over(match));
    assert_int_equal(state_of(match)->round, 11);
    assert_int_equal(rr_cards_held(state_of(match), 1), 0x3ff);
    assert_int_equal(state_of(match)->played[0], 0);
    assert_int_equal(state_of(match)->shown[0], 0);
    for (int round = 11; round <= 20; round++)
        play_round(match, NULL);
    assert_true(match_over(match));
    assert_int_equal(winners(match), 3);
    match_free(match);
}

/* taking them up is an event. */
static void test_r19_cards_are_taken_up(void **unused) {
    struct match *match = begin(2, NULL);
    (void)unused;
    for (int round = 1; round <= 9; round++)
        play_round(match, NULL);
    lay_cards(match, (int[]){10, 10});
    test_play(match, 0, "captain 0");
    load(match, "load rat0.1", "back");
    test_play(match, 1, "load rat1.1");
    play_says(match, SEAT_SIM, "back", (const char *[]){"back", "round", "cards_again", NULL});
    match_free(match);
}

/* The scores are the pieces in front of each seat. */
static void test_scores_are_pieces(void **unused) {
    struct match *match = begin(3, NULL);
    struct score score = {0};
    (void)unused;
    play_round(match, "rest");
    riffraff_game.score(match_state(match), &score);
    assert_int_equal(score.points[0], 7);
    assert_int_equal(score.points[1], 8);
    match_free(match);
}

static void check_idle(struct match *match, int seat, const char *expected) {
    struct rr_action action;
    struct text text = {0};
    memset(&action, 0, sizeof action);
    riffraff_game.idle(match_state(match), seat, &action);
    rr_print_action(&action, &text);
    test_text(&text, expected);
    text_free(&text);
}

/* the lowest card. */
static void test_r35_lowest_card(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    check_idle(match, 1, "card 1");
    lay_cards(match, (int[]){1, 1, 2});
    test_play(match, 2, "order 0 1");
    pass_turns(match);
    check_idle(match, 0, "card 2");
    check_idle(match, 2, "card 1");
    match_free(match);
}

/* as captain in office himself if he is tied, else the lowest seat. */
static void test_r35_captain(void **unused) {
    struct match *match = begin(4, (const char *[]){"first_captain", "3", NULL});
    (void)unused;
    lay_cards(match, (int[]){1, 8, 8, 8});
    check_idle(match, 3, "captain 3");
    match_free(match);
    match = begin(4, (const char *[]){"first_captain", "3", NULL});
    lay_cards(match, (int[]){1, 8, 8, 2});
    check_idle(match, 3, "captain 1");
    match_free(match);
}

/* rising seats as order; the first piece, one only. */
static void test_r35_order_and_load(void **unused) {
    struct match *match = begin(4, NULL);
    (void)unused;
    lay_cards(match, (int[]){5, 5, 9, 5});
    check_idle(match, 2, "order 0 1 3");
    test_play(match, 2, "order 0 1 3");
    check_idle(match, 2, "load boat2.1");
    load(match, "load boat2.1", "rest");
    load(match, "load boat0.1", "rest");
    check_idle(match, 1, "load boat1.1");
    test_play(match, 1, "load2 boat1.1");
    test_play(match, SEAT_SIM, "rest");
    check_idle(match, 1, "load barrel1.1");
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_r18_last_piece_wins_at_once),
        cmocka_unit_test(test_r18_not_with_lost_cargo),
        cmocka_unit_test(test_r18_catching_can_win),
        cmocka_unit_test(test_r18_only_at_the_end_of_the_turn),
        cmocka_unit_test(test_r19_ten_rounds),
        cmocka_unit_test(test_r19_shared_win),
        cmocka_unit_test(test_r19_twenty_rounds_for_two),
        cmocka_unit_test(test_r19_cards_are_taken_up),
        cmocka_unit_test(test_scores_are_pieces),
        cmocka_unit_test(test_r35_lowest_card),
        cmocka_unit_test(test_r35_captain),
        cmocka_unit_test(test_r35_order_and_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
