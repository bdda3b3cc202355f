/* shown.h: a view as it was last shown to somebody, and what has changed since.
 *
 * An entry changes little of a view, and most of that is the same for all who look. Where a game
 * says which members of its JSON follow from which bytes of the view (`view_parts`), only the
 * parts that may have changed are written and compared again, public ones once for all viewers;
 * the others are copied.
 *
 * Kept true: text and difference are those that the whole views would give, byte for byte. */
#ifndef SPELUNKE_SERVER_SHOWN_H
#define SPELUNKE_SERVER_SHOWN_H

#include <stdint.h>

#include <spelunke/game.h>
#include <spelunke/text.h>

struct shown {
    struct text view;              /* a JSON object; or null */
    uint32_t ends[VIEW_PARTS_MAX]; /* where each part ends in it */
};

/* What has become of a part that is public. */
struct shown_part {
    bool is_known, is_told;   /* for this entry; its difference can be told alone */
    struct text json, change; /* the difference begins with its bracket */
};

/* One entry, and memory to work in, for all viewers one after the other. */
struct shown_entry {
    const struct game *game;
    const void *before, *after; /* the states */
    struct shown_views {
        void *before, *after;
    } seat, watcher;          /* public parts are written from the watchers': they know no secret */
    struct shown next, first; /* what is being written; what the first viewer was shown */
    struct shown_part parts[VIEW_PARTS_MAX];
};
void shown_entry_begin(struct shown_entry *entry, const struct game *game, const void *before,
                       const void *after);
void shown_entry_end(struct shown_entry *entry);

void shown_free(struct shown *shown);
/* The seat's view of this state. */
void shown_fill(struct shown *shown, const struct game *game, const void *state, int seat);
/* Writes the member `"d":...` if the view after the entry differs from what was shown, and keeps
 * it. What was shown was the view before the entry. */
bool shown_put_change(struct shown *shown, struct shown_entry *entry, int seat, struct text *out);

#endif
