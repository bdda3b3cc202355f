/* play.c: drives the match of a table.
 *
 * Everything the match waits for, except people, is done when it is due: chance at once, computer
 * players after a pause, sessions in workers, `idle` at a deadline. Nothing here blocks. Invariant:
 * everything due until `looked_at` was done, so the next deadline is later. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

static void enter(void *context, const struct host_entry *entry) {
    struct play *play = context;
    text_clear(&play->lines);
    text_put_bytes(&play->lines, entry->lines, entry->length);
    text_clear(&play->hands);
    text_put(&play->hands, entry->hands);
    if (entry->events)
        events_copy(play->events, entry->events);
}

void play_seat(struct table *table, int seat) {
    const struct place *place = &table->model.places[seat];
    const struct bot *bot = place->bot[0] ? game_bot(table->model.settings.game, place->bot) : NULL;
    enum sitter sitter = bot ? SITTER_BOT : place->person[0] ? SITTER_PERSON : SITTER_NOBODY;
    host_seat(table->play->host, seat, sitter, bot);
}

void play_begin(struct table *table, int64_t now) {
    struct play *play = must_alloc(sizeof *play);
    struct match *match = table->model.match;
    struct turn nothing = {.kind = TURN_OVER};
    table->play = play;
    play->table = table;
    play->guard = table->world.guard;
    play->meters = table->world.meters;
    strcpy(play->id, table->model.id);
    play->sink = (struct host_sink){enter, play};
    if (table->world.shelf)
        match_set_shelf(match, table->world.shelf(table->world.context, match_game(match)));
    play->host = host_new(match, &play->sink);
    table->model.is_hosted = true;
    for (int seat = 0; seat < table->model.settings.seats; seat++) {
        play_seat(table, seat);
        play->last_ask[seat] = match_length(match) ? UINT32_MAX : 0;
    }
    match_turn(match, &play->turn);
    moments_follow(table, &nothing, now);
}

static void free_if_done(struct play *play) {
    if (!play->is_dropped || play->jobs > 0)
        return;
    struct play **at = &play->table->dropped;
    while (*at != play)
        at = &(*at)->next;
    *at = play->next;
    session_end(play);
    host_free(play->host);
    text_free(&play->lines);
    text_free(&play->hands);
    free(play->frames[0]);
    free(play->frames[1]);
    free(play);
}

void play_drop(struct table *table) {
    struct play *play = table->play;
    if (!play)
        return;
    play->is_dropped = true;
    for (struct thought_job *job = play->thoughts; job; job = job->next)
        atomic_store(&job->job.is_cut, true);
    for (struct hint_job *job = play->hints; job; job = job->next)
        atomic_store(&job->job.is_cut, true);
    if (play->slice_runs)
        atomic_store(&play->slice.job.is_cut, true);
    table->play = NULL;
    play->next = table->dropped;
    table->dropped = play;
    free_if_done(play);
}

void plays_give_up(struct table *table) {
    play_drop(table);
    while (table->dropped) {
        struct play *play = table->dropped;
        for (struct thought_job *job = play->thoughts, *next; job; job = next) {
            next = job->next;
            host_thought(play->host, job->thought, NULL);
            free(job);
        }
        for (struct hint_job *job = play->hints, *next; job; job = next) {
            next = job->next;
            thought_free(job->thought);
            free(job);
        }
        play->jobs = 0;
        free_if_done(play);
    }
}

void job_begin(struct play *play, struct job *job, enum urgency urgency) {
    atomic_store(&job->is_cut, false);
    play->jobs++;
    workers_add(play->table->world.workers, job, urgency);
}

bool job_end(struct play *play) {
    bool is_dropped = play->is_dropped;
    play->jobs--;
    free_if_done(play);
    return !is_dropped;
}

/* Plays `idle` for a seat whose deadline has passed, in an ordinary question. */
static bool idle_late(struct table *table, int64_t now) {
    const struct turn *turn = &table->play->turn;
    uint16_t late = match_late(table->model.match, now) & turn->seats;
    for (int seat = 0; !turn->reaction && seat < table->model.settings.seats; seat++)
        if (late >> seat & 1) {
            entry_idle(table, seat, true, now);
            return true;
        }
    return false;
}

