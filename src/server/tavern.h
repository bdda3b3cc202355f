/* tavern.h: the server without its sockets: people, tables, lobby, requests.
 *
 * The transport (ws.c, serve.c) passes in received data and the time, and implements the outlet.
 * Tests do the same with a simulated clock, a manual store and workers without threads, which makes
 * everything deterministic.
 *
 * Invariants: all input has passed the gate (gate.h); without a login only public data is sent; the
 * event loop never blocks. */
#ifndef SPELUNKE_SERVER_TAVERN_H
#define SPELUNKE_SERVER_TAVERN_H

#include "guard.h"
#include "histogram.h"
#include "outlet.h"
#include "report.h"
#include "store/store.h"
#include "workers.h"

struct bans;
struct game;
struct shelf;
struct tavern;

/* A page or one of its files, in static memory. */
struct page_file {
    const char *path; /* "/assets/x.js"; "" is the drawn page, "/plain" the plain one */
    const char *type;
    const char *bytes[3]; /* plain, gzip, br; NULL: there is none */
    size_t sizes[3];
    bool is_immutable; /* its name contains its hash */
};

struct tavern_plan {
    const struct game *const *games;
    struct store *store;
    struct workers *workers;
    struct guard *guard;       /* may be NULL */
    struct meters *meters;     /* for /metrics; may be NULL */
    struct reporter *reporter; /* NULL: nothing is logged */
    struct bans *bans;         /* NULL: nobody is banned */
    /* Answers an order; `why` NULL: it was executed. May be NULL if there are no orders. */
    void (*ordered)(void *context, uint64_t order, const char *why);
    void *order_context;
    struct outlet out;
    void (*random)(void *context, void *bytes, size_t size);
    const struct shelf *(*shelf)(void *context, const struct game *game);
    void *context;                /* of random and shelf */
    unsigned char key[32];        /* signs tokens; the same on every node */
    const char *const *names;     /* our host names, see origin.h */
    const char *link;             /* base URL of links, "https://name"; NULL: taken from `Host` */
    const struct page_file *page; /* ends with path NULL; may be NULL */
    const char *metrics_token;    /* may be NULL */
    int per_address;              /* maximum of connections; 0: LIMIT_ADDRESS_CONNECTIONS */
    int64_t keep_ms;              /* how long finished tables are kept */
    bool is_test, is_tls, is_behind_proxy;
};

/* An HTTP request or a WebSocket upgrade. Missing headers are NULL. */
struct call {
    const char *method, *path, *query;
    const char *content_type, *authorization, *cookie, *origin, *host, *accept_encoding;
    const char *subprotocols; /* Sec-WebSocket-Protocol */
    const char *body;
    size_t body_length;
    const char *address; /* of the client */
    bool is_tls;
};

struct tavern *tavern_new(const struct tavern_plan *plan, int64_t now);
/* Pending requests are dropped. */
void tavern_free(struct tavern *tavern);

/* Answered exactly once through outlet.reply, now or later. */
void tavern_http(struct tavern *tavern, uint64_t request, const struct call *call, int64_t now);
/* Accepts a WebSocket upgrade, or returns false with the response to be sent instead. */
bool tavern_connect(struct tavern *tavern, struct route route, const struct call *call, int64_t now,
                    struct reply *refused);
void tavern_text(struct tavern *tavern, struct route route, const char *bytes, size_t size,
                 int64_t now);
void tavern_binary(struct tavern *tavern, struct route route, const unsigned char *bytes,
                   size_t size, int64_t now);
void tavern_gone(struct tavern *tavern, struct route route, int64_t now);

/* The store or a worker has results to take. */
void tavern_wake(struct tavern *tavern, int64_t now);
void tavern_tick(struct tavern *tavern, int64_t now);
/* When tavern_tick must be called; 0: no deadline. */
int64_t tavern_due(const struct tavern *tavern);

/* A command of the operator: `close` a table, `ban` or `unban` a person or an address. Answered
 * exactly once, now or later. */
void tavern_order(struct tavern *tavern, uint64_t order, const char *verb, const char *what,
                  int64_t now);

/* Refuses new requests with 503 and `stopping`. Accepted ones are committed and answered; then all
 * connections are closed with 1001. */
void tavern_stop(struct tavern *tavern, int64_t now);
/* True if all accepted requests are committed and answered. */
bool tavern_is_quiet(const struct tavern *tavern);

/* Counters of the whole server, for /metrics; the transport adds its own. */
enum tavern_count {
    COUNT_CONNECTIONS, /* now */
    COUNT_PEOPLE,      /* connected now */
    COUNT_TABLES,      /* loaded now */
    COUNT_ACTIONS,     /* executed `act` requests */
    COUNT_ENTRIES,     /* of all matches */
    COUNT_MESSAGES_IN,
    COUNT_MESSAGES_OUT,
    TAVERN_COUNTS
};
int64_t tavern_counter(const struct tavern *tavern, enum tavern_count count);

#endif
