/* test_recording.c: what recording.h and docs/recording.md promise. */
#include "unit/test.h"

#include <stdlib.h>

#include <spelunke/recording.h>

static const struct pose middle = {{0, 0, 0}, {1000000, 0, 0, 0}};

static struct rng dice(void) {
    struct rng rng;
    unsigned char key[KEY_BYTES] = {7};
    rng_open(&rng, key, 0, LANE_CHANCE);
    return rng;
}

static int32_t draw(struct rng *rng, int32_t most) {
    return (int32_t)((int64_t)rng_below(rng, 2 * (uint32_t)most + 1) - most);
}

static struct pose draw_pose(struct rng *rng, int32_t far) {
    struct pose pose;
    for (int i = 0; i < 3; i++)
        pose.at[i] = draw(rng, far);
    for (int i = 0; i < 4; i++)
        pose.turned[i] = draw(rng, 1000000);
    return pose;
}

/* Changes one of the notes now and then. */
static void change_notes(struct frame *frame, struct rng *rng) {
    if (rng_below(rng, 3) == 0)
        frame->phase = (int16_t)rng_below(rng, FRAME_NUMBER_MAX + 1);
    if (rng_below(rng, 3) == 0)
        frame->slow = (int16_t)(1 + rng_below(rng, FRAME_NUMBER_MAX));
    if (rng_below(rng, 3) == 0)
        frame->held = (int16_t)((int)rng_below(rng, (uint32_t)frame->count + 1) - 1);
    if (rng_below(rng, 3) == 0)
        frame->release = (int16_t)rng_below(rng, FRAME_NUMBER_MAX + 1);
    frame->awaits_hand = rng_below(rng, 2);
    if (rng_below(rng, 3) == 0)
        return;
    frame->fall_count = 0;
    for (int body = 0; body < frame->count; body++)
        if (rng_below(rng, 4) == 0)
            frame->falls[frame->fall_count++] =
                (struct fall){body, (int32_t)rng_below(rng, FALL_TICKS_MAX + 1)};
}

/* Some bodies rest, some fly, some are anywhere. */
static void move(struct frame *frame, struct rng *rng) {
    for (int body = 0; body < frame->count; body++) {
        uint32_t kind = rng_below(rng, 4);
        if (kind == 0)
            frame->bodies[body] = draw_pose(rng, INT32_MAX);
        for (int i = 0; i < 3 && kind == 1; i++)
            frame->bodies[body].at[i] = draw(rng, 200000);
    }
    change_notes(frame, rng);
}

static void assert_frame(const struct frame *frame, const struct frame *expected) {
    assert_int_equal(frame->tick, expected->tick);
    assert_int_equal(frame->count, expected->count);
    assert_int_equal(frame->phase, expected->phase);
    assert_int_equal(frame->slow, expected->slow);
    assert_int_equal(frame->held, expected->held);
    assert_int_equal(frame->release, expected->release);
    assert_int_equal(frame->awaits_hand, expected->awaits_hand);
    assert_int_equal(frame->fall_count, expected->fall_count);
    assert_memory_equal(frame->falls, expected->falls,
                        (size_t)expected->fall_count * sizeof *expected->falls);
    assert_memory_equal(frame->bodies, expected->bodies,
                        (size_t)expected->count * sizeof *expected->bodies);
}

/* Adds this many random frames, and stores them, rounded, in `frames`. */
static struct recording *make(int bodies, int count, struct frame *frames, struct rng *rng) {
    struct recording *recording = recording_new(60, 1, bodies);
    struct frame frame = {.count = bodies, .slow = 1, .held = -1};
    for (frame.tick = 0; frame.tick < count; frame.tick++) {
        move(&frame, rng);
        recording_add(recording, &frame);
        frames[frame.tick] = frame;
        frame_round(&frames[frame.tick]);
    }
    return recording;
}

static struct recording *parse(const struct recording *recording) {
    size_t size;
    const void *bytes = recording_bytes(recording, &size);
    struct recording *read = recording_parse(bytes, size, NULL);
    assert_non_null(read);
    return read;
}

