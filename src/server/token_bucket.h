/* token_bucket.h: how often somebody may do something: token buckets.
 *
 * A bucket holds at most `burst` tokens and gains `count` of them in each `window`; doing
 * it once takes one. Nobody in here asks what time it is: the caller says so, and a clock
 * that goes back only fills nothing. The rates themselves are in proto/messages.json and
 * come as wire_rates (proto.h). */
#ifndef SPELUNKE_SERVER_TOKEN_BUCKET_H
#define SPELUNKE_SERVER_TOKEN_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

/* `count` in each `window` milliseconds, and `burst` at once. */
struct rate {
    int32_t count, window, burst;
};

/* One for each connection, person or address, and rate. All zero is a full bucket. */
struct token_bucket {
    int64_t time; /* up to when it has been filled, milliseconds */
    int64_t used; /* tokens that are missing, in parts: `window` of them are a token */
};

/* Takes a token; false, and nothing is taken, if there is none. */
bool token_bucket_take(struct token_bucket *bucket, const struct rate *rate, int64_t now);
/* True if it is full again: then it may be forgotten. */
bool token_bucket_is_full(const struct token_bucket *bucket, const struct rate *rate, int64_t now);
/* Milliseconds until there is a token; 0: now. */
int64_t token_bucket_wait(const struct token_bucket *bucket, const struct rate *rate, int64_t now);

#endif
