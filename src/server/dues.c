/* dues.c: tables by when they are due: a heap, the first one on top. */
#include "tavern_inside.h"

#include <spelunke/must.h>

static void put_at(struct dues *dues, int place, struct slot *slot) {
    dues->items[place] = slot;
    slot->place = place;
}

static void rise(struct dues *dues, int place) {
    struct slot *slot = dues->items[place];
    for (int above; place > 0 && dues->items[above = (place - 1) / 2]->due > slot->due;
         place = above)
        put_at(dues, place, dues->items[above]);
    put_at(dues, place, slot);
}

static void sink(struct dues *dues, int place) {
    struct slot *slot = dues->items[place];
    for (int below; (below = 2 * place + 1) < dues->count; place = below) {
        if (below + 1 < dues->count && dues->items[below + 1]->due < dues->items[below]->due)
            below++;
        if (dues->items[below]->due >= slot->due)
            break;
        put_at(dues, place, dues->items[below]);
    }
    put_at(dues, place, slot);
}

static void drop(struct dues *dues, struct slot *slot) {
    int place = slot->place;
    slot->place = -1;
    struct slot *last = dues->items[--dues->count];
    if (last == slot)
        return;
    put_at(dues, place, last);
    rise(dues, place);
    sink(dues, last->place);
}

static void add(struct dues *dues, struct slot *slot) {
    if (dues->count == dues->room) {
        dues->room = dues->room ? 2 * dues->room : 64;
        dues->items = must_realloc(dues->items, (size_t)dues->room * sizeof(struct slot *));
    }
    put_at(dues, dues->count++, slot);
    rise(dues, slot->place);
}

void dues_set(struct dues *dues, struct slot *slot, int64_t due) {
    if (slot->place >= 0 && slot->due == due)
        return;
    if (slot->place >= 0)
        drop(dues, slot);
    slot->due = due;
    if (due)
        add(dues, slot);
}

struct slot *dues_first(const struct dues *dues) {
    return dues->count ? dues->items[0] : NULL;
}
