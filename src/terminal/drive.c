/* drive.c: the terminal as the driver of one host: who moves when, and in which order
 * things are seen, put into words and saved. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>

#include "table.h"

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* Every entry comes through here: it is seen, put into words, saved. What belongs together is saved
 * together, before the person sees any of it. */
static void enter(void *context, const struct host_entry *entry) {
    struct table *table = context;
    table->events->count = 0;
    table->entry = match_length(table->match) - 1;
    if (entry->events)
        *table->events = *entry->events;
    if (*entry->hands)
        table->has_saved_hands = false;
    table_see(table);
    table_tell_events(table);
    if (!table->is_together)
        table_save(table);
}

void table_seat(struct table *table) {
    for (int seat = 0; seat < table->setup.seats; seat++) {
        bool is_person = seat == table->seat;
        host_seat(table->host, seat, is_person ? SITTER_PERSON : SITTER_BOT,
                  is_person ? NULL : table->bots[seat]);
    }
}

void table_host(struct table *table, struct match *match) {
    table->sink = (struct host_sink){enter, table};
    host_free(table->host);
    table->host = match ? host_new(match, &table->sink) : NULL;
    table->match = match;
    table->has_saved_hands = false;
    if (!match)
        return;
    match_set_shelf(match, table->shelf);
    table->setup = *match_setup(match);
    table_seat(table);
}

static const struct budget usual = {0}; /* as each computer player thinks by itself */

static uint16_t awaited(const struct table *table) {
    return table->turn.kind == TURN_SEATS ? table->turn.seats : 0;
}

bool table_interrupt(struct table *table) {
    struct host_wait wait;
    if (table->remote)
        return false;
    for (;;) {
        host_look(table->host, &wait);
        if (wait.next >= 0 && !(awaited(table) >> wait.next & 1))
            return host_move(table->host, wait.next, now());
        if (wait.thinks_next < 0 || awaited(table) >> wait.thinks_next & 1)
            return false;
        host_choose(table->host, wait.thinks_next, &usual);
    }
}

bool table_moves(const struct table *table) {
    return turn_is_session(&table->turn);
}

bool table_steers(const struct table *table) {
    return table->turn.kind == TURN_SIM && table->turn.control == table->seat;
}

bool table_has_hand(const struct table *table) {
    const struct turn *turn = &table->turn;
    return table->remote || turn->kind != TURN_SIM || turn->control == table->seat ||
           table->bots[turn->control]->steer != NULL;
}

bool table_reach(const struct table *table, const struct frame *before, const struct frame *now,
                 int body, struct pose *out) {
    const struct sim *sim = table->game->sim;
    const char *name = value_get_word(value_at(value_get(table->kit, "bodies"), body), "name");
    return sim->reach && sim->reach(before, now, name, out);
}

/* One entry, in the order of host_step: of a computer player that has to think first it is
 * two steps, or more where one that only may act declines. */
bool table_move(struct table *table, const struct audience *audience) {
    int length = match_length(table->match);
    if (!table_moves(table)) {
        while (match_length(table->match) == length)
            must(host_step(table->host, &usual, now()));
        return true;
    }
    bool has_outcome = host_run_session(table->host, &usual, audience);
    if (has_outcome)
        host_close(table->host, now());
    return has_outcome;
}

/* Computer players who are asked at the same time as the person decide before the person's
 * choice is on the table, so nobody sees anything of the other's. A person who
 * only interrupts takes nobody's choice away. */
static void seal_others(struct table *table) {
    struct host_wait wait;
    host_look(table->host, &wait);
    uint16_t others = awaited(table) >> table->seat & 1 ? wait.thinks & awaited(table) : 0;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (others >> seat & 1)
            host_choose(table->host, seat, &usual);
}

/* Sealed choices are played in the host's order, as host_step does it: before each of them
 * those who may interrupt are asked. A choice counts for the question it was made for: where
 * somebody played something that is settled first, the host asks anew. */
static void move_sealed(struct table *table) {
    struct host_wait wait;
    for (host_look(table->host, &wait); wait.ready & awaited(table);
         host_look(table->host, &wait)) {
        if (wait.next >= 0)
            host_move(table->host, wait.next, now());
        else
            host_choose(table->host, wait.thinks_next, &usual);
    }
}

/* How many sentences of the person's own entry only tell what was done. */
static int count_echoes(const struct table *table) {
    const char *const *key = table->client->echoes;
    while (
        key && *key &&
        (table->events->count == 0 || strcmp(*key, event_of(table->events, 0)->message.key) != 0))
        key++;
    return key && *key ? 1 : 0;
}

/* The choices that were sealed reach the disk together with the person's: a match that is
 * left here and resumed goes on as it would have. */
bool table_send(struct table *table, const char *action, struct message *why) {
    if (table->remote)
        return join_send(table, action);
    int before = table->sentence_count;
    seal_others(table);
    table->is_together = true;
    bool is_played = host_play(table->host, table->seat, 0, action, now(), why) == VERDICT_PLAYED;
    int echoes = is_played ? count_echoes(table) : 0;
    if (is_played)
        move_sealed(table);
    table->is_together = false;
    if (!is_played)
        return false;
    table->has_news = table->client->echoes && table->sentence_count - before > echoes;
    table_save(table);
    return true;
}
