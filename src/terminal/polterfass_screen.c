/* polterfass_screen.c: Polterfass drawn with letters.
 *
 *     title                       row 0
 *     what to do                  row 1, drawn by the loop
 *     coaster and barrels         rows 2 to 7
 *     pad                         from row 8, takes half of the rows to spare
 *     hand, and what happened     below it
 *     keys                        the last two rows, drawn by the loop
 *
 * On a wide screen what happened has a column of its own. Every number stands
 * on its thing and in the words of a line. */
#include <string.h>

#include "polterfass_client.h"
#include "screen.h"

enum {
    STAGE_ROW = 2,
    PAD_ROW = 8,
    PAD_ROWS = 7, /* at 24 rows: the header and six rounds */
    ASIDE_COLUMN = 26,
    BARREL_COLUMNS = 6,
    CARD_COLUMNS = 5,
    LOG_COLUMN = 43,
    WIDE_COLUMNS = 112,
    TOLD_LINES = 60
};

/* Where things are, for the size of this screen. */
struct layout {
    int width; /* of the table without the column of a wide screen */
    int pad_row, pad_rows;
    int hand_row; /* the rule above the hand */
    int log_row, log_column, log_rows, log_width;
};

/* At the end only the pad matters, above what lies over the rest. */
static struct layout lay_out_end(const struct table *table) {
    return (struct layout){.width = screen_columns(),
                           .pad_row = STAGE_ROW,
                           .pad_rows = screen_rows() - table->hidden_rows - STAGE_ROW - 1};
}

static struct layout lay_out(void) {
    int spare = screen_rows() - SCREEN_ROWS, columns = screen_columns();
    bool is_wide = columns >= WIDE_COLUMNS;
    struct layout at = {.width = is_wide ? SCREEN_COLUMNS : columns};
    at.pad_row = PAD_ROW;
    at.pad_rows = PAD_ROWS + (is_wide ? spare : spare / 2);
    at.hand_row = PAD_ROW + 1 + at.pad_rows;
    at.log_row = is_wide ? STAGE_ROW : at.hand_row;
    at.log_column = is_wide ? SCREEN_COLUMNS + 2 : LOG_COLUMN;
    at.log_rows = screen_rows() - 3 - at.log_row;
    at.log_width = columns - at.log_column - 1;
    return at;
}

static void draw_title(const struct table *table) {
    const struct pf_state *view = pf_seen(table);
    struct text title = {0};
    struct message message;
    message_start(&message, "polterfass.title_bar");
    message_number(&message, "round", pf_round_number(view));
    message_seat(&message, "seat", view->innkeeper);
    message_number(&message, "goal", view->goal);
    text_put_char(&title, ' ');
    table_say(table, &message, &title);
    for (int at = screen_width(title.data); at < screen_columns(); at++)
        text_put_char(&title, ' ');
    screen_put(0, 0, screen_columns(), INK_BAR, title.data);
    text_free(&title);
}

/* A barrel on its side shows both its ends: (9==2), (X=x2). */
static void draw_lying(int row, int column, int place) {
    char barrel[] = "(9==2)";
    if (place < PF_NUMBERS) {
        barrel[1] = (char)('0' + pf_ends[place][0]);
        barrel[4] = (char)('0' + pf_ends[place][1]);
    }
    screen_put(row, column, 6, place < PF_NUMBERS ? INK_OAK : INK_DARK,
               place < PF_NUMBERS ? barrel : "(X=x2)");
}

static void draw_coaster(const struct table *table, int in_cup) {
    static const char *const rows[] = {"╭──────────────────────╮", "│                      │",
                                       "│                      │", "│                      │",
                                       "╰──────────────────────╯"};
    int next = 0;
    screen_rule(STAGE_ROW, 0, ASIDE_COLUMN - 1, table_word(table, "polterfass.title_coaster"));
    for (int i = 0; i < 5; i++)
        screen_put(STAGE_ROW + 1 + i, 0, ASIDE_COLUMN, INK_DIM, rows[i]);
    for (int place = 0; place < PF_BARRELS; place++)
        if (in_cup >> place & 1) {
            draw_lying(STAGE_ROW + 2 + next / 3, 2 + next % 3 * 7, place);
            next++;
        }
}

