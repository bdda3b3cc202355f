/* bot.c: `thrifty`, a bot that looks at its own card and little else. */
#include "null.h"

/* The bid grows with the own card, up to the purse. */
static int bid_for(const struct null_state *v, int seat) {
    int bid = (v->history[v->round].card[seat] - 1) / 2 + 1;
    return bid < v->purse[seat] ? bid : v->purse[seat];
}

/* The bell raises the prize for whoever drops the coin and can be rung once a match (N-4). It is
 * kept for a round with a high bid of the own seat that will likely win; in the last round the
 * requirements are lower. */
static bool wants_to_ring(const struct null_state *v, int seat) {
    const struct null_round *round = &v->history[v->round];
    bool is_last = v->round + 1 == v->rounds;
    return round->card[seat] >= (is_last ? 4 : 5) && round->bid[seat] - 1 >= 2;
}

static bool choose(const struct thinking *thinking, void *action) {
    const struct null_state *v = thinking->view;
    struct null_action *a = action;
    if (!thinking->must) {
        a->verb = NULL_RING;
        return wants_to_ring(v, thinking->seat);
    }
    a->verb = NULL_BID;
    a->number = (uint8_t)bid_for(v, thinking->seat);
    return true;
}

/* Holds the coin over the lowest field until the time is up. */
static void steer(const struct thinking *thinking, const struct frame *frame, struct hand *hand) {
    (void)thinking;
    (void)frame;
    hand->grip = true;
    hand->pose.at[0] = 0;
}

const struct bot null_bot_thrifty = {.key = "thrifty", .choose = choose, .steer = steer};
