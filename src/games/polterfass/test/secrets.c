/* secrets.c: varies what a player of Polterfass must not know: orders of others before the bill
 * (P-7), and the number of their cards unless it is public (P-24).
 *
 * Written from the rules and not from view.c. */
#include "../polterfass.h"

void polterfass_vary(void *state, int seat, struct rng *rng);
extern const char *const polterfass_samples[];

/* A random order with that number of cards. */
static int any_order(int cards, struct rng *rng) {
    for (;;) {
        int order = (int)rng_below(rng, 1 << PF_CARDS);
        if (pf_set_size(order) == cards)
            return order;
    }
}

void polterfass_vary(void *state, int seat, struct rng *rng) {
    struct pf_state *s = state;
    for (int i = 0; i < s->seats; i++) {
        if (i == seat || !(s->ordered >> i & 1))
            continue;
        int cards = s->show_card_count ? s->cards_laid[i] : 1 + (int)rng_below(rng, 2);
        s->order[i] = (uint8_t)any_order(cards, rng);
        s->cards_laid[i] = (uint8_t)cards;
    }
}

const char *const polterfass_samples[] = {"order 0",
                                          "order 3 5",
                                          "order 1 2 3",
                                          "stop",
                                          "again",
                                          "again 8",
                                          "again 9",
                                          "again 8 9",
                                          "serve",
                                          "serve x8>1",
                                          "serve d9>1",
                                          "serve x8>2 d9>1",
                                          "serve x8>1 x9>2",
                                          "first 0",
                                          "roll 9 - 3 - - - - d -",
                                          "pass",
                                          "",
                                          NULL};
