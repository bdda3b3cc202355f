/* screen.c: Zum Blauen Drachen drawn as text.
 *
 *     title                       row 0
 *     what to do                  row 1, drawn by the loop
 *     players and their tracks    rows 2 to 6
 *     what is pending             from row 7, takes the rows to spare; beside it
 *                                 what happened
 *     hand, and a card's text     the eight rows above the keys
 *     keys                        the last two rows, drawn by the loop
 *
 * On a wide screen what happened has a column of its own; on a high one every card of the hand
 * shows its text. A track goes from 0 to 20, with a marker each for alcohol and Fortitude; where
 * they meet the player is out. Both are also shown as numbers. */
#include <string.h>

#include "client.h"
#include "terminal/parts.h"

enum {
    SEATS_ROW = 2,
    PENDING_ROW = 7,
    TEXT_ROWS = 2, /* of a card below its title, on a high screen */
    HAND_EDGE = 3, /* its rule and the keys */
    SPLIT_COLUMN = 48,
    WIDE_COLUMNS = 112,
    TRACK_COLUMN = 10,
    CARD_COLUMN = 5,
    KIND_WIDTH = 10
};

/* The layout for the present size of the screen. */
struct layout {
    int width; /* of the table without the column of a wide screen */
    int pending_rows, pending_width;
    int hand_row, card_rows;
    int log_row, log_column, log_rows, log_width;
};

static struct layout lay_out(void) {
    int columns = screen_columns();
    bool is_wide = columns >= WIDE_COLUMNS;
    struct layout at = {.width = is_wide ? SCREEN_COLUMNS : columns};
    bool is_high = screen_rows() - SCREEN_ROWS >= HAND_ROWS * TEXT_ROWS;
    at.card_rows = is_high ? 1 + TEXT_ROWS : 1;
    at.hand_row = screen_rows() - HAND_EDGE - HAND_ROWS * at.card_rows;
    at.pending_rows = at.hand_row - PENDING_ROW - 1;
    at.pending_width = is_wide ? SCREEN_COLUMNS : SPLIT_COLUMN;
    at.log_row = is_wide ? SEATS_ROW : PENDING_ROW;
    at.log_column = is_wide ? SCREEN_COLUMNS + 2 : SPLIT_COLUMN + 1;
    at.log_rows = (is_wide ? screen_rows() - 2 : at.hand_row) - at.log_row - 1;
    at.log_width = columns - at.log_column - 1;
    return at;
}

static bool is_dealt(const struct console *console) {
    return strcmp(value_get_word(console->seen, "phase"), "deal") != 0;
}

static void draw_title(const struct console *console) {
    struct text title = {0};
    struct message message;
    message_start(&message, is_dealt(console) ? "drachen.title_bar" : "drachen.title_deal");
    message_word(&message, "name", drachen_name(console, console->seat));
    message_seat(&message, "seat", (int)value_get_number(console->seen, "active"));
    message_number(&message, "drinks", value_get_number(console->seen, "drinks_left"));
    message_number(&message, "pot", value_get_number(console->seen, "pot"));
    drachen_say(console, &message, &title);
    screen_bar(text_string(&title));
    text_free(&title);
}

/* The columns of numbers beside the tracks. */
enum { GOLD, DRINKS, HAND, DECK, COLUMNS };
static const struct column {
    const char *key;
    int at, width;
} columns[COLUMNS] = {[GOLD] = {"drachen.head_gold", 38, 5},
                      [DRINKS] = {"drachen.head_drinks", 43, 9},
                      [HAND] = {"drachen.head_hand", 52, 6},
                      [DECK] = {"drachen.head_deck", 58, 8}};
enum { ALCOHOL_COLUMN = 32, FORTITUDE_COLUMN = 35, NOTE_COLUMN = 67, NOTE_WIDTH = 13 };

/* "0    5    10   15   20" */
static void draw_axis(const struct console *console) {
    enum { STEP = 5 };
    int end = (int)value_get_number(console->kit, "track");
    for (int at = 0; at <= end; at += STEP) {
        struct text number = {0};
        text_put_number(&number, at);
        screen_put(SEATS_ROW, TRACK_COLUMN + at, STEP, INK_DIM, text_string(&number));
        text_free(&number);
    }
}

static void draw_head(const struct console *console) {
    draw_axis(console);
    screen_put_right(SEATS_ROW, ALCOHOL_COLUMN, 2, INK_EMBER,
                     console_word(console, "drachen.mark_alcohol"));
    screen_put_right(SEATS_ROW, FORTITUDE_COLUMN, 3, INK_BRASS,
                     console_word(console, "drachen.mark_fortitude"));
    for (int i = 0; i < COLUMNS; i++)
        screen_put_right(SEATS_ROW, columns[i].at, columns[i].width, INK_DIM,
                         console_word(console, columns[i].key));
}

static void put_number(int row, int column, int width, enum ink ink, int64_t number) {
    struct text text = {0};
    text_put_number(&text, number);
    screen_put_right(row, column, width, ink, text_string(&text));
    text_free(&text);
}

