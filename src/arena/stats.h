/* stats.h: what sums let us believe.
 *
 * Estimates are whole numbers in millionths, so that every report rounds the
 * same number and none depends on a locale. They are computed with nothing but
 * the operations that IEEE 754 defines to the last bit. */
#ifndef SPELUNKE_STATS_H
#define SPELUNKE_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include <spelunke/text.h>

enum { MILLION = 1000000 };

struct estimate {
    bool is_known;     /* false: there is nothing to divide by */
    bool has_interval; /* a mean needs two matches for that */
    int64_t value, low, high;
};

/* How often one entry wins, with Wilson's interval. `entries` of the same bot
 * hold `shares` together; at most one win can be had in a match, so a match is
 * the thing that is counted, however many of them sit in it. */
struct estimate estimate_rate(int64_t shares, int64_t matches, int entries);
/* The mean of what one entry scores, with the normal interval. `sum` and
 * `squares` are of what the entries of the same bot score together in a match. */
struct estimate estimate_mean(int64_t sum, int64_t squares, int64_t matches, int entries);

/* sum / count in millionths. */
int64_t ratio(int64_t sum, int64_t count);
/* A number of millionths with so many places behind the point, 0 to 6. */
void put_fixed(struct text *out, int64_t millionths, int places);

#endif
