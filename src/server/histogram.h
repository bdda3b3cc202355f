/* histogram.h: how long things take, counted in fixed buckets.
 *
 * Any thread may count; whoever reads meanwhile gets each number whole, and they may belong to
 * different moments. Nothing is allocated. Times are whole microseconds. */
#ifndef SPELUNKE_SERVER_HISTOGRAM_H
#define SPELUNKE_SERVER_HISTOGRAM_H

#include <stdatomic.h>
#include <stdint.h>

enum { HISTOGRAM_BUCKETS = 16 };

/* What a bucket takes at most; the last one, behind these, takes everything. */
extern const int64_t histogram_bounds[HISTOGRAM_BUCKETS];

struct histogram {
    _Atomic int64_t counts[HISTOGRAM_BUCKETS + 1];
    _Atomic int64_t sum;
};

/* What the server measures of itself. */
struct meters {
    struct histogram turn;    /* of the loop, without its waiting */
    struct histogram commit;  /* of the store: a transaction that writes, till it is on the disk */
    struct histogram bot;     /* a thought of a computer player */
    struct histogram session; /* a throw, or a slice of a loading that is shown */
};

void histogram_count(struct histogram *histogram, int64_t microseconds);
/* A clock that only goes on, in microseconds. */
int64_t monotonic_us(void);

#endif
