/* api_tables.c: what HTTP says about tables: lists, one table, a new one, finished ones.
 *
 * Kept true: a table that is not for somebody is answered like one that is not there, after
 * as many questions to the store. */
#include "tavern_inside.h"

#include <string.h>

#include <spelunke/game.h>

#include "qr.h"

enum { LIST_MOST = 100, MAKE_TRIES = 5, ALL_ENTRIES = 1000000000 };

static void fail_unknown(struct visit *visit) {
    visit_fail(visit, CODE_UNKNOWN_TABLE, "tavern.unknown_table");
}

static int seat_of(const struct store_entry *entry, const char *person) {
    for (int seat = 0; person[0] && seat < entry->seats; seat++)
        if (strcmp(entry->people[seat], person) == 0)
            return seat;
    return -1;
}

/* The address of a place of the page for others, who may reach this server under another name. */
static void put_link(const struct visit *visit, const char *place, const char *name,
                     struct text *out) {
    if (visit->tavern->plan.link) {
        text_put(out, visit->tavern->plan.link);
    } else {
        text_put(out, visit->is_tls ? "https://" : "http://");
        text_put(out, visit->host);
    }
    text_put(out, place);
    text_put(out, name);
}

static void put_link_member(const struct visit *visit, const char *place, const char *name,
                            struct text *out) {
    struct text link = {0};
    put_link(visit, place, name, &link);
    js_put_string(out, "link", text_string(&link));
    text_free(&link);
}

/* Lists. */

static void put_mine(const struct visit *visit, const struct store_entry *entry, struct text *out) {
    int seat = seat_of(entry, visit->person);
    enum viewer viewer;
    if (seat < 0 || !entry_viewer(entry, visit->person, "", &viewer))
        return;
    entry_put(visit->tavern, entry, viewer, true, out);
    out->length--; /* its bracket: one more member follows */
    js_put_bool(out, "asked", entry->asked >> seat & 1);
    js_close(out, '}');
}

static void me_listed(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    (void)now;
    js_open(&out, '{');
    js_key(&out, "person");
    put_person(&out, visit->person, visit->name);
    js_key(&out, "tables");
    js_open(&out, '[');
    for (int i = 0; i < answer->entry_count; i++)
        put_mine(visit, &answer->entries[i], &out);
    js_close(&out, ']');
    js_close(&out, '}');
    visit_reply(visit, 200, &out);
    text_free(&out);
}

/* The states that a request names; without a name those that are not over. */
static unsigned states_of(const struct wire *wire) {
    static const enum store_state states[] = {
        [STATE_OPEN] = STORE_OPEN, [STATE_PLAYING] = STORE_PLAYING, [STATE_OVER] = STORE_OVER};
    return wire_has(wire, FIELD_STATE) ? 1u << states[wire->state]
                                       : 1u << STORE_OPEN | 1u << STORE_PLAYING;
}

void api_me(struct visit *visit, int64_t now) {
    struct store_request request = {
        .does = STORE_LIST,
        .list = {.list = STORE_SEATED, .person = visit->person, .states = states_of(&visit->wire)}};
    (void)now;
    visit_ask(visit, &request, me_listed);
}

/* A game that cannot be one has no tables, and not those of all games. */
static const char *listed_game(const struct wire *wire) {
    return wire_has(wire, FIELD_GAME) && !wire->game[0] ? "-" : wire->game;
}

static void public_listed(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    (void)now;
    js_open(&out, '{');
    lists_put(visit->tavern, answer, states_of(&visit->wire), listed_game(&visit->wire), &out);
    js_close(&out, '}');
    visit_reply(visit, 200, &out);
    text_free(&out);
}

void api_list(struct visit *visit) {
    const struct wire *wire = &visit->wire;
    struct store_request request = {.does = STORE_LIST,
                                    .list = {.list = STORE_PUBLIC,
                                             .game = listed_game(wire),
                                             .states = states_of(wire),
                                             .most = LIST_MOST}};
    visit_ask(visit, &request, public_listed);
}

/* One table. */

static bool is_guess(const struct wire *wire) {
    return wire_has(wire, FIELD_CODE);
}

