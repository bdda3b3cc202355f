/* secrets.c: varies what a player of Riff Raff must not know: the card that another seat has
 * laid face down.
 *
 * Written from the rules and not from view.c. */
#include "../riffraff.h"

void riffraff_vary(void *state, int seat, struct rng *rng);
extern const char *const riffraff_samples[];

/* Takes the card back and lays any card that was not played. */
static void lay_another(struct rr_state *s, int seat, struct rng *rng) {
    int card;
    do
        card = (int)rng_below(rng, RR_CARDS);
    while (s->played[seat] >> card & 1);
    s->laid[seat] = (uint8_t)(card + 1);
}

void riffraff_vary(void *state, int seat, struct rng *rng) {
    struct rr_state *s = state;
    for (int other = 0; s->phase == RR_LAY_CARDS && other < s->seats; other++)
        if (other != seat && s->laid_by >> other & 1)
            lay_another(s, other, rng);
}

const char *const riffraff_samples[] = {"card 7",
                                        "card 0",
                                        "captain 1",
                                        "captain 9",
                                        "order 1 2",
                                        "order 2 1 3",
                                        "load rat0.1",
                                        "load rat1.1",
                                        "load rat",
                                        "load chest",
                                        "load rat0.3",
                                        "load2 rat0.1",
                                        "load2 boat1.1",
                                        "load2 crate",
                                        "first 0",
                                        "first 7",
                                        "rest",
                                        "back",
                                        "rest back",
                                        "fall rat0.1",
                                        "fall rat0.1 caught rat0.1",
                                        "fall boat0.1 caught boat1.1",
                                        "fall rat0.1 back",
                                        "rest @ ship:0,0,0,0,0",
                                        "back @ ship:0,0,0,0,0",
                                        "back @ ship:999999,0,0,0,0",
                                        "back @ ship:0,0,0,0",
                                        "pass",
                                        "",
                                        NULL};
