/* guard.h: which table was at work when the process died.
 *
 * Before each entry and each slice of a session, table and action are written to a file
 * that is mapped into memory, and removed afterwards; the file outlives the process. A
 * fatal signal, or `must` (must.h), marks what was at work in that thread as the cause. At
 * the next start the marks are counted: a table that was the cause at two starts in a row
 * is to be set aside, everything else plays on. What was merely at work when somebody
 * killed the process is no cause. */
#ifndef SPELUNKE_SERVER_GUARD_H
#define SPELUNKE_SERVER_GUARD_H

#include <spelunke/text.h>

enum { GUARD_TABLE_MAX = 31, GUARD_ACTION_MAX = 600, GUARD_SLOTS = 32 };

struct guard;

/* Opens the file, made if need be; NULL with the reason as an English sentence. Installs
 * the handlers: one guard a process. */
struct guard *guard_open(const char *path, struct text *why);
void guard_close(struct guard *guard);

/* What was found at the start: the n-th table that caused the end of the process at the
 * last two starts, and what it did; NULL: there are no more. */
const char *guard_aside(const struct guard *guard, int n, const char **action);

/* Likewise the n-th that caused the last end; NULL: there are no more. */
const char *guard_cause(const struct guard *guard, int n);

/* Around everything that calls a game, in any thread; they do not nest. NULL: no guard. */
void guard_enter(struct guard *guard, const char *table, const char *action);
void guard_leave(struct guard *guard);

#endif
