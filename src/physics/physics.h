/* physics.h: worlds of rigid bodies, on MuJoCo.
 *
 * A game describes a world with plain tables and steps it; nothing outside this folder depends
 * on the engine. The same description and the same calls give bit-identical motion on the same
 * build (physics_build identifies it). A world is used by one thread at a time, and worlds share
 * nothing. Engine errors become results; they neither end the program nor write a file. Units
 * are metres, kilograms and seconds; quaternions are (w x y z). */
#ifndef SPELUNKE_PHYSICS_H
#define SPELUNKE_PHYSICS_H

#include <stdbool.h>
#include <stddef.h>

#include <spelunke/text.h>

/* A pose in metres with a unit quaternion. In a plan, a quaternion of all zeros means no
 * rotation. */
struct real_pose {
    double at[3];
    double turned[4];
};

/* Linear velocity in world coordinates, angular velocity (rad/s) in those of the body. */
struct motion {
    double speed[3];
    double spin[3];
};

/* A plane is infinite and solid behind its back; its front is +z, and only fixed bodies can have
 * planes. Cylinders and capsules are aligned with their z axis. Sizes: of a box half of each
 * side; of a cylinder radius and half height; of a capsule radius and half the distance between
 * the centres of its ends; of a sphere the radius. */
enum shape_kind { SHAPE_PLANE, SHAPE_CYLINDER, SHAPE_BOX, SHAPE_CAPSULE, SHAPE_SPHERE };

/* 0 means the engine's default, which is in brackets. For two touching shapes the larger
 * friction of each kind is used, and the larger number of dimensions. */
struct surface {
    double friction;     /* sliding */
    double spring[2];    /* of contacts: time constant (at least twice the step), damping ratio */
    double impedance[3]; /* of contacts: least, most, and over what depth (.9 .95 .001) */
    double torsion;      /* torsional, in metres (.0005) */
    double rolling;      /* rolling, in metres (.0001) */
    int dimensions;      /* (3): sliding only; 4: plus torsion; 6: plus rolling */
};

struct shape {
    enum shape_kind kind;
    double size[3];
    struct real_pose pose; /* in the frame of its body */
    double mass;
    const struct surface *surface; /* NULL: the default of the world */
    bool is_untouchable;           /* has mass but no contacts, whatever its groups */
};

/* A rotational joint. Axis and anchor (a point on the axis) are in the frame of the body with
 * all its hinges at 0. Angles in radians. */
struct hinge {
    double axis[3];
    double anchor[3];
    double low, high; /* limits; both 0: none */
    double damping;
    double friction; /* dry friction: torque needed to start the rotation */
    /* Stiffness of friction and limits, as spring and impedance of a surface; 0: the engine's
     * defaults */
    double friction_spring[2], friction_impedance[3];
    double limit_spring[2];
    double rest; /* largest angle of motion that counts as rest; 0: 0.0005 */
};

/* A free body falls; a fixed one never moves; a driven one is moved by world_drive and pushes
 * free ones; a hinged one is attached to its parent by hinges, and does not collide with it. */
enum body_kind { BODY_FREE, BODY_FIXED, BODY_DRIVEN, BODY_HINGED };

enum { HINGES_MAX = 2, PARENT_WORLD = -1 };

struct body {
    enum body_kind kind;
    struct real_pose pose;      /* start pose; of a hinged body in the frame of its parent */
    const struct shape *shapes; /* several shapes make a compound body */
    int shape_count;
    unsigned groups; /* bit mask; two bodies collide if they share a group */
    /* of a hinged body: an earlier free or hinged body, or PARENT_WORLD; and the hinges, where
     * each rotates those after it */
    int parent;
    const struct hinge *hinges;
    int hinge_count;
};

/* 0 means the default in brackets. A pyramidal friction cone is cheapest; an elliptic one does
 * not creep. impratio is the stiffness of friction relative to that of the contact. */
struct solver {
    double tolerance; /* (1e-6) */
    int iterations;   /* (20) */
    double impratio;  /* (1) */
    bool is_elliptic;
};

struct world_plan {
    double step;
    double gravity[3];
    struct surface surface;
    const struct body *bodies;
    int body_count;
    /* Memory is allocated when a world is created and grows with the square of the rows. A
     * contact takes four rows, or as many as its dimensions with an elliptic cone. */
    int contacts_max, rows_max, stack_bytes;
    struct solver solver;
    double damping;      /* of free bodies: force and torque at speed 1 */
    double rest_seconds; /* how long everything must be still to be at rest; 0: 0.1 */
};

