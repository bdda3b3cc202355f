/* bot.h: computer players. They get a view, never a state. */
#ifndef SPELUNKE_BOT_H
#define SPELUNKE_BOT_H

#include <spelunke/rng.h>
#include <spelunke/sim.h>

struct game;

/* How much a bot may think. Effort counts samples, so the same seed gives the
 * same move; `expired`, where set, only cuts the thinking short. */
struct budget {
    int effort; /* 0: the bot's own default */
    bool (*expired)(void *context);
    void *context;
};

struct bot {
    const char *key;
    void (*choose)(const struct game *game, const void *view, int seat, struct rng *rng,
                   const struct budget *budget, void *action);
    /* Moves its hand in a session it controls, once a tick, from the last frame
     * and its own last hand; NULL: nobody steers. */
    void (*steer)(const struct game *game, const void *view, int seat, const struct frame *frame,
                  struct rng *rng, struct hand *hand);
};

/* Plays any legal action, each equally likely; serves every game. */
extern const struct bot bot_random;

#endif
