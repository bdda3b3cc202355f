/* The ship as a physics world, R-1: it floats level, rights itself, holds its cargo, and
 * continues bit-identically wherever it is opened again. */
#include "unit/test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "games/riffraff/shapes.h"
#include "games/riffraff/sight.h"
#include "games/riffraff/test/afloat.h"

static void assert_same(const struct ship_world *a, const struct ship_world *b) {
    const struct world *first = ship_world_engine(a), *second = ship_world_engine(b);
    size_t size = world_snapshot_bytes(first);
    assert_int_equal(size, world_snapshot_bytes(second));
    void *one = malloc(size), *other = malloc(size);
    world_save(first, one);
    world_save(second, other);
    assert_memory_equal(one, other, size);
    free(one);
    free(other);
}

static void all_cargo_weighs_what_it_should(void **state) {
    int32_t sum = 0;
    (void)state;
    for (int i = 0; i < RR_SHAPES; i++)
        sum += 4 * rr_solid_mass(&rr_solids[i]);
    assert_int_equal(sum, 297600);
}

static void an_empty_ship_is_level(void **state) {
    struct ship_world *ship = new_ship(0, &empty);
    (void)state;
    assert_true(run_to_rest(ship, 10) >= 0);
    run(ship, 5);
    for (int i = 0; i < RR_JOINTS; i++)
        assert_true(fabs(joint(ship, i)) < 0.05 * degree);
    ship_world_free(ship);
}

/* A rat hangs at the end of the middle yard; the ship is pushed about one axis at a time. */
static void r1_the_ship_tilts_about_two_axes_and_each_yard_rocks_by_itself(void **state) {
    struct rr_ship from = empty;
    (void)state;
    add_piece(&from, piece_in(0, RR_RAT), 7, 2500, 110000, -15900);
    struct ship_world *ship = new_ship(from.aboard, &from);
    assert_true(run_to_rest(ship, 10) > 0);
    assert_true(fabs(joint(ship, 3) + 7 * degree) < 0.1 * degree);
    assert_true(fabs(joint(ship, 2)) < 0.05 * degree && fabs(joint(ship, 4)) < 0.05 * degree);
    ship_world_free(ship);
    for (int axis = 0; axis < 2; axis++) {
        ship = new_ship(0, &empty);
        world_set_hinge(ship_world_engine(ship), RR_HULL_BODY, axis, 10 * degree, 0);
        run(ship, 0.3);
        assert_true(joint(ship, axis) < 5 * degree); /* the ball brings it back */
        assert_true(fabs(joint(ship, !axis)) < 0.1 * degree);
        ship_world_free(ship);
    }
}

/* A tenth of a second, which barrels need, would take a ship for resting that has most of a
 * degree to go. */
static void the_turning_point_of_a_swing_is_not_rest(void **state) {
    struct ship_world *ship = new_ship(0, &empty);
    struct world *world = ship_world_engine(ship);
    double deceptive = 0, most = 0;
    (void)state;
    world_set_hinge(world, RR_HULL_BODY, 0, 0.9 * degree, 0);
    world_wake(world);
    for (int i = 0; i < 20 * SHIP_HZ && !ship_world_is_at_rest(ship); i++) {
        run(ship, 1.0 / SHIP_HZ);
        if (world_still_seconds(world) >= 0.1)
            deceptive = fmax(deceptive, fabs(joint(ship, 0)));
    }
    assert_true(ship_world_is_at_rest(ship));
    double rested_at = joint(ship, 0);
    for (int i = 0; i < 3 * SHIP_HZ; i++) {
        run(ship, 1.0 / SHIP_HZ);
        most = fmax(most, fabs(joint(ship, 0) - rested_at));
    }
    print_message("# still for a tenth of a second at %.2f, at rest at %.2f, moved %.3f degrees\n",
                  deceptive / degree, rested_at / degree, most / degree);
    assert_true(deceptive > 0.4 * degree);
    assert_true(most < 0.05 * degree);
    ship_world_free(ship);
}

/* The rat hangs under its yard, the sailor is folded over his, the crate stands. */
static void hanging_lying_and_standing_touch_what_they_should(void **state) {
    struct rr_ship from = loaded();
    struct ship_world *ship = new_ship(from.aboard, &from);
    uint64_t touches[RR_HAND_BODY];
    (void)state;
    assert_true(run_to_rest(ship, 10) > 0);
    ship_world_touches(ship, touches);
    assert_true(touches[RR_PIECE_BODY + piece_in(0, RR_RAT)] == (uint64_t)1 << (RR_YARD_BODY + 1));
    assert_true(touches[RR_PIECE_BODY + piece_in(1, RR_SAILOR)] == (uint64_t)1 << RR_YARD_BODY);
    assert_true(touches[RR_PIECE_BODY + piece_in(0, RR_CRATE)] == (uint64_t)1 << RR_HULL_BODY);
    assert_true(touches[RR_HULL_BODY] >> (RR_PIECE_BODY + piece_in(0, RR_CRATE)) & 1);
    struct pose rat;
    ship_world_pose(ship, RR_PIECE_BODY + piece_in(0, RR_RAT), &rat);
    assert_true(rat.at[2] < rr_yard_heights[1]);
    ship_world_free(ship);
}

