/* The pool: what pool.h guarantees, with a game whose takes cost nothing. */
#include "folder.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include <spelunke/must.h>
#include <spelunke/recording.h>

extern const struct game null_game;

/* A game that has only takes: 3 kinds of 8. */
enum { KINDS = 3, EACH = 8, TAKES = KINDS * EACH, OUTCOME_BYTES = 20000 };

static struct recording *make(int take, bool (*goes_on)(void *context), void *context) {
    struct recording *recording = recording_new(60, 1, 1);
    unsigned char outcome[OUTCOME_BYTES];
    memset(outcome, take + 1, sizeof outcome);
    (void)goes_on, (void)context;
    recording_add(
        recording,
        &(struct frame){.count = 1, .slow = 1, .held = -1, .bodies[0].at[0] = 1000 * take});
    recording_end(recording, outcome, sizeof outcome);
    return recording;
}

/* Never ends by itself. */
static struct recording *make_for_ever(int take, bool (*goes_on)(void *context), void *context) {
    (void)take;
    while (goes_on(context))
        sched_yield();
    return NULL;
}

static void say_kind(int kind, struct message *out) {
    message_start(out, "polterfass.throw_of");
    message_number(out, "barrels", kind);
}

static void build_one(struct text *out) {
    text_put(out, "engine-1 program-one");
}

static void build_two(struct text *out) {
    text_put(out, "engine-1 program-two");
}

static void build_unnamed(struct text *out) {
    text_put(out, "engine-1 program-unknown");
}

static const struct takes takes = {KINDS, EACH, say_kind, make};
static const struct takes endless = {KINDS, EACH, say_kind, make_for_ever};
static const struct sim sim_one = {.hz = 60, .takes = &takes, .build = build_one};
static const struct sim sim_two = {.hz = 60, .takes = &takes, .build = build_two};
static const struct sim sim_unnamed = {.hz = 60, .takes = &takes, .build = build_unnamed};
static const struct sim sim_endless = {.hz = 60, .takes = &endless, .build = build_one};
static const struct game one = {.key = "fake", .sim = &sim_one};
static const struct game two = {.key = "fake", .sim = &sim_two};
static const struct game unnamed = {.key = "fake", .sim = &sim_unnamed};
static const struct game never_done = {.key = "fake", .sim = &sim_endless};

static struct pool *open_pool(void **state, const struct game *game) {
    struct pool *pool = pool_open(&(struct pool_plan){.game = game, .folder = *state});
    assert_non_null(pool);
    return pool;
}

static bool has(struct pool *pool, int take) {
    const struct shelf *shelf = pool_shelf(pool);
    struct recording *found = shelf->find(shelf->context, take);
    size_t size = 0;
    if (found) {
        const unsigned char *outcome = recording_outcome(found, &size);
        assert_int_equal(size, OUTCOME_BYTES);
        assert_int_equal(outcome[0], take + 1);
    }
    recording_free(found);
    return size > 0;
}

static bool yes(void *context) {
    (void)context;
    return true;
}

static void keep(struct pool *pool, int take) {
    const struct shelf *shelf = pool_shelf(pool);
    struct recording *recording = make(take, yes, NULL);
    shelf->keep(shelf->context, take, recording);
    recording_free(recording);
}

