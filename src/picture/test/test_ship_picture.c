/* test_ship_picture.c: pictures of the ship, from frames that were written by hand. */
#include "unit/test.h"

#include "games/riffraff/shapes.h"
#include "picture/picture.h"

enum { WIDTH = 72, HEIGHT = 81 };

#define UPRIGHT                                                                                    \
    { 1000000, 0, 0, 0 }

/* The empty ship, upright; no piece is aboard. */
static struct frame empty_ship(void) {
    struct frame frame = {.count = RR_BODIES};
    for (int body = 0; body < RR_BODIES; body++)
        frame.bodies[body] = (struct pose){{0, 0, RR_WAITING}, UPRIGHT};
    frame.bodies[RR_HULL_BODY].at[2] = 0;
    for (int i = 0; i < RR_YARDS; i++)
        frame.bodies[RR_YARD_BODY + i].at[2] = rr_yard_heights[i];
    return frame;
}

static struct picture *draw(const struct frame *frame) {
    struct picture *picture = picture_new(WIDTH, HEIGHT);
    picture_draw_ship(picture, 0, WIDTH, frame);
    return picture;
}

/* FNV-1a. */
static uint64_t hash(const struct picture *picture) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < picture->width * picture->height * 3; i++)
        hash = (hash ^ picture->pixels[i]) * 0x100000001b3u;
    return hash;
}

static int count_other(const struct picture *a, const struct picture *b) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += memcmp(a->pixels + 3 * i, b->pixels + 3 * i, 3) != 0;
    return count;
}

/* One of each shape on the deck, in two rows. */
static struct frame loaded_ship(void) {
    struct frame frame = empty_ship();
    for (int i = 0; i < RR_SHAPES; i++)
        frame.bodies[RR_PIECE_BODY + i] =
            (struct pose){{-100000 + 60000 * (i / 2), i % 2 ? -22000 : 22000, 60000}, UPRIGHT};
    return frame;
}

static void the_same_frame_gives_these_pixels(void **state) {
    struct frame frame = loaded_ship();
    struct picture *picture = draw(&frame);
    (void)state;
    print_message("# %#llx\n", (unsigned long long)hash(picture));
    assert_true(hash(picture) == 0x7f3237fcdc3bd946);
    picture_free(picture);
}

static void hull_and_yards_are_seen(void **state) {
    struct frame frame = empty_ship(), other;
    struct picture *before = draw(&frame);
    (void)state;
    for (int body = RR_HULL_BODY; body < RR_PIECE_BODY; body++) {
        other = frame;
        other.bodies[body].at[1] += 20000;
        struct picture *after = draw(&other);
        assert_true(count_other(before, after) > 20);
        picture_free(after);
    }
    picture_free(before);
}

static void every_piece_is_seen_where_it_is(void **state) {
    struct frame frame = empty_ship(), other;
    struct picture *before = draw(&frame);
    (void)state;
    for (int piece = 0; piece < RR_PIECES; piece += RR_SHAPES - 1) {
        other = frame;
        other.bodies[RR_PIECE_BODY + piece] = (struct pose){{0, -100000, 60000}, UPRIGHT};
        struct picture *after = draw(&other);
        assert_true(count_other(before, after) > 20);
        picture_free(after);
    }
    picture_free(before);
}

/* Red on light wood; the flag above is red as well. */
static void areas_have_numbers(void **state) {
    struct frame frame = empty_ship();
    struct picture *picture = picture_new(4 * WIDTH, 4 * HEIGHT);
    int red = 0;
    (void)state;
    picture_draw_ship(picture, 0, 4 * WIDTH, &frame);
    for (int i = 4 * WIDTH * (HEIGHT / 3); i < 16 * WIDTH * HEIGHT; i++) {
        const unsigned char *p = picture->pixels + 3 * i;
        red += p[0] > 90 && p[0] < 190 && p[0] > 2 * p[1] && p[0] > 2 * p[2];
    }
    assert_true(red > 15);
    picture_free(picture);
}

static void the_hand_and_what_waits_below_are_not_drawn(void **state) {
    struct frame frame = empty_ship(), other = frame;
    struct picture *before = draw(&frame);
    (void)state;
    other.bodies[RR_HAND_BODY] = (struct pose){{0, 0, 60000}, UPRIGHT};
    other.bodies[RR_PIECE_BODY].at[0] = 50000;
    other.count = RR_HAND_BODY;
    struct picture *after = draw(&other);
    assert_int_equal(count_other(before, after), 0);
    picture_free(after);
    other.count = RR_PIECE_BODY;
    after = draw(&other);
    assert_int_equal(count_other(before, after), 0);
    picture_free(after);
    picture_free(before);
}

/* A recording from anywhere may hold such poses; they are drawn, however. */
static void poses_that_make_no_sense_do_no_harm(void **state) {
    struct frame frame = loaded_ship();
    (void)state;
    memset(frame.bodies[RR_HULL_BODY].turned, 0, sizeof frame.bodies[0].turned);
    frame.bodies[RR_PIECE_BODY].at[0] = INT32_MAX;
    frame.bodies[RR_PIECE_BODY + 1].at[2] = INT32_MAX;
    frame.bodies[RR_PIECE_BODY + 2].turned[0] = INT32_MIN;
    picture_free(draw(&frame));
    frame = (struct frame){.count = 0};
    picture_free(draw(&frame));
}

static void any_shape_of_picture_can_be_drawn(void **state) {
    struct frame frame = empty_ship();
    struct picture *tall = picture_new(2, 200), *wide = picture_new(200, 2);
    (void)state;
    picture_draw_ship(tall, 0, 2, &frame);
    picture_draw_ship(wide, 0, 200, &frame);
    picture_free(tall);
    picture_free(wide);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_frame_gives_these_pixels),
        cmocka_unit_test(hull_and_yards_are_seen),
        cmocka_unit_test(every_piece_is_seen_where_it_is),
        cmocka_unit_test(areas_have_numbers),
        cmocka_unit_test(the_hand_and_what_waits_below_are_not_drawn),
        cmocka_unit_test(poses_that_make_no_sense_do_no_harm),
        cmocka_unit_test(any_shape_of_picture_can_be_drawn),
    };
    return cmocka_run_group_tests_name("ship picture", tests, NULL, NULL);
}
