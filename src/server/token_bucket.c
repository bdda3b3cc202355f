/* token_bucket.c: token buckets in integers, so that nothing is lost by rounding. */
#include "token_bucket.h"

/* A token is `window` units, and `count` units are refilled per millisecond. */
static int64_t used_by(const struct token_bucket *bucket, const struct rate *rate, int64_t now) {
    int64_t passed = now - bucket->time;
    if (passed <= 0 || !bucket->used)
        return bucket->used;
    if (passed > bucket->used / rate->count)
        return 0;
    return bucket->used - passed * rate->count;
}

bool token_bucket_is_full(const struct token_bucket *bucket, const struct rate *rate, int64_t now) {
    return used_by(bucket, rate, now) == 0;
}

int64_t token_bucket_wait(const struct token_bucket *bucket, const struct rate *rate, int64_t now) {
    int64_t over = used_by(bucket, rate, now) - (int64_t)(rate->burst - 1) * rate->window;
    return over <= 0 ? 0 : (over + rate->count - 1) / rate->count;
}

bool token_bucket_take(struct token_bucket *bucket, const struct rate *rate, int64_t now) {
    if (token_bucket_wait(bucket, rate, now))
        return false;
    bucket->used = used_by(bucket, rate, now) + rate->window;
    bucket->time = now;
    return true;
}
