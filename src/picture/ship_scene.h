/* ship_scene.h: the scene of the ship with all its cargo and its lighting. */
#ifndef SPELUNKE_PICTURE_SHIP_SCENE_H
#define SPELUNKE_PICTURE_SHIP_SCENE_H

#include "block.h"
#include "games/riffraff/shapes.h"
#include "hull.h"
#include "trace.h"

enum { OBJECT_BLOCKS_MAX = 12 };

/* A visible body: its blocks and a bounding sphere. */
struct object {
    int body;
    struct vector at, axes[3], middle;
    double reach;
    int block_count;
    struct block blocks[OBJECT_BLOCKS_MAX];
};

struct ship_scene {
    struct hull hull;
    struct solid barrel; /* in the axes of the body */
    int count;
    struct object objects[RR_HAND_BODY];
};

/* A frame with the bodies of riffraff.h. */
void ship_scene_make(struct ship_scene *scene, const struct frame *frame);
/* The light along a ray, for one of the LAMP_POINTS. */
struct vector ship_scene_light(const void *scene, const struct ray *ray, int lamp_point);
/* A camera that shows the whole ship in a picture of this shape, height by width. */
struct camera ship_scene_camera(double shape);

#endif
