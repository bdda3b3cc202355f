/* transport.c: a WebSocket and HTTP requests, by libwebsockets.
 *
 * Invariants: the library is called only in its own thread, except for lws_cancel_service, which
 * any thread may call; everything that both threads use is under the lock. */
#include "transport.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <libwebsockets.h>

#include <spelunke/must.h>

enum { MESSAGE_BYTES_MAX = 4 * 1024 * 1024, READ_BYTES = 16384, CALL_SECONDS = 15 };

struct transport {
    struct address address;
    char token[TOKEN_BYTES_MAX + 1];
    struct lws_context *context;
    pthread_t thread;
    pthread_mutex_t lock;
    int pipe[2];
    /* Guarded by the lock. */
    struct parcel *inbox, *outbox;
    bool must_connect, must_drop, ends;
    /* Used by the thread only. */
    struct lws *socket;
    struct text message; /* received so far */
    int close_code;
    bool is_close_queued; /* PARCEL_CLOSED was queued for the last connection */
};

static struct parcel *parcel_new(enum parcel_kind kind, const void *bytes, size_t size) {
    struct parcel *parcel = must_alloc(sizeof *parcel + LWS_PRE + size + 1);
    parcel->kind = kind;
    parcel->size = size;
    if (size)
        memcpy(parcel->bytes, bytes, size);
    return parcel;
}

static void append(struct parcel **list, struct parcel *parcel) {
    while (*list)
        list = &(*list)->next;
    *list = parcel;
}

static struct parcel *take_first(struct parcel **list) {
    struct parcel *first = *list;
    if (first)
        *list = first->next;
    return first;
}

static void free_all(struct parcel **list) {
    for (struct parcel *parcel; (parcel = take_first(list));)
        free(parcel);
}

/* ---- the thread ---- */

static void queue_event(struct transport *transport, enum parcel_kind kind, const void *bytes,
                        size_t size, int code) {
    struct parcel *parcel = parcel_new(kind, bytes, size);
    parcel->code = code;
    pthread_mutex_lock(&transport->lock);
    append(&transport->inbox, parcel);
    pthread_mutex_unlock(&transport->lock);
    /* EAGAIN: the pipe is full, so it is readable already */
    while (write(transport->pipe[1], "", 1) < 0 && errno == EINTR)
        ;
}

static void queue_closed(struct transport *transport) {
    transport->socket = NULL;
    transport->is_close_queued = true;
    text_clear(&transport->message);
    pthread_mutex_lock(&transport->lock);
    free_all(&transport->outbox);
    transport->must_drop = false;
    pthread_mutex_unlock(&transport->lock);
    queue_event(transport, PARCEL_CLOSED, NULL, 0, transport->close_code);
    transport->close_code = 0;
}

static void fill_connect_info(const struct address *address, struct lws_client_connect_info *info) {
    info->address = info->host = address->host;
    info->port = address->port;
    info->ssl_connection = address->is_tls ? LCCSCF_USE_SSL : 0;
}

static void connect_now(struct transport *transport) {
    struct lws_client_connect_info info = {
        .context = transport->context, .path = "/ws", .protocol = "spelunke.1"};
    fill_connect_info(&transport->address, &info);
    info.local_protocol_name = "spelunke.1";
    info.pwsi = &transport->socket;
    transport->is_close_queued = false;
    /* After an immediate failure the callback may have reported it already. */
    if (!lws_client_connect_via_info(&info) && !transport->is_close_queued)
        queue_closed(transport);
}

