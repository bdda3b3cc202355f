/* Contacts of the hand; and what causes no alarm: cargo that moves with the
 * ship, a piece that drops onto its own area. */
#include "unit/test.h"

#include <math.h>

#include "../geometry.h"
#include "../shapes.h"
#include "stage.h"

enum { CRATE = RR_CRATE, SECOND = RR_SHAPES + RR_CRATE, THIRD = 2 * RR_SHAPES + RR_CRATE };
enum { HALF_CRATE = 13000, ABOVE = 1000 };

static uint64_t bit(int piece) {
    return (uint64_t)1 << piece;
}

/* A pose of the upright ship, on one that is turned about x by so many radians. */
static struct pose leaning(const struct pose *upright, double angle) {
    const struct real_pose ship = {{0}, {cos(angle / 2), sin(angle / 2), 0, 0}};
    struct real_pose inside = pose_real(upright), out = pose_within(&ship, &inside);
    return pose_fixed(&out);
}

/* The crate in the hand goes forward over the deck, and takes the other one along. */
static void r14_the_loaded_piece_may_push_others(void **state) {
    struct rr_state s = stage_state(CRATE, 3);
    (void)state;
    stage_add(&s, SECOND, 3, 10000, 0, HALF_CRATE);
    struct session *session = stage_open(&s);
    stage_bring(session, stage_pose(3, -40000, 0, HALF_CRATE + ABOVE));
    stage_move(session, stage_pose(3, 0, 0, HALF_CRATE + ABOVE), 500);
    assert_null(stage_let_go(session));
    struct rr_action outcome = stage_end(session);
    assert_int_equal(outcome.fallen, 0);
    assert_int_equal(outcome.ship.area[CRATE], 3);
    assert_true(outcome.ship.pose[SECOND].at[0] > s.ship.pose[SECOND].at[0] + 10000);
    assert_true(outcome.ship.pose[SECOND].at[0] - outcome.ship.pose[CRATE].at[0] >
                2 * HALF_CRATE - 100);
}

/* A crate is let go beyond the end of the top yard. While it falls the open hand goes to this
 * place; nothing but that differs. */
static struct rr_action drop_while_the_hand_goes_to(struct pose place) {
    struct rr_state s = stage_state(CRATE, 9);
    stage_add(&s, SECOND, 8, 0, 0, HALF_CRATE);
    struct session *session = stage_open(&s);
    stage_bring(session, stage_pose(9, 0, 55000, HALF_CRATE + ABOVE));
    assert_null(stage_let_go(session));
    struct hand hand = {session_ticks(session), place, false};
    session_hand(session, &hand, NULL);
    struct rr_action outcome = stage_end(session);
    assert_int_equal(outcome.fallen, bit(CRATE));
    assert_int_equal(outcome.caught, 0);
    return outcome;
}

static void r14_the_open_hand_touches_nothing_aboard(void **state) {
    (void)state;
    struct rr_action through = drop_while_the_hand_goes_to(stage_pose(8, 0, 0, HALF_CRATE));
    struct rr_action beside = drop_while_the_hand_goes_to(stage_pose(10, 0, -120000, 90000));
    assert_memory_equal(&through.ship, &beside.ship, sizeof through.ship);
}

/* A crate that stands at the very end of the lower yard is pushed off: the alarm comes while
 * the hand still holds its piece, and until that is taken back it is not there to catch. */
static void r30_one_hand_loads_or_catches(void **state) {
    struct rr_state s = stage_state(CRATE, 5);
    int held_in_alarm = 0, open = 0;
    (void)state;
    stage_add(&s, SECOND, 5, 0, 55000, HALF_CRATE);
    struct session *session = stage_open(&s);
    stage_move(session, stage_pose(5, -60000, 0, 30000), 300);
    stage_move(session, stage_pose(5, 0, 20000, 25000), 400);
    stage_move(session, stage_pose(5, 0, 20000, HALF_CRATE), 300);
    stage_move(session, stage_pose(5, 0, 90000, HALF_CRATE + 2000), 0);
    while (session_tick(session)) {
        struct frame frame = stage_frame(session);
        bool is_hand_there = frame.bodies[RR_HAND_BODY].at[2] > RR_WAITING;
        assert_false(is_hand_there && frame.held >= 0);
        held_in_alarm += frame.held >= 0 && frame.slow == 4;
        open += is_hand_there;
    }
    struct rr_action outcome;
    session_close(session, &outcome);
    assert_true(held_in_alarm > 0 && open > 0);
    assert_true(outcome.is_back);
    assert_int_equal(outcome.fallen, bit(SECOND));
}

