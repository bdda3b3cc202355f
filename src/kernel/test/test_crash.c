/* test_crash.c: what is reported when a fault ends the process: a child process dies, and its hook
 * prints which match and which action were being handled. */
#include "unit/test.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spelunke/must.h>
#include <spelunke/thought.h>
#include <spelunke/work.h>

#include "games/null/null.h"

enum { REPORT = 3000 };

/* Where the child's hook writes. */
static int report_to = -1;

static void write_all(const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(report_to, text, length);
        if (written <= 0)
            _exit(99);
        text += written;
        length -= (size_t)written;
    }
}

static void report(const char *condition, const char *file, int line) {
    char work[WORK_TEXT_MAX];
    write_all(work, work_print(work, sizeof work));
    write_all("\n", 1);
    write_all(condition, strlen(condition));
    must(file && line > 0);
}

/* A hook that fails itself must not be called again. */
static void failing_report(const char *condition, const char *file, int line) {
    report(condition, file, line);
    must(!"the hook holds");
}

/* Runs `fault` in a child process until it dies, and returns what its hook wrote. */
static void die_of(void (*fault)(void), void (*hook)(const char *, const char *, int),
                   char said[REPORT]) {
    int ends[2], status;
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        signal(SIGABRT, SIG_DFL);
        close(ends[0]);
        report_to = ends[1];
        (void)!freopen("/dev/null", "w", stderr);
        must_set_hook(hook);
        fault();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got = 1; got > 0 && length < REPORT - 1; length += (size_t)got)
        got = read(ends[0], said + length, REPORT - 1 - length);
    said[length] = '\0';
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* The null game with a planted fault: the second bid breaks it. */
static void faulty_apply(void *state, int seat, const void *action, struct events *events) {
    const struct null_state *s = state;
    must(!s->sealed || ((const struct null_action *)action)->verb != NULL_BID);
    null_game.apply(state, seat, action, events);
}

static struct match *faulty_match(struct game *game) {
    *game = null_game;
    game->apply = faulty_apply;
    struct match *match = test_match(game, 1, 2, NULL);
    match_set_label(match, "k3v9");
    test_play(match, SEAT_CHANCE, "deal 6 1");
    test_play(match, 0, "bid 3");
    return match;
}

static void fault_in_notation(void) {
    struct game game;
    test_play(faulty_match(&game), 1, "bid 2");
}

static void fault_in_bytes(void) {
    struct game game;
    struct null_action action = {.verb = NULL_BID, .number = 2};
    match_play(faulty_match(&game), 1, &action, NULL, NULL, NULL);
}

static bool faulty_choose(const struct thinking *thinking, void *action) {
    (void)action;
    must(thinking->seat != 1);
    return true;
}

static void fault_in_a_thought(void) {
    static const struct bot bot = {.key = "faulty", .choose = faulty_choose};
    struct game game;
    struct budget budget = {0};
    struct null_action action;
    struct match *match = faulty_match(&game);
    struct thought *thought = match_think(match, &bot, 1, NULL, NULL);
    match_free(match); /* a thought needs nothing of the match */
    thought_run(thought, &budget, &action);
}

static void fault_outside(void) {
    struct game game;
    faulty_match(&game);
    must(!"nothing is at work");
}

static bool declining_choose(const struct thinking *thinking, void *action) {
    (void)thinking, (void)action;
    return false;
}

static void decline_where_one_must_act(void) {
    static const struct bot bot = {.key = "absent", .choose = declining_choose};
    struct game game;
    struct budget budget = {0};
    struct null_action action;
    match_choose(faulty_match(&game), &bot, 1, NULL, &budget, &action, NULL);
}

static void the_hook_says_what_was_at_work(void **state) {
    (void)state;
    char said[REPORT];
    die_of(fault_in_notation, report, said);
    assert_non_null(strstr(said, "play k3v9 null entry 2 seat 1 bid 2\n"));
    assert_non_null(strstr(said, "NULL_BID")); /* and the condition */
    die_of(fault_in_bytes, report, said);
    assert_non_null(strstr(said, "play k3v9 null entry 2 seat 1 0x0202\n"));
    die_of(fault_in_a_thought, report, said);
    assert_non_null(strstr(said, "think k3v9 null entry 2 seat 1 faulty\n"));
    die_of(fault_outside, report, said);
    assert_int_equal(said[0], '\n');
}

static void a_bot_that_declines_where_it_must_act_ends_the_process(void **state) {
    (void)state;
    char said[REPORT];
    die_of(decline_where_one_must_act, report, said);
    assert_non_null(strstr(said, "think k3v9 null entry 2 seat 1 absent\n"));
}

static void a_hook_that_fails_is_not_called_again(void **state) {
    (void)state;
    char said[REPORT];
    die_of(fault_in_notation, failing_report, said);
    const char *once = strstr(said, "bid 2\n");
    assert_non_null(once);
    assert_null(strstr(once + 1, "bid 2\n"));
}

static void without_a_hook_it_ends_too(void **state) {
    (void)state;
    char said[REPORT];
    die_of(fault_outside, NULL, said);
    assert_string_equal(said, "");
}

/* Truncated to the given size, and harmless whatever an action contains. */
static void work_fits_into_any_room(void **state) {
    (void)state;
    char line[WORK_TEXT_MAX], little[6];
    struct work work = {
        .doing = "play", .game = &null_game, .entry = -5, .seat = SEAT_SIM, .text = "a\nb\x7f"};
    work_begin(&work);
    size_t length = work_print(line, sizeof line);
    assert_string_equal(line, "play - null entry -5 seat sim a?b?");
    assert_int_equal(length, strlen(line));
    assert_int_equal(work_print(little, sizeof little), 5);
    assert_string_equal(little, "play ");
    assert_int_equal(work_print(line, 0), 0);
    work_end(&work);
    assert_int_equal(work_print(line, sizeof line), 0);
    assert_string_equal(line, "");
}

static void work_within_work_gives_back_the_outer(void **state) {
    (void)state;
    struct work draw = {.doing = "draw"}, play = {.doing = "play"};
    work_begin(&draw);
    work_begin(&play);
    assert_ptr_equal(work_now(), &play);
    work_end(&play);
    assert_ptr_equal(work_now(), &draw);
    work_end(&draw);
    assert_null(work_now());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_within_work_gives_back_the_outer),
        cmocka_unit_test(the_hook_says_what_was_at_work),
        cmocka_unit_test(a_bot_that_declines_where_it_must_act_ends_the_process),
        cmocka_unit_test(a_hook_that_fails_is_not_called_again),
        cmocka_unit_test(without_a_hook_it_ends_too),
        cmocka_unit_test(work_fits_into_any_room),
    };
    return cmocka_run_group_tests_name("crash", tests, NULL, NULL);
}
