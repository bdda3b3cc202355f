/* tavern_inside.h: the internals of the tavern, shared by its own files.
 *
 * The files: tavern.c (time, answers of the store, shutdown), channel.c (the WebSocket of a
 * person), tables.c (loading and unloading), deadlines.c, lists.c and lobby.c (public tables),
 * exchange.c (an HTTP request), api.c and api_tables.c (routes), login.c, secret.c (all
 * cryptography), order.c (commands of the operator), quota.c (rate limits).
 *
 * Invariant: whoever waits for the store or a worker is found again by a number or a route, never
 * by a pointer that may be dangling. */
#ifndef SPELUNKE_SERVER_TAVERN_INSIDE_H
#define SPELUNKE_SERVER_TAVERN_INSIDE_H

#include "gate.h"
#include "map.h"
#include "table.h"
#include "tavern.h"

enum {
    LOGIN_DAYS = 180,
    HANDOVER_MS = 60000,
    PASSPHRASE_HASH_MAX = 128,
    HOST_MAX = 255,
    RENEWED_SLOTS = 1024,
    ENDED_SLOTS = 4096,
};

#define DAY_MS INT64_C(86400000)

struct tavern;
struct exchange;

/* A pending request to the store. */
struct store_task {
    struct store_task *next;
    uint64_t tag;
    enum store_does does;
    void (*done)(struct tavern *tavern, struct store_task *task, const struct store_answer *answer,
                 int64_t now);
    struct exchange *exchange; /* the HTTP exchange that waits for it, or NULL */
    struct route route;        /* the channel that waits for it */
    char name[36];             /* of a person or a table, for `done` */
    int64_t n;                 /* the number of the client's request */
    const char *action;        /* at which a table crashed the process */
    uint64_t order;            /* the number of the operator's command */
    unsigned char hash[STORE_TOKEN_BYTES];
};

/* A request of a channel that waits for the login check or for its table. */
struct deferred {
    struct deferred *next;
    struct route route;
    struct wire wire;
};
struct queue {
    struct deferred *first, *last;
};

/* The rate limits of an address. */
struct quota {
    int channels;
    struct token_bucket guests, guesses;
    char address[ADDRESS_MAX + 1];
};

/* A person who is connected, or was recently. */
struct patron {
    int channels;
    struct token_bucket chat;
    char id[PERSON_ID + 1];
};

enum channel_state { CHANNEL_NEW, CHANNEL_CHECKED, CHANNEL_READY };

/* A WebSocket. */
struct channel {
    struct route route;
    enum channel_state state; /* CHECKED: hello was received, the store looks up the login */
    struct patron *patron;
    struct quota *quota;
    char *name; /* NULL before hello */
    unsigned char hash[STORE_TOKEN_BYTES];
    char device[DEVICE_MAX + 1];
    bool wants_films;
    bool has_lobby, lists_lobby;  /* subscribed to the lobby; gets the list that is being read */
    int64_t lobby_at, lobby_seen; /* when it got the last list, and lobby_changes at that time */
    int64_t hello_due;
    struct channel *next_new, *previous_new; /* the list of those without hello, oldest first */
    struct token_bucket messages, hands;
    int strikes, waiting;
    struct queue queue; /* requests received before the login was known */
    /* Numbers of slots. The array is not allocated separately: a small allocation would lie among
     * the memory of a table and keep a page of it in use when the table hibernates. */
    int watched_count;
    uint64_t watched[LIMIT_WATCHED];
};

enum slot_state { SLOT_FOUND, SLOT_CLAIMED, SLOT_LOADED, SLOT_HIBERNATING, SLOT_BROKEN };

/* A table that is loaded, being loaded, or hibernating. */
struct slot {
    uint64_t number;       /* also the tag of its claim and appends */
    enum slot_state state; /* FOUND: its entry is looked up; CLAIMED: its rows are read */
    struct table *table;
    struct hibernation *hibernation; /* also while the table is being loaded again; else NULL */
    struct queue queue;
    bool is_aside, is_mark_due; /* quarantined; this must be written to the store */
    bool is_recovering;
    bool makes_again;        /* its rematch is being created */
    char next[TABLE_ID + 1]; /* the rematch that was created; "": none */
    int64_t due;
    int heap_index; /* in the heap of deadlines; -1: none */
    char id[36];
};