struct world;

/* NULL and the engine's message in `why` if the plan cannot be compiled. */
struct world *world_new(const struct world_plan *plan, struct text *why);
void world_free(struct world *world);
/* Restores the initial state, including the solver's memory: a reset world continues
 * bit-identically to a new one. */
void world_reset(struct world *world);
/* The memory that a world uses in total. */
size_t world_bytes(const struct world *world);

enum step_result {
    STEP_DONE,
    STEP_HALVED,  /* done with smaller steps, because the step was unstable */
    STEP_CROWDED, /* done, but there were more contacts than the plan allows */
    STEP_BROKEN,  /* failed: the world is as before the step and cannot continue */
};
enum step_result world_step(struct world *world);

/* Counters of all steps of this thread that were not STEP_DONE, over all of its worlds, so that
 * a bench can detect faults in code that it does not step itself. */
struct step_faults {
    long halved, crowded, broken;
};
struct step_faults physics_step_faults(void);

double world_time(const struct world *world);
/* The current pose of any body. */
void world_pose(const struct world *world, int body, struct real_pose *out);
/* The current velocity of a free or hinged body. */
void world_motion(const struct world *world, int body, struct motion *out);
/* Places a free body with a velocity; a parked body returns. */
void world_put(struct world *world, int body, const struct real_pose *pose,
               const struct motion *motion);
/* Parks a free body: it stays at its start pose without contacts and gravity, and is ignored by
 * the rest detection. The start pose should be far from everything. */
void world_park(struct world *world, int body);
bool world_is_parked(const struct world *world, int body);
void world_drive(struct world *world, int body, const struct real_pose *pose);
/* The angle of a hinge, and its angular velocity. */
double world_hinge(const struct world *world, int body, int hinge, double *speed);
void world_set_hinge(struct world *world, int body, int hinge, double angle, double speed);

/* Mass properties of a body without its children: the centre of mass and the principal moments
 * of inertia in the frame of the body; `turned` are the principal axes. */
struct mass {
    double mass;
    double centre[3];
    double inertia[3];
    double turned[4];
};
/* Of a free or hinged body. */
void world_mass(const struct world *world, int body, struct mass *out);
/* From the next step on. */
void world_set_step(struct world *world, double seconds);
void world_set_gravity(struct world *world, const double gravity[3]);
void world_set_groups(struct world *world, int body, unsigned groups);
/* By default two cylinders have one contact point, which is cheap, but a cylinder that stands on
 * another one trembles for ever. Fine contacts have several points and cost half as much again. */
void world_set_fine_contacts(struct world *world, bool are_fine);
/* Applies a torque to a free body during the next successful step; in the axes of the body. */
void world_apply_torque(struct world *world, int body, const double torque[3]);
/* Applies a force at the centre of mass and a torque to a free or hinged body during the next
 * successful step, in world coordinates. Only the last call counts. */
void world_apply_force(struct world *world, int body, const double force[3],
                       const double torque[3]);

struct contact {
    int body[2];
    double at[3];
    double depth; /* penetration depth; negative: a gap */
};
/* The contacts of the last step, up to `max`; returns their number. */
int world_contacts(const struct world *world, struct contact *out, int max);
/* Finds the contacts of the current poses without a step and without any effect on the motion.
 * False: there are more than the plan allows. */
bool world_find_contacts(struct world *world);

/* For how long no free body has moved more than 0.15 mm or 0.6 degrees, and no hinge more than
 * its `rest`. Positions are compared, because velocities are noisy. */
double world_still_seconds(const struct world *world);
/* Whether that is at least the plan's rest_seconds. */
bool world_is_at_rest(const struct world *world);
/* Restarts this time; to be called before something happens. */
void world_wake(struct world *world);

/* A snapshot is exact: a world that restores it continues bit-identically, also another world of
 * the same plan. It includes all settings and pending forces, but not the contacts of the last
 * step, which the next step finds again. */
size_t world_snapshot_bytes(const struct world *world);
void world_save(const struct world *world, void *snapshot);
void world_restore(struct world *world, const void *snapshot);

/* What the motion depends on besides the plan, as one line of text: engine, libraries,
 * architecture, the result of a probe and, with `with_program`, this program's own code. Two
 * machines with the same line compute the same motion, unless a part of it is "unknown". The
 * first call in a process takes some milliseconds; thread-safe. */
void physics_build(bool with_program, struct text *out);

#endif
