/* hibernation.c: unloads inactive tables that still have viewers, to save memory.
 *
 * Only connections, presence and the positions of streams are kept. The table is loaded from its
 * journal on the next request, when a viewer leaves, or at its deadline. All texts are then
 * rendered again. Since the next step is a difference to them, they must equal those that were
 * sent: this is checked by a hash for each viewer, who gets a new `state` if they differ. If only
 * the clock differs, it is sent with the next step.
 *
 * Invariant: viewers cannot distinguish a hibernating table from a loaded one. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

/* State that depends on the time of day, or on random numbers of the server, could not be rendered
 * again. */
static bool follows_from_the_journal(const struct table *table) {
    const struct play *play = table->play;
    if (table->model.state != STORE_PLAYING)
        return true;
    return play && play->turn.kind == TURN_SEATS && !play->turn.reaction;
}

static bool is_settled(const struct table *table) {
    for (int i = 0; i < table->connection_count; i++)
        if (table->connections[i].is_new ||
            table->connections[i].coming != table->connections[i].viewer)
            return false;
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        const struct viewing *viewing = &table->viewings[viewer];
        if (viewing->is_late || viewing->first || viewing->awaited ||
            viewing->planned != viewing->stream.s)
            return false;
    }
    return true;
}

/* A stream that has messages, or no viewers, has a deadline within a minute, so table_due covers
 * it. */
bool table_may_hibernate(const struct table *table, int64_t now) {
    int64_t due = table_due(table);
    bool is_awake = (due && due <= now + UNLOAD_MS) || now - table->active_at < UNLOAD_MS;
    return table->connection_count > 0 && !is_awake && !table_is_busy(table) && !table->pending &&
           !table->info_changed && follows_from_the_journal(table) && is_settled(table);
}

static uint64_t hash_on(uint64_t hash, const struct text *text) {
    for (size_t i = 0; i <= text->length; i++) /* includes the terminator as a separator */
        hash = (hash ^ (unsigned char)text_string(text)[i]) * 0x100000001b3;
    return hash;
}

static uint64_t hash_shown(const struct viewing *viewing) {
    const struct text *texts[] = {&viewing->shown.view, &viewing->turn, &viewing->prompt,
                                  &viewing->score, &viewing->info};
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hash = hash_on(hash, texts[i]);
    return hash;
}

static uint64_t hash_clock(const struct viewing *viewing) {
    return hash_on(0xcbf29ce484222325, &viewing->clock);
}

static void keep_streams(const struct table *table, struct hibernation *hibernation) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        const struct viewing *viewing = &table->viewings[viewer];
        if (!viewing->stream.name[0])
            continue;
        struct hibernated_stream *kept = &hibernation->streams[hibernation->stream_count++];
        kept->viewer = (enum viewer)viewer;
        strcpy(kept->name, viewing->stream.name);
        kept->s = viewing->stream.s;
        kept->shown = hash_shown(viewing);
        kept->clock = hash_clock(viewing);
    }
}

struct hibernation *table_hibernate(struct table *table) {
    size_t size = (size_t)table->connection_count * sizeof *table->connections;
    struct hibernation *hibernation = must_alloc(sizeof *hibernation + size);
    hibernation->due = table_due(table);
    memcpy(hibernation->seats, table->seats, sizeof hibernation->seats);
    hibernation->owner = table->owner;
    hibernation->connection_count = table->connection_count;
    memcpy(hibernation->connections, table->connections, size);
    keep_streams(table, hibernation);
    table_unload(table);
    return hibernation;
}

void hibernation_free(struct hibernation *hibernation) {
    free(hibernation);
}

int64_t hibernation_due(const struct hibernation *hibernation) {
    return hibernation->has_left ? 1 : hibernation->due;
}

bool hibernation_has(const struct hibernation *hibernation, struct route route) {
    for (int i = 0; i < hibernation->connection_count; i++)
        if (route_equals(hibernation->connections[i].route, route))
            return true;
    return false;
}

void hibernation_leave(struct hibernation *hibernation, struct route route) {
    for (int i = 0; i < hibernation->connection_count; i++)
        if (route_equals(hibernation->connections[i].route, route))
            hibernation->connections[i].has_left = hibernation->has_left = true;
}

bool hibernation_has_stream(const struct hibernation *hibernation, const char *name) {
    for (int i = 0; *name && i < hibernation->stream_count; i++) {
        const struct hibernated_stream *kept = &hibernation->streams[i];
        if (!viewer_is_seat(kept->viewer) && kept->viewer != VIEWER_OWNER &&
            strcmp(kept->name, name) == 0)
            return true;
    }
    return false;
}

bool hibernation_knows(const struct hibernation *hibernation, const char *person) {
    bool is_known = strcmp(hibernation->owner.person, person) == 0;
    for (int seat = 0; seat < SEATS_MAX; seat++)
        is_known |= strcmp(hibernation->seats[seat].person, person) == 0;
    for (int i = 0; i < hibernation->connection_count; i++)
        is_known |= strcmp(hibernation->connections[i].person, person) == 0;
    return is_known;
}

/* Waking. */

void hibernation_take_people(const struct hibernation *hibernation, struct table *table) {
    size_t size = (size_t)hibernation->connection_count * sizeof *table->connections;
    memcpy(table->seats, hibernation->seats, sizeof table->seats);
    table->owner = hibernation->owner;
    table->connections = must_alloc(size);
    memcpy(table->connections, hibernation->connections, size);
    table->connection_count = table->connection_room = hibernation->connection_count;
}

void hibernation_take_streams(const struct hibernation *hibernation, struct table *table,
                              int64_t now) {
    for (int i = 0; i < hibernation->stream_count; i++) {
        const struct hibernated_stream *kept = &hibernation->streams[i];
        struct viewing *viewing = &table->viewings[kept->viewer];
        viewing_continue(table, kept->viewer, kept->name, kept->s);
        if (hash_shown(viewing) != kept->shown)
            viewing_restart(table, kept->viewer, now);
        else if (hash_clock(viewing) != kept->clock)
            text_clear(&viewing->clock);
    }
    for (int i = table->connection_count - 1; i >= 0; i--)
        if (table->connections[i].has_left)
            table_unwatch(table, table->connections[i].route, now);
}
