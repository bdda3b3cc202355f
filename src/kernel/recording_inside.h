/* recording_inside.h: the members of a recording, for writing (recording.c) and parsing it
 * (recording_parse.c). */
#ifndef SPELUNKE_RECORDING_INSIDE_H
#define SPELUNKE_RECORDING_INSIDE_H

#include <spelunke/recording.h>

#include "frame_coder_inside.h"

/* Version 1 has no byte for the ticks between frames, and no notes in frames. */
enum { RECORDING_VERSION = 2, HEADER_BYTES_1 = 8, HEADER_BYTES = 9, END_BYTES = 7 };
/* The distance between key frames, from which playing can start. */
enum { KEY_FRAMES = 60 };

/* The checksum of zlib, PNG and Ethernet. */
uint32_t crc32_of(const unsigned char *bytes, size_t size);

struct recording {
    int version, hz, every, frames;
    bool has_ended;
    size_t outcome_at, outcome_size;
    struct text bytes;
    struct frame_trail trail;
    size_t *keys; /* the offset of each key frame */
};

/* As recording_new, in the format of an earlier version. */
struct recording *recording_new_of(int version, int hz, int every, int bodies);
/* True if this version can store the frame's notes. */
bool recording_takes(const struct recording *recording, const struct frame *frame);

#endif
