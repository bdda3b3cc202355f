/* memory_server.c: see memory_server.h. */
#include "memory_server.h"

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
    struct server *server = context;
    assert_true(server->line_count < SERVER_LINES_MAX);
    assert_true(to.connection < sizeof server->closed / sizeof *server->closed);
    assert_int_equal(server->closed[to.connection], 0);
    server->lines[server->line_count++] =
        (struct server_line){to.connection, is_binary, copy(bytes, size)};
}

static void take_close(void *context, struct route to, int code) {
    struct server *server = context;
    assert_int_equal(server->closed[to.connection], 0);
    server->closed[to.connection] = code;
}

static size_t tell_unsent(void *context, struct route to) {
    (void)context, (void)to;
    return 0;
}

static void free_reply(struct server_reply *reply) {
    free(reply->body);
    free(reply->type);
    free(reply->cookie);
    free(reply->encoding);
    free(reply->allow);
}

static void take_reply(void *context, uint64_t request, const struct reply *reply) {
    struct server *server = context;
    assert_null(server_reply_of(server, request));
    if (server->reply_count == SERVER_REPLIES_MAX) {
        free_reply(&server->replies[0]);
        memmove(server->replies, server->replies + 1,
                (SERVER_REPLIES_MAX - 1) * sizeof *server->replies);
        server->reply_count--;
    }
    server->replies[server->reply_count++] = (struct server_reply){
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
    struct server *server = context;
    unsigned char *out = bytes;
    for (size_t i = 0; i < size; i++) {
        server->random = server->random * 6364136223846793005u + 1442695040888963407u;
        out[i] = (unsigned char)(server->random >> 56);
    }
}

/* Start and end. */

static void begin(struct server *server) {
    struct text why = {0};
    server->store =
        store_open_memory(server->memory, &(struct store_plan){.is_manual = true}, &why);
    assert_non_null(server->store);
    server->workers = workers_new(0, NULL, NULL);
    server->plan.store = server->store;
    server->plan.workers = server->workers;
    server->plan.guard = server->guard;
    server->tavern = tavern_new(&server->plan, server->now);
    server_work(server);
}

void server_open(struct server *server, bool is_test) {
    static const char *const names[] = {"tavern.example", NULL};
    memset(server, 0, sizeof *server);
    server->now = 1763270000000;
    server->random = 1;
    server->address = "192.0.2.1";
    server->memory = memory_new();
    server->plan = (struct tavern_plan){
        .games = game_list,
        .out = {.context = server,
                .send = take_line,
                .close = take_close,
                .unsent = tell_unsent,
                .reply = take_reply},
        .random = draw,
        .context = server,
        .key = "a key of thirty-two bytes......",
        .names = names,
        .keep_ms = INT64_C(90) * 24 * 3600 * 1000,
        .is_test = is_test,
    };
    begin(server);
}

static void end(struct server *server) {
    workers_free(server->workers);
    tavern_free(server->tavern);
    store_close(server->store);
}

void server_close(struct server *server) {
    end(server);
    memory_free(server->memory);
    server_clear(server);
    for (int i = 0; i < server->reply_count; i++)
        free_reply(&server->replies[i]);
}

void server_crash(struct server *server) {
    end(server);
    memory_set_fault(server->memory, MEMORY_WORKS);
    for (uint64_t i = 0; i <= server->last_connection; i++)
        server->closed[i] = server->closed[i] ? server->closed[i] : 1006;
    begin(server);
}

void server_work(struct server *server) {
    for (int i = 0; i < 64; i++) {
        store_work(server->store);
        workers_work(server->workers);
        tavern_wake(server->tavern, server->now);
        if (store_is_idle(server->store) && !workers_pending(server->workers))
            break;
    }
}

void server_pass(struct server *server, int64_t ms) {
    int64_t until = server->now + ms;
    for (int64_t due; (due = tavern_due(server->tavern)) && due <= until;) {
        server->now = due > server->now ? due : server->now + 1;
        tavern_tick(server->tavern, server->now);
        for (int i = 0; i < 4; i++) {
            store_work(server->store);
            workers_work(server->workers);
            tavern_wake(server->tavern, server->now);
        }
    }
    server->now = until > server->now ? until : server->now;
    tavern_tick(server->tavern, server->now);
    server_work(server);
}

/* HTTP. */

uint64_t server_send_http(struct server *server, const char *method, const char *path,
                          const char *token, const char *body) {
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
                        .address = server->address};
    tavern_http(server->tavern, ++server->last_request, &call, server->now);
    return server->last_request;
}

const struct server_reply *server_reply_of(const struct server *server, uint64_t request) {
    for (int i = 0; i < server->reply_count; i++)
        if (server->replies[i].request == request)
            return &server->replies[i];
    return NULL;
}

const struct server_reply *server_http(struct server *server, const char *method, const char *path,
                                       const char *token, const char *body) {
    uint64_t request = server_send_http(server, method, path, token, body);
    server_work(server);
    const struct server_reply *reply = server_reply_of(server, request);
    assert_non_null(reply);
    return reply;
}

const char *server_field(const char *json, const char *key) {
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

const char *server_guest(struct server *server, const char *name) {
    static char tokens[64][80];
    static int count;
    char body[128];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    const struct server_reply *reply = server_http(server, "POST", "/api/guest", NULL, body);
    assert_int_equal(reply->status, 201);
    char *token = tokens[count = (count + 1) % 64];
    snprintf(token, sizeof tokens[0], "%s", server_field(reply->body, "token"));
    return token;
}

/* WebSockets. */

uint64_t server_connect(struct server *server, const char *token) {
    char authorization[128];
    struct route route = {.connection = ++server->last_connection};
    struct reply refused;
    snprintf(authorization, sizeof authorization, "Bearer %s", token);
    struct call call = {.method = "GET",
                        .path = "/ws",
                        .authorization = authorization,
                        .host = "tavern.example",
                        .origin = "http://tavern.example",
                        .subprotocols = "other, spelunke.1",
                        .address = server->address};
    if (tavern_connect(server->tavern, route, &call, server->now, &refused))
        return route.connection;
    take_reply(server, ++server->last_request, &refused);
    return 0;
}

void server_say(struct server *server, uint64_t connection, const char *text) {
    tavern_text(server->tavern, (struct route){.connection = connection}, text, strlen(text),
                server->now);
}

const char *server_ask(struct server *server, uint64_t connection, const char *text) {
    server_say(server, connection, text);
    server_work(server);
    return server_line(server, connection, "");
}

uint64_t server_join(struct server *server, const char *token, const char *device) {
    char hello[128];
    uint64_t connection = server_connect(server, token);
    assert_true(connection > 0);
    snprintf(hello, sizeof hello, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"%s\"}", device);
    const char *answer = server_ask(server, connection, hello);
    assert_non_null(answer);
    assert_non_null(strstr(answer, "\"t\":\"hello\""));
    return connection;
}

const char *server_line(const struct server *server, uint64_t connection, const char *part) {
    for (int i = server->line_count - 1; i >= 0; i--)
        if (server->lines[i].connection == connection && !server->lines[i].is_binary &&
            strstr(server->lines[i].text, part))
            return server->lines[i].text;
    return NULL;
}

int server_count(const struct server *server, uint64_t connection, const char *part) {
    int count = 0;
    for (int i = 0; i < server->line_count; i++)
        count += server->lines[i].connection == connection && !server->lines[i].is_binary &&
                 strstr(server->lines[i].text, part);
    return count;
}

void server_clear(struct server *server) {
    for (int i = 0; i < server->line_count; i++)
        free(server->lines[i].text);
    server->line_count = 0;
}
