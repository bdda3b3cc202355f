/* viewer.c: renders the messages to each viewer: the state, and each entry as a step.
 *
 * A viewing keeps the texts last rendered for its viewer, and a step has the changes since then.
 * Invariants: a step depends only on that viewer's view, events, prompt and the public turn; an
 * entry that changes none of them makes no step. A change of clocks alone makes no step, but is
 * sent with the next one. */
#include "table_inside.h"

#include <string.h>

bool viewer_is_seat(enum viewer viewer) {
    return viewer < VIEWER_WATCHER;
}

int viewer_seat(enum viewer viewer) {
    return viewer_is_seat(viewer) ? (int)viewer : SEAT_WATCHER;
}

void score_json(const struct match *match, struct text *out) {
    struct score score = {0};
    if (!match_over(match)) {
        js_null(out);
        return;
    }
    match_game(match)->score(match_state(match), &score);
    js_open(out, '{');
    js_key(out, "scores");
    js_open(out, '[');
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        js_number(out, score.points[seat]);
    js_close(out, ']');
    js_put_seats(out, "winners", score.winners);
    js_close(out, '}');
}

static void put_event(const struct event *event, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "key", event->message.key);
    js_key(out, "args");
    message_args_json(&event->message, out);
    js_close(out, '}');
}

void events_json(const struct events *events, int viewer, struct text *out) {
    js_open(out, '[');
    for (int i = 0; events && i < events->count; i++)
        if (event_seen(event_of(events, i), viewer))
            put_event(event_of(events, i), out);
    js_close(out, ']');
}

/* Public facts, rendered once for all viewers. */
struct present {
    struct text turn, clock, score;
};

static void present_render(const struct table *table, struct present *out) {
    const struct match *match = table->model.match;
    struct turn turn;
    *out = (struct present){0};
    if (!match) {
        js_null(&out->turn);
        js_null(&out->clock);
        js_null(&out->score);
        return;
    }
    match_turn(match, &turn);
    turn_json(&turn, &out->turn);
    clock_json(table, &out->clock);
    score_json(match, &out->score);
}

static void present_free(struct present *present) {
    text_free(&present->turn);
    text_free(&present->clock);
    text_free(&present->score);
}

static void put_prompt(const struct table *table, enum viewer viewer, struct text *out) {
    if (table->model.match && viewer_is_seat(viewer))
        match_prompt_json(table->model.match, (int)viewer, out);
    else
        js_null(out);
}

static bool is_empty_list(const struct text *list) {
    return list->length <= 2;
}

/* Keeps the events of an entry for `recent`. */
static void keep_recent(struct viewing *viewing, struct pack *pack, const struct text *events) {
    if (is_empty_list(events))
        return;
    if (viewing->recent_count == RECENT_MAX) {
        packed_free(&viewing->recent[0]);
        memmove(&viewing->recent[0], &viewing->recent[1],
                (RECENT_MAX - 1) * sizeof viewing->recent[0]);
        viewing->recent_count--;
    }
    viewing->recent[viewing->recent_count++] = pack_add(pack, events->data, events->length);
}

/* The recent events are found by replaying the match twice, once to count: rendering all of them
 * would take much longer. */
struct remembering {
    struct viewing *viewing;
    struct pack *pack;
    int seat;
    int left; /* remaining entries with events that the viewer sees */
};

static bool sees_something(const struct events *events, int viewer) {
    for (int i = 0; i < events->count; i++)
        if (event_seen(event_of(events, i), viewer))
            return true;
    return false;
}

static bool count_seen(void *context, const struct replay *replay) {
    struct remembering *at = context;
    at->left += sees_something(replay->events, at->seat);
    return true;
}

static bool remember(void *context, const struct replay *replay) {
    struct remembering *at = context;
    struct text events = {0};
    if (!sees_something(replay->events, at->seat) || at->left-- > RECENT_MAX)
        return true;
    events_json(replay->events, at->seat, &events);
    keep_recent(at->viewing, at->pack, &events);
    text_free(&events);
    return true;
}

