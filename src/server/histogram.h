/* histogram.h: histograms of durations with fixed buckets.
 *
 * Any thread may count. A concurrent reader gets each counter atomically, but not a consistent
 * snapshot of all of them. Nothing is allocated. Durations are in microseconds. */
#ifndef SPELUNKE_SERVER_HISTOGRAM_H
#define SPELUNKE_SERVER_HISTOGRAM_H

#include <stdatomic.h>
#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 16 };

/* The upper bound of each bucket; one more bucket counts everything above. */
extern const int64_t histogram_bounds[HISTOGRAM_BUCKETS];

struct histogram {
    _Atomic int64_t counts[HISTOGRAM_BUCKETS + 1];
    _Atomic int64_t sum;
};

/* What the server measures for /metrics. */
struct meters {
    struct histogram turn;    /* of the loop, without its waiting */
    struct histogram commit;  /* of the store: a transaction that writes, till it is on the disk */
    struct histogram bot;     /* a thought of a computer player */
    struct histogram session; /* a throw, or a slice of a loading that is shown */
};

void histogram_count(struct histogram *histogram, int64_t microseconds);
/* The monotonic clock in microseconds. */
int64_t monotonic_us(void);

#endif
