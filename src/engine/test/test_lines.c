/* test_lines.c: splitting of a stream into lines, whatever the sizes of its pieces. */
#include "unit/test.h"

#include "engine/engine.h"

/* All lines of an input that arrives in pieces of this size, joined by `|`;
 * a line that is too long shows as `!`. */
static void cut(const char *input, size_t piece, size_t limit, struct text *out) {
    struct lines lines = {.limit = limit};
    const char *line;
    size_t length, total = strlen(input);
    enum lines_found found;
    for (size_t at = 0; at < total; at += piece) {
        lines_add(&lines, input + at, at + piece < total ? piece : total - at);
        while ((found = lines_next(&lines, &line, &length)) != LINES_NONE) {
            text_put_bytes(out, found == LINES_LINE ? line : "!", found == LINES_LINE ? length : 1);
            text_put_char(out, '|');
        }
    }
    found = lines_last(&lines, &line, &length);
    if (found != LINES_NONE)
        text_put_bytes(out, found == LINES_LINE ? line : "!", found == LINES_LINE ? length : 1);
    lines_free(&lines);
}

static void check_cut(const char *input, const char *expected) {
    struct text out = {0};
    for (size_t piece = 1; piece <= strlen(input); piece++) {
        cut(input, piece, 5, &out);
        test_text(&out, expected);
    }
    text_free(&out);
}

static void lines_are_whole_however_they_arrive(void **state) {
    (void)state;
    check_cut("a\nbc\n\nd", "a|bc||d");
    check_cut("\n", "|");
    check_cut("abcde\nf\n", "abcde|f|");
}

static void long_lines_are_dropped_but_counted(void **state) {
    (void)state;
    check_cut("abcdef\ng\n", "!|g|");
    check_cut("a\nbcdefghijklmnopqrst\nu\nvwxyzabcdef", "a|!|u|!");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_whole_however_they_arrive),
        cmocka_unit_test(long_lines_are_dropped_but_counted),
    };
    return cmocka_run_group_tests_name("lines", tests, NULL, NULL);
}
