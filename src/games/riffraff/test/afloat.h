/* afloat.h: creates, loads and runs a ship world, for tests. */
#ifndef SPELUNKE_RIFFRAFF_AFLOAT_H
#define SPELUNKE_RIFFRAFF_AFLOAT_H

#include "games/riffraff/ship_world.h"

extern const struct rr_ship empty;
extern const double degree; /* in radians */

/* On a normal sea. */
struct ship_world *new_ship(uint64_t pieces, const struct rr_ship *from);
/* Every step must succeed. */
void run(struct ship_world *ship, double seconds);
/* Returns the number of steps; -1: it does not come to rest. */
int run_to_rest(struct ship_world *ship, int seconds);
/* The ship's two joints, then the yards'. */
double joint(const struct ship_world *ship, int number);
double heel(const struct ship_world *ship);

int piece_in(int set, enum rr_shape shape);
/* Puts a piece above an area on a ship with all angles 0. */
void add_piece(struct rr_ship *ship, int piece, int area, int x, int y, int z);
/* Twelve balanced pieces that lie, stand and hang. */
struct rr_ship loaded(void);

#endif
