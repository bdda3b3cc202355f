/* scene.h: the table of a throw, and the light that comes back from it. */
#ifndef SPELUNKE_PICTURE_SCENE_H
#define SPELUNKE_PICTURE_SCENE_H

#include "paint.h"
#include "trace.h"

struct scene {
    int barrels;
    struct solid barrel[FRAME_BODIES], coaster, cup;
    double cup_seen; /* 1: it is there; 0: the hand has taken it away */
};

/* The frame of a throw: barrels, then cup and coaster. */
void scene_make(struct scene *scene, const struct frame *frame);
/* The light along a ray, from one of the LAMP_POINTS. */
struct vector scene_light(const struct scene *scene, const struct ray *ray, int lamp_point);

#endif
