/* hall.c: a table on its own, for tests. See hall.h. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>

#include <spelunke/recording.h>

#include "compact/compact.h"
#include "compact/diff.h"

/* Reading messages. */

static bool find_member(const char *json, const char *key, size_t length, struct slice *out) {
    struct slice inside = {json, strlen(json)};
    struct member member;
    char quoted[64];
    if (inside.length < 2 || (json[0] != '{' && json[0] != '['))
        return false;
    inside = compact_inside(inside);
    if (json[0] == '[') {
        int index = atoi(key);
        for (int i = 0; compact_next(&inside, &member); i++)
            if (i == index) {
                *out = member.value;
                return true;
            }
        return false;
    }
    quoted[0] = '"';
    memcpy(quoted + 1, key, length);
    quoted[length + 1] = '"';
    if (!compact_find(&inside, (struct slice){quoted, length + 2}, &member))
        return false;
    *out = member.value;
    return true;
}

bool json_get(const char *json, const char *path, struct text *out) {
    struct text at = {0};
    text_put(&at, json);
    bool is_there = true;
    while (is_there && *path) {
        size_t length = strcspn(path, ".");
        struct slice value;
        is_there = find_member(text_string(&at), path, length, &value);
        if (is_there) {
            struct text next = {0};
            text_put_bytes(&next, value.at, value.length);
            text_free(&at);
            at = next;
        }
        path += length + (path[length] == '.');
    }
    text_clear(out);
    if (is_there)
        text_put_bytes(out, text_string(&at), at.length);
    text_free(&at);
    return is_there;
}

int64_t json_number(const char *json, const char *path) {
    struct text text = {0};
    if (!json_get(json, path, &text))
        fail_msg("no %s in %s", path, json);
    int64_t number = strtoll(text_string(&text), NULL, 10);
    text_free(&text);
    return number;
}

void json_is(const char *json, const char *path, const char *expected) {
    struct text text = {0};
    if (!json_get(json, path, &text))
        fail_msg("no %s in %s", path, json);
    if (strcmp(text_string(&text), expected) != 0)
        fail_msg("%s is %s and not %s", path, text_string(&text), expected);
    text_free(&text);
}

static bool is_type(const char *message, const char *type) {
    char head[64];
    int length = snprintf(head, sizeof head, "{\"t\":\"%s\"", type);
    return strncmp(message, head, (size_t)length) == 0;
}

int line_count(const struct line *line, const char *type) {
    int count = 0;
    for (int i = 0; i < line->count; i++)
        count += !line->is_binary[i] && is_type(text_string(&line->messages[i]), type);
    return count;
}

const char *line_last(const struct line *line, const char *type) {
    for (int i = line->count - 1; i >= 0; i--)
        if (!line->is_binary[i] && is_type(text_string(&line->messages[i]), type))
            return text_string(&line->messages[i]);
    fail_msg("no %s has come", type);
    return NULL;
}

/* What a client keeps. */

static void take_member(const char *message, const char *key, struct text *kept) {
    struct text value = {0};
    if (json_get(message, key, &value)) {
        text_clear(kept);
        text_put_bytes(kept, text_string(&value), value.length);
    }
    text_free(&value);
}

static void take_difference(const char *message, struct text *kept) {
    struct text d = {0}, after = {0};
    if (json_get(message, "d", &d)) {
        if (!diff_apply(kept, &d, &after))
            fail_msg("%s is no difference of %s", text_string(&d), text_string(kept));
        text_free(kept);
        *kept = after;
    }
    text_free(&d);
}

static void take_state(struct line *line, const char *message) {
    struct text stream = {0};
    json_get(message, "stream", &stream);
    assert_true(stream.length < sizeof line->stream + 2);
    memset(line->stream, 0, sizeof line->stream);
    memcpy(line->stream, stream.data + 1, stream.length - 2);
    text_free(&stream);
    line->s = json_number(message, "s");
    line->has_state = true;
    text_clear(&line->state);
    text_put(&line->state, message);
    take_member(message, "view", &line->view);
    take_member(message, "info", &line->info);
    take_member(message, "prompt", &line->prompt);
    take_member(message, "turn", &line->turn);
    take_member(message, "clock", &line->clock);
    take_member(message, "score", &line->score);
}

