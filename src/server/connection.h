/* connection.h: what one connection sends and receives: HTTP, then perhaps a WebSocket.
 *
 * It knows no socket: bytes that arrived are given to connection_take, and what it has to
 * say it puts on its line (line.h). It answers one request after the other: while one is with the
 * tavern, or its answer has not gone out, no further bytes are wanted.
 *
 * Kept true: everything that is waited for has a deadline, but for the tavern's answers; the
 * tavern learns of each WebSocket that it let in once that it has gone; nothing is given to
 * the tavern from inside a call of the outlet. */
#ifndef SPELUNKE_SERVER_CONNECTION_H
#define SPELUNKE_SERVER_CONNECTION_H

#include "address.h"
#include "frames.h"
#include "http.h"
#include "outlet.h"
#include "token_bucket.h"

struct tavern;

/* How long is waited for what, in ms. */
struct patience {
    int request; /* from the opening, or the last answer, to a whole request */
    int ping;    /* between two pings */
    int silence; /* without a pong or a message: then it is cut */
    int closing; /* for the other end's close frame, and for its end of the connection */
};
extern const struct patience patience_usual;

/* What all connections of a server share. */
struct reception {
    struct tavern *tavern;
    uint32_t node;
    struct patience patience;
    bool is_tls, is_behind_proxy;
};

enum stage {
    STAGE_REQUEST, /* a request is awaited, or arrives */
    STAGE_ANSWER,  /* the tavern has it */
    STAGE_SOCKET,  /* it is a WebSocket */
    STAGE_CLOSING, /* our close frame is on its way, the client's is awaited */
    STAGE_ENDED    /* nothing is sent or received any more */
};

struct connection {
    const struct reception *reception;
    struct line *line; /* ws.c's */
    uint64_t number;   /* of its route, and of its request */
    char address[ADDRESS_TEXT_MAX + 1];
    enum stage stage;
    int64_t deadline; /* 0: none */
    int64_t received_at, ping_due;
    struct http_reader http;
    struct frames frames;
    struct token_bucket odd_frames; /* those that are no whole message */
    bool is_head, keeps;            /* of the present request */
    bool is_reading;                /* inside read_requests */
    bool is_admitted;               /* the tavern knows it as a WebSocket */
    bool has_served;                /* at least one request was answered */
};

void connection_open(struct connection *connection, int64_t now);
/* Bytes that have arrived. */
void connection_take(struct connection *connection, const char *bytes, size_t size, int64_t now);
/* The line has sent all that was put. */
void connection_drained(struct connection *connection, int64_t now);
/* What is due: pings, deadlines. */
void connection_tick(struct connection *connection, int64_t now);
/* The line has ended, for whatever reason. Frees what it holds. */
void connection_gone(struct connection *connection, int64_t now);
/* True if it waits for a further request and nothing of one has come: it may be ended for
 * somebody else's sake. */
bool connection_is_idle(const struct connection *connection);

/* For the outlet. */
void connection_reply(struct connection *connection, const struct reply *reply, int64_t now);
void connection_send(struct connection *connection, bool is_binary, const char *bytes, size_t size,
                     int64_t now);
void connection_close(struct connection *connection, int code, int64_t now);

/* Answers before anything was asked: this address has too many connections. */
void connection_refuse(struct connection *connection, int64_t now);
/* The server stops: whoever waits for no answer is ended, a WebSocket with this code. */
void connection_stop(struct connection *connection, int code, int64_t now);

#endif
