/* run.c: the worker threads of an arena.
 *
 * Each worker takes the number of the next match, plays it and adds its result to sums of its own,
 * which are added up when all workers have ended. Workers share only three numbers: the next match,
 * how many are done, and whether to stop. */
#include "arena.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include <spelunke/must.h>

struct worker {
    pthread_t thread;
    struct arena *arena;
    struct arena_sums sums;
};

struct arena {
    const struct arena_plan *plan;
    _Atomic int64_t next, done;
    atomic_bool is_stopped;
    pthread_mutex_t lock;
    pthread_cond_t came_home;
    int working; /* protected by the lock */
    int workers;
    struct worker *list;
};

static void *work(void *context) {
    struct worker *worker = context;
    struct arena *arena = worker->arena;
    while (!atomic_load(&arena->is_stopped)) {
        int64_t number = atomic_fetch_add(&arena->next, 1);
        if (number >= arena->plan->games)
            break;
        plan_play(arena->plan, number, &worker->sums);
        atomic_fetch_add(&arena->done, 1);
    }
    pthread_mutex_lock(&arena->lock);
    if (--arena->working == 0)
        pthread_cond_signal(&arena->came_home);
    pthread_mutex_unlock(&arena->lock);
    return NULL;
}

/* The monotonic clock: timeouts must not depend on changes of the system time. */
static void open_condition(pthread_cond_t *condition) {
    pthread_condattr_t attributes;
    must(pthread_condattr_init(&attributes) == 0);
    must(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
    must(pthread_cond_init(condition, &attributes) == 0);
    pthread_condattr_destroy(&attributes);
}

/* Starts as many threads as the system allows; with fewer the result is the same. No worker can end
 * before all are counted, because that needs the lock. */
static void start_workers(struct arena *arena, int jobs) {
    pthread_mutex_lock(&arena->lock);
    for (int i = 0; i < jobs; i++) {
        struct worker *worker = &arena->list[i];
        worker->arena = arena;
        if (pthread_create(&worker->thread, NULL, work, worker) != 0)
            break;
        arena->workers++;
    }
    arena->working = arena->workers;
    pthread_mutex_unlock(&arena->lock);
}

struct arena *arena_open(const struct arena_plan *plan) {
    struct arena *arena = must_alloc(sizeof *arena);
    struct arena_sums none;
    int jobs = plan->games < plan->jobs ? (int)plan->games : plan->jobs;
    arena->plan = plan;
    arena->list = must_alloc((size_t)jobs * sizeof *arena->list);
    must(pthread_mutex_init(&arena->lock, NULL) == 0);
    open_condition(&arena->came_home);
    start_workers(arena, jobs);
    if (arena->workers > 0)
        return arena;
    arena_close(arena, &none);
    return NULL;
}

static struct timespec time_in(int milliseconds) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    time.tv_sec += milliseconds / 1000;
    time.tv_nsec += milliseconds % 1000 * 1000000L;
    if (time.tv_nsec >= 1000000000L) {
        time.tv_nsec -= 1000000000L;
        time.tv_sec++;
    }
    return time;
}

bool arena_wait(struct arena *arena, int milliseconds) {
    struct timespec until = time_in(milliseconds);
    int trouble = 0;
    pthread_mutex_lock(&arena->lock);
    while (arena->working > 0 && trouble == 0)
        trouble = pthread_cond_timedwait(&arena->came_home, &arena->lock, &until);
    bool is_played = arena->working == 0;
    pthread_mutex_unlock(&arena->lock);
    return is_played;
}

int64_t arena_done(const struct arena *arena) {
    return atomic_load(&arena->done);
}

void arena_stop(struct arena *arena) {
    atomic_store(&arena->is_stopped, true);
}

void arena_close(struct arena *arena, struct arena_sums *sums) {
    *sums = (struct arena_sums){0};
    for (int i = 0; i < arena->workers; i++) {
        must(pthread_join(arena->list[i].thread, NULL) == 0);
        sums_add(sums, &arena->list[i].sums);
    }
    pthread_cond_destroy(&arena->came_home);
    pthread_mutex_destroy(&arena->lock);
    free(arena->list);
    free(arena);
}
