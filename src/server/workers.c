/* workers.c: see workers.h.
 *
 * Invariants: all members are accessed under the mutex, which is not held while `run` or `done` are
 * called; `wake` is called once each time the queue of finished jobs becomes non-empty. */
#include "workers.h"

#include <pthread.h>
#include <stdlib.h>

#include <spelunke/must.h>

struct queue {
    struct job *first, *last;
};

struct workers {
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* there is a job to run, or the workers are being freed */
    pthread_t *threads;
    int thread_count;
    struct queue waiting[URGENCIES]; /* without threads only the first is used, in FIFO order */
    struct queue finished;
    int slow_running;
    int pending;
    bool is_ending;
    void (*wake)(void *context);
    void *context;
};

static void queue_add(struct queue *queue, struct job *job) {
    job->next = NULL;
    if (queue->last)
        queue->last->next = job;
    else
        queue->first = job;
    queue->last = job;
}

static struct job *queue_take(struct queue *queue) {
    struct job *job = queue->first;
    if (!job)
        return NULL;
    queue->first = job->next;
    if (!queue->first)
        queue->last = NULL;
    return job;
}

/* The most urgent job that may run now, or NULL. */
static struct job *next_job(struct workers *workers, enum urgency *urgency) {
    struct job *job = NULL;
    for (int i = 0; i < URGENCIES && !job; i++) {
        *urgency = (enum urgency)i;
        if (i != URGENCY_SLOW || workers->slow_running < JOBS_SLOW_MAX)
            job = queue_take(&workers->waiting[i]);
    }
    return job;
}

/* Called with the mutex held; releases it while the job runs. */
static void run_job(struct workers *workers, struct job *job) {
    pthread_mutex_unlock(&workers->mutex);
    job->run(job);
    pthread_mutex_lock(&workers->mutex);
    bool was_empty = !workers->finished.first;
    queue_add(&workers->finished, job);
    if (was_empty && workers->wake)
        workers->wake(workers->context);
}

static void *work(void *context) {
    struct workers *workers = context;
    pthread_mutex_lock(&workers->mutex);
    while (!workers->is_ending) {
        enum urgency urgency;
        struct job *job = next_job(workers, &urgency);
        if (!job) {
            pthread_cond_wait(&workers->changed, &workers->mutex);
            continue;
        }
        workers->slow_running += urgency == URGENCY_SLOW;
        run_job(workers, job);
        workers->slow_running -= urgency == URGENCY_SLOW;
        /* Another slow job may run now. This thread may take a more urgent one, so another thread
         * is woken for it. */
        if (urgency == URGENCY_SLOW)
            pthread_cond_signal(&workers->changed);
    }
    pthread_mutex_unlock(&workers->mutex);
    return NULL;
}

struct workers *workers_new(int threads, void (*wake)(void *context), void *context) {
    struct workers *workers = must_alloc(sizeof *workers);
    workers->wake = wake;
    workers->context = context;
    must(pthread_mutex_init(&workers->mutex, NULL) == 0);
    must(pthread_cond_init(&workers->changed, NULL) == 0);
    workers->threads = must_alloc((size_t)threads * sizeof *workers->threads);
    for (; workers->thread_count < threads; workers->thread_count++)
        must(pthread_create(&workers->threads[workers->thread_count], NULL, work, workers) == 0);
    return workers;
}

void workers_free(struct workers *workers) {
    if (!workers)
        return;
    pthread_mutex_lock(&workers->mutex);
    workers->is_ending = true;
    pthread_cond_broadcast(&workers->changed);
    pthread_mutex_unlock(&workers->mutex);
    for (int i = 0; i < workers->thread_count; i++)
        pthread_join(workers->threads[i], NULL);
    pthread_cond_destroy(&workers->changed);
    pthread_mutex_destroy(&workers->mutex);
    free(workers->threads);
    free(workers);
}

void workers_add(struct workers *workers, struct job *job, enum urgency urgency) {
    pthread_mutex_lock(&workers->mutex);
    queue_add(&workers->waiting[workers->thread_count ? urgency : URGENCY_LIVE], job);
    workers->pending++;
    pthread_cond_signal(&workers->changed);
    pthread_mutex_unlock(&workers->mutex);
}

/* Jobs that finish meanwhile are taken the next time; `wake` is called for them. */
void workers_take(struct workers *workers, int64_t now) {
    pthread_mutex_lock(&workers->mutex);
    struct job *job = workers->finished.first;
    workers->finished = (struct queue){0};
    pthread_mutex_unlock(&workers->mutex);
    while (job) {
        struct job *next = job->next;
        pthread_mutex_lock(&workers->mutex);
        workers->pending--;
        pthread_mutex_unlock(&workers->mutex);
        job->done(job, now);
        job = next;
    }
}

void workers_work(struct workers *workers) {
    must(workers->thread_count == 0);
    struct job *job;
    pthread_mutex_lock(&workers->mutex);
    while ((job = queue_take(&workers->waiting[URGENCY_LIVE])))
        run_job(workers, job);
    pthread_mutex_unlock(&workers->mutex);
}

int workers_pending(struct workers *workers) {
    pthread_mutex_lock(&workers->mutex);
    int pending = workers->pending;
    pthread_mutex_unlock(&workers->mutex);
    return pending;
}
