/* world_inside.h: what a world is made of, for the files of this room. */
#ifndef SPELUNKE_PHYSICS_INSIDE_H
#define SPELUNKE_PHYSICS_INSIDE_H

#include <mujoco/mujoco.h>

#include "physics.h"

/* Where each body of the plan is in the engine's arrays; -1: it has no such. */
struct slot {
    int qpos, dof, mocap;
    int geom, geom_count;
    struct real_pose place; /* a fixed body's, which the engine does not keep */
};

struct world {
    mjModel *model;
    mjData *data;
    int body_count, free_count;
    struct slot *slots;
    bool is_dead;       /* the engine gave up; only a reset or a resume helps */
    double *rest;       /* when the window began, and where each free body was then */
    int faults_planted; /* by tests: so many steps are going to blow up */
    void *undo;         /* a snapshot from before the step */
    void *birth;        /* and one from the beginning */
};

/* plan.c: the engine's model of a plan; NULL and the reason. */
mjModel *plan_compile(const struct world_plan *plan, struct text *why);
/* A place of a plan, where turned all zero means not turned, with a quaternion
 * in any case. */
struct real_pose plan_place(const struct real_pose *place);

/* probe.c: the hash of what moves and is reckoned here; false: nothing moves. */
bool probe_put(struct text *out);

/* rest.c */
void rest_begin(struct world *world);
void rest_look(struct world *world);

#endif
