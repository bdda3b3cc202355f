/* bench.h: what the benchmarks share. */
#ifndef SPELUNKE_BENCH_H
#define SPELUNKE_BENCH_H

#include <stdint.h>
#include <time.h>

/* CPU time of this process, in seconds. */
static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* What random players do is not what is measured: a generator of a few steps (Knuth's
 * MMIX numbers) draws it, and not the fair dice. */
static inline int whim(uint64_t *mood, int count) {
    *mood = *mood * 6364136223846793005u + 1442695040888963407u;
    return (int)((*mood >> 32) * (uint64_t)count >> 32);
}

#endif
