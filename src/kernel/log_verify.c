/* log_verify.c: throws every die of a match once more. */
#include <spelunke/log.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "match_inside.h"

/* True if the dice of this entry, and at a session the hand that is kept of it, give
 * the outcome that the log claims. Nothing comes from a shelf: what was computed before
 * proves nothing. */
static bool outcome_fits(const struct match *match, int index, const void *state,
                         const struct turn *turn, struct log_proof *proof) {
    const struct game *game = match->game;
    struct rng rng;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    rng_open(&rng, match->dice_key, (uint64_t)index, LANE_CHANCE);
    if (!match_repeat_session(match, index, state, &rng, action))
        draw_outcome(game, state, turn, &rng, action);
    if (memcmp(action, match_entry(match, index).action, game->action_size) == 0)
        return true;
    game->print_action(action, &proof->expected);
    return false;
}

static bool entry_fits(const struct match *match, int index, const void *state, bool is_here,
                       struct log_proof *proof) {
    struct entry entry = match_entry(match, index);
    struct turn turn;
    if (entry.seat >= 0)
        return true;
    if (entry.is_scripted) {
        proof->scripted++;
        return true;
    }
    bool is_steered = entry.seat == SEAT_SIM;
    if (is_steered && !(is_here && match_has_hands(match, index))) {
        proof->sessions++;
        return true;
    }
    game_turn(match->game, state, &turn);
    if (turn.takes_time && !is_here) {
        proof->elsewhere++;
        return true;
    }
    if (!outcome_fits(match, index, state, &turn, proof))
        return false;
    proof->repeated += is_steered;
    proof->drawn += !is_steered;
    return true;
}

bool log_verify(const struct match *match, struct log_proof *proof) {
    const struct game *game = match->game;
    void *state = must_alloc(game->state_size);
    bool is_here = match_is_of_this_build(match);
    *proof = (struct log_proof){.misfit = -1};
    must(game->init(state, &match->setup, NULL));
    for (int i = 0; i < match->length && proof->misfit < 0; i++) {
        struct entry entry = match_entry(match, i);
        if (entry_fits(match, i, state, is_here, proof))
            game->apply(state, entry.seat, entry.action, NULL);
        else
            proof->misfit = i;
    }
    free(state);
    return proof->misfit < 0;
}
