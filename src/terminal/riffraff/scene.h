/* scene.h: the geometry of ship and cargo in the world, in millimetres, from a view or from a frame
 * of a session; intersections of lines with it. */
#ifndef SPELUNKE_TERMINAL_RIFFRAFF_SCENE_H
#define SPELUNKE_TERMINAL_RIFFRAFF_SCENE_H

#include <spelunke/sim.h>

#include "terminal/value.h"

enum { SCENE_PARTS = 240, SHIP_BODIES = 4, NO_BODY = -1 };
enum part_kind { PART_BOX, PART_CAPSULE, PART_SPHERE };

/* The pose of a body; the columns of `axes` are its own axes in the world. */
struct placed {
    double at[3], axes[3][3];
};

struct part {
    int body;
    enum part_kind kind;
    struct placed pose;
    double size[3];  /* half lengths; or radius, and half the length of a capsule */
    double reach[3]; /* half the size of the axis-aligned bounding box */
};

struct scene {
    const struct value *kit;
    int count;
    struct part parts[SCENE_PARTS];
    bool is_there[FRAME_BODIES];
    struct placed bodies[FRAME_BODIES];
};

/* From a view, with the ship at rest; from a frame. */
void scene_of_view(const struct value *kit, const struct value *view, struct scene *out);
void scene_of_frame(const struct value *kit, const struct frame *frame, struct scene *out);
/* A pose from a position and a quaternion in millionths. */
struct placed scene_pose(const double at[3], const int32_t turned[4]);
/* Removes a body, to leave it out or to add it elsewhere. */
void scene_remove(struct scene *scene, int body);
void scene_put(struct scene *scene, int body, const struct placed *pose);
/* The body with this name; NO_BODY: none. */
int scene_body(const struct value *kit, const char *name);

/* Where a line through a point, parallel to an axis of the world, is inside the part. False:
 * nowhere. */
bool part_span(const struct part *part, int axis, const double point[3], double *low, double *high);
/* True if the line meets the part's bounding box. */
bool part_is_near(const struct part *part, int axis, const double point[3]);

/* Converts a point from a body's axes to the world, and back. */
void placed_point(const struct placed *pose, const double in[3], double out[3]);
void placed_inside(const struct placed *pose, const double in[3], double out[3]);

/* How far a body could fall: the least vertical distance below any of its parts; 1000 where nothing
 * is below. */
double scene_gap(const struct scene *scene, int body);

#endif
