/* test_frames.c: parsing WebSocket frames from input that is split anywhere. */
#include "server/frames.h"

#include "unit/test.h"

enum { LIMIT = 300 };

/* A frame of a client, masked. */
static void put_frame(struct text *out, int first, const char *payload, size_t size) {
    static const unsigned char mask[] = {7, 0, 200, 33};
    text_put_char(out, (char)first);
    if (size < 126) {
        text_put_char(out, (char)(0x80 | size));
    } else {
        text_put_char(out, (char)(0x80 | 126));
        text_put_char(out, (char)(size >> 8));
        text_put_char(out, (char)size);
    }
    text_put_bytes(out, (const char *)mask, sizeof mask);
    for (size_t i = 0; i < size; i++)
        text_put_char(out, (char)(payload[i] ^ mask[i % 4]));
}

static void put_found(struct frames *frames, const char *data, size_t size, struct text *out) {
    static const char *const words[] = {
        [FRAMES_PART] = "part",      [FRAMES_TEXT] = "text", [FRAMES_BINARY] = "binary",
        [FRAMES_PING] = "ping",      [FRAMES_PONG] = "pong", [FRAMES_CLOSE] = "close",
        [FRAMES_REFUSED] = "refused"};
    const unsigned char *bytes = (const unsigned char *)data;
    struct frames_out found;
    enum frames_found what;
    while ((what = frames_read(frames, &bytes, &size, &found)) != FRAMES_MORE) {
        text_put(out, words[what]);
        text_put_char(out, ' ');
        if (what == FRAMES_CLOSE || what == FRAMES_REFUSED)
            text_put_number(out, found.code);
        else
            text_put_bytes(out, found.bytes, found.size);
        text_put_char(out, '\n');
        if (what == FRAMES_REFUSED)
            return;
    }
    assert_int_equal(size, 0);
}

static void demand(const struct text *bytes, const char *expected) {
    struct frames frames = {.limit = LIMIT};
    struct text found = {0};
    put_found(&frames, bytes->data, bytes->length, &found);
    assert_string_equal(text_string(&found), expected);
    text_free(&found);
    frames_free(&frames);
}

static void put_conversation(struct text *out) {
    char large[LIMIT];
    memset(large, 'x', sizeof large);
    put_frame(out, 0x81, "hello", 5);
    put_frame(out, 0x01, "\xc3", 1);
    put_frame(out, 0x89, "between", 7);
    put_frame(out, 0x00, "", 0);
    put_frame(out, 0x80, "\xa4", 1);
    put_frame(out, 0x82, "\xff", 1);
    put_frame(out, 0x81, large, sizeof large);
    put_frame(out, 0x8a, "", 0);
    put_frame(out, 0x88, "\x0f\xa3why", 5);
}

static void it_does_not_matter_where_bytes_are_cut(void **state) {
    (void)state;
    struct text bytes = {0}, whole = {0}, cut = {0};
    struct frames frames = {.limit = LIMIT};
    put_conversation(&bytes);
    put_found(&frames, bytes.data, bytes.length, &whole);
    frames_free(&frames);
    assert_non_null(strstr(whole.data, "text hello\npart \nping between\npart \ntext \xc3\xa4\n"));
    assert_non_null(strstr(whole.data, "x\npong \nclose 4003\n"));
    for (size_t step = 1; step < bytes.length; step++) {
        frames = (struct frames){.limit = LIMIT};
        text_clear(&cut);
        for (size_t at = 0; at < bytes.length; at += step)
            put_found(&frames, bytes.data + at, at + step < bytes.length ? step : bytes.length - at,
                      &cut);
        frames_free(&frames);
        assert_string_equal(text_string(&cut), text_string(&whole));
    }
    text_free(&bytes);
    text_free(&whole);
    text_free(&cut);
}

static void a_message_that_is_too_long_is_refused_by_its_head(void **state) {
    (void)state;
    struct text bytes = {0};
    char large[LIMIT + 1];
    memset(large, 'x', sizeof large);
    put_frame(&bytes, 0x81, large, sizeof large);
    bytes.length = 8; /* length and mask, nothing of the payload */
    demand(&bytes, "refused 1009\n");
    text_clear(&bytes);
    put_frame(&bytes, 0x01, large, LIMIT);
    put_frame(&bytes, 0x80, large, 1);
    bytes.length--;
    demand(&bytes, "part \nrefused 1009\n");
    text_clear(&bytes);
    text_put_bytes(&bytes, "\x82\xff\0\0\0\x01\0\0\0\0abcd", 14); /* 4 GB */
    demand(&bytes, "refused 1009\n");
    text_free(&bytes);
}

static void after_a_long_message_nothing_of_it_is_kept(void **state) {
    (void)state;
    struct text bytes = {0};
    char large[LIMIT];
    memset(large, 'x', sizeof large);
    put_frame(&bytes, 0x81, large, sizeof large);
    put_frame(&bytes, 0x81, "", 0);
    put_frame(&bytes, 0x01, large, sizeof large);
    put_frame(&bytes, 0x80, "", 0);
    struct frames frames = {.limit = LIMIT};
    struct text found = {0};
    put_found(&frames, bytes.data, bytes.length, &found);
    assert_int_equal(found.length, 2 * (LIMIT + 6) + 6 + 6); /* two long, an empty one, a part */
    text_free(&found);
    text_free(&bytes);
    frames_free(&frames);
}

static void heads_of_the_server(void **state) {
    (void)state;
    unsigned char head[FRAME_OUT_HEAD_MAX];
    assert_int_equal(frame_head(OPCODE_TEXT, 125, head), 2);
    assert_memory_equal(head, "\x81\x7d", 2);
    assert_int_equal(frame_head(OPCODE_BINARY, 126, head), 4);
    assert_memory_equal(head, "\x82\x7e\x00\x7e", 4);
    assert_int_equal(frame_head(OPCODE_TEXT, 65535, head), 4);
    assert_memory_equal(head, "\x81\x7e\xff\xff", 4);
    assert_int_equal(frame_head(OPCODE_TEXT, 65536, head), 10);
    assert_memory_equal(head, "\x81\x7f\0\0\0\0\0\x01\0\0", 10);
    assert_int_equal(frame_close(4008, head), 4);
    assert_memory_equal(head, "\x88\x02\x0f\xa8", 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_does_not_matter_where_bytes_are_cut),
        cmocka_unit_test(a_message_that_is_too_long_is_refused_by_its_head),
        cmocka_unit_test(after_a_long_message_nothing_of_it_is_kept),
        cmocka_unit_test(heads_of_the_server)};
    return cmocka_run_group_tests_name("server frames", tests, NULL, NULL);
}
