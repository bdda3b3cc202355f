/* remote.h: one table of a server, as its last messages tell it.
 *
 * Says hello, numbers requests, sends unanswered ones again after a cut, connects again by
 * itself and takes its stream up where it was (docs/protocol.md). What it knows is kept as
 * compact JSON; it knows no game and puts nothing into words.
 *
 * Kept true: a message of the stream is applied once and in its order; what was asked for and
 * writes a row is carried out once, over as many connections as it takes. */
#ifndef SPELUNKE_REMOTE_H
#define SPELUNKE_REMOTE_H

#include "transport.h"

enum { TABLE_BYTES_MAX = 31, CODE_BYTES_MAX = 15, DEVICE_BYTES = 32, REQUESTS_MAX = 32 };

enum remote_news {
    REMOTE_NOTHING, /* there are no news */
    REMOTE_LOST,    /* the connection; it is tried again */
    REMOTE_BACK,    /* the table is watched, for the first time or again */
    REMOTE_STATE,   /* everything is new */
    REMOTE_STEP,    /* an entry of the match: `events`, and what changed by it */
    REMOTE_INFO,
    REMOTE_CHAT,    /* `message` has it */
    REMOTE_SIM,     /* a session begins */
    REMOTE_FRAMES,  /* `message` has the bytes */
    REMOTE_HAND,    /* a hand was refused: `message` says why */
    REMOTE_DONE,    /* `answered` was carried out; `message` has the answer */
    REMOTE_REFUSED, /* `answered` was refused; `message` says why */
    REMOTE_ENDED    /* no other connection is tried; `message` or `close_code` says why */
};

/* A request that is not answered yet. */
struct remote_request {
    int64_t n, sent_at;
    bool is_fleeting; /* it writes no row, so it is not sent again */
    struct text text;
};

struct remote {
    /* To be read by anybody. JSON each; empty or null: not there. */
    struct text info, view, turn, prompt, score, events, recent, sim;
    int seat;      /* -1: none */
    bool is_there; /* the table is being watched */
    struct text message;
    int64_t answered;
    int close_code;
    /* Its own. */
    struct transport *transport;
    struct parcel *kept; /* came while an answer was waited for */
    char table[TABLE_BYTES_MAX + 1], code[CODE_BYTES_MAX + 1], device[DEVICE_BYTES + 1];
    struct text stream;
    int64_t s, n, watch_n;
    struct remote_request requests[REQUESTS_MAX];
    int request_count, attempt;
    bool is_open, is_greeted, has_ended;
    int64_t received_at, pinged_at, retry_at; /* 0: not waiting for another try */
};

/* `device` is drawn by the caller; `code` may be empty. */
struct remote *remote_open(const struct address *address, const char *token, const char *table,
                           const char *code, const char *device, int64_t now);
void remote_close(struct remote *remote);
/* Watches another table from now on, over the same connection. */
void remote_move(struct remote *remote, const char *table, const char *code, int64_t now);

/* What can be waited for, and how many milliseconds at most. */
int remote_file(const struct remote *remote);
int remote_wait(const struct remote *remote, int64_t now);
/* True if more has come than was taken. */
bool remote_has_more(const struct remote *remote);
/* Takes the next news; to be called until there is none. */
enum remote_news remote_next(struct remote *remote, int64_t now);

/* Sends a request about the table: its type and its other members, `"seat":1`; "" for none.
 * Returns its number, or 0 if too many are unanswered. */
int64_t remote_ask(struct remote *remote, const char *type, const char *members, int64_t now);
/* Waits so many milliseconds for the answer of a request that asks for something alone; all
 * else that comes meanwhile is news later. False: it was refused, or the connection is lost. */
bool remote_answer(struct remote *remote, int64_t n, int milliseconds, struct text *out);
/* True while this request is not answered. */
bool remote_awaits(const struct remote *remote, int64_t n);
/* Sends a binary message, if there is a connection. */
void remote_send_bytes(struct remote *remote, const void *bytes, size_t size);

/* A member of an object, as it stands there; false: there is none. */
bool remote_member(const struct text *object, const char *key, struct text *out);

#endif
