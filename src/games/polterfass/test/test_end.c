/* test_end.c: how a match ends, by the numbers of the rules. */
#include "scene.h"

static void p16_cards_come_back_and_the_goal_ends_it(void **state) {
    (void)state;
    struct match *match = begin_at((int64_t[]){60, 60, 60}, NULL);
    play_round(match, "9 - - - - - - - -", "2", "6");
    check_points(match, (int[]){1, 2, 6}, (int[]){61, 62, 66});
    assert_int_equal(winners(match), 0);
    play_round(match, "9 8 - - - - - - -", "2", "6"); /* seat 2 lays its 6 again */
    check_points(match, (int[]){2, 9, 6}, (int[]){63, 71, 72});
    assert_false(match_over(match));
    play_round(match, "- - - - - - 5 - -", "7", "6");
    check_points(match, (int[]){-7, 7, 5}, (int[]){56, 78, 77});
    assert_true(match_over(match));
    assert_int_equal(winners(match), 2);
    match_free(match);
}

/* 75 or more: with 74 the match continues, 75 is enough. */
static void p16_just_the_goal_is_enough(void **state) {
    (void)state;
    struct match *match = begin_at((int64_t[]){60, 67, 60}, NULL);
    play_round(match, "9 - - - - - - - -", "7", "1");
    check_points(match, (int[]){1, 7, 1}, (int[]){61, 74, 61});
    assert_false(match_over(match));
    match_free(match);
    match = begin_at((int64_t[]){60, 68, 60}, NULL);
    play_round(match, "9 - - - - - - - -", "7", "1");
    check_points(match, (int[]){1, 7, 1}, (int[]){61, 75, 61});
    assert_true(match_over(match));
    assert_int_equal(winners(match), 2);
    match_free(match);
}

/* A match that is over shows its last round and not the next one. */
static void p16_the_end_shows_the_last_round(void **state) {
    (void)state;
    struct match *match = begin_at((int64_t[]){60, 68, 60}, NULL);
    struct pf_state view;
    struct text text = {0};
    play_round(match, "9 - - - - - - - -", "7", "1");
    game_view(&polterfass_game, match_state(match), SEAT_WATCHER, &view);
    js_open(&text, '{');
    polterfass_game.view_json(&view, SEAT_WATCHER, &text);
    static const char expected[] = "{\"innkeeper\":0,\"phase\":\"over\",\"round\":1,";
    assert_memory_equal(text_string(&text), expected, strlen(expected));
    text_free(&text);
    match_free(match);
}

static void p25_the_highest_wins_and_ties_share(void **state) {
    (void)state;
    struct match *match = begin_at((int64_t[]){0, 70, 80}, NULL);
    play_round(match, "9 - - - - - - - -", "7", "1"); /* enough: 1, 7, 1 */
    assert_true(match_over(match));
    assert_int_equal(winners(match), 4);
    match_free(match);
    match = begin_at((int64_t[]){0, 74, 79}, NULL);
    play_round(match, "9 - - - - - - - -", "6", "1"); /* 2, 80, 80 */
    assert_true(match_over(match));
    assert_int_equal(winners(match), 6);
    match_free(match);
}

static void p25_an_extra_round_breaks_a_tie(void **state) {
    (void)state;
    struct match *match =
        begin_at((int64_t[]){0, 74, 79}, (const char *[]){"tie", "extra_round", NULL});
    play_round(match, "9 - - - - - - - -", "6", "1"); /* 2, 80, 80 */
    assert_false(match_over(match));
    play_round(match, "9 - - - - - - - -", "7", "4"); /* innkeeper 1: 9; too greedy */
    assert_true(match_over(match));
    assert_int_equal(winners(match), 2);
    match_free(match);
}

/* After the goal has been reached the rotation is finished, even if the leader has fallen below
 * it meanwhile. */
static void p25_finish_rotation_plays_on(void **state) {
    (void)state;
    struct match *match =
        begin_at((int64_t[]){0, 70, 0}, (const char *[]){"finish_rotation", "on", NULL});
    play_round(match, "9 - - - - - - - -", "6", "1");
    check_points(match, (int[]){2, 6, 1}, (int[]){2, 76, 1});
    assert_false(match_over(match));
    play_round(match, "2 - - - - - - - -", "1", "1");
    check_points(match, (int[]){1, 0, 1}, (int[]){3, 76, 2});
    assert_false(match_over(match));
    play_round(match, "2 - - - - - - - -", "1", "7");
    check_points(match, (int[]){7, -7, 2}, (int[]){10, 69, 4});
    assert_true(match_over(match));
    assert_int_equal(winners(match), 2);
    match_free(match);
}

/* Both settings together: a tie at the end of a rotation costs another whole rotation, so that
 * all are innkeeper equally often. */
static void p25_an_extra_round_becomes_a_rotation(void **state) {
    (void)state;
    struct match *match =
        begin_at((int64_t[]){0, 80, 80},
                 (const char *[]){"tie", "extra_round", "finish_rotation", "on", NULL});
    const char *nine = "9 - - - - - - - -";
    play_round(match, nine, "1", "1"); /* 7, 1, 1 */
    play_round(match, nine, "1", "1"); /* 1, 7, 1 */
    play_round(match, nine, "1", "1"); /* 1, 1, 7: two have 89 */
    check_points(match, (int[]){1, 1, 7}, (int[]){9, 89, 89});
    assert_false(match_over(match));
    play_round(match, nine, "1", "2"); /* one leads, but the rotation is not finished */
    check_points(match, (int[]){6, 1, 2}, (int[]){15, 90, 91});
    assert_false(match_over(match));
    play_round(match, nine, "1", "1");
    assert_false(match_over(match));
    play_round(match, nine, "1", "1");
    check_points(match, (int[]){1, 1, 7}, (int[]){17, 98, 99});
    assert_true(match_over(match));
    assert_int_equal(winners(match), 4);
    match_free(match);
}

/* P-29: the match ends although nobody comes near the goal. */
static void p29_a_full_pad_ends_the_match(void **state) {
    (void)state;
    struct match *match = begin(3, (const char *[]){"goal", "500", "tie", "extra_round", NULL});
    for (int round = 0; round < PF_ROUNDS; round++) {
        assert_false(match_over(match));
        play_round(match, "- - - - - - 5 - x", "0", "0");
    }
    assert_true(match_over(match));
    assert_int_equal(winners(match), 7);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p16_cards_come_back_and_the_goal_ends_it),
        cmocka_unit_test(p16_just_the_goal_is_enough),
        cmocka_unit_test(p16_the_end_shows_the_last_round),
        cmocka_unit_test(p25_the_highest_wins_and_ties_share),
        cmocka_unit_test(p25_an_extra_round_breaks_a_tie),
        cmocka_unit_test(p25_finish_rotation_plays_on),
        cmocka_unit_test(p25_an_extra_round_becomes_a_rotation),
        cmocka_unit_test(p29_a_full_pad_ends_the_match),
    };
    return cmocka_run_group_tests_name("polterfass end", tests, NULL, NULL);
}
