/* test_hands_file.c: `<log>.hands` goes where its log goes. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for mkdtemp */
#endif
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "disk/disk.h"
#include "disk/hands.h"
#include "games/null/null.h"

static char folder[] = "/tmp/spelunke-hands-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    return rmdir(folder);
}

static const char *path_of(const char *name) {
    static char paths[4][100];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static bool is_there(const char *name) {
    return access(path_of(name), F_OK) == 0;
}

/* A match of one round; with a session under a hand, or before it. */
static struct match *match_of(bool has_session) {
    struct match *match = test_match(&null_game, 5, 2, (const char *[]){"rounds", "1", NULL});
    test_draw(match);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    if (has_session)
        test_draw(match);
    return match;
}

static void hands_are_saved_read_and_moved_with_their_log(void **state) {
    struct match *match = match_of(true), *before = match_of(false);
    struct text first = {0}, second = {0};
    struct log_fault fault;
    (void)state;
    log_print_hands(match, &first);
    assert_true(first.length > 0);
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_NONE);
    assert_true(hands_file_save(match, path_of("a.log")));
    assert_true(is_there("a.log.hands"));
    assert_true(log_parse_hands(match, "", &fault));
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_READ);
    log_print_hands(match, &second);
    assert_true(text_equals(&first, &second));

    hands_file_move(path_of("a.log"), path_of("b.log"));
    assert_false(is_there("a.log.hands"));
    assert_int_equal(hands_file_read(match, path_of("b.log"), &fault), HANDS_FILE_READ);
    hands_file_move(path_of("a.log"), path_of("b.log")); /* a log that has none */
    assert_false(is_there("b.log.hands"));

    assert_true(hands_file_save(match, path_of("a.log")));
    assert_true(hands_file_save(before, path_of("a.log"))); /* a new match in its place */
    assert_false(is_there("a.log.hands"));
    text_free(&first);
    text_free(&second);
    match_free(match);
    match_free(before);
}

static void a_file_of_hands_that_is_of_no_use(void **state) {
    struct match *match = match_of(true);
    struct log_fault fault;
    (void)state;
    assert_true(disk_keep(path_of("a.log.hands"), "3 300\nrain\n", 11));
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_WRONG);
    assert_int_equal(fault.line, 2);
    assert_int_equal(unlink(path_of("a.log.hands")), 0);
    assert_int_equal(mkdir(path_of("a.log.hands"), 0700), 0);
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_TROUBLE);
    assert_int_equal(errno, EISDIR);
    assert_false(hands_file_save(match, path_of("a.log"))); /* it has none left, */
    assert_true(log_parse_hands(match, "3 300\n", &fault));
    assert_false(hands_file_save(match, path_of("a.log"))); /* and again has some */
    assert_int_equal(rmdir(path_of("a.log.hands")), 0);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hands_are_saved_read_and_moved_with_their_log),
        cmocka_unit_test(a_file_of_hands_that_is_of_no_use),
    };
    return cmocka_run_group_tests_name("hands file", tests, make_folder, remove_folder);
}
