/* tavern.h: the whole server without its sockets: people, tables, lobby, requests.
 *
 * The transport (ws.c, serve.c) calls in with what arrived and with the time, and carries
 * out what the outlet is given. A test does the same with a simulated clock, a store that
 * is worked by hand and workers without threads: then everything is repeatable.
 *
 * Kept true: everything from outside has passed the gate (gate.h); nobody is answered who
 * has not logged in, but for what everybody may see; the loop never waits. */
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

/* A page or one of its files, in memory for ever. */
struct page_file {
    const char *path; /* "/assets/x.js"; "" is the drawn page, "/plain" the plain one */
    const char *type;
    const char *bytes[3]; /* plain, gzip, br; NULL: not there */
    size_t sizes[3];
    bool is_immutable; /* its name has its hash in it */
};

struct tavern_plan {
    const struct game *const *games;
    struct store *store;
    struct workers *workers;
    struct guard *guard;       /* NULL: none */
    struct meters *meters;     /* for /metrics; NULL: nobody measures */
    struct reporter *reporter; /* NULL: nothing is logged */
    struct bans *bans;         /* NULL: nobody is shut out */
    /* The answer to an order; `why` NULL: it is carried out. NULL where there are none. */
    void (*ordered)(void *context, uint64_t order, const char *why);
    void *order_context;
    struct outlet out;
    void (*random)(void *context, void *bytes, size_t size);
    const struct shelf *(*shelf)(void *context, const struct game *game);
    void *context;                /* of random and shelf */
    unsigned char key[32];        /* tokens are signed with it; the same on every node */
    const char *const *names;     /* hosts that are ours, see origin.h */
    const char *link;             /* what links begin with, "https://name"; NULL: as `Host` says */
    const struct page_file *page; /* ends with path NULL; may be NULL */
    const char *metrics_token;    /* NULL: none */
    int per_address;              /* connections; 0: LIMIT_ADDRESS_CONNECTIONS */
    int64_t keep_ms;              /* how long finished tables are kept */
    bool is_test, is_tls, is_behind_proxy;
};

/* A request of HTTP, or the one that asks for the WebSocket. Missing headers are NULL. */
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
/* Nothing is pending any more, or all of it is given up. */
void tavern_free(struct tavern *tavern);

/* Answered once through outlet.reply, now or later. */
void tavern_http(struct tavern *tavern, uint64_t request, const struct call *call, int64_t now);
/* May this connection become a WebSocket? False: `refused` says why, to be sent instead. */
bool tavern_connect(struct tavern *tavern, struct route route, const struct call *call, int64_t now,
                    struct reply *refused);
void tavern_text(struct tavern *tavern, struct route route, const char *bytes, size_t size,
                 int64_t now);
void tavern_binary(struct tavern *tavern, struct route route, const unsigned char *bytes,
                   size_t size, int64_t now);
void tavern_gone(struct tavern *tavern, struct route route, int64_t now);

/* The store, or a worker, has something to take. */
void tavern_wake(struct tavern *tavern, int64_t now);
void tavern_tick(struct tavern *tavern, int64_t now);
/* When tavern_tick is due; 0: nothing is. */
int64_t tavern_due(const struct tavern *tavern);

/* An order of the operator: `close` a table, `ban` or `unban` a person or an address. Answered
 * once, now or later. */
void tavern_order(struct tavern *tavern, uint64_t order, const char *verb, const char *what,
                  int64_t now);

/* No new requests: 503 and `stopping`. What was taken is committed and answered; then all
 * connections are closed with 1001. */
void tavern_stop(struct tavern *tavern, int64_t now);
/* True if all that was taken is on the disk and answered. */
bool tavern_is_quiet(const struct tavern *tavern);

/* Counters of the whole server, for /metrics; the transport adds its own. */
enum tavern_count {
    COUNT_CONNECTIONS, /* now */
    COUNT_PEOPLE,      /* connected now */
    COUNT_TABLES,      /* loaded now */
    COUNT_ACTIONS,     /* `act` carried out */
    COUNT_ENTRIES,     /* of all matches */
    COUNT_MESSAGES_IN,
    COUNT_MESSAGES_OUT,
    TAVERN_COUNTS
};
int64_t tavern_counter(const struct tavern *tavern, enum tavern_count count);

#endif
