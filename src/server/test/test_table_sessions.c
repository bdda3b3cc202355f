/* test_table_sessions.c: sessions at a table: live ones controlled by a hand, films of throws, slow
 * viewers, clocks, interrupted sessions. */
#include "table_fixture.h"

#include <stdlib.h>

#include <spelunke/recording.h>

enum { KIND_FILM = 1, KIND_FRAMES = 2 };

static const char *const dropping = "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},"
                                    "\"seed\":\"42\",\"pause\":[0,0]}";

extern const struct game null_game;

/* A match of two in which ada, who bid more, is about to drop the coin; eve watches. */
static void drop_in(struct fixture *fixture, const struct game *const *games,
                    const char *settings) {
    fixture_open(fixture, 1);
    fixture->world.games = games;
    fixture_line(fixture, "ada");
    fixture_line(fixture, "ben");
    fixture_line(fixture, "eve");
    fixture_make(fixture, 0, settings);
    fixture_seat(fixture, 2);
    struct text rest = {0};
    text_put(&rest, ",\"code\":\"");
    text_put(&rest, fixture->code);
    text_put(&rest, "\"");
    fixture_ask(fixture, 2, "watch", text_string(&rest));
    text_free(&rest);
    fixture_ask(fixture, 0, "start", "");
    fixture_act(fixture, 0, "bid 3");
    fixture_settle(fixture);
    fixture_act(fixture, 1, "bid 1");
    fixture_settle(fixture);
}

static void open_drop(struct fixture *fixture, const char *settings) {
    drop_in(fixture, game_list, settings);
}

/* The null game as a patient game: a player who thinks does not drop what he holds. */
static void open_patient_drop(struct fixture *fixture, const char *settings) {
    static struct sim sim;
    static struct game game;
    static const struct game *const games[] = {&game, NULL};
    sim = *null_game.sim;
    sim.is_patient = true;
    game = null_game;
    game.sim = &sim;
    drop_in(fixture, games, settings);
}

static int count_binary(const struct line *line, int kind) {
    int count = 0;
    for (int i = 0; i < line->count; i++)
        count += line->is_binary[i] && line->messages[i].data[0] == kind;
    return count;
}

static uint32_t number_in(const struct text *message) {
    uint32_t number = 0;
    for (int i = 0; i < 4; i++)
        number |= (uint32_t)(unsigned char)message->data[4 + i] << 8 * i;
    return number;
}

static const struct text *first_binary(const struct line *line, int kind) {
    for (int i = 0; i < line->count; i++)
        if (line->is_binary[i] && line->messages[i].data[0] == kind)
            return &line->messages[i];
    return NULL;
}

static void hold_hand(struct fixture *fixture, int line, int32_t x, int32_t z, bool grip) {
    struct hand_message message = {
        .sim = (uint32_t)json_number(line_last(&fixture->lines[0], "sim"), "sim"), .count = 1};
    struct asker asker = {.route = {0, (uint64_t)line}, .person = fixture->lines[line].person};
    message.hands[0] = (struct hand){
        .tick = show_ticks(fixture->table->play->show),
        .pose = {.at = {x, 0, z}, .turned = {1000000, 0, 0, 0}},
        .grip = grip,
    };
    table_hand(fixture->table, &asker, &message, fixture->now);
    fixture_settle(fixture);
}

