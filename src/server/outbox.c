/* outbox.c: the queue of outgoing messages of a table, each behind the rows that it depends on.
 *
 * A batch belongs to one append and is delivered when that is on disk; a batch without rows is
 * delivered after all earlier ones. Invariant: messages are delivered in the order in which they
 * were rendered, so the numbers of streams are consistent. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

void send_text(struct table *table, struct route route, const struct text *bytes) {
    const struct outlet *out = table->world.out;
    out->send(out->context, route, false, text_string(bytes), bytes->length);
}

/* Pending requests. */

struct pending *pending_find(struct table *table, const char *device, int64_t n) {
    struct pending *at = table->pending;
    while (at && (at->n != n || strcmp(at->device, device) != 0))
        at = at->next;
    return at;
}

struct pending *pending_new(struct table *table, const struct asker *asker,
                            const struct wire *wire) {
    struct pending *pending = must_alloc(sizeof *pending);
    must(strlen(asker->device) <= REF_MAX);
    strcpy(pending->device, asker->device);
    pending->n = wire->n;
    pending->route = asker->route;
    pending->type = wire->type;
    pending->next = table->pending;
    table->pending = pending;
    return pending;
}

void pending_drop(struct table *table, struct pending *pending) {
    struct pending **at = &table->pending;
    while (*at != pending)
        at = &(*at)->next;
    *at = pending->next;
    free(pending);
}

static void put_fault(const struct pending *pending, enum wire_code code, const struct message *why,
                      struct text *out) {
    struct fault fault = {.code = code, .has_n = true, .n = pending->n, .why = *why};
    fault_put_message(&fault, out);
}

void pending_refuse(struct table *table, struct pending *pending, enum wire_code code,
                    const struct message *why) {
    struct text text = {0};
    put_fault(pending, code, why, &text);
    outbox_reply(table, pending->route, &text);
    pending_drop(table, pending);
}

void pending_fail(struct table *table, struct pending *pending, enum wire_code code,
                  const struct message *why) {
    struct text text = {0};
    put_fault(pending, code, why, &text);
    send_text(table, pending->route, &text);
    text_free(&text);
    pending_drop(table, pending);
}

/* Items. */

struct item *outbox_add(struct table *table, enum item_kind kind) {
    struct item *item = must_alloc(sizeof *item);
    struct batch *batch = table->open;
    item->kind = kind;
    if (batch->last)
        batch->last->next = item;
    else
        batch->first = item;
    batch->last = item;
    return item;
}

void outbox_answer(struct table *table, struct pending *pending) {
    outbox_add(table, ITEM_ANSWER)->pending = pending;
}

void outbox_reply(struct table *table, struct route route, struct text *bytes) {
    struct item *item = outbox_add(table, ITEM_REPLY);
    item->connection.route = route;
    item->bytes = *bytes;
    *bytes = (struct text){0};
}

static void item_free(struct item *item) {
    text_free(&item->bytes);
    if (item->update)
        update_free(item->update);
    free(item);
}

static void deliver_answer(struct table *table, struct pending *pending) {
    struct text text = {0};
    done_open(pending->n, &text);
    js_close(&text, '}');
    send_text(table, pending->route, &text);
    text_free(&text);
    pending_drop(table, pending);
}

struct resending {
    struct table *table;
    struct route route;
    bool wants_films;
};

/* Films are skipped if the send queue is too full. Who may see the table without its code can get
 * them over HTTP. */
static void resend(void *context, bool is_film, const char *bytes, size_t size) {
    struct resending *at = context;
    const struct outlet *out = at->table->world.out;
    size_t unsent = is_film && out->unsent ? out->unsent(out->context, at->route) : 0;
    if (is_film && (!at->wants_films || unsent + size > FILMS_UNSENT))
        return;
    out->send(out->context, at->route, is_film, bytes, size);
}

