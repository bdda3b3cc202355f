/* P-28: a throw ends when every barrel clearly stands or lies, and not earlier; the result is
 * what the last frame shows. */
#include "unit/test.h"

#include <math.h>

#include <spelunke/recording.h>

#include "../throw_inside.h"
#include "eye.h"

static const double half_height = 0.00975, radius = 0.01;

/* A barrel at this height whose axis is tilted by this angle in one direction and then rotated
 * about the vertical. */
static struct real_pose leaning(double height, double degrees, double around) {
    double half = 3.14159265358979323846 / 360;
    const double lean[4] = {cos(degrees * half), 0, sin(degrees * half), 0};
    const double turn[4] = {cos(around * half), 0, 0, sin(around * half)};
    struct real_pose pose = {.at = {0.01, -0.02, height}};
    turn_product(turn, lean, pose.turned);
    return pose;
}

static void p28_a_face_needs_the_right_height_and_lean(void **state) {
    const struct {
        double height, degrees;
        uint8_t face;
    } cases[] = {
        {half_height, 0, PF_FIRST_END},
        {half_height, 180, PF_SECOND_END},
        {half_height + 0.0004, 5, PF_FIRST_END},
        {half_height + 0.0004, 175, PF_SECOND_END},
        {radius, 90, PF_LIES},
        {radius + 0.0004, 94, PF_LIES},
        {radius + 0.0004, 86, PF_LIES},
        /* on top of one that stands or lies */
        {3 * half_height, 0, PF_NOT_THROWN},
        {3 * half_height, 180, PF_NOT_THROWN},
        {2 * radius + half_height, 0, PF_NOT_THROWN},
        {2 * half_height + radius, 90, PF_NOT_THROWN},
        {3 * radius, 90, PF_NOT_THROWN},
        /* across two that lie side by side */
        {radius + 0.0018, 90, PF_NOT_THROWN},
        /* in the table */
        {half_height - 0.0018, 0, PF_NOT_THROWN},
        {radius - 0.0018, 90, PF_NOT_THROWN},
        /* leaning, at any height */
        {half_height, 15, PF_NOT_THROWN},
        {half_height, 165, PF_NOT_THROWN},
        {radius, 80, PF_NOT_THROWN},
        {radius, 100, PF_NOT_THROWN},
        {radius, 65, PF_NOT_THROWN},
        {radius, 45, PF_NOT_THROWN},
        {radius, 135, PF_NOT_THROWN},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int around = 0; around < 360; around += 40) {
            struct real_pose pose = leaning(cases[i].height, cases[i].degrees, around);
            assert_int_equal(throw_face_at(&throw_barrel, &pose), cases[i].face);
        }
}

/* A throw without the cup; its barrels are still moving. */
static struct throw *uncovered(int barrels) {
    struct throw *throw = throw_new(barrels, &throw_barrel);
    throw_begin(throw, 1);
    while (world_time(throw->world) < CUP_LIFTED + 0.01)
        assert_true(throw_tick(throw));
    return throw;
}

static void put(struct throw *throw, int index, double x, double height, double degrees) {
    struct real_pose pose = leaning(height, degrees, 0);
    pose.at[0] = x;
    pose.at[1] = 0;
    world_put(throw->world, FIRST_BARREL + index, &pose, &(struct motion){{0}, {0}});
}

/* Continues the throw until it taps; false: it ends before. */
static bool is_tapped(struct throw *throw) {
    world_wake(throw->world);
    while (throw_facts(throw)->taps == 0)
        if (!throw_tick(throw))
            return false;
    return true;
}

static void p28_what_is_on_another_is_tapped(void **state) {
    const double on_top[][2] = {
        {3 * half_height, 0}, {3 * half_height, 180}, {2 * half_height + radius, 90}};
    (void)state;
    for (size_t i = 0; i < sizeof on_top / sizeof *on_top; i++) {
        struct throw *throw = uncovered(2);
        put(throw, 0, 0, half_height, 0);
        put(throw, 1, 0, on_top[i][0], on_top[i][1]);
        assert_true(is_tapped(throw));
        throw_free(throw);
    }
}

