/* signals.h: whether the program was asked to end, by Ctrl-C or by the system.
 *
 * The signals are blocked and polled between two waits. So no handler and no global is needed, and
 * a match is never interrupted halfway. */
#ifndef SPELUNKE_TERMINAL_SIGNALS_H
#define SPELUNKE_TERMINAL_SIGNALS_H

enum { SIGNAL_SLICE = 250 }; /* milliseconds: the longest wait without polling */

void signals_begin(void);
/* The pending signal; 0: none. */
int signals_caught(void);

#endif
