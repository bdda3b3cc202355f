/* api_tables.c: HTTP requests about tables: lists, one table, creating one, finished ones.
 *
 * Invariant: a table that the client may not see gets the same response as an unknown one, after
 * the same number of store requests. */
#include "tavern_inside.h"

#include <string.h>

#include <spelunke/game.h>

#include "qr.h"

enum { LIST_MOST = 100, MAKE_TRIES = 5, ALL_ENTRIES = 1000000000 };

static void fail_unknown(struct exchange *exchange) {
    exchange_fail(exchange, CODE_UNKNOWN_TABLE, "tavern.unknown_table");
}

static int seat_of(const struct store_entry *entry, const char *person) {
    for (int seat = 0; person[0] && seat < entry->seats; seat++)
        if (strcmp(entry->people[seat], person) == 0)
            return seat;
    return -1;
}

/* The URL of a table for other people, who may reach this server under another name. */
static void put_link(const struct exchange *exchange, const char *place, const char *name,
                     struct text *out) {
    if (exchange->tavern->plan.link) {
        text_put(out, exchange->tavern->plan.link);
    } else {
        text_put(out, exchange->is_tls ? "https://" : "http://");
        text_put(out, exchange->host);
    }
    text_put(out, place);
    text_put(out, name);
}

static void put_link_member(const struct exchange *exchange, const char *place, const char *name,
                            struct text *out) {
    struct text link = {0};
    put_link(exchange, place, name, &link);
    js_put_string(out, "link", text_string(&link));
    text_free(&link);
}

/* Lists. */

static void put_mine(const struct exchange *exchange, const struct store_entry *entry,
                     struct text *out) {
    int seat = seat_of(entry, exchange->person);
    enum viewer viewer;
    if (seat < 0 || !entry_viewer(entry, exchange->person, "", &viewer))
        return;
    entry_put(exchange->tavern, entry, viewer, true, out);
    out->length--; /* its bracket: one more member follows */
    js_put_bool(out, "asked", entry->asked >> seat & 1);
    js_close(out, '}');
}

static void me_listed(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    (void)now;
    js_open(&out, '{');
    js_key(&out, "person");
    put_person(&out, exchange->person, exchange->name);
    js_key(&out, "tables");
    js_open(&out, '[');
    for (int i = 0; i < answer->entry_count; i++)
        put_mine(exchange, &answer->entries[i], &out);
    js_close(&out, ']');
    js_close(&out, '}');
    exchange_reply(exchange, 200, &out);
    text_free(&out);
}

/* The states selected by a request; by default open and running tables. */
static unsigned states_of(const struct wire *wire) {
    static const enum store_state states[] = {
        [STATE_OPEN] = STORE_OPEN, [STATE_PLAYING] = STORE_PLAYING, [STATE_OVER] = STORE_OVER};
    return wire_has(wire, FIELD_STATE) ? 1u << states[wire->state]
                                       : 1u << STORE_OPEN | 1u << STORE_PLAYING;
}

void api_me(struct exchange *exchange, int64_t now) {
    struct store_request request = {.does = STORE_LIST,
                                    .list = {.list = STORE_SEATED,
                                             .person = exchange->person,
                                             .states = states_of(&exchange->wire)}};
    (void)now;
    exchange_ask(exchange, &request, me_listed);
}

/* An invalid name of a game must select no tables instead of all. */
static const char *listed_game(const struct wire *wire) {
    return wire_has(wire, FIELD_GAME) && !wire->game[0] ? "-" : wire->game;
}

static void public_listed(struct exchange *exchange, const struct store_answer *answer,
                          int64_t now) {
    struct text out = {0};
    (void)now;
    js_open(&out, '{');
    lists_put(exchange->tavern, answer, states_of(&exchange->wire), listed_game(&exchange->wire),
              &out);
    js_close(&out, '}');
    exchange_reply(exchange, 200, &out);
    text_free(&out);
}

void api_list(struct exchange *exchange) {
    const struct wire *wire = &exchange->wire;
    struct store_request request = {.does = STORE_LIST,
                                    .list = {.list = STORE_PUBLIC,
                                             .game = listed_game(wire),
                                             .states = states_of(wire),
                                             .most = LIST_MOST}};
    exchange_ask(exchange, &request, public_listed);
}

/* One table. */

static bool is_guess(const struct wire *wire) {
    return wire_has(wire, FIELD_CODE);
}

