/* signals.h: whether somebody wants the program to end: Ctrl-C, or the system.
 *
 * The signals are blocked and looked for between two waits, so that no handler
 * and no global is needed, and a match is always left in order. */
#ifndef SPELUNKE_TERMINAL_SIGNALS_H
#define SPELUNKE_TERMINAL_SIGNALS_H

enum { SIGNAL_SLICE = 250 }; /* milliseconds: nobody waits longer without looking */

void signals_begin(void);
/* The signal that has come; 0: none. */
int signals_caught(void);

#endif
