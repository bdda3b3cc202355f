/* bots.h: the computer players of Riff Raff. */
#ifndef SPELUNKE_RIFFRAFF_BOTS_H
#define SPELUNKE_RIFFRAFF_BOTS_H

#include "riffraff.h"
#include "steer.h"

/* the number of spots that a player tries who takes the first possible one */
enum { RR_SPOTS_TRIED = 60 };

extern const struct bot rr_bot_random, rr_bot_deckhand, rr_bot_regular;
/* The steering levels of the computer players, for benches that use them with other bots. */
extern const struct rr_level rr_level_random, rr_level_deckhand, rr_level_regular;
/* The best place by geometry, without any simulation. */
bool rr_find_best(const struct thinking *thinking, const struct berth_view *view, int tries,
                  struct berth *out);

#endif
