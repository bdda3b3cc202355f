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

/* What a bot thinks with. All of it is the bot's own while it thinks, so that
 * it can do so in any thread. */
struct thinking {
    const struct game *game;
    const void *view;
    int seat;
    bool must; /* the seat is awaited; false: it only may interrupt, and may decline */
    struct rng *rng;
    const struct budget *budget;
    void *memory; /* what `sit` made; NULL: none */
};

struct bot {
    const char *key;
    /* Makes and frees the memory of one seat in one match; both NULL: the bot has
     * none. It is a cache or a plan: asked twice with the same view, rng and effort a
     * bot gives the same answer, whether its memory is fresh or not. */
    void *(*sit)(const struct game *game, int seat);
    void (*leave)(void *memory);
    /* Fills in a legal action; false: it declines, which it may do only where it
     * need not act. */
    bool (*choose)(const struct thinking *thinking, void *action);
    /* Moves its hand in a session it controls, once a tick, from the last frame
     * and its own last hand; NULL: nobody steers. */
    void (*steer)(const struct thinking *thinking, const struct frame *frame, struct hand *hand);
};

/* Plays any legal action, each equally likely, and interrupts one time in eight;
 * serves every game. */
extern const struct bot bot_random;

/* A bot takes its seat in a match and leaves it; its memory, or NULL. */
void *bot_sit(const struct bot *bot, const struct game *game, int seat);
void bot_leave(const struct bot *bot, void *memory);

#endif
