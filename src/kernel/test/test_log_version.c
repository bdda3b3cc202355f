/* test_log_version.c: logs of version 1 are still read, written and played on. */
#include "unit/test.h"

#include <spelunke/log.h>

static void a_log_of_version_1_is_written_again_as_it_was(void **state) {
    (void)state;
    struct text golden = {0}, log = {0};
    struct log_fault fault;
    struct log_proof proof;
    test_read("SPELUNKE_GOLDEN_1", &golden);
    assert_memory_equal(golden.data, "spelunke log 1\n", 15);
    struct match *match = log_parse(game_list, golden.data, golden.length, &fault);
    assert_non_null(match);
    log_print(match, false, &log);
    assert_string_equal(log.data, golden.data);
    text_clear(&log);
    log_print_end(match, &log);
    assert_string_equal(log.data, strstr(golden.data, "\nend ") + 1);
    assert_true(log_verify(match, &proof)); /* with the dice of that time */
    assert_int_equal(proof.drawn, 3);
    log_proof_free(&proof);
    match_free(match);
    text_free(&golden);
    text_free(&log);
}

/* Without the last outcome, which is then drawn again. */
static void a_match_of_version_1_goes_on_with_its_dice(void **state) {
    (void)state;
    struct text golden = {0}, log = {0}, header = {0};
    struct log_fault fault;
    struct message why;
    test_read("SPELUNKE_GOLDEN_1", &golden);
    const char *body = strstr(golden.data, "\nseed 42\n") + strlen("\nseed 42\n");
    struct match *match = log_begin(game_list, golden.data, (size_t)(body - golden.data), &fault);
    assert_non_null(match);
    for (const char *at = body; strncmp(at, "7 ", 2) != 0; at = strchr(at, '\n') + 1) {
        text_clear(&header);
        text_put_bytes(&header, at, strcspn(at, "\n"));
        assert_true(log_enter(match, header.data, &why));
    }
    test_draw(match);
    log_print_lines(match, 0, false, &log);
    assert_memory_equal(log.data, body, log.length);
    assert_non_null(strstr(log.data, "\n7 chance deal 5 4 2\n"));
    match_free(match);
    text_free(&golden);
    text_free(&log);
    text_free(&header);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_of_version_1_is_written_again_as_it_was),
        cmocka_unit_test(a_match_of_version_1_goes_on_with_its_dice),
    };
    return cmocka_run_group_tests_name("log version", tests, NULL, NULL);
}
