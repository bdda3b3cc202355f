/* physics.h: worlds of solid bodies, on MuJoCo.
 *
 * Games describe a world with plain tables and step it; nobody outside this
 * room knows the engine. The same description and the same calls give the same
 * motion, bit for bit, on one build (physics_build tells which that is). A
 * world belongs to one thread at a time, and worlds share nothing. Whatever
 * goes wrong inside the engine becomes a result; it neither ends the program
 * nor writes a file. Metres, kilograms, seconds; quaternions are (w x y z).
 */
#ifndef SPELUNKE_PHYSICS_H
#define SPELUNKE_PHYSICS_H

#include <stdbool.h>
#include <stddef.h>

#include <spelunke/text.h>

/* A pose in metres and a unit quaternion, as the engine computes it; in a plan, turned all
 * zero means not turned. */
struct real_pose {
    double at[3];
    double turned[4];
};

/* Velocity in the world's axes, spin (radians a second) in the body's own. */
struct motion {
    double speed[3];
    double spin[3];
};

/* A plane is infinite and solid behind its back; its front is its +z. Only fixed
 * bodies have planes. Cylinders and capsules stand along their z axis. The size of a box
 * is half of each side; of a cylinder its radius and half its height; of a capsule its
 * radius and half the distance between the centres of its ends; of a sphere its radius. */
enum shape_kind { SHAPE_PLANE, SHAPE_CYLINDER, SHAPE_BOX, SHAPE_CAPSULE, SHAPE_SPHERE };

/* What 0 stands for is the engine's own figure, in brackets. Where two shapes touch, the
 * larger friction of each kind counts, and the larger number of dimensions. */
struct surface {
    double friction;     /* against sliding */
    double spring[2];    /* of contacts: time constant (at least twice the step), damping ratio */
    double impedance[3]; /* of contacts: least, most, and over what depth (.9 .95 .001) */
    double torsion;      /* against spinning on the spot, in metres (.0005) */
    double rolling;      /* against rolling, in metres (.0001) */
    int dimensions;      /* (3): sliding alone; 4: torsion as well; 6: rolling as well */
};

struct shape {
    enum shape_kind kind;
    double size[3];
    struct real_pose pose; /* in its body */
    double mass;
    const struct surface *surface; /* NULL: the world's */
    bool is_untouchable;           /* it weighs, but touches nothing, whatever its groups */
};

/* Turns a body about an axis. Axis and anchor (a point on it) are in the body's own
 * frame, as it is when all its hinges are at 0. Radians. */
struct hinge {
    double axis[3];
    double anchor[3];
    double low, high; /* how far it turns; both 0: all around */
    double damping;
    double friction; /* a torque that must be overcome before it turns */
    /* How hard friction holds and stops are, as spring and impedance of a surface;
     * 0: the engine's own */
    double friction_spring[2], friction_impedance[3];
    double limit_spring[2];
    double rest; /* so far it may turn and still be at rest; 0: half a thousandth */
};

/* A free body falls; a fixed one never moves; a driven one stands wherever
 * world_drive puts it and pushes free ones away; a hinged one hangs by its hinges on its
 * parent, and does not touch it. */
enum body_kind { BODY_FREE, BODY_FIXED, BODY_DRIVEN, BODY_HINGED };

enum { HINGES_MAX = 2, PARENT_WORLD = -1 };

struct body {
    enum body_kind kind;
    struct real_pose pose;      /* at the start; of a hinged body in its parent */
    const struct shape *shapes; /* several make a compound */
    int shape_count;
    unsigned groups; /* two bodies touch if they share a group, a bit each */
    /* of a hinged body: an earlier one, free or hinged, or PARENT_WORLD; and the hinges,
     * each turning those after it */
    int parent;
    const struct hinge *hinges;
    int hinge_count;
};

/* 0 stands for what is in brackets. The pyramid of friction is cheapest; the ellipse does
 * not creep. impratio is how much harder friction is than the contact itself. */
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
    /* Memory is fixed when a world is made and grows with the square of rows; a contact
     * takes four rows, or as many as its dimensions where friction is an ellipse. */
    int contacts_max, rows_max, stack_bytes;
    struct solver solver;
    double damping;      /* of free bodies: force and torque for a speed of 1 */
    double rest_seconds; /* how long all must be still to be at rest; 0: a tenth */
};

