/* Alarm, slow time, falls and the open hand. */
#include "unit/test.h"

#include "../catch.h"
#include "../shapes.h"

enum { RAT = RR_RAT, HOME_TICKS = 63 };

/* A rat that lies still on the ship. */
static struct loose still(void) {
    return (struct loose){.piece = RAT, .at = {0, .1, .1}, .is_held_up = true, .is_inside = false};
}

static struct loose falling(double y, double z) {
    return (struct loose){.piece = RAT, .at = {0, y, z}, .speed = 1, .fall = 1};
}

static void look(struct rr_catch *c, struct loose p, int steps) {
    for (int i = 0; i < steps; i++)
        catch_look(c, &p, 1);
}

static void r26_time_is_slow_from_the_alarm_until_nothing_falls(void **state) {
    struct rr_catch c;
    struct loose p = still();
    (void)state;
    catch_begin(&c, 8);
    p.speed = .24;
    look(&c, p, 10);
    assert_int_equal(catch_slow(&c), 1);
    p.speed = .26;
    look(&c, p, 1);
    assert_int_equal(catch_slow(&c), 8);
    p.speed = 0;
    look(&c, p, CATCH_CALM_STEPS - 1);
    assert_int_equal(catch_slow(&c), 8);
    look(&c, p, 1);
    assert_int_equal(catch_slow(&c), 1);
}

/* At the top of a leap it is slow, and falls all the same. */
static void r26_time_is_slow_while_something_falls_slowly(void **state) {
    struct rr_catch c;
    struct loose p = falling(.2, .1);
    (void)state;
    catch_begin(&c, 4);
    look(&c, p, CATCH_AIR_STEPS);
    p.speed = .1;
    look(&c, p, CATCH_CALM_STEPS + 1);
    assert_int_equal(catch_slow(&c), 4);
}

static void r33_the_piece_just_let_go_gives_no_alarm(void **state) {
    struct rr_catch c;
    struct loose p = still();
    (void)state;
    catch_begin(&c, 4);
    p.speed = .5;
    p.is_at_home = true;
    look(&c, p, 10);
    assert_int_equal(catch_slow(&c), 1);
    p.is_at_home = false;
    look(&c, p, 1);
    assert_int_equal(catch_slow(&c), 4);
}

static void r34_cargo_has_fallen_after_24_ms_without_support(void **state) {
    struct rr_catch c;
    (void)state;
    catch_begin(&c, 4);
    look(&c, falling(.2, .1), CATCH_AIR_STEPS - 1);
    assert_int_equal(c.falling, 0);
    look(&c, falling(.2, .1), 1);
    assert_int_equal(c.falling, 1 << RAT);
    assert_true(c.has_fallen);
}

/* It drops where it was let go; once it is beside its area it has been in the air long enough. */
static void r34_above_its_own_area_the_piece_just_let_go_has_not_fallen(void **state) {
    struct rr_catch c;
    struct loose p = falling(.2, .1);
    (void)state;
    catch_begin(&c, 4);
    p.is_at_home = true;
    look(&c, p, 20);
    assert_int_equal(c.falling, 0);
    assert_int_equal(catch_slow(&c), 1);
    p.is_at_home = false;
    look(&c, p, 1);
    assert_int_equal(c.falling, 1 << RAT);
}

static void r34_over_the_deck_nothing_has_fallen(void **state) {
    struct rr_catch c;
    struct loose p = falling(.01, .1);
    (void)state;
    catch_begin(&c, 4);
    p.is_inside = true;
    look(&c, p, 100);
    assert_int_equal(c.falling, 0);
    p.is_inside = false;
    look(&c, p, 1);
    assert_int_equal(c.falling, 1 << RAT);
}

static void what_lands_on_the_ship_again_is_aboard(void **state) {
    struct rr_catch c;
    (void)state;
    catch_begin(&c, 4);
    look(&c, falling(.1, .2), 20);
    look(&c, still(), 1);
    assert_int_equal(c.falling, 0);
}

/* The open hand is at the place of the piece, which keeps falling there. */
static void r33_the_hand_catches_250_ms_after_the_alarm(void **state) {
    for (int slow = 1; slow <= 8; slow *= 2) {
        struct rr_catch c;
        struct loose p = falling(.2, .1);
        catch_begin(&c, slow);
        catch_open(&c, p.at);
        look(&c, p, CATCH_AIR_STEPS);
        for (int tick = 1; tick < HOME_TICKS; tick++)
            assert_int_equal(catch_tick(&c, true, &p, 1), 0);
        assert_int_equal(catch_tick(&c, true, &p, 1), 1 << RAT);
        assert_int_equal(c.caught, 1 << RAT);
        assert_int_equal(c.falling, 0);
    }
    (void)state;
}