static void take_message(struct line *line, const char *message) {
    if (is_type(message, "state")) {
        take_state(line, message);
        return;
    }
    if (!is_type(message, "step") && !is_type(message, "info") && !is_type(message, "chat") &&
        !is_type(message, "sim"))
        return;
    assert_int_equal(json_number(message, "s"), line->s + 1);
    line->s++;
    if (is_type(message, "info"))
        take_difference(message, &line->info);
    if (!is_type(message, "step"))
        return;
    take_difference(message, &line->view);
    take_member(message, "prompt", &line->prompt);
    take_member(message, "turn", &line->turn);
    take_member(message, "clock", &line->clock);
    take_member(message, "score", &line->score);
}

/* The world. */

static void deliver(void *context, struct route to, bool is_binary, const char *bytes,
                    size_t size) {
    struct hall *hall = context;
    struct line *line = &hall->lines[to.connection];
    if (line->count == line->room) {
        line->room = line->room ? 2 * line->room : 64;
        line->messages = must_realloc(line->messages, (size_t)line->room * sizeof *line->messages);
        line->is_binary = must_realloc(line->is_binary, (size_t)line->room);
    }
    struct text *message = &line->messages[line->count];
    *message = (struct text){0};
    text_put_bytes(message, bytes, size);
    line->is_binary[line->count++] = is_binary;
    if (is_binary)
        return;
    if (!compact_is_json((struct slice){bytes, size}))
        fail_msg("not JSON: %s", text_string(message));
    take_message(line, text_string(message));
}

static void close_line(void *context, struct route to, int code) {
    (void)context;
    (void)to;
    fail_msg("closed with %d", code);
}

static size_t unsent(void *context, struct route to) {
    return ((struct hall *)context)->lines[to.connection].unsent;
}

static void draw(void *context, void *bytes, size_t size) {
    struct hall *hall = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_below(&hall->rng, 256);
}

static void has_changed(void *context, struct table *table) {
    struct hall *hall = context;
    struct text item = {0};
    struct glance glance = {VIEWER_WATCHER, .now = hall->now};
    table_put_item(table, &glance, &item);
    assert_true(compact_is_json((struct slice){item.data, item.length}));
    text_free(&item);
    hall->changes++;
}

static void want_again(void *context, struct table *table) {
    (void)table;
    ((struct hall *)context)->agains++;
}

static void open_store(struct hall *hall) {
    struct text why = {0};
    struct store_plan plan = {.is_manual = true};
    hall->store = store_open_memory(hall->memory, &plan, &why);
    assert_non_null(hall->store);
    hall->world.store = hall->store;
}

void hall_open(struct hall *hall, uint64_t seed) {
    unsigned char key[KEY_BYTES] = {0};
    *hall = (struct hall){0};
    memcpy(key, &seed, sizeof seed);
    rng_open(&hall->rng, key, 0, 0);
    hall->now = (int64_t)HALL_START * 1000;
    hall->tag = 77;
    hall->memory = memory_new();
    hall->workers = workers_new(0, NULL, NULL);
    hall->out =
        (struct outlet){.context = hall, .send = deliver, .close = close_line, .unsent = unsent};
    hall->world = (struct table_world){.games = game_list,
                                       .workers = hall->workers,
                                       .out = &hall->out,
                                       .random = draw,
                                       .changed = has_changed,
                                       .again = want_again,
                                       .context = hall,
                                       .is_test = true,
                                       .since = hall->now,
                                       .tally = &hall->tally};
    open_store(hall);
}

