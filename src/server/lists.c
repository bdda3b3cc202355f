/* lists.c: items of tables, and lists of public tables for people without a seat.
 *
 * The store finds tables by their actual state. With watch.delay, watchers see another state for a
 * while, and lists show that one. Invariant: a list shows nothing about a table that its watchers
 * were not sent. */
#include "tavern_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

static const struct table *loaded_table(const struct slot *slot) {
    bool is_there = slot && slot->state == SLOT_LOADED && !table_is_lost(slot->table);
    return is_there ? slot->table : NULL;
}

void entry_put(const struct tavern *tavern, const struct store_entry *entry, enum viewer viewer,
               bool sees_present, struct text *out) {
    const struct slot *slot = slot_find(tavern, entry->table);
    const struct table *table = loaded_table(slot);
    struct glance glance = {viewer, sees_present, tavern->now, tavern->world.since};
    if (table)
        table_put_item(table, &glance, out);
    else
        entry_put_item(entry, slot ? slot->hibernation : NULL, &glance, out);
}

static bool is_on(enum store_state state, unsigned states) {
    return states >> state & 1;
}

static bool is_found(const struct store_answer *answer, const struct table *table) {
    for (int i = 0; i < answer->entry_count; i++)
        if (strcmp(answer->entries[i].table, table_id(table)) == 0)
            return true;
    return false;
}

/* Tables that the query missed, because their actual state differs from the visible one. */
struct late {
    const struct table **tables;
    int count, room;
};

static void late_add(struct late *late, const struct table *table) {
    if (late->count == late->room) {
        late->room = late->room ? 2 * late->room : 8;
        late->tables = must_realloc(late->tables, (size_t)late->room * sizeof *late->tables);
    }
    late->tables[late->count++] = table;
}

static int by_newest(const void *a, const void *b) {
    int64_t x = table_listing(*(const struct table *const *)a).made;
    int64_t y = table_listing(*(const struct table *const *)b).made;
    return (x < y) - (x > y);
}

static void late_find(const struct tavern *tavern, const struct store_answer *answer,
                      unsigned states, const char *game, struct late *late) {
    const struct slot *slot;
    for (size_t at = 0; (slot = map_next(&tavern->slots, &at));) {
        const struct table *table = loaded_table(slot);
        if (!table)
            continue;
        struct listing listing = table_listing(table);
        bool is_game = !game || !*game || strcmp(game, listing.game) == 0;
        if (listing.is_public && is_game && !is_on(listing.state, states) &&
            is_on(listing.seen, states) && !is_found(answer, table))
            late_add(late, table);
    }
    if (late->count)
        qsort(late->tables, (size_t)late->count, sizeof *late->tables, by_newest);
}

static bool seems_on(const struct tavern *tavern, const struct store_entry *entry,
                     unsigned states) {
    const struct table *table = loaded_table(slot_find(tavern, entry->table));
    return is_on(table ? table_listing(table).seen : entry_seen(entry, tavern->now), states);
}

void lists_put(const struct tavern *tavern, const struct store_answer *answer, unsigned states,
               const char *game, struct text *out) {
    const struct glance glance = {VIEWER_WATCHER, false, tavern->now, tavern->world.since};
    struct late late = {0};
    int next = 0;
    late_find(tavern, answer, states, game, &late);
    js_key(out, "tables");
    js_open(out, '[');
    for (int i = 0; i <= answer->entry_count; i++) {
        const struct store_entry *entry = i < answer->entry_count ? &answer->entries[i] : NULL;
        while (next < late.count && (!entry || table_listing(late.tables[next]).made > entry->made))
            table_put_item(late.tables[next++], &glance, out);
        if (entry && seems_on(tavern, entry, states))
            entry_put(tavern, entry, VIEWER_WATCHER, false, out);
    }
    js_close(out, ']');
    free(late.tables);
}
