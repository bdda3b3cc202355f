/* stowage.h: ships that are well loaded, for tests, benchmarks and pictures. */
#ifndef SPELUNKE_RIFFRAFF_STOWAGE_H
#define SPELUNKE_RIFFRAFF_STOWAGE_H

#include "games/riffraff/riffraff.h"

enum { STOWED_MAX = 31 };

/* A ship with so many pieces a hair above where they are going to rest; their areas are
 * left 0. With fewer pieces the same ones come first. */
struct rr_ship stowed(int count);

#endif
