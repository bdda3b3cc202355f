/* inks.h: the colours of the screen, independent of curses.
 *
 * The background is the terminal's own, from black to white. So each colour needs a contrast of 4.5
 * to 1 on both, or of 3 to 1 in bold; the question has no colour at all. */
#ifndef SPELUNKE_TERMINAL_INKS_H
#define SPELUNKE_TERMINAL_INKS_H

#include <stdbool.h>

enum { INK_NO_COLOUR = -1, INK_RICH = 256 };

enum ink {
    INK_PLAIN,
    INK_BAR,   /* the title */
    INK_TASK,  /* the sentence that says what to do */
    INK_OAK,   /* barrels */
    INK_DARK,  /* special barrels */
    INK_BRASS, /* keys to press, whose turn it is */
    INK_EMBER, /* loss, danger */
    INK_MOSS,  /* gain */
    INK_DIM,   /* of no importance now */
    INK_COUNT
};

/* The attributes of an ink. */
struct look {
    short colour; /* INK_NO_COLOUR: the terminal's default */
    bool is_bold, is_reversed;
};

/* The attributes on a terminal with so many colours; 0: none. */
struct look ink_look(enum ink ink, int colours);

#endif
