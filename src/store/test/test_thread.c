/* The store's own thread: it executes what is sent, notifies its owner of answers, and continues by
 * itself when the disk does. */
#include "both.h"

#include <pthread.h>

#include "store/store_inside.h"

struct bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
    int rings;
};

static void ring(void *context) {
    struct bell *bell = context;
    pthread_mutex_lock(&bell->lock);
    bell->rings++;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->lock);
}

static void await(struct bell *bell) {
    pthread_mutex_lock(&bell->lock);
    while (!bell->rings)
        pthread_cond_wait(&bell->rung, &bell->lock);
    bell->rings = 0;
    pthread_mutex_unlock(&bell->lock);
}

/* Opens the store again, with a thread that rings this bell. */
static void open_with_thread(struct both *both, struct bell *bell) {
    both->plan.is_manual = false;
    both->plan.wake = ring;
    both->plan.context = bell;
    both->plan.retry_ms = 1;
    both->store = both_open(both, NULL);
}

/* Takes this many answers; all must have this result. */
static void take_all(struct store *store, struct bell *bell, int count, enum store_result result) {
    while (count > 0) {
        struct store_answer *answer = store_take(store);
        if (!answer) {
            await(bell);
            continue;
        }
        assert_int_equal(answer->result, result);
        store_answer_free(answer);
        count--;
    }
}

enum { TABLES = 5, ROWS = 60, UNHEARD = 200 };

static void send_rows(struct store *store) {
    static const char *const names[TABLES] = {"a", "b", "c", "d", "e"};
    for (int i = 0; i < ROWS; i++)
        for (int table = 0; table < TABLES; table++) {
            struct store_claim claim = {names[table], 1, i};
            struct store_row row = a_row("x", "phone", i);
            struct store_entry entry = an_entry(names[table], names[table]);
            struct store_request request = appending(&claim, &row, 1), make = making(&entry);
            if (i == 0)
                store_send(store, &make);
            store_send(store, &request);
        }
}

/* Appends more rows of a table, one by one, without waiting for the answers. */
static void append_unheard(struct store *store) {
    struct store_claim claim = {"c", 1, ROWS};
    struct store_row row = a_row("late", "", 0);
    for (int i = 0; i < UNHEARD; i++, claim.rows++) {
        struct store_request request = appending(&claim, &row, 1);
        store_send(store, &request);
    }
}

/* Including those that are queued when it is closed. */
static void a_thread_carries_out_what_is_sent(void **state) {
    struct both *both = *state;
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    store_close(both->store);
    open_with_thread(both, &bell);
    send_rows(both->store);
    take_all(both->store, &bell, TABLES * (ROWS + 1), STORE_DONE);
    assert_true(store_is_idle(both->store));
    append_unheard(both->store);
    both->plan.is_manual = true;
    both_restart(both);
    struct store_request read = reading("c");
    struct store_answer *answer = ask(both->store, &read);
    assert_int_equal(answer->row_count, ROWS + UNHEARD);
    store_answer_free(answer);
}

static void a_thread_goes_on_when_the_disk_does(void **state) {
    struct both *both = *state;
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct store_claim claim = made(both->store, "t");
    struct store_row row = a_row("a", "", 0);
    struct store_request request = appending(&claim, &row, 1);
    store_close(both->store);
    open_with_thread(both, &bell);
    memory_set_fault(both->memory, MEMORY_LOSES);
    store_send(both->store, &request);
    while (store_is_healthy(both->store))
        await(&bell);
    store_send(both->store, &request);
    take_all(both->store, &bell, 1, STORE_FAILED);
    memory_set_fault(both->memory, MEMORY_WORKS);
    take_all(both->store, &bell, 1, STORE_FAILED);
    while (!store_is_healthy(both->store))
        await(&bell);
    store_send(both->store, &request);
    take_all(both->store, &bell, 1, STORE_DONE);
}

