/* log.h: serialises a match as text and parses it.
 *
 * A log is a header that is fixed when the match begins, then one line for each word, build,
 * evidence and entry in order of arrival, closed by `end <entries> <hash>`; docs/log.md specifies
 * the format. The log is append-only, so a host can store the header once and each new line as it
 * comes, and rebuild the match from those lines. A log that is truncated, altered or of a later
 * version is refused with the line and the reason.
 *
 * A match remembers the version of the log it was read from and writes the same version again. Logs
 * of version 1, whose words and build are part of the header and may still change there, are
 * written and read only as a whole. */
#ifndef SPELUNKE_LOG_H
#define SPELUNKE_LOG_H

#include <spelunke/match.h>

enum { LOG_VERSION = 2 };

/* The header: all lines up to the seed's. */
void log_print_header(const struct match *match, struct text *out);
/* The number of lines in the body so far. Build and evidence are counted when the entry that they
 * precede is added. */
int log_lines(const struct match *match);
/* The body's lines from number `from` on, counted from 0, each with its line feed. A host that has
 * stored n lines prints from n and stores the result in one write: the lines that belong to one
 * entry must stay together. Stamps follow `#` on the lines of entries; the hash does not cover
 * them. */
void log_print_lines(const struct match *match, int from, bool with_stamps, struct text *out);
/* The last line. The match keeps the hash of the lines so far, so the cost is proportional to the
 * number of new lines. */
void log_print_end(struct match *match, struct text *out);
/* The whole log. */
void log_print(const struct match *match, bool with_stamps, struct text *out);

struct log_fault {
    int line;
    struct message why;
    char found[80]; /* storage for words of the log that `why` quotes */
};

/* A match from the header alone; NULL with the fault. */
struct match *log_begin(const struct game *const *games, const char *header, size_t length,
                        struct log_fault *fault);
/* Parses and applies one line of the body, given without its line feed. False with the reason if
 * the line is not valid here; the match is unchanged. `why` may be NULL. */
bool log_enter(struct match *match, const char *line, struct message *why);
/* The match of a whole log; NULL with the fault. */
struct match *log_parse(const struct game *const *games, const char *text, size_t length,
                        struct log_fault *fault);

/* The contents of the file `<log>.hands` beside a log: the hand samples of each session, one line a
 * session, from entry `first` on. Empty if there were none. */
void log_print_hands(const struct match *match, int first, struct text *out);
/* Parses such lines for a match that was read from its log and replaces the samples it had. Lines
 * for entries beyond the end of the match are ignored. False with the fault; the match then has no
 * samples. */
bool log_parse_hands(struct match *match, const char *text, struct log_fault *fault);

/* The result of recomputing every chance outcome that the log claims to have drawn. */
struct log_proof {
    int drawn;     /* recomputed and equal */
    int scripted;  /* set by hand, and marked as such */
    int sessions;  /* of a session whose hand samples were not kept */
    int repeated;  /* of a session that was repeated with its hand samples and came out equal */
    int elsewhere; /* simulated on another build, so not repeatable here */
    int attested;  /* of those: with evidence that fits the dice and the outcome */
    int misfit;    /* the first entry that does not fit; -1: none */
    bool is_false_evidence; /* the entry's evidence is what does not fit */
    struct text claimed, expected;
};
/* The number of outcomes that cannot be proved on this build. */
int log_unproved(const struct log_proof *proof);
void log_proof_free(struct log_proof *proof);
/* False: an entry does not fit. The caller frees the proof in both cases. */
bool log_verify(const struct match *match, struct log_proof *proof);

#endif
