/* plan.c: compiles a plan into the engine's model.
 *
 * MuJoCo compiles models from XML only. The XML is written in memory and read through the
 * engine's virtual file system, so no file is created. Numbers are written as whole multiples of
 * 1e-12, because printf depends on the locale. */
#include "world_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "fault.h"

static void put_real(struct text *xml, double number) {
    text_put_char(xml, ' ');
    text_put_number(xml, llround(number * 1e12));
    text_put(xml, "e-12");
}

static void put_reals(struct text *xml, const char *name, const double *numbers, int count) {
    text_put_char(xml, ' ');
    text_put(xml, name);
    text_put(xml, "='");
    for (int i = 0; i < count; i++)
        put_real(xml, numbers[i]);
    text_put_char(xml, '\'');
}

static void put_whole(struct text *xml, const char *name, long number) {
    text_put_char(xml, ' ');
    text_put(xml, name);
    text_put(xml, "='");
    text_put_number(xml, number);
    text_put_char(xml, '\'');
}

struct real_pose plan_pose(const struct real_pose *pose) {
    struct real_pose out = *pose;
    const double *q = out.turned;
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0)
        out.turned[0] = 1;
    return out;
}

static void put_pose(struct text *xml, const struct real_pose *pose) {
    struct real_pose whole = plan_pose(pose);
    put_reals(xml, "pos", whole.at, 3);
    put_reals(xml, "quat", whole.turned, 4);
}

static bool is_given(const double *numbers, int count) {
    for (int i = 0; i < count; i++)
        if (numbers[i] != 0)
            return true;
    return false;
}

/* 0 is omitted: the default of the engine or of the world applies. */
static void put_given(struct text *xml, const char *name, const double *numbers, int count) {
    if (is_given(numbers, count))
        put_reals(xml, name, numbers, count);
}

static void put_surface(struct text *xml, const struct surface *s) {
    static const double impedance[3] = {0.9, 0.95, 0.001};
    const double friction[3] = {s->friction, s->torsion > 0 ? s->torsion : 0.0005,
                                s->rolling > 0 ? s->rolling : 0.0001};
    put_whole(xml, "condim", s->dimensions ? s->dimensions : 3);
    put_reals(xml, "solimp", is_given(s->impedance, 3) ? s->impedance : impedance, 3);
    put_reals(xml, "friction", friction, 3);
    put_reals(xml, "solref", s->spring, 2);
}

static void put_shape(struct text *xml, const struct shape *shape, unsigned groups) {
    static const char *const kinds[] = {"plane", "cylinder", "box", "capsule", "sphere"};
    static const int sizes[] = {0, 2, 3, 2, 1};
    long touching = shape->is_untouchable ? 0 : (long)groups;
    text_put(xml, "<geom type='");
    text_put(xml, kinds[shape->kind]);
    text_put(xml, shape->kind == SHAPE_PLANE ? "' size='1 1 1'" : "'");
    if (shape->kind != SHAPE_PLANE) {
        put_reals(xml, "size", shape->size, sizes[shape->kind]);
        put_reals(xml, "mass", &shape->mass, 1);
    }
    put_pose(xml, &shape->pose);
    put_whole(xml, "contype", touching);
    put_whole(xml, "conaffinity", touching);
    if (shape->surface)
        put_surface(xml, shape->surface);
    text_put(xml, "/>");
}

static struct real_pose composed(const struct real_pose *outer, const struct real_pose *inner) {
    struct real_pose a = plan_pose(outer), b = plan_pose(inner), out;
    mju_mulPose(out.at, out.turned, a.at, a.turned, b.at, b.turned);
    return out;
}

/* Fixed shapes are attached to the engine's world body; with several fixed bodies that have
 * planes the engine's list of pairs overflows. */
static void put_fixed(struct text *xml, const struct body *body) {
    for (int i = 0; i < body->shape_count; i++) {
        struct shape shape = body->shapes[i];
        shape.pose = composed(&body->pose, &shape.pose);
        put_shape(xml, &shape, body->groups);
    }
}

static void put_hinge(struct text *xml, const struct hinge *hinge) {
    const double range[2] = {hinge->low, hinge->high};
    text_put(xml, "<joint type='hinge'");
    put_reals(xml, "axis", hinge->axis, 3);
    put_reals(xml, "pos", hinge->anchor, 3);
    if (is_given(range, 2)) {
        text_put(xml, " limited='true'");
        put_reals(xml, "range", range, 2);
    }
    put_reals(xml, "damping", &hinge->damping, 1);
    put_reals(xml, "frictionloss", &hinge->friction, 1);
    put_given(xml, "solreffriction", hinge->friction_spring, 2);
    put_given(xml, "solimpfriction", hinge->friction_impedance, 3);
    put_given(xml, "solreflimit", hinge->limit_spring, 2);
    text_put(xml, "/>");
}

/* A driven body needs some mass even if its shapes have none. */
static void put_joints(struct text *xml, const struct world_plan *plan, const struct body *body) {
    switch (body->kind) {
    case BODY_FREE:
        text_put(xml, "<joint type='free'");
        put_reals(xml, "damping", &plan->damping, 1);
        text_put(xml, "/>");
        break;
    case BODY_HINGED:
        for (int i = 0; i < body->hinge_count; i++)
            put_hinge(xml, &body->hinges[i]);
        break;
    case BODY_FIXED:
    case BODY_DRIVEN:
        text_put(xml, "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>");
    }
}

