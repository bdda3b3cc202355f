/* paint.h: what surfaces look like: wood, iron, felt, cardboard, leather. */
#ifndef SPELUNKE_PICTURE_PAINT_H
#define SPELUNKE_PICTURE_PAINT_H

#include "solid.h"

struct paint {
    struct vector colour; /* the share of light that comes back */
    double shine;
};

/* A colour as programs for drawing name it, 0 to 255. */
struct vector paint_colour(int red, int green, int blue);

/* From 0 to 1, anything, but always the same for the same numbers; and the same without
 * steps. */
double paint_chance(int x, int y);
double paint_noise(double x, double y);
/* A table of planks, in metres. */
struct paint paint_planks(double x, double y);

/* `number` tells barrels apart: no two are of the same tree. The first end is
 * bare wood, the second is painted red. */
struct paint paint_barrel(const struct solid *barrel, const struct hit *hit, int number);
struct paint paint_coaster(const struct solid *coaster, const struct hit *hit);
struct paint paint_cup(const struct solid *cup, const struct hit *hit);
/* The table at x, y with the tray on it; bends the normal at the tray's edge. */
struct paint paint_table(double x, double y, struct vector *normal);

#endif
