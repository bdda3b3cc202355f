/* shown.h: the view last sent to a viewer, and the difference to the next one.
 *
 * An entry changes little of a view, and mostly the same for all viewers. If a game declares which
 * members of its JSON depend on which bytes of the view (`view_parts`), only parts that may have
 * changed are serialised and compared again, public ones once for all viewers; the others are
 * copied.
 *
 * Invariant: text and difference are byte for byte those that a comparison of the whole views would
 * give. */
#ifndef SPELUNKE_SERVER_SHOWN_H
#define SPELUNKE_SERVER_SHOWN_H

#include <stdint.h>

#include <spelunke/game.h>
#include <spelunke/text.h>

struct shown {
    struct text view;              /* a JSON object, or null */
    uint32_t ends[VIEW_PARTS_MAX]; /* the end offset of each part */
};

/* A public part, cached for all viewers. */
struct shown_part {
    bool is_known;            /* computed for this entry */
    bool is_told;             /* `change` is independent of the other parts */
    struct text json, change; /* `change` starts with its bracket */
};

/* One entry and scratch buffers, for all viewers in turn. */
struct shown_entry {
    const struct game *game;
    const void *before, *after; /* the states */
    struct shown_views {
        void *before, *after;
    } seat, watcher; /* public parts are serialised from the watchers' view, which has no secrets */
    struct shown next;  /* being written */
    struct shown first; /* what the first viewer was sent */
    struct shown_part parts[VIEW_PARTS_MAX];
};
void shown_entry_begin(struct shown_entry *entry, const struct game *game, const void *before,
                       const void *after);
void shown_entry_end(struct shown_entry *entry);

void shown_free(struct shown *shown);
/* The seat's view of this state. */
void shown_fill(struct shown *shown, const struct game *game, const void *state, int seat);
/* Appends the member `"d":...` if the view after the entry differs from `shown`, which must be the
 * view before the entry, and updates `shown`. */
bool shown_put_change(struct shown *shown, struct shown_entry *entry, int seat, struct text *out);

#endif
