/* block.h: boxes, capsules and spheres, and where a ray meets them.
 *
 * A body's parts lie along its own axes, so a ray is turned into them once a body. */
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

/* A part of a kit's body; one that is turned is a capsule along x. */
struct block block_of(const struct kit_shape *shape);
/* The first hit farther than `after` and nearer than hit->far becomes the hit, all in the
 * body's own axes, `spot` from the block's middle. False: none. */
bool block_meets(const struct block *block, const struct ray *ray, double after, struct hit *hit);

#endif
