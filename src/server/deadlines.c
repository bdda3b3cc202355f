/* deadlines.c: a binary min-heap of tables, ordered by their deadline. */
#include "tavern_inside.h"

#include <spelunke/must.h>

static void put_at(struct deadlines *deadlines, int index, struct slot *slot) {
    deadlines->items[index] = slot;
    slot->heap_index = index;
}

static void rise(struct deadlines *deadlines, int index) {
    struct slot *slot = deadlines->items[index];
    for (int above; index > 0 && deadlines->items[above = (index - 1) / 2]->due > slot->due;
         index = above)
        put_at(deadlines, index, deadlines->items[above]);
    put_at(deadlines, index, slot);
}

static void sink(struct deadlines *deadlines, int index) {
    struct slot *slot = deadlines->items[index];
    for (int below; (below = 2 * index + 1) < deadlines->count; index = below) {
        if (below + 1 < deadlines->count &&
            deadlines->items[below + 1]->due < deadlines->items[below]->due)
            below++;
        if (deadlines->items[below]->due >= slot->due)
            break;
        put_at(deadlines, index, deadlines->items[below]);
    }
    put_at(deadlines, index, slot);
}

static void drop(struct deadlines *deadlines, struct slot *slot) {
    int index = slot->heap_index;
    slot->heap_index = -1;
    struct slot *last = deadlines->items[--deadlines->count];
    if (last == slot)
        return;
    put_at(deadlines, index, last);
    rise(deadlines, index);
    sink(deadlines, last->heap_index);
}

static void add(struct deadlines *deadlines, struct slot *slot) {
    if (deadlines->count == deadlines->room) {
        deadlines->room = deadlines->room ? 2 * deadlines->room : 64;
        deadlines->items =
            must_realloc(deadlines->items, (size_t)deadlines->room * sizeof(struct slot *));
    }
    put_at(deadlines, deadlines->count++, slot);
    rise(deadlines, slot->heap_index);
}

void deadlines_set(struct deadlines *deadlines, struct slot *slot, int64_t due) {
    if (slot->heap_index >= 0 && slot->due == due)
        return;
    if (slot->heap_index >= 0)
        drop(deadlines, slot);
    slot->due = due;
    if (due)
        add(deadlines, slot);
}

struct slot *deadlines_first(const struct deadlines *deadlines) {
    return deadlines->count ? deadlines->items[0] : NULL;
}
