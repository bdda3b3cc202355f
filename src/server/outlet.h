/* outlet.h: where everything goes that the server says.
 *
 * Tavern and tables know no socket. They answer to a route, which names a connection of a
 * node, and to a request of HTTP by its number; the transport (ws.c), a test or a
 * simulation carries it out. Nothing here blocks: who is slow gets a queue, and beyond its
 * limit the transport closes the connection by itself and says so (tavern_gone). */
#ifndef SPELUNKE_SERVER_OUTLET_H
#define SPELUNKE_SERVER_OUTLET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A connection, by a number that its node never uses again. */
struct route {
    uint32_t node;
    uint64_t connection;
};

/* The answer to a request of HTTP. NULL: there is no such header. */
struct reply {
    int status;
    const char *type;     /* of the content */
    const char *encoding; /* br, gzip */
    const char *cache;    /* Cache-Control; NULL: no-store */
    const char *cookie;   /* Set-Cookie, whole */
    const char *allow;    /* of 405 */
    const char *body;
    size_t size;
    bool is_kept; /* the body stays where it is till the end: it need not be copied */
};

struct outlet {
    void *context;
    /* A whole message; the bytes are copied or written before it returns. */
    void (*send)(void *context, struct route to, bool is_binary, const char *bytes, size_t size);
    /* What was sent before still goes out. */
    void (*close)(void *context, struct route to, int code);
    /* Bytes that wait for a slow client: frames are skipped for it, nothing else is. */
    size_t (*unsent)(void *context, struct route to);
    /* Once for each request. */
    void (*reply)(void *context, uint64_t request, const struct reply *reply);
    /* Bytes that wait for all clients together, for /metrics; may be NULL. */
    size_t (*queued)(void *context);
};

static inline bool route_equals(struct route a, struct route b) {
    return a.node == b.node && a.connection == b.connection;
}

#endif
