/* test_guard.c: tables that crash the process are found at the next start.
 *
 * Each start is a child process that ends in a given way; the next one reads the file. */
#include "guard.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "games/null/null.h"
#include "unit/test.h"

struct folder {
    char name[64], path[80];
};

static int set_up(void **state) {
    struct folder *folder = calloc(1, sizeof *folder);
    strcpy(folder->name, "/tmp/spelunke-guard-XXXXXX");
    assert_non_null(mkdtemp(folder->name));
    snprintf(folder->path, sizeof folder->path, "%s/at-work", folder->name);
    *state = folder;
    return 0;
}

static int tear_down(void **state) {
    struct folder *folder = *state;
    unlink(folder->path);
    rmdir(folder->name);
    free(folder);
    return 0;
}

/* Planted: a copy of the null game that fails when somebody bids 2. */
static void apply_fault(void *state, int seat, const void *action, struct events *events) {
    const struct null_action *a = action;
    if (a->verb == NULL_BID && a->number == 2)
        abort();
    null_game.apply(state, seat, action, events);
}

static void play_fault(struct guard *guard, const char *table) {
    struct game fault = null_game;
    fault.apply = apply_fault;
    struct match *match = test_match(&fault, 1, 2, NULL);
    match_set_label(match, table);
    guard_enter(guard, table, "deal");
    test_draw(match);
    guard_leave(guard);
    guard_enter(guard, table, "0 bid 1");
    test_play(match, 0, "bid 1");
    guard_leave(guard);
    guard_enter(guard, table, "1 bid 2");
    test_play(match, 1, "bid 2");
}

/* How a start ends. */
enum ending {
    ENDS_WELL,
    ENDS_BY_GAME,     /* the planted fault, at table "k3v9" */
    ENDS_BY_OTHER,    /* the same at "other" */
    ENDS_BY_MUST,     /* a claim that does not hold, at "k3v9" */
    ENDS_BY_POINTER,  /* a wild one, at "k3v9" */
    ENDS_BY_STACK,    /* at "k3v9" in a thread, whose stack is used up */
    ENDS_ELSEWHERE,   /* abort outside of any table */
    ENDS_KILLED,      /* SIGKILL while "k3v9" is at work */
    ENDS_BY_OUTSIDER, /* somebody sends SIGABRT while "k3v9" is at work */
    ENDS_BESIDE,      /* abort at "k3v9" while a thread works at "other" */
};

/* Writes to an inaccessible page. */
static void write_nowhere(void) {
    int zero = open("/dev/zero", O_RDWR);
    volatile char *page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE, zero, 0);
    *page = 1;
}

/* Overflows the stack. The result depends on all levels, so that the recursion is not optimised
 * away. */
static int fall_down(int depth, volatile char *above) {
    volatile char room[4096];
    room[depth % 4096] = (char)(above ? above[depth % 4096] + 1 : 1);
    return depth < 0 ? 0 : fall_down(depth + 1, room) + room[depth % 4096];
}

static void *overflow(void *context) {
    guard_enter(context, "k3v9", "deep");
    exit(fall_down(0, NULL));
}

static void in_thread(struct guard *guard, void *(*run)(void *)) {
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 20);
    must(pthread_create(&thread, &small, run, guard) == 0);
    pthread_join(thread, NULL);
}

static int besides[2];

static void *work_beside(void *context) {
    guard_enter(context, "other", "busy");
    must(write(besides[1], "x", 1) == 1);
    for (;;)
        pause();
}

static void end_beside(struct guard *guard) {
    pthread_t thread;
    char byte;
    must(pipe(besides) == 0);
    must(pthread_create(&thread, NULL, work_beside, guard) == 0);
    must(read(besides[0], &byte, 1) == 1);
    guard_enter(guard, "k3v9", "1 bid 2");
    abort();
}

static _Noreturn void end_as(struct guard *guard, enum ending ending, int ready) {
    if (ending == ENDS_BY_GAME || ending == ENDS_BY_OTHER)
        play_fault(guard, ending == ENDS_BY_GAME ? "k3v9" : "other");
    if (ending == ENDS_BY_STACK)
        in_thread(guard, overflow);
    if (ending == ENDS_ELSEWHERE)
        abort();
    if (ending == ENDS_BESIDE)
        end_beside(guard);
    if (ending != ENDS_WELL)
        guard_enter(guard, "k3v9", "1 bid 2");
    if (ending == ENDS_BY_MUST)
        must(ending == ENDS_WELL);
    if (ending == ENDS_BY_POINTER)
        write_nowhere();
    if (ending == ENDS_BY_OUTSIDER || ending == ENDS_KILLED) {
        must(write(ready, "x", 1) == 1);
        for (;;)
            pause();
    }
    guard_close(guard);
    _exit(0);
}

/* The child process: prints the quarantined tables, then ends. */
static _Noreturn void start_child(const char *path, enum ending ending, int ready) {
    struct rlimit none = {0};
    struct text why = {0};
    const char *table, *action = "";
    setrlimit(RLIMIT_CORE, &none);
    must(freopen("/dev/null", "w", stderr)); /* what dies here is meant to */
    struct guard *guard = guard_open(path, &why);
    must(guard);
    for (int i = 0; (table = guard_aside(guard, i, &action)); i++)
        must(dprintf(ready, "%s: %s;", table, action) > 0);
    must(write(ready, "\n", 1) == 1);
    end_as(guard, ending, ready);
}

