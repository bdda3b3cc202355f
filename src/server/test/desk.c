/* desk.c: a tavern in memory for tests. */
#include "desk.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit/test.h"

static char *copy(const char *bytes, size_t size) {
    char *out = malloc(size + 1);
    memcpy(out, bytes, size);
    out[size] = '\0';
    return out;
}

static char *copy_string(const char *string) {
    return string ? copy(string, strlen(string)) : NULL;
}

/* The transport. */

static void take_line(void *context, struct route to, bool is_binary, const char *bytes,
                      size_t size) {
    struct desk *desk = context;
    assert_true(desk->line_count < DESK_LINES_MAX);
    assert_true(to.connection < sizeof desk->closed / sizeof *desk->closed);
    assert_int_equal(desk->closed[to.connection], 0);
    desk->lines[desk->line_count++] =
        (struct desk_line){to.connection, is_binary, copy(bytes, size)};
}

static void take_close(void *context, struct route to, int code) {
    struct desk *desk = context;
    assert_int_equal(desk->closed[to.connection], 0);
    desk->closed[to.connection] = code;
}

static size_t tell_unsent(void *context, struct route to) {
    (void)context, (void)to;
    return 0;
}

static void free_reply(struct desk_reply *reply) {
    free(reply->body);
    free(reply->type);
    free(reply->cookie);
    free(reply->encoding);
    free(reply->allow);
}

static void take_reply(void *context, uint64_t request, const struct reply *reply) {
    struct desk *desk = context;
    assert_null(desk_reply_of(desk, request));
    if (desk->reply_count == DESK_REPLIES_MAX) {
        free_reply(&desk->replies[0]);
        memmove(desk->replies, desk->replies + 1, (DESK_REPLIES_MAX - 1) * sizeof *desk->replies);
        desk->reply_count--;
    }
    desk->replies[desk->reply_count++] = (struct desk_reply){
        request,
        reply->status,
        copy(reply->body ? reply->body : "", reply->size),
        copy_string(reply->type),
        copy_string(reply->cookie),
        copy_string(reply->encoding),
        copy_string(reply->allow),
    };
}

static void draw(void *context, void *bytes, size_t size) {
    struct desk *desk = context;
    unsigned char *out = bytes;
    for (size_t i = 0; i < size; i++) {
        desk->random = desk->random * 6364136223846793005u + 1442695040888963407u;
        out[i] = (unsigned char)(desk->random >> 56);
    }
}

/* Beginning and end. */

static void begin(struct desk *desk) {
    struct text why = {0};
    desk->store = store_open_memory(desk->memory, &(struct store_plan){.is_manual = true}, &why);
    assert_non_null(desk->store);
    desk->workers = workers_new(0, NULL, NULL);
    desk->plan.store = desk->store;
    desk->plan.workers = desk->workers;
    desk->plan.guard = desk->guard;
    desk->tavern = tavern_new(&desk->plan, desk->now);
    desk_work(desk);
}

void desk_open(struct desk *desk, bool is_test) {
    static const char *const names[] = {"tavern.example", NULL};
    memset(desk, 0, sizeof *desk);
    desk->now = 1763270000000;
    desk->random = 1;
    desk->address = "192.0.2.1";
    desk->memory = memory_new();
    desk->plan = (struct tavern_plan){
        .games = game_list,
        .out = {.context = desk,
                .send = take_line,
                .close = take_close,
                .unsent = tell_unsent,
                .reply = take_reply},
        .random = draw,
        .context = desk,
        .key = "a key of thirty-two bytes......",
        .names = names,
        .keep_ms = INT64_C(90) * 24 * 3600 * 1000,
        .is_test = is_test,
    };
    begin(desk);
}

static void end(struct desk *desk) {
    workers_free(desk->workers);
    tavern_free(desk->tavern);
    store_close(desk->store);
}

void desk_close(struct desk *desk) {
    end(desk);
    memory_free(desk->memory);
    desk_clear(desk);
    for (int i = 0; i < desk->reply_count; i++)
        free_reply(&desk->replies[i]);
}

void desk_crash(struct desk *desk) {
    end(desk);
    memory_set_fault(desk->memory, MEMORY_WORKS);
    for (uint64_t i = 0; i <= desk->last_connection; i++)
        desk->closed[i] = desk->closed[i] ? desk->closed[i] : 1006;
    begin(desk);
}

void desk_work(struct desk *desk) {
    for (int i = 0; i < 64; i++) {
        store_work(desk->store);
        workers_work(desk->workers);
        tavern_wake(desk->tavern, desk->now);
        if (store_is_idle(desk->store) && !workers_pending(desk->workers))
            break;
    }
}