/* A boat comes to the open hand when the rat has been caught already. */
static void r15_what_is_caught_one_after_the_other_is_all_caught(void **state) {
    struct rr_catch c;
    struct loose rat = falling(.2, .1), boat = rat;
    (void)state;
    boat.piece = RR_BOAT;
    catch_begin(&c, 4);
    catch_open(&c, rat.at);
    look(&c, rat, CATCH_AIR_STEPS);
    for (int tick = 0; tick < HOME_TICKS; tick++)
        catch_tick(&c, true, &rat, 1);
    assert_int_equal(c.caught, 1 << RAT);
    look(&c, boat, CATCH_AIR_STEPS);
    assert_int_equal(catch_tick(&c, true, &boat, 1), 1 << RR_BOAT);
    assert_int_equal(c.caught, 1 << RAT | 1 << RR_BOAT);
}

static void r33_only_what_has_fallen_is_caught(void **state) {
    struct rr_catch c;
    struct loose p = still();
    (void)state;
    catch_begin(&c, 4);
    catch_open(&c, p.at);
    p.speed = 1;
    look(&c, p, 50);
    for (int tick = 0; tick < 500; tick++)
        assert_int_equal(catch_tick(&c, true, &p, 1), 0);
}

/* While it holds a piece only time goes on; the reaction counts from the alarm all the same. */
static void r30_a_hand_that_holds_a_piece_does_not_catch(void **state) {
    struct rr_catch c;
    struct loose p = falling(.2, .1);
    (void)state;
    catch_begin(&c, 4);
    catch_open(&c, p.at);
    catch_aim(&c, &(struct pose){{0, 200000, 300000}, {1000000, 0, 0, 0}});
    look(&c, p, CATCH_AIR_STEPS);
    for (int tick = 0; tick < 2 * HOME_TICKS; tick++)
        assert_int_equal(catch_tick(&c, false, &p, 1), 0);
    assert_float_equal(c.at[2], .1, 1e-9);
    assert_int_equal(catch_tick(&c, true, &p, 1), 1 << RAT);
}

static void r26_the_hand_takes_what_is_within_35_mm(void **state) {
    for (int beyond = 0; beyond < 2; beyond++) {
        struct rr_catch c;
        struct loose p = falling(.2, .1);
        double hand[3] = {.4, .2, .1 + (beyond ? .0351 : .0349)}; /* depth does not count */
        catch_begin(&c, 4);
        catch_open(&c, hand);
        look(&c, p, CATCH_AIR_STEPS);
        for (int tick = 0; tick < 100; tick++)
            catch_tick(&c, true, &p, 1);
        assert_int_equal(c.caught, beyond ? 0 : 1 << RAT);
    }
    (void)state;
}

static void the_hand_is_as_fast_in_the_players_time(void **state) {
    const int speeds[][2] = {{1, 420}, {4, 420}, {8, 150}}; /* mm a second */
    for (int i = 0; i < 3; i++) {
        struct rr_catch c;
        struct loose p = falling(.3, .3);
        catch_begin(&c, speeds[i][0]);
        catch_open(&c, (double[3]){0, 0, 0});
        look(&c, p, 1);
        catch_aim(&c, &(struct pose){{0, 250000, 0}, {1000000, 0, 0, 0}});
        for (int tick = 0; tick < CATCH_HZ / 2; tick++)
            catch_tick(&c, true, &p, 1);
        assert_float_equal(c.at[1], speeds[i][1] * .5e-3, 1e-9);
    }
    (void)state;
}

/* A wish beyond what the kit calls the catch plane ends at its edge. */
static void the_hand_stays_in_the_catch_plane(void **state) {
    for (int side = -1; side <= 1; side += 2) {
        struct rr_catch c;
        struct loose p = falling(.3, .3);
        catch_begin(&c, 4);
        catch_open(&c, (double[3]){0, 0, 0});
        look(&c, p, 1);
        catch_aim(&c, &(struct pose){{0, side * 900000000, side * 900000000}, {1000000, 0, 0, 0}});
        for (int tick = 0; tick < 2 * CATCH_HZ; tick++)
            catch_tick(&c, true, &p, 1);
        assert_float_equal(c.at[1], side * .250, 1e-9);
        assert_float_equal(c.at[2], side < 0 ? -.150 : .400, 1e-9);
    }
    (void)state;
}

static void r34_a_false_alarm_changes_nothing_but_time(void **state) {
    struct rr_catch c;
    struct loose p = still();
    (void)state;
    catch_begin(&c, 4);
    catch_open(&c, (double[3]){0, .1, .2});
    catch_aim(&c, &(struct pose){{0, 300000, 0}, {1000000, 0, 0, 0}});
    p.speed = 1;
    look(&c, p, 1);
    for (int tick = 0; tick < 100; tick++)
        catch_tick(&c, true, &p, 1);
    assert_true(c.at[1] > .15);
    look(&c, still(), CATCH_CALM_STEPS);
    assert_float_equal(c.at[1], .1, 1e-9);
    assert_float_equal(c.at[2], .2, 1e-9);
}

