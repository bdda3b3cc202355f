/* test_gate_http.c: valid and invalid HTTP requests. */
#include "server/gate.h"

#include <spelunke/game.h>

#include "unit/test.h"

static struct wire wire;
static struct fault fault;

static bool ask(const char *method, const char *path, const char *query, const char *body) {
    struct http_input input = {
        method, path, query, body ? "application/json" : NULL, body, body ? strlen(body) : 0};
    return gate_http(&input, &wire, &fault);
}

static void assert_route(const char *method, const char *path, const char *query, const char *body,
                         enum wire_route route) {
    if (!ask(method, path, query, body))
        fail_msg("%s %s: %s", method, path, fault.why.key);
    assert_int_equal(wire.route, route);
}

static void assert_status(const char *method, const char *path, const char *query, const char *body,
                          int status, enum wire_code code) {
    assert_false(ask(method, path, query, body));
    assert_int_equal(fault.status, status);
    assert_string_equal(wire_codes[fault.code].name, wire_codes[code].name);
}

static void every_request_of_the_protocol_has_its_route(void **state) {
    (void)state;
    assert_route("GET", "/", NULL, NULL, ROUTE_LOBBY);
    assert_route("GET", "/new/drachen", NULL, NULL, ROUTE_NEW);
    assert_string_equal(wire.game, "drachen");
    assert_route("GET", "/t/h4tw-9pzc", "tv", NULL, ROUTE_TABLE_PAGE);
    assert_string_equal(wire.place, "h4tw-9pzc");
    assert_true(wire.tv);
    assert_route("GET", "/r/k3v9", NULL, NULL, ROUTE_REPLAY_PAGE);
    assert_route("GET", "/rules/drachen", NULL, NULL, ROUTE_RULES);
    assert_route("GET", "/healthz", NULL, NULL, ROUTE_HEALTH);
    assert_route("GET", "/metrics", NULL, NULL, ROUTE_METRICS);
    assert_route("GET", "/ws", NULL, NULL, ROUTE_WS);
    assert_route("GET", "/api/me", "state=over", NULL, ROUTE_ME);
    assert_int_equal(wire.state, STATE_OVER);
    assert_route("DELETE", "/api/me", NULL, NULL, ROUTE_FORGET);
    assert_route("GET", "/api/games", NULL, NULL, ROUTE_GAMES);
    assert_route("GET", "/api/kit/drachen", NULL, NULL, ROUTE_KIT);
    assert_route("GET", "/api/tables", "game=&state=", NULL, ROUTE_TABLES);
    assert_false(wire_has(&wire, FIELD_GAME) || wire_has(&wire, FIELD_STATE));
    assert_route("GET", "/api/tables", "game=drachen&state=open&x=%zz", NULL, ROUTE_TABLES);
    assert_route("GET", "/api/tables/k3v9", "code=H4TW+9PZC", NULL, ROUTE_TABLE);
    assert_string_equal(wire.code, "h4tw9pzc");
    assert_route("GET", "/api/codes/H4TW%209PZC", NULL, NULL, ROUTE_CODE);
    assert_string_equal(wire.code, "h4tw9pzc");
    assert_route("GET", "/qr/h4tw9pzc.svg", NULL, NULL, ROUTE_QR);
    assert_string_equal(wire.code, "h4tw9pzc");
    assert_route("GET", "/api/tables/k3v9/log", "stamps=1", NULL, ROUTE_LOG);
    assert_true(wire.stamps);
    assert_route("GET", "/api/tables/k3v9/films/4294967295", NULL, NULL, ROUTE_FILM);
    assert_int_equal(wire.number, 4294967295);
    assert_route("GET", "/api/replays/k3v9", "view=all&from=10&count=20", NULL, ROUTE_REPLAY);
    assert_int_equal(wire.view, VIEWER_ALL);
    assert_int_equal(wire.from, 10);
    assert_int_equal(wire.count, 20);
    assert_route("GET", "/api/tables/k3v9/proof", NULL, NULL, ROUTE_PROOF);
    assert_route("GET", "/api/replays/k3v9", "view=watcher", NULL, ROUTE_REPLAY);
    assert_int_equal(wire.view, SEAT_WATCHER);
    assert_route("GET", "/api/replays/k3v9", "view=7", NULL, ROUTE_REPLAY);
    assert_int_equal(wire.view, 7);
}

