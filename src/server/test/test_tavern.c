/* test_tavern.c: tables of a tavern: playing, loading, unloading, failing disks, crashes. */
#include "tavern_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit/test.h"

#define DAY INT64_C(86400000)

/* Matches. */

static void a_match_is_played_to_its_end(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    assert_refused(get(players[0].token, "/api/tables/%s/log", made.table), 409, "not_over");
    play(players, 1000);
    assert_true(tavern_counter(server.tavern, COUNT_ACTIONS) > 3);
    assert_true(tavern_counter(server.tavern, COUNT_ENTRIES) >
                tavern_counter(server.tavern, COUNT_ACTIONS));
    const struct server_reply *reply = get(NULL, "/api/tables/%s/log", made.table);
    assert_int_equal(reply->status, 200);
    assert_non_null(strstr(reply->type, "text/plain"));
    assert_non_null(strstr(reply->body, "null"));
    reply = get(NULL, "/api/replays/%s?view=all", made.table);
    assert_int_equal(reply->status, 200);
    assert_non_null(strstr(reply->body, "\"views\""));
    /* Everybody who knows the id of a finished private table may see it, but not the code. */
    assert_string_equal(server_field(reply->body, "state"), "over");
    assert_null(strstr(reply->body, "\"code\""));
    assert_refused(get(NULL, "/api/tables/%s", made.table), 404, "unknown_table");
    assert_refused(get(NULL, "/api/replays/%s?view=7", made.table), 400, "bad_request");
    assert_non_null(strstr(get(players[0].token, "/api/me?state=%s", "over")->body, made.table));
    assert_refused(get(NULL, "/api/tables/%s/films/7", made.table), 404, "unknown_path");
}

/* W-62: the page's verification of the dice equals that of `spelunke verify`. */
static void the_dice_of_a_finished_match_are_thrown_once_more(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    char path[80];
    snprintf(path, sizeof path, "/api/tables/%s/proof", made.table);
    assert_refused(get(players[0].token, "%s", path), 409, "not_over");
    play(players, 1000);
    uint64_t first = server_send_http(&server, "GET", path, NULL, NULL);
    uint64_t second = server_send_http(&server, "GET", path, NULL, NULL);
    server_work(&server);
    const struct server_reply *reply = server_reply_of(&server, first);
    assert_int_equal(reply->status, 200);
    assert_non_null(strstr(reply->body, "\"misfit\":null"));
    assert_null(strstr(reply->body, "\"drawn\":0"));
    assert_non_null(strstr(reply->body, "\"scripted\":0"));
    const struct server_reply *table = get(players[0].token, "/api/tables/%s", made.table);
    char commitment[80];
    snprintf(commitment, sizeof commitment, "%s", server_field(table->body, "commitment"));
    assert_string_equal(server_field(server_reply_of(&server, first)->body, "commitment"),
                        commitment);
    assert_refused(server_reply_of(&server, second), 429, "rate");
    assert_int_equal(get(NULL, "%s", path)->status, 200);
    assert_true(tavern_is_quiet(server.tavern));
}

static void watchers_who_see_later_read_later(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\","
                                      "\"watch\":{\"allowed\":true,\"delay\":60000}}");
    play(players, 1000);
    const char *other = server_guest(&server, "Eve");
    assert_int_equal(get(players[0].token, "/api/tables/%s/log", made.table)->status, 200);
    /* Same as during the match: nothing reveals that it is over. */
    assert_refused(get(other, "/api/tables/%s/log", made.table), 404, "unknown_table");
    assert_refused(get(NULL, "/api/replays/%s", made.table), 404, "unknown_table");
    server_pass(&server, 59000);
    assert_refused(get(NULL, "/api/replays/%s", made.table), 404, "unknown_table");
    server_pass(&server, 1000);
    assert_int_equal(get(other, "/api/tables/%s/log", made.table)->status, 200);
    assert_int_equal(get(NULL, "/api/replays/%s", made.table)->status, 200);
}

static void the_end_of_a_public_table_is_read_later(void **state) {
    (void)state;
    struct player players[2];
    struct made made =
        begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\",\"public\":true,"
                       "\"watch\":{\"allowed\":true,\"delay\":60000}}");
    assert_refused(get(NULL, "/api/tables/%s/log", made.table), 409, "not_over");
    play(players, 1000);
    assert_refused(get(NULL, "/api/tables/%s/log", made.table), 409, "not_over");
    server_pass(&server, 60000);
    assert_int_equal(get(NULL, "/api/tables/%s/log", made.table)->status, 200);
}

/* Requests the film that a seat was sent over HTTP; returns the status. */
static int film_status(const struct player *player, const char *table, const char *token) {
    char path[100];
    const char *step = server_line(&server, player->connection, "\"film\":");
    assert_non_null(step);
    const char *number = strstr(step, "\"film\":") + strlen("\"film\":");
    snprintf(path, sizeof path, "/api/tables/%s/films/%.*s", table,
             (int)strspn(number, "0123456789"), number);
    return get(token, "%s", path)->status;
}

