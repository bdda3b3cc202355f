/* test_channel.c: WebSockets: who gets one, hello, limits, the lobby. */
#include "evening.h"

#include <stdio.h>

#include "unit/test.h"

static int refusal(struct call call) {
    struct reply refused;
    struct route route = {.connection = ++desk.last_connection};
    if (tavern_connect(desk.tavern, route, &call, desk.now, &refused))
        return 101;
    return refused.status;
}

static void a_connection_needs_all_of_it(void **state) {
    (void)state;
    char authorization[128];
    snprintf(authorization, sizeof authorization, "Bearer %s", desk_guest(&desk, "Ada"));
    const struct call call = {.method = "GET",
                              .path = "/ws",
                              .authorization = authorization,
                              .host = "tavern.example:8080",
                              .origin = "https://tavern.example:8080",
                              .subprotocols = "spelunke.1",
                              .address = desk.address};
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
    tavern_http(desk.tavern, ++desk.last_request, &call, desk.now);
    assert_int_equal(desk_reply_of(&desk, desk.last_request)->status, 400);
}

static void hello_is_answered_with_person_time_and_limits(void **state) {
    (void)state;
    uint64_t connection = desk_join(&desk, desk_guest(&desk, "Ada"), "device-1");
    const char *hello = desk_line(&desk, connection, "");
    char time[64];
    snprintf(time, sizeof time, "\"time\":%lld", (long long)desk.now);
    assert_non_null(strstr(hello, "\"protocol\":1,\"version\":\""));
    assert_non_null(strstr(hello, time));
    assert_string_equal(desk_field(hello, "name"), "Ada");
    assert_non_null(strstr(hello, "\"message\":4096"));
    assert_non_null(strstr(hello, "\"watched\":16"));
    assert_non_null(strstr(desk_ask(&desk, connection, "{\"t\":\"ping\"}"), "\"t\":\"pong\""));
    assert_non_null(strstr(
        desk_ask(&desk, connection, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"device-1\"}"),
        "\"bad_request\""));
}

/* What comes behind hello waits until the login is known, in its order. */
static void requests_behind_hello_wait_for_it(void **state) {
    (void)state;
    uint64_t connection = desk_connect(&desk, desk_guest(&desk, "Ada"));
    desk_say(&desk, connection, "{\"t\":\"hello\",\"protocol\":1,\"device\":\"device-1\"}");
    desk_say(&desk, connection, "{\"t\":\"ping\"}");
    desk_say(&desk, connection, "{\"t\":\"watch\",\"n\":1,\"table\":\"nothing\"}");
    assert_int_equal(desk.line_count, 0);
    desk_work(&desk);
    assert_int_equal(desk.line_count, 3);
    assert_non_null(strstr(desk.lines[0].text, "\"hello\""));
    assert_non_null(strstr(desk.lines[1].text, "\"pong\""));
    assert_non_null(strstr(desk.lines[2].text, "\"n\":1,\"code\":\"unknown_table\""));
}

static void who_does_not_say_hello_is_sent_away(void **state) {
    (void)state;
    const char *token = desk_guest(&desk, "Ada");
    uint64_t silent = desk_connect(&desk, token), rude = desk_connect(&desk, token);
    uint64_t garbled = desk_connect(&desk, token), old = desk_connect(&desk, token);
    desk_say(&desk, rude, "{\"t\":\"ping\"}");
    assert_int_equal(desk.closed[rude], 4002);
    desk_say(&desk, garbled, "hello");
    assert_non_null(strstr(desk_line(&desk, garbled, ""), "\"bad_json\""));
    desk_say(&desk, old, "{\"t\":\"hello\",\"protocol\":2}");
    assert_non_null(strstr(desk_line(&desk, old, ""), "{\"t\":\"error\",\"code\":\"reload\""));
    assert_int_equal(desk.closed[old], 4001);
    desk_pass(&desk, 4999);
    assert_int_equal(desk.closed[silent], 0);
    desk_pass(&desk, 1);
    assert_int_equal(desk.closed[silent], 4002);
    assert_int_equal(desk.closed[garbled], 4002);
}

