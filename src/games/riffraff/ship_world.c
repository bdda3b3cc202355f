/* ship_world.c: ship and cargo as a plan of a physics world.
 *
 * The solver settings were measured (docs/adr/0008-ship-physics.md): a larger tolerance is
 * slower because it makes the warm start of the next step worse; too few iterations throw the
 * cargo of a full ship overboard; a pyramidal friction cone never comes to rest; softer friction
 * creeps. */
#include "ship_world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "shapes.h"

enum { TOUCH = 1, BODIES_MAX = RR_PIECE_BODY + RR_PIECES, CONTACTS_MAX = 512 };

static const double step_seconds = 1.0 / SHIP_HZ, degree = 0.017453292519943295;
/* Boxes need sliding friction only; round parts also need torsional and rolling friction. */
static const struct surface wood = {.friction = 0.35,
                                    .spring = {0.010, 1},
                                    .impedance = {0.95, 0.99, 0.0003},
                                    .torsion = 0.003,
                                    .rolling = 0.0002,
                                    .dimensions = 3};
static const struct surface round_wood = {.friction = 0.35,
                                          .spring = {0.010, 1},
                                          .impedance = {0.95, 0.99, 0.0003},
                                          .torsion = 0.003,
                                          .rolling = 0.0002,
                                          .dimensions = 6};

struct ship_world {
    struct world *world;
    uint64_t taking_part;
    int number[BODIES_MAX]; /* in the world, of each body of a frame; -1: takes no part */
    int body[BODIES_MAX];   /* the inverse */
    int body_count;
};

/* The memory that a plan points to while a world is created. */
struct description {
    struct shape shapes[BODIES_MAX][RR_PARTS_MAX];
    struct body bodies[BODIES_MAX];
    struct hinge joint[2], peg;
};

static double metres(int32_t micrometres) {
    return micrometres / 1e6;
}

static struct shape describe_part(const struct kit_shape *part, int32_t milligrams) {
    static const enum shape_kind kinds[] = {[KIT_BOX] = SHAPE_BOX,
                                            [KIT_CYLINDER] = SHAPE_CYLINDER,
                                            [KIT_CAPSULE] = SHAPE_CAPSULE,
                                            [KIT_SPHERE] = SHAPE_SPHERE};
    struct shape shape = {.kind = kinds[part->kind], .mass = milligrams / 1e6};
    for (int i = 0; i < 3; i++) {
        shape.size[i] = metres(part->size[i]);
        shape.pose.at[i] = metres(part->at[i]);
    }
    for (int i = 0; i < 4; i++)
        shape.pose.turned[i] = part->turned[i] / 1e6;
    shape.surface = part->kind == KIT_BOX ? &wood : &round_wood;
    return shape;
}

static struct body describe_solid(struct description *d, int number, const struct rr_solid *solid,
                                  enum body_kind kind) {
    for (int i = 0; i < solid->part_count; i++)
        d->shapes[number][i] = describe_part(&solid->parts[i], solid->masses[i]);
    return (struct body){.kind = kind,
                         .shapes = d->shapes[number],
                         .shape_count = solid->part_count,
                         .groups = TOUCH};
}

/* Joint friction that holds without creeping. */
static struct hinge describe_hinge(int axis, int limit, double damping, double friction,
                                   double rest) {
    struct hinge hinge = {.low = -limit * degree,
                          .high = limit * degree,
                          .damping = damping,
                          .friction = friction,
                          .friction_spring = {2 * step_seconds, 1},
                          .friction_impedance = {0.999, 0.9999, 0.001},
                          .rest = rest};
    hinge.axis[axis] = 1;
    return hinge;
}

/* Limits of motion at rest: 0.15 mm at the top of the mast and at the end of a yard, as for
 * pieces. */
static void describe_hinges(struct description *d) {
    for (int i = 0; i < 2; i++)
        d->joint[i] = describe_hinge(i, RR_SHIP_LIMIT, 0.008, 0.002, 0.0005);
    d->peg = describe_hinge(0, RR_YARD_LIMIT, 0.0004, 0.0006, 0.0015);
    d->peg.anchor[2] = -metres(RR_YARD_TOP);
    d->peg.limit_spring[0] = 2 * step_seconds;
    d->peg.limit_spring[1] = 1;
}

