/* log_verify.c: throws every die of a match once more. */
#include <spelunke/log.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "match_inside.h"

static bool outcome_fits(const struct match *match, int index, const void *action,
                         struct log_proof *proof) {
    const struct game *game = match->game;
    if (memcmp(action, match_entry(match, index).action, game->action_size) == 0)
        return true;
    game->print_action(action, &proof->expected);
    return false;
}

/* The dice of this entry once more. Nothing comes from a shelf: what was computed
 * before proves nothing. */
static void draw_again(const struct match *match, int index, const void *state,
                       const struct turn *turn, void *action) {
    const struct game *game = match->game;
    struct rng rng;
    rng_open(&rng, match->dice_key, (uint64_t)index, LANE_CHANCE);
    memset(action, 0, game->action_size);
    if (turn_is_session(turn)) {
        struct session *session = session_open(game, state, &rng, NULL);
        session_run(session, NULL, NULL);
        session_close(session, action);
    } else {
        game->chance(state, &rng, action);
    }
}

/* A session once more, under the hand that is kept of it. */
static bool session_fits(const struct match *match, int index, const void *state,
                         const struct hands *hands, struct log_proof *proof) {
    struct rng rng;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    rng_open(&rng, match->dice_key, (uint64_t)index, LANE_CHANCE);
    struct session *session = session_open(match->game, state, &rng, NULL);
    session_follow(session, hands->samples, hands->count, hands->ticks);
    session_close(session, action);
    return outcome_fits(match, index, action, proof);
}

/* A session whose hand nobody kept cannot be repeated. */
static bool steered_fits(const struct match *match, int index, const void *state, bool is_here,
                         struct log_proof *proof) {
    struct hands hands;
    if (!is_here || !match_find_hands(match, index, &hands)) {
        proof->sessions++;
        return true;
    }
    bool fits = session_fits(match, index, state, &hands, proof);
    proof->repeated += fits;
    hands_free(&hands);
    return fits;
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
    if (entry.seat == SEAT_SIM)
        return steered_fits(match, index, state, is_here, proof);
    game_turn(match->game, state, &turn);
    if (turn.takes_time && !is_here) {
        proof->elsewhere++;
        return true;
    }
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    draw_again(match, index, state, &turn, action);
    if (!outcome_fits(match, index, action, proof))
        return false;
    proof->drawn++;
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
