/* ws.c: sockets on libuv and libwebsockets.
 *
 * libwebsockets is used for TLS, non-blocking writes and the integration into the loop. Its sockets
 * are raw: HTTP and frames are implemented here (docs/adr/0013-transport.md). Two properties of
 * libwebsockets shape this file. It spins if there is input to read while output is queued, so
 * reading is paused then. And a connection cannot be closed outside of its callbacks, so the socket
 * is shut down, which libwebsockets then notices. */
#include "ws.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <libwebsockets.h>
#include <uv.h>

#include <spelunke/must.h>

#include "acceptor.h"
#include "backlog.h"
#include "line.h"
#include "peers.h"
#include "tavern.h"

enum {
    SLOT_BITS = 20,
    WRITE_MAX = 65536,
    SEND_BUFFER = 131072, /* SO_SNDBUF of each connection */
    FILES_MAX = 65536,    /* file descriptors, if the system permits */
    FILES_OTHER = 64,     /* of them for everything but connections */
    REFUSED_MAX = 16,     /* refused connections of an address that may be sent a 429 */
    TICK_MIN = 10,
    TICK_MAX = 500
};

struct line {
    struct connection connection;
    struct ws *ws;
    struct lws *wsi;
    int socket;
    struct peer *peer;
    struct backlog backlog;
    struct text held; /* frames of this loop iteration */
    size_t buffered;  /* upper bound of the bytes buffered by libwebsockets */
    bool is_wanted, is_listening;
    bool is_ending, is_cut, has_heard;
};

struct ws {
    struct ws_plan plan;
    struct connection_shared shared;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[2];
    struct acceptor *acceptor;
    uv_prepare_t prepare;
    uv_timer_t timer;
    uint64_t *holding; /* the numbers of lines that hold frames */
    size_t holding_count, holding_room;
    struct peers peers;
    struct line **slots;
    int slot_room, line_count, line_max;
    uint64_t last_number;
};

_Static_assert(sizeof(void *) == sizeof(uint64_t), "a connection's number is kept in a pointer");

static struct line *find_line(const struct ws *ws, uint64_t number) {
    size_t slot = number & ((1u << SLOT_BITS) - 1);
    struct line *line = slot < (size_t)ws->slot_room ? ws->slots[slot] : NULL;
    return line && line->connection.number == number ? line : NULL;
}

static int64_t now_of(const struct ws *ws) {
    return ws->plan.now();
}

/* ---- sending ---- */

static void apply_listening(struct line *line) {
    bool listens = line->is_cut || (line->is_wanted && !line->buffered);
    if (listens == line->is_listening || !line->wsi)
        return;
    line->is_listening = listens;
    lws_rx_flow_control(line->wsi, listens);
}

/* Passes bytes to libwebsockets, which sends or buffers them; returns their number. */
static size_t write_some(struct line *line, const char *bytes, size_t size) {
    size_t count = size < WRITE_MAX ? size : WRITE_MAX;
    /* lws_write does not modify them. */
    unsigned char *start = (unsigned char *)(uintptr_t)bytes;
    if (lws_write(line->wsi, start, count, LWS_WRITE_RAW) < 0) {
        line_cut(&line->connection);
        return size;
    }
    line->buffered = lws_partial_buffered(line->wsi) ? count : 0;
    apply_listening(line);
    return count;
}

/* Writes what can be written at once, and queues the rest. */
static void put(struct line *line, const char *bytes, size_t size, bool is_kept) {
    size_t whole = size;
    while (size && !line->backlog.first && !line->buffered && !line->is_cut) {
        size_t count = write_some(line, bytes, size);
        bytes += count;
        size -= count;
    }
    if (size && !line->is_cut)
        backlog_put(&line->backlog, bytes, size, is_kept, size < whole);
}

/* Sends held frames, before anything else is sent. */
static void send_held(struct line *line) {
    struct text held = line->held;
    line->held = (struct text){0};
    put(line, held.data, held.length, false);
    text_free(&held);
}

