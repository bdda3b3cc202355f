/* A loading from start to end. Falling cargo is in
 * test_falling.c. */
#include "unit/test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "../areas.h"
#include "../geometry.h"
#include "../shapes.h"
#include "stage.h"
#include "stowage.h"

enum { CRATE = RR_CRATE, SECOND = RR_SHAPES + RR_CRATE, THIRD = 2 * RR_SHAPES + RR_CRATE };
enum { HALF_CRATE = 13000, ABOVE = 1000 };

static uint64_t bit(int piece) {
    return (uint64_t)1 << piece;
}

static void r13_a_crate_rests_on_each_of_the_ten_areas(void **state) {
    (void)state;
    for (int area = 1; area <= RR_AREAS; area++) {
        struct rr_state s = stage_state(CRATE, area);
        struct session *session = stage_open(&s);
        stage_bring(session, stage_pose(area, 0, 0, HALF_CRATE + ABOVE));
        assert_int_equal(stage_frame(session).release, 0);
        assert_null(stage_let_go(session));
        struct rr_action outcome = stage_end(session);
        stage_assert_valid(&s, &outcome);
        assert_int_equal(outcome.fallen, 0);
        assert_false(outcome.is_back);
        assert_int_equal(outcome.ship.aboard, bit(CRATE));
        assert_int_equal(outcome.ship.area[CRATE], area);
    }
}

/* The rat comes from astern, with its tail above the yard and its body below. */
static void r28_a_rat_hangs_by_its_tail(void **state) {
    struct rr_state s = stage_state(RR_RAT, 9);
    struct session *session = stage_open(&s);
    (void)state;
    stage_move(session, stage_pose(9, -60000, 0, -14000), 400);
    stage_move(session, stage_pose(9, 3000, 0, -14000), 400);
    assert_null(stage_let_go(session));
    struct rr_action outcome = stage_end(session);
    stage_assert_valid(&s, &outcome);
    assert_int_equal(outcome.ship.area[RR_RAT], 9);
    assert_true(outcome.ship.pose[RR_RAT].at[2] < rr_yard_heights[2] - 5000);
}

static void r28_a_sailor_folds_over_a_yard(void **state) {
    struct rr_state s = stage_state(RR_SAILOR, 8);
    struct session *session = stage_open(&s);
    (void)state;
    stage_bring(session, stage_pose(8, 0, -20000, 6000));
    assert_null(stage_let_go(session));
    struct rr_action outcome = stage_end(session);
    assert_int_equal(outcome.fallen, 0);
    assert_int_equal(outcome.ship.area[RR_SAILOR], 8);
}

static void a_session_begins_with_the_piece_beside_its_area(void **state) {
    (void)state;
    for (int area = 1; area <= RR_AREAS; area++) {
        struct rr_state s = stage_state(RR_PLANK, area);
        struct session *session = stage_open(&s);
        struct frame frame = stage_frame(session);
        struct pose start = area <= RR_DECK_AREAS ? stage_pose(area, 0, 0, 60000)
                                                  : stage_pose(area, -92000, 0, 20000);
        assert_int_equal(frame.held, RR_PIECE_BODY + RR_PLANK);
        assert_memory_equal(&frame.bodies[frame.held], &start, sizeof start);
        assert_int_equal(frame.phase, RR_SHOWS_HELD);
        assert_int_equal(frame.count, RR_BODIES);
        assert_true(frame.awaits_hand);
        assert_int_not_equal(frame.release, 0);
        stage_end(session);
    }
}

static void a_piece_that_would_touch_something_begins_further_out(void **state) {
    struct rr_state s = stage_state(CRATE, 1);
    (void)state;
    stage_add(&s, SECOND, 1, 0, 0, 60000);
    struct session *session = stage_open(&s);
    struct frame frame = stage_frame(session);
    assert_in_range(frame.bodies[frame.held].at[2], 126000, 132000);
    stage_end(session);
    s = stage_state(CRATE, 5);
    stage_add(&s, SECOND, 5, -92000, 0, 20000);
    session = stage_open(&s);
    frame = stage_frame(session);
    assert_int_equal(frame.bodies[frame.held].at[2], 158000);
    assert_true(frame.bodies[frame.held].at[0] <= -118000);
    stage_end(session);
}