static void change(const char *path, const char *statement) {
    sqlite3 *database;
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static void write_at(const char *path, long at, const void *bytes, size_t size) {
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    assert_true(file >= 0);
    assert_int_equal(pwrite(file, bytes, size, at), size);
    close(file);
}

static void what_is_kept_is_found(void **state) {
    struct pool *pool = open_pool(state, &one), *other = open_pool(state, &one);
    assert_false(has(pool, 3));
    keep(pool, 3);
    keep(pool, 3);
    assert_true(has(pool, 3));
    assert_true(has(other, 3));
    assert_false(has(other, 4));
    pool_close(pool);
    pool_close(other);
    pool = open_pool(state, &one);
    assert_true(has(pool, 3));
    assert_trouble(pool, NULL);
    pool_close(pool);
}

static void nothing_is_opened_before_somebody_asks(void **state) {
    struct pool *pool = open_pool(state, &one);
    struct pool_facts facts;
    assert_true(pool_look(pool, &facts));
    assert_int_equal(facts.bytes, 0);
    assert_int_equal(access(pool_path(pool), F_OK), -1);
    pool_close(pool);
}

static void only_what_has_a_name_is_kept(void **state) {
    assert_null(pool_open(&(struct pool_plan){.game = &null_game, .folder = *state}));
    assert_null(pool_open(&(struct pool_plan){.game = &unnamed, .folder = *state}));
    assert_null(pool_shelf(NULL));
    pool_close(NULL);
}

static void another_build_has_another_file(void **state) {
    struct pool *pool = open_pool(state, &one), *other = open_pool(state, &two);
    assert_string_not_equal(pool_path(pool), pool_path(other));
    keep(pool, 3);
    assert_false(has(other, 3));
    pool_close(pool);
    pool_close(other);
}

static void a_file_of_another_build_is_begun_anew(void **state) {
    struct pool *pool = open_pool(state, &one), *other = open_pool(state, &two);
    keep(pool, 3);
    struct text path = {0};
    text_put(&path, pool_path(pool));
    pool_close(pool);
    assert_int_equal(rename(path.data, pool_path(other)), 0);
    assert_false(has(other, 3));
    assert_trouble(other, "begun anew");
    keep(other, 3);
    assert_true(has(other, 3));
    pool_close(other);
    text_free(&path);
}

/* Whatever build the file names: the checksum of a recording covers its build. */
static void a_recording_of_another_build_is_not_taken(void **state) {
    struct pool *pool = open_pool(state, &one), *other = open_pool(state, &two);
    struct text path = {0}, statement = {0};
    keep(pool, 3);
    text_put(&path, pool_path(pool));
    pool_close(pool);
    text_put(&statement, "update about set build='");
    build_two(&statement);
    text_put(&statement, "'");
    change(path.data, statement.data);
    assert_int_equal(rename(path.data, pool_path(other)), 0);
    assert_false(has(other, 3));
    keep(other, 3);
    assert_true(has(other, 3));
    pool_close(other);
    text_free(&path);
    text_free(&statement);
}

static void a_damaged_entry_is_made_anew(void **state) {
    static const char *const damages[] = {
        "update throws set recording=substr(recording,1,length(recording)-1)",
        "update throws set recording=substr(recording,1,9)", /* has not ended */
        "update throws set recording=x'00'",
        "update throws set recording=zeroblob(0)",
        "update throws set recording='text'",
        "update throws set recording=7",
    };
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        struct pool *pool = open_pool(state, &one);
        keep(pool, 3);
        assert_true(has(pool, 3));
        change(pool_path(pool), damages[i]);
        assert_false(has(pool, 3));
        keep(pool, 3);
        assert_true(has(pool, 3));
        assert_trouble(pool, NULL);
        pool_close(pool);
    }
}

/* The checksum covers the number of the take: in another row, with its own checksum or with that
 * row's, the recording is refused and the take is computed again. */
static void a_recording_in_the_row_of_another_take_is_not_taken(void **state) {
    static const char *const damage[] = {
        "update throws set take=-1 where take=0; update throws set take=0 where take=1;"
        "update throws set take=1 where take=-1",
        "update throws set recording=(select recording from throws where take=1) where take=0;"
        "update throws set recording=(select recording from throws where take=2) where take=1",
        "update throws set seal=zeroblob(16)",
        "update throws set seal=zeroblob(0)",
        "update throws set seal=substr(seal,1,15)",
    };
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        struct pool *pool = open_pool(state, &one);
        for (int take = 0; take < 3; take++) {
            keep(pool, take);
            assert_true(has(pool, take));
        }
        change(pool_path(pool), damage[i]);
        assert_false(has(pool, 0));
        assert_false(has(pool, 1));
        keep(pool, 0);
        keep(pool, 1);
        assert_true(has(pool, 0));
        assert_true(has(pool, 1));
        pool_close(pool);
    }
}

static void a_damaged_file_is_begun_anew(void **state) {
    static const char rubbish[] = "This is no pool of throws, but a file of the same name.";
    struct pool *pool = open_pool(state, &one);
    write_at(pool_path(pool), 0, rubbish, sizeof rubbish);
    assert_false(has(pool, 3));
    assert_trouble(pool, "damaged");
    keep(pool, 3);
    assert_true(has(pool, 3));
    pool_close(pool);
}

static void other_tables_are_begun_anew(void **state) {
    struct pool *pool = open_pool(state, &one);
    change(pool_path(pool), "create table guests(name text)");
    keep(pool, 3);
    assert_true(has(pool, 3));
    assert_trouble(pool, "damaged");
    pool_close(pool);
}

