/* stop.c: see stop.h. */
#include "stop.h"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

enum phase stop_next(enum phase phase, bool is_quiet, bool is_empty, int64_t passed) {
    if (phase == PHASE_STOPPING && (is_quiet || passed >= STOP_QUIET_MS))
        return PHASE_CLOSING;
    if (phase == PHASE_CLOSING && (is_empty || passed >= STOP_EMPTY_MS))
        return PHASE_ENDED;
    return phase;
}

bool stop_waits(struct workers *workers, struct store *store, int64_t now, int64_t passed) {
    struct store_answer *answer;
    workers_take(workers, now);
    while ((answer = store_take(store)))
        store_answer_free(answer);
    return passed < STOP_WORK_MS && (workers_pending(workers) || !store_is_idle(store));
}

static void end(int number) {
    (void)number;
    _exit(0);
}

void stop_surely(void) {
    struct itimerval timer = {
        .it_value = {.tv_sec = STOP_LAST_MS / 1000, .tv_usec = STOP_LAST_MS % 1000 * 1000}};
    signal(SIGALRM, end);
    setitimer(ITIMER_REAL, &timer, NULL);
}
