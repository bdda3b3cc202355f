/* screen.c: drawing primitives on curses. */
#include "screen.h"

#include <curses.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termcap.h>
#include <termios.h>
#include <unistd.h>

#include "signals.h"

enum { BOX_COLUMNS = 90, BOX_MARGIN = 4 };
enum { PASTE_NUMBER = 200, SEQUENCE_WAIT = 25, PASTE_WAIT = 1000 }; /* milliseconds */

/* A terminal without colours has no colour pairs. */
static void make_inks(void) {
    start_color();
    use_default_colors();
    for (short ink = 1; ink < INK_COUNT; ink++)
        init_pair(ink, ink_look((enum ink)ink, COLORS).colour, -1);
}

/* Turns bracketed paste on or off. Repeated with every picture, because a shell in between (Ctrl-Z)
 * may have changed it. */
static void mark_pastes(bool is_marked) {
    fputs(is_marked ? "\x1b[?2004h" : "\x1b[?2004l", stdout);
    fflush(stdout);
}

bool screen_open(bool is_colourless) {
    utf8_begin();
    if (tgetent(NULL, getenv("TERM")) !=
        1) /* initscr would end the program on an unknown terminal */
        return false;
    initscr();
    set_escdelay(25);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    curs_set(0);
    if (!is_colourless && has_colors())
        make_inks();
    return true;
}

void screen_close(void) {
    mark_pastes(false);
    endwin();
    tcflush(STDIN_FILENO, TCIFLUSH);
}

int screen_rows(void) {
    return LINES;
}

int screen_columns(void) {
    return COLS;
}

bool screen_fits(void) {
    return LINES >= SCREEN_ROWS && COLS >= SCREEN_COLUMNS;
}

void screen_clear(void) {
    erase();
}

void screen_show(void) {
    refresh();
    mark_pastes(true);
}

void screen_beep(void) {
    beep();
}

static void use_ink(enum ink ink) {
    struct look look = ink_look(ink, INK_RICH);
    attrset((look.is_bold ? A_BOLD : A_NORMAL) | (look.is_reversed ? A_REVERSE : A_NORMAL) |
            (attr_t)COLOR_PAIR(ink));
}

int screen_width(const char *text) {
    return utf8_width(text);
}

void screen_put(int row, int column, int width, enum ink ink, const char *text) {
    int room = COLS - column < width ? COLS - column : width;
    if (row < 0 || row >= LINES || column < 0 || room <= 0)
        return;
    struct text fitting = {0};
    text_put(&fitting, text);
    utf8_shorten(&fitting, room);
    use_ink(ink);
    mvaddstr(row, column, fitting.data);
    use_ink(INK_PLAIN);
    text_free(&fitting);
}

void screen_put_right(int row, int column, int width, enum ink ink, const char *text) {
    int gap = width - screen_width(text);
    screen_put(row, column + (gap > 0 ? gap : 0), width, ink, text);
}

void screen_bar(const char *title) {
    struct text bar = {0};
    text_put_char(&bar, ' ');
    text_put(&bar, title);
    for (int at = screen_width(text_string(&bar)); at < COLS; at++)
        text_put_char(&bar, ' ');
    screen_put(0, 0, COLS, INK_BAR, text_string(&bar));
    text_free(&bar);
}

void screen_rule(int row, int column, int width, const char *title) {
    struct text line = {0};
    text_put(&line, *title ? "── " : "");
    text_put(&line, title);
    text_put(&line, *title ? " " : "");
    for (int at = screen_width(text_string(&line)); at < width; at++)
        text_put(&line, "─");
    screen_put(row, column, width, INK_DIM, text_string(&line));
    text_free(&line);
}

/* A line with an ellipsis: more lines follow. */
static void put_cut(int row, int column, int width, enum ink ink, const char *line) {
    struct text cut = {0};
    text_put(&cut, line);
    utf8_shorten(&cut, width - 2);
    if (utf8_width(line) <= width - 2)
        text_put(&cut, " …");
    screen_put(row, column, width, ink, cut.data);
    text_free(&cut);
}

