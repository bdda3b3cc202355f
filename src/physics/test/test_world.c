/* The physics room: what physics.h promises, one test a promise. */
#include "unit/test.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include <spelunke/sim.h>

#include "physics/world_inside.h"

#define UPRIGHT                                                                                    \
    { 1, 0, 0, 0 }
enum { FLOOR, FIRST, SECOND, PUSHER };
enum { TOUCH = 1, ELSEWHERE = 2 };

static const struct shape floor_shape = {.kind = SHAPE_PLANE};
static const struct shape barrel = {.kind = SHAPE_CYLINDER, .size = {0.01, 0.01}, .mass = 0.004};
/* Its front is 0.1 m before its middle. */
static const struct shape drum = {.kind = SHAPE_CYLINDER, .size = {0.1, 0.05}, .mass = 1};

static const struct body bodies[] = {
    [FLOOR] = {.kind = BODY_FIXED,
               .pose = {{0}, UPRIGHT},
               .shapes = &floor_shape,
               .shape_count = 1,
               .groups = TOUCH},
    [FIRST] = {.kind = BODY_FREE,
               .pose = {{0, 0, 0.05}, {0.9, 0.3, 0.2, 0.1}},
               .shapes = &barrel,
               .shape_count = 1,
               .groups = TOUCH},
    [SECOND] = {.kind = BODY_FREE,
                .pose = {{0.004, 0, 0.08}, {0.5, 0.1, 0.7, 0.3}},
                .shapes = &barrel,
                .shape_count = 1,
                .groups = TOUCH},
    [PUSHER] = {.kind = BODY_DRIVEN,
                .pose = {{-0.5, 0, 0.05}, UPRIGHT},
                .shapes = &drum,
                .shape_count = 1,
                .groups = TOUCH},
};

static const struct world_plan plan = {.step = 1 / 240.0,
                                       .gravity = {0, 0, -9.81},
                                       .surface = {.friction = 0.45, .spring = {0.0085, 0.6}},
                                       .bodies = bodies,
                                       .body_count = 4,
                                       .contacts_max = 40,
                                       .rows_max = 160,
                                       .stack_bytes = 400000};

static struct world *new_world(const struct world_plan *of) {
    struct text why = {0};
    struct world *world = world_new(of, &why);
    test_text(&why, "");
    text_free(&why);
    assert_non_null(world);
    return world;
}

static void run(struct world *world, int steps) {
    for (int i = 0; i < steps; i++)
        assert_int_equal(world_step(world), STEP_DONE);
}

static void assert_same(const struct world *a, const struct world *b) {
    size_t size = world_snapshot_bytes(a);
    void *first = malloc(size), *second = malloc(size);
    world_save(a, first);
    world_save(b, second);
    assert_memory_equal(first, second, size);
    free(first);
    free(second);
}

static void falls_as_galilei_says(void **state) {
    struct world *world = new_world(&plan);
    struct real_pose pose;
    struct motion motion;
    (void)state;
    run(world, 12); /* a twentieth of a second */
    world_pose(world, FIRST, &pose);
    world_motion(world, FIRST, &motion);
    assert_true(fabs(motion.speed[2] + 9.81 * 0.05) < 1e-9);
    assert_true(fabs(pose.at[2] - (0.05 - 9.81 * 0.05 * 0.05 / 2)) < 0.002);
    assert_true(fabs(world_time(world) - 0.05) < 1e-12);
    world_free(world);
}

static void comes_to_rest_on_the_floor_and_touches_it(void **state) {
    struct world *world = new_world(&plan);
    struct contact contacts[40];
    struct real_pose pose;
    bool touches = false;
    int steps = 0;
    (void)state;
    world_put(world, FIRST, &(struct real_pose){{0, 0, 0.02}, UPRIGHT}, &(struct motion){{0}, {0}});
    world_put(world, SECOND, &(struct real_pose){{0.05, 0, 0.02}, UPRIGHT},
              &(struct motion){{0}, {0}});
    while (!world_is_at_rest(world) && steps < 4000) {
        run(world, 1);
        steps++;
    }
    assert_true(steps > 24 && steps < 4000);
    int count = world_contacts(world, contacts, 40);
    for (int i = 0; i < count; i++)
        touches |= contacts[i].body[0] == FLOOR && contacts[i].body[1] == FIRST &&
                   fabs(contacts[i].depth) < 0.001;
    assert_true(touches);
    world_pose(world, FIRST, &pose);
    assert_true(fabs(pose.at[2] - 0.01) < 0.001);
    world_wake(world);
    assert_false(world_is_at_rest(world));
    world_free(world);
}