void desk_pass(struct desk *desk, int64_t ms) {
    int64_t until = desk->now + ms;
    for (int64_t due; (due = tavern_due(desk->tavern)) && due <= until;) {
        desk->now = due > desk->now ? due : desk->now + 1;
        tavern_tick(desk->tavern, desk->now);
        for (int i = 0; i < 4; i++) {
            store_work(desk->store);
            workers_work(desk->workers);
            tavern_wake(desk->tavern, desk->now);
        }
    }
    desk->now = until > desk->now ? until : desk->now;
    tavern_tick(desk->tavern, desk->now);
    desk_work(desk);
}

/* HTTP. */

uint64_t desk_send_http(struct desk *desk, const char *method, const char *path, const char *token,
                        const char *body) {
    char authorization[128], where[512];
    char *query;
    snprintf(authorization, sizeof authorization, "Bearer %s", token ? token : "");
    snprintf(where, sizeof where, "%s", path);
    if ((query = strchr(where, '?')))
        *query++ = '\0';
    struct call call = {.method = method,
                        .path = where,
                        .query = query,
                        .content_type = body ? "application/json" : NULL,
                        .authorization = token ? authorization : NULL,
                        .host = "tavern.example",
                        .body = body,
                        .body_length = body ? strlen(body) : 0,
                        .address = desk->address};
    tavern_http(desk->tavern, ++desk->last_request, &call, desk->now);
    return desk->last_request;
}

const struct desk_reply *desk_reply_of(const struct desk *desk, uint64_t request) {
    for (int i = 0; i < desk->reply_count; i++)
        if (desk->replies[i].request == request)
            return &desk->replies[i];
    return NULL;
}

const struct desk_reply *desk_http(struct desk *desk, const char *method, const char *path,
                                   const char *token, const char *body) {
    uint64_t request = desk_send_http(desk, method, path, token, body);
    desk_work(desk);
    const struct desk_reply *reply = desk_reply_of(desk, request);
    assert_non_null(reply);
    return reply;
}

const char *desk_field(const char *json, const char *key) {
    static char out[4][600];
    static int turn;
    char pattern[64];
    char *to = out[turn = (turn + 1) % 4];
    snprintf(pattern, sizeof pattern, "\"%s\":\"", key);
    const char *at = json ? strstr(json, pattern) : NULL;
    if (!at)
        fail_msg("no %s in %s", key, json ? json : "nothing");
    at += strlen(pattern);
    snprintf(to, sizeof out[0], "%.*s", (int)strcspn(at, "\""), at);
    return to;
}

const char *desk_guest(struct desk *desk, const char *name) {
    static char tokens[64][80];
    static int count;
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    const struct desk_reply *reply = desk_http(desk, "POST", "/api/guest", NULL, body);
    assert_int_equal(reply->status, 201);
    char *token = tokens[count = (count + 1) % 64];
    snprintf(token, sizeof tokens[0], "%s", desk_field(reply->body, "token"));
    return token;
}

/* WebSockets. */

uint64_t desk_connect(struct desk *desk, const char *token) {
    char authorization[128];
    struct route route = {.connection = ++desk->last_connection};
    struct reply refused;
    snprintf(authorization, sizeof authorization, "Bearer %s", token);
    struct call call = {.method = "GET",
                        .path = "/ws",
                        .authorization = authorization,
                        .host = "tavern.example",
                        .origin = "http://tavern.example",
                        .subprotocols = "other, spelunke.1",
                        .address = desk->address};
    if (tavern_connect(desk->tavern, route, &call, desk->now, &refused))
        return route.connection;
    take_reply(desk, ++desk->last_request, &refused);
    return 0;
}

void desk_say(struct desk *desk, uint64_t connection, const char *text) {
    tavern_text(desk->tavern, (struct route){.connection = connection}, text, strlen(text),
                desk->now);
}

const char *desk_ask(struct desk *desk, uint64_t connection, const char *text) {
    desk_say(desk, connection, text);
    desk_work(desk);
    return desk_line(desk, connection, "");
}

uint64_t desk_join(struct desk *desk, const char *token, const char *device) {
    char hello[128];
    uint64_t connection = desk_connect(desk, token);
    assert_true(connection > 0);
    snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"%s\"}", device);
    const char *answer = desk_ask(desk, connection, hello);
    assert_non_null(answer);
    assert_non_null(strstr(answer, "\"t\":\"hello\""));
    return connection;
}

const char *desk_line(const struct desk *desk, uint64_t connection, const char *part) {
    for (int i = desk->line_count - 1; i >= 0; i--)
        if (desk->lines[i].connection == connection && !desk->lines[i].is_binary &&
            strstr(desk->lines[i].text, part))
            return desk->lines[i].text;
    return NULL;
}

int desk_count(const struct desk *desk, uint64_t connection, const char *part) {
    int count = 0;
    for (int i = 0; i < desk->line_count; i++)
        count += desk->lines[i].connection == connection && !desk->lines[i].is_binary &&
                 strstr(desk->lines[i].text, part);
    return count;
}

void desk_clear(struct desk *desk) {
    for (int i = 0; i < desk->line_count; i++)
        free(desk->lines[i].text);
    desk->line_count = 0;
}
