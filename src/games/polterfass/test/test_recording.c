/* Recordings of real throws: they come back as they were, and are small. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/recording.h>

#include "../throw.h"

enum { THROWS_MADE = 40, BODIES = PF_BARRELS + 2, SIZE_MAX_BYTES = 10000 };

static int32_t millionths(double number) {
    return (int32_t)(number * 1e6 + (number < 0 ? -0.5 : 0.5));
}

static void look_at(const struct throw *throw, int tick, struct frame *out) {
    struct place places[BODIES];
    throw_places(throw, places, &places[PF_BARRELS], &places[PF_BARRELS + 1]);
    *out = (struct frame){.tick = tick, .count = BODIES};
    for (int body = 0; body < BODIES; body++) {
        for (int i = 0; i < 3; i++)
            out->bodies[body].at[i] = millionths(places[body].at[i]);
        for (int i = 0; i < 4; i++)
            out->bodies[body].turned[i] = millionths(places[body].turned[i]);
    }
}

/* Makes throw `number` and keeps its frames, rounded; returns its recording. */
static struct recording *record(struct throw *throw, int number, struct frame *frames) {
    struct recording *recording = recording_new(THROW_HZ, BODIES);
    bool goes_on = true;
    throw_begin(throw, number);
    for (int tick = 0; goes_on; tick++) {
        look_at(throw, tick, &frames[tick]);
        recording_add(recording, &frames[tick]);
        recording_round(&frames[tick]);
        goes_on = throw_tick(throw);
    }
    recording_end(recording, NULL, 0);
    return recording;
}

static void assert_played(const struct recording *recording, const struct frame *frames) {
    struct frame frame;
    for (int tick = recording_frames(recording) - 1; tick >= 0; tick--) {
        recording_frame(recording, tick, &frame);
        assert_int_equal(frame.tick, tick);
        assert_memory_equal(frame.bodies, frames[tick].bodies, BODIES * sizeof *frame.bodies);
    }
}

static void throws_of_nine_are_small_and_come_back(void **state) {
    struct throw *throw = throw_new(PF_BARRELS, &throw_barrel);
    struct frame *frames = calloc(THROW_TICKS_MAX + 1, sizeof *frames);
    size_t all = 0, largest = 0, size;
    (void)state;
    for (int i = 0; i < THROWS_MADE; i++) {
        struct recording *recording = record(throw, 37 * i, frames);
        const void *bytes = recording_bytes(recording, &size);
        struct recording *read = recording_parse(bytes, size, NULL);
        assert_non_null(read);
        assert_played(read, frames);
        all += size;
        largest = size > largest ? size : largest;
        recording_free(recording);
        recording_free(read);
    }
    print_message("# %zu bytes a throw, the largest %zu\n", all / THROWS_MADE, largest);
    assert_true(all / THROWS_MADE < SIZE_MAX_BYTES);
    throw_free(throw);
    free(frames);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(throws_of_nine_are_small_and_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
