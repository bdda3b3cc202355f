/* A throw that fails is started again, and ends even if it always fails. */
#include "unit/test.h"

#include <limits.h>
#include <math.h>

#include "../film.h"
#include "../throw_inside.h"
#include "eye.h"
#include "physics/world_inside.h"

/* A step is tried as a whole and then in 2, 4, 8, 16 and 32 parts. */
enum { TRIES_A_STEP = 6, NUMBER = 77 };

static struct throw *begin(int barrels) {
    struct throw *throw = throw_new(barrels, &throw_barrel);
    throw_begin(throw, NUMBER);
    return throw;
}

static void tick(struct throw *throw, int times) {
    for (int i = 0; i < times; i++)
        assert_true(throw_tick(throw));
}

static void tick_until_uncovered(struct throw *throw) {
    while (world_time(throw->world) < CUP_LIFTED + 0.01)
        tick(throw, 1);
}

static struct real_pose pose_of(const struct throw *throw, int index) {
    struct real_pose pose;
    world_pose(throw->world, FIRST_BARREL + index, &pose);
    return pose;
}

/* The barrels start again exactly as with the same random numbers before. */
static void assert_begun(const struct throw *throw, bool same_dice) {
    struct throw *fresh = begin(throw->barrels);
    assert_true(world_time(throw->world) <= 0);
    for (int i = 0; i < throw->barrels; i++) {
        struct real_pose is = pose_of(throw, i), was = pose_of(fresh, i);
        assert_int_equal(memcmp(&is, &was, sizeof is) == 0, same_dice);
    }
    throw_free(fresh);
}

/* A tick is a sixtieth of a second, whatever the size of its steps. */
static void assert_steps_a_tick(struct throw *throw, int expected) {
    int before = throw_facts(throw)->steps;
    double time = world_time(throw->world);
    tick(throw, 1);
    assert_int_equal(throw_facts(throw)->steps - before, expected);
    assert_true(fabs(world_time(throw->world) - time - 1.0 / 60) < 1e-9);
}

/* Counted once, for this reason only. */
static void assert_reasons(const struct throw *throw, int blown_up, int escaped, int unclear) {
    const struct throw_facts *facts = throw_facts(throw);
    assert_int_equal(facts->blown_up, blown_up);
    assert_int_equal(facts->escaped, escaped);
    assert_int_equal(facts->unclear, unclear);
    assert_int_equal(facts->failed, 0);
}

static void finish(struct throw *throw) {
    uint8_t faces[PF_BARRELS];
    while (throw_tick(throw))
        ;
    throw_faces(throw, faces);
    for (int i = 0; i < throw->barrels; i++) {
        struct real_pose pose = pose_of(throw, i);
        assert_int_equal(faces[i], eye_face(&pose));
    }
}

static void what_blows_up_begins_anew_with_half_the_step(void **state) {
    struct throw *throw = begin(3);
    (void)state;
    assert_steps_a_tick(throw, 4);
    for (int times = 1; times <= 2; times++) {
        tick(throw, 10);
        throw->world->faults_planted = TRIES_A_STEP;
        tick(throw, 1);
        assert_reasons(throw, times, 0, 0);
        assert_begun(throw, true);
        assert_steps_a_tick(throw, 4 << times);
    }
    finish(throw);
    assert_reasons(throw, 2, 0, 0);
    throw_begin(throw, NUMBER); /* the next throw is not affected */
    assert_steps_a_tick(throw, 4);
    throw_free(throw);
}

static void a_step_made_in_parts_is_no_new_beginning(void **state) {
    struct throw *throw = begin(3);
    (void)state;
    tick(throw, 10);
    throw->world->faults_planted = TRIES_A_STEP - 1;
    tick(throw, 1);
    assert_reasons(throw, 0, 0, 0);
    assert_int_equal(throw_facts(throw)->halved, 1);
    finish(throw);
    throw_free(throw);
}

/* Nothing holds the barrel, so it stays about where it is placed. */
static void put_loose(struct throw *throw, int index, const double at[3]) {
    struct real_pose pose = {{at[0], at[1], at[2]}, {1, 0, 0, 0}};
    world_set_groups(throw->world, FIRST_BARREL + index, 0);
    world_put(throw->world, FIRST_BARREL + index, &pose, &(struct motion){{0}, {0}});
}

static void what_escapes_begins_anew_with_half_the_step(void **state) {
    static const double outside[][3] = {{0.15, 0, 0.05},  {-0.15, 0, 0.05},    {0, 0.15, 0.05},
                                        {0, -0.15, 0.05}, {0.11, -0.11, 0.05}, {0, 0, -0.01},
                                        {0, 0, 0.32}};
    (void)state;
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        struct throw *throw = begin(3);
        tick_until_uncovered(throw);
        put_loose(throw, (int)i % 3, outside[i]);
        tick(throw, 1);
        assert_reasons(throw, 0, 1, 0);
        assert_begun(throw, true);
        assert_steps_a_tick(throw, 8);
        throw_free(throw);
    }
}

static void what_is_within_the_rim_has_not_escaped(void **state) {
    static const double inside[][3] = {{0.11, 0, 0.05}, {0, -0.11, 0.05}, {0, 0, 0.29}};
    (void)state;
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        struct throw *throw = begin(3);
        tick_until_uncovered(throw);
        put_loose(throw, (int)i % 3, inside[i]);
        tick(throw, 1);
        assert_reasons(throw, 0, 0, 0);
        throw_free(throw);
    }
}

