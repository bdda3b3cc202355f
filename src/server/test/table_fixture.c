/* table_fixture.c: see table_fixture.h. */
#include "table_fixture.h"

#include <stdio.h>
#include <stdlib.h>

#include <spelunke/recording.h>

#include "compact/compact.h"
#include "compact/diff.h"

/* Parsing messages. */

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

/* The state of a client. */

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
    struct fixture *fixture = context;
    struct line *line = &fixture->lines[to.connection];
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
    return ((struct fixture *)context)->lines[to.connection].unsent;
}

static void draw(void *context, void *bytes, size_t size) {
    struct fixture *fixture = context;
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_below(&fixture->rng, 256);
}

static void has_changed(void *context, struct table *table) {
    struct fixture *fixture = context;
    struct text item = {0};
    struct glance glance = {VIEWER_WATCHER, .now = fixture->now};
    table_put_item(table, &glance, &item);
    assert_true(compact_is_json((struct slice){item.data, item.length}));
    text_free(&item);
    fixture->changes++;
}

static void want_again(void *context, struct table *table) {
    (void)table;
    ((struct fixture *)context)->agains++;
}

static void open_store(struct fixture *fixture) {
    struct text why = {0};
    struct store_plan plan = {.is_manual = true};
    fixture->store = store_open_memory(fixture->memory, &plan, &why);
    assert_non_null(fixture->store);
    fixture->world.store = fixture->store;
}

void fixture_open(struct fixture *fixture, uint64_t seed) {
    unsigned char key[KEY_BYTES] = {0};
    *fixture = (struct fixture){0};
    memcpy(key, &seed, sizeof seed);
    rng_open(&fixture->rng, key, 0, 0);
    fixture->now = (int64_t)FIXTURE_START * 1000;
    fixture->tag = 77;
    fixture->memory = memory_new();
    fixture->workers = workers_new(0, NULL, NULL);
    fixture->out =
        (struct outlet){.context = fixture, .send = deliver, .close = close_line, .unsent = unsent};
    fixture->world = (struct table_world){.games = game_list,
                                          .workers = fixture->workers,
                                          .out = &fixture->out,
                                          .random = draw,
                                          .changed = has_changed,
                                          .again = want_again,
                                          .context = fixture,
                                          .is_test = true,
                                          .since = fixture->now,
                                          .tally = &fixture->tally};
    open_store(fixture);
}

