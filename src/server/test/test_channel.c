/* test_channel.c: WebSockets: admission, hello, limits, lobby. */
#include "tavern_test.h"

#include <stdio.h>

#include "unit/test.h"

static int refusal(struct call call) {
    struct reply refused;
    struct route route = {.connection = ++server.last_connection};
    if (tavern_connect(server.tavern, route, &call, server.now, &refused))
        return 101;
    return refused.status;
}

static void a_connection_needs_all_of_it(void **state) {
    (void)state;
    char authorization[128];
    snprintf(authorization, sizeof authorization, "Bearer %s", server_guest(&server, "Ada"));
    const struct call call = {.method = "GET",
                              .path = "/ws",
                              .authorization = authorization,
                              .host = "tavern.example:8080",
                              .origin = "https://tavern.example:8080",
                              .subprotocols = "spelunke.1",
                              .address = server.address};
    struct call wrong = call;
    assert_int_equal(refusal(call), 101);
    wrong.authorization = NULL;
    assert_int_equal(refusal(wrong), 401);
    for (char *at = authorization + strlen("Bearer "); *at; at++) { /* no letter of it is idle */
        char was = *at;
        *at = was == 'x' ? 'y' : 'x';
        assert_int_equal(refusal(call), 401);
        *at = was;
    }
    wrong = call;
    wrong.origin = "https://evil.example";
    assert_int_equal(refusal(wrong), 403);
    wrong = call;
    wrong.origin = NULL; /* a program */
    assert_int_equal(refusal(wrong), 101);
    wrong = call;
    wrong.subprotocols = "spelunke.2";
    assert_int_equal(refusal(wrong), 400);
    wrong.subprotocols = NULL;
    assert_int_equal(refusal(wrong), 400);
    wrong = call;
    wrong.host = "evil.example";
    wrong.origin = "https://evil.example";
    assert_int_equal(refusal(wrong), 421);
    tavern_http(server.tavern, ++server.last_request, &call, server.now);
    assert_int_equal(server_reply_of(&server, server.last_request)->status, 400);
}

static void hello_is_answered_with_person_time_and_limits(void **state) {
    (void)state;
    uint64_t connection = server_join(&server, server_guest(&server, "Ada"), "device-1");
    const char *hello = server_line(&server, connection, "");
    char time[64];
    snprintf(time, sizeof time, "\"time\":%lld", (long long)server.now);
    assert_non_null(strstr(hello, "\"protocol\":1,\"version\":\""));
    assert_non_null(strstr(hello, time));
    assert_string_equal(server_field(hello, "name"), "Ada");
    assert_non_null(strstr(hello, "\"message\":4096"));
    assert_non_null(strstr(hello, "\"watched\":16"));
    assert_non_null(strstr(server_ask(&server, connection, "{\"t\":\"ping\"}"), "\"t\":\"pong\""));
    assert_non_null(strstr(
        server_ask(&server, connection, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"device-1\"}"),
        "\"bad_request\""));
}

/* Requests after hello wait in order until the login was checked. */
static void requests_behind_hello_wait_for_it(void **state) {
    (void)state;
    uint64_t connection = server_connect(&server, server_guest(&server, "Ada"));
    server_say(&server, connection, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"device-1\"}");
    server_say(&server, connection, "{\"t\":\"ping\"}");
    server_say(&server, connection, "{\"t\":\"watch\",\"n\":1,\"table\":\"nothing\"}");
    assert_int_equal(server.line_count, 0);
    server_work(&server);
    assert_int_equal(server.line_count, 3);
    assert_non_null(strstr(server.lines[0].text, "\"hello\""));
    assert_non_null(strstr(server.lines[1].text, "\"pong\""));
    assert_non_null(strstr(server.lines[2].text, "\"n\":1,\"code\":\"unknown_table\""));
}

static void who_does_not_say_hello_is_sent_away(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    uint64_t silent = server_connect(&server, token), rude = server_connect(&server, token);
    uint64_t garbled = server_connect(&server, token), old = server_connect(&server, token);
    server_say(&server, rude, "{\"t\":\"ping\"}");
    assert_int_equal(server.closed[rude], 4002);
    server_say(&server, garbled, "hello");
    assert_non_null(strstr(server_line(&server, garbled, ""), "\"bad_json\""));
    server_say(&server, old, "{\"t\":\"hello\",\"protocol\":2}");
    assert_non_null(strstr(server_line(&server, old, ""), "{\"t\":\"error\",\"code\":\"reload\""));
    assert_int_equal(server.closed[old], 4001);
    server_pass(&server, 4999);
    assert_int_equal(server.closed[silent], 0);
    server_pass(&server, 1);
    assert_int_equal(server.closed[silent], 4002);
    assert_int_equal(server.closed[garbled], 4002);
}

