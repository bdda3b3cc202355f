/* drive.c: the terminal as the driver of one host: who moves when, and in which order
 * things are seen, told and saved. */
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

/* Every entry comes through here: see, tell, save. What belongs together is saved
 * together, before the person sees any of it. */
static void enter(void *context, const struct host_entry *entry) {
    struct table *table = context;
    table->events->count = 0;
    table->entry = match_length(table->match) - 1;
    if (entry->events)
        *table->events = *entry->events;
    table_see(table);
    table_tell_events(table);
    if (!table->is_together)
        table_save(table);
}

void table_seat(struct table *table) {
    for (int seat = 0; seat < table->setup.seats; seat++) {
        bool is_person = seat == SEAT_PERSON;
        host_seat(table->host, seat, is_person ? SITTER_PERSON : SITTER_BOT,
                  is_person ? NULL : table->bots[seat]);
    }
}

void table_host(struct table *table, struct match *match) {
    table->sink = (struct host_sink){enter, table};
    host_free(table->host);
    table->host = match ? host_new(match, &table->sink) : NULL;
    table->match = match;
    if (!match)
        return;
    match_set_shelf(match, table->shelf);
    table->setup = *match_setup(match);
    table_seat(table);
}

static void think(struct table *table, int seat) {
    struct budget budget = {0};
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct thought *thought = host_think(table->host, seat);
    bool acts = thought_run(thought, &budget, action);
    host_thought(table->host, thought, acts ? action : NULL);
}

static uint16_t awaited(const struct table *table) {
    struct turn turn;
    match_turn(table->match, &turn);
    return turn.kind == TURN_SEATS ? turn.seats : 0;
}

bool table_interrupt(struct table *table) {
    struct host_wait wait;
    for (;;) {
        host_look(table->host, &wait);
        if (wait.next >= 0 && !(awaited(table) >> wait.next & 1))
            return host_move(table->host, wait.next, now());
        if (wait.thinks_next < 0 || awaited(table) >> wait.thinks_next & 1)
            return false;
        think(table, wait.thinks_next);
    }
}

bool table_moves(const struct table *table) {
    struct turn turn;
    match_turn(table->match, &turn);
    return turn.kind == TURN_CHANCE && turn.takes_time;
}

/* Chance alone is at work, so looking away changes nothing. */
static void show_session(struct session *session, const struct watch *watch) {
    struct frame frame = {0};
    bool is_seen = watch != NULL;
    while (is_seen && !session_over(session)) {
        session_frame(session, &frame);
        is_seen = !session_shows(session) || watch->show(watch->context, &frame, false);
        session_tick(session);
    }
    session_run(session, NULL, NULL);
    session_frame(session, &frame);
    if (is_seen)
        watch->show(watch->context, &frame, true);
}

static void run_session(struct table *table, const struct watch *watch) {
    struct budget budget = {0};
    struct thought *hand;
    struct session *session = host_open(table->host, &hand);
    if (hand)
        thought_steer(hand, &budget, session);
    else
        show_session(session, watch);
    host_close(table->host, now());
}

/* The lowest computer player that is awaited. */
static void move_bot(struct table *table) {
    struct host_wait wait;
    host_look(table->host, &wait);
    int seat = __builtin_ctz(awaited(table) & (wait.thinks | wait.ready));
    if (wait.thinks >> seat & 1)
        think(table, seat);
    must(host_move(table->host, seat, now()));
}

void table_move(struct table *table, const struct watch *watch) {
    struct host_wait wait;
    host_look(table->host, &wait);
    if (wait.draws)
        host_draw(table->host, now());
    else if (wait.opens)
        run_session(table, watch);
    else
        move_bot(table);
}

/* Whoever is asked at the same time as the person decides before the person's
 * choice is on the table, so nobody sees anything of the other's. A person who
 * only interrupts takes nobody's choice away. */
static void seal_others(struct table *table) {
    struct host_wait wait;
    host_look(table->host, &wait);
    uint16_t others = awaited(table) >> SEAT_PERSON & 1 ? wait.thinks & awaited(table) : 0;
    for (int seat = 0; seat < table->setup.seats; seat++)
        if (others >> seat & 1)
            think(table, seat);
}

/* A choice counts for the question it was made for: where the person, or one of
 * those before, played something that is settled first, the host asks anew. */
static void move_sealed(struct table *table) {
    struct host_wait wait;
    for (host_look(table->host, &wait); wait.ready & awaited(table); host_look(table->host, &wait))
        host_move(table->host, __builtin_ctz(wait.ready & awaited(table)), now());
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
    int told = table->told_count;
    seal_others(table);
    table->is_together = true;
    bool is_played = host_play(table->host, SEAT_PERSON, 0, action, now(), why) == VERDICT_PLAYED;
    int echoes = is_played ? count_echoes(table) : 0;
    if (is_played)
        move_sealed(table);
    table->is_together = false;
    if (!is_played)
        return false;
    table->has_news = table->client->echoes && table->told_count - told > echoes;
    table_save(table);
    return true;
}
