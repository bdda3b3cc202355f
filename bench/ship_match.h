/* ship_match.h: whole matches of Riff Raff between computer players, for benchmarks of every
 * loading. */
#ifndef SPELUNKE_BENCH_SHIP_MATCH_H
#define SPELUNKE_BENCH_SHIP_MATCH_H

#include <stdio.h>

#include <spelunke/thought.h>

#include "games/riffraff/bots.h"

/* The result of one loading. */
struct loading {
    const struct rr_state *before, *after;
    int piece, area, aboard; /* pieces aboard before it */
    int fallen;              /* pieces */
    bool is_back;
    int32_t ticks;
    bool is_at_rest; /* the session ended by itself, not at the limit of ticks */
};

/* How a match ended. */
struct ending {
    int rounds;
    int left[RR_SEATS]; /* pieces in front of each seat; the fewest win */
};

/* Plays a match of four with the seed of this number. */
struct ending ship_match(const struct bot *const bots[RR_SEATS], const char *sea, uint64_t number,
                         void (*look)(void *context, const struct loading *loading), void *context);

/* The number of lines in a file, which are earlier results; 0 if there is no file. */
int count_lines(const char *path);
/* The 95 % Wilson interval of a share. */
void wilson(int count, int of, double *low, double *high);

#endif
