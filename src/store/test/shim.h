/* shim.h: a disk for tests: a VFS for SQLite that fails on demand, computes what a crash would
 * leave, and never really syncs.
 *
 * Every write is also kept in a model: what has been synced, and the writes since. A crash leaves
 * what was synced and some of the writes since, in whole sectors. */
#ifndef SPELUNKE_STORE_TEST_SHIM_H
#define SPELUNKE_STORE_TEST_SHIM_H

#include <stdbool.h>
#include <stdint.h>

enum shim_call {
    SHIM_OPEN = 1,
    SHIM_READ = 2,
    SHIM_WRITE = 4,
    SHIM_SYNC = 8,
    SHIM_TRUNCATE = 16,
    SHIM_DELETE = 32,
    SHIM_LOCK = 64,
    SHIM_SHARED = 128, /* the index of the log, in shared memory */
    SHIM_SIZE = 256,
    SHIM_CHANGES = SHIM_WRITE | SHIM_SYNC | SHIM_TRUNCATE | SHIM_DELETE,
    SHIM_ALL = 511
};

enum shim_how {
    SHIM_FAILS,    /* an input/output error */
    SHIM_FULL,     /* disk full */
    SHIM_SHORT,    /* half of a write, then disk full */
    SHIM_READ_ONLY /* files become read-only, also those that are open */
};

struct shim_fault {
    unsigned calls; /* of these kinds; 0: none */
    int at;         /* the first that fails, counted from 1 */
    bool lasts;     /* all later calls fail too */
    enum shim_how how;
};

/* Which of the writes since the last sync survive. */
enum shim_crash { SHIM_LOSES_ALL, SHIM_LOSES_NONE, SHIM_LOSES_SOME };

struct shim;
/* Registers a VFS of this name, until shim_free. */
struct shim *shim_new(const char *name);
void shim_free(struct shim *shim);
/* Counts calls from now on. */
void shim_set_fault(struct shim *shim, const struct shim_fault *fault);
/* The number of calls that the fault has counted. */
int shim_calls(const struct shim *shim);
/* The number of syncs so far. */
int shim_syncs(const struct shim *shim);
/* Called before each call that changes something. */
void shim_set_hook(struct shim *shim, void (*hook)(void *context), void *context);
/* Writes what a crash at this moment would leave into an empty folder. */
void shim_crash(const struct shim *shim, enum shim_crash crash, uint64_t seed, const char *folder);
/* Removes all files. */
void shim_clear(struct shim *shim);

#endif
