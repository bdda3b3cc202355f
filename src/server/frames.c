/* frames.c: see frames.h. */
#include "frames.h"

#include <string.h>

#include <spelunke/must.h>

enum { FINAL = 0x80, RESERVED = 0x70, OPCODE_BITS = 0x0f, MASKED = 0x80, LENGTH_BITS = 0x7f };
enum { LENGTH_16 = 126, LENGTH_64 = 127, MASK_SIZE = 4 };

static bool is_control(enum opcode opcode) {
    return opcode >= OPCODE_CLOSE;
}

/* The length of the header, as far as it is known from its first two bytes. */
static int head_needs(const struct frames *frames) {
    if (frames->head_size < 2)
        return 2;
    int length = frames->head[1] & LENGTH_BITS;
    return 2 + (length == LENGTH_16 ? 2 : length == LENGTH_64 ? 8 : 0) + MASK_SIZE;
}

static enum frames_found forbid(struct frames_out *out, int code) {
    out->code = code;
    return FRAMES_REFUSED;
}

/* Validates the first two bytes of the header. Returns 0 or a close code. */
static int check_start(const struct frames *frames) {
    enum opcode opcode = frames->head[0] & OPCODE_BITS;
    bool is_known = opcode <= OPCODE_BINARY || (opcode >= OPCODE_CLOSE && opcode <= OPCODE_PONG);
    if ((frames->head[0] & RESERVED) || !is_known || !(frames->head[1] & MASKED))
        return CLOSE_PROTOCOL;
    if (is_control(opcode))
        return (frames->head[0] & FINAL) && (frames->head[1] & LENGTH_BITS) <= CONTROL_MAX
                   ? 0
                   : CLOSE_PROTOCOL;
    return (opcode == OPCODE_MORE) == frames->in_message ? 0 : CLOSE_PROTOCOL;
}

/* Evaluates the complete header. Returns 0 or a close code. */
static int begin_frame(struct frames *frames) {
    uint64_t length = frames->head[1] & LENGTH_BITS, least = 0;
    int at = 2;
    if (length >= LENGTH_16) {
        int bytes = length == LENGTH_16 ? 2 : 8;
        least = length == LENGTH_16 ? LENGTH_16 : UINT64_C(1) << 16;
        for (length = 0; at < 2 + bytes; at++)
            length = length << 8 | frames->head[at];
    }
    if (length < least || length >> 63) /* the encoding must be minimal */
        return CLOSE_PROTOCOL;
    memcpy(frames->mask, frames->head + at, MASK_SIZE);
    frames->mask_at = 0;
    frames->left = length;
    frames->is_final = frames->head[0] & FINAL;
    frames->opcode = frames->head[0] & OPCODE_BITS;
    frames->has_head = true;
    if (is_control(frames->opcode)) {
        frames->control_size = 0;
        return 0;
    }
    if (frames->opcode != OPCODE_MORE) {
        frames->kind = frames->opcode;
        text_clear(&frames->message);
    }
    frames->in_message = true;
    return length > frames->limit - frames->message.length ? CLOSE_TOO_LONG : 0;
}

/* Consumes bytes of the header; true if it is complete or invalid. */
static bool take_head(struct frames *frames, const unsigned char **bytes, size_t *size, int *code) {
    while (frames->head_size < head_needs(frames)) {
        if (!*size)
            return false;
        frames->head[frames->head_size++] = *(*bytes)++;
        --*size;
        if (frames->head_size == 2 && (*code = check_start(frames)))
            return true;
    }
    *code = begin_frame(frames);
    return true;
}

