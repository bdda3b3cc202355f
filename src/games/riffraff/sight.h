/* sight.h: queries on a ship world: poses, contacts, areas, and the motion of loose pieces.
 * Nothing here changes the world. */
#ifndef SPELUNKE_RIFFRAFF_SIGHT_H
#define SPELUNKE_RIFFRAFF_SIGHT_H

#include "areas.h"
#include "catch.h"
#include "ship_world.h"

enum { TOUCHES_MAX = 512 };

/* The poses of ship and these pieces; their areas are left 0. */
void sight_scene(const struct ship_world *ship, uint64_t pieces, struct rr_scene *out);
/* The contacts of the last step, or of the last world_find_contacts; returns the count. */
int sight_touches(const struct ship_world *ship, struct rr_touch out[TOUCHES_MAX]);
/* fills in the areas of a scene. A piece gets 0 if it touches neither the ship nor cargo
 * that does. */
void sight_areas(const struct ship_world *ship, struct rr_scene *scene);
/* The bodies that are supported by the ship or by the body `holder` (-1: none), directly or
 * through others. */
uint64_t sight_held_up(const struct ship_world *ship, int holder);
/* The motion of these pieces, in rising order; `is_at_home` is left false. Returns the count. */
int sight_loose(const struct ship_world *ship, uint64_t pieces, int holder,
                struct loose out[RR_PIECES_MAX]);
/* Whether a point in world coordinates is over an area, or below it like something that hangs
 * from it. */
bool sight_is_at(const struct ship_world *ship, int area, const double point[3]);
/* The centre of mass of a piece in world coordinates. */
void sight_centre(const struct ship_world *ship, int piece, double out[3]);

#endif
