/* connection.c: see connection.h. */
#include "connection.h"

#include <string.h>
#include <strings.h>

#include <spelunke/must.h>

#include "gate.h"
#include "line.h"
#include "tavern.h"

const struct timeouts default_timeouts = {
    .request = 10000, .ping = 20000, .silence = 45000, .closing = 2000};

/* The timeout of a response grows with its size, for slow clients: a second per 16 kB. */
enum { BYTES_A_MS = 16, SOCKET_KEY_LENGTH = 24 };

/* The rate limit of control frames and fragments. */
static const struct rate odd_frame_rate = {.count = 50, .window = 1000, .burst = 200};

static struct route route_of(const struct connection *c) {
    return (struct route){.node = c->shared->node, .connection = c->number};
}

static void await_request(struct connection *c, int64_t now) {
    c->stage = STAGE_REQUEST;
    c->deadline = now + c->shared->timeouts.request + (int64_t)(line_unsent(c) / BYTES_A_MS);
}

void connection_open(struct connection *c, int64_t now) {
    c->frames.limit = LIMIT_MESSAGE;
    await_request(c, now);
}

static void end(struct connection *c, int64_t now) {
    c->stage = STAGE_ENDED;
    c->deadline = now + c->shared->timeouts.closing + (int64_t)(line_unsent(c) / BYTES_A_MS);
    http_free(&c->http);
    line_listen(c, true); /* input is discarded */
    line_end(c);
}

/* Tells the tavern at once, so that a client can close a connection and open the next. */
static void leave(struct connection *c, int64_t now) {
    if (!c->is_admitted)
        return;
    c->is_admitted = false;
    tavern_gone(c->shared->tavern, route_of(c), now);
}

/* ---- requests ---- */

static void refusal_body(int status, struct text *out) {
    struct fault fault = {.code = CODE_BAD_REQUEST, .status = status};
    const char *why = "gate.not_http";
    if (status == 413 || status == 431) {
        fault.code = CODE_TOO_LONG;
        why = "gate.long_body";
    } else if (status == 429) {
        fault.code = CODE_FULL;
        why = "gate.full_address";
    } else if (status == 426) {
        why = "gate.not_socket";
    }
    message_start(&fault.why, why);
    fault_put_body(&fault, out);
}

/* Sends header and, unless the request was HEAD, body; small ones in a single write. */
static void put_reply(struct connection *c, const struct reply *reply, int64_t now) {
    enum { JOINED_MAX = 16384 };
    struct text out = {0};
    bool has_body = !c->is_head && reply->size;
    bool is_joined = has_body && reply->size <= JOINED_MAX;
    http_put_head(reply, c->keeps, now, &out);
    if (is_joined)
        text_put_bytes(&out, reply->body, reply->size);
    line_put(c, out.data, out.length, false);
    if (has_body && !is_joined)
        line_put(c, reply->body, reply->size, reply->is_kept);
    text_free(&out);
}

static void answer_fault(struct connection *c, int status, int64_t now) {
    struct text body = {0};
    refusal_body(status, &body);
    c->keeps = false;
    put_reply(
        c,
        &(struct reply){
            .status = status, .type = "application/json", .body = body.data, .size = body.length},
        now);
    text_free(&body);
    end(c, now);
}

void connection_refuse(struct connection *c, int64_t now) {
    answer_fault(c, 429, now);
}

/* Behind a proxy the client's address is the last one in X-Forwarded-For, which the proxy added. */
static void find_client(const struct connection *c, const struct http_request *request,
                        struct call *call, char address[ADDRESS_TEXT_MAX + 1]) {
    call->address = c->address;
    call->is_tls = c->shared->is_tls;
    if (!c->shared->is_behind_proxy || !address_is_loopback(c->address))
        return;
    if (request->forwarded_proto)
        call->is_tls = strcasecmp(request->forwarded_proto, "https") == 0;
    const char *list = request->forwarded_for ? request->forwarded_for : "";
    const char *comma = strrchr(list, ',');
    const char *last = comma ? comma + 1 : list;
    if (address_parse(last + strspn(last, " \t"), address))
        call->address = address;
}

static struct call call_of(const struct http_request *request) {
    return (struct call){.method = request->method,
                         .path = request->path,
                         .query = request->query,
                         .content_type = request->content_type,
                         .authorization = request->authorization,
                         .cookie = request->cookie,
                         .origin = request->origin,
                         .host = request->host,
                         .accept_encoding = request->accept_encoding,
                         .subprotocols = request->subprotocols,
                         .body = request->body,
                         .body_length = request->body_length};
}