/* A standing barrel: its lid with the number, and a hoop below. */
static void draw_standing(int column, const char *lid, enum ink ink, const char *label,
                          enum ink label_ink) {
    struct text middle = {0};
    text_put(&middle, "│");
    text_put(&middle, lid);
    text_put(&middle, "│");
    screen_put(STAGE_ROW + 1, column, 5, ink, "┌───┐");
    screen_put(STAGE_ROW + 2, column, 5, ink == INK_DARK ? INK_DARK : INK_BRASS,
               text_string(&middle));
    screen_put(STAGE_ROW + 3, column, 5, ink, "╞═══╡");
    screen_put(STAGE_ROW + 4, column, 5, ink, "└───┘");
    screen_put(STAGE_ROW + 5, column, 5, label_ink, label);
    text_free(&middle);
}

/* What the chosen reckoning does to a number barrel. */
static void effect_on(const struct pf_serving *serving, int place, const char **label,
                      enum ink *ink) {
    for (int i = 0; serving && i < PF_SPECIALS; i++)
        if (serving->target[i] == place + 1) {
            bool is_double = serving->doubles >> i & 1;
            *label = is_double ? " x2" : "  X";
            *ink = is_double ? INK_MOSS : INK_EMBER;
        }
}

/* A special barrel has its key below it while it can be pressed, with a mark if it
 * is to be rolled too. */
static void draw_special(const struct table *table, int place, int column, bool is_chosen) {
    static const char *const labels[2][2] = {{" [8]", "►[8]"}, {" [9]", "►[9]"}};
    const struct pf_state *view = pf_seen(table);
    bool has_key = view->phase == PF_SERVING && table_asks(table);
    draw_standing(column, view->face[place] == PF_SPOILED ? " X " : "x2 ", INK_DARK,
                  has_key ? labels[place - PF_NUMBERS][is_chosen] : "",
                  is_chosen ? INK_BRASS : INK_PLAIN);
}

static void draw_number(const struct table *table, int place, int column,
                        const struct pf_serving *serving) {
    char lid[] = " 9 ";
    const char *label = "";
    enum ink ink = INK_DIM;
    lid[1] = (char)('0' + pf_number(pf_seen(table)->face, place));
    effect_on(serving, place, &label, &ink);
    draw_standing(column, lid, INK_OAK, label, ink);
}

/* Whether the person is choosing what to serve, and then what. */
static const struct pf_serving *chosen_serving(const struct table *table,
                                               const struct pf_draft *draft,
                                               struct pf_serving totals[PF_SERVINGS]) {
    if (pf_seen(table)->phase != PF_RECKONING || !table_asks(table))
        return NULL;
    pf_totals(table, totals);
    return &totals[draft->serving];
}

/* What stands outside of the cup, and what it is worth. */
static void draw_aside_rule(const struct table *table, int in_cup) {
    uint8_t face[PF_BARRELS];
    struct text title = {0}, worth = {0};
    for (int place = 0; place < PF_BARRELS; place++)
        face[place] = in_cup >> place & 1 ? PF_LIES : pf_seen(table)->face[place];
    if (pf_number_stands(face)) {
        pf_say_worth(table, face, &worth);
        table_say_word(table, "polterfass.title_worth", text_string(&worth), &title);
    } else {
        bool stands = in_cup != (1 << PF_BARRELS) - 1;
        table_say_key(table, stands ? "polterfass.title_aside" : "polterfass.title_none", &title);
    }
    screen_rule(STAGE_ROW, ASIDE_COLUMN - 1, SCREEN_COLUMNS - ASIDE_COLUMN + 1,
                text_string(&title));
    text_free(&title);
    text_free(&worth);
}

static void draw_stage(const struct table *table, const struct pf_draft *draft) {
    const struct pf_state *view = pf_seen(table);
    struct pf_serving totals[PF_SERVINGS];
    const struct pf_serving *serving = chosen_serving(table, draft, totals);
    int in_cup = pf_lying(view->face) | view->cup;
    int column = ASIDE_COLUMN;
    draw_coaster(table, in_cup);
    draw_aside_rule(table, in_cup);
    for (int place = 0; place < PF_BARRELS; place++)
        if (!(in_cup >> place & 1)) {
            if (place < PF_NUMBERS)
                draw_number(table, place, column, serving);
            else
                draw_special(table, place, column, draft->specials >> (place - PF_NUMBERS) & 1);
            column += BARREL_COLUMNS;
        }
}

static int seat_width(const struct pf_state *view, int width) {
    int each = (width - 24) / view->seats;
    return each > 13 ? 13 : each;
}

static void put_number(int row, int column, int width, enum ink ink, int number) {
    struct text text = {0};
    text_put_number(&text, number);
    screen_put_right(row, column, width, ink, text_string(&text));
    text_free(&text);
}

