/* frames.h: messages of a WebSocket out of bytes (RFC 6455), and the heads of frames.
 *
 * Bytes come in as they arrive, cut anywhere; whole messages and control frames come out.
 * What breaks the rules has the code that the connection is to be closed with.
 *
 * Kept true: a message that is longer than the limit is refused by the head of the frame
 * that makes it so, before a byte of that frame is kept; no extension is ever in use. */
#ifndef SPELUNKE_SERVER_FRAMES_H
#define SPELUNKE_SERVER_FRAMES_H

#include <spelunke/text.h>

enum opcode {
    OPCODE_MORE = 0,
    OPCODE_TEXT = 1,
    OPCODE_BINARY = 2,
    OPCODE_CLOSE = 8,
    OPCODE_PING = 9,
    OPCODE_PONG = 10
};

enum { FRAME_HEAD_MAX = 14, FRAME_OUT_HEAD_MAX = 10, CONTROL_MAX = 125 };

/* Codes of closing that the rules of frames have. */
enum { CLOSE_NORMAL = 1000, CLOSE_PROTOCOL = 1002, CLOSE_NOT_UTF8 = 1007, CLOSE_TOO_LONG = 1009 };

/* One connection's reader; `limit` is set at the start, the rest zero. */
struct frames {
    size_t limit; /* bytes of a message */
    unsigned char head[FRAME_HEAD_MAX];
    int head_size;
    bool has_head;
    bool is_final;
    enum opcode opcode; /* of the present frame */
    uint64_t left;      /* bytes of its payload that have not come */
    unsigned mask_at;
    unsigned char mask[4];
    bool in_message;
    enum opcode kind; /* of the message that has begun */
    struct text message;
    char control[CONTROL_MAX + 1];
    int control_size;
};

enum frames_found {
    FRAMES_MORE,    /* all bytes are used up */
    FRAMES_PART,    /* a part of a message: a frame is whole and the message is not */
    FRAMES_TEXT,    /* a whole message */
    FRAMES_BINARY,  /* likewise */
    FRAMES_PING,    /* with what is to come back */
    FRAMES_PONG,    /* */
    FRAMES_CLOSE,   /* `code` is the client's, to be sent back */
    FRAMES_REFUSED, /* `code` is what to close with; nothing more is read */
};

/* What was found last. Bytes live until the next call. */
struct frames_out {
    const char *bytes;
    size_t size;
    int code;
};

/* Takes bytes off the front and returns the first thing that they complete. */
enum frames_found frames_read(struct frames *frames, const unsigned char **bytes, size_t *size,
                              struct frames_out *out);
void frames_free(struct frames *frames);

/* The head of a frame of the server, whole and unmasked; returns its length. */
int frame_head(enum opcode opcode, size_t size, unsigned char out[FRAME_OUT_HEAD_MAX]);
/* The same of a close frame, with its payload: four bytes in all. */
int frame_close(int code, unsigned char out[FRAME_OUT_HEAD_MAX]);

#endif
