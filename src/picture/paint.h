/* paint.h: procedural materials: wood, iron, felt, cardboard, leather. */
#ifndef SPELUNKE_PICTURE_PAINT_H
#define SPELUNKE_PICTURE_PAINT_H

#include "solid.h"

struct paint {
    struct vector colour; /* reflectance */
    double specular;      /* strength of highlights */
};

/* The highlight of a lamp (Blinn-Phong): a share of its light, by the ray to the lamp and the ray
 * from the camera. */
double paint_specular(const struct paint *paint, struct vector normal, const struct ray *to_lamp,
                      const struct ray *from_eye);

/* A colour with components from 0 to 255. */
struct vector paint_colour(int red, int green, int blue);

/* A hash of integers from 0 to 1; and the same interpolated smoothly. */
double paint_hash(int x, int y);
double paint_noise(double x, double y);
/* A table of planks, in metres. */
struct paint paint_planks(double x, double y);

/* `number` selects the grain of the barrel. The first end is bare wood, the second is painted
 * red. */
struct paint paint_barrel(const struct solid *barrel, const struct hit *hit, int number);
struct paint paint_coaster(const struct solid *coaster, const struct hit *hit);
struct paint paint_cup(const struct solid *cup, const struct hit *hit);
/* The table at x, y with the tray on it; changes the normal at the edge of the tray. */
struct paint paint_table(double x, double y, struct vector *normal);

#endif
