/* test_hibernation.c: inactive tables with viewers are unloaded without any visible effect. */
#include "tavern_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/test.h"

static struct player players[2];
static struct made made;

enum { A_WHILE = 70000 };

static int loaded(void) {
    return (int)tavern_counter(server.tavern, COUNT_TABLES);
}

/* Two people play at a table that the first one owns. */
static void sit_down(const char *settings) {
    const char *owner = server_guest(&server, "Ada");
    made = make(owner, settings);
    players[0] = (struct player){.server = &server, .token = owner, .device = "device-1"};
    strcpy(players[0].table, made.table);
    player_return(&players[0]);
    player_join(&players[1], &server, "Ben", "device-2", made.table, made.code);
    assert_true(player_ask(&players[0], "sit", "\"seat\":0"));
    assert_true(player_ask(&players[1], "sit", "\"seat\":1"));
    assert_true(player_ask(&players[0], "start", ""));
}

static void hibernate(void) {
    assert_int_equal(loaded(), 1);
    server_pass(&server, A_WHILE);
    assert_int_equal(loaded(), 0);
}

/* Checks that message numbers of a connection have no gap from this line on; returns the last one.
 */
static int64_t assert_no_gap(uint64_t connection, int64_t last, int from) {
    for (int i = from; i < server.line_count; i++) {
        const char *text = server.lines[i].text;
        const char *s = strstr(text, "\"s\":");
        if (server.lines[i].connection != connection || server.lines[i].is_binary || !s ||
            strstr(text, "\"t\":\"state\""))
            continue;
        assert_int_equal(atoll(s + 4), last + 1);
        last++;
    }
    return last;
}

static int64_t last_s(uint64_t connection) {
    int64_t last = 0;
    for (int i = 0; i < server.line_count; i++) {
        const char *s = strstr(server.lines[i].text, "\"s\":");
        if (server.lines[i].connection == connection && s)
            last = atoll(s + 4);
    }
    return last;
}

static void a_match_goes_on_after_every_hibernation(void **state) {
    (void)state;
    sit_down("{\"game\":\"null\",\"seats\":2,\"seed\":\"42\",\"options\":{\"rounds\":4}}");
    int64_t last[2];
    int count = 0;
    for (int i = 0; i < 2; i++)
        last[i] = last_s(players[i].connection);
    while (!player_is_over(&players[0])) {
        int from = server.line_count;
        hibernate();
        count++;
        play(players, 1);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(server_count(&server, players[i].connection, "\"t\":\"state\""), 2);
            last[i] = assert_no_gap(players[i].connection, last[i], from);
        }
    }
    assert_true(count > 3);
    /* A finished match hibernates too. */
    server_pass(&server, A_WHILE);
    assert_int_equal(loaded(), 0);
}

/* Whether the last turn sent is a reaction. */
static bool is_reaction(uint64_t connection) {
    bool is_one = false;
    for (int i = 0; i < server.line_count; i++) {
        const char *turn = strstr(server.lines[i].text, "\"turn\":{");
        if (server.lines[i].connection == connection && !server.lines[i].is_binary && turn)
            is_one = strstr(turn, "\"reaction\":true") != NULL;
    }
    return is_one;
}

/* Its random moments are not in the journal. */
static void a_reaction_keeps_it_awake(void **state) {
    (void)state;
    sit_down("{\"game\":\"drachen\",\"seats\":2,\"seed\":\"42\",\"clock\":{\"decide\":86400000}}");
    assert_true(player_ask(&players[0], "hold", "\"on\":true"));
    assert_true(player_ask(&players[1], "hold", "\"on\":true"));
    for (int actions = 0; !is_reaction(players[0].connection); actions++) {
        assert_true(actions < 100);
        play(players, 1);
    }
    server_pass(&server, A_WHILE);
    assert_true(is_reaction(players[0].connection));
    assert_int_equal(loaded(), 1);
}

static void lists_show_who_is_there(void **state) {
    (void)state;
    char path[80];
    sit_down("{\"game\":\"null\",\"seats\":2,\"public\":true}");
    struct player watcher;
    player_join(&watcher, &server, "Cem", "device-3", made.table, made.code);
    snprintf(path, sizeof path, "/api/tables/%s", made.table);
    char *before = strdup(server_http(&server, "GET", path, players[0].token, NULL)->body);
    assert_non_null(before);
    assert_non_null(strstr(before, "\"watchers\":1"));
    assert_non_null(strstr(before, "\"here\":\"yes\""));
    hibernate();
    assert_string_equal(server_http(&server, "GET", path, players[0].token, NULL)->body, before);
    assert_int_equal(loaded(), 0);
    free(before);
}

/* A watcher who came with the code need not send it again. */
static void who_looks_may_still_ask(void **state) {
    (void)state;
    sit_down("{\"game\":\"null\",\"seats\":2}");
    struct player watcher, stranger;
    player_join(&watcher, &server, "Cem", "device-3", made.table, made.code);
    hibernate();
    stranger = watcher;
    stranger.token = server_guest(&server, "Dia");
    stranger.connection = server_join(&server, stranger.token, "device-4");
    assert_false(player_ask(&stranger, "watch", ""));
    assert_non_null(strstr(player_answer(&stranger), "unknown_table"));
    assert_int_equal(loaded(), 0);
    assert_true(player_ask(&watcher, "say", "\"text\":\"na?\""));
    assert_int_equal(loaded(), 1);
}

