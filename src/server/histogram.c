/* histogram.c: see histogram.h. */
#include "histogram.h"

#include <time.h>

const int64_t histogram_bounds[HISTOGRAM_BUCKETS] = {
    100,   250,    500,    1000,   2500,    5000,    10000,   25000,
    50000, 100000, 250000, 500000, 1000000, 2500000, 5000000, 10000000,
};

void histogram_count(struct histogram *histogram, int64_t microseconds) {
    int bucket = 0;
    while (bucket < HISTOGRAM_BUCKETS && microseconds > histogram_bounds[bucket])
        bucket++;
    atomic_fetch_add_explicit(&histogram->counts[bucket], 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&histogram->sum, microseconds, memory_order_relaxed);
}

int64_t monotonic_us(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}
