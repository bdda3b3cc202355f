/* token_bucket.h: rate limiting with token buckets.
 *
 * A bucket holds at most `burst` tokens and gains `count` of them per `window`; each action takes
 * one. The caller passes the time; if it goes backwards, nothing is added. The rates are defined in
 * proto/messages.json and available as wire_rates (proto.h). */
#ifndef SPELUNKE_SERVER_TOKEN_BUCKET_H
#define SPELUNKE_SERVER_TOKEN_BUCKET_H

#include <stdbool.h>
#include <stdint.h>

/* `count` per `window` milliseconds, and `burst` at once. */
struct rate {
    int32_t count, window, burst;
};

/* Kept per rate and per connection, person or address. Zero-initialised: full. */
struct token_bucket {
    int64_t time; /* of the last refill, in ms */
    int64_t used; /* missing tokens, in units of 1/window of a token */
};

/* Takes a token; false if there is none. */
bool token_bucket_take(struct token_bucket *bucket, const struct rate *rate, int64_t now);
/* True if it is full again and may be deleted. */
bool token_bucket_is_full(const struct token_bucket *bucket, const struct rate *rate, int64_t now);
/* Milliseconds until the next token; 0: there is one now. */
int64_t token_bucket_wait(const struct token_bucket *bucket, const struct rate *rate, int64_t now);

#endif
