/* test_pack.c: packed texts are restored exactly, and take less memory. */
#include "pack.h"

#include <stdio.h>
#include <string.h>

#include "unit/test.h"

static void assert_packed(const struct packed *packed, const char *bytes, size_t size) {
    struct text out = {0};
    text_put(&out, "<");
    packed_put(packed, &out);
    assert_int_equal(out.length, size + 1);
    assert_memory_equal(out.data + 1, bytes, size);
    text_free(&out);
}

static void messages_come_out_as_they_went_in(void **state) {
    (void)state;
    static const char *const messages[] = {
        "{\"t\":\"step\",\"s\":41,\"events\":[{\"key\":\"a.rolled\",\"args\":{\"seat\":0}}]}",
        "{\"t\":\"step\",\"s\":38,\"events\":[{\"key\":\"a.rolled\",\"args\":{}}],\"d\":{}}",
        "",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    struct pack *pack = pack_new();
    struct packed texts[4];
    for (int i = 0; i < 4; i++)
        texts[i] = pack_add(pack, messages[i], strlen(messages[i]));
    for (int i = 0; i < 4; i++)
        assert_packed(&texts[i], messages[i], strlen(messages[i]));
    pack_close(pack);
    for (int i = 0; i < 4; i++)
        assert_packed(&texts[i], messages[i], strlen(messages[i]));
    for (int i = 0; i < 4; i++)
        packed_free(&texts[i]);
    assert_null(texts[0].pack);
}

static uint32_t next_random(uint32_t *random) {
    *random = *random * 1664525 + 1013904223;
    return *random >> 16;
}

/* From noise to a single repeated letter, with lengths up to beyond the limit of compression. */
static void any_bytes_come_out(void **state) {
    (void)state;
    enum { TEXTS = 5, SIZE_MAX_HERE = 9000 };
    static char bytes[TEXTS][SIZE_MAX_HERE];
    uint32_t random = 1;
    for (int round = 0; round < 400; round++) {
        struct pack *pack = pack_new();
        struct packed texts[TEXTS];
        size_t sizes[TEXTS];
        uint32_t letters = 1 + next_random(&random) % (round % 2 ? 4 : 256);
        for (int i = 0; i < TEXTS; i++) {
            sizes[i] = next_random(&random) % (round % 7 ? 700 : SIZE_MAX_HERE);
            for (size_t k = 0; k < sizes[i]; k++)
                bytes[i][k] = (char)(next_random(&random) % letters);
            texts[i] = pack_add(pack, bytes[i], sizes[i]);
        }
        pack_close(pack);
        for (int i = TEXTS - 1; i >= 0; i--) {
            assert_packed(&texts[i], bytes[i], sizes[i]);
            packed_free(&texts[i]);
        }
    }
}

static void what_is_the_same_for_all_is_kept_once(void **state) {
    (void)state;
    struct pack *pack = pack_new();
    struct packed texts[4];
    char message[600], mixed[512];
    uint32_t random = 7;
    size_t length = 0;
    for (size_t i = 0; i < sizeof mixed - 1; i++)
        mixed[i] = (char)('a' + next_random(&random) % 26);
    mixed[sizeof mixed - 1] = '\0';
    for (int i = 0; i < 4; i++) {
        int size = snprintf(message, sizeof message, "{\"seat\":%d,\"same\":\"%s\"}", i, mixed);
        length += (size_t)size;
        texts[i] = pack_add(pack, message, (size_t)size);
    }
    pack_close(pack);
    assert_true(length > 2000);
    assert_true(pack_bytes(pack) < 750);
    for (int i = 0; i < 4; i++)
        packed_free(&texts[i]);
}

static void a_pack_that_nothing_was_added_to_goes(void **state) {
    (void)state;
    pack_close(pack_new());
    pack_close(NULL);
}

static void a_full_pack_takes_no_more(void **state) {
    (void)state;
    static const char bytes[20000];
    struct pack *pack = pack_new();
    assert_true(pack_has_room(pack, 100000)); /* one text always fits */
    struct packed packed = pack_add(pack, bytes, sizeof bytes);
    assert_true(pack_has_room(pack, 12000));
    assert_false(pack_has_room(pack, 13000));
    pack_close(pack);
    packed_free(&packed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_come_out_as_they_went_in),
        cmocka_unit_test(any_bytes_come_out),
        cmocka_unit_test(what_is_the_same_for_all_is_kept_once),
        cmocka_unit_test(a_pack_that_nothing_was_added_to_goes),
        cmocka_unit_test(a_full_pack_takes_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