struct world;

/* NULL, with the engine's own words in `why`, if the plan cannot be built. */
struct world *world_new(const struct world_plan *plan, struct text *why);
void world_free(struct world *world);
/* Everything as it was when the world was new, also what the solver remembers: a world that
 * was reset goes on bit for bit as a new one. */
void world_reset(struct world *world);
/* What one world takes, all in all. */
size_t world_bytes(const struct world *world);

enum step_result {
    STEP_DONE,
    STEP_HALVED,  /* done, but it blew up at first and was made in smaller steps */
    STEP_CROWDED, /* done, but there were more contacts than the plan has room for */
    STEP_BROKEN,  /* not done: the world is as before, and cannot go on from there */
};
enum step_result world_step(struct world *world);

/* How many steps of this thread came to something else than done, in all of its worlds: so
 * that a bench can look for faults in what it does not step itself. */
struct step_faults {
    long halved, crowded, broken;
};
struct step_faults physics_step_faults(void);

double world_time(const struct world *world);
/* Where a body is now, of any kind. */
void world_pose(const struct world *world, int body, struct real_pose *out);
/* How a body moves now; those that are fixed or driven do not. */
void world_motion(const struct world *world, int body, struct motion *out);
/* Puts a free body somewhere, and sets it in motion; a parked one is back then. */
void world_put(struct world *world, int body, const struct real_pose *pose,
               const struct motion *motion);
/* Takes a free body out: it waits where it was at the start, touches nothing, does not
 * fall and has no part in rest. Let the start be far from everything. */
void world_park(struct world *world, int body);
bool world_is_parked(const struct world *world, int body);
void world_drive(struct world *world, int body, const struct real_pose *pose);
/* The angle of a body's hinge, and its speed. */
double world_hinge(const struct world *world, int body, int hinge, double *speed);
void world_set_hinge(struct world *world, int body, int hinge, double angle, double speed);

/* What a body weighs by itself, without what hangs on it: the centre of mass and the
 * principal moments of inertia, both in the body's own frame; `turned` are the axes of
 * the latter. */
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
/* Two cylinders usually touch in one point, which is cheap, but one that stands
 * on another then trembles for ever. Fine contacts have several points, and
 * cost half as much again. */
void world_set_fine_contacts(struct world *world, bool are_fine);
/* Turns a free body during the next step that is done; in the body's own axes. */
void world_twist(struct world *world, int body, const double torque[3]);
/* Pushes a free or hinged body at its centre of mass during the next step that is done, and
 * turns it; both in the world's axes. The last push counts. */
void world_push(struct world *world, int body, const double force[3], const double torque[3]);

struct contact {
    int body[2];
    double at[3];
    double depth; /* how far they are in each other; less than 0: not quite touching */
};
/* The contacts of the last step, up to `max`; returns how many there are. */
int world_contacts(const struct world *world, struct contact *out, int max);
/* Finds the contacts of where everything is now, without a step; what moves goes on as if
 * nobody had asked. False: there are more than the plan has room for. */
bool world_find_contacts(struct world *world);

/* For how long no free body has moved more than 0.15 mm or 0.6 degrees, and no hinge more
 * than its own measure. Positions tell; velocities chatter. */
double world_still_seconds(const struct world *world);
/* True if that is as long as the plan wants. */
bool world_is_at_rest(const struct world *world);
/* The time begins now: something is about to happen. */
void world_disturb(struct world *world);

/* A snapshot is exact: a world that resumes it goes on bit for bit as the one
 * that was saved, also another world of the same plan. All that was set belongs to
 * it, a push that is due as well; only the contacts of the last step do not: the
 * next one finds its own. */
size_t world_snapshot_bytes(const struct world *world);
void world_save(const struct world *world, void *snapshot);
void world_resume(struct world *world, const void *snapshot);

/* What motion depends on beside the plan, as one line of text: the engine, its
 * libraries, the kind of processor, a probe of what comes out here, and
 * with `with_program` this program's own code. Two machines with the same line move
 * alike, unless something in it is "unknown". Its first use in a process takes some
 * milliseconds; any thread may ask. */
void physics_build(bool with_program, struct text *out);

#endif
