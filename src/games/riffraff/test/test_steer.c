/* test_steer.c: the hand of a computer player, given single frames: when it releases, how
 * careful it becomes, what it reaches for. Whole loadings are in test_bots_hand.c. */
#include "unit/test.h"

#include <math.h>
#include <string.h>

#include "../bots.h"
#include "scene.h"
#include "stage.h"

enum { EVERY = 5, TIMES = 100 };

static bool find_middle(const struct thinking *thinking, const struct berth_view *view, int tries,
                        struct berth *out) {
    (void)thinking, (void)view, (void)tries;
    *out = (struct berth){.rest = {{0, 0, .1}, {1, 0, 0, 0}}};
    return true;
}

/* Lays a piece ten millimetres beside the middle. */
static const struct rr_level careless = {.error = .010, .find = find_middle};

/* A still frame in which the hand holds a crate that is nowhere near the ship. */
static struct frame holding(int32_t tick, enum rr_refusal refusal) {
    struct frame frame;
    memset(&frame, 0, sizeof frame);
    frame_begin(&frame, tick, RR_BODIES);
    frame.held = RR_PIECE_BODY + RR_CRATE;
    frame.release = (int16_t)refusal;
    frame.awaits_hand = true;
    frame.bodies[frame.held] = (struct pose){{-300000, 0, 300000}, {1000000, 0, 0, 0}};
    return frame;
}

/* How far beside the middle it wants to lay the crate, first and after each refusal. */
static void miss(uint64_t number, double out[3]) {
    struct rr_state view = stage_state(RR_CRATE, 5);
    struct rng dice = random_dice(number);
    struct thinking thinking = {.game = &riffraff_game, .view = &view, .rng = &dice};
    struct rr_steering *steering = steer_sit(&riffraff_game, 0);
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
    for (int32_t tick = 0; steering->tries < 3; tick += EVERY) {
        struct frame frame = holding(tick, RR_TOO_HIGH);
        steer_hand(&careless, steering, &thinking, &frame, &hand);
        if (steering->tries < 3)
            out[steering->tries] = steering->wanted.at[0];
    }
    steer_leave(steering);
}

static void a_hand_that_was_refused_is_twice_as_careful(void **state) {
    double squares[3] = {0};
    (void)state;
    for (uint64_t number = 0; number < TIMES; number++) {
        double beside[3];
        miss(number, beside);
        for (int i = 0; i < 3; i++)
            squares[i] += beside[i] * beside[i] / TIMES;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range((int)(sqrt(squares[i]) * 1e6) << i, 8000, 12000);
}

/* It may let go where the crate is, but that is not where it wants it: it tries three times to
 * bring it there. */
static void a_stuck_hand_tries_three_times_before_it_lets_go(void **state) {
    struct rr_state view = stage_state(RR_CRATE, 5);
    struct rng dice = random_dice(1);
    struct thinking thinking = {.game = &riffraff_game, .view = &view, .rng = &dice};
    struct rr_steering *steering = steer_sit(&riffraff_game, 0);
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}, .grip = true};
    (void)state;
    for (int32_t tick = 0; hand.grip; tick += EVERY) {
        struct frame frame = holding(tick, RR_ALLOWED);
        steer_hand(&careless, steering, &thinking, &frame, &hand);
    }
    assert_int_equal(steering->tries, 3);
    steer_leave(steering);
}

/* Two pieces fall, one to each side; it has so many ticks left for each. */
static struct frame falling(int32_t tick, int32_t to_port, int32_t to_starboard) {
    enum { PORT = RR_PIECE_BODY + RR_RAT, STARBOARD = RR_PIECE_BODY + RR_BOAT };
    struct frame frame;
    memset(&frame, 0, sizeof frame);
    frame_begin(&frame, tick, RR_BODIES);
    frame.phase = RR_SHOWS_CATCHING;
    frame.slow = 8;
    frame.held = -1;
    frame.falls[frame.fall_count++] = (struct fall){STARBOARD, to_starboard};
    frame.falls[frame.fall_count++] = (struct fall){PORT, to_port};
    frame.bodies[PORT] = (struct pose){{0, 150000, 100000}, {1000000, 0, 0, 0}};
    frame.bodies[STARBOARD] = (struct pose){{0, -150000, 100000}, {1000000, 0, 0, 0}};
    return frame;
}

/* And stays with it, though the other one has more time later. */
static void a_hand_reaches_for_what_has_the_most_time_left(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side += 2) {
        struct rr_state view = stage_state(RR_CRATE, 5);
        struct rng dice = random_dice(2);
        struct thinking thinking = {.game = &riffraff_game, .view = &view, .rng = &dice};
        struct rr_steering *steering = steer_sit(&riffraff_game, 0);
        struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
        for (int32_t tick = EVERY; tick < 400; tick += EVERY) {
            bool is_port = (side > 0) == (tick < 200);
            struct frame frame = falling(tick, is_port ? 400 : 200, is_port ? 200 : 400);
            steer_hand(&rr_level_deckhand, steering, &thinking, &frame, &hand);
            if (tick > 150)
                assert_true(hand.pose.at[1] * side > 100000);
        }
        steer_leave(steering);
    }
}

static void a_hand_misjudges_falls_by_a_fifth(void **state) {
    double squares = 0;
    (void)state;
    for (uint64_t number = 0; number < TIMES; number++) {
        struct rr_state view = stage_state(RR_CRATE, 5);
        struct rng dice = random_dice(number);
        struct thinking thinking = {.game = &riffraff_game, .view = &view, .rng = &dice};
        struct rr_steering *steering = steer_sit(&riffraff_game, 0);
        struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
        for (int32_t tick = EVERY; tick < 150; tick += EVERY) {
            struct frame frame = falling(tick, 400, 300);
            steer_hand(&rr_level_deckhand, steering, &thinking, &frame, &hand);
        }
        squares += pow(steering->judgement - 1, 2) / TIMES;
        steer_leave(steering);
    }
    assert_in_range((int)(sqrt(squares) * 1000), 160, 240);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hand_that_was_refused_is_twice_as_careful),
        cmocka_unit_test(a_stuck_hand_tries_three_times_before_it_lets_go),
        cmocka_unit_test(a_hand_reaches_for_what_has_the_most_time_left),
        cmocka_unit_test(a_hand_misjudges_falls_by_a_fifth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
