/* tavern_inside.h: what the tavern's own files share.
 *
 * tavern.c  time, the store's answers, stopping
 * channel.c a WebSocket of a person: hello, limits, who gets which message
 * tables.c  which tables are loaded, what waits for one; deadlines.c when each is due
 * lists.c   lists of public tables
 * lobby.c   who looks at the list of public tables
 * exchange.c   a request of HTTP from its login to its reply; api.c which request does what;
 *           api_tables.c those about tables; login.c those about people
 * secret.c  tokens, codes, passphrases: all that needs cryptography
 * order.c   what the operator orders of the tavern
 * quota.c   how often addresses and people may do something
 *
 * Kept true: whoever waits for the store or a worker is found again by a number or a route,
 * never by a pointer that could have gone. */
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

/* A request to the store that is under way. */
struct store_task {
    struct store_task *next;
    uint64_t tag;
    enum store_does does;
    void (*done)(struct tavern *tavern, struct store_task *task, const struct store_answer *answer,
                 int64_t now);
    struct exchange *exchange; /* who waits for it; NULL: no request of HTTP does */
    struct route route;        /* or a channel */
    char name[36];             /* of a person or a table, as `done` needs it */
    int64_t n;                 /* of the request that it answers */
    const char *action;        /* at which a table brought the process down */
    uint64_t order;            /* of the operator */
    unsigned char hash[STORE_TOKEN_BYTES];
};

/* A request of a channel that waits: for its login, or for its table. */
struct deferred {
    struct deferred *next;
    struct route route;
    struct wire wire;
};
struct queue {
    struct deferred *first, *last;
};

/* What an address has done lately. */
struct quota {
    int channels;
    struct token_bucket guests, guesses;
    char address[ADDRESS_MAX + 1];
};

/* A person who is connected, or was a moment ago. */
struct patron {
    int channels;
    struct token_bucket chat;
    char id[PERSON_ID + 1];
};

enum channel_state { CHANNEL_NEW, CHANNEL_CHECKED, CHANNEL_READY };

/* A WebSocket. */
struct channel {
    struct route route;
    enum channel_state state; /* CHECKED: hello is there, the store is asked for the login */
    struct patron *patron;
    struct quota *quota;
    char *name; /* NULL before hello */
    unsigned char hash[STORE_TOKEN_BYTES];
    char device[DEVICE_MAX + 1];
    bool wants_films;
    bool has_lobby, lists_lobby;  /* looks at the lobby; gets it when it is read */
    int64_t lobby_at, lobby_seen; /* when it got it last, and after how many changes */
    int64_t hello_due;
    struct channel *next_new, *previous_new; /* those without hello, the oldest first */
    struct token_bucket messages, hands;
    int strikes, waiting;
    struct queue queue; /* what came before the login was known */
    /* Numbers of slots. They are part of the channel, as a little memory of its own would come
     * from among that of a table, and keep a whole page of it when the table rests. */
    int watched_count;
    uint64_t watched[LIMIT_WATCHED];
};

enum slot_state { SLOT_FOUND, SLOT_CLAIMED, SLOT_LOADED, SLOT_HIBERNATING, SLOT_BROKEN };

/* A table that is loaded or about to be. */
struct slot {
    uint64_t number;       /* also the tag of its claim and appends */
    enum slot_state state; /* FOUND: its entry is looked up; CLAIMED: its rows are read */
    struct table *table;
    struct hibernation
        *hibernation; /* of a table that rests, also while it is read again; NULL: none */
    struct queue queue;
    bool is_aside, is_mark_due; /* the store is to know of it */
    bool is_recovering;
    bool makes_again;        /* its rematch is being made */
    char next[TABLE_ID + 1]; /* the rematch that was made; "": none */
    int64_t due;
    int heap_index; /* among the deadlines; -1: it is not */
    char id[36];
};

struct deadlines {
    struct slot **items;
    int count, room;
};

struct passphrase_job;
struct proof_job;
struct ban_job;

