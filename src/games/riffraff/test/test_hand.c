/* The hand that holds a piece: how its goal moves, that its spring is weak, and that it
 * releases gently. */
#include "unit/test.h"

#include "../geometry.h"
#include "../hand.h"
#include "../ship_world.h"

enum { HZ = 250 };
static const struct real_pose middle = {{0, 0, .1}, {1, 0, 0, 0}};

static struct pose wish(int x, int y, int z) {
    return (struct pose){{x, y, z}, {1000000, 0, 0, 0}};
}

static double way_between(const struct real_pose *a, const struct real_pose *b) {
    double way[3];
    vector_subtract(a->at, b->at, way);
    return vector_length(way);
}

/* Runs that many ticks with a piece that follows at once. */
static void walk(struct rr_hand *hand, double clearance, int ticks) {
    for (int i = 0; i < ticks; i++) {
        struct real_pose piece = hand->goal;
        hand_walk(hand, &piece, clearance, 1.0 / HZ);
    }
}

static void the_goal_walks_slowly_near_the_ship(void **state) {
    struct rr_hand hand;
    (void)state;
    hand_begin(&hand, &middle);
    assert_true(hand_aim(&hand, &(struct pose){{300000, 0, 100000}, {1000000, 0, 0, 0}}));
    walk(&hand, .031, HZ / 2);
    assert_float_equal(hand.goal.at[0], .150, 1e-9);
    walk(&hand, .029, HZ / 2);
    assert_float_equal(hand.goal.at[0], .200, 1e-9);
    assert_false(hand.is_still);
    walk(&hand, .031, HZ);
    assert_float_equal(hand.goal.at[0], .300, 1e-9);
    assert_true(hand.is_still);
}

static void the_goal_turns_once_a_second_at_most(void **state) {
    struct rr_hand hand;
    double turned[3];
    (void)state;
    hand_begin(&hand, &middle);
    hand_aim(&hand, &(struct pose){{0, 0, 100000}, {0, 0, 0, 1000000}});
    walk(&hand, 1, HZ / 5);
    turn_between(middle.turned, hand.goal.turned, turned);
    assert_float_equal(vector_length(turned), acos(-1) * 2 / 5, 1e-6);
    assert_false(hand.is_still); /* though it stays where it is */
    walk(&hand, 1, HZ / 2);
    assert_true(hand.is_still);
    assert_float_equal(fabs(hand.goal.turned[3]), 1, 1e-9);
}

static void r21_the_goal_is_never_more_than_60_mm_ahead(void **state) {
    struct rr_hand hand;
    double turned[3];
    (void)state;
    hand_begin(&hand, &middle);
    hand_aim(&hand, &(struct pose){{300000, 100000, 300000}, {0, 1000000, 0, 0}});
    for (int i = 0; i < 2 * HZ; i++) {
        hand_walk(&hand, &middle, 1, 1.0 / HZ);
        assert_true(way_between(&hand.goal, &middle) < .0600001);
        turn_between(middle.turned, hand.goal.turned, turned);
        assert_true(vector_length(turned) < 1.0472);
    }
    assert_true(way_between(&hand.goal, &middle) > .0599);
    assert_true(hand.is_still);
}

static void a_wish_that_no_arm_reaches_ends_at_arms_length(void **state) {
    struct rr_hand hand;
    (void)state;
    hand_begin(&hand, &middle);
    struct pose far = wish(100000000, -100000000, -100000000);
    assert_true(hand_aim(&hand, &far));
    assert_float_equal(hand.target.at[0], .4, 1e-9);
    assert_float_equal(hand.target.at[1], -.4, 1e-9);
    assert_float_equal(hand.target.at[2], -.13, 1e-9);
    assert_false(hand_aim(&hand, &far));
}

/* A piece of the first set. */
static struct ship_world *piece_in_the_air(enum rr_shape piece, int *body) {
    static const struct rr_ship empty;
    struct ship_world *ship = ship_world_new(RR_NORMAL, 1u << piece);
    struct pose pose = wish(200000, 0, 300000);
    ship_world_open(ship, &empty);
    ship_world_put(ship, (int)piece, &pose);
    *body = ship_world_body(ship, RR_PIECE_BODY + (int)piece);
    return ship;
}

