/* bot.c: `thrifty`, a bot that reads its own card and little else. */
#include "null.h"

/* A high card is worth a bid, as far as the purse goes. Asked where it has bid
 * already, it rings, for nothing else is left to do. */
static void choose(const struct game *game, const void *view, int seat, struct rng *rng,
                   const struct budget *budget, void *action) {
    const struct null_state *v = view;
    struct null_action *a = action;
    (void)game;
    (void)rng;
    (void)budget;
    int bid = (v->history[v->round].card[seat] - 1) / 2 + 1;
    a->verb = v->sealed >> seat & 1 ? NULL_RING : NULL_BID;
    if (a->verb == NULL_BID)
        a->number = (uint8_t)(bid < v->purse[seat] ? bid : v->purse[seat]);
}

/* Holds the coin over the lowest field until the time is up. */
static void steer(const struct game *game, const void *view, int seat, const struct frame *frame,
                  struct rng *rng, struct hand *hand) {
    (void)game;
    (void)view;
    (void)seat;
    (void)frame;
    (void)rng;
    hand->grip = true;
    hand->pose.at[0] = 0;
}

const struct bot null_bot_thrifty = {.key = "thrifty", .choose = choose, .steer = steer};
