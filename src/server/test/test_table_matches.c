/* test_table_matches.c: whole matches of every game through requests: every viewer's stream adds up
 * to its view, and equals what a replay of the log gives that viewer. */
#include "table_fixture.h"

#include <stdio.h>
#include <stdlib.h>

enum { PEOPLE_MAX = 4 };

/* The expected steps of a viewer in a replay of the log: one for each entry that changes its view,
 * events, prompt or turn. */
struct expecting {
    struct match *match; /* replayed in parallel, for the prompts */
    int seat;
    int steps;
    struct text view, turn, prompt;
};

static void look(struct expecting *at, struct text *view, struct text *turn, struct text *prompt) {
    struct turn now;
    match_turn(at->match, &now);
    match_view_json(at->match, at->seat, view);
    turn_json(&now, turn);
    if (at->seat >= 0)
        match_prompt_json(at->match, at->seat, prompt);
    else
        js_null(prompt);
}

static void count_step(struct expecting *at, const struct events *events, bool is_shown) {
    struct text view = {0}, turn = {0}, prompt = {0}, seen = {0};
    look(at, &view, &turn, &prompt);
    events_json(events, at->seat, &seen);
    at->steps += is_shown || seen.length > 2 || !text_equals(&view, &at->view) ||
                 !text_equals(&turn, &at->turn) || !text_equals(&prompt, &at->prompt);
    text_free(&at->view);
    text_free(&at->turn);
    text_free(&at->prompt);
    text_free(&seen);
    at->view = view;
    at->turn = turn;
    at->prompt = prompt;
}

/* The number of steps for this viewer in a finished match, including the first one. */
static int steps_of(const struct match *match, int seat) {
    struct expecting at = {.seat = seat, .steps = 1};
    struct events *events = must_alloc(sizeof *events);
    struct message why;
    at.match = match_new(match_game(match), match_setup(match), match_seed(match), &why);
    look(&at, &at.view, &at.turn, &at.prompt);
    for (int i = 0; i < match_length(match); i++) {
        struct entry entry = match_entry(match, i);
        struct turn turn;
        match_turn(at.match, &turn);
        assert_int_equal(match_play(at.match, entry.seat, entry.action, NULL, events, &why),
                         VERDICT_PLAYED);
        count_step(&at, events, turn_is_session(&turn));
    }
    text_free(&at.view);
    text_free(&at.turn);
    text_free(&at.prompt);
    match_free(at.match);
    free(events);
    return at.steps;
}

static int count_steps(const struct line *line) {
    return line_count(line, "step");
}

static void check_viewer(struct fixture *fixture, int line, int seat) {
    struct match *match = fixture->table->model.match;
    struct text view = {0};
    match_view_json(match, seat, &view);
    assert_string_equal(text_string(&fixture->lines[line].view), text_string(&view));
    if (match_over(match))
        assert_int_equal(count_steps(&fixture->lines[line]), steps_of(match, seat));
    text_free(&view);
}

static void check_log(struct fixture *fixture) {
    struct store_request request = {.tag = 1, .does = STORE_READ, .table = fixture->id};
    struct text log = {0}, kept = {0}, replay = {0};
    struct fault fault;
    store_send(fixture->store, &request);
    store_work(fixture->store);
    struct store_answer *answer = store_take(fixture->store);
    assert_true(replay_put_log(game_list, answer, true, &log));
    log_print(fixture->table->model.match, true, &kept);
    assert_string_equal(text_string(&log), text_string(&kept));
    assert_true(replay_put(game_list, answer, VIEWER_ALL, 0, 1000, &replay, &fault));
    assert_int_equal(json_number(text_string(&replay), "entries"),
                     match_length(fixture->table->model.match));
    text_free(&log);
    text_free(&kept);
    text_free(&replay);
    store_answer_free(answer);
}

/* Plays a match with people in seats 0 to people-1, bots in the others, and a watcher; returns how
 * often the table hibernated. */
