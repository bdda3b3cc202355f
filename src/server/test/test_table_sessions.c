/* test_table_sessions.c: sessions at a table: live ones under a person's hand, films of
 * throws, slow viewers, the clock, and those that are cut. */
#include "hall.h"

#include <stdlib.h>

#include <spelunke/recording.h>

enum { KIND_FILM = 1, KIND_FRAMES = 2 };

static const char *const dropping = "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},"
                                    "\"seed\":\"42\",\"pause\":[0,0]}";

extern const struct game null_game;

/* A match of two at the moment in which ada, who bid more, drops the coin; eve looks on. */
static void drop_in(struct hall *hall, const struct game *const *games, const char *settings) {
    hall_open(hall, 1);
    hall->world.games = games;
    hall_line(hall, "ada");
    hall_line(hall, "ben");
    hall_line(hall, "eve");
    hall_make(hall, 0, settings);
    hall_seat(hall, 2);
    struct text rest = {0};
    text_put(&rest, ",\"code\":\"");
    text_put(&rest, hall->code);
    text_put(&rest, "\"");
    hall_ask(hall, 2, "watch", text_string(&rest));
    text_free(&rest);
    hall_ask(hall, 0, "start", "");
    hall_act(hall, 0, "bid 3");
    hall_settle(hall);
    hall_act(hall, 1, "bid 1");
    hall_settle(hall);
}

static void open_drop(struct hall *hall, const char *settings) {
    drop_in(hall, game_list, settings);
}

/* The null game, as patient as a ship is: who thinks keeps what he holds. */
static void open_patient_drop(struct hall *hall, const char *settings) {
    static struct sim sim;
    static struct game game;
    static const struct game *const games[] = {&game, NULL};
    sim = *null_game.sim;
    sim.is_patient = true;
    game = null_game;
    game.sim = &sim;
    drop_in(hall, games, settings);
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

static void hold_hand(struct hall *hall, int line, int32_t x, int32_t z, bool grip) {
    struct hand_message message = {
        .sim = (uint32_t)json_number(line_last(&hall->lines[0], "sim"), "sim"), .count = 1};
    struct asker asker = {.route = {0, (uint64_t)line}, .person = hall->lines[line].person};
    message.hands[0] = (struct hand){
        .tick = show_ticks(hall->table->play->show),
        .pose = {.at = {x, 0, z}, .turned = {1000000, 0, 0, 0}},
        .grip = grip,
    };
    table_hand(hall->table, &asker, &message, hall->now);
    hall_settle(hall);
}

static void a_session_is_shown_live_and_kept(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, dropping);
    const char *sim = line_last(&hall.lines[1], "sim");
    json_is(sim, "seat", "0");
    json_is(sim, "hz", "60");
    json_is(sim, "bodies", "[\"coin\"]");
    json_is(sim, "until", "null");
    int64_t number = json_number(sim, "sim");
    assert_true(table_has_sim(hall.table, (uint32_t)number));
    hall_pass(&hall, 6000);
    assert_int_equal(table_state(hall.table), STORE_OVER);
    for (int i = 0; i < 3; i++) {
        /* About 30 a second for at most five seconds; all have the same. */
        int frames = count_binary(&hall.lines[i], KIND_FRAMES);
        assert_in_range(frames, 10, 160);
        assert_int_equal(frames, count_binary(&hall.lines[0], KIND_FRAMES));
        assert_int_equal(number_in(first_binary(&hall.lines[i], KIND_FRAMES)), number);
        assert_int_equal(first_binary(&hall.lines[i], KIND_FRAMES)->data[1], 1);
        assert_int_equal(json_number(line_last(&hall.lines[i], "step"), "sim"), number);
    }
    struct store_request request = {
        .tag = 1, .does = STORE_FILM, .table = hall.id, .film = (uint32_t)number};
    store_send(hall.store, &request);
    store_work(hall.store);
    struct store_answer *answer = store_take(hall.store);
    assert_int_equal(answer->result, STORE_DONE);
    struct recording *film = recording_parse(answer->bytes, answer->size, NULL);
    assert_non_null(film);
    assert_true(recording_has_ended(film));
    recording_free(film);
    store_answer_free(answer);
    hall_close(&hall);
}