/* What fell in an earlier alarm makes a later one no less false. */
static void r34_a_false_alarm_after_a_fall_is_one_too(void **state) {
    struct rr_catch c;
    struct loose p = falling(.2, .1);
    (void)state;
    catch_begin(&c, 4);
    catch_open(&c, (double[3]){0, .1, .2});
    look(&c, p, CATCH_AIR_STEPS);
    assert_true(c.has_fallen);
    catch_forget(&c, RAT);
    look(&c, still(), CATCH_CALM_STEPS);
    assert_int_equal(catch_slow(&c), 1);
    p = still();
    p.speed = 1;
    look(&c, p, 1);
    assert_int_equal(catch_slow(&c), 4);
    assert_false(c.has_fallen);
}

static void ticks_until_lost_are_those_of_a_free_fall(void **state) {
    struct loose p = falling(.2, .361);
    (void)state;
    p.fall = 0; /* .491 m take .3164 s */
    assert_int_equal(catch_ticks_left(&p, 1), 80);
    assert_int_equal(catch_ticks_left(&p, 4), 320);
    p.at[2] = -.2;
    assert_int_equal(catch_ticks_left(&p, 4), 0);
}

/* A frame in which the rat falls, `ticks` after another. */
static struct frame fall_frame(int32_t tick, int y, double z, double fall, const int32_t hand[2]) {
    struct frame frame;
    struct loose p = {.piece = RAT, .at = {0, y * 1e-6, z}, .fall = fall};
    memset(&frame, 0, sizeof frame);
    frame_begin(&frame, tick, RR_BODIES);
    frame.slow = 4;
    frame.bodies[RR_PIECE_BODY + RAT].at[1] = y;
    frame.bodies[RR_PIECE_BODY + RAT].at[2] = (int32_t)(z * 1e6);
    frame.bodies[RR_HAND_BODY].at[1] = hand[0];
    frame.bodies[RR_HAND_BODY].at[2] = hand[1];
    frame.falls[frame.fall_count++] = (struct fall){RR_PIECE_BODY + RAT, catch_ticks_left(&p, 4)};
    return frame;
}

static void the_reach_leads_to_where_the_piece_will_be(void **state) {
    const int32_t near[2] = {150000, 100000}, far[2] = {-200000, 300000};
    struct pose to;
    struct frame now = fall_frame(100, 150000, .200, 0, near);
    (void)state;
    assert_true(rr_reach(NULL, &now, RR_PIECE_BODY + RAT, &to));
    assert_int_equal(to.at[1], 150000);
    assert_in_range(to.at[2], 80000, 200000);
    assert_false(rr_reach(NULL, &now, RR_PIECE_BODY + RAT + 1, &to));
    /* The same by the name that the kit has. */
    struct pose by_name;
    assert_true(rr_sim.reach(NULL, &now, rr_piece_names[RAT], &by_name));
    assert_memory_equal(&by_name, &to, sizeof to);
    assert_false(rr_sim.reach(NULL, &now, rr_piece_names[RAT + 1], &to));
    assert_false(rr_sim.reach(NULL, &now, "nothing", &to));
    /* out of reach: as near as it can come, and a little ahead of a piece that drifts */
    now = fall_frame(100, 150000, .200, 0, far);
    struct frame before = fall_frame(96, 149000, .200, 0, far);
    assert_true(rr_reach(&before, &now, RR_PIECE_BODY + RAT, &to));
    assert_true(to.at[1] > 150000);
    assert_true(to.at[2] <= 200000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r26_time_is_slow_from_the_alarm_until_nothing_falls),
        cmocka_unit_test(r26_time_is_slow_while_something_falls_slowly),
        cmocka_unit_test(r33_the_piece_just_let_go_gives_no_alarm),
        cmocka_unit_test(r34_cargo_has_fallen_after_24_ms_without_support),
        cmocka_unit_test(r34_above_its_own_area_the_piece_just_let_go_has_not_fallen),
        cmocka_unit_test(r34_over_the_deck_nothing_has_fallen),
        cmocka_unit_test(what_lands_on_the_ship_again_is_aboard),
        cmocka_unit_test(r33_the_hand_catches_250_ms_after_the_alarm),
        cmocka_unit_test(r15_what_is_caught_one_after_the_other_is_all_caught),
        cmocka_unit_test(r33_only_what_has_fallen_is_caught),
        cmocka_unit_test(r30_a_hand_that_holds_a_piece_does_not_catch),
        cmocka_unit_test(r26_the_hand_takes_what_is_within_35_mm),
        cmocka_unit_test(the_hand_is_as_fast_in_the_players_time),
        cmocka_unit_test(the_hand_stays_in_the_catch_plane),
        cmocka_unit_test(r34_a_false_alarm_changes_nothing_but_time),
        cmocka_unit_test(r34_a_false_alarm_after_a_fall_is_one_too),
        cmocka_unit_test(ticks_until_lost_are_those_of_a_free_fall),
        cmocka_unit_test(the_reach_leads_to_where_the_piece_will_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
