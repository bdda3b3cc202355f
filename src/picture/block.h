/* block.h: boxes, capsules and spheres, and their intersection with a ray.
 *
 * The parts of a body are aligned with its axes, so a ray is converted to them once for each
 * body. */
#ifndef SPELUNKE_PICTURE_BLOCK_H
#define SPELUNKE_PICTURE_BLOCK_H

#include <spelunke/face.h>

#include "solid.h"

/* Capsules lie along z, or along x. */
enum block_kind { BLOCK_BOX, BLOCK_CAPSULE, BLOCK_CAPSULE_X, BLOCK_SPHERE };

struct block {
    enum block_kind kind;
    struct vector at;
    struct vector size; /* half sides; or radius and half length; or radius */
};

/* Converts a part of a kit's body; a rotated part is a capsule along x. */
struct block block_of(const struct kit_shape *shape);
/* Replaces `hit` by the first intersection that is farther than `after` and nearer than
 * hit->distance. In the axes of the body; `point` is relative to the centre of the block. False:
 * none. */
bool block_intersect(const struct block *block, const struct ray *ray, double after,
                     struct hit *hit);

#endif