static void p28_what_is_clear_is_left_alone(void **state) {
    struct throw *throw = uncovered(3);
    uint8_t faces[PF_BARRELS];
    (void)state;
    put(throw, 0, -0.03, half_height, 0);
    put(throw, 1, 0, half_height, 180);
    put(throw, 2, 0.03, radius, 90);
    assert_false(is_tapped(throw));
    throw_faces(throw, faces);
    assert_int_equal(faces[0], PF_FIRST_END);
    assert_int_equal(faces[1], PF_SECOND_END);
    assert_int_equal(faces[2], PF_LIES);
    throw_free(throw);
}

/* Clearly lying but never at rest: it is moved to and fro at every tick. */
static void p28_what_still_moves_is_tapped(void **state) {
    struct throw *throw = uncovered(1);
    (void)state;
    while (throw_facts(throw)->taps == 0) {
        put(throw, 0, throw_facts(throw)->ticks % 2 ? 0.001 : -0.001, radius, 90);
        assert_true(throw_tick(throw));
    }
    throw_free(throw);
}

/* Barrels that a tap does not free are tapped harder. */
static void p28_each_tap_is_harder_than_the_last(void **state) {
    struct throw *throw = uncovered(2);
    double last = 0;
    (void)state;
    for (int taps = 0; taps < 4; taps++) {
        while (throw_facts(throw)->taps == taps) {
            put(throw, 0, 0, half_height, 0);
            put(throw, 1, 0, 3 * half_height, 0);
            assert_true(throw_tick(throw));
        }
        const double *push = throw->way.tap.push;
        double along = push[0] * push[0] + push[1] * push[1];
        assert_true(along > 1.1 * last && push[2] > 0);
        last = along;
    }
    throw_free(throw);
}

static const char *const by_physics[] = {"barrels", "physics", NULL};

/* Barrels that were not thrown stand on their first end at even places. */
static void set_table(struct pf_state *table, uint16_t cup) {
    struct match *match = test_match(&polterfass_game, 1, 3, by_physics);
    memcpy(table, match_state(match), sizeof *table);
    table->cup = cup;
    for (int place = 0; place < PF_BARRELS; place++)
        table->face[place] = place % 2 ? PF_SECOND_END : PF_FIRST_END;
    match_free(match);
}

/* Every frame is on the grid of recordings, so recording it is lossless. */
static void look(const void *session, struct frame *frame) {
    struct frame rounded;
    *frame = (struct frame){0};
    pf_sim.frame(session, frame);
    rounded = *frame;
    frame_round(&rounded);
    assert_memory_equal(frame, &rounded, sizeof rounded);
}

/* Throws this cup with the random numbers of this key and compares the last frame with the
 * result. */
static void check_session(uint16_t cup, unsigned char key_byte) {
    unsigned char key[KEY_BYTES] = {key_byte};
    struct pf_state table;
    struct pf_action outcome = {0};
    struct frame frame;
    struct rng rng;
    set_table(&table, cup);
    rng_open(&rng, key, 0, LANE_CHANCE);
    void *session = pf_sim.open(&table, &rng, NULL);
    do
        look(session, &frame);
    while (pf_sim.step(session));
    look(session, &frame);
    pf_sim.close(session, &outcome);
    for (int barrel = 0; barrel < PF_BARRELS; barrel++) {
        bool is_thrown = cup >> barrel & 1;
        struct real_pose pose = eye_pose(&frame.bodies[barrel]);
        uint8_t face = eye_face(&pose);
        assert_int_equal(face, is_thrown ? outcome.marks[barrel] : table.face[barrel]);
        assert_int_equal(is_thrown, outcome.marks[barrel] != PF_NOT_THROWN);
    }
}

static void what_is_seen_last_is_what_counts(void **state) {
    static const uint16_t cups[] = {0x1ff, 0x0ff, 0x1ea, 0x155, 0x00f, 0x124, 0x110, 0x001, 0x100};
    (void)state;
    for (size_t i = 0; i < sizeof cups / sizeof *cups; i++)
        for (unsigned char key = 50; key < 53; key++)
            check_session(cups[i], key);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p28_a_face_needs_the_right_height_and_lean),
        cmocka_unit_test(p28_what_is_on_another_is_tapped),
        cmocka_unit_test(p28_what_is_clear_is_left_alone),
        cmocka_unit_test(p28_what_still_moves_is_tapped),
        cmocka_unit_test(p28_each_tap_is_harder_than_the_last),
        cmocka_unit_test(what_is_seen_last_is_what_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
