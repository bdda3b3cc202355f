/* sqlite.c: a store in an SQLite file: opening, transactions, errors.
 *
 * The file uses WAL mode with synchronous=FULL: a successful commit is on the disk. A failed commit
 * may be there or not, now or after the next start. So the file is closed and opened again, and
 * after a checkpoint has emptied the log, the batch number that each transaction writes tells
 * whether it was committed. */
#include "sqlite_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "disk/disk.h"

enum { PATIENCE_MS = 1000 };

/* The same pages are written again and again, so a longer log reduces how often they are copied
 * into the file. */
#define LOG_PAGES "4000"

/* Statements. */

void base_break(struct base *base, const char *reason) {
    if (base->is_broken)
        return;
    base->is_broken = true;
    text_clear(&base->trouble);
    text_put(&base->trouble, "the data folder ");
    text_put(&base->trouble, text_string(&base->folder));
    text_put(&base->trouble, " cannot be used: ");
    text_put(&base->trouble, reason);
}

static void break_by_sqlite(struct base *base) {
    base_break(base, base->database ? sqlite3_errmsg(base->database) : "it is closed");
}

sqlite3_stmt *base_query(struct base *base, enum query query) {
    sqlite3_stmt **statement = &base->queries[query];
    if (base->is_broken)
        return NULL;
    if (!*statement && sqlite3_prepare_v3(base->database, query_texts[query], -1,
                                          SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
        break_by_sqlite(base);
    return base->is_broken ? NULL : *statement;
}

/* Resets a statement as soon as it has ended, because an open one would block the commit. */
bool base_step(struct base *base, sqlite3_stmt *statement) {
    if (base->is_broken)
        return false;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        break_by_sqlite(base);
    sqlite3_reset(statement);
    return false;
}

int64_t base_run(struct base *base, sqlite3_stmt *statement) {
    while (base_step(base, statement))
        ;
    return base->is_broken ? 0 : sqlite3_changes(base->database);
}

void bind_text(sqlite3_stmt *statement, int place, const char *text) {
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

const char *column_text(sqlite3_stmt *statement, int column, struct hold *hold) {
    const void *bytes = sqlite3_column_blob(statement, column);
    return hold_bytes(hold, bytes, (size_t)sqlite3_column_bytes(statement, column));
}

/* Opening. */

static bool set_up(struct base *base) {
    sqlite3_stmt *mode = NULL;
    sqlite3_extended_result_codes(base->database, 1);
    sqlite3_busy_timeout(base->database, PATIENCE_MS);
    if (base->is_reader)
        return sqlite3_exec(base->database, "pragma query_only=on", NULL, NULL, NULL) == SQLITE_OK;
    bool is_wal = sqlite3_prepare_v2(base->database, "pragma journal_mode=wal", -1, &mode, NULL) ==
                      SQLITE_OK &&
                  sqlite3_step(mode) == SQLITE_ROW &&
                  strcmp((const char *)sqlite3_column_text(mode, 0), "wal") == 0;
    is_wal &= sqlite3_finalize(mode) == SQLITE_OK;
    return is_wal && sqlite3_exec(base->database,
                                  "pragma synchronous=full;pragma secure_delete=on;"
                                  "pragma trusted_schema=off;pragma cell_size_check=on;"
                                  "pragma wal_autocheckpoint=" LOG_PAGES,
                                  NULL, NULL, NULL) == SQLITE_OK;
}

static int64_t read_batch(struct base *base) {
    sqlite3_stmt *query = base_query(base, QUERY_BATCH);
    int64_t batch = base_step(base, query) ? sqlite3_column_int64(query, 0) : 0;
    sqlite3_reset(query);
    return batch;
}

/* Opens the file; it must exist unless `may_make`. False with the trouble. */
static bool open_database(struct base *base, bool may_make) {
    struct text why = {0};
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (may_make ? SQLITE_OPEN_CREATE : 0);
    base->is_broken = base->is_unsynced = false;
    if (sqlite3_open_v2(base->path.data, &base->database, flags,
                        base->vfs.length ? base->vfs.data : NULL) != SQLITE_OK ||
        !set_up(base))
        break_by_sqlite(base);
    else if (base->is_reader ? !schema_check(base->database, schema_version, &why)
                             : !schema_migrate(base->database, schema_steps, schema_version, &why))
        base_break(base, text_string(&why));
    text_free(&why);
    return !base->is_broken;
}

static void close_database(struct base *base) {
    for (int i = 0; i < QUERIES; i++) {
        sqlite3_finalize(base->queries[i]);
        base->queries[i] = NULL;
    }
    must(sqlite3_close(base->database) == SQLITE_OK);
    base->database = NULL;
}

/* Names the process that holds the lock, as it wrote into the lock file. */
static void say_in_use(struct base *base) {
    char process[16] = "";
    ssize_t count = pread(base->lock, process, sizeof process - 1, 0);
    process[count > 0 ? strspn(process, "0123456789") : 0] = '\0';
    text_put(&base->trouble, "another server uses the data folder ");
    text_put(&base->trouble, text_string(&base->folder));
    text_put(&base->trouble, process[0] ? " (process " : "");
    text_put(&base->trouble, process);
    text_put(&base->trouble, process[0] ? ")" : "");
}

/* The lock is released with the process, however that ends. */
static bool lock_folder(struct base *base) {
    struct text path = {0};
    char process[16];
    text_put(&path, text_string(&base->folder));
    text_put(&path, "lock");
    base->lock = open(path.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    text_free(&path);
    if (base->lock < 0 || flock(base->lock, LOCK_EX | LOCK_NB) != 0) {
        if (base->lock >= 0 && errno == EWOULDBLOCK)
            say_in_use(base);
        else
            base_break(base, strerror(errno));
        return false;
    }
    int count = snprintf(process, sizeof process, "%ld\n", (long)getpid());
    bool is_named =
        ftruncate(base->lock, 0) == 0 && pwrite(base->lock, process, (size_t)count, 0) > 0;
    (void)is_named; /* the process id is only information for others */
    return true;
}

/* Created here, because SQLite would create a file that others may read. */
static bool make_file(struct base *base) {
    int file = open(base->path.data, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    else
        base_break(base, strerror(errno));
    return file >= 0;
}

static bool open_folder(struct base *base) {
    if (!base->is_reader && !disk_make_folders(base->path.data)) {
        base_break(base, strerror(errno));
        return false;
    }
    if (!base->is_reader && (!lock_folder(base) || !make_file(base)))
        return false;
    if (!open_database(base, !base->is_reader))
        return false;
    base->batch = read_batch(base);
    return !base->is_broken;
}

static void base_close(void *context) {
    struct base *base = context;
    close_database(base);
    if (base->lock >= 0)
        close(base->lock);
    text_free(&base->folder);
    text_free(&base->path);
    text_free(&base->vfs);
    text_free(&base->trouble);
    text_free(&base->damaged);
    free(base);
}

/* Transactions. */

/* A pragma takes effect when it is prepared, so it cannot be cached as the other statements are. */
static void set_sync(struct base *base, bool is_full) {
    if (base->is_broken || base->is_unsynced == !is_full)
        return;
    if (sqlite3_exec(base->database,
                     is_full ? "pragma synchronous=full" : "pragma synchronous=normal", NULL, NULL,
                     NULL) != SQLITE_OK)
        break_by_sqlite(base);
    base->is_unsynced = !is_full;
}

static bool base_begin(void *context, enum writing writing) {
    struct base *base = context;
    bool is_writing = writing != WRITES_NOTHING;
    base->is_writing = is_writing && !base->is_reader;
    if (is_writing && base->is_reader)
        base_break(base, "it was opened only to be read");
    if (base->is_writing)
        set_sync(base, writing == WRITES_ALL);
    base_run(base, base_query(base, QUERY_BEGIN));
    if (!base->is_writing)
        return !base->is_broken;
    sqlite3_stmt *batch = base_query(base, QUERY_SET_BATCH);
    sqlite3_bind_int64(batch, 1, ++base->batch);
    base_run(base, batch);
    return !base->is_broken;
}

static void base_run_request(void *context, const struct store_request *request,
                             struct store_answer *answer, struct hold *hold) {
    struct base *base = context;
    if (request->does >= STORE_PUT_PERSON)
        people_run(base, request, answer, hold);
    else
        tables_run(base, request, answer, hold);
}

/* Removes forgotten data from the log. The transaction is committed whether this succeeds or
 * not. */
static void empty_log(struct base *base) {
    if (base->has_forgotten)
        sqlite3_wal_checkpoint_v2(base->database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    base->has_forgotten = false;
}

static bool base_commit(void *context) {
    struct base *base = context;
    base_run(base, base_query(base, QUERY_COMMIT));
    if (!base->is_broken)
        empty_log(base);
    return !base->is_broken;
}

/* Commits an empty transaction: a checkpoint with nothing to write does not test the disk. */
static bool can_write(struct base *base) {
    base_run(base, base_query(base, QUERY_BEGIN));
    base_run(base, base_query(base, QUERY_TRY));
    base_run(base, base_query(base, QUERY_COMMIT));
    return !base->is_broken;
}

/* `batch` stays that of the doubtful transaction until its outcome is known. */
static enum recovered base_recover(void *context, bool *is_written) {
    struct base *base = context;
    close_database(base);
    if (!open_database(base, false))
        return RECOVERED_NOT;
    if (!base->is_reader &&
        sqlite3_wal_checkpoint_v2(base->database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) !=
            SQLITE_OK)
        break_by_sqlite(base);
    int64_t batch = read_batch(base);
    if (base->is_broken)
        return RECOVERED_NOT;
    *is_written = base->is_writing && batch == base->batch;
    base->batch = batch;
    base->is_writing = base->has_forgotten = false;
    return base->is_reader || can_write(base) ? RECOVERED_FULLY : RECOVERED_KNOWN;
}

static const char *base_trouble(void *context) {
    const struct base *base = context;
    return text_string(&base->trouble);
}

static void base_release_memory(void *context) {
    struct base *base = context;
    if (base->database)
        sqlite3_db_release_memory(base->database);
}

static const struct backend sqlite_backend = {.begin = base_begin,
                                              .run = base_run_request,
                                              .commit = base_commit,
                                              .recover = base_recover,
                                              .trouble = base_trouble,
                                              .release_memory = base_release_memory,
                                              .close = base_close};

struct store *store_open(const char *folder, const struct store_plan *plan, struct text *why) {
    struct base *base = must_alloc(sizeof *base);
    size_t length = strlen(folder);
    base->lock = -1;
    base->is_reader = plan->is_reader;
    text_put(&base->folder, folder);
    text_put(&base->folder, length && folder[length - 1] == '/' ? "" : "/");
    text_put(&base->path, base->folder.data);
    text_put(&base->path, "tables.db");
    text_put(&base->vfs, plan->vfs ? plan->vfs : "");
    if (open_folder(base))
        return store_new(&sqlite_backend, base, plan);
    text_clear(why);
    text_put(why, text_string(&base->trouble));
    base_close(base);
    return NULL;
}
