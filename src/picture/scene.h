/* scene.h: the scene of a throw and its lighting. */
#ifndef SPELUNKE_PICTURE_SCENE_H
#define SPELUNKE_PICTURE_SCENE_H

#include "paint.h"
#include "trace.h"

struct scene {
    int barrels;
    struct solid barrel[FRAME_BODIES], coaster, cup;
    double cup_opacity; /* 1: visible; 0: taken away */
};

/* The frame of a throw: barrels, then cup and coaster. */
void scene_make(struct scene *scene, const struct frame *frame);
/* The light along a ray, for one of the LAMP_POINTS. */
struct vector scene_light(const struct scene *scene, const struct ray *ray, int lamp_point);

#endif
