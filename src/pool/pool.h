/* pool.h: throws that were computed before, kept on disk.
 *
 * A pool is a cache of what a game can compute beforehand (struct takes in
 * sim.h): one file for each game and build, for takes come out alike on one
 * build only. It is the host's; a game sees it as a shelf. Losing it loses
 * nothing but time, so nothing that goes wrong with it stops a match: a pool
 * that cannot be used finds nothing, keeps nothing, and says why when asked.
 * Several threads may use a pool, and several programs the same file. */
#ifndef SPELUNKE_POOL_H
#define SPELUNKE_POOL_H

#include <spelunke/game.h>

enum { POOL_BYTES_USUAL = 200000000, POOL_JOBS_MAX = 64, POOL_KINDS_MAX = 64 };
#define POOL_FILLS_ALL INT64_MAX

struct pool_plan {
    const struct game *game;
    const char *folder; /* NULL: $XDG_CACHE_HOME/spelunke/throws, or that of ~/.cache */
    int64_t bytes_max;  /* of the file; 0: POOL_BYTES_USUAL */
    /* How many takes it makes by itself, in idle time from the first question on;
     * 0: none, POOL_FILLS_ALL: till it is full. */
    int64_t fills;
};

struct pool;

/* NULL if the game has nothing to keep, or if this build has no name. Nothing is
 * opened on disk before somebody asks for a take. */
struct pool *pool_open(const struct pool_plan *plan);
void pool_close(struct pool *pool);
/* For sessions (match_set_shelf); NULL of NULL. Valid as long as the pool. */
const struct shelf *pool_shelf(const struct pool *pool);
/* What went wrong first, as one sentence in English; empty: nothing did. Also of
 * a pool that fills itself. */
void pool_trouble(struct pool *pool, struct text *out);

struct pool_facts {
    int64_t bytes; /* on disk */
    struct pool_kind {
        int64_t takes, bytes;
    } kinds[POOL_KINDS_MAX]; /* as many as the game's takes have */
};
/* What is there now; false if that could not be learned (pool_trouble). A file
 * that is not there yet holds nothing, and is not made. */
bool pool_look(struct pool *pool, struct pool_facts *out);
const char *pool_path(const struct pool *pool);
const char *pool_build(const struct pool *pool);
int64_t pool_bytes_max(const struct pool *pool);

/* fill.c: making what is missing, in threads of their own. Takes are made in the
 * order of their numbers. */
struct fill_plan {
    int jobs;          /* threads */
    int64_t takes_max; /* 0: all that are missing */
    bool is_idle;      /* runs only when nobody else wants to */
};
struct filler;
/* NULL if not a single thread could start. The pool must stay. */
struct filler *filler_open(struct pool *pool, const struct fill_plan *plan);
/* True if nothing is left to do. */
bool filler_is_done(const struct filler *filler);
int64_t filler_made(const struct filler *filler);
/* True if it ended because the file has become as large as it may. */
bool filler_is_full(const struct filler *filler);
/* True if it ended for another reason than that, and not because all is made. */
bool filler_has_failed(const struct filler *filler);
/* Begins no further take and leaves the running ones; returns at once. */
void filler_stop(struct filler *filler);
/* Stops, waits until all threads have ended, which takes them a tick, and frees.
 * What went wrong goes to the pool's trouble. */
void filler_close(struct filler *filler);

/* folder.c: where pools lie. */
/* The usual folder; empty if there is neither $XDG_CACHE_HOME nor $HOME. */
void pool_folder(struct text *out);
/* Removes the pools of all games and builds; how many, and their bytes. False
 * with errno if one could not be removed. */
bool pool_clear(const char *folder, int *files, int64_t *bytes);

#endif
