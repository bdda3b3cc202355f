/* test_table_matches.c: whole matches of every game through requests alone: every viewer's
 * stream adds up to its view, and is what the log, played again, gives that viewer. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>

enum { PEOPLE_MAX = 4 };

/* What one viewer is shown by a log that is played again: a step for each entry that
 * changes its view, events, prompt or turn. */
struct expecting {
    struct match *match; /* played along, for the prompts */
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

/* How many steps the log of a finished match has for this viewer, with the first one. */
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

static void check_viewer(struct hall *hall, int line, int seat) {
    struct match *match = hall->table->model.match;
    struct text view = {0};
    match_view_json(match, seat, &view);
    assert_string_equal(text_string(&hall->lines[line].view), text_string(&view));
    if (match_over(match))
        assert_int_equal(count_steps(&hall->lines[line]), steps_of(match, seat));
    text_free(&view);
}

static void check_log(struct hall *hall) {
    struct store_request request = {.tag = 1, .does = STORE_READ, .table = hall->id};
    struct text log = {0}, kept = {0}, replay = {0};
    struct fault fault;
    store_send(hall->store, &request);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    assert_true(replay_put_log(game_list, answer, true, &log));
    log_print(hall->table->model.match, true, &kept);
    assert_string_equal(text_string(&log), text_string(&kept));
    assert_true(replay_put(game_list, answer, VIEWER_ALL, 0, 1000, &replay, &fault));
    assert_int_equal(json_number(text_string(&replay), "entries"),
                     match_length(hall->table->model.match));
    text_free(&log);
    text_free(&kept);
    text_free(&replay);
    store_answer_free(answer);
}

/* People 0 .. people-1 sit, bots fill the rest, and one looks on; how often the table rested. */
static int play_resting(const char *settings, int people, uint64_t seed, int64_t ms, bool ends,
                        bool hibernates) {
    static const char *const names[] = {"ada", "ben", "cem", "dia"};
    struct hall hall;
    char rest[64];
    hall_open(&hall, seed);
    hall.hibernates = hibernates;
    for (int i = 0; i < people; i++)
        hall_line(&hall, names[i]);
    int watcher = hall_line(&hall, "gus");
    hall.lines[watcher].wants_films = true;
    hall_make(&hall, 0, settings);
    hall_seat(&hall, people);
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall.code);
    hall_ask(&hall, watcher, "watch", rest);
    hall_ask(&hall, 0, "start", "");
    hall_play(&hall, people, seed, ms);
    hall_settle(&hall);
    if (ends)
        assert_int_equal(table_state(hall.table), STORE_OVER);
    for (int i = 0; i < people; i++)
        check_viewer(&hall, i, i);
    check_viewer(&hall, watcher, SEAT_WATCHER);
    if (ends)
        check_log(&hall);
    assert_int_equal(line_count(&hall.lines[watcher], "state"), 1);
    int hibernation_count = hall.hibernation_count;
    hall_close(&hall);
    return hibernation_count;
}

static void play_match(const char *settings, int people, uint64_t seed, int64_t ms, bool ends) {
    play_resting(settings, people, seed, ms, ends, false);
}

/* Nobody gets a state, and the steps are those of the log all the same. */
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

/* To somebody who is here, as before the start. */
static void a_match_whose_owner_is_gone_passes_on(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 1);
    hall_line(&hall, "ada");
    hall_line(&hall, "ben");
    hall_make(&hall, 0, "{\"game\":\"null\",\"seats\":2}");
    hall_start(&hall, 2);
    int before = line_count(&hall.lines[1], "info");
    hall_cut(&hall, 0);
    hall_pass(&hall, 60010);
    assert_int_equal(line_count(&hall.lines[1], "info"), before + 2); /* first he is away */
    json_is(text_string(&hall.lines[1].info), "owner", "\"ben\"");
    hall_close(&hall);
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
