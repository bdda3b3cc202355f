/* backup.c: copies the file of a store while a server uses it.
 *
 * All pages are read in one transaction, which in WAL mode blocks no writer. The copy is written
 * under a temporary name, synced, checked and renamed last. */
#include "sqlite_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "disk/disk.h"

enum { PATIENCE_MS = 10000 };

static bool fail(struct text *why, const char *what, const char *reason) {
    text_put(why, what);
    text_put(why, reason);
    return false;
}

static bool copy(sqlite3 *from, sqlite3 *to, struct text *why) {
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
    bool is_ended = !backup || sqlite3_backup_finish(backup) == SQLITE_OK;
    return (code == SQLITE_DONE && is_ended) ||
           fail(why, "the copy cannot be made: ", sqlite3_errmsg(to));
}

/* True if the copy is intact. */
static bool check(sqlite3 *database, struct text *why) {
    sqlite3_stmt *query = NULL;
    bool is_whole =
        sqlite3_prepare_v2(database, "pragma quick_check(1)", -1, &query, NULL) == SQLITE_OK &&
        sqlite3_step(query) == SQLITE_ROW &&
        strcmp((const char *)sqlite3_column_text(query, 0), "ok") == 0;
    sqlite3_finalize(query);
    return is_whole || fail(why, "the copy is not whole: ", sqlite3_errmsg(database));
}

/* Creates the file with permissions for its owner alone before SQLite opens it. */
static bool make(const char *path, struct text *why) {
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file >= 0)
        close(file);
    return file >= 0 || fail(why, "the copy cannot be written: ", strerror(errno));
}

static bool copy_to(sqlite3 *from, const char *part, struct text *why) {
    sqlite3 *to = NULL;
    struct text wrong = {0};
    bool is_ours = schema_check(from, schema_version, &wrong) ||
                   fail(why, "the file cannot be copied: ", text_string(&wrong));
    text_free(&wrong);
    if (!is_ours || !make(part, why))
        return false;
    bool is_open = sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK ||
                   fail(why, "the copy cannot be opened: ", sqlite3_errmsg(to));
    bool is_copied = is_open && copy(from, to, why) && check(to, why);
    sqlite3_close(to);
    return is_copied;
}

bool store_backup(const char *folder, const char *to, struct text *why) {
    struct text path = {0}, part = {0};
    sqlite3 *from = NULL;
    size_t length = strlen(folder);
    text_put(&path, folder);
    text_put(&path, length && folder[length - 1] == '/' ? "tables.db" : "/tables.db");
    text_put(&part, to);
    text_put(&part, ".part");
    bool is_done = false;
    if (access(to, F_OK) == 0)
        fail(why, "there is a file already: ", to);
    else if (access(path.data, F_OK) != 0)
        fail(why, "there is no journal in this folder: ", folder);
    else if (sqlite3_open_v2(path.data, &from, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK)
        fail(why, "the journal cannot be opened: ", sqlite3_errmsg(from));
    else {
        unlink(part.data); /* left over from an interrupted backup */
        sqlite3_busy_timeout(from, PATIENCE_MS);
        is_done = copy_to(from, part.data, why);
        if (is_done && !disk_move(part.data, to))
            is_done = fail(why, "the copy cannot be named: ", strerror(errno));
        if (!is_done)
            unlink(part.data);
    }
    sqlite3_close(from);
    text_free(&path);
    text_free(&part);
    return is_done;
}
