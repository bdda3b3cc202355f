/* What a piece is over and where cargo lies. */
#include "unit/test.h"

#include "../areas.h"
#include "../geometry.h"

static struct real_pose pose_at(double x, double y, double z) {
    return (struct real_pose){{x * 1e-3, y * 1e-3, z * 1e-3}, {1, 0, 0, 0}};
}

static struct real_pose pose_turned(double x, double y, double z, const double axis[3],
                                    double degrees) {
    struct real_pose pose = pose_at(x, y, z);
    double by[3];
    for (int i = 0; i < 3; i++)
        by[i] = axis[i] * degrees * acos(-1) / 180;
    turn_by(pose.turned, by);
    return pose;
}

/* An empty ship, turned about x by so many degrees; its yards keep level with it. */
static struct rr_scene empty_ship(double degrees) {
    struct rr_scene scene = {0};
    for (int body = 0; body < RR_PIECE_BODY; body++) {
        double z = body == RR_HULL_BODY ? 0 : rr_yard_heights[body - RR_YARD_BODY] * 1e-3;
        struct real_pose heel = pose_turned(0, 0, 0, (double[3]){1, 0, 0}, degrees);
        struct real_pose level = pose_at(0, 0, z);
        scene.ship[body] = pose_within(&heel, &level);
    }
    return scene;
}

static void add_cargo(struct rr_scene *scene, int shape, int area, struct real_pose pose) {
    int i = scene->count++;
    scene->pieces[i] = i * RR_SHAPES + shape;
    scene->cargo[i] = (struct rr_placed){&rr_solids[shape], pose};
    scene->area[i] = (uint8_t)area;
}

static enum rr_refusal judge(const struct rr_scene *scene, int shape, int area,
                             struct real_pose pose) {
    struct rr_placed piece = {&rr_solids[shape], pose};
    return rr_check_release(scene, &piece, area);
}

static enum rr_refusal outline(const struct rr_scene *scene, int shape, int area,
                               struct real_pose pose) {
    struct rr_placed piece = {&rr_solids[shape], pose};
    return rr_check_outline(scene, &piece, area);
}

static void r2_a_crate_may_be_let_go_in_the_middle_of_each_area(void **state) {
    (void)state;
    for (int heel = -8; heel <= 8; heel += 8) {
        struct rr_scene scene = empty_ship(heel);
        for (int area = 1; area <= RR_AREAS; area++) {
            struct real_pose pose = {.turned = {1, 0, 0, 0}};
            rr_area_middle(area, &scene.ship[rr_areas[area].body], pose.at);
            pose.at[2] += .020;
            for (int other = 1; other <= RR_AREAS; other++)
                assert_int_equal(judge(&scene, RR_CRATE, other, pose) == RR_ALLOWED, other == area);
        }
    }
}

static void r21_the_outline_may_leave_the_ship_but_not_enter_another_area(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(14, 14, 60)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(12, 14, 60)), RR_OTHER_AREA);
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(14, 12, 60)), RR_OTHER_AREA);
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(50, 50, 60)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(50, 59, 60)), RR_NOT_OVER_AREA);
    assert_int_equal(outline(&scene, RR_CRATE, 5, pose_at(0, 160, 150)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_CRATE, 5, pose_at(0, 12, 150)), RR_OTHER_AREA);
    assert_int_equal(outline(&scene, RR_CRATE, 5, pose_at(26, 50, 150)), RR_NOT_OVER_AREA);
}

static void r21_half_a_millimetre_is_forgiven(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    assert_int_equal(outline(&scene, RR_CRATE, 2, pose_at(12.6, -20, 60)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_CRATE, 2, pose_at(12.4, -20, 60)), RR_OTHER_AREA);
}

/* Beside the ship no area is entered, and the bow is no wider than its wood. */
static void r21_areas_have_the_outline_of_the_deck(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(5, 57.8, 60)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(150, 40, 60)), RR_NOT_OVER_AREA);
    assert_int_equal(outline(&scene, RR_CRATE, 1, pose_at(150, 30, 60)), RR_ALLOWED);
}

