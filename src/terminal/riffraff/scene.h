/* scene.h: where everything is: the parts of ship and cargo in the world, in millimetres,
 * from a view or from a frame of a session; and lines that are cut by them. */
#ifndef SPELUNKE_TERMINAL_RIFFRAFF_SCENE_H
#define SPELUNKE_TERMINAL_RIFFRAFF_SCENE_H

#include <spelunke/sim.h>

#include "terminal/value.h"

enum { SCENE_PARTS = 240, SHIP_BODIES = 4, NO_BODY = -1 };
enum part_kind { PART_BOX, PART_CAPSULE, PART_SPHERE };

/* Where a body is; the columns of `axes` are its own axes in the world. */
struct placed {
    double at[3], axes[3][3];
};

struct part {
    int body;
    enum part_kind kind;
    struct placed pose;
    double size[3];  /* half lengths; or radius, and half the length of a capsule */
    double reach[3]; /* half of the box around it, along the axes of the world */
};

struct scene {
    const struct value *kit;
    int count;
    struct part parts[SCENE_PARTS];
    bool is_there[FRAME_BODIES];
    struct placed bodies[FRAME_BODIES];
};

/* Of a view, where the ship is at rest, and of a moment of a session. */
void scene_of_view(const struct value *kit, const struct value *view, struct scene *out);
void scene_of_frame(const struct value *kit, const struct frame *frame, struct scene *out);
/* The pose of a body that is turned like this, a quaternion in millionths. */
struct placed scene_pose(const double at[3], const int32_t turned[4]);
/* Takes a body out, or puts it somewhere else. */
void scene_remove(struct scene *scene, int body);
void scene_put(struct scene *scene, int body, const struct placed *pose);
/* The body of this name; NO_BODY: there is none. */
int scene_body(const struct value *kit, const char *name);

/* The line along an axis of the world through a point: where it is inside of the part.
 * False: nowhere. */
bool part_span(const struct part *part, int axis, const double point[3], double *low, double *high);
/* True if the line passes the box around it. */
bool part_is_near(const struct part *part, int axis, const double point[3]);

/* A point of a body's own axes in the world, and the other way. */
void placed_point(const struct placed *pose, const double in[3], double out[3]);
void placed_inside(const struct placed *pose, const double in[3], double out[3]);

/* How far a body could fall before it touches something: the least distance straight down
 * from any of its parts; 1000 where there is nothing. */
double scene_gap(const struct scene *scene, int body);

#endif
