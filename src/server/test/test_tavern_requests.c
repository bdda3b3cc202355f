/* test_tavern_requests.c: requests to a tavern: tables over HTTP, watching, guessed codes, chat,
 * names, lobby, rematches. */
#include "tavern_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit/test.h"

/* Tables by HTTP. */

static void a_table_is_made_and_found(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada"), *other = server_guest(&server, "Ben");
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2}");
    char link[80];
    const struct server_reply *reply;
    snprintf(link, sizeof link, "http://tavern.example/t/%s", made.code);
    assert_string_equal(server_field(server_reply_of(&server, server.last_request)->body, "link"),
                        link);
    assert_int_equal(strlen(made.code), 8);
    reply = get(owner, "/api/tables/%s", made.table);
    assert_int_equal(reply->status, 200);
    assert_string_equal(server_field(reply->body, "game"), "null");
    assert_string_equal(server_field(reply->body, "state"), "open");
    assert_string_equal(server_field(reply->body, "code"), made.code);
    reply = get(NULL, "/api/codes/%s", made.code);
    assert_int_equal(reply->status, 200);
    assert_string_equal(server_field(reply->body, "table"), made.table);
    /* Without the code, a private table looks like an unknown one. */
    char missed[400];
    strcpy(missed, get(other, "/api/tables/%s", "nosuchtable0")->body);
    assert_refused(get(other, "/api/tables/%s", made.table), 404, "unknown_table");
    assert_string_equal(get(other, "/api/tables/%s", made.table)->body, missed);
    assert_string_equal(get(other, "/api/codes/%s", "00000000")->body, missed);
    assert_string_equal(get(other, "/api/codes/%s", "no%20code")->body, missed);
    assert_refused(get(other, "/api/tables/%s/log", made.table), 404, "unknown_table");
    assert_refused(get(owner, "/api/tables/%s/log", made.table), 409, "not_over");
    assert_refused(get(owner, "/api/replays/%s", made.table), 409, "not_over");
}

static void settings_are_checked(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    assert_refused(
        server_http(&server, "POST", "/api/tables", owner, "{\"game\":\"chess\",\"seats\":2}"), 400,
        "unknown_game");
    assert_refused(
        server_http(&server, "POST", "/api/tables", owner, "{\"game\":\"null\",\"seats\":9}"), 400,
        "bad_setup");
    assert_refused(server_http(&server, "POST", "/api/tables", owner, "{\"game\":\"null\"}"), 400,
                   "bad_request");
    assert_refused(server_http(&server, "POST", "/api/tables", owner, "[]"), 400, "bad_json");
    assert_true(tavern_is_quiet(server.tavern));
}

static void a_person_has_twenty_open_tables(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    uint64_t requests[25];
    int made = 0, refused = 0;
    for (int i = 0; i < 25; i++) /* all at once */
        requests[i] = server_send_http(&server, "POST", "/api/tables", owner,
                                       "{\"game\":\"null\",\"seats\":2}");
    server_work(&server);
    for (int i = 0; i < 25; i++) {
        const struct server_reply *reply = server_reply_of(&server, requests[i]);
        made += reply->status == 201;
        refused += reply->status == 429 && strcmp(server_field(reply->body, "error"), "full") == 0;
    }
    assert_int_equal(made, 20);
    assert_int_equal(refused, 5);
    make(server_guest(&server, "Ben"), "{\"game\":\"null\",\"seats\":2}");
}