/* Consumes and unmasks bytes of the payload; true if it is complete. */
static bool take_payload(struct frames *frames, const unsigned char **bytes, size_t *size) {
    char part[512];
    while (*size && frames->left) {
        size_t count = *size < sizeof part ? *size : sizeof part;
        if (count > frames->left)
            count = (size_t)frames->left;
        for (size_t i = 0; i < count; i++)
            part[i] = (char)((*bytes)[i] ^ frames->mask[frames->mask_at++ % MASK_SIZE]);
        if (is_control(frames->opcode)) {
            must(frames->control_size + (int)count <= CONTROL_MAX);
            memcpy(frames->control + frames->control_size, part, count);
            frames->control_size += (int)count;
        } else {
            text_put_bytes(&frames->message, part, count);
        }
        *bytes += count;
        *size -= count;
        frames->left -= count;
    }
    return !frames->left;
}

/* Zero bytes are valid UTF-8, but terminate strings, so each part is checked. */
static bool is_utf8(const char *bytes, size_t size) {
    for (size_t at = 0; at < size; at += strlen(bytes + at) + 1)
        if (!text_is_utf8(bytes + at))
            return false;
    return true;
}

static bool is_close_code(int code) {
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
           (code >= 3000 && code <= 4999);
}

static enum frames_found end_close(struct frames *frames, struct frames_out *out) {
    const unsigned char *payload = (const unsigned char *)frames->control;
    out->code = CLOSE_NORMAL;
    if (frames->control_size == 0)
        return FRAMES_CLOSE;
    int code = frames->control_size >= 2 ? payload[0] << 8 | payload[1] : 0;
    if (!is_close_code(code))
        return forbid(out, CLOSE_PROTOCOL);
    if (!is_utf8(frames->control + 2, (size_t)frames->control_size - 2))
        return forbid(out, CLOSE_NOT_UTF8);
    out->code = code;
    return FRAMES_CLOSE;
}

static enum frames_found end_control(struct frames *frames, struct frames_out *out) {
    frames->control[frames->control_size] = '\0';
    out->bytes = frames->control;
    out->size = (size_t)frames->control_size;
    if (frames->opcode == OPCODE_CLOSE)
        return end_close(frames, out);
    return frames->opcode == OPCODE_PING ? FRAMES_PING : FRAMES_PONG;
}

static enum frames_found end_message(struct frames *frames, struct frames_out *out) {
    if (!frames->is_final)
        return FRAMES_PART;
    frames->in_message = false;
    out->bytes = text_string(&frames->message);
    out->size = frames->message.length;
    if (frames->kind == OPCODE_BINARY)
        return FRAMES_BINARY;
    return is_utf8(out->bytes, out->size) ? FRAMES_TEXT : forbid(out, CLOSE_NOT_UTF8);
}

enum frames_found frames_read(struct frames *frames, const unsigned char **bytes, size_t *size,
                              struct frames_out *out) {
    int code = 0;
    *out = (struct frames_out){0};
    if (!frames->has_head && !take_head(frames, bytes, size, &code))
        return FRAMES_MORE;
    if (code)
        return forbid(out, code);
    if (!take_payload(frames, bytes, size))
        return FRAMES_MORE;
    frames->has_head = false;
    frames->head_size = 0;
    return is_control(frames->opcode) ? end_control(frames, out) : end_message(frames, out);
}

void frames_free(struct frames *frames) {
    text_free(&frames->message);
}

int frame_head(enum opcode opcode, size_t size, unsigned char out[FRAME_OUT_HEAD_MAX]) {
    int bytes = size < LENGTH_16 ? 0 : size >> 16 ? 8 : 2;
    out[0] = (unsigned char)(FINAL | opcode);
    out[1] = (unsigned char)(bytes == 0 ? size : bytes == 2 ? LENGTH_16 : LENGTH_64);
    for (int i = 0; i < bytes; i++)
        out[2 + i] = (unsigned char)((uint64_t)size >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

int frame_close(int code, unsigned char out[FRAME_OUT_HEAD_MAX]) {
    int length = frame_head(OPCODE_CLOSE, 2, out);
    out[length] = (unsigned char)(code >> 8);
    out[length + 1] = (unsigned char)code;
    return length + 2;
}
