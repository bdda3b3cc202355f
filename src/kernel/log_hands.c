/* log_hands.c: the hand samples of sessions, stored beside the log.
 *
 * A log holds the outcome of each session and needs nothing else to be replayed. Repeating a
 * session also needs the hand samples, which are much larger, so they are stored in a separate
 * file, one line a session (hands_print). */
#include <spelunke/log.h>

#include <stdlib.h>

#include <spelunke/must.h>

#include "match_inside.h"

void match_keep_hands(struct match *match, const struct hands *hands) {
    if (match->hands_count == match->hands_room) {
        match->hands_room = match->hands_room ? 2 * match->hands_room : 4;
        match->hands = must_realloc(match->hands, (size_t)match->hands_room * sizeof *match->hands);
    }
    match->hands[match->hands_count++] = *hands;
}

void match_forget_hands(struct match *match) {
    for (int i = 0; i < match->hands_count; i++)
        hands_free(&match->hands[i]);
    free(match->hands);
    match->hands = NULL;
    match->hands_count = match->hands_room = 0;
}

/* The index of the samples of this entry, or of the first later one. */
static int find_hands(const struct match *match, int entry) {
    int low = 0, high = match->hands_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (match->hands[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void log_print_hands(const struct match *match, int first, struct text *out) {
    for (int i = find_hands(match, first); i < match->hands_count; i++)
        hands_print(&match->hands[i], out);
}

bool match_has_hands(const struct match *match, int entry) {
    int index = find_hands(match, entry);
    return index < match->hands_count && match->hands[index].entry == entry;
}

bool match_repeat_session(const struct match *match, int entry, const void *state,
                          const struct rng *dice, void *outcome) {
    if (!match_has_hands(match, entry))
        return false;
    const struct hands *hands = &match->hands[find_hands(match, entry)];
    struct session *session = session_open(match->game, state, dice, NULL);
    session_follow(session, hands->samples, hands->count, hands->ticks);
    session_close(session, outcome);
    return true;
}

/* Only a session that ran has a hand, and no session is longer than the game allows. */
static bool fits_match(const struct match *match, const struct hands *hands) {
    struct entry kept = match_entry(match, hands->entry);
    return kept.seat == SEAT_SIM && !kept.is_scripted &&
           hands->ticks <= match->game->sim->ticks_max;
}

/* Each line must name a later entry than the one before. */
static bool parse_line(struct match *match, const char **at, int *last) {
    struct hands hands;
    if (!hands_parse(at, &hands))
        return false;
    bool is_early = hands.entry >= match->length;
    bool is_good = hands.entry > *last && (is_early || fits_match(match, &hands));
    *last = hands.entry;
    if (is_good && !is_early)
        match_keep_hands(match, &hands);
    else
        hands_free(&hands);
    return is_good;
}

bool log_parse_hands(struct match *match, const char *text, struct log_fault *fault) {
    int last = -1;
    match_forget_hands(match);
    for (fault->line = 1; *text; fault->line++) {
        if (!parse_line(match, &text, &last)) {
            match_forget_hands(match);
            return refuse(&fault->why, "kernel.hands_line");
        }
    }
    return true;
}
