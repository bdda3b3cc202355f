/* test_api.c: requests of HTTP that are not about one table or person: whose they are, pages,
 * games, health, metrics. */
#include "tavern_test.h"

#include <stdio.h>

#include "unit/test.h"

static const struct page_file page[] = {
    {.path = "", .type = "text/html", .bytes = {"page", "gz", "br"}, .sizes = {4, 2, 2}},
    {.path = "/plain", .type = "text/html", .bytes = {"words"}, .sizes = {5}},
    {.path = "/assets/x.js",
     .type = "text/javascript",
     .bytes = {"plain", "gz", NULL},
     .sizes = {5, 2, 0},
     .is_immutable = true},
    {0},
};

static int open_desk_with_page(void **state) {
    open_server(state);
    server.plan.page = page;
    server_crash(&server);
    return 0;
}

static struct call call_of(const char *method, const char *path) {
    return (struct call){.method = method,
                         .path = path,
                         .host = "tavern.example",
                         .content_type = "application/json",
                         .address = server.address};
}

static const struct server_reply *send(struct call call) {
    tavern_http(server.tavern, ++server.last_request, &call, server.now);
    server_work(&server);
    const struct server_reply *reply = server_reply_of(&server, server.last_request);
    assert_non_null(reply);
    return reply;
}

static void assert_reply(const struct server_reply *reply, int status, const char *body) {
    if (reply->status != status || strcmp(reply->body, body) != 0)
        fail_msg("%d %s", reply->status, reply->body);
}

static void only_our_own_host_and_origin_are_served(void **state) {
    (void)state;
    struct call call = call_of("GET", "/api/games");
    static const char *const ours[] = {"tavern.example", "TAVERN.example:80", "localhost:1",
                                       "127.0.0.1:8080", "[::1]:8080"};
    static const char *const foreign[] = {NULL, "", "evil.example", "tavern.example.evil.example"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
        call.host = ours[i];
        assert_int_equal(send(call)->status, 200);
    }
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        call.host = foreign[i];
        assert_refused(send(call), 421, "forbidden");
    }
    call = call_of("POST", "/api/guest");
    call.origin = "http://tavern.example";
    assert_int_equal(send(call)->status, 201);
    call.origin = "http://evil.example";
    assert_refused(send(call), 403, "forbidden");
    call.origin = "null";
    assert_refused(send(call), 403, "forbidden");
    call = call_of("DELETE", "/api/me");
    call.origin = "http://evil.example";
    assert_refused(send(call), 403, "forbidden");
    call = call_of("GET", "/api/games"); /* requests that change nothing may have any origin */
    call.origin = "http://evil.example";
    assert_int_equal(send(call)->status, 200);
    call = call_of("POST", "/api/guest");
    call.content_type = "text/plain";
    assert_refused(send(call), 403, "forbidden");
}

static void forms_are_checked(void **state) {
    (void)state;
    static char big[9000];
    struct call call = call_of("POST", "/api/guest");
    memset(big, ' ', sizeof big - 1);
    call.body = big;
    call.body_length = 8193;
    assert_refused(send(call), 413, "too_long");
    call.body = "{";
    call.body_length = 1;
    assert_refused(send(call), 400, "bad_json");
    assert_refused(send(call_of("GET", "/nowhere")), 404, "unknown_path");
    assert_refused(send(call_of("GET", "/api/codes/x/y")), 404, "unknown_path");
    const struct server_reply *reply = send(call_of("DELETE", "/api/tables"));
    assert_refused(reply, 405, "bad_request");
    assert_string_equal(reply->allow, "GET, HEAD, POST");
    reply = send(call_of("GET", "/api/login"));
    assert_refused(reply, 405, "bad_request");
    assert_string_equal(reply->allow, "POST");
}