static int points_between(const struct world *world, int a, int b) {
    struct contact contacts[40];
    int count = world_contacts(world, contacts, 40), points = 0;
    for (int i = 0; i < count; i++)
        points += contacts[i].body[0] == a && contacts[i].body[1] == b;
    return points;
}

static void fine_contacts_let_a_tower_rest(void **state) {
    struct world *world = new_world(&plan);
    const struct real_pose below = {{0, 0, 0.01}, UPRIGHT}, above = {{0.004, 0, 0.03}, UPRIGHT};
    (void)state;
    world_put(world, FIRST, &below, &(struct motion){{0}, {0}});
    world_put(world, SECOND, &above, &(struct motion){{0}, {0}});
    world_set_fine_contacts(world, true);
    run(world, 240);
    assert_true(points_between(world, FIRST, SECOND) >= 3);
    assert_true(world_is_at_rest(world));
    world_set_fine_contacts(world, false);
    run(world, 1);
    assert_int_equal(points_between(world, FIRST, SECOND), 1);
    world_free(world);
}

/* Slow enough to pass any test by velocity, it must not count as rest. */
static void creeping_is_not_rest(void **state) {
    struct world_plan weightless = plan;
    memset(weightless.gravity, 0, sizeof weightless.gravity);
    struct world *world = new_world(&weightless);
    const struct real_pose far = {{0, 0, 1}, UPRIGHT};
    (void)state;
    world_put(world, FIRST, &far, &(struct motion){.speed = {0.002}});
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        assert_false(world_is_at_rest(world));
    }
    world_put(world, FIRST, &far, &(struct motion){.spin = {0.2}});
    for (int i = 0; i < 240; i++) {
        run(world, 1);
        assert_false(world_is_at_rest(world));
    }
    world_put(world, FIRST, &far, &(struct motion){{0}, {0}});
    run(world, 26);
    assert_true(world_is_at_rest(world));
    world_free(world);
}

/* All that can be asked about two worlds is the same, to the bit. */
static void assert_alike(const struct world *a, const struct world *b) {
    assert_true(world_time(a) == world_time(b));
    assert_int_equal(world_is_at_rest(a), world_is_at_rest(b));
    for (int body = FLOOR; body <= PUSHER; body++) {
        struct real_pose here, there;
        world_pose(a, body, &here);
        world_pose(b, body, &there);
        assert_memory_equal(&here, &there, sizeof here);
    }
    for (int body = FIRST; body <= SECOND; body++) {
        struct motion here, there;
        world_motion(a, body, &here);
        world_motion(b, body, &there);
        assert_memory_equal(&here, &there, sizeof here);
    }
}

/* And stays so, step by step; returns in how many of them all was at rest. */
static int run_alike(struct world *a, struct world *b, int steps) {
    struct contact here[40] = {0}, there[40] = {0};
    int rests = 0;
    assert_alike(a, b);
    for (int i = 0; i < steps; i++) {
        run(a, 1);
        run(b, 1);
        assert_alike(a, b);
        assert_int_equal(world_contacts(a, here, 40), world_contacts(b, there, 40));
        assert_memory_equal(here, there, sizeof here);
        rests += world_is_at_rest(a);
    }
    return rests;
}

/* Nothing is as it was when the world was new: the barrels do not touch each
 * other and roll against the drum, and one of them is about to be twisted. */
static struct world *changed_world(void) {
    struct world *world = new_world(&plan);
    world_set_step(world, 1 / 300.0);
    world_set_gravity(world, (const double[]){-1, 0.5, -9});
    world_set_fine_contacts(world, true);
    world_set_groups(world, FLOOR, TOUCH | ELSEWHERE);
    world_set_groups(world, SECOND, ELSEWHERE);
    world_drive(world, PUSHER, &(struct real_pose){{-0.12, 0.01, 0.05}, {0.6, 0.8, 0, 0}});
    return world;
}

/* Resumes it in a world that differs in all of it and has a past of its own. */
static void check_snapshot(struct world *first) {
    struct world *second = new_world(&plan);
    void *snapshot = malloc(world_snapshot_bytes(first));
    run(second, 17);
    world_apply_torque(second, SECOND, (const double[]){1e-5, 0, 0});
    world_apply_torque(first, FIRST, (const double[]){0, 1e-5, 2e-5});
    world_save(first, snapshot);
    world_restore(second, snapshot);
    run_alike(first, second, 300);
    free(snapshot);
    world_free(second);
}

static void a_snapshot_goes_on_bit_for_bit(void **state) {
    struct world *world = changed_world();
    struct contact contacts[40];
    (void)state;
    do
        run(world, 1);
    while (world_contacts(world, contacts, 40) < 3);
    assert_false(world_is_at_rest(world));
    check_snapshot(world);
    world_free(world);
}

