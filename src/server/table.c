/* table.c: creating a table, loading it from its rows, reloading it after a failure, unloading. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

static void draw_name(const struct table_world *world, char *out, int length) {
    unsigned char drawn[REF_MAX];
    must(length <= REF_MAX);
    world->random(world->context, drawn, (size_t)length);
    for (int i = 0; i < length; i++)
        out[i] = code_alphabet[drawn[i] % (1 << CODE_BITS)];
    out[length] = '\0';
}

/* Making. */

static bool take_seed(const struct table_world *world, const struct wire *wire, struct seed *seed,
                      struct fault *fault) {
    unsigned char secret[KEY_BYTES];
    if (!wire || !wire_has(wire, FIELD_SEED)) {
        world->random(world->context, secret, sizeof secret);
        seed_from_secret(seed, secret);
        return true;
    }
    if (!world->is_test)
        return table_fault(fault, CODE_BAD_SETUP, "table.no_seed");
    return seed_parse(seed, wire->seed) || table_fault(fault, CODE_BAD_SETUP, "table.bad_seed");
}

static bool put_bots(const struct settings *settings, const struct wire *wire, struct text *body,
                     struct fault *fault) {
    for (int seat = 0; wire_has(wire, FIELD_BOTS) && seat < SEATS_MAX; seat++) {
        const char *bot = wire->bots.seats[seat];
        if (!*bot)
            continue;
        if (seat >= settings->seats || !game_bot(settings->game, bot))
            return table_fault(fault, CODE_BAD_SETUP, "table.no_such_bot");
        text_put(body, "bot ");
        text_put_number(body, seat);
        text_put_char(body, ' ');
        text_put(body, bot);
        text_put_char(body, '\n');
    }
    return true;
}

static void put_same_bots(const struct model *model, struct text *body) {
    for (int seat = 0; seat < model->settings.seats; seat++)
        if (model->places[seat].bot[0] && !model->places[seat].person[0]) {
            text_put(body, "bot ");
            text_put_number(body, seat);
            text_put_char(body, ' ');
            text_put(body, model->places[seat].bot);
            text_put_char(body, '\n');
        }
}

/* Writes the body of the first row; false with the fault. */
static bool put_making(const struct table_world *world, const struct wire *wire,
                       const struct table *from, struct text *body, struct fault *fault) {
    struct settings settings;
    struct seed seed;
    settings_begin(&settings);
    if (from)
        settings = from->model.settings;
    else if (!settings_take(world, wire, &settings, fault))
        return false;
    settings_print(&settings, body);
    if (!take_seed(world, from ? NULL : wire, &seed, fault))
        return false;
    text_put(body, "seed ");
    text_put(body, seed.name);
    text_put_char(body, '\n');
    if (from)
        put_same_bots(&from->model, body);
    return from || put_bots(&settings, wire, body, fault);
}

static struct table *table_new(const struct table_world *world) {
    struct table *table = must_alloc(sizeof *table);
    table->world = *world;
    table->open = must_alloc(sizeof *table->open);
    return table;
}

static void send_making(struct table *table, uint64_t tag, int64_t now) {
    struct store_row rows[1 + SEATS_MAX];
    struct text note = {0};
    for (int i = 0; i < table->open->row_count; i++)
        row_view(&table->open->rows[i], &rows[i]);
    note_print(table, &note);
    struct store_request request = {.tag = tag,
                                    .does = STORE_MAKE,
                                    .table = table->model.id,
                                    .rows = rows,
                                    .row_count = table->open->row_count,
                                    .has_entry = true};
    journal_fill_entry(table, &note, now, &request.entry);
    store_send(table->world.store, &request);
    text_free(&note);
}

/* Seats the people of the previous match. If two of their names look alike by now, only the first
 * is seated. */
static void sit_again(struct table *table, const struct model *from, int64_t now) {
    for (int seat = 0; seat < from->settings.seats; seat++) {
        const struct place *place = &from->places[seat];
        if (!place->person[0] || has_lookalike(table, place->person, place->name))
            continue;
        struct batch_row *row = journal_row(table, "sit", place->person, NULL, now);
        text_put_number(&row->body, seat);
        text_put(&row->words, place->name);
        journal_enter(table, row);
    }
}

