/* solid.h: solids of revolution, and their intersection with a ray. Barrel, cup and coaster are
 * the same shape with different parameters. */
#ifndef SPELUNKE_PICTURE_SOLID_H
#define SPELUNKE_PICTURE_SOLID_H

#include <stdbool.h>

#include <spelunke/sim.h>

#include "vector.h"

/* The wall satisfies x^2 + y^2 + bulge z^2 = radius^2, from z = low to high. */
struct round_shape {
    double radius, bulge, low, high;
    bool has_lid_low, has_lid_high;
};

struct solid {
    struct round_shape shape;
    struct vector at;
    struct vector axes[3]; /* its x, y, z axes in world coordinates */
    /* A bounding sphere, because most rays miss. */
    struct vector middle;
    double reach;
};

struct ray {
    struct vector from, direction; /* `direction` is a unit vector */
};

static inline struct vector ray_at(const struct ray *ray, double distance) {
    return plus(ray->from, times(distance, ray->direction));
}
/* Whether the ray misses a sphere. */
bool ray_misses(const struct ray *ray, struct vector middle, double reach);

enum solid_part { PART_WALL, PART_LID_LOW, PART_LID_HIGH };

struct hit {
    double distance;      /* from the start of the ray */
    struct vector point;  /* in the axes of the solid */
    struct vector normal; /* outward, in world coordinates */
    enum solid_part part;
};

/* The origin of a body in metres, and its axes in world coordinates. */
struct vector pose_at(const struct pose *pose);
void pose_axes(const struct pose *pose, struct vector axes[3]);

/* A solid at the pose of a body. The quaternion is normalised; all zeros mean no rotation. */
struct solid solid_of(const struct round_shape *shape, const struct pose *pose);
/* The first hit farther than `after` and nearer than `within`; false: none. */
bool solid_intersect(const struct solid *solid, const struct ray *ray, double after, double within,
                     struct hit *out);

#endif
