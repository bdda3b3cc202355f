/* work.h: what a thread is doing with which match, for crash reports.
 *
 * The kernel records it before it calls a game or a bot, at the cost of a few stores. A host that
 * sets a hook (must.h), or handles a fatal signal, prints the record there, so that after a restart
 * the table that crashed the process can be set aside. */
#ifndef SPELUNKE_WORK_H
#define SPELUNKE_WORK_H

#include <stddef.h>

struct game;

enum { WORK_LABEL_MAX = 31, WORK_TEXT_MAX = 1024 };

struct work {
    const char *doing; /* "play", "draw", "think", ... */
    const char *label; /* of the match (match_set_label) */
    const struct game *game;
    int entry;                /* length of the match */
    int seat;                 /* the actor: a seat, SEAT_CHANCE or SEAT_SIM */
    const char *text;         /* the action in notation; NULL: it was given as bytes */
    const void *action;       /* NULL: not known yet */
    const struct work *outer; /* the enclosing work; set by work_begin */
};

/* Sets what this thread is doing until work_end, which restores the enclosing work. `work` is not
 * copied, because the kernel calls this for each entry: it and what it points to must stay valid
 * until then. */
void work_begin(struct work *work);
void work_end(const struct work *work);
/* The current work of this thread; NULL: none. */
const struct work *work_now(void);

/* Prints the current work as one line without a line feed: `play k3v9 drachen entry 17 seat 2
 * pass`, or the action's bytes in hexadecimal (`0x01`, without trailing zeros); "" if there is
 * none. Truncated at `size`, always terminated; returns the length. It is safe in a signal handler:
 * it allocates nothing, takes no lock and calls no game. */
size_t work_print(char *out, size_t size);

#endif
