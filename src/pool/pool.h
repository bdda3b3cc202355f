/* pool.h: a cache of precomputed throws on disk.
 *
 * A pool stores what a game can compute in advance (struct takes in sim.h): one file for each game
 * and build, because takes are reproducible on one build only. The host owns it; a game sees it as
 * a shelf. Losing it costs only time, so an error never stops a match: an unusable pool finds
 * nothing, stores nothing, and reports the reason on request. Several threads may use a pool, and
 * several programs the same file. */
#ifndef SPELUNKE_POOL_H
#define SPELUNKE_POOL_H

#include <spelunke/game.h>

enum { POOL_BYTES_USUAL = 200000000, POOL_JOBS_MAX = 64, POOL_KINDS_MAX = 64 };
#define POOL_FILLS_ALL INT64_MAX

struct pool_plan {
    const struct game *game;
    const char *folder; /* NULL: $XDG_CACHE_HOME/spelunke/throws, or ~/.cache/spelunke/throws */
    int64_t bytes_max;  /* limit of the file; 0: POOL_BYTES_USUAL */
    /* How many takes it computes by itself, in idle time from the first lookup on; 0: none,
     * POOL_FILLS_ALL: until it is full. */
    int64_t fills;
};

struct pool;

/* NULL if the game has no takes, or if this build has no name. The file is opened at the first
 * lookup. */
struct pool *pool_open(const struct pool_plan *plan);
void pool_close(struct pool *pool);
/* For sessions (match_set_shelf); NULL for NULL. Valid as long as the pool. */
const struct shelf *pool_shelf(const struct pool *pool);
/* The first error, as one sentence in English; empty: none. Includes errors of a pool that fills
 * itself. */
void pool_trouble(struct pool *pool, struct text *out);

struct pool_facts {
    int64_t bytes; /* on disk */
    struct pool_kind {
        int64_t takes, bytes;
    } kinds[POOL_KINDS_MAX]; /* as many as the game's takes have */
};
/* The current content; false if it could not be read (pool_trouble). A missing file counts as empty
 * and is not created. */
bool pool_look(struct pool *pool, struct pool_facts *out);
const char *pool_path(const struct pool *pool);
const char *pool_build(const struct pool *pool);
int64_t pool_bytes_max(const struct pool *pool);

/* fill.c: computes missing takes in threads of their own, in the order of their numbers. */
struct fill_plan {
    int jobs;          /* threads */
    int64_t takes_max; /* 0: all that are missing */
    bool is_idle;      /* runs at the lowest priority */
};
struct filler;
/* NULL if no thread could be started. The pool must outlive it. */
struct filler *filler_open(struct pool *pool, const struct fill_plan *plan);
/* True if there is nothing left to do. */
bool filler_is_done(const struct filler *filler);
int64_t filler_made(const struct filler *filler);
/* True if it ended because the file has reached its limit. */
bool filler_is_full(const struct filler *filler);
/* True if it ended because of an error. */
bool filler_has_failed(const struct filler *filler);
/* Starts no further take and cancels the running ones; returns at once. */
void filler_stop(struct filler *filler);
/* Stops, waits until all threads have ended, which takes one tick, and frees. Errors are added to
 * the pool's trouble. */
void filler_close(struct filler *filler);

/* folder.c: the folder of pools. */
/* The default folder; empty if neither $XDG_CACHE_HOME nor $HOME is set. */
void pool_folder(struct text *out);
/* Removes the pools of all games and builds; returns their number and bytes. False with errno if
 * one could not be removed. */
bool pool_clear(const char *folder, int *files, int64_t *bytes);

#endif