/* Current viewers may fetch the film at once, delayed watchers after the end. */
static void a_film_is_for_those_who_see_it_now(void **state) {
    (void)state;
    for (int delay = 0; delay <= 60000; delay += 60000) {
        struct player players[2];
        char settings[200];
        snprintf(settings, sizeof settings,
                 "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\",\"public\":true,"
                 "\"options\":{\"slow_deal\":true},\"watch\":{\"allowed\":true,\"delay\":%d}}",
                 delay);
        struct made made = begin(players, settings);
        server_pass(&server, 5000);
        assert_int_equal(film_status(&players[0], made.table, players[0].token), 200);
        assert_int_equal(film_status(&players[0], made.table, NULL), delay ? 409 : 200);
    }
}

static void two_connections_of_a_person_see_the_same(void **state) {
    (void)state;
    struct player players[2], phone;
    begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    phone = players[0];
    phone.device = "device-9";
    player_return(&phone);
    const char *state_line = server_line(&server, phone.connection, "\"t\":\"state\"");
    assert_non_null(state_line);
    assert_non_null(strstr(state_line, "\"seat\":0"));
    int compared = 0, from = server.line_count;
    play(players, 2);
    for (int i = from; i < server.line_count; i++) {
        const char *text = server.lines[i].text;
        if (server.lines[i].connection != players[0].connection || !strstr(text, "\"t\":\"step\""))
            continue;
        compared++;
        assert_int_equal(server_count(&server, phone.connection, text), 1);
    }
    assert_true(compared > 0);
}

static void a_process_that_dies_loses_nothing(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    for (int deaths = 0; deaths < 30 && !player_is_over(&players[0]); deaths++) {
        for (int i = 0; i < 2; i++) {
            if (!player_act(&players[i], (unsigned)deaths))
                continue;
            /* The crash happens before the commit, or between commit and answer. */
            char sent[1200];
            strcpy(sent, players[i].sent);
            if (deaths % 2)
                store_work(server.store);
            else
                memory_set_fault(server.memory, MEMORY_LOSES);
            int64_t n = players[i].n;
            server_crash(&server);
            player_return(&players[0]);
            player_return(&players[1]);
            server_ask(&server, players[i].connection, sent);
            players[i].n = n;
            const char *answer = player_answer(&players[i]);
            players[i].n = n + 1001;
            if (!answer || !strstr(answer, "\"done\""))
                fail_msg("%s: %s", sent, answer ? answer : "nothing");
            assert_int_equal(strstr(answer, "\"again\":true") != NULL, deaths % 2);
            break;
        }
        server_pass(&server, 200);
    }
    play(players, 1000);
    assert_int_equal(get(NULL, "/api/tables/%s/log", made.table)->status, 200);
}

/* Disks. */

static void a_disk_that_fails_is_told_and_play_goes_on(void **state) {
    (void)state;
    struct player players[2];
    begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    assert_int_equal(get(NULL, "/healthz%s", "")->status, 200);
    memory_set_fault(server.memory, MEMORY_LOSES);
    int i = player_act(&players[0], 0) ? 0 : 1;
    if (i)
        assert_true(player_act(&players[1], 0));
    server_work(&server);
    uint64_t health = server_send_http(&server, "GET", "/healthz", NULL, NULL);
    assert_refused(server_reply_of(&server, health), 503, "store");
    assert_null(player_answer(&players[i])); /* nobody knows yet */
    server_clear(&server);
    char again[1200];
    strcpy(again, players[i].sent);
    server_ask(&server, players[1 - i].connection,
               "{\"t\":\"watch\",\"n\":99,\"table\":\"other\"}");
    assert_error(server_line(&server, players[1 - i].connection, "\"n\":99"), "store");
    uint64_t me = server_send_http(&server, "GET", "/api/me", players[0].token, NULL);
    server_work(&server);
    assert_refused(server_reply_of(&server, me), 503, "store");
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, 2000);
    assert_error(player_answer(&players[i]), "store");
    assert_int_equal(get(NULL, "/healthz%s", "")->status, 200);
    server_clear(&server);
    server_ask(&server, players[i].connection, again);
    server_pass(&server, 2000);
    const char *answer = player_answer(&players[i]);
    assert_true(answer && strstr(answer, "\"done\"") && !strstr(answer, "again"));
    player_return(&players[0]);
    player_return(&players[1]);
    play(players, 1000);
}

/* The disk fails again while a table is reloaded. */
static void a_table_is_read_anew_until_it_can_be(void **state) {
    (void)state;
    struct player players[2];
    begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    memory_set_fault(server.memory, MEMORY_LOSES);
    assert_true(player_act(&players[0], 0));
    store_work(server.store);
    memory_set_fault(server.memory, MEMORY_WORKS);
    store_work(server.store);
    memory_set_fault(server.memory, MEMORY_LOSES);
    tavern_wake(server.tavern, server.now);
    assert_error(player_answer(&players[0]), "store");
    store_work(server.store);
    assert_false(player_ask(&players[1], "watch", ""));
    assert_error(player_answer(&players[1]), "store");
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, 3000);
    player_return(&players[0]);
    player_return(&players[1]);
    play(players, 1000);
}