void line_put(struct connection *connection, const char *bytes, size_t size, bool is_kept) {
    send_held(connection->line);
    put(connection->line, bytes, size, is_kept);
}

static void note_holding(struct ws *ws, const struct line *line) {
    if (ws->holding_count == ws->holding_room) {
        ws->holding_room = ws->holding_room ? 2 * ws->holding_room : 64;
        ws->holding = must_realloc(ws->holding, ws->holding_room * sizeof *ws->holding);
    }
    ws->holding[ws->holding_count++] = line->connection.number;
}

void line_put_frame(struct connection *connection, const char *head, size_t head_size,
                    const char *bytes, size_t size) {
    struct line *line = connection->line;
    if (line->is_cut)
        return;
    if (!line->held.length)
        note_holding(line->ws, line);
    text_put_bytes(&line->held, head, head_size);
    text_put_bytes(&line->held, bytes, size);
}

/* Called before the loop blocks: sends held frames, so that all messages of a loop iteration are
 * one write per connection. */
static void on_prepare(uv_prepare_t *prepare) {
    struct ws *ws = prepare->data;
    size_t count = ws->holding_count;
    if (!count)
        return;
    for (size_t i = 0; i < count; i++) {
        struct line *line = find_line(ws, ws->holding[i]);
        if (line)
            send_held(line);
    }
    memmove(ws->holding, ws->holding + count, (ws->holding_count - count) * sizeof *ws->holding);
    ws->holding_count -= count;
}

void line_drop(struct connection *connection) {
    backlog_drop(&connection->line->backlog);
    text_free(&connection->line->held);
}

size_t line_unsent(const struct connection *connection) {
    const struct line *line = connection->line;
    return line->held.length + line->backlog.size + line->buffered;
}

static void flush(struct line *line) {
    const char *bytes;
    size_t size;
    bool had_some = line_unsent(&line->connection) > 0;
    line->buffered = lws_partial_buffered(line->wsi) ? line->buffered : 0;
    while (!line->buffered && !line->is_cut && backlog_next(&line->backlog, &bytes, &size))
        backlog_sent(&line->backlog, write_some(line, bytes, size));
    apply_listening(line);
    if (line->is_cut || line_unsent(&line->connection) || !had_some)
        return;
    if (line->is_ending)
        shutdown(line->socket, SHUT_WR);
    connection_drained(&line->connection, now_of(line->ws));
}

void line_listen(struct connection *connection, bool is_wanted) {
    connection->line->is_wanted = is_wanted;
    apply_listening(connection->line);
}

void line_end(struct connection *connection) {
    struct line *line = connection->line;
    send_held(line);
    line->is_ending = true;
    if (!line_unsent(connection) && !line->is_cut)
        shutdown(line->socket, SHUT_WR);
}

/* Aborts the connection: the system discards unsent data. */
void line_cut(struct connection *connection) {
    struct line *line = connection->line;
    struct linger at_once = {.l_onoff = 1, .l_linger = 0};
    if (line->is_cut)
        return;
    line->is_cut = true;
    apply_listening(line);
    setsockopt(line->socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    shutdown(line->socket, SHUT_RDWR);
}

void line_accept(const char *key, char out[SOCKET_ACCEPT_SIZE]) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455 */
    struct text joined = {0};
    unsigned char hash[20];
    text_put(&joined, key);
    text_put(&joined, guid);
    lws_SHA1((const unsigned char *)joined.data, joined.length, hash);
    text_free(&joined);
    must(lws_b64_encode_string((const char *)hash, sizeof hash, out, SOCKET_ACCEPT_SIZE) > 0);
}

/* ---- libwebsockets ---- */

static void forget(struct line *line) {
    struct ws *ws = line->ws;
    connection_gone(&line->connection, now_of(ws));
    backlog_clear(&line->backlog);
    text_free(&line->held);
    peers_leave(&ws->peers, line->peer);
    ws->slots[line->connection.number & ((1u << SLOT_BITS) - 1)] = NULL;
    ws->line_count--;
    free(line);
}