static void bad_messages_are_answered_or_end_it(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    uint64_t connection = server_join(&server, token, "device-1");
    char longer[5000];
    assert_non_null(strstr(server_ask(&server, connection, "["), "\"code\":\"bad_json\""));
    assert_non_null(strstr(server_ask(&server, connection, "{\"t\":\"dance\",\"n\":7}"),
                           "\"n\":7,\"code\":\"unknown_type\""));
    assert_non_null(
        strstr(server_ask(&server, connection, "{\"t\":\"act\",\"n\":8,\"table\":\"x\"}"),
               "\"n\":8,\"code\":\"bad_request\""));
    memset(longer, ' ', sizeof longer);
    longer[4097] = '\0';
    server_ask(&server, connection, longer);
    assert_int_equal(server.closed[connection], 1009);
    connection = server_join(&server, token, "device-1");
    tavern_binary(server.tavern, (struct route){.connection = connection},
                  (const unsigned char *)"\7", 1, server.now);
    assert_int_equal(server.closed[connection], 1003);
    connection = server_join(&server, token, "device-1");
    server_ask(&server, connection, "{\"t\":\"\xff\"}");
    assert_int_equal(server.closed[connection], 1007);
}

/* Limits. */

static void a_person_has_eight_connections(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    uint64_t first = server_connect(&server, token);
    for (int i = 1; i < 8; i++)
        assert_true(server_connect(&server, token) > 0);
    assert_int_equal(tavern_counter(server.tavern, COUNT_CONNECTIONS), 8);
    assert_int_equal(tavern_counter(server.tavern, COUNT_PEOPLE), 1);
    assert_int_equal(server_connect(&server, token), 0);
    assert_int_equal(server_reply_of(&server, server.last_request)->status, 429);
    assert_string_equal(server_field(server_reply_of(&server, server.last_request)->body, "error"),
                        "full");
    tavern_gone(server.tavern, (struct route){.connection = first}, server.now);
    assert_true(server_connect(&server, token) > 0);
}

static void an_address_has_so_many_connections(void **state) {
    (void)state;
    server_close(&server);
    server_open(&server, false);
    for (int i = 0; i < 64; i += 8) {
        const char *token = server_guest(&server, "Ada");
        for (int k = 0; k < 8; k++)
            assert_true(server_connect(&server, token) > 0);
    }
    const char *token = server_guest(&server, "Ada");
    assert_int_equal(server_connect(&server, token), 0);
    assert_int_equal(server_reply_of(&server, server.last_request)->status, 429);
    server.address = "192.0.2.9";
    assert_true(server_connect(&server, token) > 0);
}

static void messages_come_twenty_a_second(void **state) {
    (void)state;
    uint64_t connection = server_join(&server, server_guest(&server, "Ada"), "device-1");
    for (int i = 1; i < 40; i++) /* hello was the first of forty */
        server_say(&server, connection, "{\"t\":\"ping\"}");
    assert_int_equal(server_count(&server, connection, "pong"), 39);
    server_say(&server, connection, "{\"t\":\"watch\",\"n\":5,\"table\":\"x\"}");
    assert_non_null(strstr(server_line(&server, connection, ""), "\"n\":5,\"code\":\"rate\""));
    server_pass(&server, 1000);
    server_clear(&server);
    for (int i = 0; i < 21; i++)
        server_say(&server, connection, "{\"t\":\"ping\"}");
    assert_int_equal(server_count(&server, connection, "pong"), 20);
    for (int i = 2; i < 99; i++)
        server_say(&server, connection, "{\"t\":\"ping\"}");
    assert_int_equal(server.closed[connection], 0);
    server_say(&server, connection, "{\"t\":\"ping\"}");
    assert_int_equal(server.closed[connection], 1008);
}

static void hands_come_sixty_a_second(void **state) {
    (void)state;
    unsigned char hand[8 + 33] = {3, 1};
    uint64_t connection = server_join(&server, server_guest(&server, "Ada"), "device-1");
    server_clear(&server);
    for (int i = 0; i < 60; i++)
        tavern_binary(server.tavern, (struct route){.connection = connection}, hand, sizeof hand,
                      server.now);
    assert_int_equal(server.line_count, 0); /* nobody wants them */
    tavern_binary(server.tavern, (struct route){.connection = connection}, hand, sizeof hand,
                  server.now);
    assert_non_null(strstr(server_line(&server, connection, ""), "\"rate\""));
}

