/* test_options.c: options of a server from call, environment and file; addresses; QR codes. */
#include "server/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/address.h"
#include "server/peers.h"
#include "server/qr.h"
#include "unit/test.h"

static void the_call_counts_more_than_the_environment_than_the_file(void **state) {
    (void)state;
    struct options options;
    struct message why;
    options_open(&options);
    assert_int_equal(option_number(&options, SERVE_PORT), 8642);
    assert_true(options_take(&options, SERVE_PORT, "1", FROM_CALL, &why));
    setenv("SPELUNKE_PORT", "2", 1);
    setenv("SPELUNKE_PER_ADDRESS", "3", 1);
    setenv("SPELUNKE_LAN", "yes", 1);
    assert_true(options_take_environment(&options, &why));
    assert_true(options_take(&options, SERVE_PER_ADDRESS, "4", FROM_FILE, &why));
    assert_true(options_take(&options, SERVE_KEEP, "5", FROM_FILE, &why));
    assert_int_equal(option_number(&options, SERVE_PORT), 1);
    assert_int_equal(option_number(&options, SERVE_PER_ADDRESS), 3);
    assert_int_equal(option_number(&options, SERVE_KEEP), 5);
    assert_true(option_flag(&options, SERVE_LAN));
    assert_false(option_flag(&options, SERVE_TEST));
    unsetenv("SPELUNKE_PORT");
    unsetenv("SPELUNKE_PER_ADDRESS");
    unsetenv("SPELUNKE_LAN");
    options_free(&options);
}

static void wrong_values_are_refused(void **state) {
    (void)state;
    static const struct {
        enum serve_option option;
        const char *value, *key;
    } wrong[] = {{SERVE_PORT, "65536", "server.option_number"},
                 {SERVE_PORT, "-1", "server.option_number"},
                 {SERVE_PORT, "80 ", "server.option_number"},
                 {SERVE_PORT, "99999999999999999999", "server.option_number"},
                 {SERVE_PER_ADDRESS, "0", "server.option_number"},
                 {SERVE_PORT, NULL, "server.option_value"},
                 {SERVE_NAME, "", "server.option_value"},
                 {SERVE_NAME, "a\033b", "server.option_text"},
                 {SERVE_BIND, "localhost", "server.option_address"},
                 {SERVE_BIND, "127.0.0.1,,::1", "server.option_address"},
                 {SERVE_LAN, "maybe", "server.option_flag"},
                 {SERVE_LOG, "loud", "server.option_level"}};
    struct options options;
    options_open(&options);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct message why;
        assert_false(options_take(&options, wrong[i].option, wrong[i].value, FROM_CALL, &why));
        assert_string_equal(why.key, wrong[i].key);
    }
    options_free(&options);
}

static void options_must_fit_together(void **state) {
    (void)state;
    struct options options;
    struct message why;
    options_open(&options);
    assert_true(options_check(&options, &why));
    options_take(&options, SERVE_CERT, "c.pem", FROM_CALL, &why);
    assert_false(options_check(&options, &why));
    assert_string_equal(why.key, "server.option_pair");
    options_take(&options, SERVE_KEY, "k.pem", FROM_CALL, &why);
    assert_true(options_check(&options, &why));
    options_take(&options, SERVE_TEST, NULL, FROM_CALL, &why);
    assert_true(options_check(&options, &why));
    options_take(&options, SERVE_BIND, "0.0.0.0", FROM_CALL, &why);
    assert_false(options_check(&options, &why));
    assert_string_equal(why.key, "server.option_test");
    options_free(&options);
    options_open(&options);
    options_take(&options, SERVE_TEST, NULL, FROM_CALL, &why);
    options_take(&options, SERVE_BEHIND_PROXY, NULL, FROM_CALL, &why);
    assert_false(options_check(&options, &why));
    assert_string_equal(why.key, "server.option_test");
    options_free(&options);
}