static void bad_messages_are_answered_or_end_it(void **state) {
    (void)state;
    const char *token = desk_guest(&desk, "Ada");
    uint64_t connection = desk_join(&desk, token, "device-1");
    char longer[5000];
    assert_non_null(strstr(desk_ask(&desk, connection, "["), "\"code\":\"bad_json\""));
    assert_non_null(strstr(desk_ask(&desk, connection, "{\"t\":\"dance\",\"n\":7}"),
                           "\"n\":7,\"code\":\"unknown_type\""));
    assert_non_null(strstr(desk_ask(&desk, connection, "{\"t\":\"act\",\"n\":8,\"table\":\"x\"}"),
                           "\"n\":8,\"code\":\"bad_request\""));
    memset(longer, ' ', sizeof longer);
    longer[4097] = '\0';
    desk_ask(&desk, connection, longer);
    assert_int_equal(desk.closed[connection], 1009);
    connection = desk_join(&desk, token, "device-1");
    tavern_binary(desk.tavern, (struct route){.connection = connection},
                  (const unsigned char *)"\7", 1, desk.now);
    assert_int_equal(desk.closed[connection], 1003);
    connection = desk_join(&desk, token, "device-1");
    desk_ask(&desk, connection, "{\"t\":\"\xff\"}");
    assert_int_equal(desk.closed[connection], 1007);
}

/* Limits. */

static void a_person_has_eight_connections(void **state) {
    (void)state;
    const char *token = desk_guest(&desk, "Ada");
    uint64_t first = desk_connect(&desk, token);
    for (int i = 1; i < 8; i++)
        assert_true(desk_connect(&desk, token) > 0);
    assert_int_equal(tavern_counter(desk.tavern, COUNT_CONNECTIONS), 8);
    assert_int_equal(tavern_counter(desk.tavern, COUNT_PEOPLE), 1);
    assert_int_equal(desk_connect(&desk, token), 0);
    assert_int_equal(desk_reply_of(&desk, desk.last_request)->status, 429);
    assert_string_equal(desk_field(desk_reply_of(&desk, desk.last_request)->body, "error"), "full");
    tavern_gone(desk.tavern, (struct route){.connection = first}, desk.now);
    assert_true(desk_connect(&desk, token) > 0);
}

static void an_address_has_so_many_connections(void **state) {
    (void)state;
    desk_close(&desk);
    desk_open(&desk, false);
    for (int i = 0; i < 64; i += 8) {
        const char *token = desk_guest(&desk, "Ada");
        for (int k = 0; k < 8; k++)
            assert_true(desk_connect(&desk, token) > 0);
    }
    const char *token = desk_guest(&desk, "Ada");
    assert_int_equal(desk_connect(&desk, token), 0);
    assert_int_equal(desk_reply_of(&desk, desk.last_request)->status, 429);
    desk.address = "192.0.2.9";
    assert_true(desk_connect(&desk, token) > 0);
}

static void messages_come_twenty_a_second(void **state) {
    (void)state;
    uint64_t connection = desk_join(&desk, desk_guest(&desk, "Ada"), "device-1");
    for (int i = 1; i < 40; i++) /* hello was the first of forty */
        desk_say(&desk, connection, "{\"t\":\"ping\"}");
    assert_int_equal(desk_count(&desk, connection, "pong"), 39);
    desk_say(&desk, connection, "{\"t\":\"watch\",\"n\":5,\"table\":\"x\"}");
    assert_non_null(strstr(desk_line(&desk, connection, ""), "\"n\":5,\"code\":\"rate\""));
    desk_pass(&desk, 1000);
    desk_clear(&desk);
    for (int i = 0; i < 21; i++)
        desk_say(&desk, connection, "{\"t\":\"ping\"}");
    assert_int_equal(desk_count(&desk, connection, "pong"), 20);
    for (int i = 2; i < 99; i++)
        desk_say(&desk, connection, "{\"t\":\"ping\"}");
    assert_int_equal(desk.closed[connection], 0);
    desk_say(&desk, connection, "{\"t\":\"ping\"}");
    assert_int_equal(desk.closed[connection], 1008);
}

