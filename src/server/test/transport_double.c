/* transport_double.c: the transport with a fake tavern that echoes, for test_transport.py.
 *
 *     transport_double PORT REQUEST_MS PING_MS SILENCE_MS PER_ADDRESS BEHIND_PROXY [CERT KEY]
 *
 * What it does with a request stands in its path, with a message in its text. It prints
 * where it listens, and ends on TERM like the server. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <uv.h>

#include <spelunke/must.h>

#include "server/tavern.h"
#include "server/ws.h"

enum { SOCKETS_MAX = 256, LATER_MAX = 256, LATER_MS = 60, KEPT_SIZE = 1000000, BIG_SIZE = 400000 };

struct tavern {
    struct outlet out;
    struct route sockets[SOCKETS_MAX];
    int socket_count, gone_count;
    uint64_t later[LATER_MAX];
    int64_t later_at[LATER_MAX];
    int later_count;
    char *kept;
};

static void reply_text(struct tavern *tavern, uint64_t request, int status, const char *text) {
    tavern->out.reply(tavern->out.context, request,
                      &(struct reply){.status = status,
                                      .type = "text/plain; charset=utf-8",
                                      .body = text,
                                      .size = strlen(text)});
}

static void reply_seen(struct tavern *tavern, uint64_t request, const struct call *call) {
    struct text out = {0};
    const char *const seen[] = {call->method,        call->path,   call->query,
                                call->content_type,  call->host,   call->origin,
                                call->authorization, call->cookie, call->accept_encoding};
    text_put(&out, call->address);
    text_put(&out, call->is_tls ? " tls" : " plain");
    for (size_t i = 0; i < sizeof seen / sizeof *seen; i++) {
        text_put_char(&out, ' ');
        text_put(&out, seen[i] ? seen[i] : "-");
    }
    reply_text(tavern, request, 200, text_string(&out));
    text_free(&out);
}

void tavern_http(struct tavern *tavern, uint64_t request, const struct call *call, int64_t now) {
    struct reply kept = {
        .status = 200, .type = "text/plain", .body = tavern->kept, .size = KEPT_SIZE};
    char number[32];
    snprintf(number, sizeof number, "%d", tavern->gone_count);
    if (strcmp(call->path, "/later") == 0) {
        must(tavern->later_count < LATER_MAX);
        tavern->later[tavern->later_count] = request;
        tavern->later_at[tavern->later_count++] = now + LATER_MS;
    } else if (strcmp(call->path, "/echo") == 0) {
        tavern->out.reply(tavern->out.context, request,
                          &(struct reply){.status = 200,
                                          .type = "application/octet-stream",
                                          .cookie = "spelunke=x; HttpOnly",
                                          .body = call->body,
                                          .size = call->body_length});
    } else if (strcmp(call->path, "/kept") == 0 || strcmp(call->path, "/big") == 0) {
        kept.is_kept = call->path[1] == 'k';
        kept.size = kept.is_kept ? KEPT_SIZE : BIG_SIZE;
        kept.cache = "max-age=1";
        tavern->out.reply(tavern->out.context, request, &kept);
    } else if (strcmp(call->path, "/only-get") == 0) {
        tavern->out.reply(tavern->out.context, request,
                          &(struct reply){.status = 405, .allow = "GET, HEAD"});
    } else if (strncmp(call->path, "/seen", 5) == 0) {
        reply_seen(tavern, request, call);
    } else if (strcmp(call->path, "/gone") == 0) {
        reply_text(tavern, request, 200, number);
    } else {
        reply_text(tavern, request, strcmp(call->path, "/") == 0 ? 200 : 404, "tavern");
    }
}

bool tavern_connect(struct tavern *tavern, struct route route, const struct call *call, int64_t now,
                    struct reply *refused) {
    (void)now;
    *refused = (struct reply){.status = 401, .type = "application/json", .body = "{}", .size = 2};
    if (call->authorization)
        return false;
    refused->status = 403;
    if (call->origin)
        return false;
    refused->status = 400;
    if (!call->subprotocols || !http_list_has(call->subprotocols, "spelunke.1"))
        return false;
    must(tavern->socket_count < SOCKETS_MAX);
    tavern->sockets[tavern->socket_count++] = route;
    return true;
}

static void flood(struct tavern *tavern, struct route route, long count) {
    char line[1001];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    for (long i = 0; i < count; i++) {
        char number[16];
        memcpy(line, number, (size_t)snprintf(number, sizeof number, "%07ld ", i));
        tavern->out.send(tavern->out.context, route, false, line, sizeof line - 1);
    }
}

void tavern_text(struct tavern *tavern, struct route route, const char *bytes, size_t size,
                 int64_t now) {
    char number[32];
    (void)now;
    if (strncmp(bytes, "flood ", 6) == 0) {
        flood(tavern, route, strtol(bytes + 6, NULL, 10));
    } else if (strncmp(bytes, "close ", 6) == 0) {
        tavern->out.close(tavern->out.context, route, (int)strtol(bytes + 6, NULL, 10));
    } else if (strcmp(bytes, "unsent") == 0) {
        int length =
            snprintf(number, sizeof number, "%zu", tavern->out.unsent(tavern->out.context, route));
        tavern->out.send(tavern->out.context, route, false, number, (size_t)length);
    } else {
        tavern->out.send(tavern->out.context, route, false, bytes, size);
    }
}

void tavern_binary(struct tavern *tavern, struct route route, const unsigned char *bytes,
                   size_t size, int64_t now) {
    (void)now;
    tavern->out.send(tavern->out.context, route, true, (const char *)bytes, size);
}

void tavern_gone(struct tavern *tavern, struct route route, int64_t now) {
    (void)now;
    for (int i = 0; i < tavern->socket_count; i++)
        if (route_equals(tavern->sockets[i], route)) {
            tavern->sockets[i] = tavern->sockets[--tavern->socket_count];
            tavern->gone_count++;
            return;
        }
    must(!"a connection goes once");
}

void tavern_tick(struct tavern *tavern, int64_t now) {
    while (tavern->later_count && tavern->later_at[0] <= now) {
        uint64_t request = tavern->later[0];
        tavern->later_count--;
        memmove(tavern->later, tavern->later + 1, sizeof tavern->later - sizeof *tavern->later);
        memmove(tavern->later_at, tavern->later_at + 1,
                sizeof tavern->later_at - sizeof *tavern->later_at);
        reply_text(tavern, request, 200, "at last");
    }
}

static int64_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

struct house {
    struct ws *ws;
    struct tavern *tavern;
    uv_timer_t timer;
    uv_signal_t signal;
    int64_t stop_at;
};

static void on_timer(uv_timer_t *timer) {
    struct house *house = timer->data;
    int64_t now = now_ms();
    tavern_tick(house->tavern, now);
    if (house->stop_at && (ws_is_empty(house->ws) || now >= house->stop_at)) {
        uv_close((uv_handle_t *)&house->timer, NULL);
        uv_close((uv_handle_t *)&house->signal, NULL);
        ws_close(house->ws);
    }
}

static void on_signal(uv_signal_t *handle, int number) {
    struct house *house = handle->data;
    (void)number;
    if (house->stop_at)
        return;
    house->stop_at = now_ms() + 1000;
    ws_stop(house->ws, 1001);
}

int main(int argc, char **argv) {
    static struct tavern tavern;
    struct house house = {.tavern = &tavern};
    struct listening listening = {0};
    struct text why = {0};
    uv_loop_t loop;
    if (argc < 7)
        return 2;
    signal(SIGPIPE, SIG_IGN);
    uv_loop_init(&loop);
    struct ws_plan plan = {.loop = &loop,
                           .listening = &listening,
                           .node = 7,
                           .per_address = atoi(argv[5]),
                           .is_behind_proxy = atoi(argv[6]),
                           .timeouts = {.request = atoi(argv[2]),
                                        .ping = atoi(argv[3]),
                                        .silence = atoi(argv[4]),
                                        .closing = 500},
                           .certificate = argc > 8 ? argv[7] : NULL,
                           .key = argc > 8 ? argv[8] : NULL,
                           .now = now_ms};
    bool is_open = listen_inherit(&listening, &why) &&
                   (listening.count || listen_add(&listening, "127.0.0.1", atoi(argv[1]), &why)) &&
                   (house.ws = ws_open(&plan, &why));
    if (!is_open) {
        fprintf(stderr, "%s\n", text_string(&why));
        text_free(&why);
        uv_loop_close(&loop);
        return 3;
    }
    tavern.kept = must_alloc(KEPT_SIZE);
    memset(tavern.kept, 'k', KEPT_SIZE);
    tavern.out = ws_outlet(house.ws);
    uv_timer_init(&loop, &house.timer);
    uv_signal_init(&loop, &house.signal);
    house.timer.data = house.signal.data = &house;
    uv_timer_start(&house.timer, on_timer, 5, 5);
    uv_signal_start(&house.signal, on_signal, SIGTERM);
    ws_serve(house.ws, &tavern);
    printf("listening on http://127.0.0.1:%d\n", listening.port);
    fflush(stdout);
    uv_run(&loop, UV_RUN_DEFAULT);
    ws_free(house.ws);
    free(tavern.kept);
    return uv_loop_close(&loop) == 0 ? 0 : 4;
}
