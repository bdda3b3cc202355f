/* tables.c: loads and unloads tables, queues requests for tables being loaded, and runs deadlines.
 *
 * A requested table is first looked up in the index, so that somebody who may not see it gets the
 * same answer as for an unknown table, after the same time. Then it is claimed and read. An idle
 * table is unloaded, and loaded again on the next request or at its deadline.
 *
 * Invariant: requests for a table are executed in the order of their arrival. */
#include "tavern_inside.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum {
    POLL_EVERY = 10000, /* the index for deadlines of tables that are not loaded */
    POLL_SOON = 200,    /* if there are more than LOADING_MAX */
    POLL_AHEAD = 20000, /* tables are loaded this long before their deadline */
    LOADING_MAX = 100,  /* tables loaded at a time for their deadlines */
    UNLOAD_EVERY = 5000,
    TRIM_EVERY = 15000, /* malloc_trim takes milliseconds */
    RECOVER_EVERY = 500,
    SWEEP_EVERY = 3600000,
};

/* Slots. */

struct slot *slot_find(const struct tavern *tavern, const char *id) {
    return map_find(&tavern->slots, id, strlen(id));
}

static struct slot *slot_new(struct tavern *tavern, const char *id, enum slot_state state) {
    struct slot *slot = must_alloc(sizeof *slot);
    must(strlen(id) < sizeof slot->id);
    strcpy(slot->id, id);
    slot->number = ++tavern->last_number;
    slot->state = state;
    slot->heap_index = -1;
    map_add(&tavern->slots, slot->id, strlen(slot->id), slot);
    map_add(&tavern->slots_by_number, &slot->number, sizeof slot->number, slot);
    tavern->loading += state == SLOT_CLAIMED;
    return slot;
}

static void slot_set(struct tavern *tavern, struct slot *slot, enum slot_state state) {
    tavern->loading += (state == SLOT_CLAIMED) - (slot->state == SLOT_CLAIMED);
    tavern->loaded += (state == SLOT_LOADED) - (slot->state == SLOT_LOADED);
    slot->state = state;
}

static void slot_free(struct slot *slot) {
    struct deferred *deferred;
    while ((deferred = queue_take(&slot->queue)))
        free(deferred);
    table_unload(slot->table);
    hibernation_free(slot->hibernation);
    free(slot);
}

static void slot_drop(struct tavern *tavern, struct slot *slot) {
    slot_set(tavern, slot, SLOT_FOUND);
    deadlines_set(&tavern->deadlines, slot, 0);
    map_drop(&tavern->slots, slot->id, strlen(slot->id));
    map_drop(&tavern->slots_by_number, &slot->number, sizeof slot->number);
    slot_free(slot);
}

void tables_free(struct tavern *tavern) {
    struct slot *slot;
    for (size_t at = 0; (slot = map_next(&tavern->slots, &at));)
        slot_free(slot);
    map_free(&tavern->slots);
    map_free(&tavern->slots_by_number);
    free(tavern->deadlines.items);
}

static void claim(struct tavern *tavern, struct slot *slot) {
    struct store_request request = {.does = STORE_CLAIM, .tag = slot->number, .table = slot->id};
    store_send(tavern->plan.store, &request);
}

/* Loading was cancelled or has failed. A hibernating table stays in hibernation; others are
 * dropped. */
static void slot_give_up(struct tavern *tavern, struct slot *slot, int64_t now) {
    if (slot->hibernation) {
        int64_t due = hibernation_due(slot->hibernation);
        slot_set(tavern, slot, SLOT_HIBERNATING);
        deadlines_set(&tavern->deadlines, slot,
                      due && due < now + RECOVER_EVERY ? now + RECOVER_EVERY : due);
    } else if (slot->state != SLOT_BROKEN) {
        slot_drop(tavern, slot);
    }
}

static void slot_hibernate(struct tavern *tavern, struct slot *slot) {
    slot->hibernation = table_hibernate(slot->table);
    slot->table = NULL;
    slot_set(tavern, slot, SLOT_HIBERNATING);
    deadlines_set(&tavern->deadlines, slot, hibernation_due(slot->hibernation));
}

