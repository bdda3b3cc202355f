/* The ship over minutes and with full load; too slow for valgrind, which runs the tests of
 * ship_world. */
#include "unit/test.h"

#include <math.h>

#include "games/riffraff/test/afloat.h"
#include "games/riffraff/test/stowage.h"

static void a_kicked_ship_rights_itself_in_eight_seconds(void **state) {
    struct ship_world *ship = new_ship(0, &empty);
    double most = 0;
    (void)state;
    world_set_hinge(ship_world_engine(ship), RR_HULL_BODY, 0, 0, 1.5);
    world_set_hinge(ship_world_engine(ship), RR_HULL_BODY, 1, 0, -0.7);
    for (int i = 0; i < 8 * SHIP_HZ; i++) {
        run(ship, 1.0 / SHIP_HZ);
        most = fmax(most, heel(ship));
    }
    assert_true(most > 14 * degree);
    assert_true(heel(ship) < 0.05 * degree);
    assert_true(run_to_rest(ship, 2) >= 0);
    for (int i = 0; i < 2; i++)
        assert_true(fabs(joint(ship, i)) < 0.05 * degree);
    ship_world_free(ship);
}

static void a_loaded_ship_holds_and_creeps_less_than_half_a_millimetre(void **state) {
    struct rr_ship from = loaded(), before, after;
    struct ship_world *ship = new_ship(from.aboard, &from);
    (void)state;
    assert_true(run_to_rest(ship, 10) > 0);
    assert_int_equal(ship_world_lost(ship), 0);
    ship_world_read(ship, from.aboard, &before);
    run(ship, 120);
    ship_world_read(ship, from.aboard, &after);
    assert_int_equal(ship_world_lost(ship), 0);
    assert_true(ship_world_depth(ship) < 0.0003);
    for (int piece = 0; piece < RR_PIECES; piece++) {
        double square = 0;
        for (int i = 0; i < 3; i++)
            square += pow(after.pose[piece].at[i] - before.pose[piece].at[i], 2);
        assert_true(sqrt(square) < 500);
    }
    for (int i = 0; i < RR_JOINTS; i++)
        assert_in_range(after.joints[i] - before.joints[i] + 200, 0, 400);
    ship_world_free(ship);
}

/* A ship that is full swings more slowly: she must be still for longer before she is at rest. */
static void r20_a_full_ship_must_be_still_for_longer(void **state) {
    static const struct {
        int pieces;
        double seconds;
    } needed[] = {{10, 0.3}, {22, 0.5}};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct rr_ship from = stowed(needed[i].pieces);
        struct ship_world *ship = new_ship(from.aboard, &from);
        assert_true(run_to_rest(ship, 10) > 0);
        double still = world_still_seconds(ship_world_engine(ship));
        assert_true(fabs(still - needed[i].seconds) < 1.5 / SHIP_HZ);
        ship_world_free(ship);
    }
}

/* With too few iterations the solver itself threw pieces overboard. */
static void a_full_ship_bears_a_knock_and_loses_nothing(void **state) {
    struct rr_ship from = stowed(STOWED_MAX);
    struct ship_world *ship = new_ship(from.aboard, &from);
    struct world *world = ship_world_engine(ship);
    double deepest = 0;
    (void)state;
    assert_true(run_to_rest(ship, 5) > 0);
    assert_int_equal(ship_world_lost(ship), 0);
    world_set_hinge(world, RR_HULL_BODY, 0, joint(ship, 0), -0.4);
    for (int i = 0; i < 2 * SHIP_HZ; i++) {
        run(ship, 1.0 / SHIP_HZ);
        deepest = fmax(deepest, ship_world_depth(ship));
    }
    assert_int_equal(ship_world_lost(ship), 0);
    assert_true(deepest < 0.001);
    ship_world_free(ship);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kicked_ship_rights_itself_in_eight_seconds),
        cmocka_unit_test(a_loaded_ship_holds_and_creeps_less_than_half_a_millimetre),
        cmocka_unit_test(r20_a_full_ship_must_be_still_for_longer),
        cmocka_unit_test(a_full_ship_bears_a_knock_and_loses_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
