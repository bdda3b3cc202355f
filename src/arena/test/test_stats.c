/* test_stats.c: the arena's statistics against values computed by hand, and
 * its sums against single results. */
#include "unit/test.h"

#include "arena/arena.h"
#include "arena/stats.h"
#include "games/null/null.h"

static void check_rate(int64_t wins, int64_t matches, int entries, int64_t low, int64_t high) {
    struct estimate rate = estimate_rate(wins * WIN_SHARES, matches, entries);
    assert_true(rate.is_known && rate.has_interval);
    int64_t whole = matches * entries;
    assert_int_equal(rate.value, (MILLION * wins + whole / 2) / whole);
    assert_int_equal(rate.low, low);
    assert_int_equal(rate.high, high);
}

/* With z^2 = 3.8414588: none of n ends at z^2 / (n + z^2); a half of n lies
 * z / 2 / sqrt(n + z^2) around a half. */
static void wilson_by_hand(void **state) {
    (void)state;
    check_rate(0, 10, 1, 0, 277533);
    check_rate(10, 10, 1, 722467, 1000000);
    check_rate(50, 100, 1, 403832, 596168);
    check_rate(81, 263, 1, 255289, 366210); /* Newcombe 1998: .2553 to .3662 */
    check_rate(15, 148, 1, 62386, 160487);  /* Newcombe 1998: .0624 to .1605 */
}

/* Four entries of the same bot win every match together: only n is uncertain. */
static void merged_rates_are_for_one_entry(void **state) {
    (void)state;
    check_rate(50, 100, 2, 201916, 298084);
    check_rate(10, 10, 4, 180617, 250000);
}

static void shared_wins_are_fractions(void **state) {
    (void)state;
    struct estimate rate = estimate_rate(WIN_SHARES / 8 + WIN_SHARES / 7, 1, 1);
    assert_int_equal(rate.value, 267857);
    for (int winners = 1; winners <= SEATS_MAX; winners++)
        assert_int_equal(WIN_SHARES / winners * winners, WIN_SHARES);
}

/* 1, 2, 3, 4: mean 5/2, variance 5/3, so 2.5 +- 1.959964 * sqrt(5 / 12). */
static void means_by_hand(void **state) {
    (void)state;
    struct estimate mean = estimate_mean(10, 30, 4, 1);
    assert_true(mean.is_known && mean.has_interval);
    assert_int_equal(mean.value, 2500000);
    assert_int_equal(mean.low, 1234849);
    assert_int_equal(mean.high, 3765151);
    mean = estimate_mean(-10, 30, 4, 2);
    assert_int_equal(mean.value, -1250000);
    assert_int_equal(mean.low, -1882576);
    assert_int_equal(mean.high, -617424);
}

/* A hundred million results of 29999 and 30001 in turn deviate by exactly 1;
 * their squares add up to 17 digits more than that. */
static void large_sums_lose_nothing(void **state) {
    (void)state;
    int64_t n = ARENA_GAMES_MAX, high = 30001, low = 29999;
    struct estimate mean =
        estimate_mean(n * 30000, n / 2 * (high * high) + n / 2 * (low * low), n, 1);
    assert_int_equal(mean.value, INT64_C(30000000000));
    assert_int_equal(mean.high - mean.value, 196); /* 1.96 / sqrt(n) */
    assert_int_equal(mean.value - mean.low, 196);
    int64_t most = INT64_C(8) * ARENA_POINTS_MAX;
    assert_true(most * most <= INT64_MAX / ARENA_GAMES_MAX);
}

static void nothing_is_known_of_nothing(void **state) {
    (void)state;
    assert_false(estimate_rate(0, 0, 1).is_known);
    assert_false(estimate_mean(0, 0, 0, 1).is_known);
    assert_true(estimate_mean(7, 49, 1, 1).is_known);
    assert_false(estimate_mean(7, 49, 1, 1).has_interval);
}

static void check_fixed(int64_t number, int places, const char *expected) {
    struct text text = {0};
    put_fixed(&text, number, places);
    test_text(&text, expected);
    text_free(&text);
}

static void fixed_numbers(void **state) {
    (void)state;
    check_fixed(0, 2, "0.00");
    check_fixed(1, 6, "0.000001");
    check_fixed(-1, 2, "0.00");
    check_fixed(-1500000, 0, "-2");
    check_fixed(1994999, 2, "1.99");
    check_fixed(1995000, 2, "2.00");
    check_fixed(-12034500, 3, "-12.035");
    check_fixed(25000000, 0, "25");
}

