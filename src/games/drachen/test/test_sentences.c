/* test_sentences.c: tasks, odds and effects are whole sentences in every language, at every
 * position of random matches. */
#include "random.h"
#include "says.h"

#include "words/words.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* "D17", ">2", "{card}": notation, or a missing argument. */
static bool has_notation(const char *sentence) {
    for (const char *at = sentence; *at; at++) {
        bool is_id = strchr("DEFGT", *at) && is_digit(at[1]) && is_digit(at[2]);
        if (is_id || (*at == '>' && is_digit(at[1])) || *at == '{' || *at == '}')
            return true;
    }
    return false;
}

static void check_sentence(const struct message *message) {
    static const char *const names[] = {"Ada", "Bob", "Cem", "Dora"};
    struct text sentence = {0};
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        text_clear(&sentence);
        words_say_named((enum language)language, names, message, &sentence);
        if (has_notation(text_string(&sentence)) || strstr(text_string(&sentence), "drachen."))
            print_error("%s: %s\n", message->key, text_string(&sentence));
        assert_false(has_notation(text_string(&sentence)));
        assert_null(strstr(text_string(&sentence), "drachen."));
    }
    text_free(&sentence);
}

static void check_says(const struct events *says) {
    for (int i = 0; i < says->count; i++)
        check_sentence(&event_of(says, i)->message);
}

static void look_at_sentences(void *context, struct match *match) {
    static struct events says;
    struct actions legal = actions_new(&drachen_game);
    int *checked = context;
    for (int seat = 0; seat < table_of(match)->seats; seat++) {
        if (!((awaited(match) | may_act(match)) & dr_bit(seat)))
            continue;
        struct prompt prompt = prompt_of(match, seat);
        check_sentence(&prompt.task);
        match_odds(match, seat, &says);
        check_says(&says);
        match_legal(match, seat, &legal);
        for (int i = 0; i < legal.count; i += 9, ++*checked) {
            match_tell(match, seat, actions_at(&legal, i), &says);
            check_says(&says);
        }
    }
    actions_free(&legal);
}

/* In every language, without notation. */
static void test_sentences(void **unused) {
    (void)unused;
    int checked = 0;
    at_every_position(12, look_at_sentences, &checked);
    assert_true(checked > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sentences)};
    return cmocka_run_group_tests_name("drachen sentences", tests, NULL, NULL);
}
