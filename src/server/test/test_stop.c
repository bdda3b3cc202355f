/* test_stop.c: the shutdown of a server with a simulated clock: each phase ends as soon as
 * possible, and at its limit at the latest. */
#include "stop.h"

#include <sys/wait.h>
#include <unistd.h>

#include "unit/test.h"

enum { LONG = 100000 };
#define HANG "hang"

static const char *program;

static void each_phase_ends_as_soon_as_it_may(void **state) {
    (void)state;
    assert_int_equal(stop_next(PHASE_SERVING, true, true, LONG), PHASE_SERVING);
    assert_int_equal(stop_next(PHASE_STOPPING, false, true, 0), PHASE_STOPPING);
    assert_int_equal(stop_next(PHASE_STOPPING, true, true, 0), PHASE_CLOSING);
    assert_int_equal(stop_next(PHASE_CLOSING, true, false, 0), PHASE_CLOSING);
    assert_int_equal(stop_next(PHASE_CLOSING, false, true, 0), PHASE_ENDED);
    assert_int_equal(stop_next(PHASE_ENDED, false, false, 0), PHASE_ENDED);
}

/* A disk that hangs, then clients that do not disconnect. */
static void whatever_hangs_it_ends_within_two_seconds(void **state) {
    (void)state;
    enum phase phase = PHASE_STOPPING;
    int64_t passed = 0, closing_at = 0;
    for (; phase != PHASE_ENDED; passed += STOP_TICK_MS) {
        phase = stop_next(phase, false, false, passed);
        if (phase == PHASE_CLOSING && !closing_at)
            closing_at = passed;
    }
    assert_int_equal(closing_at, 1000);
    assert_int_equal(passed - STOP_TICK_MS, 1500);
    assert_true(STOP_WORK_MS > passed && STOP_LAST_MS > STOP_WORK_MS && STOP_LAST_MS < 2000);
}

/* A manual store that is not run behaves like a hanging disk. */
static void a_store_that_does_not_answer_is_waited_for_to_its_limit(void **state) {
    (void)state;
    struct memory *memory = memory_new();
    struct store_plan plan = {.is_manual = true};
    struct text why = {0};
    struct store *store = store_open_memory(memory, &plan, &why);
    struct workers *workers = workers_new(0, NULL, NULL);
    assert_false(stop_waits(workers, store, 0, 0));
    store_send(store, &(struct store_request){.does = STORE_LIST});
    assert_true(stop_waits(workers, store, 0, 0));
    assert_true(stop_waits(workers, store, 0, STOP_WORK_MS - 1));
    assert_false(stop_waits(workers, store, 0, STOP_WORK_MS));
    store_work(store); /* the disk is back: its answer is taken, and nothing is left */
    assert_false(stop_waits(workers, store, 0, 0));
    assert_true(store_is_idle(store));
    workers_free(workers);
    store_close(store);
    memory_free(memory);
}

/* The watchdog ends the process even if the loop hangs. It is run in a separate program, because a
 * forked child would be reported for memory leaks. */
static void a_process_that_does_nothing_any_more_ends_by_itself(void **state) {
    (void)state;
    int status = -1;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        execl(program, program, HANG, (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(int argc, char **argv) {
    program = argv[0];
    if (argc == 2 && strcmp(argv[1], HANG) == 0) {
        stop_surely();
        for (;;)
            pause();
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_phase_ends_as_soon_as_it_may),
        cmocka_unit_test(whatever_hangs_it_ends_within_two_seconds),
        cmocka_unit_test(a_store_that_does_not_answer_is_waited_for_to_its_limit),
        cmocka_unit_test(a_process_that_does_nothing_any_more_ends_by_itself),
    };
    return cmocka_run_group_tests_name("stop", tests, NULL, NULL);
}