/* A name as its column has room for it; the person's own is marked. */
static void put_name(const struct table *table, int seat, int width, struct text *out) {
    text_put(out, seat == SEAT_PERSON ? ">" : "");
    text_put(out, table->names[seat]);
    letters_shorten(out, width);
}

static void draw_pad_head(const struct table *table, int row, int width) {
    const struct pf_state *view = pf_seen(table);
    int each = seat_width(view, width);
    screen_put_right(row, 3, 10, INK_DIM, table_word(table, "polterfass.pad_served"));
    screen_put_right(row, 13, 10, INK_DIM, table_word(table, "polterfass.pad_ordered"));
    for (int seat = 0; seat < view->seats; seat++) {
        struct text name = {0};
        put_name(table, seat, each - 1, &name);
        screen_put_right(row, 23 + seat * each, each, seat == SEAT_PERSON ? INK_BRASS : INK_PLAIN,
                         name.data);
        text_free(&name);
    }
}

static void draw_pad_cell(int row, int column, int width, const struct pf_round *round, int seat,
                          int total) {
    struct text cell = {0};
    int points = round->points[seat];
    text_put(&cell, seat == round->innkeeper ? "*" : "");
    text_put_number(&cell, points);
    text_put_char(&cell, '/');
    text_put_number(&cell, total);
    screen_put_right(row, column, width,
                     points < 0            ? INK_EMBER
                     : seat == SEAT_PERSON ? INK_BRASS
                                           : INK_PLAIN,
                     cell.data);
    text_free(&cell);
}

static void draw_pad_round(const struct pf_state *view, int index, int row, int width) {
    const struct pf_round *round = &view->pad[index];
    int totals[PF_SEATS], each = seat_width(view, width);
    pf_pad_totals(view, index + 1, totals);
    put_number(row, 0, 3, INK_DIM, index + 1);
    if (round->served == PF_FAILED)
        screen_put_right(row, 3, 10, INK_EMBER, "-");
    else
        put_number(row, 3, 10, INK_PLAIN, round->served);
    put_number(row, 13, 10, INK_PLAIN, pf_ordered(round, view->seats));
    for (int seat = 0; seat < view->seats; seat++)
        draw_pad_cell(row, 23 + seat * each, each, round, seat, totals[seat]);
}

/* Nothing is on the pad yet: there is room to say who plays, which soon leaves the
 * panel of what happened. */
static void draw_seats(const struct table *table, const struct layout *at) {
    struct text seats = {0};
    table_say_seats(table, &seats);
    text_put_char(&seats, '\n');
    table_say_about(table, &seats);
    screen_put_page(at->pad_row + 2, 2, at->pad_rows - 1, at->width - 4, INK_PLAIN,
                    text_string(&seats));
    text_free(&seats);
}

static void draw_pad(const struct table *table, const struct pf_draft *draft,
                     const struct layout *at) {
    const struct pf_state *view = pf_seen(table);
    struct text title = {0};
    int lines = at->pad_rows - 1;
    int last = view->rounds - draft->pad_back, first = last > lines ? last - lines : 0;
    last =
        last < lines && last < view->rounds ? (lines < view->rounds ? lines : view->rounds) : last;
    text_put(&title, table_word(table, "polterfass.title_pad"));
    if (view->rounds > lines && view->phase != PF_OVER) {
        text_put(&title, " · ");
        text_put(&title, table_word(table, "polterfass.pad_more"));
    }
    screen_rule(at->pad_row, 0, at->width, title.data);
    draw_pad_head(table, at->pad_row + 1, at->width);
    if (view->rounds == 0)
        draw_seats(table, at);
    for (int i = first; i < last; i++)
        draw_pad_round(view, i, at->pad_row + 2 + i - first, at->width);
    text_free(&title);
}

static void draw_card(int row, int column, const char *value, enum ink ink) {
    struct text middle = {0};
    text_put(&middle, "│ ");
    text_put(&middle, value);
    text_put(&middle, "│");
    screen_put(row, column, 4, ink, "┌──┐");
    screen_put(row + 1, column, 4, ink, text_string(&middle));
    screen_put(row + 2, column, 4, ink, "└──┘");
    text_free(&middle);
}

