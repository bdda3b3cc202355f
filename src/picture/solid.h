/* solid.h: round things, and where a ray meets them. Barrel, cup and coaster
 * are one shape with other numbers. */
#ifndef SPELUNKE_PICTURE_SOLID_H
#define SPELUNKE_PICTURE_SOLID_H

#include <stdbool.h>

#include <spelunke/sim.h>

#include "vector.h"

/* The wall is where x^2 + y^2 + bulge z^2 = radius^2, from z = low to high. */
struct round_shape {
    double radius, bulge, low, high;
    bool has_lid_low, has_lid_high;
};

struct solid {
    struct round_shape shape;
    struct vector at;
    struct vector axes[3]; /* its own x, y, z, seen from the room */
    /* A ball around all of it, as most rays miss. */
    struct vector middle;
    double reach;
};

struct ray {
    struct vector from, along; /* along has the length 1 */
};

/* True if it passes by a ball, going on for ever. */
bool ray_misses(const struct ray *ray, struct vector middle, double reach);

enum solid_part { PART_WALL, PART_LID_LOW, PART_LID_HIGH };

struct hit {
    double far;           /* from the ray's start */
    struct vector spot;   /* in the solid's own axes */
    struct vector normal; /* in the room, outwards */
    enum solid_part part;
};

/* Where a body's origin is, in metres, and its own axes, seen from the room. */
struct vector pose_at(const struct pose *pose);
void pose_axes(const struct pose *pose, struct vector axes[3]);

/* A solid with a body's pose. A quaternion need not have the length 1; if it has
 * none at all, the body is not turned. */
struct solid solid_of(const struct round_shape *shape, const struct pose *pose);
/* The first hit farther than `after` and nearer than `within`; false: none. */
bool solid_meets(const struct solid *solid, const struct ray *ray, double after, double within,
                 struct hit *out);

#endif