static void remember_recent(const struct match *match, enum viewer viewer,
                            struct viewing *viewing) {
    struct remembering at = {viewing, pack_new(), viewer_seat(viewer), 0};
    match_replay(match, match_length(match), count_seen, &at);
    match_replay(match, match_length(match), remember, &at);
    pack_close(at.pack);
}

static void forget_texts(struct viewing *viewing) {
    struct text *texts[] = {&viewing->turn, &viewing->prompt, &viewing->clock, &viewing->score,
                            &viewing->info};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_free(texts[i]);
    shown_free(&viewing->shown);
    viewing->shown = (struct shown){0};
    for (int i = 0; i < viewing->recent_count; i++)
        packed_free(&viewing->recent[i]);
    viewing->recent_count = 0;
}

static void fill_view(const struct match *match, enum viewer viewer, struct shown *shown) {
    if (match)
        shown_fill(shown, match_game(match), match_state(match), viewer_seat(viewer));
    else
        js_null(&shown->view);
}

/* Renders everything from scratch. */
static void viewing_fill(struct table *table, enum viewer viewer) {
    struct viewing *viewing = &table->viewings[viewer];
    struct match *match = table->model.match;
    struct present present;
    forget_texts(viewing);
    present_render(table, &present);
    viewing->turn = present.turn;
    viewing->clock = present.clock;
    viewing->score = present.score;
    fill_view(match, viewer, &viewing->shown);
    put_prompt(table, viewer, &viewing->prompt);
    info_json(table, viewer, &viewing->info);
    if (match)
        remember_recent(match, viewer, viewing);
}

void viewing_begin(struct table *table, enum viewer viewer, int64_t now) {
    static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";
    struct viewing *viewing = &table->viewings[viewer];
    char name[STREAM_NAME + 1] = "";
    unsigned char drawn[STREAM_NAME];
    if (viewing->stream.name[0])
        return;
    table->world.random(table->world.context, drawn, sizeof drawn);
    for (int i = 0; i < STREAM_NAME; i++)
        name[i] = letters[drawn[i] % 32];
    stream_begin(&viewing->stream, name);
    /* Number 1 is the `state` with which the stream starts. */
    viewing->stream.s = viewing->planned = 1;
    viewing->empty_since = viewer_is_looked_at(table, viewer) ? 0 : now;
    viewing_fill(table, viewer);
}

void viewing_continue(struct table *table, enum viewer viewer, const char *stream, int64_t s) {
    struct viewing *viewing = &table->viewings[viewer];
    stream_begin(&viewing->stream, stream);
    viewing->stream.s = viewing->planned = s;
    viewing->empty_since = 0;
    viewing_fill(table, viewer);
}

static void viewing_end(struct viewing *viewing) {
    for (struct update *update = viewing->first, *next; update; update = next) {
        next = update->next;
        update_free(update);
    }
    forget_texts(viewing);
    text_free(&viewing->tail);
    stream_free(&viewing->stream);
    *viewing = (struct viewing){0};
}

void viewings_free(struct table *table) {
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        viewing_end(&table->viewings[viewer]);
}

/* State. */

static void put_raw(struct text *out, const char *key, const struct text *json) {
    js_key(out, key);
    text_put_bytes(out, json->data, json->length);
}

static void put_presets(const struct table *table, enum viewer viewer, struct text *out) {
    const char *const *names = table->model.settings.game->face->presets;
    js_key(out, "presets");
    if (!viewer_is_seat(viewer)) {
        js_null(out);
        return;
    }
    js_open(out, '[');
    for (int i = 0; names && names[i]; i++)
        if (table->model.places[viewer].presets >> i & 1)
            js_string(out, names[i]);
    js_close(out, ']');
}

static void put_recent(const struct viewing *viewing, struct text *out) {
    js_key(out, "recent");
    js_open(out, '[');
    for (int i = 0; i < viewing->recent_count; i++) {
        text_put(out, i ? "," : "");
        packed_put(&viewing->recent[i], out);
    }
    js_close(out, ']');
}

static void put_chat(const struct model *model, int ear, struct text *out) {
    js_key(out, "chat");
    js_open(out, '[');
    for (int i = 0; i < model->chat_count[ear]; i++)
        said_json(&model->chat[ear][i], ear, out);
    js_close(out, ']');
}

