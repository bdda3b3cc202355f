/* park.c: free bodies put somewhere, and those that are out.
 *
 * The engine has neither bodies that come and go nor gravity for some of them alone. A parked
 * body has no groups, so that it meets nothing, and after every step it is put back to where
 * it waits: each step pulls it alike, so the solver's memory of it is always right, and it
 * costs little. */
#include "world_inside.h"

#include <string.h>

#include <spelunke/must.h>

static const struct slot *free_slot(const struct world *world, int body) {
    const struct slot *slot = world_slot(world, body);
    must(slot->kind == BODY_FREE);
    return slot;
}

static void show_groups(struct world *world, int body) {
    const struct slot *slot = world_slot(world, body);
    unsigned groups = world->is_parked[body] ? 0 : world->groups[body];
    for (int i = slot->geom; i < slot->geom + slot->geom_count; i++)
        if (world->is_touchable[i]) {
            world->model->geom_contype[i] = (int)groups;
            world->model->geom_conaffinity[i] = (int)groups;
        }
}

void world_set_groups(struct world *world, int body, unsigned groups) {
    must(world_slot(world, body));
    world->groups[body] = groups;
    show_groups(world, body);
}

static void set_coordinates(struct world *world, const struct slot *slot,
                            const struct real_pose *pose, const struct motion *motion) {
    mjtNum *q = world->data->qpos + slot->qpos, *v = world->data->qvel + slot->dof;
    memcpy(q, pose->at, sizeof pose->at);
    memcpy(q + 3, pose->turned, sizeof pose->turned);
    memcpy(v, motion->speed, sizeof motion->speed);
    memcpy(v + 3, motion->spin, sizeof motion->spin);
}

void world_put(struct world *world, int body, const struct real_pose *pose,
               const struct motion *motion) {
    const struct slot *slot = free_slot(world, body);
    if (world->is_parked[body]) {
        world->is_parked[body] = false;
        show_groups(world, body);
    }
    set_coordinates(world, slot, pose, motion);
}

static void hold(struct world *world, int body) {
    static const struct motion still;
    const struct slot *slot = free_slot(world, body);
    set_coordinates(world, slot, &slot->start, &still);
}

void world_park(struct world *world, int body) {
    hold(world, body);
    world->is_parked[body] = true;
    show_groups(world, body);
}

bool world_is_parked(const struct world *world, int body) {
    free_slot(world, body);
    return world->is_parked[body];
}

void park_hold(struct world *world) {
    for (int i = 0; i < world->body_count; i++)
        if (world->is_parked[i])
            hold(world, i);
}