void screen_put_page(int row, int column, int rows, int width, enum ink ink, const char *text) {
    struct page page = page_new(text, width);
    int whole = page.count > rows ? rows - 1 : page.count;
    for (int i = 0; i < whole; i++)
        screen_put(row + i, column, width, ink, page.lines[i]);
    if (whole >= 0 && whole < page.count)
        put_cut(row + whole, column, width, ink, page.lines[whole]);
    page_free(&page);
}

void screen_put_tail(int row, int column, int rows, int width, const char *text) {
    struct page page = page_new(text, width);
    int first = page.count > rows ? page.count - rows : 0;
    for (int i = first; i < page.count; i++)
        screen_put(row + i - first, column, width, INK_PLAIN, page.lines[i]);
    page_free(&page);
}

/* The key of an escape sequence that the terminal's description lacks. */
static int sequence_key(int last, int number) {
    static const int arrows[] = {KEY_UP, KEY_DOWN, KEY_RIGHT, KEY_LEFT};
    if (last >= 'A' && last <= 'D')
        return arrows[last - 'A'];
    if (last == 'H' || last == 'F')
        return last == 'H' ? KEY_HOME : KEY_END;
    if (last == 'P')
        return KEY_F(1);
    return number == 5 ? KEY_PPAGE : number == 6 ? KEY_NPAGE : SCREEN_UNKNOWN_KEY;
}

/* Reads and drops pasted text until its end mark, or until a timeout if the mark is missing. */
static int drop_paste(void) {
    static const char end[] = "\x1b[201~";
    size_t matched = 0;
    int key = 0;
    timeout(PASTE_WAIT);
    while (end[matched] && (key = getch()) != ERR)
        matched = key == end[matched] ? matched + 1 : key == end[0];
    return SCREEN_PASTE;
}

/* After an escape byte: the key Escape, or a sequence unknown to curses. The whole sequence is
 * read, so that its digits do not count as keys. */
static int read_sequence(void) {
    int number = 0, key;
    timeout(0);
    int first = getch();
    if (first != '[' && first != 'O')
        return first == ERR ? KEY_ESCAPE : first;
    timeout(SEQUENCE_WAIT);
    while ((key = getch()) != ERR && (key < '@' || key > '~'))
        number = key >= '0' && key <= '9' && number < 100 ? 10 * number + key - '0' : number;
    return key == '~' && number == PASTE_NUMBER ? drop_paste() : sequence_key(key, number);
}

static bool is_gone(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL));
}

/* Waits in slices: a resize or a signal just before curses begins to wait would otherwise go
 * unnoticed until the next key. */
static int wait_key(void) {
    int key;
    timeout(SIGNAL_SLICE);
    do
        key = getch();
    while (key == ERR && !is_gone() && !signals_caught());
    return key;
}

int screen_key(int milliseconds) {
    timeout(milliseconds);
    int key = milliseconds < 0 ? wait_key() : getch();
    if (key == KEY_ESCAPE)
        key = read_sequence();
    return key == ERR ? SCREEN_NO_KEY : key;
}

/* One row of a box. */
static void box_row(int row, int column, int width, const char *line) {
    struct text blank = {0};
    text_put(&blank, "│");
    for (int i = 0; i < width - 2; i++)
        text_put_char(&blank, ' ');
    text_put(&blank, "│");
    screen_put(row, column, width, INK_BRASS, text_string(&blank));
    screen_put(row, column + 2, width - 4, INK_PLAIN, line);
    text_free(&blank);
}

static void box_edge(int row, int column, int width, const char *left, const char *right,
                     const char *title) {
    struct text line = {0};
    text_put(&line, left);
    text_put(&line, "─ ");
    text_put(&line, title);
    text_put(&line, " ");
    for (int at = screen_width(text_string(&line)); at < width - 1; at++)
        text_put(&line, "─");
    text_put(&line, right);
    screen_put(row, column, width, INK_BRASS, text_string(&line));
    text_free(&line);
}

