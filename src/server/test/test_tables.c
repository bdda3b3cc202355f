/* test_tables.c: tables without viewers, damaged tables, rematches delayed by a failing disk or a
 * crash, names that change while somebody takes a seat, lists. */
#include "tavern_test.h"

#include <stdio.h>
#include <string.h>

#include "unit/test.h"

#define HOUR INT64_C(3600000)

static void leave(const struct player *player) {
    tavern_gone(server.tavern, (struct route){.connection = player->connection}, server.now);
    server_work(&server);
}

/* Reads a table from the store; claiming it also returns how often it was claimed. */
static struct store_answer *ask_store(enum store_does does, const char *table) {
    struct store_request request = {.does = does, .table = table, .tag = 1};
    while (!store_is_idle(server.store))
        server_work(&server);
    store_send(server.store, &request);
    store_work(server.store);
    struct store_answer *answer = store_take(server.store);
    assert_non_null(answer);
    assert_int_equal(answer->result, STORE_DONE);
    return answer;
}

static int rows_of(const char *table) {
    struct store_answer *answer = ask_store(STORE_READ, table);
    int rows = answer->row_count;
    store_answer_free(answer);
    return rows;
}

static int64_t claims_of(const char *table) {
    struct store_answer *answer = ask_store(STORE_CLAIM, table);
    int64_t epoch = answer->claim.epoch;
    store_answer_free(answer);
    return epoch;
}

static enum store_state state_of(const char *table) {
    struct store_answer *answer = ask_store(STORE_READ, table);
    enum store_state state = answer->entries[0].state;
    store_answer_free(answer);
    return state;
}

/* Tables without viewers. */

static bool is_reaction(uint64_t connection) {
    const char *shown = server_line(&server, connection, "\"turn\":{");
    return shown && strstr(strstr(shown, "\"turn\":{"), "\"reaction\":true");
}

/* The deadline of a reaction is not stored: loading the table again would restart it. */
static void a_reaction_ends_although_nobody_looks(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"42\","
                                      "\"clock\":{\"decide\":86400000,\"reserve\":0}}");
    assert_true(player_ask(&players[0], "hold", "\"on\":true"));
    assert_true(player_ask(&players[1], "hold", "\"on\":true"));
    for (int actions = 0; !is_reaction(players[0].connection); actions++) {
        assert_true(actions < 100);
        play(players, 1);
    }
    leave(&players[0]);
    leave(&players[1]);
    int rows = rows_of(made.table);
    server_pass(&server, 23 * HOUR);
    assert_int_equal(rows_of(made.table), rows);
    server_pass(&server, 2 * HOUR);
    assert_true(rows_of(made.table) > rows);
    assert_in_range(claims_of(made.table), 1, 10);
}

static void an_open_table_closes_after_a_day(void **state) {
    (void)state;
    struct made made =
        make(server_guest(&server, "Ada"), "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    server_pass(&server, 24 * HOUR - 60000);
    assert_int_equal(state_of(made.table), STORE_OPEN);
    server_pass(&server, 180000);
    assert_int_equal(state_of(made.table), STORE_CLOSED);
    assert_in_range(claims_of(made.table), 1, 3);
}

/* The day starts when the last viewer leaves, even without any action. */
static void a_look_keeps_an_open_table_for_a_day(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2}");
    struct player ada = {.server = &server, .token = owner, .device = "device-1"};
    strcpy(ada.table, made.table);
    server_pass(&server, 12 * HOUR);
    player_return(&ada);
    server_pass(&server, HOUR);
    leave(&ada);
    server_pass(&server, 24 * HOUR - 60000);
    assert_int_equal(state_of(made.table), STORE_OPEN);
    server_pass(&server, 180000);
    assert_int_equal(state_of(made.table), STORE_CLOSED);
    assert_in_range(claims_of(made.table), 1, 6);
}

/* A journal with a missing row is read once, and other tables are not affected. */
static void a_broken_table_is_alone(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    struct player ada = {.server = &server, .token = owner, .device = "device-1"};
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2}");
    struct made other = make(owner, "{\"game\":\"null\",\"seats\":2}");
    memory_break_table(server.memory, made.table);
    ada.connection = server_join(&server, owner, "device-1");
    strcpy(ada.table, made.table);
    assert_false(player_ask(&ada, "watch", ""));
    assert_string_equal(server_field(player_answer(&ada), "key"), "tavern.unreadable");
    assert_true(store_is_healthy(server.store));
    strcpy(ada.table, other.table);
    assert_true(player_ask(&ada, "watch", ""));
    server_pass(&server, 25 * HOUR); /* also when its time comes */
    assert_true(store_is_healthy(server.store));
    strcpy(ada.table, made.table);
    assert_false(player_ask(&ada, "watch", ""));
    assert_string_equal(server_field(player_answer(&ada), "key"), "tavern.unreadable");
}