/* docs/recording.md: the worked example. */
static struct recording *example_of(struct recording *recording, bool has_notes) {
    struct frame frame = {.count = 2, .slow = 1, .held = -1, .bodies = {middle, middle}};
    recording_add(recording, &frame);
    frame.tick = 1;
    frame.bodies[1].at[0] = 1000;
    frame.bodies[1].turned[3] = -1000;
    recording_add(recording, &frame);
    frame.tick = 2;
    frame.bodies[1].at[0] = 1900;
    frame.bodies[1].turned[3] = -2000;
    if (has_notes) {
        frame.slow = 4;
        frame.falls[frame.fall_count++] = (struct fall){1, 20};
    }
    recording_add(recording, &frame);
    recording_end(recording, "ok", 2);
    return recording;
}

static struct recording *example(void) {
    return example_of(recording_new(60, 1, 2), true);
}

static const unsigned char example_bytes[] = {
    'S',  'p',  'R',  'c',  0x02, 0x02, 0x3c, 0x00, /* version 2, two bodies, 60 a second */
    0x01,                                           /* a frame every tick */
    0x01,                                           /* frame 0: all rest in the middle */
    0xc5, 0x02, 0x00, 0x00, 0x03,                   /* frame 1: body 1 begins to move */
    0xa6, 0x34, 0xa2, 0x15, 0x00, 0x00, 0x00,       /* frame 2: slower; slow time; it falls */
    0x00, 0x02, 0x00, 'o',  'k',                    /* the end, two bytes of outcome */
    0x64, 0x2a, 0xfd, 0xa8,                         /* the checksum */
};

/* The same poses in version 1, which had nothing beside them. */
static const unsigned char example_1_bytes[] = {
    'S',  'p',  'R',  'c',  0x01, 0x02, 0x3c, 0x00, /* version 1, two bodies, 60 a second */
    0x01,                                           /* frame 0 */
    0xc5, 0x02, 0x00, 0x00, 0x03,                   /* frame 1 */
    0x15, 0x00, 0x00, 0x00,                         /* frame 2 */
    0x00, 0x02, 0x00, 'o',  'k',                    /* the end, two bytes of outcome */
    0x29, 0x11, 0xc9, 0x4e,                         /* the checksum */
};

static void the_worked_example(void **state) {
    struct recording *recording = example();
    size_t size;
    const unsigned char *bytes = recording_bytes(recording, &size);
    (void)state;
    assert_int_equal(size, sizeof example_bytes);
    assert_memory_equal(bytes, example_bytes, size);
    recording_free(recording);
}

static void version_1_is_still_read(void **state) {
    struct recording *read = recording_parse(example_1_bytes, sizeof example_1_bytes, NULL);
    struct recording *plain = example_of(recording_new(60, 1, 2), false);
    struct frame frame, expected;
    size_t size;
    (void)state;
    assert_non_null(read);
    assert_int_equal(recording_hz(read), 60);
    assert_int_equal(recording_every(read), 1);
    assert_int_equal(recording_frames(read), 3);
    for (int i = 0; i < 3; i++) {
        recording_frame(read, i, &frame);
        recording_frame(plain, i, &expected);
        assert_frame(&frame, &expected);
    }
    assert_memory_equal(recording_outcome(read, &size), "ok", 2);
    const void *bytes = recording_bytes(read, &size);
    assert_int_equal(size, sizeof example_1_bytes);
    assert_memory_equal(bytes, example_1_bytes, size);
    recording_bytes(plain, &size); /* where nothing stands beside the poses: the same bytes */
    assert_int_equal(size, sizeof example_1_bytes + 1);
    recording_free(read);
    recording_free(plain);
}

/* 250 ticks a second, a frame every tenth, and a last one where it ended. */
static void frames_may_be_several_ticks_apart(void **state) {
    struct recording *recording = recording_new(25, 10, 1), *read;
    struct frame frame = {.count = 1, .slow = 1, .held = -1, .bodies = {middle}};
    (void)state;
    for (int i = 0; i < 3; i++) {
        frame.tick = 10 * i;
        recording_add(recording, &frame);
    }
    frame.tick = 23;
    recording_add(recording, &frame);
    read = parse(recording);
    assert_int_equal(recording_every(read), 10);
    assert_int_equal(recording_frames(read), 4);
    recording_frame(read, 2, &frame);
    assert_int_equal(frame.tick, 20);
    recording_frame(read, 3, &frame);
    assert_int_equal(frame.tick, 30);
    recording_free(recording);
    recording_free(read);
}