/* Half of the tenth of a second is over, in the one world only. */
static void a_snapshot_knows_how_long_all_was_at_rest(void **state) {
    struct world *first = new_world(&plan), *second = new_world(&plan);
    void *snapshot = malloc(world_snapshot_bytes(first));
    (void)state;
    world_put(first, FIRST, &(struct real_pose){{0, 0, 0.01}, UPRIGHT}, &(struct motion){{0}, {0}});
    world_put(first, SECOND, &(struct real_pose){{0.05, 0, 0.01}, UPRIGHT},
              &(struct motion){{0}, {0}});
    run(first, 240);
    world_wake(first);
    run(first, 12);
    assert_false(world_is_at_rest(first));
    world_save(first, snapshot);
    run(second, 17);
    world_restore(second, snapshot);
    assert_int_equal(run_alike(first, second, 24), 12);
    free(snapshot);
    world_free(first);
    world_free(second);
}

static void a_reset_world_is_new(void **state) {
    struct world *used = changed_world(), *fresh = new_world(&plan);
    (void)state;
    run(used, 100);
    world_apply_torque(used, FIRST, (const double[]){0, 1e-5, 2e-5});
    world_reset(used);
    assert_same(used, fresh);
    run_alike(used, fresh, 300);
    assert_same(used, fresh);
    world_free(used);
    world_free(fresh);
}

static void a_fixed_body_that_is_not_turned_says_so(void **state) {
    static const struct body lazy[] = {{.kind = BODY_FIXED,
                                        .pose = {{0, 0, 1}, {0}},
                                        .shapes = &floor_shape,
                                        .shape_count = 1,
                                        .groups = TOUCH},
                                       {.kind = BODY_FREE,
                                        .pose = {{0, 0, 2}, {0}},
                                        .shapes = &barrel,
                                        .shape_count = 1,
                                        .groups = TOUCH},
                                       {.kind = BODY_DRIVEN,
                                        .pose = {{1, 0, 2}, {0}},
                                        .shapes = &drum,
                                        .shape_count = 1,
                                        .groups = TOUCH}};
    const double not_turned[4] = UPRIGHT;
    struct world_plan of = plan;
    struct real_pose pose;
    (void)state;
    of.bodies = lazy;
    of.body_count = 3;
    struct world *world = new_world(&of);
    for (int body = 0; body < 3; body++) {
        world_pose(world, body, &pose);
        assert_memory_equal(pose.turned, not_turned, sizeof not_turned);
    }
    world_free(world);
}

static void a_world_may_have_many_bodies(void **state) {
    enum { MANY = 60 };
    struct body many[MANY];
    struct world_plan of = plan;
    struct real_pose pose;
    (void)state;
    for (int i = 0; i < MANY; i++)
        many[i] = (struct body){.kind = BODY_FREE,
                                .pose = {{0.1 * i, 0, 1}, UPRIGHT},
                                .shapes = &barrel,
                                .shape_count = 1,
                                .groups = TOUCH};
    of.bodies = many;
    of.body_count = MANY;
    struct world *world = new_world(&of);
    run(world, 12);
    world_pose(world, MANY - 1, &pose);
    assert_true(pose.at[2] < 0.99);
    world_free(world);
}

static void a_driven_drum_pushes(void **state) {
    struct world *world = new_world(&plan);
    struct real_pose pose;
    (void)state;
    world_put(world, FIRST, &(struct real_pose){{0, 0, 0.01}, UPRIGHT}, &(struct motion){{0}, {0}});
    for (int i = 0; i < 240; i++) {
        world_drive(world, PUSHER, &(struct real_pose){{-0.2 + 0.001 * i, 0, 0.05}, UPRIGHT});
        run(world, 1);
    }
    world_pose(world, FIRST, &pose);
    assert_true(pose.at[0] > 0.135);
    world_free(world);
}

static void groups_decide_what_touches(void **state) {
    struct world *world = new_world(&plan);
    struct real_pose pose;
    (void)state;
    world_set_groups(world, FIRST, ELSEWHERE);
    run(world, 120);
    world_pose(world, FIRST, &pose);
    assert_true(pose.at[2] < -0.5); /* through the floor */
    world_pose(world, SECOND, &pose);
    assert_true(pose.at[2] > 0);
    world_free(world);
}