struct deadlines {
    struct slot **items;
    int count, room;
};

struct passphrase_job;
struct proof_job;
struct ban_job;

/* An HTTP request that is not answered yet. */
struct exchange {
    struct exchange *next, *previous;
    struct tavern *tavern;
    uint64_t request;
    struct wire wire;
    bool is_tls, is_by_cookie, may_be_nobody;
    bool is_changing; /* changes its person; one at a time may */
    bool is_leaving;  /* clears the cookie */
    char address[ADDRESS_MAX + 1], host[HOST_MAX + 1];
    char token[TOKEN_MAX + 1]; /* of the request; "": none with a valid signature */
    unsigned char hash[STORE_TOKEN_BYTES];
    char claimed[PERSON_ID + 1]; /* the person of the token, unless it was revoked */
    /* The logged-in person; "" before the login is known. */
    char person[PERSON_ID + 1], name[NAME_BYTES_MAX + 1], account[NAME_BYTES_MAX + 1];
    char passphrase[PASSPHRASE_HASH_MAX];
    int64_t made;
    char drawn[TOKEN_MAX + 1]; /* a new token for the client; "": none */
    unsigned char drawn_hash[STORE_TOKEN_BYTES];
    char table[TABLE_ID + 1], code[CODE_LENGTH + 1]; /* of the table being created */
    int tries;
    void (*then)(struct exchange *exchange, int64_t now);
    void (*step)(struct exchange *exchange, const struct store_answer *answer, int64_t now);
    struct passphrase_job *job;
    struct proof_job *proof;
};

struct tavern {
    struct tavern_plan plan;
    struct table_world world;
    struct table_tally tally;
    struct outlet out; /* a wrapper that counts messages */
    struct map channels, patrons, quotas, slots, slots_by_number;
    struct channel *first_new, *last_new;
    struct deadlines deadlines;
    struct store_task *first_store_task, *last_store_task;
    struct exchange *exchanges;
    struct ban_job *banning; /* the change that is being written, or NULL */
    uint64_t last_tag, last_number;
    int store_tasks, endings, jobs, proofs, loading, loaded, people;
    int64_t now; /* of the current call */
    int64_t poll_at, unload_at, trim_at, sweep_at, prune_at, lobby_at;
    int64_t lobby_changes; /* counted from 1 */
    bool polls, lists_lobby, is_stopping, is_closed;
    int64_t stop_at;
    struct {
        unsigned char hash[STORE_TOKEN_BYTES];
        int64_t at;
    } renewed[RENEWED_SLOTS];
    unsigned char ended[ENDED_SLOTS][STORE_TOKEN_BYTES]; /* recently revoked tokens */
    int64_t messages_in, messages_out, errors[CODES];
    struct text games;   /* the response of /api/games */
    struct text scratch; /* the body of tavern_connect's refusal */
    struct text message; /* scratch buffer */
};

/* tavern.c */
/* Sends a request to the store; `done` gets the answer. The caller must fill in the other members
 * of the task at once. */
struct store_task *store_task_send(struct tavern *tavern, struct store_request *request,
                                   void (*done)(struct tavern *tavern, struct store_task *task,
                                                const struct store_answer *answer, int64_t now));
/* A task whose request is sent by somebody else, with its tag; until then it can be cancelled. */
struct store_task *store_task_new(struct tavern *tavern, enum store_does does,
                                  void (*done)(struct tavern *tavern, struct store_task *task,
                                               const struct store_answer *answer, int64_t now));
void store_task_cancel(struct tavern *tavern, struct store_task *task);
/* True while a logout of this token or the deletion of this person is in progress. */
bool login_is_ending(const struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES],
                     const char *person);
struct fault fault_of(enum wire_code code, const char *why);
/* Draws an id of a table, person or stream, in characters of code_alphabet. */
void draw_id(struct tavern *tavern, char *out, int length);
void queue_add(struct queue *queue, struct route route, const struct wire *wire);
struct deferred *queue_take(struct queue *queue);

