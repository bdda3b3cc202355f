/* The physics room: hinges, shapes with surfaces of their own, pushes, parked bodies. */
#include "unit/test.h"

#include <math.h>
#include <stdlib.h>

#include "physics/world_inside.h"

enum { FLOOR, BEAM, ARM, BOX, BALL, ROD, BODIES };
enum { TOUCH = 1 };

static const double degree = 0.017453292519943295;

static const struct surface slippery = {.friction = 0.05, .spring = {0.01, 1}};
static const struct surface rolling = {
    .friction = 0.5, .spring = {0.01, 1}, .torsion = 0.003, .rolling = 0.0002, .dimensions = 6};

static const struct shape floor_shape = {.kind = SHAPE_PLANE};
static const struct shape box_shape = {
    .kind = SHAPE_BOX, .size = {0.02, 0.015, 0.01}, .mass = 0.012};
static const struct shape ball_shape = {
    .kind = SHAPE_SPHERE, .size = {0.012}, .mass = 0.01, .surface = &rolling};
/* Its middle is beside its body's origin. */
static const struct shape rod_shape = {.kind = SHAPE_CAPSULE,
                                       .size = {0.005, 0.02},
                                       .pose = {{0.01, 0, 0}, {0.7071, 0, 0.7071, 0}},
                                       .mass = 0.006,
                                       .surface = &rolling};
/* A beam above its joint, held up by a weight below that touches nothing. */
static const struct shape beam_shapes[] = {
    {.kind = SHAPE_BOX, .size = {0.1, 0.03, 0.01}, .pose.at = {0, 0, 0.03}, .mass = 0.2},
    {.kind = SHAPE_SPHERE,
     .size = {0.03},
     .pose.at = {0, 0, -0.12},
     .mass = 0.5,
     .is_untouchable = true},
};
static const struct shape arm_shape = {.kind = SHAPE_BOX, .size = {0.01, 0.1, 0.003}, .mass = 0.02};

static const struct hinge beam_hinges[] = {
    {.axis = {1, 0, 0}, .low = -0.5, .high = 0.5, .damping = 0.002, .friction = 0.002},
    {.axis = {0, 1, 0}, .low = -0.5, .high = 0.5, .damping = 0.002, .friction = 0.002},
};
static const struct hinge arm_hinge = {.axis = {1, 0, 0},
                                       .anchor = {0, 0, -0.003},
                                       .low = -0.1,
                                       .high = 0.1,
                                       .friction = 0.0006,
                                       .friction_spring = {0.008, 1},
                                       .friction_impedance = {0.999, 0.9999, 0.001},
                                       .limit_spring = {0.008, 1},
                                       .rest = 0.002};

static const struct body bodies[BODIES] = {
    [FLOOR] = {.kind = BODY_FIXED,
               .pose = {{0, 0, -0.2}, {0}},
               .shapes = &floor_shape,
               .shape_count = 1,
               .groups = TOUCH},
    [BEAM] = {.kind = BODY_HINGED,
              .shapes = beam_shapes,
              .shape_count = 2,
              .groups = TOUCH,
              .parent = PARENT_WORLD,
              .hinges = beam_hinges,
              .hinge_count = 2},
    [ARM] = {.kind = BODY_HINGED,
             .pose = {{0.01, 0, 0.1}, {0.9, 0, 0, 0.4358898943540674}},
             .shapes = &arm_shape,
             .shape_count = 1,
             .groups = TOUCH,
             .parent = BEAM,
             .hinges = &arm_hinge,
             .hinge_count = 1},
    [BOX] = {.kind = BODY_FREE,
             .pose = {{1, 0, -0.18}, {0}},
             .shapes = &box_shape,
             .shape_count = 1,
             .groups = TOUCH},
    [BALL] = {.kind = BODY_FREE,
              .pose = {{2, 0, -0.18}, {0}},
              .shapes = &ball_shape,
              .shape_count = 1,
              .groups = TOUCH},
    [ROD] = {.kind = BODY_FREE,
             .pose = {{3, 0, -0.18}, {0}},
             .shapes = &rod_shape,
             .shape_count = 1,
             .groups = TOUCH},
};