/* A barrel that is held in the air never comes free. */
static bool tick_haunted(struct throw *throw) {
    struct real_pose pose = {{0, 0, 0.05}, {1, 0, 0, 0}};
    if (world_time(throw->world) > CUP_LIFTED)
        world_put(throw->world, FIRST_BARREL, &pose, &(struct motion){{0}, {0}});
    return throw_tick(throw);
}

static void what_stays_unclear_begins_anew_with_other_dice(void **state) {
    struct throw *throw = begin(1);
    (void)state;
    while (throw_facts(throw)->unclear == 0)
        assert_true(tick_haunted(throw));
    assert_int_equal(throw_facts(throw)->taps, 20);
    assert_reasons(throw, 0, 0, 1);
    assert_begun(throw, false);
    assert_steps_a_tick(throw, 4);
    finish(throw);
    assert_reasons(throw, 0, 0, 1);
    throw_free(throw);
}

/* Makes all further steps fail. */
static void fail_throw(struct throw *throw, uint8_t faces[PF_BARRELS]) {
    struct real_pose poses[PF_BARRELS], cup, coaster;
    throw->world->faults_planted = INT_MAX;
    while (throw_tick(throw))
        ;
    assert_int_equal(throw_facts(throw)->failed, 1);
    assert_int_equal(throw_facts(throw)->blown_up, 9);
    throw_faces(throw, faces);
    throw_poses(throw, poses, &cup, &coaster);
    for (int i = 0; i < throw->barrels; i++)
        assert_int_equal(faces[i], eye_face(&poses[i]));
    assert_true(cup.at[2] > 0.2 && fabs(coaster.at[2]) < 1e-9);
    throw->world->faults_planted = 0;
}

static void a_throw_in_a_broken_world_still_ends(void **state) {
    (void)state;
    for (int barrels = 1; barrels <= PF_BARRELS; barrels++) {
        struct throw *used = begin(barrels), *fresh = begin(barrels);
        uint8_t faces[PF_BARRELS], again[PF_BARRELS];
        finish(used);
        throw_begin(used, NUMBER);
        fail_throw(used, faces);
        fail_throw(fresh, again);
        assert_memory_equal(faces, again, sizeof faces);
        throw_begin(used, NUMBER); /* with a working simulation again */
        finish(used);
        assert_reasons(used, 0, 0, 0);
        throw_free(used);
        throw_free(fresh);
    }
}

static void a_throw_that_never_gets_clear_still_ends(void **state) {
    struct throw *throw = begin(1);
    uint8_t faces[PF_BARRELS];
    bool goes_on = true;
    (void)state;
    while (goes_on) {
        throw->taps = TAPS_MAX; /* makes the failure as fast as possible */
        goes_on = tick_haunted(throw);
    }
    assert_int_equal(throw_facts(throw)->failed, 1);
    assert_int_equal(throw_facts(throw)->unclear, 9);
    throw_faces(throw, faces);
    throw_free(throw);
}

/* With the probabilities of the table of odds, for any barrel and either end. */
static void what_failed_comes_out_by_the_odds(void **state) {
    enum { MADE = 400 };
    struct throw *throw = begin(PF_BARRELS);
    int seen[PF_BARRELS][PF_NOT_THROWN] = {{0}};
    uint8_t faces[PF_BARRELS];
    double expected = 0;
    (void)state;
    for (int j = 0; j <= PF_BARRELS; j++)
        expected += (double)j * pf_odds[PF_BARRELS][j] / PF_ODDS_WHOLE / PF_BARRELS * MADE;
    for (int number = 0; number < MADE; number++) {
        throw_begin(throw, number);
        throw->facts.blown_up = ATTEMPTS_MAX; /* so that the next attempt is the last */
        fail_throw(throw, faces);
        for (int i = 0; i < PF_BARRELS; i++)
            seen[i][faces[i]]++;
    }
    for (int i = 0; i < PF_BARRELS; i++)
        for (int end = PF_FIRST_END; end <= PF_SECOND_END; end++)
            assert_true(fabs(seen[i][end] - expected / 2) < 30); /* more than 4 sigma */
    throw_free(throw);
}

/* Such a throw can be shown, recorded and replayed like any other. */
static void a_failed_throw_has_a_whole_recording(void **state) {
    struct film film;
    struct frame frame;
    size_t size;
    (void)state;
    film_open(&film, film_take(4, NUMBER));
    for (int i = 0; i < 40; i++)
        film_tick(&film);
    film.throw->world->faults_planted = INT_MAX;
    while (!recording_has_ended(film.recording))
        film_tick(&film);
    assert_int_equal(throw_facts(film.throw)->failed, 1);
    assert_true(film_fits(film.recording, 4));
    const uint8_t *faces = recording_outcome(film.recording, &size);
    recording_frame(film.recording, recording_frames(film.recording) - 1, &frame);
    for (int i = 0; i < 4; i++) {
        struct real_pose pose = eye_pose(&frame.bodies[i]);
        assert_int_equal(faces[i], eye_face(&pose));
    }
    film_close(&film);
    recording_free(film.recording);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_blows_up_begins_anew_with_half_the_step),
        cmocka_unit_test(a_step_made_in_parts_is_no_new_beginning),
        cmocka_unit_test(what_escapes_begins_anew_with_half_the_step),
        cmocka_unit_test(what_is_within_the_rim_has_not_escaped),
        cmocka_unit_test(what_stays_unclear_begins_anew_with_other_dice),
        cmocka_unit_test(a_throw_in_a_broken_world_still_ends),
        cmocka_unit_test(a_throw_that_never_gets_clear_still_ends),
        cmocka_unit_test(what_failed_comes_out_by_the_odds),
        cmocka_unit_test(a_failed_throw_has_a_whole_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
