/* frame_coder.h: frames as bytes, one after the other, for whoever watches.
 *
 * A frame is written as what it differs by from what the frames before it let one
 * expect (docs/recording.md). So writer and reader each keep a trail of those
 * frames. A host keeps one trail for each viewer, or one for all that have seen the
 * same: a viewer that is too slow misses frames, and after a reset its next frame
 * is a key frame, which needs none before it. Ticks are not written: whoever sends
 * frames sends the tick of the first and how many ticks lie between two.
 *
 * Poses are kept on a grid of 100 micrometres and of 500 millionths; a frame that
 * lies on it comes back as it was. */
#ifndef SPELUNKE_FRAME_CODER_H
#define SPELUNKE_FRAME_CODER_H

#include <spelunke/sim.h>

enum { FRAME_PARTS = 7, FRAME_NOTES = 5 };

/* The frames before the next one, as plain data: copy it to branch off. */
struct frame_trail {
    int bodies;
    int32_t now[FRAME_BODIES][FRAME_PARTS];    /* the last frame, in steps of the grid */
    int32_t before[FRAME_BODIES][FRAME_PARTS]; /* and the one before it */
    int32_t notes[FRAME_NOTES];                /* phase, slow time and so on of the last frame */
    int32_t falls[FRAME_BODIES];               /* ticks + 1 of what falls in it; 0: it does not */
};

/* Starts anew: the next frame is a key frame of so many bodies. */
void frame_trail_reset(struct frame_trail *trail, int bodies);

/* Appends the bytes of the next frame, and moves the trail on. The frame has as many
 * bodies as the trail. */
void frame_encode(struct frame_trail *trail, const struct frame *frame, struct text *out);

enum frame_decoded { FRAME_DECODED, FRAME_CUT, FRAME_WRONG };
/* Reads the frame that the bytes begin with: moves the trail on, says how many bytes
 * it took, and fills all of `out` but its tick and the bodies beyond its count. Of
 * bytes that are cut or not what frame_encode writes it changes nothing. */
enum frame_decoded frame_decode(struct frame_trail *trail, const void *bytes, size_t size,
                                size_t *used, struct frame *out);

/* Moves the poses of a frame to the grid, the nearest point, half away from zero;
 * what is beyond a whole turn is cut. Each number for itself, so that swapping
 * numbers or their signs before or after makes no difference. */
void frame_round(struct frame *frame);

#endif