static void rounding_is_to_the_nearest_half_away_from_zero(void **state) {
    static const int32_t numbers[][3] = {/* at, and turned, become */
                                         {0, 0, 0},
                                         {49, 0, 0},
                                         {50, 100, 0},
                                         {-50, -100, 0},
                                         {249, 200, 0},
                                         {250, 300, 500},
                                         {-250, -300, -500},
                                         {999999, 1000000, 1000000},
                                         {INT32_MAX, 2147483600, 1000000},
                                         {INT32_MIN, -2147483600, -1000000}};
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct frame frame = {.count = 1};
        frame.bodies[0].at[1] = frame.bodies[0].turned[2] = numbers[i][0];
        for (int again = 0; again < 2; again++) {
            frame_round(&frame);
            assert_int_equal(frame.bodies[0].at[1], numbers[i][1]);
            assert_int_equal(frame.bodies[0].turned[2], numbers[i][2]);
        }
    }
}

/* A caller reverses a barrel by swapping parts of its quaternion. */
static void rounding_does_not_mind_swapped_or_negated_parts(void **state) {
    struct rng rng = dice();
    (void)state;
    for (int i = 0; i < 1000; i++) {
        struct frame frame = {.count = 1, .bodies = {draw_pose(&rng, 1000000)}};
        const int32_t *q = frame.bodies[0].turned;
        struct frame swapped = {.count = 1, .bodies = {{{0}, {-q[1], q[0], q[3], -q[2]}}}};
        frame_round(&frame);
        frame_round(&swapped);
        const int32_t *r = swapped.bodies[0].turned;
        assert_true(r[0] == -q[1] && r[1] == q[0] && r[2] == q[3] && r[3] == -q[2]);
    }
}

enum { MANY = 200 };

static void frames_come_back_in_any_order(void **state) {
    static const int bodies[] = {0, 1, 11, FRAME_BODIES};
    struct rng rng = dice();
    struct frame *frames = calloc(MANY, sizeof *frames), frame;
    (void)state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        struct recording *recording = make(bodies[i], MANY, frames, &rng);
        struct recording *read = parse(recording);
        for (int look = 0; look < 3 * MANY; look++) {
            int tick = look < MANY ? look : (int)rng_below(&rng, MANY);
            recording_frame(look % 2 ? recording : read, tick, &frame);
            assert_frame(&frame, &frames[tick]);
        }
        recording_free(recording);
        recording_free(read);
    }
    free(frames);
}

/* A viewer who watches from the start gets more bytes, never different ones. */
static void a_recording_plays_while_it_is_made(void **state) {
    struct rng rng = dice();
    struct recording *recording = recording_new(60, 1, 3);
    struct frame frame = {.count = 3, .slow = 1, .held = -1}, expected, shown;
    struct text seen = {0};
    (void)state;
    for (frame.tick = 0; frame.tick < MANY; frame.tick++) {
        size_t size;
        move(&frame, &rng);
        recording_add(recording, &frame);
        const char *bytes = recording_bytes(recording, &size);
        assert_memory_equal(bytes, text_string(&seen), seen.length);
        text_put_bytes(&seen, bytes + seen.length, size - seen.length);
        struct recording *read = parse(recording);
        assert_int_equal(recording_frames(read), frame.tick + 1);
        assert_false(recording_has_ended(read));
        recording_frame(read, frame.tick, &shown);
        expected = frame;
        frame_round(&expected);
        assert_frame(&shown, &expected);
        recording_free(read);
    }
    text_free(&seen);
    recording_free(recording);
}

