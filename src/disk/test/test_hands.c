/* test_hands.c: hand samples: sessions are repeated from them, and `<log>.hands` follows its
 * log. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for mkdtemp */
#endif
#include "unit/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <spelunke/session.h>

#include "disk/disk.h"
#include "disk/hands.h"
#include "games/null/null.h"

static struct message why;
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

/* A match of one round, with or without its session. */
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
    log_print_hands(match, 0, &first);
    assert_true(first.length > 0);
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_NONE);
    assert_true(hands_file_save(match, path_of("a.log")));
    assert_true(is_there("a.log.hands"));
    assert_true(log_parse_hands(match, "", &fault));
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_READ);
    log_print_hands(match, 0, &second);
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
    assert_true(disk_keep(path_of("a.log.hands"), "3 300\n\0\n", 8)); /* a zero byte */
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_WRONG);
    assert_int_equal(fault.line, 2);
    assert_int_equal(unlink(path_of("a.log.hands")), 0);
    assert_int_equal(mkfifo(path_of("a.log.hands"), 0600), 0); /* a FIFO without a writer */
    assert_int_equal(hands_file_read(match, path_of("a.log"), &fault), HANDS_FILE_TROUBLE);
    assert_int_equal(errno, EINVAL);
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

/* A match of three rounds: without a hand, with a bot's, and with a person's that ends early. */
static struct match *play_three(void) {
    struct match *match = test_drop(8);
    assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, &why), VERDICT_PLAYED);
    test_draw(match);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    const struct bot *bot = game_bot(&null_game, "thrifty");
    assert_int_equal(match_draw_steered(match, bot, NULL, &(struct budget){0}, NULL, NULL, &why),
                     VERDICT_PLAYED);
    test_draw(match);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    struct session *session = match_open_session(match);
    struct hand hold = {2, {{3500000, 0, 0}, {1000000, 0, 0, 0}}, true};
    assert_int_equal(session_hand(session, &hold, &why), HAND_TAKEN);
    for (int i = 0; i < 7; i++)
        session_tick(session);
    assert_int_equal(match_play_session(match, session, NULL, NULL, &why), VERDICT_PLAYED);
    assert_true(match_over(match));
    return match;
}

static void verify_repeats_sessions_under_their_hands(void **state) {
    struct match *match = play_three();
    struct log_proof proof;
    struct log_fault fault;
    struct text hands = {0};
    (void)state;
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.repeated, 3);
    assert_int_equal(proof.sessions, 0);
    log_print_hands(match, 0, &hands);
    const char *last = strstr(text_string(&hands), "\n11 7 2,3500000,");
    assert_non_null(last);
    assert_true(log_parse_hands(match, "", &fault)); /* nothing is kept */
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.repeated, 0);
    assert_int_equal(proof.sessions, 3);
    assert_true(log_parse_hands(match, last + 1, &fault));
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.repeated, 1);
    assert_int_equal(proof.sessions, 2);
    assert_true(log_parse_hands(match, "11 7 2,500000,0,0,1000000,0,0,0,1\n", &fault));
    assert_false(log_verify(match, &proof)); /* that hand does not give that outcome */
    assert_int_equal(proof.misfit, 11);
    test_text(&proof.expected, "land 1");
    log_proof_free(&proof);
    text_free(&hands);
    match_free(match);
}

static const char *build_name;

static void named_build(struct text *out) {
    text_put(out, build_name);
}

/* Its physics may differ, so the samples neither prove nor refute the log. */
static void a_session_of_another_build_is_not_repeated(void **state) {
    struct sim sim = null_sim;
    struct game game = null_game;
    struct log_proof proof;
    struct log_fault fault;
    (void)state;
    sim.build = named_build;
    game.sim = &sim;
    build_name = "one";
    struct match *match = test_match(&game, 8, 2, (const char *[]){"rounds", "1", NULL});
    test_draw(match);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    test_draw(match);
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.repeated, 1);
    build_name = "two";
    for (int i = 0; i < 2; i++) {
        assert_true(log_verify(match, &proof));
        assert_int_equal(proof.repeated, 0);
        assert_int_equal(proof.sessions, 1);
        assert_int_equal(log_unproved(&proof), 1);
        assert_true(log_parse_hands(match, "3 0\n", &fault)); /* another hand */
    }
    match_free(match);
}

static void hands_of_another_match_are_refused(void **state) {
    static const struct {
        const char *text;
        int line;
    } bad[] = {
        {"3 300\nx\n", 2},       {"3 300\n3 300\n", 2}, /* twice */
        {"7 300\n3 300\n", 2},                          /* not in order */
        {"0 300\n", 1},                                 /* a deal */
        {"1 300\n", 1},                                 /* a bid */
        {"3 300\n\n", 2},        {"3 301\n", 1},        /* longer than a session can be */
        {"12 300\n12 300\n", 2},                        /* twice, of an entry to come */
    };
    struct match *match = play_three();
    struct text kept = {0};
    struct log_fault fault;
    struct log_proof proof;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(log_parse_hands(match, bad[i].text, &fault));
        assert_int_equal(fault.line, bad[i].line);
        assert_string_equal(fault.why.key, "kernel.hands_line");
    }
    assert_true(log_verify(match, &proof));
    assert_int_equal(proof.sessions, 3);
    assert_true(log_parse_hands(match, "3 300\n12 300\n", &fault)); /* of an entry to come, */
    log_print_hands(match, 0, &kept);
    test_text(&kept, "3 300\n"); /* which will have its own */
    text_free(&kept);
    match_free(match);
    match = test_drop(3);
    test_play(match, SEAT_SIM, "land 1");
    assert_false(log_parse_hands(match, "3 300\n", &fault)); /* a scripted one */
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verify_repeats_sessions_under_their_hands),
        cmocka_unit_test(a_session_of_another_build_is_not_repeated),
        cmocka_unit_test(hands_of_another_match_are_refused),
        cmocka_unit_test(hands_are_saved_read_and_moved_with_their_log),
        cmocka_unit_test(a_file_of_hands_that_is_of_no_use),
    };
    return cmocka_run_group_tests_name("hands", tests, make_folder, remove_folder);
}