/* The hand turns it once a second; what it lets go keeps 2 of these 6.3 radians a second. */
static void what_is_let_go_while_it_turns_is_slow(void **state) {
    struct rr_state s = stage_state(CRATE, 1);
    struct session *session = stage_open(&s);
    struct pose turned = stage_pose(1, 0, 0, HALF_CRATE + 20000);
    double way[3];
    (void)state;
    stage_bring(session, turned);
    turned.turned[0] = turned.turned[3] = 707107;
    for (int is_free = 0; is_free < 2; is_free++) {
        if (is_free)
            assert_null(stage_let_go(session));
        else
            stage_move(session, turned, 30);
        struct frame before = stage_frame(session);
        session_tick(session);
        struct frame now = stage_frame(session);
        struct real_pose from = pose_real(&before.bodies[RR_PIECE_BODY + CRATE]);
        struct real_pose to = pose_real(&now.bodies[RR_PIECE_BODY + CRATE]);
        turn_between(from.turned, to.turned, way);
        double speed = vector_length(way) * rr_sim.hz;
        assert_true(is_free ? speed < 2.01 && speed > 1.9 : speed > 5);
    }
    stage_end(session);
}

/* Before the first step the areas of all cargo are those of the log. */
static void r29_at_once_cargo_of_his_area_may_be_below_and_other_cargo_not(void **state) {
    (void)state;
    for (int area = 1; area <= 2; area++) {
        struct rr_state s = stage_state(CRATE, 1);
        stage_add(&s, SECOND, 1, 0, 0, HALF_CRATE);
        s.ship.area[SECOND] = (uint8_t)area;
        struct session *session = stage_open(&s);
        assert_int_equal(stage_frame(session).release, area == 1 ? RR_ALLOWED : RR_WRONG_BELOW);
        stage_end(session);
    }
}

/* Lets go at a place of an area where that is refused, and then where it is allowed. */
static void assert_refused(struct rr_state *s, struct pose at, enum rr_refusal reason,
                           const char *key) {
    struct session *session = stage_open(s);
    stage_bring(session, at);
    struct frame frame = stage_frame(session);
    assert_int_equal(frame.release, reason);
    assert_string_equal(rr_sim.refusals[reason - 1], key);
    assert_string_equal(stage_let_go(session), key);
    frame = stage_frame(session);
    assert_int_equal(frame.held, RR_PIECE_BODY + s->loading);
    at.at[0] -= 80000;
    stage_move(session, at, 400);
    stage_bring(session, stage_pose(s->laid[0], 0, 10000, HALF_CRATE + ABOVE));
    assert_null(stage_let_go(session));
    struct rr_action outcome = stage_end(session);
    stage_assert_valid(s, &outcome);
    assert_int_equal(outcome.fallen, 0);
}

static void r21_a_refused_release_leaves_the_piece_in_the_hand(void **state) {
    struct rr_state s = stage_state(CRATE, 3);
    (void)state;
    assert_refused(&s, stage_pose(3, 0, -15000, HALF_CRATE + ABOVE), RR_OTHER_AREA,
                   "riffraff.release_other_area");
    assert_refused(&s, stage_pose(3, 0, 60000, HALF_CRATE + ABOVE), RR_NOT_OVER_AREA,
                   "riffraff.release_not_over");
}

static void r29_a_refused_release_leaves_the_piece_in_the_hand(void **state) {
    struct rr_state s = stage_state(CRATE, 5);
    (void)state;
    assert_refused(&s, stage_pose(5, 0, 0, HALF_CRATE + 35000), RR_TOO_HIGH,
                   "riffraff.release_too_high");
    assert_refused(&s, stage_pose(7, 0, 0, HALF_CRATE + ABOVE), RR_WRONG_BELOW,
                   "riffraff.release_wrong_below");
}

