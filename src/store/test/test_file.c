/* The file of a store: versions, locking, what is left in it. */
#include "both.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "disk/disk.h"
#include "store/sqlite_inside.h"

static void path_of(const struct both *both, const char *name, struct text *out) {
    text_clear(out);
    text_put(out, both->folder.data);
    text_put(out, name);
}

/* Runs statements on the file while no store has it open. */
static void change_file(struct both *both, const char *statements) {
    struct text path = {0};
    sqlite3 *database = NULL;
    path_of(both, "/tables.db", &path);
    store_close(both->store);
    both->store = NULL;
    assert_int_equal(sqlite3_open(path.data, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, statements, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(database), SQLITE_OK);
    text_free(&path);
}

static void assert_refused(struct both *both, const char *part) {
    struct text why = {0};
    assert_null(both_open(both, &why));
    assert_non_null(strstr(text_string(&why), part));
    assert_non_null(strstr(text_string(&why), both->folder.data));
    text_free(&why);
}

static void a_newer_file_is_refused(void **state) {
    struct both *both = *state;
    made(both->store, "t");
    change_file(both, "pragma user_version=1000");
    assert_refused(both, "a newer version of this program wrote it");
    both->plan.is_reader = true;
    assert_refused(both, "a newer version of this program wrote it");
    both->plan.is_reader = false;
    change_file(both, "pragma user_version=1");
    both->store = both_open(both, NULL);
    assert_bodies(both->store, "t", ""); /* the file is unchanged */
}

static void another_programs_file_is_refused(void **state) {
    struct both *both = *state;
    change_file(both, "pragma application_id=7");
    assert_refused(both, "not a file of this program");
    change_file(both, "pragma application_id=0");
    assert_refused(both, "not a file of this program");
}

static void what_is_no_database_is_refused(void **state) {
    struct both *both = *state;
    struct text path = {0};
    path_of(both, "/tables.db", &path);
    store_close(both->store);
    both->store = NULL;
    assert_true(disk_write(path.data, "this is no database, is it?", 27));
    assert_refused(both, "file is not a database");
    text_free(&path);
}

static int64_t number_in(sqlite3 *database, const char *query) {
    sqlite3_stmt *statement = NULL;
    assert_int_equal(sqlite3_prepare_v2(database, query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return number;
}

/* A failed step leaves the file as the step before it did. */
static void migrations_are_taken_one_by_one(void **state) {
    static const char *const steps[] = {"create table a(x); insert into a values(1)",
                                        "alter table a add y; update a set y=x+1",
                                        "update a set y=9; insert into nowhere values(1)"};
    struct text why = {0};
    sqlite3 *database = NULL;
    (void)state;
    assert_int_equal(sqlite3_open(":memory:", &database), SQLITE_OK);
    assert_true(schema_migrate(database, steps, 1, &why));
    assert_int_equal(number_in(database, "pragma user_version"), 1);
    assert_false(schema_migrate(database, steps, 3, &why));
    assert_non_null(strstr(why.data, "no such table: nowhere"));
    assert_int_equal(number_in(database, "pragma user_version"), 2);
    assert_int_equal(number_in(database, "select y from a"), 2);
    text_clear(&why);
    assert_true(schema_migrate(database, steps, 2, &why));
    assert_false(schema_migrate(database, steps, 1, &why));
    assert_non_null(strstr(why.data, "a newer version"));
    sqlite3_close(database);
    text_free(&why);
}

static void a_reader_looks_while_the_server_runs(void **state) {
    struct both *both = *state;
    struct store_claim claim = made(both->store, "t");
    struct store_row row = a_row("a", "", 0);
    struct store_request request = appending(&claim, &row, 1);
    struct text why = {0};
    both->plan.is_reader = true;
    struct store *reader = both_open(both, &why);
    assert_non_null(reader);
    assert_bodies(reader, "t", "");
    assert_int_equal(result_of(both->store, &request), STORE_DONE);
    assert_bodies(reader, "t", "a");
    store_send(reader, &request);
    store_work(reader);
    store_work(reader);
    struct store_answer *answer = store_take(reader);
    assert_int_equal(answer->result, STORE_FAILED);
    store_answer_free(answer);
    assert_bodies(reader, "t", "a");
    store_close(reader);
    text_free(&why);
}

static void a_reader_makes_nothing(void **state) {
    struct both *both = *state;
    struct text why = {0}, folder = {0};
    struct store_plan plan = {.is_manual = true, .is_reader = true};
    text_put(&folder, both->folder.data);
    text_put(&folder, "/nothing");
    assert_null(store_open(folder.data, &plan, &why));
    assert_int_equal(access(folder.data, F_OK), -1);
    text_free(&folder);
    text_free(&why);
}

static void who_uses_a_folder_is_named(void **state) {
    struct text process = {0};
    text_put(&process, "(process ");
    text_put_number(&process, getpid());
    assert_refused(*state, process.data);
    text_free(&process);
}

static void files_are_their_owners_alone(void **state) {
    static const char *const names[] = {"/tables.db", "/tables.db-wal", "/lock"};
    struct both *both = *state;
    struct text path = {0};
    struct stat found;
    made(both->store, "t");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        path_of(both, names[i], &path);
        assert_int_equal(stat(path.data, &found), 0);
        assert_int_equal(found.st_mode & 0777, 0600);
    }
    text_free(&path);
}

static bool is_in_file(const struct both *both, const char *name, const char *word) {
    struct text path = {0}, bytes = {0};
    bool is_there = false;
    path_of(both, name, &path);
    assert_true(disk_read(path.data, 100000000, &bytes));
    for (size_t i = 0; i + strlen(word) <= bytes.length; i++)
        is_there |= memcmp(bytes.data + i, word, strlen(word)) == 0;
    text_free(&path);
    text_free(&bytes);
    return is_there;
}

static void what_was_forgotten_is_not_on_the_disk(void **state) {
    struct both *both = *state;
    struct store_claim claim = made(both->store, "t");
    struct store_row row = {.kind = "chat", .person = "ada", .words = "something embarrassing"};
    struct store_request ada = putting("ada", "Ada Lovelace", 1, 100),
                         append = appending(&claim, &row, 1),
                         forget = {.does = STORE_FORGET, .person = {.id = "ada"}};
    assert_int_equal(result_of(both->store, &ada), STORE_DONE);
    assert_int_equal(result_of(both->store, &append), STORE_DONE);
    assert_true(is_in_file(both, "/tables.db-wal", "something embarrassing"));
    assert_true(is_in_file(both, "/tables.db-wal", "Ada Lovelace"));
    assert_int_equal(result_of(both->store, &forget), STORE_DONE);
    static const char *const names[] = {"/tables.db", "/tables.db-wal"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_false(is_in_file(both, names[i], "embarrassing"));
        assert_false(is_in_file(both, names[i], "Lovelace"));
    }
}

static void a_folder_that_cannot_be_made_is_named(void **state) {
    struct text why = {0};
    struct store_plan plan = {.is_manual = true};
    (void)state;
    assert_null(store_open("/dev/null/data", &plan, &why));
    assert_non_null(strstr(why.data, "/dev/null/data"));
    assert_non_null(strstr(why.data, "Not a directory"));
    text_free(&why);
}

/* A match with a missing entry would be a different match: no rows are returned, and other tables
 * continue. */
static void a_journal_that_lacks_a_row_is_not_read(void **state) {
    struct both *both = *state;
    struct store_claim claim = made(both->store, "t"), other = made(both->store, "u");
    struct store_row rows[] = {a_row("a", "", 0), a_row("b", "", 0), a_row("c", "", 0)};
    struct store_request request = appending(&claim, rows, 3);
    assert_int_equal(result_of(both->store, &request), STORE_DONE);
    request = appending(&other, rows, 2);
    assert_int_equal(result_of(both->store, &request), STORE_DONE);
    change_file(both, "delete from journal where tab='t' and row=1");
    both->store = both_open(both, NULL);
    request = claiming("t");
    assert_int_equal(result_of(both->store, &request), STORE_BROKEN);
    assert_true(store_is_healthy(both->store));
    request = reading("t");
    assert_int_equal(result_of(both->store, &request), STORE_BROKEN);
    assert_true(store_is_healthy(both->store));
    assert_bodies(both->store, "u", "a b");
}

/* Overwrites the header of the journal page that contains `marker`. */
static void damage_page_with(struct both *both, const char *marker) {
    enum { PAGE = 4096, LEAF_OF_AN_INDEX = 10, HEAD = 64 };
    struct text path = {0}, file = {0};
    change_file(both, "pragma wal_checkpoint(truncate)");
    path_of(both, "/tables.db", &path);
    assert_true(disk_read(path.data, 1 << 24, &file));
    size_t length = strlen(marker), damaged = 0;
    for (size_t at = 0; at + length <= file.length && !damaged; at++)
        if (memcmp(file.data + at, marker, length) == 0 &&
            file.data[at / PAGE * PAGE] == LEAF_OF_AN_INDEX)
            damaged = at / PAGE * PAGE;
    assert_int_not_equal(damaged, 0);
    memset(file.data + damaged, 0xff, HEAD);
    assert_true(disk_write(path.data, file.data, file.length));
    text_free(&file);
    text_free(&path);
}

/* The first attempt to read it fails like a disk error. After that only this journal is refused. */
static void a_damaged_page_spoils_one_journal(void **state) {
    enum { TABLES = 3, ROWS = 12, SIZE = 900 };
    static const char *const names[TABLES] = {"a", "m", "z"};
    struct both *both = *state;
    char body[SIZE + 1], middle[SIZE + 1];
    struct store_row rows[ROWS];
    struct store_request request;
    for (int i = 0; i < TABLES; i++) {
        struct store_claim claim = made(both->store, names[i]);
        memset(body, names[i][0], SIZE);
        body[SIZE] = middle[SIZE] = '\0';
        memcpy(middle, body, SIZE);
        memcpy(middle, "in the middle of ", 17);
        for (int k = 0; k < ROWS; k++)
            rows[k] = a_row(k == ROWS / 2 ? middle : body, "", 0);
        request = appending(&claim, rows, ROWS);
        assert_int_equal(result_of(both->store, &request), STORE_DONE);
    }
    damage_page_with(both, "in the middle of mmm");
    both->store = both_open(both, NULL);
    request = claiming("m");
    store_send(both->store, &request);
    store_work(both->store);
    assert_false(store_is_healthy(both->store));
    store_work(both->store);
    assert_true(store_is_healthy(both->store));
    struct store_answer *answer = store_take(both->store);
    assert_non_null(answer);
    assert_int_equal(answer->result, STORE_FAILED);
    store_answer_free(answer);
    for (int i = 0; i < TABLES; i++) {
        enum store_result expected = i == 1 ? STORE_BROKEN : STORE_DONE;
        request = claiming(names[i]);
        assert_int_equal(result_of(both->store, &request), expected);
        assert_true(store_is_healthy(both->store));
        request = reading(names[i]);
        assert_int_equal(result_of(both->store, &request), expected);
        assert_true(store_is_healthy(both->store));
    }
}

/* Lists must read neither journals nor whole tables: checked by SQLite's query plan. */
static void lists_use_an_index(void **state) {
    static const enum query lists[] = {QUERY_LIST_PUBLIC,  QUERY_LIST_SEATED,  QUERY_LIST_OWNED,
                                       QUERY_LIST_DUE,     QUERY_FORGET_WORDS, QUERY_APPEND,
                                       QUERY_SWEEP_TOKENS, QUERY_CODE};
    struct both *both = *state;
    struct text path = {0}, explain = {0};
    sqlite3 *database = NULL;
    path_of(both, "/tables.db", &path);
    assert_int_equal(sqlite3_open(path.data, &database), SQLITE_OK);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        sqlite3_stmt *plan = NULL;
        text_clear(&explain);
        text_put(&explain, "explain query plan ");
        text_put(&explain, query_texts[lists[i]]);
        assert_int_equal(sqlite3_prepare_v2(database, explain.data, -1, &plan, NULL), SQLITE_OK);
        while (sqlite3_step(plan) == SQLITE_ROW)
            assert_null(strstr((const char *)sqlite3_column_text(plan, 3), "SCAN"));
        sqlite3_finalize(plan);
    }
    sqlite3_close(database);
    text_free(&path);
    text_free(&explain);
}

#define FILE_TEST(test) cmocka_unit_test_setup_teardown(test, both_set_up_file, both_tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        FILE_TEST(a_newer_file_is_refused),
        FILE_TEST(another_programs_file_is_refused),
        FILE_TEST(what_is_no_database_is_refused),
        cmocka_unit_test(migrations_are_taken_one_by_one),
        FILE_TEST(a_reader_looks_while_the_server_runs),
        FILE_TEST(a_reader_makes_nothing),
        FILE_TEST(who_uses_a_folder_is_named),
        FILE_TEST(files_are_their_owners_alone),
        FILE_TEST(what_was_forgotten_is_not_on_the_disk),
        cmocka_unit_test(a_folder_that_cannot_be_made_is_named),
        FILE_TEST(a_journal_that_lacks_a_row_is_not_read),
        FILE_TEST(a_damaged_page_spoils_one_journal),
        FILE_TEST(lists_use_an_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