/* Without the wake-up the owner would not look for the answer. */
static void who_is_refused_at_once_is_told(void **state) {
    static struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct both *both = *state;
    struct store_claim claim = made(both->store, "t");
    struct store_row row = a_row("a", "", 0);
    struct store_request request = appending(&claim, &row, 1);
    store_close(both->store);
    both->plan.wake = ring;
    both->plan.context = &bell;
    both->store = both_open(both, NULL);
    memory_set_fault(both->memory, MEMORY_LOSES);
    store_send(both->store, &request);
    store_work(both->store);
    assert_false(store_is_healthy(both->store));
    bell.rings = 0;
    store_send(both->store, &request);
    assert_int_equal(bell.rings, 1);
    take_all(both->store, &bell, 1, STORE_FAILED);
}

/* A disk whose commit blocks until the test lets it fail. */
struct slow_disk {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_busy, may_fail;
};

static bool slow_begin(void *base, enum writing is_writing) {
    (void)base, (void)is_writing;
    return true;
}

static void slow_run(void *base, const struct store_request *request, struct store_answer *answer,
                     struct hold *hold) {
    (void)base, (void)request, (void)hold;
    answer->result = STORE_DONE;
}

static bool slow_commit(void *base) {
    struct slow_disk *disk = base;
    pthread_mutex_lock(&disk->lock);
    disk->is_busy = true;
    pthread_cond_broadcast(&disk->changed);
    while (!disk->may_fail)
        pthread_cond_wait(&disk->changed, &disk->lock);
    pthread_mutex_unlock(&disk->lock);
    return false;
}

static enum recovered slow_recover(void *base, bool *is_written) {
    (void)base;
    *is_written = false;
    return RECOVERED_FULLY;
}

static const char *slow_trouble(void *base) {
    (void)base;
    return "it was told to fail";
}

static void slow_close(void *base) {
    (void)base;
}

/* It was not tried, so it cannot have been written. */
static void what_waits_behind_a_commit_that_fails_has_failed(void **state) {
    static const struct backend slow = {.begin = slow_begin,
                                        .run = slow_run,
                                        .commit = slow_commit,
                                        .recover = slow_recover,
                                        .trouble = slow_trouble,
                                        .close = slow_close};
    struct slow_disk disk = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, false, false};
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct store_plan plan = {.wake = ring, .context = &bell, .retry_ms = 1};
    struct store_claim claim = {"t", 1, 0};
    struct store_row row = a_row("a", "", 0);
    struct store_request request = appending(&claim, &row, 1);
    struct store *store = store_new(&slow, &disk, &plan);
    (void)state;
    store_send(store, &request);
    pthread_mutex_lock(&disk.lock);
    while (!disk.is_busy)
        pthread_cond_wait(&disk.changed, &disk.lock);
    pthread_mutex_unlock(&disk.lock);
    store_send(store, &request);
    pthread_mutex_lock(&disk.lock);
    disk.may_fail = true;
    pthread_cond_broadcast(&disk.changed);
    pthread_mutex_unlock(&disk.lock);
    take_all(store, &bell, 2, STORE_FAILED);
    store_close(store);
}

/* The first sync fails, the thread opens the file again, and everything continues by itself. */
static void a_thread_opens_the_file_again(void **state) {
    struct both *both = *state;
    struct bell bell = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
    struct store_claim claim = made(both->store, "t");
    struct store_row row = a_row("a", "", 0), other = a_row("b", "", 0);
    struct store_request request = appending(&claim, &row, 1), later = appending(&claim, &other, 1);
    store_close(both->store);
    shim_set_fault(both->shim, &(struct shim_fault){.calls = SHIM_SYNC, .at = 1});
    open_with_thread(both, &bell);
    store_send(both->store, &request);
    take_all(both->store, &bell, 1, STORE_FAILED);
    while (!store_is_healthy(both->store))
        await(&bell);
    store_send(both->store, &later);
    take_all(both->store, &bell, 1, STORE_DONE);
    both->plan.is_manual = true;
    both_restart(both);
    assert_bodies(both->store, "t", "b");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        BOTH(a_thread_carries_out_what_is_sent),
        MEMORY(a_thread_goes_on_when_the_disk_does),
        MEMORY(who_is_refused_at_once_is_told),
        cmocka_unit_test(what_waits_behind_a_commit_that_fails_has_failed),
        cmocka_unit_test_setup_teardown(a_thread_opens_the_file_again, both_set_up_file,
                                        both_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