static void table_found(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct tavern *tavern = visit->tavern;
    const struct store_entry *entry = answer->entries;
    enum viewer viewer = VIEWER_WATCHER;
    bool is_there = answer->result == STORE_DONE && entry->state != STORE_CLOSED &&
                    entry_viewer(entry, visit->person, visit->wire.code, &viewer);
    (void)now;
    if (!is_there) {
        fail_unknown(visit);
        return;
    }
    if (is_guess(&visit->wire))
        quota_refund(tavern, &quota_of(tavern, visit->address)->guesses, RATE_GUESSES);
    if (entry->state == STORE_ASIDE) {
        visit_fail(visit, CODE_FORBIDDEN, "tavern.aside");
        return;
    }
    struct text out = {0};
    entry_put(tavern, entry, viewer, false, &out);
    out.length--; /* its bracket: one more member follows */
    put_link_member(visit, "/t/", viewer == VIEWER_WATCHER ? entry->table : entry->code, &out);
    js_close(&out, '}');
    visit_reply(visit, 200, &out);
    text_free(&out);
}

void api_table(struct visit *visit, int64_t now) {
    struct tavern *tavern = visit->tavern;
    const struct wire *wire = &visit->wire;
    struct store_request request = {.does = STORE_FIND, .table = wire->table};
    struct quota *quota = quota_of(tavern, visit->address);
    if (wire->route == ROUTE_CODE)
        request.code = wire->code;
    if (is_guess(wire) && !quota_take(tavern, &quota->guesses, RATE_GUESSES, now))
        visit_fail(visit, CODE_RATE, "tavern.guess_rate");
    else
        visit_ask(visit, &request, table_found);
}

/* A new table. */

static void send_make(struct visit *visit, int64_t now);

static void made(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    if (answer->result == STORE_TAKEN && ++visit->tries < MAKE_TRIES) {
        send_make(visit, now);
        return;
    }
    if (answer->result != STORE_DONE) {
        visit_fail(visit, CODE_STORE, "tavern.store");
        return;
    }
    if (visit->wire.public)
        lobby_changed(visit->tavern, NULL);
    js_open(&out, '{');
    js_put_string(&out, "table", visit->table);
    js_put_string(&out, "code", visit->code);
    put_link_member(visit, "/t/", visit->code, &out);
    js_close(&out, '}');
    visit_reply(visit, 201, &out);
    text_free(&out);
}

static void send_make(struct visit *visit, int64_t now) {
    struct asker owner = {
        .person = visit->person, .name = visit->name, .device = "", .address = visit->address};
    struct fault fault = {0};
    struct store_task *task = visit_expect(visit, STORE_MAKE, made);
    if (table_make(&visit->tavern->world, &visit->wire, NULL, &owner, task->tag, now, visit->table,
                   visit->code, &fault))
        return;
    store_task_cancel(visit->tavern, task);
    visit_refuse(visit, &fault);
}

/* Those that are being made count as well. */
static int count_makes(const struct visit *visit) {
    int count = 0;
    for (const struct store_task *task = visit->tavern->first_store_task; task; task = task->next)
        count += task->does == STORE_MAKE && task->visit &&
                 strcmp(task->visit->person, visit->person) == 0;
    return count;
}

static void owned_listed(struct visit *visit, const struct store_answer *answer, int64_t now) {
    if (answer->entry_count + count_makes(visit) >= LIMIT_PERSON_TABLES)
        visit_fail(visit, CODE_FULL, "tavern.tables_full");
    else
        send_make(visit, now);
}

void api_make(struct visit *visit, int64_t now) {
    struct store_request request = {.does = STORE_LIST,
                                    .list = {.list = STORE_OWNED,
                                             .person = visit->person,
                                             .states = 1u << STORE_OPEN,
                                             .most = LIMIT_PERSON_TABLES}};
    (void)now;
    visit_ask(visit, &request, owned_listed);
}

/* The link as a picture; whether there is such a table is not looked up. */
void api_qr(struct visit *visit) {
    struct text link = {0}, svg = {0};
    put_link(visit, "/t/", visit->wire.code, &link);
    if (visit->wire.code[0] && qr_put_svg(text_string(&link), &svg)) {
        struct reply reply = {
            .status = 200, .type = "image/svg+xml", .body = svg.data, .size = svg.length};
        visit_reply_as(visit, &reply);
    } else {
        visit_fail(visit, CODE_UNKNOWN_PATH, "gate.unknown_path");
    }
    text_free(&link);
    text_free(&svg);
}

/* Finished tables: log, proof, replay, films. To read a match is to play it again: one that
 * ends the process is set aside like one that is played. */

static void guard_reading(const struct visit *visit) {
    guard_enter(visit->tavern->plan.guard, visit->wire.table, "replay");
}

static void guard_read(const struct visit *visit) {
    guard_leave(visit->tavern->plan.guard);
}

