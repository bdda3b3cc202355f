/* trace.h: a camera that traces rays for all pixels. */
#ifndef SPELUNKE_PICTURE_TRACE_H
#define SPELUNKE_PICTURE_TRACE_H

#include "picture.h"
#include "solid.h"

/* The lamp is an area light. Each of LAMP_POINTS numbers selects a point of it; all together
 * give soft shadows. */
enum { LAMP_POINTS = 16 };

/* Looks along `ahead`; `right` and `down` span half of the picture. */
struct camera {
    struct vector eye, ahead, right, down;
};

/* The half width and half height of the picture are measured at the point it aims at. */
struct camera camera_at(struct vector eye, struct vector aim, double half_width,
                        double half_height);

/* A point of the lamp, x and y from -1 to 1; consecutive numbers are far apart. */
struct vector lamp_offset(int point);

/* Renders from this column on, in the full height of the picture; `light` returns the light
 * along a ray. */
void trace(struct picture *picture, int left, int width, const struct camera *camera,
           struct vector (*light)(const void *scene, const struct ray *ray, int lamp_point),
           const void *scene);

#endif
