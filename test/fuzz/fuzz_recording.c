/* fuzz_recording.c: any bytes as a recording. One that is taken plays in every
 * frame, and made again from its frames it is the same bytes. As no fuzzer
 * guesses a checksum, the input is tried once as it is and once with one that
 * fits it. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "kernel/recording_inside.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct recording *make_again(const struct recording *recording) {
    struct recording *again = recording_new(recording_hz(recording), recording_bodies(recording));
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
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
