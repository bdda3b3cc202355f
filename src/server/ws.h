/* ws.h: the transport: connections of the network on a libuv loop.
 *
 * The only room that knows a socket. libwebsockets carries the bytes, with TLS or without;
 * what they mean is known to connection.c. Connections that come (acceptor.h) are counted by
 * address, and handed to libwebsockets; what the tavern says comes through the outlet. */
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
    struct listening *listening; /* taken over */
    uint32_t node;
    const char *certificate, *key; /* files; NULL: without TLS */
    bool is_behind_proxy;
    int per_address; /* connections; 0: any number */
    struct patience patience;
    int64_t (*now)(void);      /* ms since 1970, never going back */
    struct reporter *reporter; /* NULL: nothing is logged */
};

/* NULL with the reason as an English sentence. */
struct ws *ws_open(const struct ws_plan *plan, struct text *why);
/* What the tavern is to be given; its context is the transport. */
struct outlet ws_outlet(struct ws *ws);
/* From now on connections are accepted, for this tavern. */
void ws_serve(struct ws *ws, struct tavern *tavern);

/* Accepts nothing more. Connections that wait for no answer end, WebSockets with this code;
 * the others end with their answer. */
void ws_stop(struct ws *ws, int code);
/* True if nobody is connected any more. */
bool ws_is_empty(const struct ws *ws);

/* Ends everything at once; the tavern learns who has gone as the loop runs on. */
void ws_close(struct ws *ws);
/* After ws_close. Runs the loop a few turns more, without waiting. */
void ws_free(struct ws *ws);

#endif
