/* row.h: one row of a report, before it is written as table, CSV or JSON.
 *
 * There is a row for each entry of the plan and, where a bot was entered more than once, one for
 * all its entries together. */
#ifndef SPELUNKE_ROW_H
#define SPELUNKE_ROW_H

#include "arena.h"
#include "stats.h"

enum { ROWS_MAX = SEATS_MAX + SEATS_MAX / 2 };

struct row {
    int number;  /* of the entry, from 1; 0: all entries of this bot */
    int entries; /* the number of entries in this row */
    const char *bot;
    int64_t games; /* seats taken: matches times entries */
    int64_t wins;  /* in shares */
    struct estimate rate, score;
    int64_t seat_games[SEATS_MAX], seat_wins[SEATS_MAX];
    struct estimate seat_rate[SEATS_MAX];
};

/* The entries first, then the merged rows; returns the number of rows. */
int rows_make(const struct arena_plan *plan, const struct arena_sums *sums,
              struct row rows[ROWS_MAX]);

#endif
