/* world.c: stepping a world, and what is where in it.
 *
 * A step that blows up makes the engine reset everything to the start. So each
 * step begins with a snapshot; the blown-up one is made again from it in two
 * halves, those in halves again if need be, and it is told. */
#include "world_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "fault.h"

enum { HALVINGS_MAX = 5 };

static void make_data(void *context) {
    struct world *world = context;
    world->data = mj_makeData(world->model);
}

static struct slot find_slot(const mjModel *model, int body) {
    struct slot slot = {.qpos = -1, .dof = -1, .mocap = model->body_mocapid[body]};
    slot.geom = model->body_geomadr[body];
    slot.geom_count = model->body_geomnum[body];
    if (model->body_jntnum[body]) {
        slot.qpos = model->jnt_qposadr[model->body_jntadr[body]];
        slot.dof = model->jnt_dofadr[model->body_jntadr[body]];
    }
    return slot;
}

/* The engine keeps our order, but for the shapes of fixed bodies, which come
 * first and belong to its own body 0. */
static void find_slots(struct world *world, const struct world_plan *plan) {
    int geom = 0, next = 1;
    world->slots = must_alloc((size_t)world->body_count * sizeof *world->slots);
    for (int i = 0; i < world->body_count; i++) {
        const struct body *body = &plan->bodies[i];
        if (body->kind != BODY_FIXED) {
            world->slots[i] = find_slot(world->model, next++);
            world->free_count += body->kind == BODY_FREE;
            continue;
        }
        world->slots[i] =
            (struct slot){-1, -1, -1, geom, body->shape_count, plan_place(&body->place)};
        geom += body->shape_count;
    }
}

struct world *world_new(const struct world_plan *plan, struct text *why) {
    char words[FAULT_TEXT] = "no memory for the world";
    struct world *world = must_alloc(sizeof *world);
    world->body_count = plan->body_count;
    world->model = plan_compile(plan, why);
    if (world->model && (!fault_free(make_data, world, words) || !world->data))
        text_put(why, words);
    if (!world->data) {
        world_free(world);
        return NULL;
    }
    world->model->opt.timestep = plan->step; /* the XML has only twelve digits of it */
    find_slots(world, plan);
    world->rest = must_alloc((1 + 7 * (size_t)world->free_count) * sizeof *world->rest);
    world->undo = must_alloc(world_snapshot_bytes(world));
    world->birth = must_alloc(world_snapshot_bytes(world));
    rest_begin(world);
    world_save(world, world->birth);
    return world;
}

static void drop(void *context) {
    struct world *world = context;
    mj_deleteData(world->data);
    mj_deleteModel(world->model);
}

void world_free(struct world *world) {
    char words[FAULT_TEXT];
    if (!world)
        return;
    must(fault_free(drop, world, words));
    free(world->slots);
    free(world->rest);
    free(world->undo);
    free(world->birth);
    free(world);
}

static void reset(void *context) {
    struct world *world = context;
    mj_resetData(world->model, world->data);
}

void world_reset(struct world *world) {
    char words[FAULT_TEXT];
    must(fault_free(reset, world, words));
    world_resume(world, world->birth);
}

size_t world_bytes(const struct world *world) {
    const mjData *d = world->data;
    return sizeof *world + sizeof *world->model + (size_t)world->model->nbuffer + sizeof *d +
           (size_t)d->nbuffer + (size_t)d->nstack * sizeof(mjtNum) +
           (size_t)world->body_count * sizeof *world->slots +
           (1 + 7 * (size_t)world->free_count) * sizeof(double) + 2 * world_snapshot_bytes(world);
}

static void step(void *context) {
    struct world *world = context;
    mj_step(world->model, world->data);
}

static int take_warning(struct world *world, mjtWarning kind) {
    int count = world->data->warning[kind].number;
    world->data->warning[kind].number = 0;
    return count;
}

static enum step_result take_warnings(struct world *world) {
    int bad = take_warning(world, mjWARN_BADQPOS) + take_warning(world, mjWARN_BADQVEL) +
              take_warning(world, mjWARN_BADQACC) + take_warning(world, mjWARN_INERTIA);
    int full = take_warning(world, mjWARN_CONTACTFULL) + take_warning(world, mjWARN_CNSTRFULL);
    return bad ? STEP_BROKEN : full ? STEP_CROWDED : STEP_DONE;
}

/* The engine notices a bad position only when the next step begins. */
static bool is_sound(const struct world *world) {
    for (int i = 0; i < world->model->nq; i++)
        if (mju_isBad(world->data->qpos[i]))
            return false;
    for (int i = 0; i < world->model->nv; i++)
        if (mju_isBad(world->data->qvel[i]))
            return false;
    return true;
}

static enum step_result try_step(struct world *world) {
    char words[FAULT_TEXT];
    if (!fault_free(step, world, words)) {
        world->is_dead = true;
        return STEP_BROKEN;
    }
    enum step_result result = take_warnings(world);
    if (world->faults_planted > 0 && world->faults_planted--)
        world->data->qpos[0] = mjMAXVAL * 10;
    return is_sound(world) ? result : STEP_BROKEN;
}

