/* log_inside.h: what writing and parsing a log share. */
#ifndef SPELUNKE_LOG_INSIDE_H
#define SPELUNKE_LOG_INSIDE_H

#include "match_inside.h"

enum { LOG_LINE_MAX = 16384 };

/* Names of enum actor, in its order. */
extern const char *const actor_names[];

/* The lines of the header that are part of the key of the dice: game, seats, options and start
 * values. */
void log_print_setup(const struct match *match, struct text *out);

/* Adds bytes of the log to its hash. */
void log_hash_put(struct log_hash *hash, const char *bytes, size_t length);
/* Extends the hash to the last line that the match has. */
void log_hash_catch_up(const struct match *match, struct log_hash *hash);
/* The hash of all bytes so far; more can be added afterwards. */
void log_hash_digest(const struct log_hash *hash, unsigned char digest[crypto_hash_sha256_BYTES]);

/* The line of an entry, without stamp and line feed. */
void log_print_entry(const struct game *game, int index, const struct entry *entry,
                     struct text *out);

#endif