/* A chest and a crate at the end of the top yard, starboard: some slides off. */
static struct rr_ship one_sided(void) {
    struct rr_ship ship = loaded();
    add_piece(&ship, piece_in(2, RR_CHEST), 10, 0, -80000, 16200);
    add_piece(&ship, piece_in(2, RR_CRATE), 8, 0, -105000, 13200);
    ship.pose[piece_in(2, RR_CRATE)].turned[1] = 120000;
    return ship;
}

static void a_reopened_ship_goes_on_as_a_new_one(void **state) {
    struct rr_ship from = loaded(), other = one_sided();
    struct ship_world *used = new_ship(other.aboard, &other), *fresh;
    struct rr_ship first, second;
    (void)state;
    run(used, 1.5);
    ship_world_park(used, piece_in(0, RR_CRATE));
    run(used, 0.2);
    ship_world_open(used, &from);
    fresh = new_ship(other.aboard, &from);
    assert_same(used, fresh);
    for (int i = 0; i < 4; i++) {
        run(used, 0.4);
        run(fresh, 0.4);
        assert_same(used, fresh);
    }
    ship_world_read(used, from.aboard, &first);
    ship_world_read(fresh, from.aboard, &second);
    assert_memory_equal(&first, &second, sizeof first);
    ship_world_free(used);
    ship_world_free(fresh);
}

static void a_snapshot_in_the_middle_of_a_slide_goes_on_bit_for_bit(void **state) {
    struct rr_ship from = one_sided();
    struct ship_world *first = new_ship(from.aboard, &from),
                      *second = new_ship(from.aboard, &empty);
    void *snapshot = malloc(world_snapshot_bytes(ship_world_engine(first)));
    (void)state;
    run(first, 0.3);
    run(second, 0.1);
    assert_false(ship_world_is_at_rest(first));
    world_save(ship_world_engine(first), snapshot);
    world_restore(ship_world_engine(second), snapshot);
    run(first, 1);
    run(second, 1);
    assert_same(first, second);
    free(snapshot);
    ship_world_free(first);
    ship_world_free(second);
}

static void reading_gives_back_what_was_opened(void **state) {
    struct rr_ship from = loaded(), back;
    (void)state;
    from.joints[0] = -12345;
    from.joints[3] = 54321;
    struct ship_world *ship = new_ship(from.aboard, &from);
    ship_world_read(ship, from.aboard, &back);
    assert_memory_equal(from.joints, back.joints, sizeof back.joints);
    assert_memory_equal(from.pose, back.pose, sizeof back.pose);
    assert_true(back.aboard == from.aboard && ship_world_pieces(ship) == from.aboard);
    assert_int_equal(back.area[piece_in(0, RR_CRATE)], 0);
    ship_world_free(ship);
}

static void a_heavy_piece_far_out_tips_its_yard_and_heels_the_ship(void **state) {
    struct rr_ship from = empty;
    (void)state;
    add_piece(&from, piece_in(0, RR_CHEST), 5, 0, 135000, 10100);
    struct ship_world *ship = new_ship(from.aboard, &from);
    assert_true(run_to_rest(ship, 10) > 0);
    assert_int_equal(ship_world_lost(ship), 0);
    assert_true(fabs(joint(ship, 2) + 7 * degree) < 0.1 * degree);
    assert_true(fabs(joint(ship, 0) + 2.5 * degree) < 0.6 * degree);
    ship_world_free(ship);
}

static void what_is_beside_the_ship_is_lost_and_can_be_taken_out(void **state) {
    int piece = piece_in(3, RR_BARREL);
    struct rr_ship from = empty;
    struct pose pose;
    (void)state;
    add_piece(&from, piece, 1, 50000, 200000, 10000);
    struct ship_world *ship = new_ship(from.aboard, &from);
    run(ship, 0.12);
    assert_int_equal(ship_world_lost(ship), 0);
    run(ship, 0.12);
    assert_true(ship_world_lost(ship) == (uint64_t)1 << piece);
    ship_world_park(ship, piece);
    assert_int_equal(ship_world_lost(ship), 0);
    assert_int_equal(ship_world_pieces(ship), 0);
    assert_true(run_to_rest(ship, 10) >= 0);
    ship_world_pose(ship, RR_PIECE_BODY + piece, &pose);
    assert_int_equal(pose.at[2], RR_WAITING);
    ship_world_pose(ship, RR_PIECE_BODY + piece_in(0, RR_RAT), &pose);
    assert_int_equal(pose.at[2], RR_WAITING);
    ship_world_put(ship, piece, &from.pose[piece]);
    run(ship, 0.24);
    assert_true(ship_world_lost(ship) == (uint64_t)1 << piece);
    ship_world_free(ship);
}