static void who_leaves_is_missed(void **state) {
    (void)state;
    sit_down("{\"game\":\"null\",\"seats\":2}");
    hibernate();
    server_clear(&server);
    tavern_gone(server.tavern, (struct route){.connection = players[0].connection}, server.now);
    server_pass(&server, 11000);
    assert_int_equal(server_count(&server, players[1].connection, "\"away\""), 1);
    assert_int_equal(server_count(&server, players[1].connection, "\"t\":\"state\""), 0);
    server_pass(&server, 50000);
    assert_int_equal(server_count(&server, players[1].connection, "\"gone\""), 1);
    server_pass(&server, A_WHILE);
    assert_int_equal(loaded(), 0); /* who is left looks on */
    player_return(&players[0]);
    play(players, 1000);
}

static void a_stream_is_resumed(void **state) {
    (void)state;
    char more[80];
    sit_down("{\"game\":\"null\",\"seats\":2}");
    play(players, 1);
    int64_t s = last_s(players[1].connection);
    const char *stream =
        server_field(server_line(&server, players[1].connection, "\"t\":\"state\""), "stream");
    snprintf(more, sizeof more, "\"stream\":\"%s\",\"s\":%lld", stream, (long long)s);
    hibernate();
    players[1].connection = server_join(&server, players[1].token, "device-2");
    players[1].n += 1000;
    assert_true(player_ask(&players[1], "watch", more));
    assert_non_null(strstr(player_answer(&players[1]), "\"resumed\":true"));
    assert_int_equal(server_count(&server, players[1].connection, "\"t\":\"state\""), 0);
}

/* The name of the stream is enough, as at a loaded table. */
static void a_watcher_resumes_without_the_code(void **state) {
    (void)state;
    char more[80];
    sit_down("{\"game\":\"null\",\"seats\":2}");
    struct player watcher;
    player_join(&watcher, &server, "Cem", "device-3", made.table, made.code);
    int64_t s = last_s(watcher.connection);
    const char *stream =
        server_field(server_line(&server, watcher.connection, "\"t\":\"state\""), "stream");
    snprintf(more, sizeof more, "\"stream\":\"%s\",\"s\":%lld", stream, (long long)s);
    hibernate();
    watcher.connection = server_join(&server, watcher.token, "device-3");
    watcher.n += 1000;
    assert_true(player_ask(&watcher, "watch", more));
    assert_non_null(strstr(player_answer(&watcher), "\"resumed\":true"));
}

static void time_wakes_it(void **state) {
    (void)state;
    sit_down("{\"game\":\"null\",\"seats\":2,\"clock\":{\"decide\":3600000,\"reserve\":0}}");
    hibernate();
    server_clear(&server);
    server_pass(&server, 3600000 - 2 * A_WHILE);
    assert_int_equal(loaded(), 0);
    assert_null(server_line(&server, players[0].connection, "\"t\":\"step\""));
    server_pass(&server, 2 * A_WHILE);
    assert_non_null(server_line(&server, players[0].connection, "\"t\":\"step\""));
    assert_int_equal(server_count(&server, players[0].connection, "\"t\":\"state\""), 0);
}

static void a_name_is_learned(void **state) {
    (void)state;
    sit_down("{\"game\":\"null\",\"seats\":2}");
    hibernate();
    server_clear(&server);
    assert_int_equal(
        server_http(&server, "POST", "/api/me", players[0].token, "{\"name\":\"Eva\"}")->status,
        200);
    server_work(&server);
    assert_non_null(server_line(&server, players[1].connection, "Eva"));
    play(players, 1000);
}

static void it_rests_until_the_disk_works(void **state) {
    (void)state;
    sit_down("{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    hibernate();
    memory_set_fault(server.memory, MEMORY_LOSES);
    assert_false(player_ask(&players[1], "say", "\"text\":\"na?\""));
    tavern_gone(server.tavern, (struct route){.connection = players[0].connection}, server.now);
    server_pass(&server, 3000);
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, 15000);
    assert_int_equal(server_count(&server, players[1].connection, "\"away\""), 1);
    player_return(&players[0]);
    play(players, 1000);
}

static void note_order(void *context, uint64_t order, const char *why) {
    (void)order;
    snprintf(context, 100, "%s", why ? why : "done");
}

static void the_operator_closes_it(void **state) {
    (void)state;
    char told[100] = "";
    server.plan.order_context = told;
    server.plan.ordered = note_order;
    server_crash(&server); /* it begins with this plan */
    sit_down("{\"game\":\"null\",\"seats\":2}");
    hibernate();
    server_clear(&server);
    tavern_order(server.tavern, 1, "close", made.table, server.now);
    server_work(&server);
    assert_string_equal(told, "done");
    assert_non_null(server_line(&server, players[1].connection, "\"over\""));
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(a_match_goes_on_after_every_hibernation),
        TEST(a_reaction_keeps_it_awake),
        TEST(lists_show_who_is_there),
        TEST(who_looks_may_still_ask),
        TEST(who_leaves_is_missed),
        TEST(a_stream_is_resumed),
        TEST(a_watcher_resumes_without_the_code),
        TEST(time_wakes_it),
        TEST(a_name_is_learned),
        TEST(it_rests_until_the_disk_works),
        TEST(the_operator_closes_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
