/* dues.c: tables by when they are due: a heap, the first one on top. */
#include "tavern_inside.h"

#include <spelunke/must.h>

static void put_at(struct dues *dues, int index, struct slot *slot) {
    dues->items[index] = slot;
    slot->heap_index = index;
}

static void rise(struct dues *dues, int index) {
    struct slot *slot = dues->items[index];
    for (int above; index > 0 && dues->items[above = (index - 1) / 2]->due > slot->due;
         index = above)
        put_at(dues, index, dues->items[above]);
    put_at(dues, index, slot);
}

static void sink(struct dues *dues, int index) {
    struct slot *slot = dues->items[index];
    for (int below; (below = 2 * index + 1) < dues->count; index = below) {
        if (below + 1 < dues->count && dues->items[below + 1]->due < dues->items[below]->due)
            below++;
        if (dues->items[below]->due >= slot->due)
            break;
        put_at(dues, index, dues->items[below]);
    }
    put_at(dues, index, slot);
}

static void drop(struct dues *dues, struct slot *slot) {
    int index = slot->heap_index;
    slot->heap_index = -1;
    struct slot *last = dues->items[--dues->count];
    if (last == slot)
        return;
    put_at(dues, index, last);
    rise(dues, index);
    sink(dues, last->heap_index);
}

static void add(struct dues *dues, struct slot *slot) {
    if (dues->count == dues->room) {
        dues->room = dues->room ? 2 * dues->room : 64;
        dues->items = must_realloc(dues->items, (size_t)dues->room * sizeof(struct slot *));
    }
    put_at(dues, dues->count++, slot);
    rise(dues, slot->heap_index);
}

void dues_set(struct dues *dues, struct slot *slot, int64_t due) {
    if (slot->heap_index >= 0 && slot->due == due)
        return;
    if (slot->heap_index >= 0)
        drop(dues, slot);
    slot->due = due;
    if (due)
        add(dues, slot);
}

struct slot *dues_first(const struct dues *dues) {
    return dues->count ? dues->items[0] : NULL;
}
