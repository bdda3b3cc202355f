/* relay.c: a minimal server on libwebsockets, the upper bound with which bench/load compares a
 * server.
 *
 * It forwards each message to the four connections of its table and does nothing else. It writes
 * as the server does (src/server/ws.c): immediately if lws_partial_buffered is 0, otherwise from
 * a queue when the socket is writable. The first message of a connection is the number of its
 * table. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <libwebsockets.h>
#include <uv.h>

#include <spelunke/must.h>

enum { TABLES_MAX = 16384, SEATS = 4, MESSAGE_MAX = 4096 };

struct message {
    struct message *next;
    size_t size;
    unsigned char bytes[]; /* preceded by LWS_PRE bytes for the library */
};

struct member {
    struct lws *wsi;
    struct member **seat; /* NULL: it has not sent its seat yet */
    struct message *first, *last;
};

static struct member *tables[TABLES_MAX][SEATS];

static void write_now(struct member *member, unsigned char *bytes, size_t size) {
    must(lws_write(member->wsi, bytes, size, LWS_WRITE_TEXT) >= 0);
}

static void put(struct member *member, unsigned char *bytes, size_t size) {
    if (!member->first && !lws_partial_buffered(member->wsi)) {
        write_now(member, bytes, size);
        return;
    }
    struct message *message = must_alloc(sizeof *message + LWS_PRE + size);
    message->size = size;
    memcpy(message->bytes + LWS_PRE, bytes, size);
    *(member->first ? &member->last->next : &member->first) = message;
    member->last = message;
    lws_callback_on_writable(member->wsi);
}

static void flush(struct member *member) {
    while (member->first && !lws_partial_buffered(member->wsi)) {
        struct message *message = member->first;
        member->first = message->next;
        write_now(member, message->bytes + LWS_PRE, message->size);
        free(message);
    }
    if (member->first)
        lws_callback_on_writable(member->wsi);
}

static void sit(struct member *member, const char *text, size_t size) {
    char number[16] = "";
    memcpy(number, text, size < sizeof number ? size : sizeof number - 1);
    int table = atoi(number), seat = 0;
    if (table < 0) /* a connection without a table */
        return;
    must(table < TABLES_MAX);
    while (tables[table][seat])
        must(++seat < SEATS);
    member->seat = &tables[table][seat];
    *member->seat = member;
}

/* Messages are short and arrive in one piece. */
static void relay(struct member *member, const void *in, size_t size) {
    static unsigned char buffer[LWS_PRE + MESSAGE_MAX];
    struct member **table = tables[(member->seat - tables[0]) / SEATS];
    must(size <= MESSAGE_MAX);
    memcpy(buffer + LWS_PRE, in, size);
    for (int seat = 0; seat < SEATS; seat++)
        if (table[seat])
            put(table[seat], buffer + LWS_PRE, size);
}

static void leave(struct member *member) {
    if (member->seat)
        *member->seat = NULL;
    for (struct message *message = member->first, *next; message; message = next) {
        next = message->next;
        free(message);
    }
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    struct member *member = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        *member = (struct member){.wsi = wsi};
        break;
    case LWS_CALLBACK_RECEIVE:
        if (member->seat)
            relay(member, in, size);
        else
            sit(member, in, size);
        break;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        flush(member);
        break;
    case LWS_CALLBACK_CLOSED:
        leave(member);
        break;
    default:
        break;
    }
    return 0;
}

static void on_signal(uv_signal_t *signal, int number) {
    (void)number;
    uv_stop(signal->loop);
}

int main(void) {
    uv_loop_t loop;
    uv_signal_t ends;
    void *loops[] = {&loop};
    struct rlimit files;
    must(getrlimit(RLIMIT_NOFILE, &files) == 0);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    uv_loop_init(&loop);
    uv_signal_init(&loop, &ends);
    uv_signal_start(&ends, on_signal, SIGTERM);
    struct lws_protocols protocols[] = {{.name = "spelunke.1",
                                         .callback = on_event,
                                         .per_session_data_size = sizeof(struct member),
                                         .rx_buffer_size = MESSAGE_MAX},
                                        {0}};
    struct lws_context_creation_info info = {.port = 0,
                                             .iface = "127.0.0.1",
                                             .protocols = protocols,
                                             .options = LWS_SERVER_OPTION_LIBUV |
                                                        LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
                                             .foreign_loops = loops,
                                             .vhost_name = "relay"};
    lws_set_log_level(LLL_ERR, NULL);
    struct lws_context *context = lws_create_context(&info);
    must(context);
    struct lws_vhost *vhost = lws_create_vhost(context, &info);
    must(vhost);
    printf("listening on http://127.0.0.1:%d\n", lws_get_vhost_listen_port(vhost));
    fflush(stdout);
    uv_run(&loop, UV_RUN_DEFAULT);
    return 0; /* all connections are closed with the process */
}
