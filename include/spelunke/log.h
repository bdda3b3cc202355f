/* log.h: a match as text, and back.
 *
 * A header that is fixed when the match begins, then one line for each word,
 * build, evidence and entry in order of arrival, closed by `end <entries>
 * <hash>`; docs/log.md describes the form. The log only grows at its end, so a
 * host can store the header once and each new line as it comes, and rebuild the
 * match from those lines. A log that is cut, altered or from the future is
 * refused with the line and the reason.
 *
 * A match remembers the version of the log it was read from and prints the same
 * version again: logs of version 1, whose words and build stand above all
 * entries and may still change there, are written and read as a whole only. */
#ifndef SPELUNKE_LOG_H
#define SPELUNKE_LOG_H

#include <spelunke/match.h>

enum { LOG_VERSION = 2 };

/* The lines up to the seed's. */
void log_print_header(const struct match *match, struct text *out);
/* How many lines the body has so far. Build and evidence come with the entry
 * they belong to, in front of it. */
int log_lines(const struct match *match);
/* The body's lines from number `from` on, counted from 0, each with its line
 * feed. A host that has stored n lines prints from n and stores that at once:
 * what belongs to one entry is not separated. Stamps stand behind `#` on the lines
 * of entries; the hash does not cover them. */
void log_print_lines(const struct match *match, int from, bool with_stamps, struct text *out);
/* The last line. The match keeps the hash of the lines so far, so this costs as
 * much as there are new ones. */
void log_print_end(struct match *match, struct text *out);
/* All of it. */
void log_print(const struct match *match, bool with_stamps, struct text *out);

struct log_fault {
    int line;
    struct message why;
    char found[80]; /* backs words that `why` quotes from the log */
};

/* A match from the header alone, or NULL and the fault. */
struct match *log_begin(const struct game *const *games, const char *header, size_t length,
                        struct log_fault *fault);
/* Enters one line of the body, given without its line feed. False, with the
 * reason: it cannot follow here, and the match is as it was. `why` may be NULL. */
bool log_enter(struct match *match, const char *line, struct message *why);
/* The match of a whole log, or NULL and the fault. */
struct match *log_parse(const struct game *const *games, const char *text, size_t length,
                        struct log_fault *fault);

/* What was done in the sessions under a hand, a line each, from entry `first` on: what
 * stands in the file `<log>.hands` beside a log. Empty if there was none. */
void log_print_hands(const struct match *match, int first, struct text *out);
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
    int attested;  /* of those: with evidence, which fits the dice and the outcome */
    int misfit;    /* the first entry that does not fit, or -1 */
    bool is_false_evidence; /* it is that entry's evidence that does not fit */
    struct text claimed, expected;
};
/* How many outcomes nobody can prove here. */
int log_unproved(const struct log_proof *proof);
void log_proof_free(struct log_proof *proof);
/* False: an entry does not fit. The caller frees the proof in any case. */
bool log_verify(const struct match *match, struct log_proof *proof);

#endif
