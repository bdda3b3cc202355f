/* test_drive.c: the terminal as a driver, with the null game and a client made for it: sessions on
 * the screen, steered by others or by the person.
 *
 * A fake screen delivers keys at given times of a fake clock. */
#include "unit/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "coin.h"
#include "fixture.h"
#include "games/null/null.h"
#include "terminal/motion.h"

enum { STEP = 1000000, NEVER = -1 };

struct press {
    int64_t at;
    int key;
};
static const struct press nothing[] = {{NEVER, 0}};

static int64_t clock_now;
static const struct press *script; /* ends with NEVER */
static int pictures, boxes;
static int box_key = '\r';    /* the answer to every box */
static int32_t first_picture; /* its tick */
static int picture_cost;      /* milliseconds that drawing takes */
static const char *awaited_note;
static int notes; /* how often the lowest line had that text alone */
static const char steering_keys[] = "[Enter] lets it go";
static int key_lines; /* how often the line above it had that text */

static int64_t scripted_clock(void) {
    return clock_now;
}

int screen_key(int milliseconds) {
    bool waits_for_ever = milliseconds < 0;
    int64_t end = clock_now + milliseconds;
    if (script->at == NEVER || (!waits_for_ever && script->at > end)) {
        clock_now = waits_for_ever ? clock_now : end;
        return SCREEN_NO_KEY;
    }
    clock_now = script->at > clock_now ? script->at : clock_now;
    return script++->key;
}

int screen_box(const struct box *box, void (*behind)(void *context), void *context) {
    (void)box;
    behind(context);
    boxes++;
    clock_now += 5000; /* reading takes time */
    return box_key;
}

bool screen_open(bool is_colourless) {
    (void)is_colourless;
    return true;
}
void screen_close(void) {
}
int screen_rows(void) {
    return SCREEN_ROWS;
}
int screen_columns(void) {
    return SCREEN_COLUMNS;
}
bool screen_fits(void) {
    return true;
}
void screen_clear(void) {
}
void screen_show(void) {
}
void screen_beep(void) {
}
void screen_put(int row, int column, int width, enum ink ink, const char *text) {
    (void)column, (void)width, (void)ink;
    notes += row == SCREEN_ROWS - 1 && awaited_note && strcmp(text, awaited_note) == 0;
    key_lines += row == SCREEN_ROWS - 2 && strcmp(text, steering_keys) == 0;
}
void screen_put_right(int row, int column, int width, enum ink ink, const char *text) {
    (void)row, (void)column, (void)width, (void)ink, (void)text;
}
int screen_width(const char *text) {
    return utf8_width(text);
}
void screen_bar(const char *title) {
    (void)title;
}
void screen_rule(int row, int column, int width, const char *title) {
    (void)row, (void)column, (void)width, (void)title;
}
void screen_put_page(int row, int column, int rows, int width, enum ink ink, const char *text) {
    (void)row, (void)column, (void)rows, (void)width, (void)ink, (void)text;
}
void screen_put_tail(int row, int column, int rows, int width, const char *text) {
    (void)row, (void)column, (void)rows, (void)width, (void)text;
}
int screen_box_rows(const struct box *box) {
    (void)box;
    return 0;
}

static void draw_frame(const struct console *console, const void *draft,
                       const struct frame *frame) {
    (void)console, (void)draft;
    first_picture = pictures++ ? first_picture : frame->tick;
    clock_now += picture_cost;
}

static void say_keys(const struct console *console, const void *draft, struct text *out) {
    (void)console, (void)draft;
    text_put(out, steering_keys);
}

static struct client client;

/* Nothing is saved. */
static struct console *open_console(int seats, uint64_t seed, const struct bot *bot) {
    struct play play = play_of(&null_game, seats, seed, bot);
    struct console *console = console_new(&play, &client);
    console->must_not_save = true;
    console_begin(console, &play.seed);
    return console;
}

static struct console *open_bids(int seats, const struct bot *bot) {
    struct console *console = open_console(seats, 1, bot);
    while (!console_asks(console))
        assert_true(console_move(console, NULL));
    return console;
}