static void a_session_is_shown_live_and_kept(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, dropping);
    const char *sim = line_last(&fixture.lines[1], "sim");
    json_is(sim, "seat", "0");
    json_is(sim, "hz", "60");
    json_is(sim, "bodies", "[\"coin\"]");
    json_is(sim, "until", "null");
    int64_t number = json_number(sim, "sim");
    assert_true(table_has_sim(fixture.table, (uint32_t)number));
    fixture_pass(&fixture, 6000);
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    for (int i = 0; i < 3; i++) {
        /* About 30 a second for at most five seconds; all have the same. */
        int frames = count_binary(&fixture.lines[i], KIND_FRAMES);
        assert_in_range(frames, 10, 160);
        assert_int_equal(frames, count_binary(&fixture.lines[0], KIND_FRAMES));
        assert_int_equal(number_in(first_binary(&fixture.lines[i], KIND_FRAMES)), number);
        assert_int_equal(first_binary(&fixture.lines[i], KIND_FRAMES)->data[1], 1);
        assert_int_equal(json_number(line_last(&fixture.lines[i], "step"), "sim"), number);
    }
    struct store_request request = {
        .tag = 1, .does = STORE_FILM, .table = fixture.id, .film = (uint32_t)number};
    store_send(fixture.store, &request);
    store_work(fixture.store);
    struct store_answer *answer = store_take(fixture.store);
    assert_int_equal(answer->result, STORE_DONE);
    struct recording *film = recording_parse(answer->bytes, answer->size, NULL);
    assert_non_null(film);
    assert_true(recording_has_ended(film));
    recording_free(film);
    store_answer_free(answer);
    fixture_close(&fixture);
}

static void the_hand_is_that_of_the_person_in_control(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, dropping);
    fixture_pass(&fixture, 100);
    hold_hand(&fixture, 1, 5500000, 0, true); /* not his */
    fixture_pass(&fixture, 100);
    assert_false(show_takes_time(fixture.table->play->show));
    hold_hand(&fixture, 0, 5500000, 0, true);
    fixture_pass(&fixture, 100);
    assert_true(show_takes_time(fixture.table->play->show)); /* the coin is held */
    hold_hand(&fixture, 0, 9000000, 0, true);                /* beyond the row */
    fixture_pass(&fixture, 100);
    json_is(line_last(&fixture.lines[0], "hand"), "key", "\"null.hand_beyond\"");
    assert_int_equal(line_count(&fixture.lines[0], "hand"), 1);
    assert_int_equal(line_count(&fixture.lines[1], "hand"), 0);
    hold_hand(&fixture, 0, 9000000, 0, true);
    fixture_pass(&fixture, 100);
    assert_int_equal(line_count(&fixture.lines[0], "hand"), 1); /* once */
    fixture_refused(&fixture, 0, "stale", "catch", ",\"sim\":1,\"piece\":\"x\"");
    hold_hand(&fixture, 0, 5500000, 0, true);
    fixture_pass(&fixture, 100);
    hold_hand(&fixture, 0, 9000000, 0, true);
    fixture_cut(&fixture, 0); /* who has stopped watching gets no more messages */
    fixture_pass(&fixture, 100);
    assert_int_equal(line_count(&fixture.lines[0], "hand"), 1);
    fixture_close(&fixture);
}

static void a_slow_viewer_misses_frames_until_a_key_frame(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, dropping);
    hold_hand(&fixture, 0, 500000, 0, true);
    fixture_pass(&fixture, 300);
    fixture.lines[1].unsent = 70000;
    int before = count_binary(&fixture.lines[1], KIND_FRAMES);
    fixture_pass(&fixture, 300);
    assert_int_equal(count_binary(&fixture.lines[1], KIND_FRAMES), before);
    fixture.lines[1].unsent = 0;
    fixture_pass(&fixture, 2000);
    int seen = 0;
    for (int i = 0; i < fixture.lines[1].count; i++) {
        const struct text *message = &fixture.lines[1].messages[i];
        if (fixture.lines[1].is_binary[i] && message->data[0] == KIND_FRAMES && seen++ == before)
            assert_int_equal(message->data[1], 1);
    }
    assert_true(seen > before);
    assert_true(seen < count_binary(&fixture.lines[0], KIND_FRAMES));
    fixture_close(&fixture);
}

static void who_comes_in_the_middle_learns_of_the_session(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, dropping);
    hold_hand(&fixture, 0, 500000, 0, true);
    fixture_pass(&fixture, 500);
    fixture_cut(&fixture, 1);
    fixture_ask(&fixture, 1, "watch", "");
    json_is(text_string(&fixture.lines[1].state), "sim.seat", "0");
    fixture_close(&fixture);
}

