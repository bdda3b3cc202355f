/* test_show.c: sessions run in slices: hands, frames, key frames, the film. */
#include "show.h"

#include <stdlib.h>

#include <spelunke/recording.h>

#include "games/null/null.h"
#include "host/host.h"
#include "unit/test.h"
#include "workers.h"

enum { NUMBER = 0x12345678, HEADER = 12 };

static const struct budget little = {0};

/* A match of two in which seat 0 is about to drop the coin. */
static struct host *open_drop(uint64_t seed, const struct bot *bot) {
    struct host *host = host_new(test_match(&null_game, seed, 2, NULL), NULL);
    for (int seat = 0; seat < 2; seat++)
        host_seat(host, seat, SITTER_PERSON, NULL);
    host_draw(host, 1);
    assert_int_equal(host_play(host, 0, 0, "bid 2", 2, NULL), VERDICT_PLAYED);
    assert_int_equal(host_play(host, 1, 0, "bid 1", 3, NULL), VERDICT_PLAYED);
    if (bot)
        host_seat(host, 0, SITTER_BOT, bot);
    return host;
}

static struct show *open_show_of(const struct game *game, struct host *host) {
    struct thought *steering;
    struct session *session = host_open(host, &steering);
    return show_new(game, session, steering, NUMBER);
}

static struct show *open_show(struct host *host) {
    return open_show_of(&null_game, host);
}

/* The null game as a patient game, like Riff Raff. */
static struct show *open_patient_show(struct host *host) {
    static struct sim sim;
    static struct game game;
    sim = *null_game.sim;
    sim.is_patient = true;
    game = null_game;
    game.sim = &sim;
    return open_show_of(&game, host);
}

/* A viewer that decodes messages, starting at a key frame. */
struct viewer {
    struct frame_trail trail;
    bool has_joined, has_ended;
    int32_t next_tick, last_key;
    int frames, keys, messages;
    struct frame frame;
};

