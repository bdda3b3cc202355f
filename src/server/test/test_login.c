/* test_login.c: HTTP requests about guests, accounts, logins, handovers, names and deletion. */
#include "tavern_test.h"

#include <stdio.h>
#include <stdlib.h>

#include "unit/test.h"

static void assert_fine(const struct server_reply *reply) {
    if (reply->status != 200 && reply->status != 201)
        fail_msg("%d %s", reply->status, reply->body);
}

static void guests_get_a_token_and_the_cookie(void **state) {
    (void)state;
    const struct server_reply *reply =
        server_http(&server, "POST", "/api/guest", NULL, "{\"name\":\" Ada  L. \"}");
    assert_int_equal(reply->status, 201);
    assert_string_equal(server_field(reply->body, "name"), "Ada L.");
    assert_int_equal(strlen(server_field(reply->body, "id")), 12);
    const char *token = server_field(reply->body, "token");
    char cookie[200];
    snprintf(cookie, sizeof cookie, "spelunke=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000",
             token);
    assert_string_equal(reply->cookie, cookie);
    reply = server_http(&server, "GET", "/api/me", token, NULL);
    assert_int_equal(reply->status, 200);
    assert_string_equal(server_field(reply->body, "name"), "Ada L.");
    assert_non_null(strstr(reply->body, "\"tables\":[]"));
    assert_null(reply->cookie); /* it came as a bearer's */
    /* A drawn name has six digits: two guests of one name could not sit at one table. */
    const char *drawn =
        server_field(server_http(&server, "POST", "/api/guest", NULL, "{}")->body, "name");
    assert_int_equal(strlen(drawn), strlen("Guest 123456"));
    assert_in_range(atoi(drawn + strlen("Guest ")), 100000, 999999);
}

static void the_cookie_is_renewed_by_use(void **state) {
    (void)state;
    char cookie[128];
    snprintf(cookie, sizeof cookie, "a=b; spelunke=%s", server_guest(&server, "Ada"));
    struct call call = {.method = "GET",
                        .path = "/api/me",
                        .cookie = cookie,
                        .host = "localhost:8080",
                        .address = server.address,
                        .is_tls = true};
    for (int days = 0; days < 500; days += 100) { /* 180 days without it would be the end */
        tavern_http(server.tavern, ++server.last_request, &call, server.now);
        server_work(&server);
        const struct server_reply *reply = server_reply_of(&server, server.last_request);
        assert_int_equal(reply->status, 200);
        assert_non_null(strstr(reply->cookie, "Max-Age=15552000; Secure"));
        server.now += INT64_C(100) * 24 * 3600 * 1000;
    }
    server.now += INT64_C(181) * 24 * 3600 * 1000;
    tavern_http(server.tavern, ++server.last_request, &call, server.now);
    server_work(&server);
    assert_refused(server_reply_of(&server, server.last_request), 401, "no_login");
}

static void nobody_gets_in_without_a_token_of_ours(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    char forged[80];
    strcpy(forged, token);
    forged[20] = forged[20] == 'A' ? 'B' : 'A';
    assert_refused(server_http(&server, "GET", "/api/me", NULL, NULL), 401, "no_login");
    assert_refused(server_http(&server, "GET", "/api/me", forged, NULL), 401, "no_login");
    assert_refused(server_http(&server, "GET", "/api/me", "x", NULL), 401, "no_login");
    assert_refused(
        server_http(&server, "POST", "/api/tables", NULL, "{\"game\":\"null\",\"seats\":2}"), 401,
        "no_login");
    assert_int_equal(server_connect(&server, forged), 0);
    assert_refused(server_reply_of(&server, server.last_request), 401, "no_login");
}

