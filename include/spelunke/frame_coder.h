/* frame_coder.h: encodes frames one after the other, for live viewers.
 *
 * A frame is encoded as its difference from a prediction made from the frames before it
 * (docs/recording.md), so writer and reader each keep a trail of those frames. A host keeps one
 * trail for each viewer, or one for all viewers that have received the same frames. A slow viewer
 * may miss frames; after a reset its next frame is a key frame, which depends on no earlier one.
 * Ticks are not encoded: the sender transmits the tick of the first frame and the number of ticks
 * between two.
 *
 * Positions are rounded to a grid of 100 micrometres and rotations to one of 500 millionths. A
 * frame on the grid is decoded unchanged. */
#ifndef SPELUNKE_FRAME_CODER_H
#define SPELUNKE_FRAME_CODER_H

#include <spelunke/sim.h>

enum { FRAME_PARTS = 7, FRAME_NOTES = 5 };

/* The frames before the next one. Plain data: copy it to branch off. */
struct frame_trail {
    int bodies;
    int32_t now[FRAME_BODIES][FRAME_PARTS];    /* the last frame, in grid steps */
    int32_t before[FRAME_BODIES][FRAME_PARTS]; /* the frame before it */
    int32_t notes[FRAME_NOTES];                /* phase, slow time and so on of the last frame */
    int32_t falls[FRAME_BODIES]; /* ticks + 1 until the falling body is lost; 0: it does not fall */
};

/* Resets the trail: the next frame is a key frame with this number of bodies. */
void frame_trail_reset(struct frame_trail *trail, int bodies);

/* Appends the bytes of the next frame and advances the trail. The frame must have as many bodies as
 * the trail. */
void frame_encode(struct frame_trail *trail, const struct frame *frame, struct text *out);

enum frame_decoded { FRAME_DECODED, FRAME_CUT, FRAME_WRONG };
/* Decodes the frame at the start of the bytes: advances the trail, reports the number of bytes
 * used, and fills all of `out` except its tick and the bodies beyond its count. Changes nothing if
 * the bytes are truncated or were not written by frame_encode. */
enum frame_decoded frame_decode(struct frame_trail *trail, const void *bytes, size_t size,
                                size_t *used, struct frame *out);

/* Rounds the poses of a frame to the nearest grid point, half away from zero. Values beyond a whole
 * turn are clamped. Each number is rounded separately, so swapping numbers or signs before or after
 * rounding gives the same result. */
void frame_round(struct frame *frame);

#endif