static bool is_socket_key(const char *key) {
    static const char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return strlen(key) == SOCKET_KEY_LENGTH && strspn(key, base64) == SOCKET_KEY_LENGTH - 2 &&
           strcmp(key + SOCKET_KEY_LENGTH - 2, "==") == 0;
}

static void take_frames(struct connection *c, const unsigned char *bytes, size_t size, int64_t now);

/* Completes the upgrade to a WebSocket. The first frames may have been received with the request.
 */
static void become_socket(struct connection *c, const char *key, int64_t now) {
    char accept[SOCKET_ACCEPT_SIZE];
    struct text out = {0};
    size_t size;
    line_accept(key, accept);
    http_put_switch(accept, "spelunke.1", &out);
    line_put(c, out.data, out.length, false);
    text_free(&out);
    const char *rest = http_rest(&c->http, &size);
    text_put_bytes(&out, rest, size);
    http_free(&c->http);
    c->stage = STAGE_SOCKET;
    c->deadline = 0;
    c->received_at = now;
    c->ping_due = now + c->shared->timeouts.ping;
    take_frames(c, (const unsigned char *)text_string(&out), out.length, now);
    text_free(&out);
}

static void admit(struct connection *c, const struct http_request *request, int64_t now) {
    char address[ADDRESS_TEXT_MAX + 1];
    struct call call = call_of(request);
    struct reply refused = {0};
    if (!request->socket_version || strcmp(request->socket_version, "13") != 0) {
        answer_fault(c, 426, now);
        return;
    }
    if (!request->socket_key || !is_socket_key(request->socket_key)) {
        answer_fault(c, 400, now);
        return;
    }
    find_client(c, request, &call, address);
    if (tavern_connect(c->shared->tavern, route_of(c), &call, now, &refused)) {
        c->is_admitted = true;
        become_socket(c, request->socket_key, now);
        return;
    }
    put_reply(c, &refused, now);
    c->has_served = true;
    if (!c->keeps) {
        end(c, now);
        return;
    }
    http_done(&c->http);
    await_request(c, now);
}

static void ask_tavern(struct connection *c, const struct http_request *request, int64_t now) {
    char address[ADDRESS_TEXT_MAX + 1];
    struct call call = call_of(request);
    find_client(c, request, &call, address);
    c->stage = STAGE_ANSWER;
    c->deadline = 0;
    line_listen(c, false);
    tavern_http(c->shared->tavern, c->number, &call, now);
}

/* Handles buffered requests one at a time, each after the previous response was sent. */
static void read_requests(struct connection *c, int64_t now) {
    const struct http_request *request;
    int status;
    c->is_reading = true;
    while (c->stage == STAGE_REQUEST && !line_unsent(c)) {
        enum http_found found = http_look(&c->http, &request, &status);
        if (found == HTTP_MORE) {
            if (http_expects(&c->http))
                line_put(c, "HTTP/1.1 100 Continue\r\n\r\n", 25, false);
            line_listen(c, true);
            break;
        }
        if (found == HTTP_BAD) {
            c->is_head = false;
            answer_fault(c, status, now);
            break;
        }
        c->is_head = strcmp(request->method, "HEAD") == 0;
        c->keeps = request->keeps;
        if (request->is_socket && strcmp(request->path, "/ws") == 0)
            admit(c, request, now);
        else
            ask_tavern(c, request, now);
    }
    if (c->stage == STAGE_REQUEST && line_unsent(c))
        line_listen(c, false);
    c->is_reading = false;
}

void connection_reply(struct connection *c, const struct reply *reply, int64_t now) {
    must(c->stage == STAGE_ANSWER);
    put_reply(c, reply, now);
    c->has_served = true;
    if (!c->keeps) {
        end(c, now);
        return;
    }
    http_done(&c->http);
    await_request(c, now);
    if (!c->is_reading)
        read_requests(c, now);
}

void connection_stop(struct connection *c, int code, int64_t now) {
    c->keeps = false; /* the pending response is the last one */
    if (c->stage == STAGE_REQUEST)
        end(c, now);
    else
        connection_close(c, code, now);
}

bool connection_is_idle(const struct connection *c) {
    return c->stage == STAGE_REQUEST && c->has_served && !c->http.bytes.length && !line_unsent(c);
}

/* ---- WebSocket ---- */

static void put_frame(struct connection *c, enum opcode opcode, const char *bytes, size_t size) {
    unsigned char head[FRAME_OUT_HEAD_MAX];
    int head_size = frame_head(opcode, size, head);
    line_put_frame(c, (const char *)head, (size_t)head_size, bytes, size);
}