static void an_account_is_taken_up_elsewhere(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Guest");
    const struct server_reply *reply = server_http(&server, "POST", "/api/account", token,
                                                   "{\"name\":\"Ada\",\"passphrase\":\"xyzzy\"}");
    assert_fine(reply);
    char id[40], fresh[80];
    strcpy(id, server_field(reply->body, "id"));
    strcpy(fresh, server_field(reply->body, "token"));
    assert_string_equal(server_field(reply->body, "name"), "Ada");
    assert_string_not_equal(fresh, token);
    assert_refused(server_http(&server, "GET", "/api/me", token, NULL), 401, "no_login");
    assert_fine(server_http(&server, "GET", "/api/me", fresh, NULL));
    /* Capitals do not matter. */
    reply = server_http(&server, "POST", "/api/login", NULL,
                        "{\"name\":\"ADA\",\"passphrase\":\"xyzzy\"}");
    assert_fine(reply);
    assert_string_equal(server_field(reply->body, "id"), id);
    assert_string_not_equal(server_field(reply->body, "token"), fresh);
    assert_fine(server_http(&server, "GET", "/api/me", server_field(reply->body, "token"), NULL));
    assert_fine(server_http(&server, "GET", "/api/me", fresh, NULL));
    /* Once is enough, and the name is hers. */
    assert_refused(server_http(&server, "POST", "/api/account", fresh,
                               "{\"name\":\"Eva\",\"passphrase\":\"x\"}"),
                   403, "forbidden");
    assert_refused(server_http(&server, "POST", "/api/account", server_guest(&server, "Other"),
                               "{\"name\":\"ada\",\"passphrase\":\"x\"}"),
                   409, "taken");
}

/* The number of rounds of work until a request is answered. */
static int rounds(const char *path, const char *body, struct server_reply *out) {
    uint64_t request = server_send_http(&server, "POST", path, NULL, body);
    for (int round = 1; round < 20; round++) {
        store_work(server.store);
        workers_work(server.workers);
        tavern_wake(server.tavern, server.now);
        if (server_reply_of(&server, request)) {
            *out = *server_reply_of(&server, request);
            return round;
        }
    }
    fail();
    return 0;
}

static void every_miss_at_login_is_the_same(void **state) {
    (void)state;
    struct server_reply wrong, unknown, code;
    assert_fine(server_http(&server, "POST", "/api/account", server_guest(&server, "Guest"),
                            "{\"name\":\"Ada\",\"passphrase\":\"xyzzy\"}"));
    int rounds_wrong = rounds("/api/login", "{\"name\":\"Ada\",\"passphrase\":\"xyzzz\"}", &wrong);
    int rounds_unknown =
        rounds("/api/login", "{\"name\":\"Eva\",\"passphrase\":\"xyzzy\"}", &unknown);
    rounds("/api/login", "{\"handover\":\"00000000\"}", &code);
    assert_int_equal(wrong.status, 403);
    assert_int_equal(unknown.status, 403);
    assert_int_equal(code.status, 403);
    assert_string_equal(wrong.body, unknown.body);
    assert_string_equal(wrong.body, code.body);
    assert_int_equal(rounds_wrong, rounds_unknown);
    assert_null(wrong.cookie);
}

static void handovers_work_once_and_for_a_minute(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    char body[64], id[40];
    strcpy(id, server_field(server_http(&server, "GET", "/api/me", token, NULL)->body, "id"));
    const struct server_reply *reply = server_http(&server, "POST", "/api/handover", token, "{}");
    assert_fine(reply);
    snprintf(body, sizeof body, "{\"handover\":\"%s\"}", server_field(reply->body, "handover"));
    server_pass(&server, 59000);
    reply = server_http(&server, "POST", "/api/login", NULL, body);
    assert_fine(reply);
    assert_string_equal(server_field(reply->body, "id"), id);
    assert_fine(server_http(&server, "GET", "/api/me", server_field(reply->body, "token"), NULL));
    assert_refused(server_http(&server, "POST", "/api/login", NULL, body), 403, "forbidden");
    reply = server_http(&server, "POST", "/api/handover", token, "{}");
    snprintf(body, sizeof body, "{\"handover\":\"%s\"}", server_field(reply->body, "handover"));
    server_pass(&server, 61000);
    assert_refused(server_http(&server, "POST", "/api/login", NULL, body), 403, "forbidden");
    assert_refused(server_http(&server, "POST", "/api/handover", NULL, "{}"), 401, "no_login");
}