void viewing_put_tail(struct table *table, enum viewer viewer, struct text *out) {
    const struct viewing *viewing = &table->viewings[viewer];
    bool is_seat = viewer_is_seat(viewer);
    js_put_string(out, "as", is_seat ? "seat" : "watcher");
    js_key(out, "seat");
    if (is_seat)
        js_number(out, viewer);
    else
        js_null(out);
    put_raw(out, "info", &viewing->info);
    put_raw(out, "view", &viewing->shown.view);
    put_raw(out, "turn", &viewing->turn);
    put_raw(out, "prompt", &viewing->prompt);
    js_key(out, "clock");
    if (viewing->clock.length)
        text_put(out, text_string(&viewing->clock));
    else
        clock_json(table, out); /* as after waking, until the next step has told it */
    put_raw(out, "score", &viewing->score);
    put_presets(table, viewer, out);
    js_put_bool(out, "hold", is_seat && table->model.places[viewer].holds);
    put_recent(viewing, out);
    put_chat(&table->model, is_seat ? EAR_SEATS : EAR_WATCHERS, out);
    js_key(out, "sim");
    session_json(table, out);
}

static void put_head(const struct table *table, enum viewer viewer, int64_t s, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "t", "state");
    js_put_string(out, "table", table->model.id);
    js_put_string(out, "stream", table->viewings[viewer].stream.name);
    js_put_number(out, "s", s);
}

void viewing_put_state(struct table *table, enum viewer viewer, int64_t s, struct text *out) {
    put_head(table, viewer, s, out);
    viewing_put_tail(table, viewer, out);
    js_close(out, '}');
}

void viewing_put_late_state(struct table *table, enum viewer viewer, struct text *out) {
    const struct viewing *viewing = &table->viewings[viewer];
    put_head(table, viewer, viewing->stream.s, out);
    text_put_char(out, ',');
    text_put_bytes(out, viewing->tail.data, viewing->tail.length);
    js_close(out, '}');
}

/* Steps. */

void viewing_open(struct table *table, enum viewer viewer, const char *type, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "t", type);
    js_put_string(out, "table", table->model.id);
    js_put_number(out, "s", table->viewings[viewer].planned + 1);
}

/* Writes the member if it has changed, and stores it. */
static bool put_changed(struct text *out, const char *key, struct text *kept,
                        const struct text *now) {
    if (text_equals(kept, now))
        return false;
    put_raw(out, key, now);
    text_clear(kept);
    text_put_bytes(kept, now->data, now->length);
    return true;
}

/* Buffers reused for all viewers. Events are rendered again only if a viewer sees others than the
 * previous one. */
struct drafts {
    struct text message, events, prompt;
    uint8_t seen[EVENTS_MAX]; /* which events were rendered */
    bool has_events;
    struct shown_entry view;
    struct pack *recent; /* the events in all their versions */
};

static void drafts_free(struct drafts *drafts) {
    text_free(&drafts->message);
    text_free(&drafts->events);
    text_free(&drafts->prompt);
    shown_entry_end(&drafts->view);
    pack_close(drafts->recent);
}

static void draft_events(struct drafts *drafts, const struct events *events, int viewer) {
    bool is_written = drafts->has_events;
    for (int i = 0; events && i < events->count; i++) {
        uint8_t is_seen = event_seen(event_of(events, i), viewer);
        is_written = is_written && drafts->seen[i] == is_seen;
        drafts->seen[i] = is_seen;
    }
    if (is_written)
        return;
    text_clear(&drafts->events);
    events_json(events, viewer, &drafts->events);
    drafts->has_events = true;
}

