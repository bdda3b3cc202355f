/* drive.c: drives the host of a match of this process: who moves when, and the order of view,
 * sentences and saving. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>

#include "console.h"

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* The host calls it for every entry. Entries that belong together are saved at once, before the
 * person sees any of them. */
static void enter(void *context, const struct host_entry *entry) {
    struct console *console = context;
    console->events->count = 0;
    console->entry = match_length(console->match) - 1;
    if (entry->events)
        *console->events = *entry->events;
    if (*entry->hands)
        console->has_saved_hands = false;
    console_see(console);
    console_tell_events(console);
    if (!console->is_together)
        console_save(console);
}

void console_seat(struct console *console) {
    for (int seat = 0; seat < console->setup.seats; seat++) {
        bool is_person = seat == console->seat;
        host_seat(console->host, seat, is_person ? SITTER_PERSON : SITTER_BOT,
                  is_person ? NULL : console->bots[seat]);
    }
}

void console_host(struct console *console, struct match *match) {
    console->sink = (struct host_sink){enter, console};
    host_free(console->host);
    console->host = match ? host_new(match, &console->sink) : NULL;
    console->match = match;
    console->has_saved_hands = false;
    if (!match)
        return;
    match_set_shelf(match, console->shelf);
    console->setup = *match_setup(match);
    console_seat(console);
}

static const struct budget usual = {0}; /* the computer players' own default */

static uint16_t awaited(const struct console *console) {
    return console->turn.kind == TURN_SEATS ? console->turn.seats : 0;
}

bool console_interrupt(struct console *console) {
    struct host_wait wait;
    if (console->remote)
        return false;
    for (;;) {
        host_look(console->host, &wait);
        if (wait.next >= 0 && !(awaited(console) >> wait.next & 1))
            return host_move(console->host, wait.next, now());
        if (wait.thinks_next < 0 || awaited(console) >> wait.thinks_next & 1)
            return false;
        host_choose(console->host, wait.thinks_next, &usual);
    }
}

bool console_moves(const struct console *console) {
    return turn_is_session(&console->turn);
}

bool console_steers(const struct console *console) {
    return console->turn.kind == TURN_SIM && console->turn.control == console->seat;
}

bool console_has_hand(const struct console *console) {
    const struct turn *turn = &console->turn;
    return console->remote || turn->kind != TURN_SIM || turn->control == console->seat ||
           console->bots[turn->control]->steer != NULL;
}

bool console_reach(const struct console *console, const struct frame *before,
                   const struct frame *now, int body, struct pose *out) {
    const struct sim *sim = console->game->sim;
    const char *name = value_get_word(value_at(value_get(console->kit, "bodies"), body), "name");
    return sim->reach && sim->reach(before, now, name, out);
}

/* Plays one entry, in the order of host_step. That may take several steps: a computer player thinks
 * first, and one that need not act may decline. */
bool console_move(struct console *console, const struct audience *audience) {
    int length = match_length(console->match);
    if (!console_moves(console)) {
        while (match_length(console->match) == length)
            must(host_step(console->host, &usual, now()));
        return true;
    }
    bool has_outcome = host_run_session(console->host, &usual, audience);
    if (has_outcome)
        host_close(console->host, now());
    return has_outcome;
}

/* Computer players who are asked together with the person choose before the person's action is
 * played, so that nobody sees the choice of another. A person who only interrupts does not
 * count. */
static void seal_others(struct console *console) {
    struct host_wait wait;
    host_look(console->host, &wait);
    uint16_t others = awaited(console) >> console->seat & 1 ? wait.thinks & awaited(console) : 0;
    for (int seat = 0; seat < console->setup.seats; seat++)
        if (others >> seat & 1)
            host_choose(console->host, seat, &usual);
}

/* Sealed choices are played in the order of host_step: before each of them the players who may
 * interrupt are asked. A choice is valid for its question only; if an interrupt withdraws the
 * question the host asks again. */
static void move_sealed(struct console *console) {
    struct host_wait wait;
    for (host_look(console->host, &wait); wait.ready & awaited(console);
         host_look(console->host, &wait)) {
        if (wait.next >= 0)
            host_move(console->host, wait.next, now());
        else
            host_choose(console->host, wait.thinks_next, &usual);
    }
}

/* How many sentences about the person's own entry only repeat what was done. */
static int count_echoes(const struct console *console) {
    const char *const *key = console->client->echoes;
    while (key && *key &&
           (console->events->count == 0 ||
            strcmp(*key, event_of(console->events, 0)->message.key) != 0))
        key++;
    return key && *key ? 1 : 0;
}

/* Sealed choices are saved together with the person's action, so that a match that is left here
 * resumes identically. */
bool console_send(struct console *console, const char *action, struct message *why) {
    if (console->remote)
        return join_send(console, action);
    int before = console->sentence_count;
    seal_others(console);
    console->is_together = true;
    bool is_played =
        host_play(console->host, console->seat, 0, action, now(), why) == VERDICT_PLAYED;
    int echoes = is_played ? count_echoes(console) : 0;
    if (is_played)
        move_sealed(console);
    console->is_together = false;
    if (!is_played)
        return false;
    console->has_news = console->client->echoes && console->sentence_count - before > echoes;
    console_save(console);
    return true;
}
