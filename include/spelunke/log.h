/* log.h: a match as text, and back.
 *
 * One line an entry under a header, closed by `end <entries> <hash>`; the form
 * is told in docs/log.md. A log that is cut, altered or from the future is
 * refused with the line and the reason. */
#ifndef SPELUNKE_LOG_H
#define SPELUNKE_LOG_H

#include <spelunke/match.h>

enum { LOG_VERSION = 1 };

/* Stamps are written behind `#` on each line; the hash does not cover them. */
void log_print(const struct match *match, bool with_stamps, struct text *out);

struct log_fault {
    int line;
    struct message why;
    char found[80]; /* backs words that `why` quotes from the log */
};

/* The same match again, or NULL and the fault. */
struct match *log_parse(const struct game *const *games, const char *text, size_t length,
                        struct log_fault *fault);

/* What was done in the sessions under a hand, a line each: what stands in the file
 * `<log>.hands` beside a log. Empty if there was none. */
void log_print_hands(const struct match *match, struct text *out);
/* Takes such lines for a match that was read from its log, in place of what it had.
 * Lines for entries that the match does not have yet are left out. False with the
 * fault, and the match has none. */
bool log_parse_hands(struct match *match, const char *text, struct log_fault *fault);

/* Recomputes every chance outcome that the log claims to have drawn. */
struct log_proof {
    int drawn;     /* recomputed and found to fit */
    int scripted;  /* set by hand, and marked so */
    int sessions;  /* came from a session under somebody's hand that is not kept */
    int repeated;  /* came from such a session, which was repeated under its hand and fits */
    int elsewhere; /* were simulated on another build, and cannot be repeated here */
    int misfit;    /* the first entry that does not fit, or -1 */
    struct text expected;
};
bool log_verify(const struct match *match, struct log_proof *proof);

#endif
