/* test_backlog.c: queued bytes come out in order, however many are sent at a time. */
#include <string.h>

#include "server/backlog.h"
#include "unit/test.h"

static void assert_next(const struct backlog *backlog, const char *text) {
    const char *bytes;
    size_t size;
    assert_true(backlog_next(backlog, &bytes, &size));
    assert_int_equal(size, strlen(text));
    assert_memory_equal(bytes, text, size);
}

static void assert_empty(const struct backlog *backlog) {
    const char *bytes;
    size_t size;
    assert_false(backlog_next(backlog, &bytes, &size));
    assert_int_equal(backlog->size, 0);
}

static void bytes_come_out_in_order(void **state) {
    (void)state;
    struct backlog backlog = {0};
    char changing[] = "one";
    assert_empty(&backlog);
    backlog_put(&backlog, changing, 3, false, false);
    changing[0] = 'X'; /* it was copied */
    backlog_put(&backlog, "three", 5, true, false);
    assert_int_equal(backlog.size, 8);
    assert_next(&backlog, "one");
    backlog_sent(&backlog, 1);
    assert_next(&backlog, "ne");
    backlog_sent(&backlog, 2);
    assert_next(&backlog, "three");
    assert_int_equal(backlog.size, 5);
    backlog_sent(&backlog, 5);
    assert_empty(&backlog);
    backlog_put(&backlog, "four", 4, true, false);
    assert_next(&backlog, "four");
    backlog_clear(&backlog);
    assert_empty(&backlog);
}

static void what_was_begun_is_sent_to_its_end(void **state) {
    (void)state;
    struct backlog backlog = {0};
    backlog_put(&backlog, "rest", 4, true, true);
    backlog_put(&backlog, "next", 4, true, false);
    backlog_drop(&backlog);
    assert_int_equal(backlog.size, 4);
    assert_next(&backlog, "rest");
    backlog_put(&backlog, "last", 4, true, false);
    backlog_sent(&backlog, 4);
    backlog_sent(&backlog, 2);
    backlog_drop(&backlog); /* half of it is out */
    assert_next(&backlog, "st");
    backlog_sent(&backlog, 2);
    assert_empty(&backlog);
}

static void what_was_not_begun_is_dropped(void **state) {
    (void)state;
    struct backlog backlog = {0};
    backlog_drop(&backlog);
    backlog_put(&backlog, "one", 3, false, false);
    backlog_put(&backlog, "two", 3, false, false);
    backlog_drop(&backlog);
    assert_empty(&backlog);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_come_out_in_order),
        cmocka_unit_test(what_was_begun_is_sent_to_its_end),
        cmocka_unit_test(what_was_not_begun_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