void slot_wake(struct tavern *tavern, struct slot *slot) {
    if (slot->state != SLOT_HIBERNATING)
        return;
    deadlines_set(&tavern->deadlines, slot, 0);
    slot_set(tavern, slot, SLOT_CLAIMED);
    claim(tavern, slot);
}

void slot_leave(struct tavern *tavern, struct slot *slot, struct route route, int64_t now) {
    if (slot->state == SLOT_LOADED) {
        table_unwatch(slot->table, route, now);
        slot_touch(tavern, slot, now);
    } else if (slot->hibernation) {
        hibernation_leave(slot->hibernation, route);
        slot_wake(tavern, slot);
    }
}

void slot_touch(struct tavern *tavern, struct slot *slot, int64_t now) {
    must(slot->state == SLOT_LOADED);
    table_flush(slot->table, now);
    if (!table_is_lost(slot->table)) {
        deadlines_set(&tavern->deadlines, slot, table_due(slot->table));
    } else if (!slot->is_recovering) {
        slot->is_recovering = true;
        deadlines_set(&tavern->deadlines, slot, 0);
        claim(tavern, slot);
    }
}

void tables_woke(void *context, struct table *table) {
    struct tavern *tavern = context;
    struct slot *slot = slot_find(tavern, table_id(table));
    if (slot && slot->state == SLOT_LOADED && !table_is_lost(table))
        deadlines_set(&tavern->deadlines, slot, table_due(table));
}

/* Requests. */

static bool is_guess(const struct wire *wire) {
    return wire->type == TYPE_WATCH && wire_has(wire, FIELD_CODE);
}

static void missed(struct tavern *tavern, struct store_task *task,
                   const struct store_answer *answer, int64_t now) {
    struct channel *channel = channel_find(tavern, task->route);
    struct wire wire = {.has = UINT64_C(1) << FIELD_N, .n = task->n};
    (void)answer;
    if (channel)
        channel_fail(tavern, channel, &wire, CODE_UNKNOWN_TABLE, "tavern.unknown_table", now);
}

/* Answers unknown_table after a store request, so that a loaded table cannot be told from an
 * unknown one by the time that it takes. */
static void miss(struct tavern *tavern, const struct channel *channel, const struct wire *wire) {
    struct store_request request = {.does = STORE_FIND, .table = wire->table};
    struct store_task *task = store_task_send(tavern, &request, missed);
    task->route = channel->route;
    task->n = wire->n;
}

/* Executes a request for a loaded table. */
static void request_table(struct tavern *tavern, struct channel *channel, struct slot *slot,
                          const struct wire *wire, int64_t now) {
    struct asker asker = channel_asker(channel);
    struct fault fault = {0};
    bool is_taken = table_request(slot->table, &asker, wire, now, &fault);
    if (is_taken && wire->type == TYPE_WATCH)
        channel_watch(channel, slot->number, true);
    if (is_taken && wire->type == TYPE_UNWATCH)
        channel_watch(channel, slot->number, false);
    if (is_guess(wire) && (is_taken || fault.code != CODE_UNKNOWN_TABLE))
        quota_refund(tavern, &channel->quota->guesses, RATE_GUESSES);
    if (!is_taken && fault.code == CODE_UNKNOWN_TABLE)
        miss(tavern, channel, wire);
    else if (!is_taken)
        channel_refuse(tavern, channel, wire, &fault, now);
    slot_touch(tavern, slot, now);
}

static void found(struct tavern *tavern, struct store_task *task, const struct store_answer *answer,
                  int64_t now);

static void find(struct tavern *tavern, const struct slot *slot) {
    struct store_request request = {.does = STORE_FIND, .table = slot->id};
    strcpy(store_task_send(tavern, &request, found)->name, slot->id);
}

