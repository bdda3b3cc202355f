/* world_inside.h: what a world is made of, for the files of this room. */
#ifndef SPELUNKE_PHYSICS_INSIDE_H
#define SPELUNKE_PHYSICS_INSIDE_H

#include <mujoco/mujoco.h>

#include "physics.h"

/* Where each body of the plan is in the engine's arrays; -1: it has no such. A hinged body
 * has a number a hinge in qpos and dof, a free one seven and six. */
struct slot {
    enum body_kind kind;
    int number; /* among the engine's bodies; 0: the ground */
    int parent; /* ours, of a hinged body */
    int joint, joint_count;
    int qpos, dof, mocap;
    int geom, geom_count;
    struct real_pose start;
    double rest[HINGES_MAX]; /* how far each hinge may turn at rest */
};

struct world {
    mjModel *model;
    mjData *data;
    int body_count;
    struct slot *slots;
    unsigned *groups;    /* of each body, also while it is parked */
    bool *is_parked;     /* each body */
    bool *is_touchable;  /* each shape, in the engine's order */
    double rest_seconds; /* from the plan */
    bool is_dead;        /* the engine gave up; only a reset or a resume helps */
    double *rest;        /* when the window began, and where everything was then */
    int faults_planted;  /* by tests: so many steps are going to blow up */
    void *undo;          /* a snapshot from before the step */
    void *birth;         /* and one from the beginning */
};

/* world.c: the slot of a body; it must exist. */
const struct slot *world_slot(const struct world *world, int body);

/* plan.c: the engine's model of a plan; NULL and the reason. */
mjModel *plan_compile(const struct world_plan *plan, struct text *why);
/* A pose of a plan, where turned all zero means not turned, with a quaternion
 * in any case. */
struct real_pose plan_pose(const struct real_pose *pose);

/* probe.c: the hash of what moves and is reckoned here; false: nothing moves. */
bool probe_put(struct text *out);

/* park.c: what is parked stays where it is. */
void park_hold(struct world *world);

/* rest.c */
void rest_begin(struct world *world);
void rest_look(struct world *world);

#endif
