/* ws.h: the transport: network connections on a libuv loop.
 *
 * libwebsockets transfers the bytes, with or without TLS; connection.c implements the protocol.
 * Accepted connections (acceptor.h) are counted by address and handed to libwebsockets; the tavern
 * sends through the outlet. */
#ifndef SPELUNKE_SERVER_WS_H
#define SPELUNKE_SERVER_WS_H

#include "connection.h"
#include "listen.h"
#include "outlet.h"
#include "report.h"

struct uv_loop_s;
struct ws;

struct ws_plan {
    struct uv_loop_s *loop;
    struct listening *listening; /* takes ownership */
    uint32_t node;
    const char *certificate, *key; /* files; NULL: without TLS */
    bool is_behind_proxy;
    int per_address; /* the maximum of connections per address; 0: unlimited */
    struct timeouts timeouts;
    int64_t (*now)(void);      /* ms since 1970, never going back */
    struct reporter *reporter; /* NULL: nothing is logged */
};

/* NULL with the reason as an English sentence. */
struct ws *ws_open(const struct ws_plan *plan, struct text *why);
/* The outlet for the tavern; its context is the transport. */
struct outlet ws_outlet(struct ws *ws);
/* Starts to accept connections, for this tavern. */
void ws_serve(struct ws *ws, struct tavern *tavern);

/* Stops accepting. Connections without a pending request are closed, WebSockets with this code; the
 * others end after their response. */
void ws_stop(struct ws *ws, int code);
/* True if there are no connections left. */
bool ws_is_empty(const struct ws *ws);

/* Aborts all connections; the tavern is notified while the loop keeps running. */
void ws_close(struct ws *ws);
/* After ws_close. Runs a few more iterations of the loop without waiting. */
void ws_free(struct ws *ws);

#endif
