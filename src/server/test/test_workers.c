/* test_workers.c: jobs with and without threads. */
#include "workers.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

#include "unit/test.h"

enum { MANY = 400 };

/* A job that records the order of `run` and `done`. */
struct note {
    struct job job;
    struct notes *notes;
    int number;
    bool has_run, is_done;
    struct note *adds; /* another one, while it runs */
    enum urgency urgency;
};

struct notes {
    struct workers *workers;
    int ran[MANY], run_count;
    int done[MANY], done_count;
    int64_t now;
    int wakes;
};

static void run_note(struct job *job) {
    struct note *note = (struct note *)job;
    note->has_run = true;
    note->notes->ran[note->notes->run_count++] = note->number;
    if (note->adds)
        workers_add(note->notes->workers, &note->adds->job, URGENCY_THOUGHT);
}

static void note_done(struct job *job, int64_t now) {
    struct note *note = (struct note *)job;
    assert_true(note->has_run);
    note->is_done = true;
    note->notes->now = now;
    note->notes->done[note->notes->done_count++] = note->number;
}

static void count_wake(void *context) {
    ((struct notes *)context)->wakes++;
}

static struct note note_of(struct notes *notes, int number) {
    return (struct note){
        .job = {.run = run_note, .done = note_done}, .notes = notes, .number = number};
}

static void without_threads_jobs_run_in_the_order_of_arrival(void **state) {
    (void)state;
    struct notes notes = {0};
    notes.workers = workers_new(0, count_wake, &notes);
    struct note a = note_of(&notes, 1), b = note_of(&notes, 2), c = note_of(&notes, 3);
    a.adds = &c;
    workers_add(notes.workers, &a.job, URGENCY_SLOW);
    workers_add(notes.workers, &b.job, URGENCY_LIVE);
    assert_int_equal(workers_pending(notes.workers), 2);
    workers_take(notes.workers, 5);
    assert_int_equal(notes.run_count + notes.done_count + notes.wakes, 0);
    workers_work(notes.workers);
    assert_int_equal(notes.wakes, 1);
    assert_int_equal(notes.done_count, 0);
    assert_int_equal(workers_pending(notes.workers), 3);
    workers_take(notes.workers, 7);
    static const int expected[] = {1, 2, 3};
    assert_memory_equal(notes.ran, expected, sizeof expected);
    assert_memory_equal(notes.done, expected, sizeof expected);
    assert_int_equal(notes.now, 7);
    assert_int_equal(workers_pending(notes.workers), 0);
    workers_free(notes.workers);
}

static void add_again(struct job *job, int64_t now) {
    struct note *note = (struct note *)job;
    note_done(job, now);
    if (note->notes->done_count < 3)
        workers_add(note->notes->workers, job, URGENCY_LIVE);
}

static void a_job_may_be_added_again_when_it_is_done(void **state) {
    (void)state;
    struct notes notes = {0};
    notes.workers = workers_new(0, NULL, NULL);
    struct note note = note_of(&notes, 4);
    note.job.done = add_again;
    workers_add(notes.workers, &note.job, URGENCY_LIVE);
    for (int i = 1; i <= 3; i++) {
        assert_int_equal(workers_pending(notes.workers), 1);
        workers_work(notes.workers);
        workers_take(notes.workers, i);
        assert_int_equal(notes.done_count, i);
    }
    assert_int_equal(workers_pending(notes.workers), 0);
    workers_free(notes.workers);
}

static void what_waits_at_the_end_is_dropped(void **state) {
    (void)state;
    struct notes notes = {0};
    notes.workers = workers_new(0, count_wake, &notes);
    struct note ran = note_of(&notes, 1), waits = note_of(&notes, 2);
    workers_add(notes.workers, &ran.job, URGENCY_LIVE);
    workers_work(notes.workers);
    workers_add(notes.workers, &waits.job, URGENCY_LIVE);
    workers_free(notes.workers);
    assert_false(ran.is_done || waits.has_run);
    workers_free(NULL);
}

/* An event loop that sleeps until it is woken. */
struct loop {
    struct workers *workers;
    sem_t woken;
    sem_t gate; /* blocks jobs until they may continue */
    pthread_mutex_t mutex;
    int running, most_running, done;
    enum urgency order[MANY];
    int started;
};

struct gated {
    struct job job;
    struct loop *loop;
    enum urgency urgency;
    bool waits;
};

static void wake_loop(void *context) {
    sem_post(&((struct loop *)context)->woken);
}

static void run_gated(struct job *job) {
    struct gated *gated = (struct gated *)job;
    struct loop *loop = gated->loop;
    pthread_mutex_lock(&loop->mutex);
    loop->order[loop->started++] = gated->urgency;
    if (++loop->running > loop->most_running)
        loop->most_running = loop->running;
    pthread_mutex_unlock(&loop->mutex);
    if (gated->waits)
        sem_wait(&loop->gate);
    pthread_mutex_lock(&loop->mutex);
    loop->running--;
    pthread_mutex_unlock(&loop->mutex);
}

static void gated_done(struct job *job, int64_t now) {
    (void)now;
    ((struct gated *)job)->loop->done++;
}

static void begin_loop(struct loop *loop, int threads) {
    *loop = (struct loop){.running = 0};
    sem_init(&loop->woken, 0, 0);
    sem_init(&loop->gate, 0, 0);
    pthread_mutex_init(&loop->mutex, NULL);
    loop->workers = workers_new(threads, wake_loop, loop);
}