/* A request of HTTP that is not answered yet. */
struct exchange {
    struct exchange *next, *previous;
    struct tavern *tavern;
    uint64_t request;
    struct wire wire;
    bool is_tls, is_by_cookie, may_be_nobody;
    bool is_changing; /* changes its person: one at a time does */
    bool is_leaving;  /* the cookie goes */
    char address[ADDRESS_MAX + 1], host[HOST_MAX + 1];
    char token[TOKEN_MAX + 1]; /* that it came with; "": none that is ours */
    unsigned char hash[STORE_TOKEN_BYTES];
    char claimed[PERSON_ID + 1]; /* whose token that is, if it has not ended */
    /* Whose it is; "" before the login is known. */
    char person[PERSON_ID + 1], name[NAME_BYTES_MAX + 1], account[NAME_BYTES_MAX + 1];
    char passphrase[PASSPHRASE_HASH_MAX];
    int64_t made;
    char drawn[TOKEN_MAX + 1]; /* the token that it is given; "": none */
    unsigned char drawn_hash[STORE_TOKEN_BYTES];
    char table[TABLE_ID + 1], code[CODE_LENGTH + 1]; /* that it makes */
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
    struct outlet out; /* counts what goes through it */
    struct map channels, patrons, quotas, slots, slots_by_number;
    struct channel *first_new, *last_new;
    struct deadlines deadlines;
    struct store_task *first_store_task, *last_store_task;
    struct exchange *exchanges;
    struct ban_job *banning; /* an order that is being written; NULL: none is */
    uint64_t last_tag, last_number;
    int store_tasks, endings, jobs, proofs, loading, loaded, people;
    int64_t now; /* of the call that is being carried out */
    int64_t poll_at, unload_at, trim_at, sweep_at, prune_at, lobby_at;
    int64_t lobby_changes; /* counted from 1 */
    bool polls, lists_lobby, is_stopping, is_closed;
    int64_t stop_at;
    struct {
        unsigned char hash[STORE_TOKEN_BYTES];
        int64_t at;
    } renewed[RENEWED_SLOTS];
    unsigned char ended[ENDED_SLOTS][STORE_TOKEN_BYTES]; /* tokens that were ended lately */
    int64_t messages_in, messages_out, errors[CODES];
    struct text games;   /* what /api/games answers */
    struct text scratch; /* of the reply that tavern_connect refuses with */
    struct text message; /* being written */
};

/* tavern.c */
/* Sends a request to the store; `done` gets its answer. The task is to be filled with whom
 * it is for before anything else is called. */
struct store_task *store_task_send(struct tavern *tavern, struct store_request *request,
                                   void (*done)(struct tavern *tavern, struct store_task *task,
                                                const struct store_answer *answer, int64_t now));
/* One whose request somebody else sends, with its tag; it can be given up before that. */
struct store_task *store_task_new(struct tavern *tavern, enum store_does does,
                                  void (*done)(struct tavern *tavern, struct store_task *task,
                                               const struct store_answer *answer, int64_t now));
void store_task_cancel(struct tavern *tavern, struct store_task *task);
/* True while a logout of this token, or the forgetting of this person, is under way. */
bool login_is_ending(const struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES],
                     const char *person);
struct fault fault_of(enum wire_code code, const char *why);
/* A new id of a table, person or stream: characters of codes. */
void draw_id(struct tavern *tavern, char *out, int length);
void queue_add(struct queue *queue, struct route route, const struct wire *wire);
struct deferred *queue_take(struct queue *queue);

/* channel.c */
struct channel *channel_find(const struct tavern *tavern, struct route route);
void channel_free(struct tavern *tavern, struct channel *channel);
void channel_send(struct tavern *tavern, const struct channel *channel, const struct text *text);
/* `done` without anything else. */
void channel_done(struct tavern *tavern, const struct channel *channel, int64_t n);
/* The error; true if the channel is there still. */
bool channel_refuse(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                    struct fault *fault, int64_t now);
void channel_fail(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                  enum wire_code code, const char *why, int64_t now);
/* Says goodbye and forgets it. */
void channel_close(struct tavern *tavern, struct channel *channel, int code, int64_t now);
/* Those of a token, or, where that is NULL, of a person; they are closed with 4003. */
void channels_end_login(struct tavern *tavern, const unsigned char *hash, const char *person,
                        int64_t now);
/* Those of an address, likewise. */
void channels_end_address(struct tavern *tavern, const char *address, int64_t now);
void channels_rename(struct tavern *tavern, const char *person, const char *name);
/* They go on with another token. */
void channels_move(struct tavern *tavern, const unsigned char from[STORE_TOKEN_BYTES],
                   const unsigned char to[STORE_TOKEN_BYTES]);
void channels_tick(struct tavern *tavern, int64_t now);
/* Whether a WebSocket may be opened, for whom. */
bool channel_may_open(struct tavern *tavern, const struct call *call, char person[PERSON_ID + 1],
                      unsigned char hash[STORE_TOKEN_BYTES], struct fault *fault);
struct asker channel_asker(const struct channel *channel);
/* Counts one more request that waits; false: it is refused, for too many do. */
bool channel_may_wait(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                      int64_t now);
bool channel_watches(const struct channel *channel, uint64_t slot);
void channel_watch(struct channel *channel, uint64_t slot, bool is_on);
/* tables.c */
struct slot *slot_find(const struct tavern *tavern, const char *id);
void tables_request(struct tavern *tavern, struct channel *channel, const struct wire *wire,
                    int64_t now);
/* After every call on its table: sends its rows, asks when it is due. */
void slot_touch(struct tavern *tavern, struct slot *slot, int64_t now);
/* A connection no longer watches: it has ended. */
void slot_leave(struct tavern *tavern, struct slot *slot, struct route route, int64_t now);
/* Loads a table that rests. */
void slot_wake(struct tavern *tavern, struct slot *slot);
void slot_answer(struct tavern *tavern, const struct store_answer *answer, int64_t now);
void tables_tick(struct tavern *tavern, int64_t now);
int64_t tables_due(const struct tavern *tavern);
void tables_rename(struct tavern *tavern, const char *person, const char *name, int64_t now);
/* Those that brought the process down twice are not loaded any more. */
void tables_set_aside(struct tavern *tavern);
void tables_again(void *context, struct table *table);
void tables_woke(void *context, struct table *table);
void tables_free(struct tavern *tavern);

