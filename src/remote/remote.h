/* remote.h: one table of a server, as last reported by its messages.
 *
 * Sends hello, numbers requests, repeats unanswered ones after a reconnect, reconnects
 * automatically and resumes its stream (docs/protocol.md). Its state is kept as compact JSON; it
 * knows no game and no language.
 *
 * Invariants: each message of the stream is applied once and in order; a request that writes a row
 * is carried out once, over any number of connections. */
#ifndef SPELUNKE_REMOTE_H
#define SPELUNKE_REMOTE_H

#include "transport.h"

enum { TABLE_BYTES_MAX = 31, CODE_BYTES_MAX = 15, DEVICE_BYTES = 32, REQUESTS_MAX = 32 };

enum remote_news {
    REMOTE_NOTHING, /* no news */
    REMOTE_LOST,    /* the connection is lost; it will be retried */
    REMOTE_BACK,    /* the table is being watched, for the first time or again */
    REMOTE_STATE,   /* a complete new state */
    REMOTE_STEP,    /* an entry of the match: `events`, and the changes it made */
    REMOTE_INFO,
    REMOTE_CHAT,    /* in `message` */
    REMOTE_SIM,     /* a session begins */
    REMOTE_FRAMES,  /* in `message`, binary */
    REMOTE_HAND,    /* a sample of the hand was refused; the reason is in `message` */
    REMOTE_DONE,    /* the request `answered` was carried out; the answer is in `message` */
    REMOTE_REFUSED, /* the request `answered` was refused; the reason is in `message` */
    REMOTE_ENDED    /* there will be no reconnect; `message` or `close_code` says why */
};

/* A request that has not been answered yet. */
struct remote_request {
    int64_t n, sent_at;
    bool is_sent_once; /* it writes no row, so it is not repeated */
    struct text text;
};

struct remote {
    /* Public, read-only. Each is JSON; empty or null: missing. */
    struct text info, view, turn, prompt, score, events, recent, sim;
    int seat;      /* -1: none */
    bool is_there; /* the server sends the table's stream */
    struct text message;
    int64_t answered;
    int close_code;
    /* Private. */
    struct transport *transport;
    struct parcel *kept; /* received while remote_answer waited */
    char table[TABLE_BYTES_MAX + 1], code[CODE_BYTES_MAX + 1], device[DEVICE_BYTES + 1];
    struct text stream;
    int64_t s, n, watch_n;
    struct remote_request requests[REQUESTS_MAX];
    int request_count, attempt;
    bool is_open, is_greeted, has_ended;
    int64_t received_at, pinged_at, retry_at; /* 0: no reconnect is scheduled */
    int64_t watch_at;                         /* 0: no new `watch` is scheduled */
};

/* `device` is a random id made by the caller; `code` may be empty. */
struct remote *remote_open(const struct address *address, const char *token, const char *table,
                           const char *code, const char *device, int64_t now);
void remote_close(struct remote *remote);
/* Watches another table over the same connection. */
void remote_move(struct remote *remote, const char *table, const char *code, int64_t now);

/* A file descriptor to poll, and the timeout in milliseconds. */
int remote_file(const struct remote *remote);
int remote_wait(const struct remote *remote, int64_t now);
/* True if messages have been received that remote_next did not return yet. */
bool remote_has_more(const struct remote *remote);
/* Returns the next news; to be called until there is none. */
enum remote_news remote_next(struct remote *remote, int64_t now);

/* Sends a request about the table: its type and its other members, such as `"seat":1`, or "".
 * Returns its number, or 0 if too many are unanswered. */
int64_t remote_ask(struct remote *remote, const char *type, const char *members, int64_t now);
/* Waits so many milliseconds for the answer to a query; other messages are kept for remote_next.
 * False: refused, timed out, or the connection is lost. */
bool remote_answer(struct remote *remote, int64_t n, int milliseconds, struct text *out);
/* True while the request is unanswered. */
bool remote_awaits(const struct remote *remote, int64_t n);
/* Sends a binary message, if connected. */
void remote_send_bytes(struct remote *remote, const void *bytes, size_t size);

/* The JSON text of a member of an object; false: there is none. */
bool remote_member(const struct text *object, const char *key, struct text *out);

#endif
