/* test_text.c: text, JSON, messages, notation. */
#include "unit/test.h"

#include <spelunke/notation.h>

static void numbers_are_written_whole(void **state) {
    (void)state;
    struct text text = {0};
    text_put_number(&text, 0);
    test_text(&text, "0");
    text_put_number(&text, -7);
    test_text(&text, "-7");
    text_put_number(&text, INT64_MIN);
    test_text(&text, "-9223372036854775808");
    text_put_number(&text, INT64_MAX);
    test_text(&text, "9223372036854775807");
    text_free(&text);
}

static void text_grows_beyond_its_first_room(void **state) {
    (void)state;
    struct text text = {0};
    assert_string_equal(text_string(&text), "");
    for (int i = 0; i < 10000; i++)
        text_put(&text, "0123456789");
    assert_int_equal(text.length, 100000);
    assert_int_equal(strlen(text.data), 100000);
    text_free(&text);
}

static void json_sets_commas_and_escapes(void **state) {
    (void)state;
    struct text text = {0};
    js_open(&text, '{');
    js_put_number(&text, "a", 1);
    js_put_string(&text, "b", "x\"\\\n\t\x7f,");
    js_key(&text, "c");
    js_open(&text, '[');
    js_open(&text, '[');
    js_close(&text, ']');
    js_null(&text);
    js_bool(&text, true);
    js_bytes(&text, "z\0z", 3);
    js_close(&text, ']');
    js_put_bool(&text, "d", false);
    js_close(&text, '}');
    test_text(&text, "{\"a\":1,\"b\":\"x\\\"\\\\\\n\\u0009\\u007f,\",\"c\":[[],null,true,"
                     "\"z\\u0000z\"],\"d\":false}");
    text_free(&text);
}

static void utf8_is_recognised(void **state) {
    (void)state;
    static const char *const good[] = {"",
                                       "abc",
                                       "Fässer",
                                       "\xe2\x82\xac",
                                       "\xf0\x9f\x8d\xba",
                                       "\xf4\x8f\xbf\xbf",
                                       "\xed\x9f\xbf",
                                       "\xee\x80\x80"};
    static const char *const bad[] = {
        "\x80",         "\xc0\xaf",         "\xc3",         "\xe2\x82",
        "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe0\x80\x80", "\xf0\x80\x80\x80",
        "\xff",         "\xf5\x80\x80\x80"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(text_is_utf8(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_utf8(bad[i]));
}

static void plain_text_steers_nothing(void **state) {
    (void)state;
    static const char *const bad[] = {"\x1b[31m",     "a\nb",         "\x7f",         "\xc2\x85",
                                      "\xe2\x80\xa8", "\xe2\x80\xae", "\xe2\x81\xa6", "\xff"};
    assert_true(text_is_plain("Grüße, 飲み物 \xf0\x9f\x8d\xba #1"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(text_is_plain(bad[i]));
}

static void messages_carry_values_and_lists(void **state) {
    (void)state;
    struct message message;
    struct text text = {0};
    message_start(&message, "key");
    message_number(&message, "n", -3);
    message_word(&message, "card", "D17");
    message_list(&message, "bids", ARG_NUMBER);
    message_item(&message, 1);
    message_item(&message, 2);
    message_list(&message, "none", ARG_WORD);
    message_list(&message, "words", ARG_WORD);
    message_item_word(&message, "x");
    message_args_json(&message, &text);
    test_text(&text, "{\"n\":-3,\"card\":\"D17\",\"bids\":[1,2],\"none\":[],\"words\":[\"x\"]}");
    message_number(NULL, "n", 1); /* nobody listens */
    assert_null(event_add(NULL, SEEN_BY_ALL, "key"));
    text_free(&text);
}

static void events_are_seen_by_their_mask(void **state) {
    (void)state;
    struct event event = {.seen_by = 1 << 2};
    assert_true(event_seen(&event, 2));
    assert_false(event_seen(&event, 0));
    assert_false(event_seen(&event, SEAT_WATCHER));
    event.seen_by = SEEN_BY_ALL;
    assert_true(event_seen(&event, SEAT_WATCHER));
}

static void scan_takes_words_and_numbers(void **state) {
    (void)state;
    struct scan scan = {"bid -12 x"};
    int64_t number;
    char word[4];
    assert_false(scan_word(&scan, "bi"));
    assert_true(scan_word(&scan, "bid"));
    assert_false(scan_number(&scan, 0, 9, &number));
    assert_true(scan_number(&scan, -12, 9, &number));
    assert_int_equal(number, -12);
    assert_false(scan_end(&scan));
    assert_true(scan_any_word(&scan, word, sizeof word));
    assert_string_equal(word, "x");
    assert_true(scan_end(&scan));
    assert_false(scan_any_word(&scan, word, sizeof word));
}

static void scan_knows_one_spelling(void **state) {
    (void)state;
    static const char *const bad[] = {"01",   "-0", "+1", "",    "-",   "1a",
                                      "1  2", "1 ", " 1", "0x1", "1e3", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct scan scan = {bad[i]};
        int64_t number;
        assert_false(scan_number(&scan, INT64_MIN, INT64_MAX, &number) && scan_end(&scan));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_written_whole),
        cmocka_unit_test(text_grows_beyond_its_first_room),
        cmocka_unit_test(json_sets_commas_and_escapes),
        cmocka_unit_test(utf8_is_recognised),
        cmocka_unit_test(plain_text_steers_nothing),
        cmocka_unit_test(messages_carry_values_and_lists),
        cmocka_unit_test(events_are_seen_by_their_mask),
        cmocka_unit_test(scan_takes_words_and_numbers),
        cmocka_unit_test(scan_knows_one_spelling),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
