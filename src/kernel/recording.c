/* recording.c: the frames of a session, compressed and seekable.
 *
 * The bytes are the only copy of the frames. Beside them only the offset of each key frame and the
 * trail of the last two frames are kept, from which the next one is predicted. Playing decodes from
 * the previous key frame and changes nothing, so several readers may use a recording while nothing
 * is added to it. */
#include "recording_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

static void put_little_endian(struct text *out, uint32_t number, int bytes) {
    for (int i = 0; i < bytes; i++)
        text_put_char(out, (char)(number >> 8 * i & 255));
}

struct recording *recording_new_of(int version, int hz, int every, int bodies) {
    must(hz >= 1 && hz <= RECORDING_HZ_MAX && every >= 1 && every <= RECORDING_EVERY_MAX);
    must(bodies >= 0 && bodies <= FRAME_BODIES && (version > 1 || every == 1));
    struct recording *recording = must_alloc(sizeof *recording);
    recording->version = version;
    recording->hz = hz;
    recording->every = every;
    frame_trail_reset(&recording->trail, bodies);
    text_put(&recording->bytes, "SpRc");
    put_little_endian(&recording->bytes, (uint32_t)version, 1);
    put_little_endian(&recording->bytes, (uint32_t)bodies, 1);
    put_little_endian(&recording->bytes, (uint32_t)hz, 2);
    if (version > 1)
        put_little_endian(&recording->bytes, (uint32_t)every, 1);
    return recording;
}

struct recording *recording_new(int hz, int every, int bodies) {
    return recording_new_of(RECORDING_VERSION, hz, every, bodies);
}

void recording_free(struct recording *recording) {
    if (!recording)
        return;
    text_free(&recording->bytes);
    free(recording->keys);
    free(recording);
}

/* The array of key frames grows by doubling, when their number is a power of two. */
static void add_key(struct recording *recording) {
    size_t count = (size_t)recording->frames / KEY_FRAMES;
    if ((count & (count - 1)) == 0)
        recording->keys =
            must_realloc(recording->keys, (count ? 2 * count : 1) * sizeof *recording->keys);
    recording->keys[count] = recording->bytes.length;
    frame_trail_reset(&recording->trail, recording->trail.bodies);
}

bool recording_takes(const struct recording *recording, const struct frame *frame) {
    return recording->version > 1 ||
           (frame->phase == 0 && frame->slow == 1 && frame->held == -1 && frame->release == 0 &&
            !frame->awaits_hand && frame->fall_count == 0);
}

void recording_add(struct recording *recording, const struct frame *frame) {
    must(!recording->has_ended && recording->frames < RECORDING_FRAMES_MAX);
    must((frame->tick + recording->every - 1) / recording->every == recording->frames);
    must(recording_takes(recording, frame));
    if (recording->frames % KEY_FRAMES == 0)
        add_key(recording);
    frame_encode(&recording->trail, frame, &recording->bytes);
    recording->frames++;
}

uint32_t crc32_of(const unsigned char *bytes, size_t size) {
    uint32_t crc = ~(uint32_t)0;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

void recording_end(struct recording *recording, const void *outcome, size_t size) {
    struct text *bytes = &recording->bytes;
    must(!recording->has_ended && size <= RECORDING_OUTCOME_MAX);
    put_little_endian(bytes, 0, 1);
    put_little_endian(bytes, (uint32_t)size, 2);
    recording->outcome_at = bytes->length;
    recording->outcome_size = size;
    text_put_bytes(bytes, outcome, size);
    put_little_endian(bytes, crc32_of((const unsigned char *)bytes->data, bytes->length), 4);
    recording->has_ended = true;
}

int recording_hz(const struct recording *recording) {
    return recording->hz;
}

int recording_every(const struct recording *recording) {
    return recording->every;
}

int recording_bodies(const struct recording *recording) {
    return recording->trail.bodies;
}

int recording_frames(const struct recording *recording) {
    return recording->frames;
}

bool recording_has_ended(const struct recording *recording) {
    return recording->has_ended;
}

const void *recording_outcome(const struct recording *recording, size_t *size) {
    *size = recording->outcome_size;
    return recording->has_ended ? recording->bytes.data + recording->outcome_at : NULL;
}

const void *recording_bytes(const struct recording *recording, size_t *size) {
    *size = recording->bytes.length;
    return recording->bytes.data;
}

void recording_frame(const struct recording *recording, int number, struct frame *out) {
    must(number >= 0 && number < recording->frames);
    struct frame_trail trail;
    struct cursor cursor = {.bytes = (const unsigned char *)recording->bytes.data,
                            .size = recording->bytes.length,
                            .at = recording->keys[number / KEY_FRAMES]};
    frame_trail_reset(&trail, recording->trail.bodies);
    for (int i = 0; i <= number % KEY_FRAMES; i++)
        must(trail_decode(&trail, &cursor) == FRAME_DECODED);
    trail_frame(&trail, out);
    out->tick = number * recording->every;
}
