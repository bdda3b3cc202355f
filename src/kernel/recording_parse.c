/* recording_parse.c: parses an untrusted recording.
 *
 * Each frame that is read is added to a new recording, which must produce the same bytes as the
 * input. So the encoding is canonical, a parsed recording is as good as one that was made here, and
 * its list of key frames is rebuilt on the way. */
#include "recording_inside.h"

#include <string.h>

static void put_reason(struct text *why, const char *reason, int64_t number, const char *rest) {
    if (!why)
        return;
    text_put(why, reason);
    if (number >= 0)
        text_put_number(why, number);
    text_put(why, rest);
}

/* The length of the header, by its version. */
static size_t header_bytes(const unsigned char *bytes) {
    return bytes[4] == 1 ? HEADER_BYTES_1 : HEADER_BYTES;
}

static struct recording *parse_header(const unsigned char *bytes, size_t size, struct text *why) {
    if (size < HEADER_BYTES_1 || memcmp(bytes, "SpRc", 4) != 0) {
        put_reason(why, "this is not a recording", -1, "");
        return NULL;
    }
    int version = bytes[4], bodies = bytes[5], hz = bytes[6] | bytes[7] << 8;
    if (version < 1 || version > RECORDING_VERSION) {
        put_reason(why, "the recording has version ", version,
                   "; this program reads versions 1 and 2");
        return NULL;
    }
    if (size < header_bytes(bytes)) {
        put_reason(why, "the header is cut", -1, "");
        return NULL;
    }
    int every = version == 1 ? 1 : bytes[8];
    if (bodies > FRAME_BODIES || hz < 1 || hz > RECORDING_HZ_MAX || every < 1) {
        put_reason(why, "the header has too many bodies or an unlikely number of frames a second",
                   -1, "");
        return NULL;
    }
    return recording_new_of(version, hz, every, bodies);
}

/* True if the bytes read so far are those that a recording writes. */
static bool is_canonical(const struct recording *recording, const struct cursor *cursor,
                         size_t from) {
    return recording->bytes.length == cursor->at &&
           memcmp(recording->bytes.data + from, cursor->bytes + from, cursor->at - from) == 0;
}

/* Reads what follows the end mark: the outcome and the checksum. */
static bool parse_end(struct recording *recording, const struct cursor *cursor, struct text *why) {
    const unsigned char *bytes = cursor->bytes;
    size_t at = cursor->at, left = cursor->size - at;
    size_t outcome = left < 2 ? 0 : (size_t)(bytes[at] | bytes[at + 1] << 8);
    if (left < outcome + END_BYTES - 1) {
        put_reason(why, "the end of the recording is cut", -1, "");
        return false;
    }
    if (left > outcome + END_BYTES - 1) {
        put_reason(why, "something follows after the end of the recording", -1, "");
        return false;
    }
    recording_end(recording, bytes + at + 2, outcome);
    if (recording->bytes.length == cursor->size &&
        memcmp(recording->bytes.data, bytes, cursor->size) == 0)
        return true;
    put_reason(why, "the checksum does not fit: the recording was altered", -1, "");
    return false;
}

/* False, with the reason, unless a frame was read. */
static bool parse_frame(struct recording *recording, struct cursor *cursor, struct text *why) {
    struct frame_trail trail = recording->trail;
    struct frame frame;
    size_t from = cursor->at;
    int number = recording->frames;
    if (number % KEY_FRAMES == 0)
        frame_trail_reset(&trail, trail.bodies);
    enum frame_decoded decoded = trail_decode(&trail, cursor);
    if (decoded == FRAME_CUT) {
        put_reason(why, "frame ", number, " is cut");
        return false;
    }
    if (decoded == FRAME_DECODED && number < RECORDING_FRAMES_MAX) {
        trail_frame(&trail, &frame);
        frame.tick = number * recording->every;
        if (recording_takes(recording, &frame)) {
            recording_add(recording, &frame);
            if (is_canonical(recording, cursor, from))
                return true;
        }
    }
    put_reason(why, "frame ", number, " is not as a recording writes it");
    return false;
}

/* The end mark is a single byte 0, in no other encoding; no frame begins with it. */
static bool parse_next(struct recording *recording, struct cursor *cursor, struct text *why) {
    if (cursor->bytes[cursor->at] != 0)
        return parse_frame(recording, cursor, why);
    cursor->at++;
    return parse_end(recording, cursor, why);
}

struct recording *recording_parse(const void *bytes, size_t size, struct text *why) {
    struct recording *recording = parse_header(bytes, size, why);
    struct cursor cursor = {
        .bytes = bytes, .size = size, .at = recording ? header_bytes(bytes) : 0};
    while (recording && !recording->has_ended && cursor.at < size) {
        if (!parse_next(recording, &cursor, why)) {
            recording_free(recording);
            recording = NULL;
        }
    }
    return recording;
}