static void describe_ship(struct description *d, enum rr_sea sea) {
    describe_hinges(d);
    d->bodies[RR_HULL_BODY] = describe_solid(d, RR_HULL_BODY, &rr_hull, BODY_HINGED);
    d->bodies[RR_HULL_BODY].parent = PARENT_WORLD;
    d->bodies[RR_HULL_BODY].hinges = d->joint;
    d->bodies[RR_HULL_BODY].hinge_count = 2;
    d->shapes[RR_HULL_BODY][RR_BALL_PART].mass = rr_ball_masses[sea] / 1e6;
    for (int i = RR_HULL_TOUCHABLE; i < rr_hull.part_count; i++)
        d->shapes[RR_HULL_BODY][i].is_untouchable = true;
    for (int i = 0; i < RR_YARDS; i++) {
        struct body *yard = &d->bodies[RR_YARD_BODY + i];
        *yard = describe_solid(d, RR_YARD_BODY + i, &rr_yards[i], BODY_HINGED);
        yard->pose.at[2] = metres(rr_yard_heights[i]);
        yard->parent = RR_HULL_BODY;
        yard->hinges = &d->peg;
        yard->hinge_count = 1;
    }
}

/* Parked pieces lie on a grid by piece number, far below the water. The position must be fixed,
 * because the last digits of the engine's constants depend on the poses at creation. */
static struct real_pose waiting_pose(int piece) {
    return (struct real_pose){
        {0.15 * (piece % RR_SHAPES), 0.15 * (piece / RR_SHAPES), metres(RR_WAITING)}, {1, 0, 0, 0}};
}

static void describe_pieces(struct ship_world *ship, struct description *d) {
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (ship->taking_part >> piece & 1) {
            int number = ship->body_count++;
            d->bodies[number] =
                describe_solid(d, number, rr_body_solid(RR_PIECE_BODY + piece), BODY_FREE);
            d->bodies[number].pose = waiting_pose(piece);
            ship->number[RR_PIECE_BODY + piece] = number;
            ship->body[number] = RR_PIECE_BODY + piece;
        }
}

/* Maxima seen with 31 pieces: 172 contacts, 563 rows, 1.5 MB of stack. */
static void make_world(struct ship_world *ship, const struct description *d) {
    int contacts = 100 + 8 * (ship->body_count - RR_PIECE_BODY);
    const struct world_plan plan = {
        .step = step_seconds,
        .gravity = {0, 0, -9.81},
        .surface = wood,
        .bodies = d->bodies,
        .body_count = ship->body_count,
        .contacts_max = contacts,
        .rows_max = 60 + 7 * contacts / 2,
        .stack_bytes = 4000000,
        .solver = {.tolerance = 1e-11, .iterations = 100, .impratio = 100, .is_elliptic = true},
        .damping = 2e-6,
        .rest_seconds = 0.3};
    struct text why = {0};
    must(contacts <= CONTACTS_MAX);
    ship->world = world_new(&plan, &why);
    must(ship->world); /* the plan is constant, so it is valid */
    text_free(&why);
}

struct ship_world *ship_world_new(enum rr_sea sea, uint64_t pieces) {
    must(pieces >> RR_PIECES == 0);
    struct ship_world *ship = must_alloc(sizeof *ship);
    struct description *description = must_alloc(sizeof *description);
    ship->taking_part = pieces;
    ship->body_count = RR_PIECE_BODY;
    for (int i = 0; i < BODIES_MAX; i++)
        ship->number[i] = ship->body[i] = i < RR_PIECE_BODY ? i : -1;
    describe_ship(description, sea);
    describe_pieces(ship, description);
    make_world(ship, description);
    free(description);
    return ship;
}

void ship_world_free(struct ship_world *ship) {
    if (ship)
        world_free(ship->world);
    free(ship);
}

size_t ship_world_bytes(const struct ship_world *ship) {
    return sizeof *ship + world_bytes(ship->world);
}

struct world *ship_world_engine(const struct ship_world *ship) {
    return ship->world;
}

int ship_world_body(const struct ship_world *ship, int body) {
    must(body >= 0 && body < RR_BODIES);
    return body == RR_HAND_BODY ? -1 : ship->number[body];
}

static int number_of(const struct ship_world *ship, int body) {
    int number = ship_world_body(ship, body);
    must(number >= 0);
    return number;
}

/* A quaternion in fixed point must be normalised again. */
static struct real_pose real_of(const struct pose *pose) {
    struct real_pose out;
    double square = 0;
    for (int i = 0; i < 3; i++)
        out.at[i] = metres(pose->at[i]);
    for (int i = 0; i < 4; i++)
        square += (double)pose->turned[i] * pose->turned[i];
    must(square > 0);
    for (int i = 0; i < 4; i++)
        out.turned[i] = pose->turned[i] / sqrt(square);
    return out;
}

static struct pose fixed_of(const struct real_pose *pose) {
    struct pose out;
    for (int i = 0; i < 3; i++)
        out.at[i] = (int32_t)llround(pose->at[i] * 1e6);
    for (int i = 0; i < 4; i++)
        out.turned[i] = (int32_t)llround(pose->turned[i] * 1e6);
    return out;
}

