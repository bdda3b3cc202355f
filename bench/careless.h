/* careless.h: a player who loads pieces at random places, for benches and tests of catching.
 *
 * What falls comes into play again, so the ship stays full; a full ship is cleared, and the
 * next match begins. All follows from one seed. */
#ifndef SPELUNKE_BENCH_CARELESS_H
#define SPELUNKE_BENCH_CARELESS_H

#include <spelunke/session.h>

#include "games/riffraff/riffraff.h"

struct careless {
    struct rr_state state; /* the ship */
    uint64_t supply;       /* the pieces beside it */
    struct rng rng;
    int loadings; /* so far */
};

void careless_begin(struct careless *player, int slow_motion);
/* What a loading came to: the ship and the supply go on from there. */
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
/* The session of this loading, each time the same one. */
struct session *carry_open(const struct carry *loading);
/* Up, over the place, down until it rests on something, and let go where that is allowed,
 * else at another place. Only while the piece is held. */
void carry_steer(struct carry *loading, const struct frame *now, struct hand *hand);
/* There is no room: the piece stays beside the ship. */
bool carry_fails(const struct carry *loading);

#endif
