/* fuzz_frames.c: any bytes as WebSocket frames. The first byte determines the chunk size, which
 * must not matter. */
#include <stdint.h>
#include <string.h>

#include <spelunke/must.h>

#include "proto.h"
#include "server/frames.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_found(enum frames_found found, const struct frames_out *out) {
    if (found == FRAMES_TEXT || found == FRAMES_BINARY)
        must(out->size <= LIMIT_MESSAGE);
    if (found == FRAMES_PING || found == FRAMES_PONG)
        must(out->size <= CONTROL_MAX);
    if (found == FRAMES_TEXT && !memchr(out->bytes, '\0', out->size))
        must(text_is_utf8(out->bytes));
    if (found == FRAMES_CLOSE)
        must(out->code >= 1000 && out->code < 5000);
    if (found == FRAMES_REFUSED)
        must(out->code == CLOSE_PROTOCOL || out->code == CLOSE_NOT_UTF8 ||
             out->code == CLOSE_TOO_LONG);
}

static void read_in(const uint8_t *bytes, size_t size, size_t step, struct text *out) {
    struct frames frames = {.limit = LIMIT_MESSAGE};
    enum frames_found found = FRAMES_MORE;
    for (size_t at = 0; at < size && found != FRAMES_REFUSED; at += step) {
        const unsigned char *part = bytes + at;
        size_t left = at + step < size ? step : size - at;
        struct frames_out taken;
        while ((found = frames_read(&frames, &part, &left, &taken)) != FRAMES_MORE) {
            check_found(found, &taken);
            text_put_number(out, found);
            text_put_number(out, taken.code);
            text_put_bytes(out, taken.bytes ? taken.bytes : "", taken.size);
            if (found == FRAMES_REFUSED)
                break;
        }
        must(found == FRAMES_REFUSED || left == 0);
        must(frames.message.length <= LIMIT_MESSAGE);
    }
    frames_free(&frames);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct text whole = {0}, cut = {0};
    if (size < 2)
        return 0;
    read_in(data + 1, size - 1, size, &whole);
    read_in(data + 1, size - 1, 1 + data[0], &cut);
    must(text_equals(&whole, &cut));
    text_free(&whole);
    text_free(&cut);
    return 0;
}