/* All but the first pages are overwritten, which is noticed only by a lookup. */
static void damage_inside_ends_the_use_of_the_file(void **state) {
    struct pool *pool = open_pool(state, &one);
    static const char wiped[8 * 4096] = {1};
    struct text path = {0};
    for (int take = 0; take < TAKES; take++)
        keep(pool, take);
    text_put(&path, pool_path(pool));
    pool_close(pool);
    write_at(path.data, 2 * 4096L, wiped, sizeof wiped);
    pool = open_pool(state, &one);
    for (int take = 0; take < TAKES; take++)
        assert_false(has(pool, take));
    keep(pool, 3);
    assert_trouble(pool, "damaged");
    pool_close(pool);
    pool = open_pool(state, &one);
    assert_false(has(pool, 3));
    assert_trouble(pool, NULL);
    pool_close(pool);
    text_free(&path);
}

static void a_folder_that_cannot_be_is_told(void **state) {
    struct text folder = {0};
    text_put(&folder, *state);
    text_put(&folder, "/file.db");
    write_at(folder.data, 0, "x", 1);
    text_put(&folder, "/below");
    struct pool *pool = pool_open(
        &(struct pool_plan){.game = &one, .folder = folder.data, .fills = POOL_FILLS_ALL});
    assert_false(has(pool, 3));
    keep(pool, 3);
    assert_false(has(pool, 3));
    assert_trouble(pool, "Not a directory");
    pool_close(pool);
    text_free(&folder);
}

/* A file of another user cannot be opened either; this one not even by root. */
static void a_file_that_cannot_be_opened_is_named(void **state) {
    struct pool *pool = open_pool(state, &one);
    assert_int_equal(mkdir(pool_path(pool), 0700), 0);
    assert_false(has(pool, 3));
    keep(pool, 3);
    assert_false(has(pool, 3));
    assert_trouble(pool, pool_path(pool));
    assert_trouble(pool, "unable to open");
    assert_int_equal(rmdir(pool_path(pool)), 0);
    pool_close(pool);
}

static void wait_a_little(void) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static void wait_for(const struct filler *filler) {
    while (!filler_is_done(filler))
        wait_a_little();
}

static void a_full_pool_takes_no_more(void **state) {
    struct pool *pool =
        pool_open(&(struct pool_plan){.game = &one, .folder = *state, .bytes_max = 20 * 4096});
    struct pool_facts facts;
    for (int take = 0; take < TAKES; take++)
        keep(pool, take);
    assert_true(pool_look(pool, &facts));
    assert_true(facts.bytes <= 20 * 4096);
    assert_true(facts.kinds[0].takes > 0 && facts.kinds[0].takes < EACH);
    assert_int_equal(facts.kinds[KINDS - 1].takes, 0);
    assert_true(has(pool, 0));
    struct filler *filler = filler_open(pool, &(struct fill_plan){.jobs = 1});
    wait_for(filler);
    assert_true(filler_is_full(filler));
    assert_int_equal(filler_made(filler), 0);
    filler_close(filler);
    assert_trouble(pool, NULL);
    pool_close(pool);
}

/* A shelf may drop entries rather than wait too long for a lock. */
static void *keep_all(void *context) {
    for (int take = 0; take < TAKES; take++)
        while (!has(context, take))
            keep(context, take);
    return NULL;
}

static void count_kinds(struct pool *pool, const int expected[KINDS]) {
    struct pool_facts facts;
    assert_true(pool_look(pool, &facts));
    for (int kind = 0; kind < KINDS; kind++)
        assert_int_equal(facts.kinds[kind].takes, expected[kind]);
}

static void count_all(struct pool *pool, int expected) {
    count_kinds(pool, (const int[KINDS]){expected, expected, expected});
}

/* Two pools are two connections, as of two programs; each is used by two threads. */
static void several_may_write_at_once(void **state) {
    struct pool *pools[] = {open_pool(state, &one), open_pool(state, &one)};
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, keep_all, pools[i % 2]), 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    count_all(pools[0], EACH);
    for (int take = 0; take < TAKES; take++)
        assert_true(has(pools[1], take));
    for (int i = 0; i < 2; i++) {
        assert_trouble(pools[i], NULL);
        pool_close(pools[i]);
    }
}

/* SQLite's default VFS, except that waiting is counted for each thread. */
static _Thread_local int waits;
static int (*wait_really)(sqlite3_vfs *vfs, int microseconds);

static int wait_counted(sqlite3_vfs *vfs, int microseconds) {
    waits++;
    return wait_really(vfs, microseconds);
}