bool table_make(const struct table_world *world, const struct wire *settings,
                const struct table *from, const struct asker *owner, uint64_t tag, int64_t now,
                char id[TABLE_ID + 1], char code[CODE_LENGTH + 1], struct fault *fault) {
    struct table *table = table_new(world);
    *fault = (struct fault){0};
    draw_name(world, id, TABLE_ID);
    draw_name(world, code, CODE_LENGTH);
    strcpy(table->model.id, id);
    strcpy(table->model.code, code);
    struct batch_row *row =
        journal_row(table, "make", from ? from->model.owner : owner->person, NULL, now);
    bool is_right = put_making(world, settings, from, &row->body, fault);
    if (is_right) {
        journal_enter(table, row);
        if (from)
            sit_again(table, &from->model, now);
        send_making(table, tag, now);
    }
    table_unload(table);
    return is_right;
}

/* Loading. */

/* What delayed watchers had been sent before the table is loaded. */
struct late {
    struct text tails[VIEWERS - VIEWER_WATCHER];
    bool is_cut;
};

static void cut_late(struct table *table, struct late *late, int64_t now) {
    late->is_cut = true;
    for (int viewer = VIEWER_WATCHER; viewer < VIEWERS; viewer++) {
        viewing_begin(table, (enum viewer)viewer, now);
        viewing_put_tail(table, (enum viewer)viewer, &late->tails[viewer - VIEWER_WATCHER]);
    }
    viewings_free(table);
}

static bool is_recent(const struct table *table, const struct store_row *row, int64_t now) {
    const struct model *model = &table->model;
    return model->settings.game && model->settings.watch.delay > 0 &&
           row->at > now - model->settings.watch.delay &&
           (model->state != STORE_OPEN || strcmp(row->kind, "start") == 0);
}

static void take_names(struct table *table, const struct store_entry *entry) {
    for (int seat = 0; seat < table->model.settings.seats && seat < entry->seats; seat++) {
        struct place *place = &table->model.places[seat];
        if (place->person[0] && strlen(entry->names[seat]) <= NAME_BYTES_MAX)
            strcpy(place->name, entry->names[seat]);
    }
}

static bool fold_all(struct table *table, const struct store_answer *answer, struct late *late,
                     int64_t now, struct text *why) {
    const struct store_entry *entry = &answer->entries[0];
    strcpy(table->model.id, entry->table);
    strcpy(table->model.code, entry->code);
    for (int i = 0; i < answer->row_count; i++) {
        if (late && !late->is_cut && is_recent(table, &answer->rows[i], now))
            cut_late(table, late, now);
        if (!model_fold(&table->world, &table->model, &answer->rows[i], why))
            return false;
    }
    if (!table->model.settings.game) {
        text_put(why, "its journal is empty");
        return false;
    }
    take_names(table, entry);
    table->tag = answer->tag;
    table->indexed_state = -1;
    table->epoch = answer->claim.epoch;
    table->rows = answer->claim.rows;
    return true;
}

/* Continues the match after loading. Downtime does not count for clocks. A session is restarted; if
 * it was interrupted, so is its decision clock, but not if the table was unloaded during a pause.
 */
static void continue_match(struct table *table, int64_t deadline, bool was_cut, int64_t now) {
    struct model *model = &table->model;
    struct turn turn;
    if (!model->match)
        return;
    match_turn(model->match, &turn);
    bool was_down = !table->world.since || model->last_at < table->world.since;
    bool begins_again = was_down || (was_cut && turn.kind == TURN_SIM);
    /* Without a clock no row is needed, and viewers need not wait for the disk. */
    if (model->state == STORE_PLAYING && model->settings.clock.is_on && begins_again)
        journal_write(table, "restart", "", NULL, "", now);
    play_begin(table, now);
    /* The index loads the table at its deadline, so a changed deadline must be written to it. */
    bool is_told = table->open->row_count > 0;
    int64_t due = play_due(table, true);
    if (model->state == STORE_PLAYING && !is_told && deadline && deadline <= now &&
        (!due || due > now))
        journal_write(table, "restart", "", NULL, "", now);
}

/* A table is quarantined by its state in the index, or by the guard. */
static bool is_set_aside(const struct table_world *world, const struct store_entry *entry,
                         struct text *why) {
    const char *name, *action = "";
    bool is_aside = entry->state == STORE_ASIDE;
    for (int i = 0; world->guard && !is_aside && (name = guard_aside(world->guard, i, &action));
         i++)
        is_aside = strcmp(name, entry->table) == 0;
    if (is_aside) {
        text_put(why, "the table has been set aside, as it ended the program twice: ");
        text_put(why, action);
    }
    return is_aside;
}

