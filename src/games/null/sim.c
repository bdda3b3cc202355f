/* sim.c: the coin of the null game: a session without a physics engine.
 *
 * The coin slides along a row of six fields of one metre each and slows down
 * until it rests. A hand with a firm grip takes it along. All in whole
 * micrometres, so that every machine agrees where it stops. */
#include "null.h"

#include <stdlib.h>

#include <spelunke/must.h>

enum { FIELD = 1000000, ROW = NULL_CARDS * FIELD, SPEED = 120000, SLOWING = 3000, SECONDS = 5 };

struct coin {
    int32_t tick;
    int32_t at;
    int32_t speed;
    bool is_held;
};

static void *open(const void *state, struct rng *rng) {
    (void)state;
    struct coin *coin = must_alloc(sizeof *coin);
    coin->at = (int32_t)rng_below(rng, ROW);
    coin->speed = (int32_t)rng_below(rng, 2 * SPEED + 1) - SPEED;
    return coin;
}

static void control(void *session, const struct hand *hand) {
    struct coin *coin = session;
    int32_t at = hand->pose.at[0];
    coin->is_held = hand->grip;
    if (hand->grip)
        coin->at = at < 0 ? 0 : at >= ROW ? ROW - 1 : at;
}

static void bounce(struct coin *coin) {
    if (coin->at < 0)
        coin->at = -coin->at;
    else if (coin->at >= ROW)
        coin->at = 2 * (ROW - 1) - coin->at;
    else
        return;
    coin->speed = -coin->speed;
}

static bool step(void *session) {
    struct coin *coin = session;
    coin->tick++;
    if (coin->is_held)
        return true;
    coin->at += coin->speed;
    bounce(coin);
    if (abs(coin->speed) <= SLOWING)
        return false;
    coin->speed += coin->speed > 0 ? -SLOWING : SLOWING;
    return true;
}

static void frame(const void *session, struct frame *out) {
    const struct coin *coin = session;
    out->tick = coin->tick;
    out->count = 1;
    out->bodies[0] = (struct pose){.at = {coin->at, 0, 0}, .turned = {1000000, 0, 0, 0}};
}

static void close(void *session, void *outcome) {
    struct coin *coin = session;
    struct null_action *a = outcome;
    a->verb = NULL_LAND;
    a->number = (uint8_t)(1 + coin->at / FIELD);
    free(coin);
}

const struct sim null_sim = {.hz = 60,
                             .ticks_max = 60 * SECONDS,
                             .open = open,
                             .control = control,
                             .step = step,
                             .frame = frame,
                             .close = close};