/* A long plank that lies askew: its corner counts, not the box around it. */
static void r21_the_outline_turns_with_the_piece(void **state) {
    struct rr_scene scene = empty_ship(0);
    const double z[3] = {0, 0, 1};
    (void)state;
    assert_int_equal(outline(&scene, RR_PLANK, 1, pose_at(46, 20, 60)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_PLANK, 1, pose_turned(46, 20, 60, z, 90)), RR_OTHER_AREA);
    assert_int_equal(outline(&scene, RR_PLANK, 1, pose_turned(46, 45, 60, z, 45)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_PLANK, 9, pose_turned(0, 46, 315, z, 90)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_PLANK, 9, pose_turned(0, 44, 315, z, 90)), RR_OTHER_AREA);
    /* past the corner of the yard, at (12, 100) */
    assert_int_equal(outline(&scene, RR_PLANK, 9, pose_turned(17, 105, 315, z, -45)), RR_ALLOWED);
    assert_int_equal(outline(&scene, RR_PLANK, 9, pose_turned(19, 107, 315, z, -45)),
                     RR_NOT_OVER_AREA);
}

/* A ball at the corner of an area: round, so its box may reach where it does not. */
static void r21_round_shapes_are_round(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    assert_int_equal(outline(&scene, RR_FLASK, 5, pose_at(22, 160, 160)), RR_NOT_OVER_AREA);
    assert_int_equal(outline(&scene, RR_FLASK, 5, pose_at(21, 158, 160)), RR_ALLOWED);
}

static void r29_at_most_thirty_millimetres_above_what_is_below(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    assert_int_equal(judge(&scene, RR_CRATE, 1, pose_at(50, 20, 40 + 13 + 29.9)), RR_ALLOWED);
    assert_int_equal(judge(&scene, RR_CRATE, 1, pose_at(50, 20, 40 + 13 + 30.1)), RR_TOO_HIGH);
    assert_int_equal(judge(&scene, RR_CRATE, 1, pose_at(50, 20, 40 + 13 - .3)), RR_ALLOWED);
}

static void r29_nothing_is_let_go_above_another_area(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    assert_int_equal(judge(&scene, RR_CRATE, 5, pose_at(0, 50, 308 + 13 + 5)), RR_WRONG_BELOW);
    assert_int_equal(judge(&scene, RR_CRATE, 1, pose_at(20, 50, 138 + 13 + 5)), RR_WRONG_BELOW);
    assert_int_equal(judge(&scene, RR_CRATE, 5, pose_at(0, 50, 100)), RR_WRONG_BELOW);
}

static void r29_cargo_of_his_area_is_as_good_as_the_area(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    add_cargo(&scene, RR_CRATE, 1, pose_at(50, 20, 53));
    add_cargo(&scene, RR_CHEST, 2, pose_at(100, 14, 50));
    assert_int_equal(judge(&scene, RR_CRATE, 1, pose_at(52, 22, 66 + 13 + 10)), RR_ALLOWED);
    assert_int_equal(judge(&scene, RR_CRATE, 1, pose_at(52, 22, 66 + 13 + 31)), RR_TOO_HIGH);
    assert_int_equal(judge(&scene, RR_CRATE, 1, pose_at(100, 18, 52 + 13 + 10)), RR_WRONG_BELOW);
}

/* A plank across two crates that are equally high lies on both; else on the higher one. */
static void r29_of_two_things_that_are_as_near_one_may_be_his(void **state) {
    const struct real_pose across = pose_at(65, 20, 66 + 3 + 10);
    (void)state;
    for (int higher = 0; higher < 2; higher++) {
        struct rr_scene scene = empty_ship(0);
        add_cargo(&scene, RR_CRATE, 1, pose_at(40, 20, 53));
        add_cargo(&scene, RR_CRATE, 2, pose_at(90, 20, 53 + (higher ? 2 : .4)));
        assert_int_equal(judge(&scene, RR_PLANK, 1, across), higher ? RR_WRONG_BELOW : RR_ALLOWED);
    }
}

