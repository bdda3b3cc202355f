/* test_stream.c: buffering and resending of a viewer's messages. */
#include "stream.h"

#include <stdio.h>

#include "unit/test.h"

static void join(void *context, bool is_film, const char *bytes, size_t size) {
    text_put(context, is_film ? "film " : "");
    text_put_bytes(context, bytes, size);
    text_put_char(context, ';');
}

static void add(struct stream *stream, int64_t now) {
    char bytes[16];
    int size = snprintf(bytes, sizeof bytes, "%d", (int)stream->s + 1);
    struct pack *pack = pack_new();
    stream_add(stream, pack, bytes, (size_t)size, now);
    pack_close(pack);
}

static void assert_resumes(const struct stream *stream, const char *name, int64_t s,
                           const char *expected) {
    struct text joined = {0};
    assert_int_equal(stream_resume(stream, name, s, join, &joined), expected != NULL);
    assert_string_equal(text_string(&joined), expected ? expected : "");
    text_free(&joined);
}

static void all_behind_a_number_is_sent_again(void **state) {
    (void)state;
    struct stream stream = {0};
    stream_begin(&stream, "9f3a");
    for (int i = 0; i < 4; i++)
        add(&stream, 1000);
    assert_int_equal(stream.s, 4);
    assert_int_equal(stream_bytes(&stream), 4);
    assert_resumes(&stream, "9f3a", 0, "1;2;3;4;");
    assert_resumes(&stream, "9f3a", 2, "3;4;");
    assert_resumes(&stream, "9f3a", 4, "");
    assert_resumes(&stream, "9f3a", 5, NULL);
    assert_resumes(&stream, "9f3a", INT64_MAX, NULL);
    assert_resumes(&stream, "9f3b", 2, NULL);
    assert_resumes(&stream, "", 2, NULL);
    stream_free(&stream);
}

static void a_film_comes_before_its_message_again(void **state) {
    (void)state;
    struct stream stream = {0};
    struct pack *pack = pack_new();
    struct packed film = pack_add(pack, "a", 1);
    pack_close(pack);
    stream_begin(&stream, "9f3a");
    add(&stream, 1000);
    stream_film(&stream, &film);
    packed_free(&film);
    add(&stream, 2000);
    add(&stream, 3000);
    assert_resumes(&stream, "9f3a", 0, "1;film a;2;3;");
    assert_resumes(&stream, "9f3a", 2, "3;");
    assert_true(stream_resume(&stream, "9f3a", 0, NULL, NULL));
    stream_trim(&stream, 62000);
    assert_resumes(&stream, "9f3a", 2, "3;");
    stream_free(&stream);
}

static void a_stream_that_has_not_begun_is_nobodys(void **state) {
    (void)state;
    struct stream stream = {0};
    assert_resumes(&stream, "", 0, NULL);
    assert_resumes(&stream, "a", 0, NULL);
    assert_int_equal(stream_trim(&stream, 5), 0);
    stream_free(&stream);
}

static void the_last_64_are_kept(void **state) {
    (void)state;
    struct stream stream = {0};
    struct text expected = {0};
    stream_begin(&stream, "a");
    for (int i = 0; i < 200; i++)
        add(&stream, 1000 + i);
    for (int i = 137; i <= 200; i++) {
        text_put_number(&expected, i);
        text_put_char(&expected, ';');
    }
    assert_resumes(&stream, "a", 136, text_string(&expected));
    assert_resumes(&stream, "a", 135, NULL);
    assert_resumes(&stream, "a", 199, "200;");
    assert_int_equal(stream_bytes(&stream), 3 * STREAM_KEEPS);
    stream_free(&stream);
    text_free(&expected);
}

static void nothing_is_kept_longer_than_a_minute(void **state) {
    (void)state;
    struct stream stream = {0};
    stream_begin(&stream, "a");
    add(&stream, 1000);
    add(&stream, 1500);
    add(&stream, 9000);
    assert_int_equal(stream_trim(&stream, 60999), 61000);
    assert_resumes(&stream, "a", 0, "1;2;3;");
    assert_int_equal(stream_trim(&stream, 61000), 61500);
    assert_resumes(&stream, "a", 0, NULL);
    assert_resumes(&stream, "a", 1, "2;3;");
    assert_int_equal(stream_trim(&stream, 69000), 0);
    assert_int_equal(stream_bytes(&stream), 0);
    assert_null(stream.ring);
    assert_resumes(&stream, "a", 2, NULL);
    assert_resumes(&stream, "a", 3, "");
    add(&stream, 70000);
    assert_resumes(&stream, "a", 3, "4;");
    stream_free(&stream);
}

static void a_stream_that_begins_anew_counts_from_one(void **state) {
    (void)state;
    struct stream stream = {0};
    stream_begin(&stream, "a");
    add(&stream, 1);
    stream_begin(&stream, "b");
    assert_int_equal(stream.s, 0);
    assert_resumes(&stream, "a", 0, NULL);
    add(&stream, 2);
    assert_resumes(&stream, "b", 0, "1;");
    stream_free(&stream);
    assert_string_equal(stream.name, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_behind_a_number_is_sent_again),
        cmocka_unit_test(a_film_comes_before_its_message_again),
        cmocka_unit_test(a_stream_that_has_not_begun_is_nobodys),
        cmocka_unit_test(the_last_64_are_kept),
        cmocka_unit_test(nothing_is_kept_longer_than_a_minute),
        cmocka_unit_test(a_stream_that_begins_anew_counts_from_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