/* A yard's pose as the hull sees it: turned about x alone, and on its peg. */
static void assert_on_its_peg(const struct frame *frame, int yard) {
    static const double below[3] = {0, 0, -RR_YARD_TOP * 1e-6}, along_x[3] = {1, 0, 0};
    struct real_pose hull = pose_real(&frame->bodies[RR_HULL_BODY]);
    struct real_pose body = pose_real(&frame->bodies[RR_YARD_BODY + yard]);
    double peg[3], axis[3];
    pose_point(&body, below, peg);
    pose_point_inside(&hull, peg, peg);
    assert_true(hypot(peg[0], peg[1]) < 1e-5);
    assert_true(fabs(peg[2] - (rr_yard_heights[yard] - RR_YARD_TOP) * 1e-6) < 1e-5);
    turn_vector(body.turned, along_x, axis);
    turn_vector_back(hull.turned, axis, axis);
    assert_true(axis[0] > 1 - 1e-6);
}

/* With all its strength the hand pushes the end of the top yard ahead and then up. */
static void r31_yards_stay_on_their_pegs(void **state) {
    struct rr_state s = stage_state(CRATE, 9);
    (void)state;
    const struct pose ways[] = {
        stage_pose(9, -60000, 30000, 0),      stage_pose(9, 150000, 30000, 0),
        stage_pose(9, -60000, 30000, -50000), stage_pose(9, 0, 30000, -50000),
        stage_pose(9, 0, 30000, 100000),
    };
    int32_t rocked = 0;
    struct session *session = stage_open(&s);
    for (size_t way = 0; way < sizeof ways / sizeof *ways; way++)
        for (int i = 0; i < 60; i++) {
            stage_move(session, ways[way], 5);
            struct frame frame = stage_frame(session);
            for (int yard = 0; yard < RR_YARDS; yard++)
                assert_on_its_peg(&frame, yard);
            int32_t turned = frame.bodies[RR_YARD_BODY + 2].turned[1];
            rocked = turned > rocked ? turned : rocked;
        }
    assert_true(rocked > 30000); /* more than 3 degrees: it was pushed */
    assert_true(stage_end(session).is_back);
}

/* Let go 28 mm above a yard and beside the hull it is in the air for longer than 24 ms: that is
 * how it is loaded, and no fall. At 8x a hand that is still there would catch it. */
static void r33_a_piece_that_drops_on_its_own_area_gives_no_alarm(void **state) {
    struct rr_state s = stage_state(CRATE, 5);
    (void)state;
    s.slow_motion = 8;
    struct session *session = stage_open(&s);
    stage_bring(session, stage_pose(5, 0, 0, HALF_CRATE + 28000));
    assert_null(stage_let_go(session));
    while (session_tick(session)) {
        struct frame frame = stage_frame(session);
        assert_int_equal(frame.slow, 1);
        assert_int_equal(frame.fall_count, 0);
    }
    struct rr_action outcome;
    session_close(session, &outcome);
    assert_int_equal(outcome.fallen, 0);
    assert_int_equal(outcome.ship.area[CRATE], 5);
}

/* A ship that swings carries its cargo along: the crates on the top yard are fast, but not for
 * who sails with them. */
static void r26_speed_counts_relative_to_the_ship(void **state) {
    struct rr_state s = stage_state(CRATE, 3);
    double fastest = 0;
    (void)state;
    s.ship.joints[0] = 210000;
    stage_add(&s, SECOND, 9, 0, -25000, HALF_CRATE);
    stage_add(&s, THIRD, 10, 0, 25000, HALF_CRATE);
    for (int piece = SECOND; piece <= THIRD; piece += THIRD - SECOND)
        s.ship.pose[piece] = leaning(&s.ship.pose[piece], .21);
    struct session *session = stage_open(&s);
    struct frame before = stage_frame(session);
    stage_move(session, stage_pose(3, -100000, 100000, 100000), 0);
    for (int i = 0; i < 250; i++) {
        session_tick(session);
        struct frame now = stage_frame(session);
        double way = hypot(
            now.bodies[RR_PIECE_BODY + SECOND].at[1] - before.bodies[RR_PIECE_BODY + SECOND].at[1],
            now.bodies[RR_PIECE_BODY + SECOND].at[2] - before.bodies[RR_PIECE_BODY + SECOND].at[2]);
        fastest = fmax(fastest, way * 1e-6 * rr_sim.hz);
        assert_int_equal(now.slow, 1);
        before = now;
    }
    assert_true(fastest > .27);
    assert_int_equal(stage_end(session).fallen, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r14_the_loaded_piece_may_push_others),
        cmocka_unit_test(r14_the_open_hand_touches_nothing_aboard),
        cmocka_unit_test(r30_one_hand_loads_or_catches),
        cmocka_unit_test(r31_yards_stay_on_their_pegs),
        cmocka_unit_test(r26_speed_counts_relative_to_the_ship),
        cmocka_unit_test(r33_a_piece_that_drops_on_its_own_area_gives_no_alarm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