static void what_was_not_set_is_printed_with_what_is_taken(void **state) {
    (void)state;
    struct options options;
    struct message why;
    struct text all = {0};
    setenv("XDG_DATA_HOME", "/far/away", 1);
    options_open(&options);
    options_print(&options, &all);
    assert_non_null(strstr(all.data, "\n# bind 127.0.0.1,::1\n# name\n# store /far/away/spelunke/\n"
                                     "# data /far/away/spelunke/\n"));
    assert_non_null(
        strstr(all.data, isatty(STDERR_FILENO) ? "\n# log warning\n" : "\n# log info\n"));
    options_take(&options, SERVE_DATA, "/here", FROM_CALL, &why);
    options_take(&options, SERVE_LAN, NULL, FROM_CALL, &why);
    text_clear(&all);
    options_print(&options, &all);
    assert_non_null(strstr(all.data, "\n# bind 0.0.0.0,::\n# name\n# store /here\ndata /here\n"));
    text_free(&all);
    options_free(&options);
    unsetenv("XDG_DATA_HOME");
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void files_have_an_option_a_line(void **state) {
    (void)state;
    char path[] = "/tmp/spelunke_options_XXXXXX";
    struct options options;
    struct message why;
    struct text all = {0};
    char address[64];
    int line;
    close(mkstemp(path));
    options_open(&options);
    write_file(path, "# a comment\n\n  port\t80  \r\nlan\nbind 127.0.0.1,::1\nname a b");
    assert_true(options_take_file(&options, path, &line, &why));
    assert_int_equal(option_number(&options, SERVE_PORT), 80);
    assert_true(option_flag(&options, SERVE_LAN));
    assert_string_equal(option_text(&options, SERVE_NAME), "a b");
    assert_true(option_item(&options, SERVE_BIND, 1, address, sizeof address));
    assert_string_equal(address, "::1");
    assert_false(option_item(&options, SERVE_BIND, 2, address, sizeof address));
    /* What is printed is such a file. */
    options_print(&options, &all);
    struct options again;
    struct text twice = {0};
    options_open(&again);
    write_file(path, all.data);
    assert_true(options_take_file(&again, path, &line, &why));
    options_print(&again, &twice);
    assert_string_equal(twice.data, all.data);
    write_file(path, "port 1\n\nprot 2\n");
    assert_false(options_take_file(&again, path, &line, &why));
    assert_int_equal(line, 3);
    assert_string_equal(why.key, "server.no_option");
    unlink(path);
    assert_false(options_take_file(&again, path, &line, &why));
    assert_int_equal(line, 0);
    text_free(&all);
    text_free(&twice);
    options_free(&options);
    options_free(&again);
}

static void addresses_are_networks(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"127.0.0.1", "127.0.0.1"},
                                           {"::1", "::1"},
                                           {"::ffff:10.1.2.3", "10.1.2.3"},
                                           {"2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"},
                                           {"2001:DB8:1:2::", "2001:db8:1:2::"}};
    char out[ADDRESS_TEXT_MAX + 1];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        assert_true(address_parse(pairs[i][0], out));
        assert_string_equal(out, pairs[i][1]);
    }
    assert_false(address_parse("localhost", out));
    assert_false(address_parse("1.2.3", out));
    assert_false(address_parse("", out));
    assert_true(address_is_loopback("127.3.2.1"));
    assert_true(address_is_loopback("::1"));
    assert_false(address_is_loopback("128.0.0.1"));
}

static void peers_are_counted(void **state) {
    (void)state;
    static struct peers peers;
    struct peer *all[3000];
    for (int i = 0; i < 3000; i++) { /* more addresses than rows */
        char address[32];
        snprintf(address, sizeof address, "10.0.%d.%d", i / 2 / 256, i / 2 % 256);
        all[i] = peers_join(&peers, address);
        assert_int_equal(all[i]->connections, 1 + i % 2);
    }
    assert_ptr_equal(all[0], all[1]);
    for (int i = 0; i < 3000; i++)
        peers_leave(&peers, all[i]);
    for (int i = 0; i < PEERS_ROWS; i++)
        assert_null(peers.rows[i]);
}

static void qr_codes_are_drawn(void **state) {
    (void)state;
    struct text svg = {0}, lines = {0};
    char large[4000];
    assert_true(qr_put_svg("http://192.168.1.7:8642/t/h4tw-9pzc", &svg));
    /* Version 3 has 29 modules, and a margin of four on each side. */
    assert_non_null(strstr(svg.data, "viewBox=\"0 0 37 37\""));
    /* The finder in its corner: seven dark ones in the first row, and one at each end of the next.
     */
    assert_non_null(strstr(svg.data, "<path d=\"M4 4h7v1H4z"));
    assert_non_null(strstr(svg.data, "M4 5h1v1H4zM10 5h1v1H10z"));
    assert_true(qr_put_terminal("http://192.168.1.7:8642/t/h4tw-9pzc", &lines));
    int count = 0;
    for (size_t i = 0; i < lines.length; i++)
        count += lines.data[i] == '\n';
    assert_int_equal(count, 19);
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    assert_false(qr_put_svg(large, &svg));
    text_free(&svg);
    text_free(&lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_call_counts_more_than_the_environment_than_the_file),
        cmocka_unit_test(wrong_values_are_refused),
        cmocka_unit_test(options_must_fit_together),
        cmocka_unit_test(files_have_an_option_a_line),
        cmocka_unit_test(what_was_not_set_is_printed_with_what_is_taken),
        cmocka_unit_test(addresses_are_networks),
        cmocka_unit_test(peers_are_counted),
        cmocka_unit_test(qr_codes_are_drawn)};
    return cmocka_run_group_tests_name("server options", tests, NULL, NULL);
}