static void lists_show_public_tables_and_mine(void **state) {
    (void)state;
    struct player players[2];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    make(players[0].token, "{\"game\":\"null\",\"seats\":2,\"public\":false}");
    const struct server_reply *reply = get(NULL, "/api/tables%s", "");
    assert_string_equal(server_field(reply->body, "table"), made.table);
    assert_null(strstr(reply->body, "\"code\""));
    assert_null(strstr(strstr(reply->body, made.table), "\"table\""));
    assert_string_equal(get(NULL, "/api/tables?game=%s", "drachen")->body, "{\"tables\":[]}");
    assert_string_equal(get(NULL, "/api/tables?game=%s", "%20")->body, "{\"tables\":[]}");
    assert_string_equal(get(NULL, "/api/tables?state=%s", "open")->body, "{\"tables\":[]}");
    assert_non_null(strstr(get(NULL, "/api/tables?state=%s", "playing")->body, made.table));
    reply = get(players[0].token, "/api/me%s", "");
    assert_non_null(strstr(reply->body, made.table));
    assert_non_null(strstr(reply->body, "\"asked\":true"));
    assert_null(strstr(get(players[0].token, "/api/me?state=%s", "over")->body, made.table));
}

/* Requests for tables. */

static void a_connection_watches_sixteen_tables(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    struct player player = {
        .server = &server, .token = owner, .connection = server_join(&server, owner, "device-1")};
    struct made made[17];
    for (int i = 0; i < 17; i++) {
        made[i] = make(owner, "{\"game\":\"null\",\"seats\":2}");
        strcpy(player.table, made[i].table);
        assert_int_equal(player_ask(&player, "watch", ""), i < 16);
    }
    assert_error(player_answer(&player), "full");
    strcpy(player.table, made[3].table);
    assert_true(player_ask(&player, "watch", "")); /* once more the same is not one more */
    assert_true(player_ask(&player, "unwatch", ""));
    strcpy(player.table, made[16].table);
    assert_true(player_ask(&player, "watch", ""));
}

static void a_guess_that_the_disk_did_not_answer_is_none(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada"), *token = server_guest(&server, "Ben");
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2}");
    struct made other = make(owner, "{\"game\":\"null\",\"seats\":2}");
    struct player ada = {
        .server = &server, .token = owner, .connection = server_join(&server, owner, "device-1")};
    struct player ben = {
        .server = &server, .token = token, .connection = server_join(&server, token, "device-2")};
    strcpy(ada.table, other.table);
    strcpy(ben.table, made.table);
    assert_true(player_ask(&ada, "watch", ""));
    memory_set_fault(server.memory, MEMORY_LOSES);
    player_ask(&ada, "say", "\"text\":\"na?\""); /* from now on the store knows it */
    for (int i = 0; i < 30; i++) {
        assert_false(player_ask(&ben, "watch", "\"code\":\"00000000\""));
        assert_error(player_answer(&ben), "store");
    }
    memory_set_fault(server.memory, MEMORY_WORKS);
}

static void wrong_codes_are_guesses(void **state) {
    (void)state;
    struct made made = make(server_guest(&server, "Ada"), "{\"game\":\"null\",\"seats\":2}");
    const char *token = server_guest(&server, "Ben");
    struct player player = {
        .server = &server, .token = token, .connection = server_join(&server, token, "device-1")};
    char right[40], missed[400];
    strcpy(player.table, made.table);
    snprintf(right, sizeof right, "\"code\":\"%s\"", made.code);
    for (int i = 0; i < 30; i++) { /* the right one is none */
        assert_true(player_ask(&player, "watch", right));
        server_pass(&server, 100);
    }
    player_ask(&player, "unwatch", "");
    for (int i = 0; i < 20; i++) {
        if (i == 10) { /* nor does it make up for the others */
            strcpy(player.table, made.table);
            assert_true(player_ask(&player, "watch", right));
            assert_true(player_ask(&player, "unwatch", ""));
        }
        strcpy(player.table, i % 2 ? made.table : "nosuchtable0");
        assert_false(player_ask(&player, "watch", "\"code\":\"00000000\""));
        assert_error(player_answer(&player), "unknown_table");
        const char *rest = strstr(player_answer(&player), "\"code\"");
        if (i)
            assert_string_equal(rest, missed);
        strcpy(missed, rest);
    }
    strcpy(player.table, made.table);
    player_ask(&player, "watch", "\"code\":\"00000000\"");
    assert_error(player_answer(&player), "rate");
    player_ask(&player, "watch", right); /* else it would tell */
    assert_error(player_answer(&player), "rate");
    server_pass(&server, 3100);
    assert_true(player_ask(&player, "watch", right));
}

