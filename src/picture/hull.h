/* hull.h: the hull as it is drawn. What is simulated are four boxes; the drawn one has their
 * corners in its outline and a bow, and its sides lean inwards to the keel. */
#ifndef SPELUNKE_PICTURE_HULL_H
#define SPELUNKE_PICTURE_HULL_H

#include "solid.h"

/* The planes of the hull: its sides, then deck, bottom and the flat end at the stern. */
enum { HULL_SIDES = 12, HULL_DECK = HULL_SIDES, HULL_BOTTOM, HULL_TRANSOM, HULL_PLANES };

/* A plane: the normal outwards, and how far it is from the origin. */
struct plane {
    struct vector normal;
    double far;
};

struct hull {
    struct plane planes[HULL_PLANES];
};

void hull_make(struct hull *hull);
/* As block_meets, in the hull's own axes; `plane` becomes the one that was met. */
bool hull_meets(const struct hull *hull, const struct ray *ray, double after, struct hit *hit,
                int *plane);
/* How far a spot of the deck is from its edge, in metres. */
double hull_edge(double x, double y);

#endif
