/* afloat.h: a ship that is opened, loaded and run, for tests. */
#ifndef SPELUNKE_RIFFRAFF_AFLOAT_H
#define SPELUNKE_RIFFRAFF_AFLOAT_H

#include "games/riffraff/ship_world.h"

extern const struct rr_ship empty;
extern const double degree; /* in radians */

/* On a normal sea. */
struct ship_world *new_ship(uint64_t pieces, const struct rr_ship *from);
/* Every step must be done. */
void run(struct ship_world *ship, double seconds);
/* Returns the steps it took; -1: it does not rest. */
int run_to_rest(struct ship_world *ship, int seconds);
/* The ship's two joints, then the yards'. */
double joint(const struct ship_world *ship, int number);
double heel(const struct ship_world *ship);

int piece_in(int set, enum rr_shape shape);
/* Puts a piece on a ship with all angles 0, so high above an area. */
void add_piece(struct rr_ship *ship, int piece, int area, int x, int y, int z);
/* Twelve pieces, balanced, that lie, stand and hang. */
struct rr_ship loaded(void);

#endif
