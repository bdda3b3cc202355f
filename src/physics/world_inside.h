/* world_inside.h: internals of a world, for the files of this folder. */
#ifndef SPELUNKE_PHYSICS_INSIDE_H
#define SPELUNKE_PHYSICS_INSIDE_H

#include <mujoco/mujoco.h>

#include "physics.h"

/* The indexes of a body of the plan in the engine's arrays; -1: none. A hinged body has one
 * coordinate for each hinge in qpos and dof; a free one has seven and six. */
struct slot {
    enum body_kind kind;
    int number; /* the engine's number; 0: the ground */
    int parent; /* the parent of a hinged body, in our numbers */
    int joint, joint_count;
    int qpos, dof, mocap;
    int geom, geom_count;
    struct real_pose start;
    double rest[HINGES_MAX]; /* the largest angle of motion of each hinge that counts as rest */
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
    bool has_failed;     /* after an engine error; only a reset or a restore helps */
    double *rest;        /* start of the rest window, and the coordinates at that time */
    int faults_planted;  /* for tests: the number of coming steps that will be made unstable */
    void *undo;          /* snapshot from before the step */
    void *birth;         /* initial snapshot */
};

/* world.c: the slot of a body, which must exist. */
const struct slot *world_slot(const struct world *world, int body);

/* plan.c: the engine's model of a plan; NULL and the reason. */
mjModel *plan_compile(const struct world_plan *plan, struct text *why);
/* A pose of a plan with a valid quaternion. */
struct real_pose plan_pose(const struct real_pose *pose);

/* probe.c: the hash of the probe; false: the simulation failed. */
bool probe_put(struct text *out);

/* park.c: puts parked bodies back to their start poses. */
void park_hold(struct world *world);

/* rest.c */
void rest_begin(struct world *world);
void rest_look(struct world *world);

#endif