/* A right code that is refused for another reason is no guess. */
static void a_right_code_that_is_refused_is_no_guess(void **state) {
    struct player players[2], eve;
    (void)state;
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,"
                                      "\"watch\":{\"allowed\":false,\"delay\":0}}");
    char right[40];
    const char *token = server_guest(&server, "Eve");
    eve = (struct player){
        .server = &server, .token = token, .connection = server_join(&server, token, "device-9")};
    strcpy(eve.table, made.table);
    snprintf(right, sizeof right, "\"code\":\"%s\"", made.code);
    for (int i = 0; i < 30; i++) {
        assert_false(player_ask(&eve, "watch", right));
        assert_error(player_answer(&eve), "forbidden");
        server_pass(&server, 100);
    }
}

/* Quotas are pruned once a minute, except those of recent guesses. */
static void guesses_are_not_forgotten_too_early(void **state) {
    (void)state;
    server_pass(&server, 59000);
    for (int i = 0; i < 20; i++)
        assert_int_equal(server_http(&server, "GET", "/api/codes/00000000", NULL, NULL)->status,
                         404);
    server_pass(&server, 2000);
    assert_int_equal(server_http(&server, "GET", "/api/codes/00000000", NULL, NULL)->status, 429);
}

/* A miss takes the same number of store requests, whether the table is loaded, stored or unknown.
 */
static void every_miss_takes_the_same_time(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada"), *token = server_guest(&server, "Ben");
    struct made loaded = make(owner, "{\"game\":\"null\",\"seats\":2}");
    struct made asleep = make(owner, "{\"game\":\"null\",\"seats\":2}");
    struct player maker = {
        .server = &server, .token = owner, .connection = server_join(&server, owner, "device-0")};
    struct player player = {
        .server = &server, .token = token, .connection = server_join(&server, token, "device-1")};
    const char *tables[] = {loaded.table, asleep.table, "nosuchtable0"};
    strcpy(maker.table, loaded.table);
    assert_true(player_ask(&maker, "watch", ""));
    for (int i = 0; i < 3; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"t\":\"watch\",\"n\":%d,\"table\":\"%s\"}", i + 1,
                 tables[i]);
        server_clear(&server);
        server_say(&server, player.connection, text);
        assert_null(server_line(&server, player.connection, ""));
        store_work(server.store);
        tavern_wake(server.tavern, server.now);
        assert_error(server_line(&server, player.connection, ""), "unknown_table");
    }
}

static void chat_comes_once_a_second(void **state) {
    (void)state;
    struct player players[2];
    begin(players, "{\"game\":\"null\",\"seats\":2}");
    for (int i = 0; i < 5; i++)
        assert_true(player_ask(&players[0], "say", "\"text\":\"hello\""));
    assert_false(player_ask(&players[0], "say", "\"text\":\"hello\""));
    assert_error(player_answer(&players[0]), "rate");
    assert_true(player_ask(&players[1], "say", "\"text\":\"hello\""));
    server_pass(&server, 1000);
    assert_true(player_ask(&players[0], "say", "\"text\":\"hello\""));
}

static void names_at_a_table_follow_their_people(void **state) {
    (void)state;
    struct player players[2];
    begin(players, "{\"game\":\"null\",\"seats\":2}");
    server_clear(&server);
    assert_refused(server_http(&server, "POST", "/api/me", players[0].token, "{\"name\":\"BEN\"}"),
                   409, "taken");
    assert_int_equal(
        server_http(&server, "POST", "/api/me", players[0].token, "{\"name\":\"Eva\"}")->status,
        200);
    assert_non_null(server_line(&server, players[1].connection, "Eva"));
    assert_int_equal(server_http(&server, "DELETE", "/api/me", players[0].token, NULL)->status,
                     200);
    assert_int_equal(server.closed[players[0].connection], 4003);
    player_return(&players[1]);
    assert_null(strstr(server_line(&server, players[1].connection, "\"t\":\"state\""), "Eva"));
}