static void send_done(struct table *table, struct route route, int64_t n, bool resumed) {
    struct text text = {0};
    done_open(n, &text);
    js_put_bool(&text, "resumed", resumed);
    js_close(&text, '}');
    send_text(table, route, &text);
    text_free(&text);
}

/* A delayed watcher gets the state as sent so far; others the one rendered at their request. */
static void send_state(struct table *table, const struct item *item, struct route route) {
    struct viewing *viewing = &table->viewings[item->viewer];
    if (!viewing->is_late) {
        send_text(table, route, &item->bytes);
        return;
    }
    struct text text = {0};
    viewing_put_late_state(table, item->viewer, &text);
    send_text(table, route, &text);
    text_free(&text);
}

static void connection_become(struct connection *connection, enum viewer viewer) {
    connection->viewer = viewer;
    connection->is_new = false;
    connection->needs_key = true;
}

static void deliver_watch(struct table *table, struct item *item) {
    struct viewing *viewing = &table->viewings[item->viewer];
    struct resending at = {table, item->connection.route, item->connection.wants_films};
    bool resumes =
        item->stream[0] && stream_resume(&viewing->stream, item->stream, item->s, NULL, NULL);
    viewing->awaited--;
    send_done(table, at.route, item->n, resumes);
    if (resumes)
        must(stream_resume(&viewing->stream, item->stream, item->s, resend, &at));
    else
        send_state(table, item, at.route);
    struct connection *connection = connection_find(table, at.route);
    if (connection) /* it may have ended meanwhile */
        connection_become(connection, item->viewer);
}

/* Moves all connections that follow their person to another viewer. */
static void deliver_move(struct table *table, struct item *item) {
    for (int i = 0; i < table->connection_count; i++) {
        struct connection *connection = &table->connections[i];
        if (!connection_moves(connection, item->person, item->viewer) || connection->is_new ||
            connection->viewer == item->viewer)
            continue;
        connection_become(connection, item->viewer);
        send_state(table, item, connection->route);
    }
}

/* Whether ITEM_AWAY removes this connection. Person "": all who neither have a seat nor own the
 * table. */
static bool is_to_go(const struct table *table, const struct connection *connection,
                     const char *person) {
    if (viewer_is_seat(connection->viewer))
        return false;
    if (*person)
        return strcmp(connection->person, person) == 0;
    return strcmp(connection->person, table->model.owner) != 0 &&
           model_seat_of(&table->model, connection->person) < 0;
}

static void deliver_away(struct table *table, struct item *item, int64_t now) {
    for (int i = table->connection_count - 1; i >= 0; i--)
        if (is_to_go(table, &table->connections[i], item->person)) {
            send_text(table, table->connections[i].route, &item->bytes);
            connection_detach(table, i, now);
        }
}

static void deliver_item(struct table *table, struct item *item, int64_t now) {
    struct update *update = item->update;
    switch (item->kind) {
    case ITEM_ANSWER:
        deliver_answer(table, item->pending);
        break;
    case ITEM_REPLY:
        send_text(table, item->connection.route, &item->bytes);
        break;
    case ITEM_UPDATE:
        item->update = NULL;
        viewing_deliver(table, item->viewer, update, now);
        break;
    case ITEM_WATCH:
        deliver_watch(table, item);
        break;
    case ITEM_MOVE:
        deliver_move(table, item);
        break;
    case ITEM_AWAY:
        deliver_away(table, item, now);
        break;
    case ITEM_CHANGED:
        if (table->world.changed)
            table->world.changed(table->world.context, table);
        break;
    case ITEM_AGAIN:
        if (table->world.again)
            table->world.again(table->world.context, table);
        break;
    case ITEM_TALLY:
        if (table->world.tally) {
            table->world.tally->actions += item->actions;
            table->world.tally->entries += item->entries;
        }
        break;
    }
}

