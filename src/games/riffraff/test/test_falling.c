/* What falls during a loading. Who catches it is in test_catch.c. */
#include "unit/test.h"

#include <stdlib.h>

#include "../catch.h"
#include "../shapes.h"
#include "stage.h"

enum { CRATE = RR_CRATE, SECOND = RR_SHAPES + RR_CRATE, THIRD = 2 * RR_SHAPES + RR_CRATE };
enum { HALF_CRATE = 13000, ABOVE = 1000 };

static uint64_t bit(int piece) {
    return (uint64_t)1 << piece;
}

static void r27_what_is_held_comes_back_when_cargo_falls(void **state) {
    struct rr_state s;
    struct session *session = stage_push_off(&s);
    bool was_slow_and_held = false, was_open = false;
    (void)state;
    for (int i = 0; i < 4000 && session_tick(session); i++) {
        struct frame frame = stage_frame(session);
        was_slow_and_held |= frame.slow == 4 && frame.held >= 0;
        if (frame.phase == RR_SHOWS_CATCHING) { /* */
            was_open = true;
            assert_int_equal(frame.held, -1);
            assert_true(frame.bodies[RR_HAND_BODY].at[2] > RR_WAITING);
        }
    }
    struct rr_action outcome;
    session_close(session, &outcome);
    stage_assert_valid(&s, &outcome);
    assert_true(was_slow_and_held && was_open);
    assert_true(outcome.is_back);
    assert_int_equal(outcome.fallen, bit(SECOND));
    assert_int_equal(outcome.caught, 0);
    assert_int_equal(outcome.ship.aboard, bit(THIRD));
}

/* Lets a crate go beyond the end of the top yard; the hand reaches for it, or goes away:
 * what falls through a hand that is where it let go is caught. */
static struct rr_action drop(int slow_motion, bool catches) {
    struct rr_state s = stage_state(CRATE, 9);
    struct frame before, now;
    s.slow_motion = (uint8_t)slow_motion;
    struct session *session = stage_open(&s);
    stage_bring(session, stage_pose(9, 0, 60000, HALF_CRATE + ABOVE));
    assert_null(stage_let_go(session));
    before = stage_frame(session);
    while (session_tick(session)) {
        now = stage_frame(session);
        struct hand hand = {session_ticks(session), stage_pose(10, 0, 0, 100000), false};
        if (catches && now.fall_count)
            assert_true(rr_reach(&before, &now, now.falls[0].body, &hand.pose));
        if (!catches || now.fall_count)
            session_hand(session, &hand, NULL);
        if (now.fall_count) {
            assert_int_equal(now.fall_count, 1);
            assert_int_equal(now.falls[0].body, RR_PIECE_BODY + CRATE);
        }
        before = now;
    }
    struct rr_action outcome;
    session_close(session, &outcome);
    stage_assert_valid(&s, &outcome);
    assert_false(outcome.is_back);
    assert_int_equal(outcome.fallen, bit(CRATE));
    return outcome;
}

static void r15_what_falls_can_be_caught(void **state) {
    (void)state;
    assert_int_equal(drop(4, true).caught, bit(CRATE));
    assert_int_equal(drop(8, true).caught, bit(CRATE));
    assert_int_equal(drop(4, false).caught, 0);
    assert_int_equal(drop(1, false).caught, 0);
}

/* A person: reacts 250 ms after something has fallen, and sees everything 180 ms late. True
 * if he catches a crate that he let go beyond the end of a yard. */
