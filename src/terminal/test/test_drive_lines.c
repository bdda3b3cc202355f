/* test_drive_lines.c: the terminal as a driver in lines: the person's hand in a session of the null
 * game, and what is saved of it. */
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "coin.h"
#include "fixture.h"
#include "games/null/null.h"
#include "terminal/state_folder.h"

static struct client client;
static const struct bot *others = &null_bot_thrifty;

/* Plays in lines, and captures the output. */
static void play_lines(enum beginning beginning, const char *lines, struct text *said) {
    struct play play = play_of(&null_game, 2, 1, others);
    play.beginning = beginning;
    struct input typed = {.count = strlen(lines), .is_ended = true};
    FILE *file = tmpfile();
    int before = dup(STDOUT_FILENO);
    char buffer[512];
    memcpy(typed.bytes, lines, typed.count);
    play.typed = &typed;
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    struct console *console = console_new(&play, &client);
    plain_play(console, &play);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_put_bytes(said, buffer, count);
    fclose(file);
    console_close(console);
}

static void lines_move_the_hand_while_time_stands_still(void **state) {
    (void)state;
    struct text said = {0};
    play_lines(BEGIN_ASK, "bid 3\nnonsense\n2\nlog\ndrop\n", &said);
    const char *at = strstr(text_string(&said), "At field 1");
    assert_non_null(at);
    at = strstr(at, "nonsense");
    assert_non_null(at);
    at = strstr(at, "At field 3");
    assert_non_null(at);
    assert_non_null(strstr(at, "coin lands"));
    text_free(&said);
}

static int count_in(const struct text *said, const char *part) {
    int count = 0;
    for (const char *at = text_string(said); (at = strstr(at, part)); at++)
        count++;
    return count;
}

/* Surplus lines of a finished match begin no other one, and the question ends after a few of
 * them. */
static void lines_left_over_begin_no_other_match(void **state) {
    (void)state;
    struct text said = {0}, lines = {0};
    for (int i = 0; i < 60; i++)
        text_put(&lines, "bid 0\n");
    text_put(&lines, "yes\n");
    play_lines(BEGIN_ASK, text_string(&lines), &said);
    assert_int_equal(count_in(&said, "Another match?"), 3);
    assert_int_equal(count_in(&said, "Please answer yes or no."), 2);
    text_free(&said);
    text_free(&lines);
}

/* Prints nothing while the coin is held: time stands still all the same. */
static enum reading steer_silently(const struct console *console, const struct frame *frame,
                                   const char *line, void *context, struct hand *hand,
                                   struct text *answer) {
    struct draft *draft = context;
    (void)console, (void)frame, (void)answer;
    if (line || !draft->has_begun)
        hand->grip = !line;
    draft->has_begun = true;
    return line ? READ_CHANGED : READ_NOTHING;
}

static void a_hand_that_is_awaited_waits_for_a_line(void **state) {
    (void)state;
    struct text said = {0};
    client.steer_line = steer_silently;
    play_lines(BEGIN_ASK, "bid 3\ndrop\n", &said);
    client = coin_client;
    assert_non_null(strstr(text_string(&said), "coin lands"));
    text_free(&said);
}

static void a_line_that_leaves_cuts_the_session(void **state) {
    (void)state;
    struct text said = {0};
    play_lines(BEGIN_ASK, "bid 3\n2\nquit\ndrop\n", &said);
    assert_non_null(strstr(text_string(&said), "At field 3"));
    assert_null(strstr(text_string(&said), "coin lands"));
    text_free(&said);
}

static char folder[] = "/tmp/spelunke-test-XXXXXX";

/* A temporary state folder. */
static int make_folder(void **state) {
    (void)state;
    strcpy(strrchr(folder, '-'), "-XXXXXX");
    if (!mkdtemp(folder))
        return 1;
    setenv("XDG_STATE_HOME", folder, 1);
    return 0;
}

/* With a match that was left after a session. */
static int leave_after_a_session(void **state) {
    struct text said = {0};
    int code = make_folder(state);
    if (code == 0)
        play_lines(BEGIN_ASK, "bid 3\n2\ndrop\nbid 0\nquit\n", &said);
    text_free(&said);
    return code;
}

static int remove_folder(void **state) {
    static const char *const files[] = {
        ".log",         ".log.hands",        ".table", "-left.log", "-left.log.hands",
        "-damaged.log", "-damaged.log.hands"};
    struct text path = {0};
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        state_path("null", files[i], &path);
        unlink(text_string(&path));
    }
    *strrchr(path.data, '/') = '\0';
    bool is_gone = rmdir(path.data) == 0 && rmdir(folder) == 0;
    text_free(&path);
    unsetenv("XDG_STATE_HOME");
    return is_gone ? 0 : 1;
}