/* Executes or queues a request after all rate limits were checked. */
static void carry_out(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                      int64_t now) {
    struct slot *slot = slot_find(tavern, wire->table);
    bool is_full = wire->type == TYPE_WATCH && channel->watched_count >= LIMIT_WATCHED &&
                   !(slot && channel_watches(channel, slot->number));
    if (is_full) {
        channel_fail(tavern, channel, wire, CODE_FULL, "tavern.watched_full", now);
    } else if (slot && slot->state == SLOT_LOADED && table_is_lost(slot->table)) {
        channel_fail(tavern, channel, wire, CODE_STORE, "tavern.store", now);
    } else if (slot && slot->state == SLOT_LOADED) {
        request_table(tavern, channel, slot, wire, now);
    } else if (channel_may_wait(tavern, channel, wire, now)) {
        bool is_asked = slot && slot->queue.first;
        if (!slot)
            slot = slot_new(tavern, wire->table, SLOT_FOUND);
        queue_add(&slot->queue, channel->route, wire);
        if (slot->hibernation && hibernation_has(slot->hibernation, channel->route))
            slot_wake(tavern, slot); /* a viewer may see the table: no lookup needed */
        else if (slot->state != SLOT_CLAIMED && !is_asked)
            find(tavern, slot);
    }
}

void tables_request(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                    int64_t now) {
    if (is_guess(wire) && !quota_take(tavern, &channel->quota->guesses, RATE_GUESSES, now))
        channel_fail(tavern, channel, wire, CODE_RATE, "tavern.guess_rate", now);
    else
        carry_out(tavern, channel, wire, now);
}

/* Loading. */

/* Refuses all queued requests and gives up the slot. */
static void refuse_all(struct tavern *tavern, struct slot *slot, enum wire_code code,
                       const char *why, int64_t now) {
    struct queue queue = slot->queue;
    struct deferred *deferred;
    slot->queue = (struct queue){0};
    slot_give_up(tavern, slot, now);
    while ((deferred = queue_take(&queue))) {
        struct channel *channel = channel_find(tavern, deferred->route);
        if (channel) {
            channel->waiting--;
            if (is_guess(&deferred->wire) && code != CODE_UNKNOWN_TABLE)
                quota_refund(tavern, &channel->quota->guesses, RATE_GUESSES);
            channel_fail(tavern, channel, &deferred->wire, code, why, now);
        }
        free(deferred);
    }
}

/* The name of a watchers' stream is as good as the code, as at a loaded table. */
static bool resumes_stream(const struct slot *slot, const struct wire *wire) {
    return slot->hibernation && wire->type == TYPE_WATCH &&
           hibernation_has_stream(slot->hibernation, wire->stream);
}

/* Refuses queued requests of people who may not see the table with unknown_table. */
static void refuse_strangers(struct tavern *tavern, struct slot *slot,
                             const struct store_entry *entry, int64_t now) {
    struct queue queue = slot->queue;
    struct deferred *deferred;
    slot->queue = (struct queue){0};
    while ((deferred = queue_take(&queue))) {
        struct channel *channel = channel_find(tavern, deferred->route);
        const struct wire *wire = &deferred->wire;
        enum viewer viewer;
        if (channel && (entry_viewer(entry, channel->patron->id, wire->code, &viewer) ||
                        resumes_stream(slot, wire))) {
            deferred->next = NULL;
            *(slot->queue.last ? &slot->queue.last->next : &slot->queue.first) = deferred;
            slot->queue.last = deferred;
            continue;
        }
        if (channel) {
            channel->waiting--;
            channel_fail(tavern, channel, wire, CODE_UNKNOWN_TABLE, "tavern.unknown_table", now);
        }
        free(deferred);
    }
}

