/* watch.h: what commands share that work for long: a signal that ends them in good
 * order, and a line that shows how far they are. */
#ifndef SPELUNKE_WATCH_H
#define SPELUNKE_WATCH_H

#include <signal.h>
#include <stdbool.h>

#include <spelunke/text.h>

/* The signals that end the program are blocked in all threads and
 * looked for between two waits, so that no handler and no global is needed. */
struct watch {
    sigset_t signals;
    sigset_t before; /* what was blocked */
    int signal;      /* the first one, or 0 */
};

/* Before any thread is started, for threads inherit what is blocked. */
void watch_open(struct watch *watch);
void watch_close(struct watch *watch);
/* True once, at the first signal. The next one is let through, which ends the
 * program in the common way. */
bool watch_look(struct watch *watch);

double seconds_now(void);
/* One line on standard error that is rewritten; `longest`, at first 0, is what
 * has to be wiped away. */
void show_line(const struct text *line, size_t *longest);

#endif
