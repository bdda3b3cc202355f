/* fuzz_recording.c: any bytes as a recording, of version 1 or 2. Every frame of an accepted
 * recording can be read, and writing the frames again gives the same bytes. No fuzzer guesses a
 * checksum, so the input is tried once as it is and once with a matching one. Then the same
 * bytes are read as live frames, which a viewer gets without a header; what is accepted is
 * written again as the same bytes. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "kernel/recording_inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct recording *make_again(const struct recording *recording) {
    struct recording *again =
        recording_new_of(recording->version, recording_hz(recording), recording_every(recording),
                         recording_bodies(recording));
    struct frame frame = {0};
    size_t size;
    for (int tick = 0; tick < recording_frames(recording); tick++) {
        recording_frame(recording, tick, &frame);
        recording_add(again, &frame);
    }
    const void *outcome = recording_outcome(recording, &size);
    if (outcome)
        recording_end(again, outcome, size);
    return again;
}

static void check(const void *bytes, size_t size) {
    struct text why = {0};
    struct recording *recording = recording_parse(bytes, size, &why);
    must((recording == NULL) == (why.length > 0));
    if (recording) {
        struct recording *again = make_again(recording);
        must(again->bytes.length == size && memcmp(again->bytes.data, bytes, size) == 0);
        recording_free(again);
    }
    recording_free(recording);
    text_free(&why);
}

static void check_live(const uint8_t *data, size_t size) {
    struct frame_trail reader, writer;
    struct frame frame;
    struct text again = {0};
    size_t used;
    if (size == 0)
        return;
    frame_trail_reset(&reader, data[0] % (FRAME_BODIES + 1));
    frame_trail_reset(&writer, data[0] % (FRAME_BODIES + 1));
    for (size_t at = 1; frame_decode(&reader, data + at, size - at, &used, &frame) == FRAME_DECODED;
         at += used) {
        text_clear(&again);
        frame_encode(&writer, &frame, &again);
        must(again.length == used && memcmp(again.data, data + at, used) == 0);
        must(memcmp(&reader, &writer, sizeof reader) == 0);
    }
    text_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    check_live(data, size);
    uint32_t crc = crc32_of(data, size);
    struct text closed = {0};
    check(data, size);
    text_put_bytes(&closed, (const char *)data, size);
    for (int i = 0; i < 4; i++)
        text_put_char(&closed, (char)(crc >> 8 * i & 255));
    check(closed.data, closed.length);
    text_free(&closed);
    return 0;
}