/* A rat hangs with its body below the yard: its tail counts. */
static void r29_what_hangs_is_judged_by_its_hook(void **state) {
    struct rr_scene scene = empty_ship(0);
    double tail = 16; /* the underside of the tail above the middle of the rat */
    (void)state;
    assert_int_equal(judge(&scene, RR_RAT, 5, pose_at(5, 60, 138 - tail + 2)), RR_ALLOWED);
    assert_int_equal(judge(&scene, RR_RAT, 7, pose_at(5, 60, 138 - tail + 2)), RR_WRONG_BELOW);
    assert_int_equal(judge(&scene, RR_SAILOR, 9, pose_at(0, 60, 308 + 4 + 3)), RR_ALLOWED);
    /* close above cargo of the yard below, but it hangs from the upper one */
    add_cargo(&scene, RR_CRATE, 7, pose_at(5, 60, 228 + 13));
    add_cargo(&scene, RR_CRATE, 7, pose_at(5, 60, 228 + 39));
    assert_int_equal(judge(&scene, RR_RAT, 9, pose_at(5, 60, 308 - tail + 1)), RR_ALLOWED);
    assert_int_equal(judge(&scene, RR_CRATE, 9, pose_at(5, 60, 308 - 13)), RR_WRONG_BELOW);
}

/* A rat that stands has its tail above the yard as well; but what is below counts, its feet. */
static void r29_what_stands_is_judged_by_all_of_it(void **state) {
    struct rr_scene scene = empty_ship(0);
    (void)state;
    assert_int_equal(judge(&scene, RR_RAT, 5, pose_at(5, 60, 138 + 6 + 20)), RR_ALLOWED);
    assert_int_equal(judge(&scene, RR_RAT, 5, pose_at(5, 60, 138 + 6 + 31)), RR_TOO_HIGH);
}

static void r29_the_mast_is_no_area(void **state) {
    struct rr_scene scene = empty_ship(0);
    struct rr_placed on_top = {&rr_solids[RR_CRATE], pose_at(0, 0, 388)};
    (void)state;
    for (int area = 1; area <= RR_AREAS; area++)
        assert_int_equal(rr_check_below(&scene, &on_top, area), RR_WRONG_BELOW);
}

static void clearance_is_the_way_to_the_nearest_wood(void **state) {
    struct rr_scene scene = empty_ship(0);
    struct rr_placed crate = {&rr_solids[RR_CRATE], pose_at(50, 20, 40 + 13 + 25)};
    (void)state;
    assert_float_equal(rr_clearance(&scene, &crate, .030), .025, 1e-9);
    crate.pose.at[2] += .010;
    assert_float_equal(rr_clearance(&scene, &crate, .030), .030, 1e-9);
    add_cargo(&scene, RR_CRATE, 1, pose_at(50 + 26 + 4, 20, 40 + 13 + 35));
    assert_float_equal(rr_clearance(&scene, &crate, .030), .004, 1e-9);
}

static void find_areas(struct rr_scene *scene, const struct rr_touch *touches, int count,
                       uint8_t *out) {
    double centres[RR_PIECES_MAX][3];
    for (int i = 0; i < scene->count; i++)
        memcpy(centres[i], scene->cargo[i].pose.at, sizeof centres[i]);
    rr_find_areas(scene, (const double(*)[3])centres, touches, count, out);
}

static struct rr_touch touch(const struct rr_scene *scene, int cargo, int other, double x, double y,
                             double z) {
    return (struct rr_touch){{RR_PIECE_BODY + scene->pieces[cargo], other},
                             {x * 1e-3, y * 1e-3, z * 1e-3}};
}

static void r28_cargo_is_in_the_area_below_its_centre(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_CRATE, 0, pose_at(-50, 10, 53));
    add_cargo(&scene, RR_CRATE, 0, pose_at(0, -30, 241));
    struct rr_touch touches[] = {touch(&scene, 0, RR_HULL_BODY, -50, -1, 40),
                                 touch(&scene, 1, RR_YARD_BODY + 1, 0, -30, 228),
                                 touch(&scene, 1, RR_HULL_BODY, 6, -17, 241)}; /* the mast */
    find_areas(&scene, touches, 3, areas);
    assert_int_equal(areas[0], 3);
    assert_int_equal(areas[1], 8);
}

