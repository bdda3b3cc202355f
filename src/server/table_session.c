/* table_session.c: simulation sessions of a table: throws, which are sent as a film, and loadings,
 * which are streamed while a hand controls them.
 *
 * A throw is run in one piece in a worker, a loading in real-time slices. Invariants: a loading
 * starts when all previous rows are on disk, so its frames need not wait; the worker owns the show
 * during a slice, the event loop between slices. */
#include "table_inside.h"

#include <stdlib.h>
#include <string.h>

#include "compact/compact.h"

static const struct sim *sim_of(const struct table *table) {
    return table->model.settings.game->sim;
}

static void run_slice(struct job *base) {
    struct session_job *job = (struct session_job *)base;
    struct play *play = job->play;
    guard_enter(play->guard, play->id, "session");
    int64_t begun = monotonic_us();
    show_run(play->show, job->until, &job->job.is_cut);
    if (play->meters)
        histogram_count(&play->meters->session, monotonic_us() - begun);
    guard_leave(play->guard);
}

/* Sends the reason of a refused sample to the connection from which it came. */
static void tell_refusal(struct table *table, const struct message *why) {
    const struct play *play = table->play;
    struct text text = {0};
    if (!play->has_hand_route)
        return;
    js_open(&text, '{');
    js_put_string(&text, "t", "hand");
    js_put_string(&text, "table", table->model.id);
    js_put_number(&text, "sim", show_number(play->show));
    js_put_string(&text, "key", why->key);
    js_key(&text, "args");
    message_args_json(why, &text);
    js_close(&text, '}');
    send_text(table, play->hand_route, &text);
    text_free(&text);
}

static void keep_frame(struct play *play, const struct sim *sim) {
    if (!sim->reach || session_over(play->session))
        return;
    for (int i = 0; i < 2; i++)
        if (!play->frames[i])
            play->frames[i] = must_alloc(sizeof *play->frames[i]);
    struct frame *before = play->frames[0];
    play->frames[0] = play->frames[1];
    play->frames[1] = before;
    session_frame(play->session, before);
}

static void show_slice(struct table *table, int64_t now) {
    struct play *play = table->play;
    struct message why;
    size_t size;
    bool is_key = false;
    const char *frames = show_frames(play->show, &size, &is_key);
    if (frames)
        viewings_frames(table, frames, size, is_key, now);
    while (show_refused(play->show, &why))
        tell_refusal(table, &why);
    match_await_hand(table->model.match, show_takes_time(play->show), now);
    keep_frame(play, sim_of(table));
}

static void slice_done(struct job *base, int64_t now) {
    struct play *play = ((struct session_job *)base)->play;
    struct table *table = play->table;
    play->slice_runs = false;
    if (!job_end(play))
        return;
    if (play->is_live)
        show_slice(table, now);
    if (show_stands(play->show) && !show_has_hands(play->show))
        play->slice_at = now + STANDING_MS;
    play_go(table, now);
    table_flush(table, now);
    if (table->world.woke)
        table->world.woke(table->world.context, table);
}

/* The names of the bodies of a frame, in order, from the kit. */
static void put_bodies(const struct game *game, struct text *out) {
    static const struct slice bodies_key = {"\"bodies\"", 8}, name_key = {"\"name\"", 6};
    struct text kit = {0};
    struct member member, name;
    game_kit_json(game, &kit);
    struct slice inside = compact_inside((struct slice){kit.data, kit.length});
    js_open(out, '[');
    if (compact_find(&inside, bodies_key, &member)) {
        struct slice list = compact_inside(member.value);
        while (compact_next(&list, &member)) {
            struct slice body = compact_inside(member.value);
            if (!compact_find(&body, name_key, &name))
                continue;
            if (out->data[out->length - 1] != '[')
                text_put_char(out, ',');
            text_put_bytes(out, name.value.at, name.value.length);
        }
    }
    js_close(out, ']');
    text_free(&kit);
}

