/* ship_paint.h: materials of the ship and its cargo. */
#ifndef SPELUNKE_PICTURE_SHIP_PAINT_H
#define SPELUNKE_PICTURE_SHIP_PAINT_H

#include "block.h"
#include "paint.h"

/* Points are in metres, in the axes of the body; those of a part relative to its centre. */
/* At the plane of the hull that was hit (hull.h). */
struct paint paint_hull(struct vector point, int plane);
struct paint paint_spar(struct vector point);
struct paint paint_yard(struct vector point, struct vector normal, int yard, double half_length);
/* A part of a wooden piece; `number` selects its grain. */
struct paint paint_piece(int number, int part, const struct block *block, const struct hit *hit);
/* The barrel, which is drawn round. */
struct paint paint_cask(struct vector point, int number, bool is_end);
/* The sea around the ship, on a table; changes the normal. */
struct paint paint_sea(double x, double y, struct vector *normal);
/* The cardboard wave that carries the ship. */
struct paint paint_wave(double height, double top);

#endif