static void one_that_was_read_goes_on_as_the_first(void **state) {
    struct frame frames[70];
    struct rng rng = dice();
    struct recording *recording = make(5, 70, frames, &rng), *read = parse(recording);
    struct frame frame = {.tick = 70, .count = 5, .slow = 1, .held = -1};
    size_t size, read_size;
    (void)state;
    move(&frame, &rng);
    recording_add(recording, &frame);
    recording_add(read, &frame);
    recording_end(recording, NULL, 0);
    recording_end(read, NULL, 0);
    const void *bytes = recording_bytes(recording, &size);
    const void *read_bytes = recording_bytes(read, &read_size);
    assert_int_equal(size, read_size);
    assert_memory_equal(bytes, read_bytes, size);
    recording_free(recording);
    recording_free(read);
}

static void the_outcome_and_the_numbers_come_back(void **state) {
    struct recording *recording = example(), *read = parse(recording);
    size_t size;
    (void)state;
    assert_memory_equal(recording_outcome(read, &size), "ok", 2);
    assert_int_equal(size, 2);
    assert_int_equal(recording_hz(read), 60);
    assert_int_equal(recording_bodies(read), 2);
    assert_int_equal(recording_frames(read), 3);
    assert_true(recording_has_ended(read));
    recording_free(read);
    recording_free(recording);
    recording = recording_new(RECORDING_HZ_MAX, RECORDING_EVERY_MAX, 0);
    assert_null(recording_outcome(recording, &size));
    recording_end(recording, NULL, 0);
    read = parse(recording);
    assert_non_null(recording_outcome(read, &size));
    assert_int_equal(size, 0);
    assert_int_equal(recording_frames(read), 0);
    recording_free(read);
    recording_free(recording);
}

/* Bodies at rest take one byte a frame together. */
static void rest_costs_nearly_nothing(void **state) {
    struct recording *recording = recording_new(60, 1, FRAME_BODIES);
    struct rng rng = dice();
    struct frame frame = {.count = FRAME_BODIES, .slow = 1, .held = -1};
    size_t first, size;
    (void)state;
    for (int body = 0; body < FRAME_BODIES; body++)
        frame.bodies[body] = draw_pose(&rng, 500000);
    recording_add(recording, &frame);
    recording_bytes(recording, &first);
    for (frame.tick = 1; frame.tick < 60; frame.tick++)
        recording_add(recording, &frame);
    recording_bytes(recording, &size);
    assert_int_equal(size, first + 59);
    recording_free(recording);
}

/* Slow viewers miss frames and restart with a key frame; the others do not. */
static void each_viewer_has_a_history_of_its_own(void **state) {
    struct frame_trail writers[2], readers[2];
    struct frame frame = {.count = 7, .slow = 1, .held = -1}, shown = {0}, expected;
    struct rng rng = dice();
    (void)state;
    for (int viewer = 0; viewer < 2; viewer++) {
        frame_trail_reset(&writers[viewer], 7);
        frame_trail_reset(&readers[viewer], 7);
    }
    for (frame.tick = 0; frame.tick < MANY; frame.tick++) {
        move(&frame, &rng);
        expected = frame;
        frame_round(&expected);
        for (int viewer = 0; viewer < 2; viewer++) {
            struct text bytes = {0};
            size_t used = 0;
            bool is_missed = viewer == 1 && frame.tick % 50 > 40;
            if (is_missed)
                continue;
            if (viewer == 1 && frame.tick % 50 == 0) {
                frame_trail_reset(&writers[1], 7);
                frame_trail_reset(&readers[1], 7);
            }
            frame_encode(&writers[viewer], &frame, &bytes);
            shown.tick = frame.tick;
            assert_int_equal(
                frame_decode(&readers[viewer], bytes.data, bytes.length, &used, &shown),
                FRAME_DECODED);
            assert_int_equal(used, bytes.length);
            assert_frame(&shown, &expected);
            assert_memory_equal(&readers[viewer], &writers[viewer], sizeof *writers);
            text_free(&bytes);
        }
    }
}

/* Truncated anywhere, or with any byte altered: refused and nothing has changed, or it is another
 * frame in its canonical encoding. */
