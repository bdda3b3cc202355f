/* test_outcome.c: outcomes from outside are validated strictly, and what an outcome does not
 * contain follows from the ship before. */
#include "scene.h"

#include <math.h>

#include "../shapes.h"
#include "../ship_world.h"

#define BOAT "boat0.1:7:0,60000,236000,1000000,0,0,0"
#define RAT  "rat2.1:7:0,60000,250000,1000000,0,0,0"

/* boat0.1 lies on area 7, rat2.1 is in the hand of seat 2, also for area 7. */
static struct match *boat_aboard(void) {
    struct match *match = begin(3, NULL);
    lay_cards(match, (int[]){7, 1, 7});
    test_play(match, 0, "captain 0");
    load(match, "load boat0.1", "rest");
    test_play(match, 2, "load rat2.1");
    return match;
}

/* Each is refused for this reason, and nothing changes. */
static void check_refused(const char *const *outcomes, const char *key) {
    struct match *match = boat_aboard();
    struct rr_state before;
    memcpy(&before, state_of(match), sizeof before);
    for (; *outcomes; outcomes++)
        assert_string_equal(refused(match, SEAT_SIM, *outcomes), key);
    assert_memory_equal(&before, state_of(match), sizeof before);
    match_free(match);
}

static void only_outcomes_end_a_loading(void **unused) {
    (void)unused;
    check_refused((const char *[]){"card 1", "load rat2.1", "first 0", "order 0 1", NULL},
                  "riffraff.only_outcome");
}

static void r15_only_loose_cargo_falls(void **unused) {
    (void)unused;
    check_refused((const char *[]){"fall boat1.1", "fall boat0.1 chest2.1", "fall rat2.1 back",
                                   "fall boat0.1 rat2.1 back", "fall boat0.2", NULL},
                  "riffraff.not_fallen");
}

static void r16_only_fallen_cargo_is_caught(void **unused) {
    (void)unused;
    check_refused((const char *[]){"fall boat0.1 caught rat2.1", "fall rat2.1 caught boat0.1",
                                   "fall rat2.1 caught boat1.1", NULL},
                  "riffraff.not_caught");
}

/* The ship names exactly what is aboard afterwards. */
static void a_ship_has_all_its_cargo(void **unused) {
    (void)unused;
    check_refused(
        (const char *[]){
            "rest @ ship:0,0,0,0,0", "rest @ ship:0,0,0,0,0 " BOAT, "rest @ ship:0,0,0,0,0 " RAT,
            "back @ ship:0,0,0,0,0 " BOAT " " RAT, "fall boat0.1 @ ship:0,0,0,0,0 " BOAT " " RAT,
            "fall boat0.1 rat2.1 @ ship:0,0,0,0,0 " RAT, "fall boat0.1 back @ ship:0,0,0,0,0 " RAT,
            "back @ ship:0,0,0,0,0 " BOAT " chest1.1:1:0,0,0,1000000,0,0,0", NULL},
        "riffraff.ship_pieces");
}

static void angles_have_limits(void **unused) {
    (void)unused;
    check_refused(
        (const char *[]){"back @ ship:785399,0,0,0,0 " BOAT, "back @ ship:0,-785399,0,0,0 " BOAT,
                         "back @ ship:0,0,174534,0,0 " BOAT, "back @ ship:0,0,0,-174534,0 " BOAT,
                         "back @ ship:0,0,0,0,2147483647 " BOAT, NULL},
        "riffraff.ship_angles");
    struct match *match = boat_aboard();
    test_play(match, SEAT_SIM, "back @ ship:785398,-785398,174533,-174533,1 " BOAT);
    assert_int_equal(state_of(match)->ship.joints[1], -785398);
    match_free(match);
}