void fixture_close(struct fixture *fixture) {
    workers_free(fixture->workers);
    table_unload(fixture->table);
    store_close(fixture->store);
    memory_free(fixture->memory);
    for (int i = 0; i < LINES_MAX; i++) {
        struct line *line = &fixture->lines[i];
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

int fixture_line(struct fixture *fixture, const char *person) {
    struct line *line = &fixture->lines[fixture->line_count];
    assert_true(fixture->line_count < LINES_MAX);
    snprintf(line->person, sizeof line->person, "%s", person);
    snprintf(line->name, sizeof line->name, "N%s", person);
    snprintf(line->device, sizeof line->device, "device-%d", fixture->line_count);
    snprintf(line->address, sizeof line->address, "10.0.0.%d", fixture->line_count);
    return fixture->line_count++;
}

static struct asker asker_of(const struct fixture *fixture, int line) {
    const struct line *at = &fixture->lines[line];
    return (struct asker){.route = {0, (uint64_t)line},
                          .person = at->person,
                          .name = at->name,
                          .device = at->device,
                          .address = at->address,
                          .wants_films = at->wants_films};
}

/* Writes the names of people to the store, which joins them into index entries. */
static void put_people(struct fixture *fixture) {
    for (int i = 0; i < fixture->line_count; i++) {
        struct store_request request = {
            .tag = 1,
            .does = STORE_PUT_PERSON,
            .person = {.id = fixture->lines[i].person, .name = fixture->lines[i].name}};
        store_send(fixture->store, &request);
    }
    store_work(fixture->store);
    for (struct store_answer *answer; (answer = store_take(fixture->store));)
        store_answer_free(answer);
}

void fixture_make(struct fixture *fixture, int owner, const char *settings) {
    struct http_input input = {"POST",   "/api/tables",   NULL, "application/json",
                               settings, strlen(settings)};
    struct wire wire;
    struct asker asker = asker_of(fixture, owner);
    put_people(fixture);
    if (!gate_http(&input, &wire, &fixture->fault) ||
        !table_make(&fixture->world, &wire, NULL, &asker, 5, fixture->now, fixture->id,
                    fixture->code, &fixture->fault))
        fail_msg("no table: %s", fixture->fault.why.key);
    store_work(fixture->store);
    struct store_answer *answer = store_take(fixture->store);
    assert_int_equal(answer->result, STORE_DONE);
    store_answer_free(answer);
    fixture_load(fixture);
}

static void load(struct fixture *fixture, struct hibernation *hibernation) {
    struct text why = {0};
    struct store_request request = {.tag = fixture->tag, .does = STORE_CLAIM, .table = fixture->id};
    store_send(fixture->store, &request);
    store_work(fixture->store);
    struct store_answer *answer = store_take(fixture->store);
    fixture->table = table_wake(&fixture->world, answer, hibernation, fixture->now, &why);
    if (!fixture->table)
        fail_msg("%s", text_string(&why));
    store_answer_free(answer);
    text_free(&why);
    fixture_settle(fixture);
}

void fixture_open_people(struct fixture *fixture, const char *settings, int people) {
    static const char *const names[] = {"ada", "ben", "cem", "dia"};
    fixture_open(fixture, 1);
    for (int i = 0; i < people; i++)
        fixture_line(fixture, names[i]);
    fixture_line(fixture, "eve");
    fixture_make(fixture, 0, settings);
}

void fixture_load(struct fixture *fixture) {
    load(fixture, NULL);
}

void fixture_hibernate(struct fixture *fixture) {
    fixture_pass(fixture, 61000);
    if (!table_may_hibernate(fixture->table, fixture->now))
        return;
    struct hibernation *hibernation = table_hibernate(fixture->table);
    fixture->table = NULL;
    fixture->hibernation_count++;
    load(fixture, hibernation);
}

void fixture_restart(struct fixture *fixture) {
    workers_free(fixture->workers);
    table_unload(fixture->table);
    fixture->table = NULL;
    fixture->workers = workers_new(0, NULL, NULL);
    fixture->world.workers = fixture->workers;
    fixture->world.since = fixture->now;
    store_close(fixture->store);
    open_store(fixture);
    fixture_load(fixture);
}

static void refuse_line(struct fixture *fixture, int line) {
    struct text text = {0};
    fault_put_message(&fixture->fault, &text);
    deliver(fixture, (struct route){0, (uint64_t)line}, false, text.data, text.length);
    text_free(&text);
}

int64_t fixture_send_again(struct fixture *fixture, int line, int64_t n, const char *type,
                           const char *rest) {
    struct asker asker = asker_of(fixture, line);
    struct wire wire;
    struct text text = {0};
    text_put(&text, "{\"t\":\"");
    text_put(&text, type);
    text_put(&text, "\",\"n\":");
    text_put_number(&text, n);
    text_put(&text, ",\"table\":\"");
    text_put(&text, fixture->id);
    text_put_char(&text, '"');
    text_put(&text, rest);
    text_put_char(&text, '}');
    if (!gate_message(text.data, text.length, &wire, &fixture->fault))
        fail_msg("%s: %s", text.data, fixture->fault.why.key);
    if (!table_request(fixture->table, &asker, &wire, fixture->now, &fixture->fault))
        refuse_line(fixture, line);
    table_flush(fixture->table, fixture->now);
    text_free(&text);
    return n;
}

int64_t fixture_send(struct fixture *fixture, int line, const char *type, const char *rest) {
    return fixture_send_again(fixture, line, ++fixture->lines[line].n, type, rest);
}

const char *fixture_answer(const struct fixture *fixture, int line, int64_t n) {
    const struct line *at = &fixture->lines[line];
    for (int i = at->count - 1; i >= 0; i--) {
        const char *message = text_string(&at->messages[i]);
        if (!at->is_binary[i] && (is_type(message, "done") || is_type(message, "error")) &&
            json_number(message, "n") == n)
            return message;
    }
    return NULL;
}

void fixture_ask(struct fixture *fixture, int line, const char *type, const char *rest) {
    int64_t n = fixture_send(fixture, line, type, rest);
    fixture_settle(fixture);
    const char *answer = fixture_answer(fixture, line, n);
    if (!answer || !is_type(answer, "done"))
        fail_msg("%s%s: %s", type, rest, answer ? answer : "no answer");
}

void fixture_refused(struct fixture *fixture, int line, const char *code, const char *type,
                     const char *rest) {
    int64_t n = fixture_send(fixture, line, type, rest);
    char quoted[32];
    fixture_settle(fixture);
    const char *answer = fixture_answer(fixture, line, n);
    if (!answer || !is_type(answer, "error"))
        fail_msg("%s%s: %s", type, rest, answer ? answer : "no answer");
    snprintf(quoted, sizeof quoted, "\"%s\"", code);
    json_is(answer, "code", quoted);
}

static bool take_answers(struct fixture *fixture) {
    bool any = false;
    for (struct store_answer *answer; (answer = store_take(fixture->store)); any = true) {
        if (answer->does == STORE_CLAIM)
            table_recover(fixture->table, answer, fixture->now);
        else
            table_stored(fixture->table, answer, fixture->now);
        store_answer_free(answer);
        table_flush(fixture->table, fixture->now);
    }
    return any;
}

static void claim_lost(struct fixture *fixture) {
    struct store_request request = {
        .tag = ++fixture->tag, .does = STORE_CLAIM, .table = fixture->id};
    store_send(fixture->store, &request);
}

void fixture_settle(struct fixture *fixture) {
    for (bool moves = true; moves;) {
        table_flush(fixture->table, fixture->now);
        moves = false;
        if (fixture->store_waits)
            return;
        store_work(fixture->store);
        moves |= take_answers(fixture);
        if (table_is_lost(fixture->table) && store_is_healthy(fixture->store)) {
            claim_lost(fixture);
            moves = true;
        }
        moves |= workers_pending(fixture->workers) > 0;
        workers_work(fixture->workers);
        workers_take(fixture->workers, fixture->now);
        int64_t due = table_due(fixture->table);
        if (due && due <= fixture->now) {
            table_tick(fixture->table, fixture->now);
            table_flush(fixture->table, fixture->now);
            moves = true;
        }
    }
}

void fixture_pass(struct fixture *fixture, int64_t ms) {
    int64_t end = fixture->now + ms;
    fixture_settle(fixture);
    for (;;) {
        int64_t due = table_due(fixture->table);
        if (!due || due > end)
            break;
        fixture->now = due > fixture->now ? due : fixture->now;
        table_tick(fixture->table, fixture->now);
        fixture_settle(fixture);
    }
    fixture->now = end;
    table_tick(fixture->table, fixture->now);
    fixture_settle(fixture);
}

bool fixture_wait(struct fixture *fixture) {
    int64_t due = table_due(fixture->table);
    if (due)
        fixture_pass(fixture, due > fixture->now ? due - fixture->now : 0);
    return due;
}

void fixture_cut(struct fixture *fixture, int line) {
    table_unwatch(fixture->table, (struct route){0, (uint64_t)line}, fixture->now);
    fixture_settle(fixture);
}

/* Playing. */

void fixture_seat(struct fixture *fixture, int people) {
    char rest[64];
    for (int i = 0; i < people; i++) {
        snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture->code);
        fixture_ask(fixture, i, "watch", rest);
        snprintf(rest, sizeof rest, ",\"seat\":%d", i);
        fixture_ask(fixture, i, "sit", rest);
    }
}

void fixture_start(struct fixture *fixture, int people) {
    fixture_seat(fixture, people);
    fixture_ask(fixture, 0, "start", "");
}

void fixture_act(struct fixture *fixture, int line, const char *action) {
    struct table *table = fixture->table;
    int seat = model_seat_of(&table->model, fixture->lines[line].person);
    struct text rest = {0};
    text_put(&rest, ",\"ask\":");
    text_put_number(&rest, match_ask(table->model.match, seat));
    text_put(&rest, ",\"action\":");
    js_string(&rest, action);
    fixture_send(fixture, line, "act", text_string(&rest));
    text_free(&rest);
}

struct match *fixture_match(const struct fixture *fixture) {
    return fixture->table->model.match;
}

void fixture_print_legal(struct fixture *fixture, int seat, int index, struct text *out) {
    struct actions legal = actions_new(match_game(fixture_match(fixture)));
    match_legal(fixture_match(fixture), seat, &legal);
    text_clear(out);
    match_game(fixture_match(fixture))->print_action(actions_at(&legal, index), out);
    actions_free(&legal);
}

int fixture_count_legal(struct fixture *fixture, int seat) {
    struct actions legal = actions_new(match_game(fixture_match(fixture)));
    match_legal(fixture_match(fixture), seat, &legal);
    int count = legal.count;
    actions_free(&legal);
    return count;
}

/* A random legal action of a seat. */
static bool pick_action(struct fixture *fixture, int seat, struct rng *rng, struct text *out) {
    struct match *match = fixture->table->model.match;
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

int fixture_play(struct fixture *fixture, int people, uint64_t seed, int64_t ms) {
    unsigned char key[KEY_BYTES] = {1};
    struct rng rng;
    uint32_t tried[LINES_MAX] = {0};
    int64_t end = fixture->now + ms;
    int actions = 0;
    memcpy(key + 1, &seed, sizeof seed);
    rng_open(&rng, key, 0, 0);
    while (table_state(fixture->table) == STORE_PLAYING && fixture->now < end) {
        bool any = false;
        for (int i = 0; i < people && table_state(fixture->table) == STORE_PLAYING; i++) {
            int seat = model_seat_of(&fixture->table->model, fixture->lines[i].person);
            uint32_t ask = match_ask(fixture->table->model.match, seat);
            struct text action = {0};
            if (ask && ask != tried[i] && pick_action(fixture, seat, &rng, &action)) {
                tried[i] = ask;
                fixture_act(fixture, i, text_string(&action));
                fixture_settle(fixture);
                if (fixture->hibernates)
                    fixture_hibernate(fixture);
                actions++;
                any = true;
            } else if (ask) {
                tried[i] = ask;
            }
            text_free(&action);
        }
        if (any)
            continue;
        int64_t due = table_due(fixture->table);
        fixture_pass(fixture, due > fixture->now ? due - fixture->now : 1);
    }
    return actions;
}
