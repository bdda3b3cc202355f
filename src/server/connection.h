/* connection.h: the protocol state machine of one connection: HTTP, then possibly a WebSocket.
 *
 * It has no access to the socket: connection_take gets the received bytes, and output goes to the
 * line (line.h). Requests are handled one at a time: reading is paused while the tavern handles a
 * request or its response is not fully sent.
 *
 * Invariants: every wait has a deadline, except waiting for the tavern's response; the tavern is
 * told exactly once that an admitted WebSocket has ended; the tavern is never called from inside a
 * call of the outlet. */
#ifndef SPELUNKE_SERVER_CONNECTION_H
#define SPELUNKE_SERVER_CONNECTION_H

#include "address.h"
#include "frames.h"
#include "http.h"
#include "outlet.h"
#include "token_bucket.h"

struct tavern;

/* Timeouts in ms. */
struct timeouts {
    int request; /* from the opening, or the last response, to a complete request */
    int ping;    /* between two pings */
    int silence; /* without a pong or a message, before the connection is aborted */
    int closing; /* for the peer's close frame, and for its end of the connection */
};
extern const struct timeouts default_timeouts;

/* Shared by all connections of a server. */
struct connection_shared {
    struct tavern *tavern;
    uint32_t node;
    struct timeouts timeouts;
    bool is_tls, is_behind_proxy;
};

enum stage {
    STAGE_REQUEST, /* waiting for a request, or receiving it */
    STAGE_ANSWER,  /* waiting for the tavern's response */
    STAGE_SOCKET,  /* upgraded to a WebSocket */
    STAGE_CLOSING, /* our close frame was sent, waiting for the client's */
    STAGE_ENDED    /* nothing is sent or received any more */
};

struct connection {
    const struct connection_shared *shared;
    struct line *line; /* owned by ws.c */
    uint64_t number;   /* identifies its route and its current request */
    char address[ADDRESS_TEXT_MAX + 1];
    enum stage stage;
    int64_t deadline; /* 0: none */
    int64_t received_at, ping_due;
    struct http_reader http;
    struct frames frames;
    struct token_bucket odd_frames; /* control frames and fragments */
    bool is_head, keeps;            /* the current request: HEAD; keep-alive */
    bool is_reading;                /* inside read_requests */
    bool is_admitted;               /* the tavern has accepted it as a WebSocket */
    bool has_served;                /* at least one request was answered */
};

void connection_open(struct connection *connection, int64_t now);
/* Received bytes. */
void connection_take(struct connection *connection, const char *bytes, size_t size, int64_t now);
/* The line has sent everything that was queued. */
void connection_drained(struct connection *connection, int64_t now);
/* Sends pings and enforces deadlines. */
void connection_tick(struct connection *connection, int64_t now);
/* The line has ended, for whatever reason. Frees everything the connection holds. */
void connection_gone(struct connection *connection, int64_t now);
/* True if it is a kept-alive connection without a pending request, which may be closed to make room
 * for a new one. */
bool connection_is_idle(const struct connection *connection);

/* Called by the outlet. */
void connection_reply(struct connection *connection, const struct reply *reply, int64_t now);
void connection_send(struct connection *connection, bool is_binary, const char *bytes, size_t size,
                     int64_t now);
void connection_close(struct connection *connection, int code, int64_t now);

/* Refuses a new connection with a response, because its address has too many. */
void connection_refuse(struct connection *connection, int64_t now);
/* The server stops: ends the connection unless a response is pending; a WebSocket is closed with
 * this code. */
void connection_stop(struct connection *connection, int code, int64_t now);

#endif