static struct player players[2];

static int64_t test_now(void) {
    return server.now;
}

static struct reporter reporter;
static FILE *report_file;

/* The server starts again, and its log is kept. */
static void restart_with_log(void) {
    report_file = tmpfile();
    assert_non_null(report_file);
    reporter = (struct reporter){fileno(report_file), REPORT_ERROR, .now = test_now};
    server.plan.reporter = &reporter;
    server_crash(&server);
}

/* The log has one line, about this table. */
static void assert_reported_once(const char *table) {
    char log[2000] = "", expected[200];
    snprintf(expected, sizeof expected, "\"event\":\"table_unreadable\",\"table\":\"%s\"", table);
    rewind(report_file);
    size_t size = fread(log, 1, sizeof log - 1, report_file);
    fclose(report_file);
    server.plan.reporter = NULL;
    assert_non_null(strstr(log, expected));
    assert_ptr_equal(strchr(log, '\n'), log + size - 1);
}

static void a_broken_table_is_reported_once_after_a_start(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2}");
    memory_break_table(server.memory, made.table);
    restart_with_log();
    server_pass(&server, 25 * HOUR); /* its deadline comes */
    struct player ada = {.server = &server, .token = owner, .device = "device-1"};
    ada.connection = server_join(&server, owner, "device-1");
    strcpy(ada.table, made.table);
    for (int i = 0; i < 3; i++) {
        assert_false(player_ask(&ada, "watch", ""));
        server_pass(&server, HOUR);
    }
    assert_reported_once(made.table);
}

/* Its people look and do nothing, so that it hibernates; then one of them acts. */
static void a_broken_table_is_reported_once_when_it_wakes(void **state) {
    (void)state;
    restart_with_log();
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    server_pass(&server, 200000);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 0);
    memory_break_table(server.memory, made.table);
    for (int i = 0; i < 3; i++) {
        assert_false(player_ask(&players[0], "say", "\"text\":\"na?\""));
        server_pass(&server, HOUR);
    }
    assert_reported_once(made.table);
}

/* Its row was lost with a failed transaction, and its journal is damaged when it is read again. */
static void a_broken_table_is_reported_once_when_it_recovers(void **state) {
    (void)state;
    restart_with_log();
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    memory_set_fault(server.memory, MEMORY_LOSES);
    assert_true(player_act(&players[0], 0));
    server_work(&server);
    memory_break_table(server.memory, made.table);
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, HOUR);
    assert_false(player_ask(&players[0], "say", "\"text\":\"na?\""));
    assert_reported_once(made.table);
}

/* The exports of a finished match. */
static void a_broken_match_is_not_shown(void **state) {
    static const char *const forms[] = {"/api/tables/%s/log", "/api/replays/%s",
                                        "/api/tables/%s/proof"};
    (void)state;
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 1000);
    memory_break_table(server.memory, made.table);
    for (int i = 0; i < 3; i++)
        assert_refused(get(players[0].token, forms[i], made.table), 403, "forbidden");
}

/* Rematches. */

/* Both want a rematch: the second wish is on disk, and nothing was sent yet. */
static void want_a_rematch(void) {
    char text[100];
    begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 1000);
    assert_true(player_ask(&players[0], "again", ""));
    snprintf(text, sizeof text, "{\"t\":\"again\",\"n\":9001,\"table\":\"%s\"}", players[1].table);
    server_say(&server, players[1].connection, text);
    store_work(server.store);
}

static void assert_one_open_table(void) {
    char state[] = "/api/me?state=%s";
    const char *tables = strstr(get(players[0].token, state, "open")->body, "\"tables\":[{");
    assert_non_null(tables);
    const char *next = strstr(tables, "{\"table\"");
    assert_null(strstr(next + 1, "{\"table\""));
}

static void assert_one_rematch(void) {
    server_pass(&server, 20000);
    assert_non_null(server_line(&server, players[0].connection, "\"next\":[\""));
    assert_one_open_table();
}

static void a_rematch_is_made_after_a_crash(void **state) {
    (void)state;
    want_a_rematch();
    memory_set_fault(server.memory, MEMORY_LOSES);
    tavern_wake(server.tavern, server.now); /* the new table is lost */
    assert_non_null(server_line(&server, players[1].connection, "9001"));
    server_crash(&server);
    server_clear(&server);
    player_return(&players[0]);
    player_return(&players[1]);
    assert_one_rematch();
    server_crash(&server); /* what is named is not made again */
    player_return(&players[0]);
    server_pass(&server, 20000);
    assert_one_open_table();
}

