/* test_words.c: rendering of messages. */
#include "unit/test.h"

#include <stdlib.h>

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
    words_say(LANGUAGE_DE, &message, &text);
    test_text(&text, "Die Gebote sind 3, 0; Platz 1 lässt die Münze fallen.");
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

/* A key that is not in the catalogues is its own template, so any text can be tested. */
static void say(enum language language, const char *text, int64_t number, const char *expected) {
    struct message message;
    struct text out = {0};
    message_start(&message, text);
    message_number(&message, "n", number);
    words_say(language, &message, &out);
    test_text(&out, expected);
    text_free(&out);
}

static void a_number_chooses_its_word(void **state) {
    (void)state;
    say(LANGUAGE_EN, "{n} {n|mug|mugs}", 0, "0 mugs");
    say(LANGUAGE_EN, "{n} {n|mug|mugs}", 1, "1 mug");
    say(LANGUAGE_EN, "{n} {n|mug|mugs}", 2, "2 mugs");
    say(LANGUAGE_EN, "{n} {n|mug|mugs}", -1, "-1 mug");
    say(LANGUAGE_DE, "{n} {n|Krug|Krüge}", 0, "0 Krüge");
    say(LANGUAGE_IT, "{n} {n|boccale|boccali}", 0, "0 boccali");
    say(LANGUAGE_IT, "{n} {n|boccale|boccali}", 1, "1 boccale");
}

static void in_french_nought_is_singular(void **state) {
    (void)state;
    say(LANGUAGE_FR, "{n} {n|chope|chopes}", 0, "0 chope");
    say(LANGUAGE_FR, "{n} {n|chope|chopes}", 1, "1 chope");
    say(LANGUAGE_FR, "{n} {n|chope|chopes}", 2, "2 chopes");
    say(LANGUAGE_FR, "{n} {n|chope|chopes}", -8, "-8 chopes");
}

static void broken_places_do_no_harm(void **state) {
    (void)state;
    say(LANGUAGE_EN, "{n", 3, "3");
    say(LANGUAGE_EN, "{n|mug", 3, "mug");
    say(LANGUAGE_EN, "{}{|}{m|a|b}.", 3, ".");
    say(LANGUAGE_EN, "{n||s}", 1, "");
    say(LANGUAGE_EN, "mug{n||s}", 2, "mugs");
}

static void a_list_counts_by_its_length(void **state) {
    (void)state;
    struct message message;
    struct text text = {0};
    message_start(&message, "{cards|card|cards} {cards}");
    message_list(&message, "cards", ARG_NUMBER);
    message_item(&message, 7);
    words_say(LANGUAGE_EN, &message, &text);
    test_text(&text, "card 7");
    message_item(&message, 1);
    words_say(LANGUAGE_EN, &message, &text);
    test_text(&text, "cards 7, 1");
    text_free(&text);
}

static void seats_have_names_where_there_are_some(void **state) {
    static const char *const names[SEATS_MAX] = {"Toni", "Becky"};
    (void)state;
    struct message message;
    struct text text = {0};
    message_start(&message, "{seats}: {n}");
    message_list(&message, "seats", ARG_SEAT);
    message_item(&message, 1);
    message_item(&message, 0);
    message_number(&message, "n", 1);
    words_say_named(LANGUAGE_EN, names, &message, &text);
    test_text(&text, "Becky, Toni: 1");
    words_say(LANGUAGE_EN, &message, &text);
    test_text(&text, "1, 0: 1");
    text_free(&text);
}

static void a_language_is_known_by_two_letters(void **state) {
    (void)state;
    enum language language = LANGUAGE_EN;
    assert_true(words_language("de", &language) && language == LANGUAGE_DE);
    assert_true(words_language("fr_CH.UTF-8", &language) && language == LANGUAGE_FR);
    assert_true(words_language("it@euro", &language) && language == LANGUAGE_IT);
    assert_true(words_language("en-GB", &language) && language == LANGUAGE_EN);
    assert_false(words_language("deutsch", &language));
    assert_false(words_language("d", &language));
    assert_false(words_language("", &language));
    assert_false(words_language("C.UTF-8", &language));
    assert_int_equal(language, LANGUAGE_EN);
}

static void around(const char *all, const char *messages, const char *lang,
                   enum language expected) {
    setenv("LC_ALL", all, 1);
    setenv("LC_MESSAGES", messages, 1);
    setenv("LANG", lang, 1);
    assert_int_equal(words_language_of_environment(), expected);
}

static void the_environment_chooses_a_language(void **state) {
    (void)state;
    around("", "", "it_IT.UTF-8", LANGUAGE_IT);
    around("", "fr_FR", "it_IT.UTF-8", LANGUAGE_FR);
    around("de_DE", "fr_FR", "it_IT.UTF-8", LANGUAGE_DE);
    around("C", "fr_FR", "it_IT.UTF-8", LANGUAGE_EN);
    around("", "", "pt_BR", LANGUAGE_EN);
    around("", "", "", LANGUAGE_EN);
}

/* A message names a card by its id, and the sentence has its title; an unknown id stands for
 * itself. */
static void a_word_is_said_by_its_entry(void **state) {
    (void)state;
    struct message message;
    struct text text = {0};
    message_start(&message, "drachen.not_now");
    message_word(&message, "card", "D17");
    words_say(LANGUAGE_DE, &message, &text);
    assert_non_null(strstr(text_string(&text), "Mein Kopf ist kein Tisch!"));
    text_clear(&text);
    message_start(&message, "drachen.not_now");
    message_word(&message, "card", "X99");
    words_say(LANGUAGE_DE, &message, &text);
    assert_non_null(strstr(text_string(&text), "X99"));
    text_free(&text);
}

static void every_language_has_the_rules(void **state) {
    (void)state;
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        const char *const *line = words_rules((enum language)language, "polterfass");
        assert_non_null(line);
        assert_string_equal(line[0], "POLTERFASS");
        for (; *line; line++)
            assert_true(text_is_utf8(*line));
    }
    assert_null(words_rules(LANGUAGE_DE, "chess"));
    struct text none = {0};
    words_say_rules(LANGUAGE_DE, "chess", &none);
    assert_int_equal(none.length, 0);
}

/* Including the empty lines between paragraphs. */
static void rules_are_one_text(void **state) {
    (void)state;
    struct text text = {0};
    words_say_rules(LANGUAGE_EN, "polterfass", &text);
    const char *rest = text_string(&text);
    int empty = 0;
    for (const char *const *line = words_rules(LANGUAGE_EN, "polterfass"); *line; line++) {
        size_t length = strlen(*line);
        assert_memory_equal(rest, *line, length);
        assert_int_equal(rest[length], '\n');
        empty += length == 0;
        rest += length + 1;
    }
    assert_string_equal(rest, "");
    assert_true(empty > 3);
    text_free(&text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_filled),
        cmocka_unit_test(words_are_quoted_as_they_are),
        cmocka_unit_test(an_unknown_key_stands_for_itself),
        cmocka_unit_test(a_number_chooses_its_word),
        cmocka_unit_test(in_french_nought_is_singular),
        cmocka_unit_test(broken_places_do_no_harm),
        cmocka_unit_test(a_list_counts_by_its_length),
        cmocka_unit_test(seats_have_names_where_there_are_some),
        cmocka_unit_test(a_language_is_known_by_two_letters),
        cmocka_unit_test(the_environment_chooses_a_language),
        cmocka_unit_test(a_word_is_said_by_its_entry),
        cmocka_unit_test(every_language_has_the_rules),
        cmocka_unit_test(rules_are_one_text),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
