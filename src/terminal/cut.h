/* cut.h: whether somebody wants the program to end: Ctrl-C, or the system.
 *
 * The signals are kept back and looked for between two waits, so that no handler
 * and no global is needed, and a match is always left in order. */
#ifndef SPELUNKE_TERMINAL_CUT_H
#define SPELUNKE_TERMINAL_CUT_H

enum { CUT_SLICE = 250 }; /* milliseconds: nobody waits longer without looking */

void cut_begin(void);
/* The signal that has come; 0: none. */
int cut_heard(void);

#endif