static const struct world_plan plan = {
    .step = 0.004,
    .gravity = {0, 0, -9.81},
    .surface = {.friction = 0.4, .spring = {0.01, 1}, .impedance = {0.95, 0.99, 0.0003}},
    .bodies = bodies,
    .body_count = BODIES,
    .contacts_max = 60,
    .rows_max = 300,
    .stack_bytes = 800000,
    .solver = {.tolerance = 1e-11, .iterations = 30, .impratio = 100, .is_elliptic = true},
    .damping = 2e-6,
    .rest_seconds = 0.3};

static const struct motion still;

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

static double angle(const struct world *world, int body, int hinge) {
    return world_hinge(world, body, hinge, NULL);
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

static void put_at(struct world *world, int body, double x, double y, double z) {
    world_put(world, body, &(struct real_pose){{x, y, z}, {1, 0, 0, 0}}, &still);
}

static double height(const struct world *world, int body) {
    struct real_pose pose;
    world_pose(world, body, &pose);
    return pose.at[2];
}

static void a_hinge_stops_at_its_limits(void **state) {
    struct world *world = new_world(&plan);
    double most[2] = {0, 0};
    (void)state;
    for (int i = 0; i < 100; i++) {
        world_apply_force(world, BEAM, (const double[]){0, 0, 0}, (const double[]){0.4, -0.4, 0});
        run(world, 1);
        for (int j = 0; j < 2; j++)
            most[j] = fmax(most[j], fabs(angle(world, BEAM, j)));
    }
    for (int j = 0; j < 2; j++)
        assert_true(most[j] > 0.5 && most[j] < 0.56);
    run(world, 2000);
    for (int j = 0; j < 2; j++)
        assert_true(fabs(angle(world, BEAM, j)) < 0.05); /* its weight brings it back */
    world_free(world);
}

/* Just below the friction of its hinge a torque moves nothing, just above it does. */
static void friction_holds_a_hinge_until_it_is_overcome(void **state) {
    struct world_plan weightless = plan;
    (void)state;
    weightless.gravity[2] = 0;
    struct world *world = new_world(&weightless);
    for (int i = 0; i < 250; i++) {
        world_apply_force(world, BEAM, (const double[]){0, 0, 0}, (const double[]){0.0019, 0, 0});
        run(world, 1);
    }
    assert_true(fabs(angle(world, BEAM, 0)) < 0.05 * degree);
    for (int i = 0; i < 250; i++) {
        world_apply_force(world, BEAM, (const double[]){0, 0, 0}, (const double[]){0.0026, 0, 0});
        run(world, 1);
    }
    assert_true(angle(world, BEAM, 0) > 0.5 * degree);
    world_free(world);
}

/* The engine's own poses are those of where the step began: they are asked for before the
 * angles change. */
static void the_pose_of_a_hinged_body_is_the_engines(void **state) {
    struct world *world = new_world(&plan);
    (void)state;
    world_set_hinge(world, BEAM, 0, 0.3, 0);
    world_set_hinge(world, BEAM, 1, -0.2, 0);
    world_set_hinge(world, ARM, 0, 0.08, 0);
    assert_true(world_find_contacts(world));
    for (int body = BEAM; body <= ARM; body++) {
        int number = world_slot(world, body)->number;
        struct real_pose pose;
        world_pose(world, body, &pose);
        for (int i = 0; i < 3; i++)
            assert_true(fabs(pose.at[i] - world->data->xpos[3 * number + i]) < 1e-12);
        for (int i = 0; i < 4; i++)
            assert_true(fabs(pose.turned[i] - world->data->xquat[4 * number + i]) < 1e-12);
    }
    world_free(world);
}

/* Turns v into the world's axes. */
static void rotate(const double q[4], const double v[3], double out[3]) {
    double t[3] = {2 * (q[2] * v[2] - q[3] * v[1]), 2 * (q[3] * v[0] - q[1] * v[2]),
                   2 * (q[1] * v[1] - q[2] * v[0])};
    out[0] = v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
    out[1] = v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
    out[2] = v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
}

/* Speeds are what the poses a moment later say. */
static void the_motion_of_a_hinged_body_is_how_its_pose_changes(void **state) {
    static const double angles[3] = {0.2, -0.3, 0.05}, speeds[3] = {0.7, 0.4, -0.5};
    static const int of[3] = {BEAM, BEAM, ARM}, hinge[3] = {0, 1, 0};
    const double moment = 1e-6;
    struct world *world = new_world(&plan);
    struct real_pose before, after;
    struct motion motion;
    double spin[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        world_set_hinge(world, of[i], hinge[i], angles[i], speeds[i]);
    world_pose(world, ARM, &before);
    world_motion(world, ARM, &motion);
    for (int i = 0; i < 3; i++)
        world_set_hinge(world, of[i], hinge[i], angles[i] + moment * speeds[i], speeds[i]);
    world_pose(world, ARM, &after);
    for (int i = 0; i < 3; i++)
        assert_true(fabs((after.at[i] - before.at[i]) / moment - motion.speed[i]) < 1e-5);
    rotate(before.turned, motion.spin, spin);
    const double *q = before.turned, *p = after.turned;
    const double turn[3] = {-p[0] * q[1] + p[1] * q[0] - p[2] * q[3] + p[3] * q[2],
                            -p[0] * q[2] + p[2] * q[0] - p[3] * q[1] + p[1] * q[3],
                            -p[0] * q[3] + p[3] * q[0] - p[1] * q[2] + p[2] * q[1]};
    for (int i = 0; i < 3; i++)
        assert_true(fabs(2 * turn[i] / moment - spin[i]) < 1e-5);
    world_free(world);
}

/* A weight on a string: the period of a small swing is known. */
static void a_pendulum_keeps_its_time(void **state) {
    static const struct shape bob = {
        .kind = SHAPE_SPHERE, .size = {0.001}, .pose.at = {0, 0, -0.25}, .mass = 0.1};
    static const struct hinge string = {.axis = {0, 1, 0}};
    static const struct body alone = {.kind = BODY_HINGED,
                                      .shapes = &bob,
                                      .shape_count = 1,
                                      .groups = TOUCH,
                                      .parent = PARENT_WORLD,
                                      .hinges = &string,
                                      .hinge_count = 1};
    struct world_plan of = plan;
    int steps = 0;
    (void)state;
    of.bodies = &alone;
    of.body_count = 1;
    of.step = 0.0005;
    struct world *world = new_world(&of);
    world_set_hinge(world, 0, 0, 0.05, 0);
    for (; angle(world, 0, 0) > 0; steps++)
        run(world, 1);
    double quarter = 3.14159265358979 / 2 * sqrt(0.25 / 9.81);
    assert_true(fabs(steps * 0.0005 - quarter) < 0.002);
    world_free(world);
}

static void every_shape_rests_on_the_floor_as_high_as_it_is(void **state) {
    struct world *world = new_world(&plan);
    (void)state;
    run(world, 750);
    assert_true(fabs(height(world, BOX) + 0.2 - 0.010) < 0.0002);
    assert_true(fabs(height(world, BALL) + 0.2 - 0.012) < 0.0002);
    assert_true(fabs(height(world, ROD) + 0.2 - 0.005) < 0.0002);
    assert_true(world_is_at_rest(world));
    world_free(world);
}

/* Gravity leans by 15 degrees. A box of the world's surface holds, a slippery one slides;
 * what touches the floor has the larger friction of both, so the floor is slippery too. */
static void surfaces_belong_to_shapes(void **state) {
    struct shape shapes[2] = {floor_shape, box_shape};
    struct body two[2] = {bodies[FLOOR], bodies[BOX]};
    struct world_plan of = plan;
    const double lean = 15 * degree;
    struct real_pose pose;
    (void)state;
    shapes[0].surface = &slippery;
    for (int i = 0; i < 2; i++)
        two[i].shapes = &shapes[i];
    of.bodies = two;
    of.body_count = 2;
    of.gravity[0] = 9.81 * sin(lean);
    of.gravity[2] = -9.81 * cos(lean);
    for (int is_slippery = 0; is_slippery < 2; is_slippery++) {
        shapes[1].surface = is_slippery ? &slippery : NULL;
        struct world *world = new_world(&of);
        put_at(world, 1, 0, 0, -0.19);
        run(world, 250);
        world_pose(world, 1, &pose);
        if (is_slippery)
            assert_true(pose.at[0] > 0.8);
        else
            assert_true(pose.at[0] < 0.001);
        world_free(world);
    }
}

/* It falls through a weight that touches nothing and lands on the floor. */
static void what_is_untouchable_touches_nothing(void **state) {
    struct world *world = new_world(&plan);
    (void)state;
    put_at(world, BALL, 0, 0, -0.12);
    run(world, 250);
    assert_true(height(world, BALL) < -0.18);
    world_set_groups(world, BEAM, TOUCH | 2);
    put_at(world, BALL, 0, 0, -0.12);
    run(world, 250);
    assert_true(height(world, BALL) < -0.18);
    world_free(world);
}

static void a_push_is_mass_times_acceleration_for_one_step(void **state) {
    struct world_plan weightless = plan;
    struct motion motion, later;
    struct mass mass;
    (void)state;
    weightless.gravity[2] = 0;
    weightless.damping = 0;
    struct world *world = new_world(&weightless);
    const struct real_pose turned = {{0, 1, 1}, {0.5, 0.5, 0.5, 0.5}};
    world_put(world, BOX, &turned, &still);
    world_mass(world, BOX, &mass);
    world_apply_force(world, BOX, (const double[]){0, 0, 0.01}, (const double[]){1e-5, 0, 0});
    run(world, 1);
    world_motion(world, BOX, &motion);
    run(world, 1);
    world_motion(world, BOX, &later);
    assert_true(fabs(motion.speed[2] - 0.01 / mass.mass * 0.004) < 1e-12);
    assert_true(fabs(motion.speed[0]) + fabs(motion.speed[1]) < 1e-12);
    double spin[3];
    rotate(turned.turned, motion.spin, spin);
    /* the world's x is the body's z here */
    double inertia = 0.012 / 3 * (0.02 * 0.02 + 0.015 * 0.015);
    assert_true(fabs(spin[0] - 1e-5 / inertia * 0.004) < 1e-6);
    assert_true(fabs(later.speed[2] - motion.speed[2]) < 1e-12);
    world_free(world);
}

/* A push at the centre of mass does not turn a body whose origin is elsewhere. */
static void a_push_is_at_the_centre_of_mass(void **state) {
    struct world_plan weightless = plan;
    struct motion motion;
    (void)state;
    weightless.gravity[2] = 0;
    weightless.damping = 0;
    struct world *world = new_world(&weightless);
    put_at(world, ROD, 0, 1, 1);
    world_apply_force(world, ROD, (const double[]){0, 0, 0.01}, (const double[]){0, 0, 0});
    run(world, 1);
    world_motion(world, ROD, &motion);
    assert_true(motion.speed[2] > 0.001);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(motion.spin[i]) < 1e-9);
    world_free(world);
}

static void mass_centre_and_inertia_can_be_read(void **state) {
    struct world *world = new_world(&plan);
    struct mass box, rod, beam;
    double sum = 0;
    (void)state;
    world_mass(world, BOX, &box);
    world_mass(world, ROD, &rod);
    world_mass(world, BEAM, &beam);
    assert_true(fabs(box.mass - 0.012) < 1e-12);
    for (int i = 0; i < 3; i++)
        sum += box.inertia[i];
    assert_true(fabs(sum - 2 * 0.012 / 3 * (0.0004 + 0.000225 + 0.0001)) < 1e-12);
    assert_true(fabs(rod.centre[0] - 0.01) < 1e-9);
    assert_true(fabs(beam.mass - 0.7) < 1e-12); /* without the arm */
    assert_true(fabs(beam.centre[2] - (0.2 * 0.03 - 0.5 * 0.12) / 0.7) < 1e-9);
    world_free(world);
}

static void a_parked_body_waits_and_comes_back(void **state) {
    struct world *world = new_world(&plan);
    struct contact contacts[60];
    struct real_pose pose;
    (void)state;
    put_at(world, BOX, 0, 0, 0.0501);
    run(world, 50);
    world_park(world, BOX);
    assert_true(world_is_parked(world, BOX));
    run(world, 500);
    world_pose(world, BOX, &pose);
    assert_memory_equal(pose.at, bodies[BOX].pose.at, sizeof pose.at);
    int count = world_contacts(world, contacts, 60);
    for (int i = 0; i < count; i++)
        assert_true(contacts[i].body[0] != BOX && contacts[i].body[1] != BOX);
    world_set_groups(world, BOX, TOUCH); /* still parked */
    run(world, 10);
    assert_true(world_is_parked(world, BOX));
    assert_true(world_is_at_rest(world));
    put_at(world, BOX, 0, 0, 0.0501);
    assert_false(world_is_parked(world, BOX));
    run(world, 250);
    assert_true(fabs(height(world, BOX) - 0.05) < 0.001);
    world_free(world);
}

/* Where it is parked makes no difference to the others: here on the spot where the ball
 * falls. */
static void a_parked_body_is_in_nobodys_way(void **state) {
    struct world *world = new_world(&plan);
    (void)state;
    world_park(world, BOX);
    put_at(world, BALL, 1, 0, -0.15);
    run(world, 250);
    assert_true(fabs(height(world, BALL) + 0.2 - 0.012) < 0.0002);
    world_free(world);
}

static void hinges_that_move_are_no_rest_and_the_plan_says_for_how_long(void **state) {
    struct world *world = new_world(&plan);
    (void)state;
    for (int body = BOX; body <= ROD; body++)
        world_park(world, body);
    run(world, 74);
    assert_false(world_is_at_rest(world));
    run(world, 2);
    assert_true(world_is_at_rest(world));
    assert_true(fabs(world_still_seconds(world) - 0.304) < 1e-9);
    world_set_hinge(world, BEAM, 1, 0, 0.3);
    run(world, 2);
    assert_false(world_is_at_rest(world));
    assert_true(world_still_seconds(world) < 0.01);
    world_reset(world);
    for (int body = BOX; body <= ROD; body++)
        world_park(world, body);
    run(world, 76);
    world_set_hinge(world, ARM, 0, 0.0015, 0); /* the arm may move by 0.002 at rest */
    run(world, 1);
    assert_true(world_is_at_rest(world));
    world_set_hinge(world, ARM, 0, 0.0025, 0);
    run(world, 1);
    assert_false(world_is_at_rest(world));
    world_free(world);
}

/* Half a thousandth, where the plan does not say how far a hinge may turn at rest. */
static void a_hinge_without_a_limit_of_rest_has_half_a_thousandth(void **state) {
    struct world *world = new_world(&plan);
    (void)state;
    for (int hinge = 0; hinge < 2; hinge++) {
        world_reset(world);
        for (int body = BOX; body <= ROD; body++)
            world_park(world, body);
        run(world, 76);
        world_set_hinge(world, BEAM, hinge, 0.0004, 0);
        run(world, 1);
        assert_true(world_is_at_rest(world));
        world_set_hinge(world, BEAM, hinge, 0.0006, 0);
        run(world, 1);
        assert_false(world_is_at_rest(world));
    }
    world_free(world);
}

/* Contacts can be asked for at any time, and nothing comes out otherwise. */
static void finding_contacts_changes_nothing(void **state) {
    struct world *asked = new_world(&plan), *left = new_world(&plan);
    struct contact contacts[60];
    bool touches = false;
    (void)state;
    put_at(asked, BOX, 0, 0, 0.0499);
    put_at(left, BOX, 0, 0, 0.0499);
    assert_true(world_find_contacts(asked));
    int count = world_contacts(asked, contacts, 60);
    for (int i = 0; i < count; i++)
        touches |= contacts[i].body[0] == BEAM && contacts[i].body[1] == BOX;
    assert_true(touches);
    for (int i = 0; i < 100; i++) {
        assert_true(world_find_contacts(asked));
        run(asked, 1);
        run(left, 1);
        assert_same(asked, left);
    }
    world_free(asked);
    world_free(left);
}

static struct world *busy_world(void) {
    struct world *world = new_world(&plan);
    put_at(world, BOX, 0.02, 0.01, 0.055);
    put_at(world, BALL, 0.0, 0.0, 0.08);
    world_park(world, ROD);
    world_set_hinge(world, BEAM, 0, 0.1, -0.3);
    world_set_hinge(world, ARM, 0, -0.05, 0);
    run(world, 60);
    return world;
}

static void a_snapshot_holds_hinges_pushes_and_what_is_parked(void **state) {
    struct world *first = busy_world(), *second = new_world(&plan);
    void *snapshot = malloc(world_snapshot_bytes(first));
    (void)state;
    run(second, 30);
    world_apply_force(first, BEAM, (const double[]){0.1, 0.2, 0}, (const double[]){0.01, 0, 0});
    world_save(first, snapshot);
    world_restore(second, snapshot);
    assert_true(world_is_parked(second, ROD));
    for (int i = 0; i < 200; i++) {
        run(first, 1);
        run(second, 1);
        assert_same(first, second);
    }
    free(snapshot);
    world_free(first);
    world_free(second);
}

static void a_reset_world_goes_on_as_a_new_one(void **state) {
    struct world *used = busy_world(), *fresh = new_world(&plan);
    (void)state;
    world_apply_force(used, BOX, (const double[]){0.1, 0.2, 0}, (const double[]){0.01, 0, 0});
    world_reset(used);
    assert_same(used, fresh);
    assert_false(world_is_parked(used, ROD));
    put_at(used, BOX, 0.02, 0.01, 0.055);
    put_at(fresh, BOX, 0.02, 0.01, 0.055);
    world_set_hinge(used, BEAM, 0, 0.1, 0);
    world_set_hinge(fresh, BEAM, 0, 0.1, 0);
    for (int i = 0; i < 200; i++) {
        run(used, 1);
        run(fresh, 1);
        assert_same(used, fresh);
    }
    world_free(used);
    world_free(fresh);
}

static void assert_refused(const struct body *bad, int count, const char *words) {
    struct world_plan wrong = plan;
    struct text why = {0};
    wrong.bodies = bad;
    wrong.body_count = count;
    assert_null(world_new(&wrong, &why));
    test_text(&why, words);
    text_free(&why);
}

static void hinges_that_hang_on_nothing_are_refused(void **state) {
    static const char *const parent_words = "a body hangs on an earlier one that is free or hinged";
    struct body bad[2] = {bodies[FLOOR], bodies[BEAM]};
    (void)state;
    bad[1].parent = 0;
    assert_refused(bad, 2, parent_words); /* the floor does not move */
    bad[1].parent = 1;
    assert_refused(bad, 2, parent_words);
    bad[1].parent = -2;
    assert_refused(bad, 2, parent_words);
    bad[1].parent = PARENT_WORLD;
    bad[1].hinge_count = 0;
    assert_refused(bad, 2, "a hinged body has one or two hinges");
    bad[1].hinge_count = 3;
    assert_refused(bad, 2, "a hinged body has one or two hinges");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hinge_stops_at_its_limits),
        cmocka_unit_test(friction_holds_a_hinge_until_it_is_overcome),
        cmocka_unit_test(the_pose_of_a_hinged_body_is_the_engines),
        cmocka_unit_test(the_motion_of_a_hinged_body_is_how_its_pose_changes),
        cmocka_unit_test(a_pendulum_keeps_its_time),
        cmocka_unit_test(every_shape_rests_on_the_floor_as_high_as_it_is),
        cmocka_unit_test(surfaces_belong_to_shapes),
        cmocka_unit_test(what_is_untouchable_touches_nothing),
        cmocka_unit_test(a_push_is_mass_times_acceleration_for_one_step),
        cmocka_unit_test(a_push_is_at_the_centre_of_mass),
        cmocka_unit_test(mass_centre_and_inertia_can_be_read),
        cmocka_unit_test(a_parked_body_waits_and_comes_back),
        cmocka_unit_test(a_parked_body_is_in_nobodys_way),
        cmocka_unit_test(hinges_that_move_are_no_rest_and_the_plan_says_for_how_long),
        cmocka_unit_test(a_hinge_without_a_limit_of_rest_has_half_a_thousandth),
        cmocka_unit_test(finding_contacts_changes_nothing),
        cmocka_unit_test(a_snapshot_holds_hinges_pushes_and_what_is_parked),
        cmocka_unit_test(a_reset_world_goes_on_as_a_new_one),
        cmocka_unit_test(hinges_that_hang_on_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
