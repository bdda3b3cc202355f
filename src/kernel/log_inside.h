/* log_inside.h: what writing and reading a log share. */
#ifndef SPELUNKE_LOG_INSIDE_H
#define SPELUNKE_LOG_INSIDE_H

#include "match_inside.h"

enum { LOG_LINE_MAX = 16384 };

/* Spellings of enum actor, in its order. */
extern const char *const actor_names[];

/* The lines of the header that stand in the key of the dice: game, seats, options
 * and start values. */
void log_print_setup(const struct match *match, struct text *out);

/* Takes bytes of the log into its hash. */
void log_hash_put(struct log_hash *hash, const char *bytes, size_t length);
/* Brings the hash up to the last line that the match has. */
void log_hash_catch_up(const struct match *match, struct log_hash *hash);
/* The hash of all that was taken so far, which can go on. */
void log_hash_digest(const struct log_hash *hash, unsigned char digest[crypto_hash_sha256_BYTES]);

/* A line of an entry, without stamp and line feed. */
void log_print_entry(const struct game *game, int index, const struct entry *entry,
                     struct text *out);

#endif