static void a_twist_lasts_one_step(void **state) {
    struct world *world = new_world(&plan);
    struct motion twisted, later;
    (void)state;
    world_apply_torque(world, FIRST, (const double[]){0, 0, 1e-5});
    run(world, 1);
    world_motion(world, FIRST, &twisted);
    run(world, 1);
    world_motion(world, FIRST, &later);
    assert_true(twisted.spin[2] > 0.01);
    assert_true(fabs(later.spin[2] - twisted.spin[2]) < 1e-3);
    world_free(world);
}

static void a_blow_up_is_told_and_nothing_is_reset(void **state) {
    struct world *world = new_world(&plan), *before = new_world(&plan);
    const struct motion mad = {.speed = {NAN}};
    const long broken = physics_step_faults().broken;
    struct real_pose pose;
    (void)state;
    run(world, 10);
    run(before, 10);
    assert_int_equal(physics_step_faults().broken, broken);
    world_pose(world, FIRST, &pose);
    world_put(world, FIRST, &pose, &mad);
    world_apply_torque(world, SECOND, (const double[]){0, 0, 1e-5});
    world_apply_torque(before, SECOND, (const double[]){0, 0, 1e-5});
    assert_int_equal(world_step(world), STEP_BROKEN);
    assert_int_equal(physics_step_faults().broken, broken + 1);
    world_put(world, FIRST, &pose, &(struct motion){{0}, {0}});
    world_put(before, FIRST, &pose, &(struct motion){{0}, {0}});
    assert_same(world, before);
    run_alike(world, before, 10);
    assert_same(world, before);
    world_free(world);
    world_free(before);
}

/* The whole step and the first of two halves blow up; quarters do not. */
static void a_blown_up_step_is_made_in_smaller_ones(void **state) {
    struct world *world = new_world(&plan), *whole = new_world(&plan);
    struct real_pose here, there;
    (void)state;
    run(world, 10);
    run(whole, 11);
    const long halved = physics_step_faults().halved;
    world->faults_planted = 2;
    assert_int_equal(world_step(world), STEP_HALVED);
    assert_int_equal(physics_step_faults().halved, halved + 1);
    assert_true(fabs(world_time(world) - world_time(whole)) < 1e-12);
    world_pose(world, FIRST, &here);
    world_pose(whole, FIRST, &there);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(here.at[i] - there.at[i]) < 1e-4);
    run(world, 10); /* whole steps again */
    run(whole, 10);
    assert_true(fabs(world_time(world) - world_time(whole)) < 1e-12);
    world_free(world);
    world_free(whole);
}

/* Down to the thirty-second part of a step; then it is given up. */
static void a_step_is_halved_five_times_at_most(void **state) {
    struct world *world = new_world(&plan), *before = new_world(&plan);
    (void)state;
    world->faults_planted = 5;
    assert_int_equal(world_step(world), STEP_HALVED);
    world_reset(world);
    world->faults_planted = 6;
    assert_int_equal(world_step(world), STEP_BROKEN);
    assert_same(world, before);
    world_free(world);
    world_free(before);
}

static void too_many_contacts_are_told(void **state) {
    struct world_plan crowded = plan;
    crowded.contacts_max = 1;
    crowded.rows_max = 4;
    struct world *world = new_world(&crowded);
    bool was_told = false;
    (void)state;
    for (int i = 0; i < 400; i++)
        was_told |= world_step(world) == STEP_CROWDED;
    assert_true(was_told);
    world_free(world);
}

static void a_fatal_error_of_the_engine_is_a_result(void **state) {
    struct world *world = new_world(&plan);
    enum step_result result = STEP_DONE;
    (void)state;
    int stack = world->data->nstack;
    world->data->nstack = 200; /* the engine runs out of it when it has taken some */
    for (int i = 0; i < 400 && result != STEP_BROKEN; i++)
        result = world_step(world);
    assert_int_equal(result, STEP_BROKEN);
    assert_int_equal(world_step(world), STEP_BROKEN);
    assert_int_equal(world->data->pstack, 0); /* nothing of it stays taken */
    world->data->nstack = stack;
    world_reset(world);
    assert_true(world_time(world) == 0);
    run(world, 10);
    world_free(world);
}

static void a_bad_plan_is_refused_with_words(void **state) {
    static const struct shape flat = {.kind = SHAPE_CYLINDER, .size = {0, -1}, .mass = 1};
    static const struct body bad[] = {{.kind = BODY_FREE,
                                       .pose = {{0}, UPRIGHT},
                                       .shapes = &flat,
                                       .shape_count = 1,
                                       .groups = TOUCH}};
    struct world_plan wrong = plan;
    struct text why = {0};
    (void)state;
    wrong.bodies = bad;
    wrong.body_count = 1;
    assert_null(world_new(&wrong, &why));
    assert_true(why.length > 0);
    text_free(&why);
}

