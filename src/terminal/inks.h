/* inks.h: the colours of the screen, without curses.
 *
 * The background is the terminal's own, black, white or anything between, so each
 * colour must be readable on both: a contrast of 4.5 to 1, or 3 to 1 where it is bold.
 * What must be read by all means, the question, has no colour at all. */
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
    INK_BRASS, /* press me; your turn */
    INK_EMBER, /* loss, danger */
    INK_MOSS,  /* gain */
    INK_DIM,   /* what does not matter now */
    INK_COUNT
};

/* How an ink looks. */
struct look {
    short colour; /* INK_NO_COLOUR: the terminal's own */
    bool is_bold, is_reversed;
};

/* How it looks on a terminal of so many colours, 0 for none. */
struct look ink_look(enum ink ink, int colours);

#endif