static void bodies_are_read(void **state) {
    (void)state;
    assert_route("POST", "/api/guest", NULL, "{\"name\":\" E\\u0301mile \"}", ROUTE_GUEST);
    assert_string_equal(wire.name, "Émile");
    assert_route("POST", "/api/guest", NULL, "", ROUTE_GUEST);
    assert_route("POST", "/api/me", NULL, "{\"name\":\"Ada\"}", ROUTE_RENAME);
    assert_route("POST", "/api/account", NULL, "{\"name\":\"Ada\",\"passphrase\":\"e\\u0301 x\"}",
                 ROUTE_ACCOUNT);
    assert_string_equal(wire.passphrase, "é x");
    assert_route("POST", "/api/login", NULL, "{\"handover\":\"h4tw-9pzc\"}", ROUTE_LOGIN);
    assert_string_equal(wire.handover, "h4tw9pzc");
    assert_route("POST", "/api/login", NULL, "{\"name\":\"Ada\",\"passphrase\":\"x\"}",
                 ROUTE_LOGIN);
    assert_route("POST", "/api/logout", NULL, "{}", ROUTE_LOGOUT);
    assert_route("POST", "/api/handover", NULL, "", ROUTE_HANDOVER);
    assert_route("POST", "/api/tables", NULL, "{\"game\":\"drachen\",\"seats\":4}", ROUTE_MAKE);
    assert_status("POST", "/api/tables", NULL, "{\"game\":\"drachen\"}", 400, CODE_BAD_REQUEST);
    assert_status("POST", "/api/tables", NULL, "{\"game\":\"x\",\"seats\":4,\"chat\":\"loud\"}",
                  400, CODE_BAD_SETUP);
    assert_status("POST", "/api/me", NULL, "", 400, CODE_BAD_REQUEST);
    assert_status("POST", "/api/me", NULL, "{\"name\":\"\"}", 400, CODE_BAD_REQUEST);
    assert_status("POST", "/api/me", NULL, "{\"name\":\"a\\u200bb\"}", 400, CODE_BAD_REQUEST);
    assert_status("POST", "/api/login", NULL, "{}", 400, CODE_BAD_REQUEST);
    assert_status("POST", "/api/login", NULL, "{\"name\":\"Ada\"}", 400, CODE_BAD_REQUEST);
    assert_status("POST", "/api/login", NULL, "{\"name\":\"A\",\"handover\":\"x\"}", 400,
                  CODE_BAD_REQUEST);
    assert_status("POST", "/api/guest", NULL, "[]", 400, CODE_BAD_JSON);
    assert_status("POST", "/api/guest", NULL, "{\"\xff\":1}", 400, CODE_BAD_JSON);
}

static void bodies_have_8192_bytes_and_are_json(void **state) {
    (void)state;
    static char body[LIMIT_BODY + 2];
    memset(body, ' ', LIMIT_BODY + 1);
    memcpy(body, "{}", 2);
    assert_status("POST", "/api/guest", NULL, body, 413, CODE_TOO_LONG);
    body[LIMIT_BODY] = '\0';
    assert_route("POST", "/api/guest", NULL, body, ROUTE_GUEST);
    static const char *const types[] = {NULL, "", "text/plain", "application/x-www-form-urlencoded",
                                        "application/jsonp"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        struct http_input input = {"POST", "/api/guest", NULL, types[i], "{}", 2};
        assert_false(gate_http(&input, &wire, &fault));
        assert_int_equal(fault.status, 403);
        /* What has no body may do without. */
        struct http_input forget = {"DELETE", "/api/me", NULL, types[i], "", 0};
        assert_int_equal(gate_http(&forget, &wire, &fault), !types[i]);
        assert_int_equal(fault.status, types[i] ? 403 : 0);
    }
    struct http_input input = {"POST", "/api/guest", NULL, "Application/JSON; charset=utf-8", "{}",
                               2};
    assert_true(gate_http(&input, &wire, &fault));
}

