/* store.h: what must not get lost: the journals of tables, people, films.
 *
 * A table is its journal: rows 0, 1, 2, ..., append-only (docs/store.md has the
 * tables of the file, docs/adr/0009-journal.md the reasons). Whoever writes to a
 * table holds a claim (table, epoch, row count); the transaction that writes checks
 * it. Beside the journal a table has an index entry, so that lists and deadlines
 * read no journal.
 *
 * Nobody waits for the disk: store_send queues a request, a thread of the store
 * runs all that has arrived as one transaction, store_take hands out the answers.
 * Kept true: an answer is given after its transaction is on the disk (one that only claims
 * tables is there with the next: a claim that a crash undoes was that of a process which is gone);
 * requests are
 * carried out in the order in which they were sent; after an error nothing is
 * answered before it is known whether it was written, and whatever is sent
 * meanwhile fails without being tried.
 *
 * One thread uses a store (its own one apart). Strings that are NULL count as
 * empty. Points in time are milliseconds since 1970, all of them the caller's: the
 * store has no clock. */
#ifndef SPELUNKE_STORE_H
#define SPELUNKE_STORE_H

#include <spelunke/setup.h>
#include <spelunke/text.h>

enum { STORE_TOKEN_BYTES = 32, STORE_LIST_MAX = 1000, STORE_SWEEP_MAX = 100 };

/* The right to write to a table. After an append that was sent, `rows` counts its
 * rows as written; whoever sends the next one before the answer counts on. */
struct store_claim {
    const char *table;
    int64_t epoch, rows;
};

/* A row of a journal. Where a request wrote several rows, the first alone has its
 * device and n. */
struct store_row {
    const char *kind; /* settings, sit, word, start, entry, chat, ...: the caller's */
    int64_t at;
    const char *person, *device; /* who, from which device; empty: the server itself */
    int64_t n;
    /* What this row's person wrote or is called, and nothing else has: blanked when
     * the person is forgotten. Nobody else's name may be in a row. */
    const char *words;
    const char *body;
    size_t body_size;
};

/* OVER and CLOSED tables are swept when they have ended long ago; ASIDE ones, which
 * could not be played on, stay until somebody has looked at them. */
enum store_state { STORE_OPEN, STORE_PLAYING, STORE_OVER, STORE_CLOSED, STORE_ASIDE, STORE_STATES };

/* What is known of a table without its journal. */
struct store_entry {
    const char *table, *code; /* both drawn by the caller, and never changed */
    const char *game, *owner;
    enum store_state state;
    bool is_public;
    int64_t made, ended; /* ended: 0 as long as it has not */
    int64_t deadline;    /* when it must be loaded; 0: it waits for people alone */
    uint32_t asked;      /* seats that are awaited, a bit each */
    int seats;
    const char *people[SEATS_MAX]; /* ids; empty: nobody, or a computer player */
    const char *names[SEATS_MAX];  /* only in answers: their names now, empty if forgotten */
    const char *note;              /* what lists show beside: the caller's, without names */
};

struct store_film {
    uint32_t number;
    const void *bytes;
    size_t size;
};

struct store_person {
    const char *id, *name;
    const char *account;    /* the name to log in with, unique; empty: a guest */
    const char *passphrase; /* its hash */
    int64_t made, used;
    bool is_forgotten; /* only in answers */
};

/* A login, or any other secret that leads to a person. */
struct store_token {
    unsigned char hash[STORE_TOKEN_BYTES];
    int64_t until; /* from then on it leads nowhere */
};

enum store_does {
    /* A new table: entry, rows. Answer: claim. TAKEN: its id or code is. */
    STORE_MAKE,
    /* table. Answer: claim, entries[0], all rows. NOTHING: no such table. */
    STORE_CLAIM,
    /* claim; rows, films, and entry if has_entry, or deadline and asked of it if has_due: all
     * of it or nothing. CONFLICT: the claim is no longer ours. AGAIN: device and n of a row
     * are in the journal. TAKEN: the number of a film is. Answer: claim, with the new rows counted;
     * where nothing was written, the claim as it was sent, so that one knows which append it is:
     * one that is refused while the disk fails is answered before those whose fate is not known
     * yet. Table and code stay what they are, whatever the entry says. */
    STORE_APPEND,
    /* table. Answer: entries[0], all rows. Claims nothing. */
    STORE_READ,
    /* table, or else code. Answer: entries[0], or NOTHING. */
    STORE_FIND,
    /* list. Answer: entries. */
    STORE_LIST,
    /* table, film. Answer: bytes, or NOTHING. */
    STORE_FILM,
    /* sweep. Answer: count of tables removed; if that is STORE_SWEEP_MAX, there may be more. */
    STORE_SWEEP,
    /* person, new or changed; token too if its until is not 0. TAKEN: the account's name is
     * another's. CONFLICT: the person is forgotten. */
    STORE_PUT_PERSON,
    /* By person.id, or else person.account, or else token.hash (valid at `at`). Answer: person,
     * or NOTHING. A forgotten person is found by id alone. */
    STORE_FIND_PERSON,
    /* token, person.id; renews one that is there. NOTHING: no such person. */
    STORE_PUT_TOKEN,
    /* token.hash. NOTHING: it was not there. */
    STORE_DROP_TOKEN,
    /* person.id: name, account, tokens and the words in all rows go, the id stays. Answer:
     * count of rows blanked. NOTHING: no such person. */
    STORE_FORGET
};