static void r28_cargo_on_cargo_is_in_its_carriers_area(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_CRATE, 0, pose_at(20, -14, 53));
    add_cargo(&scene, RR_PLANK, 0, pose_at(-10, -14, 69)); /* its centre is over area 4 */
    add_cargo(&scene, RR_RAT, 0, pose_at(-20, -14, 80));
    add_cargo(&scene, RR_RAT, 0, pose_at(200, 0, 80)); /* in the air */
    struct rr_touch touches[] = {
        touch(&scene, 2, RR_PIECE_BODY + scene.pieces[1], -20, -14, 72),
        touch(&scene, 1, RR_PIECE_BODY + scene.pieces[0], 20, -14, 66),
        touch(&scene, 0, RR_HULL_BODY, 20, -14, 40),
    };
    find_areas(&scene, touches, 3, areas);
    assert_int_equal(areas[0], 2);
    assert_int_equal(areas[1], 2);
    assert_int_equal(areas[2], 2);
    assert_int_equal(areas[3], 0);
}

static void r28_what_hangs_is_where_it_hangs_from(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_RAT, 0, pose_at(5, 60, 292));
    add_cargo(&scene, RR_SAILOR, 0, pose_at(0, -70, 142));
    struct rr_touch touches[] = {touch(&scene, 0, RR_YARD_BODY + 2, 0, 60, 308),
                                 touch(&scene, 1, RR_YARD_BODY, 0, -70, 138)};
    find_areas(&scene, touches, 2, areas);
    assert_int_equal(areas[0], 9);
    assert_int_equal(areas[1], 6);
}

static void r28_of_two_areas_the_lower_number_counts(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_CRATE, 0, pose_at(20, 14, 53));
    add_cargo(&scene, RR_CRATE, 0, pose_at(20, -14, 53));
    add_cargo(&scene, RR_PLANK, 0, pose_at(20, -5, 69)); /* across both */
    add_cargo(&scene, RR_CRATE, 0, pose_at(0, 50, 151)); /* above its yard, beside a leaning one */
    struct rr_touch touches[] = {touch(&scene, 1, RR_HULL_BODY, 20, -14, 40),
                                 touch(&scene, 0, RR_HULL_BODY, 20, 14, 40),
                                 touch(&scene, 2, RR_PIECE_BODY + scene.pieces[1], 20, -14, 66),
                                 touch(&scene, 2, RR_PIECE_BODY + scene.pieces[0], 20, 14, 66),
                                 touch(&scene, 3, RR_YARD_BODY, 0, 50, 138),
                                 touch(&scene, 3, RR_YARD_BODY + 1, 0, 50, 222)};
    find_areas(&scene, touches, 6, areas);
    assert_int_equal(areas[2], 1);
    assert_int_equal(areas[3], 5);
}

/* What carries it or what it hangs from decides, not what it leans on, lower as that may be. */
static void r28_what_it_only_leans_on_does_not_count(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_CRATE, 0, pose_at(20, -14, 53));
    add_cargo(&scene, RR_CRATE, 0, pose_at(20, 14, 53));
    add_cargo(&scene, RR_RAT, 0, pose_at(20, -10, 73)); /* on the first, beside the second */
    add_cargo(&scene, RR_RAT, 0, pose_at(30, 60, 292)); /* below a yard, ahead of the next one */
    struct rr_touch touches[] = {touch(&scene, 0, RR_HULL_BODY, 20, -14, 40),
                                 touch(&scene, 1, RR_HULL_BODY, 20, 14, 40),
                                 touch(&scene, 2, RR_PIECE_BODY + scene.pieces[0], 20, -14, 66),
                                 touch(&scene, 2, RR_PIECE_BODY + scene.pieces[1], 20, 1, 80),
                                 touch(&scene, 3, RR_YARD_BODY + 2, 12, 60, 308),
                                 touch(&scene, 3, RR_YARD_BODY + 1, 12, 60, 228)};
    find_areas(&scene, touches, 6, areas);
    assert_int_equal(areas[2], 2);
    assert_int_equal(areas[3], 9);
}

/* A flask on a boat on area 7 that leans on the end of yard 9 is carried by the boat; one that
 * nothing but the yard's side holds is where it leans. */
