/* physics.h: worlds of solid bodies, on MuJoCo.
 *
 * Games describe a world with plain tables and step it; nobody outside this
 * room knows the engine. The same description and the same calls give the same
 * motion, bit for bit, on one build (physics_build tells which that is). A
 * world belongs to one thread at a time, and worlds share nothing. Whatever
 * goes wrong inside the engine becomes a result; it neither ends the program
 * nor writes a file. Metres, kilograms, seconds; quaternions are (w x y z).
 *
 * The ship of Riff Raff will need joints and a hand (a driven body that holds a
 * free one); they get a kind of body and a table of welds here when it comes. */
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
 * bodies have planes. A
 * cylinder stands along its z axis: size is radius, half height. */
enum shape_kind { SHAPE_PLANE, SHAPE_CYLINDER };

struct shape {
    enum shape_kind kind;
    double size[2];
    struct real_pose place; /* in its body */
    double mass;
};

/* A free body falls; a fixed one never moves; a driven one stands wherever
 * world_drive puts it and pushes free ones away. */
enum body_kind { BODY_FREE, BODY_FIXED, BODY_DRIVEN };

struct body {
    enum body_kind kind;
    struct real_pose place;     /* at the start */
    const struct shape *shapes; /* several make a compound */
    int shape_count;
    unsigned groups; /* two bodies touch if they share a group, a bit each */
};

struct surface {
    double friction;
    double spring[2]; /* of contacts: time constant (at least twice the step), damping ratio */
};

struct world_plan {
    double step;
    double gravity[3];
    struct surface surface;
    const struct body *bodies;
    int body_count;
    /* Memory is fixed when a world is made and grows with the square of rows;
     * a frictional contact takes four rows. */
    int contacts_max, rows_max, stack_bytes;
};

struct world;

/* NULL, with the engine's own words in `why`, if the plan cannot be built. */
struct world *world_new(const struct world_plan *plan, struct text *why);
void world_free(struct world *world);
/* Everything as it was when the world was new. */
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

double world_time(const struct world *world);
void world_place(const struct world *world, int body, struct real_pose *out);
void world_motion(const struct world *world, int body, struct motion *out);
/* Puts a free body somewhere, and sets it in motion. */
void world_put(struct world *world, int body, const struct real_pose *place,
               const struct motion *motion);
void world_drive(struct world *world, int body, const struct real_pose *place);
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

struct contact {
    int body[2];
    double at[3];
    double depth; /* how far they are in each other; less than 0: not quite touching */
};
/* The contacts of the last step, up to `max`; returns how many there are. */
int world_contacts(const struct world *world, struct contact *out, int max);

/* True if for a tenth of a second no free body moved more than 0.15 mm or 0.6
 * degrees. Positions tell; velocities chatter. */
bool world_is_at_rest(const struct world *world);
/* The tenth of a second begins now: something is about to happen. */
void world_disturb(struct world *world);

/* A snapshot is exact: a world that resumes it goes on bit for bit as the one
 * that was saved, also another world of the same plan. All that was set belongs to
 * it, a twist that is due as well; only the contacts of the last step do not: the
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
