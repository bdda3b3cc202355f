/* must.h: our own faults end the program, also in release.
 *
 * What a player, a network or a disk does wrong is answered with a reason;
 * what must never be false is written down with `must`. Running out of memory
 * ends in one place, in must.c. */
#ifndef SPELUNKE_MUST_H
#define SPELUNKE_MUST_H

#include <stddef.h>

#define must(condition) ((condition) ? (void)0 : must_fail(#condition, __FILE__, __LINE__))

/* Says on standard error what does not hold, calls the hook and ends the process. */
_Noreturn void must_fail(const char *condition, const char *file, int line);

/* What the host wants to be called before the process ends, from whichever thread
 * failed, once at most: to write down what was at work (work.h). NULL: nothing. */
void must_set_hook(void (*hook)(const char *condition, const char *file, int line));

/* Zeroed memory; never NULL. */
void *must_alloc(size_t size);
/* Grown memory; the new part is not zeroed. */
void *must_realloc(void *memory, size_t size);

#endif
