/* guard.h: records which table was being processed when the process crashed.
 *
 * Before each entry and each slice of a session, table and action are written to a memory-mapped
 * file, and cleared afterwards; the file outlives the process. A fatal signal or a failed `must`
 * (must.h) marks the record of that thread as the cause. The next start counts the marks: a table
 * that caused two crashes in a row is quarantined (set aside), all others continue. Tables that
 * were merely being processed when the process was killed are not marked. */
#ifndef SPELUNKE_SERVER_GUARD_H
#define SPELUNKE_SERVER_GUARD_H

#include <spelunke/text.h>

enum { GUARD_TABLE_MAX = 31, GUARD_ACTION_MAX = 600, GUARD_SLOTS = 32 };

struct guard;

/* Opens or creates the file; NULL with the reason as an English sentence. Installs signal handlers,
 * so there can be one guard per process. */
struct guard *guard_open(const char *path, struct text *why);
void guard_close(struct guard *guard);

/* The n-th table that caused the last two crashes, and its action; NULL: there are no more. */
const char *guard_aside(const struct guard *guard, int n, const char **action);

/* The n-th table that caused the last crash; NULL: there are no more. */
const char *guard_cause(const struct guard *guard, int n);

/* Enclose all calls into a game, in any thread; they do not nest. A NULL guard is allowed. */
void guard_enter(struct guard *guard, const char *table, const char *action);
void guard_leave(struct guard *guard);

#endif