void connection_close(struct connection *c, int code, int64_t now) {
    unsigned char frame[FRAME_OUT_HEAD_MAX];
    if (c->stage != STAGE_SOCKET)
        return;
    c->stage = STAGE_CLOSING;
    c->deadline = now + c->shared->timeouts.closing;
    line_put(c, (const char *)frame, (size_t)frame_close(code, frame), false);
}

void connection_send(struct connection *c, bool is_binary, const char *bytes, size_t size,
                     int64_t now) {
    if (c->stage != STAGE_SOCKET)
        return;
    /* A single message may exceed the limit if the queue is empty. */
    if (line_unsent(c) && line_unsent(c) + size > LIMIT_UNSENT) {
        line_drop(c);
        connection_close(c, 4008, now);
        c->deadline = now + c->shared->timeouts.request; /* for sending the close frame */
        return;
    }
    put_frame(c, is_binary ? OPCODE_BINARY : OPCODE_TEXT, bytes, size);
}

/* Handles the client's close frame: ours is sent unless it was already, then the connection ends.
 */
static void take_close(struct connection *c, int code, int64_t now) {
    if (c->stage == STAGE_SOCKET)
        connection_close(c, code, now);
    end(c, now);
    leave(c, now);
}

static void take_found(struct connection *c, enum frames_found found, const struct frames_out *out,
                       int64_t now) {
    struct tavern *tavern = c->shared->tavern;
    bool is_received = found == FRAMES_PONG || found == FRAMES_TEXT || found == FRAMES_BINARY;
    bool is_odd = found == FRAMES_PING || found == FRAMES_PONG || found == FRAMES_PART;
    if (is_received)
        c->received_at = now;
    if (is_odd && !token_bucket_take(&c->odd_frames, &odd_frame_rate, now))
        connection_close(c, 1008, now);
    else if (found == FRAMES_TEXT)
        tavern_text(tavern, route_of(c), out->bytes, out->size, now);
    else if (found == FRAMES_BINARY)
        tavern_binary(tavern, route_of(c), (const unsigned char *)out->bytes, out->size, now);
    else if (found == FRAMES_PING)
        put_frame(c, OPCODE_PONG, out->bytes, out->size);
    else if (found == FRAMES_REFUSED)
        connection_close(c, out->code, now);
}

/* After our close frame only the client's is expected. If the input becomes invalid, parsing stops,
 * because the close frame cannot be found any more. */
static void take_frames(struct connection *c, const unsigned char *bytes, size_t size,
                        int64_t now) {
    while (c->stage == STAGE_SOCKET || c->stage == STAGE_CLOSING) {
        struct frames_out out;
        enum frames_found found = frames_read(&c->frames, &bytes, &size, &out);
        if (found == FRAMES_MORE)
            return;
        if (found == FRAMES_CLOSE) {
            take_close(c, out.code, now);
            return;
        }
        if (c->stage == STAGE_SOCKET)
            take_found(c, found, &out, now);
        if (found == FRAMES_REFUSED) {
            end(c, now);
            leave(c, now);
            return;
        }
    }
}

/* ---- events of the line ---- */

void connection_take(struct connection *c, const char *bytes, size_t size, int64_t now) {
    if (c->stage == STAGE_SOCKET || c->stage == STAGE_CLOSING) {
        take_frames(c, (const unsigned char *)bytes, size, now);
        return;
    }
    if (c->stage == STAGE_ENDED)
        return;
    http_add(&c->http, bytes, size);
    read_requests(c, now);
}

void connection_drained(struct connection *c, int64_t now) {
    if (c->stage != STAGE_REQUEST)
        return;
    await_request(c, now);
    read_requests(c, now);
}

void connection_tick(struct connection *c, int64_t now) {
    const struct timeouts *timeouts = &c->shared->timeouts;
    bool is_late = c->deadline && now >= c->deadline;
    bool is_silent = c->stage == STAGE_SOCKET && now - c->received_at >= timeouts->silence;
    if (is_late || is_silent) {
        line_cut(c);
    } else if (c->stage == STAGE_SOCKET && now >= c->ping_due) {
        c->ping_due = now + timeouts->ping;
        if (!line_unsent(c)) /* a client that does not read would not answer */
            put_frame(c, OPCODE_PING, "", 0);
    }
}

void connection_gone(struct connection *c, int64_t now) {
    c->stage = STAGE_ENDED;
    leave(c, now);
    http_free(&c->http);
    frames_free(&c->frames);
}