/* The engine's time does not go on while nothing can happen. */
static void while_all_is_still_no_step_is_made(void **state) {
    struct rr_state s = stage_state(CRATE, 1);
    struct session *session = stage_open(&s);
    struct pose aim = stage_pose(1, 0, 0, HALF_CRATE + 20000);
    (void)state;
    stage_move(session, aim, 50);
    assert_false(stage_frame(session).awaits_hand);
    stage_move(session, aim, 400);
    struct frame before = stage_frame(session);
    assert_true(before.awaits_hand);
    stage_move(session, aim, 100000);
    struct frame after = stage_frame(session);
    assert_memory_equal(before.bodies, after.bodies, sizeof after.bodies);
    assert_true(after.awaits_hand);
    aim.at[0] += 1000;
    stage_move(session, aim, 100);
    assert_in_range(stage_frame(session).bodies[before.held].at[0], aim.at[0] - 100,
                    aim.at[0] + 100);
    stage_end(session);
}

/* A ship that swings from 34 degrees is not at rest after ten seconds. */
static void ten_seconds_after_the_last_sample_no_step_is_made(void **state) {
    struct rr_state s = stage_state(CRATE, 5);
    struct frame before, after;
    (void)state;
    s.ship.joints[0] = 600000;
    struct session *session = stage_open(&s);
    stage_move(session, stage_pose(5, -200000, 0, 100000), 2499);
    assert_false(stage_frame(session).awaits_hand);
    session_tick(session);
    before = stage_frame(session);
    assert_true(before.awaits_hand);
    for (int i = 0; i < 100; i++)
        session_tick(session);
    after = stage_frame(session);
    assert_memory_equal(before.bodies, after.bodies, sizeof after.bodies);
    stage_move(session, stage_pose(5, -200000, 0, 110000), 10);
    after = stage_frame(session);
    assert_memory_not_equal(before.bodies, after.bodies, sizeof after.bodies);
    stage_end(session);
}

static struct rr_state loaded_ship(int piece, int area) {
    struct rr_state s = stage_state(piece, area);
    for (int other = 1; other <= RR_AREAS; other++)
        if (other != area)
            stage_add(&s, other % 4 * RR_SHAPES + (other % 3 ? RR_CRATE : RR_SAILOR), other, 0, 0,
                      other % 3 ? HALF_CRATE : 40000);
    return s;
}

/* The most that the ship leans while the hand goes this way. */
static double most_heel(struct session *session, struct pose to, int ticks, double most) {
    for (int i = 0; i < ticks / 5; i++) {
        stage_move(session, to, 5);
        struct frame frame = stage_frame(session);
        most = fmax(most, stage_heel(&frame));
    }
    return most;
}

/* Against the end of the top yard from astern, as fast as it can. */
static void nobody_can_hammer_the_ship(void **state) {
    struct rr_state s = stage_state(CRATE, 9);
    struct session *session = stage_open(&s);
    (void)state;
    double heel = most_heel(session, stage_pose(9, -60000, 20000, 0), 300, 0);
    assert_true(heel < .1);
    heel = most_heel(session, stage_pose(9, 100000, 20000, 0), 1000, heel);
    assert_in_range((int)(heel * 10), 5, 80);
    struct rr_action outcome = stage_end(session);
    assert_true(outcome.is_back);
    assert_int_equal(outcome.fallen, 0);
}

/* The same with 14 aboard, from astern and from the side: it leans, and nothing falls. */
static void nobody_can_hammer_a_loaded_ship(void **state) {
    const struct pose ways[][2] = {
        {stage_pose(9, -60000, 40000, 0), stage_pose(9, 150000, 40000, 0)},
        {stage_pose(9, -60000, 80000, 0), stage_pose(9, 0, -100000, 0)}};
    (void)state;
    for (int way = 0; way < 2; way++) {
        struct rr_state s = stage_state(4 * RR_SHAPES + RR_CRATE, 9);
        s.ship = stowed(14);
        for (int piece = 0; piece < RR_PIECES; piece++)
            s.ship.area[piece] = s.ship.aboard >> piece & 1;
        struct session *session = stage_open(&s);
        double heel = most_heel(session, ways[way][0], 300, 0);
        heel = most_heel(session, ways[way][1], 1500, heel);
        assert_in_range((int)(heel * 10), 10, 90);
        struct rr_action outcome = stage_end(session);
        stage_assert_valid(&s, &outcome);
        assert_int_equal(outcome.fallen, 0);
    }
}

