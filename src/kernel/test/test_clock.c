/* test_clock.c: the deadlines of a match: whose time runs, what is kept of it, and its ends. */
#include "unit/test.h"

#include <spelunke/session.h>

#include "games/null/null.h"

static struct message why;

static void play_at(struct match *match, int seat, const char *action, int64_t time) {
    struct stamp stamp = {time, ACTOR_PERSON};
    assert_int_equal(match_play_text(match, seat, action, &stamp, NULL, &why), VERDICT_PLAYED);
}

static void deadlines_run_for_awaited_seats(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    struct pace pace = {.decide = 1000, .reserve = 500};
    match_set_pace(match, &pace, 0);
    assert_int_equal(match_deadline(match, 0), 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    assert_int_equal(match_deadline(match, 0), 1600);
    assert_int_equal(match_deadline(match, 1), 1600);
    play_at(match, 0, "bid 1", 700); /* the same question: the other's time runs on */
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_deadline(match, 1), 1600);
    assert_int_equal(match_late(match, 1599), 0);
    assert_int_equal(match_late(match, 1600), 2);
    play_at(match, 1, "bid 0", 1300);                 /* 200 ms out of the reserve */
    assert_int_equal(match_deadline(match, 0), 2800); /* it drops the coin */
    play_at(match, SEAT_SIM, "land 6", 1500);
    play_at(match, SEAT_CHANCE, "deal 1 2", 2000);
    assert_int_equal(match_deadline(match, 0), 3500);
    assert_int_equal(match_deadline(match, 1), 3300);
    match_free(match);
}

static void an_interrupt_buys_nobody_time(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 11, 2, NULL);
    match_set_pace(match, &(struct pace){.decide = 1000}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 0);
    play_at(match, 1, "ring", 900);
    assert_int_equal(match_deadline(match, 0), 1000);
    assert_int_equal(match_deadline(match, 1), 1000);
    match_free(match);
}

static void a_new_question_gives_fresh_time(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 11, 2, NULL);
    match_set_pace(match, &(struct pace){.decide = 1000}, 0);
    for (int round = 0; round < 2; round++) {
        play_at(match, SEAT_CHANCE, "deal 1 2", 2000 * round);
        assert_int_equal(match_deadline(match, 1), 2000 * round + 1000);
        play_at(match, 0, "bid 1", 2000 * round + 100);
        play_at(match, 1, "bid 0", 2000 * round + 200);
        play_at(match, SEAT_SIM, "land 6", 2000 * round + 300);
    }
    match_free(match);
}

/* The null game's clocks are at every entry the same in a match that is rebuilt from the entries of
 * another, with its stamps and its pace. */
static void a_rebuilt_match_has_the_same_clocks(void **state) {
    (void)state;
    struct pace pace = {.decide = 1000, .reserve = 3000};
    struct match *match = test_match(&null_game, 21, 3, NULL);
    int64_t now = 1763270000000;
    match_set_pace(match, &pace, now);
    for (int i = 0; !match_over(match); i++) {
        struct turn turn;
        int seat = 0;
        match_turn(match, &turn);
        now += i * 397 % 1900;
        struct stamp stamp = {i % 5 == 4 ? 0 : now, ACTOR_PERSON}; /* sometimes unknown */
        for (; turn.kind == TURN_SEATS && !(turn.seats >> seat & 1);)
            seat++;
        assert_int_equal(turn.kind == TURN_SEATS ? match_play_idle(match, seat, &stamp, NULL, &why)
                                                 : match_draw(match, NULL, 0, &stamp, NULL, &why),
                         VERDICT_PLAYED);
        struct match *again = test_match(&null_game, 21, 3, NULL);
        match_set_pace(again, &pace, 1763270000000);
        for (int j = 0; j < match_length(match); j++) {
            struct entry entry = match_entry(match, j);
            struct stamp told = match_stamp(match, j);
            assert_int_equal(match_play(again, entry.seat, entry.action, &told, NULL, &why),
                             VERDICT_PLAYED);
        }
        assert_memory_equal(match_clock(again), match_clock(match), sizeof(struct clock));
        match_free(again);
    }
    assert_true(match_clock(match)->reserve[2] < pace.reserve);
    match_free(match);
}

/* Clocks are plain data: kept, and set on a match that was rebuilt without any. */
static void clocks_can_be_kept_and_restored(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL), *again;
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    play_at(match, 0, "bid 1", 1300);
    struct clock kept = *match_clock(match);
    again = test_match(&null_game, 10, 2, NULL);
    assert_false(match_set_clock(again, &kept)); /* nobody decides at this entry yet */
    assert_int_equal(match_deadline(again, 1), 0);
    test_play(again, SEAT_CHANCE, "deal 1 2");
    assert_false(match_set_clock(again, &kept)); /* seat 0 is awaited here */
    test_play(again, 0, "bid 1");
    assert_true(match_set_clock(again, &kept));
    struct match *both[] = {match, again};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(match_deadline(both[i], 1), 1600);
        play_at(both[i], 1, "bid 0", 1400);
        assert_int_equal(match_clock(both[i])->reserve[0], 300);
        assert_int_equal(match_clock(both[i])->reserve[1], 200);
        assert_int_equal(match_deadline(both[i], 0), 2700);
        match_free(both[i]);
    }
}

static void clocks_that_cannot_be_are_not_taken(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    const struct clock good = *match_clock(match);
    for (int i = 0; i < 9; i++) {
        struct clock bad = good;
        int64_t *wrong[] = {&bad.pace.decide, &bad.pace.reserve, &bad.time,
                            &bad.reserve[0],  &bad.since[0],     &bad.deadline[0],
                            &bad.spent[0],    &bad.deadline[2],  &bad.spent[2]};
        *wrong[i] = i == 7 ? 1600 : i == 8 ? 5 : -1;
        assert_false(match_set_clock(match, &bad));
        bad = good;
        bad.reserve[2] = 501;
        assert_false(match_set_clock(match, &bad));
    }
    assert_memory_equal(match_clock(match), &good, sizeof good);
    assert_true(match_set_clock(match, &good));
    match_free(match);
}