static void a_rematch_is_named_when_the_disk_works(void **state) {
    (void)state;
    want_a_rematch();
    memory_set_fault(server.memory, MEMORY_KEEPS);
    tavern_wake(server.tavern, server.now);
    store_work(server.store); /* the new table is there, which shows later */
    tavern_wake(server.tavern, server.now);
    assert_false(player_ask(&players[0], "say", "\"text\":\"na?\""));
    memory_set_fault(server.memory, MEMORY_WORKS);
    assert_one_rematch();
}

/* Names that change meanwhile. */

static uint64_t send_name(const char *token, const char *name) {
    char body[80];
    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    return server_send_http(&server, "POST", "/api/me", token, body);
}

static int status_of(uint64_t request) {
    server_work(&server);
    assert_non_null(server_reply_of(&server, request));
    return server_reply_of(&server, request)->status;
}

/* How many people of this name sit there. */
static int count_names(const char *table, const char *name) {
    char member[80];
    int count = 0;
    const char *body = get(players[0].token, "/api/tables/%s", table)->body;
    snprintf(member, sizeof member, "\"name\":\"%s\"", name);
    while ((body = strstr(body, member))) {
        body++;
        count++;
    }
    return count;
}

static void two_cannot_take_one_name_at_once(void **state) {
    (void)state;
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2}");
    uint64_t first = send_name(players[0].token, "Zoe"),
             second = send_name(players[1].token, "ZOE");
    int statuses = status_of(first) + status_of(second);
    assert_int_equal(statuses, 200 + 409);
    assert_int_equal(count_names(made.table, "Zoe") + count_names(made.table, "ZOE"), 1);
    assert_int_equal(status_of(send_name(players[0].token, "Eva")), 200); /* it is over */
}

/* Whichever comes first: of him who changes his name, and her who has that name and sits down
 * or the other way round, one is refused. */
static void nobody_sits_down_under_a_coming_name(void **state) {
    (void)state;
    for (int steps = 0; steps < 4; steps++)
        for (int who = 0; who < 2; who++) {
            const char *owner = server_guest(&server, "Ada");
            struct made made = make(owner, "{\"game\":\"null\",\"seats\":2}");
            char text[100];
            players[0] = (struct player){.server = &server, .token = owner, .device = "device-1"};
            strcpy(players[0].table, made.table);
            player_return(&players[0]);
            assert_true(player_ask(&players[0], "sit", "\"seat\":0"));
            player_join(&players[1], &server, "Ben", "device-2", made.table, made.code);
            server_clear(&server);
            uint64_t request = send_name(players[who].token, who ? "Ada" : "Ben");
            for (int i = 0; i < steps; i++) {
                store_work(server.store);
                tavern_wake(server.tavern, server.now);
            }
            snprintf(text, sizeof text, "{\"t\":\"sit\",\"n\":9001,\"table\":\"%s\"}", made.table);
            server_say(&server, players[1].connection, text);
            bool is_renamed = status_of(request) == 200;
            server_work(&server);
            bool is_refused = server_line(&server, players[1].connection, "\"code\":\"taken\"");
            assert_true(is_refused || !is_renamed);
            assert_in_range(count_names(made.table, "Ada"), 0, 1);
            assert_in_range(count_names(made.table, "Ben"), 0, 1);
            assert_int_equal(count_names(made.table, who ? "Ada" : "Ben"), 1);
        }
}

static void a_rematch_has_no_two_of_one_name(void **state) {
    (void)state;
    begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 1000);
    assert_int_equal(status_of(send_name(players[0].token, "Zoe")), 200);
    assert_int_equal(status_of(send_name(players[1].token, "Zoe")), 200);
    assert_true(player_ask(&players[0], "again", ""));
    assert_true(player_ask(&players[1], "again", ""));
    assert_one_rematch();
    const char *at = strstr(server_line(&server, players[0].connection, "\"next\":[\""), "[\"") + 2;
    char next[40];
    snprintf(next, sizeof next, "%.*s", (int)strcspn(at, "\""), at);
    assert_int_equal(count_names(next, "Zoe"), 1);
}

/* Where watchers see later, lists and HTTP say no sooner than they that a match has begun or is
 * over, nor that another one is wanted; who sat there knows. */
static const char *state_said(const char *token, const char *table) {
    return server_field(get(token, "/api/tables/%s", table)->body, "state");
}

static bool is_listed(const char *state, const char *table) {
    return strstr(get(NULL, "/api/tables?state=%s", state)->body, table) != NULL;
}

