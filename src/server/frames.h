/* frames.h: an incremental parser for WebSocket frames (RFC 6455), and an encoder for their
 * headers.
 *
 * Input may be split anywhere; output are whole messages and control frames. A violation of the
 * protocol yields the close code for the connection.
 *
 * Invariants: a message over the limit is refused when the header of the offending frame is read,
 * before any of its payload is stored; extensions are never negotiated. */
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

/* Close codes that the parser uses. */
enum { CLOSE_NORMAL = 1000, CLOSE_PROTOCOL = 1002, CLOSE_NOT_UTF8 = 1007, CLOSE_TOO_LONG = 1009 };

/* The parser of one connection. Set `limit`, zero the rest. */
struct frames {
    size_t limit; /* of a message, in bytes */
    unsigned char head[FRAME_HEAD_MAX];
    int head_size;
    bool has_head;
    bool is_final;
    enum opcode opcode; /* of the current frame */
    uint64_t left;      /* payload bytes still to be received */
    unsigned mask_at;
    unsigned char mask[4];
    bool in_message;
    enum opcode kind; /* of the unfinished message */
    struct text message;
    char control[CONTROL_MAX + 1];
    int control_size;
};

enum frames_found {
    FRAMES_MORE,    /* all input is consumed */
    FRAMES_PART,    /* a fragment: the frame is complete, the message is not */
    FRAMES_TEXT,    /* a complete message */
    FRAMES_BINARY,  /* likewise */
    FRAMES_PING,    /* with the payload to send back */
    FRAMES_PONG,    /* */
    FRAMES_CLOSE,   /* `code` is the client's, to be echoed */
    FRAMES_REFUSED, /* close with `code`; nothing more is parsed */
};

/* The last result. `bytes` is valid until the next call. */
struct frames_out {
    const char *bytes;
    size_t size;
    int code;
};

/* Consumes input up to the first complete item and returns that. */
enum frames_found frames_read(struct frames *frames, const unsigned char **bytes, size_t *size,
                              struct frames_out *out);
void frames_free(struct frames *frames);

/* Encodes the header of an unfragmented, unmasked frame; returns its length. */
int frame_head(enum opcode opcode, size_t size, unsigned char out[FRAME_OUT_HEAD_MAX]);
/* Encodes a whole close frame of four bytes. */
int frame_close(int code, unsigned char out[FRAME_OUT_HEAD_MAX]);

#endif