/* lists.c */
/* The item of a table: of the table where it is loaded, else of its entry. */
void entry_put(const struct tavern *tavern, const struct store_entry *entry, enum viewer viewer,
               bool sees_present, struct text *out);
/* `"tables":[...]`: the public tables that are found, as those see them who have no seat. */
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
/* Takes one of what this rate allows; always true under --test. */
bool quota_take(const struct tavern *tavern, struct token_bucket *bucket, enum wire_rate rate,
                int64_t now);
/* Gives it back: it was no miss. */
void quota_refund(const struct tavern *tavern, struct token_bucket *bucket, enum wire_rate rate);
void quotas_prune(struct tavern *tavern, int64_t now);
void quotas_free(struct tavern *tavern);

/* exchange.c */
/* Whether `Host` is ours and, where it is asked for, `Origin`. */
bool call_is_ours(const struct tavern *tavern, const struct call *call, bool needs_origin,
                  struct fault *fault);
static inline int64_t login_until(int64_t now) {
    return now + LOGIN_DAYS * DAY_MS;
}
/* A token leads nowhere any more; whether one is known to do so. It is remembered so that a
 * WebSocket can be refused at once; the store knows for certain, and is asked at `hello`. */
void login_end(struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES]);
bool login_has_ended(const struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES]);
/* Keeps a login that is used for another 180 days. */
void login_renew(struct tavern *tavern, const unsigned char hash[STORE_TOKEN_BYTES],
                 const char *person, int64_t now);
struct exchange *exchange_new(struct tavern *tavern, uint64_t request, const struct call *call);
void exchange_free(struct exchange *exchange);
/* Finds out whose login it is and goes on with `then`; 401 if it is nobody's, unless
 * may_be_nobody. */
void exchange_login(struct exchange *exchange, void (*then)(struct exchange *exchange, int64_t now),
                    int64_t now);
/* Asks the store and goes on with `step`, but for a disk that fails: then it is refused. */
void exchange_ask(struct exchange *exchange, struct store_request *request,
                  void (*step)(struct exchange *exchange, const struct store_answer *answer,
                               int64_t now));
/* The same where somebody else sends the request. */
struct store_task *exchange_expect(struct exchange *exchange, enum store_does does,
                                   void (*step)(struct exchange *exchange,
                                                const struct store_answer *answer, int64_t now));
/* Each of these answers it and frees it. */
void exchange_reply(struct exchange *exchange, int status, const struct text *json);
void exchange_reply_as(struct exchange *exchange, struct reply *reply);
void exchange_refuse(struct exchange *exchange, const struct fault *fault);
void exchange_fail(struct exchange *exchange, enum wire_code code, const char *why);
/* The reply to a request that never became an exchange. */
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
/* The name that a person is about to have, if nothing speaks against it; "": none. Until that
 * is known nobody sits down beside him with one that looks the same. */
const char *login_coming_name(void *context, const char *person);
void login_forget(struct exchange *exchange, int64_t now);
void login_account(struct exchange *exchange, int64_t now);
void login_enter(struct exchange *exchange, int64_t now);
void login_leave(struct exchange *exchange, int64_t now);
void login_handover(struct exchange *exchange, int64_t now);

/* pages.c */
/* A page, or one of its files; false: there is none at this path. */
bool pages_reply(struct tavern *tavern, uint64_t request, const struct call *call,
                 const char *path);

/* metrics.c */
void metrics_put(const struct tavern *tavern, struct text *out);

/* games_json.c */
void games_put_json(const struct game *const *games, struct text *out);

/* secret.c */
void secret_init(void);
/* A new token of this person, and what the store knows of it. */
void secret_draw(struct tavern *tavern, const char *person, char token[TOKEN_MAX + 1],
                 unsigned char hash[STORE_TOKEN_BYTES]);
/* Whether a token was signed by us; whose it is. It may have ended since. */
bool secret_check(const struct tavern *tavern, const char *token, char person[PERSON_ID + 1],
                  unsigned char hash[STORE_TOKEN_BYTES]);
void secret_hash_code(const struct tavern *tavern, const char *code,
                      unsigned char hash[STORE_TOKEN_BYTES]);
bool secret_equals(const char *a, const char *b);
/* Hashes the exchange's passphrase, or compares it with `hash` (NULL: with one that nobody has,
 * which takes as long), in a worker, and goes on with `then`. False: too many wait. */
bool secret_begin(struct exchange *exchange, bool is_new, const char *hash,
                  void (*then)(struct exchange *exchange, bool is_right, int64_t now));
void secret_free(struct passphrase_job *job);

/* proof.c */
/* Verifies the match in a worker and answers the exchange; the match is the job's then. One at a
 * time: it may take as long as all throws of the match did. */
void proof_begin(struct exchange *exchange, struct match *match);
void proof_free(struct proof_job *job);

#endif
