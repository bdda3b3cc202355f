/* roll.c: one throw of the cup, drawn from the table of odds (P-27).
 *
 * All barrels have the same shape, so which of them stand, and on which end, is uniformly
 * distributed; only the number of standing barrels comes from the table. */
#include "polterfass.h"

/* Adds up all comparisons instead of leaving the loop early, because that exit could not be
 * predicted. */
static int draw_count(int thrown, struct rng *rng) {
    uint32_t number = rng_below(rng, PF_ODDS_WHOLE), below = 0;
    int count = 0;
    for (int i = 0; i < PF_BARRELS; i++) {
        below += pf_odds[thrown][i];
        count += number >= below;
    }
    return count;
}

void pf_roll(const struct pf_state *state, struct rng *rng, struct pf_action *action) {
    uint8_t places[PF_BARRELS];
    int thrown = 0;
    action->verb = PF_ROLL;
    for (int place = 0; place < PF_BARRELS; place++) {
        bool is_thrown = state->cup >> place & 1;
        action->marks[place] = is_thrown ? PF_LIES : PF_NOT_THROWN;
        places[thrown] = (uint8_t)place;
        thrown += is_thrown;
    }
    int standing = draw_count(thrown, rng);
    uint32_t ends = rng_next(rng);
    for (int i = 0; i < standing; i++) {
        int drawn = i + (int)rng_below(rng, (uint32_t)(thrown - i));
        action->marks[places[drawn]] = ends >> i & 1 ? PF_SECOND_END : PF_FIRST_END;
        places[drawn] = places[i]; /* each stands once */
    }
}
