/* store.h: persistent data: the journals of tables, people, films.
 *
 * A table is stored as its journal: rows 0, 1, 2, ..., append-only (docs/store.md has the database
 * schema, docs/adr/0009-journal.md the reasons). A writer of a table holds a claim (table, epoch,
 * row count), which the writing transaction checks. Beside the journal a table has an index entry,
 * so that lists and deadlines need not read journals.
 *
 * No caller waits for the disk: store_send queues a request, a thread of the store runs all queued
 * requests as one transaction, and store_take returns the answers. Invariants: an answer is
 * returned after its transaction is on the disk (one that only claims tables is on disk with the
 * next one: a claim that is lost in a crash belonged to the crashed process); requests are executed
 * in the order in which they were sent; after an error nothing is answered until it is known
 * whether it was written, and requests that are sent meanwhile fail without being tried.
 *
 * A store is used by one thread, apart from its own. NULL strings count as empty. Times are
 * milliseconds since 1970 and given by the caller: the store reads no clock. */
#ifndef SPELUNKE_STORE_H
#define SPELUNKE_STORE_H

#include <spelunke/setup.h>
#include <spelunke/text.h>

enum { STORE_TOKEN_BYTES = 32, STORE_LIST_MAX = 1000, STORE_SWEEP_MAX = 100 };

/* The right to write to a table. After sending an append, add its rows to `rows`, also before the
 * answer has arrived. */
struct store_claim {
    const char *table;
    int64_t epoch, rows;
};

/* A row of a journal. If a request writes several rows, only the first has its device and n. */
struct store_row {
    const char *kind; /* settings, sit, word, start, entry, chat, ...: defined by the caller */
    int64_t at;
    const char *person, *device; /* the person and the device; empty: the server itself */
    int64_t n;
    /* Personal text and names of this row's person, erased when the person is forgotten. No row may
     * contain somebody else's name. */
    const char *words;
    const char *body;
    size_t body_size;
};

/* OVER and CLOSED tables are swept some time after they ended. ASIDE tables, which could not be
 * continued, stay until an operator has looked at them. */
enum store_state { STORE_OPEN, STORE_PLAYING, STORE_OVER, STORE_CLOSED, STORE_ASIDE, STORE_STATES };

/* The index entry of a table: what is known without reading its journal. */
struct store_entry {
    const char *table, *code; /* drawn by the caller, never changed */
    const char *game, *owner;
    enum store_state state;
    bool is_public;
    int64_t made, ended; /* ended: 0 until it has */
    int64_t deadline;    /* when it must be loaded; 0: it only waits for people */
    uint32_t asked;      /* awaited seats, as a bit set */
    int seats;
    const char *people[SEATS_MAX]; /* ids; empty: nobody, or a computer player */
    const char *names[SEATS_MAX];  /* only in answers: their current names, empty if forgotten */
    const char *note; /* additional data for lists, defined by the caller, without names */
};

struct store_film {
    uint32_t number;
    const void *bytes;
    size_t size;
};

struct store_person {
    const char *id, *name;
    const char *account;    /* the unique login name; empty: a guest */
    const char *passphrase; /* its hash */
    int64_t made, used;
    bool is_forgotten; /* only in answers */
};

/* A login, or another secret that identifies a person. */
struct store_token {
    unsigned char hash[STORE_TOKEN_BYTES];
    int64_t until; /* expiry time */
};

enum store_does {
    /* New table: entry, rows. Answer: claim. TAKEN: its id or code exists. */
    STORE_MAKE,
    /* table. Answer: claim, entries[0], all rows. NOTHING: no such table. */
    STORE_CLAIM,
    /* claim; rows, films, and entry if has_entry, or its deadline and asked if has_due. Atomic.
     * CONFLICT: the claim was lost. AGAIN: device and n of a row are in the journal already. TAKEN:
     * the number of a film is. Answer: claim, with the new rows counted; if nothing was written,
     * the claim as it was sent, which identifies the append: one that is refused while the disk
     * fails is answered before those whose outcome is still unknown. Table and code never change,
     * whatever the entry says. */
    STORE_APPEND,
    /* table. Answer: entries[0], all rows. Takes no claim. */
    STORE_READ,
    /* table, or else code. Answer: entries[0], or NOTHING. */
    STORE_FIND,
    /* list. Answer: entries. */
    STORE_LIST,
    /* table, film. Answer: bytes, or NOTHING. */
    STORE_FILM,
    /* sweep. Answer: count of tables removed; if that is STORE_SWEEP_MAX, there may be more. */
    STORE_SWEEP,
    /* person, new or changed; also token if its until is not 0. TAKEN: somebody else has the
     * account name. CONFLICT: the person is forgotten. */
    STORE_PUT_PERSON,
    /* By person.id, or else person.account, or else token.hash (valid at `at`). Answer: person, or
     * NOTHING. A forgotten person is found by id alone. */
    STORE_FIND_PERSON,
    /* token, person.id; renews an existing token. NOTHING: no such person. */
    STORE_PUT_TOKEN,
    /* token.hash. NOTHING: there was none. */
    STORE_DROP_TOKEN,
    /* person.id: erases name, account, tokens and the words in all rows; the id stays. Answer:
     * count of rows erased. NOTHING: no such person. */
    STORE_FORGET
};

