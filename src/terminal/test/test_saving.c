/* test_saving.c: a console's match in the state folder: what is saved when, and how a saved match
 * is resumed. */
#include "unit/test.h"

#include <stdlib.h>
#include <unistd.h>

#include "fixture.h"
#include "games/null/null.h"
#include "terminal/state_folder.h"

static const char *unsaved; /* must not be in the log on disk while events are shown */

static bool tell(const struct console *console, const struct message *message, struct text *out) {
    struct text path = {0}, log = {0};
    state_path("null", ".log", &path);
    if (unsaved && state_read(text_string(&path), &log))
        assert_null(strstr(text_string(&log), unsaved));
    text_free(&path);
    text_free(&log);
    console_say(console, message, out);
    return true;
}

static const struct client client = {.key = "null", .tell = tell};

static struct console *open_console(uint64_t seed, const struct bot *bot) {
    return open_game(&null_game, &client, 2, seed, bot);
}

static bool bid_quietly(const struct thinking *thinking, void *action) {
    *(struct null_action *)action = (struct null_action){.verb = NULL_BID, .number = 1};
    return thinking->must;
}
static const struct bot quiet = {.key = "quiet", .choose = bid_quietly};

static void open_folder(char *folder) {
    assert_non_null(mkdtemp(folder));
    setenv("XDG_STATE_HOME", folder, 1);
}

/* Checks that the folder has these files and no other; removes it. */
static void close_folder_of(const char *folder, const char *const *files) {
    struct text path = {0};
    for (; *files; files++) {
        state_path("null", *files, &path);
        assert_int_equal(unlink(text_string(&path)), 0);
    }
    *strrchr(path.data, '/') = '\0';
    assert_int_equal(rmdir(path.data), 0);
    assert_int_equal(rmdir(folder), 0);
    unsetenv("XDG_STATE_HOME");
    text_free(&path);
}

static void close_folder(const char *folder) {
    static const char *const files[] = {".log", ".table", NULL};
    close_folder_of(folder, files);
}

static void assert_saved(const char *entry) {
    struct text path = {0}, log = {0};
    state_path("null", ".log", &path);
    assert_true(state_read(text_string(&path), &log));
    assert_non_null(strstr(text_string(&log), entry));
    text_free(&path);
    text_free(&log);
}

/* The person's choice is saved only together with those that were sealed with it, and then at
 * once. */
static void sealed_choices_are_saved_together(void **state) {
    (void)state;
    char folder[] = "/tmp/spelunke-test-XXXXXX";
    struct console *console = open_game(&null_game, &client, 3, 1, &quiet);
    while (!console_asks(console))
        assert_true(console_move(console, NULL));
    open_folder(folder);
    console->must_not_save = false;
    console_save(console);
    unsaved = " 0 bid ";
    assert_true(console_send(console, "bid 1", NULL));
    unsaved = NULL;
    assert_saved(" 0 bid ");
    close_folder(folder);
    console_close(console);
}

static void put_rubbish(const char *suffix) {
    struct text path = {0}, rubbish = {0};
    state_path("null", suffix, &path);
    text_put(&rubbish, "half");
    assert_true(state_write(text_string(&path), &rubbish));
    text_free(&path);
    text_free(&rubbish);
}

/* The players of the call do not join a resumed match. Temporary files of a killed write are
 * removed before anything is saved. */
static void a_saved_match_goes_on_with_its_own_players(void **state) {
    (void)state;
    char folder[] = "/tmp/spelunke-test-XXXXXX";
    struct text why = {0};
    struct console *console = open_console(1, &null_bot_thrifty);
    open_folder(folder);
    console->must_not_save = false;
    console_save(console);
    console_close(console);
    put_rubbish(".log.new");
    put_rubbish(".table.new");
    console = open_console(2, &quiet);
    assert_int_equal(console_look(console, &why), SAVED_OPEN);
    assert_false(has_file(".log.new") || has_file(".table.new"));
    assert_ptr_equal(host_bot(console->host, 1), &quiet);
    console_resume(console, false);
    assert_ptr_equal(console->bots[1], &null_bot_thrifty);
    assert_ptr_equal(host_bot(console->host, 1), &null_bot_thrifty);
    close_folder(folder);
    text_free(&why);
    console_close(console);
}

/* Plays to the end, bidding nothing, or until the coin was dropped. */
static void play_on(struct console *console, bool stops_after_session) {
    bool was_session = false;
    while (!console_over(console) && !(stops_after_session && was_session)) {
        was_session = console_moves(console);
        if (console_asks(console))
            assert_true(console_send(console, "bid 0", NULL));
        else
            assert_true(console_move(console, NULL));
    }
}

/* The file of hands is moved together with the log. */
static void hands_go_where_their_match_goes(void **state) {
    (void)state;
    static const char *const files[] = {"-finished.log", "-finished.log.hands", ".table", NULL};
    char folder[] = "/tmp/spelunke-test-XXXXXX";
    struct console *console = open_console(1, &null_bot_thrifty);
    open_folder(folder);
    console->must_not_save = false;
    play_on(console, true);
    assert_true(has_file(".log.hands"));
    play_on(console, false);
    close_folder_of(folder, files);
    console_close(console);
}

static void another_match_begins_without_the_hands_of_the_last(void **state) {
    (void)state;
    char folder[] = "/tmp/spelunke-test-XXXXXX";
    struct console *console = open_console(1, &null_bot_thrifty);
    struct seed seed;
    open_folder(folder);
    console->must_not_save = false;
    play_on(console, true);
    assert_true(has_file(".log.hands"));
    seed_from_number(&seed, 2);
    console_begin_again(console, &seed);
    assert_false(has_file(".log.hands"));
    close_folder(folder);
    console_close(console);
}

/* A file blocks the folder's name, until it is removed. */
static void a_saving_that_goes_well_again_is_known(void **state) {
    (void)state;
    char folder[] = "/tmp/spelunke-test-XXXXXX";
    struct text path = {0}, empty = {0}, why = {0};
    struct console *console = open_console(1, &null_bot_thrifty);
    open_folder(folder);
    text_put(&path, folder);
    text_put(&path, "/spelunke");
    assert_true(state_write(path.data, &empty));
    assert_int_equal(console_look(console, &why), SAVED_NONE); /* a file is in the folder's place */
    console->must_not_save = false;
    int before = console->sentence_count;
    console_save(console);
    console_save(console);
    assert_true(console->has_unsaved);
    assert_int_equal(console->sentence_count, before + 1); /* reported once */
    assert_int_equal(unlink(path.data), 0);
    console_save(console);
    assert_false(console->has_unsaved);
    close_folder(folder);
    text_free(&path);
    console_close(console);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sealed_choices_are_saved_together),
        cmocka_unit_test(a_saved_match_goes_on_with_its_own_players),
        cmocka_unit_test(hands_go_where_their_match_goes),
        cmocka_unit_test(another_match_begins_without_the_hands_of_the_last),
        cmocka_unit_test(a_saving_that_goes_well_again_is_known),
    };
    return cmocka_run_group_tests_name("saving", tests, forget_home, NULL);
}