/* Disables the timeout of libwebsockets, which would end healthy connections. */
static void take(struct line *line, const char *bytes, size_t size) {
    if (!line->has_heard)
        lws_set_timeout(line->wsi, NO_PENDING_TIMEOUT, 0);
    line->has_heard = true;
    connection_take(&line->connection, bytes, size, now_of(line->ws));
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    struct ws *ws = lws_context_user(lws_get_context(wsi));
    struct line *line = find_line(ws, (uintptr_t)lws_get_opaque_user_data(wsi));
    (void)user;
    if (!line)
        return 0;
    switch (reason) {
    case LWS_CALLBACK_RAW_ADOPT:
        line->wsi = wsi;
        break;
    case LWS_CALLBACK_RAW_RX:
        take(line, in, size);
        break;
    case LWS_CALLBACK_RAW_WRITEABLE:
        flush(line);
        break;
    case LWS_CALLBACK_RAW_CLOSE:
    case LWS_CALLBACK_WSI_DESTROY:
        forget(line);
        return 0;
    default:
        return 0;
    }
    return line->is_cut ? -1 : 0;
}

static bool open_context(struct ws *ws, struct text *why) {
    void *loops[] = {ws->plan.loop};
    bool is_tls = ws->plan.certificate;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = ws->protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   (is_tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
        .foreign_loops = loops,
        /* For TLS handshakes; connection.c uses the same timeout. */
        .timeout_secs = (unsigned)ws->plan.timeouts.request / 1000 + 1,
        .pcontext = &ws->context, /* set to NULL when the context is freed */
        .user = ws,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .vhost_name = "spelunke",
        .alpn = "http/1.1",
        .ssl_cert_filepath = ws->plan.certificate,
        .ssl_private_key_filepath = ws->plan.key};
    lws_set_log_level(0, NULL);
    ws->context = lws_create_context(&info);
    if (!ws->context) {
        text_put(why, "libwebsockets cannot use libuv: install the package libwebsockets-evlib-uv");
        return false;
    }
    ws->vhost = lws_create_vhost(ws->context, &info);
    if (!ws->vhost) {
        text_put(why, "cannot use this certificate with this key");
        return false;
    }
    return true;
}

/* ---- new connections ---- */

static bool is_counted(const struct line *line) {
    char byte;
    if (line->is_cut || line->connection.stage == STAGE_ENDED)
        return false;
    return recv(line->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) != 0; /* 0: closed by the peer */
}

/* True if this address may open one more connection. An idle keep-alive connection is closed to
 * make room for it. */
static bool has_room(struct ws *ws, const struct peer *peer) {
    struct line *idle = NULL;
    int count = 0;
    if (!ws->plan.per_address || peer->connections <= ws->plan.per_address ||
        (ws->plan.is_behind_proxy && address_is_loopback(peer->address)))
        return true;
    for (int i = 0; i < ws->slot_room; i++) {
        struct line *line = ws->slots[i];
        if (!line || line->peer != peer || !is_counted(line))
            continue;
        count++;
        if (connection_is_idle(&line->connection))
            idle = line;
    }
    if (count >= ws->plan.per_address && idle) {
        line_cut(&idle->connection);
        count--;
    }
    return count < ws->plan.per_address;
}

static uint64_t take_slot(struct ws *ws) {
    int slot = 0;
    while (slot < ws->slot_room && ws->slots[slot])
        slot++;
    if (slot == ws->slot_room) {
        int room = ws->slot_room ? ws->slot_room * 2 : 64;
        ws->slots = must_realloc(ws->slots, (size_t)room * sizeof *ws->slots);
        memset(ws->slots + slot, 0, (size_t)(room - slot) * sizeof *ws->slots);
        ws->slot_room = room;
    }
    must(slot < 1 << SLOT_BITS);
    return ++ws->last_number << SLOT_BITS | (uint64_t)slot;
}