static void time_runs_only_while_the_hand_is_awaited(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":2},\"seed\":\"6\","
                        "\"pause\":[0,0],\"clock\":{\"decide\":2000,\"reserve\":0}}");
    assert_true(json_number(line_last(&fixture.lines[0], "sim"), "until") > fixture.now);
    fixture_pass(&fixture, 200);
    assert_int_equal(match_deadline(fixture.table->model.match, 0), 0); /* the coin slides */
    hold_hand(&fixture, 0, 500000, 0, true);
    fixture_pass(&fixture, 100);
    assert_true(match_deadline(fixture.table->model.match, 0) > fixture.now);
    int entries = match_length(fixture.table->model.match);
    fixture_pass(&fixture, 1500);
    assert_int_equal(match_length(fixture.table->model.match), entries);
    fixture_pass(&fixture, 600);
    /* Closed as it was: the coin in the hand, on the first field; and chance dealt anew. */
    assert_true(match_length(fixture.table->model.match) > entries);
    assert_int_equal(fixture.table->model.places[0].idles, 1);
    fixture_close(&fixture);
}

static void a_session_begins_again_under_another_hand(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, dropping);
    int64_t first = json_number(line_last(&fixture.lines[1], "sim"), "sim");
    fixture_pass(&fixture, 300);
    fixture_ask(&fixture, 0, "stand", "");
    fixture_pass(&fixture, 100);
    int64_t second = json_number(line_last(&fixture.lines[1], "sim"), "sim");
    assert_true(first != second);
    assert_false(table_has_sim(fixture.table, (uint32_t)first));
    fixture_pass(&fixture, 6000);
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    fixture_close(&fixture);
}

/* A player cannot undo what his hand has done by leaving the seat to a computer player. */
static void what_a_hand_has_done_counts_when_it_leaves(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, dropping);
    int64_t sim = json_number(line_last(&fixture.lines[1], "sim"), "sim");
    fixture_pass(&fixture, 100);
    hold_hand(&fixture, 0, 5500000, 0, true);
    fixture_pass(&fixture, 100);
    fixture_ask(&fixture, 0, "stand", "");
    fixture_pass(&fixture, 100);
    assert_int_equal(line_count(&fixture.lines[1], "sim"), 1);
    assert_int_equal(json_number(line_last(&fixture.lines[1], "step"), "sim"), sim);
    assert_int_equal(table_state(fixture.table), STORE_OVER); /* it was the last coin */
    assert_int_equal(fixture.table->model.places[0].idles, 0);
    fixture_close(&fixture);
}

/* The null game, but the hand is never marked as expected, as in a ship that steps whenever the
 * hand moves. */
static void never_await(const void *session, struct frame *out) {
    null_game.sim->frame(session, out);
    out->awaits_hand = false;
}

static void a_hand_that_holds_something_takes_time(void **state) {
    struct sim sim = *null_game.sim;
    struct game restless = null_game;
    const struct game *games[] = {&restless, NULL};
    struct fixture fixture;
    (void)state;
    sim.frame = never_await;
    restless.sim = &sim;
    drop_in(&fixture, games,
            "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":2},\"seed\":\"6\","
            "\"pause\":[0,0],\"clock\":{\"decide\":2000,\"reserve\":0}}");
    fixture_pass(&fixture, 200);
    assert_int_equal(match_deadline(fixture.table->model.match, 0), 0); /* the coin slides */
    int entries = match_length(fixture.table->model.match);
    for (int i = 0; i < 8; i++) {
        hold_hand(&fixture, 0, 500000 + 3000 * (i % 2), 0, true);
        fixture_pass(&fixture, 200);
        assert_int_equal(match_length(fixture.table->model.match), entries);
    }
    fixture_pass(&fixture, 600);
    assert_true(match_length(fixture.table->model.match) > entries);
    assert_int_equal(fixture.table->model.places[0].idles, 1);
    fixture_close(&fixture);
}