/* channel.c */
struct channel *channel_find(const struct tavern *tavern, struct route route);
void channel_free(struct tavern *tavern, struct channel *channel);
void channel_send(struct tavern *tavern, const struct channel *channel, const struct text *text);
/* Sends `done` without further members. */
void channel_done(struct tavern *tavern, const struct channel *channel, int64_t n);
/* Sends the error; true if the channel is still open. */
bool channel_refuse(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                    struct fault *fault, int64_t now);
void channel_fail(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                  enum wire_code code, const char *why, int64_t now);
/* Closes and frees the channel. */
void channel_close(struct tavern *tavern, struct channel *channel, int code, int64_t now);
/* Closes the channels of a token, or if that is NULL, of a person, with 4003. */
void channels_end_login(struct tavern *tavern, const unsigned char *hash, const char *person,
                        int64_t now);
/* Closes those of an address, likewise. */
void channels_end_address(struct tavern *tavern, const char *address, int64_t now);
void channels_rename(struct tavern *tavern, const char *person, const char *name);
/* Moves channels to another token. */
void channels_move(struct tavern *tavern, const unsigned char from[STORE_TOKEN_BYTES],
                   const unsigned char to[STORE_TOKEN_BYTES]);
void channels_tick(struct tavern *tavern, int64_t now);
/* Whether a WebSocket may be opened, and for whom. */
bool channel_may_open(struct tavern *tavern, const struct call *call, char person[PERSON_ID + 1],
                      unsigned char hash[STORE_TOKEN_BYTES], struct fault *fault);
struct asker channel_asker(const struct channel *channel);
/* Counts one more waiting request; false: it was refused, because too many are waiting. */
bool channel_may_wait(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                      int64_t now);
bool channel_watches(const struct channel *channel, uint64_t slot);
void channel_watch(struct channel *channel, uint64_t slot, bool is_on);
/* tables.c */
struct slot *slot_find(const struct tavern *tavern, const char *id);
void tables_request(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                    int64_t now);
/* Must follow every call on its table: sends rows, updates the deadline. */
void slot_touch(struct tavern *tavern, struct slot *slot, int64_t now);
/* A connection has ended and no longer watches. */
void slot_leave(struct tavern *tavern, struct slot *slot, struct route route, int64_t now);
/* Loads a hibernating table; does nothing for others. */
void slot_wake(struct tavern *tavern, struct slot *slot);
void slot_answer(struct tavern *tavern, const struct store_answer *answer, int64_t now);
void tables_tick(struct tavern *tavern, int64_t now);
int64_t tables_due(const struct tavern *tavern);
void tables_rename(struct tavern *tavern, const char *person, const char *name, int64_t now);
/* Quarantines tables that crashed the process twice: they are not loaded any more. */
void tables_set_aside(struct tavern *tavern);
void tables_again(void *context, struct table *table);
void tables_woke(void *context, struct table *table);
void tables_free(struct tavern *tavern);

/* lists.c */
/* Renders the item of a table, from the table if it is loaded, else from its index entry. */
void entry_put(const struct tavern *tavern, const struct store_entry *entry, enum viewer viewer,
               bool sees_present, struct text *out);
/* Renders `"tables":[...]`, the public tables found, as people without a seat see them. */
void lists_put(const struct tavern *tavern, const struct store_answer *answer, unsigned states,
               const char *game, struct text *out);

/* deadlines.c */
void deadlines_set(struct deadlines *deadlines, struct slot *slot, int64_t due);
struct slot *deadlines_first(const struct deadlines *deadlines);

/* lobby.c */
void lobby_request(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                   int64_t now);
void lobby_changed(void *context, struct table *table);
void lobby_tick(struct tavern *tavern, int64_t now);

/* order.c */
void ban_free(struct ban_job *job);

/* quota.c */
struct quota *quota_of(struct tavern *tavern, const char *address);
struct patron *patron_of(struct tavern *tavern, const char *id);
/* Takes a token from the bucket; always true under --test. */
bool quota_take(const struct tavern *tavern, struct token_bucket *bucket, enum wire_rate rate,
                int64_t now);
/* Returns the token. */
void quota_refund(const struct tavern *tavern, struct token_bucket *bucket, enum wire_rate rate);
void quotas_prune(struct tavern *tavern, int64_t now);
void quotas_free(struct tavern *tavern);

/* exchange.c */
/* Checks `Host`, bans and, if needs_origin, `Origin`. */
bool call_is_ours(const struct tavern *tavern, const struct call *call, bool needs_origin,
                  struct fault *fault);
static inline int64_t login_until(int64_t now) {
    return now + LOGIN_DAYS * DAY_MS;
}
/* Remember a revoked token, and check for it, so that a WebSocket can be refused at once. The
 * memory is limited; `hello` asks the store, which knows for certain. */
