/* desk.h: a tavern in memory for tests: a clock that is set by hand, a store and workers
 * that work when they are called, and a transport that writes down what it is given. */
#ifndef SPELUNKE_SERVER_TEST_DESK_H
#define SPELUNKE_SERVER_TEST_DESK_H

#include <spelunke/game.h>

#include "server/tavern.h"

enum { DESK_LINES_MAX = 4096, DESK_REPLIES_MAX = 64 };

/* What was sent to a connection. */
struct desk_line {
    uint64_t connection;
    bool is_binary;
    char *text;
};

struct desk_reply {
    uint64_t request;
    int status;
    char *body, *type, *cookie, *encoding, *allow;
};

struct desk {
    struct memory *memory;
    struct store *store;
    struct workers *workers;
    struct guard *guard; /* NULL: none */
    struct tavern *tavern;
    struct tavern_plan plan;
    int64_t now;
    uint64_t random, last_connection, last_request;
    struct desk_line lines[DESK_LINES_MAX];
    int line_count;
    struct desk_reply replies[DESK_REPLIES_MAX];
    int reply_count;
    int closed[1024]; /* by connection: its code; 0: it is open */
    const char *address;
};

/* Opens one with these rates lifted or not. */
void desk_open(struct desk *desk, bool is_test);
void desk_close(struct desk *desk);
/* The process dies and begins again. What was sent to the store is written, unless its disk
 * fails at that moment; the new one has a disk that works. */
void desk_crash(struct desk *desk);
/* Store and workers do all that there is to do. */
void desk_work(struct desk *desk);
/* Time passes, and everything that is due happens. */
void desk_pass(struct desk *desk, int64_t ms);

/* A request of HTTP; `token` and `body` may be NULL. The reply, once it is there. */
const struct desk_reply *desk_http(struct desk *desk, const char *method, const char *path,
                                   const char *token, const char *body);
/* The same without waiting: its number. */
uint64_t desk_send_http(struct desk *desk, const char *method, const char *path, const char *token,
                        const char *body);
const struct desk_reply *desk_reply_of(const struct desk *desk, uint64_t request);
/* A string member of an answer, wherever it is; it lives until the next call. */
const char *desk_field(const char *json, const char *key);

/* A new person's token; it lives until the desk is closed. */
const char *desk_guest(struct desk *desk, const char *name);
/* A connection that was let in, without hello; 0: refused, and the last reply says why. */
uint64_t desk_connect(struct desk *desk, const char *token);
/* One that has said hello. */
uint64_t desk_join(struct desk *desk, const char *token, const char *device);
void desk_say(struct desk *desk, uint64_t connection, const char *text);
/* The same, and all work is done; the last line that came to that connection. */
const char *desk_ask(struct desk *desk, uint64_t connection, const char *text);
/* The last line of a connection that has this in it; NULL: none has. */
const char *desk_line(const struct desk *desk, uint64_t connection, const char *part);
int desk_count(const struct desk *desk, uint64_t connection, const char *part);
/* Forgets all lines so far. */
void desk_clear(struct desk *desk);

#endif
