/* hull.h: the hull as it is drawn. The simulated hull is four boxes; the drawn one has an
 * outline through their corners, a bow, and sides that lean inwards to the keel. */
#ifndef SPELUNKE_PICTURE_HULL_H
#define SPELUNKE_PICTURE_HULL_H

#include "solid.h"

/* The planes of the hull: its sides, then deck, bottom and the flat end at the stern. */
enum { HULL_SIDES = 12, HULL_DECK = HULL_SIDES, HULL_BOTTOM, HULL_TRANSOM, HULL_PLANES };

/* A plane: its outward normal and its distance from the origin. */
struct plane {
    struct vector normal;
    double distance;
};

struct hull {
    struct plane planes[HULL_PLANES];
};

void hull_make(struct hull *hull);
/* As block_intersect, in the axes of the hull; `plane` is set to the plane that was hit. */
bool hull_intersect(const struct hull *hull, const struct ray *ray, double after, struct hit *hit,
                    int *plane);
/* The distance of a point on deck from the edge, in metres. */
double hull_edge(double x, double y);

#endif
