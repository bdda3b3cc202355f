/* test_http.c: parsing HTTP requests from input that is split anywhere. */
#include "server/http.h"

#include "proto.h"
#include "unit/test.h"

/* The parsed requests as a text to compare. */
static void put_found(struct http_reader *reader, struct text *out) {
    const struct http_request *request;
    enum http_found found;
    int status;
    while ((found = http_look(reader, &request, &status)) == HTTP_READY) {
        text_put(out, request->method);
        text_put_char(out, ' ');
        text_put(out, request->path);
        text_put(out, request->query ? "?" : "");
        text_put(out, request->query ? request->query : "");
        text_put(out, request->keeps ? " keeps " : " ends ");
        text_put(out, request->is_socket ? "socket " : "");
        text_put(out, request->host ? request->host : "-");
        text_put_char(out, ' ');
        text_put_bytes(out, request->body, request->body_length);
        text_put(out, ".\n");
        http_done(reader);
    }
    if (found == HTTP_BAD) {
        text_put_number(out, status);
        text_put_char(out, '\n');
    }
}

static void read_all(const char *bytes, size_t size, struct text *out) {
    struct http_reader reader = {0};
    text_clear(out);
    http_add(&reader, bytes, size);
    put_found(&reader, out);
    http_free(&reader);
}

static void demand(const char *bytes, const char *expected) {
    struct text found = {0};
    read_all(bytes, strlen(bytes), &found);
    assert_string_equal(text_string(&found), expected);
    text_free(&found);
}

static const char conversation[] =
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
    "\r\n\r\nPOST /x?y=1 HTTP/1.1\r\nhost:b \r\nContent-Length: 5\r\n\r\nh\r\n\r\n"
    "GET http://c:1/z HTTP/1.0\r\nConnection: x, Keep-Alive\r\n\r\n"
    "GET /ws HTTP/1.1\r\nHost: d\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\r\n"
    "DELETE /e HTTP/1.1\r\nHost: e\r\nConnection: close\r\n\r\n";

static void requests_follow_each_other(void **state) {
    (void)state;
    demand(conversation, "GET / keeps a .\n"
                         "POST /x?y=1 keeps b h\r\n\r\n.\n"
                         "GET /z keeps c:1 .\n"
                         "GET /ws keeps socket d .\n"
                         "DELETE /e ends e .\n");
}

static void it_does_not_matter_where_bytes_are_cut(void **state) {
    (void)state;
    struct text whole = {0}, cut = {0};
    size_t size = sizeof conversation - 1;
    read_all(conversation, size, &whole);
    for (size_t first = 1; first < size; first++)
        for (size_t step = 1; step < size; step += 7) {
            struct http_reader reader = {0};
            text_clear(&cut);
            http_add(&reader, conversation, first);
            put_found(&reader, &cut);
            for (size_t at = first; at < size; at += step) {
                http_add(&reader, conversation + at, at + step < size ? step : size - at);
                put_found(&reader, &cut);
            }
            http_free(&reader);
            assert_string_equal(text_string(&cut), text_string(&whole));
        }
    text_free(&whole);
    text_free(&cut);
}

static void a_refusal_ends_all_reading(void **state) {
    (void)state;
    demand("GET / HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
           "GET / keeps a .\n400\n");
    demand("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
           "400\n");
    demand("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 8193\r\n\r\n", "413\n");
    demand("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551617\r\n\r\n", "413\n");
}

static void a_head_has_its_limit(void **state) {
    (void)state;
    static const char start[] = "GET / HTTP/1.1\r\nHost: a\r\nX: ";
    struct text bytes = {0}, found = {0};
    for (int more = -1; more <= 1; more++) {
        text_clear(&bytes);
        text_put(&bytes, start);
        while ((int)bytes.length < LIMIT_HEADER - 4 + more)
            text_put_char(&bytes, 'x');
        text_put(&bytes, "\r\n\r\n");
        read_all(bytes.data, bytes.length, &found);
        assert_string_equal(text_string(&found), more > 0 ? "431\n" : "GET / keeps a .\n");
        /* One byte before its end nobody knows yet. */
        read_all(bytes.data, bytes.length - 1, &found);
        assert_string_equal(text_string(&found), more > 0 ? "431\n" : "");
    }
    text_free(&bytes);
    text_free(&found);
}

static void leave_to_send_a_body_is_asked_for_once(void **state) {
    (void)state;
    struct http_reader reader = {0};
    const struct http_request *request;
    static const char head[] =
        "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n";
    int status;
    http_add(&reader, head, sizeof head - 1);
    assert_false(http_expects(&reader));
    assert_int_equal(http_look(&reader, &request, &status), HTTP_MORE);
    assert_true(http_expects(&reader));
    assert_false(http_expects(&reader));
    http_add(&reader, "ok", 2);
    assert_int_equal(http_look(&reader, &request, &status), HTTP_READY);
    http_free(&reader);
}

static void what_comes_behind_the_wish_for_a_websocket_is_its_own(void **state) {
    (void)state;
    struct http_reader reader = {0};
    const struct http_request *request;
    static const char bytes[] =
        "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nframes";
    size_t size;
    int status;
    http_add(&reader, bytes, sizeof bytes - 1);
    assert_int_equal(http_look(&reader, &request, &status), HTTP_READY);
    assert_true(request->is_socket);
    assert_memory_equal(http_rest(&reader, &size), "frames", 6);
    assert_int_equal(size, 6);
    http_free(&reader);
}

static void lists_have_words(void **state) {
    (void)state;
    assert_true(http_list_has("a, Upgrade ,c", "upgrade"));
    assert_true(http_list_has("upgrade", "upgrade"));
    assert_false(http_list_has("upgraded, up grade", "upgrade"));
    assert_false(http_list_has("", "upgrade"));
}

static void heads_of_answers(void **state) {
    (void)state;
    struct text out = {0};
    http_put_head(&(struct reply){.status = 405, .type = "text/plain", .allow = "GET", .size = 7},
                  false, 784111777000, &out);
    test_text(&out, "HTTP/1.1 405 Method Not Allowed\r\n"
                    "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                    "Content-Type: text/plain\r\n"
                    "Content-Length: 7\r\n"
                    "Cache-Control: no-store\r\n"
                    "Allow: GET\r\n"
                    "X-Content-Type-Options: nosniff\r\n"
                    "Referrer-Policy: no-referrer\r\n"
                    "X-Frame-Options: DENY\r\n"
                    "Content-Security-Policy: default-src 'self'; img-src 'self' data: blob:; "
                    "object-src 'none'; base-uri 'none'; form-action 'self'; "
                    "frame-ancestors 'none'\r\n"
                    "Connection: close\r\n\r\n");
    text_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_follow_each_other),
        cmocka_unit_test(it_does_not_matter_where_bytes_are_cut),
        cmocka_unit_test(a_refusal_ends_all_reading),
        cmocka_unit_test(a_head_has_its_limit),
        cmocka_unit_test(leave_to_send_a_body_is_asked_for_once),
        cmocka_unit_test(what_comes_behind_the_wish_for_a_websocket_is_its_own),
        cmocka_unit_test(lists_have_words),
        cmocka_unit_test(heads_of_answers)};
    return cmocka_run_group_tests_name("server http", tests, NULL, NULL);
}