/* The engine nests bodies and so has its own order; each is named by our number. */
static void put_body(struct text *xml, const struct world_plan *plan, int number) {
    const struct body *body = &plan->bodies[number];
    text_put(xml, "<body name='");
    text_put_number(xml, number);
    text_put(xml, body->kind == BODY_DRIVEN ? "' mocap='true'" : "'");
    put_pose(xml, &body->pose);
    text_put(xml, ">");
    put_joints(xml, plan, body);
    for (int i = 0; i < body->shape_count; i++)
        put_shape(xml, &body->shapes[i], body->groups);
    for (int i = number + 1; i < plan->body_count; i++)
        if (plan->bodies[i].kind == BODY_HINGED && plan->bodies[i].parent == number)
            put_body(xml, plan, i);
    text_put(xml, "</body>");
}

/* The Newton solver converges in a few iterations. Three dimensions are the cheapest contacts
 * with friction, so they are the default. */
static void put_options(struct text *xml, const struct world_plan *plan) {
    const struct solver *solver = &plan->solver;
    const double tolerance = solver->tolerance > 0 ? solver->tolerance : 1e-6;
    const double impratio = solver->impratio > 0 ? solver->impratio : 1;
    text_put(xml, "<mujoco><compiler angle='radian'/><option solver='Newton' integrator='Euler'");
    text_put(xml, solver->is_elliptic ? " cone='elliptic'" : " cone='pyramidal'");
    put_whole(xml, "iterations", solver->iterations > 0 ? solver->iterations : 20);
    put_reals(xml, "tolerance", &tolerance, 1);
    put_reals(xml, "impratio", &impratio, 1);
    put_reals(xml, "timestep", &plan->step, 1);
    put_reals(xml, "gravity", plan->gravity, 3);
    text_put(xml, "/><size");
    put_whole(xml, "nconmax", plan->contacts_max);
    put_whole(xml, "njmax", plan->rows_max);
    put_whole(xml, "nstack", plan->stack_bytes / (long)sizeof(mjtNum));
    text_put(xml, "/><default><geom");
    put_surface(xml, &plan->surface);
    text_put(xml, "/></default>");
}

static bool hangs_elsewhere(const struct body *body) {
    return body->kind == BODY_HINGED && body->parent != PARENT_WORLD;
}

static void put_world(struct text *xml, const struct world_plan *plan) {
    put_options(xml, plan);
    text_put(xml, "<worldbody>");
    for (int i = 0; i < plan->body_count; i++)
        if (plan->bodies[i].kind == BODY_FIXED)
            put_fixed(xml, &plan->bodies[i]);
        else if (!hangs_elsewhere(&plan->bodies[i]))
            put_body(xml, plan, i);
    text_put(xml, "</worldbody></mujoco>");
}

static bool has_plane(const struct body *body) {
    for (int i = 0; i < body->shape_count; i++)
        if (body->shapes[i].kind == SHAPE_PLANE)
            return true;
    return false;
}

static bool can_carry(const struct world_plan *plan, int parent) {
    enum body_kind kind = plan->bodies[parent].kind;
    return kind == BODY_FREE || kind == BODY_HINGED;
}

/* Checks what the engine would not reject, or not with a message; NULL: valid. Planes on moving
 * bodies make the engine's list of pairs overflow. */
static const char *find_fault(const struct world_plan *plan) {
    for (int i = 0; i < plan->body_count; i++) {
        const struct body *body = &plan->bodies[i];
        if (body->kind != BODY_FIXED && has_plane(body))
            return "only fixed bodies have planes";
        if (body->kind == BODY_HINGED && (body->hinge_count < 1 || body->hinge_count > HINGES_MAX))
            return "a hinged body has one or two hinges";
        if (hangs_elsewhere(body) &&
            (body->parent < 0 || body->parent >= i || !can_carry(plan, body->parent)))
            return "a body hangs on an earlier one that is free or hinged";
    }
    return NULL;
}

struct compiling {
    mjVFS files;
    struct text xml;
    mjModel *model;
    char words[FAULT_TEXT];
};

static void compile(void *context) {
    static const char name[] = "world.xml";
    struct compiling *c = context;
    mj_defaultVFS(&c->files);
    if (mj_makeEmptyFileVFS(&c->files, name, (int)c->xml.length) == 0) {
        memcpy(c->files.filedata[0], c->xml.data, c->xml.length);
        c->model = mj_loadXML(name, &c->files, c->words, FAULT_TEXT);
    }
    mj_deleteVFS(&c->files);
}

mjModel *plan_compile(const struct world_plan *plan, struct text *why) {
    const char *own_words = find_fault(plan);
    if (own_words) {
        text_put(why, own_words);
        return NULL;
    }
    struct compiling *c = must_alloc(sizeof *c); /* too large for the stack */
    char fault[FAULT_TEXT] = "";
    put_world(&c->xml, plan);
    if (!fault_free(compile, c, fault))
        c->model = NULL;
    mjModel *model = c->model;
    if (!model)
        text_put(why, *fault ? fault : c->words);
    text_free(&c->xml);
    free(c);
    return model;
}