static void two_devices_cannot_share_a_handover(void **state) {
    (void)state;
    char body[64];
    const struct server_reply *reply =
        server_http(&server, "POST", "/api/handover", server_guest(&server, "Ada"), "{}");
    snprintf(body, sizeof body, "{\"handover\":\"%s\"}", server_field(reply->body, "handover"));
    uint64_t first = server_send_http(&server, "POST", "/api/login", NULL, body);
    uint64_t second = server_send_http(&server, "POST", "/api/login", NULL, body);
    server_work(&server);
    assert_fine(server_reply_of(&server, first));
    assert_refused(server_reply_of(&server, second), 403, "forbidden");
}

static void logout_ends_the_login_and_its_connections(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada"), *other = server_guest(&server, "Ben");
    uint64_t first = server_join(&server, token, "device-1"),
             second = server_connect(&server, token);
    uint64_t third = server_join(&server, other, "device-2");
    const struct server_reply *reply = server_http(&server, "POST", "/api/logout", token, "{}");
    assert_fine(reply);
    assert_non_null(strstr(reply->cookie, "spelunke=; "));
    assert_non_null(strstr(reply->cookie, "Max-Age=0"));
    assert_int_equal(server.closed[first], 4003);
    assert_int_equal(server.closed[second], 4003);
    assert_int_equal(server.closed[third], 0);
    assert_refused(server_http(&server, "GET", "/api/me", token, NULL), 401, "no_login");
    assert_fine(server_http(&server, "GET", "/api/me", other, NULL));
}

/* Requests in progress during a logout must not renew the login. */
static void a_logout_is_not_undone_by_a_request_beside_it(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    uint64_t logout = server_send_http(&server, "POST", "/api/logout", token, "{}");
    uint64_t other = server_send_http(&server, "GET", "/api/me", token, NULL);
    server_work(&server);
    assert_fine(server_reply_of(&server, logout));
    assert_refused(server_reply_of(&server, other), 401, "no_login");
    assert_refused(server_http(&server, "GET", "/api/me", token, NULL), 401, "no_login");
    assert_int_equal(server_connect(&server, token), 0);
    assert_refused(server_reply_of(&server, server.last_request), 401, "no_login");
    server_crash(&server); /* now only the store knows */
    uint64_t connection = server_connect(&server, token);
    assert_true(connection > 0);
    server_ask(&server, connection, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"device-1\"}");
    assert_int_equal(server.closed[connection], 4003);
    assert_null(server_line(&server, connection, ""));
}

static void names_change(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    const struct server_reply *reply =
        server_http(&server, "POST", "/api/me", token, "{\"name\":\"Eva\"}");
    assert_fine(reply);
    assert_string_equal(server_field(reply->body, "name"), "Eva");
    assert_string_equal(
        server_field(server_http(&server, "GET", "/api/me", token, NULL)->body, "name"), "Eva");
    assert_refused(server_http(&server, "POST", "/api/me", token, "{\"name\":\"\"}"), 400,
                   "bad_request");
    assert_refused(server_http(&server, "POST", "/api/me", token, "{}"), 400, "bad_request");
}

static void a_person_is_changed_by_one_request_at_a_time(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    uint64_t account = server_send_http(&server, "POST", "/api/account", token,
                                        "{\"name\":\"Ada\",\"passphrase\":\"xyzzy\"}");
    uint64_t rename = server_send_http(&server, "POST", "/api/me", token, "{\"name\":\"Eva\"}");
    server_work(&server);
    assert_fine(server_reply_of(&server, account));
    assert_refused(server_reply_of(&server, rename), 429, "rate");
    assert_fine(server_http(&server, "POST", "/api/login", NULL,
                            "{\"name\":\"Ada\",\"passphrase\":\"xyzzy\"}"));
}

static void forgetting_leaves_nothing(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    uint64_t connection = server_join(&server, token, "device-1");
    const struct server_reply *reply = server_http(&server, "POST", "/api/account", token,
                                                   "{\"name\":\"Ada\",\"passphrase\":\"xyzzy\"}");
    char fresh[80];
    strcpy(fresh, server_field(reply->body, "token"));
    assert_int_equal(server.closed[connection], 0); /* it goes on with the new token */
    assert_fine(server_http(&server, "DELETE", "/api/me", fresh, NULL));
    assert_int_equal(server.closed[connection], 4003);
    assert_refused(server_http(&server, "GET", "/api/me", fresh, NULL), 401, "no_login");
    assert_refused(server_http(&server, "POST", "/api/login", NULL,
                               "{\"name\":\"Ada\",\"passphrase\":\"xyzzy\"}"),
                   403, "forbidden");
}

