/* Recordings of loadings: what was shown comes back, in less than 10 kB a second. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/bot.h>
#include <spelunke/recording.h>

#include "../bots.h"
#include "scene.h"
#include "stage.h"
#include "stowage.h"

enum { FRAMES_MAX = 6000, BYTES_A_SECOND = 10000 };

/* Shown frames of one loading by a computer player. */
struct film {
    struct frame *frames;
    int count;
    struct rr_action outcome;
};

static void record(const struct bot *bot, const struct rr_state *view, uint64_t number,
                   struct film *film) {
    struct rng dice = random_dice(number);
    struct budget budget = {0};
    struct thinking thinking = {.game = &riffraff_game,
                                .view = view,
                                .must = true,
                                .rng = &dice,
                                .budget = &budget,
                                .memory = bot_sit(bot, &riffraff_game, 0)};
    struct session *session = stage_open(view);
    struct hand hand = {.pose.turned = {1000000, 0, 0, 0}};
    film->count = 0;
    do {
        if (!session_shows(session))
            continue;
        assert_true(film->count < FRAMES_MAX);
        struct frame *frame = &film->frames[film->count++];
        *frame = stage_frame(session);
        bot->steer(&thinking, frame, &hand);
        hand.tick = frame->tick;
        session_hand(session, &hand, NULL);
    } while (session_tick(session));
    film->frames[film->count++] = stage_frame(session);
    bot_leave(bot, thinking.memory);
    session_close(session, &film->outcome);
}

/* On the grid of recordings: tenths of a millimetre, and 500 millionths. */
static void assert_shows(const struct frame *read, const struct frame *frame) {
    assert_int_equal(read->phase, frame->phase);
    assert_int_equal(read->held, frame->held);
    assert_int_equal(read->release, frame->release);
    assert_int_equal(read->slow, frame->slow);
    assert_int_equal(read->fall_count, frame->fall_count);
    for (int body = 0; body < RR_BODIES; body++) {
        for (int i = 0; i < 3; i++)
            assert_in_range(read->bodies[body].at[i] - frame->bodies[body].at[i] + 50, 0, 100);
        for (int i = 0; i < 4; i++)
            assert_in_range(read->bodies[body].turned[i] - frame->bodies[body].turned[i] + 250, 0,
                            500);
    }
}

/* The size of its recording, a second. */
static int assert_recorded(const struct film *film) {
    const int hz = rr_sim.hz / rr_sim.frame_every;
    struct recording *made = recording_new(hz, rr_sim.frame_every, RR_BODIES);
    struct frame frame;
    size_t size;
    for (int i = 0; i < film->count; i++)
        recording_add(made, &film->frames[i]);
    recording_end(made, NULL, 0);
    const void *bytes = recording_bytes(made, &size);
    struct recording *read = recording_parse(bytes, size, NULL);
    assert_non_null(read);
    assert_int_equal(recording_frames(read), film->count);
    for (int i = film->count - 1; i >= 0; i--) {
        memset(&frame, 0, sizeof frame);
        recording_frame(read, i, &frame);
        assert_shows(&frame, &film->frames[i]);
    }
    recording_free(made);
    recording_free(read);
    return (int)(size * (size_t)hz / (size_t)film->count);
}

/* A chest is loaded on each area of a ship that carries 24 on a rough sea: it sways all the time,
 * and now and then it sheds. */
static void loadings_of_a_full_ship_are_small_and_come_back(void **state) {
    struct film film = {.frames = calloc(FRAMES_MAX + 1, sizeof *film.frames)};
    int most = 0, sum = 0, falls = 0;
    (void)state;
    for (int area = 1; area <= RR_AREAS; area += 3) {
        struct rr_state view = stage_state(4 * RR_SHAPES + RR_CHEST, area);
        view.sea = RR_ROUGH;
        view.ship = stowed(24);
        record(&rr_bot_random, &view, (uint64_t)area, &film);
        int bytes = assert_recorded(&film);
        most = bytes > most ? bytes : most;
        sum += bytes;
        falls += film.outcome.fallen != 0;
    }
    print_message("# %d bytes a second, at most %d; in %d of 4 something fell\n", sum / 4, most,
                  falls);
    assert_true(most < BYTES_A_SECOND);
    assert_true(falls > 0);
    free(film.frames);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loadings_of_a_full_ship_are_small_and_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