static int play_resting(const char *settings, int people, uint64_t seed, int64_t ms, bool ends,
                        bool hibernates) {
    static const char *const names[] = {"ada", "ben", "cem", "dia"};
    struct fixture fixture;
    char rest[64];
    fixture_open(&fixture, seed);
    fixture.hibernates = hibernates;
    for (int i = 0; i < people; i++)
        fixture_line(&fixture, names[i]);
    int watcher = fixture_line(&fixture, "gus");
    fixture.lines[watcher].wants_films = true;
    fixture_make(&fixture, 0, settings);
    fixture_seat(&fixture, people);
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture.code);
    fixture_ask(&fixture, watcher, "watch", rest);
    fixture_ask(&fixture, 0, "start", "");
    fixture_play(&fixture, people, seed, ms);
    fixture_settle(&fixture);
    if (ends)
        assert_int_equal(table_state(fixture.table), STORE_OVER);
    for (int i = 0; i < people; i++)
        check_viewer(&fixture, i, i);
    check_viewer(&fixture, watcher, SEAT_WATCHER);
    if (ends)
        check_log(&fixture);
    assert_int_equal(line_count(&fixture.lines[watcher], "state"), 1);
    int hibernation_count = fixture.hibernation_count;
    fixture_close(&fixture);
    return hibernation_count;
}

static void play_match(const char *settings, int people, uint64_t seed, int64_t ms, bool ends) {
    play_resting(settings, people, seed, ms, ends, false);
}

/* Nobody gets a new `state`, and the steps still equal those of the log. */
static void nobody_notices_a_hibernation(void **state) {
    (void)state;
    assert_true(play_resting("{\"game\":\"null\",\"seats\":3,\"options\":{\"rounds\":3,"
                             "\"slow_deal\":true},\"bots\":{\"2\":\"random\"}}",
                             2, 1, 36000000, true, true) > 0);
    assert_true(play_resting("{\"game\":\"polterfass\",\"seats\":3,"
                             "\"options\":{\"barrels\":\"table\"}}",
                             3, 7, 360000000, true, true) > 10);
    assert_true(play_resting("{\"game\":\"drachen\",\"seats\":3}", 3, 1, 360000000, true, true) >
                10);
}

static void the_null_game(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        play_match("{\"game\":\"null\",\"seats\":3,\"options\":{\"rounds\":3,\"slow_deal\":true},"
                   "\"bots\":{\"2\":\"random\"}}",
                   2, seed, 3600000, true);
}

static void polterfass(void **state) {
    (void)state;
    play_match("{\"game\":\"polterfass\",\"seats\":3,\"options\":{\"barrels\":\"table\"}}", 3, 7,
               7200000, true);
    play_match("{\"game\":\"polterfass\",\"seats\":4,\"options\":{\"barrels\":\"table\"},"
               "\"bots\":{\"2\":\"regular\",\"3\":\"bold\"}}",
               2, 8, 7200000, true);
}

static void zum_blauen_drachen(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 2; seed++)
        play_match("{\"game\":\"drachen\",\"seats\":3}", 3, seed, 36000000, true);
    play_match("{\"game\":\"drachen\",\"seats\":4,\"bots\":{\"3\":\"tippler\",\"2\":\"random\"}}",
               2, 3, 36000000, true);
}

/* The next owner is a person who is here, as before the start. */
static void a_match_whose_owner_is_gone_passes_on(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 1);
    fixture_line(&fixture, "ada");
    fixture_line(&fixture, "ben");
    fixture_make(&fixture, 0, "{\"game\":\"null\",\"seats\":2}");
    fixture_start(&fixture, 2);
    int before = line_count(&fixture.lines[1], "info");
    fixture_cut(&fixture, 0);
    fixture_pass(&fixture, 60010);
    assert_int_equal(line_count(&fixture.lines[1], "info"), before + 2); /* first he is away */
    json_is(text_string(&fixture.lines[1].info), "owner", "\"ben\"");
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_null_game),
        cmocka_unit_test(polterfass),
        cmocka_unit_test(nobody_notices_a_hibernation),
        cmocka_unit_test(zum_blauen_drachen),
        cmocka_unit_test(a_match_whose_owner_is_gone_passes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