/* Limits. */

static void guests_are_limited_by_address(void **state) {
    (void)state;
    for (int i = 0; i < 30; i++)
        assert_fine(server_http(&server, "POST", "/api/guest", NULL, "{}"));
    assert_refused(server_http(&server, "POST", "/api/guest", NULL, "{}"), 429, "rate");
    server.address = "192.0.2.2";
    assert_fine(server_http(&server, "POST", "/api/guest", NULL, "{}"));
    server.address = "192.0.2.1";
    server_pass(&server, 2100);
    assert_fine(server_http(&server, "POST", "/api/guest", NULL, "{}"));
    assert_refused(server_http(&server, "POST", "/api/guest", NULL, "{}"), 429, "rate");
}

static void guesses_are_limited_by_address(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    char body[64];
    for (int i = 0; i < 10; i++) { /* a code that is right is no guess */
        const struct server_reply *reply =
            server_http(&server, "POST", "/api/handover", token, "{}");
        snprintf(body, sizeof body, "{\"handover\":\"%s\"}", server_field(reply->body, "handover"));
        assert_fine(server_http(&server, "POST", "/api/login", NULL, body));
    }
    for (int i = 0; i < 10; i++)
        assert_refused(
            server_http(&server, "POST", "/api/login", NULL, "{\"handover\":\"00000000\"}"), 403,
            "forbidden");
    for (int i = 0; i < 10; i++)
        assert_refused(server_http(&server, "GET", "/api/codes/00000000", NULL, NULL), 404,
                       "unknown_table");
    assert_refused(server_http(&server, "GET", "/api/codes/00000000", NULL, NULL), 429, "rate");
    assert_refused(
        server_http(&server, "POST", "/api/login", NULL, "{\"name\":\"Ada\",\"passphrase\":\"x\"}"),
        429, "rate");
    server_pass(&server, 3100);
    assert_refused(server_http(&server, "GET", "/api/codes/00000000", NULL, NULL), 404,
                   "unknown_table");
}

static void sixteen_passphrases_wait(void **state) {
    (void)state;
    uint64_t requests[24];
    int refused = 0;
    for (int i = 0; i < 24; i++)
        requests[i] = server_send_http(&server, "POST", "/api/login", NULL,
                                       "{\"name\":\"Ada\",\"passphrase\":\"x\"}");
    store_work(server.store);
    tavern_wake(server.tavern, server.now);
    for (int i = 0; i < 24; i++) {
        const struct server_reply *reply = server_reply_of(&server, requests[i]);
        if (reply)
            assert_refused(reply, 429, "rate");
        refused += reply != NULL;
    }
    assert_int_equal(refused, 24 - 2 - 16);
    assert_false(tavern_is_quiet(server.tavern));
}

int main(void) {
#define TEST(name)   cmocka_unit_test_setup_teardown(name, open_server, close_server)
#define STRICT(name) cmocka_unit_test_setup_teardown(name, open_strict_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(guests_get_a_token_and_the_cookie),
        TEST(the_cookie_is_renewed_by_use),
        TEST(nobody_gets_in_without_a_token_of_ours),
        TEST(an_account_is_taken_up_elsewhere),
        TEST(every_miss_at_login_is_the_same),
        TEST(handovers_work_once_and_for_a_minute),
        TEST(two_devices_cannot_share_a_handover),
        TEST(logout_ends_the_login_and_its_connections),
        TEST(a_logout_is_not_undone_by_a_request_beside_it),
        TEST(names_change),
        TEST(a_person_is_changed_by_one_request_at_a_time),
        TEST(forgetting_leaves_nothing),
        STRICT(guests_are_limited_by_address),
        STRICT(guesses_are_limited_by_address),
        TEST(sixteen_passphrases_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