static void cargo_lies_where_it_can(void **unused) {
    (void)unused;
#define LIES(rest) "back @ ship:0,0,0,0,0 boat0.1:" rest
    check_refused((const char *[]){LIES("0:0,0,0,1000000,0,0,0"), LIES("11:0,0,0,1000000,0,0,0"),
                                   LIES("7:600001,0,0,1000000,0,0,0"),
                                   LIES("7:0,-600001,0,1000000,0,0,0"),
                                   LIES("7:0,0,2147483647,1000000,0,0,0"), LIES("7:0,0,0,0,0,0,0"),
                                   LIES("7:0,0,0,989999,0,0,0"), LIES("7:0,0,0,1010001,0,0,0"),
                                   LIES("7:0,0,0,800000,800000,0,0"),
                                   LIES("7:0,0,0,0,-2147483648,0,0"), NULL},
                  "riffraff.ship_pose");
    static const char *const fine[] = {
        LIES("1:600000,-600000,0,1000000,0,0,0"), LIES("10:0,0,0,990000,0,0,0"),
        LIES("7:0,0,0,0,0,0,-1010000"), LIES("7:0,0,0,-500000,500000,-500000,500000")};
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        struct match *match = boat_aboard();
        test_play(match, SEAT_SIM, fine[i]);
        match_free(match);
    }
}

/* No log can tell such a ship, but what lies on a yard decides whether it takes two. */
static void what_is_not_aboard_has_no_area(void **unused) {
    struct match *match = boat_aboard();
    struct rr_action back = {.verb = RR_OUTCOME, .is_back = true, .has_ship = true};
    struct message why;
    (void)unused;
    memcpy(&back.ship, &state_of(match)->ship, sizeof back.ship);
    assert_true(rr_check_outcome(state_of(match), &back, &why));
    back.ship.area[piece_of("rat2.1")] = 7;
    assert_false(rr_check_outcome(state_of(match), &back, &why));
    assert_string_equal(why.key, "riffraff.ship_pose");
    match_free(match);
}

/* A told ship is kept to the last digit; pieces that are not aboard have no place. */
static void a_told_ship_is_kept(void **unused) {
    struct match *match = boat_aboard();
    const struct rr_ship *ship = &state_of(match)->ship;
    (void)unused;
    test_play(match, SEAT_SIM, "fall boat0.1 @ ship:1,-2,3,-4,5 rat2.1:9:6,-7,8,999999,10,-11,12");
    const int32_t joints[RR_JOINTS] = {1, -2, 3, -4, 5};
    const struct pose rat = {{6, -7, 8}, {999999, 10, -11, 12}}, nowhere = {{0}, {0}};
    assert_memory_equal(ship->joints, joints, sizeof joints);
    assert_memory_equal(&ship->pose[piece_of("rat2.1")], &rat, sizeof rat);
    assert_memory_equal(&ship->pose[piece_of("boat0.1")], &nowhere, sizeof nowhere);
    assert_int_equal(ship->area[piece_of("rat2.1")], 9);
    assert_int_equal(ship->area[piece_of("boat0.1")], 0);
    assert_true(ship->aboard == pieces("rat2.1"));
    match_free(match);
}

/* Without a ship what stays aboard keeps area and pose. */
static void untold_cargo_stays_where_it_was(void **unused) {
    static const char *const outcomes[] = {"rest", "back", "fall rat2.1"};
    (void)unused;
    for (size_t i = 0; i < sizeof outcomes / sizeof *outcomes; i++) {
        struct match *match = boat_aboard();
        struct rr_ship before;
        int boat = piece_of("boat0.1");
        memcpy(&before, &state_of(match)->ship, sizeof before);
        test_play(match, SEAT_SIM, outcomes[i]);
        assert_memory_equal(&before.pose[boat], &state_of(match)->ship.pose[boat],
                            sizeof(struct pose));
        assert_int_equal(state_of(match)->ship.area[boat], 7);
        match_free(match);
    }
}