static int count_waits(void **state) {
    static sqlite3_vfs counted;
    (void)state;
    counted = *sqlite3_vfs_find(NULL);
    wait_really = counted.xSleep;
    counted.xSleep = wait_counted;
    counted.zName = "counted";
    return sqlite3_vfs_register(&counted, 1) == SQLITE_OK ? 0 : -1;
}

static sqlite3 *hold_the_lock(const char *path) {
    sqlite3 *writer;
    assert_int_equal(sqlite3_open(path, &writer), SQLITE_OK);
    assert_int_equal(sqlite3_exec(writer, "begin immediate", NULL, NULL, NULL), SQLITE_OK);
    return writer;
}

/* At a table, where a pool fills itself, a click never waits for a writer: what is stored is found,
 * and what cannot be stored at once is dropped. */
static void a_table_waits_for_nobody(void **state) {
    struct pool_plan plan = {.game = &never_done, .folder = *state, .fills = POOL_FILLS_ALL};
    struct pool *pool = pool_open(&plan);
    waits = 0;
    keep(pool, 3);
    assert_true(has(pool, 3));
    sqlite3 *writer = hold_the_lock(pool_path(pool));
    keep(pool, 4);
    assert_true(has(pool, 3));
    assert_false(has(pool, 4));
    assert_int_equal(waits, 0);
    sqlite3_close(writer);
    keep(pool, 4);
    assert_true(has(pool, 4));
    assert_trouble(pool, NULL);
    pool_close(pool);
}

/* Nor for a file that is just being created; it is tried again the next time. */
static void a_file_in_the_making_is_left_to_its_maker(void **state) {
    struct pool_plan plan = {.game = &never_done, .folder = *state, .fills = POOL_FILLS_ALL};
    struct pool *pool = pool_open(&plan);
    waits = 0;
    change(pool_path(pool), "pragma journal_mode=wal");
    sqlite3 *writer = hold_the_lock(pool_path(pool));
    keep(pool, 3);
    assert_false(has(pool, 3));
    assert_int_equal(waits, 0);
    sqlite3_close(writer);
    keep(pool, 3);
    assert_true(has(pool, 3));
    assert_trouble(pool, NULL);
    pool_close(pool);
}

static void run_filler(struct pool *pool, int jobs, int64_t takes_max, int64_t made) {
    struct filler *filler = filler_open(pool, &(struct fill_plan){jobs, takes_max, false});
    assert_non_null(filler);
    wait_for(filler);
    assert_int_equal(filler_made(filler), made);
    assert_false(filler_is_full(filler));
    filler_close(filler);
}

static void a_filler_makes_what_is_missing(void **state) {
    struct pool *pool = open_pool(state, &one);
    keep(pool, 1);
    run_filler(pool, 1, 2, 2);
    assert_true(has(pool, 0) && has(pool, 2));
    assert_false(has(pool, 3));
    run_filler(pool, 3, 0, TAKES - 3);
    count_all(pool, EACH);
    run_filler(pool, 2, 0, 0);
    assert_trouble(pool, NULL);
    pool_close(pool);
}

/* The first take is stored by another pool while it is being computed; so this one skips ahead. */
static struct pool *faster;

static struct recording *make_too_late(int take, bool (*goes_on)(void *context), void *context) {
    if (take == 0)
        keep(faster, take);
    return make(take, goes_on, context);
}

static void a_filler_notices_that_another_was_faster(void **state) {
    static const struct takes late = {KINDS, EACH, say_kind, make_too_late};
    static const struct sim sim = {.hz = 60, .takes = &late, .build = build_one};
    static const struct game game = {.key = "fake", .sim = &sim};
    struct pool *pool = open_pool(state, &game);
    faster = open_pool(state, &one);
    run_filler(pool, 1, 0, 0);
    count_kinds(pool, (const int[KINDS]){1, 0, 0});
    pool_close(faster);
    pool_close(pool);
}

static void a_filler_stops_amid_a_take(void **state) {
    struct pool *pool = open_pool(state, &never_done);
    struct filler *filler = filler_open(pool, &(struct fill_plan){.jobs = 2});
    assert_false(filler_is_done(filler) || filler_has_failed(filler));
    filler_close(filler);
    assert_false(has(pool, 0));
    pool_close(pool);
}