static void a_live_frame_has_one_spelling(void **state) {
    struct frame_trail start, trail;
    struct frame frame = {.count = 3, .slow = 1, .held = -1}, shown;
    struct text bytes = {0}, again = {0};
    struct rng rng = dice();
    size_t used;
    (void)state;
    frame_trail_reset(&start, 3);
    for (int i = 0; i < 3; i++) {
        move(&frame, &rng);
        text_clear(&bytes);
        trail = start;
        frame_encode(i < 2 ? &start : &trail, &frame, &bytes);
    }
    for (size_t cut = 0; cut < bytes.length; cut++) {
        trail = start;
        assert_int_not_equal(frame_decode(&trail, bytes.data, cut, &used, &shown), FRAME_DECODED);
        assert_memory_equal(&trail, &start, sizeof trail);
    }
    for (size_t at = 0; at < bytes.length; at++)
        for (int other = 1; other < 256; other++) {
            struct frame_trail writer = start;
            trail = start;
            bytes.data[at] ^= (char)other;
            if (frame_decode(&trail, bytes.data, bytes.length, &used, &shown) == FRAME_DECODED) {
                text_clear(&again);
                frame_encode(&writer, &shown, &again);
                assert_int_equal(again.length, used);
                assert_memory_equal(again.data, bytes.data, used);
            } else {
                assert_memory_equal(&trail, &start, sizeof trail);
            }
            bytes.data[at] ^= (char)other;
        }
    text_free(&bytes);
    text_free(&again);
}

/* Copies exactly these bytes, so that a sanitizer detects reads beyond them. */
static struct recording *parse_copy(const void *bytes, size_t size, struct text *why) {
    unsigned char *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    struct recording *read = recording_parse(copy, size, why);
    free(copy);
    return read;
}

/* Refused with a reason; or shorter, unfinished and playable. */
static void assert_harmless(const void *bytes, size_t size, int frames) {
    struct text why = {0};
    struct frame frame;
    struct recording *read = parse_copy(bytes, size, &why);
    assert_int_equal(read == NULL, why.length > 0);
    if (read) {
        assert_false(recording_has_ended(read));
        assert_true(recording_frames(read) <= frames);
        for (int tick = 0; tick < recording_frames(read); tick++)
            recording_frame(read, tick, &frame);
    }
    recording_free(read);
    text_free(&why);
}

static void what_is_cut_or_altered_is_refused_or_shorter(void **state) {
    struct frame frames[4];
    struct rng rng = dice();
    struct recording *recording = make(3, 4, frames, &rng);
    size_t size;
    (void)state;
    recording_end(recording, "outcome", 7);
    const unsigned char *bytes = recording_bytes(recording, &size);
    unsigned char *copy = malloc(size);
    for (size_t cut = 0; cut < size; cut++)
        assert_harmless(bytes, cut, 4);
    for (size_t at = 0; at < size; at++)
        for (int other = 1; other < 256; other++) {
            memcpy(copy, bytes, size);
            copy[at] ^= (unsigned char)other;
            assert_harmless(copy, size, (int)size);
        }
    free(copy);
    recording_free(recording);
}

static void assert_refused(const void *bytes, size_t size, const char *reason) {
    struct text why = {0};
    assert_null(parse_copy(bytes, size, &why));
    test_text(&why, reason);
    text_free(&why);
    assert_null(parse_copy(bytes, size, NULL));
}

static const char no_recording[] = "this is not a recording";
static const char bad_header[] =
    "the header has too many bodies or an unlikely number of frames a second";
static const char bad_frame[] = "frame 0 is not as a recording writes it";

