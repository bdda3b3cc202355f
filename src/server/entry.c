/* entry.c: makes an entry of a match: its row, its consequences, and the messages about it.
 *
 * The host's sink only records the entry. Everything else happens after the call that made it has
 * returned, in this order: rows, clocks, moments, `done`, steps, chat. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

void entry_begin(struct table *table, const char *action, struct entering *entering) {
    match_turn(table->model.match, &entering->turn);
    entering->clock = *match_clock(table->model.match);
    size_t size = match_game(table->model.match)->state_size;
    entering->state = memcpy(must_realloc(NULL, size), match_state(table->model.match), size);
    entering->events.count = 0;
    table->play->events = &entering->events;
    guard_enter(table->world.guard, table->model.id, action);
}

void entry_cancel(struct table *table, struct entering *entering) {
    free(entering->state);
    table->play->events = NULL;
    guard_leave(table->world.guard);
}

/* Notes reserves that do not follow from the timestamps. */
static void note_reserve(const struct match *match, const struct entering *entering,
                         struct entry_notes *notes) {
    const struct clock *clock = match_clock(match);
    for (int i = 0; i < SEATS_MAX; i++) {
        notes->has_reserve |= clock->reserve[i] != entering->clock.reserve[i];
        notes->reserve[i] = clock->reserve[i];
    }
}

static void write_rows(struct table *table, const struct entry_notes *notes,
                       struct pending *pending, const char *person, int64_t now) {
    struct play *play = table->play;
    struct batch_row *row = journal_row(table, "entry", person, pending, now);
    notes_print(notes, table->model.settings.seats, &row->body);
    text_put_bytes(&row->body, play->lines.data, play->lines.length);
    if (row->device[0])
        devices_count(&table->model.devices, row->device, row->n);
    if (play->hands.length) {
        row = journal_row(table, "hands", "", NULL, now);
        text_put_bytes(&row->body, play->hands.data, play->hands.length);
    }
    table->model.last_at = now;
}

/* A computer player takes over a seat that missed IDLES_MAX deadlines in a row. */
static void take_over_idlers(struct table *table, int64_t now) {
    struct model *model = &table->model;
    for (int seat = 0; seat < model->settings.seats; seat++) {
        const struct place *place = &model->places[seat];
        if (place->idles >= IDLES_MAX && place->person[0] && !place->bot[0])
            place_keep(table, seat, settings_stand_in(&model->settings)->key, "", NULL, now);
    }
}

static void count(struct table *table, bool is_action) {
    struct item *item = outbox_add(table, ITEM_TALLY);
    item->entries = 1;
    item->actions = is_action;
}

void entry_end(struct table *table, const struct entering *entering, struct entry_notes *notes,
               struct pending *pending, const char *person, int64_t now) {
    struct play *play = table->play;
    struct match *match = table->model.match;
    clock_keep(match, entering);
    note_reserve(match, entering, notes);
    write_rows(table, notes, pending, person, now);
    model_entered(&table->model, &entering->turn, notes, now);
    match_turn(match, &play->turn);
    moments_follow(table, &entering->turn, now);
    if (pending)
        outbox_answer(table, pending);
    viewings_step(table, play->events, entering->state, notes, now);
    free(entering->state);
    chat_phrase(table, now);
    count(table, pending != NULL);
    take_over_idlers(table, now);
    acts_check(table);
    play->events = NULL;
    table->info_changed |= table->model.state == STORE_OVER;
    guard_leave(table->world.guard); /* only now: views and prompts call the game too */
}

bool entry_act(struct table *table, int seat, const char *action, struct entry_notes *notes,
               struct pending *pending, const char *person, int64_t now, enum verdict *verdict,
               struct message *why) {
    struct entering entering;
    entry_begin(table, action, &entering);
    *verdict = host_play(table->play->host, seat, 0, action, now, why);
    if (*verdict != VERDICT_PLAYED) {
        entry_cancel(table, &entering);
        return false;
    }
    /* A person who acts takes the seat back. */
    if (table->model.places[seat].bot[0] && !notes->is_auto)
        place_keep(table, seat, "", person, pending, now);
    entry_end(table, &entering, notes, pending, person, now);
    return true;
}

void entry_idle(struct table *table, int seat, bool is_late, int64_t now) {
    struct entering entering;
    struct entry_notes notes = {.is_idle = is_late, .is_auto = !is_late};
    entry_begin(table, "idle", &entering);
    must(host_idle(table->play->host, seat, now, NULL) == VERDICT_PLAYED);
    entry_end(table, &entering, &notes, NULL, "", now);
}