/* The piece follows the goal closely, holds its height and comes to rest on it. */
static void the_spring_brings_the_piece_to_the_goal(void **state) {
    int body;
    struct ship_world *ship = piece_in_the_air(RR_CRATE, &body);
    struct world *world = ship_world_engine(ship);
    struct rr_hand hand;
    struct real_pose pose;
    (void)state;
    world_pose(world, body, &pose);
    hand_begin(&hand, &pose);
    hand_aim(&hand, &(struct pose){{200000, 60000, 240000}, {707107, 0, 0, 707107}});
    for (int i = 0; i < 2 * HZ; i++) {
        world_pose(world, body, &pose);
        hand_walk(&hand, &pose, .029, 1.0 / HZ);
        hand_pull(&hand, world, body);
        assert_int_equal(world_step(world), STEP_DONE);
        world_pose(world, body, &pose);
        assert_true(way_between(&pose, &hand.goal) < .004);
    }
    double turned[3];
    turn_between(pose.turned, hand.target.turned, turned);
    assert_true(way_between(&pose, &hand.target) < .0001);
    assert_true(vector_length(turned) < .002);
    assert_true(ship_world_is_at_rest(ship));
    ship_world_free(ship);
}

/* A plank that is held fast would take more. */
static void it_turns_a_piece_with_four_millinewton_metres_at_most(void **state) {
    int body;
    struct ship_world *ship = piece_in_the_air(RR_PLANK, &body);
    struct world *world = ship_world_engine(ship);
    struct rr_hand hand;
    struct real_pose pose;
    struct motion motion;
    struct mass mass;
    (void)state;
    world_pose(world, body, &pose);
    world_mass(world, body, &mass);
    hand_begin(&hand, &pose);
    turn_by(hand.goal.turned, (double[3]){0, 0, 1});
    hand_pull(&hand, world, body);
    assert_int_equal(world_step(world), STEP_DONE);
    world_motion(world, body, &motion);
    double most = fmax(mass.inertia[0], fmax(mass.inertia[1], mass.inertia[2])); /* about z */
    assert_float_equal(motion.spin[2] * most * HZ, .004, .0001);
    ship_world_free(ship);
}

/* The spring holds the centre of mass: a sailor who spins about it is not pulled aside. */
static void a_piece_that_spins_about_its_centre_stays_there(void **state) {
    int body;
    struct ship_world *ship = piece_in_the_air(RR_SAILOR, &body);
    struct world *world = ship_world_engine(ship);
    struct rr_hand hand;
    struct real_pose pose;
    struct motion motion = {{0, 0, 0}, {5, 0, 0}};
    struct mass mass;
    double before[3], after[3], way[3];
    (void)state;
    world_pose(world, body, &pose);
    world_mass(world, body, &mass);
    vector_cross(mass.centre, motion.spin, motion.speed);
    assert_true(vector_length(motion.speed) > .02);
    world_put(world, body, &pose, &motion);
    hand_begin(&hand, &pose);
    pose_point(&pose, mass.centre, before);
    hand_pull(&hand, world, body);
    assert_int_equal(world_step(world), STEP_DONE);
    world_pose(world, body, &pose);
    pose_point(&pose, mass.centre, after);
    vector_subtract(after, before, way);
    assert_true(vector_length(way) < 1e-5);
    ship_world_free(ship);
}

static void what_is_let_go_is_slow(void **state) {
    int body;
    struct ship_world *ship = piece_in_the_air(RR_CRATE, &body);
    struct world *world = ship_world_engine(ship);
    struct real_pose pose;
    struct motion motion = {{.2, 0, 0}, {0, 0, 9}};
    (void)state;
    world_pose(world, body, &pose);
    world_put(world, body, &pose, &motion);
    hand_let_go(world, body);
    world_motion(world, body, &motion);
    assert_float_equal(vector_length(motion.speed), .1, 1e-9);
    assert_float_equal(vector_length(motion.spin), 2, 1e-9);
    ship_world_free(ship);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_goal_walks_slowly_near_the_ship),
        cmocka_unit_test(the_goal_turns_once_a_second_at_most),
        cmocka_unit_test(r21_the_goal_is_never_more_than_60_mm_ahead),
        cmocka_unit_test(a_wish_that_no_arm_reaches_ends_at_arms_length),
        cmocka_unit_test(the_spring_brings_the_piece_to_the_goal),
        cmocka_unit_test(it_turns_a_piece_with_four_millinewton_metres_at_most),
        cmocka_unit_test(a_piece_that_spins_about_its_centre_stays_there),
        cmocka_unit_test(what_is_let_go_is_slow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