void login_end(struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES]);
bool login_has_ended(const struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES]);
/* Extends a login in use by another 180 days. */
void login_renew(struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES],
                 const char *person, int64_t now);
struct exchange *exchange_new(struct tavern *tavern, uint64_t request, const struct call *call);
void exchange_free(struct exchange *exchange);
/* Checks the login and continues with `then`; without a login it fails with 401, unless
 * may_be_nobody. */
void exchange_login(struct exchange *exchange, void (*then)(struct exchange *exchange, int64_t now),
                    int64_t now);
/* Asks the store and continues with `step`; if the store fails, the exchange fails. */
void exchange_ask(struct exchange *exchange, struct store_request *request,
                  void (*step)(struct exchange *exchange, const struct store_answer *answer,
                               int64_t now));
/* The same for a request that somebody else sends. */
struct store_task *exchange_expect(struct exchange *exchange, enum store_does does,
                                   void (*step)(struct exchange *exchange,
                                                const struct store_answer *answer, int64_t now));
/* Each of these sends the response and frees the exchange. */
void exchange_reply(struct exchange *exchange, int status, const struct text *json);
void exchange_reply_as(struct exchange *exchange, struct reply *reply);
void exchange_refuse(struct exchange *exchange, const struct fault *fault);
void exchange_fail(struct exchange *exchange, enum wire_code code, const char *why);
/* Answers a request for which no exchange exists. */
void reply_fault(struct tavern *tavern, uint64_t request, const struct fault *fault,
                 const char *allow);
void put_person(struct text *out, const char *id, const char *name);

/* api.c, api_tables.c, login.c */
void api_me(struct exchange *exchange, int64_t now);
void api_list(struct exchange *exchange);
void api_make(struct exchange *exchange, int64_t now);
void api_table(struct exchange *exchange, int64_t now);
void api_finished(struct exchange *exchange, int64_t now);
void api_qr(struct exchange *exchange);
void login_guest(struct exchange *exchange, int64_t now);
void login_rename(struct exchange *exchange, int64_t now);
/* The new name of a person whose change of name is in progress; "": none. Until it is decided,
 * nobody with a similar name may take a seat next to him. */
const char *login_coming_name(void *context, const char *person);
void login_forget(struct exchange *exchange, int64_t now);
void login_account(struct exchange *exchange, int64_t now);
void login_enter(struct exchange *exchange, int64_t now);
void login_leave(struct exchange *exchange, int64_t now);
void login_handover(struct exchange *exchange, int64_t now);

/* pages.c */
/* Responds with a page or one of its files; false: there is none at this path. */
bool pages_reply(struct tavern *tavern, uint64_t request, const struct call *call,
                 const char *path);

/* metrics.c */
void metrics_put(const struct tavern *tavern, struct text *out);

/* games_json.c */
void games_put_json(const struct game *const *games, struct text *out);

/* secret.c */
void secret_init(void);
/* Creates a token for this person, and the hash that the store keeps. */
void secret_draw(struct tavern *tavern, const char *person, char token[TOKEN_MAX + 1],
                 unsigned char hash[STORE_TOKEN_BYTES]);
/* Checks the signature of a token and returns its person. The token may have been revoked. */
bool secret_check(const struct tavern *tavern, const char *token, char person[PERSON_ID + 1],
                  unsigned char hash[STORE_TOKEN_BYTES]);
void secret_hash_code(const struct tavern *tavern, const char *code,
                      unsigned char hash[STORE_TOKEN_BYTES]);
bool secret_equals(const char *a, const char *b);
/* Hashes the passphrase of the exchange in a worker, or verifies it against `hash` (NULL: against a
 * dummy, in the same time), and continues with `then`. False: too many are queued. */
bool secret_begin(struct exchange *exchange, bool is_new, const char *hash,
                  void (*then)(struct exchange *exchange, bool is_right, int64_t now));
void secret_free(struct passphrase_job *job);

/* proof.c */
/* Verifies the match in a worker and answers the exchange; takes ownership of the match. Only one
 * runs at a time, because it may take as long as all throws of the match did. */
void proof_begin(struct exchange *exchange, struct match *match);
void proof_free(struct proof_job *job);

#endif
