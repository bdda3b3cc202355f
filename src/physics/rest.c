/* rest.c: snapshots, and the detection of rest.
 *
 * A snapshot contains all inputs of the engine's next step. This includes the solver's warm
 * start, without which a restored world would diverge. Time step, gravity, groups and the kind of
 * contacts are stored in the engine's model, so they are chunks as well. Rest is judged by
 * coordinates: seven of a free body, one of a hinge. */
#include "world_inside.h"

#include <math.h>
#include <string.h>

static const double moved_max = 0.00015;
/* cos(0.3 degrees): the dot product of two quaternions that differ by 0.6 degrees */
static const double turned_min = 0.99998629222;

struct chunk {
    void *bytes;
    size_t size;
};
enum { CHUNKS = 16 };

static void list_chunks(const struct world *world, struct chunk out[CHUNKS]) {
    mjModel *m = world->model;
    mjData *d = world->data;
    size_t number = sizeof(mjtNum);
    const struct chunk chunks[CHUNKS] = {
        {&d->time, number},
        {d->qpos, number * (size_t)m->nq},
        {d->qvel, number * (size_t)m->nv},
        {d->qacc_warmstart, number * (size_t)m->nv},
        {d->qfrc_applied, number * (size_t)m->nv},
        {d->xfrc_applied, number * 6 * (size_t)m->nbody},
        {d->mocap_pos, number * 3 * (size_t)m->nmocap},
        {d->mocap_quat, number * 4 * (size_t)m->nmocap},
        {&m->opt.timestep, number},
        {m->opt.gravity, number * 3},
        {&m->opt.enableflags, sizeof m->opt.enableflags},
        {m->geom_contype, sizeof *m->geom_contype * (size_t)m->ngeom},
        {m->geom_conaffinity, sizeof *m->geom_conaffinity * (size_t)m->ngeom},
        {world->groups, sizeof *world->groups * (size_t)world->body_count},
        {world->is_parked, sizeof *world->is_parked * (size_t)world->body_count},
        {world->rest, number * (1 + (size_t)m->nq)},
    };
    memcpy(out, chunks, sizeof chunks);
}

size_t world_snapshot_bytes(const struct world *world) {
    struct chunk chunks[CHUNKS];
    size_t sum = 0;
    list_chunks(world, chunks);
    for (int i = 0; i < CHUNKS; i++)
        sum += chunks[i].size;
    return sum;
}

void world_save(const struct world *world, void *snapshot) {
    struct chunk chunks[CHUNKS];
    unsigned char *to = snapshot;
    list_chunks(world, chunks);
    for (int i = 0; i < CHUNKS; to += chunks[i++].size)
        if (chunks[i].size)
            memcpy(to, chunks[i].bytes, chunks[i].size);
}

void world_restore(struct world *world, const void *snapshot) {
    struct chunk chunks[CHUNKS];
    const unsigned char *from = snapshot;
    list_chunks(world, chunks);
    for (int i = 0; i < CHUNKS; from += chunks[i++].size)
        if (chunks[i].size)
            memcpy(chunks[i].bytes, from, chunks[i].size);
    world->data->pstack = 0; /* after an error the engine's stack was not unwound */
    world->has_failed = false;
}

void rest_begin(struct world *world) {
    world->rest[0] = world->data->time;
    memcpy(world->rest + 1, world->data->qpos, (size_t)world->model->nq * sizeof *world->rest);
}

static bool has_flown(const double *was, const double *is) {
    double far = 0, turned = 0;
    for (int i = 0; i < 3; i++)
        far += (is[i] - was[i]) * (is[i] - was[i]);
    for (int i = 3; i < 7; i++)
        turned += is[i] * was[i];
    return far > moved_max * moved_max || turned * turned < turned_min * turned_min;
}

static bool has_turned(const struct slot *slot, const double *was, const double *is) {
    for (int i = 0; i < slot->joint_count; i++)
        if (fabs(is[i] - was[i]) > slot->rest[i])
            return true;
    return false;
}

static bool has_moved(const struct world *world, int body) {
    const struct slot *slot = &world->slots[body];
    if (slot->qpos < 0 || world->is_parked[body])
        return false;
    const double *was = world->rest + 1 + slot->qpos, *is = world->data->qpos + slot->qpos;
    return slot->kind == BODY_FREE ? has_flown(was, is) : has_turned(slot, was, is);
}

void rest_look(struct world *world) {
    for (int i = 0; i < world->body_count; i++)
        if (has_moved(world, i)) {
            rest_begin(world);
            return;
        }
}

double world_still_seconds(const struct world *world) {
    return world->data->time - world->rest[0];
}

bool world_is_at_rest(const struct world *world) {
    return world_still_seconds(world) >= world->rest_seconds;
}

void world_wake(struct world *world) {
    rest_begin(world);
}
