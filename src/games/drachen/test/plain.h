/* plain.h: a simple implementation of what fits and who could play, card by card and use by use.
 *
 * The rules answer the same questions with sets of moments (window.c), because they need them
 * after every entry; this implementation stores nothing and is slow. The invariants compare the
 * two. */
#ifndef SPELUNKE_DRACHEN_TEST_PLAIN_H
#define SPELUNKE_DRACHEN_TEST_PLAIN_H

#include "../drachen.h"

/* The use of the card that fits now for this seat; or -1. */
int plain_use_now(const struct dr_state *s, int seat, int card);
/* The seats that could hold an interrupt, or an answer to the open window. */
unsigned plain_may(const struct dr_state *s);
unsigned plain_asked(const struct dr_state *s);

#endif
