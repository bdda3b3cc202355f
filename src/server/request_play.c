/* request_play.c: requests during a match, and watching: watch, act, hold, presets, chat, help. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

/* Watching. */

/* No code is needed if the connection watches already, or resumes a stream, whose name only its
 * viewers know. */
static bool has_come(const struct ask *ask, enum viewer *viewer) {
    const struct connection *connection = connection_find(ask->table, ask->asker->route);
    if (connection && !viewer_is_seat(connection->coming)) {
        *viewer = connection->has_code ? VIEWER_INVITED : VIEWER_WATCHER;
        return true;
    }
    for (int i = VIEWER_WATCHER; ask->wire->stream[0] && i < VIEWERS; i++) {
        *viewer = (enum viewer)i;
        if (*viewer != VIEWER_OWNER &&
            strcmp(ask->table->viewings[i].stream.name, ask->wire->stream) == 0)
            return true;
    }
    return false;
}

static bool names_code(const struct ask *ask) {
    return wire_has(ask->wire, FIELD_CODE) && strcmp(ask->wire->code, ask->table->model.code) == 0;
}

/* Determines the viewer; false: the person may not see the table. */
static bool find_viewer(const struct ask *ask, enum viewer *viewer) {
    const struct model *model = &ask->table->model;
    const struct wire *wire = ask->wire;
    bool has_code = wire_has(wire, FIELD_CODE), is_right = names_code(ask);
    bool as_watcher = wire_has(wire, FIELD_AS) && wire->as == AS_WATCHER;
    if (has_code && !is_right)
        return false;
    if (ask->seat >= 0) {
        *viewer = as_watcher ? VIEWER_INVITED : (enum viewer)ask->seat;
        return true;
    }
    if (!has_code && !ask->is_owner && has_come(ask, viewer))
        return true;
    *viewer = ask->is_owner ? VIEWER_OWNER : is_right ? VIEWER_INVITED : VIEWER_WATCHER;
    return *viewer != VIEWER_WATCHER || model->settings.is_public;
}

static bool check_looking(struct ask *ask) {
    const struct model *model = &ask->table->model;
    if (ask->seat >= 0 || ask->is_owner)
        return true;
    if (model_is_sent_away(model, ask->asker->person))
        return ask_refuse(ask, CODE_FORBIDDEN, "table.sent_away");
    if (!model->settings.watch.allowed && model->state != STORE_OPEN)
        return ask_refuse(ask, CODE_FORBIDDEN, "table.no_watchers");
    return true;
}

bool request_watch(struct ask *ask) {
    struct table *table = ask->table;
    enum viewer viewer;
    if (table->model.state > STORE_OVER || !find_viewer(ask, &viewer))
        return ask_refuse(ask, CODE_UNKNOWN_TABLE, "table.unknown");
    if (!check_looking(ask))
        return false;
    if (!ask->is_watching && table->connection_count >= CONNECTIONS_MAX)
        return ask_refuse(ask, CODE_FULL, "table.crowded");
    struct connection connection = {
        .route = ask->asker->route,
        .viewer = viewer,
        .coming = viewer,
        .wants_films = ask->asker->wants_films,
        .has_code = names_code(ask) || (ask->seat < 0 && viewer == VIEWER_INVITED),
        .is_television = ask->seat >= 0 && !viewer_is_seat(viewer),
    };
    strcpy(connection.person, ask->asker->person);
    connection_expect(table, &connection, ask->now);
    info_tell(table, ask->now);
    guard_enter(table->world.guard, table->model.id, "watch");
    viewing_begin(table, viewer, ask->now);
    guard_leave(table->world.guard);
    table->viewings[viewer].awaited++;
    struct item *item = outbox_add(table, ITEM_WATCH);
    item->viewer = viewer;
    item->n = ask->wire->n;
    item->connection = connection;
    if (wire_has(ask->wire, FIELD_STREAM) && wire_has(ask->wire, FIELD_S)) {
        strcpy(item->stream, ask->wire->stream);
        item->s = ask->wire->s;
    }
    viewing_put_state(table, viewer, table->viewings[viewer].planned, &item->bytes);
    return true;
}

bool request_unwatch(struct ask *ask) {
    table_unwatch(ask->table, ask->asker->route, ask->now);
    return ask_done(ask);
}

/* Acting. */

