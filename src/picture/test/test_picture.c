/* test_picture.c: pictures of throws, from frames that were written by hand; so
 * neither engine nor processor has a say. */
#include "unit/test.h"

#include <stdlib.h>

#include <png.h>

#include "picture/picture.h"

enum { WIDTH = 96, HEIGHT = 64 };

#define UPRIGHT                                                                                    \
    { 1000000, 0, 0, 0 }
#define TURNED_OVER                                                                                \
    { 0, 1000000, 0, 0 }
#define ON_ITS_SIDE                                                                                \
    { 707000, 0, 707000, 0 }

/* Three barrels; the cup is high above, and the coaster on the table. */
static struct frame on_the_table(void) {
    return (struct frame){.count = 5,
                          .bodies = {{{-60000, 0, 9750}, UPRIGHT},
                                     {{0, 0, 9750}, TURNED_OVER},
                                     {{60000, 0, 10000}, ON_ITS_SIDE},
                                     {{0, 0, 500000}, UPRIGHT},
                                     {{0, 0, 0}, UPRIGHT}}};
}

static struct picture *draw(const struct frame *frame, enum picture_view view) {
    struct picture *picture = picture_new(WIDTH, HEIGHT);
    picture_draw(picture, 0, WIDTH, frame, view);
    return picture;
}

/* FNV-1a. */
static uint64_t hash(const struct picture *picture) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < picture->width * picture->height * 3; i++)
        hash = (hash ^ picture->pixels[i]) * 0x100000001b3u;
    return hash;
}

static void the_same_frame_gives_these_pixels(void **state) {
    struct frame table = on_the_table();
    struct picture *tray = draw(&table, VIEW_TRAY);
    (void)state;
    table.bodies[3].at[2] = 0; /* the cup over all */
    struct picture *cup = draw(&table, VIEW_CUP);
    print_message("# %#llx %#llx\n", (unsigned long long)hash(tray), (unsigned long long)hash(cup));
    assert_true(hash(tray) == 0x980e2a453f0fa872);
    assert_true(hash(cup) == 0xa4c3f42de1a19526);
    picture_free(tray);
    picture_free(cup);
}

static const unsigned char *pixel(const struct picture *picture, int x, int y) {
    return picture->pixels + 3 * (y * picture->width + x);
}

/* How many pixels of the columns are red, as paint is and wood is not. */
static int count_red(const struct picture *picture, int left, int right) {
    int count = 0;
    for (int y = 0; y < picture->height; y++)
        for (int x = left; x < right; x++) {
            const unsigned char *p = pixel(picture, x, y);
            count += p[0] > 120 && p[0] > 3 * p[1] && p[0] > 3 * p[2];
        }
    return count;
}

static void the_ends_of_a_barrel_can_be_told_apart(void **state) {
    struct frame table = on_the_table();
    struct picture *picture = draw(&table, VIEW_TRAY);
    (void)state;
    assert_int_equal(count_red(picture, 0, WIDTH / 2 - 12), 0);
    assert_true(count_red(picture, WIDTH / 2 - 12, WIDTH / 2 + 12) > 5);
    picture_free(picture);
}

static int count_other(const struct picture *a, const struct picture *b) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += memcmp(a->pixels + 3 * i, b->pixels + 3 * i, 3) != 0;
    return count;
}

static void barrels_cup_and_coaster_are_seen(void **state) {
    struct frame table = on_the_table(), other;
    struct picture *before = draw(&table, VIEW_CUP);
    (void)state;
    for (int body = 0; body < table.count; body++) {
        other = table;
        other.bodies[body].at[0] += 20000;
        if (body == 3)
            other.bodies[body].at[2] = 30000;
        struct picture *after = draw(&other, VIEW_CUP);
        assert_true(count_other(before, after) > 20);
        picture_free(after);
    }
    picture_free(before);
}

static void the_cup_is_gone_once_it_was_lifted(void **state) {
    struct frame table = on_the_table();
    (void)state;
    assert_false(picture_has_cup(&table));
    table.bodies[3].at[2] = 0;
    assert_true(picture_has_cup(&table));
}

/* A recording from anywhere may hold such poses; they are drawn, however. */
static void poses_that_make_no_sense_do_no_harm(void **state) {
    struct frame table = on_the_table();
    (void)state;
    memset(table.bodies[0].turned, 0, sizeof table.bodies[0].turned);
    table.bodies[1].at[0] = INT32_MAX;
    table.bodies[2].at[2] = INT32_MIN;
    table.bodies[2].turned[0] = INT32_MIN;
    picture_free(draw(&table, VIEW_TRAY));
    table = (struct frame){.count = 2};
    picture_free(draw(&table, VIEW_CUP));
}

/* A tower of a picture looks beyond the end of the table. */
static void any_shape_of_picture_can_be_drawn(void **state) {
    struct frame table = on_the_table();
    struct picture *tall = picture_new(2, 400), *wide = picture_new(400, 2);
    (void)state;
    picture_draw(tall, 0, 2, &table, VIEW_TRAY);
    picture_draw(wide, 0, 400, &table, VIEW_CUP);
    picture_free(tall);
    picture_free(wide);
}

static void a_part_of_a_picture_leaves_the_rest_dark(void **state) {
    struct frame table = on_the_table();
    struct picture *picture = picture_new(WIDTH, HEIGHT);
    (void)state;
    picture_draw(picture, 32, 32, &table, VIEW_CUP);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
            if (x < 32 || x >= 64)
                assert_memory_equal(pixel(picture, x, y), "\30\30\30", 3);
    picture_free(picture);
}

static void a_png_holds_the_same_pixels(void **state) {
    struct frame table = on_the_table();
    struct picture *picture = draw(&table, VIEW_TRAY);
    unsigned char pixels[WIDTH * HEIGHT * 3];
    png_image image = {.version = PNG_IMAGE_VERSION};
    struct text file = {0};
    (void)state;
    picture_png(picture, &file);
    assert_true(png_image_begin_read_from_memory(&image, file.data, file.length));
    assert_int_equal(image.width, WIDTH);
    assert_int_equal(image.height, HEIGHT);
    image.format = PNG_FORMAT_RGB;
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    assert_memory_equal(pixels, picture->pixels, sizeof pixels);
    text_free(&file);
    picture_free(picture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_frame_gives_these_pixels),
        cmocka_unit_test(the_ends_of_a_barrel_can_be_told_apart),
        cmocka_unit_test(barrels_cup_and_coaster_are_seen),
        cmocka_unit_test(the_cup_is_gone_once_it_was_lifted),
        cmocka_unit_test(poses_that_make_no_sense_do_no_harm),
        cmocka_unit_test(any_shape_of_picture_can_be_drawn),
        cmocka_unit_test(a_part_of_a_picture_leaves_the_rest_dark),
        cmocka_unit_test(a_png_holds_the_same_pixels),
    };
    return cmocka_run_group_tests_name("picture", tests, NULL, NULL);
}
