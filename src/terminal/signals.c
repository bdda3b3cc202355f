/* signals.c: the signals that end the program are blocked and polled. */
#include "signals.h"

#include <signal.h>
#include <stddef.h>

static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

enum { ENDING = sizeof ending / sizeof *ending };

void signals_begin(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < ENDING; i++)
        sigaddset(&set, ending[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

int signals_caught(void) {
    sigset_t set;
    sigpending(&set);
    for (int i = 0; i < ENDING; i++)
        if (sigismember(&set, ending[i]) == 1)
            return ending[i];
    return 0;
}
