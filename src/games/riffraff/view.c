/* view.c: what a seat knows (view), and a random state that agrees with it (guess).
 *
 * The only secret is the card of another seat that lies face down. Everything else is
 * public: the cards in hand follow from the cards played. */
#include "riffraff.h"

#include <string.h>

void rr_view(const void *state, int seat, void *view) {
    const struct rr_state *s = state;
    struct rr_state *v = view;
    v->seats = s->seats;
    v->slow_motion = s->slow_motion;
    v->sea = s->sea;
    v->phase = s->phase;
    v->captain = s->captain;
    v->round = s->round;
    v->laid_by = s->laid_by;
    memcpy(v->shown, s->shown, sizeof v->shown);
    memcpy(v->played, s->played, sizeof v->played);
    memcpy(v->order, s->order, sizeof v->order);
    v->order_count = s->order_count;
    v->announced = s->announced;
    v->loaded = s->loaded;
    v->loading = s->loading;
    memcpy(v->supply, s->supply, sizeof v->supply);
    v->out_of_game = s->out_of_game;
    memcpy(&v->last, &s->last, sizeof v->last);
    memcpy(&v->ship, &s->ship, sizeof v->ship);
    if (s->phase != RR_LAY_CARDS)
        memcpy(v->laid, s->laid, sizeof v->laid);
    if (seat >= 0)
        v->laid[seat] = s->laid[seat];
}

/* A random card of the set; cards are counted from 1. */
static int guess_card(unsigned cards, struct rng *rng) {
    uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(cards));
    while (skip--)
        cards &= cards - 1;
    return 1 + __builtin_ctz(cards);
}

/* All cards that the seat could have laid are equally likely. */
void rr_guess(const void *view, int seat, struct rng *rng, void *state) {
    struct rr_state *s = state;
    memcpy(s, view, sizeof *s);
    for (int other = 0; s->phase == RR_LAY_CARDS && other < s->seats; other++)
        if (other != seat && s->laid_by >> other & 1)
            s->laid[other] = (uint8_t)guess_card(rr_cards_held(s, other), rng);
}