static bool idle_nobody(struct table *table, const struct host_wait *wait, int64_t now) {
    for (int seat = 0; wait->nobody >> seat; seat++)
        if (wait->nobody >> seat & 1) {
            entry_idle(table, seat, false, now);
            return true;
        }
    return false;
}

static bool move_bot(struct table *table, const struct host_wait *wait, int64_t now) {
    struct play *play = table->play;
    struct entry_notes notes = {0};
    struct entering entering;
    int seat = wait->next;
    if (play->turn.reaction || seat < 0 || play->bot_due[seat] > now)
        return false;
    entry_begin(table, "move", &entering);
    if (!host_move(play->host, seat, now)) {
        entry_cancel(table, &entering);
        return true; /* it is asked again */
    }
    entry_end(table, &entering, &notes, NULL, "", now);
    return true;
}

static void draw(struct table *table, int64_t now) {
    struct entry_notes notes = {0};
    struct entering entering;
    entry_begin(table, "draw", &entering);
    host_draw(table->play->host, now);
    entry_end(table, &entering, &notes, NULL, "", now);
}

/* Does one thing that is due; false: there is none. */
static bool step(struct table *table, int64_t now) {
    struct play *play = table->play;
    struct host_wait wait;
    host_look(play->host, &wait);
    if (wait.is_over)
        return false;
    if (wait.draws) {
        draw(table, now);
        return true;
    }
    if (wait.opens)
        session_begin(table, now);
    if (wait.runs || wait.opens)
        return session_go(table, now);
    thoughts_begin(table, wait.thinks, now);
    return reaction_step(table, &wait, now) || move_bot(table, &wait, now) ||
           idle_nobody(table, &wait, now) || idle_late(table, now);
}

void play_go(struct table *table, int64_t now) {
    if (table->is_lost || !table->play || table->model.state != STORE_PLAYING)
        return;
    thoughts_cut(table, now);
    while (table->model.state == STORE_PLAYING && step(table, now)) {
    }
    table->play->looked_at = now;
}

static void later(int64_t *due, int64_t at, int64_t than) {
    if (at > than)
        sooner(due, at);
}

static bool awaits_bot(const struct table *table) {
    const struct play *play = table->play;
    for (int seat = 0; seat < table->model.settings.seats; seat++)
        if ((play->turn.seats >> seat & 1) && host_sitter(play->host, seat) != SITTER_PERSON)
            return true;
    return false;
}

/* A loading that waits for its person starts when somebody watches, or at the deadline. */
static int64_t hand_due(const struct table *table) {
    int64_t due = match_deadline(table->model.match, table->play->turn.control);
    bool is_paused = table->model.settings.clock.is_on && !due;
    return is_paused ? table->play->asked_at : due;
}

/* The deadline for the index: when the table must be loaded after a restart. */
static int64_t stored_due(const struct table *table) {
    const struct play *play = table->play;
    int64_t due = 0;
    if (play->turn.kind == TURN_SIM && host_sitter(play->host, play->turn.control) == SITTER_PERSON)
        return hand_due(table);
    if (play->turn.kind != TURN_SEATS || awaits_bot(table))
        return play->asked_at;
    if (play->turn.reaction)
        return play->asked_at;
    for (int seat = 0; seat < table->model.settings.seats; seat++)
        if (play->turn.seats >> seat & 1)
            sooner(&due, match_deadline(table->model.match, seat));
    return due;
}

int64_t play_due(const struct table *table, bool is_stored) {
    const struct play *play = table->play;
    int64_t due = 0;
    if (!play || table->model.state != STORE_PLAYING)
        return 0;
    if (is_stored)
        return stored_due(table);
    sooner(&due, session_due(table));
    sooner(&due, thoughts_due(table));
    sooner(&due, reaction_due(table));
    for (int seat = 0; seat < table->model.settings.seats && !play->turn.reaction; seat++) {
        later(&due, play->bot_due[seat], play->looked_at);
        if (play->turn.kind == TURN_SEATS && (play->turn.seats >> seat & 1))
            later(&due, match_deadline(table->model.match, seat), play->looked_at);
    }
    return due;
}