/* Carries out what the other thread has requested. */
static void carry_out_requests(struct transport *transport) {
    pthread_mutex_lock(&transport->lock);
    bool must_connect = transport->must_connect && !transport->socket;
    bool must_drop = transport->must_drop && transport->socket;
    bool must_write = transport->outbox && transport->socket;
    transport->must_connect = transport->must_drop = false;
    pthread_mutex_unlock(&transport->lock);
    if (must_drop)
        lws_set_timeout(transport->socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    else if (must_write)
        lws_callback_on_writable(transport->socket);
    if (must_connect)
        connect_now(transport);
}

static bool write_next(struct transport *transport, struct lws *socket) {
    pthread_mutex_lock(&transport->lock);
    struct parcel *parcel = take_first(&transport->outbox);
    bool has_more = transport->outbox != NULL;
    pthread_mutex_unlock(&transport->lock);
    if (!parcel)
        return true;
    unsigned char *start = (unsigned char *)parcel->bytes + LWS_PRE;
    memmove(start, parcel->bytes, parcel->size);
    int sent = lws_write(socket, start, parcel->size,
                         parcel->kind == PARCEL_TEXT ? LWS_WRITE_TEXT : LWS_WRITE_BINARY);
    bool is_sent = sent >= (int)parcel->size;
    free(parcel);
    if (has_more)
        lws_callback_on_writable(socket);
    return is_sent;
}

static bool receive(struct transport *transport, struct lws *socket, const void *bytes,
                    size_t size) {
    struct text *message = &transport->message;
    text_put_bytes(message, bytes, size);
    if (message->length > MESSAGE_BYTES_MAX)
        return false;
    if (lws_is_final_fragment(socket) && !lws_remaining_packet_payload(socket)) {
        queue_event(transport, lws_frame_is_binary(socket) ? PARCEL_BINARY : PARCEL_TEXT,
                    text_string(message), message->length, 0);
        text_clear(message);
    }
    return true;
}

static bool put_header(struct lws *socket, const char *name, const char *value, void *in,
                       size_t room) {
    unsigned char **at = in, *end = *at + room;
    return lws_add_http_header_by_name(socket, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), at,
                                       end) == 0;
}

static bool put_token(struct lws *socket, const char *token, void *in, size_t room) {
    struct text value = {0};
    text_put(&value, "Bearer ");
    text_put(&value, token);
    bool is_put = !*token || put_header(socket, "authorization:", text_string(&value), in, room);
    text_free(&value);
    return is_put;
}

static int on_socket(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in,
                     size_t size) {
    struct transport *transport = lws_context_user(lws_get_context(socket));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        carry_out_requests(transport);
        break;
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return put_token(socket, transport->token, in, size) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        queue_event(transport, PARCEL_OPENED, NULL, 0, 0);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return receive(transport, socket, in, size) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return write_next(transport, socket) ? 0 : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (size >= 2)
            transport->close_code = ((unsigned char *)in)[0] << 8 | ((unsigned char *)in)[1];
        break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        queue_closed(transport);
        break;
    default:
        break;
    }
    return 0;
}

static const struct lws_protocols socket_protocols[] = {
    {"spelunke.1", on_socket, 0, READ_BYTES, 0, NULL, 0}, {NULL, NULL, 0, 0, 0, NULL, 0}};

static struct lws_context *make_context(const struct lws_protocols *protocols, bool is_tls,
                                        void *user) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = user,
        .options = is_tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
    };
    lws_set_log_level(0, NULL);
    struct lws_context *context = lws_create_context(&info);
    must(context);
    return context;
}

static void *serve(void *context) {
    struct transport *transport = context;
    bool ends = false;
    while (!ends && lws_service(transport->context, 0) >= 0) {
        pthread_mutex_lock(&transport->lock);
        ends = transport->ends;
        pthread_mutex_unlock(&transport->lock);
    }
    return NULL;
}

/* ---- the caller's thread ---- */

/* The new thread blocks all signals, so the caller's thread gets them. */
static void begin_thread(struct transport *transport) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    must(pthread_create(&transport->thread, NULL, serve, transport) == 0);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct transport *transport_new(const struct address *address, const char *token) {
    struct transport *transport = must_alloc(sizeof *transport);
    transport->address = *address;
    must(strlen(token) <= TOKEN_BYTES_MAX);
    strcpy(transport->token, token);
    must(pipe(transport->pipe) == 0);
    for (int end = 0; end < 2; end++) {
        fcntl(transport->pipe[end], F_SETFL, O_NONBLOCK);
        fcntl(transport->pipe[end], F_SETFD, FD_CLOEXEC);
    }
    pthread_mutex_init(&transport->lock, NULL);
    transport->context = make_context(socket_protocols, address->is_tls, transport);
    begin_thread(transport);
    return transport;
}

void transport_free(struct transport *transport) {
    pthread_mutex_lock(&transport->lock);
    transport->ends = true;
    pthread_mutex_unlock(&transport->lock);
    lws_cancel_service(transport->context);
    pthread_join(transport->thread, NULL);
    lws_context_destroy(transport->context);
    free_all(&transport->inbox);
    free_all(&transport->outbox);
    text_free(&transport->message);
    pthread_mutex_destroy(&transport->lock);
    close(transport->pipe[0]);
    close(transport->pipe[1]);
    free(transport);
}

static void ask_for(struct transport *transport, bool *wish) {
    pthread_mutex_lock(&transport->lock);
    *wish = true;
    pthread_mutex_unlock(&transport->lock);
    lws_cancel_service(transport->context);
}