static void test_servers_have_no_rates(void **state) {
    (void)state;
    uint64_t connection = server_join(&server, server_guest(&server, "Ada"), "device-1");
    for (int i = 0; i < 200; i++)
        server_say(&server, connection, "{\"t\":\"ping\"}");
    assert_int_equal(server_count(&server, connection, "pong"), 200);
    for (int i = 0; i < 50; i++)
        server_http(&server, "GET", "/api/codes/00000000", NULL, NULL);
    assert_int_equal(server_http(&server, "GET", "/api/codes/00000000", NULL, NULL)->status, 404);
    for (int i = 0; i < 40; i++)
        server_guest(&server, "Ben");
}

static void more_requests_do_not_wait(void **state) {
    (void)state;
    uint64_t connection = server_join(&server, server_guest(&server, "Ada"), "device-1");
    char text[80];
    for (int i = 1; i <= 65; i++) { /* the store does nothing meanwhile */
        snprintf(text, sizeof text, "{\"t\":\"watch\",\"n\":%d,\"table\":\"x\"}", i);
        server_say(&server, connection, text);
    }
    assert_non_null(strstr(server_line(&server, connection, ""), "\"n\":65,\"code\":\"rate\""));
    server_work(&server);
    assert_int_equal(server_count(&server, connection, "unknown_table"), 64);
}

/* The end. */

static void stopping_takes_nothing_more_and_closes(void **state) {
    (void)state;
    const char *token = server_guest(&server, "Ada");
    uint64_t connection = server_join(&server, token, "device-1");
    uint64_t request = server_send_http(&server, "POST", "/api/me", token, "{\"name\":\"Eva\"}");
    tavern_stop(server.tavern, server.now);
    assert_false(tavern_is_quiet(server.tavern));
    assert_int_equal(server.closed[connection], 0);
    server_say(&server, connection, "{\"t\":\"lobby\",\"n\":1,\"on\":true}");
    assert_non_null(strstr(server_line(&server, connection, ""), "\"n\":1,\"code\":\"stopping\""));
    uint64_t health = server_send_http(&server, "GET", "/healthz", NULL, NULL);
    assert_int_equal(server_reply_of(&server, health)->status, 503);
    assert_int_equal(server_connect(&server, token), 0);
    assert_int_equal(server_reply_of(&server, server.last_request)->status, 503);
    server_work(&server);
    assert_int_equal(server_reply_of(&server, request)->status, 200); /* it was taken before */
    assert_true(tavern_is_quiet(server.tavern));
    assert_int_equal(server.closed[connection], 1001);
}

/* Other errors do not close the connection, however many there are. */
static void only_too_many_requests_are_counted(void **state) {
    enum { STRIKES = 100 };
    (void)state;
    uint64_t connection = server_join(&server, server_guest(&server, "Ada"), "device-1");
    for (int i = 0; i < 2 * STRIKES; i++) {
        server_ask(&server, connection, "{\"t\":\"nonsense\",\"n\":1}");
        server_pass(&server, 1000);
        server_clear(&server);
    }
    assert_int_equal(server.closed[connection], 0);
    server_ask(&server, connection, "{\"t\":\"nonsense\",\"n\":1}");
    assert_non_null(server_line(&server, connection, "\"unknown_type\""));
}

int main(void) {
#define TEST(name)   cmocka_unit_test_setup_teardown(name, open_server, close_server)
#define STRICT(name) cmocka_unit_test_setup_teardown(name, open_strict_server, close_server)
    const struct CMUnitTest tests[] = {
        TEST(a_connection_needs_all_of_it),
        TEST(hello_is_answered_with_person_time_and_limits),
        TEST(requests_behind_hello_wait_for_it),
        TEST(who_does_not_say_hello_is_sent_away),
        TEST(bad_messages_are_answered_or_end_it),
        TEST(a_person_has_eight_connections),
        STRICT(an_address_has_so_many_connections),
        STRICT(messages_come_twenty_a_second),
        STRICT(hands_come_sixty_a_second),
        TEST(test_servers_have_no_rates),
        STRICT(only_too_many_requests_are_counted),
        TEST(more_requests_do_not_wait),
        TEST(stopping_takes_nothing_more_and_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