/* Distinguishes late answers from those to a question that the seat never had. */
static bool check_question(struct ask *ask) {
    struct play *play = ask->table->play;
    struct match *match = ask->table->model.match;
    int64_t number = ask->wire->ask;
    bool was_asked = number > 0 && number <= play->last_ask[ask->seat];
    if (!match_ask(match, ask->seat) && !was_asked)
        return ask_refuse_turn(ask);
    if (match_is_stale(match, ask->seat, number, &ask->fault->why))
        return ask_refuse_verdict(ask, VERDICT_STALE);
    return true;
}

static bool check_playing(struct ask *ask) {
    enum store_state state = ask->table->model.state;
    if (ask->seat < 0)
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (state == STORE_OPEN)
        return ask_refuse(ask, CODE_NOT_PLAYING, "table.not_playing");
    if (state != STORE_PLAYING)
        return ask_refuse(ask, CODE_OVER, "kernel.over");
    return true;
}

/* Holds the answer back until its moment; until then a new answer replaces it. */
static void wait_for_moment(struct ask *ask) {
    struct table *table = ask->table;
    struct waiting_act *act = &table->play->acts[ask->seat];
    struct message why;
    if (act->pending) {
        message_start(&why, "table.changed_mind");
        pending_refuse(table, act->pending, CODE_STALE, &why);
    }
    act->pending = pending_new(table, ask->asker, ask->wire);
    act->ask = (uint32_t)ask->wire->ask;
    strcpy(act->action, ask->wire->action);
    strcpy(act->person, ask->asker->person);
}

bool request_act(struct ask *ask) {
    struct table *table = ask->table;
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct entry_notes notes = {0};
    enum verdict verdict;
    if (!check_playing(ask) || !check_question(ask))
        return false;
    struct play *play = table->play;
    guard_enter(table->world.guard, table->model.id, ask->wire->action);
    verdict =
        match_read(table->model.match, ask->seat, ask->wire->action, action, &ask->fault->why);
    guard_leave(table->world.guard);
    if (verdict != VERDICT_PLAYED)
        return ask_refuse_verdict(ask, verdict);
    if (play->turn.reaction && play->moment[ask->seat] > ask->now) {
        wait_for_moment(ask);
        return true;
    }
    struct pending *pending = pending_new(table, ask->asker, ask->wire);
    if (!entry_act(table, ask->seat, ask->wire->action, &notes, pending, ask->asker->person,
                   ask->now, &verdict, &ask->fault->why)) {
        pending_drop(table, pending);
        return ask_refuse_verdict(ask, verdict);
    }
    play_go(table, ask->now);
    return true;
}

/* Its row has no request number, because executing it twice makes no difference. */
bool request_hold(struct ask *ask) {
    struct table *table = ask->table;
    bool has_on = wire_has(ask->wire, FIELD_ON);
    if (!check_playing(ask) || (!has_on && !check_question(ask)))
        return false;
    struct batch_row *row = journal_row(table, "hold", ask->asker->person, NULL, ask->now);
    text_put_number(&row->body, ask->seat);
    text_put(&row->body, !has_on ? " ask " : ask->wire->on ? " on" : " off");
    if (!has_on)
        text_put_number(&row->body, ask->wire->ask);
    journal_enter(table, row);
    ask_take(ask);
    play_go(table, ask->now);
    return true;
}

static bool is_preset(const struct game *game, const char *key) {
    const char *const *names = game->face->presets;
    for (int i = 0; names && names[i]; i++)
        if (strcmp(names[i], key) == 0)
            return true;
    return false;
}

bool request_preset(struct ask *ask) {
    struct table *table = ask->table;
    const struct wire_keys *keys = &ask->wire->keys;
    if (ask->seat < 0)
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (table->model.state > STORE_PLAYING)
        return ask_refuse(ask, CODE_OVER, "kernel.over");
    for (int i = 0; i < keys->count; i++)
        if (!is_preset(table->model.settings.game, keys->items[i]))
            return ask_refuse(ask, CODE_BAD_REQUEST, "table.no_such_preset");
    struct text body = {0};
    text_put_number(&body, ask->seat);
    for (int i = 0; i < keys->count; i++) {
        text_put_char(&body, ' ');
        text_put(&body, keys->items[i]);
    }
    journal_write(table, "preset", ask->asker->person, ask_take(ask), text_string(&body), ask->now);
    text_free(&body);
    play_go(table, ask->now);
    return true;
}