/* Without a clock, a player may hold something as long as he likes, and little is sent meanwhile.
 */
static void a_held_piece_waits_for_its_hand(void **state) {
    enum { HOUR = 3600000 };
    struct fixture fixture;
    (void)state;
    open_patient_drop(&fixture, dropping);
    hold_hand(&fixture, 0, 5500000, 0, true);
    fixture_pass(&fixture, 3000);
    struct show *show = fixture.table->play->show;
    int32_t stood = show_ticks(show);
    int sent = count_binary(&fixture.lines[1], KIND_FRAMES);
    size_t film, later;
    show_film(show, &film);
    fixture_pass(&fixture, HOUR);
    assert_true(show_stands(show));
    assert_int_equal(show_ticks(show), stood);
    assert_in_range(count_binary(&fixture.lines[1], KIND_FRAMES) - sent, 1, HOUR / 400);
    show_film(show, &later);
    assert_int_equal(later, film);
    /* Who comes back sees it at once, and the hand goes on at once. */
    fixture_cut(&fixture, 1);
    fixture_ask(&fixture, 1, "watch", "");
    sent = count_binary(&fixture.lines[1], KIND_FRAMES);
    fixture_pass(&fixture, 600);
    assert_in_range(count_binary(&fixture.lines[1], KIND_FRAMES) - sent, 1, 2);
    hold_hand(&fixture, 0, 5500000, 0, false);
    fixture_pass(&fixture, 6000);
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    fixture_close(&fixture);
}

/* Whether the index has a deadline at which the table is loaded. */
static bool wakes_by_itself(struct fixture *fixture) {
    struct store_request request = {
        .tag = 1,
        .does = STORE_LIST,
        .list = {.list = STORE_DUE, .states = 1u << STORE_PLAYING, .until = fixture->now}};
    store_send(fixture->store, &request);
    store_work(fixture->store);
    struct store_answer *answer = store_take(fixture->store);
    assert_int_equal(answer->result, STORE_DONE);
    bool is_due = answer->entry_count > 0;
    store_answer_free(answer);
    return is_due;
}

/* A simulation is not kept if there are no viewers. */
static void a_session_that_is_left_alone_begins_again(void **state) {
    struct fixture fixture;
    (void)state;
    open_patient_drop(&fixture, dropping);
    hold_hand(&fixture, 0, 5500000, 0, true);
    int entries = match_length(fixture.table->model.match);
    for (int i = 0; i < 3; i++)
        fixture_cut(&fixture, i);
    fixture_pass(&fixture, 1000);
    assert_false(table_is_idle(fixture.table, fixture.now));
    fixture_pass(&fixture, 120000);
    assert_true(table_is_idle(fixture.table, fixture.now));
    assert_false(wakes_by_itself(&fixture));
    fixture_restart(&fixture);
    assert_int_equal(match_length(fixture.table->model.match), entries);
    fixture_ask(&fixture, 1, "watch", "");
    assert_true(fixture.table->play->show && !show_has_moved(fixture.table->play->show));
    fixture_pass(&fixture, 6000);
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    fixture_close(&fixture);
}

static void who_leaves_a_session_alone_gains_no_time(void **state) {
    enum { HOUR = 3600000 };
    struct fixture fixture;
    (void)state;
    open_patient_drop(&fixture,
                      "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},\"seed\":\"42\","
                      "\"pause\":[0,0],\"clock\":{\"decide\":3600000}}");
    int64_t until = fixture.now + HOUR;
    hold_hand(&fixture, 0, 5500000, 0, true);
    for (int i = 0; i < 3; i++)
        fixture_cut(&fixture, i);
    fixture_pass(&fixture, HOUR / 2);
    assert_true(table_is_idle(fixture.table, fixture.now));
    int64_t rows = fixture.table->rows;
    table_unload(fixture.table);
    fixture_load(&fixture);
    assert_int_equal(fixture.table->rows, rows);
    assert_int_equal(match_clock(fixture.table->model.match)->spent[0], HOUR / 2);
    assert_false(wakes_by_itself(&fixture));
    fixture.now = until;
    assert_true(wakes_by_itself(&fixture));
    fixture_close(&fixture);
}