static void check_laid(struct rr_ship *ship, const char *name, int area, int x, int y, int z) {
    const struct pose *pose = &ship->pose[piece_of(name)];
    rr_lay(ship, piece_of(name), area);
    assert_int_equal(pose->at[0], x);
    assert_int_equal(pose->at[1], y);
    assert_int_equal(pose->at[2], z);
    assert_int_equal(ship->area[piece_of(name)], area);
}

/* in the middle of the area, on its surface, on top of what lies there. */
static void r11_laid_in_the_middle_of_the_area(void **unused) {
    struct rr_ship ship;
    (void)unused;
    memset(&ship, 0, sizeof ship);
    check_laid(&ship, "crate0.1", 1, 79500, 22500, 53000);
    check_laid(&ship, "crate1.1", 1, 79500, 22500, 79000);
    check_laid(&ship, "plank0.1", 4, -69500, -22500, 43000);
    check_laid(&ship, "chest0.1", 4, -69500, -22500, 56000);
    check_laid(&ship, "plank1.1", 10, 0, -50000, 311000);
}

/* A sailor hangs over a yard and stands on the deck; a crate lies in front of nothing. */
static void parts_rest_on_what_is_below_them(void **unused) {
    struct rr_ship ship;
    (void)unused;
    memset(&ship, 0, sizeof ship);
    check_laid(&ship, "sailor0.1", 5, 0, 75000, 142000);
    check_laid(&ship, "sailor1.1", 2, 79500, -22500, 66000);
    /* what lies in another area carries nothing: the other half of the yard */
    check_laid(&ship, "crate0.1", 6, 0, -75000, 151000);
    /* what lies in the area, but beside the piece, neither */
    const struct pose aside = {{0, 140000, 151000}, {1000000, 0, 0, 0}};
    ship.aboard |= pieces("crate2.1");
    ship.area[piece_of("crate2.1")] = 5;
    ship.pose[piece_of("crate2.1")] = aside;
    check_laid(&ship, "boat0.1", 5, 0, 75000, 142000 + 7000 + 6500); /* on the sailor's head */
    /* nor what is above the area and belongs to another */
    const struct pose above = {{0, -75000, 171000}, {1000000, 0, 0, 0}};
    ship.aboard |= pieces("barrel2.1");
    ship.area[piece_of("barrel2.1")] = 8;
    ship.pose[piece_of("barrel2.1")] = above;
    check_laid(&ship, "crate1.1", 6, 0, -75000, 151000 + 26000);
}

/* On a ship that heels it is laid on the surface as that is turned. */
static void laid_on_a_ship_that_heels(void **unused) {
    struct rr_ship ship;
    (void)unused;
    memset(&ship, 0, sizeof ship);
    ship.joints[0] = 200000;
    ship.joints[1] = -300000;
    ship.joints[3] = 100000;
    rr_lay(&ship, piece_of("crate0.1"), 8);
    /* in the frame of the yard, above its peg; then about the yard's x, the ship's y and x */
    double y = -62500, z = 3000 + 3000 + 13000, x = 0, old;
    old = y, y = cos(.1) * old - sin(.1) * z, z = sin(.1) * old + cos(.1) * z;
    z += 225000 - 3000;
    old = x, x = cos(-.3) * old + sin(-.3) * z, z = -sin(-.3) * old + cos(-.3) * z;
    old = y, y = cos(.2) * old - sin(.2) * z, z = sin(.2) * old + cos(.2) * z;
    const struct pose *pose = &ship.pose[piece_of("crate0.1")];
    assert_true(fabs(pose->at[0] - x) < 3 && fabs(pose->at[1] - y) < 3 &&
                fabs(pose->at[2] - z) < 3);
    double square = 0;
    for (int i = 0; i < 4; i++)
        square += (double)pose->turned[i] * pose->turned[i];
    assert_true(fabs(sqrt(square) - 1e6) < 3);
}

