/* log_verify.c: throws every die of a match once more. */
#include <spelunke/log.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "match_inside.h"

/* True if the dice of this entry give the outcome that the log claims. Nothing
 * comes from a shelf: what was computed before proves nothing. */
static bool outcome_fits(const struct match *match, int index, const void *state,
                         const struct turn *turn, struct log_proof *proof) {
    const struct game *game = match->game;
    struct rng rng;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    rng_open(&rng, match->dice_key, (uint64_t)index, LANE_CHANCE);
    draw_outcome(game, state, turn, &rng, NULL, NULL, 0, action);
    if (memcmp(action, match_entry(match, index).action, game->action_size) == 0)
        return true;
    game->print_action(action, &proof->expected);
    return false;
}

/* A walk through the match, and what the log said on the way. */
struct walk {
    const struct match *match;
    void *state;
    int note;               /* the next one */
    struct note_text build; /* of the last simulated outcome; empty: none yet */
    struct text own_build;  /* this program's, once it was needed */
};

static void take_notes(struct walk *walk, int index) {
    const struct match *match = walk->match;
    for (; walk->note < match->note_count && match->notes[walk->note].before <= index; walk->note++)
        note_begins(match_note(match, walk->note), "build", &walk->build);
}

static bool is_repeatable(struct walk *walk, const struct turn *turn) {
    const struct match *match = walk->match;
    return !turn->takes_time || !match->game->sim->build ||
           match_build_is_here(match, walk->build, &walk->own_build);
}

static bool entry_fits(struct walk *walk, int index, struct log_proof *proof) {
    const struct match *match = walk->match;
    struct entry entry = match_entry(match, index);
    struct turn turn;
    if (entry.seat >= 0)
        return true;
    if (entry.is_scripted) {
        proof->scripted++;
        return true;
    }
    if (entry.seat == SEAT_SIM) {
        proof->sessions++;
        return true;
    }
    game_turn(match->game, walk->state, &turn);
    if (!is_repeatable(walk, &turn)) {
        proof->elsewhere++;
        return true;
    }
    if (!outcome_fits(match, index, walk->state, &turn, proof))
        return false;
    proof->drawn++;
    return true;
}

bool log_verify(const struct match *match, struct log_proof *proof) {
    const struct game *game = match->game;
    struct walk walk = {.match = match, .state = must_alloc(game->state_size)};
    if (match->version == 1) /* one build for all of it */
        walk.build = (struct note_text){match->build, strlen(match->build)};
    *proof = (struct log_proof){.misfit = -1};
    must(game->init(walk.state, &match->setup, NULL));
    for (int i = 0; i < match->length && proof->misfit < 0; i++) {
        struct entry entry = match_entry(match, i);
        take_notes(&walk, i);
        if (entry_fits(&walk, i, proof))
            game->apply(walk.state, entry.seat, entry.action, NULL);
        else
            proof->misfit = i;
    }
    text_free(&walk.own_build);
    free(walk.state);
    return proof->misfit < 0;
}
