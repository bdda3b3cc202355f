/* screen.h: the basics of a drawn screen; the only door to curses besides the
 * key codes.
 *
 * Texts are UTF-8 whatever the environment says, and are cut to the columns
 * they have. Without colours the inks become bold and reversed. */
#ifndef SPELUNKE_TERMINAL_SCREEN_H
#define SPELUNKE_TERMINAL_SCREEN_H

#include <stdbool.h>

#include "inks.h"
#include "utf8.h"

enum { SCREEN_ROWS = 24, SCREEN_COLUMNS = 80, SCREEN_NO_KEY = -1 };
/* Keys that curses has no name for: among them one that is not known, and a pasted text,
 * which is dropped. */
enum { KEY_ESCAPE = 27, KEY_RUBOUT = 127, SCREEN_UNKNOWN_KEY = 1000, SCREEN_PASTE };

/* False for a kind of terminal that nobody knows how to draw on. */
bool screen_open(bool is_colourless);
/* What was typed and not read is dropped: it was not meant for the shell. */
void screen_close(void);
int screen_rows(void);
int screen_columns(void);
/* False if the window is too small to draw in. */
bool screen_fits(void);
void screen_clear(void);
void screen_show(void);
void screen_beep(void);

/* Puts text into `width` columns, or less at the edge of the screen; what does not
 * fit ends with an ellipsis. */
void screen_put(int row, int column, int width, enum ink ink, const char *text);
/* The same at the right end of those columns. */
void screen_put_right(int row, int column, int width, enum ink ink, const char *text);
/* How many columns a text takes. */
int screen_width(const char *text);
/* The topmost row, filled, with a title in it. */
void screen_bar(const char *title);
/* A line with a title in it. */
void screen_rule(int row, int column, int width, const char *title);

/* A text broken into lines, in a part of the screen: its beginning, with an ellipsis
 * where there is more, or its end. */
void screen_put_page(int row, int column, int rows, int width, enum ink ink, const char *text);
void screen_put_tail(int row, int column, int rows, int width, const char *text);

/* The next key: waits so many milliseconds (-1: for ever) and returns
 * SCREEN_NO_KEY if none came, or will ever come, or a signal did. After a change of size it
 * returns KEY_RESIZE. */
int screen_key(int milliseconds);
/* A text in a frame. */
struct box {
    const char *title, *text;
    const char *keys;   /* what can be pressed, at the lower edge */
    const char *scroll; /* the same where the text is too long for the screen */
    bool is_at_end;     /* opened at the end of its text, where the newest line is */
    bool is_low;        /* at the lower edge of the screen, not in its middle */
    bool is_reading;    /* asks nothing: only q, Escape and Enter leave it, j and k scroll */
};
/* Shows a box until another key than the scrolling ones comes; returns it. `behind`
 * draws what stays visible. */
int screen_box(const struct box *box, void (*behind)(void *context), void *context);
/* How many rows the box takes. */
int screen_box_rows(const struct box *box);

#endif