static void table_found(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    struct tavern *tavern = exchange->tavern;
    const struct store_entry *entry = answer->entries;
    enum viewer viewer = VIEWER_WATCHER;
    bool is_there = answer->result == STORE_DONE && entry->state != STORE_CLOSED &&
                    entry_viewer(entry, exchange->person, exchange->wire.code, &viewer);
    (void)now;
    if (!is_there) {
        fail_unknown(exchange);
        return;
    }
    if (is_guess(&exchange->wire))
        quota_refund(tavern, &quota_of(tavern, exchange->address)->guesses, RATE_GUESSES);
    if (entry->state == STORE_ASIDE) {
        exchange_fail(exchange, CODE_FORBIDDEN, "tavern.aside");
        return;
    }
    struct text out = {0};
    entry_put(tavern, entry, viewer, false, &out);
    out.length--; /* its bracket: one more member follows */
    put_link_member(exchange, "/t/", viewer == VIEWER_WATCHER ? entry->table : entry->code, &out);
    js_close(&out, '}');
    exchange_reply(exchange, 200, &out);
    text_free(&out);
}

void api_table(struct exchange *exchange, int64_t now) {
    struct tavern *tavern = exchange->tavern;
    const struct wire *wire = &exchange->wire;
    struct store_request request = {.does = STORE_FIND, .table = wire->table};
    struct quota *quota = quota_of(tavern, exchange->address);
    if (wire->route == ROUTE_CODE)
        request.code = wire->code;
    if (is_guess(wire) && !quota_take(tavern, &quota->guesses, RATE_GUESSES, now))
        exchange_fail(exchange, CODE_RATE, "tavern.guess_rate");
    else
        exchange_ask(exchange, &request, table_found);
}

/* A new table. */

static void send_make(struct exchange *exchange, int64_t now);

static void made(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    if (answer->result == STORE_TAKEN && ++exchange->tries < MAKE_TRIES) {
        send_make(exchange, now);
        return;
    }
    if (answer->result != STORE_DONE) {
        exchange_fail(exchange, CODE_STORE, "tavern.store");
        return;
    }
    if (exchange->wire.public)
        lobby_changed(exchange->tavern, NULL);
    js_open(&out, '{');
    js_put_string(&out, "table", exchange->table);
    js_put_string(&out, "code", exchange->code);
    put_link_member(exchange, "/t/", exchange->code, &out);
    js_close(&out, '}');
    exchange_reply(exchange, 201, &out);
    text_free(&out);
}

static void send_make(struct exchange *exchange, int64_t now) {
    struct asker owner = {.person = exchange->person,
                          .name = exchange->name,
                          .device = "",
                          .address = exchange->address};
    struct fault fault = {0};
    struct store_task *task = exchange_expect(exchange, STORE_MAKE, made);
    if (table_make(&exchange->tavern->world, &exchange->wire, NULL, &owner, task->tag, now,
                   exchange->table, exchange->code, &fault))
        return;
    store_task_cancel(exchange->tavern, task);
    exchange_refuse(exchange, &fault);
}

/* Tables being created by this person. */
static int count_makes(const struct exchange *exchange) {
    int count = 0;
    for (const struct store_task *task = exchange->tavern->first_store_task; task;
         task = task->next)
        count += task->does == STORE_MAKE && task->exchange &&
                 strcmp(task->exchange->person, exchange->person) == 0;
    return count;
}

static void owned_listed(struct exchange *exchange, const struct store_answer *answer,
                         int64_t now) {
    if (answer->entry_count + count_makes(exchange) >= LIMIT_PERSON_TABLES)
        exchange_fail(exchange, CODE_FULL, "tavern.tables_full");
    else
        send_make(exchange, now);
}

void api_make(struct exchange *exchange, int64_t now) {
    struct store_request request = {.does = STORE_LIST,
                                    .list = {.list = STORE_OWNED,
                                             .person = exchange->person,
                                             .states = 1u << STORE_OPEN,
                                             .most = LIMIT_PERSON_TABLES}};
    (void)now;
    exchange_ask(exchange, &request, owned_listed);
}

/* The QR code of a link; whether the table exists is not checked. */
void api_qr(struct exchange *exchange) {
    struct text link = {0}, svg = {0};
    put_link(exchange, "/t/", exchange->wire.code, &link);
    if (exchange->wire.code[0] && qr_put_svg(text_string(&link), &svg)) {
        struct reply reply = {
            .status = 200, .type = "image/svg+xml", .body = svg.data, .size = svg.length};
        exchange_reply_as(exchange, &reply);
    } else {
        exchange_fail(exchange, CODE_UNKNOWN_PATH, "gate.unknown_path");
    }
    text_free(&link);
    text_free(&svg);
}

/* Finished tables: log, proof, replay, films. Reading a match replays it, so the guard also
 * protects against a match that crashes the process here. */

static void guard_reading(const struct exchange *exchange) {
    guard_enter(exchange->tavern->plan.guard, exchange->wire.table, "replay");
}

static void guard_read(const struct exchange *exchange) {
    guard_leave(exchange->tavern->plan.guard);
}

