/* memory_server.h: a tavern in memory for tests, with a simulated clock, a manual store, workers
 * without threads, and a transport that records what is sent. */
#ifndef SPELUNKE_SERVER_TEST_MEMORY_SERVER_H
#define SPELUNKE_SERVER_TEST_MEMORY_SERVER_H

#include <spelunke/game.h>

#include "server/tavern.h"

enum { SERVER_LINES_MAX = 4096, SERVER_REPLIES_MAX = 64 };

/* A message sent to a connection. */
struct server_line {
    uint64_t connection;
    bool is_binary;
    char *text;
};

struct server_reply {
    uint64_t request;
    int status;
    char *body, *type, *cookie, *encoding, *allow;
};

struct server {
    struct memory *memory;
    struct store *store;
    struct workers *workers;
    struct guard *guard; /* NULL: none */
    struct tavern *tavern;
    struct tavern_plan plan;
    int64_t now;
    uint64_t random, last_connection, last_request;
    struct server_line lines[SERVER_LINES_MAX];
    int line_count;
    struct server_reply replies[SERVER_REPLIES_MAX];
    int reply_count;
    int closed[1024]; /* by connection: its code; 0: it is open */
    const char *address;
};

/* Opens one with these rates lifted or not. */
void server_open(struct server *server, bool is_test);
void server_close(struct server *server);
/* Crashes and restarts the server. Requests sent to the store are executed, unless its disk fails
 * at that moment; after the restart it works. */
void server_crash(struct server *server);
/* Runs store and workers until nothing is pending. */
void server_work(struct server *server);
/* Advances the clock, and runs everything that is due meanwhile. */
void server_pass(struct server *server, int64_t ms);

/* Sends an HTTP request and returns the response; `token` and `body` may be NULL. */
const struct server_reply *server_http(struct server *server, const char *method, const char *path,
                                       const char *token, const char *body);
/* The same without waiting; returns the number of the request. */
uint64_t server_send_http(struct server *server, const char *method, const char *path,
                          const char *token, const char *body);
const struct server_reply *server_reply_of(const struct server *server, uint64_t request);
/* A string member anywhere in an answer; valid until the next call. */
const char *server_field(const char *json, const char *key);

/* Creates a guest and returns the token; valid until the server is closed. */
const char *server_guest(struct server *server, const char *name);
/* Opens a WebSocket without hello; 0: refused, with the reason in the last response. */
uint64_t server_connect(struct server *server, const char *token);
/* Opens a WebSocket and sends hello. */
uint64_t server_join(struct server *server, const char *token, const char *device);
void server_say(struct server *server, uint64_t connection, const char *text);
/* The same, then does all work; returns the last message sent to that connection. */
const char *server_ask(struct server *server, uint64_t connection, const char *text);
/* The last message to a connection that contains `part`; NULL: there is none. */
const char *server_line(const struct server *server, uint64_t connection, const char *part);
int server_count(const struct server *server, uint64_t connection, const char *part);
/* Removes all recorded messages. */
void server_clear(struct server *server);

#endif
