/* plan.c: a plan becomes the engine's model.
 *
 * MuJoCo compiles models from XML alone. It is written here in memory and read
 * through the engine's virtual files, so no file is touched. Numbers are
 * written as whole millionths of a millionth: printf would follow the locale. */
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

struct real_pose plan_place(const struct real_pose *place) {
    struct real_pose out = *place;
    const double *q = out.turned;
    if (q[0] == 0 && q[1] == 0 && q[2] == 0 && q[3] == 0)
        out.turned[0] = 1;
    return out;
}

static void put_place(struct text *xml, const struct real_pose *place) {
    struct real_pose whole = plan_place(place);
    put_reals(xml, "pos", whole.at, 3);
    put_reals(xml, "quat", whole.turned, 4);
}

static void put_shape(struct text *xml, const struct shape *shape, unsigned groups) {
    text_put(xml, "<geom");
    text_put(xml, shape->kind == SHAPE_PLANE ? " type='plane' size='1 1 1'" : " type='cylinder'");
    if (shape->kind == SHAPE_CYLINDER) {
        put_reals(xml, "size", shape->size, 2);
        put_reals(xml, "mass", &shape->mass, 1);
    }
    put_place(xml, &shape->place);
    put_whole(xml, "contype", (long)groups);
    put_whole(xml, "conaffinity", (long)groups);
    text_put(xml, "/>");
}

static struct real_pose composed(const struct real_pose *outer, const struct real_pose *inner) {
    struct real_pose a = plan_place(outer), b = plan_place(inner), out;
    mju_mulPose(out.at, out.turned, a.at, a.turned, b.at, b.turned);
    return out;
}

/* Fixed shapes belong to the engine's own body, the ground: several fixed bodies
 * with planes overflow its list of pairs. */
static void put_fixed(struct text *xml, const struct body *body) {
    for (int i = 0; i < body->shape_count; i++) {
        struct shape shape = body->shapes[i];
        shape.place = composed(&body->place, &shape.place);
        put_shape(xml, &shape, body->groups);
    }
}

/* A body whose shapes have no mass still needs some to be driven. */
static void put_body(struct text *xml, const struct body *body) {
    text_put(xml, body->kind == BODY_DRIVEN ? "<body mocap='true'" : "<body");
    put_place(xml, &body->place);
    text_put(xml, ">");
    if (body->kind == BODY_FREE)
        text_put(xml, "<freejoint/>");
    else
        text_put(xml, "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>");
    for (int i = 0; i < body->shape_count; i++)
        put_shape(xml, &body->shapes[i], body->groups);
    text_put(xml, "</body>");
}

/* The pyramidal cone with three dimensions a contact is the cheapest that has
 * friction; Newton converges in a few rounds. */
static void put_options(struct text *xml, const struct world_plan *plan) {
    const double friction[3] = {plan->surface.friction, 0.0005, 0.0001};
    text_put(xml, "<mujoco><option solver='Newton' cone='pyramidal' iterations='20'"
                  " tolerance='1e-6' integrator='Euler'");
    put_reals(xml, "timestep", &plan->step, 1);
    put_reals(xml, "gravity", plan->gravity, 3);
    text_put(xml, "/><size");
    put_whole(xml, "nconmax", plan->contacts_max);
    put_whole(xml, "njmax", plan->rows_max);
    put_whole(xml, "nstack", plan->stack_bytes / (long)sizeof(mjtNum));
    text_put(xml, "/><default><geom condim='3' solimp='0.9 0.95 0.001'");
    put_reals(xml, "friction", friction, 3);
    put_reals(xml, "solref", plan->surface.spring, 2);
    text_put(xml, "/></default>");
}

static void put_world(struct text *xml, const struct world_plan *plan) {
    put_options(xml, plan);
    text_put(xml, "<worldbody>");
    for (int i = 0; i < plan->body_count; i++)
        if (plan->bodies[i].kind == BODY_FIXED)
            put_fixed(xml, &plan->bodies[i]);
        else
            put_body(xml, &plan->bodies[i]);
    text_put(xml, "</worldbody></mujoco>");
}

/* The engine's list of pairs overflows where planes move. */
static bool has_moving_plane(const struct world_plan *plan) {
    for (int i = 0; i < plan->body_count; i++)
        for (int j = 0; plan->bodies[i].kind != BODY_FIXED && j < plan->bodies[i].shape_count; j++)
            if (plan->bodies[i].shapes[j].kind == SHAPE_PLANE)
                return true;
    return false;
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
    if (has_moving_plane(plan)) {
        text_put(why, "only fixed bodies have planes");
        return NULL;
    }
    struct compiling *c = must_alloc(sizeof *c); /* the table of files is large */
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