static void pages_come_in_the_best_coding(void **state) {
    (void)state;
    static const char *const pages[] = {"/",          "/new/null", "/t/h4tw9pzc", "/t/k3v9q2mx7d12",
                                        "/r/nowhere", "/rules/x",  "/plain/",     "/plain",
                                        "/plain/t/x"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        const struct server_reply *reply = send(call_of("GET", pages[i]));
        bool is_plain = strncmp(pages[i], "/plain", 6) == 0;
        assert_reply(reply, 200, is_plain ? "words" : "page");
        assert_null(reply->encoding);
        assert_string_equal(reply->type, "text/html");
    }
    static const struct {
        const char *accepted, *body, *encoding;
    } cases[] = {
        {"gzip, deflate, br", "br", "br"},
        {"gzip", "gz", "gzip"},
        {"br;q=0, gzip;q=0.5", "gz", "gzip"},
        {"br; q=0.0, gzip;q=0", "page", NULL},
        {"identity", "page", NULL},
        {"brx", "page", NULL},
        {"BR", "br", "br"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct call call = call_of("GET", "/");
        call.accept_encoding = cases[i].accepted;
        const struct server_reply *reply = send(call);
        assert_reply(reply, 200, cases[i].body);
        assert_int_equal(reply->encoding != NULL, cases[i].encoding != NULL);
        if (reply->encoding)
            assert_string_equal(reply->encoding, cases[i].encoding);
    }
    struct call call = call_of("HEAD", "/assets/x.js");
    call.accept_encoding = "br, gzip";
    assert_reply(send(call), 200, "gz");
    assert_refused(send(call_of("POST", "/")), 405, "bad_request");
    assert_refused(send(call_of("GET", "/assets/y.js")), 404, "unknown_path");
    assert_refused(send(call_of("GET", "/plain/api/games")), 404, "unknown_path");
}

static void metrics_are_for_who_is_near_or_has_the_token(void **state) {
    (void)state;
    struct call call = call_of("GET", "/metrics");
    assert_refused(send(call), 403, "forbidden");
    call.address = "127.0.0.1";
    const struct server_reply *reply = send(call);
    assert_int_equal(reply->status, 200);
    assert_non_null(
        strstr(reply->body, "# TYPE spelunke_connections gauge\nspelunke_connections 0\n"));
    assert_non_null(strstr(reply->body, "spelunke_errors_total{code=\"forbidden\"} 1\n"));
    assert_non_null(strstr(reply->body, "spelunke_store_healthy 1\n"));
    assert_null(strstr(reply->body, "spelunke_bot_seconds")); /* nobody measures */
    server.plan.is_behind_proxy = true;                       /* then everybody seems near */
    server.plan.metrics_token = "figures";
    server_crash(&server);
    assert_refused(send(call), 403, "forbidden");
    call.address = server.address;
    call.authorization = "Bearer figure";
    assert_refused(send(call), 403, "forbidden");
    call.authorization = "Bearer figures";
    assert_int_equal(send(call)->status, 200);
}

/* Buckets are cumulative. */
static void times_are_told_in_buckets(void **state) {
    (void)state;
    struct meters meters = {0};
    struct call call = call_of("GET", "/metrics");
    call.address = "127.0.0.1";
    server.plan.meters = &meters;
    server_crash(&server);
    histogram_count(&meters.bot, 0);
    histogram_count(&meters.bot, 100);
    histogram_count(&meters.bot, 101);
    histogram_count(&meters.bot, 10000001);
    const char *body = send(call)->body;
    assert_non_null(strstr(body, "# TYPE spelunke_bot_seconds histogram\n"
                                 "spelunke_bot_seconds_bucket{le=\"0.0001\"} 2\n"
                                 "spelunke_bot_seconds_bucket{le=\"0.00025\"} 3\n"));
    assert_non_null(strstr(body, "spelunke_bot_seconds_bucket{le=\"10\"} 3\n"
                                 "spelunke_bot_seconds_bucket{le=\"+Inf\"} 4\n"
                                 "spelunke_bot_seconds_sum 10.000202\n"
                                 "spelunke_bot_seconds_count 4\n"));
    assert_non_null(strstr(body, "spelunke_commit_seconds_sum 0\n"));
    server.plan.meters = NULL;
    server_crash(&server);
}

static void games_have_what_a_client_needs(void **state) {
    (void)state;
    const char *body = send(call_of("GET", "/api/games"))->body;
    const char *polterfass = strstr(body, "{\"key\":\"polterfass\"");
    assert_non_null(polterfass);
    assert_non_null(strstr(body, "{\"key\":\"null\""));
    assert_non_null(
        strstr(polterfass, "\"phrases\":[\"polterfass.phrase.1\",\"polterfass.phrase.2\""));
    assert_non_null(strstr(polterfass, "\"helps\":[\"hint\",\"odds\""));
    assert_non_null(strstr(polterfass, "\"quick\":{\"seats\":4,\"bots\":{\"1\":\"regular\",\"2\":"
                                       "\"regular\",\"3\":\"regular\"}}"));
    assert_non_null(strstr(polterfass, "\"default\":\"table\",\"values\":[\"table\",\"physics\"],"
                                       "\"offer\":\"physics\"}"));
    assert_non_null(strstr(polterfass, "\"default\":75,\"min\":1,\"max\":500,\"offer\":75}"));
    struct call call = call_of("GET", "/api/kit/polterfass");
    assert_int_equal(strncmp(send(call)->body, "{\"kit\":{", 8), 0);
    assert_refused(send(call_of("GET", "/api/kit/chess")), 400, "unknown_game");
}

static void links_are_shown_as_pictures(void **state) {
    (void)state;
    const struct server_reply *reply = send(call_of("GET", "/qr/h4tw9pzc.svg"));
    assert_int_equal(reply->status, 200);
    assert_string_equal(reply->type, "image/svg+xml");
    assert_non_null(strstr(reply->body, "<svg"));
    assert_refused(send(call_of("GET", "/qr/h4tw.svg")), 404, "unknown_path");
    server.plan.link = "https://other.example";
    char first[8000];
    assert_true(strlen(reply->body) < sizeof first);
    strcpy(first, reply->body);
    server_crash(&server);
    assert_string_not_equal(send(call_of("GET", "/qr/h4tw9pzc.svg"))->body, first);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_desk_with_page, close_server)
    const struct CMUnitTest tests[] = {
        TEST(only_our_own_host_and_origin_are_served),
        TEST(forms_are_checked),
        TEST(pages_come_in_the_best_coding),
        TEST(metrics_are_for_who_is_near_or_has_the_token),
        TEST(times_are_told_in_buckets),
        TEST(games_have_what_a_client_needs),
        TEST(links_are_shown_as_pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
