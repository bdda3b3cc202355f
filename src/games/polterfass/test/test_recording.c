/* Recordings of real throws: they are lossless and small. */
#include "unit/test.h"

#include <math.h>
#include <stdlib.h>

#include "../film.h"

enum { THROWS_MADE = 40, BODIES = PF_BARRELS + 2, SIZE_MAX_BYTES = 10000 };

/* Half of the grid, and the half of a millionth that comes before. */
static void assert_near(const struct frame *frame, const struct throw *throw) {
    struct real_pose poses[BODIES];
    throw_poses(throw, poses, &poses[PF_BARRELS], &poses[PF_BARRELS + 1]);
    for (int body = 0; body < BODIES; body++) {
        for (int i = 0; i < 3; i++)
            assert_true(fabs(frame->bodies[body].at[i] / 1e6 - poses[body].at[i]) < 50.51e-6);
        for (int i = 0; i < 4; i++)
            assert_true(fabs(frame->bodies[body].turned[i] / 1e6 - poses[body].turned[i]) <
                        250.51e-6);
    }
}

/* Makes a throw of nine and keeps its frames as they were while it was made. */
static struct recording *record(int number, struct frame *frames) {
    struct film film;
    film_open(&film, film_take(PF_BARRELS, number));
    for (int tick = 0; tick < recording_frames(film.recording); tick++) {
        assert_true(tick <= THROW_TICKS_MAX);
        recording_frame(film.recording, tick, &frames[tick]);
        assert_near(&frames[tick], film.throw);
        if (!recording_has_ended(film.recording))
            film_tick(&film);
    }
    film_close(&film);
    return film.recording;
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
    struct frame *frames = calloc(THROW_TICKS_MAX + 1, sizeof *frames);
    size_t all = 0, largest = 0, size;
    (void)state;
    for (int i = 0; i < THROWS_MADE; i++) {
        struct recording *recording = record(37 * i, frames);
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
    free(frames);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(throws_of_nine_are_small_and_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
