/* recording_inside.h: a recording as its own files see it: the whole (recording.c)
 * and reading it (recording_parse.c). */
#ifndef SPELUNKE_RECORDING_INSIDE_H
#define SPELUNKE_RECORDING_INSIDE_H

#include <spelunke/recording.h>

#include "frame_coder_inside.h"

/* Version 1 has no byte for the ticks between frames, and frames of poses alone. */
enum { RECORDING_VERSION = 2, HEADER_BYTES_1 = 8, HEADER_BYTES = 9, END_BYTES = 7 };
/* Every so many frames one stands for itself, for whoever jumps there. */
enum { KEY_FRAMES = 60 };

/* The checksum of zlib, PNG and Ethernet. */
uint32_t crc32_of(const unsigned char *bytes, size_t size);

struct recording {
    int version, hz, every, frames;
    bool has_ended;
    size_t outcome_at, outcome_size;
    struct text bytes;
    struct frame_trail trail;
    size_t *keys; /* where each key frame begins */
};

/* As recording_new, in the form of an earlier version. */
struct recording *recording_new_of(int version, int hz, int every, int bodies);
/* True if a recording of this version can hold what stands beside the poses. */
bool recording_takes(const struct recording *recording, const struct frame *frame);

#endif
