/* secrets.c: varies what a seat of the null game must not know (N-2, N-3, N-6).
 *
 * Written from the rules and not from view.c: the no-leak law compares the views with this. */
#include "../null.h"

#include <string.h>

void null_vary(void *state, int seat, struct rng *rng);
extern const char *const null_samples[];

/* Exchanges the cards that are hidden, including those left in the pack. */
static void vary_cards(struct null_state *s, int viewer, struct null_round *round,
                       struct rng *rng) {
    uint8_t pack[NULL_CARDS];
    bool is_open[NULL_SEATS] = {false};
    int count = 0;
    for (int seat = 0; seat < s->seats; seat++)
        is_open[seat] =
            s->open_cards || seat == viewer || (round->field && seat == round->dropper - 1);
    for (uint8_t card = 1; card <= NULL_CARDS; card++) {
        const uint8_t *holder = memchr(round->card, card, s->seats);
        if (!holder || !is_open[holder - round->card])
            pack[count++] = card;
    }
    rng_shuffle(rng, pack, count);
    for (int seat = 0; seat < s->seats; seat++)
        if (!is_open[seat])
            round->card[seat] = pack[--count];
}

/* Changes sealed bids of others that are not revealed yet. */
static void vary_bids(struct null_state *s, int viewer, struct null_round *round, struct rng *rng) {
    for (int seat = 0; seat < s->seats && seat < NULL_SEATS; seat++)
        if (seat != viewer && s->sealed >> seat & 1) {
            int most = s->purse[seat] < NULL_BID_MAX ? s->purse[seat] : NULL_BID_MAX;
            round->bid[seat] = (uint8_t)(1 + rng_below(rng, (uint32_t)most + 1));
        }
}

void null_vary(void *state, int seat, struct rng *rng) {
    struct null_state *s = state;
    for (int round = 0; round < NULL_ROUNDS && s->history[round].card[0]; round++)
        vary_cards(s, seat, &s->history[round], rng);
    if (s->phase == NULL_BIDS)
        vary_bids(s, seat, &s->history[s->round], rng);
}

const char *const null_samples[] = {"bid 0",    "bid 3",        "bid 4",  "ring", "first 0",
                                    "deal 1 2", "deal 1 2 3 4", "land 1", "pass", "",
                                    NULL};