enum store_lists {
    STORE_PUBLIC, /* public ones, of `game` unless that is empty, newest first */
    STORE_SEATED, /* where `person` has a seat, newest first */
    STORE_OWNED,  /* which `person` owns, newest first */
    STORE_DUE,    /* whose deadline is at most `until`, earliest first */
    STORE_ALL     /* all of them, newest first */
};

struct store_list {
    enum store_lists list;
    unsigned states; /* a bit for each store_state; 0: all */
    const char *game, *person;
    int64_t until;
    int most; /* 0, or more than STORE_LIST_MAX: STORE_LIST_MAX */
};

/* Tables that ended before `ended_before` go, with rows and films; tokens that are no
 * longer valid at `at`; guests whom no token and no table knows any more. */
struct store_sweep {
    int64_t ended_before, at;
};

/* Of the fields below only those count that its enum store_does names. */
struct store_request {
    uint64_t tag; /* comes back with the answer */
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
    STORE_BROKEN, /* the table's journal lacks a row: all others are fine */
    STORE_FAILED  /* the disk. Nothing of it is there, nor will it be after a restart */
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
    /* Called when there are answers to take, from the store's thread or inside store_send
     * and store_work; may be NULL. It must only wake its owner up. */
    void (*wake)(void *context);
    void *context;
    /* No thread: requests run when store_work is called. */
    bool is_manual;
    /* Opens a folder that a server may be using, only to read. */
    bool is_reader;
    /* Called from the store's thread, or inside store_work, after each transaction that wrote,
     * with the time it took; may be NULL. */
    void (*timed)(void *context, int64_t microseconds);
    int retry_ms;    /* between two attempts to use a failed disk again; 0: 500 */
    const char *vfs; /* SQLite's way to the disk, for tests; NULL: the usual one */
};

struct store;

/* Opens the store in a folder, which is made if need be. NULL with the reason as an
 * English sentence: the disk, another server uses the folder, a newer program wrote it. */
struct store *store_open(const char *folder, const struct store_plan *plan, struct text *why);
/* Carries out what was sent, and ends. Answers that nobody took are lost. */
void store_close(struct store *store);

/* Queues a request; all of it is copied. */
void store_send(struct store *store, const struct store_request *request);
/* The next answer, or NULL; to be freed. */
struct store_answer *store_take(struct store *store);
void store_answer_free(struct store_answer *answer);
/* False from an error until the disk can be written again. */
bool store_is_healthy(struct store *store);
/* True if every request was answered, and every answer taken. */
bool store_is_idle(struct store *store);
/* What went wrong last, as a sentence; empty: nothing did. */
void store_trouble(struct store *store, struct text *out);
/* Copies what a folder keeps to a new file, while a server may be using it: all of one moment,
 * and nothing of it is there before the whole is on the disk. False with the reason. */
bool store_backup(const char *folder, const char *to, struct text *why);
/* Of a manual store: carries out all that was sent, as one transaction, or tries once
 * to use a failed disk again. */
void store_work(struct store *store);

/* memory.c: a store that forgets all at the end of the program, for tests and
 * simulations. What it keeps is apart from the store, so that a server can be started
 * again on it. */
struct memory;
struct memory *memory_new(void);
void memory_free(struct memory *memory);
struct store *store_open_memory(struct memory *memory, const struct store_plan *plan,
                                struct text *why);
/* A disk that fails from now on, until MEMORY_WORKS: the next transaction is lost, or
 * kept although its commit failed. */
enum memory_fault { MEMORY_WORKS, MEMORY_LOSES, MEMORY_KEEPS };
void memory_set_fault(struct memory *memory, enum memory_fault fault);
/* The journal of this table has lost a row from now on. */
void memory_break_table(struct memory *memory, const char *table);

#endif
