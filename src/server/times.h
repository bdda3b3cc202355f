/* times.h: how long things take, counted in fixed buckets.
 *
 * Any thread may count; whoever reads meanwhile gets each number whole, and they may belong to
 * different moments. Nothing is allocated. Times are whole microseconds. */
#ifndef SPELUNKE_SERVER_TIMES_H
#define SPELUNKE_SERVER_TIMES_H

#include <stdatomic.h>
#include <stdint.h>

enum { TIMES_BUCKETS = 16 };

/* What a bucket takes at most; the last one, behind these, takes everything. */
extern const int64_t times_limits[TIMES_BUCKETS];

struct times {
    _Atomic int64_t counts[TIMES_BUCKETS + 1];
    _Atomic int64_t sum;
};

/* What the server measures of itself. */
struct meters {
    struct times turn;    /* of the loop, without its waiting */
    struct times commit;  /* of the store: a transaction that writes, till it is on the disk */
    struct times bot;     /* a thought of a computer player */
    struct times session; /* a throw, or a slice of a loading that is shown */
};

void times_count(struct times *times, int64_t microseconds);
/* A clock that only goes on, in microseconds. */
int64_t times_now(void);

#endif