static void assert_hands_are_kept(void) {
    struct text path = {0}, hands = {0};
    state_path("null", ".log.hands", &path);
    assert_true(state_read(text_string(&path), &hands));
    assert_non_null(strstr(text_string(&hands), ",2000000,0,0,1000000,0,0,0,1"));
    text_free(&path);
    text_free(&hands);
}

static void hands_are_kept_beside_the_log(void **state) {
    (void)state;
    struct text said = {0};
    assert_hands_are_kept();
    play_lines(BEGIN_ASK, "quit\n", &said);
    assert_hands_are_kept(); /* also after an entry of the resumed match */
    play_lines(BEGIN_NEW, "quit\n", &said);
    assert_false(has_file(".log.hands")); /* a new match begins without hands */
    assert_true(has_file("-left.log.hands"));
    text_free(&said);
}

static void hands_go_with_a_log_that_was_damaged(void **state) {
    (void)state;
    struct text said = {0}, path = {0}, rubbish = {0};
    text_put(&rubbish, "rubbish\n");
    state_path("null", ".log", &path);
    assert_true(state_write(text_string(&path), &rubbish));
    play_lines(BEGIN_ASK, "quit\n", &said);
    assert_true(has_file("-damaged.log") && has_file("-damaged.log.hands"));
    assert_false(has_file(".log.hands"));
    text_free(&said);
    text_free(&path);
    text_free(&rubbish);
}

static bool choose_to_ring(const struct thinking *thinking, void *action) {
    ((struct null_action *)action)->verb = thinking->must ? NULL_BID : NULL_RING;
    return true;
}

/* N-4: seat 1 has bid and may ring. */
static void who_may_interrupt_is_asked_before_the_person(void **state) {
    (void)state;
    static const struct bot ringer = {.key = "ringer", .choose = choose_to_ring};
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct text said = {0}, path = {0}, log = {0};
    test_play(match, SEAT_CHANCE, "deal 4 2");
    test_play(match, 1, "bid 0");
    log_print(match, true, &log);
    state_path("null", ".log", &path);
    assert_true(state_write(text_string(&path), &log));
    others = &ringer;
    play_lines(BEGIN_RESUME, "bid 1\nquit\n", &said);
    others = &null_bot_thrifty;
    text_clear(&log);
    assert_true(state_read(text_string(&path), &log));
    const char *ring = strstr(text_string(&log), "\n2 1 ring");
    assert_non_null(ring);
    assert_non_null(strstr(ring, "\n3 0 bid 1"));
    match_free(match);
    text_free(&said);
    text_free(&path);
    text_free(&log);
}

static bool is_wished;

static enum reading read_wish(struct console *console, const char *line, void *draft,
                              struct text *action, struct text *answer) {
    is_wished |= strcmp(line, "wish") == 0;
    return is_wished ? READ_CHANGED : coin_client.read_line(console, line, draft, action, answer);
}

static void print_wish(const struct console *console, struct text *out) {
    (void)console;
    text_put(out, is_wished ? "something" : "nothing");
}

/* Saved although no entry followed. */
static void a_wish_is_kept_by_who_leaves(void **state) {
    (void)state;
    struct text said = {0}, path = {0}, seats = {0};
    client.read_line = read_wish;
    client.print_wishes = print_wish;
    play_lines(BEGIN_ASK, "wish\nquit\n", &said);
    client = coin_client;
    state_path("null", ".table", &path);
    assert_true(state_read(text_string(&path), &seats));
    assert_non_null(strstr(text_string(&seats), "\nwishes something\n"));
    text_free(&said);
    text_free(&path);
    text_free(&seats);
}

static int open_client(void **state) {
    client = coin_client;
    return forget_home(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_move_the_hand_while_time_stands_still),
        cmocka_unit_test(lines_left_over_begin_no_other_match),
        cmocka_unit_test(a_hand_that_is_awaited_waits_for_a_line),
        cmocka_unit_test(a_line_that_leaves_cuts_the_session),
        cmocka_unit_test_setup_teardown(hands_are_kept_beside_the_log, leave_after_a_session,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(hands_go_with_a_log_that_was_damaged, leave_after_a_session,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(who_may_interrupt_is_asked_before_the_person, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_wish_is_kept_by_who_leaves, make_folder, remove_folder),
    };
    return cmocka_run_group_tests_name("drive lines", tests, open_client, NULL);
}