static void the_hand_is_that_of_the_person_in_control(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, dropping);
    hall_pass(&hall, 100);
    hold_hand(&hall, 1, 5500000, 0, true); /* not his */
    hall_pass(&hall, 100);
    assert_false(show_takes_time(hall.table->play->show));
    hold_hand(&hall, 0, 5500000, 0, true);
    hall_pass(&hall, 100);
    assert_true(show_takes_time(hall.table->play->show)); /* the coin is held */
    hold_hand(&hall, 0, 9000000, 0, true);                /* beyond the row */
    hall_pass(&hall, 100);
    json_is(line_last(&hall.lines[0], "hand"), "key", "\"null.hand_beyond\"");
    assert_int_equal(line_count(&hall.lines[0], "hand"), 1);
    assert_int_equal(line_count(&hall.lines[1], "hand"), 0);
    hold_hand(&hall, 0, 9000000, 0, true);
    hall_pass(&hall, 100);
    assert_int_equal(line_count(&hall.lines[0], "hand"), 1); /* once */
    hall_refused(&hall, 0, "stale", "catch", ",\"sim\":1,\"piece\":\"x\"");
    hold_hand(&hall, 0, 5500000, 0, true);
    hall_pass(&hall, 100);
    hold_hand(&hall, 0, 9000000, 0, true);
    hall_cut(&hall, 0); /* who has stopped watching gets no more messages */
    hall_pass(&hall, 100);
    assert_int_equal(line_count(&hall.lines[0], "hand"), 1);
    hall_close(&hall);
}

static void a_slow_viewer_misses_frames_until_a_key_frame(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, dropping);
    hold_hand(&hall, 0, 500000, 0, true);
    hall_pass(&hall, 300);
    hall.lines[1].unsent = 70000;
    int before = count_binary(&hall.lines[1], KIND_FRAMES);
    hall_pass(&hall, 300);
    assert_int_equal(count_binary(&hall.lines[1], KIND_FRAMES), before);
    hall.lines[1].unsent = 0;
    hall_pass(&hall, 2000);
    int seen = 0;
    for (int i = 0; i < hall.lines[1].count; i++) {
        const struct text *message = &hall.lines[1].messages[i];
        if (hall.lines[1].is_binary[i] && message->data[0] == KIND_FRAMES && seen++ == before)
            assert_int_equal(message->data[1], 1);
    }
    assert_true(seen > before);
    assert_true(seen < count_binary(&hall.lines[0], KIND_FRAMES));
    hall_close(&hall);
}

static void who_comes_in_the_middle_learns_of_the_session(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, dropping);
    hold_hand(&hall, 0, 500000, 0, true);
    hall_pass(&hall, 500);
    hall_cut(&hall, 1);
    hall_ask(&hall, 1, "watch", "");
    json_is(text_string(&hall.lines[1].state), "sim.seat", "0");
    hall_close(&hall);
}

static void time_runs_only_while_the_hand_is_awaited(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":2},\"seed\":\"6\","
                     "\"pause\":[0,0],\"clock\":{\"decide\":2000,\"reserve\":0}}");
    assert_true(json_number(line_last(&hall.lines[0], "sim"), "until") > hall.now);
    hall_pass(&hall, 200);
    assert_int_equal(match_deadline(hall.table->model.match, 0), 0); /* the coin slides */
    hold_hand(&hall, 0, 500000, 0, true);
    hall_pass(&hall, 100);
    assert_true(match_deadline(hall.table->model.match, 0) > hall.now);
    int entries = match_length(hall.table->model.match);
    hall_pass(&hall, 1500);
    assert_int_equal(match_length(hall.table->model.match), entries);
    hall_pass(&hall, 600);
    /* Closed as it was: the coin in the hand, on the first field; and chance dealt anew. */
    assert_true(match_length(hall.table->model.match) > entries);
    assert_int_equal(hall.table->model.places[0].idles, 1);
    hall_close(&hall);
}

