/* test_drawn_throw.c: throws of barrels drawn as text, from hand-written frames. A buffer replaces
 * the screen. */
#include "unit/test.h"

#include "games/polterfass/polterfass.h"
#include "terminal/polterfass/client.h"
#include "terminal/screen.h"

enum { ROW = 3, ROWS = 12, WIDTH = 80 };

/* What was drawn where, without blank lines. */
static struct text drawn;

/* The ends of the barrels, and the index of each body in a frame. */
static struct value *kit;

void screen_put(int row, int column, int width, enum ink ink, const char *text) {
    (void)ink;
    assert_true(row >= ROW && row < ROW + ROWS);
    assert_true(column >= 0 && column + utf8_width(text) <= WIDTH);
    assert_true(utf8_width(text) <= width);
    if (text[strspn(text, " ")] == '\0')
        return;
    text_put_number(&drawn, row);
    text_put_char(&drawn, ' ');
    text_put_number(&drawn, column);
    text_put_char(&drawn, ' ');
    text_put(&drawn, text);
    text_put_char(&drawn, '\n');
}

/* All barrels but the first are out of the way; the cup is lifted. */
static struct frame frame_of(const struct pose *pose) {
    struct frame frame = {.count = PF_BODIES};
    for (int i = 0; i < PF_BODIES; i++)
        frame.bodies[i] = *pose;
    frame.bodies[PF_CUP_BODY] = (struct pose){{0, 0, 500000}, {1000000, 0, 0, 0}};
    frame.bodies[PF_COASTER_BODY] = (struct pose){{0, 0, 0}, {1000000, 0, 0, 0}};
    return frame;
}

static const char *draw(const struct frame *frame) {
    text_clear(&drawn);
    polterfass_draw_throw(kit, frame, ROW, ROWS, WIDTH);
    return text_string(&drawn);
}

/* How the first barrel is drawn. */
static void check(struct pose pose, const char *expected) {
    struct frame frame = frame_of(&pose);
    const char *first = draw(&frame);
    assert_memory_equal(first, expected, strlen(expected));
}

static void a_barrel_shows_how_it_is_turned(void **state) {
    (void)state;
    check((struct pose){{0}, {1000000, 0, 0, 0}}, "9 38 [ 9 ]\n");
    check((struct pose){{0}, {0, 1000000, 0, 0}}, "9 38 [ 2 ]\n");
    check((struct pose){{0}, {707000, 0, 707000, 0}}, "9 37 (2==9)\n");
    check((struct pose){{0}, {707000, 0, -707000, 0}}, "9 37 (9==2)\n");
    check((struct pose){{0}, {707000, 707000, 0, 0}}, "9 38 (2|9)\n");
    check((struct pose){{0}, {900000, 0, 436000, 0}}, "9 38 \\==\\\n");
    check((struct pose){{0, 160000, 0}, {1000000, 0, 0, 0}}, "3 38 [ 9 ]\n");
}

/* The file of the pool may contain anything. */
static void what_cannot_be_stays_on_the_screen(void **state) {
    static const int32_t far[] = {INT32_MIN, -2000000000, 0, 2000000000, INT32_MAX};
    (void)state;
    check((struct pose){{0}, {0}}, "9 38 [ 9 ]\n");
    for (int i = 0; i < 5 * 5 * 5 * 5; i++) {
        int32_t turned = far[i / 125];
        struct pose pose = {{far[i % 5], far[i / 5 % 5], far[i / 25 % 5]}, {turned, 0, turned, 1}};
        struct frame frame = frame_of(&pose);
        draw(&frame);
        frame.bodies[PF_CUP_BODY] = pose;
        draw(&frame);
        frame.bodies[PF_COASTER_BODY].at[2] = far[i / 125];
        draw(&frame);
    }
}

static int begin(void **state) {
    (void)state;
    struct text json = {0};
    utf8_begin();
    game_kit_json(&polterfass_game, &json);
    kit = value_parse(text_string(&json), json.length);
    text_free(&json);
    return kit ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    text_free(&drawn);
    value_free(kit);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_barrel_shows_how_it_is_turned),
        cmocka_unit_test(what_cannot_be_stays_on_the_screen),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
