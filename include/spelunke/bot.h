/* bot.h: computer players. A bot decides from a view and never sees a state. */
#ifndef SPELUNKE_BOT_H
#define SPELUNKE_BOT_H

#include <spelunke/rng.h>
#include <spelunke/sim.h>

struct game;

/* How much a bot may think. Effort counts samples, so the same seed gives the same move. `expired`,
 * where set, only ends the search early. */
struct budget {
    int effort; /* 0: the bot's own default */
    bool (*expired)(void *context);
    void *context;
};

/* The input of a bot. The bot owns all of it while it thinks, so it may run in any thread. */
struct thinking {
    const struct game *game;
    const void *view;
    int seat;
    bool must; /* the seat must act; false: it may interrupt or decline */
    struct rng *rng;
    const struct budget *budget;
    void *memory; /* the result of `sit`; NULL: none */
};

struct bot {
    const char *key;
    /* Allocates and frees the memory of one seat in one match; both NULL: the bot has none. The
     * memory is only a cache or a plan: with the same view, rng and effort a bot gives the same
     * answer whether its memory is fresh or not. */
    void *(*sit)(const struct game *game, int seat);
    void (*leave)(void *memory);
    /* Writes a legal action. False: the bot declines, which is allowed only where `must` is
     * false. */
    bool (*choose)(const struct thinking *thinking, void *action);
    /* Moves the bot's hand in a session that it controls. Called once a tick with the last frame
     * and the bot's own last hand. NULL: the bot does not steer. */
    void (*steer)(const struct thinking *thinking, const struct frame *frame, struct hand *hand);
};

/* Chooses among the legal actions with equal probability, and interrupts one time in eight. Works
 * for every game. */
extern const struct bot bot_random;

/* Allocates and frees a bot's memory for one seat; NULL if the bot has none. */
void *bot_sit(const struct bot *bot, const struct game *game, int seat);
void bot_leave(const struct bot *bot, void *memory);

#endif