static void hands_come_sixty_a_second(void **state) {
    (void)state;
    unsigned char hand[8 + 33] = {3, 1};
    uint64_t connection = desk_join(&desk, desk_guest(&desk, "Ada"), "device-1");
    desk_clear(&desk);
    for (int i = 0; i < 60; i++)
        tavern_binary(desk.tavern, (struct route){.connection = connection}, hand, sizeof hand,
                      desk.now);
    assert_int_equal(desk.line_count, 0); /* nobody wants them */
    tavern_binary(desk.tavern, (struct route){.connection = connection}, hand, sizeof hand,
                  desk.now);
    assert_non_null(strstr(desk_line(&desk, connection, ""), "\"rate\""));
}

static void test_servers_have_no_rates(void **state) {
    (void)state;
    uint64_t connection = desk_join(&desk, desk_guest(&desk, "Ada"), "device-1");
    for (int i = 0; i < 200; i++)
        desk_say(&desk, connection, "{\"t\":\"ping\"}");
    assert_int_equal(desk_count(&desk, connection, "pong"), 200);
    for (int i = 0; i < 50; i++)
        desk_http(&desk, "GET", "/api/codes/00000000", NULL, NULL);
    assert_int_equal(desk_http(&desk, "GET", "/api/codes/00000000", NULL, NULL)->status, 404);
    for (int i = 0; i < 40; i++)
        desk_guest(&desk, "Ben");
}

static void more_requests_do_not_wait(void **state) {
    (void)state;
    uint64_t connection = desk_join(&desk, desk_guest(&desk, "Ada"), "device-1");
    char text[80];
    for (int i = 1; i <= 65; i++) { /* the store does nothing meanwhile */
        snprintf(text, sizeof text, "{\"t\":\"watch\",\"n\":%d,\"table\":\"x\"}", i);
        desk_say(&desk, connection, text);
    }
    assert_non_null(strstr(desk_line(&desk, connection, ""), "\"n\":65,\"code\":\"rate\""));
    desk_work(&desk);
    assert_int_equal(desk_count(&desk, connection, "unknown_table"), 64);
}

/* The end. */

static void stopping_takes_nothing_more_and_closes(void **state) {
    (void)state;
    const char *token = desk_guest(&desk, "Ada");
    uint64_t connection = desk_join(&desk, token, "device-1");
    uint64_t request = desk_send_http(&desk, "POST", "/api/me", token, "{\"name\":\"Eva\"}");
    tavern_stop(desk.tavern, desk.now);
    assert_false(tavern_is_quiet(desk.tavern));
    assert_int_equal(desk.closed[connection], 0);
    desk_say(&desk, connection, "{\"t\":\"lobby\",\"n\":1,\"on\":true}");
    assert_non_null(strstr(desk_line(&desk, connection, ""), "\"n\":1,\"code\":\"stopping\""));
    uint64_t health = desk_send_http(&desk, "GET", "/healthz", NULL, NULL);
    assert_int_equal(desk_reply_of(&desk, health)->status, 503);
    assert_int_equal(desk_connect(&desk, token), 0);
    assert_int_equal(desk_reply_of(&desk, desk.last_request)->status, 503);
    desk_work(&desk);
    assert_int_equal(desk_reply_of(&desk, request)->status, 200); /* it was taken before */
    assert_true(tavern_is_quiet(desk.tavern));
    assert_int_equal(desk.closed[connection], 1001);
}

/* Errors of other kinds close nothing, however many there are. */
static void only_too_many_requests_are_counted(void **state) {
    enum { STRIKES = 100 };
    (void)state;
    uint64_t connection = desk_join(&desk, desk_guest(&desk, "Ada"), "device-1");
    for (int i = 0; i < 2 * STRIKES; i++) {
        desk_ask(&desk, connection, "{\"t\":\"nonsense\",\"n\":1}");
        desk_pass(&desk, 1000);
        desk_clear(&desk);
    }
    assert_int_equal(desk.closed[connection], 0);
    desk_ask(&desk, connection, "{\"t\":\"nonsense\",\"n\":1}");
    assert_non_null(desk_line(&desk, connection, "\"unknown_type\""));
}

int main(void) {
#define TEST(name)   cmocka_unit_test_setup_teardown(name, open_desk, close_desk)
#define STRICT(name) cmocka_unit_test_setup_teardown(name, open_strict_desk, close_desk)
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