static void found(struct tavern *tavern, struct store_task *task, const struct store_answer *answer,
                  int64_t now) {
    struct slot *slot = slot_find(tavern, task->name);
    if (!slot || slot->state == SLOT_CLAIMED || slot->state == SLOT_LOADED)
        return;
    const struct store_entry *entry = answer->entries;
    if (answer->result == STORE_FAILED) {
        refuse_all(tavern, slot, CODE_STORE, "tavern.store", now);
    } else if (answer->result != STORE_DONE || entry->state == STORE_CLOSED) {
        refuse_all(tavern, slot, CODE_UNKNOWN_TABLE, "tavern.unknown_table", now);
    } else {
        refuse_strangers(tavern, slot, entry, now);
        if (entry->state == STORE_ASIDE || slot->state == SLOT_BROKEN) {
            bool is_aside = entry->state == STORE_ASIDE || slot->is_aside;
            refuse_all(tavern, slot, CODE_FORBIDDEN,
                       is_aside ? "tavern.aside" : "tavern.unreadable", now);
        } else if (!slot->queue.first) {
            slot_give_up(tavern, slot, now);
        } else {
            deadlines_set(&tavern->deadlines, slot, 0);
            slot_set(tavern, slot, SLOT_CLAIMED);
            claim(tavern, slot);
        }
    }
}

/* Executes the queued requests after the table was loaded. */
static void run_queue(struct tavern *tavern, struct slot *slot, int64_t now) {
    uint64_t number = slot->number;
    struct deferred *deferred;
    while ((slot = map_find(&tavern->slots_by_number, &number, sizeof number)) &&
           (deferred = queue_take(&slot->queue))) {
        struct channel *channel = channel_find(tavern, deferred->route);
        if (channel) {
            channel->waiting--;
            carry_out(tavern, channel, &deferred->wire, now);
        }
        free(deferred);
    }
}

static void report_unreadable(const struct tavern *tavern, const struct slot *slot,
                              const char *why) {
    report(tavern->plan.reporter, REPORT_ERROR, "table_unreadable",
           (const struct report_field[]){{"table", slot->id, 0}, {"why", why, 0}, {NULL, NULL, 0}});
}

static const char journal_is_broken[] = "its journal lacks a row or is damaged";

static void load(struct tavern *tavern, struct slot *slot, const struct store_answer *answer,
                 int64_t now) {
    struct text why = {0};
    if (answer->result == STORE_FAILED) {
        refuse_all(tavern, slot, CODE_STORE, "tavern.store", now);
        return;
    }
    if (answer->result == STORE_DONE)
        slot->table = table_wake(&tavern->world, answer, slot->hibernation, now, &why);
    if (!slot->table)
        hibernation_free(slot->hibernation);
    slot->hibernation = NULL;
    if (answer->result == STORE_BROKEN) {
        text_put(&why, journal_is_broken);
    } else if (answer->result != STORE_DONE) {
        refuse_all(tavern, slot, CODE_UNKNOWN_TABLE, "tavern.unknown_table", now);
        return;
    }
    if (!slot->table)
        report_unreadable(tavern, slot, text_string(&why));
    text_free(&why);
    slot_set(tavern, slot, slot->table ? SLOT_LOADED : SLOT_BROKEN);
    if (slot->table) {
        slot_touch(tavern, slot, now);
        run_queue(tavern, slot, now);
    } else {
        refuse_all(tavern, slot, CODE_FORBIDDEN, "tavern.unreadable", now);
    }
}

/* A failing disk is tried again. A damaged journal stays damaged: the table is lost until the next
 * start, and is_recovering keeps it from being claimed again. */
static void recover(struct tavern *tavern, struct slot *slot, const struct store_answer *answer,
                    int64_t now) {
    if (answer->result == STORE_BROKEN) {
        report_unreadable(tavern, slot, journal_is_broken);
        return;
    }
    slot->is_recovering = false;
    if (answer->result == STORE_DONE) {
        table_recover(slot->table, answer, now);
        slot_touch(tavern, slot, now);
    } else {
        deadlines_set(&tavern->deadlines, slot, now + RECOVER_EVERY);
    }
}

void slot_answer(struct tavern *tavern, const struct store_answer *answer, int64_t now) {
    struct slot *slot = map_find(&tavern->slots_by_number, &answer->tag, sizeof answer->tag);
    must(slot);
    if (answer->does == STORE_CLAIM && slot->state == SLOT_CLAIMED) {
        load(tavern, slot, answer, now);
    } else if (answer->does == STORE_CLAIM) {
        recover(tavern, slot, answer, now);
    } else {
        table_stored(slot->table, answer, now);
        slot_touch(tavern, slot, now);
    }
}