/* Loading and unloading. */

static void tables_that_nobody_needs_are_unloaded(void **state) {
    (void)state;
    struct player players[2];
    begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 2);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 1);
    for (int i = 0; i < 2; i++)
        tavern_gone(server.tavern, (struct route){.connection = players[i].connection}, server.now);
    server_pass(&server, 10 * 60000);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 0);
    player_return(&players[0]);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 1);
    player_return(&players[1]);
    play(players, 1000);
}

/* With a clock the match continues without viewers, even after a restart. */
static void deadlines_load_tables(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\","
                                      "\"clock\":{\"decide\":3600000,\"reserve\":0}}");
    for (int i = 0; i < 2; i++)
        tavern_gone(server.tavern, (struct route){.connection = players[i].connection}, server.now);
    server_pass(&server, 10 * 60000);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 0);
    server_crash(&server);
    server_pass(&server, 2 * DAY);
    assert_int_equal(get(NULL, "/api/tables/%s/log", made.table)->status, 200);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 0);
}

static void finished_tables_go_after_their_time(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 1000);
    for (int i = 0; i < 2; i++)
        tavern_gone(server.tavern, (struct route){.connection = players[i].connection}, server.now);
    server_pass(&server, 10 * 60000);
    server.now += 89 * DAY;
    server_pass(&server, 2 * 3600000);
    assert_int_equal(get(NULL, "/api/tables/%s/log", made.table)->status, 200);
    server.now += DAY;
    server_pass(&server, 2 * 3600000);
    assert_refused(get(NULL, "/api/tables/%s/log", made.table), 404, "unknown_table");
}

static void a_rematch_waits_for_the_disk(void **state) {
    (void)state;
    struct player players[2];
    begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 1000);
    assert_true(player_ask(&players[0], "again", ""));
    server_say(&server, players[1].connection, "{\"t\":\"again\",\"n\":9000,\"table\":\"\"}");
    char text[100];
    snprintf(text, sizeof text, "{\"t\":\"again\",\"n\":9001,\"table\":\"%s\"}", players[1].table);
    server_say(&server, players[1].connection, text);
    store_work(server.store); /* the wish is on the disk, the new table is not */
    memory_set_fault(server.memory, MEMORY_LOSES);
    server_work(&server);
    server_pass(&server, 1000);
    assert_null(server_line(&server, players[0].connection, "\"next\":[\""));
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, 10000);
    assert_non_null(server_line(&server, players[0].connection, "\"next\":[\""));
}

/* More tables are due than are loaded at a time. */
static void many_deadlines_are_met(void **state) {
    (void)state;
    enum { TABLES = 120 };
    static struct made made[TABLES];
    struct player ada = {.server = &server};
    for (int i = 0; i < TABLES; i++) {
        if (i % 15 == 0) {
            ada.token = server_guest(&server, "Ada");
            ada.connection = server_join(&server, ada.token, "device-1");
        }
        made[i] = make(ada.token, "{\"game\":\"null\",\"seats\":2,\"bots\":{\"1\":\"random\"},"
                                  "\"clock\":{\"decide\":3600000,\"reserve\":0}}");
        strcpy(ada.table, made[i].table);
        assert_true(player_ask(&ada, "watch", ""));
        assert_true(player_ask(&ada, "sit", "\"seat\":0"));
        assert_true(player_ask(&ada, "start", ""));
        assert_true(player_ask(&ada, "unwatch", ""));
    }
    server_crash(&server);
    tavern_tick(server.tavern, server.now);
    server_work(&server);
    assert_int_equal(tavern_counter(server.tavern, COUNT_TABLES), 100);
    server_pass(&server, DAY);
    for (int i = 0; i < TABLES; i++)
        assert_int_equal(get(NULL, "/api/tables/%s/log", made[i].table)->status, 200);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(a_match_is_played_to_its_end),
        TEST(the_dice_of_a_finished_match_are_thrown_once_more),
        TEST(watchers_who_see_later_read_later),
        TEST(the_end_of_a_public_table_is_read_later),
        TEST(a_film_is_for_those_who_see_it_now),
        TEST(two_connections_of_a_person_see_the_same),
        TEST(a_process_that_dies_loses_nothing),
        TEST(a_disk_that_fails_is_told_and_play_goes_on),
        TEST(a_table_is_read_anew_until_it_can_be),
        TEST(tables_that_nobody_needs_are_unloaded),
        TEST(deadlines_load_tables),
        TEST(finished_tables_go_after_their_time),
        TEST(a_rematch_waits_for_the_disk),
        TEST(many_deadlines_are_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
