/* coin.h: a client for the null game, as small as one can be that has a hand in its
 * session: in it somebody takes a coin along six fields and lets it fall.
 *
 * By keys `<` and `>` push the coin a field along, `^` lifts it out of reach, `v` puts it
 * down, Enter lets it go; `s` only changes the draft. It takes the coin in its first frame.
 * In lines `3` takes it so many fields along, in as many frames; `drop` lets it go. */
#ifndef SPELUNKE_TERMINAL_TEST_COIN_H
#define SPELUNKE_TERMINAL_TEST_COIN_H

#include "terminal/console.h"

struct draft {
    bool has_begun;
    int changes, frames;
};
extern struct draft last_draft; /* as the last key found it */

/* Without `draw_frame`: what is drawn is the test's own. */
extern const struct client coin_client;

#endif
