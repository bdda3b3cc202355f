/* probe.c: a hash of a small simulation and of some function values in this process.
 *
 * File names do not determine the motion. The maths library selects its functions at program
 * start, by CPU features and by settings (GLIBC_TUNABLES), and the engine may use code from
 * further libraries. So the build's name includes this hash. Other variants of a function differ
 * in the last bit of one result in a thousand, so many are needed. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for sincos, which the engine calls */
#endif
#include "world_inside.h"

#include <math.h>
#include <stdint.h>

enum { BARRELS = 4, STEPS = 120, QUESTIONS = 4096 };

static void hash_numbers(uint64_t *hash, const double *numbers, int count) {
    const unsigned char *bytes = (const unsigned char *)numbers;
    for (size_t i = 0; i < (size_t)count * sizeof *numbers; i++)
        *hash = (*hash ^ bytes[i]) * 0x100000001b3u; /* FNV-1a */
}

/* volatile: prevents the compiler from evaluating the calls */
static void ask_maths(double number, uint64_t *hash) {
    static double (*const volatile of_angle[])(double) = {sin, cos, tan, atan, exp, log};
    static double (*const volatile of_ratio[])(double) = {asin, acos};
    static void (*const volatile of_both)(double, double *, double *) = sincos;
    static double (*const volatile of_two[])(double, double) = {atan2, pow};
    double answers[12], angle = 8 * number;
    int count = 0;
    for (int i = 0; i < 6; i++)
        answers[count++] = of_angle[i](angle);
    for (int i = 0; i < 2; i++)
        answers[count++] = of_ratio[i](number);
    for (int i = 0; i < 2; i++)
        answers[count++] = of_two[i](number, 1.7);
    of_both(angle, &answers[count], &answers[count + 1]);
    hash_numbers(hash, answers, count + 2);
}

/* Between 0 and 1, exclusive. */
static void probe_maths(uint64_t *hash) {
    uint64_t state = 1;
    for (int i = 0; i < QUESTIONS; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        ask_maths(((double)(state >> 12) + 0.5) * 0x1p-52, hash);
    }
}

/* Barrels that fall into a corner, where they keep touching each other. */
static struct world *barrels_in_a_corner(void) {
    static const double root = 0.70710678118654752;
    const struct shape walls[] = {
        {.kind = SHAPE_PLANE},
        {.kind = SHAPE_PLANE, .pose.turned = {root, 0, root, 0}},
        {.kind = SHAPE_PLANE, .pose.turned = {root, -root, 0, 0}},
    };
    const struct shape barrel = {.kind = SHAPE_CYLINDER, .size = {0.01, 0.011}, .mass = 0.004};
    struct body bodies[1 + BARRELS] = {
        {.kind = BODY_FIXED, .shapes = walls, .shape_count = 3, .groups = 1}};
    for (int i = 0; i < BARRELS; i++) {
        const struct real_pose pose = {{0.02 + 0.003 * i, 0.03 - 0.002 * i * i, 0.02 + 0.018 * i},
                                       {0.9, 0.1 * i, 0.5, 0.3}};
        bodies[1 + i] = (struct body){
            .kind = BODY_FREE, .pose = pose, .shapes = &barrel, .shape_count = 1, .groups = 1};
    }
    const struct world_plan plan = {.step = 1 / 240.0,
                                    .gravity = {-5, -4, -8},
                                    .surface = {.friction = 0.45, .spring = {0.0085, 0.6}},
                                    .bodies = bodies,
                                    .body_count = 1 + BARRELS,
                                    .contacts_max = 60,
                                    .rows_max = 240,
                                    .stack_bytes = 800000};
    struct text why = {0};
    struct world *world = world_new(&plan, &why);
    text_free(&why);
    return world;
}

static bool probe_motion(uint64_t *hash) {
    struct world *world = barrels_in_a_corner();
    bool is_done = world != NULL;
    for (int i = 0; i < STEPS && is_done; i++) {
        world_set_fine_contacts(world, i >= STEPS / 2);
        is_done = world_step(world) != STEP_BROKEN;
        hash_numbers(hash, world->data->qpos, world->model->nq);
        hash_numbers(hash, world->data->qvel, world->model->nv);
    }
    world_free(world);
    return is_done;
}

bool probe_put(struct text *out) {
    uint64_t hash = 0xcbf29ce484222325u;
    unsigned char bytes[8];
    probe_maths(&hash);
    if (!probe_motion(&hash))
        return false;
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(hash >> (56 - 8 * i));
    text_put_hex(out, bytes, sizeof bytes);
    return true;
}
