/* api.c: dispatches HTTP requests to their handlers. */
#include "tavern_inside.h"

#include <string.h>
#include <strings.h>

#include <spelunke/game.h>

#include "address.h"

static void reply_text(struct tavern *tavern, uint64_t request, const char *type,
                       const struct text *text, const char *cache) {
    struct reply reply = {.status = 200,
                          .type = type,
                          .cache = cache,
                          .body = text_string(text),
                          .size = text->length};
    tavern->out.reply(tavern->out.context, request, &reply);
}

static void reply_refused(struct tavern *tavern, uint64_t request, enum wire_code code,
                          const char *why) {
    struct fault fault = fault_of(code, why);
    reply_fault(tavern, request, &fault, NULL);
}

/* Public resources that need no store. */

static void reply_health(struct tavern *tavern, uint64_t request) {
    struct text text = {0};
    text_put(&text, "ok");
    if (store_is_healthy(tavern->plan.store))
        reply_text(tavern, request, "text/plain", &text, NULL);
    else
        reply_refused(tavern, request, CODE_STORE, "tavern.store");
    text_free(&text);
}

static bool has_metrics_token(const struct tavern *tavern, const char *authorization) {
    static const char bearer[] = "Bearer ";
    return tavern->plan.metrics_token && authorization &&
           strncasecmp(authorization, bearer, sizeof bearer - 1) == 0 &&
           secret_equals(authorization + sizeof bearer - 1, tavern->plan.metrics_token);
}

static void reply_metrics(struct tavern *tavern, uint64_t request, const struct call *call) {
    bool is_near = !tavern->plan.is_behind_proxy && address_is_loopback(call->address);
    struct text text = {0};
    if (!is_near && !has_metrics_token(tavern, call->authorization)) {
        reply_refused(tavern, request, CODE_FORBIDDEN, "tavern.metrics");
        return;
    }
    metrics_put(tavern, &text);
    reply_text(tavern, request, "text/plain; version=0.0.4", &text, NULL);
    text_free(&text);
}

static void reply_kit(struct tavern *tavern, uint64_t request, const char *key) {
    const struct game *game = game_find(tavern->plan.games, key);
    struct text text = {0};
    if (!game) {
        reply_refused(tavern, request, CODE_UNKNOWN_GAME, "tavern.unknown_game");
        return;
    }
    js_open(&text, '{');
    js_key(&text, "kit");
    game_kit_json(game, &text);
    js_close(&text, '}');
    reply_text(tavern, request, "application/json", &text, "no-cache");
    text_free(&text);
}

/* A request for the WebSocket's path that is no upgrade. */
static void refuse_socket(struct tavern *tavern, uint64_t request, const struct call *call) {
    char person[PERSON_ID + 1];
    unsigned char hash[STORE_TOKEN_BYTES];
    struct fault fault;
    if (channel_may_open(tavern, call, person, hash, &fault))
        fault = fault_of(CODE_BAD_REQUEST, "tavern.subprotocol");
    reply_fault(tavern, request, &fault, NULL);
}

/* True if the request was answered. */
static bool reply_at_once(struct tavern *tavern, uint64_t request, const struct call *call,
                          const struct wire *wire) {
    switch (wire->route) {
    case ROUTE_HEALTH:
        reply_health(tavern, request);
        return true;
    case ROUTE_METRICS:
        reply_metrics(tavern, request, call);
        return true;
    case ROUTE_WS:
        refuse_socket(tavern, request, call);
        return true;
    case ROUTE_GAMES:
        reply_text(tavern, request, "application/json", &tavern->games, "no-cache");
        return true;
    case ROUTE_KIT:
        reply_kit(tavern, request, wire->game);
        return true;
    default:
        return false;
    }
}

/* Requests that need the store. */

static void run(struct exchange *exchange, int64_t now) {
    /* Handlers called after the login check. */
    static void (*const known[])(struct exchange * exchange, int64_t now) = {
        [ROUTE_ME] = api_me,           [ROUTE_RENAME] = login_rename,
        [ROUTE_FORGET] = login_forget, [ROUTE_ACCOUNT] = login_account,
        [ROUTE_LOGOUT] = login_leave,  [ROUTE_HANDOVER] = login_handover,
        [ROUTE_MAKE] = api_make,
    };
    size_t route = exchange->wire.route;
    if (route == ROUTE_GUEST) {
        login_guest(exchange, now);
    } else if (route == ROUTE_LOGIN) {
        login_enter(exchange, now);
    } else if (route == ROUTE_TABLES) {
        api_list(exchange);
    } else if (route == ROUTE_QR) {
        api_qr(exchange);
    } else if (route < sizeof known / sizeof *known && known[route]) {
        exchange_login(exchange, known[route], now);
    } else { /* a table, or an export of a finished one */
        bool is_table = route == ROUTE_TABLE || route == ROUTE_CODE;
        exchange->may_be_nobody = true;
        exchange_login(exchange, is_table ? api_table : api_finished, now);
    }
}

/* The allowed methods of a path, for 405. */
static void put_allowed(const struct http_input *input, struct text *out) {
    static const char *const methods[] = {"GET", "POST", "DELETE"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        struct http_input other = *input;
        struct wire wire;
        struct fault fault;
        other.method = methods[i];
        if (!gate_http(&other, &wire, &fault) && fault.status == 405)
            continue;
        text_put(out, out->length ? ", " : "");
        text_put(out, methods[i]);
        text_put(out, i == 0 ? ", HEAD" : "");
    }
}

static bool is_reading(const char *method) {
    return strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
}

static void refuse_form(struct tavern *tavern, uint64_t request, const struct http_input *input,
                        const struct fault *fault) {
    struct text allow = {0};
    if (fault->status == 405)
        put_allowed(input, &allow);
    reply_fault(tavern, request, fault, allow.length ? allow.data : NULL);
    text_free(&allow);
}

void tavern_http(struct tavern *tavern, uint64_t request, const struct call *call, int64_t now) {
    struct http_input input = {.method = call->method,
                               .path = call->path,
                               .query = call->query,
                               .content_type = call->content_type,
                               .body = call->body,
                               .body_length = call->body_length};
    struct wire wire;
    struct fault fault;
    tavern->now = now;
    if (tavern->is_stopping) {
        reply_refused(tavern, request, CODE_STOPPING, "tavern.stopping");
    } else if (!call_is_ours(tavern, call, !is_reading(call->method), &fault)) {
        reply_fault(tavern, request, &fault, NULL);
    } else if (is_reading(call->method) && pages_reply(tavern, request, call, call->path)) {
        return;
    } else if (!gate_http(&input, &wire, &fault)) {
        refuse_form(tavern, request, &input, &fault);
    } else if (wire_routes[wire.route].is_page) {
        if (!pages_reply(tavern, request, call, wire.is_plain ? "/plain" : ""))
            reply_refused(tavern, request, CODE_UNKNOWN_PATH, "gate.unknown_path");
    } else if (!reply_at_once(tavern, request, call, &wire)) {
        struct exchange *exchange = exchange_new(tavern, request, call);
        exchange->wire = wire;
        run(exchange, now);
    }
}
