/* letter.c: messages on their way to the connections of a viewer: numbered ones, films and
 * frames, at once or later.
 *
 * Watchers may be set to see everything some time later. Then each letter has the state
 * that it leads to, so that who comes meanwhile sees no more than the others do. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

enum { BINARY_HEAD = 8, KIND_FILM = 1 };

void letter_free(struct letter *letter) {
    text_free(&letter->bytes);
    text_free(&letter->tail);
    packed_free(&letter->film);
    free(letter);
}

static void post(struct table *table, enum viewer viewer, struct letter *letter) {
    struct item *item = parcel_add(table, ITEM_LETTER);
    item->viewer = viewer;
    item->letter = letter;
}

void viewing_post(struct table *table, enum viewer viewer, struct text *bytes, int64_t now) {
    struct viewing *viewing = &table->viewings[viewer];
    struct letter *letter = must_alloc(sizeof *letter);
    (void)now;
    letter->bytes = *bytes;
    *bytes = (struct text){0};
    viewing->planned++;
    if (viewing->is_late)
        viewing_put_tail(table, viewer, &letter->tail);
    post(table, viewer, letter);
}

/* All viewers share its bytes. Also who does not look now may come back for it. */
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
        struct letter *letter = must_alloc(sizeof *letter);
        letter->film = packed_share(&film);
        post(table, (enum viewer)viewer, letter);
    }
    packed_free(&film);
    text_free(&message);
}

/* A slow viewer misses frames up to the next key frame. */
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

static void send_letter(struct table *table, enum viewer viewer, struct letter *letter) {
    const struct outlet *out = table->world.out;
    bool is_film = letter->film.pack;
    if (is_film)
        packed_put(&letter->film, &letter->bytes);
    for (int i = 0; i < table->connection_count; i++) {
        struct connection *connection = &table->connections[i];
        bool is_between = connection->is_new || connection->coming != connection->viewer;
        if (connection->viewer != viewer || is_between || (is_film && !connection->wants_films) ||
            (letter->is_frames && !takes_frames(table, connection, letter->is_key)))
            continue;
        out->send(out->context, connection->route, is_film || letter->is_frames,
                  text_string(&letter->bytes), letter->bytes.length);
    }
}

/* Messages that go out together are kept together. */
static struct pack *open_pack(struct table *table, size_t size) {
    if (table->pack && !pack_has_room(table->pack, size))
        letters_pack(table);
    if (!table->pack)
        table->pack = pack_new();
    return table->pack;
}

void letters_pack(struct table *table) {
    pack_close(table->pack);
    table->pack = NULL;
}

/* What has gone out up to now; lists say the same. */
static void take_tail(struct table *table, enum viewer viewer, struct letter *letter) {
    struct viewing *viewing = &table->viewings[viewer];
    struct text before = viewing->tail;
    struct slice was, is;
    viewing->tail = letter->tail;
    letter->tail = before;
    bool is_other =
        tail_info(&before, &was) && tail_info(&viewing->tail, &is) && !slice_equals(was, is);
    if (is_other && viewer == VIEWER_WATCHER && table->world.changed)
        table->world.changed(table->world.context, table);
}

/* The letter has come to its time. */
static void letter_go(struct table *table, enum viewer viewer, struct letter *letter, int64_t now) {
    struct viewing *viewing = &table->viewings[viewer];
    bool has_begun = viewing->stream.name[0];
    bool is_numbered = !letter->film.pack && !letter->is_frames && !letter->is_state;
    if (letter->tail.length)
        take_tail(table, viewer, letter);
    if (letter->is_state)
        viewing_put_late_state(table, viewer, &letter->bytes);
    if (letter->film.pack && has_begun)
        stream_film(&viewing->stream, &letter->film);
    if (is_numbered && has_begun)
        stream_add(&viewing->stream, open_pack(table, letter->bytes.length), letter->bytes.data,
                   letter->bytes.length, now);
    send_letter(table, viewer, letter);
    letter_free(letter);
}

static void queue(struct viewing *viewing, struct letter *letter, int64_t due) {
    letter->due = due;
    if (viewing->last && viewing->last->due > due)
        letter->due = viewing->last->due; /* they never change places */
    if (viewing->last)
        viewing->last->next = letter;
    else
        viewing->first = letter;
    viewing->last = letter;
}

void viewing_deliver(struct table *table, enum viewer viewer, struct letter *letter, int64_t now) {
    struct viewing *viewing = &table->viewings[viewer];
    if (viewing->is_late)
        queue(viewing, letter, now + table->book.settings.watch.delay);
    else
        letter_go(table, viewer, letter, now);
}

void letters_send_due(struct table *table, int64_t now) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        struct viewing *viewing = &table->viewings[viewer];
        while (viewing->first && viewing->first->due <= now) {
            struct letter *letter = viewing->first;
            viewing->first = letter->next;
            if (!viewing->first)
                viewing->last = NULL;
            letter_go(table, (enum viewer)viewer, letter, now);
        }
    }
    letters_pack(table);
}

/* Frames are about nothing that waits for the disk: a session begins when all is there. */
void viewings_frames(struct table *table, const char *bytes, size_t size, bool is_key,
                     int64_t now) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        if (!viewer_is_looked_at(table, (enum viewer)viewer))
            continue;
        struct letter *letter = must_alloc(sizeof *letter);
        letter->is_frames = true;
        letter->is_key = is_key;
        text_put_bytes(&letter->bytes, bytes, size);
        viewing_deliver(table, (enum viewer)viewer, letter, now);
    }
}

void viewings_delay(struct table *table, struct text *tails, int64_t until, int64_t now) {
    if (table->book.settings.watch.delay == 0)
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
        struct letter *present = must_alloc(sizeof *present);
        present->is_state = true;
        viewing_put_tail(table, (enum viewer)viewer, &present->tail);
        queue(viewing, present, until);
    }
}