static void refusals_tell_their_reason(void **state) {
    static const struct {
        const char *bytes;
        size_t size;
        const char *reason;
    } bad[] = {
        {"", 0, no_recording},
        {"SpRc\1\1\74", 7, no_recording},
        {"SpRc\2\1\74\0", 8, "the header is cut"},
        {"SpRc\2\1\74\0\0", 9, bad_header}, /* no tick between frames */
        {"SpRc\0\1\74\0", 8, "the recording has version 0; this program reads versions 1 and 2"},
        {"spelunke log 1\n", 15, no_recording},
        {"SpRc\3\1\74\0", 8, "the recording has version 3; this program reads versions 1 and 2"},
        {"SpRc\1\71\74\0", 8, bad_header}, /* 57 bodies */
        {"SpRc\1\1\0\0", 8, bad_header},   /* no frame in a second */
        {"SpRc\1\1\74\0\1\3", 10, "frame 1 is cut"},
        {"SpRc\1\1\74\0\5", 9, bad_frame},           /* of a second body */
        {"SpRc\1\1\74\0\42\1", 10, bad_frame},       /* slow time, in version 1 */
        {"SpRc\2\1\74\0\1\2", 10, bad_frame},        /* notes, and none of them changed */
        {"SpRc\2\1\74\0\1\42\0", 11, bad_frame},     /* slow time that was so before */
        {"SpRc\2\1\74\0\1\202\11\0", 12, bad_frame}, /* notes that there are not */
        {"SpRc\2\1\74\0\1\102\2", 11, bad_frame},    /* a second body in the hand */
        {"SpRc\2\1\74\0\1\202\44", 11, bad_frame},   /* a second body falls */
        {"SpRc\1\1\74\0\21", 9, bad_frame},          /* half a byte left, and not 0 */
        {"SpRc\1\1\74\0\3\0\0\0", 12, bad_frame},    /* changed to the same */
        {"SpRc\1\1\74\0\11", 9, bad_frame},          /* a number longer than necessary */
        {"SpRc\1\1\74\0\3\0\2\0", 12, bad_frame},    /* more than a whole turn */
        {"SpRc\1\1\74\0\377\377\377\377\377\377\377\377\377\377\377", 19, bad_frame},
        {"SpRc\1\1\74\0\210\0\0\0\0\0\0\0", 16, bad_frame}, /* the end, encoded with more bytes */
        {"SpRc\1\1\74\0\0\1\0", 11, "the end of the recording is cut"},
        {"SpRc\1\1\74\0\0\0\0\0\0\0\0", 15, "the checksum does not fit: the recording was altered"},
        {"SpRc\1\1\74\0\0\0\0\0\0\0\0\0", 16, "something follows after the end of the recording"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(bad[i].bytes, bad[i].size, bad[i].reason);
}

/* The end mark is one byte 0. Encoded with more nibbles it made the reader compare more bytes than
 * it had, here in a block that is exactly as long as its bytes. */
static void the_end_is_spelled_with_one_byte(void **state) {
    (void)state;
    for (size_t long_end = 1; long_end <= 8; long_end++)
        for (size_t frames = 0; frames < 300; frames++) {
            unsigned char bytes[400] = "SpRc\1\1\74";
            size_t size = 8;
            memset(bytes + size, 1, frames);
            size += frames;
            memset(bytes + size, 0x88, long_end);
            bytes[size + long_end - 1] = 0x08;
            size += long_end + 6; /* no outcome, and a checksum of 0 */
            struct text why = {0};
            assert_null(parse_copy(bytes, size, &why));
            assert_non_null(strstr(text_string(&why), "is not as a recording writes it"));
            text_free(&why);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worked_example),
        cmocka_unit_test(version_1_is_still_read),
        cmocka_unit_test(frames_may_be_several_ticks_apart),
        cmocka_unit_test(each_viewer_has_a_history_of_its_own),
        cmocka_unit_test(a_live_frame_has_one_spelling),
        cmocka_unit_test(the_end_is_spelled_with_one_byte),
        cmocka_unit_test(rounding_is_to_the_nearest_half_away_from_zero),
        cmocka_unit_test(rounding_does_not_mind_swapped_or_negated_parts),
        cmocka_unit_test(frames_come_back_in_any_order),
        cmocka_unit_test(a_recording_plays_while_it_is_made),
        cmocka_unit_test(one_that_was_read_goes_on_as_the_first),
        cmocka_unit_test(the_outcome_and_the_numbers_come_back),
        cmocka_unit_test(rest_costs_nearly_nothing),
        cmocka_unit_test(what_is_cut_or_altered_is_refused_or_shorter),
        cmocka_unit_test(refusals_tell_their_reason),
    };
    return cmocka_run_group_tests_name("recording", tests, NULL, NULL);
}