/* The person bids most and gets the coin. */
static void bring_to_drop(struct console *console) {
    while (!console_steers(console)) {
        if (console_asks(console))
            assert_true(console_send(console, "bid 3", NULL));
        else
            assert_true(console_move(console, NULL));
    }
}

static int run_script(struct console *console, const struct press *presses, bool *stays) {
    struct show show = {.console = console,
                        .draft = must_alloc(sizeof(struct draft)),
                        .tempo = tempo_begin(false, scripted_clock)};
    struct play play = play_of(&null_game, 2, 1, &null_bot_thrifty);
    show.play = &play;
    clock_now = 0;
    script = presses;
    pictures = boxes = notes = key_lines = 0;
    bring_to_drop(console);
    int length = match_length(console->match);
    *stays = motion_run(&show);
    text_free(&show.note);
    free(show.draft);
    if (!*stays) {
        assert_int_equal(match_length(console->match), length);
        return 0;
    }
    const struct null_action *landed = match_entry(console->match, length).action;
    assert_int_equal(landed->verb, NULL_LAND);
    return landed->number;
}

static void assert_hands_have(struct console *console, const char *part) {
    struct text hands = {0};
    log_print_hands(console->match, 0, &hands);
    assert_non_null(strstr(text_string(&hands), part));
    text_free(&hands);
}

static void keys_move_the_hand_while_frames_run(void **state) {
    (void)state;
    static const struct press presses[] = {{1000, '>'},  {1100, '>'},  {60000, 's'},  {61000, 'h'},
                                           {70000, '<'}, {80000, '>'}, {90000, '\r'}, {NEVER, 0}};
    struct console *console = open_console(2, 1, &null_bot_thrifty);
    bool stays;
    run_script(console, presses, &stays);
    assert_true(stays);
    assert_hands_have(console, ",1500000,0,0,1000000,0,0,0,1 ");
    assert_hands_have(console,
                      ",2500000,0,0,1000000,0,0,0,0\n"); /* dropped where it was pushed to */
    assert_int_equal(boxes, 1);                          /* `h` is not a key of the client */
    assert_int_equal(last_draft.changes, 1);
    assert_true(pictures > 6 && key_lines > 6);
    assert_true(clock_now > 90000 && clock_now < 100000); /* time stood still in between */
    console_close(console);
}

static void a_release_that_is_refused_says_why_each_time(void **state) {
    (void)state;
    static const struct press presses[] = {{1000, '^'}, {2000, '\r'}, {3000, '\r'},
                                           {4000, 'v'}, {5000, '\r'}, {NEVER, 0}};
    struct console *console = open_console(2, 1, &null_bot_thrifty);
    bool stays;
    awaited_note = "The coin can be let go from at most two metres above the row.";
    assert_int_not_equal(run_script(console, presses, &stays), 0);
    awaited_note = NULL;
    assert_true(notes >= 2); /* and nothing beside it */
    assert_hands_have(console, ",500000,0,0,1000000,0,0,0,0\n");
    console_close(console);
}

/* While the coin slides the session does not await the hand, but a box hides it. */
static void time_stands_still_behind_a_box(void **state) {
    (void)state;
    static const struct press plain[] = {{1000, '\r'}, {NEVER, 0}},
                              helped[] = {{1000, '\r'}, {1200, 'h'}, {NEVER, 0}};
    int64_t ends[2];
    for (int has_box = 0; has_box < 2; has_box++) {
        struct console *console = open_console(2, 1, &null_bot_thrifty);
        bool stays;
        assert_int_not_equal(run_script(console, has_box ? helped : plain, &stays), 0);
        assert_int_equal(boxes, has_box);
        ends[has_box] = clock_now;
        console_close(console);
    }
    assert_true(ends[0] > 1200);
    assert_in_range(ends[1] - ends[0], 4900, 5100);
}

