/* test_link.c: links to tables, as copied from browsers and mails, and codes as read aloud. */
#include "remote/link.h"

#include "unit/test.h"

static const char usual[] = "http://127.0.0.1:8642";

static void is_read(const char *text, const char *host, int port, bool is_tls, const char *name) {
    struct link link;
    assert_true(link_read(text, usual, &link));
    assert_string_equal(link.address.host, host);
    assert_int_equal(link.address.port, port);
    assert_int_equal(link.address.is_tls, is_tls);
    assert_string_equal(link.name, name);
}

static void links_are_read(void **state) {
    (void)state;
    is_read("http://here:8642/t/h4tw-9pzc", "here", 8642, false, "h4tw9pzc");
    is_read("https://games.example/t/h4tw9pzc", "games.example", 443, true, "h4tw9pzc");
    is_read("http://[::1]:80/t/h4tw9pzc?lang=fr", "::1", 80, false, "h4tw9pzc");
    is_read("https://games.example/plain/t/h4tw9pzc#log", "games.example", 443, true, "h4tw9pzc");
    is_read("http://here:8642/t/h4tw9pzc/", "here", 8642, false, "h4tw9pzc");
    is_read("http://here:8642/plain/t/h4tw9pzc/?lang=fr", "here", 8642, false, "h4tw9pzc");
    is_read("192.168.1.20:8642/t/h4tw9pzc", "192.168.1.20", 8642, false, "h4tw9pzc");
    is_read("games.example/t/h4tw9pzc/", "games.example", 80, false, "h4tw9pzc");
    is_read("H4TW-9PZC", "127.0.0.1", 8642, false, "h4tw9pzc");
    is_read("h4tw9pzcxxxx", "127.0.0.1", 8642, false, "h4tw9pzcxxxx");
}

static void what_is_no_link_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"",
                                        "ftp://here/t/h4tw9pzc",
                                        "http://here/x/h4tw9pzc",
                                        "http://here/plain/h4tw9pzc",
                                        "http://here:0/t/h4tw9pzc",
                                        "http://here:70000/t/h4tw9pzc",
                                        "http://here/t/",
                                        "http://here/t//",
                                        "http://here/t/h4tw9pzc//",
                                        "http://here/t/h4tw9pzc/x",
                                        "http://user@here/t/h4tw9pzc",
                                        "/t/h4tw9pzc",
                                        "h4tw9pzc/"};
    struct link link;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(link_read(wrong[i], usual, &link));
    assert_true(link_read("h4tw9pzc", "here:80/", &link));
    assert_false(link_read("h4tw9pzc", "http://here/t", &link));
    assert_false(link_read("h4tw9pzc", "ftp://here", &link));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(links_are_read),
                                       cmocka_unit_test(what_is_no_link_is_refused)};
    return cmocka_run_group_tests_name("link", tests, NULL, NULL);
}
