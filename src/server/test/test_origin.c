/* test_origin.c: same-site and cross-site requests. */
#include "server/origin.h"

#include "unit/test.h"

static const char *const names[] = {"tavern.example", "192.168.1.7", "fd00::7", NULL};

static void own_hosts_are_known(void **state) {
    (void)state;
    static const char *const right[] = {"127.0.0.1",   "127.0.0.1:8080",  "127.9.9.9:1",
                                        "localhost",   "LOCALHOST:65535", "[::1]",
                                        "[::1]:80",    "tavern.example",  "Tavern.Example:8443",
                                        "192.168.1.7", "[fd00::7]:1",     "localhost:"};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_true(host_is_ours(right[i], names));
}

static void foreign_hosts_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {NULL,
                                        "",
                                        ":80",
                                        "evil.example",
                                        "127.0.0.1.evil.example",
                                        "127.evil",
                                        "localhost.evil.example",
                                        "tavern.example.evil.example",
                                        "xtavern.example",
                                        "tavern.example:80:80",
                                        "tavern.example:x",
                                        "tavern.example:123456",
                                        "[::1",
                                        "[]",
                                        "[::1]x",
                                        "tavern.example/",
                                        "user@tavern.example",
                                        "192.168.1.70",
                                        "::1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(host_is_ours(wrong[i], names));
}

static void own_pages_are_known(void **state) {
    (void)state;
    assert_true(origin_is_ours(NULL, "localhost:8080", names));
    assert_true(origin_is_ours("http://localhost:8080", "localhost:8080", names));
    assert_true(origin_is_ours("https://tavern.example", "Tavern.example", names));
    assert_true(origin_is_ours("https://tavern.example", "tavern.example:443", names));
    assert_true(origin_is_ours("http://[::1]:9", "[::1]:9", names));
    /* Under another of its names. */
    assert_true(origin_is_ours("http://127.0.0.1:8080", "localhost:8080", names));
    assert_true(origin_is_ours("http://tavern.example:8080", "192.168.1.7:8080", names));
}

static void foreign_pages_are_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"null",
                                        "",
                                        "http://localhost",
                                        "http://localhost:3000",
                                        "http://evil.example:8080",
                                        "ftp://localhost:8080",
                                        "http://localhost:8080/",
                                        "http://localhost:8080@evil",
                                        "localhost:8080",
                                        "http://",
                                        "file://",
                                        "http://127.0.0.1:8081",
                                        "http://tavern.example",
                                        "http://192.168.1.70:8080"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(origin_is_ours(wrong[i], "localhost:8080", names));
    assert_false(origin_is_ours("http://localhost:8080", NULL, names));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_hosts_are_known),
        cmocka_unit_test(foreign_hosts_are_refused),
        cmocka_unit_test(own_pages_are_known),
        cmocka_unit_test(foreign_pages_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
