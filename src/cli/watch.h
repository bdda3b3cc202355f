/* watch.h: for long-running commands: orderly termination by a signal, and a progress line. */
#ifndef SPELUNKE_WATCH_H
#define SPELUNKE_WATCH_H

#include <signal.h>
#include <stdbool.h>

#include <spelunke/text.h>

/* The terminating signals are blocked in all threads and polled between two waits, so that no
 * handler and no global is needed. */
struct watch {
    sigset_t signals;
    sigset_t before; /* the signal mask before */
    int signal;      /* the first one received, or 0 */
};

/* Must be called before any thread is started, because threads inherit the signal mask. */
void watch_open(struct watch *watch);
void watch_close(struct watch *watch);
/* True once, at the first signal. The next one is unblocked and terminates the program. */
bool watch_look(struct watch *watch);

double seconds_now(void);
/* Rewrites one line on standard error. `longest`, at first 0, is the number of columns to clear. */
void show_line(const struct text *line, size_t *longest);

#endif