static void a_plane_that_moves_is_refused(void **state) {
    static const struct body bad[] = {{.kind = BODY_DRIVEN,
                                       .pose = {{0}, UPRIGHT},
                                       .shapes = &floor_shape,
                                       .shape_count = 1,
                                       .groups = TOUCH}};
    struct world_plan wrong = plan;
    struct text why = {0};
    (void)state;
    wrong.bodies = bad;
    wrong.body_count = 1;
    assert_null(world_new(&wrong, &why));
    test_text(&why, "only fixed bodies have planes");
    text_free(&why);
}

static void nothing_is_written_into_the_working_directory(void **state) {
    (void)state;
    assert_int_equal(access("MUJOCO_LOG.TXT", F_OK), -1);
}

static void *run_alone(void *context) {
    run(context, 300);
    return NULL;
}

static void two_threads_give_what_one_gives(void **state) {
    struct world *worlds[3];
    pthread_t threads[2];
    (void)state;
    for (int i = 0; i < 3; i++)
        worlds[i] = new_world(&plan);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_alone, worlds[i]), 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    run(worlds[2], 300);
    assert_same(worlds[0], worlds[2]);
    assert_same(worlds[1], worlds[2]);
    for (int i = 0; i < 3; i++)
        world_free(worlds[i]);
}

static void a_build_has_a_name(void **state) {
    static const char *const parts[] = {"mujoco-", " libm-", " cpu-", " probe-", " program-"};
    struct text engine = {0}, program = {0}, again = {0};
    (void)state;
    physics_build(false, &engine);
    physics_build(true, &program);
    physics_build(true, &again);
    assert_string_equal(text_string(&program), text_string(&again));
    assert_memory_equal(engine.data, program.data, engine.length);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        assert_non_null(strstr(program.data, parts[i]));
    assert_null(strstr(engine.data, " program-"));
    assert_null(strstr(program.data, "unknown"));
    assert_null(strstr(program.data, "avx")); /* the probe tells what features matter */
    assert_in_range(program.length, 1, BUILD_TEXT_MAX - 1);
    print_message("# %s\n", program.data);
    text_free(&engine);
    text_free(&program);
    text_free(&again);
}

/* Only worlds need the engine's memory: the probe makes one. */
static int engine_allocations;

static void *counting_malloc(size_t size) {
    engine_allocations++;
    return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void a_build_is_found_out_once_a_process(void **state) {
    (void)state;
    struct text first = {0}, second = {0};
    physics_build(true, &first);
    mju_user_malloc = counting_malloc;
    mju_user_free = free;
    physics_build(true, &second);
    physics_build(false, &second);
    int by_asking = engine_allocations;
    struct world *world = new_world(&plan);
    world_free(world);
    mju_user_malloc = NULL;
    mju_user_free = NULL;
    assert_int_equal(by_asking, 0);
    assert_true(engine_allocations > 0); /* it would have been counted */
    assert_memory_equal(first.data, second.data, first.length);
    text_free(&first);
    text_free(&second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(falls_as_galilei_says),
        cmocka_unit_test(comes_to_rest_on_the_floor_and_touches_it),
        cmocka_unit_test(fine_contacts_let_a_tower_rest),
        cmocka_unit_test(creeping_is_not_rest),
        cmocka_unit_test(a_snapshot_goes_on_bit_for_bit),
        cmocka_unit_test(a_snapshot_knows_how_long_all_was_at_rest),
        cmocka_unit_test(a_reset_world_is_new),
        cmocka_unit_test(a_fixed_body_that_is_not_turned_says_so),
        cmocka_unit_test(a_world_may_have_many_bodies),
        cmocka_unit_test(a_driven_drum_pushes),
        cmocka_unit_test(groups_decide_what_touches),
        cmocka_unit_test(a_twist_lasts_one_step),
        cmocka_unit_test(a_blow_up_is_told_and_nothing_is_reset),
        cmocka_unit_test(a_blown_up_step_is_made_in_smaller_ones),
        cmocka_unit_test(a_step_is_halved_five_times_at_most),
        cmocka_unit_test(too_many_contacts_are_told),
        cmocka_unit_test(a_fatal_error_of_the_engine_is_a_result),
        cmocka_unit_test(a_bad_plan_is_refused_with_words),
        cmocka_unit_test(a_plane_that_moves_is_refused),
        cmocka_unit_test(two_threads_give_what_one_gives),
        cmocka_unit_test(a_build_has_a_name),
        cmocka_unit_test(a_build_is_found_out_once_a_process),
        cmocka_unit_test(nothing_is_written_into_the_working_directory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
