/* sight.h: what can be seen of a ship's world: where everything is, what touches what, and
 * how loose pieces move. Reads a world and changes nothing. */
#ifndef SPELUNKE_RIFFRAFF_SIGHT_H
#define SPELUNKE_RIFFRAFF_SIGHT_H

#include "areas.h"
#include "catch.h"
#include "ship_world.h"

enum { TOUCHES_MAX = 512 };

/* Where ship and these pieces are (a bit each); their areas are left 0. */
void sight_scene(const struct ship_world *ship, uint64_t pieces, struct rr_scene *out);
/* What touched what in the last step, or when contacts were last found; how many. */
int sight_touches(const struct ship_world *ship, struct rr_touch out[TOUCHES_MAX]);
/* fills in the areas of a scene. What touches neither the ship nor anything that does
 * gets 0. */
void sight_areas(const struct ship_world *ship, struct rr_scene *scene);
/* The bodies that the ship holds up, directly or through others, or this body does, which
 * may be -1; a bit each. */
uint64_t sight_held_up(const struct ship_world *ship, int holder);
/* How these pieces move, in rising order; `is_at_home` is left false. How many. */
int sight_loose(const struct ship_world *ship, uint64_t pieces, int holder,
                struct loose out[RR_PIECES_MAX]);
/* True if a point of the world is in an area: over it, or below as what hangs from it. */
bool sight_is_at(const struct ship_world *ship, int area, const double point[3]);
/* A piece's centre of mass in the world. */
void sight_centre(const struct ship_world *ship, int piece, double out[3]);

#endif
