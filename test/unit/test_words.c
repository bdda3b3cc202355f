/* test_words.c: messages put into words. */
#include "test.h"

#include "words/words.h"

static void places_are_filled(void **state) {
    (void)state;
    struct message message;
    struct text text = {0};
    message_start(&message, "null.bids");
    message_list(&message, "bids", ARG_NUMBER);
    message_item(&message, 3);
    message_item(&message, 0);
    message_seat(&message, "dropper", 1);
    words_say(LANGUAGE_EN, &message, &text);
    test_text(&text, "The bids are 3, 0; seat 1 drops the coin.");
    text_free(&text);
}

static void words_are_quoted_as_they_are(void **state) {
    (void)state;
    struct message message;
    struct text text = {0};
    message_start(&message, "kernel.unknown_option");
    message_word(&message, "option", "{x}");
    words_say(LANGUAGE_EN, &message, &text);
    test_text(&text, "there is no option \"{x}\"");
    text_free(&text);
}

static void an_unknown_key_stands_for_itself(void **state) {
    (void)state;
    struct message message;
    struct text text = {0};
    message_start(&message, "nobody.said.this");
    words_say(LANGUAGE_EN, &message, &text);
    test_text(&text, "nobody.said.this");
    assert_null(words_find(LANGUAGE_EN, ""));
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_filled),
        cmocka_unit_test(words_are_quoted_as_they_are),
        cmocka_unit_test(an_unknown_key_stands_for_itself),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
