/* log_verify.c: throws every die of a match once more.
 *
 * What was simulated on another build cannot be repeated here; but its evidence
 * says what the dice drew and what came of it, and must fit both. */
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
    const void *claimed = match_entry(match, index).action;
    if (memcmp(action, claimed, game->action_size) == 0)
        return true;
    game->print_action(claimed, &proof->claimed);
    game->print_action(action, &proof->expected);
    return false;
}

/* A walk through the match, and what the log said on the way. */
struct walk {
    const struct match *match;
    void *state;
    int note;                  /* the next one */
    struct note_text build;    /* of the last simulated outcome; empty: none yet */
    struct note_text evidence; /* of the next entry; empty: there is none */
    struct text own_build;     /* this program's, once it was needed */
};

static void take_notes(struct walk *walk, int index) {
    const struct match *match = walk->match;
    walk->evidence = (struct note_text){0};
    while (walk->note < match->note_count && match->notes[walk->note].before <= index) {
        struct note_text note = match_note(match, walk->note++);
        if (!note_begins(note, "build", &walk->build))
            note_begins(note, "evidence", &walk->evidence);
    }
}

/* True also where there is none: logs of version 1, and games that have nothing to
 * say. */
static bool evidence_fits(const struct walk *walk, int index, struct log_proof *proof) {
    const struct match *match = walk->match;
    struct text *expected = &proof->expected;
    if (walk->evidence.length == 0)
        return true;
    match_attest(match, index, walk->state, match_entry(match, index).action, expected);
    proof->is_false_evidence = expected->length != walk->evidence.length ||
                               memcmp(expected->data, walk->evidence.bytes, expected->length) != 0;
    if (proof->is_false_evidence)
        text_put_bytes(&proof->claimed, walk->evidence.bytes, walk->evidence.length);
    else
        text_clear(expected);
    return !proof->is_false_evidence;
}

static bool is_repeatable(struct walk *walk, const struct turn *turn) {
    const struct match *match = walk->match;
    return !turn_is_session(turn) || !match->game->sim->build ||
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
    game_turn(match->game, walk->state, &turn);
    bool is_here = is_repeatable(walk, &turn), is_steered = entry.seat == SEAT_SIM;
    if (is_steered && !(is_here && match_has_hands(match, index))) {
        proof->sessions++;
        return true;
    }
    if ((is_here && !outcome_fits(match, index, walk->state, &turn, proof)) ||
        !evidence_fits(walk, index, proof))
        return false;
    proof->repeated += is_steered;
    proof->drawn += is_here && !is_steered;
    proof->elsewhere += !is_here;
    proof->attested += !is_here && walk->evidence.length > 0;
    return true;
}

int log_unproved(const struct log_proof *proof) {
    return proof->scripted + proof->sessions + proof->elsewhere;
}

void log_proof_free(struct log_proof *proof) {
    text_free(&proof->claimed);
    text_free(&proof->expected);
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
