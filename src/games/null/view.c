/* view.c: what a seat knows (view), and a random state that agrees with it (guess). */
#include "null.h"

#include <string.h>

static const char *const phases[] = {"first", "deal", "bids", "drop", "over"};

/* N-2, N-6: the own card; all cards if the deal is open; the card of the seat that dropped the
 * coin, once it has landed. */
bool null_card_is_open(const struct null_state *state, int viewer, int seat, int round) {
    const struct null_round *r = &state->history[round];
    return seat == viewer || state->open_cards || (r->field && r->dropper == seat + 1);
}

static void view_round(const struct null_state *s, int viewer, int round, struct null_round *out) {
    const struct null_round *r = &s->history[round];
    out->dropper = r->dropper;
    out->field = r->field;
    for (int seat = 0; seat < s->seats; seat++) {
        if (null_card_is_open(s, viewer, seat, round))
            out->card[seat] = r->card[seat];
        if (seat == viewer || r->dropper) /* bids are open from the drop on */
            out->bid[seat] = r->bid[seat];
    }
}

void null_view(const void *state, int seat, void *view) {
    const struct null_state *s = state;
    struct null_state *v = view;
    v->seats = s->seats;
    v->rounds = s->rounds;
    v->open_cards = s->open_cards;
    v->slow_deal = s->slow_deal;
    v->phase = s->phase;
    v->round = s->round;
    v->starter = s->starter;
    v->sealed = s->sealed;
    v->bells = s->bells;
    v->prize = s->prize;
    memcpy(v->purse, s->purse, sizeof v->purse);
    for (int round = 0; round <= s->round && round < NULL_ROUNDS; round++)
        view_round(s, seat, round, &v->history[round]);
}

/* Deals the unknown cards at random among the seats that hold them. */
static void guess_cards(struct null_round *round, int seats, struct rng *rng) {
    uint8_t pack[NULL_CARDS];
    int count = 0;
    for (uint8_t card = 1; card <= NULL_CARDS; card++)
        if (!memchr(round->card, card, sizeof round->card))
            pack[count++] = card;
    rng_shuffle(rng, pack, count);
    for (int seat = 0; seat < seats; seat++)
        if (!round->card[seat])
            round->card[seat] = pack[--count];
}

static void guess_bids(struct null_state *s, struct rng *rng) {
    struct null_round *round = &s->history[s->round];
    for (int seat = 0; seat < s->seats; seat++) {
        uint32_t limit = (uint32_t)null_bid_limit(s, seat);
        if (s->sealed >> seat & 1 && !round->bid[seat])
            round->bid[seat] = (uint8_t)(1 + rng_below(rng, limit + 1));
    }
}

void null_guess(const void *view, int seat, struct rng *rng, void *state) {
    struct null_state *s = state;
    (void)seat; /* the own card and bid are in the view */
    memcpy(s, view, sizeof *s);
    bool is_dealt = s->phase == NULL_BIDS || s->phase == NULL_DROP;
    for (int round = 0; round < s->round + is_dealt; round++)
        guess_cards(&s->history[round], s->seats, rng);
    if (s->phase == NULL_BIDS)
        guess_bids(s, rng);
}

/* Writes a list by seat; null: hidden from this viewer, or not there yet. */
static void json_known(struct text *out, const char *key, const uint8_t *values, int seats,
                       int less) {
    js_key(out, key);
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++) {
        if (values[seat])
            js_number(out, values[seat] - less);
        else
            js_null(out);
    }
    js_close(out, ']');
}

static void round_json(const struct null_state *v, int index, struct text *out) {
    const struct null_round *round = &v->history[index];
    js_open(out, '{');
    json_known(out, "cards", round->card, v->seats, 0);
    json_known(out, "bids", round->bid, v->seats, 1);
    if (round->dropper)
        js_put_number(out, "dropper", round->dropper - 1);
    if (round->field)
        js_put_number(out, "field", round->field);
    js_close(out, '}');
}

void null_view_json(const void *view, int seat, struct text *out) {
    const struct null_state *v = view;
    (void)seat;
    js_put_string(out, "phase", phases[v->phase]);
    js_put_number(out, "round", v->round);
    js_put_number(out, "rounds", v->rounds);
    js_put_bool(out, "open_cards", v->open_cards);
    js_put_bool(out, "slow_deal", v->slow_deal);
    js_put_number(out, "starter", v->starter);
    js_put_number(out, "prize", v->prize);
    js_put_seats(out, "bells", v->bells);
    js_put_seats(out, "sealed", v->sealed);
    js_key(out, "purse");
    js_open(out, '[');
    for (int i = 0; i < v->seats; i++)
        js_number(out, v->purse[i]);
    js_close(out, ']');
    js_key(out, "history");
    js_open(out, '[');
    for (int round = 0; round < v->rounds && round <= v->round; round++)
        round_json(v, round, out);
    js_close(out, ']');
}
