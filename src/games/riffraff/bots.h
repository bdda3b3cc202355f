/* bots.h: the computer players of Riff Raff. */
#ifndef SPELUNKE_RIFFRAFF_BOTS_H
#define SPELUNKE_RIFFRAFF_BOTS_H

#include "riffraff.h"
#include "steer.h"

/* So many spots a player looks at who takes the first that will do. */
enum { RR_SPOTS_TRIED = 60 };

extern const struct bot rr_bot_random, rr_bot_deckhand, rr_bot_regular;
/* Their hands, for benches that let others use them. */
extern const struct rr_level rr_level_random, rr_level_deckhand, rr_level_regular;
/* Where a careful player lays a piece who only looks: the best place by geometry. */
bool rr_find_best(const struct thinking *thinking, const struct berth_view *view, int tries,
                  struct berth *out);

#endif
