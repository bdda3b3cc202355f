/* throw.c: a simulated throw of one to nine barrels.
 *
 * Barrels are plain cylinders, which are the cheapest shape; their height was tuned to the
 * wanted share of standing barrels. The cup is a prism of eight walls that disappear when it is
 * lifted. A rim keeps rolling barrels on the table, and a torque slows them down like felt.
 *
 * Every throw ends: after a failure it is started again, and after too many failures the barrels
 * are laid out according to the table of odds. The result is always read from the final poses. */
#include "throw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "throw_inside.h"

const struct barrel_shape throw_barrel = {.height = 0.0195, .diameter = 0.020, .damping = 0.9};

enum { TOUCH = 1 };
static const double rim_radius = 0.12, barrel_mass = 0.004, felt_torque = 1.8e-5;
/* Timeouts in seconds until the coaster is tapped. Barrels that lean or lie on others may
 * tremble for ever, so their timeout is shorter than that of barrels that clearly stand or lie
 * and still roll. */
static const double timeout_unclear = 1.5, timeout_clear = 3;

/* splitmix64; any number is a good seed. */
static uint64_t draw(struct throw *throw) {
    uint64_t x = throw->dice += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* From -1 to 1. */
static double draw_real(struct throw *throw) {
    return (double)(draw(throw) >> 11) / 4503599627370496.0 - 1;
}

/* A uniformly distributed unit vector, by rejection sampling in the unit ball. */
static void draw_direction(struct throw *throw, double *out, int dimensions) {
    double square;
    do {
        square = 0;
        for (int i = 0; i < dimensions; i++) {
            out[i] = draw_real(throw);
            square += out[i] * out[i];
        }
    } while (square > 1 || square < 0.01);
    for (int i = 0; i < dimensions; i++)
        out[i] /= sqrt(square);
}

/* A wall at this distance from the axis, facing inwards: its +z axis is turned to -x by 90
 * degrees about -y, then about z. */
static struct shape make_wall(double radius, int index) {
    double angle = 2 * 3.14159265358979323846 * index / WALLS, root = sqrt(0.5);
    const double lean[4] = {root, 0, -root, 0}, around[4] = {cos(angle / 2), 0, 0, sin(angle / 2)};
    struct shape wall = {.kind = SHAPE_PLANE,
                         .pose.at = {radius * cos(angle), radius * sin(angle), 0}};
    turn_product(around, lean, wall.pose.turned);
    return wall;
}

static void plan_bodies(struct throw *throw) {
    const struct shape bottom = {.kind = SHAPE_PLANE, .pose = {{0, 0, CUP_DEPTH}, {0, 1, 0, 0}}};
    for (int i = 0; i < WALLS; i++) {
        throw->walls[i] = make_wall(CUP_RADIUS, i);
        throw->rim[i] = make_wall(rim_radius, i);
    }
    throw->walls[WALLS] = bottom;
    throw->plane = (struct shape){.kind = SHAPE_PLANE};
    throw->barrel = (struct shape){.kind = SHAPE_CYLINDER,
                                   .size = {throw->shape.diameter / 2, throw->shape.height / 2},
                                   .mass = barrel_mass};
    throw->bodies[COASTER] = (struct body){
        .kind = BODY_FIXED, .shapes = &throw->plane, .shape_count = 1, .groups = TOUCH};
    throw->bodies[CUP] = (struct body){
        .kind = BODY_FIXED, .shapes = throw->walls, .shape_count = WALLS + 1, .groups = TOUCH};
    throw->bodies[RIM] = (struct body){
        .kind = BODY_FIXED, .shapes = throw->rim, .shape_count = WALLS, .groups = TOUCH};
    for (int i = 0; i < throw->barrels; i++)
        throw->bodies[FIRST_BARREL + i] = (struct body){.kind = BODY_FREE,
                                                        .pose = {{0, 0, 1 + i}, {0}},
                                                        .shapes = &throw->barrel,
                                                        .shape_count = 1,
                                                        .groups = TOUCH};
}

struct throw *throw_new(int barrels, const struct barrel_shape *shape) {
    must(barrels >= 1 && barrels <= PF_BARRELS);
    struct throw *throw = must_alloc(sizeof *throw);
    struct text why = {0};
    throw->barrels = barrels;
    throw->shape = *shape;
    plan_bodies(throw);
    const struct world_plan plan = {
        .step = 1.0 / THROW_HZ / STEPS_A_TICK,
        .surface = {.friction = 0.45, .spring = {0.0085, shape->damping}},
        .bodies = throw->bodies,
        .body_count = FIRST_BARREL + barrels,
        .contacts_max = 90,
        .rows_max = 360,
        .stack_bytes = 400000};
    throw->world = world_new(&plan, &why);
    must(throw->world); /* the plan is constant, so it is valid */
    text_free(&why);
    return throw;
}

void throw_free(struct throw *throw) {
    if (throw)
        world_free(throw->world);
    free(throw);
}

size_t throw_bytes(const struct throw *throw) {
    return sizeof *throw +world_bytes(throw->world);
}

/* Three to a layer, with room for any rotation. */
static void put_barrel(struct throw *throw, int index) {
    static const double corners[3][2] = {
        {1, 0}, {-0.5, 0.8660254037844386}, {-0.5, -0.8660254037844386}};
    double from_axis = 0.019, layer = 0.0295;
    const double *corner = corners[index % 3];
    struct real_pose pose = {
        {from_axis * corner[0], from_axis * corner[1], CUP_DEPTH - 0.017 - layer * (index / 3)},
        {0}};
    struct motion motion;
    draw_direction(throw, pose.turned, 4);
    for (int i = 0; i < 3; i++) {
        motion.speed[i] = draw_real(throw);
        motion.spin[i] = 40 * draw_real(throw);
    }
    world_put(throw->world, FIRST_BARREL + index, &pose, &motion);
}

/* Each throw has several sequences of random numbers. */
static void take_dice(struct throw *throw, int set) {
    throw->dice = (uint64_t) throw->number << 32 | (uint64_t)set << 8 | (uint64_t) throw->barrels;
}

/* After a numerical failure the same throw is started again with half the step; a throw that
 * taps could not free gets other random numbers. */
static void begin_attempt(struct throw *throw) {
    take_dice(throw, throw->facts.unclear);
    throw->taps = 0;
    throw->way = (struct cup_motion){.tap.since = -1};
    throw->calm_from = CUP_LIFTED;
    world_reset(throw->world);
    world_set_step(throw->world, 1.0 / THROW_HZ / throw->steps_a_tick);
    draw_direction(throw, throw->way.stroke, 2);
    for (int i = 0; i < throw->barrels; i++)
        put_barrel(throw, i);
}

void throw_begin(struct throw *throw, int number) {
    must(number >= 0 && number < THROWS);
    throw->number = number;
    throw->steps_a_tick = STEPS_A_TICK;
    throw->facts = (struct throw_facts){0};
    begin_attempt(throw);
}

uint8_t throw_face_at(const struct barrel_shape *shape, const struct real_pose *pose) {
    const double *q = pose->turned;
    double up = 1 - 2 * (q[1] * q[1] + q[2] * q[2]); /* cosine of the tilt */
    if (fabs(up) > 0.985 && fabs(pose->at[2] - shape->height / 2) < 0.001)
        return up > 0 ? PF_FIRST_END : PF_SECOND_END;
    if (fabs(up) < 0.12 && fabs(pose->at[2] - shape->diameter / 2) < 0.001)
        return PF_LIES;
    return PF_NOT_THROWN;
}

static uint8_t read_face(const struct throw *throw, int index) {
    struct real_pose pose;
    world_pose(throw->world, FIRST_BARREL + index, &pose);
    return throw_face_at(&throw->shape, &pose);
}

static bool is_clear(const struct throw *throw) {
    for (int i = 0; i < throw->barrels; i++)
        if (read_face(throw, i) == PF_NOT_THROWN)
            return false;
    return true;
}

static bool has_escaped(const struct throw *throw) {
    struct real_pose pose;
    double far = rim_radius / 0.92387953251128674 + 0.01; /* a corner of the rim */
    for (int i = 0; i < throw->barrels; i++) {
        world_pose(throw->world, FIRST_BARREL + i, &pose);
        const double *at = pose.at;
        if (at[0] * at[0] + at[1] * at[1] > far * far || at[2] < 0 || at[2] > 0.3)
            return true;
    }
    return false;
}

/* Rolling friction of felt: a torque against the spin. */
static void slow_down(struct throw *throw, int index) {
    struct real_pose pose;
    struct motion motion;
    double torque[3], square = 0;
    int body = FIRST_BARREL + index;
    world_pose(throw->world, body, &pose);
    if (pose.at[2] > 0.0135)
        return;
    world_motion(throw->world, body, &motion);
    for (int i = 0; i < 3; i++)
        square += motion.spin[i] * motion.spin[i];
    double spin = sqrt(square);
    for (int i = 0; i < 3; i++)
        torque[i] = -felt_torque / (spin > 1 ? spin : 1) * motion.spin[i];
    world_apply_torque(throw->world, body, torque);
}

/* False: the simulation failed. */
static bool step(struct throw *throw) {
    double pull[3];
    cup_gravity(&throw->way, world_time(throw->world), pull);
    world_set_gravity(throw->world, pull);
    for (int i = 0; i < throw->barrels; i++)
        slow_down(throw, i);
    enum step_result result = world_step(throw->world);
    throw->facts.steps++;
    throw->facts.crowded += result == STEP_CROWDED;
    throw->facts.halved += result == STEP_HALVED;
    return result != STEP_BROKEN;
}

/* P-28: the first tap is just hard enough to move a barrel that stands on another. Each tap is
 * harder than the one before, in a random direction along the table, and a little upwards to
 * reduce the friction. */
static void tap(struct throw *throw) {
    double direction[2], strength = 12 + 3 * throw->taps;
    draw_direction(throw, direction, 2);
    throw->way.tap.since = throw->calm_from = world_time(throw->world);
    throw->way.tap.push[0] = strength * direction[0];
    throw->way.tap.push[1] = strength * direction[1];
    throw->way.tap.push[2] = strength / 2;
    throw->taps++;
    throw->facts.taps++;
    world_wake(throw->world);
}

static int draw_standing(struct throw *throw) {
    const uint32_t *odds = pf_odds[throw->barrels];
    uint32_t number = (uint32_t)(draw(throw) % PF_ODDS_WHOLE);
    int standing = 0;
    while (number >= odds[standing])
        number -= odds[standing++];
    return standing;
}

/* Three to a row without contact: upright, or lying with +z down or away. */
static void lay_out(struct throw *throw, int index, bool stands) {
    static const struct motion still;
    double apart = 0.03, root = sqrt(0.5);
    double up = stands ? throw->shape.height / 2 : throw->shape.diameter / 2;
    bool is_first = draw(throw) >> 63;
    struct real_pose pose = {{apart * (index % 3 - 1), apart * (index / 3 - 1), up},
                             {is_first, !is_first}};
    if (!stands)
        pose.turned[0] = pose.turned[1] = root;
    world_put(throw->world, FIRST_BARREL + index, &pose, &still);
}

/* A failing simulation must not end the match, so the result is drawn from the table of odds
 * with random numbers that no attempt has used. */
static void give_up(struct throw *throw) {
    throw->facts.failed = 1;
    throw->way = (struct cup_motion){.tap.since = -1};
    world_reset(throw->world);
    take_dice(throw, ATTEMPTS_MAX + 1);
    int standing = draw_standing(throw);
    for (int i = 0; i < throw->barrels; i++) {
        int left = throw->barrels - i;
        bool stands = draw(throw) % (uint64_t)left < (uint64_t)standing;
        lay_out(throw, i, stands);
        standing -= stands;
    }
}

/* Starts another attempt; false: there were too many. */
static bool begin_anew(struct throw *throw, int *reason, int steps_a_tick) {
    const struct throw_facts *facts = &throw->facts;
    ++*reason;
    if (facts->blown_up + facts->escaped + facts->unclear > ATTEMPTS_MAX) {
        give_up(throw);
        return false;
    }
    throw->steps_a_tick = steps_a_tick;
    begin_attempt(throw);
    return true;
}

/* Taps the coaster or starts again if need be; false: the throw is over. */
static bool check_end(struct throw *throw) {
    double time = world_time(throw->world);
    if (time < CUP_LIFTED || time < throw->calm_from + TAP_SECONDS)
        return true;
    bool rests = world_is_at_rest(throw->world), clear = is_clear(throw);
    if (!rests && time < throw->calm_from + (clear ? timeout_clear : timeout_unclear))
        return true;
    if (rests && clear)
        return false;
    if (throw->taps == TAPS_MAX)
        return begin_anew(throw, &throw->facts.unclear, throw->steps_a_tick);
    tap(throw);
    return true;
}

bool throw_tick(struct throw *throw) {
    throw->facts.ticks++;
    for (int i = 0; i < throw->steps_a_tick; i++) {
        if (world_time(throw->world) >= CUP_LIFTED) {
            /* In the cup everything moves and one point a contact is enough; coming to rest
             * needs several. */
            world_set_groups(throw->world, CUP, 0);
            world_set_fine_contacts(throw->world, true);
        }
        if (!step(throw))
            return begin_anew(throw, &throw->facts.blown_up, 2 * throw->steps_a_tick);
    }
    if (has_escaped(throw))
        return begin_anew(throw, &throw->facts.escaped, 2 * throw->steps_a_tick);
    return check_end(throw);
}

void throw_faces(const struct throw *throw, uint8_t faces[PF_BARRELS]) {
    memset(faces, PF_NOT_THROWN, PF_BARRELS);
    for (int i = 0; i < throw->barrels; i++) {
        faces[i] = read_face(throw, i);
        must(faces[i] != PF_NOT_THROWN);
    }
}

void throw_poses(const struct throw *throw, struct real_pose barrels[PF_BARRELS],
                 struct real_pose *cup, struct real_pose *coaster) {
    /* After a failure the world was reset to time 0, but the cup must be gone. */
    double time = throw->facts.failed ? 1 : world_time(throw->world);
    for (int i = 0; i < throw->barrels; i++) {
        world_pose(throw->world, FIRST_BARREL + i, &barrels[i]);
        cup_to_room(&throw->way, time, &barrels[i]);
    }
    cup_pose(time, cup);
    cup_to_room(&throw->way, time, cup);
    *coaster = (struct real_pose){.turned = {1, 0, 0, 0}};
    cup_to_room(&throw->way, time, coaster);
}

const struct throw_facts *throw_facts(const struct throw *throw) {
    return &throw->facts;
}
