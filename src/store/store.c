/* store.c: the queue of a store, its thread, and error handling.
 *
 * All queued requests form one transaction. Normally the thread takes the whole queue, runs it,
 * commits, and hands out the answers. The cost of a commit hardly depends on its size, so the next
 * one begins a few milliseconds after the last one did. After an error the batch is doubtful: its
 * answers wait until the backend knows what is on the disk, all other requests fail at once, and
 * the thread retries at intervals. */
#include "store_inside.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>

enum {
    RETRY_MS = 500,
    COMMIT_INTERVAL_US = 5000, /* interval between commits under load */
    IDLE_US = 20000000,        /* idle time after which memory is released */
};

/* A queued request; its answer is the first member, for store_answer_free. */
struct job {
    struct store_answer answer;
    struct store_request request;
    struct hold hold;
    struct job *next;
};

struct jobs {
    struct job *first, *last;
};

struct store {
    const struct backend *backend;
    void *base; /* used only by the worker: the thread, or store_work */
    struct store_plan plan;
    struct jobs doubtful;    /* worker only */
    int64_t next_commit_at;  /* worker only: earliest time of the next commit */
    bool is_memory_released; /* worker only: no write since memory was released */

    pthread_t thread;
    pthread_mutex_t lock; /* protects all members below */
    pthread_cond_t changed;
    struct jobs waiting, answered;
    int64_t open; /* requests whose answers were not taken yet */
    bool is_failing, is_closing;
    bool is_waiting; /* the thread waits for requests */
    struct text trouble;
};

static void jobs_put(struct jobs *jobs, struct job *job) {
    job->next = NULL;
    *(jobs->last ? &jobs->last->next : &jobs->first) = job;
    jobs->last = job;
}

static struct job *jobs_take(struct jobs *jobs) {
    struct job *job = jobs->first;
    if (job && !(jobs->first = job->next))
        jobs->last = NULL;
    return job;
}

static void jobs_move(struct jobs *from, struct jobs *to) {
    for (struct job *job; (job = jobs_take(from));)
        jobs_put(to, job);
}

static void jobs_fail(struct jobs *jobs) {
    for (struct job *job = jobs->first; job; job = job->next)
        job->answer = (struct store_answer){.tag = job->request.tag,
                                            .does = job->request.does,
                                            .result = STORE_FAILED,
                                            .claim = job->request.claim};
}

static void jobs_free(struct jobs *jobs) {
    for (struct job *job; (job = jobs_take(jobs));)
        store_answer_free(&job->answer);
}

static struct job *job_new(const struct store_request *request) {
    struct job *job = must_alloc(sizeof *job);
    request_copy(&job->hold, request, &job->request);
    job->answer.tag = request->tag;
    job->answer.does = request->does;
    return job;
}

void store_answer_free(struct store_answer *answer) {
    struct job *job = (struct job *)answer;
    if (!job)
        return;
    hold_free(&job->hold);
    free(job);
}

static void wake(struct store *store) {
    if (store->plan.wake)
        store->plan.wake(store->plan.context);
}

/* The work: a batch, an error, a retry. */

static int64_t microseconds_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static enum writing batch_writes(const struct jobs *batch) {
    enum writing writing = WRITES_NOTHING;
    for (const struct job *job = batch->first; job; job = job->next) {
        enum writing own = !request_writes(&job->request)     ? WRITES_NOTHING
                           : job->request.does == STORE_CLAIM ? WRITES_CLAIMS
                                                              : WRITES_ALL;
        writing = own > writing ? own : writing;
    }
    return writing;
}

/* The backend's caches make it faster. An idle server only asks now and then what is due and does
 * not need them. */
static void release_idle_memory(struct store *store, enum writing writing, int64_t now) {
    bool is_quiet = writing == WRITES_NOTHING && now > store->next_commit_at + IDLE_US;
    if (is_quiet && !store->is_memory_released && store->backend->release_memory)
        store->backend->release_memory(store->base);
    store->is_memory_released = is_quiet;
}

static bool run_batch(struct store *store, struct jobs *batch) {
    enum writing writing = batch_writes(batch);
    int64_t begun = microseconds_now();
    if (writing == WRITES_ALL)
        store->next_commit_at = begun + COMMIT_INTERVAL_US;
    if (!store->backend->begin(store->base, writing))
        return false;
    for (struct job *job = batch->first; job; job = job->next)
        store->backend->run(store->base, &job->request, &job->answer, &job->hold);
    bool is_written = store->backend->commit(store->base);
    release_idle_memory(store, writing, begun);
    if (writing == WRITES_ALL && store->plan.timed)
        store->plan.timed(store->plan.context, microseconds_now() - begun);
    return is_written;
}

static void note_trouble(struct store *store) {
    text_clear(&store->trouble);
    text_put(&store->trouble, store->backend->trouble(store->base));
}

/* Queued requests were not tried, so they fail. */
static void fail_batch(struct store *store, struct jobs *batch) {
    pthread_mutex_lock(&store->lock);
    store->is_failing = true;
    note_trouble(store);
    jobs_move(batch, &store->doubtful);
    jobs_fail(&store->waiting);
    jobs_move(&store->waiting, &store->answered);
    pthread_mutex_unlock(&store->lock);
    wake(store);
}

static void run_waiting(struct store *store) {
    struct jobs batch = {0};
    pthread_mutex_lock(&store->lock);
    jobs_move(&store->waiting, &batch);
    pthread_mutex_unlock(&store->lock);
    if (!batch.first)
        return;
    if (!run_batch(store, &batch)) {
        fail_batch(store, &batch);
        return;
    }
    pthread_mutex_lock(&store->lock);
    jobs_move(&batch, &store->answered);
    pthread_mutex_unlock(&store->lock);
    wake(store);
}