static void log_read(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    struct text out = {0};
    (void)now;
    guard_reading(exchange);
    bool is_over =
        answer->result == STORE_DONE &&
        replay_put_log(exchange->tavern->plan.games, answer, exchange->wire.stamps, &out);
    guard_read(exchange);
    if (is_over) {
        struct reply reply = {.status = 200,
                              .type = "text/plain; charset=utf-8",
                              .body = out.data,
                              .size = out.length};
        exchange_reply_as(exchange, &reply);
    } else {
        fail_unknown(exchange);
    }
    text_free(&out);
}

/* The replay includes the info of the table, so that a client needs only one request. */
static void reply_replay(struct exchange *exchange, const struct store_entry *entry,
                         const struct text *replay) {
    struct text out = {0};
    entry_put(exchange->tavern, entry, VIEWER_WATCHER, true, &out);
    out.length--; /* its bracket: the link and the members of the replay follow */
    put_link_member(exchange, "/r/", entry->table, &out);
    text_put_char(&out, ',');
    text_put_bytes(&out, replay->data + 1, replay->length - 1);
    exchange_reply(exchange, 200, &out);
    text_free(&out);
}

static void replay_read(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    const struct wire *wire = &exchange->wire;
    struct text out = {0};
    struct fault fault = fault_of(CODE_UNKNOWN_TABLE, "tavern.unknown_table");
    int view = wire_has(wire, FIELD_VIEW) ? wire->view : SEAT_WATCHER;
    int64_t count = wire_has(wire, FIELD_COUNT) ? wire->count : ALL_ENTRIES;
    (void)now;
    guard_reading(exchange);
    bool is_over =
        answer->result == STORE_DONE &&
        replay_put(exchange->tavern->plan.games, answer, view, wire->from, count, &out, &fault);
    guard_read(exchange);
    if (is_over)
        reply_replay(exchange, answer->entries, &out);
    else
        exchange_refuse(exchange, &fault);
    text_free(&out);
}

static void proof_read(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    struct match *match = NULL;
    (void)now;
    guard_reading(exchange);
    if (answer->result == STORE_DONE)
        match = replay_match(exchange->tavern->plan.games, answer);
    guard_read(exchange);
    if (match)
        proof_begin(exchange, match);
    else
        fail_unknown(exchange);
}

static void film_read(struct exchange *exchange, const struct store_answer *answer, int64_t now) {
    struct reply reply = {.status = 200,
                          .type = "application/octet-stream",
                          .body = answer->bytes,
                          .size = answer->size};
    (void)now;
    if (answer->result == STORE_DONE)
        exchange_reply_as(exchange, &reply);
    else
        exchange_fail(exchange, CODE_UNKNOWN_PATH, "tavern.no_film");
}

static void read_on(struct exchange *exchange) {
    struct store_request request = {.does = STORE_READ, .table = exchange->wire.table};
    if (exchange->wire.route == ROUTE_LOG) {
        exchange_ask(exchange, &request, log_read);
    } else if (exchange->wire.route == ROUTE_REPLAY) {
        exchange_ask(exchange, &request, replay_read);
    } else if (exchange->wire.route == ROUTE_PROOF) {
        exchange_ask(exchange, &request, proof_read);
    } else {
        request.does = STORE_FILM;
        request.film = (uint32_t)exchange->wire.number;
        exchange_ask(exchange, &request, film_read);
    }
}

/* Everybody who knows the id may see all of a finished table. With watch.delay, people without a
 * seat only after the delay: until then the end is hidden from them. Films of a running match may
 * be fetched by its current viewers. */
static void finished_found(struct exchange *exchange, const struct store_answer *answer,
                           int64_t now) {
    const struct store_entry *entry = answer->entries;
    enum viewer viewer;
    if (answer->result != STORE_DONE || entry->state == STORE_CLOSED) {
        fail_unknown(exchange);
        return;
    }
    int64_t delay = seat_of(entry, exchange->person) < 0 ? entry_delay(entry) : 0;
    bool is_over = entry->state == STORE_OVER && now >= entry->ended + delay;
    bool is_known = is_over || entry_viewer(entry, exchange->person, "", &viewer);
    bool is_shown = is_over || (exchange->wire.route == ROUTE_FILM && delay == 0);
    if (!is_known)
        fail_unknown(exchange);
    else if (entry->state == STORE_ASIDE)
        exchange_fail(exchange, CODE_FORBIDDEN, "tavern.aside");
    else if (!is_shown)
        exchange_fail(exchange, CODE_NOT_OVER, "tavern.not_over");
    else
        read_on(exchange);
}

void api_finished(struct exchange *exchange, int64_t now) {
    struct store_request request = {.does = STORE_FIND, .table = exchange->wire.table};
    (void)now;
    exchange_ask(exchange, &request, finished_found);
}