/* The number of rows of a table with words of this person. */
static int rows_with_words(const char *table, const char *person) {
    struct store_request request = {.tag = 1, .does = STORE_READ, .table = table};
    store_send(server.store, &request);
    store_work(server.store);
    struct store_answer *answer = store_take(server.store);
    int count = 0;
    for (int i = 0; i < answer->row_count; i++)
        count += strcmp(answer->rows[i].person, person) == 0 && answer->rows[i].words[0];
    store_answer_free(answer);
    return count;
}

/* Messages written while the store deletes the person are deleted too. */
static void forgetting_leaves_no_words(void **state) {
    (void)state;
    struct player players[2];
    char text[120], person[40];
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2}");
    strcpy(person, server_field(get(players[0].token, "/api/me%s", "")->body, "id"));
    assert_true(player_ask(&players[0], "say", "\"text\":\"hello\""));
    assert_int_equal(rows_with_words(made.table, person), 2); /* the name at the seat, the chat */
    uint64_t request = server_send_http(&server, "DELETE", "/api/me", players[0].token, NULL);
    store_work(server.store);
    tavern_wake(server.tavern, server.now); /* the login is found, forgetting is on its way */
    assert_null(server_reply_of(&server, request));
    snprintf(text, sizeof text, "{\"t\":\"say\",\"n\":9000,\"table\":\"%s\",\"text\":\"late\"}",
             made.table);
    server_say(&server, players[0].connection, text);
    tavern_gone(server.tavern, (struct route){.connection = players[0].connection}, server.now);
    server_work(&server);
    assert_int_equal(server_reply_of(&server, request)->status, 200);
    assert_int_equal(rows_with_words(made.table, person), 0);
    player_return(&players[1]);
    assert_null(strstr(server_line(&server, players[1].connection, "\"t\":\"state\""), "late"));
}

/* The lobby. */

