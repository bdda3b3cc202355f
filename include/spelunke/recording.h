/* recording.h: what a session showed, kept small and playable.
 *
 * A recording takes frames as they are computed and can be played from the
 * first one on, forwards, backwards, from anywhere. It is kept as its bytes
 * (docs/recording.md), and reads itself from them, so what was sent or saved
 * plays exactly as what was made. Poses are kept on a grid of 100 micrometres
 * and of 500 millionths; a frame that lies on it comes back as it was. The same
 * frames give the same bytes, and no other bytes are taken for them. */
#ifndef SPELUNKE_RECORDING_H
#define SPELUNKE_RECORDING_H

#include <spelunke/sim.h>

enum {
    RECORDING_HZ_MAX = 1000,
    RECORDING_FRAMES_MAX = 1 << 20,
    RECORDING_OUTCOME_MAX = 65535,
};

struct recording;

struct recording *recording_new(int hz, int bodies);
void recording_free(struct recording *recording);

/* The next frame; its tick is the number of frames before it, from 0. */
void recording_add(struct recording *recording, const struct frame *frame);
/* There are no more frames. The outcome is a few bytes that the game
 * understands; it may be NULL with the size 0. */
void recording_end(struct recording *recording, const void *outcome, size_t size);

int recording_hz(const struct recording *recording);
int recording_bodies(const struct recording *recording);
int recording_frames(const struct recording *recording);
bool recording_has_ended(const struct recording *recording);
/* NULL before the end. Valid as long as the recording. */
const void *recording_outcome(const struct recording *recording, size_t *size);

/* The frame of any tick below recording_frames; bodies beyond its count stay as
 * they are in `out`. */
void recording_frame(const struct recording *recording, int tick, struct frame *out);

/* All that is there so far, valid until the next frame or the end is added. It
 * only grows: whoever has the first bytes needs only those behind them. */
const void *recording_bytes(const struct recording *recording, size_t *size);
/* Reads bytes from anywhere: a whole recording, or one that has not ended yet
 * and stops behind a frame. NULL, with the reason in `why` (may be NULL), if
 * they are not what a recording writes. */
struct recording *recording_parse(const void *bytes, size_t size, struct text *why);

/* Moves a frame to the grid, the nearest point, half away from zero; what is
 * beyond a whole turn is cut. Each number for itself, so that swapping numbers
 * or their signs before or after makes no difference. */
void recording_round(struct frame *frame);

#endif
