/* journal.c: writes the rows of a table and its index entry.
 *
 * Rows are collected in the open batch and sent to the store as one append, together with the index
 * entry if that has changed. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

struct batch_row *journal_row(struct table *table, const char *kind, const char *person,
                              struct pending *pending, int64_t now) {
    struct batch *batch = table->open;
    if (batch->row_count == batch->row_room) {
        batch->row_room = batch->row_room ? 2 * batch->row_room : 4;
        batch->rows = must_realloc(batch->rows, (size_t)batch->row_room * sizeof *batch->rows);
    }
    struct batch_row *row = &batch->rows[batch->row_count++];
    *row = (struct batch_row){.kind = kind, .at = now};
    must(strlen(person) <= REF_MAX);
    strcpy(row->person, person);
    if (pending && !pending->is_written) {
        pending->is_written = true;
        strcpy(row->device, pending->device);
        row->n = pending->n;
    }
    return row;
}

void row_view(const struct batch_row *row, struct store_row *out) {
    *out = (struct store_row){.kind = row->kind,
                              .at = row->at,
                              .person = row->person,
                              .device = row->device,
                              .n = row->n,
                              .words = text_string(&row->words),
                              .body = text_string(&row->body),
                              .body_size = row->body.length};
}

void journal_enter(struct table *table, const struct batch_row *row) {
    struct store_row view;
    struct text why = {0};
    row_view(row, &view);
    must(model_fold(&table->world, &table->model, &view, &why)); /* our own rows are valid */
    text_free(&why);
    bool is_private = strcmp(row->kind, "say") == 0 || strcmp(row->kind, "phrase") == 0 ||
                      strcmp(row->kind, "preset") == 0 || strcmp(row->kind, "hold") == 0;
    table->info_changed |= !is_private;
}

void journal_write(struct table *table, const char *kind, const char *person,
                   struct pending *pending, const char *body, int64_t now) {
    struct batch_row *row = journal_row(table, kind, person, pending, now);
    text_put(&row->body, body);
    journal_enter(table, row);
}

static uint32_t asked_now(const struct table *table) {
    struct turn turn;
    if (table->model.state != STORE_PLAYING)
        return 0;
    match_turn(table->model.match, &turn);
    return turn.kind == TURN_SEATS ? turn.seats : turn.kind == TURN_SIM ? 1u << turn.control : 0;
}

static int64_t stored_deadline(const struct table *table, int64_t now) {
    if (table->model.state == STORE_OPEN)
        return now + UNWATCHED_MS;
    return table->model.state == STORE_PLAYING ? play_due(table, true) : 0;
}

void journal_fill_entry(const struct table *table, const struct text *note, int64_t now,
                        struct store_entry *out) {
    const struct model *model = &table->model;
    *out = (struct store_entry){.table = model->id,
                                .code = model->code,
                                .game = model->settings.game->key,
                                .owner = model->owner,
                                .state = model->state,
                                .is_public = model->settings.is_public,
                                .made = model->made,
                                .ended = model->ended,
                                .deadline = stored_deadline(table, now),
                                .asked = asked_now(table),
                                .seats = model->settings.seats,
                                .note = text_string(note)};
    for (int i = 0; i < SEATS_MAX; i++)
        out->people[i] = i < out->seats ? model->places[i].person : "";
}

/* True if all rows are entries of the match, which change only the seats asked and the deadline in
 * the index. */
static bool is_match_alone(const struct batch *batch) {
    for (int i = 0; i < batch->row_count; i++)
        if (strcmp(batch->rows[i].kind, "entry") != 0 && strcmp(batch->rows[i].kind, "hands") != 0)
            return false;
    return true;
}

/* Adds the changed parts of the index entry to the request. */
static void fill_index(struct table *table, const struct batch *batch, struct text *note,
                       int64_t now, struct store_request *out) {
    bool is_same = (int)table->model.state == table->indexed_state && is_match_alone(batch);
    if (!is_same)
        note_print(table, note);
    journal_fill_entry(table, note, now, &out->entry);
    out->has_entry = !is_same;
    out->has_due = is_same && (out->entry.deadline != table->indexed_deadline ||
                               out->entry.asked != table->indexed_asked);
    table->indexed_state = (int)table->model.state;
    table->indexed_deadline = out->entry.deadline;
    table->indexed_asked = out->entry.asked;
}

static void send_batch(struct table *table, struct batch *batch, int64_t now) {
    struct store_row *rows = must_alloc((size_t)batch->row_count * sizeof *rows);
    struct store_film film = {batch->film, text_string(&batch->film_bytes),
                              batch->film_bytes.length};
    struct text note = {0};
    for (int i = 0; i < batch->row_count; i++)
        row_view(&batch->rows[i], &rows[i]);
    struct store_request request = {
        .tag = table->tag,
        .does = STORE_APPEND,
        .table = table->model.id,
        .claim = {table->model.id, table->epoch, table->rows},
        .rows = rows,
        .row_count = batch->row_count,
        .films = &film,
        .film_count = batch->film ? 1 : 0,
    };
    fill_index(table, batch, &note, now, &request);
    store_send(table->world.store, &request);
    batch->from = table->rows;
    table->rows += batch->row_count;
    table->unanswered_appends++;
    text_free(&note);
    free(rows);
}

/* Closes the open batch: its rows are sent to the store, its messages wait for them. */
static void close_batch(struct table *table, int64_t now) {
    struct batch *batch = table->open;
    table->open = must_alloc(sizeof *table->open);
    batch->is_sent = batch->row_count > 0;
    if (table->last)
        table->last->next = batch;
    else
        table->first = batch;
    table->last = batch;
    if (batch->is_sent)
        send_batch(table, batch, now);
}

/* Repeated, because delivering messages can change presence, which creates new messages. */
void table_flush(struct table *table, int64_t now) {
    while (!table->is_lost) {
        info_tell(table, now);
        if (!table->open->row_count && !table->open->first)
            return;
        close_batch(table, now);
        outbox_deliver(table, now);
    }
}

/* The batch that was answered; NULL: it was dropped. */
static struct batch *answered_batch(const struct table *table, const struct store_answer *answer) {
    struct batch *batch = table->first;
    bool is_done = answer->result == STORE_DONE;
    if (answer->claim.epoch != table->epoch)
        return NULL;
    while (batch && !(batch->is_sent &&
                      batch->from + (is_done ? batch->row_count : 0) == answer->claim.rows))
        batch = batch->next;
    return batch;
}

/* While the disk fails, new appends fail at once, but earlier ones are answered only when their
 * outcome is known. So a later batch can fail before an earlier one succeeds. */
void table_stored(struct table *table, const struct store_answer *answer, int64_t now) {
    must(table->unanswered_appends > 0);
    table->unanswered_appends--;
    struct batch *batch = answered_batch(table, answer);
    if (!batch)
        return;
    if (answer->result != STORE_DONE) {
        table->is_lost = true;
        outbox_drop(table, batch, now);
        return;
    }
    must(batch == table->first);
    batch->is_sent = false; /* on disk: may be delivered */
    outbox_deliver(table, now);
    play_go(table, now);
}