static void a_session_begins_again_under_another_hand(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, dropping);
    int64_t first = json_number(line_last(&hall.lines[1], "sim"), "sim");
    hall_pass(&hall, 300);
    hall_ask(&hall, 0, "stand", "");
    hall_pass(&hall, 100);
    int64_t second = json_number(line_last(&hall.lines[1], "sim"), "sim");
    assert_true(first != second);
    assert_false(table_has_sim(hall.table, (uint32_t)first));
    hall_pass(&hall, 6000);
    assert_int_equal(table_state(hall.table), STORE_OVER);
    hall_close(&hall);
}

/* Nobody undoes what his hand has done by leaving it to a computer player. */
static void what_a_hand_has_done_counts_when_it_leaves(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, dropping);
    int64_t sim = json_number(line_last(&hall.lines[1], "sim"), "sim");
    hall_pass(&hall, 100);
    hold_hand(&hall, 0, 5500000, 0, true);
    hall_pass(&hall, 100);
    hall_ask(&hall, 0, "stand", "");
    hall_pass(&hall, 100);
    assert_int_equal(line_count(&hall.lines[1], "sim"), 1);
    assert_int_equal(json_number(line_last(&hall.lines[1], "step"), "sim"), sim);
    assert_int_equal(table_state(hall.table), STORE_OVER); /* it was the last coin */
    assert_int_equal(hall.table->model.places[0].idles, 0);
    hall_close(&hall);
}

/* The null game, but the hand is never said to be awaited: as in a ship that steps whenever
 * the hand moves. */
static void never_await(const void *session, struct frame *out) {
    null_game.sim->frame(session, out);
    out->awaits_hand = false;
}

static void a_hand_that_holds_something_takes_time(void **state) {
    struct sim sim = *null_game.sim;
    struct game restless = null_game;
    const struct game *games[] = {&restless, NULL};
    struct hall hall;
    (void)state;
    sim.frame = never_await;
    restless.sim = &sim;
    drop_in(&hall, games,
            "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":2},\"seed\":\"6\","
            "\"pause\":[0,0],\"clock\":{\"decide\":2000,\"reserve\":0}}");
    hall_pass(&hall, 200);
    assert_int_equal(match_deadline(hall.table->model.match, 0), 0); /* the coin slides */
    int entries = match_length(hall.table->model.match);
    for (int i = 0; i < 8; i++) {
        hold_hand(&hall, 0, 500000 + 3000 * (i % 2), 0, true);
        hall_pass(&hall, 200);
        assert_int_equal(match_length(hall.table->model.match), entries);
    }
    hall_pass(&hall, 600);
    assert_true(match_length(hall.table->model.match) > entries);
    assert_int_equal(hall.table->model.places[0].idles, 1);
    hall_close(&hall);
}

/* No clock runs: who holds something and thinks keeps it, however long, and little is sent. */
static void a_held_piece_waits_for_its_hand(void **state) {
    enum { HOUR = 3600000 };
    struct hall hall;
    (void)state;
    open_patient_drop(&hall, dropping);
    hold_hand(&hall, 0, 5500000, 0, true);
    hall_pass(&hall, 3000);
    struct show *show = hall.table->play->show;
    int32_t stood = show_ticks(show);
    int sent = count_binary(&hall.lines[1], KIND_FRAMES);
    size_t film, later;
    show_film(show, &film);
    hall_pass(&hall, HOUR);
    assert_true(show_stands(show));
    assert_int_equal(show_ticks(show), stood);
    assert_in_range(count_binary(&hall.lines[1], KIND_FRAMES) - sent, 1, HOUR / 400);
    show_film(show, &later);
    assert_int_equal(later, film);
    /* Who comes back sees it at once, and the hand goes on at once. */
    hall_cut(&hall, 1);
    hall_ask(&hall, 1, "watch", "");
    sent = count_binary(&hall.lines[1], KIND_FRAMES);
    hall_pass(&hall, 600);
    assert_in_range(count_binary(&hall.lines[1], KIND_FRAMES) - sent, 1, 2);
    hold_hand(&hall, 0, 5500000, 0, false);
    hall_pass(&hall, 6000);
    assert_int_equal(table_state(hall.table), STORE_OVER);
    hall_close(&hall);
}

