/* screen.c: curses, wrapped. */
#include "screen.h"

#include <curses.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termcap.h>
#include <unistd.h>

#include <spelunke/text.h>

enum { KEY_ESCAPE = 27, BOX_COLUMNS = 90, SLICE = 250 };

struct colour {
    short rich, poor; /* of 256 colours, of 8 */
};

/* The tavern's colours; the ground stays the terminal's own. */
static const struct colour colours[INK_COUNT] = {
    [INK_BAR] = {180, COLOR_YELLOW},   [INK_TASK] = {230, COLOR_WHITE},
    [INK_OAK] = {173, COLOR_YELLOW},   [INK_DARK] = {137, COLOR_MAGENTA},
    [INK_BRASS] = {179, COLOR_YELLOW}, [INK_EMBER] = {167, COLOR_RED},
    [INK_MOSS] = {107, COLOR_GREEN},
};

static const attr_t styles[INK_COUNT] = {
    [INK_BAR] = A_REVERSE, [INK_TASK] = A_BOLD,  [INK_DARK] = A_REVERSE,
    [INK_BRASS] = A_BOLD,  [INK_EMBER] = A_BOLD, [INK_DIM] = A_DIM,
};

static void make_inks(void) {
    start_color();
    use_default_colors();
    for (short ink = 1; ink < INK_COUNT; ink++)
        if (colours[ink].poor)
            init_pair(ink, COLORS >= 256 ? colours[ink].rich : colours[ink].poor, -1);
}

/* Curses itself tidies up after SIGINT and SIGTERM; these two leave the drawn
 * screen standing otherwise. The match was saved after its last entry. */
static void leave_on_signal(int number) {
    endwin();
    _exit(128 + number);
}

bool screen_open(bool is_colourless) {
    letters_begin();
    if (tgetent(NULL, getenv("TERM")) != 1) /* initscr would end the program */
        return false;
    initscr();
    signal(SIGHUP, leave_on_signal);
    signal(SIGQUIT, leave_on_signal);
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
    endwin();
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
}

void screen_beep(void) {
    beep();
}

void screen_forget_keys(void) {
    flushinp();
}

static void use_ink(enum ink ink) {
    attrset(styles[ink] | (attr_t)COLOR_PAIR(colours[ink].poor ? ink : 0));
}

int screen_width(const char *text) {
    return letters_width(text);
}

void screen_put(int row, int column, int width, enum ink ink, const char *text) {
    int room = COLS - column < width ? COLS - column : width;
    if (row < 0 || row >= LINES || column < 0 || room <= 0)
        return;
    use_ink(ink);
    mvaddnstr(row, column, text, (int)letters_fitting(text, room));
    use_ink(INK_PLAIN);
}

void screen_put_right(int row, int column, int width, enum ink ink, const char *text) {
    int gap = width - screen_width(text);
    screen_put(row, column + (gap > 0 ? gap : 0), width, ink, text);
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

void screen_put_page(int row, int column, int rows, int width, enum ink ink, const char *text) {
    struct page page = page_new(text, width);
    for (int i = 0; i < page.count && i < rows; i++)
        screen_put(row + i, column, width, ink, page.lines[i]);
    page_free(&page);
}

void screen_put_tail(int row, int column, int rows, int width, const char *text) {
    struct page page = page_new(text, width);
    int first = page.count > rows ? page.count - rows : 0;
    for (int i = first; i < page.count; i++)
        screen_put(row + i - first, column, width, INK_PLAIN, page.lines[i]);
    page_free(&page);
}

/* What a key means that this kind of terminal is not known to have. */
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

/* After an escape: the key alone, or a sequence that curses did not know; read
 * to its end, so that its digits are not taken for cards. */
static int read_sequence(void) {
    int number = 0, key;
    timeout(0);
    int first = getch();
    if (first != '[' && first != 'O')
        return first == ERR ? KEY_ESCAPE : first;
    while ((key = getch()) != ERR && (key < '@' || key > '~'))
        number = key >= '0' && key <= '9' && number < 100 ? 10 * number + key - '0' : number;
    return sequence_key(key, number);
}

static bool is_gone(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR | POLLNVAL));
}

/* Waits in slices: a change of size just before curses begins to wait would
 * else go unseen until the next key. */
static int wait_key(void) {
    int key;
    timeout(SLICE);
    do
        key = getch();
    while (key == ERR && !is_gone());
    return key;
}

int screen_key(int milliseconds) {
    timeout(milliseconds);
    int key = milliseconds < 0 ? wait_key() : getch();
    if (key == KEY_ESCAPE)
        key = read_sequence();
    return key == ERR ? SCREEN_NO_KEY : key;
}

/* One row of a box: a line of text between its sides. */
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

static void draw_box(const struct page *page, int first, int rows, const char *title,
                     const char *keys) {
    int width = widest(page, title, keys) + 4;
    width = width > COLS ? COLS : width;
    int row = (LINES - rows - 2) / 2, column = (COLS - width) / 2;
    box_edge(row, column, width, "┌", "┐", title);
    for (int i = 0; i < rows; i++)
        box_row(row + 1 + i, column, width, first + i < page->count ? page->lines[first + i] : "");
    box_edge(row + rows + 1, column, width, "└", "┘", keys);
}

/* Where a scrolling key leads; -1 if it is none. */
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

/* A box is opened at its top, or at its end where the newest line is last. */
static int show_box(const char *title, const char *text, const char *keys, bool is_at_end,
                    void (*behind)(void *context), void *context) {
    int first = is_at_end ? INT_MAX : 0, key;
    for (;;) {
        int width = COLS - 4 < BOX_COLUMNS ? COLS - 4 : BOX_COLUMNS;
        struct page page = page_new(text, width);
        int rows = page.count < LINES - 4 ? page.count : LINES - 4;
        first = first > page.count - rows ? page.count - rows : first;
        screen_clear();
        behind(context);
        if (screen_fits())
            draw_box(&page, first, rows, title, keys);
        screen_show();
        key = screen_key(-1);
        int next = scrolled(key, first, rows, page.count);
        page_free(&page);
        if (!screen_fits() && key >= 0 && key != 'q' && key != KEY_RESIZE) {
            screen_beep(); /* nobody answers what he cannot read */
            continue;
        }
        if (next < 0 && key != KEY_RESIZE)
            return key;
        first = next >= 0 ? next : is_at_end ? INT_MAX : 0;
    }
}

int screen_box(const char *title, const char *text, const char *keys, void (*behind)(void *context),
               void *context) {
    return show_box(title, text, keys, false, behind, context);
}

int screen_box_end(const char *title, const char *text, const char *keys,
                   void (*behind)(void *context), void *context) {
    return show_box(title, text, keys, true, behind, context);
}
