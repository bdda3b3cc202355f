/* frame_coder_inside.h: the frame coder as recordings use it, which read several
 * frames from the same bytes and know themselves whom to trust. */
#ifndef SPELUNKE_FRAME_CODER_INSIDE_H
#define SPELUNKE_FRAME_CODER_INSIDE_H

#include <spelunke/frame_coder.h>

/* Bytes being read, a nibble at a time. */
struct cursor {
    const unsigned char *bytes;
    size_t size, at;
    bool is_half; /* the lower nibble of bytes[at] is read */
};

/* Reads what stands next within its bounds, in whatever spelling, and moves the trail
 * on behind a frame. */
enum frame_decoded trail_decode(struct frame_trail *trail, struct cursor *cursor);
/* The last frame of the trail, without a tick. */
void trail_frame(const struct frame_trail *trail, struct frame *out);

#endif
