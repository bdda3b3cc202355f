/* file.c: the file of a pool, an SQLite database with a row for each take.
 *
 * SQLite lets several threads and programs read and write at once, and the file stays valid if one
 * of them is killed. In WAL mode readers do not wait for writers. Invariants: a file contains takes
 * of one build only, which is named in it; a recording has a checksum over its build and its
 * number, so that one in the wrong row is detected. */
#include "pool_inside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sodium.h>
#include <sqlite3.h>

#include <spelunke/must.h>

#include "disk/disk.h"

enum { PAGE_BYTES = 4096, PATIENCE_MS = 1000, TRIES = 50, CHECKSUM_BYTES = 16 };

struct pool_file {
    struct text path;  /* kept here, because SQLite has none for a file that it could not open */
    const char *build; /* the plan's, which outlives the file */
    sqlite3 *database;
    sqlite3_stmt *read, *write, *has, *drop;
};

static void set_reason(struct text *why, const char *what, const char *path, const char *reason) {
    text_clear(why);
    text_put(why, what);
    text_put(why, path);
    text_put(why, reason ? ": " : "");
    text_put(why, reason ? reason : "");
}

/* Translates a result code of SQLite. A statement that it cannot compile means that the tables are
 * not those of a pool. */
static enum pool_file_result result_of(struct pool_file *file, int code, struct text *why) {
    const char *path = text_string(&file->path);
    switch (code & 255) {
    case SQLITE_OK:
    case SQLITE_ROW:
        return POOL_FILE_OK;
    case SQLITE_DONE:
        return POOL_FILE_NOTHING;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return POOL_FILE_BUSY;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:
        set_reason(why, "the pool of throws is damaged: ", path, NULL);
        return POOL_FILE_DAMAGED;
    default:
        set_reason(why, "cannot use the pool of throws ", path,
                   file->database ? sqlite3_errmsg(file->database) : sqlite3_errstr(code));
        return POOL_FILE_TROUBLE;
    }
}

static int run(struct pool_file *file, const char *statements) {
    return sqlite3_exec(file->database, statements, NULL, NULL, NULL);
}

static int prepare(struct pool_file *file, const char *statement, sqlite3_stmt **out) {
    return sqlite3_prepare_v2(file->database, statement, -1, out, NULL);
}

static void put_pragma(struct text *out, const char *name, int64_t value) {
    text_put(out, "pragma ");
    text_put(out, name);
    text_put_char(out, '=');
    text_put_number(out, value);
    text_put_char(out, ';');
}

/* A crash of the machine may lose the last rows, but not damage the file: rows are synced before
 * they move from the log to the file. Only patient connections, and closing, wait for the disk. */
static int set_up(struct pool_file *file, const struct pool_file_plan *plan) {
    struct text pragmas = {0};
    sqlite3_busy_timeout(file->database, plan->is_patient ? PATIENCE_MS : 0);
    put_pragma(&pragmas, "page_size", PAGE_BYTES);
    put_pragma(&pragmas, "synchronous", plan->is_patient ? 1 : 0);
    text_put(&pragmas, "pragma journal_mode=wal;");
    put_pragma(&pragmas, "wal_autocheckpoint", plan->is_patient ? 1000 : 0);
    put_pragma(&pragmas, "max_page_count", plan->bytes_max / PAGE_BYTES);
    int code = run(file, pragmas.data);
    text_free(&pragmas);
    return code;
}

/* "immediate", because another program may be doing the same. */
static int make_tables(struct pool_file *file, const char *build) {
    sqlite3_stmt *about = NULL;
    int code = run(file, "begin immediate;"
                         "create table if not exists about(build text not null);"
                         "create table if not exists throws(take integer primary key,"
                         " recording blob not null, seal blob not null);");
    if (code == SQLITE_OK)
        code = prepare(file, "insert into about select ?1 where not exists(select * from about)",
                       &about);
    if (code == SQLITE_OK) {
        sqlite3_bind_text(about, 1, build, -1, SQLITE_STATIC);
        code = sqlite3_step(about);
    }
    sqlite3_finalize(about);
    return code == SQLITE_DONE ? run(file, "commit") : code;
}

/* SQLITE_DONE if there are no tables, SQLITE_ROW if there are. If this fails, a file that is just
 * being created must not be taken for a damaged one. */
static int look_for_tables(struct pool_file *file) {
    sqlite3_stmt *names = NULL;
    int code = prepare(file, "select * from sqlite_schema", &names);
    if (code == SQLITE_OK)
        code = sqlite3_step(names);
    sqlite3_finalize(names);
    return code;
}

