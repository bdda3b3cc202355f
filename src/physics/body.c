/* body.c: poses, motion and forces of the bodies of a world.
 *
 * The engine computes the poses of all bodies at the beginning of a step, so after a step its
 * coordinates are newer than its poses. The poses of hinged bodies are therefore computed here
 * from the angles. */
#include "world_inside.h"

#include <string.h>

#include <spelunke/must.h>

static const struct slot *slot_of_kind(const struct world *world, int body, enum body_kind kind) {
    const struct slot *slot = world_slot(world, body);
    must(slot->kind == kind);
    return slot;
}

/* The pose of a body, the velocity of its origin, and its angular velocity, in world
 * coordinates. */
struct kinematics {
    struct real_pose pose;
    double speed[3], spin[3];
};

/* The velocity of a point that is fixed to the body. */
static void speed_at(const struct kinematics *c, const double at[3], double out[3]) {
    double arm[3], turning[3];
    mju_sub3(arm, at, c->pose.at);
    mju_cross(turning, c->spin, arm);
    mju_add3(out, c->speed, turning);
}

static void turn_hinge(const struct world *world, const struct slot *slot, int hinge,
                       struct kinematics *c) {
    const mjtNum *axis = world->model->jnt_axis + 3 * (slot->joint + hinge);
    const mjtNum *anchor = world->model->jnt_pos + 3 * (slot->joint + hinge);
    double arm[3], fixed[3], speed[3], world_axis[3], turn[4], before[4];
    mju_rotVecQuat(arm, anchor, c->pose.turned);
    mju_add3(fixed, c->pose.at, arm);
    speed_at(c, fixed, speed);
    mju_rotVecQuat(world_axis, axis, c->pose.turned);
    mju_addToScl3(c->spin, world_axis, world->data->qvel[slot->dof + hinge]);
    mju_axisAngle2Quat(turn, axis, world->data->qpos[slot->qpos + hinge]);
    memcpy(before, c->pose.turned, sizeof before);
    mju_mulQuat(c->pose.turned, before, turn);
    mju_rotVecQuat(arm, anchor, c->pose.turned);
    mju_sub3(c->pose.at, fixed, arm);
    mju_sub3(arm, c->pose.at, fixed);
    mju_cross(c->speed, c->spin, arm);
    mju_addTo3(c->speed, speed);
}

static void find_kinematics(const struct world *world, int body, struct kinematics *out);

static void find_hinged(const struct world *world, const struct slot *slot,
                        struct kinematics *out) {
    struct kinematics parent = {.pose.turned = {1, 0, 0, 0}};
    if (slot->parent != PARENT_WORLD)
        find_kinematics(world, slot->parent, &parent);
    mju_mulPose(out->pose.at, out->pose.turned, parent.pose.at, parent.pose.turned, slot->start.at,
                slot->start.turned);
    speed_at(&parent, out->pose.at, out->speed);
    memcpy(out->spin, parent.spin, sizeof out->spin);
    for (int i = 0; i < slot->joint_count; i++)
        turn_hinge(world, slot, i, out);
}

static void find_free(const struct world *world, const struct slot *slot, struct kinematics *out) {
    const mjtNum *q = world->data->qpos + slot->qpos, *v = world->data->qvel + slot->dof;
    memcpy(out->pose.at, q, sizeof out->pose.at);
    memcpy(out->pose.turned, q + 3, sizeof out->pose.turned);
    memcpy(out->speed, v, sizeof out->speed);
    mju_rotVecQuat(out->spin, v + 3, q + 3);
}

static void find_kinematics(const struct world *world, int body, struct kinematics *out) {
    const struct slot *slot = world_slot(world, body);
    if (slot->kind == BODY_FREE)
        find_free(world, slot, out);
    else
        find_hinged(world, slot, out);
}