static void r28_cargo_that_leans_on_a_yard_above_is_with_its_carrier(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_BOAT, 0, pose_at(0, 100, 240));
    add_cargo(&scene, RR_FLASK, 0, pose_at(13, 104, 276));
    add_cargo(&scene, RR_FLASK, 0, pose_at(30, -60, 290));
    struct rr_touch touches[] = {touch(&scene, 0, RR_YARD_BODY + 1, 0, 100, 228),
                                 touch(&scene, 1, RR_PIECE_BODY + scene.pieces[0], 10, 102, 255),
                                 touch(&scene, 1, RR_YARD_BODY + 2, 12, 100, 303),
                                 touch(&scene, 2, RR_YARD_BODY + 2, 12, -60, 304)};
    find_areas(&scene, touches, 4, areas);
    assert_int_equal(areas[0], 7);
    assert_int_equal(areas[1], 7);
    assert_int_equal(areas[2], 10);
}

/* The mast is no area: what nothing else holds is in the part of the deck below it, and so
 * is what lies on that. */
static void r28_what_only_the_mast_holds_is_above_a_part_of_the_deck(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_RAT, 0, pose_at(-12, -4, 100));
    add_cargo(&scene, RR_CRATE, 0, pose_at(10, -6, 119));
    struct rr_touch touches[] = {touch(&scene, 0, RR_HULL_BODY, -6, 0, 100),
                                 touch(&scene, 1, RR_PIECE_BODY + scene.pieces[0], -2, -5, 106)};
    find_areas(&scene, touches, 2, areas);
    assert_int_equal(areas[0], 4);
    assert_int_equal(areas[1], 4);
}

/* What leans on the mast and on cargo is held by that cargo alone: over part 4 of the deck, with
 * what lies in part 3. */
static void r28_what_leans_on_cargo_and_on_the_mast_is_with_that_cargo(void **state) {
    struct rr_scene scene = empty_ship(0);
    uint8_t areas[RR_PIECES_MAX];
    (void)state;
    add_cargo(&scene, RR_CRATE, 0, pose_at(-20, 16, 53));
    add_cargo(&scene, RR_PLANK, 0, pose_at(-12, -2, 60));
    struct rr_touch touches[] = {touch(&scene, 0, RR_HULL_BODY, -20, 16, 40),
                                 touch(&scene, 1, RR_PIECE_BODY + scene.pieces[0], -16, 3, 64),
                                 touch(&scene, 1, RR_HULL_BODY, -6, -1, 80)};
    find_areas(&scene, touches, 3, areas);
    assert_int_equal(areas[0], 3);
    assert_int_equal(areas[1], 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r2_a_crate_may_be_let_go_in_the_middle_of_each_area),
        cmocka_unit_test(r21_the_outline_may_leave_the_ship_but_not_enter_another_area),
        cmocka_unit_test(r21_half_a_millimetre_is_forgiven),
        cmocka_unit_test(r21_areas_have_the_outline_of_the_deck),
        cmocka_unit_test(r21_the_outline_turns_with_the_piece),
        cmocka_unit_test(r21_round_shapes_are_round),
        cmocka_unit_test(r29_at_most_thirty_millimetres_above_what_is_below),
        cmocka_unit_test(r29_nothing_is_let_go_above_another_area),
        cmocka_unit_test(r29_cargo_of_his_area_is_as_good_as_the_area),
        cmocka_unit_test(r29_of_two_things_that_are_as_near_one_may_be_his),
        cmocka_unit_test(r29_what_hangs_is_judged_by_its_hook),
        cmocka_unit_test(r29_what_stands_is_judged_by_all_of_it),
        cmocka_unit_test(r29_the_mast_is_no_area),
        cmocka_unit_test(clearance_is_the_way_to_the_nearest_wood),
        cmocka_unit_test(r28_cargo_is_in_the_area_below_its_centre),
        cmocka_unit_test(r28_cargo_on_cargo_is_in_its_carriers_area),
        cmocka_unit_test(r28_what_hangs_is_where_it_hangs_from),
        cmocka_unit_test(r28_of_two_areas_the_lower_number_counts),
        cmocka_unit_test(r28_cargo_that_leans_on_a_yard_above_is_with_its_carrier),
        cmocka_unit_test(r28_what_it_only_leans_on_does_not_count),
        cmocka_unit_test(r28_what_only_the_mast_holds_is_above_a_part_of_the_deck),
        cmocka_unit_test(r28_what_leans_on_cargo_and_on_the_mast_is_with_that_cargo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
