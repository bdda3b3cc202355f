/* stats.h: estimates with confidence intervals.
 *
 * Estimates are integers in millionths, so that every report rounds the same number and none
 * depends on a locale. They are computed only with operations that IEEE 754 defines exactly. */
#ifndef SPELUNKE_STATS_H
#define SPELUNKE_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include <spelunke/text.h>

enum { MILLION = 1000000 };

struct estimate {
    bool is_known;     /* false: there is no data */
    bool has_interval; /* a mean needs at least two matches */
    int64_t value, low, high;
};

/* How often one entry wins, with the Wilson interval. `entries` of the same bot have `shares`
 * together. A match has at most one win, so matches are the trials, however many of these entries
 * sit in them. */
struct estimate estimate_rate(int64_t shares, int64_t matches, int entries);
/* The mean score of one entry, with the normal interval. `sum` and `squares` are of the total score
 * of the entries of the same bot in a match. */
struct estimate estimate_mean(int64_t sum, int64_t squares, int64_t matches, int entries);

/* sum / count in millionths. */
int64_t ratio(int64_t sum, int64_t count);
/* Prints millionths with this many decimal places, 0 to 6. */
void put_fixed(struct text *out, int64_t millionths, int places);

#endif
