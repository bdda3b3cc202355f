/* row.c: computes the rows of a report from the sums. */
#include "row.h"

static void row_add_seats(struct row *row, const struct tally *tally) {
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        row->seat_games[seat] += tally->seat_games[seat];
        row->seat_wins[seat] += tally->seat_wins[seat];
    }
}

/* `squares` are those of the total score of the row's entries in a match. */
static void row_estimate(struct row *row, int64_t matches, int64_t score, int64_t squares) {
    row->games = matches * row->entries;
    row->rate = estimate_rate(row->wins, matches, row->entries);
    row->score = estimate_mean(score, squares, matches, row->entries);
    for (int seat = 0; seat < SEATS_MAX; seat++)
        row->seat_rate[seat] = estimate_rate(row->seat_wins[seat], row->seat_games[seat], 1);
}

static struct row row_of_entry(const struct arena_plan *plan, const struct arena_sums *sums,
                               int entry) {
    const struct tally *tally = &sums->bots[entry];
    struct row row = {.number = entry + 1, .entries = 1, .bot = plan->bots[entry]->key};
    row.wins = tally->wins;
    row_add_seats(&row, tally);
    row_estimate(&row, sums->games, tally->score, tally->squares);
    return row;
}

static struct row row_of_kind(const struct arena_plan *plan, const struct arena_sums *sums,
                              int kind) {
    struct row row = {.bot = plan->bots[kind]->key};
    int64_t score = 0;
    for (int entry = kind; entry < plan->setup.seats; entry++) {
        if (plan_kind(plan, entry) != kind)
            continue;
        row.entries++;
        row.wins += sums->bots[entry].wins;
        score += sums->bots[entry].score;
        row_add_seats(&row, &sums->bots[entry]);
    }
    row_estimate(&row, sums->games, score, sums->kind_squares[kind]);
    return row;
}

int rows_make(const struct arena_plan *plan, const struct arena_sums *sums,
              struct row rows[ROWS_MAX]) {
    int count = 0;
    for (int entry = 0; entry < plan->setup.seats; entry++)
        rows[count++] = row_of_entry(plan, sums, entry);
    for (int kind = 0; kind < plan->setup.seats; kind++) {
        struct row row = row_of_kind(plan, sums, kind);
        if (row.entries > 1)
            rows[count++] = row;
    }
    return count;
}