/* Time. */

static void due_found(struct tavern *tavern, struct store_task *task,
                      const struct store_answer *answer, int64_t now) {
    bool is_more = false;
    (void)task;
    tavern->polls = false;
    for (int i = 0; answer->result == STORE_DONE && i < answer->entry_count; i++) {
        if (slot_find(tavern, answer->entries[i].table))
            continue;
        is_more = tavern->loading >= LOADING_MAX;
        if (is_more)
            break;
        claim(tavern, slot_new(tavern, answer->entries[i].table, SLOT_CLAIMED));
    }
    tavern->poll_at = now + (is_more ? POLL_SOON : POLL_EVERY);
}

static void poll(struct tavern *tavern, int64_t now) {
    struct store_request request = {
        .does = STORE_LIST,
        .list = {.list = STORE_DUE,
                 .states = 1u << STORE_OPEN | 1u << STORE_PLAYING | 1u << STORE_OVER,
                 .until = now + POLL_AHEAD}};
    tavern->polls = true;
    store_task_send(tavern, &request, due_found);
}

static void swept(struct tavern *tavern, struct store_task *task, const struct store_answer *answer,
                  int64_t now) {
    (void)task;
    if (answer->result == STORE_DONE && answer->count >= STORE_SWEEP_MAX)
        tavern->sweep_at = now;
}

static void sweep(struct tavern *tavern, int64_t now) {
    struct store_request request = {
        .does = STORE_SWEEP, .sweep = {.ended_before = now - tavern->plan.keep_ms, .at = now}};
    tavern->sweep_at = now + SWEEP_EVERY;
    store_task_send(tavern, &request, swept);
}

/* Creates a rematch if that failed before, because of the disk or a crash; or announces one that
 * exists, once the table can be written. False: there is nothing to do. */
static bool follow_wish(struct tavern *tavern, struct slot *slot, int64_t now) {
    if (!table_wants_again(slot->table))
        return false;
    if (slot->next[0]) {
        table_next(slot->table, slot->next, now);
        slot_touch(tavern, slot, now);
    } else {
        tables_again(tavern, slot->table);
    }
    return true;
}

/* Unloads idle tables, hibernates inactive ones, creates missing rematches. */
static void clean_up(struct tavern *tavern, int64_t now) {
    struct slot *slot;
    for (size_t at = 0; (slot = map_next(&tavern->slots, &at));) {
        if (slot->state != SLOT_LOADED || slot->is_recovering || slot->makes_again ||
            follow_wish(tavern, slot, now))
            continue;
        if (table_is_idle(slot->table, now)) {
            slot_drop(tavern, slot);
            at--;
        } else if (table_may_hibernate(slot->table, now)) {
            slot_hibernate(tavern, slot);
        }
    }
    tables_set_aside(tavern);
    if (now >= tavern->trim_at) { /* returns the memory of tables and streams to the system */
        malloc_trim(0);
        tavern->trim_at = now + TRIM_EVERY;
    }
    tavern->unload_at = now + UNLOAD_EVERY;
}

void tables_tick(struct tavern *tavern, int64_t now) {
    struct slot *slot;
    for (int left = tavern->deadlines.count;
         left > 0 && (slot = deadlines_first(&tavern->deadlines)) && slot->due <= now; left--) {
        if (slot->state == SLOT_HIBERNATING) {
            slot_wake(tavern, slot);
            continue;
        }
        if (!table_is_lost(slot->table))
            table_tick(slot->table, now);
        slot_touch(tavern, slot, now);
    }
    if (now >= tavern->poll_at && !tavern->polls)
        poll(tavern, now);
    if (now >= tavern->unload_at)
        clean_up(tavern, now);
    if (now >= tavern->sweep_at)
        sweep(tavern, now);
}