/* The index would load the table although nobody asks for it. */
static bool wakes_by_itself(struct hall *hall) {
    struct store_request request = {
        .tag = 1,
        .does = STORE_LIST,
        .list = {.list = STORE_DUE, .states = 1u << STORE_PLAYING, .until = hall->now}};
    store_send(hall->store, &request);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    assert_int_equal(answer->result, STORE_DONE);
    bool is_due = answer->entry_count > 0;
    store_answer_free(answer);
    return is_due;
}

/* A world is not kept for nobody. */
static void a_session_that_is_left_alone_begins_again(void **state) {
    struct hall hall;
    (void)state;
    open_patient_drop(&hall, dropping);
    hold_hand(&hall, 0, 5500000, 0, true);
    int entries = match_length(hall.table->model.match);
    for (int i = 0; i < 3; i++)
        hall_cut(&hall, i);
    hall_pass(&hall, 1000);
    assert_false(table_is_idle(hall.table, hall.now));
    hall_pass(&hall, 120000);
    assert_true(table_is_idle(hall.table, hall.now));
    assert_false(wakes_by_itself(&hall));
    hall_restart(&hall);
    assert_int_equal(match_length(hall.table->model.match), entries);
    hall_ask(&hall, 1, "watch", "");
    assert_true(hall.table->play->show && !show_has_moved(hall.table->play->show));
    hall_pass(&hall, 6000);
    assert_int_equal(table_state(hall.table), STORE_OVER);
    hall_close(&hall);
}

static void who_leaves_a_session_alone_gains_no_time(void **state) {
    enum { HOUR = 3600000 };
    struct hall hall;
    (void)state;
    open_patient_drop(&hall,
                      "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},\"seed\":\"42\","
                      "\"pause\":[0,0],\"clock\":{\"decide\":3600000}}");
    int64_t until = hall.now + HOUR;
    hold_hand(&hall, 0, 5500000, 0, true);
    for (int i = 0; i < 3; i++)
        hall_cut(&hall, i);
    hall_pass(&hall, HOUR / 2);
    assert_true(table_is_idle(hall.table, hall.now));
    int64_t rows = hall.table->rows;
    table_unload(hall.table);
    hall_load(&hall);
    assert_int_equal(hall.table->rows, rows);
    assert_int_equal(match_clock(hall.table->model.match)->spent[0], HOUR / 2);
    assert_false(wakes_by_itself(&hall));
    hall.now = until;
    assert_true(wakes_by_itself(&hall));
    hall_close(&hall);
}

static void after_a_restart_it_begins_again(void **state) {
    struct hall hall;
    (void)state;
    open_drop(&hall, dropping);
    hall_pass(&hall, 700);
    int entries = match_length(hall.table->model.match);
    hall_restart(&hall);
    assert_int_equal(match_length(hall.table->model.match), entries);
    hall_ask(&hall, 1, "watch", "");
    hall_pass(&hall, 6000);
    assert_int_equal(table_state(hall.table), STORE_OVER);
    hall_close(&hall);
}

static void a_throw_comes_as_a_film_before_its_step(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 3);
    hall_line(&hall, "ada");
    hall_line(&hall, "ben");
    hall.lines[1].wants_films = true;
    hall_make(&hall, 0,
              "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1,\"slow_deal\":true},"
              "\"seed\":\"42\",\"pause\":[0,0]}");
    hall_seat(&hall, 2);
    hall.store_waits = true;
    hall_send(&hall, 0, "start", "");
    hall.store_waits = false;
    hall_settle(&hall);
    assert_int_equal(count_binary(&hall.lines[0], KIND_FILM), 0);
    assert_int_equal(count_binary(&hall.lines[1], KIND_FILM), 1);
    const struct line *ben = &hall.lines[1];
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
    hall_close(&hall);
}

static void a_bot_waits_until_the_film_is_over(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 3);
    hall_line(&hall, "ada");
    hall_make(&hall, 0,
              "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1,\"slow_deal\":true},"
              "\"seed\":\"42\",\"pause\":[0,0],\"bots\":{\"1\":\"thrifty\"}}");
    hall_start(&hall, 1);
    int entries = match_length(hall.table->model.match);
    hall_pass(&hall, 450);
    assert_int_equal(match_length(hall.table->model.match), entries);
    hall_pass(&hall, 200);
    assert_int_equal(match_length(hall.table->model.match), entries + 1);
    hall_close(&hall);
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
