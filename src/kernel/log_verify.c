/* log_verify.c: recomputes every chance outcome of a match.
 *
 * An outcome that was simulated on another build cannot be repeated here, but its evidence contains
 * what was drawn from the dice and what came of it, and must be consistent with both. */
#include <spelunke/log.h>

#include <string.h>

#include "match_inside.h"

/* True if the dice of this entry, with the stored hand samples of a session, give the outcome that
 * the log claims. No shelf is used, because precomputed results prove nothing. */
static bool outcome_fits(const struct match *match, const struct replay *replay,
                         struct log_proof *proof) {
    const struct game *game = match->game;
    struct rng rng;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    rng_open(&rng, match->dice_key, (uint64_t)replay->index, LANE_CHANCE);
    if (!match_repeat_session(match, replay->index, replay->before, &rng, action))
        draw_outcome(game, replay->before, &replay->turn_before, &rng, action);
    const void *claimed = replay->entry.action;
    if (memcmp(action, claimed, game->action_size) == 0)
        return true;
    game->print_action(claimed, &proof->claimed);
    game->print_action(action, &proof->expected);
    return false;
}

/* The state of the replay, and the notes read so far. */
struct walk {
    const struct match *match;
    struct log_proof *proof;
    int note;                  /* index of the next one */
    struct note_text build;    /* of the last simulated outcome; empty: none yet */
    struct note_text evidence; /* of the current entry; empty: none */
    struct text own_build;     /* this program's, computed on first use */
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

/* True also where there is no evidence: logs of version 1, and games that have none. */
static bool evidence_fits(const struct walk *walk, const struct replay *replay) {
    struct log_proof *proof = walk->proof;
    struct text *expected = &proof->expected;
    if (walk->evidence.length == 0)
        return true;
    match_attest(walk->match, replay->index, replay->before, replay->entry.action, expected);
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

static bool entry_fits(struct walk *walk, const struct replay *replay) {
    const struct match *match = walk->match;
    struct log_proof *proof = walk->proof;
    if (replay->entry.seat >= 0)
        return true;
    if (replay->entry.is_scripted) {
        proof->scripted++;
        return true;
    }
    bool is_here = is_repeatable(walk, &replay->turn_before);
    bool is_steered = replay->entry.seat == SEAT_SIM;
    if (is_steered && !(is_here && match_has_hands(match, replay->index))) {
        proof->sessions++;
        return true;
    }
    if ((is_here && !outcome_fits(match, replay, proof)) || !evidence_fits(walk, replay))
        return false;
    proof->repeated += is_steered;
    proof->drawn += is_here && !is_steered;
    proof->elsewhere += !is_here;
    proof->attested += !is_here && walk->evidence.length > 0;
    return true;
}

/* Continues as long as everything fits. */
static bool verify_entry(void *context, const struct replay *replay) {
    struct walk *walk = context;
    take_notes(walk, replay->index);
    if (entry_fits(walk, replay))
        return true;
    walk->proof->misfit = replay->index;
    return false;
}

int log_unproved(const struct log_proof *proof) {
    return proof->scripted + proof->sessions + proof->elsewhere;
}

void log_proof_free(struct log_proof *proof) {
    text_free(&proof->claimed);
    text_free(&proof->expected);
}

bool log_verify(const struct match *match, struct log_proof *proof) {
    struct walk walk = {.match = match, .proof = proof};
    if (match->version == 1) /* one build for the whole log */
        walk.build = (struct note_text){match->build, strlen(match->build)};
    *proof = (struct log_proof){.misfit = -1};
    match_replay(match, match->length, verify_entry, &walk);
    text_free(&walk.own_build);
    return proof->misfit < 0;
}
