/* bot.c: `thrifty`, a bot that reads its own card and little else. */
#include "null.h"

/* A high card is worth a bid, as far as the purse goes; it never rings. Where
 * it has bid already, ringing is all that is left to do. */
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

/* Lets the coin go at once over the lowest field. */
static void steer(const struct game *game, const void *view, const struct frame *frame,
                  struct hand *hand) {
    (void)game;
    (void)view;
    hand->tick = frame->tick;
    hand->grip = frame->tick == 0;
    hand->pose.at[0] = 0;
}

const struct bot null_bot_thrifty = {.key = "thrifty", .choose = choose, .steer = steer};
