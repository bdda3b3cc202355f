/* frame_coder_inside.h: the frame decoder for recordings, which read several frames from the same
 * bytes and check the encoding themselves. */
#ifndef SPELUNKE_FRAME_CODER_INSIDE_H
#define SPELUNKE_FRAME_CODER_INSIDE_H

#include <spelunke/frame_coder.h>

/* Reads bytes a nibble at a time. */
struct cursor {
    const unsigned char *bytes;
    size_t size, at;
    bool is_half; /* the lower nibble of bytes[at] has been read */
};

/* Reads the next item within its bounds, in any encoding, and advances the trail after a frame. */
enum frame_decoded trail_decode(struct frame_trail *trail, struct cursor *cursor);
/* The last frame of the trail, without its tick. */
void trail_frame(const struct frame_trail *trail, struct frame *out);

#endif
