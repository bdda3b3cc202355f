/* test_inks.c: every ink is readable on a black and on a white background. Contrast as in WCAG 2.1:
 * 4.5 to 1 for text, 3 to 1 for bold text. */
#include "unit/test.h"

#include <math.h>

#include "terminal/inks.h"

static double linear(int channel) {
    double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double luminance(int red, int green, int blue) {
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/* Of one of the 256 standard colours; the first 8 as xterm has them. */
static double luminance_of(int colour) {
    static const int steps[] = {0, 95, 135, 175, 215, 255};
    if (colour >= 232)
        return luminance(8 + 10 * (colour - 232), 8 + 10 * (colour - 232), 8 + 10 * (colour - 232));
    if (colour >= 16)
        return luminance(steps[(colour - 16) / 36], steps[(colour - 16) / 6 % 6],
                         steps[(colour - 16) % 6]);
    return luminance(colour & 1 ? 205 : 0, colour & 2 ? 205 : 0, colour & 4 ? 205 : 0);
}

static void assert_readable(struct look look) {
    double light = luminance_of(look.colour), least = look.is_bold ? 3 : 4.5;
    if (look.colour == INK_NO_COLOUR)
        return; /* the terminal's default colours */
    assert_true((light + 0.05) / 0.05 >= least);
    assert_true(1.05 / (light + 0.05) >= least);
}

static void test_every_ink_is_readable_on_black_and_on_white(void **state) {
    (void)state;
    assert_true(luminance_of(231) > 0.999 && luminance_of(16) < 0.001);
    for (int ink = 0; ink < INK_COUNT; ink++) {
        assert_readable(ink_look((enum ink)ink, 256));
        assert_readable(ink_look((enum ink)ink, 8));
    }
}

static void test_the_question_is_bold_and_has_no_colour(void **state) {
    (void)state;
    for (int colours = 0; colours <= 256; colours += 8) {
        struct look look = ink_look(INK_TASK, colours);
        assert_true(look.colour == INK_NO_COLOUR && look.is_bold && !look.is_reversed);
    }
}

static void test_without_colours_there_are_none(void **state) {
    (void)state;
    for (int ink = 0; ink < INK_COUNT; ink++)
        assert_int_equal(ink_look((enum ink)ink, 0).colour, INK_NO_COLOUR);
    assert_true(ink_look(INK_BRASS, 0).is_bold && ink_look(INK_DARK, 0).is_reversed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_ink_is_readable_on_black_and_on_white),
        cmocka_unit_test(test_the_question_is_bold_and_has_no_colour),
        cmocka_unit_test(test_without_colours_there_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
