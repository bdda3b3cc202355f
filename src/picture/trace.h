/* trace.h: a camera, and every pixel that it sees. */
#ifndef SPELUNKE_PICTURE_TRACE_H
#define SPELUNKE_PICTURE_TRACE_H

#include "picture.h"
#include "solid.h"

/* A lamp is not a point: each of LAMP_POINTS numbers takes it for another one, and all of
 * them together make shadows soft. */
enum { LAMP_POINTS = 16 };

/* Looks along `ahead`; a step to the right or down is half of the picture. */
struct camera {
    struct vector eye, ahead, right, down;
};

/* Half of the picture's width and height are measured where it aims. */
struct camera camera_at(struct vector eye, struct vector aim, double half_width,
                        double half_height);

/* A point of a lamp that lies flat, x and y from -1 to 1; one after the other is far away. */
struct vector lamp_offset(int point);

/* Draws what the camera sees from this column on, in the picture's full height; `light` is
 * the light along a ray. */
void trace(struct picture *picture, int left, int width, const struct camera *camera,
           struct vector (*light)(const void *scene, const struct ray *ray, int lamp_point),
           const void *scene);

#endif