/* Over the deck nothing has fallen; beside it and below it something has. */
static void r33_inside_is_over_the_deck_and_not_below_it(void **state) {
    const int heights[][3] = {{50000, 0, 60000}, {50000, 100000, 60000}, {50000, 0, -130000}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct rr_ship from = empty;
        struct loose loose[RR_PIECES_MAX];
        int piece = piece_in(0, RR_CRATE);
        add_piece(&from, piece, 1, heights[i][0], heights[i][1], heights[i][2]);
        struct ship_world *ship = new_ship(from.aboard, &from);
        run(ship, 1.0 / SHIP_HZ);
        assert_int_equal(sight_loose(ship, from.aboard, -1, loose), 1);
        assert_false(loose[0].is_held_up);
        assert_int_equal(loose[0].is_inside, i == 0);
        ship_world_free(ship);
    }
}

/* What was let go is at its area until it is beside it, or 30 mm below: what hangs is at home. */
static void r33_at_its_area_is_above_it_or_hanging_from_it(void **state) {
    const double top = .138;
    const struct {
        double at[3];
        bool is_at;
    } points[] = {{{0, .05, top + .04}, true},    {{0, .05, top - .029}, true},
                  {{0, .05, top - .031}, false},  {{.013, .05, top}, false},
                  {{0, -.001, top + .01}, false}, {{0, .151, top + .01}, false}};
    struct ship_world *ship = new_ship(0, &empty);
    (void)state;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        assert_int_equal(sight_is_at(ship, 5, points[i].at), points[i].is_at);
    ship_world_free(ship);
}

/* A crate lies on one that is held beside the ship: while somebody holds that, it does not fall. */
static void r33_what_lies_on_the_held_piece_is_held_up(void **state) {
    int held = piece_in(0, RR_CRATE), other = piece_in(1, RR_CRATE);
    struct loose loose[RR_PIECES_MAX];
    struct rr_ship from = empty;
    (void)state;
    add_piece(&from, held, 1, 50000, 150000, 100000);
    add_piece(&from, other, 1, 50000, 150000, 125900);
    struct ship_world *ship = new_ship(from.aboard, &from);
    run(ship, 1.0 / SHIP_HZ);
    assert_int_equal(sight_loose(ship, (uint64_t)1 << other, RR_PIECE_BODY + held, loose), 1);
    assert_true(loose[0].is_held_up);
    assert_int_equal(sight_loose(ship, (uint64_t)1 << other, -1, loose), 1);
    assert_false(loose[0].is_held_up);
    ship_world_free(ship);
}

static void rough_seas_heel_more(void **state) {
    static const enum rr_sea seas[] = {RR_CALM, RR_NORMAL, RR_ROUGH};
    struct rr_ship from = empty;
    double last = 0;
    (void)state;
    add_piece(&from, piece_in(0, RR_CRATE), 1, 50000, 30000, 13100);
    for (int i = 0; i < 3; i++) {
        struct ship_world *ship = ship_world_new(seas[i], from.aboard);
        ship_world_open(ship, &from);
        assert_true(run_to_rest(ship, 15) > 0);
        assert_true(heel(ship) > last + 0.01 * degree);
        last = heel(ship);
        ship_world_free(ship);
    }
}

static void *run_alone(void *context) {
    run(context, 1.2);
    return NULL;
}

static void two_threads_give_what_one_gives(void **state) {
    struct rr_ship from = one_sided();
    struct ship_world *ships[3];
    pthread_t threads[2];
    (void)state;
    for (int i = 0; i < 3; i++)
        ships[i] = new_ship(from.aboard, &from);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_alone, ships[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    run(ships[2], 1.2);
    for (int i = 0; i < 2; i++)
        assert_same(ships[i], ships[2]);
    for (int i = 0; i < 3; i++)
        ship_world_free(ships[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_cargo_weighs_what_it_should),
        cmocka_unit_test(an_empty_ship_is_level),
        cmocka_unit_test(r1_the_ship_tilts_about_two_axes_and_each_yard_rocks_by_itself),
        cmocka_unit_test(the_turning_point_of_a_swing_is_not_rest),
        cmocka_unit_test(hanging_lying_and_standing_touch_what_they_should),
        cmocka_unit_test(a_reopened_ship_goes_on_as_a_new_one),
        cmocka_unit_test(a_snapshot_in_the_middle_of_a_slide_goes_on_bit_for_bit),
        cmocka_unit_test(reading_gives_back_what_was_opened),
        cmocka_unit_test(a_heavy_piece_far_out_tips_its_yard_and_heels_the_ship),
        cmocka_unit_test(what_is_beside_the_ship_is_lost_and_can_be_taken_out),
        cmocka_unit_test(r33_inside_is_over_the_deck_and_not_below_it),
        cmocka_unit_test(r33_at_its_area_is_above_it_or_hanging_from_it),
        cmocka_unit_test(r33_what_lies_on_the_held_piece_is_held_up),
        cmocka_unit_test(rough_seas_heel_more),
        cmocka_unit_test(two_threads_give_what_one_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