int64_t tables_due(const struct tavern *tavern) {
    const struct slot *slot = deadlines_first(&tavern->deadlines);
    int64_t due = tavern->sweep_at < tavern->unload_at ? tavern->sweep_at : tavern->unload_at;
    if (!tavern->polls && tavern->poll_at < due)
        due = tavern->poll_at;
    return slot && slot->due < due ? slot->due : due;
}

/* Renaming, rematches. */

void tables_rename(struct tavern *tavern, const char *person, const char *name, int64_t now) {
    struct slot *slot;
    for (size_t at = 0; (slot = map_next(&tavern->slots, &at));) {
        if (slot->hibernation && hibernation_knows(slot->hibernation, person))
            slot_wake(tavern, slot); /* the store already has the new name */
        if (slot->state != SLOT_LOADED)
            continue;
        table_rename(slot->table, person, name, now);
        slot_touch(tavern, slot, now);
    }
}

static void made_again(struct tavern *tavern, struct store_task *task,
                       const struct store_answer *answer, int64_t now) {
    struct slot *slot = slot_find(tavern, task->name);
    if (!slot || slot->state != SLOT_LOADED)
        return;
    slot->makes_again = false;
    if (answer->result == STORE_TAKEN) {
        tables_again(tavern, slot->table);
    } else if (answer->result == STORE_DONE) {
        strcpy(slot->next, answer->claim.table);
        table_next(slot->table, slot->next, now); /* does nothing if the table is lost */
        slot_touch(tavern, slot, now);
        lobby_changed(tavern, NULL);
    }
}

void tables_again(void *context, struct table *table) {
    struct tavern *tavern = context;
    struct store_task *task = store_task_new(tavern, STORE_MAKE, made_again);
    char id[TABLE_ID + 1], code[CODE_LENGTH + 1];
    struct fault fault;
    strcpy(task->name, table_id(table));
    bool is_made =
        table_make(&tavern->world, NULL, table, NULL, task->tag, tavern->now, id, code, &fault);
    slot_find(tavern, table_id(table))->makes_again = is_made;
    if (!is_made)
        store_task_cancel(tavern, task);
}

/* Tables that crashed the process. */

/* A failed write is retried, because the next start may not know about the quarantine otherwise. */
static void marked(struct tavern *tavern, struct store_task *task,
                   const struct store_answer *answer, int64_t now) {
    struct slot *slot = slot_find(tavern, task->name);
    (void)now;
    if (slot)
        slot->is_mark_due = answer->result == STORE_FAILED || answer->result == STORE_CONFLICT;
}

static void mark(struct tavern *tavern, struct store_task *task, const struct store_answer *answer,
                 int64_t now) {
    if (answer->result != STORE_DONE || answer->entries[0].state >= STORE_CLOSED) {
        marked(tavern, task, answer, now);
        return;
    }
    struct store_row row = {.kind = "aside",
                            .at = now,
                            .body = task->action,
                            .body_size = task->action ? strlen(task->action) : 0};
    struct store_request request = {.does = STORE_APPEND,
                                    .claim = answer->claim,
                                    .rows = &row,
                                    .row_count = 1,
                                    .has_entry = true,
                                    .entry = answer->entries[0]};
    request.entry.state = STORE_ASIDE;
    request.entry.deadline = 0;
    strcpy(store_task_send(tavern, &request, marked)->name, task->name);
}

void tables_set_aside(struct tavern *tavern) {
    const char *id, *action;
    for (int n = 0; tavern->plan.guard && (id = guard_aside(tavern->plan.guard, n, &action)); n++) {
        struct slot *slot = slot_find(tavern, id);
        if (!slot) {
            slot = slot_new(tavern, id, SLOT_BROKEN);
            slot->is_aside = slot->is_mark_due = true;
            report_word(tavern->plan.reporter, REPORT_ERROR, "table_aside", "table", id);
        }
        if (!slot->is_mark_due)
            continue;
        slot->is_mark_due = false;
        struct store_request request = {.does = STORE_CLAIM, .table = id};
        struct store_task *task = store_task_send(tavern, &request, mark);
        strcpy(task->name, id);
        task->action = action;
    }
}
