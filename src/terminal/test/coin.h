/* coin.h: a minimal client for the null game whose session is steered: a hand moves a coin along
 * six fields and drops it.
 *
 * By keys: `<` and `>` push the coin a field, `^` lifts it out of reach, `v` puts it down, Enter
 * drops it; `s` only changes the draft. The first frame takes the coin. In lines: `3` moves it
 * three fields, in as many frames; `drop` drops it. */
#ifndef SPELUNKE_TERMINAL_TEST_COIN_H
#define SPELUNKE_TERMINAL_TEST_COIN_H

#include "terminal/console.h"

struct draft {
    bool has_begun;
    int changes, frames;
};
extern struct draft last_draft; /* the draft when the last key came */

/* It has no `draw_frame`: the test draws. */
extern const struct client coin_client;

#endif
