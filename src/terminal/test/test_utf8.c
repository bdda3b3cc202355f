/* test_utf8.c: texts broken into lines at blanks, but not at no-break spaces. */
#include "terminal/utf8.h"

#include "unit/test.h"

#define NO_BREAK        "\u00a0"
#define NARROW_NO_BREAK "\u202f"

static void assert_pages(const char *text, int width, const char *const *lines, int count) {
    struct page page = page_new(text, width);
    assert_int_equal(page.count, count);
    for (int i = 0; i < count; i++)
        assert_string_equal(page.lines[i], lines[i]);
    page_free(&page);
}

static void no_break_spaces_are_one_column_wide(void **state) {
    (void)state;
    assert_int_equal(utf8_width("«" NO_BREAK "Eau" NO_BREAK "»"), 7);
    assert_int_equal(utf8_width("Santé" NARROW_NO_BREAK "!"), 7);
    assert_int_equal(utf8_fitting("a" NO_BREAK "!", 2), 3);
}

static void lines_break_at_blanks_alone(void **state) {
    (void)state;
    static const char *const quoted[] = {"Tu joues", "«" NO_BREAK "Eau" NO_BREAK "»"};
    static const char *const marks[] = {"Alors", "quoi" NARROW_NO_BREAK "? Oui"};
    assert_pages("Tu joues «" NO_BREAK "Eau" NO_BREAK "»", 14, quoted, 2);
    assert_pages("Tu joues «" NO_BREAK "Eau" NO_BREAK "»", 12, quoted, 2);
    assert_pages("Alors quoi" NARROW_NO_BREAK "? Oui", 11, marks, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_break_spaces_are_one_column_wide),
                                       cmocka_unit_test(lines_break_at_blanks_alone)};
    utf8_begin();
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
