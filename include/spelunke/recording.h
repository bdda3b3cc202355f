/* recording.h: the frames of a session, compressed and seekable.
 *
 * A recording takes frames as they are computed and can be played from the first one on, forwards,
 * backwards and from any frame. It is stored as its serialised bytes (docs/recording.md) and
 * decodes frames from them, so a recording that was sent or saved plays exactly like the original.
 * Poses are rounded to the grid of frame_coder.h. The encoding is canonical: the same frames give
 * the same bytes, and no other bytes are accepted for them. */
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

/* `hz` frames a second, one every `every` ticks of the session. */
struct recording *recording_new(int hz, int every, int bodies);
void recording_free(struct recording *recording);

/* Appends the next frame. Frame n is of tick n * every; the last one may come earlier. */
void recording_add(struct recording *recording, const struct frame *frame);
/* Ends the recording. The outcome is a few bytes that the game understands; it may be NULL with the
 * size 0. */
void recording_end(struct recording *recording, const void *outcome, size_t size);

int recording_hz(const struct recording *recording);
int recording_every(const struct recording *recording);
int recording_bodies(const struct recording *recording);
int recording_frames(const struct recording *recording);
bool recording_has_ended(const struct recording *recording);
/* NULL before the end. Valid as long as the recording. */
const void *recording_outcome(const struct recording *recording, size_t *size);

/* Decodes any frame, counted from 0 and below recording_frames. Bodies beyond its count stay
 * unchanged in `out`. */
void recording_frame(const struct recording *recording, int number, struct frame *out);

/* All bytes so far, valid until the next frame or the end is added. The bytes are append-only: a
 * reader that has the first ones needs only those that follow. */
const void *recording_bytes(const struct recording *recording, size_t *size);
/* Parses untrusted bytes: a whole recording, or one that has not ended and stops after a frame;
 * also version 1, whose bytes stay unchanged. NULL, with the reason in `why` (may be NULL), if they
 * are not canonical. */
struct recording *recording_parse(const void *bytes, size_t size, struct text *why);

#endif