static void head_is_get_and_pages_have_plain_twins(void **state) {
    (void)state;
    assert_route("HEAD", "/api/games", NULL, NULL, ROUTE_GAMES);
    assert_true(wire.is_head);
    assert_route("GET", "/plain/rules/drachen", NULL, NULL, ROUTE_RULES);
    assert_true(wire.is_plain);
    assert_route("GET", "/plain", NULL, NULL, ROUTE_LOBBY);
    assert_route("GET", "/plain/", NULL, NULL, ROUTE_LOBBY);
    assert_status("GET", "/plain/api/games", NULL, NULL, 404, CODE_UNKNOWN_PATH);
    assert_status("GET", "/plainest", NULL, NULL, 404, CODE_UNKNOWN_PATH);
}

static void other_paths_are_not_there(void **state) {
    (void)state;
    static const char *const paths[] = {"",
                                        "/index.html",
                                        "//",
                                        "/api",
                                        "/api/",
                                        "/api/games/",
                                        "/api/tables/",
                                        "/t/",
                                        "/t/a/b",
                                        "/qr/h4tw9pzc",
                                        "/qr/.svg",
                                        "/api/tables/x/films/",
                                        "/rules",
                                        "/api/tables/x/films/abc",
                                        "/api/tables/x/films/4294967296",
                                        "/r/%00",
                                        "/r/%zz",
                                        "/r/%ff",
                                        "/r/%",
                                        "/../etc/passwd",
                                        "/api/tables/x/logs",
                                        "/WS"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        assert_status("GET", paths[i][0] ? paths[i] : "x", NULL, NULL, 404, CODE_UNKNOWN_PATH);
    assert_status("PUT", "/api/me", NULL, NULL, 405, CODE_BAD_REQUEST);
    assert_status("POST", "/healthz", NULL, "{}", 405, CODE_BAD_REQUEST);
    assert_status("get", "/", NULL, NULL, 405, CODE_BAD_REQUEST);
}

static void queries_have_their_forms(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "view=8",  "view=x",        "view=-1",   "from=-1", "from=1.5", "from=99999999999999999999",
        "count=x", "from=1&from=2", "from=%31%", "view=%ff"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_status("GET", "/api/replays/x", wrong[i], NULL, 400, CODE_BAD_REQUEST);
    assert_status("GET", "/api/tables", "state=shut", NULL, 400, CODE_BAD_REQUEST);
    assert_status("GET", "/api/tables/x/log", "stamps=yes", NULL, 400, CODE_BAD_REQUEST);
    assert_route("GET", "/api/replays/x", "&&from=%31&=&count", NULL, ROUTE_REPLAY);
    assert_int_equal(wire.from, 1);
}

static void assert_token(const char *authorization, const char *cookie, const char *expected) {
    char token[TOKEN_MAX + 1];
    gate_token(authorization, cookie, token);
    assert_string_equal(token, expected);
}

static void tokens_are_found(void **state) {
    (void)state;
    assert_token(NULL, NULL, "");
    assert_token("Bearer abc_-9", "spelunke=other", "abc_-9");
    assert_token("bearer abc", NULL, "abc");
    assert_token("Basic abc", "spelunke=mine", "mine");
    assert_token(NULL, "a=b; spelunke=mine; c=d", "mine");
    assert_token(NULL, "notspelunke=x; spelunke=", "");
    assert_token(NULL, "spelunke", "");
    assert_token("Bearer ", "spelunke=mine", "");
    assert_token("Bearer a b", NULL, "");
    assert_token("Bearer a.b", NULL, "");
    char text[200] = "Bearer ";
    memset(text + 7, 'x', TOKEN_MAX + 1);
    assert_token(text, NULL, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_request_of_the_protocol_has_its_route),
        cmocka_unit_test(bodies_are_read),
        cmocka_unit_test(bodies_have_8192_bytes_and_are_json),
        cmocka_unit_test(head_is_get_and_pages_have_plain_twins),
        cmocka_unit_test(other_paths_are_not_there),
        cmocka_unit_test(queries_have_their_forms),
        cmocka_unit_test(tokens_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
