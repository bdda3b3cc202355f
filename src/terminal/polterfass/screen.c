/* screen.c: Polterfass drawn as text.
 *
 *     title                       row 0
 *     what to do                  row 1, drawn by the loop
 *     coaster and barrels         rows 2 to 7
 *     pad                         from row 8, takes half of the rows to spare
 *     hand, and what happened     below it
 *     keys                        the last two rows, drawn by the loop
 *
 * On a wide screen what happened has a column of its own. Every number is also in a line of
 * text. */
#include <string.h>

#include "client.h"
#include "terminal/parts.h"

enum {
    STAGE_ROW = 2,
    PAD_ROW = 8,
    PAD_ROWS = 7, /* at 24 rows: the header and six rounds */
    ASIDE_COLUMN = 26,
    BARREL_COLUMNS = 6,
    CARD_COLUMNS = 5,
    LOG_COLUMN = 43,
    WIDE_COLUMNS = 112
};

/* The layout for the present size of the screen. */
struct layout {
    int width; /* of the table without the column of a wide screen */
    int pad_row, pad_rows;
    int hand_row; /* the row of the line above the hand */
    int log_row, log_column, log_rows, log_width;
};

/* At the end the pad fills the screen above the box with the result. */
static struct layout lay_out_end(const struct console *console) {
    return (struct layout){.width = screen_columns(),
                           .pad_row = STAGE_ROW,
                           .pad_rows = screen_rows() - console->hidden_rows - STAGE_ROW - 1};
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

static void draw_title(const struct console *console) {
    struct text title = {0};
    struct message message;
    message_start(&message, "polterfass.title_bar");
    message_number(&message, "round", value_get_number(console->seen, "round"));
    message_seat(&message, "seat", polterfass_innkeeper(console));
    message_number(&message, "goal", value_get_number(console->seen, "goal"));
    console_say(console, &message, &title);
    screen_bar(text_string(&title));
    text_free(&title);
}

/* A barrel on its side shows both its ends: (9==2), (X=x2). */
static void draw_lying(const struct console *console, int row, int column, int place) {
    const struct value *barrel = value_at(value_get(console->kit, "barrels"), place - 1);
    const struct value *ends = value_get(barrel, "ends");
    bool is_special = polterfass_is_special(console, place);
    struct text text = {0};
    text_put(&text, "(");
    text_put(&text, polterfass_sign(value_word(value_at(ends, 0))));
    text_put(&text, is_special ? "=" : "==");
    text_put(&text, polterfass_sign(value_word(value_at(ends, 1))));
    text_put(&text, ")");
    screen_put(row, column, 6, is_special ? INK_DARK : INK_OAK, text.data);
    text_free(&text);
}

/* Lying barrels, and those in the cup, are drawn on the coaster. */
static bool is_on_coaster(const struct console *console, int place) {
    return !polterfass_stands(console, place) ||
           value_has_number(value_get(console->seen, "cup"), place);
}

static void draw_coaster(const struct console *console) {
    static const char *const rows[] = {"╭──────────────────────╮", "│                      │",
                                       "│                      │", "│                      │",
                                       "╰──────────────────────╯"};
    int next = 0;
    screen_rule(STAGE_ROW, 0, ASIDE_COLUMN - 1, console_word(console, "polterfass.title_coaster"));
    for (int i = 0; i < 5; i++)
        screen_put(STAGE_ROW + 1 + i, 0, ASIDE_COLUMN, INK_DIM, rows[i]);
    for (int place = 1; place <= polterfass_barrels(console); place++)
        if (is_on_coaster(console, place)) {
            draw_lying(console, STAGE_ROW + 2 + next / 3, 2 + next % 3 * 7, place);
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

/* The effect of the chosen serving on a number barrel; NULL: none is chosen. */
static void effect_on(const char *serving, int place, const char **label, enum ink *ink) {
    struct effect effect;
    while (serving && polterfass_next_effect(&serving, &effect))
        if (effect.place == place) {
            *label = effect.is_double ? " x2" : "  X";
            *ink = effect.is_double ? INK_MOSS : INK_EMBER;
        }
}

/* While a special barrel can be chosen its key is drawn below it, with a mark if it is chosen. */
static void draw_special(const struct console *console, int place, int column, bool is_chosen) {
    bool is_spoiled = strcmp(polterfass_mark(console, place), "x") == 0;
    struct text label = {0};
    if (polterfass_question(console) == ASK_SERVE) {
        text_put(&label, is_chosen ? "►[" : " [");
        text_put_number(&label, place);
        text_put(&label, "]");
    }
    draw_standing(column, is_spoiled ? " X " : "x2 ", INK_DARK, text_string(&label),
                  is_chosen ? INK_BRASS : INK_PLAIN);
    text_free(&label);
}

static void draw_number(const struct console *console, int place, int column, const char *serving) {
    struct text lid = {0};
    const char *label = "";
    enum ink ink = INK_DIM;
    text_put(&lid, " ");
    text_put(&lid, polterfass_mark(console, place));
    text_put(&lid, " ");
    effect_on(serving, place, &label, &ink);
    draw_standing(column, lid.data, INK_OAK, label, ink);
    text_free(&lid);
}

/* The serving that is being chosen, as an action; NULL: none. */
static const char *chosen_serving(const struct console *console, const struct draft *draft) {
    struct serving servings[SERVINGS_MAX];
    bool is_choosing = polterfass_question(console) == ASK_RECKON;
    return is_choosing && draft->serving < polterfass_servings(console, servings)
               ? servings[draft->serving].action
               : NULL;
}

/* The title of the barrels outside the cup, with their worth. */
static void draw_aside_rule(const struct console *console, bool has_any) {
    struct text title = {0}, worth = {0};
    struct message message;
    if (!value_is_null(value_get(console->seen, "range"))) {
        polterfass_say_worth(console, &worth);
        message_start(&message, "polterfass.title_worth");
        message_word(&message, "word", text_string(&worth));
        console_say(console, &message, &title);
    } else {
        console_say_key(console, has_any ? "polterfass.title_aside" : "polterfass.title_none",
                        &title);
    }
    screen_rule(STAGE_ROW, ASIDE_COLUMN - 1, SCREEN_COLUMNS - ASIDE_COLUMN + 1,
                text_string(&title));
    text_free(&title);
    text_free(&worth);
}

static void draw_stage(const struct console *console, const struct draft *draft) {
    const char *serving = chosen_serving(console, draft);
    int column = ASIDE_COLUMN;
    draw_coaster(console);
    for (int place = 1; place <= polterfass_barrels(console); place++)
        if (!is_on_coaster(console, place)) {
            if (polterfass_is_special(console, place))
                draw_special(console, place, column, draft->specials >> place & 1);
            else
                draw_number(console, place, column, serving);
            column += BARREL_COLUMNS;
        }
    draw_aside_rule(console, column > ASIDE_COLUMN);
}

static int seat_width(const struct console *console, int width) {
    int each = (width - 24) / polterfass_seats(console);
    return each > 13 ? 13 : each;
}

static void put_number(int row, int column, int width, enum ink ink, int64_t number) {
    struct text text = {0};
    text_put_number(&text, number);
    screen_put_right(row, column, width, ink, text_string(&text));
    text_free(&text);
}

/* The names, cut to the width of their columns; the person's own is marked. */
static void draw_pad_head(const struct console *console, int row, int width) {
    int each = seat_width(console, width);
    screen_put_right(row, 3, 10, INK_DIM, console_word(console, "polterfass.pad_served"));
    screen_put_right(row, 13, 10, INK_DIM, console_word(console, "polterfass.pad_ordered"));
    for (int seat = 0; seat < polterfass_seats(console); seat++) {
        struct text name = {0};
        text_put(&name, seat == console->seat ? ">" : "");
        text_put(&name, console->names[seat]);
        utf8_shorten(&name, each - 1);
        screen_put_right(row, 23 + seat * each, each, seat == console->seat ? INK_BRASS : INK_PLAIN,
                         name.data);
        text_free(&name);
    }
}

static void draw_pad_cell(const struct console *console, int row, int column, int width,
                          const struct value *round, int seat) {
    struct text cell = {0};
    int64_t points = value_number(value_at(value_get(round, "points"), seat));
    text_put(&cell, seat == value_get_number(round, "innkeeper") ? "*" : "");
    text_put_number(&cell, points);
    text_put_char(&cell, '/');
    text_put_number(&cell, value_number(value_at(value_get(round, "totals"), seat)));
    screen_put_right(row, column, width,
                     points < 0              ? INK_EMBER
                     : seat == console->seat ? INK_BRASS
                                             : INK_PLAIN,
                     cell.data);
    text_free(&cell);
}

static void draw_pad_round(const struct console *console, int index, int row, int width) {
    const struct value *round = value_at(value_get(console->seen, "pad"), index);
    const struct value *served = value_get(round, "served");
    int each = seat_width(console, width);
    put_number(row, 0, 3, INK_DIM, index + 1);
    if (value_is_null(served))
        screen_put_right(row, 3, 10, INK_EMBER, "-");
    else
        put_number(row, 3, 10, INK_PLAIN, value_number(served));
    put_number(row, 13, 10, INK_PLAIN, value_get_number(round, "ordered"));
    for (int seat = 0; seat < polterfass_seats(console); seat++)
        draw_pad_cell(console, row, 23 + seat * each, each, round, seat);
}

/* As long as the pad is empty it shows who plays and what the game is about, if the pane of events
 * is too small for it. */
static bool shows_opening(const struct console *console, const struct layout *at) {
    return at->log_row == at->hand_row && value_count(value_get(console->seen, "pad")) == 0;
}

static void draw_opening(const struct console *console, const struct layout *at) {
    struct text seats = {0};
    console_say_seats(console, &seats);
    if (!console->is_welcomed) {
        text_put_char(&seats, '\n');
        console_say_about(console, &seats);
    }
    screen_put_page(at->pad_row + 2, 2, at->pad_rows - 1, at->width - 4, INK_PLAIN,
                    text_string(&seats));
    text_free(&seats);
}

static void draw_pad(const struct console *console, const struct draft *draft,
                     const struct layout *at) {
    struct text title = {0};
    int lines = at->pad_rows - 1, rounds = value_count(value_get(console->seen, "pad"));
    int last = rounds - draft->pad_back, first = last > lines ? last - lines : 0;
    last = last < lines && last < rounds ? (lines < rounds ? lines : rounds) : last;
    text_put(&title, console_word(console, "polterfass.title_pad"));
    if (rounds > lines && !polterfass_is_over(console)) {
        text_put(&title, " · ");
        text_put(&title, console_word(console, "polterfass.pad_more"));
    }
    screen_rule(at->pad_row, 0, at->width, title.data);
    draw_pad_head(console, at->pad_row + 1, at->width);
    if (shows_opening(console, at))
        draw_opening(console, at);
    for (int i = first; i < last; i++)
        draw_pad_round(console, i, at->pad_row + 2 + i - first, at->width);
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

/* Chosen cards, and those of a sent order, are raised. */
static void draw_hand(const struct console *console, const struct draft *draft, int row) {
    const struct value *laid = value_get(console->seen, "my_order");
    const struct value *cards = value_get(console->kit, "cards");
    bool has_laid = !value_is_null(laid);
    bool is_asked = polterfass_is_phase(console, "orders") && !has_laid;
    for (int i = 0; i < value_count(cards); i++) {
        int64_t card = value_number(value_at(cards, i));
        bool is_raised = has_laid ? value_has_number(laid, card) : draft->cards >> card & 1;
        struct text value = {0};
        text_put_number(&value, card);
        draw_card(row + 1 + !is_raised, 1 + i * CARD_COLUMNS, value.data,
                  is_raised  ? INK_BRASS
                  : is_asked ? INK_PLAIN
                             : INK_DIM);
        text_free(&value);
    }
}

/* The cards of an order face up: "[3] [5]". */
static void put_order(const struct value *cards, struct text *out) {
    for (int i = 0; i < value_count(cards); i++) {
        text_put(out, i ? " [" : "[");
        text_put_number(out, value_number(value_at(cards, i)));
        text_put(out, "]");
    }
}

/* The innkeeper sees the backs only, as many as are public. */
static void put_backs(const struct console *console, int seat, struct text *out) {
    int64_t cards = value_number(value_at(value_get(console->seen, "cards_laid"), seat));
    bool has_ordered = value_has_number(value_get(console->seen, "ordered"), seat);
    text_put(out, !has_ordered ? "..." : cards ? "[?]" : "[?..]");
    for (; has_ordered && cards > 1; cards--)
        text_put(out, " [?]");
}

/* The orders of the guests, revealed once the round is settled. */
static void draw_orders(const struct console *console, int row) {
    const struct value *settled = console->seen_settled;
    const struct value *round = value_at(value_get(settled, "pad"), -1);
    for (int seat = 0, line = 0; seat < polterfass_seats(console); seat++) {
        struct text order = {0};
        if (seat == polterfass_innkeeper(console))
            continue;
        if (settled)
            put_order(value_at(value_get(round, "orders"), seat), &order);
        else
            put_backs(console, seat, &order);
        screen_put(row + 1 + line, 2, 16, INK_PLAIN, console->names[seat]);
        screen_put(row + 1 + line, 19, 10, settled ? INK_BRASS : INK_OAK, text_string(&order));
        text_free(&order);
        line++;
    }
}

static void draw_own(const struct console *console, const struct draft *draft,
                     const struct layout *at) {
    bool keeps_inn =
        polterfass_innkeeper(console) == console->seat &&
        !polterfass_is_phase(console, "first_roll"); /* before the first roll nobody has ordered */
    bool has_ordered = !value_is_null(value_get(console->seen, "my_order"));
    const char *title = keeps_inn     ? "polterfass.title_guests"
                        : has_ordered ? "polterfass.title_order"
                                      : "polterfass.title_hand";
    screen_rule(at->hand_row, 0, at->width, console_word(console, title));
    if (keeps_inn)
        draw_orders(console, at->hand_row);
    else
        draw_hand(console, draft, at->hand_row);
}

/* The tray replaces coaster and pad. */
void polterfass_draw_frame(const struct console *console, const void *draft,
                           const struct frame *frame) {
    struct layout at = lay_out();
    struct text task = {0};
    struct message message;
    (void)draft;
    message_start(&message, "polterfass.do_throw");
    message_seat(&message, "seat", polterfass_innkeeper(console));
    console_say(console, &message, &task);
    int width = screen_columns() - 1;
    while (screen_width(task.data) < width)
        text_put_char(&task, ' '); /* covers the last sentence */
    screen_put(STAGE_ROW - 1, 1, width, INK_TASK, task.data);
    text_free(&task);
    screen_rule(STAGE_ROW, 0, at.width, console_word(console, "polterfass.title_throw"));
    polterfass_draw_throw(console->kit, frame, STAGE_ROW + 1, at.hand_row - STAGE_ROW - 1,
                          at.width);
}

void polterfass_draw(const struct console *console, const void *draft) {
    bool is_over = polterfass_is_over(console);
    struct layout at = is_over ? lay_out_end(console) : lay_out();
    draw_title(console);
    if (is_over) {
        draw_pad(console, draft, &at);
        return;
    }
    draw_stage(console, draft);
    draw_pad(console, draft, &at);
    draw_own(console, draft, &at);
    draw_sentences(console, shows_opening(console, &at) ? console->opening_end : 0, at.log_row,
                   at.log_column, at.log_rows, at.log_width);
}