/* SQLITE_NOTADB also if the file is of another build. */
static int check_build(struct pool_file *file, const char *build) {
    sqlite3_stmt *about = NULL;
    int code = prepare(file, "select build from about", &about);
    if (code == SQLITE_OK)
        code = sqlite3_step(about);
    const char *named = code == SQLITE_ROW ? (const char *)sqlite3_column_text(about, 0) : NULL;
    if (code == SQLITE_DONE || (code == SQLITE_ROW && (!named || strcmp(named, build) != 0)))
        code = SQLITE_NOTADB;
    sqlite3_finalize(about);
    return code == SQLITE_ROW ? SQLITE_OK : code;
}

static int prepare_all(struct pool_file *file) {
    int code = prepare(file, "select recording, seal from throws where take=?1", &file->read);
    if (code == SQLITE_OK)
        code = prepare(file,
                       "insert into throws values(?1,?2,?3) on conflict(take) do update"
                       " set recording=excluded.recording, seal=excluded.seal"
                       " where recording<>excluded.recording or seal<>excluded.seal",
                       &file->write);
    if (code == SQLITE_OK)
        code = prepare(file, "select 1 from throws where take=?1", &file->has);
    if (code == SQLITE_OK)
        code = prepare(file, "delete from throws where take=?1", &file->drop);
    return code;
}

static int open_database(struct pool_file *file, const struct pool_file_plan *plan) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    int code = sqlite3_open_v2(plan->path, &file->database, flags, NULL);
    if (code == SQLITE_OK)
        code = set_up(file, plan);
    if (code == SQLITE_OK)
        code = look_for_tables(file);
    if (code == SQLITE_DONE)
        code = make_tables(file, plan->build);
    if (code == SQLITE_OK || code == SQLITE_ROW)
        code = check_build(file, plan->build);
    return code == SQLITE_OK ? prepare_all(file) : code;
}

static enum pool_file_result try_open(const struct pool_file_plan *plan, struct pool_file **out,
                                      struct text *why) {
    struct pool_file *file = must_alloc(sizeof *file);
    text_put(&file->path, plan->path);
    file->build = plan->build;
    enum pool_file_result result = result_of(file, open_database(file, plan), why);
    *out = result == POOL_FILE_OK ? file : NULL;
    if (result != POOL_FILE_OK)
        pool_file_close(file);
    return result;
}

/* Two programs that create the same file at once can deadlock, in which case SQLite does not
 * retry. */
static enum pool_file_result open_patiently(const struct pool_file_plan *plan,
                                            struct pool_file **out, struct text *why) {
    const struct timespec a_while = {.tv_nsec = 20000000};
    enum pool_file_result result = try_open(plan, out, why);
    for (int i = 1; i < TRIES && plan->is_patient && result == POOL_FILE_BUSY; i++) {
        nanosleep(&a_while, NULL);
        result = try_open(plan, out, why);
    }
    return result;
}

enum pool_file_result pool_file_open(const struct pool_file_plan *plan, struct pool_file **out,
                                     struct text *why) {
    *out = NULL;
    if (!disk_make_folders(plan->path)) {
        set_reason(why, "cannot make the folder of ", plan->path, strerror(errno));
        return POOL_FILE_TROUBLE;
    }
    enum pool_file_result result = open_patiently(plan, out, why);
    if (result != POOL_FILE_DAMAGED || !folder_remove(plan->path))
        return result;
    result = open_patiently(plan, out, why);
    if (result == POOL_FILE_OK)
        set_reason(why, "the pool of throws was damaged and is begun anew: ", plan->path, NULL);
    return result;
}

void pool_file_close(struct pool_file *file) {
    if (!file)
        return;
    sqlite3_finalize(file->read);
    sqlite3_finalize(file->write);
    sqlite3_finalize(file->has);
    sqlite3_finalize(file->drop);
    if (file->database) /* the last connection checkpoints the log */
        run(file, "pragma synchronous=1");
    sqlite3_close(file->database);
    text_free(&file->path);
    free(file);
}

/* Detects damage and mistakes; it is not a cryptographic secret. */
static void checksum_of(const struct pool_file *file, int take, const void *bytes, size_t size,
                        unsigned char checksum[CHECKSUM_BYTES]) {
    crypto_generichash_state state;
    unsigned char number[4];
    for (int i = 0; i < 4; i++)
        number[i] = (unsigned char)(take >> 8 * i & 255);
    crypto_generichash_init(&state, NULL, 0, CHECKSUM_BYTES);
    crypto_generichash_update(&state, (const unsigned char *)file->build, strlen(file->build) + 1);
    crypto_generichash_update(&state, number, sizeof number);
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, checksum, CHECKSUM_BYTES);
}

