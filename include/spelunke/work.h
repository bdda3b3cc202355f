/* work.h: what a thread is doing with which match, for when it crashes.
 *
 * The kernel notes it down before it calls a game or a bot; that costs a few
 * stores. A host that sets a hook (must.h), or handles a fatal signal, prints the
 * note there, so that after a restart the table that brought the process down can be
 * set aside. */
#ifndef SPELUNKE_WORK_H
#define SPELUNKE_WORK_H

#include <stddef.h>

struct game;

enum { WORK_LABEL_MAX = 31, WORK_TEXT_MAX = 1024 };

struct work {
    const char *doing; /* "play", "draw", "think", ... */
    const char *label; /* of the match (match_set_label) */
    const struct game *game;
    int entry;                /* how many entries the match had */
    int seat;                 /* whose action it is; SEAT_CHANCE, SEAT_SIM */
    const char *text;         /* the action in notation; NULL: it came as bytes */
    const void *action;       /* NULL: not yet known */
    const struct work *outer; /* what this is a part of; set by work_begin */
};

/* Says what this thread does until work_end, which goes back to what it did before.
 * The work is not copied, as the kernel begins one for each entry: it and what it
 * points to must stay until then. */
void work_begin(struct work *work);
void work_end(const struct work *work);
/* What this thread is doing; NULL: nothing. */
const struct work *work_now(void);

/* Writes it as one line without its end: `play k3v9 drachen entry 17 seat 2 pass`, or
 * the action's bytes in hexadecimal (`0x01`, without the zeros at the end); "" if
 * nothing is at work. Cut at `size`, always terminated; returns the length. It
 * allocates nothing, locks nothing and calls no game, so a signal handler may use it. */
size_t work_print(char *out, size_t size);

#endif