/* `q` before the first frame asks for confirmation; the answer is to stay. */
static void who_wished_to_leave_before_the_hand_is_asked(void **state) {
    (void)state;
    static const struct press presses[] = {{0, 'q'}, {9000, '\r'}, {NEVER, 0}};
    struct console *console = open_console(2, 1, &null_bot_thrifty);
    bool stays;
    assert_int_not_equal(run_script(console, presses, &stays), 0);
    assert_true(stays);
    assert_int_equal(boxes, 1);
    console_close(console);
}

/* Once the coin slides there is only something to watch. */
static void space_ends_what_only_has_to_be_looked_at(void **state) {
    (void)state;
    static const struct press presses[] = {{1000, '>'}, {2000, '\r'}, {2100, ' '}, {NEVER, 0}};
    struct console *console = open_console(2, 1, &null_bot_thrifty);
    bool stays;
    assert_int_not_equal(run_script(console, presses, &stays), 0);
    assert_true(stays);
    assert_int_equal(clock_now, 2100);
    assert_hands_have(console, ",1500000,0,0,1000000,0,0,0,0\n");
    console_close(console);
}

/* Leaves because no key can come any more. */
static void who_leaves_finds_the_session_at_its_beginning(void **state) {
    (void)state;
    static const struct press presses[] = {{1000, '>'}, {2000, '>'}, {NEVER, 0}};
    struct console *console = open_console(2, 1, &null_bot_thrifty);
    bool stays;
    run_script(console, presses, &stays);
    assert_false(stays);
    assert_true(console_steers(console));
    console_close(console);
}

static void a_key_that_came_too_early_moves_nothing(void **state) {
    (void)state;
    static const struct press presses[] = {
        {0, '>'}, {100, '>'}, {200, '>'}, {9000, '\r'}, {NEVER, 0}};
    struct console *console = open_console(2, 1, &null_bot_thrifty);
    bool stays;
    run_script(console, presses, &stays);
    assert_hands_have(console, ",500000,0,0,1000000,0,0,0,0\n");
    console_close(console);
}

/* A computer player's hand is shown in real time, and Space skips the rest. */
static void the_hand_of_a_computer_player_is_shown(void **state) {
    (void)state;
    static const struct press space[] = {{400, ' '}, {NEVER, 0}};
    for (int hurried = 0; hurried < 2; hurried++) {
        struct console *console = open_console(2, 1, &null_bot_thrifty);
        struct show show = {.console = console,
                            .draft = must_alloc(sizeof(struct draft)),
                            .tempo = tempo_begin(false, scripted_clock)};
        struct play play = play_of(&null_game, 2, 1, &null_bot_thrifty);
        show.play = &play;
        while (!console_moves(console))
            if (console_asks(console))
                assert_true(console_send(console, "bid 0", NULL));
            else
                assert_true(console_move(console, NULL));
        assert_false(console_steers(console));
        clock_now = 0;
        pictures = 0;
        script = hurried ? space : nothing;
        assert_true(motion_run(&show));
        assert_int_equal(first_picture, 0);
        if (hurried)
            assert_true(clock_now < 500 && pictures < 12);
        else /* and half a second for the last picture */
            assert_int_equal(clock_now, null_sim.ticks_max * 1000 / null_sim.hz + 500);
        assert_true(hurried || (pictures > 70 && pictures < 110));
        text_free(&show.note);
        free(show.draft);
        console_close(console);
    }
}

/* The position in which another player drops the coin. */
static struct console *open_others_drop(struct show *show, const struct play *play,
                                        const struct bot *bot) {
    struct console *console = open_bids(2, bot);
    assert_true(console_send(console, "bid 0", NULL));
    while (!console_moves(console))
        assert_true(console_move(console, NULL));
    assert_false(console_steers(console));
    *show = (struct show){.console = console,
                          .play = play,
                          .draft = must_alloc(sizeof(struct draft)),
                          .tempo = tempo_begin(false, scripted_clock)};
    clock_now = pictures = key_lines = 0;
    script = nothing;
    return console;
}

static void close_others_drop(struct show *show) {
    text_free(&show->note);
    free(show->draft);
    console_close(show->console);
}