static bool person_catches(int area, int slow_motion) {
    enum { REACTION = 63, LATE = 45, KEPT = 64 };
    struct rr_state s = stage_state(CRATE, area);
    struct frame *seen = calloc(KEPT, sizeof *seen);
    int32_t side = area % 2 ? 1 : -1, alarm = -1;
    int end = (rr_areas[area].high[1] - rr_areas[area].low[1]) / 2;
    s.slow_motion = (uint8_t)slow_motion;
    struct session *session = stage_open(&s);
    stage_bring(session, stage_pose(area, 0, side * (end + 6000), HALF_CRATE + ABOVE));
    assert_null(stage_let_go(session));
    do {
        int32_t tick = session_ticks(session);
        struct frame *now = &seen[tick % KEPT], *late = &seen[(tick - LATE + KEPT) % KEPT];
        struct hand hand = {tick, {{0}, {1000000, 0, 0, 0}}, false};
        *now = stage_frame(session);
        bool is_alarm = now->phase == RR_SHOWS_ALARM || now->phase == RR_SHOWS_CATCHING;
        alarm = !is_alarm ? -1 : alarm < 0 ? tick : alarm;
        if (alarm >= 0 && tick - alarm >= REACTION &&
            rr_reach(&seen[(tick - LATE - 8 + KEPT) % KEPT], late, RR_PIECE_BODY + CRATE,
                     &hand.pose))
            session_hand(session, &hand, NULL);
    } while (session_tick(session));
    struct rr_action outcome;
    session_close(session, &outcome);
    stage_assert_valid(&s, &outcome);
    assert_int_equal(outcome.fallen, bit(CRATE));
    free(seen);
    return outcome.caught != 0;
}

static void r26_a_person_catches_some_at_4x_and_nothing_at_1x(void **state) {
    const int slow[] = {1, 4, 8};
    int caught[3] = {0};
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int area = 5; area <= RR_AREAS; area++)
            caught[i] += person_catches(area, slow[i]);
    assert_int_equal(caught[0], 0);
    assert_in_range(caught[1], 1, 5);
    assert_true(caught[2] >= caught[1]);
}

/* From the alarm on there is a step every so many ticks, until nothing falls any more. */
static void r26_time_is_slow_while_something_falls(void **state) {
    struct rr_state s;
    struct session *session = stage_push_off(&s);
    struct frame before = stage_frame(session), now;
    int slow = 0, moved = 0;
    (void)state;
    while (session_tick(session)) {
        now = stage_frame(session);
        if (before.slow == 4) {
            slow++;
            moved += memcmp(now.bodies, before.bodies, RR_HAND_BODY * sizeof *now.bodies) != 0;
        }
        before = now;
    }
    assert_true(slow > 200);
    assert_in_range(moved, slow / 4 - 3, slow / 4 + 3);
    assert_int_equal(now.slow, 1);
    session_close(session, &(struct rr_action){0});
}

/* A frame tells how many ticks of the player's time are left until a piece is in the water. */
static void r26_what_falls_is_lost_when_the_frames_say(void **state) {
    (void)state;
    for (int slow = 1; slow <= 8; slow += slow == 1 ? 3 : 4) {
        struct rr_state s = stage_state(CRATE, 5);
        struct frame now;
        int32_t said = -1;
        s.slow_motion = (uint8_t)slow;
        struct session *session = stage_open(&s);
        stage_bring(session, stage_pose(5, 0, 81000, HALF_CRATE + ABOVE));
        assert_null(stage_let_go(session));
        stage_move(session, stage_pose(10, 0, 0, 100000), 0);
        for (now = stage_frame(session); said < 0 || now.fall_count; now = stage_frame(session)) {
            if (said < 0 && now.fall_count)
                said = session_ticks(session) + now.falls[0].ticks;
            assert_true(session_tick(session));
        }
        assert_in_range(session_ticks(session), said - 3 * slow, said + 3 * slow);
        assert_int_equal(stage_end(session).caught, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r27_what_is_held_comes_back_when_cargo_falls),
        cmocka_unit_test(r15_what_falls_can_be_caught),
        cmocka_unit_test(r26_a_person_catches_some_at_4x_and_nothing_at_1x),
        cmocka_unit_test(r26_time_is_slow_while_something_falls),
        cmocka_unit_test(r26_what_falls_is_lost_when_the_frames_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