static void log_read(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    (void)now;
    guard_reading(visit);
    bool is_over = answer->result == STORE_DONE &&
                   replay_put_log(visit->tavern->plan.games, answer, visit->wire.stamps, &out);
    guard_read(visit);
    if (is_over) {
        struct reply reply = {.status = 200,
                              .type = "text/plain; charset=utf-8",
                              .body = out.data,
                              .size = out.length};
        visit_reply_as(visit, &reply);
    } else {
        fail_unknown(visit);
    }
    text_free(&out);
}

/* Whoever may see the replay learns who sat there: one answer is enough to draw it. */
static void reply_replay(struct visit *visit, const struct store_entry *entry,
                         const struct text *replay) {
    struct text out = {0};
    entry_put(visit->tavern, entry, VIEWER_WATCHER, true, &out);
    out.length--; /* its bracket: the link and the members of the replay follow */
    put_link_member(visit, "/r/", entry->table, &out);
    text_put_char(&out, ',');
    text_put_bytes(&out, replay->data + 1, replay->length - 1);
    visit_reply(visit, 200, &out);
    text_free(&out);
}

static void replay_read(struct visit *visit, const struct store_answer *answer, int64_t now) {
    const struct wire *wire = &visit->wire;
    struct text out = {0};
    struct fault fault = fault_of(CODE_UNKNOWN_TABLE, "tavern.unknown_table");
    int view = wire_has(wire, FIELD_VIEW) ? wire->view : SEAT_WATCHER;
    int64_t count = wire_has(wire, FIELD_COUNT) ? wire->count : ALL_ENTRIES;
    (void)now;
    guard_reading(visit);
    bool is_over =
        answer->result == STORE_DONE &&
        replay_put(visit->tavern->plan.games, answer, view, wire->from, count, &out, &fault);
    guard_read(visit);
    if (is_over)
        reply_replay(visit, answer->entries, &out);
    else
        visit_refuse(visit, &fault);
    text_free(&out);
}

static void proof_read(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct match *match = NULL;
    (void)now;
    guard_reading(visit);
    if (answer->result == STORE_DONE)
        match = replay_match(visit->tavern->plan.games, answer);
    guard_read(visit);
    if (match)
        proof_begin(visit, match);
    else
        fail_unknown(visit);
}

static void film_read(struct visit *visit, const struct store_answer *answer, int64_t now) {
    struct reply reply = {.status = 200,
                          .type = "application/octet-stream",
                          .body = answer->bytes,
                          .size = answer->size};
    (void)now;
    if (answer->result == STORE_DONE)
        visit_reply_as(visit, &reply);
    else
        visit_fail(visit, CODE_UNKNOWN_PATH, "tavern.no_film");
}

static void read_on(struct visit *visit) {
    struct store_request request = {.does = STORE_READ, .table = visit->wire.table};
    if (visit->wire.route == ROUTE_LOG) {
        visit_ask(visit, &request, log_read);
    } else if (visit->wire.route == ROUTE_REPLAY) {
        visit_ask(visit, &request, replay_read);
    } else if (visit->wire.route == ROUTE_PROOF) {
        visit_ask(visit, &request, proof_read);
    } else {
        request.does = STORE_FILM;
        request.film = (uint32_t)visit->wire.number;
        visit_ask(visit, &request, film_read);
    }
}

/* Once over, whoever knows the table may see all of it; watchers who see later, later: until
 * then nobody without a seat learns here that it is over. What is shown while it runs, films,
 * may be had by whoever sees it now. */
static void finished_found(struct visit *visit, const struct store_answer *answer, int64_t now) {
    const struct store_entry *entry = answer->entries;
    enum viewer viewer;
    if (answer->result != STORE_DONE || entry->state == STORE_CLOSED) {
        fail_unknown(visit);
        return;
    }
    int64_t delay = seat_of(entry, visit->person) < 0 ? entry_delay(entry) : 0;
    bool is_over = entry->state == STORE_OVER && now >= entry->ended + delay;
    bool is_known = is_over || entry_viewer(entry, visit->person, "", &viewer);
    bool is_shown = is_over || (visit->wire.route == ROUTE_FILM && delay == 0);
    if (!is_known)
        fail_unknown(visit);
    else if (entry->state == STORE_ASIDE)
        visit_fail(visit, CODE_FORBIDDEN, "tavern.aside");
    else if (!is_shown)
        visit_fail(visit, CODE_NOT_OVER, "tavern.not_over");
    else
        read_on(visit);
}

void api_finished(struct visit *visit, int64_t now) {
    struct store_request request = {.does = STORE_FIND, .table = visit->wire.table};
    (void)now;
    visit_ask(visit, &request, finished_found);
}
