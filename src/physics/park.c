/* park.c: placing and parking free bodies.
 *
 * The engine can neither add and remove bodies nor switch off gravity for some of them. A parked
 * body has no contact groups, and after every step it is put back to its start pose. Each step
 * accelerates it in the same way, so the solver's warm start fits and it costs little. */
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
