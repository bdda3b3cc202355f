/* recording.h: what a session showed, kept small and playable.
 *
 * A recording takes frames as they are computed and can be played from the
 * first one on, forwards, backwards, from anywhere. It is kept as its bytes
 * (docs/recording.md), and reads itself from them, so what was sent or saved
 * plays exactly as what was made. Poses are kept on the grid of frame_coder.h. The
 * same frames give the same bytes, and no other bytes are taken for them. */
#ifndef SPELUNKE_RECORDING_H
#define SPELUNKE_RECORDING_H

#include <spelunke/frame_coder.h>

enum {
    RECORDING_HZ_MAX = 1000,
    RECORDING_EVERY_MAX = 255,
    RECORDING_FRAMES_MAX = 1 << 20,
    RECORDING_OUTCOME_MAX = 65535,
};

struct recording;

/* Of so many frames a second, one every so many ticks of the session. */
struct recording *recording_new(int hz, int every, int bodies);
void recording_free(struct recording *recording);

/* The next frame. Frame n is of tick n * every; the last one may come earlier. */
void recording_add(struct recording *recording, const struct frame *frame);
/* There are no more frames. The outcome is a few bytes that the game
 * understands; it may be NULL with the size 0. */
void recording_end(struct recording *recording, const void *outcome, size_t size);

int recording_hz(const struct recording *recording);
int recording_every(const struct recording *recording);
int recording_bodies(const struct recording *recording);
int recording_frames(const struct recording *recording);
bool recording_has_ended(const struct recording *recording);
/* NULL before the end. Valid as long as the recording. */
const void *recording_outcome(const struct recording *recording, size_t *size);

/* Any frame, counted from 0 and below recording_frames; bodies beyond its count stay
 * as they are in `out`. */
void recording_frame(const struct recording *recording, int number, struct frame *out);

/* All that is there so far, valid until the next frame or the end is added. It
 * only grows: whoever has the first bytes needs only those behind them. */
const void *recording_bytes(const struct recording *recording, size_t *size);
/* Reads bytes from anywhere: a whole recording, or one that has not ended yet
 * and stops behind a frame; also of version 1, whose bytes stay as they are. NULL,
 * with the reason in `why` (may be NULL), if they are not what a recording writes. */
struct recording *recording_parse(const void *bytes, size_t size, struct text *why);

#endif
