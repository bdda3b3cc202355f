/* test_aside.c: a table that crashed the process twice is quarantined: its people get an error, all
 * other tables continue. */
#include "tavern_test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/null/null.h"
#include "unit/test.h"

/* A child process that crashes while it processes a table. */
static void die_with(const char *path, const char *table) {
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct text why = {0};
        struct rlimit none = {0, 0};
        int nowhere = open("/dev/null", O_WRONLY);
        setrlimit(RLIMIT_CORE, &none);
        dup2(nowhere, 1);
        dup2(nowhere, 2);
        struct guard *guard = guard_open(path, &why);
        if (!guard)
            _exit(1);
        guard_enter(guard, table, "0 bid 2");
        abort();
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static struct store_answer *read_table(const char *table) {
    struct store_request request = {.does = STORE_READ, .table = table};
    struct store_answer *answer;
    store_send(server.store, &request);
    store_work(server.store);
    answer = store_take(server.store);
    assert_non_null(answer);
    assert_int_equal(answer->result, STORE_DONE);
    return answer;
}

static void assert_told(const char *answer, const char *code, const char *key) {
    assert_non_null(answer);
    assert_string_equal(server_field(answer, "code"), code);
    assert_string_equal(server_field(answer, "key"), key);
}

/* The log, and the answer to the last command. */
static int64_t a_moment(void) {
    return 1763270000123;
}

static void assert_reported(int file, const char *table) {
    char line[512] = "", expected[512];
    snprintf(expected, sizeof expected,
             "{\"time\":\"2025-11-16T05:13:20.123Z\",\"level\":\"error\",\"event\":\"table_aside\","
             "\"table\":\"%s\"}\n",
             table);
    assert_true(read(file, line, sizeof line - 1) > 0);
    assert_string_equal(line, expected);
}

static void note_order(void *context, uint64_t order, const char *why) {
    char *told = context;
    snprintf(told, 100, "%d %s", (int)order, why ? why : "done");
}

static void order(const char *verb, const char *what, const char *expected) {
    char told[100] = "";
    static uint64_t number;
    char numbered[120];
    server.plan.order_context = told;
    server.plan.ordered = note_order;
    server_crash(&server);
    tavern_order(server.tavern, ++number, verb, what, server.now);
    server_work(&server);
    snprintf(numbered, sizeof numbered, "%d %s", (int)number, expected);
    assert_string_equal(told, numbered);
}

static void its_people_are_told_and_the_rest_plays_on(void **state) {
    (void)state;
    char folder[] = "/tmp/spelunke-aside-XXXXXX", path[64], made[2][40], code[2][16], where[100];
    struct text why = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/at-work", folder);
    server_open(&server, true);
    const char *owner = server_guest(&server, "Ada"), *stranger = server_guest(&server, "Eve");
    for (int i = 0; i < 2; i++) {
        const struct server_reply *reply =
            server_http(&server, "POST", "/api/tables", owner, "{\"game\":\"null\",\"seats\":2}");
        strcpy(made[i], server_field(reply->body, "table"));
        strcpy(code[i], server_field(reply->body, "code"));
    }
    die_with(path, made[0]);
    die_with(path, made[0]);
    server.guard = guard_open(path, &why);
    assert_non_null(server.guard);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct reporter reporter = {.file = ends[1], .level = REPORT_ERROR, .now = a_moment};
    server.plan.reporter = &reporter;
    server_crash(&server);
    assert_reported(ends[0], made[0]);
    server.plan.reporter = NULL;
    struct player ada = {
        .server = &server, .token = owner, .connection = server_join(&server, owner, "device-1")};
    struct player eve = {.server = &server,
                         .token = stranger,
                         .connection = server_join(&server, stranger, "device-2")};
    strcpy(ada.table, made[0]);
    strcpy(eve.table, made[0]);
    assert_false(player_ask(&ada, "watch", ""));
    assert_told(player_answer(&ada), "forbidden", "tavern.aside");
    assert_false(player_ask(&eve, "watch", "")); /* it is not for her, as before */
    assert_told(player_answer(&eve), "unknown_table", "tavern.unknown_table");
    snprintf(where, sizeof where, "/api/tables/%s", made[0]);
    assert_int_equal(server_http(&server, "GET", where, owner, NULL)->status, 403);
    strcpy(ada.table, made[1]);
    assert_true(player_ask(&ada, "watch", ""));
    assert_true(player_ask(&ada, "sit", ""));
    struct store_answer *answer = read_table(made[0]);
    assert_int_equal(answer->entries[0].state, STORE_ASIDE);
    const struct store_row *last = &answer->rows[answer->row_count - 1];
    assert_string_equal(last->kind, "aside");
    assert_int_equal(last->body_size, strlen("0 bid 2"));
    assert_memory_equal(last->body, "0 bid 2", last->body_size);
    store_answer_free(answer);
    /* It stays quarantined after a restart without a guard. */
    guard_close(server.guard);
    server.guard = NULL;
    server_crash(&server);
    ada.connection = server_join(&server, owner, "device-1");
    strcpy(ada.table, made[0]);
    assert_false(player_ask(&ada, "watch", ""));
    assert_told(player_answer(&ada), "forbidden", "tavern.aside");
    /* The operator closes it. */
    order("close", "nowhere", "there is no such table");
    order("open", made[0], "the server does not know this order");
    order("close", "../tables", "that is neither an id nor an address");
    order("close", made[0], "done");
    order("close", made[0], "the table has ended already");
    answer = read_table(made[0]);
    assert_int_equal(answer->entries[0].state, STORE_CLOSED);
    assert_int_equal(answer->entries[0].ended, server.now);
    store_answer_free(answer);
    server_close(&server);
    close(ends[0]);
    close(ends[1]);
    unlink(path);
    rmdir(folder);
}

static void (*draw)(void *context, void *bytes, size_t size);

/* The disk fails as soon as the server starts. */
static void draw_and_fail(void *context, void *bytes, size_t size) {
    memory_set_fault(server.memory, MEMORY_LOSES);
    draw(context, bytes, size);
}

/* Otherwise the next start, whose guard no longer lists it, would load it again. */
static void it_is_set_aside_when_the_disk_works(void **state) {
    (void)state;
    char folder[] = "/tmp/spelunke-aside-XXXXXX", path[64];
    struct text why = {0};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/at-work", folder);
    server_open(&server, true);
    struct made made = make(server_guest(&server, "Ada"), "{\"game\":\"null\",\"seats\":2}");
    die_with(path, made.table);
    die_with(path, made.table);
    server.guard = guard_open(path, &why);
    assert_non_null(server.guard);
    draw = server.plan.random;
    server.plan.random = draw_and_fail;
    server_crash(&server);
    server_pass(&server, 12000);
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, 12000);
    struct store_answer *answer = read_table(made.table);
    assert_int_equal(answer->entries[0].state, STORE_ASIDE);
    assert_int_equal(answer->row_count, 2);
    store_answer_free(answer);
    guard_close(server.guard);
    server_close(&server);
    unlink(path);
    rmdir(folder);
}