/* From below the yard's end, upwards. */
static void nobody_can_lift_the_ship(void **state) {
    struct rr_state s = stage_state(CRATE, 9);
    struct session *session = stage_open(&s);
    (void)state;
    most_heel(session, stage_pose(9, -60000, 20000, -50000), 300, 0);
    most_heel(session, stage_pose(9, 0, 20000, -50000), 300, 0);
    double heel = most_heel(session, stage_pose(9, 0, 20000, 60000), 1000, 0);
    assert_true(heel < 2);
    stage_end(session);
}

/* Below the yard the crate cannot go up: it stays behind, and comes again when called. */
static void a_snagged_piece_stays_behind(void **state) {
    struct rr_state s = stage_state(CRATE, 9);
    struct session *session = stage_open(&s);
    (void)state;
    stage_move(session, stage_pose(9, -60000, 0, -50000), 300);
    stage_move(session, stage_pose(9, 0, 0, -50000), 400);
    stage_move(session, stage_pose(9, 0, 0, 100000), 2000);
    struct frame frame = stage_frame(session);
    assert_int_equal(frame.held, RR_PIECE_BODY + CRATE);
    assert_int_not_equal(frame.release, 0);
    assert_true(frame.bodies[frame.held].at[2] < rr_yard_heights[2]);
    stage_move(session, stage_pose(9, 0, 0, -50000), 1000);
    frame = stage_frame(session);
    assert_in_range(frame.bodies[frame.held].at[2], rr_yard_heights[2] - 52000,
                    rr_yard_heights[2] - 40000);
    stage_end(session);
}

/* A ship that swings from 34 degrees, as only a script can leave it; a crate in the air falls,
 * so that the held piece is taken back at once. */
static void r20_a_turn_is_over_after_ten_seconds(void **state) {
    struct rr_state s = stage_state(CRATE, 5);
    (void)state;
    s.slow_motion = 1;
    s.ship.joints[0] = 600000;
    stage_add(&s, SECOND, 5, 0, 60000, 200000);
    struct session *session = stage_open(&s);
    stage_move(session, stage_pose(6, -200000, 0, 100000), 0);
    while (session_tick(session))
        ;
    struct frame frame = stage_frame(session);
    assert_in_range(session_ticks(session), 2500, 2520);
    assert_true(stage_heel(&frame) > .1);
    assert_int_equal(frame.phase, RR_SHOWS_REST);
    struct rr_action outcome;
    session_close(session, &outcome);
    stage_assert_valid(&s, &outcome);
    assert_int_equal(outcome.fallen, bit(SECOND));
}

/* Who thinks for ten seconds while the ship swings has ten more for what he lets go. */
static void r20_the_ten_seconds_begin_when_it_is_let_go(void **state) {
    struct rr_state s = stage_state(CRATE, 1);
    (void)state;
    s.ship.joints[0] = 600000;
    struct session *session = stage_open(&s);
    stage_move(session, stage_pose(1, 0, 0, HALF_CRATE + 25000), 0);
    do
        session_tick(session);
    while (!stage_frame(session).awaits_hand);
    assert_int_equal(session_ticks(session), 10 * rr_sim.hz);
    assert_null(stage_let_go(session));
    struct rr_action outcome = stage_end(session);
    stage_assert_valid(&s, &outcome);
    assert_int_equal(outcome.fallen, 0);
    assert_int_equal(outcome.ship.area[CRATE], 1);
    assert_true(outcome.ship.pose[CRATE].at[2] < stage_pose(1, 0, 0, HALF_CRATE + 5000).at[2]);
}