/* Pictures are dropped, time is not. */
static void a_slow_terminal_misses_pictures_of_others(void **state) {
    (void)state;
    struct play play = play_of(&null_game, 2, 1, &null_bot_thrifty);
    struct show show;
    open_others_drop(&show, &play, &null_bot_thrifty);
    picture_cost = 200;
    assert_true(motion_run(&show));
    picture_cost = 0;
    assert_true(clock_now < null_sim.ticks_max * 1000 / null_sim.hz + 1000);
    assert_true(pictures > 10 && pictures < 40);
    assert_int_equal(key_lines, 0); /* none of them are the person's */
    close_others_drop(&show);
}

static void who_runs_to_the_next_question_sees_no_session_of_others(void **state) {
    (void)state;
    struct play play = play_of(&null_game, 2, 1, &null_bot_thrifty);
    struct show show;
    open_others_drop(&show, &play, &null_bot_thrifty);
    assert_true(tempo_hurry(&show.tempo, TEMPO_RUN));
    assert_true(motion_run(&show));
    assert_int_equal(pictures, 0);
    assert_int_equal(clock_now, 0);
    close_others_drop(&show);
}

static bool choose_nothing(const struct thinking *thinking, void *action) {
    *(struct null_action *)action = (struct null_action){.verb = NULL_BID, .number = 1};
    return thinking->must;
}

/* Without a hand the coin lies still until its time is over. */
static void nobody_watches_a_computer_player_without_a_hand(void **state) {
    (void)state;
    static const struct bot handless = {.key = "handless", .choose = choose_nothing};
    struct play play = play_of(&null_game, 2, 1, &handless);
    struct show show;
    open_others_drop(&show, &play, &handless);
    assert_true(motion_run(&show));
    assert_int_equal(pictures, 0);
    assert_int_equal(clock_now, 0);
    close_others_drop(&show);
}

/* Nothing that the person decides is skipped, so the session ends at once; then confirmation is
 * asked for. */
static void who_leaves_while_watching_is_asked_once(void **state) {
    (void)state;
    static const struct press keys[][2] = {{{400, 'q'}, {NEVER, 0}}, {{400, 'Q'}, {NEVER, 0}}};
    static const int answers[] = {'\r', 'q'};
    struct play play = play_of(&null_game, 2, 1, &null_bot_thrifty);
    for (int leaves = 0; leaves < 2; leaves++)
        for (int i = 0; i < 2; i++) {
            struct show show;
            struct console *console = open_others_drop(&show, &play, &null_bot_thrifty);
            int length = match_length(console->match);
            script = keys[i];
            box_key = answers[leaves];
            boxes = 0;
            assert_int_equal(motion_run(&show), !leaves);
            assert_int_equal(boxes, 1);
            assert_int_equal(match_length(console->match), length + 1);
            close_others_drop(&show);
        }
    box_key = '\r';
}

static int open_client(void **state) {
    client = coin_client;
    client.draw_frame = draw_frame;
    client.say_keys = say_keys;
    return forget_home(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_move_the_hand_while_frames_run),
        cmocka_unit_test(a_release_that_is_refused_says_why_each_time),
        cmocka_unit_test(time_stands_still_behind_a_box),
        cmocka_unit_test(who_wished_to_leave_before_the_hand_is_asked),
        cmocka_unit_test(space_ends_what_only_has_to_be_looked_at),
        cmocka_unit_test(who_leaves_finds_the_session_at_its_beginning),
        cmocka_unit_test(a_key_that_came_too_early_moves_nothing),
        cmocka_unit_test(the_hand_of_a_computer_player_is_shown),
        cmocka_unit_test(a_slow_terminal_misses_pictures_of_others),
        cmocka_unit_test(who_runs_to_the_next_question_sees_no_session_of_others),
        cmocka_unit_test(nobody_watches_a_computer_player_without_a_hand),
        cmocka_unit_test(who_leaves_while_watching_is_asked_once),
    };
    return cmocka_run_group_tests_name("drive", tests, open_client, NULL);
}