/* The row of eight; chosen ones are raised, laid ones stay so. */
static void draw_hand(const struct table *table, const struct pf_draft *draft, int row) {
    const struct pf_state *view = pf_seen(table);
    int laid = view->order[SEAT_PERSON], raised = laid ? laid : draft->cards;
    bool is_asked = view->phase == PF_ORDERS && !laid;
    for (int card = 0; card < PF_CARDS; card++) {
        bool is_raised = raised >> card & 1;
        char value[] = {(char)('0' + card), '\0'};
        draw_card(row + 1 + !is_raised, 1 + card * CARD_COLUMNS, value,
                  is_raised  ? INK_BRASS
                  : is_asked ? INK_PLAIN
                             : INK_DIM);
    }
}

/* The cards of an order face up: "[3] [5]". */
static void put_order(int cards, struct text *out) {
    for (int card = 0; card < PF_CARDS; card++) {
        if (!(cards >> card & 1))
            continue;
        text_put(out, out->length ? " [" : "[");
        text_put_number(out, card);
        text_put(out, "]");
    }
}

/* To the innkeeper they are backs, as many as he may count. */
static void put_backs(const struct pf_state *view, int seat, struct text *out) {
    static const char *const backs[] = {"[?..]", "[?]", "[?] [?]"};
    text_put(out, view->ordered >> seat & 1 ? backs[view->cards_laid[seat]] : "...");
}

/* The guests' orders, turned up once the round is settled. */
static void draw_orders(const struct table *table, int row) {
    const struct pf_state *view = pf_seen(table), *settled = table->settled;
    for (int seat = 0, line = 0; seat < view->seats; seat++) {
        struct text order = {0};
        if (seat == view->innkeeper)
            continue;
        if (settled)
            put_order(settled->pad[view->rounds].order[seat], &order);
        else
            put_backs(view, seat, &order);
        screen_put(row + 1 + line, 2, 16, INK_PLAIN, table->names[seat]);
        screen_put(row + 1 + line, 19, 10, settled ? INK_BRASS : INK_OAK, text_string(&order));
        text_free(&order);
        line++;
    }
}

static void draw_own(const struct table *table, const struct pf_draft *draft,
                     const struct layout *at) {
    const struct pf_state *view = pf_seen(table);
    bool keeps_inn = view->innkeeper == SEAT_PERSON && view->phase > PF_FIRST_ROLL &&
                     view->phase < PF_OVER; /* then nobody has ordered anything */
    const char *title = keeps_inn                  ? "polterfass.title_guests"
                        : view->order[SEAT_PERSON] ? "polterfass.title_order"
                                                   : "polterfass.title_hand";
    screen_rule(at->hand_row, 0, at->width, table_word(table, title));
    if (keeps_inn)
        draw_orders(table, at->hand_row);
    else
        draw_hand(table, draft, at->hand_row);
}

static void draw_told(const struct table *table, const struct layout *at) {
    struct text told = {0};
    int first = table->told_count > TOLD_LINES ? table->told_count - TOLD_LINES : 0;
    for (int i = first; i < table->told_count; i++) {
        text_put(&told, table->told[i]);
        text_put_char(&told, '\n');
    }
    screen_rule(at->log_row, at->log_column - 1, at->log_width + 2,
                table_word(table, "terminal.title_log"));
    screen_put_tail(at->log_row + 1, at->log_column, at->log_rows, at->log_width,
                    text_string(&told));
    text_free(&told);
}

/* The tray takes the place of stage and pad. */
void pf_draw_frame(const struct table *table, const struct frame *frame) {
    struct layout at = lay_out();
    struct text task = {0};
    struct message message;
    message_start(&message, "polterfass.do_throw");
    message_seat(&message, "seat", pf_seen(table)->innkeeper);
    table_say(table, &message, &task);
    int width = screen_columns() - 1;
    while (screen_width(task.data) < width)
        text_put_char(&task, ' '); /* over the last sentence */
    screen_put(STAGE_ROW - 1, 1, width, INK_TASK, task.data);
    text_free(&task);
    screen_rule(STAGE_ROW, 0, at.width, table_word(table, "polterfass.title_throw"));
    pf_draw_throw(frame, STAGE_ROW + 1, at.hand_row - STAGE_ROW - 1, at.width);
}

void pf_draw(const struct table *table, const void *draft) {
    bool is_over = pf_seen(table)->phase == PF_OVER;
    struct layout at = is_over ? lay_out_end(table) : lay_out();
    draw_title(table);
    if (is_over) {
        draw_pad(table, draft, &at);
        return;
    }
    draw_stage(table, draft);
    draw_pad(table, draft, &at);
    draw_own(table, draft, &at);
    draw_told(table, &at);
}
