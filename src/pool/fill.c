/* fill.c: computes the missing takes of a pool in idle time.
 *
 * Each thread takes the number of the next take, computes it if the file has none, and stores it
 * through its own connection. Idle threads run at the lowest priority. All check at every tick of a
 * take whether to stop, so that leaving a table does not block. Signals are blocked in them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for SCHED_IDLE */
#endif
#include "pool_inside.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include <spelunke/must.h>
#include <spelunke/recording.h>

/* If a take is stored already when it is finished, another program is filling the same file.
 * Skipping ahead keeps the two from computing the same takes; skipped ones are made the next
 * time. */
enum { SKIPPED_TAKES = 100, NICE_MAX = 19 };

struct filler {
    struct pool *pool;
    const struct takes *takes;
    int64_t takes_max;
    bool is_idle;
    _Atomic int next, working;
    _Atomic int64_t taken, made;
    atomic_bool is_stopped, is_full, has_failed;
    int jobs;
    pthread_t threads[POOL_JOBS_MAX];
};

/* On Linux both calls affect only the calling thread. If they fail, it runs at normal priority. */
static void lower_priority(void) {
#ifdef SCHED_IDLE
    const struct sched_param none = {0};
    if (pthread_setschedparam(pthread_self(), SCHED_IDLE, &none) == 0)
        return;
#endif
    if (nice(NICE_MAX) < 0)
        return;
}

static bool goes_on(void *context) {
    const struct filler *filler = context;
    return !atomic_load(&filler->is_stopped);
}

/* Takes one from the limited number of takes; a failed attempt gives it back. */
static bool reserve_take(struct filler *filler) {
    if (!filler->takes_max || atomic_fetch_add(&filler->taken, 1) < filler->takes_max)
        return true;
    atomic_fetch_sub(&filler->taken, 1);
    return false;
}

/* The next missing take; -1 if there is none. */
static int next_take(struct filler *filler, struct pool_file *file, struct text *why) {
    int count = filler->takes->kinds * filler->takes->each, take;
    do {
        take = atomic_fetch_add(&filler->next, 1);
        if (take >= count || !goes_on(filler))
            return -1;
    } while (pool_file_has(file, take, why) == POOL_FILE_OK);
    return why->length ? -1 : take;
}

/* False if there is no point in continuing. */
static bool make_take(struct filler *filler, struct pool_file *file, int take, struct text *why) {
    struct recording *recording = filler->takes->make(take, goes_on, filler);
    if (!recording)
        return false;
    size_t size;
    const void *bytes = recording_bytes(recording, &size);
    enum pool_file_result result = pool_file_write(file, take, bytes, size, why);
    recording_free(recording);
    atomic_fetch_add(&filler->made, result == POOL_FILE_OK);
    atomic_fetch_sub(&filler->taken, result != POOL_FILE_OK);
    atomic_fetch_add(&filler->next, result == POOL_FILE_NOTHING ? SKIPPED_TAKES : 0);
    if (result == POOL_FILE_FULL)
        atomic_store(&filler->is_full, true);
    return result == POOL_FILE_OK || result == POOL_FILE_NOTHING || result == POOL_FILE_BUSY;
}

static void fill(struct filler *filler, struct pool_file *file, struct text *why) {
    int take;
    while (reserve_take(filler) && (take = next_take(filler, file, why)) >= 0)
        if (!make_take(filler, file, take, why))
            break;
    /* full or failed, which stops the other threads too */
    if (atomic_load(&filler->is_full) || why->length)
        filler_stop(filler);
}

static void *work(void *context) {
    struct filler *filler = context;
    struct pool_file_plan plan;
    struct pool_file *file;
    struct text why = {0};
    if (filler->is_idle)
        lower_priority();
    pool_file_plan(filler->pool, true, &plan);
    bool is_open = pool_file_open(&plan, &file, &why) == POOL_FILE_OK;
    if (is_open) {
        pool_note(filler->pool, &why);
        text_clear(&why);
        folder_tidy(plan.path);
        fill(filler, file, &why);
    }
    pool_file_close(file);
    if (!is_open || why.length)
        atomic_store(&filler->has_failed, true);
    pool_note(filler->pool, &why);
    text_free(&why);
    atomic_fetch_sub(&filler->working, 1);
    return NULL;
}

/* Starts as many threads as the system allows. Signals must be delivered to the thread that handles
 * the keyboard and window size. */
static void start_threads(struct filler *filler, int jobs) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    for (; filler->jobs < jobs; filler->jobs++) {
        atomic_fetch_add(&filler->working, 1);
        if (pthread_create(&filler->threads[filler->jobs], NULL, work, filler) != 0) {
            atomic_fetch_sub(&filler->working, 1);
            break;
        }
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct filler *filler_open(struct pool *pool, const struct fill_plan *plan) {
    struct filler *filler = must_alloc(sizeof *filler);
    must(plan->jobs >= 1 && plan->jobs <= POOL_JOBS_MAX);
    filler->pool = pool;
    filler->takes = pool_takes(pool);
    filler->takes_max = plan->takes_max;
    filler->is_idle = plan->is_idle;
    start_threads(filler, plan->jobs);
    if (filler->jobs > 0)
        return filler;
    filler_close(filler);
    return NULL;
}

bool filler_is_done(const struct filler *filler) {
    return atomic_load(&filler->working) == 0;
}

int64_t filler_made(const struct filler *filler) {
    return atomic_load(&filler->made);
}

bool filler_is_full(const struct filler *filler) {
    return atomic_load(&filler->is_full);
}

bool filler_has_failed(const struct filler *filler) {
    return atomic_load(&filler->has_failed);
}

void filler_stop(struct filler *filler) {
    atomic_store(&filler->is_stopped, true);
}

void filler_close(struct filler *filler) {
    if (!filler)
        return;
    filler_stop(filler);
    for (int i = 0; i < filler->jobs; i++)
        must(pthread_join(filler->threads[i], NULL) == 0);
    free(filler);
}