static void draw_track(const struct console *console, int row, const struct value *seat) {
    int alcohol = (int)value_get_number(seat, "alcohol");
    int fortitude = (int)value_get_number(seat, "fortitude");
    int end = (int)value_get_number(console->kit, "track");
    for (int at = 0; at <= end; at++)
        screen_put(row, TRACK_COLUMN + at, 1, INK_DIM, "·");
    screen_put(row, TRACK_COLUMN + fortitude, 1, INK_BRASS,
               console_word(console, "drachen.mark_fortitude"));
    screen_put(row, TRACK_COLUMN + alcohol, 1, INK_EMBER,
               alcohol == fortitude ? "X" : console_word(console, "drachen.mark_alcohol"));
}

/* The player's state in a round of gambling, or "out". */
static const char *note_of(const struct console *console, int seat) {
    const struct value *round = value_get(console->seen, "gamble");
    const struct value *control = value_get(round, "control");
    if (!value_get_true(drachen_seat(console, seat), "in"))
        return console_word(console, "drachen.note_out");
    if (value_is_null(round))
        return "";
    if (!value_is_null(control) && value_number(control) == seat)
        return console_word(console, "drachen.note_control");
    if (!value_has_number(value_get(round, "in"), seat))
        return console_word(console, "drachen.note_left");
    bool has_passed = value_has_number(value_get(round, "passed"), seat);
    return has_passed ? console_word(console, "drachen.note_passed") : "";
}

static void draw_numbers(int row, const struct value *seat, enum ink ink) {
    const int64_t numbers[COLUMNS] = {[GOLD] = value_get_number(seat, "gold"),
                                      [DRINKS] = value_get_number(seat, "pile"),
                                      [HAND] = drachen_count_cards(seat),
                                      [DECK] = value_get_number(seat, "deck")};
    put_number(row, ALCOHOL_COLUMN, 2, ink, value_get_number(seat, "alcohol"));
    put_number(row, FORTITUDE_COLUMN, 3, ink, value_get_number(seat, "fortitude"));
    for (int i = 0; i < COLUMNS; i++)
        put_number(row, columns[i].at, columns[i].width, ink, numbers[i]);
}

/* Possible targets are marked with their letter, the suggested one with an arrow as well. */
static void draw_marks(const struct console *console, int row, int seat, unsigned open,
                       const struct draft *draft) {
    const char *letter = value_get_word(drachen_seat(console, seat), "character");
    bool is_active = is_dealt(console) && seat == value_get_number(console->seen, "active");
    screen_put(row, 0, 1, INK_BRASS, draft->pointed == seat + 1 ? "►" : "");
    screen_put(row, 1, 1, INK_BRASS, open >> seat & 1 ? letter : "");
    screen_put(row, 2, 1, INK_BRASS, seat == console->seat ? ">" : "");
    screen_put(row, 3, 1, INK_PLAIN, is_active ? "*" : "");
}

static void draw_seat(const struct console *console, int seat, unsigned open,
                      const struct draft *draft) {
    const struct value *its = drachen_seat(console, seat);
    int row = SEATS_ROW + 1 + seat;
    bool is_in = value_get_true(its, "in"), is_pointed = draft->pointed == seat + 1;
    enum ink ink = !is_in ? INK_DIM : seat == console->seat || is_pointed ? INK_BRASS : INK_PLAIN;
    draw_marks(console, row, seat, open, draft);
    screen_put(row, 4, 6, ink, drachen_name(console, seat));
    if (is_in) {
        draw_track(console, row, its);
        draw_numbers(row, its, ink);
    }
    screen_put(row, NOTE_COLUMN, NOTE_WIDTH, is_in ? INK_MOSS : INK_DIM, note_of(console, seat));
}

static void draw_seats(const struct console *console, const struct draft *draft) {
    unsigned open = drachen_open_targets(console, draft);
    draw_head(console);
    for (int seat = 0; seat < console->setup.seats; seat++)
        draw_seat(console, seat, open, draft);
}

/* Pending items with a mark each; the topmost, which is resolved first, is highlighted. */
static int draw_items(const struct layout *at, struct text *pending) {
    int row = PENDING_ROW + 1, last = row + at->pending_rows;
    bool is_top = true;
    for (char *line = pending->data, *next; line && *line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : line + strlen(line);
        if (end)
            *end = '\0';
        struct page page = page_new(line, at->pending_width - 4);
        for (int i = 0; i < page.count && row < last; i++, row++) {
            screen_put(row, 1, 1, INK_BRASS, i == 0 ? (is_top ? "▸" : "·") : "");
            screen_put(row, 3, at->pending_width - 4, is_top ? INK_TASK : INK_PLAIN, page.lines[i]);
        }
        page_free(&page);
        is_top = false;
    }
    return row;
}

