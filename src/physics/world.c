/* world.c: creates and steps a world.
 *
 * After an unstable step the engine resets everything to the start. So each step begins with a
 * snapshot; an unstable step is repeated from it in two halves, those in halves again if need
 * be, and the result says so. */
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

static int find_number(const mjModel *model, int body) {
    struct text name = {0};
    text_put_number(&name, body);
    int number = mj_name2id(model, mjOBJ_BODY, text_string(&name));
    text_free(&name);
    must(number > 0);
    return number;
}

static struct slot find_slot(const mjModel *model, int number) {
    struct slot slot = {.number = number, .qpos = -1, .dof = -1};
    slot.mocap = model->body_mocapid[number];
    slot.geom = model->body_geomadr[number];
    slot.geom_count = model->body_geomnum[number];
    slot.joint = model->body_jntadr[number];
    slot.joint_count = model->body_jntnum[number];
    if (slot.joint_count) {
        slot.qpos = model->jnt_qposadr[slot.joint];
        slot.dof = model->jnt_dofadr[slot.joint];
    }
    return slot;
}

static void copy_from_plan(struct world *world, int body, const struct body *from) {
    struct slot *slot = &world->slots[body];
    slot->kind = from->kind;
    slot->parent = from->parent;
    slot->start = plan_pose(&from->pose);
    world->groups[body] = from->groups;
    for (int i = 0; from->kind == BODY_HINGED && i < from->hinge_count; i++)
        slot->rest[i] = from->hinges[i].rest > 0 ? from->hinges[i].rest : 0.0005;
    for (int i = 0; i < from->shape_count; i++)
        world->is_touchable[slot->geom + i] = !from->shapes[i].is_untouchable;
}

/* The shapes of fixed bodies belong to the engine's body 0 and come first. */
static void find_slots(struct world *world, const struct world_plan *plan) {
    size_t bodies = (size_t)world->body_count;
    int geom = 0;
    world->slots = must_alloc(bodies * sizeof *world->slots);
    world->groups = must_alloc(bodies * sizeof *world->groups);
    world->is_parked = must_alloc(bodies * sizeof *world->is_parked);
    world->is_touchable = must_alloc((size_t)world->model->ngeom * sizeof *world->is_touchable);
    for (int i = 0; i < world->body_count; i++) {
        const struct body *body = &plan->bodies[i];
        if (body->kind == BODY_FIXED) {
            world->slots[i] = (struct slot){.joint = -1, .qpos = -1, .dof = -1, .mocap = -1};
            world->slots[i].geom = geom;
            world->slots[i].geom_count = body->shape_count;
            geom += body->shape_count;
        } else {
            world->slots[i] = find_slot(world->model, find_number(world->model, i));
        }
        copy_from_plan(world, i, body);
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
    world->rest_seconds = plan->rest_seconds > 0 ? plan->rest_seconds : 0.1;
    find_slots(world, plan);
    world->rest = must_alloc((1 + (size_t)world->model->nq) * sizeof *world->rest);
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
    free(world->groups);
    free(world->is_parked);
    free(world->is_touchable);
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
    world_restore(world, world->birth);
}

static size_t own_bytes(const struct world *world) {
    size_t a_body = sizeof *world->slots + sizeof *world->groups + sizeof *world->is_parked;
    return sizeof *world + (size_t)world->body_count * a_body +
           (size_t)world->model->ngeom * sizeof *world->is_touchable +
           (1 + (size_t)world->model->nq) * sizeof *world->rest + 2 * world_snapshot_bytes(world);
}

size_t world_bytes(const struct world *world) {
    const mjModel *m = world->model;
    const mjData *d = world->data;
    return own_bytes(world) + sizeof *m + (size_t)m->nbuffer + sizeof *d + (size_t)d->nbuffer +
           (size_t)d->nstack * sizeof(mjtNum);
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

/* The engine detects invalid coordinates only at the beginning of the next step. */
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
        world->has_failed = true;
        return STEP_BROKEN;
    }
    enum step_result result = take_warnings(world);
    if (world->faults_planted > 0 && world->faults_planted--)
        world->data->qpos[0] = mjMAXVAL * 10;
    return is_sound(world) ? result : STEP_BROKEN;
}

/* Replaces a step by 2, 4, 8, ... smaller ones; forces stay applied. */
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
        world_restore(world, world->undo);
        result = step_in_parts(world, 1 << i);
    }
    return result;
}

static _Thread_local struct step_faults step_faults;

struct step_faults physics_step_faults(void) {
    return step_faults;
}

static enum step_result count_fault(enum step_result result) {
    step_faults.halved += result == STEP_HALVED;
    step_faults.crowded += result == STEP_CROWDED;
    step_faults.broken += result == STEP_BROKEN;
    return result;
}

enum step_result world_step(struct world *world) {
    if (world->has_failed)
        return count_fault(STEP_BROKEN);
    world_save(world, world->undo);
    enum step_result result = try_step(world);
    if (result == STEP_BROKEN)
        result = step_again(world);
    if (result == STEP_BROKEN) {
        world_restore(world, world->undo);
        return count_fault(result);
    }
    memset(world->data->qfrc_applied, 0, (size_t)world->model->nv * sizeof(mjtNum));
    memset(world->data->xfrc_applied, 0, 6 * (size_t)world->model->nbody * sizeof(mjtNum));
    park_hold(world);
    rest_look(world);
    return count_fault(result);
}

double world_time(const struct world *world) {
    return world->data->time;
}

const struct slot *world_slot(const struct world *world, int body) {
    must(body >= 0 && body < world->body_count);
    return &world->slots[body];
}

void world_set_step(struct world *world, double seconds) {
    world->model->opt.timestep = seconds;
}

void world_set_gravity(struct world *world, const double gravity[3]) {
    memcpy(world->model->opt.gravity, gravity, 3 * sizeof *gravity);
}

void world_set_fine_contacts(struct world *world, bool are_fine) {
    if (are_fine)
        world->model->opt.enableflags |= mjENBL_MULTICCD;
    else
        world->model->opt.enableflags &= ~mjENBL_MULTICCD;
}

/* This changes the coordinates slightly, so the caller restores them. */
static void find_contacts(void *context) {
    struct world *world = context;
    mj_kinematics(world->model, world->data);
    mj_comPos(world->model, world->data);
    mj_collision(world->model, world->data);
}

bool world_find_contacts(struct world *world) {
    char words[FAULT_TEXT];
    world_save(world, world->undo);
    bool is_done = fault_free(find_contacts, world, words);
    enum step_result result = take_warnings(world);
    world_restore(world, world->undo);
    return is_done && result == STEP_DONE;
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
