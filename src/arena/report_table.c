/* report_table.c: the report for people: two blocks of aligned columns, at most 80 wide, under a
 * line that says what was played. */
#include <string.h>

#include <spelunke/must.h>

#include "row.h"

enum { COLUMNS_MAX = 2 + SEATS_MAX, CELL_BYTES = 40, LINES_MAX = ROWS_MAX + 1 };

/* Cells are added one after the other; each column is as wide as its widest cell. */
struct grid {
    int columns, count;
    char cells[LINES_MAX * COLUMNS_MAX][CELL_BYTES];
};

/* Adds the text as the next cell and clears it. */
static void grid_take(struct grid *grid, struct text *cell) {
    must(cell->length < CELL_BYTES && grid->count < LINES_MAX * COLUMNS_MAX);
    strcpy(grid->cells[grid->count++], text_string(cell));
    text_clear(cell);
}

static void grid_put(struct grid *grid, const char *string) {
    struct text cell = {0};
    text_put(&cell, string);
    grid_take(grid, &cell);
    text_free(&cell);
}

/* The width in columns: UTF-8 characters, because headings may have accents. */
static size_t columns_of(const char *cell) {
    size_t columns = 0;
    for (; *cell; cell++)
        columns += (*cell & 0xc0) != 0x80;
    return columns;
}

static size_t grid_width(const struct grid *grid, int column) {
    size_t width = 0;
    for (int i = column; i < grid->count; i += grid->columns)
        width = columns_of(grid->cells[i]) > width ? columns_of(grid->cells[i]) : width;
    return width;
}

static void put_blanks(struct text *out, size_t count) {
    while (count-- > 0)
        text_put_char(out, ' ');
}

/* The first two columns are words and aligned left, the others are numbers and aligned right. */
static void grid_print(const struct grid *grid, struct text *out) {
    size_t width[COLUMNS_MAX];
    for (int column = 0; column < grid->columns; column++)
        width[column] = grid_width(grid, column);
    for (int i = 0; i < grid->count; i++) {
        int column = i % grid->columns;
        size_t blanks = width[column] - columns_of(grid->cells[i]);
        put_blanks(out, column >= 2 ? blanks : 0);
        text_put(out, grid->cells[i]);
        put_blanks(out, column < 2 ? blanks : 0);
        text_put(out, column + 1 < grid->columns ? "  " : "\n");
    }
}

static void grid_name(struct grid *grid, const struct row *row, const char *(*said)(const char *)) {
    struct text cell = {0};
    if (row->number > 0)
        text_put_number(&cell, row->number);
    else
        text_put(&cell, said("all"));
    grid_take(grid, &cell);
    grid_put(grid, row->bot);
    text_free(&cell);
}

/* `times` is 100 for percentages. */
static void grid_value(struct grid *grid, const struct estimate *estimate, int times) {
    struct text cell = {0};
    if (estimate->is_known)
        put_fixed(&cell, times * estimate->value, 2);
    else
        text_put_char(&cell, '-');
    grid_take(grid, &cell);
    text_free(&cell);
}

static void grid_interval(struct grid *grid, const struct estimate *estimate, int times) {
    struct text cell = {0};
    text_put_char(&cell, estimate->has_interval ? '[' : '-');
    if (estimate->has_interval) {
        put_fixed(&cell, times * estimate->low, 2);
        text_put(&cell, ", ");
        put_fixed(&cell, times * estimate->high, 2);
        text_put_char(&cell, ']');
    }
    grid_take(grid, &cell);
    text_free(&cell);
}

static void grid_counts(struct grid *grid, const struct row *row) {
    struct text cell = {0};
    text_put_number(&cell, row->games);
    grid_take(grid, &cell);
    put_fixed(&cell, ratio(row->wins, WIN_SHARES), 2);
    grid_take(grid, &cell);
    text_free(&cell);
}

/* Column headings, separated by bars. They are one text, so that "bot" can be translated in its
 * context. */
static void grid_heads(struct grid *grid, const char *heads) {
    struct text cell = {0};
    for (const char *at = heads;; at++) {
        if (*at && *at != '|') {
            text_put_char(&cell, *at);
            continue;
        }
        grid_take(grid, &cell);
        if (!*at)
            break;
    }
    text_free(&cell);
}

static void put_results(struct text *out, const struct row *rows, int count,
                        const char *(*said)(const char *)) {
    struct grid grid = {.columns = 8};
    grid_heads(&grid, said("#|bot|games|wins|win %|95 %|score|95 %"));
    must(grid.count == grid.columns);
    for (const struct row *row = rows; row < rows + count; row++) {
        grid_name(&grid, row, said);
        grid_counts(&grid, row);
        grid_value(&grid, &row->rate, 100);
        grid_interval(&grid, &row->rate, 100);
        grid_value(&grid, &row->score, 1);
        grid_interval(&grid, &row->score, 1);
    }
    grid_print(&grid, out);
}

static void put_seats(struct text *out, const struct row *rows, int count, int seats,
                      const char *(*said)(const char *)) {
    struct grid grid = {.columns = 2 + seats};
    grid_put(&grid, "#");
    grid_put(&grid, said("win % by seat"));
    for (int seat = 0; seat < seats; seat++)
        grid_put(&grid, (char[]){(char)('0' + seat), 0});
    for (const struct row *row = rows; row < rows + count; row++) {
        grid_name(&grid, row, said);
        for (int seat = 0; seat < seats; seat++)
            grid_value(&grid, &row->seat_rate[seat], 100);
    }
    grid_print(&grid, out);
}

/* Lists only options that differ from their default. */
static void put_options(struct text *out, const struct arena_plan *plan) {
    for (int i = 0; i < param_count(plan->game->params); i++) {
        const struct param *param = &plan->game->params[i];
        if (strcmp(plan->setup.options[i].word, param->fallback) == 0)
            continue;
        text_put(out, ", ");
        text_put(out, param->name);
        text_put(out, ": ");
        text_put(out, plan->setup.options[i].word);
    }
}

static void put_heading(struct text *out, const struct arena_plan *plan,
                        const struct arena_sums *sums, const char *(*said)(const char *)) {
    text_put(out, plan->game->key);
    text_put(out, said(", seats: "));
    text_put_number(out, plan->setup.seats);
    text_put(out, said(", games: "));
    text_put_number(out, sums->games);
    text_put(out, said(", seed: "));
    text_put(out, plan->seed.name);
    if (plan->effort > 0) {
        text_put(out, said(", effort: "));
        text_put_number(out, plan->effort);
    }
    put_options(out, plan);
    text_put(out, "\n");
}

void report_table(const struct arena_plan *plan, const struct arena_sums *sums,
                  const char *(*said)(const char *), struct text *out) {
    struct row rows[ROWS_MAX];
    int count = rows_make(plan, sums, rows);
    put_heading(out, plan, sums, said);
    if (sums->games < plan->games)
        report_interrupted(plan, sums, said, out);
    text_put(out, "\n");
    put_results(out, rows, count, said);
    text_put(out, "\n");
    put_seats(out, rows, count, plan->setup.seats, said);
    text_put(out, said("\nmean length in entries: "));
    if (sums->games > 0)
        put_fixed(out, ratio(sums->length, sums->games), 2);
    else
        text_put(out, "-");
    text_put(out, "\n");
}