/* A planted fault: a copy of the null game that fails when it is told to. */
static enum { FAILS_NEVER, FAILS_IN_RULES, FAILS_IN_VIEWS } fails;
static struct game planted;

static void plant_apply(void *state, int seat, const void *action, struct events *events) {
    if (fails == FAILS_IN_RULES)
        abort();
    null_game.apply(state, seat, action, events);
}

static void plant_view(const void *view, int seat, struct text *out) {
    if (fails == FAILS_IN_VIEWS)
        abort();
    null_game.view_json(view, seat, out);
}

static struct player players[2];

/* Operations on the table; its players are seated, but not connected. */
static void read_log(const char *table) {
    fails = FAILS_IN_RULES;
    get(players[0].token, "/api/tables/%s/log", table);
}

static void read_replay(const char *table) {
    fails = FAILS_IN_RULES;
    get(players[0].token, "/api/replays/%s", table);
}

static void read_proof(const char *table) {
    fails = FAILS_IN_RULES;
    get(players[0].token, "/api/tables/%s/proof", table);
}

static void load_it(const char *table) {
    (void)table;
    fails = FAILS_IN_RULES;
    player_return(&players[0]);
}

static void look_at_it(const char *table) {
    (void)table;
    player_return(&players[0]);
    fails = FAILS_IN_VIEWS;
    player_return(&players[1]);
}

static void wake_it(const char *table) {
    (void)table;
    player_return(&players[0]);
    player_return(&players[1]);
    server_pass(&server, 140000);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 0); /* it rests */
    fails = FAILS_IN_VIEWS;
    player_ask(&players[0], "say", "\"text\":\"hello\"");
}

static void recover_it(const char *table) {
    (void)table;
    player_return(&players[0]);
    memory_set_fault(server.memory, MEMORY_LOSES);
    player_ask(&players[0], "say", "\"text\":\"hello\"");
    memory_set_fault(server.memory, MEMORY_WORKS);
    fails = FAILS_IN_VIEWS;
    server_pass(&server, 5000);
}

/* Runs an operation in a child process; the guard must name the table as the cause of the crash. */
static void assert_cause(const char *path, void (*act)(const char *table), const char *table) {
    struct text why = {0};
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        dup2(open("/dev/null", O_WRONLY), 2);
        server.guard = guard_open(path, &why);
        server_crash(&server);
        act(table);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    struct guard *guard = guard_open(path, &why);
    assert_non_null(guard);
    const char *cause = guard_cause(guard, 0);
    assert_string_equal(cause ? cause : "", table);
    guard_close(guard);
    unlink(path);
}

/* Also when the match is only read: otherwise a match that crashes a newer program would do so each
 * time somebody looks at it. */
static void whatever_calls_its_game_counts(void **state) {
    static const struct game *const games[] = {&planted, NULL};
    char folder[] = "/tmp/spelunke-aside-XXXXXX", path[64];
    (void)state;
    planted = null_game;
    planted.apply = plant_apply;
    planted.view_json = plant_view;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/at-work", folder);
    server_open(&server, true);
    server.plan.games = games;
    server_crash(&server); /* it begins with this plan */
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 2);
    assert_cause(path, load_it, made.table);
    assert_cause(path, look_at_it, made.table);
    assert_cause(path, wake_it, made.table);
    assert_cause(path, recover_it, made.table);
    play(players, 1000);
    assert_cause(path, read_log, made.table);
    assert_cause(path, read_replay, made.table);
    assert_cause(path, read_proof, made.table);
    server_close(&server);
    rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_people_are_told_and_the_rest_plays_on),
        cmocka_unit_test(it_is_set_aside_when_the_disk_works),
        cmocka_unit_test(whatever_calls_its_game_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
