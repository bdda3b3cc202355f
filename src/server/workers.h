/* workers.h: threads for what takes long: thoughts, sessions, passphrases.
 *
 * A job is run in a thread and then handed back to the loop, which carries on with what
 * came of it. Jobs work on copies: nothing that a job uses is touched by the loop between
 * workers_add and `done`, but for `is_cut`. Without threads (a test with a simulated clock)
 * jobs run when workers_work is called, in the order in which they came. */
#ifndef SPELUNKE_SERVER_WORKERS_H
#define SPELUNKE_SERVER_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The first member of a struct of its owner. */
struct job {
    void (*run)(struct job *job);               /* in a worker's thread */
    void (*done)(struct job *job, int64_t now); /* in the loop; the job is its owner's again */
    atomic_bool is_cut;                         /* set by the loop: come to an end soon */
    struct job *next;
};

/* A session that somebody watches comes before a thought, a thought before the rest; at
 * most JOBS_SLOW_MAX of the slow ones run at a time. */
enum urgency { URGENCY_LIVE, URGENCY_THOUGHT, URGENCY_SLOW, URGENCIES };
enum { JOBS_SLOW_MAX = 2 };

struct workers;

/* `wake`, which may be NULL, is called from a worker's thread, or from workers_work, when
 * there is something to take; it must only wake its owner up. 0 threads: see above. */
struct workers *workers_new(int threads, void (*wake)(void *context), void *context);
/* Waits for the jobs that run; all that were not taken are dropped without `done`. */
void workers_free(struct workers *workers);
void workers_add(struct workers *workers, struct job *job, enum urgency urgency);
/* Calls `done` of all that have been run. */
void workers_take(struct workers *workers, int64_t now);
/* Without threads: runs all that waits, also what is added meanwhile by nobody but `run`. */
void workers_work(struct workers *workers);
/* How many wait, run or have not been taken. */
int workers_pending(struct workers *workers);

#endif