enum store_lists {
    STORE_PUBLIC, /* public tables, of `game` unless that is empty, newest first */
    STORE_SEATED, /* tables where `person` has a seat, newest first */
    STORE_OWNED,  /* tables that `person` owns, newest first */
    STORE_DUE,    /* tables whose deadline is at most `until`, earliest first */
    STORE_ALL     /* all tables, newest first */
};

struct store_list {
    enum store_lists list;
    unsigned states; /* bit set of store_state; 0: all */
    const char *game, *person;
    int64_t until;
    int most; /* 0, or more than STORE_LIST_MAX: STORE_LIST_MAX */
};

/* Removes tables that ended before `ended_before`, with rows and films; tokens that have expired at
 * `at`; and guests without a token and a table. */
struct store_sweep {
    int64_t ended_before, at;
};

/* A request. Only the fields that its enum store_does names are used. */
struct store_request {
    uint64_t tag; /* returned with the answer */
    enum store_does does;
    const char *table, *code;
    struct store_claim claim;
    const struct store_row *rows;
    int row_count;
    const struct store_film *films;
    int film_count;
    bool has_entry, has_due;
    struct store_entry entry;
    struct store_list list;
    uint32_t film;
    struct store_sweep sweep;
    struct store_person person;
    struct store_token token;
    int64_t at;
};

enum store_result {
    STORE_DONE, /* written, or read */
    STORE_CONFLICT,
    STORE_AGAIN,
    STORE_TAKEN,
    STORE_NOTHING,
    STORE_BROKEN, /* a row of the table's journal is missing or damaged; other tables are not
                     affected */
    STORE_FAILED  /* disk error; nothing of it is stored, nor will be after a restart */
};

struct store_answer {
    uint64_t tag;
    enum store_does does;
    enum store_result result;
    struct store_claim claim;
    const struct store_entry *entries;
    int entry_count;
    const struct store_row *rows;
    int row_count;
    struct store_person person;
    const char *bytes;
    size_t size;
    int64_t count;
};

struct store_plan {
    /* Called when there are answers to take, from the store's thread or inside store_send and
     * store_work; may be NULL. It must only wake up the owner. */
    void (*wake)(void *context);
    void *context;
    /* no thread: requests run when store_work is called */
    bool is_manual;
    /* opens a folder read-only that a server may be using */
    bool is_reader;
    /* Called after each transaction that wrote, with its duration, from the store's thread or
     * inside store_work; may be NULL. */
    void (*timed)(void *context, int64_t microseconds);
    int retry_ms;    /* interval between attempts to recover a failed disk; 0: 500 */
    const char *vfs; /* SQLite's VFS, for tests; NULL: the default */
};

struct store;

/* Opens the store in a folder, which is created if necessary. NULL with the reason as an English
 * sentence: a disk error, another server uses the folder, a newer program wrote it. */
struct store *store_open(const char *folder, const struct store_plan *plan, struct text *why);
/* Executes the queued requests and closes the store. Answers that were not taken are dropped. */
void store_close(struct store *store);

/* Queues a request; all of it is copied. */
void store_send(struct store *store, const struct store_request *request);
/* The next answer, or NULL; the caller frees it. */
struct store_answer *store_take(struct store *store);
void store_answer_free(struct store_answer *answer);
/* False from a disk error until writing succeeds again. */
bool store_is_healthy(struct store *store);
/* True if every request was answered and every answer taken. */
bool store_is_idle(struct store *store);
/* The last error, as a sentence; empty: none. */
void store_trouble(struct store *store, struct text *out);
/* Copies the data of a folder to a new file while a server may be using it: a consistent snapshot,
 * which appears only once it is completely on the disk. False with the reason. */
bool store_backup(const char *folder, const char *to, struct text *why);
/* For a manual store: executes the queue as one transaction, or tries once to recover a failed
 * disk. */
void store_work(struct store *store);

/* memory.c: a store without a file, for tests and simulations. Its data is separate from the store,
 * so that a server can be restarted with it. */
struct memory;
struct memory *memory_new(void);
void memory_free(struct memory *memory);
struct store *store_open_memory(struct memory *memory, const struct store_plan *plan,
                                struct text *why);
/* Simulates a disk that fails from now on, until MEMORY_WORKS: the next transaction is lost, or
 * kept although its commit failed. */
enum memory_fault { MEMORY_WORKS, MEMORY_LOSES, MEMORY_KEEPS };
void memory_set_fault(struct memory *memory, enum memory_fault fault);
/* From now on a row is missing in the journal of this table. */
void memory_break_table(struct memory *memory, const char *table);

#endif
