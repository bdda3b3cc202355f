/* outlet.h: the interface through which the tavern and its tables send.
 *
 * They have no access to sockets. Messages are addressed to a route, which identifies a connection
 * of a node, HTTP responses to the number of the request; the transport (ws.c), a test or a
 * simulation implements the sending. Nothing blocks: messages to a slow client are queued, and if
 * the queue exceeds its limit, the transport closes the connection and calls tavern_gone. */
#ifndef SPELUNKE_SERVER_OUTLET_H
#define SPELUNKE_SERVER_OUTLET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A connection, by a number that its node never reuses. */
struct route {
    uint32_t node;
    uint64_t connection;
};

/* An HTTP response. Headers that are NULL are omitted. */
struct reply {
    int status;
    const char *type;     /* Content-Type */
    const char *encoding; /* Content-Encoding: br or gzip */
    const char *cache;    /* Cache-Control; NULL: no-store */
    const char *cookie;   /* the whole Set-Cookie */
    const char *allow;    /* Allow, for status 405 */
    const char *body;
    size_t size;
    bool is_kept; /* the body stays valid until the program ends and need not be copied */
};

struct outlet {
    void *context;
    /* Sends a whole message; the bytes are copied or written before it returns. */
    void (*send)(void *context, struct route to, bool is_binary, const char *bytes, size_t size);
    /* Closes the connection after everything sent before has gone out. */
    void (*close)(void *context, struct route to, int code);
    /* Queued bytes of a connection. Frames of sessions are skipped for slow clients, nothing else.
     */
    size_t (*unsent)(void *context, struct route to);
    /* Called exactly once for each request. */
    void (*reply)(void *context, uint64_t request, const struct reply *reply);
    /* Queued bytes of all connections, for /metrics; may be NULL. */
    size_t (*queued)(void *context);
};

static inline bool route_equals(struct route a, struct route b) {
    return a.node == b.node && a.connection == b.connection;
}

#endif
