/* test_hands_line.c: hand samples as a line of text. */
#include "unit/test.h"

#include <spelunke/session.h>

enum { UNIT = 1000000 };

static void a_line_of_hands(void **state) {
    struct hand samples[] = {{0, {{-5, 0, 0}, {UNIT, 0, 0, 0}}, false},
                             {30, {{1, 2, 3}, {0, 0, 0, -UNIT}}, true}};
    struct hands hands = {.entry = 5, .ticks = 30, .count = 2, .samples = samples};
    struct text line = {0};
    (void)state;
    hands_print(&hands, &line);
    test_text(&line, "5 30 0,-5,0,0,1000000,0,0,0,0 30,1,2,3,0,0,0,-1000000,1\n");
    hands.count = 0;
    hands_print(&hands, &line);
    test_text(&line, "5 30\n");
    text_free(&line);
}

static void a_line_in_another_spelling_is_refused(void **state) {
    static const char *const bad[] = {
        "",
        "\n",
        "5\n",
        "5 30",
        "5  30\n",
        "05 30\n",
        "-1 30\n",
        "5 -30\n",
        "5 30 \n",
        "5 30\r\n",
        "5 2147483648\n",
        "5 99999999999999999999999\n",
        "5 30 x\n",
        "5 30 0,0,0,0,1000000,0,0,0\n",
        "5 30 0,0,0,0,1000000,0,0,0,2\n",
        "5 30 0,0,0,0,1000000,0,0,0,-1\n",
        "5 30 0,0,0,0,1000000,0,0,0,1,1\n",
        "5 30 0,-0,0,0,1000000,0,0,0,1\n",
        "5 30 0,00,0,0,1000000,0,0,0,1\n",
        "5 30 0,+1,0,0,1000000,0,0,0,1\n",
        "5 30 0,0,0,0,0,0,0,0,1\n",                               /* no quaternion */
        "5 30 31,0,0,0,1000000,0,0,0,1\n",                        /* after the end */
        "5 30 -1,0,0,0,1000000,0,0,0,1\n",                        /* before the start */
        "5 30 2,0,0,0,1000000,0,0,0,1 1,0,0,0,1000000,0,0,0,1\n", /* falling ticks */
        "5 30 2,0,0,0,1000000,0,0,0,1  3,0,0,0,1000000,0,0,0,1\n",
        "5 30 2,0,0,0,1000000,0,0,0,1",
    };
    struct hands hands;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *from = bad[i];
        assert_false(hands_parse(&from, &hands));
        assert_ptr_equal(from, bad[i]);
    }
}

/* Any byte altered, or truncated anywhere: refused, or another line in its canonical spelling. */
static void a_line_from_anywhere_is_harmless(void **state) {
    static const char good[] = "5 30 0,-5,0,0,1000000,0,0,0,0 30,1,2,3,0,0,0,-1000000,1\n";
    char line[sizeof good];
    struct text again = {0};
    (void)state;
    for (size_t i = 0; i < sizeof good - 1; i++)
        for (int other = 0; other < 256; other++) { /* 0 cuts */
            struct hands hands;
            const char *from = line;
            memcpy(line, good, sizeof good);
            line[i] = (char)other;
            if (!hands_parse(&from, &hands))
                continue;
            text_clear(&again);
            hands_print(&hands, &again);
            assert_int_equal(again.length, from - line);
            assert_memory_equal(again.data, line, again.length);
            hands_free(&hands);
        }
    text_free(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_of_hands),
        cmocka_unit_test(a_line_in_another_spelling_is_refused),
        cmocka_unit_test(a_line_from_anywhere_is_harmless),
    };
    return cmocka_run_group_tests_name("hands line", tests, NULL, NULL);
}