void transport_connect(struct transport *transport) {
    ask_for(transport, &transport->must_connect);
}

void transport_drop(struct transport *transport) {
    ask_for(transport, &transport->must_drop);
}

void transport_send(struct transport *transport, bool is_binary, const void *bytes, size_t size) {
    struct parcel *parcel = parcel_new(is_binary ? PARCEL_BINARY : PARCEL_TEXT, bytes, size);
    pthread_mutex_lock(&transport->lock);
    append(&transport->outbox, parcel);
    pthread_mutex_unlock(&transport->lock);
    lws_cancel_service(transport->context);
}

int transport_file(const struct transport *transport) {
    return transport->pipe[0];
}

bool transport_has_some(struct transport *transport) {
    pthread_mutex_lock(&transport->lock);
    bool has_some = transport->inbox != NULL;
    pthread_mutex_unlock(&transport->lock);
    return has_some;
}

struct parcel *transport_take(struct transport *transport) {
    char drained[64];
    while (read(transport->pipe[0], drained, sizeof drained) > 0)
        ;
    pthread_mutex_lock(&transport->lock);
    struct parcel *parcel = take_first(&transport->inbox);
    pthread_mutex_unlock(&transport->lock);
    return parcel;
}

/* ---- HTTP ---- */

struct call {
    const char *token;
    const struct text *body;
    struct text *answer;
    int status;
    bool is_over, is_untrusted;
};

static bool put_call_headers(struct lws *socket, const struct call *call, void *in, size_t room) {
    struct text length = {0};
    bool is_put = put_token(socket, call->token ? call->token : "", in, room);
    if (call->body) {
        text_put_number(&length, (int64_t)call->body->length);
        is_put = is_put && put_header(socket, "content-type:", "application/json", in, room) &&
                 put_header(socket, "content-length:", text_string(&length), in, room);
        lws_client_http_body_pending(socket, 1);
        lws_callback_on_writable(socket);
    }
    text_free(&length);
    return is_put;
}

static bool write_body(struct lws *socket, const struct text *body) {
    struct parcel *parcel = parcel_new(PARCEL_TEXT, text_string(body), body->length);
    unsigned char *start = (unsigned char *)parcel->bytes + LWS_PRE;
    memmove(start, parcel->bytes, parcel->size);
    bool is_sent = lws_write(socket, start, parcel->size, LWS_WRITE_HTTP_FINAL) >= 0;
    free(parcel);
    lws_client_http_body_pending(socket, 0);
    return is_sent;
}

static bool read_body(struct lws *socket) {
    char buffer[LWS_PRE + READ_BYTES], *start = buffer + LWS_PRE;
    int room = READ_BYTES;
    return lws_http_client_read(socket, &start, &room) >= 0;
}

static int on_call(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in,
                   size_t size) {
    struct call *call = lws_context_user(lws_get_context(socket));
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        return put_call_headers(socket, call, in, size) ? 0 : -1;
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE:
        return !call->body || write_body(socket, call->body) ? 0 : -1;
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
        call->is_untrusted |= size == 0; /* the library aborts the connection itself */
        break;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP:
        call->status = (int)lws_http_client_http_response(socket);
        break;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        return read_body(socket) ? 0 : -1;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        text_put_bytes(call->answer, in, size);
        return call->answer->length > MESSAGE_BYTES_MAX ? -1 : 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP:
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        call->is_over = true;
        break;
    default:
        break;
    }
    return 0;
}

static const struct lws_protocols call_protocols[] = {{"http", on_call, 0, READ_BYTES, 0, NULL, 0},
                                                      {NULL, NULL, 0, 0, 0, NULL, 0}};

int transport_call(const struct address *address, const char *token, const char *method,
                   const char *path, const struct text *body, struct text *answer) {
    struct call call = {.token = token, .body = body, .answer = answer};
    struct lws_context *context = make_context(call_protocols, address->is_tls, &call);
    struct lws_client_connect_info info = {.context = context,
                                           .path = path,
                                           .method = method,
                                           .protocol = "http",
                                           .local_protocol_name = "http"};
    time_t end = time(NULL) + CALL_SECONDS;
    text_clear(answer);
    fill_connect_info(address, &info);
    if (lws_client_connect_via_info(&info))
        while (!call.is_over && time(NULL) < end && lws_service(context, 0) >= 0)
            ;
    lws_context_destroy(context);
    if (call.is_untrusted)
        return CALL_UNTRUSTED;
    return call.is_over ? call.status : CALL_UNANSWERED;
}