static void check_progress(int64_t done, int64_t games, double seconds, const char *expected) {
    struct text text = {0};
    progress_put(&text, "games", "left", done, games, seconds);
    test_text(&text, expected);
    text_free(&text);
}

static void progress_lines(void **state) {
    (void)state;
    check_progress(0, 10, 0, "[..............................] 0 %  0.0 games/s  ");
    check_progress(5, 10, 2, "[###############...............] 50 %  2.5 games/s  0:02 left");
    check_progress(1000, 100000, 8,
                   "[#.............................] 1 %  125 games/s  13:12 left");
    check_progress(1, 1001, 9, "[#.............................] 0 %  0.1 games/s  2:30:00 left");
}

/* Three entries, the second and third the same bot. */
static struct arena_plan plan_of_three(void) {
    struct arena_plan plan = {.game = &null_game, .games = 6, .jobs = 2};
    assert_true(setup_begin(&plan.setup, &null_game, 3, NULL));
    plan.bots[0] = &null_bot_thrifty;
    plan.bots[1] = plan.bots[2] = &bot_random;
    seed_from_number(&plan.seed, 1);
    return plan;
}

static void seats_rotate(void **state) {
    (void)state;
    struct arena_plan plan = plan_of_three();
    assert_int_equal(plan_seat(&plan, 0, 0), 0);
    assert_int_equal(plan_seat(&plan, 2, 0), 2);
    assert_int_equal(plan_seat(&plan, 0, 1), 1);
    assert_int_equal(plan_seat(&plan, 2, 1), 0);
    assert_int_equal(plan_seat(&plan, 1, 5), 0);
}

static void results_are_summed_exactly(void **state) {
    (void)state;
    struct arena_plan plan = plan_of_three();
    struct arena_sums sums = {0}, twice = {0};
    /* Match 1: the entries sit in seats 1, 2 and 0. */
    struct score score = {.points = {5, -7, 5}, .winners = 1 << 0 | 1 << 2};
    sums_add_match(&sums, &plan, 1, &score, 40);
    assert_int_equal(sums.bots[0].wins, 0);
    assert_int_equal(sums.bots[0].squares, 49);
    assert_int_equal(sums.bots[1].wins, WIN_SHARES / 2);
    assert_int_equal(sums.bots[2].seat_wins[0], WIN_SHARES / 2);
    assert_int_equal(sums.kind_squares[0], 49);
    assert_int_equal(sums.kind_squares[1], 100);
    sums_add(&twice, &sums);
    sums_add(&twice, &sums);
    assert_int_equal(twice.games, 2);
    assert_int_equal(twice.length, 80);
    assert_int_equal(twice.bots[0].score, -14);
    assert_int_equal(twice.bots[1].seat_games[2], 2);
    assert_int_equal(twice.kind_squares[1], 200);
}

static void workers_play_what_one_plays(void **state) {
    (void)state;
    struct arena_plan plan = plan_of_three();
    struct arena_sums alone = {0}, together;
    for (int64_t number = 0; number < plan.games; number++)
        plan_play(&plan, number, &alone);
    struct arena *arena = arena_open(&plan);
    assert_non_null(arena);
    while (!arena_wait(arena, 1000))
        ;
    assert_int_equal(arena_done(arena), plan.games);
    arena_close(arena, &together);
    assert_memory_equal(&alone, &together, sizeof alone);
}

static void a_stopped_arena_comes_home(void **state) {
    (void)state;
    struct arena_plan plan = plan_of_three();
    struct arena_sums sums;
    plan.games = ARENA_GAMES_MAX;
    struct arena *arena = arena_open(&plan);
    assert_non_null(arena);
    arena_stop(arena);
    arena_close(arena, &sums);
    assert_true(sums.games < plan.games);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_by_hand),
        cmocka_unit_test(merged_rates_are_for_one_entry),
        cmocka_unit_test(shared_wins_are_fractions),
        cmocka_unit_test(means_by_hand),
        cmocka_unit_test(large_sums_lose_nothing),
        cmocka_unit_test(nothing_is_known_of_nothing),
        cmocka_unit_test(fixed_numbers),
        cmocka_unit_test(progress_lines),
        cmocka_unit_test(seats_rotate),
        cmocka_unit_test(results_are_summed_exactly),
        cmocka_unit_test(workers_play_what_one_plays),
        cmocka_unit_test(a_stopped_arena_comes_home),
    };
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