bool request_back(struct ask *ask) {
    if (!check_playing(ask))
        return false;
    place_keep(ask->table, ask->seat, "", ask->asker->person, ask_take(ask), ask->now);
    play_go(ask->table, ask->now);
    return true;
}

/* Help. */

static bool check_help(struct ask *ask) {
    const struct model *model = &ask->table->model;
    if (!check_playing(ask))
        return false;
    if (model_people(model) > 1 || !model->settings.hints)
        return ask_refuse(ask, CODE_FORBIDDEN, "table.no_hints");
    if (!match_ask(model->match, ask->seat))
        return ask_refuse_turn(ask);
    return true;
}

/* A hint is computed like a move of a computer player. */

static bool is_cut(void *context) {
    return atomic_load(&((struct hint_job *)context)->job.is_cut);
}

static void run_hint(struct job *base) {
    struct hint_job *job = (struct hint_job *)base;
    struct budget budget = {.expired = is_cut, .context = job};
    guard_enter(job->play->guard, job->play->id, "hint");
    job->has_action = thought_run(job->thought, &budget, job->action);
    guard_leave(job->play->guard);
}

static void hint_done(struct job *base, int64_t now) {
    struct hint_job *job = (struct hint_job *)base;
    struct table *table = job->play->table;
    struct text text = {0}, action = {0};
    struct hint_job **at = &job->play->hints;
    while (*at != job)
        at = &(*at)->next;
    *at = job->next;
    done_open(job->n, &text);
    js_key(&text, "action");
    if (job->has_action) {
        match_game(host_match(job->play->host))->print_action(job->action, &action);
        js_string(&text, text_string(&action));
    } else {
        js_null(&text);
    }
    js_close(&text, '}');
    outbox_reply(table, job->route, &text);
    text_free(&action);
    thought_free(job->thought);
    job_end(job->play);
    free(job);
    table_flush(table, now);
}

enum { HINTS_MAX = 4 };

/* A table computes few hints at a time, so that one person cannot fill the queue of the workers. */
static bool has_hints_enough(const struct play *play) {
    int count = 0;
    for (const struct hint_job *job = play->hints; job; job = job->next)
        count++;
    return count >= HINTS_MAX;
}

bool request_hint(struct ask *ask) {
    struct table *table = ask->table;
    if (!check_help(ask))
        return false;
    if (has_hints_enough(table->play))
        return ask_refuse(ask, CODE_RATE, "tavern.rate");
    struct thought *thought =
        match_think(table->model.match, settings_stand_in(&table->model.settings), ask->seat, NULL,
                    &ask->fault->why);
    if (!thought)
        return ask_refuse_verdict(ask, VERDICT_NOT_YOUR_TURN);
    struct hint_job *job = must_alloc(sizeof *job);
    job->job.run = run_hint;
    job->job.done = hint_done;
    job->play = table->play;
    job->thought = thought;
    job->route = ask->asker->route;
    job->n = ask->wire->n;
    job->next = table->play->hints;
    table->play->hints = job;
    job_begin(table->play, &job->job, URGENCY_THOUGHT);
    return true;
}

static bool answer_says(struct ask *ask, const struct events *says) {
    struct text text = {0};
    done_open(ask->wire->n, &text);
    js_key(&text, "says");
    events_json(says, ask->seat, &text);
    js_close(&text, '}');
    outbox_reply(ask->table, ask->asker->route, &text);
    return true;
}

bool request_odds(struct ask *ask) {
    if (!check_help(ask))
        return false;
    struct events *says = must_alloc(sizeof *says);
    guard_enter(ask->table->world.guard, ask->table->model.id, "odds");
    match_odds(ask->table->model.match, ask->seat, says);
    guard_leave(ask->table->world.guard);
    answer_says(ask, says);
    free(says);
    return true;
}

bool request_tell(struct ask *ask) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    if (!check_playing(ask))
        return false;
    struct guard *guard = ask->table->world.guard;
    guard_enter(guard, ask->table->model.id, ask->wire->action);
    enum verdict verdict =
        match_read(ask->table->model.match, ask->seat, ask->wire->action, action, &ask->fault->why);
    guard_leave(guard);
    if (verdict != VERDICT_PLAYED)
        return ask_refuse_verdict(ask, verdict);
    struct events *says = must_alloc(sizeof *says);
    guard_enter(guard, ask->table->model.id, "tell");
    match_tell(ask->table->model.match, ask->seat, action, says);
    guard_leave(ask->table->world.guard);
    answer_says(ask, says);
    free(says);
    return true;
}