static void put_members(const struct table *table, struct text *out) {
    const struct play *play = table->play;
    int64_t until = match_deadline(table->model.match, play->turn.control);
    js_put_number(out, "sim", show_number(play->show));
    js_put_number(out, "seat", play->turn.control);
    js_put_number(out, "hz", sim_of(table)->hz);
    js_key(out, "bodies");
    put_bodies(table->model.settings.game, out);
    js_key(out, "until");
    if (until)
        js_number(out, until);
    else
        js_null(out);
}

void session_json(const struct table *table, struct text *out) {
    if (!table->play || !table->play->show || !table->play->is_live) {
        js_null(out);
        return;
    }
    js_open(out, '{');
    put_members(table, out);
    js_close(out, '}');
}

static void announce(struct table *table, int64_t now) {
    for (int viewer = 0; viewer < VIEWERS; viewer++) {
        struct text message = {0};
        if (!table->viewings[viewer].stream.name[0])
            continue;
        viewing_open(table, (enum viewer)viewer, "sim", &message);
        put_members(table, &message);
        js_close(&message, '}');
        viewing_post(table, (enum viewer)viewer, &message, now);
    }
}

void session_begin(struct table *table, int64_t now) {
    struct play *play = table->play;
    struct thought *steering = NULL;
    struct entering unused;
    bool is_live = play->turn.kind == TURN_SIM;
    bool is_all_stored = !table->first && table->open->row_count == 0;
    if (is_live && !is_all_stored)
        return;
    entry_begin(table, "open", &unused);
    play->session = host_open(play->host, &steering);
    entry_cancel(table, &unused);
    play->show = show_new(table->model.settings.game, play->session, steering, draw_number(table));
    play->is_live = is_live;
    play->is_left = false;
    play->slice_at = play->session_at = now;
    play->has_hand_route = false;
    play->piece[0] = '\0';
    for (int i = 0; i < 2; i++)
        if (play->frames[i])
            play->frames[i]->count = 0;
    if (is_live)
        announce(table, now);
}

void session_end(struct play *play) {
    if (play->show)
        show_free(play->show);
    play->show = NULL;
    play->session = NULL;
}

/* Closes the session: its outcome becomes an entry, and its film is stored. */
static void close_session(struct table *table, bool is_late, int64_t now) {
    struct play *play = table->play;
    struct batch *batch = table->open;
    struct entering entering;
    struct entry_notes notes = {.is_idle = is_late};
    size_t size;
    const void *film = show_film(play->show, &size);
    uint32_t number = show_number(play->show);
    must(!batch->film); /* one call cannot close two sessions */
    batch->film = number;
    text_put_bytes(&batch->film_bytes, film, size);
    *(play->is_live ? &notes.sim : &notes.film) = number;
    if (!play->is_live) {
        play->shown_until = now + show_length(play->show);
        viewings_film(table, number, film, size, now);
    }
    session_end(play);
    entry_begin(table, "close", &entering);
    host_close(play->host, now);
    entry_end(table, &entering, &notes, NULL, "", now);
}

/* Moves the hand to a piece requested by `catch`, after a delay, as a person would. */
static void reach(struct table *table) {
    struct play *play = table->play;
    struct hand hand = {.tick = show_ticks(play->show)};
    if (!play->piece[0] || hand.tick < play->reach_tick)
        return;
    const struct frame *before = play->frames[0]->count ? play->frames[0] : NULL;
    if (sim_of(table)->reach(before, play->frames[1], play->piece, &hand.pose))
        show_hand(play->show, &hand, 1);
    else
        play->piece[0] = '\0';
}

/* Computes the start time of the session from its ticks. It moves forward during a pause, and back
 * when a hand was ahead. */
static void follow_ticks(struct play *play, const struct sim *sim, int64_t now) {
    int64_t began = now - (int64_t)show_ticks(play->show) * 1000 / sim->hz;
    if (show_stands(play->show) || began < play->session_at)
        play->session_at = began;
}

