/* presence.c: connections of a table, presence of people, and what happens when nobody is there.
 *
 * A person is here while one of his connections watches, away 10 s and gone 60 s after the last one
 * ended. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

struct connection *connection_find(struct table *table, struct route route) {
    for (int i = 0; i < table->connection_count; i++)
        if (route_equals(table->connections[i].route, route))
            return &table->connections[i];
    return NULL;
}

int watchers_count(const struct connection *connections, int count) {
    int watchers = 0;
    for (int i = 0; i < count; i++)
        watchers += !viewer_is_seat(connections[i].coming);
    return watchers;
}

static bool is_connected(const struct table *table, const char *person) {
    for (int i = 0; i < table->connection_count; i++)
        if (strcmp(table->connections[i].person, person) == 0)
            return true;
    return false;
}

bool person_has_code(const struct table *table, const char *person) {
    for (int i = 0; i < table->connection_count; i++)
        if (table->connections[i].has_code && strcmp(table->connections[i].person, person) == 0)
            return true;
    return false;
}

bool viewer_is_looked_at(const struct table *table, enum viewer viewer) {
    for (int i = 0; i < table->connection_count; i++)
        if (table->connections[i].coming == viewer)
            return true;
    return false;
}

static void attend(struct table *table, struct attendance *attendance, const char *person,
                   int64_t now) {
    if (strcmp(attendance->person, person) != 0) {
        *attendance = (struct attendance){.left = now};
        strcpy(attendance->person, person);
    }
    if (*person && is_connected(table, person)) {
        table->info_changed |= attendance->here != HERE_YES;
        attendance->here = HERE_YES;
        attendance->left = 0;
    } else if (!attendance->left) {
        attendance->left = now;
    }
}

/* Updates presence after changes of connections and seats. */
void presence_sync(struct table *table, int64_t now) {
    for (int seat = 0; seat < SEATS_MAX; seat++)
        attend(table, &table->seats[seat], table->model.places[seat].person, now);
    attend(table, &table->owner, table->model.owner, now);
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        struct viewing *viewing = &table->viewings[viewer];
        bool is_looked = viewer_is_looked_at(table, (enum viewer)viewer);
        viewing->empty_since = is_looked ? 0 : viewing->empty_since ? viewing->empty_since : now;
    }
    table->was_watched |= table->connection_count > 0;
    if (table->connection_count > 0)
        table->unwatched_since = 0;
    else if (!table->unwatched_since)
        table->unwatched_since = now;
}

bool connection_moves(const struct connection *connection, const char *person, enum viewer to) {
    return strcmp(connection->person, person) == 0 &&
           (!connection->is_television || to == VIEWER_WATCHER);
}

void connection_detach(struct table *table, int index, int64_t now) {
    memmove(&table->connections[index], &table->connections[index + 1],
            (size_t)(--table->connection_count - index) * sizeof *table->connections);
    table->info_changed = true;
    presence_sync(table, now);
}

static void add(struct table *table, const struct connection *connection) {
    if (table->connection_count == table->connection_room) {
        table->connection_room = table->connection_room ? 2 * table->connection_room : 4;
        table->connections = must_realloc(table->connections, (size_t)table->connection_room *
                                                                  sizeof *table->connections);
    }
    struct connection *added = &table->connections[table->connection_count++];
    *added = *connection;
    added->is_new = true;
}

void connection_expect(struct table *table, const struct connection *connection, int64_t now) {
    struct connection *known = connection_find(table, connection->route);
    if (known) {
        known->coming = connection->coming;
        known->is_television = connection->is_television;
        known->has_code |= connection->has_code;
    } else {
        add(table, connection);
    }
    table->info_changed = true;
    presence_sync(table, now);
}

void table_unwatch(struct table *table, struct route route, int64_t now) {
    struct connection *known = connection_find(table, route);
    if (known)
        connection_detach(table, (int)(known - table->connections), now);
    if (table->play && table->play->has_hand_route && route_equals(table->play->hand_route, route))
        table->play->has_hand_route = false;
}

/* Time. */

enum here here_after(int64_t ms) {
    return ms >= GONE_MS ? HERE_GONE : ms >= AWAY_MS ? HERE_AWAY : HERE_YES;
}

static void grow_apart(struct table *table, struct attendance *attendance, int64_t now) {
    if (!attendance->left || !attendance->person[0])
        return;
    enum here here = here_after(now - attendance->left);
    if (here <= attendance->here)
        return;
    attendance->here = here;
    table->info_changed = true;
}

/* If the owner is gone: the first seat whose person is here; -1: none. */
static int next_owner(const struct table *table) {
    if (table->owner.here != HERE_GONE || table->model.state > STORE_PLAYING)
        return -1;
    for (int seat = 0; seat < table->model.settings.seats; seat++)
        if (table->model.places[seat].person[0] && !table->seats[seat].left)
            return seat;
    return -1;
}

static void pass_on(struct table *table, int64_t now) {
    int seat = next_owner(table);
    if (seat < 0)
        return;
    journal_write(table, "owner", "", NULL, table->model.places[seat].person, now);
    presence_sync(table, now);
}

/* An open table is closed a day after its last row, which the index knows. If somebody watched
 * until long after it, another row records when he left. */
static bool is_leaving_due(const struct table *table) {
    return table->model.state == STORE_OPEN && table->was_watched && table->unwatched_since &&
           table->unwatched_since - table->model.last_at >= LOOKED_MS;
}

void presence_tick(struct table *table, int64_t now) {
    for (int seat = 0; seat < table->model.settings.seats; seat++)
        grow_apart(table, &table->seats[seat], now);
    grow_apart(table, &table->owner, now);
    pass_on(table, now);
    if (is_leaving_due(table))
        journal_write(table, "restart", "", NULL, "", now);
    if (table->model.state == STORE_OPEN && table->unwatched_since &&
        now - table->unwatched_since >= UNWATCHED_MS)
        journal_write(table, "close", "", NULL, "", now);
}

static int64_t attendance_due(const struct attendance *attendance) {
    if (!attendance->left || !attendance->person[0] || attendance->here == HERE_GONE)
        return 0;
    return attendance->left + (attendance->here == HERE_YES ? AWAY_MS : GONE_MS);
}

int64_t presence_due(const struct table *table) {
    bool is_due = next_owner(table) >= 0 || is_leaving_due(table);
    int64_t due = is_due ? 1 : 0; /* at once */
    for (int seat = 0; seat < table->model.settings.seats; seat++)
        sooner(&due, attendance_due(&table->seats[seat]));
    sooner(&due, attendance_due(&table->owner));
    if (table->model.state == STORE_OPEN && table->unwatched_since)
        sooner(&due, table->unwatched_since + UNWATCHED_MS);
    return due;
}