static uint32_t number_at(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* The last frame may be of a tick before the one that was to come. */
static void read_message(struct viewer *viewer, const char *bytes, size_t size, bool is_key) {
    assert_true(size > HEADER);
    assert_int_equal(bytes[0], 2);
    assert_int_equal(bytes[1], is_key);
    assert_int_equal(bytes[2] | bytes[3], 0);
    assert_int_equal(number_at(bytes + 4), NUMBER);
    viewer->messages++;
    int32_t tick = (int32_t)number_at(bytes + 8);
    if (is_key) {
        frame_trail_reset(&viewer->trail, 1);
        assert_true(viewer->keys == 0 || tick - viewer->last_key <= null_sim.hz);
        viewer->last_key = tick;
        viewer->keys++;
        if (!viewer->has_joined)
            viewer->next_tick = tick;
        viewer->has_joined = true;
    }
    if (!viewer->has_joined)
        return;
    assert_true(!viewer->has_ended && tick <= viewer->next_tick);
    viewer->has_ended = tick < viewer->next_tick;
    assert_true(tick > viewer->next_tick - null_sim.frame_every);
    size_t at = HEADER, used;
    while (at < size) {
        assert_int_equal(frame_decode(&viewer->trail, bytes + at, size - at, &used, &viewer->frame),
                         FRAME_DECODED);
        at += used;
        viewer->frames++;
        viewer->next_tick += null_sim.frame_every;
    }
}

/* Runs one slice and passes its message to a viewer, unless NULL. */
static void slice(struct show *show, int32_t ticks, struct viewer *viewer) {
    size_t size;
    bool is_key;
    int32_t until = show_ticks(show) + ticks;
    show_run(show, until, NULL);
    assert_true(show_ticks(show) == until || show_is_over(show));
    const char *bytes = show_frames(show, &size, &is_key);
    if (viewer && bytes)
        read_message(viewer, bytes, size, is_key);
}

static void assert_hands(struct host *host, const char *expected) {
    struct text hands = {0};
    log_print_hands(host_match(host), 0, &hands);
    test_text(&hands, expected);
    text_free(&hands);
}

static void steer_still(const struct thinking *thinking, const struct frame *frame,
                        struct hand *hand) {
    (void)thinking, (void)frame, (void)hand;
}

/* A hand that depends on every frame, and is sometimes refused. */
static void steer_wildly(const struct thinking *thinking, const struct frame *frame,
                         struct hand *hand) {
    int32_t at = frame->bodies[0].at[0];
    hand->grip = frame->tick % 14 < 10;
    hand->pose.at[0] = (at * 7 + (int32_t)rng_below(thinking->rng, 100000)) % 6100000;
    hand->pose.at[2] = frame->tick % 3 * 1000000;
}

static const struct bot handless = {.key = "handless"};
static const struct bot still_hand = {.key = "still", .steer = steer_still};
static const struct bot wild_hand = {.key = "wild", .steer = steer_wildly};

/* A session in slices of this many ticks equals one that is run without a show. */
static void assert_same_in_slices(const struct bot *bot, uint64_t seed, int32_t ticks) {
    struct host *alone = open_drop(seed, bot), *watched = open_drop(seed, bot);
    struct text hands = {0};
    assert_true(host_step(alone, &little, 4));
    log_print_hands(host_match(alone), 0, &hands);
    struct show *show = open_show(watched);
    while (!show_is_over(show))
        slice(show, ticks, NULL);
    show_free(show);
    host_close(watched, 4);
    assert_hands(watched, text_string(&hands));
    assert_memory_equal(match_entry(host_match(alone), 3).action,
                        match_entry(host_match(watched), 3).action, sizeof(struct null_action));
    text_free(&hands);
    host_free(alone);
    host_free(watched);
}

static void a_bots_hand_does_the_same_in_slices(void **state) {
    (void)state;
    static const struct bot *const bots[] = {&null_bot_thrifty, &handless, &still_hand, &wild_hand};
    static const int32_t ticks[] = {1, 2, 3, 7, 100, 100000};
    for (int b = 0; b < 4; b++)
        for (int t = 0; t < 6; t++)
            for (uint64_t seed = 1; seed <= 4; seed++)
                assert_same_in_slices(bots[b], seed, ticks[t]);
}

static void every_frame_reaches_who_looks_from_the_first_on(void **state) {
    (void)state;
    static const int32_t ticks[] = {1, 2, 3, 7, 59};
    for (int t = 0; t < 5; t++) {
        struct host *host = open_drop(1, &null_bot_thrifty);
        struct show *show = open_show(host);
        struct viewer viewer = {0};
        assert_int_equal(show_bodies(show), 1);
        while (!show_is_over(show))
            slice(show, ticks[t], &viewer);
        assert_int_equal(viewer.frames, null_sim.ticks_max / null_sim.frame_every + 1);
        assert_true(viewer.keys >= null_sim.ticks_max / null_sim.hz);
        assert_true(viewer.keys <= viewer.messages);
        assert_int_equal(show_length(show), 1000 * null_sim.ticks_max / null_sim.hz);
        show_free(show);
        host_free(host);
    }
}

/* A viewer that missed frames continues at the next key frame, within a second. */
static void a_key_frame_needs_none_before(void **state) {
    (void)state;
    struct host *host = open_drop(3, &wild_hand);
    struct show *show = open_show(host);
    struct viewer first = {0}, late = {0};
    for (int i = 0; i < 20; i++)
        slice(show, 2, &first);
    assert_int_equal(first.keys, 1);
    int32_t since = show_ticks(show);
    while (!show_is_over(show)) {
        size_t size;
        bool is_key;
        slice(show, 2, &first);
        const char *bytes = show_frames(show, &size, &is_key);
        if (bytes)
            read_message(&late, bytes, size, is_key);
        if (late.has_joined) {
            assert_memory_equal(&late.frame.bodies, &first.frame.bodies, sizeof(struct pose));
            assert_int_equal(late.next_tick, first.next_tick);
        }
        assert_true(late.has_joined || show_ticks(show) - since <= null_sim.hz);
    }
    assert_true(late.has_joined);
    show_free(show);
    host_free(host);
}

static void the_film_has_all_that_was_shown(void **state) {
    (void)state;
    struct host *host = open_drop(2, NULL);
    struct show *show = open_show(host);
    struct viewer viewer = {0};
    size_t size;
    slice(show, 10, &viewer);
    const void *bytes = show_film(show, &size);
    struct recording *film = recording_parse(bytes, size, NULL);
    assert_non_null(film);
    assert_false(recording_has_ended(film));
    assert_int_equal(recording_frames(film), viewer.frames);
    recording_free(film);
    while (!show_is_over(show))
        slice(show, 10, &viewer);
    bytes = show_film(show, &size);
    film = recording_parse(bytes, size, NULL);
    assert_non_null(film);
    assert_true(recording_has_ended(film));
    assert_int_equal(recording_frames(film), viewer.frames);
    assert_int_equal(recording_hz(film), null_sim.hz / null_sim.frame_every);
    assert_int_equal(recording_every(film), null_sim.frame_every);
    struct frame last = {0};
    recording_frame(film, recording_frames(film) - 1, &last);
    assert_memory_equal(&last.bodies, &viewer.frame.bodies, sizeof(struct pose));
    recording_free(film);
    show_free(show);
    host_free(host);
}

static struct hand hand_at(int32_t tick, int32_t x, int32_t z, bool grip) {
    return (struct hand){tick, {{x, 0, z}, {1000000, 0, 0, 0}}, grip};
}

static void a_persons_samples_apply_at_their_ticks(void **state) {
    (void)state;
    struct host *host = open_drop(1, NULL);
    struct show *show = open_show(host);
    struct viewer viewer = {0};
    struct hand now = hand_at(0, 2500000, 0, true);
    struct hand ahead[] = {hand_at(7, 2600000, 0, true), hand_at(9, 2700000, 0, true)};
    struct hand again = hand_at(9, 2700000, 0, true), late = hand_at(10, 2700000, 0, false);
    show_hand(show, &now, 1);
    slice(show, 4, &viewer);
    assert_true(show_takes_time(show));
    show_hand(show, ahead, 2);
    show_hand(show, &again, 1);
    slice(show, 8, &viewer);
    show_hand(show, &late, 1); /* it is tick 12 */
    while (!show_is_over(show))
        slice(show, 4, &viewer);
    assert_false(show_takes_time(show));
    int32_t ticks = show_ticks(show);
    show_free(show);
    host_close(host, 4);
    struct text expected = {0};
    text_put(&expected, "3 ");
    text_put_number(&expected, ticks);
    text_put(&expected, " 0,2500000,0,0,1000000,0,0,0,1 7,2600000,0,0,1000000,0,0,0,1"
                        " 9,2700000,0,0,1000000,0,0,0,1 12,2700000,0,0,1000000,0,0,0,0\n");
    assert_hands(host, text_string(&expected));
    text_free(&expected);
    host_free(host);
}

static void send_hand(struct show *show, struct hand hand) {
    hand.tick = show_ticks(show);
    show_hand(show, &hand, 1);
    slice(show, 2, NULL);
}

/* Runs slices of four ticks until the session pauses. */
static void wait_until_it_stands(struct show *show, struct viewer *viewer) {
    for (int i = 0; i < 100 && !show_stands(show); i++)
        slice(show, 4, viewer);
    assert_true(show_stands(show));
}

/* A slice during a pause repeats the last frame as a key frame. */
static void assert_stands(struct show *show) {
    struct viewer new = {0};
    size_t size;
    bool is_key;
    int32_t ticks = show_ticks(show);
    show_run(show, ticks + 20, NULL);
    const char *bytes = show_frames(show, &size, &is_key);
    assert_non_null(bytes);
    read_message(&new, bytes, size, is_key);
    assert_int_equal(show_ticks(show), ticks);
    assert_true(is_key && new.frames == 1 && new.frame.awaits_hand &&new.frame.held == 0);
    assert_in_range(new.next_tick - null_sim.frame_every, ticks - null_sim.frame_every + 1, ticks);
}

/* A player who holds something and thinks for longer than a session may last does not drop it. */
static void time_stands_while_an_awaited_hand_says_nothing(void **state) {
    (void)state;
    struct host *host = open_drop(1, NULL);
    struct show *show = open_patient_show(host);
    struct hand hand = hand_at(0, 2500000, 0, true);
    show_hand(show, &hand, 1);
    wait_until_it_stands(show, NULL);
    assert_int_equal(show_ticks(show), 2 * null_sim.hz);
    for (int i = 0; i < null_sim.ticks_max; i++) {
        hand.tick = show_ticks(show) + i % 30; /* the same again is nothing new */
        show_hand(show, &hand, 1);
        assert_stands(show);
    }
    show_free(show);
    host_free(host);
}

/* The hand continues after a pause, at the tick that its client computed. Returns the tick at which
 * it was applied. */
static int32_t go_on(int32_t ahead, const char *samples) {
    struct host *host = open_drop(1, NULL);
    struct show *show = open_patient_show(host);
    struct viewer viewer = {0};
    struct hand first = hand_at(0, 2500000, 0, true), on = hand_at(0, 2600000, 0, true);
    show_hand(show, &first, 1);
    wait_until_it_stands(show, &viewer);
    int32_t stood = show_ticks(show);
    on.tick = stood + ahead;
    show_hand(show, &on, 1);
    show_run(show, stood + 1, NULL);
    assert_false(show_stands(show));
    int32_t goes_on = show_ticks(show);
    send_hand(show, hand_at(0, 2600000, 0, false));
    while (!show_is_over(show))
        slice(show, 4, NULL);
    int32_t ticks = show_ticks(show);
    show_free(show);
    host_close(host, 4);
    struct text expected = {0};
    text_put(&expected, "3 ");
    text_put_number(&expected, ticks);
    text_put(&expected, " 0,2500000,0,0,1000000,0,0,0,1 ");
    text_put(&expected, samples);
    assert_hands(host, text_string(&expected));
    text_free(&expected);
    host_free(host);
    return goes_on - stood;
}

/* The client did not know about the pause: the session runs up to the tick of the sample, at most a
 * second, and no sample is lost. */
static void a_hand_that_goes_on_lets_time_go_on(void **state) {
    (void)state;
    assert_int_equal(go_on(25, "145,2600000,0,0,1000000,0,0,0,1 145,2600000,0,0,1000000,0,0,0,0\n"),
                     25);
    assert_int_equal(
        go_on(4 * null_sim.hz, "180,2600000,0,0,1000000,0,0,0,1 180,2600000,0,0,1000000,0,0,0,0\n"),
        null_sim.hz);
}

/* When all samples are used up, the session runs to its end without a pause. */
static void a_hand_that_has_said_all_is_not_waited_for(void **state) {
    (void)state;
    struct host *host = open_drop(1, NULL);
    struct show *show = open_patient_show(host);
    struct hand hand = hand_at(0, 2500000, 0, true);
    show_hand(show, &hand, 1);
    slice(show, 4, NULL);
    for (int said = 1; said < HAND_SAMPLES_MAX; said++) { /* late ones, which are never too many */
        hand.pose.at[0] = 2500000 + said;
        show_hand(show, &hand, 1);
        if (said % SHOW_HANDS_MAX == 0 || said == HAND_SAMPLES_MAX - 1)
            slice(show, 0, NULL);
    }
    for (int i = 0; i < null_sim.ticks_max && !show_is_over(show); i++) {
        assert_false(show_stands(show));
        slice(show, 4, NULL);
    }
    assert_true(show_is_over(show));
    show_free(show);
    host_free(host);
}

static void assert_refused(struct show *show, const char *key) {
    struct message why;
    bool is_refused = show_refused(show, &why);
    assert_int_equal(is_refused, key != NULL);
    if (key)
        assert_string_equal(why.key, key);
    assert_false(show_refused(show, &why));
}

static void each_new_reason_is_told_once(void **state) {
    (void)state;
    struct host *host = open_drop(1, NULL);
    struct show *show = open_show(host);
    send_hand(show, hand_at(0, 2500000, 3000000, true));
    assert_refused(show, NULL);
    send_hand(show, hand_at(0, 2500000, 3000000, false));
    assert_refused(show, "null.too_high");
    send_hand(show, hand_at(0, 2600000, 3000000, false));
    assert_refused(show, NULL);
    send_hand(show, hand_at(0, -5, 3000000, true));
    assert_refused(show, "null.hand_beyond");
    send_hand(show, hand_at(0, 2600000, 3000000, false));
    assert_refused(show, "null.too_high");
    send_hand(show, hand_at(0, 2700000, 3000000, true));
    assert_refused(show, NULL);
    send_hand(show, hand_at(0, 2600000, 3000000, false));
    assert_refused(show, "null.too_high");
    /* One that waits for its tick is refused there. */
    struct hand early = hand_at(show_ticks(show) + 3, -5, 0, true);
    show_hand(show, &early, 1);
    slice(show, 2, NULL);
    assert_refused(show, NULL);
    slice(show, 4, NULL);
    assert_refused(show, "null.hand_beyond");
    show_free(show);
    host_free(host);
}

static void a_reason_is_not_new_while_nothing_else_applies(void **state) {
    (void)state;
    struct host *host = open_drop(1, NULL);
    struct show *show = open_show(host);
    struct message why;
    int told = 0;
    send_hand(show, hand_at(0, 2500000, 3000000, true));
    for (int i = 1; i <= 20; i++) { /* a few ticks ahead, one each slice */
        struct hand early = hand_at(4 * i + 6, 2500000, 3000000, false);
        show_hand(show, &early, 1);
        slice(show, 4, NULL);
        told += show_refused(show, &why);
    }
    assert_int_equal(told, 1);
    struct hand good = hand_at(show_ticks(show) + 10, 2500000, 3000000, true);
    struct hand bad = hand_at(show_ticks(show) + 16, 2500000, 3000000, false);
    show_hand(show, &good, 1);
    show_hand(show, &bad, 1);
    slice(show, 12, NULL);
    assert_refused(show, NULL);
    slice(show, 8, NULL);
    assert_refused(show, "null.too_high");
    show_free(show);
    host_free(host);
}

static void too_many_samples_are_dropped(void **state) {
    (void)state;
    struct host *host = open_drop(1, NULL);
    struct show *show = open_show(host);
    for (int i = 0; i < 3 * SHOW_HANDS_MAX; i++) {
        struct hand hand = hand_at(i / 8, 2500000 + i, 0, true);
        show_hand(show, &hand, 1);
    }
    slice(show, 59, NULL);
    struct text hands = {0};
    host_close(host, 4);
    log_print_hands(host_match(host), 0, &hands);
    int samples = -1;
    for (size_t i = 0; i < hands.length; i++)
        samples += hands.data[i] == ' ';
    assert_int_equal(samples, SHOW_HANDS_MAX);
    text_free(&hands);
    show_free(show);
    host_free(host);
}

/* Plans until it is cut. */
static void steer_for_ever(const struct thinking *thinking, const struct frame *frame,
                           struct hand *hand) {
    (void)frame, (void)hand;
    while (!thinking->budget->expired(thinking->budget->context))
        continue;
}

static void a_slow_planner_is_cut(void **state) {
    (void)state;
    static const struct bot ponders = {.key = "ponders", .steer = steer_for_ever};
    struct host *host = open_drop(1, &ponders);
    struct show *show = open_show(host);
    atomic_bool is_cut = true;
    show_run(show, 10, &is_cut);
    assert_int_equal(show_ticks(show), 10);
    show_free(show);
    host_free(host);
}

/* A slice in a worker, while the loop adds samples. */
struct slice_job {
    struct job job;
    struct show *show;
    bool is_done;
};

static void run_slice(struct job *job) {
    struct show *show = ((struct slice_job *)job)->show;
    show_run(show, show_ticks(show) + 4, &job->is_cut);
}

static void slice_done(struct job *job, int64_t now) {
    (void)now;
    ((struct slice_job *)job)->is_done = true;
}

static void samples_arrive_while_a_slice_runs(void **state) {
    (void)state;
    struct host *host = open_drop(1, NULL);
    struct show *show = open_show(host);
    struct workers *workers = workers_new(1, NULL, NULL);
    int32_t sent = 0;
    while (!show_is_over(show)) {
        struct slice_job slice = {.job = {.run = run_slice, .done = slice_done}, .show = show};
        workers_add(workers, &slice.job, URGENCY_LIVE);
        while (!slice.is_done) {
            struct hand hand = hand_at(sent / 8, 2500000 + sent % 1000, 0, true);
            show_hand(show, &hand, 1);
            sent++;
            workers_take(workers, 1);
        }
    }
    workers_free(workers);
    assert_int_equal(show_ticks(show), null_sim.ticks_max);
    show_free(show);
    host_free(host);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bots_hand_does_the_same_in_slices),
        cmocka_unit_test(every_frame_reaches_who_looks_from_the_first_on),
        cmocka_unit_test(a_key_frame_needs_none_before),
        cmocka_unit_test(the_film_has_all_that_was_shown),
        cmocka_unit_test(a_persons_samples_apply_at_their_ticks),
        cmocka_unit_test(time_stands_while_an_awaited_hand_says_nothing),
        cmocka_unit_test(a_hand_that_goes_on_lets_time_go_on),
        cmocka_unit_test(a_hand_that_has_said_all_is_not_waited_for),
        cmocka_unit_test(each_new_reason_is_told_once),
        cmocka_unit_test(a_reason_is_not_new_while_nothing_else_applies),
        cmocka_unit_test(too_many_samples_are_dropped),
        cmocka_unit_test(a_slow_planner_is_cut),
        cmocka_unit_test(samples_arrive_while_a_slice_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