static void start_slice(struct table *table, int64_t now) {
    struct play *play = table->play;
    follow_ticks(play, sim_of(table), now);
    int64_t tick = (now - play->session_at) * sim_of(table)->hz / 1000;
    if (play->is_live) {
        reach(table);
        if (tick <= show_ticks(play->show))
            tick = show_ticks(play->show) + 1;
    }
    play->slice.job.run = run_slice;
    play->slice.job.done = slice_done;
    play->slice.play = play;
    play->slice.until = play->is_live && tick < INT32_MAX ? (int32_t)tick : INT32_MAX;
    play->slice_runs = true;
    play->slice_at = now + SLICE_MS;
    job_begin(play, &play->slice.job, play->is_live ? URGENCY_LIVE : URGENCY_THOUGHT);
}

bool session_go(struct table *table, int64_t now) {
    struct play *play = table->play;
    if (!play->show || play->slice_runs)
        return false;
    if (play->is_left && !show_has_moved(play->show)) {
        session_end(play);
        host_cut(play->host);
        return true;
    }
    int64_t deadline = match_deadline(table->model.match, play->turn.control);
    bool is_late = play->is_live && deadline && deadline <= now;
    if (show_is_over(play->show) || is_late || play->is_left) {
        close_session(table, is_late && !show_is_over(play->show), now);
        return true;
    }
    if (!play->is_live || play->slice_at <= now)
        start_slice(table, now);
    return false;
}

int64_t session_due(const struct table *table) {
    const struct play *play = table->play;
    int64_t due = 0;
    if (!play->show || play->slice_runs)
        return 0;
    /* A paused session without viewers has no deadline: then the table may be unloaded, which
     * restarts the loading. Nothing has fallen, or it would not be paused. */
    if (table->connection_count > 0 || !show_stands(play->show))
        sooner(&due, play->slice_at);
    if (play->is_live)
        sooner(&due, match_deadline(table->model.match, play->turn.control));
    return due;
}

void session_leave(struct table *table, int seat) {
    struct play *play = table->play;
    if (play && play->show && play->is_live && play->turn.control == seat)
        play->is_left = true;
}

/* Hands. */

static bool is_in_control(const struct table *table, const char *person, uint32_t sim) {
    const struct play *play = table->play;
    if (!play || !play->show || !play->is_live || show_number(play->show) != sim)
        return false;
    const struct place *place = &table->model.places[play->turn.control];
    return strcmp(place->person, person) == 0 && !place->bot[0];
}

bool table_has_sim(const struct table *table, uint32_t sim) {
    const struct play *play = table->play;
    return play && play->show && play->is_live && show_number(play->show) == sim;
}

void table_hand(struct table *table, const struct asker *asker, const struct hand_message *hand,
                int64_t now) {
    struct play *play = table->play;
    if (!is_in_control(table, asker->person, hand->sim))
        return;
    play->hand_route = asker->route;
    play->has_hand_route = true;
    show_hand(play->show, hand->hands, hand->count);
    if (play->slice_at > now + SLICE_MS) /* paused: continue at once */
        play->slice_at = now;
}

bool request_catch(struct ask *ask) {
    struct table *table = ask->table;
    struct play *play = table->play;
    struct pose pose;
    if (ask->seat < 0)
        return ask_refuse(ask, CODE_NOT_SEATED, "table.not_seated");
    if (table->model.state != STORE_PLAYING)
        return ask_refuse(ask, CODE_NOT_PLAYING, "table.not_playing");
    if (!table_has_sim(table, (uint32_t)ask->wire->sim))
        return ask_refuse(ask, CODE_STALE, "table.no_such_session");
    if (!is_in_control(table, ask->asker->person, (uint32_t)ask->wire->sim))
        return ask_refuse_turn(ask);
    if (!sim_of(table)->reach || !play->frames[1] || !play->frames[1]->count ||
        !sim_of(table)->reach(NULL, play->frames[1], ask->wire->piece, &pose))
        return ask_refuse(ask, CODE_ILLEGAL, "table.does_not_fall");
    strcpy(play->piece, ask->wire->piece);
    play->reach_tick = play->frames[1]->tick + CATCH_DELAY_MS * sim_of(table)->hz / 1000;
    play->hand_route = ask->asker->route;
    play->has_hand_route = true;
    return ask_done(ask);
}
