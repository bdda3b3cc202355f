/* careless.h: a player that loads pieces at random places, for benchmarks and tests of catching.
 *
 * Pieces that fall return to the supply, so the ship stays full; a full ship is cleared, and the
 * next match begins. Everything is derived from one seed. */
#ifndef SPELUNKE_BENCH_CARELESS_H
#define SPELUNKE_BENCH_CARELESS_H

#include <spelunke/session.h>

#include "games/riffraff/riffraff.h"

struct careless {
    struct rr_state state; /* the ship */
    uint64_t supply;       /* the pieces beside it */
    struct rng rng;
    int loadings; /* number of loadings so far */
};

void careless_begin(struct careless *player, int slow_motion);
/* Applies the outcome of a loading to the ship and the supply. */
void careless_note(struct careless *player, const struct rr_action *outcome);
/* From 0 to less than 1. */
double careless_draw(struct rng *rng);
int count_bits(uint64_t set);

enum plan { GO_UP, GO_OVER, GO_DOWN, WAIT, LET_GO };

struct carry {
    struct careless *player;
    struct pose to;
    enum plan plan;
    int32_t since;
    int tries;
};

/* Draws a piece, an area and a place in it. */
void carry_begin(struct carry *loading, struct careless *player);
/* Opens the session of this loading; the result is always the same. */
struct session *carry_open(const struct carry *loading);
/* Steers the hand while it holds the piece: up, over the place, down until the piece rests on
 * something; releases it where that is allowed, otherwise tries another place. */
void carry_steer(struct carry *loading, const struct frame *now, struct hand *hand);
/* True if there is no room; then the piece stays in the supply. */
bool carry_fails(const struct carry *loading);

#endif