static void the_lobby_comes_now_and_once_a_second(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    uint64_t looker = server_join(&server, server_guest(&server, "Ben"), "device-1");
    server_ask(&server, looker, "{\"t\":\"lobby\",\"n\":1,\"on\":true}");
    assert_non_null(server_line(&server, looker, "{\"t\":\"done\",\"n\":1}"));
    assert_non_null(server_line(&server, looker, "{\"t\":\"lobby\",\"tables\":[]}"));
    server_clear(&server);
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    make(owner, "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    server_pass(&server, 500);
    assert_null(server_line(&server, looker, "lobby"));
    server_pass(&server, 600);
    assert_int_equal(server_count(&server, looker, "lobby"), 1);
    assert_non_null(strstr(server_line(&server, looker, "lobby"), made.table));
    assert_null(strstr(server_line(&server, looker, "lobby"), "\"code\""));
    server_pass(&server, 5000);
    assert_int_equal(server_count(&server, looker, "lobby"), 1);
    /* A client that unsubscribes while the list is read does not get it. */
    make(owner, "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    server.now += 2;
    tavern_tick(server.tavern, server.now);
    server_ask(&server, looker, "{\"t\":\"lobby\",\"n\":2,\"on\":false}");
    assert_int_equal(server_count(&server, looker, "\"tables\""), 1);
    make(owner, "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    server_pass(&server, 5000);
    assert_int_equal(server_count(&server, looker, "\"tables\""), 1);
}

static void the_lobby_comes_when_the_disk_does(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    uint64_t looker = server_join(&server, server_guest(&server, "Ben"), "device-1");
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2}");
    struct player ada = {
        .server = &server, .token = owner, .connection = server_join(&server, owner, "device-2")};
    strcpy(ada.table, made.table);
    assert_true(player_ask(&ada, "watch", ""));
    memory_set_fault(server.memory, MEMORY_LOSES);
    player_ask(&ada, "say", "\"text\":\"na?\""); /* from now on the store knows it */
    server_ask(&server, looker, "{\"t\":\"lobby\",\"n\":1,\"on\":true}");
    assert_null(server_line(&server, looker, "\"tables\""));
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, 5000);
    assert_non_null(server_line(&server, looker, "{\"t\":\"lobby\",\"tables\":[]}"));
}

/* Nothing else changes meanwhile, so the lobby itself must retry. */
static void a_list_that_could_not_be_read_comes_later(void **state) {
    (void)state;
    const char *owner = server_guest(&server, "Ada");
    uint64_t looker = server_join(&server, server_guest(&server, "Ben"), "device-1");
    server_ask(&server, looker, "{\"t\":\"lobby\",\"n\":1,\"on\":true}");
    struct made made = make(owner, "{\"game\":\"null\",\"seats\":2,\"public\":true}");
    server_clear(&server);
    memory_set_fault(server.memory, MEMORY_LOSES);
    server_send_http(&server, "POST", "/api/guest", NULL,
                     "{}"); /* from now on the store knows it */
    server_work(&server);
    server_pass(&server, 2000);
    assert_null(server_line(&server, looker, "lobby"));
    memory_set_fault(server.memory, MEMORY_WORKS);
    server_pass(&server, 5000);
    assert_int_equal(server_count(&server, looker, "lobby"), 1);
    assert_non_null(strstr(server_line(&server, looker, "lobby"), made.table));
}

static void a_rematch_is_made(void **state) {
    (void)state;
    struct player players[2];
    server_pass(&server, 70000); /* the server has been there for a while */
    struct made made = begin(players, "{\"game\":\"null\",\"seats\":2,\"seed\":\"42\"}");
    play(players, 1000);
    server_clear(&server);
    assert_true(player_ask(&players[0], "again", ""));
    assert_true(player_ask(&players[1], "again", ""));
    server_pass(&server, 1000);
    const char *info = server_line(&server, players[0].connection, "\"next\":[\"");
    assert_non_null(info);
    char next[40];
    const char *at = strstr(info, "\"next\":[\"") + 9;
    snprintf(next, sizeof next, "%.*s", (int)strcspn(at, "\""), at);
    assert_string_not_equal(next, made.table);
    const struct server_reply *reply = get(players[0].token, "/api/tables/%s", next);
    assert_int_equal(reply->status, 200);
    assert_non_null(strstr(reply->body, "\"name\":\"Ben\""));
    /* Nobody has watched it yet, and nobody has been away for long enough. */
    assert_null(strstr(reply->body, "gone"));
    server_pass(&server, 70000);
    assert_non_null(strstr(get(players[0].token, "/api/tables/%s", next)->body, "gone"));
    server_crash(&server);
    assert_null(strstr(get(players[0].token, "/api/tables/%s", next)->body, "away"));
    server_pass(&server, 10000);
    assert_non_null(strstr(get(players[0].token, "/api/tables/%s", next)->body, "away"));
    server_pass(&server, 50000);
    assert_non_null(strstr(get(players[0].token, "/api/tables/%s", next)->body, "gone"));
}

int main(void) {
#define TEST(name)   cmocka_unit_test_setup_teardown(name, open_server, close_server)
#define STRICT(name) cmocka_unit_test_setup_teardown(name, open_strict_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_made_and_found),
        TEST(settings_are_checked),
        TEST(a_person_has_twenty_open_tables),
        TEST(lists_show_public_tables_and_mine),
        TEST(a_connection_watches_sixteen_tables),
        STRICT(a_guess_that_the_disk_did_not_answer_is_none),
        STRICT(wrong_codes_are_guesses),
        STRICT(a_right_code_that_is_refused_is_no_guess),
        STRICT(guesses_are_not_forgotten_too_early),
        TEST(every_miss_takes_the_same_time),
        STRICT(chat_comes_once_a_second),
        TEST(names_at_a_table_follow_their_people),
        TEST(forgetting_leaves_no_words),
        TEST(the_lobby_comes_now_and_once_a_second),
        TEST(the_lobby_comes_when_the_disk_does),
        TEST(a_list_that_could_not_be_read_comes_later),
        TEST(a_rematch_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