static int widest(const struct page *page, const char *title, const char *keys) {
    int width =
        (screen_width(title) > screen_width(keys) ? screen_width(title) : screen_width(keys)) + 4;
    for (int i = 0; i < page->count; i++) {
        int line = screen_width(page->lines[i]);
        width = line > width ? line : width;
    }
    return width;
}

static struct page box_page(const struct box *box) {
    int width = COLS - BOX_MARGIN < BOX_COLUMNS ? COLS - BOX_MARGIN : BOX_COLUMNS;
    return page_new(box->text, width);
}

static int box_lines(const struct page *page) {
    return page->count < LINES - BOX_MARGIN ? page->count : LINES - BOX_MARGIN;
}

int screen_box_rows(const struct box *box) {
    struct page page = box_page(box);
    int rows = box_lines(&page) + 2;
    page_free(&page);
    return rows;
}

static void draw_box(const struct box *box, const struct page *page, int first) {
    int rows = box_lines(page);
    const char *keys = page->count > rows ? box->scroll : box->keys;
    int width = widest(page, box->title, keys) + 4;
    width = width > COLS ? COLS : width;
    int row = (LINES - rows - 2) / (box->is_low ? 1 : 2), column = (COLS - width) / 2;
    box_edge(row, column, width, "┌", "┐", box->title);
    for (int i = 0; i < rows; i++)
        box_row(row + 1 + i, column, width, first + i < page->count ? page->lines[first + i] : "");
    box_edge(row + rows + 1, column, width, "└", "┘", keys);
}

/* In a text without a question j and k scroll, as in a pager. */
static int reading_key(const struct box *box, int key) {
    if (box->is_reading && (key == 'j' || key == 'k'))
        return key == 'j' ? KEY_DOWN : KEY_UP;
    return key;
}

/* Whether a key closes the box. A text without a question is not closed by an arbitrary key. */
static bool leaves_box(const struct box *box, int key) {
    bool is_end = key < 0 || key == 'q' || key == 'Q' || key == KEY_ESCAPE || key == '\r' ||
                  key == '\n' || key == KEY_ENTER;
    return is_end || !box->is_reading;
}

/* The first row after a scrolling key; -1: another key. */
static int scrolled(int key, int first, int rows, int count) {
    int last = count > rows ? count - rows : 0;
    int wanted = key == KEY_UP                    ? first - 1
                 : key == KEY_DOWN                ? first + 1
                 : key == KEY_PPAGE               ? first - rows
                 : key == KEY_NPAGE || key == ' ' ? first + rows
                 : key == KEY_HOME                ? 0
                 : key == KEY_END                 ? last
                                                  : -2;
    if (wanted == -2 || (last == 0 && key == ' '))
        return -1;
    return wanted < 0 ? 0 : wanted > last ? last : wanted;
}

int screen_box(const struct box *box, void (*behind)(void *context), void *context) {
    int first = box->is_at_end ? INT_MAX : 0, key;
    for (;;) {
        struct page page = box_page(box);
        int rows = box_lines(&page);
        first = first > page.count - rows ? page.count - rows : first;
        screen_clear();
        behind(context);
        if (screen_fits())
            draw_box(box, &page, first);
        screen_show();
        key = reading_key(box, screen_key(-1));
        int next = scrolled(key, first, rows, page.count);
        page_free(&page);
        if (!screen_fits() && key >= 0 && key != 'q' && key != KEY_RESIZE) {
            screen_beep(); /* the question cannot be read: the window is too small */
            continue;
        }
        if (next < 0 && key != KEY_RESIZE && leaves_box(box, key))
            return key;
        if (next >= 0 || key == KEY_RESIZE)
            first = next >= 0 ? next : box->is_at_end ? INT_MAX : 0;
    }
}
