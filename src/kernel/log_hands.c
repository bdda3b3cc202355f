/* log_hands.c: what the hands did, beside the log.
 *
 * A log holds the outcome of each session and needs nothing else to be replayed.
 * To repeat a session one must also know what the hand did, which is much more: so
 * it stands in a file of its own, a line a session (hands_print). */
#include <spelunke/log.h>

#include <string.h>

#include "match_inside.h"

void log_print_hands(const struct match *match, struct text *out) {
    text_put(out, text_string(&match->hands));
}

/* The samples kept of the session that became this entry; false if there are none. */
static bool find_hands(const struct match *match, int entry, struct hands *out) {
    const char *at = text_string(&match->hands);
    while (*at && hands_parse(&at, out)) {
        if (out->entry == entry)
            return true;
        hands_free(out);
    }
    return false;
}

bool match_has_hands(const struct match *match, int entry) {
    struct hands hands;
    bool has_some = find_hands(match, entry, &hands);
    if (has_some)
        hands_free(&hands);
    return has_some;
}

bool match_repeat_session(const struct match *match, int entry, const void *state,
                          const struct rng *dice, void *outcome) {
    struct hands hands;
    if (!find_hands(match, entry, &hands))
        return false;
    struct session *session = session_open(match->game, state, dice, NULL);
    session_follow(session, hands.samples, hands.count, hands.ticks);
    session_close(session, outcome);
    hands_free(&hands);
    return true;
}

/* Only a session that ran has a hand; each line names a later one than the last. */
static bool is_session(const struct match *match, int entry, int last) {
    if (entry <= last)
        return false;
    struct entry kept = match_entry(match, entry);
    return kept.seat == SEAT_SIM && !kept.is_scripted;
}

static bool parse_line(struct match *match, const char **at, int *last) {
    struct hands hands;
    if (!hands_parse(at, &hands))
        return false;
    bool is_early = hands.entry >= match->length;
    bool is_good = is_early || is_session(match, hands.entry, *last);
    if (is_good && !is_early)
        hands_print(&hands, &match->hands);
    *last = hands.entry;
    hands_free(&hands);
    return is_good;
}

bool log_parse_hands(struct match *match, const char *text, struct log_fault *fault) {
    int last = -1;
    text_clear(&match->hands);
    for (fault->line = 1; *text; fault->line++) {
        if (!parse_line(match, &text, &last)) {
            text_clear(&match->hands);
            return refuse(&fault->why, "kernel.hands_line");
        }
    }
    return true;
}