struct table *table_wake(const struct table_world *world, const struct store_answer *answer,
                         struct hibernation *hibernation, int64_t now, struct text *why) {
    struct late late = {0};
    if (answer->entry_count < 1 || is_set_aside(world, &answer->entries[0], why))
        return NULL;
    struct table *table = table_new(world);
    table->active_at = now;
    guard_enter(world->guard, answer->entries[0].table, "load");
    bool is_read = fold_all(table, answer, &late, now, why);
    if (is_read) {
        /* People may be about to reconnect. */
        int64_t soon = now - UNWATCHED_MS + GONE_MS;
        table->unwatched_since = table->model.last_at > soon ? table->model.last_at : soon;
        if (hibernation)
            hibernation_take_people(hibernation, table);
        presence_sync(table, now);
        continue_match(table, answer->entries[0].deadline, false, now);
        if (table->model.state != STORE_OPEN)
            viewings_delay(table, late.is_cut ? late.tails : NULL,
                           table->model.last_at + table->model.settings.watch.delay, now);
        table->info_changed = false;
        if (hibernation)
            hibernation_take_streams(hibernation, table, now);
        hibernation_free(hibernation);
    }
    guard_leave(world->guard);
    for (int i = 0; i < VIEWERS - VIEWER_WATCHER; i++)
        text_free(&late.tails[i]);
    if (is_read)
        return table;
    table_unload(table);
    return NULL;
}

struct table *table_load(const struct table_world *world, const struct store_answer *answer,
                         int64_t now, struct text *why) {
    return table_wake(world, answer, NULL, now, why);
}

void table_recover(struct table *table, const struct store_answer *answer, int64_t now) {
    struct text why = {0};
    if (!table->is_lost || answer->result != STORE_DONE || answer->entry_count < 1)
        return;
    must(!table->first); /* the store has answered all earlier appends */
    guard_enter(table->world.guard, table->model.id, "recover");
    play_drop(table);
    model_free(&table->model);
    must(fold_all(table, answer, NULL, now, &why)); /* our own rows are valid */
    text_free(&why);
    table->is_lost = false;
    presence_sync(table, now);
    continue_match(table, 0, true, now);
    viewings_renew(table, now);
    guard_leave(table->world.guard);
    table->info_changed = true;
    play_go(table, now);
}

void table_unload(struct table *table) {
    if (!table)
        return;
    plays_give_up(table);
    viewings_free(table);
    outbox_free(table);
    model_free(&table->model);
    free(table->connections);
    free(table);
}

/* Queries. */

const char *table_id(const struct table *table) {
    return table->model.id;
}

enum store_state table_state(const struct table *table) {
    return table->model.state;
}

bool table_is_lost(const struct table *table) {
    return table->is_lost;
}

bool table_is_busy(const struct table *table) {
    return table->dropped || (table->play && table->play->jobs > 0) ||
           table->unanswered_appends > 0 || table->first || table->is_lost || table->open->first ||
           table->open->row_count;
}

static bool streams_keep_nothing(const struct table *table) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        const struct viewing *viewing = &table->viewings[viewer];
        if (viewing->first || (viewing->stream.name[0] && !viewing->is_late))
            return false;
    }
    return true;
}

/* The time of a question and the moments of its answers are not stored: if such a table were
 * unloaded and loaded again, the question would start over, and never end. */
static bool is_in_reaction(const struct table *table) {
    return table->play && table->model.state == STORE_PLAYING && table->play->turn.reaction;
}

bool table_is_idle(const struct table *table, int64_t now) {
    int64_t due = table_due(table);
    bool is_awake = (due && due <= now + UNLOAD_MS) || is_in_reaction(table);
    return table->connection_count == 0 && !is_awake && !table_is_busy(table) && !table->pending &&
           streams_keep_nothing(table);
}

/* Time. */

void table_tick(struct table *table, int64_t now) {
    if (table->is_lost)
        return;
    presence_tick(table, now);
    viewings_tick(table, now);
    play_go(table, now);
}

int64_t table_due(const struct table *table) {
    int64_t due = 0;
    if (table->is_lost)
        return 0;
    sooner(&due, presence_due(table));
    sooner(&due, viewings_due(table));
    sooner(&due, play_due(table, false));
    /* Not looked at since loading. */
    if (table->play && table->model.state == STORE_PLAYING && !table->play->looked_at)
        due = 1;
    return due;
}
