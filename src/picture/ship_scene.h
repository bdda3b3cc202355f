/* ship_scene.h: the ship with all its cargo, and the light that comes back from it. */
#ifndef SPELUNKE_PICTURE_SHIP_SCENE_H
#define SPELUNKE_PICTURE_SHIP_SCENE_H

#include "block.h"
#include "games/riffraff/shapes.h"
#include "hull.h"
#include "trace.h"

enum { THING_BLOCKS_MAX = 12 };

/* A body that is there: its blocks, and a ball around all of them. */
struct thing {
    int body;
    struct vector at, axes[3], middle;
    double reach;
    int block_count;
    struct block blocks[THING_BLOCKS_MAX];
};

struct ship_scene {
    struct hull hull;
    struct solid barrel; /* in its own axes */
    int count;
    struct thing things[RR_HAND_BODY];
};

/* A frame with the bodies of riffraff.h. */
void ship_scene_make(struct ship_scene *scene, const struct frame *frame);
/* The light along a ray, from one of the LAMP_POINTS. */
struct vector ship_scene_light(const void *scene, const struct ray *ray, int lamp_point);
/* A camera that has all of the ship in a picture of this shape, height by width. */
struct camera ship_scene_camera(double shape);

#endif