static void end_loop(struct loop *loop) {
    workers_free(loop->workers);
    pthread_mutex_destroy(&loop->mutex);
    sem_destroy(&loop->woken);
    sem_destroy(&loop->gate);
}

static void add_gated(struct loop *loop, struct gated *gated, enum urgency urgency, bool waits) {
    *gated = (struct gated){.job = {.run = run_gated, .done = gated_done},
                            .loop = loop,
                            .urgency = urgency,
                            .waits = waits};
    workers_add(loop->workers, &gated->job, urgency);
}

static int started(struct loop *loop) {
    pthread_mutex_lock(&loop->mutex);
    int count = loop->started;
    pthread_mutex_unlock(&loop->mutex);
    return count;
}

static void wait_for_start(struct loop *loop, int count) {
    while (started(loop) < count)
        sched_yield();
}

static void wait_for_done(struct loop *loop, int count) {
    while (loop->done < count) {
        sem_wait(&loop->woken);
        workers_take(loop->workers, 1);
    }
}

static void threads_run_all_that_is_added(void **state) {
    (void)state;
    struct loop loop;
    begin_loop(&loop, 3);
    struct gated *jobs = calloc(MANY, sizeof *jobs);
    for (int i = 0; i < MANY; i++)
        add_gated(&loop, &jobs[i], (enum urgency)(i % URGENCIES), false);
    wait_for_done(&loop, MANY);
    assert_int_equal(loop.started, MANY);
    assert_int_equal(workers_pending(loop.workers), 0);
    end_loop(&loop);
    free(jobs);
}

static void the_most_urgent_job_comes_first(void **state) {
    (void)state;
    struct loop loop;
    begin_loop(&loop, 1);
    struct gated jobs[4];
    add_gated(&loop, &jobs[0], URGENCY_SLOW, true);
    wait_for_start(&loop, 1);
    add_gated(&loop, &jobs[1], URGENCY_SLOW, false);
    add_gated(&loop, &jobs[2], URGENCY_THOUGHT, false);
    add_gated(&loop, &jobs[3], URGENCY_LIVE, false);
    sem_post(&loop.gate);
    wait_for_done(&loop, 4);
    static const enum urgency expected[] = {URGENCY_SLOW, URGENCY_LIVE, URGENCY_THOUGHT,
                                            URGENCY_SLOW};
    assert_memory_equal(loop.order, expected, sizeof expected);
    end_loop(&loop);
}

/* With four threads and three slow jobs, two of these run, and a live job runs too. */
static void slow_jobs_leave_room_for_others(void **state) {
    (void)state;
    struct loop loop;
    begin_loop(&loop, 4);
    struct gated slow[3], live;
    for (int i = 0; i < 3; i++)
        add_gated(&loop, &slow[i], URGENCY_SLOW, true);
    wait_for_start(&loop, JOBS_SLOW_MAX);
    add_gated(&loop, &live, URGENCY_LIVE, false);
    wait_for_done(&loop, 1);
    assert_int_equal(started(&loop), JOBS_SLOW_MAX + 1);
    assert_int_equal(loop.order[JOBS_SLOW_MAX], URGENCY_LIVE);
    for (int i = 0; i < 3; i++)
        sem_post(&loop.gate);
    wait_for_done(&loop, 4);
    assert_int_equal(loop.most_running, JOBS_SLOW_MAX + 1);
    end_loop(&loop);
}

static void run_until_cut(struct job *job) {
    struct gated *gated = (struct gated *)job;
    pthread_mutex_lock(&gated->loop->mutex);
    gated->loop->started++;
    pthread_mutex_unlock(&gated->loop->mutex);
    while (!atomic_load(&job->is_cut))
        sched_yield();
}

static void a_job_that_is_cut_comes_to_an_end(void **state) {
    (void)state;
    struct loop loop;
    begin_loop(&loop, 1);
    struct gated job = {.job = {.run = run_until_cut, .done = gated_done}, .loop = &loop};
    workers_add(loop.workers, &job.job, URGENCY_THOUGHT);
    wait_for_start(&loop, 1);
    atomic_store(&job.job.is_cut, true);
    wait_for_done(&loop, 1);
    end_loop(&loop);
}

static void freeing_waits_for_what_runs(void **state) {
    (void)state;
    struct loop loop;
    begin_loop(&loop, 1);
    struct gated runs, waits;
    add_gated(&loop, &runs, URGENCY_LIVE, true);
    wait_for_start(&loop, 1);
    add_gated(&loop, &waits, URGENCY_LIVE, false);
    sem_post(&loop.gate);
    end_loop(&loop);
    assert_int_equal(loop.running, 0);
    assert_int_equal(loop.done, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_threads_jobs_run_in_the_order_of_arrival),
        cmocka_unit_test(a_job_may_be_added_again_when_it_is_done),
        cmocka_unit_test(what_waits_at_the_end_is_dropped),
        cmocka_unit_test(threads_run_all_that_is_added),
        cmocka_unit_test(the_most_urgent_job_comes_first),
        cmocka_unit_test(slow_jobs_leave_room_for_others),
        cmocka_unit_test(a_job_that_is_cut_comes_to_an_end),
        cmocka_unit_test(freeing_waits_for_what_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