void hall_close(struct hall *hall) {
    workers_free(hall->workers);
    table_unload(hall->table);
    store_close(hall->store);
    memory_free(hall->memory);
    for (int i = 0; i < LINES_MAX; i++) {
        struct line *line = &hall->lines[i];
        for (int k = 0; k < line->count; k++)
            text_free(&line->messages[k]);
        free(line->messages);
        free(line->is_binary);
        struct text *texts[] = {&line->view,  &line->info,  &line->prompt, &line->turn,
                                &line->clock, &line->score, &line->state};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
            text_free(texts[k]);
    }
}

int hall_line(struct hall *hall, const char *person) {
    struct line *line = &hall->lines[hall->line_count];
    assert_true(hall->line_count < LINES_MAX);
    snprintf(line->person, sizeof line->person, "%s", person);
    snprintf(line->name, sizeof line->name, "N%s", person);
    snprintf(line->device, sizeof line->device, "device-%d", hall->line_count);
    snprintf(line->address, sizeof line->address, "10.0.0.%d", hall->line_count);
    return hall->line_count++;
}

static struct asker asker_of(const struct hall *hall, int line) {
    const struct line *at = &hall->lines[line];
    return (struct asker){.route = {0, (uint64_t)line},
                          .person = at->person,
                          .name = at->name,
                          .device = at->device,
                          .address = at->address,
                          .wants_films = at->wants_films};
}

/* The names that the index joins. */
static void put_people(struct hall *hall) {
    for (int i = 0; i < hall->line_count; i++) {
        struct store_request request = {
            .tag = 1,
            .does = STORE_PUT_PERSON,
            .person = {.id = hall->lines[i].person, .name = hall->lines[i].name}};
        store_send(hall->store, &request);
    }
    store_work(hall->store);
    for (struct store_answer *answer; (answer = store_take(hall->store));)
        store_answer_free(answer);
}

void hall_make(struct hall *hall, int owner, const char *settings) {
    struct http_input input = {"POST",   "/api/tables",   NULL, "application/json",
                               settings, strlen(settings)};
    struct wire wire;
    struct asker asker = asker_of(hall, owner);
    put_people(hall);
    if (!gate_http(&input, &wire, &hall->fault) ||
        !table_make(&hall->world, &wire, NULL, &asker, 5, hall->now, hall->id, hall->code,
                    &hall->fault))
        fail_msg("no table: %s", hall->fault.why.key);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    assert_int_equal(answer->result, STORE_DONE);
    store_answer_free(answer);
    hall_load(hall);
}

static void load(struct hall *hall, struct hibernation *hibernation) {
    struct text why = {0};
    struct store_request request = {.tag = hall->tag, .does = STORE_CLAIM, .table = hall->id};
    store_send(hall->store, &request);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    hall->table = table_wake(&hall->world, answer, hibernation, hall->now, &why);
    if (!hall->table)
        fail_msg("%s", text_string(&why));
    store_answer_free(answer);
    text_free(&why);
    hall_settle(hall);
}

void hall_load(struct hall *hall) {
    load(hall, NULL);
}

void hall_hibernate(struct hall *hall) {
    hall_pass(hall, 61000);
    if (!table_may_hibernate(hall->table, hall->now))
        return;
    struct hibernation *hibernation = table_hibernate(hall->table);
    hall->table = NULL;
    hall->hibernation_count++;
    load(hall, hibernation);
}

void hall_restart(struct hall *hall) {
    workers_free(hall->workers);
    table_unload(hall->table);
    hall->table = NULL;
    hall->workers = workers_new(0, NULL, NULL);
    hall->world.workers = hall->workers;
    hall->world.since = hall->now;
    store_close(hall->store);
    open_store(hall);
    hall_load(hall);
}

static void refuse_line(struct hall *hall, int line) {
    struct text text = {0};
    fault_put_message(&hall->fault, &text);
    deliver(hall, (struct route){0, (uint64_t)line}, false, text.data, text.length);
    text_free(&text);
}