/* The ship of the session turns the same way: a laid piece is turned as its area's body. */
static void laid_as_the_session_has_the_ship(void **unused) {
    static const int32_t joints[RR_JOINTS] = {200000, -300000, 90000, -80000, 70000};
    struct ship_world *world = ship_world_new(RR_NORMAL, pieces("crate0.1"));
    (void)unused;
    for (int area = 1; area <= RR_AREAS; area++) {
        struct rr_ship ship;
        struct pose body;
        memset(&ship, 0, sizeof ship);
        memcpy(ship.joints, joints, sizeof joints);
        ship_world_open(world, &ship);
        ship_world_pose(world, rr_areas[area].body, &body);
        rr_lay(&ship, piece_of("crate0.1"), area);
        const struct pose *laid = &ship.pose[piece_of("crate0.1")];
        int64_t distance = 0, expected = 0;
        for (int i = 0; i < 4; i++)
            assert_in_range(laid->turned[i] - body.turned[i] + 3, 0, 6);
        for (int i = 0; i < 3; i++)
            distance += (int64_t)(laid->at[i] - body.at[i]) * (laid->at[i] - body.at[i]);
        for (int i = 0; i < 2; i++) {
            int64_t middle = (rr_areas[area].low[i] + rr_areas[area].high[i]) / 2;
            expected += middle * middle;
        }
        int64_t height = rr_areas[area].top + 13000;
        assert_true(fabs(sqrt((double)distance) - sqrt((double)(expected + height * height))) < 5);
    }
    ship_world_free(world);
}

/* Laid pieces are at places that an outcome may tell. */
static void laid_pieces_can_be_told(void **unused) {
    struct match *match = begin(2, NULL);
    struct rng rng = random_dice(3);
    int laid = 0;
    (void)unused;
    while (!match_over(match)) {
        random_step(match, &rng);
        if (state_of(match)->phase != RR_SIM)
            continue;
        struct rr_action told;
        memset(&told, 0, sizeof told);
        told.verb = RR_OUTCOME;
        rr_ship_after(state_of(match), &told, &told.ship);
        told.has_ship = true;
        assert_true(rr_check_outcome(state_of(match), &told, NULL));
        laid++;
    }
    assert_true(laid > 10);
    match_free(match);
}

/* Laws and fuzzers meet every kind of outcome, with and without a ship. */
static void chance_draws_every_kind(void **unused) {
    struct match *match = boat_aboard();
    struct rng rng = random_dice(9);
    unsigned seen = 0;
    (void)unused;
    for (int i = 0; i < 2000; i++) {
        struct rr_action a;
        memset(&a, 0, sizeof a);
        riffraff_game.chance(match_state(match), &rng, &a);
        assert_true(riffraff_game.check(match_state(match), SEAT_SIM, &a, NULL));
        seen |= 1u << (a.is_back | (a.fallen != 0) << 1 | (a.caught != 0) << 2 | a.has_ship << 3);
    }
    /* rest, back, fall, fall back, caught, caught back; caught without falling cannot be */
    assert_int_equal(seen, 0xcfcf);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_outcomes_end_a_loading),
        cmocka_unit_test(r15_only_loose_cargo_falls),
        cmocka_unit_test(r16_only_fallen_cargo_is_caught),
        cmocka_unit_test(a_ship_has_all_its_cargo),
        cmocka_unit_test(angles_have_limits),
        cmocka_unit_test(cargo_lies_where_it_can),
        cmocka_unit_test(what_is_not_aboard_has_no_area),
        cmocka_unit_test(a_told_ship_is_kept),
        cmocka_unit_test(untold_cargo_stays_where_it_was),
        cmocka_unit_test(r11_laid_in_the_middle_of_the_area),
        cmocka_unit_test(parts_rest_on_what_is_below_them),
        cmocka_unit_test(laid_on_a_ship_that_heels),
        cmocka_unit_test(laid_as_the_session_has_the_ship),
        cmocka_unit_test(laid_pieces_can_be_told),
        cmocka_unit_test(chance_draws_every_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