static void batch_free(struct batch *batch) {
    for (struct item *item = batch->first, *next; item; item = next) {
        next = item->next;
        item_free(item);
    }
    for (int i = 0; i < batch->row_count; i++) {
        text_free(&batch->rows[i].words);
        text_free(&batch->rows[i].body);
    }
    text_free(&batch->film_bytes);
    free(batch->rows);
    free(batch);
}

/* The tavern may call back into the table, which then adds items to the open batch. */
void outbox_deliver(struct table *table, int64_t now) {
    while (table->first && !table->first->is_sent) {
        struct batch *batch = table->first;
        table->first = batch->next;
        if (!table->first)
            table->last = NULL;
        for (struct item *item = batch->first; item; item = item->next)
            deliver_item(table, item, now);
        batch_free(batch);
    }
    updates_pack(table);
}

/* True if a remaining batch answers a `watch` of this connection. */
static bool is_expected(const struct table *table, struct route route) {
    for (const struct batch *batch = table->first; batch; batch = batch->next)
        for (const struct item *item = batch->first; item; item = item->next)
            if (item->kind == ITEM_WATCH && route_equals(item->connection.route, route))
                return true;
    return false;
}

/* Cancels requested changes of viewers, and drops connections whose `watch` was not answered. */
static void connections_stay(struct table *table, int64_t now) {
    for (int i = table->connection_count - 1; i >= 0; i--) {
        struct connection *connection = &table->connections[i];
        if (is_expected(table, connection->route))
            continue;
        if (connection->is_new)
            connection_detach(table, i, now);
        else
            connection->coming = connection->viewer;
    }
}

/* Answers requests without rows: `watch` fails, replies are sent anyway. */
static void refuse_item(struct table *table, const struct item *item) {
    struct text text = {0};
    struct fault fault = {.has_n = true, .n = item->n};
    if (item->kind == ITEM_WATCH) {
        fault_set(&fault, CODE_STORE, "table.store", NULL);
        fault_put_message(&fault, &text);
        send_text(table, item->connection.route, &text);
    } else if (item->kind == ITEM_REPLY) {
        send_text(table, item->connection.route, &item->bytes);
    }
    text_free(&text);
}

/* Removes this batch and all later ones from the list. */
static void cut_off(struct table *table, struct batch *from) {
    struct batch *last = NULL, *at = table->first;
    while (at != from) {
        last = at;
        at = at->next;
    }
    *(last ? &last->next : &table->first) = NULL;
    table->last = last;
}

/* True if a remaining batch answers it. */
static bool is_answered(const struct table *table, const struct pending *pending) {
    for (const struct batch *batch = table->first; batch; batch = batch->next)
        for (const struct item *item = batch->first; item; item = item->next)
            if (item->kind == ITEM_ANSWER && item->pending == pending)
                return true;
    return false;
}

static void refuse_pending(struct table *table) {
    struct message why;
    message_start(&why, "table.store");
    for (struct pending *pending = table->pending, *next; pending; pending = next) {
        next = pending->next;
        if (!is_answered(table, pending))
            pending_fail(table, pending, CODE_STORE, &why);
    }
}

void outbox_drop(struct table *table, struct batch *from, int64_t now) {
    cut_off(table, from);
    for (struct batch *batch = from, *next; batch; batch = next) {
        next = batch->next;
        for (struct item *item = batch->first; item; item = item->next)
            refuse_item(table, item);
        batch_free(batch);
    }
    for (struct item *item = table->open->first; item; item = item->next)
        refuse_item(table, item);
    batch_free(table->open);
    table->open = must_alloc(sizeof *table->open);
    for (int seat = 0; table->play && seat < SEATS_MAX; seat++)
        table->play->acts[seat].pending = NULL;
    refuse_pending(table);
    connections_stay(table, now);
}

/* Frees everything without sending. */
void outbox_free(struct table *table) {
    for (struct batch *batch = table->first, *next; batch; batch = next) {
        next = batch->next;
        batch_free(batch);
    }
    batch_free(table->open);
    while (table->pending)
        pending_drop(table, table->pending);
}