static void a_pool_fills_itself_once_it_is_asked(void **state) {
    struct pool_plan plan = {.game = &one, .folder = *state, .fills = POOL_FILLS_ALL};
    struct pool *pool = pool_open(&plan);
    struct pool_facts facts = {0};
    has(pool, 0);
    while (facts.kinds[0].takes == 0) {
        wait_a_little();
        pool_look(pool, &facts);
    }
    assert_true(has(pool, 0));
    assert_trouble(pool, NULL);
    pool_close(pool);
}

/* A file that was last used this many days ago. */
static void make_file(void **state, const char *name, int days) {
    struct text path = {0};
    struct timespec times[2] = {{.tv_sec = time(NULL) - 24L * 3600 * days}, {0}};
    times[1] = times[0];
    text_put(&path, *state);
    text_put_char(&path, '/');
    text_put(&path, name);
    write_at(path.data, 0, "x", 1);
    assert_int_equal(utimensat(AT_FDCWD, path.data, times, 0), 0);
    text_free(&path);
}

static bool is_there(void **state, const char *name) {
    struct text path = {0};
    text_put(&path, *state);
    text_put_char(&path, '/');
    text_put(&path, name);
    bool is_there = access(path.data, F_OK) == 0;
    text_free(&path);
    return is_there;
}

static void files_of_old_builds_go(void **state) {
    struct pool *pool = open_pool(state, &one);
    make_file(state, "fake-a.db", 40);
    make_file(state, "fake-b.db", 5);
    make_file(state, "fake-c.db", 4);
    make_file(state, "fake-d.db", 3);
    make_file(state, "fake-d.db-wal", 3);
    make_file(state, "fake-e.db", 2);
    make_file(state, "other-a.db", 50);
    make_file(state, "fake2-a.db", 50);
    run_filler(pool, 1, 1, 1);
    assert_false(is_there(state, "fake-a.db") || is_there(state, "fake-b.db"));
    assert_true(is_there(state, "fake-c.db") && is_there(state, "fake-d.db") &&
                is_there(state, "fake-d.db-wal") && is_there(state, "fake-e.db"));
    assert_true(is_there(state, "other-a.db") && is_there(state, "fake2-a.db"));
    make_file(state, "fake-c.db", 31);
    run_filler(pool, 1, 1, 1);
    assert_false(is_there(state, "fake-c.db"));
    assert_true(is_there(state, "fake-d.db"));
    assert_true(has(pool, 0));
    pool_close(pool);
}

static void clearing_tells_what_went(void **state) {
    int files;
    int64_t bytes;
    make_file(state, "fake-a.db", 1);
    make_file(state, "fake-a.db-wal", 1);
    make_file(state, "other-b.db", 1);
    assert_true(pool_clear(*state, &files, &bytes));
    assert_int_equal(files, 2);
    assert_int_equal(bytes, 2);
    assert_false(is_there(state, "fake-a.db-wal"));
    assert_true(pool_clear("/tmp/spelunke-pool-that-is-not", &files, &bytes));
    assert_int_equal(files, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        POOL_TEST(what_is_kept_is_found),
        POOL_TEST(nothing_is_opened_before_somebody_asks),
        POOL_TEST(only_what_has_a_name_is_kept),
        POOL_TEST(another_build_has_another_file),
        POOL_TEST(a_file_of_another_build_is_begun_anew),
        POOL_TEST(a_recording_of_another_build_is_not_taken),
        POOL_TEST(a_damaged_entry_is_made_anew),
        POOL_TEST(a_recording_in_the_row_of_another_take_is_not_taken),
        POOL_TEST(a_damaged_file_is_begun_anew),
        POOL_TEST(other_tables_are_begun_anew),
        POOL_TEST(damage_inside_ends_the_use_of_the_file),
        POOL_TEST(a_folder_that_cannot_be_is_told),
        POOL_TEST(a_file_that_cannot_be_opened_is_named),
        POOL_TEST(a_full_pool_takes_no_more),
        POOL_TEST(several_may_write_at_once),
        POOL_TEST(a_table_waits_for_nobody),
        POOL_TEST(a_file_in_the_making_is_left_to_its_maker),
        POOL_TEST(a_filler_makes_what_is_missing),
        POOL_TEST(a_filler_notices_that_another_was_faster),
        POOL_TEST(a_filler_stops_amid_a_take),
        POOL_TEST(a_pool_fills_itself_once_it_is_asked),
        POOL_TEST(files_of_old_builds_go),
        POOL_TEST(clearing_tells_what_went),
    };
    return cmocka_run_group_tests(tests, count_waits, NULL);
}
