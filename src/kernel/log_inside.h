/* log_inside.h: what writing, reading and verifying a log share. */
#ifndef SPELUNKE_LOG_INSIDE_H
#define SPELUNKE_LOG_INSIDE_H

#include <stddef.h>

#include <sodium.h>

#include <spelunke/match.h>

/* Spellings of enum actor, in its order. */
extern const char *const actor_names[];

/* Takes a line, and its line feed, into the hash. */
void log_hash_line(crypto_hash_sha256_state *hash, const char *line, size_t length);

/* Everything above the first entry. */
void log_print_header(const struct match *match, struct text *out);

#endif