static void r24_a_session_can_be_closed_at_any_tick(void **state) {
    (void)state;
    for (int ticks = 0; ticks < 4000; ticks += 149) {
        struct rr_state s;
        struct session *session = stage_push_off(&s);
        struct rr_action outcome;
        for (int i = 0; i < ticks && session_tick(session); i++)
            ;
        session_close(session, &outcome);
        stage_assert_valid(&s, &outcome);
        assert_true(outcome.is_back);
    }
}

/* After a loading was let go, closing lets it come to rest unseen. */
static void r24_what_was_let_go_settles_unseen(void **state) {
    struct rr_state s = stage_state(CRATE, 7);
    (void)state;
    for (int ticks = 0; ticks < 100; ticks += 33) {
        struct session *session = stage_open(&s);
        struct rr_action outcome;
        stage_bring(session, stage_pose(7, 0, 0, HALF_CRATE + 20000));
        assert_null(stage_let_go(session));
        for (int i = 0; i < ticks; i++)
            session_tick(session);
        session_close(session, &outcome);
        stage_assert_valid(&s, &outcome);
        assert_int_equal(outcome.ship.area[CRATE], 7);
    }
}

static void without_a_hand_the_piece_comes_back(void **state) {
    struct rr_state s = loaded_ship(RR_BOAT, 2);
    struct session *session = stage_open(&s);
    const struct rr_ship nothing = {0};
    (void)state;
    struct rr_action outcome = stage_end(session);
    assert_true(outcome.is_back);
    assert_false(outcome.has_ship); /* nothing has moved */
    assert_memory_equal(&outcome.ship, &nothing, sizeof nothing);
    assert_int_equal(outcome.fallen | outcome.caught, 0);
}

/* Whatever a hand says, the session goes on and comes to an end. */
static void silly_samples_do_no_harm(void **state) {
    struct rr_state s = loaded_ship(RR_BOAT, 1);
    struct session *session = stage_open(&s);
    uint32_t seed = 1;
    (void)state;
    for (int i = 0; i < 300; i++) {
        struct hand hand = {session_ticks(session), {{0}, {0}}, true};
        for (int j = 0; j < 3; j++) {
            seed = seed * 1664525 + 1013904223;
            hand.pose.at[j] = (int32_t)(seed >> 4) % (i % 2 ? 100000000 : 300000);
        }
        seed = seed * 1664525 + 1013904223;
        hand.pose.turned[seed >> 30] = seed >> 20 & 1 ? 1000000 : -1000000;
        hand.grip = i % 5 != 0;
        session_hand(session, &hand, NULL);
        session_hand(session, &hand, NULL);
        for (int tick = 0; tick < 10; tick++)
            session_tick(session);
    }
    struct rr_action outcome;
    session_close(session, &outcome);
    stage_assert_valid(&s, &outcome);
}

/* Two loadings one after the other, the second from what the first one left. */
static void load_twice(struct rr_action out[2]) {
    struct rr_state s = loaded_ship(RR_BARREL, 1), next;
    for (int i = 0; i < 2; i++) {
        struct session *session = stage_open(&s);
        int area = s.laid[0];
        stage_bring(session, stage_pose(area, 0, 5000, 36000));
        stage_let_go(session);
        out[i] = stage_end(session);
        stage_assert_valid(&s, &out[i]);
        next = stage_after(&s, &out[i], RR_FLASK, 10);
        memset(&s, 0, sizeof s);
        s = next;
    }
}

static void *load_in_thread(void *out) {
    load_twice(out);
    return NULL;
}

static void the_same_samples_give_the_same_outcome_in_any_thread(void **state) {
    struct rr_action here[2], there[2][2];
    pthread_t threads[2];
    (void)state;
    load_twice(here);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, load_in_thread, there[i]), 0);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_memory_equal(here, there[i], sizeof here);
    }
    assert_true(here[0].has_ship && here[1].has_ship);
}