static void viewing_step(struct table *table, enum viewer viewer, const struct events *events,
                         const struct entry_notes *notes, const struct present *present,
                         struct drafts *drafts, int64_t now) {
    struct viewing *viewing = &table->viewings[viewer];
    struct text *message = &drafts->message;
    text_clear(&drafts->message);
    text_clear(&drafts->prompt);
    draft_events(drafts, events, viewer_seat(viewer));
    keep_recent(viewing, drafts->recent, &drafts->events);
    put_prompt(table, viewer, &drafts->prompt);
    viewing_open(table, viewer, "step", message);
    put_raw(message, "events", &drafts->events);
    bool counts = !is_empty_list(&drafts->events) || notes->film || notes->sim;
    counts |= shown_put_change(&viewing->shown, &drafts->view, viewer_seat(viewer), message);
    counts |= put_changed(message, "turn", &viewing->turn, &present->turn);
    counts |= put_changed(message, "prompt", &viewing->prompt, &drafts->prompt);
    if (counts)
        put_changed(message, "clock", &viewing->clock, &present->clock);
    put_changed(message, "score", &viewing->score, &present->score);
    if (notes->film)
        js_put_number(message, "film", notes->film);
    if (notes->sim)
        js_put_number(message, "sim", notes->sim);
    js_close(message, '}');
    if (counts)
        viewing_post(table, viewer, message, now);
}

void viewings_step(struct table *table, const struct events *events, const void *before,
                   const struct entry_notes *notes, int64_t now) {
    struct present present;
    struct drafts drafts = {.recent = pack_new()};
    const struct match *match = table->model.match;
    present_render(table, &present);
    shown_entry_begin(&drafts.view, match_game(match), before, match_state(match));
    for (int viewer = 0; viewer < VIEWERS; viewer++)
        if (table->viewings[viewer].stream.name[0])
            viewing_step(table, (enum viewer)viewer, events, notes, &present, &drafts, now);
    drafts_free(&drafts);
    present_free(&present);
}

static void send_state(struct table *table, struct connection *connection) {
    const struct viewing *viewing = &table->viewings[connection->viewer];
    struct text state = {0};
    connection->needs_key = true;
    if (viewing->is_late)
        viewing_put_late_state(table, connection->viewer, &state);
    else
        viewing_put_state(table, connection->viewer, viewing->stream.s, &state);
    send_text(table, connection->route, &state);
    text_free(&state);
}

void viewing_restart(struct table *table, enum viewer viewer, int64_t now) {
    viewing_end(&table->viewings[viewer]);
    viewing_begin(table, viewer, now);
    for (int i = 0; i < table->connection_count; i++)
        if (table->connections[i].viewer == viewer && !table->connections[i].has_left)
            send_state(table, &table->connections[i]);
}

/* After reloading: rendered messages may never have been sent. Delayed watchers continue with what
 * was sent. */
void viewings_renew(struct table *table, int64_t now) {
    struct text tails[VIEWERS - VIEWER_WATCHER] = {0};
    bool was_late = table->viewings[VIEWER_WATCHER].is_late;
    for (int viewer = VIEWER_WATCHER; was_late && viewer < VIEWERS; viewer++) {
        tails[viewer - VIEWER_WATCHER] = table->viewings[viewer].tail;
        table->viewings[viewer].tail = (struct text){0};
    }
    viewings_free(table);
    if (was_late)
        viewings_delay(table, tails, now + table->model.settings.watch.delay, now);
    for (int i = 0; i < table->connection_count; i++) {
        struct connection *connection = &table->connections[i];
        viewing_begin(table, connection->viewer, now);
        table->viewings[connection->viewer].empty_since = 0;
        send_state(table, connection);
    }
    for (int i = 0; i < VIEWERS - VIEWER_WATCHER; i++)
        text_free(&tails[i]);
}

void viewings_tick(struct table *table, int64_t now) {
    updates_send_due(table, now);
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        struct viewing *viewing = &table->viewings[viewer];
        if (!viewing->stream.name[0])
            continue;
        stream_trim(&viewing->stream, now);
        bool is_expected = viewing->planned != viewing->stream.s || viewing->awaited;
        if (viewing->empty_since && now - viewing->empty_since >= EMPTY_MS && !viewing->is_late &&
            !is_expected)
            viewing_end(viewing);
    }
}

int64_t viewings_due(const struct table *table) {
    int64_t due = 0;
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        const struct viewing *viewing = &table->viewings[viewer];
        if (viewing->first)
            sooner(&due, viewing->first->due);
        sooner(&due, stream_due(&viewing->stream));
        if (viewing->stream.name[0] && viewing->empty_since && !viewing->is_late)
            sooner(&due, viewing->empty_since + EMPTY_MS);
    }
    return due;
}
