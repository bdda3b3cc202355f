/* workers.h: a thread pool for long tasks: thoughts of computer players, sessions, passphrases.
 *
 * A job runs in a worker thread and is then handed back to the event loop. Jobs work on copies: the
 * loop touches nothing that a job uses between workers_add and `done`, except `is_cut`. Without
 * threads (in tests with a simulated clock) jobs run when workers_work is called, in the order in
 * which they were added. */
#ifndef SPELUNKE_SERVER_WORKERS_H
#define SPELUNKE_SERVER_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* Must be the first member of the owner's struct. */
struct job {
    void (*run)(struct job *job);               /* in a worker thread */
    void (*done)(struct job *job, int64_t now); /* in the loop; the owner may free the job */
    atomic_bool is_cut;                         /* set by the loop: finish early */
    struct job *next;
};

/* Priorities: sessions with viewers, then thoughts, then everything else, of which at most
 * JOBS_SLOW_MAX run at a time. */
enum urgency { URGENCY_LIVE, URGENCY_THOUGHT, URGENCY_SLOW, URGENCIES };
enum { JOBS_SLOW_MAX = 2 };

struct workers;

/* `wake`, which may be NULL, is called from a worker thread or from workers_work when there is
 * something to take; it must only wake up the loop. For 0 threads see above. */
struct workers *workers_new(int threads, void (*wake)(void *context), void *context);
/* Waits for running jobs; jobs that were not taken are dropped without calling `done`. */
void workers_free(struct workers *workers);
void workers_add(struct workers *workers, struct job *job, enum urgency urgency);
/* Calls `done` of all finished jobs. */
void workers_take(struct workers *workers, int64_t now);
/* Without threads: runs all queued jobs, including those that `run` adds meanwhile. */
void workers_work(struct workers *workers);
/* The number of jobs that are queued, running or not yet taken. */
int workers_pending(struct workers *workers);

#endif