/* A crate at the edge of the deck heels a ship more on a rough sea than on a calm one. */
static void r32_the_sea_of_the_match_is_the_sessions(void **state) {
    static const enum rr_sea seas[] = {RR_CALM, RR_NORMAL, RR_ROUGH};
    double last = 0;
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct rr_state s = stage_state(CRATE, 1);
        s.sea = (uint8_t)seas[i];
        struct session *session = stage_open(&s);
        stage_bring(session, stage_pose(1, 0, 10000, HALF_CRATE + ABOVE));
        assert_null(stage_let_go(session));
        while (session_tick(session))
            ;
        struct frame frame = stage_frame(session);
        struct rr_action outcome = stage_end(session);
        assert_int_equal(outcome.ship.area[CRATE], 1);
        assert_true(stage_heel(&frame) > last + .01);
        last = stage_heel(&frame);
    }
}

/* As only a script can leave it: a crate so high above its area that it is still in the air. */
static void r20_what_is_in_the_air_after_ten_seconds_has_fallen(void **state) {
    enum { VERY_HIGH = 700000000 };
    struct rr_state s = stage_state(CRATE, 5);
    (void)state;
    s.slow_motion = 1;
    stage_add(&s, SECOND, 5, 0, 60000, VERY_HIGH);
    struct session *session = stage_open(&s);
    stage_move(session, stage_pose(6, -200000, 0, 100000), 0);
    while (session_tick(session))
        ;
    struct frame frame = stage_frame(session);
    assert_true(frame.bodies[RR_PIECE_BODY + SECOND].at[2] > 1000000);
    struct rr_action outcome = stage_end(session);
    stage_assert_valid(&s, &outcome);
    assert_int_equal(outcome.fallen, bit(SECOND));
    assert_int_equal(outcome.caught, 0);
}

/* Kept samples run a loading again, to the same end. */
static void kept_samples_give_the_same_outcome(void **state) {
    struct rr_state s;
    struct session *session = stage_push_off(&s);
    struct rr_action live, again;
    (void)state;
    for (int i = 0; i < 900; i++)
        session_tick(session);
    struct hands hands = session_hands(session);
    struct session *other = stage_open(&s);
    session_follow(other, hands.samples, hands.count, hands.ticks);
    assert_int_equal(session_ticks(other), session_ticks(session));
    session_close(session, &live);
    session_close(other, &again);
    assert_memory_equal(&live, &again, sizeof live);
    assert_true(live.has_ship);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r13_a_crate_rests_on_each_of_the_ten_areas),
        cmocka_unit_test(r28_a_rat_hangs_by_its_tail),
        cmocka_unit_test(r28_a_sailor_folds_over_a_yard),
        cmocka_unit_test(a_session_begins_with_the_piece_beside_its_area),
        cmocka_unit_test(a_piece_that_would_touch_something_begins_further_out),
        cmocka_unit_test(what_is_let_go_while_it_turns_is_slow),
        cmocka_unit_test(r29_at_once_cargo_of_his_area_may_be_below_and_other_cargo_not),
        cmocka_unit_test(r21_a_refused_release_leaves_the_piece_in_the_hand),
        cmocka_unit_test(r29_a_refused_release_leaves_the_piece_in_the_hand),
        cmocka_unit_test(while_all_is_still_no_step_is_made),
        cmocka_unit_test(ten_seconds_after_the_last_sample_no_step_is_made),
        cmocka_unit_test(nobody_can_hammer_the_ship),
        cmocka_unit_test(nobody_can_hammer_a_loaded_ship),
        cmocka_unit_test(nobody_can_lift_the_ship),
        cmocka_unit_test(a_snagged_piece_stays_behind),
        cmocka_unit_test(r20_a_turn_is_over_after_ten_seconds),
        cmocka_unit_test(r20_the_ten_seconds_begin_when_it_is_let_go),
        cmocka_unit_test(r20_what_is_in_the_air_after_ten_seconds_has_fallen),
        cmocka_unit_test(r24_a_session_can_be_closed_at_any_tick),
        cmocka_unit_test(r24_what_was_let_go_settles_unseen),
        cmocka_unit_test(without_a_hand_the_piece_comes_back),
        cmocka_unit_test(silly_samples_do_no_harm),
        cmocka_unit_test(the_same_samples_give_the_same_outcome_in_any_thread),
        cmocka_unit_test(kept_samples_give_the_same_outcome),
        cmocka_unit_test(r32_the_sea_of_the_match_is_the_sessions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