static struct line *open_line(struct ws *ws, int socket, struct peer *peer) {
    struct line *line = must_alloc(sizeof *line);
    uint64_t number = take_slot(ws);
    line->ws = ws;
    line->socket = socket;
    line->peer = peer;
    line->is_wanted = line->is_listening = true;
    line->connection.shared = &ws->shared;
    line->connection.line = line;
    line->connection.number = number;
    strcpy(line->connection.address, peer->address);
    ws->slots[number & ((1u << SLOT_BITS) - 1)] = line;
    ws->line_count++;
    connection_open(&line->connection, now_of(ws));
    return line;
}

/* Passes a socket to libwebsockets, which closes it on failure. */
static struct line *adopt(struct ws *ws, int socket, struct peer *peer) {
    int on = 1, buffer = SEND_BUFFER;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    struct line *line = open_line(ws, socket, peer);
    uint64_t number = line->connection.number;
    lws_adopt_desc_t adoption = {.vh = ws->vhost,
                                 .type = LWS_ADOPT_SOCKET | LWS_ADOPT_ALLOW_SSL,
                                 .fd.sockfd = socket,
                                 .vh_prot_name = ws->protocols[0].name,
                                 .opaque = (void *)(uintptr_t)number};
    bool is_adopted = lws_adopt_descriptor_vhost_via_info(&adoption);
    line = find_line(ws, number);
    if (line && !is_adopted) {
        forget(line);
        line = NULL;
    }
    return line;
}

/* Refuses a connection: with 429, unless too many of the address are being refused. */
static void refuse_connection(struct ws *ws, int socket, struct peer *peer) {
    report_refusal(ws->plan.reporter, peer->address);
    if (ws->shared.is_tls || peer->connections > ws->plan.per_address + REFUSED_MAX) {
        peers_leave(&ws->peers, peer);
        close(socket);
        return;
    }
    struct line *line = adopt(ws, socket, peer);
    if (line)
        connection_refuse(&line->connection, now_of(ws));
}

static void on_came(void *context, int socket, const char *address) {
    struct ws *ws = context;
    if (ws->line_count >= ws->line_max) {
        report_refusal(ws->plan.reporter, address);
        close(socket);
        return;
    }
    struct peer *peer = peers_join(&ws->peers, address);
    if (has_room(ws, peer))
        adopt(ws, socket, peer);
    else
        refuse_connection(ws, socket, peer);
}

static void on_timer(uv_timer_t *timer) {
    struct ws *ws = timer->data;
    int64_t now = now_of(ws);
    for (int i = 0; i < ws->slot_room; i++)
        if (ws->slots[i])
            connection_tick(&ws->slots[i]->connection, now);
    acceptor_tick(ws->acceptor);
}

/* ---- the outlet ---- */

static struct connection *find_route(struct ws *ws, struct route to) {
    struct line *line = to.node == ws->plan.node ? find_line(ws, to.connection) : NULL;
    return line ? &line->connection : NULL;
}

static void outlet_send(void *context, struct route to, bool is_binary, const char *bytes,
                        size_t size) {
    struct ws *ws = context;
    struct connection *connection = find_route(ws, to);
    if (connection)
        connection_send(connection, is_binary, bytes, size, now_of(ws));
}

static void outlet_close(void *context, struct route to, int code) {
    struct ws *ws = context;
    struct connection *connection = find_route(ws, to);
    if (connection)
        connection_close(connection, code, now_of(ws));
}

static size_t outlet_unsent(void *context, struct route to) {
    struct connection *connection = find_route(context, to);
    return connection ? line_unsent(connection) : 0;
}

static void outlet_reply(void *context, uint64_t request, const struct reply *reply) {
    struct ws *ws = context;
    struct line *line = find_line(ws, request);
    if (line)
        connection_reply(&line->connection, reply, now_of(ws));
}