void ship_world_put(struct ship_world *ship, int piece, const struct pose *pose) {
    static const struct motion still;
    struct real_pose real = real_of(pose);
    world_put(ship->world, number_of(ship, RR_PIECE_BODY + piece), &real, &still);
}

void ship_world_park(struct ship_world *ship, int piece) {
    world_park(ship->world, number_of(ship, RR_PIECE_BODY + piece));
}

/* Maps the five joints to bodies: two of the ship, then one of each yard. */
static int joint_body(int joint, int *hinge) {
    *hinge = joint < 2 ? joint : 0;
    return joint < 2 ? RR_HULL_BODY : RR_YARD_BODY + joint - 2;
}

void ship_world_open(struct ship_world *ship, const struct rr_ship *from) {
    int hinge;
    must((from->aboard & ~ship->taking_part) == 0);
    world_reset(ship->world);
    for (int i = 0; i < RR_JOINTS; i++) {
        int body = joint_body(i, &hinge);
        world_set_hinge(ship->world, body, hinge, from->joints[i] / 1e6, 0);
    }
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (from->aboard >> piece & 1)
            ship_world_put(ship, piece, &from->pose[piece]);
        else if (ship->taking_part >> piece & 1)
            ship_world_park(ship, piece);
    world_wake(ship->world);
}

void ship_world_read(const struct ship_world *ship, uint64_t aboard, struct rr_ship *out) {
    int hinge;
    memset(out, 0, sizeof *out);
    out->aboard = aboard;
    for (int i = 0; i < RR_JOINTS; i++) {
        int body = joint_body(i, &hinge);
        out->joints[i] = (int32_t)llround(world_hinge(ship->world, body, hinge, NULL) * 1e6);
    }
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (aboard >> piece & 1)
            ship_world_pose(ship, RR_PIECE_BODY + piece, &out->pose[piece]);
}

enum step_result ship_world_step(struct ship_world *ship) {
    return world_step(ship->world);
}

bool ship_world_is_at_rest(const struct ship_world *ship) {
    double needed = rr_set_size(ship_world_pieces(ship)) > 20 ? 0.5 : 0.3;
    return world_still_seconds(ship->world) >= needed;
}

uint64_t ship_world_pieces(const struct ship_world *ship) {
    uint64_t set = 0;
    for (int i = RR_PIECE_BODY; i < ship->body_count; i++)
        if (!world_is_parked(ship->world, i))
            set |= (uint64_t)1 << (ship->body[i] - RR_PIECE_BODY);
    return set;
}

/* The height of the centre of mass, which is not exactly the origin. */
static double height_of(const struct ship_world *ship, int number) {
    struct real_pose pose;
    struct mass mass;
    world_pose(ship->world, number, &pose);
    world_mass(ship->world, number, &mass);
    const double *q = pose.turned, *c = mass.centre;
    return pose.at[2] + 2 * (q[1] * q[3] - q[0] * q[2]) * c[0] +
           2 * (q[2] * q[3] + q[0] * q[1]) * c[1] + (1 - 2 * (q[1] * q[1] + q[2] * q[2])) * c[2];
}

uint64_t ship_world_lost(const struct ship_world *ship) {
    uint64_t set = 0;
    for (int i = RR_PIECE_BODY; i < ship->body_count; i++)
        if (!world_is_parked(ship->world, i) && height_of(ship, i) < metres(RR_LOST))
            set |= (uint64_t)1 << (ship->body[i] - RR_PIECE_BODY);
    return set;
}

void ship_world_real_pose(const struct ship_world *ship, int body, struct real_pose *out) {
    world_pose(ship->world, number_of(ship, body), out);
}

void ship_world_pose(const struct ship_world *ship, int body, struct pose *out) {
    int number = ship_world_body(ship, body);
    struct real_pose real = waiting_pose(body < RR_PIECE_BODY ? 0 : body - RR_PIECE_BODY);
    if (number >= 0)
        world_pose(ship->world, number, &real);
    *out = fixed_of(&real);
}

void ship_world_touches(const struct ship_world *ship, uint64_t touches[RR_HAND_BODY]) {
    struct contact contacts[CONTACTS_MAX];
    int count = world_contacts(ship->world, contacts, CONTACTS_MAX);
    memset(touches, 0, RR_HAND_BODY * sizeof *touches);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < 2; j++) {
            int body = ship->body[contacts[i].body[j]], other = ship->body[contacts[i].body[!j]];
            touches[body] |= (uint64_t)1 << other;
        }
}

double ship_world_depth(const struct ship_world *ship) {
    struct contact contacts[CONTACTS_MAX];
    int count = world_contacts(ship->world, contacts, CONTACTS_MAX);
    double deepest = 0;
    for (int i = 0; i < count; i++)
        deepest = fmax(deepest, contacts[i].depth);
    return deepest;
}
