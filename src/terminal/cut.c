/* cut.c: signals that end the program, kept back. */
#include "cut.h"

#include <signal.h>
#include <stddef.h>

static const int cuts[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

enum { CUTS = sizeof cuts / sizeof *cuts };

void cut_begin(void) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < CUTS; i++)
        sigaddset(&set, cuts[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
}

int cut_heard(void) {
    sigset_t set;
    sigpending(&set);
    for (int i = 0; i < CUTS; i++)
        if (sigismember(&set, cuts[i]) == 1)
            return cuts[i];
    return 0;
}