static void lists_wait_for_what_watchers_see_later(void **state) {
    (void)state;
    server_pass(&server, 1000);
    struct made made =
        begin(players, "{\"game\":\"null\",\"seats\":2,\"public\":true,\"seed\":\"42\","
                       "\"options\":{\"rounds\":1},"
                       "\"watch\":{\"allowed\":true,\"delay\":100000}}");
    const char *looker = server_guest(&server, "Eve");
    uint64_t lobby = server_join(&server, looker, "device-9");
    assert_string_equal(state_said(looker, made.table), "open");
    assert_true(is_listed("open", made.table) && !is_listed("playing", made.table));
    server_pass(&server, 101000);
    assert_string_equal(state_said(looker, made.table), "playing");
    play(players, 1000);
    server_ask(&server, lobby, "{\"t\":\"lobby\",\"n\":1,\"on\":true}");
    assert_non_null(strstr(server_line(&server, lobby, "\"tables\""), made.table));
    assert_true(player_ask(&players[0], "again", ""));
    server_pass(&server, 2000);
    assert_string_equal(state_said(players[0].token, made.table), "over");
    assert_string_equal(state_said(looker, made.table), "playing");
    assert_non_null(strstr(get(looker, "/api/tables/%s", made.table)->body, "\"again\":[]"));
    assert_true(is_listed("playing", made.table) && !is_listed("over", made.table));
    assert_true(is_listed("playing&game=null", made.table));
    assert_false(is_listed("playing&game=drachen", made.table));
    assert_non_null(
        strstr(get(players[0].token, "/api/replays/%s", made.table)->body, "\"state\":\"over\""));
    server_crash(&server);
    assert_string_equal(state_said(looker, made.table), "playing");
    assert_non_null(strstr(get(looker, "/api/tables/%s", made.table)->body, "\"again\":[]"));
    assert_false(is_listed("over", made.table));
    server_pass(&server, 101000);
    assert_string_equal(state_said(looker, made.table), "over");
    assert_true(is_listed("over", made.table) && !is_listed("playing", made.table));
}

#define SEEN_LATER                                                                                 \
    "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\","                                              \
    "\"watch\":{\"allowed\":true,\"delay\":100000}"

/* The newest first, whichever state the store found them by. */
static void lists_are_in_order_also_of_what_is_seen_later(void **state) {
    (void)state;
    struct player others[2];
    struct made first = begin(players, SEEN_LATER ",\"public\":true}");
    server_pass(&server, 1000);
    struct made second =
        make(server_guest(&server, "Eve"), "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    server_pass(&server, 1000);
    struct made third = begin(others, SEEN_LATER ",\"public\":true}");
    const char *open = get(NULL, "/api/tables?state=%s", "open")->body;
    const char *at[] = {strstr(open, third.table), strstr(open, second.table),
                        strstr(open, first.table)};
    assert_true(at[0] && at[0] < at[1] && at[1] < at[2]);
}

static void a_private_table_is_on_no_list(void **state) {
    (void)state;
    struct made made = begin(players, SEEN_LATER "}");
    assert_false(is_listed("open", made.table) || is_listed("playing", made.table));
    server_pass(&server, 101000);
    play(players, 1000);
    assert_false(is_listed("playing", made.table) || is_listed("over", made.table));
}

static void the_lobby_hears_of_an_end_when_watchers_do(void **state) {
    (void)state;
    struct made made =
        begin(players, "{\"game\":\"null\",\"seats\":2,\"public\":true,\"seed\":\"42\","
                       "\"options\":{\"rounds\":1},"
                       "\"watch\":{\"allowed\":true,\"delay\":100000}}");
    uint64_t lobby = server_join(&server, server_guest(&server, "Eve"), "device-9");
    server_pass(&server, 101000);
    server_ask(&server, lobby, "{\"t\":\"lobby\",\"n\":1,\"on\":true}");
    server_pass(&server, 5000);
    int lists = server_count(&server, lobby, "\"tables\"");
    play(players, 1000);
    server_pass(&server, 5000);
    assert_int_equal(server_count(&server, lobby, "\"tables\""), lists);
    server_pass(&server, 101000);
    assert_null(strstr(server_line(&server, lobby, "\"tables\""), made.table));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(a_reaction_ends_although_nobody_looks),
        TEST(an_open_table_closes_after_a_day),
        TEST(a_look_keeps_an_open_table_for_a_day),
        TEST(a_broken_table_is_alone),
        TEST(a_broken_table_is_reported_once_after_a_start),
        TEST(a_broken_table_is_reported_once_when_it_wakes),
        TEST(a_broken_table_is_reported_once_when_it_recovers),
        TEST(a_broken_match_is_not_shown),
        TEST(a_rematch_is_made_after_a_crash),
        TEST(a_rematch_is_named_when_the_disk_works),
        TEST(two_cannot_take_one_name_at_once),
        TEST(nobody_sits_down_under_a_coming_name),
        TEST(a_rematch_has_no_two_of_one_name),
        TEST(lists_wait_for_what_watchers_see_later),
        TEST(lists_are_in_order_also_of_what_is_seen_later),
        TEST(a_private_table_is_on_no_list),
        TEST(the_lobby_hears_of_an_end_when_watchers_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
