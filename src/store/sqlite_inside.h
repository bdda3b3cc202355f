/* sqlite_inside.h: the parts of the store in an SQLite file.
 *
 * schema.c has all of the SQL, sqlite.c opening, transactions and errors; sqlite_tables.c and
 * sqlite_people.c execute requests. Invariant: after the first error of a transaction no further
 * statement runs in it (base_query returns NULL, which SQLite's functions accept without effect),
 * and its commit fails. */
#ifndef SPELUNKE_STORE_SQLITE_INSIDE_H
#define SPELUNKE_STORE_SQLITE_INSIDE_H

#include <sqlite3.h>

#include "store_inside.h"

enum query {
    QUERY_BEGIN,
    QUERY_COMMIT,
    QUERY_SAVEPOINT,
    QUERY_RELEASE,
    QUERY_UNDO,
    QUERY_BATCH,
    QUERY_SET_BATCH,
    QUERY_TRY,
    QUERY_MAKE,
    QUERY_CLAIM,
    QUERY_HOLDS,
    QUERY_APPEND,
    QUERY_ROWS,
    QUERY_ENTRY,
    QUERY_CODE,
    QUERY_SET_ENTRY,
    QUERY_SET_DUE,
    QUERY_SEATS,
    QUERY_PEOPLE,
    QUERY_UNSEAT,
    QUERY_SEAT,
    QUERY_LIST_PUBLIC,
    QUERY_LIST_SEATED,
    QUERY_LIST_OWNED,
    QUERY_LIST_DUE,
    QUERY_LIST_ALL,
    QUERY_ADD_FILM,
    QUERY_FILM,
    QUERY_SWEEP_ROWS,
    QUERY_SWEEP_FILMS,
    QUERY_SWEEP_SEATS,
    QUERY_SWEEP_TABLES,
    QUERY_SWEEP_TOKENS,
    QUERY_SWEEP_GUESTS,
    QUERY_ACCOUNT_TAKEN,
    QUERY_PUT_PERSON,
    QUERY_PERSON,
    QUERY_PERSON_OF_ACCOUNT,
    QUERY_PERSON_OF_TOKEN,
    QUERY_PUT_TOKEN,
    QUERY_DROP_TOKEN,
    QUERY_FORGET,
    QUERY_FORGET_TOKENS,
    QUERY_FORGET_WORDS,
    QUERIES
};

/* schema.c */
extern const char *const query_texts[QUERIES];
/* Each step migrates a file of the previous version to its own version. */
extern const char *const schema_steps[];
extern const int schema_version;
/* Runs the missing migration steps on a file, each in a transaction. False with the reason: a newer
 * program wrote it, it belongs to another program, or a disk error. */
bool schema_migrate(sqlite3 *database, const char *const *steps, int version, struct text *why);
/* Checks that the file has this version; changes nothing. */
bool schema_check(sqlite3 *database, int version, struct text *why);

struct base {
    struct text folder, path, vfs, trouble;
    struct text damaged; /* ids of tables with a damaged journal, each between newlines */
    int lock;            /* the locked file that marks the folder as in use; -1: none */
    bool is_reader;
    sqlite3 *database; /* NULL after an error, until it was reopened */
    sqlite3_stmt *queries[QUERIES];
    int64_t batch; /* of the running transaction, or else of the last one */
    bool is_writing, is_broken, has_forgotten;
    bool is_unsynced; /* the transaction only claims, so its commit is not synced */
};

/* The prepared statement, ready for binding; NULL after an error. */
sqlite3_stmt *base_query(struct base *base, enum query query);
/* True if there is a row; false at the end, or on an error. */
bool base_step(struct base *base, sqlite3_stmt *statement);
/* Runs a statement without result rows; returns how many rows it changed. */
int64_t base_run(struct base *base, sqlite3_stmt *statement);
/* Marks the transaction as failed, so that it is not committed. */
void base_break(struct base *base, const char *reason);
void bind_text(sqlite3_stmt *statement, int place, const char *text);
/* A copy of a text column. */
const char *column_text(sqlite3_stmt *statement, int column, struct hold *hold);

/* sqlite_tables.c */
void tables_run(struct base *base, const struct store_request *request, struct store_answer *answer,
                struct hold *hold);
/* sqlite_people.c */
void people_run(struct base *base, const struct store_request *request, struct store_answer *answer,
                struct hold *hold);

#endif
