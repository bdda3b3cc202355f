/* recording_inside.h: a recording as its own files see it: how frames become
 * bytes (recording_code.c), the whole (recording.c), reading (recording_parse.c). */
#ifndef SPELUNKE_RECORDING_INSIDE_H
#define SPELUNKE_RECORDING_INSIDE_H

#include <spelunke/recording.h>

enum { RECORDING_VERSION = 1, HEADER_BYTES = 8, END_BYTES = 7 };
/* Every so many ticks a frame stands for itself, for whoever jumps there. */
enum { KEY_TICKS = 60 };
/* A pose in steps of the grid: three places, four parts of the quaternion. */
enum { PARTS = 7, WHOLE_TURN = 2000, FAR = INT32_MAX / 100 };

/* The two frames before the next one, from which it is foretold. */
struct trail {
    int bodies;
    int32_t now[FRAME_BODIES][PARTS];
    int32_t before[FRAME_BODIES][PARTS];
};

/* Bytes being read, half a byte at a time. */
struct cursor {
    const unsigned char *bytes;
    size_t size, at;
    bool is_half; /* the lower half of bytes[at] is read */
};

/* As if all bodies had always rested in the middle: before a key frame. */
void trail_reset(struct trail *trail);

/* Writes a frame behind its trail, and moves the trail on. */
void code_frame(struct trail *trail, const struct frame *frame, struct text *out);

enum decoded { DECODED_FRAME, DECODED_END, DECODED_CUT, DECODED_WRONG };
/* Reads what stands next, and moves the trail on behind a frame. */
enum decoded decode_frame(struct trail *trail, struct cursor *cursor);
/* The last frame of the trail. */
void trail_frame(const struct trail *trail, int tick, struct frame *out);

/* The checksum of zlib, PNG and Ethernet. */
uint32_t crc32_of(const unsigned char *bytes, size_t size);

struct recording {
    int hz, frames;
    bool has_ended;
    size_t outcome_at, outcome_size;
    struct text bytes;
    struct trail trail;
    size_t *keys; /* where each key frame begins */
};

#endif