int64_t hall_send_again(struct hall *hall, int line, int64_t n, const char *type,
                        const char *rest) {
    struct asker asker = asker_of(hall, line);
    struct wire wire;
    struct text text = {0};
    text_put(&text, "{\"t\":\"");
    text_put(&text, type);
    text_put(&text, "\",\"n\":");
    text_put_number(&text, n);
    text_put(&text, ",\"table\":\"");
    text_put(&text, hall->id);
    text_put_char(&text, '"');
    text_put(&text, rest);
    text_put_char(&text, '}');
    if (!gate_message(text.data, text.length, &wire, &hall->fault))
        fail_msg("%s: %s", text.data, hall->fault.why.key);
    if (!table_request(hall->table, &asker, &wire, hall->now, &hall->fault))
        refuse_line(hall, line);
    table_flush(hall->table, hall->now);
    text_free(&text);
    return n;
}

int64_t hall_send(struct hall *hall, int line, const char *type, const char *rest) {
    return hall_send_again(hall, line, ++hall->lines[line].n, type, rest);
}

const char *hall_answer(const struct hall *hall, int line, int64_t n) {
    const struct line *at = &hall->lines[line];
    for (int i = at->count - 1; i >= 0; i--) {
        const char *message = text_string(&at->messages[i]);
        if (!at->is_binary[i] && (is_type(message, "done") || is_type(message, "error")) &&
            json_number(message, "n") == n)
            return message;
    }
    return NULL;
}

void hall_ask(struct hall *hall, int line, const char *type, const char *rest) {
    int64_t n = hall_send(hall, line, type, rest);
    hall_settle(hall);
    const char *answer = hall_answer(hall, line, n);
    if (!answer || !is_type(answer, "done"))
        fail_msg("%s%s: %s", type, rest, answer ? answer : "no answer");
}

void hall_refused(struct hall *hall, int line, const char *code, const char *type,
                  const char *rest) {
    int64_t n = hall_send(hall, line, type, rest);
    char quoted[32];
    hall_settle(hall);
    const char *answer = hall_answer(hall, line, n);
    if (!answer || !is_type(answer, "error"))
        fail_msg("%s%s: %s", type, rest, answer ? answer : "no answer");
    snprintf(quoted, sizeof quoted, "\"%s\"", code);
    json_is(answer, "code", quoted);
}

static bool take_answers(struct hall *hall) {
    bool any = false;
    for (struct store_answer *answer; (answer = store_take(hall->store)); any = true) {
        if (answer->does == STORE_CLAIM)
            table_recover(hall->table, answer, hall->now);
        else
            table_stored(hall->table, answer, hall->now);
        store_answer_free(answer);
        table_flush(hall->table, hall->now);
    }
    return any;
}

static void claim_lost(struct hall *hall) {
    struct store_request request = {.tag = ++hall->tag, .does = STORE_CLAIM, .table = hall->id};
    store_send(hall->store, &request);
}

void hall_settle(struct hall *hall) {
    for (bool moves = true; moves;) {
        table_flush(hall->table, hall->now);
        moves = false;
        if (hall->store_waits)
            return;
        store_work(hall->store);
        moves |= take_answers(hall);
        if (table_is_lost(hall->table) && store_is_healthy(hall->store)) {
            claim_lost(hall);
            moves = true;
        }
        moves |= workers_pending(hall->workers) > 0;
        workers_work(hall->workers);
        workers_take(hall->workers, hall->now);
        int64_t due = table_due(hall->table);
        if (due && due <= hall->now) {
            table_tick(hall->table, hall->now);
            table_flush(hall->table, hall->now);
            moves = true;
        }
    }
}

void hall_pass(struct hall *hall, int64_t ms) {
    int64_t end = hall->now + ms;
    hall_settle(hall);
    for (;;) {
        int64_t due = table_due(hall->table);
        if (!due || due > end)
            break;
        hall->now = due > hall->now ? due : hall->now;
        table_tick(hall->table, hall->now);
        hall_settle(hall);
    }
    hall->now = end;
    table_tick(hall->table, hall->now);
    hall_settle(hall);
}