/* The text of the topmost item, where there is no room for it beside the hand. */
static void draw_top_text(const struct console *console, int row, const struct layout *at) {
    struct text text = {0};
    drachen_say_top_text(console, &text);
    screen_put_page(row, 3, at->hand_row - row, at->pending_width - 4, INK_PLAIN,
                    text_string(&text));
    text_free(&text);
}

static void draw_pending(const struct console *console, const struct layout *at) {
    struct text title = {0}, asked = {0}, pending = {0};
    console_say_key(console, "drachen.title_pending", &title);
    if (is_dealt(console)) {
        drachen_say_asked(console, &asked);
        drachen_say_pending(console, 0, &pending);
    }
    text_put(&title, asked.length ? " · " : "");
    text_put(&title, text_string(&asked));
    screen_rule(PENDING_ROW, 0, at->pending_width, text_string(&title));
    if (!pending.length)
        screen_put(PENDING_ROW + 1, 3, at->pending_width - 4, INK_DIM,
                   console_word(console, "drachen.pending_none"));
    int row = draw_items(at, &pending);
    if (at->card_rows > 1)
        draw_top_text(console, row + 1, at);
    text_free(&title);
    text_free(&asked);
    text_free(&pending);
}

/* On a high screen the text of a card is below its title instead of beside the hand. */
static void draw_card(const struct console *console, const struct draft *draft, int place, int row,
                      bool fits, const struct layout *at) {
    int end = at->card_rows > 1 ? at->width : SPLIT_COLUMN;
    const char *card = drachen_hand_card(console, place);
    bool is_chosen = draft->cursor == place + 1 || draft->discards >> place & 1;
    bool is_asked = *drachen_asked(console) && !drachen_asks(console, "discard");
    enum ink ink = is_chosen ? INK_BRASS : fits || !is_asked ? INK_PLAIN : INK_DIM;
    const char *mark = draft->discards >> place & 1 ? "x" : draft->cursor == place + 1 ? "►" : " ";
    char number[] = {(char)('1' + place), '\0'};
    screen_put(row, 0, 1, INK_BRASS, mark);
    screen_put(row, 1, 1, ink, number);
    screen_put(row, 3, 1, INK_BRASS, fits ? "*" : "");
    screen_put(row, CARD_COLUMN, end - CARD_COLUMN - KIND_WIDTH - 1, ink,
               drachen_title(console, card));
    screen_put_right(row, end - KIND_WIDTH, KIND_WIDTH, INK_DIM, drachen_short_kind(console, card));
}

/* The text of the selected card, else of the topmost pending item. */
static void draw_text(const struct console *console, const struct draft *draft,
                      const struct layout *at) {
    struct text text = {0};
    if (draft->cursor && draft->cursor <= drachen_hand_count(console))
        drachen_say_about(console, drachen_hand_card(console, draft->cursor - 1), &text);
    else
        drachen_say_top_text(console, &text);
    screen_put_page(at->hand_row + 1, SPLIT_COLUMN + 1, HAND_ROWS, at->width - SPLIT_COLUMN - 1,
                    INK_PLAIN, text_string(&text));
    text_free(&text);
}

/* The text of a card of the hand, below its title. */
static void draw_card_text(const struct console *console, int place, int row, enum ink ink,
                           const struct layout *at) {
    struct text text = {0};
    drachen_say_text(console, drachen_hand_card(console, place), console->seat, NULL, &text);
    screen_put_page(row + 1, CARD_COLUMN, TEXT_ROWS, at->width - CARD_COLUMN, ink,
                    text_string(&text));
    text_free(&text);
}

static void draw_hand(const struct console *console, const struct draft *draft,
                      const struct layout *at) {
    unsigned fitting = drachen_fitting(console);
    struct text title = {0};
    console_say_key(console, "drachen.title_hand", &title);
    drachen_say_preset_mark(console, &title);
    screen_rule(at->hand_row, 0, at->width, text_string(&title));
    text_free(&title);
    for (int place = 0; place < drachen_hand_count(console); place++) {
        int row = at->hand_row + 1 + place * at->card_rows;
        bool is_pointed = draft->cursor == place + 1;
        draw_card(console, draft, place, row, fitting >> place & 1, at);
        if (at->card_rows > 1)
            draw_card_text(console, place, row, is_pointed ? INK_PLAIN : INK_DIM, at);
    }
    if (at->card_rows == 1)
        draw_text(console, draft, at);
}

int drachen_count_sentences(const struct console *console, int first) {
    struct layout at = lay_out();
    int next = first, rows = 0;
    for (; next < console->sentence_count; next++) {
        struct page page = page_new(console->sentences[next], at.log_width);
        rows += page.count;
        page_free(&page);
        if (rows > at.log_rows)
            break;
    }
    return next - first;
}

void drachen_draw(const struct console *console, const void *draft) {
    struct layout at = lay_out();
    draw_title(console);
    draw_seats(console, draft);
    draw_pending(console, &at);
    draw_hand(console, draft, &at);
    draw_sentences(console, 0, at.log_row, at.log_column, at.log_rows, at.log_width);
}
