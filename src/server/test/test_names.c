/* test_names.c: names of people and codes of invitations. */
#include "server/code.h"
#include "server/name.h"

#include "unit/test.h"

static void assert_name(const char *text, const char *expected) {
    char name[NAME_BYTES_MAX + 1];
    assert_true(name_parse(text, strlen(text), name));
    assert_string_equal(name, expected);
}

static void assert_no_name(const char *text) {
    char name[NAME_BYTES_MAX + 1] = "before";
    assert_false(name_parse(text, strlen(text), name));
    assert_string_equal(name, "");
}

static const char *repeat(const char *part, int times) {
    static char text[4096];
    text[0] = '\0';
    while (times-- > 0)
        strcat(text, part);
    return text;
}

static void names_of_all_kinds_are_taken(void **state) {
    (void)state;
    static const char *const names[] = {
        "Ada",   "Ben 2",    "Émile",  "Zoë-Marie", "O’Neill", "Łukasz",   "Анна",
        "Ωμέγα", "李小龍",   "さくら", "ना",        "สมชาย",   "محمد",     "דוד",
        "🍺",     "👍🏽", "🇩🇪",     "❤️",    "x",       "<script>", "a\"b\\"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_name(names[i], names[i]);
}

static void names_are_normalised(void **state) {
    (void)state;
    assert_name("E\xcc\x81mile", "Émile");
    assert_name("  Ada   Lovelace ", "Ada Lovelace");
    assert_name("Ada\xc2\xa0Lovelace", "Ada Lovelace");
    assert_name("\xe2\x84\xab", "Å"); /* the sign for ångström */
}

static void graphemes_are_counted(void **state) {
    (void)state;
    assert_name(repeat("a", 24), repeat("a", 24));
    assert_no_name(repeat("a", 25));
    char name[NAME_BYTES_MAX + 1];
    const char *decomposed = repeat("e\xcc\x81", 24);
    assert_true(name_parse(decomposed, strlen(decomposed), name));
    assert_int_equal(strlen(name), 48);
    assert_no_name(repeat("e\xcc\x81", 25));
    assert_name(repeat("🇩🇪", 24), repeat("🇩🇪", 24));
    assert_name(repeat("👍🏽", 24), repeat("👍🏽", 24));
    assert_no_name(repeat("👍🏽", 25));
    assert_no_name(repeat("x", 4000));
}

static void what_is_empty_is_no_name(void **state) {
    (void)state;
    assert_no_name("");
    assert_no_name(" ");
    assert_no_name("\xc2\xa0\xe3\x80\x80");
    assert_no_name("\xe2\xa0\x80"); /* Braille without dots */
}

static void unseen_signs_are_refused(void **state) {
    (void)state;
    static const char *const signs[] = {
        "\x01",         "\t",           "\n",
        "\x7f",         "\xc2\x85", /* control */
        "\xe2\x80\x8e", "\xe2\x80\xae", "\xe2\x81\xa6",
        "\xd8\x9c", /* direction */
        "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d",
        "\xe2\x81\xa0", "\xef\xbb\xbf", "\xef\xbf\xb9", /* no width */
        "\xc2\xad",     "\xcd\x8f",     "\xe3\x85\xa4",
        "\xef\xbe\xa0", "\xe1\x85\x9f", /* ignorable, fillers */
        "\xe2\x80\xa8", "\xe2\x80\xa9", /* separators */
        "\xee\x80\x80", "\xef\xbf\xbf", "\xf3\xa0\x81\xa1",
        "\xef\xb8\x8f" /* private, none, tag, variation */};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        char text[32] = "A";
        strcat(text, signs[i]);
        strcat(text, "b");
        assert_no_name(text);
        assert_no_name(signs[i]);
    }
}

static void marks_are_bounded(void **state) {
    (void)state;
    assert_no_name("\xcc\x81"
                   "a");
    assert_no_name("a \xcc\x81");
    assert_name("x\xcc\x81\xcc\x82\xcc\x83\xcc\x84", "x\xcc\x81\xcc\x82\xcc\x83\xcc\x84");
    assert_no_name("x\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85");
}

static void malformed_utf8_is_no_name(void **state) {
    (void)state;
    static const char *const texts[] = {"\xff", "A\xc3", "\xc0\xaf", "\xed\xa0\x80",
                                        "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_no_name(texts[i]);
    char name[NAME_BYTES_MAX + 1];
    assert_false(name_parse("A\0b", 3, name));
}

static void names_that_look_the_same(void **state) {
    (void)state;
    static const char *const pairs[][2] = {
        {"Ada", "Ada"},    {"Ada", "ADA"},     {"Ada", "Аda"}, /* Cyrillic A */
        {"Ada", "A da"},   {"Bob", "B0b"},     {"Olli", "0lIi"},  {"Bill", "BiII"},
        {"Bernd", "Bemd"}, {"Wim", "VVim"},    {"Ａｄａ", "Ada"}, {"Strauß", "STRAUSS"},
        {"ﬁn", "fin"},     {"Tom-1", "Tom–l"}, {"Posa", "Ρosa"}, /* Greek P */
        {"ВАСЯ", "вася"},  {"ΝΑ", "NA"},       {"να", "va"},      {"Émile", "émile"},
        {"НОТ", "HOT"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_true(name_looks_like(pairs[i][0], pairs[i][1]));
}

static void names_that_do_not_look_the_same(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"Ada", "Ida"},   {"Ada", "Adam"}, {"Emile", "Émile"},
                                           {"Anna", "Анна"}, {"李", "林"},    {"Ben", "Bert"},
                                           {"Rosa", "Ρosa"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        assert_false(name_looks_like(pairs[i][0], pairs[i][1]));
}

static void assert_code(const char *text, const char *expected) {
    char code[CODE_LENGTH + 1];
    assert_int_equal(code_parse(text, strlen(text), code), *expected != '\0');
    assert_string_equal(code, expected);
}

static void codes_are_taken_as_typed(void **state) {
    (void)state;
    assert_code("h4tw9pzc", "h4tw9pzc");
    assert_code("h4tw-9pzc", "h4tw9pzc");
    assert_code(" H4TW 9PZC ", "h4tw9pzc");
    assert_code("oOiIlL-00", "00111100");
    assert_code("h4tw9pz", "");
    assert_code("h4tw9pzcc", "");
    assert_code("h4tw9pzu", "");
    assert_code("h4tw9pz\xc3\xa4", "");
    assert_code("", "");
    char code[CODE_LENGTH + 1];
    assert_false(code_parse("h4tw9pz\0", 8, code));
}

static void codes_are_shown_in_halves(void **state) {
    (void)state;
    char shown[CODE_LENGTH + 2];
    code_show("h4tw9pzc", shown);
    assert_string_equal(shown, "h4tw-9pzc");
    assert_int_equal(strlen(code_alphabet), 1 << CODE_BITS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_all_kinds_are_taken),
        cmocka_unit_test(names_are_normalised),
        cmocka_unit_test(graphemes_are_counted),
        cmocka_unit_test(what_is_empty_is_no_name),
        cmocka_unit_test(unseen_signs_are_refused),
        cmocka_unit_test(marks_are_bounded),
        cmocka_unit_test(malformed_utf8_is_no_name),
        cmocka_unit_test(names_that_look_the_same),
        cmocka_unit_test(names_that_do_not_look_the_same),
        cmocka_unit_test(codes_are_taken_as_typed),
        cmocka_unit_test(codes_are_shown_in_halves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