bool hall_wait(struct hall *hall) {
    int64_t due = table_due(hall->table);
    if (due)
        hall_pass(hall, due > hall->now ? due - hall->now : 0);
    return due;
}

void hall_cut(struct hall *hall, int line) {
    table_unwatch(hall->table, (struct route){0, (uint64_t)line}, hall->now);
    hall_settle(hall);
}

/* Playing. */

void hall_seat(struct hall *hall, int people) {
    char rest[64];
    for (int i = 0; i < people; i++) {
        snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall->code);
        hall_ask(hall, i, "watch", rest);
        snprintf(rest, sizeof rest, ",\"seat\":%d", i);
        hall_ask(hall, i, "sit", rest);
    }
}

void hall_start(struct hall *hall, int people) {
    hall_seat(hall, people);
    hall_ask(hall, 0, "start", "");
}

void hall_act(struct hall *hall, int line, const char *action) {
    struct table *table = hall->table;
    int seat = model_seat_of(&table->model, hall->lines[line].person);
    struct text rest = {0};
    text_put(&rest, ",\"ask\":");
    text_put_number(&rest, match_ask(table->model.match, seat));
    text_put(&rest, ",\"action\":");
    js_string(&rest, action);
    hall_send(hall, line, "act", text_string(&rest));
    text_free(&rest);
}

struct match *hall_match(const struct hall *hall) {
    return hall->table->model.match;
}

void hall_print_legal(struct hall *hall, int seat, int index, struct text *out) {
    struct actions legal = actions_new(match_game(hall_match(hall)));
    match_legal(hall_match(hall), seat, &legal);
    text_clear(out);
    match_game(hall_match(hall))->print_action(actions_at(&legal, index), out);
    actions_free(&legal);
}

int hall_count_legal(struct hall *hall, int seat) {
    struct actions legal = actions_new(match_game(hall_match(hall)));
    match_legal(hall_match(hall), seat, &legal);
    int count = legal.count;
    actions_free(&legal);
    return count;
}

/* What a seat might do, any of it. */
static bool pick_action(struct hall *hall, int seat, struct rng *rng, struct text *out) {
    struct match *match = hall->table->model.match;
    const struct game *game = match_game(match);
    struct turn turn;
    struct actions legal = actions_new(game);
    match_turn(match, &turn);
    match_legal(match, seat, &legal);
    bool must_act = turn.kind == TURN_SEATS && turn.seats >> seat & 1;
    bool acts = legal.count > 0 && (must_act || rng_below(rng, 16) == 0);
    if (acts)
        game->print_action(actions_at(&legal, (int)rng_below(rng, (uint32_t)legal.count)), out);
    actions_free(&legal);
    return acts;
}

int hall_play(struct hall *hall, int people, uint64_t seed, int64_t ms) {
    unsigned char key[KEY_BYTES] = {1};
    struct rng rng;
    uint32_t tried[LINES_MAX] = {0};
    int64_t end = hall->now + ms;
    int actions = 0;
    memcpy(key + 1, &seed, sizeof seed);
    rng_open(&rng, key, 0, 0);
    while (table_state(hall->table) == STORE_PLAYING && hall->now < end) {
        bool any = false;
        for (int i = 0; i < people && table_state(hall->table) == STORE_PLAYING; i++) {
            int seat = model_seat_of(&hall->table->model, hall->lines[i].person);
            uint32_t ask = match_ask(hall->table->model.match, seat);
            struct text action = {0};
            if (ask && ask != tried[i] && pick_action(hall, seat, &rng, &action)) {
                tried[i] = ask;
                hall_act(hall, i, text_string(&action));
                hall_settle(hall);
                if (hall->hibernates)
                    hall_hibernate(hall);
                actions++;
                any = true;
            } else if (ask) {
                tried[i] = ask;
            }
            text_free(&action);
        }
        if (any)
            continue;
        int64_t due = table_due(hall->table);
        hall_pass(hall, due > hall->now ? due - hall->now : 1);
    }
    return actions;
}
