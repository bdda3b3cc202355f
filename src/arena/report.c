/* report.c: the report for programs, as CSV and as JSON.
 *
 * Rates are fractions of 1. Unknown values are empty in CSV and null in JSON. */
#include "row.h"

void report_interrupted(const struct arena_plan *plan, const struct arena_sums *sums,
                        const char *(*said)(const char *), struct text *out) {
    text_put(out, said("interrupted after "));
    text_put_number(out, sums->games);
    text_put(out, said(" of "));
    text_put_number(out, plan->games);
    text_put(out, said(" games\n"));
}

static void csv_fixed(struct text *out, bool is_known, int64_t number) {
    text_put_char(out, ',');
    if (is_known)
        put_fixed(out, number, 6);
}

static void csv_estimate(struct text *out, const struct estimate *estimate) {
    csv_fixed(out, estimate->is_known, estimate->value);
    csv_fixed(out, estimate->has_interval, estimate->low);
    csv_fixed(out, estimate->has_interval, estimate->high);
}

static void csv_head(struct text *out, int seats) {
    text_put(out, "entry,bot,entries,games,wins,win_rate,win_rate_low,win_rate_high,"
                  "score,score_low,score_high");
    for (int seat = 0; seat < seats; seat++) {
        text_put(out, ",win_rate_seat_");
        text_put_number(out, seat);
    }
    text_put(out, "\n");
}

static void csv_row(struct text *out, const struct row *row, int seats) {
    if (row->number > 0)
        text_put_number(out, row->number);
    else
        text_put(out, "all");
    text_put_char(out, ',');
    text_put(out, row->bot); /* a key needs no quotes */
    text_put_char(out, ',');
    text_put_number(out, row->entries);
    text_put_char(out, ',');
    text_put_number(out, row->games);
    csv_fixed(out, true, ratio(row->wins, WIN_SHARES));
    csv_estimate(out, &row->rate);
    csv_estimate(out, &row->score);
    for (int seat = 0; seat < seats; seat++)
        csv_fixed(out, row->seat_rate[seat].is_known, row->seat_rate[seat].value);
    text_put(out, "\n");
}

void report_csv(const struct arena_plan *plan, const struct arena_sums *sums, struct text *out) {
    struct row rows[ROWS_MAX];
    int count = rows_make(plan, sums, rows);
    csv_head(out, plan->setup.seats);
    for (int i = 0; i < count; i++)
        csv_row(out, &rows[i], plan->setup.seats);
}

static void json_fixed(struct text *out, const char *key, bool is_known, int64_t number) {
    js_key(out, key);
    if (is_known)
        put_fixed(out, number, 6);
    else
        js_null(out);
}

static void json_estimate(struct text *out, const char *key, const struct estimate *estimate) {
    js_key(out, key);
    js_open(out, '{');
    json_fixed(out, "value", estimate->is_known, estimate->value);
    json_fixed(out, "low", estimate->has_interval, estimate->low);
    json_fixed(out, "high", estimate->has_interval, estimate->high);
    js_close(out, '}');
}

static void json_seat(struct text *out, const struct row *row, int seat) {
    js_open(out, '{');
    js_put_number(out, "games", row->seat_games[seat]);
    js_put_number(out, "win_shares", row->seat_wins[seat]);
    json_estimate(out, "win_rate", &row->seat_rate[seat]);
    js_close(out, '}');
}

static void json_row(struct text *out, const struct row *row, int seats) {
    js_open(out, '{');
    if (row->number > 0)
        js_put_number(out, "entry", row->number);
    js_put_string(out, "bot", row->bot);
    js_put_number(out, "entries", row->entries);
    js_put_number(out, "games", row->games);
    js_put_number(out, "win_shares", row->wins);
    json_fixed(out, "wins", true, ratio(row->wins, WIN_SHARES));
    json_estimate(out, "win_rate", &row->rate);
    json_estimate(out, "score", &row->score);
    js_key(out, "seats");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        json_seat(out, row, seat);
    js_close(out, ']');
    js_close(out, '}');
}

static void json_plan(struct text *out, const struct arena_plan *plan) {
    js_put_string(out, "game", plan->game->key);
    js_put_number(out, "seats", plan->setup.seats);
    js_key(out, "options");
    js_open(out, '{');
    for (int i = 0; i < param_count(plan->game->params); i++)
        js_put_string(out, plan->game->params[i].name, plan->setup.options[i].word);
    js_close(out, '}');
    js_put_string(out, "seed", plan->seed.name);
    js_put_number(out, "effort", plan->effort);
    js_put_number(out, "planned", plan->games);
}

static void json_rows(struct text *out, const char *key, const struct row *from,
                      const struct row *to, int seats) {
    js_key(out, key);
    js_open(out, '[');
    for (const struct row *row = from; row < to; row++)
        json_row(out, row, seats);
    js_close(out, ']');
}

void report_json(const struct arena_plan *plan, const struct arena_sums *sums, struct text *out) {
    struct row rows[ROWS_MAX];
    int count = rows_make(plan, sums, rows), seats = plan->setup.seats;
    js_open(out, '{');
    json_plan(out, plan);
    js_put_number(out, "games", sums->games);
    js_put_bool(out, "interrupted", sums->games < plan->games);
    js_put_number(out, "shares_in_a_win", WIN_SHARES);
    bool is_known = sums->games > 0;
    json_fixed(out, "mean_length", is_known, is_known ? ratio(sums->length, sums->games) : 0);
    json_rows(out, "bots", rows, rows + seats, seats);
    json_rows(out, "merged", rows + seats, rows + count, seats);
    js_close(out, '}');
    text_put(out, "\n");
}
