/* inks.c: the palette. */
#include "inks.h"

enum { RED = 1 };

struct dye {
    short rich,
        poor; /* numbers among 256 colours and among 8; 0: no colour, because black is not used */
    bool is_bold, is_reversed;
};

/* Terminals define the eight colours differently; only red is readable on both backgrounds in all
 * of them. */
static const struct dye dyes[INK_COUNT] = {
    [INK_BAR] = {130, 0, true, true},    [INK_TASK] = {0, 0, true, false},
    [INK_OAK] = {131, 0, false, false},  [INK_DARK] = {131, 0, false, true},
    [INK_BRASS] = {130, 0, true, false}, [INK_EMBER] = {160, RED, true, false},
    [INK_MOSS] = {29, 0, false, false},  [INK_DIM] = {243, 0, false, false},
};

struct look ink_look(enum ink ink, int colours) {
    const struct dye *dye = &dyes[ink];
    short colour = colours >= INK_RICH ? dye->rich : colours > RED ? dye->poor : 0;
    return (struct look){colour ? colour : INK_NO_COLOUR, dye->is_bold, dye->is_reversed};
}
