/* update.c: sends updates to the connections of a viewer: numbered messages, films and frames.
 *
 * With watch.delay, updates to watchers are delayed. Each then carries the state that it leads to,
 * so that a new watcher sees no more than the others. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

enum { BINARY_HEAD = 8, KIND_FILM = 1 };

void update_free(struct update *update) {
    text_free(&update->bytes);
    text_free(&update->tail);
    packed_free(&update->film);
    free(update);
}

static void post(struct table *table, enum viewer viewer, struct update *update) {
    struct item *item = outbox_add(table, ITEM_UPDATE);
    item->viewer = viewer;
    item->update = update;
}

void viewing_post(struct table *table, enum viewer viewer, struct text *bytes, int64_t now) {
    struct viewing *viewing = &table->viewings[viewer];
    struct update *update = must_alloc(sizeof *update);
    (void)now;
    update->bytes = *bytes;
    *bytes = (struct text){0};
    viewing->planned++;
    if (viewing->is_late)
        viewing_put_tail(table, viewer, &update->tail);
    post(table, viewer, update);
}

/* All viewers share the bytes. It is also kept for viewers without connections, who may resume. */
void viewings_film(struct table *table, uint32_t number, const void *bytes, size_t size,
                   int64_t now) {
    char head[BINARY_HEAD] = {KIND_FILM};
    struct text message = {0};
    struct pack *pack = pack_new();
    (void)now;
    for (int i = 0; i < 4; i++)
        head[4 + i] = (char)(number >> 8 * i & 0xff);
    text_put_bytes(&message, head, sizeof head);
    text_put_bytes(&message, bytes, size);
    struct packed film = pack_add(pack, message.data, message.length);
    pack_close(pack);
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (!table->viewings[viewer].stream.name[0])
            continue;
        struct update *update = must_alloc(sizeof *update);
        update->film = packed_share(&film);
        post(table, (enum viewer)viewer, update);
    }
    packed_free(&film);
    text_free(&message);
}

/* A slow client skips frames until the next key frame. */
static bool takes_frames(const struct table *table, struct connection *connection, bool is_key) {
    const struct outlet *out = table->world.out;
    if (out->unsent && out->unsent(out->context, connection->route) > FRAMES_UNSENT) {
        connection->needs_key = true;
        return false;
    }
    if (connection->needs_key && !is_key)
        return false;
    connection->needs_key = false;
    return true;
}

static void send_update(struct table *table, enum viewer viewer, struct update *update) {
    const struct outlet *out = table->world.out;
    bool is_film = update->film.pack;
    if (is_film)
        packed_put(&update->film, &update->bytes);
    for (int i = 0; i < table->connection_count; i++) {
        struct connection *connection = &table->connections[i];
        bool is_between = connection->is_new || connection->coming != connection->viewer;
        if (connection->viewer != viewer || is_between || (is_film && !connection->wants_films) ||
            (update->is_frames && !takes_frames(table, connection, update->is_key)))
            continue;
        out->send(out->context, connection->route, is_film || update->is_frames,
                  text_string(&update->bytes), update->bytes.length);
    }
}

/* Messages that are sent together share a pack. */
static struct pack *open_pack(struct table *table, size_t size) {
    if (table->pack && !pack_has_room(table->pack, size))
        updates_pack(table);
    if (!table->pack)
        table->pack = pack_new();
    return table->pack;
}

void updates_pack(struct table *table) {
    pack_close(table->pack);
    table->pack = NULL;
}

/* Updates the state as sent so far. Lists show the same state. */
static void take_tail(struct table *table, enum viewer viewer, struct update *update) {
    struct viewing *viewing = &table->viewings[viewer];
    struct text before = viewing->tail;
    struct slice was, is;
    viewing->tail = update->tail;
    update->tail = before;
    bool is_other =
        tail_info(&before, &was) && tail_info(&viewing->tail, &is) && !slice_equals(was, is);
    if (is_other && viewer == VIEWER_WATCHER && table->world.changed)
        table->world.changed(table->world.context, table);
}

/* Sends an update whose delay is over. */
static void update_go(struct table *table, enum viewer viewer, struct update *update, int64_t now) {
    struct viewing *viewing = &table->viewings[viewer];
    bool has_begun = viewing->stream.name[0];
    bool is_numbered = !update->film.pack && !update->is_frames && !update->is_state;
    if (update->tail.length)
        take_tail(table, viewer, update);
    if (update->is_state)
        viewing_put_late_state(table, viewer, &update->bytes);
    if (update->film.pack && has_begun)
        stream_film(&viewing->stream, &update->film);
    if (is_numbered && has_begun)
        stream_add(&viewing->stream, open_pack(table, update->bytes.length), update->bytes.data,
                   update->bytes.length, now);
    send_update(table, viewer, update);
    update_free(update);
}

static void queue(struct viewing *viewing, struct update *update, int64_t due) {
    update->due = due;
    if (viewing->last && viewing->last->due > due)
        update->due = viewing->last->due; /* keeps the order */
    if (viewing->last)
        viewing->last->next = update;
    else
        viewing->first = update;
    viewing->last = update;
}

void viewing_deliver(struct table *table, enum viewer viewer, struct update *update, int64_t now) {
    struct viewing *viewing = &table->viewings[viewer];
    if (viewing->is_late)
        queue(viewing, update, now + table->model.settings.watch.delay);
    else
        update_go(table, viewer, update, now);
}

void updates_send_due(struct table *table, int64_t now) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        struct viewing *viewing = &table->viewings[viewer];
        while (viewing->first && viewing->first->due <= now) {
            struct update *update = viewing->first;
            viewing->first = update->next;
            if (!viewing->first)
                viewing->last = NULL;
            update_go(table, (enum viewer)viewer, update, now);
        }
    }
    updates_pack(table);
}

/* Frames need not wait for the disk: a session starts when all previous rows are on it. */
void viewings_frames(struct table *table, const char *bytes, size_t size, bool is_key,
                     int64_t now) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (!viewer_is_looked_at(table, (enum viewer)viewer))
            continue;
        struct update *update = must_alloc(sizeof *update);
        update->is_frames = true;
        update->is_key = is_key;
        text_put_bytes(&update->bytes, bytes, size);
        viewing_deliver(table, (enum viewer)viewer, update, now);
    }
}

void viewings_delay(struct table *table, struct text *tails, int64_t until, int64_t now) {
    if (table->model.settings.watch.delay == 0)
        return;
    for (int viewer = VIEWER_WATCHER; viewer < VIEWERS; viewer++) {
        struct viewing *viewing = &table->viewings[viewer];
        viewing_begin(table, (enum viewer)viewer, now);
        viewing->is_late = true;
        text_clear(&viewing->tail);
        if (!tails) {
            viewing_put_tail(table, (enum viewer)viewer, &viewing->tail);
            continue;
        }
        text_put_bytes(&viewing->tail, tails[viewer - VIEWER_WATCHER].data,
                       tails[viewer - VIEWER_WATCHER].length);
        struct update *present = must_alloc(sizeof *present);
        present->is_state = true;
        viewing_put_tail(table, (enum viewer)viewer, &present->tail);
        queue(viewing, present, until);
    }
}