void world_pose(const struct world *world, int body, struct real_pose *out) {
    const struct slot *slot = world_slot(world, body);
    const mjData *d = world->data;
    struct kinematics kinematics;
    switch (slot->kind) {
    case BODY_FREE:
        memcpy(out->at, d->qpos + slot->qpos, sizeof out->at);
        memcpy(out->turned, d->qpos + slot->qpos + 3, sizeof out->turned);
        break;
    case BODY_FIXED:
        *out = slot->start;
        break;
    case BODY_DRIVEN:
        memcpy(out->at, d->mocap_pos + 3 * slot->mocap, sizeof out->at);
        memcpy(out->turned, d->mocap_quat + 4 * slot->mocap, sizeof out->turned);
        break;
    case BODY_HINGED:
        find_hinged(world, slot, &kinematics);
        *out = kinematics.pose;
    }
}

void world_motion(const struct world *world, int body, struct motion *out) {
    const struct slot *slot = world_slot(world, body);
    const mjtNum *v = world->data->qvel + slot->dof;
    double back[4];
    struct kinematics kinematics;
    *out = (struct motion){{0}, {0}};
    if (slot->kind == BODY_FREE) {
        memcpy(out->speed, v, sizeof out->speed);
        memcpy(out->spin, v + 3, sizeof out->spin);
    } else if (slot->kind == BODY_HINGED) {
        find_hinged(world, slot, &kinematics);
        memcpy(out->speed, kinematics.speed, sizeof out->speed);
        mju_negQuat(back, kinematics.pose.turned);
        mju_rotVecQuat(out->spin, kinematics.spin, back);
    }
}

void world_drive(struct world *world, int body, const struct real_pose *pose) {
    int mocap = slot_of_kind(world, body, BODY_DRIVEN)->mocap;
    memcpy(world->data->mocap_pos + 3 * mocap, pose->at, sizeof pose->at);
    memcpy(world->data->mocap_quat + 4 * mocap, pose->turned, sizeof pose->turned);
}

static const struct slot *hinge_slot(const struct world *world, int body, int hinge) {
    const struct slot *slot = slot_of_kind(world, body, BODY_HINGED);
    must(hinge >= 0 && hinge < slot->joint_count);
    return slot;
}

double world_hinge(const struct world *world, int body, int hinge, double *speed) {
    const struct slot *slot = hinge_slot(world, body, hinge);
    if (speed)
        *speed = world->data->qvel[slot->dof + hinge];
    return world->data->qpos[slot->qpos + hinge];
}

void world_set_hinge(struct world *world, int body, int hinge, double angle, double speed) {
    const struct slot *slot = hinge_slot(world, body, hinge);
    world->data->qpos[slot->qpos + hinge] = angle;
    world->data->qvel[slot->dof + hinge] = speed;
}

static const struct slot *moving_slot(const struct world *world, int body) {
    const struct slot *slot = world_slot(world, body);
    must(slot->kind == BODY_FREE || slot->kind == BODY_HINGED);
    return slot;
}

void world_mass(const struct world *world, int body, struct mass *out) {
    int number = moving_slot(world, body)->number;
    const mjModel *m = world->model;
    out->mass = m->body_mass[number];
    memcpy(out->centre, m->body_ipos + 3 * number, sizeof out->centre);
    memcpy(out->inertia, m->body_inertia + 3 * number, sizeof out->inertia);
    memcpy(out->turned, m->body_iquat + 4 * number, sizeof out->turned);
}

void world_apply_torque(struct world *world, int body, const double torque[3]) {
    const struct slot *slot = slot_of_kind(world, body, BODY_FREE);
    memcpy(world->data->qfrc_applied + slot->dof + 3, torque, 3 * sizeof *torque);
}

void world_apply_force(struct world *world, int body, const double force[3],
                       const double torque[3]) {
    mjtNum *push = world->data->xfrc_applied + 6 * moving_slot(world, body)->number;
    memcpy(push, force, 3 * sizeof *force);
    memcpy(push + 3, torque, 3 * sizeof *torque);
}