/* Answers the doubtful requests as soon as their outcome is known. */
static void recover(struct store *store) {
    bool is_written = false;
    enum recovered recovered = store->backend->recover(store->base, &is_written);
    if (recovered != RECOVERED_NOT && !is_written)
        jobs_fail(&store->doubtful);
    pthread_mutex_lock(&store->lock);
    if (recovered != RECOVERED_NOT)
        jobs_move(&store->doubtful, &store->answered);
    if (recovered == RECOVERED_FULLY)
        store->is_failing = false;
    else
        note_trouble(store);
    pthread_mutex_unlock(&store->lock);
    if (recovered != RECOVERED_NOT)
        wake(store);
}

void store_work(struct store *store) {
    must(store->plan.is_manual);
    if (store->is_failing)
        recover(store);
    else
        run_waiting(store);
}

/* The thread. */

static void wait_until_retry(struct store *store) {
    struct timespec until;
    int64_t ms = store->plan.retry_ms > 0 ? store->plan.retry_ms : RETRY_MS;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + ms % 1000 * 1000000;
    until.tv_sec += (time_t)(ms / 1000 + ns / 1000000000);
    until.tv_nsec = (long)(ns % 1000000000);
    pthread_mutex_lock(&store->lock);
    while (!store->is_closing && pthread_cond_timedwait(&store->changed, &store->lock, &until) == 0)
        ;
    pthread_mutex_unlock(&store->lock);
}

/* Retries once at once, then at intervals, and without waiting if the store is closing. True if it
 * has recovered. */
static bool recover_with_retries(struct store *store) {
    for (recover(store); !store_is_healthy(store); recover(store)) {
        pthread_mutex_lock(&store->lock);
        bool is_closing = store->is_closing;
        pthread_mutex_unlock(&store->lock);
        if (is_closing)
            return false;
        wait_until_retry(store);
    }
    return true;
}

static bool wait_for_requests(struct store *store) {
    pthread_mutex_lock(&store->lock);
    store->is_waiting = true;
    while (!store->waiting.first && !store->is_closing)
        pthread_cond_wait(&store->changed, &store->lock);
    store->is_waiting = false;
    bool has_some = store->waiting.first;
    pthread_mutex_unlock(&store->lock);
    return has_some;
}

/* Waits until the next commit is due; more requests may arrive meanwhile. */
static void wait_until_commit_due(const struct store *store) {
    int64_t left = store->next_commit_at - microseconds_now();
    if (left <= 0)
        return;
    struct timespec time = {
        .tv_nsec = (long)(left < COMMIT_INTERVAL_US ? left : COMMIT_INTERVAL_US) * 1000};
    nanosleep(&time, NULL);
}

static void *run_thread(void *context) {
    struct store *store = context;
    bool is_healthy = true;
    while (is_healthy && wait_for_requests(store)) {
        wait_until_commit_due(store);
        run_waiting(store);
        is_healthy = store_is_healthy(store) || recover_with_retries(store);
    }
    return NULL;
}

/* All signals are blocked in the thread. */
static void start_thread(struct store *store) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int error = pthread_create(&store->thread, NULL, run_thread, store);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    must(error == 0);
}

/* The functions of the owner. */

struct store *store_new(const struct backend *backend, void *base, const struct store_plan *plan) {
    struct store *store = must_alloc(sizeof *store);
    pthread_condattr_t monotonic;
    store->backend = backend;
    store->base = base;
    store->plan = *plan;
    store->plan.vfs = NULL; /* the backend has it */
    pthread_mutex_init(&store->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&store->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (!plan->is_manual)
        start_thread(store);
    return store;
}

static void finish(struct store *store) {
    if (!store->plan.is_manual) {
        pthread_mutex_lock(&store->lock);
        store->is_closing = true;
        pthread_cond_signal(&store->changed);
        pthread_mutex_unlock(&store->lock);
        pthread_join(store->thread, NULL);
        return;
    }
    store_work(store);
}

void store_close(struct store *store) {
    if (!store)
        return;
    finish(store);
    store->backend->close(store->base);
    jobs_free(&store->doubtful);
    jobs_free(&store->waiting);
    jobs_free(&store->answered);
    pthread_cond_destroy(&store->changed);
    pthread_mutex_destroy(&store->lock);
    text_free(&store->trouble);
    free(store);
}

void store_send(struct store *store, const struct store_request *request) {
    struct job *job = job_new(request);
    pthread_mutex_lock(&store->lock);
    bool is_failing = store->is_failing;
    store->open++;
    if (is_failing) {
        job->answer.result = STORE_FAILED;
        job->answer.claim = job->request.claim;
    }
    jobs_put(is_failing ? &store->answered : &store->waiting, job);
    if (store->is_waiting)
        pthread_cond_signal(&store->changed);
    pthread_mutex_unlock(&store->lock);
    if (is_failing)
        wake(store);
}

struct store_answer *store_take(struct store *store) {
    pthread_mutex_lock(&store->lock);
    struct job *job = jobs_take(&store->answered);
    store->open -= job ? 1 : 0;
    pthread_mutex_unlock(&store->lock);
    return job ? &job->answer : NULL;
}

bool store_is_healthy(struct store *store) {
    pthread_mutex_lock(&store->lock);
    bool is_failing = store->is_failing;
    pthread_mutex_unlock(&store->lock);
    return !is_failing;
}

bool store_is_idle(struct store *store) {
    pthread_mutex_lock(&store->lock);
    bool is_idle = store->open == 0;
    pthread_mutex_unlock(&store->lock);
    return is_idle;
}

void store_trouble(struct store *store, struct text *out) {
    pthread_mutex_lock(&store->lock);
    text_put(out, text_string(&store->trouble));
    pthread_mutex_unlock(&store->lock);
}