static void after_a_restart_it_begins_again(void **state) {
    struct fixture fixture;
    (void)state;
    open_drop(&fixture, dropping);
    fixture_pass(&fixture, 700);
    int entries = match_length(fixture.table->model.match);
    fixture_restart(&fixture);
    assert_int_equal(match_length(fixture.table->model.match), entries);
    fixture_ask(&fixture, 1, "watch", "");
    fixture_pass(&fixture, 6000);
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    fixture_close(&fixture);
}

static void a_throw_comes_as_a_film_before_its_step(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 3);
    fixture_line(&fixture, "ada");
    fixture_line(&fixture, "ben");
    fixture.lines[1].wants_films = true;
    fixture_make(&fixture, 0,
                 "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1,\"slow_deal\":true},"
                 "\"seed\":\"42\",\"pause\":[0,0]}");
    fixture_seat(&fixture, 2);
    fixture.store_waits = true;
    fixture_send(&fixture, 0, "start", "");
    fixture.store_waits = false;
    fixture_settle(&fixture);
    assert_int_equal(count_binary(&fixture.lines[0], KIND_FILM), 0);
    assert_int_equal(count_binary(&fixture.lines[1], KIND_FILM), 1);
    const struct line *ben = &fixture.lines[1];
    bool has_come = false;
    for (int i = 0; i < ben->count; i++) {
        has_come |= ben->is_binary[i];
        if (!ben->is_binary[i] && strstr(text_string(&ben->messages[i]), "\"film\":"))
            assert_true(has_come);
    }
    const struct text *film = first_binary(ben, KIND_FILM);
    assert_int_equal(json_number(line_last(ben, "step"), "film"), number_in(film));
    struct recording *recording = recording_parse(film->data + 8, film->length - 8, NULL);
    assert_non_null(recording);
    recording_free(recording);
    fixture_close(&fixture);
}

static void a_bot_waits_until_the_film_is_over(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 3);
    fixture_line(&fixture, "ada");
    fixture_make(&fixture, 0,
                 "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1,\"slow_deal\":true},"
                 "\"seed\":\"42\",\"pause\":[0,0],\"bots\":{\"1\":\"thrifty\"}}");
    fixture_start(&fixture, 1);
    int entries = match_length(fixture.table->model.match);
    fixture_pass(&fixture, 450);
    assert_int_equal(match_length(fixture.table->model.match), entries);
    fixture_pass(&fixture, 200);
    assert_int_equal(match_length(fixture.table->model.match), entries + 1);
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_is_shown_live_and_kept),
        cmocka_unit_test(the_hand_is_that_of_the_person_in_control),
        cmocka_unit_test(a_slow_viewer_misses_frames_until_a_key_frame),
        cmocka_unit_test(who_comes_in_the_middle_learns_of_the_session),
        cmocka_unit_test(time_runs_only_while_the_hand_is_awaited),
        cmocka_unit_test(a_session_begins_again_under_another_hand),
        cmocka_unit_test(what_a_hand_has_done_counts_when_it_leaves),
        cmocka_unit_test(a_hand_that_holds_something_takes_time),
        cmocka_unit_test(a_held_piece_waits_for_its_hand),
        cmocka_unit_test(a_session_that_is_left_alone_begins_again),
        cmocka_unit_test(who_leaves_a_session_alone_gains_no_time),
        cmocka_unit_test(after_a_restart_it_begins_again),
        cmocka_unit_test(a_throw_comes_as_a_film_before_its_step),
        cmocka_unit_test(a_bot_waits_until_the_film_is_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