/* One line, without its end. */
static void read_line(int from, struct text *line) {
    char c;
    text_clear(line);
    while (read(from, &c, 1) == 1 && c != '\n')
        text_put_char(line, c);
}

/* Starts a child that must find these quarantined tables and end in this way; returns its signal.
 */
static int start(void **state, enum ending ending, const char *aside) {
    struct folder *folder = *state;
    struct text line = {0};
    int pipes[2], status;
    char byte;
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        start_child(folder->path, ending, pipes[1]);
    close(pipes[1]);
    read_line(pipes[0], &line);
    assert_string_equal(text_string(&line), aside);
    if (ending == ENDS_KILLED || ending == ENDS_BY_OUTSIDER) {
        assert_int_equal(read(pipes[0], &byte, 1), 1);
        kill(child, ending == ENDS_KILLED ? SIGKILL : SIGABRT);
    }
    close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    text_free(&line);
    return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static void a_game_that_fails_twice_is_set_aside(void **state) {
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, "k3v9: 1 bid 2;"), 0);
    assert_int_equal(start(state, ENDS_WELL, ""), 0);
}

static void assert_cause(void **state, const char *table) {
    struct folder *folder = *state;
    struct text why = {0};
    struct guard *guard = guard_open(folder->path, &why);
    const char *cause = guard_cause(guard, 0);
    assert_string_equal(cause ? cause : "", table);
    assert_null(guard_cause(guard, 1));
    guard_close(guard);
}

static void what_ended_the_last_process_is_known(void **state) {
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_cause(state, "k3v9");
    assert_cause(state, "");
    assert_int_equal(start(state, ENDS_KILLED, ""), SIGKILL);
    assert_cause(state, "");
}

static void only_two_starts_in_a_row_count(void **state) {
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, ""), 0);
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_BY_OTHER, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, ""), 0);
}

static void every_kind_of_fault_counts(void **state) {
    assert_int_equal(start(state, ENDS_BY_MUST, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_BY_POINTER, ""), SIGSEGV);
    assert_int_equal(start(state, ENDS_BY_STACK, "k3v9: 1 bid 2;"), SIGSEGV);
    assert_int_equal(start(state, ENDS_BY_MUST, "k3v9: deep;"), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, "k3v9: 1 bid 2;"), 0);
}

static void who_is_killed_is_no_cause(void **state) {
    assert_int_equal(start(state, ENDS_KILLED, ""), SIGKILL);
    assert_int_equal(start(state, ENDS_KILLED, ""), SIGKILL);
    assert_int_equal(start(state, ENDS_KILLED, ""), SIGKILL);
    assert_int_equal(start(state, ENDS_BY_OUTSIDER, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_BY_OUTSIDER, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, ""), 0);
}

static void what_happens_at_no_table_is_no_tables_fault(void **state) {
    assert_int_equal(start(state, ENDS_ELSEWHERE, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_ELSEWHERE, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, ""), 0);
}

static void the_thread_that_fails_is_the_cause(void **state) {
    assert_int_equal(start(state, ENDS_BESIDE, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_BESIDE, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, "k3v9: 1 bid 2;"), 0);
}

static void a_file_of_somebody_else_is_begun_anew(void **state) {
    struct folder *folder = *state;
    FILE *file = fopen(folder->path, "w");
    assert_non_null(file);
    for (int i = 0; i < 100000; i++)
        fputc(i % 251, file);
    fclose(file);
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_BY_GAME, ""), SIGABRT);
    assert_int_equal(start(state, ENDS_WELL, "k3v9: 1 bid 2;"), 0);
}

static void long_names_and_actions_are_cut(void **state) {
    struct folder *folder = *state;
    struct text why = {0};
    char longer[GUARD_ACTION_MAX + 100];
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    struct guard *guard = guard_open(folder->path, &why);
    assert_non_null(guard);
    for (int i = 0; i < 3 * GUARD_SLOTS; i++) {
        guard_enter(guard, longer, longer);
        guard_leave(guard);
    }
    guard_close(guard);
    text_free(&why);
}

static void a_file_that_cannot_be_made_has_a_reason(void **state) {
    struct folder *folder = *state;
    struct text why = {0};
    char path[120];
    snprintf(path, sizeof path, "%s/none/at-work", folder->name);
    assert_null(guard_open(path, &why));
    assert_non_null(strstr(text_string(&why), "none/at-work cannot be used: No such file"));
    text_free(&why);
    guard_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_that_fails_twice_is_set_aside, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_ended_the_last_process_is_known, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_two_starts_in_a_row_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_kind_of_fault_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_is_killed_is_no_cause, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_happens_at_no_table_is_no_tables_fault, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_thread_that_fails_is_the_cause, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_of_somebody_else_is_begun_anew, set_up, tear_down),
        cmocka_unit_test_setup_teardown(long_names_and_actions_are_cut, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_that_cannot_be_made_has_a_reason, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