/* True if the row contains the recording of this take on this build. */
static bool has_checksum(struct pool_file *file, int take, const struct text *bytes) {
    unsigned char checksum[CHECKSUM_BYTES];
    const void *kept = sqlite3_column_blob(file->read, 1);
    checksum_of(file, take, text_string(bytes), bytes->length, checksum);
    return kept && sqlite3_column_bytes(file->read, 1) == CHECKSUM_BYTES &&
           memcmp(kept, checksum, CHECKSUM_BYTES) == 0;
}

enum pool_file_result pool_file_read(struct pool_file *file, int take, struct text *bytes,
                                     struct text *why) {
    sqlite3_bind_int(file->read, 1, take);
    enum pool_file_result result = result_of(file, sqlite3_step(file->read), why);
    const char *blob = result == POOL_FILE_OK ? sqlite3_column_blob(file->read, 0) : NULL;
    if (blob)
        text_put_bytes(bytes, blob, (size_t)sqlite3_column_bytes(file->read, 0));
    bool is_wrong = result == POOL_FILE_OK && !has_checksum(file, take, bytes);
    sqlite3_reset(file->read);
    if (is_wrong)
        text_clear(bytes); /* empty: not a recording */
    return result;
}

static int64_t ask_number(struct pool_file *file, const char *question) {
    sqlite3_stmt *statement = NULL;
    int64_t number = 0;
    if (prepare(file, question, &statement) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

static int64_t page_count(struct pool_file *file) {
    return ask_number(file, "pragma page_count");
}

/* SQLite reports "full" for the file limit and for the disk alike. A take needs several pages, so
 * the limit is reached when few of them are left. */
static enum pool_file_result result_of_full(struct pool_file *file, struct text *why) {
    enum { PAGES_OF_A_TAKE = 32 };
    if (page_count(file) + PAGES_OF_A_TAKE >= ask_number(file, "pragma max_page_count"))
        return POOL_FILE_FULL;
    set_reason(why, "cannot write the pool of throws ", text_string(&file->path),
               "the disk is full");
    return POOL_FILE_TROUBLE;
}

enum pool_file_result pool_file_write(struct pool_file *file, int take, const void *bytes,
                                      size_t size, struct text *why) {
    unsigned char checksum[CHECKSUM_BYTES];
    checksum_of(file, take, bytes, size, checksum);
    sqlite3_bind_int(file->write, 1, take);
    sqlite3_bind_blob(file->write, 2, bytes, (int)size, SQLITE_STATIC);
    sqlite3_bind_blob(file->write, 3, checksum, CHECKSUM_BYTES, SQLITE_STATIC);
    int code = sqlite3_step(file->write);
    enum pool_file_result result =
        (code & 255) == SQLITE_FULL ? POOL_FILE_FULL : result_of(file, code, why);
    sqlite3_reset(file->write);
    sqlite3_clear_bindings(file->write);
    if (result == POOL_FILE_FULL)
        return result_of_full(file, why);
    bool is_new = result == POOL_FILE_NOTHING && sqlite3_changes(file->database) > 0;
    return is_new ? POOL_FILE_OK : result;
}

static enum pool_file_result step_once(struct pool_file *file, sqlite3_stmt *statement, int take,
                                       struct text *why) {
    sqlite3_bind_int(statement, 1, take);
    enum pool_file_result result = result_of(file, sqlite3_step(statement), why);
    sqlite3_reset(statement);
    return result;
}

enum pool_file_result pool_file_has(struct pool_file *file, int take, struct text *why) {
    return step_once(file, file->has, take, why);
}

enum pool_file_result pool_file_drop(struct pool_file *file, int take, struct text *why) {
    return step_once(file, file->drop, take, why);
}

/* Ignores rows beyond the last kind, which no pool writes. */
static void count_row(sqlite3_stmt *row, int kinds, struct pool_facts *out) {
    int64_t kind = sqlite3_column_int64(row, 0);
    if (kind < 0 || kind >= kinds)
        return;
    out->kinds[kind].takes = sqlite3_column_int64(row, 1);
    out->kinds[kind].bytes = sqlite3_column_int64(row, 2);
}

enum pool_file_result pool_file_count(struct pool_file *file, int each, int kinds,
                                      struct pool_facts *out, struct text *why) {
    sqlite3_stmt *rows = NULL;
    int code = prepare(file,
                       "select take/?1, count(*), sum(length(recording)) from throws"
                       " where take>=0 group by 1",
                       &rows);
    if (code == SQLITE_OK)
        sqlite3_bind_int(rows, 1, each);
    while (code == SQLITE_OK || code == SQLITE_ROW) {
        code = sqlite3_step(rows);
        if (code == SQLITE_ROW)
            count_row(rows, kinds, out);
    }
    enum pool_file_result result = result_of(file, code, why);
    sqlite3_finalize(rows);
    out->bytes = page_count(file) * PAGE_BYTES;
    return result == POOL_FILE_NOTHING ? POOL_FILE_OK : result;
}
