/* sim.c: the sessions of the null game, without a physics engine: the coin that is dropped by a
 * hand, and the deal with the option `slow_deal`.
 *
 * The coin slides along a row of six fields of one metre each and slows down until it rests. A
 * hand with a firm grip takes it along. Everything is computed in whole micrometres, so the coin
 * stops at the same place on every machine.
 *
 * A slow deal is a pack that falls onto the table, at the end in slow motion, so that the frames
 * of the null game use every feature of a frame. */
#include "null.h"

#include <stdlib.h>

#include <spelunke/must.h>

enum { DEAL_TICKS = 30, SLOW_TICKS = 10, SLOW = 4, PACK_STEP = 10000 };
enum { HIGH = 2000000 }; /* the coin is let go at this height or below */
enum { FIELD = 1000000, ROW = NULL_CARDS * FIELD, SPEED = 120000, SLOWING = 3000, SECONDS = 5 };

struct coin {
    int32_t tick;
    int32_t at;
    int32_t speed;
    bool is_held;
    int32_t height;          /* of the hand that holds it */
    struct null_action deal; /* of a slow deal, which has no coin */
};

static void *open(const void *state, struct rng *rng, const struct shelf *shelf) {
    const struct null_state *s = state;
    (void)shelf;
    struct coin *coin = must_alloc(sizeof *coin);
    if (s->phase == NULL_DEAL) {
        null_deal(s, rng, &coin->deal);
        return coin;
    }
    coin->at = (int32_t)rng_below(rng, ROW);
    coin->speed = (int32_t)rng_below(rng, 2 * SPEED + 1) - SPEED;
    return coin;
}

static bool is_deal(const struct coin *coin) {
    return coin->deal.verb == NULL_DEAL_CARDS;
}

static const char *const refusals[] = {"null.too_high", NULL};

/* The index of the reason in `refusals`, counted from 1; 0: it may be let go. */
static int refuse_release(const struct coin *coin) {
    return coin->is_held && coin->height > HIGH ? 1 : 0;
}

static bool take_hand(void *session, const struct hand *hand, struct message *why) {
    struct coin *coin = session;
    int32_t at = hand->pose.at[0];
    if (at < 0 || at >= ROW)
        return refuse(why, "null.hand_beyond");
    int refused = hand->grip ? 0 : refuse_release(coin);
    if (refused)
        return refuse(why, refusals[refused - 1]);
    coin->is_held = hand->grip;
    coin->height = hand->grip ? hand->pose.at[2] : 0;
    if (hand->grip)
        coin->at = at;
    return true;
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
    if (is_deal(coin))
        return coin->tick < DEAL_TICKS;
    if (coin->is_held)
        return true;
    coin->at += coin->speed;
    bounce(coin);
    if (abs(coin->speed) <= SLOWING)
        return false;
    coin->speed += coin->speed > 0 ? -SLOWING : SLOWING;
    return true;
}

static void frame_deal(const struct coin *coin, struct frame *out) {
    int32_t left = DEAL_TICKS - coin->tick;
    out->phase = NULL_SHOWS_DEAL;
    out->slow = left > SLOW_TICKS ? 1 : SLOW;
    out->bodies[0].at[2] = left * PACK_STEP;
    out->falls[out->fall_count++] = (struct fall){0, left};
}

static void frame_coin(const struct coin *coin, struct frame *out) {
    out->phase = coin->is_held ? NULL_SHOWS_HELD : NULL_SHOWS_SLIDE;
    out->held = coin->is_held ? 0 : -1;
    out->awaits_hand = coin->is_held;
    out->release = (int16_t)refuse_release(coin);
    out->bodies[0].at[0] = coin->at;
    out->bodies[0].at[2] = coin->height;
}

static void frame(const void *session, struct frame *out) {
    const struct coin *coin = session;
    frame_begin(out, coin->tick, 1);
    out->bodies[0] = (struct pose){.turned = {1000000, 0, 0, 0}};
    if (is_deal(coin))
        frame_deal(coin, out);
    else
        frame_coin(coin, out);
}

static void close(void *session, void *outcome) {
    struct coin *coin = session;
    struct null_action *a = outcome;
    if (is_deal(coin)) {
        *a = coin->deal;
    } else {
        a->verb = NULL_LAND;
        a->number = (uint8_t)(1 + coin->at / FIELD);
    }
    free(coin);
}

const struct sim null_sim = {.hz = 60,
                             .ticks_max = 60 * SECONDS,
                             .frame_every = 2,
                             .refusals = refusals,
                             .open = open,
                             .take_hand = take_hand,
                             .step = step,
                             .frame = frame,
                             .close = close};