/* Time in which a host was down does not count. */
static void running_decisions_begin_anew_after_a_pause(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    match_restart_clocks(match, 50);
    assert_int_equal(match_deadline(match, 0), 0); /* chance is awaited */
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    play_at(match, 0, "bid 1", 900);
    match_restart_clocks(match, 90000);
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_deadline(match, 1), 91500);
    play_at(match, 1, "bid 0", 91200);
    assert_int_equal(match_clock(match)->reserve[1], 300);
    match_await_hand(match, false, 91300);
    match_restart_clocks(match, 100000); /* the session begins again, and awaits the hand */
    assert_int_equal(match_deadline(match, 0), 101500);
    play_at(match, SEAT_SIM, "land 6", 100900);
    assert_int_equal(match_clock(match)->reserve[0], 500);
    match_free(match);
}

static void in_a_session_time_runs_only_while_the_hand_is_awaited(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 0);
    play_at(match, SEAT_CHANCE, "deal 1 2", 100);
    match_await_hand(match, false, 150); /* no session yet: nothing is paused */
    assert_int_equal(match_deadline(match, 0), 1600);
    play_at(match, 0, "bid 1", 200);
    play_at(match, 1, "bid 0", 300);
    assert_int_equal(match_deadline(match, 0), 1800);
    match_await_hand(match, true, 500);
    assert_int_equal(match_deadline(match, 0), 1800);
    match_await_hand(match, false, 700); /* 400 ms are used */
    match_await_hand(match, false, 900);
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_late(match, 100000), 0);
    struct clock kept = *match_clock(match);
    assert_true(match_set_clock(match, &kept)); /* a paused one can be kept as well */
    match_await_hand(match, true, 5000);
    assert_int_equal(match_deadline(match, 0), 6100);
    kept = *match_clock(match);
    assert_true(match_set_clock(match, &kept));
    match_await_hand(match, false, 5800); /* 1200 ms: 200 out of the reserve */
    play_at(match, SEAT_SIM, "land 6", 9000);
    assert_int_equal(match_clock(match)->reserve[0], 300);
    assert_int_equal(match_clock(match)->spent[0], 0);
    match_free(match);
}

static void times_at_the_end_of_time_do_not_overflow(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){INT64_MAX, INT64_MAX}, INT64_MAX);
    play_at(match, SEAT_CHANCE, "deal 1 2", INT64_MAX);
    assert_true(match_deadline(match, 0) == INT64_MAX);
    play_at(match, 0, "bid 1", 1);
    play_at(match, 1, "bid 0", INT64_MAX);
    match_await_hand(match, false, 5);
    match_await_hand(match, true, INT64_MAX);
    match_restart_clocks(match, INT64_MAX);
    assert_true(match_deadline(match, 0) == INT64_MAX);
    play_at(match, SEAT_SIM, "land 6", INT64_MAX);
    match_free(match);
    match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 500}, 7);
    play_at(match, SEAT_CHANCE, "deal 1 2", 10);
    play_at(match, 0, "bid 1", INT64_MAX); /* one wrong clock costs one reserve */
    play_at(match, 1, "bid 0", 20);
    assert_int_equal(match_clock(match)->reserve[0], 0);
    assert_int_equal(match_clock(match)->reserve[1], 500);
    assert_int_equal(match_deadline(match, 0), 1020);
    match_free(match);
}

/* A clock that was never set is before 1970 on some machines. */
static void a_time_before_1970_is_not_told(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 10, 2, NULL);
    match_set_pace(match, &(struct pace){1000, 0}, -5);
    play_at(match, SEAT_CHANCE, "deal 1 2", INT64_MIN);
    assert_int_equal(match_stamp(match, 0).time, 0);
    assert_int_equal(match_stamp(match, 0).actor, ACTOR_PERSON);
    assert_int_equal(match_deadline(match, 0), 1000);
    play_at(match, 0, "bid 1", 400);
    play_at(match, 1, "bid 0", -1); /* as if at 400 */
    assert_int_equal(match_deadline(match, 0), 1400);
    assert_int_equal(match_play_text(match, SEAT_SIM, "land 6", NULL, NULL, &why), VERDICT_PLAYED);
    match_free(match);
}

static void nobody_is_hurried_without_a_pace(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 12, 2, NULL);
    play_at(match, SEAT_CHANCE, "deal 1 2", 50);
    assert_int_equal(match_deadline(match, 0), 0);
    assert_int_equal(match_late(match, INT64_MAX), 0);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deadlines_run_for_awaited_seats),
        cmocka_unit_test(an_interrupt_buys_nobody_time),
        cmocka_unit_test(a_new_question_gives_fresh_time),
        cmocka_unit_test(a_rebuilt_match_has_the_same_clocks),
        cmocka_unit_test(clocks_can_be_kept_and_restored),
        cmocka_unit_test(clocks_that_cannot_be_are_not_taken),
        cmocka_unit_test(running_decisions_begin_anew_after_a_pause),
        cmocka_unit_test(in_a_session_time_runs_only_while_the_hand_is_awaited),
        cmocka_unit_test(times_at_the_end_of_time_do_not_overflow),
        cmocka_unit_test(a_time_before_1970_is_not_told),
        cmocka_unit_test(nobody_is_hurried_without_a_pace),
    };
    return cmocka_run_group_tests_name("clock", tests, NULL, NULL);
}