static size_t outlet_queued(void *context) {
    const struct ws *ws = context;
    size_t queued = 0;
    for (int i = 0; i < ws->slot_room; i++)
        queued += ws->slots[i] ? line_unsent(&ws->slots[i]->connection) : 0;
    return queued;
}

struct outlet ws_outlet(struct ws *ws) {
    return (struct outlet){.context = ws,
                           .send = outlet_send,
                           .close = outlet_close,
                           .unsent = outlet_unsent,
                           .reply = outlet_reply,
                           .queued = outlet_queued};
}

/* ---- start and end ---- */

/* Reserves file descriptors for the store. */
static int count_files(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return 1024 - FILES_OTHER;
    if (limit.rlim_cur < FILES_MAX) {
        limit.rlim_cur = limit.rlim_max < FILES_MAX ? limit.rlim_max : FILES_MAX;
        setrlimit(RLIMIT_NOFILE, &limit);
        getrlimit(RLIMIT_NOFILE, &limit);
    }
    int files = limit.rlim_cur < FILES_MAX ? (int)limit.rlim_cur : FILES_MAX;
    return files > 2 * FILES_OTHER ? files - FILES_OTHER : FILES_OTHER;
}

struct ws *ws_open(const struct ws_plan *plan, struct text *why) {
    struct ws *ws = must_alloc(sizeof *ws);
    ws->plan = *plan;
    ws->line_max = count_files();
    ws->protocols[0] = (struct lws_protocols){
        .name = "spelunke", .callback = on_event, .tx_packet_size = WRITE_MAX};
    ws->shared = (struct connection_shared){.node = plan->node,
                                            .timeouts = plan->timeouts,
                                            .is_tls = plan->certificate,
                                            .is_behind_proxy = plan->is_behind_proxy};
    ws->acceptor = acceptor_new(&(struct acceptor_plan){
        .loop = plan->loop, .listening = plan->listening, .came = on_came, .context = ws});
    uv_prepare_init(plan->loop, &ws->prepare);
    uv_timer_init(plan->loop, &ws->timer);
    ws->prepare.data = ws->timer.data = ws;
    if (open_context(ws, why))
        return ws;
    ws_close(ws);
    ws_free(ws);
    return NULL;
}

void ws_serve(struct ws *ws, struct tavern *tavern) {
    int tick = ws->plan.timeouts.request / 20;
    ws->shared.tavern = tavern;
    tick = tick < TICK_MIN ? TICK_MIN : tick > TICK_MAX ? TICK_MAX : tick;
    uv_prepare_start(&ws->prepare, on_prepare);
    uv_timer_start(&ws->timer, on_timer, (uint64_t)tick, (uint64_t)tick);
    acceptor_open(ws->acceptor);
}

void ws_stop(struct ws *ws, int code) {
    int64_t now = now_of(ws);
    acceptor_close(ws->acceptor);
    for (int i = 0; i < ws->slot_room; i++)
        if (ws->slots[i])
            connection_stop(&ws->slots[i]->connection, code, now);
}

bool ws_is_empty(const struct ws *ws) {
    return ws->line_count == 0;
}

void ws_close(struct ws *ws) {
    acceptor_close(ws->acceptor);
    uv_close((uv_handle_t *)&ws->prepare, NULL);
    uv_close((uv_handle_t *)&ws->timer, NULL);
    if (ws->context)
        lws_context_destroy(ws->context);
}

/* libwebsockets frees itself in several steps, each of which needs the loop. Waiting for the end of
 * the loop is impossible, because others may have handles on it. */
void ws_free(struct ws *ws) {
    enum { STEPS = 4, TURNS = 4 };
    for (int i = 0; i < STEPS; i++) {
        for (int turn = 0; turn < TURNS; turn++)
            uv_run(ws->plan.loop, UV_RUN_NOWAIT);
        if (ws->context)
            lws_context_destroy(ws->context);
    }
    must(ws->line_count == 0 && !ws->context);
    acceptor_free(ws->acceptor);
    free(ws->slots);
    free(ws->holding);
    free(ws);
}