/* 2, 4, 8, ... smaller steps in the place of one; what twists the bodies stays. */
static enum step_result step_in_parts(struct world *world, int parts) {
    enum step_result worst = STEP_HALVED;
    double whole = world->model->opt.timestep;
    world->model->opt.timestep = whole / parts;
    for (int i = 0; i < parts && worst != STEP_BROKEN; i++) {
        enum step_result result = try_step(world);
        worst = result > worst ? result : worst;
    }
    world->model->opt.timestep = whole;
    return worst;
}

static enum step_result step_again(struct world *world) {
    enum step_result result = STEP_BROKEN;
    for (int i = 1; i <= HALVINGS_MAX && result == STEP_BROKEN; i++) {
        world_resume(world, world->undo);
        result = step_in_parts(world, 1 << i);
    }
    return result;
}

enum step_result world_step(struct world *world) {
    if (world->is_dead)
        return STEP_BROKEN;
    world_save(world, world->undo);
    enum step_result result = try_step(world);
    if (result == STEP_BROKEN)
        result = step_again(world);
    if (result == STEP_BROKEN) {
        world_resume(world, world->undo);
        return result;
    }
    memset(world->data->qfrc_applied, 0, (size_t)world->model->nv * sizeof(mjtNum));
    rest_look(world);
    return result;
}

double world_time(const struct world *world) {
    return world->data->time;
}

static const struct slot *slot_of(const struct world *world, int body) {
    must(body >= 0 && body < world->body_count);
    return &world->slots[body];
}

static const struct slot *free_slot(const struct world *world, int body) {
    const struct slot *slot = slot_of(world, body);
    must(slot->dof >= 0);
    return slot;
}

/* A free body's own numbers are newer than the engine's poses of all bodies,
 * which a step computes at its beginning. */
void world_place(const struct world *world, int body, struct real_pose *out) {
    const struct slot *slot = slot_of(world, body);
    const mjData *d = world->data;
    *out = slot->place;
    if (slot->qpos >= 0) {
        memcpy(out->at, d->qpos + slot->qpos, sizeof out->at);
        memcpy(out->turned, d->qpos + slot->qpos + 3, sizeof out->turned);
    } else if (slot->mocap >= 0) {
        memcpy(out->at, d->mocap_pos + 3 * slot->mocap, sizeof out->at);
        memcpy(out->turned, d->mocap_quat + 4 * slot->mocap, sizeof out->turned);
    }
}

void world_motion(const struct world *world, int body, struct motion *out) {
    const mjtNum *v = world->data->qvel + free_slot(world, body)->dof;
    memcpy(out->speed, v, sizeof out->speed);
    memcpy(out->spin, v + 3, sizeof out->spin);
}

void world_put(struct world *world, int body, const struct real_pose *place,
               const struct motion *motion) {
    const struct slot *slot = free_slot(world, body);
    mjtNum *q = world->data->qpos + slot->qpos, *v = world->data->qvel + slot->dof;
    memcpy(q, place->at, sizeof place->at);
    memcpy(q + 3, place->turned, sizeof place->turned);
    memcpy(v, motion->speed, sizeof motion->speed);
    memcpy(v + 3, motion->spin, sizeof motion->spin);
}

void world_drive(struct world *world, int body, const struct real_pose *place) {
    int mocap = slot_of(world, body)->mocap;
    must(mocap >= 0);
    memcpy(world->data->mocap_pos + 3 * mocap, place->at, sizeof place->at);
    memcpy(world->data->mocap_quat + 4 * mocap, place->turned, sizeof place->turned);
}

void world_set_step(struct world *world, double seconds) {
    world->model->opt.timestep = seconds;
}

void world_set_gravity(struct world *world, const double gravity[3]) {
    memcpy(world->model->opt.gravity, gravity, 3 * sizeof *gravity);
}

void world_set_groups(struct world *world, int body, unsigned groups) {
    const struct slot *slot = slot_of(world, body);
    for (int i = slot->geom; i < slot->geom + slot->geom_count; i++) {
        world->model->geom_contype[i] = (int)groups;
        world->model->geom_conaffinity[i] = (int)groups;
    }
}

void world_set_fine_contacts(struct world *world, bool are_fine) {
    if (are_fine)
        world->model->opt.enableflags |= mjENBL_MULTICCD;
    else
        world->model->opt.enableflags &= ~mjENBL_MULTICCD;
}

void world_twist(struct world *world, int body, const double torque[3]) {
    memcpy(world->data->qfrc_applied + free_slot(world, body)->dof + 3, torque, 3 * sizeof *torque);
}

static int body_of(const struct world *world, int geom) {
    for (int i = 0; i < world->body_count; i++)
        if (geom >= world->slots[i].geom &&
            geom < world->slots[i].geom + world->slots[i].geom_count)
            return i;
    return -1;
}

int world_contacts(const struct world *world, struct contact *out, int max) {
    const mjData *d = world->data;
    for (int i = 0; i < d->ncon && i < max; i++) {
        const mjContact *c = &d->contact[i];
        out[i] = (struct contact){.body = {body_of(world, c->geom1), body_of(world, c->geom2)},
                                  .depth = -c->dist};
        memcpy(out[i].at, c->pos, sizeof out[i].at);
    }
    return d->ncon;
}
