/* must.h: a fault in our own code ends the program, in release builds too.
 *
 * Errors of a player, a network or a disk are answered with a reason; conditions that must hold are
 * asserted with `must`. Running out of memory is handled in one place, in must.c. */
#ifndef SPELUNKE_MUST_H
#define SPELUNKE_MUST_H

#include <stddef.h>

#define must(condition) ((condition) ? (void)0 : must_fail(#condition, __FILE__, __LINE__))

/* Prints the failed condition on standard error, calls the hook and aborts the process. */
_Noreturn void must_fail(const char *condition, const char *file, int line);

/* A callback of the host that runs before the process aborts, in the thread that failed and at most
 * once, to record what was being done (work.h). NULL: none. */
void must_set_hook(void (*hook)(const char *condition, const char *file, int line));

/* Zeroed memory; never NULL. */
void *must_alloc(size_t size);
/* Grown memory; the new part is not zeroed. */
void *must_realloc(void *memory, size_t size);

#endif
