/* screen.h: drawing primitives. Only this file and those that need its key codes include curses.
 *
 * Texts are UTF-8 whatever the locale is, and are cut to the columns they have. Without colours the
 * inks become bold and reversed. */
#ifndef SPELUNKE_TERMINAL_SCREEN_H
#define SPELUNKE_TERMINAL_SCREEN_H

#include <stdbool.h>

#include "inks.h"
#include "utf8.h"

enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80, SCREEN_NO_KEY = -1 };
/* Keys without a name in curses: among them unknown sequences, and pasted text, which is
 * dropped. */
enum { KEY_ESCAPE = 27, KEY_RUBOUT = 127, SCREEN_UNKNOWN_KEY = 1000, SCREEN_PASTE };

/* False if the terminal's type cannot be drawn on. */
bool screen_open(bool is_colourless);
/* Drops unread input: it must not reach the shell. */
void screen_close(void);
int screen_rows(void);
int screen_columns(void);
/* False if the window is too small. */
bool screen_fits(void);
void screen_clear(void);
void screen_show(void);
void screen_beep(void);

/* Writes text in at most `width` columns, or fewer at the edge of the screen; longer text ends with
 * an ellipsis. */
void screen_put(int row, int column, int width, enum ink ink, const char *text);
/* The same, aligned right. */
void screen_put_right(int row, int column, int width, enum ink ink, const char *text);
/* The columns that a text takes. */
int screen_width(const char *text);
/* The topmost row, inverted, with a title. */
void screen_bar(const char *title);
/* A horizontal line with a title. */
void screen_rule(int row, int column, int width, const char *title);

/* Writes a text, broken into lines, into a part of the screen: its beginning, with an ellipsis if
 * there is more, or its end. */
void screen_put_page(int row, int column, int rows, int width, enum ink ink, const char *text);
void screen_put_tail(int row, int column, int rows, int width, const char *text);

/* Waits for a key for so many milliseconds (-1: for ever). Returns SCREEN_NO_KEY if none came, if
 * none can come any more, or after a signal; KEY_RESIZE after a change of size. */
int screen_key(int milliseconds);
/* A text in a frame. */
struct box {
    const char *title, *text;
    const char *keys;   /* the keys that work, at the lower edge */
    const char *scroll; /* the same if the text has to be scrolled */
    bool is_at_end;     /* begins at the end of the text, with the newest line */
    bool is_low;        /* at the lower edge of the screen instead of its middle */
    bool is_reading;    /* no question: only q, Escape and Enter close it, j and k scroll */
};
/* Shows a box until a key comes that does not scroll; returns it. `behind` redraws what is behind
 * the box. */
int screen_box(const struct box *box, void (*behind)(void *context), void *context);
/* The rows that the box takes. */
int screen_box_rows(const struct box *box);

#endif
