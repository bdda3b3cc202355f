/* test_table_clock.c: clocks that run out, computer players who take over then, and clocks
 * over a restart or a rest. */
#include "hall.h"

#include <stdio.h>

/* Two people at the null game, with these settings. */
static void open_null(struct hall *hall, const char *more) {
    char settings[200];
    hall_open(hall, 5);
    hall_line(hall, "ada");
    hall_line(hall, "ben");
    snprintf(settings, sizeof settings, "{\"game\":\"null\",\"seats\":2,%s}", more);
    hall_make(hall, 0, settings);
    hall_start(hall, 2);
}

/* Seat 0 bids when it is asked to; `waits`: time passes until both are. */
static void play_ada(struct hall *hall, bool waits) {
    struct play *play = hall->table->play;
    for (int i = 0; i < 500 && waits && play->turn.seats != 3; i++)
        hall_pass(hall, 20);
    if (play->turn.kind == TURN_SEATS && play->turn.seats & 1) {
        hall_act(hall, 0, "bid 0");
        hall_settle(hall);
    }
}

static void time_runs_out_and_a_computer_player_takes_the_seat(void **state) {
    struct hall hall;
    (void)state;
    open_null(&hall, "\"options\":{\"rounds\":20},\"seed\":\"42\","
                     "\"pause\":[700,700],\"clock\":{\"decide\":1000,\"reserve\":500}");
    struct line *ada = &hall.lines[0];
    int64_t since = json_number(text_string(&ada->clock), "since.1");
    assert_int_equal(json_number(text_string(&ada->clock), "until.1"), since + 1500);
    hall_act(&hall, 0, "bid 3");
    hall_settle(&hall);
    json_is(text_string(&ada->clock), "since.0", "null");
    hall_pass(&hall, 1499);
    json_is(text_string(&ada->view), "sealed", "[0]");
    hall_pass(&hall, 2);
    assert_int_equal(hall.table->model.places[1].idles, 1);
    json_is(text_string(&ada->clock), "reserve", "[500,0]");
    /* An act counts as being here. */
    play_ada(&hall, true);
    hall_act(&hall, 1, "bid 0");
    hall_settle(&hall);
    assert_int_equal(hall.table->model.places[1].idles, 0);
    int idles = 0;
    for (int i = 0; i < 1000 && !hall.table->model.places[1].bot[0]; i++) {
        idles = hall.table->model.places[1].idles;
        assert_true(idles < 3);
        play_ada(&hall, false);
        hall_pass(&hall, 50);
    }
    assert_int_equal(idles, 2);
    json_is(text_string(&ada->info), "seats.1.person", "\"ben\"");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    /* Any act takes it back. */
    hall_ask(&hall, 1, "back", "");
    assert_int_equal(hall.table->model.places[1].idles, 0);
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    hall_ask(&hall, 1, "stand", "");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    for (int i = 0; i < 500 && !(hall.table->play->turn.seats & 2); i++)
        hall_pass(&hall, 20);
    hall_act(&hall, 1, "bid 0");
    hall_settle(&hall);
    json_is(hall_answer(&hall, 1, hall.lines[1].n), "t", "\"done\"");
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    hall_close(&hall);
}

/* How many entries of the journal begin like this. */
static int count_entries(struct hall *hall, const char *begin) {
    struct store_request request = {.tag = 1, .does = STORE_READ, .table = hall->id};
    store_send(hall->store, &request);
    store_work(hall->store);
    struct store_answer *answer = store_take(hall->store);
    int count = 0;
    for (int i = 0; i < answer->row_count; i++)
        count += strcmp(answer->rows[i].kind, "entry") == 0 &&
                 strncmp(answer->rows[i].body, begin, strlen(begin)) == 0;
    store_answer_free(answer);
    return count;
}

/* What the server answers for somebody does not show that he is here: three decisions in a row
 * that he left to the clock are three, whatever it answered in between. */
static void answers_of_the_server_are_no_sign_of_life(void **state) {
    struct hall hall;
    int autos = 0;
    (void)state;
    for (int seed = 1; seed <= 4; seed++) {
        char settings[160];
        hall_open(&hall, 2);
        hall_line(&hall, "ada");
        hall_line(&hall, "ben");
        snprintf(settings, sizeof settings,
                 "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"%d\",\"reaction\":[500,600],"
                 "\"clock\":{\"decide\":21000,\"reserve\":0}}",
                 seed);
        hall_make(&hall, 0, settings);
        hall_start(&hall, 2);
        const struct place *places = hall.table->model.places;
        for (int i = 0; i < 4000 && !places[0].bot[0] && !places[1].bot[0]; i++) {
            int idles[] = {places[0].idles, places[1].idles};
            hall_pass(&hall, 100);
            assert_true(places[0].idles >= idles[0] && places[1].idles >= idles[1]);
        }
        assert_true(places[0].bot[0] || places[1].bot[0]);
        autos += count_entries(&hall, "@auto\n");
        hall_close(&hall);
    }
    assert_true(autos > 0);
}

/* Time in which the server was down does not count. */
static void decisions_begin_anew_after_a_restart(void **state) {
    struct hall hall;
    (void)state;
    open_null(&hall, "\"pause\":[0,0],\"clock\":{\"decide\":10000,\"reserve\":0}");
    hall_pass(&hall, 9000);
    hall.now += 3600000;
    hall_restart(&hall);
    int entries = match_length(hall.table->model.match);
    hall_pass(&hall, 9000);
    assert_int_equal(match_length(hall.table->model.match), entries);
    hall_pass(&hall, 1001);
    assert_true(match_length(hall.table->model.match) > entries);
    hall_close(&hall);
}

/* Where something happened that Ada saw nothing of, her clock is an old one; a rest does not
 * make it the present one. */
static void a_clock_that_went_on_unseen_goes_with_the_next_step(void **state) {
    struct hall hall;
    struct text clock = {0}, sent = {0};
    (void)state;
    open_null(&hall, "\"clock\":{\"decide\":86400000}");
    struct text *shown = &hall.table->viewings[0].clock;
    text_clear(shown);
    text_put(shown, "null");
    hall_hibernate(&hall);
    assert_int_equal(hall.hibernation_count, 1);
    hall_act(&hall, 1, "ring");
    hall_settle(&hall);
    clock_json(hall.table, &clock);
    json_is(line_last(&hall.lines[0], "step"), "clock", text_string(&clock));
    assert_false(json_get(line_last(&hall.lines[1], "step"), "clock", &sent)); /* he knows it */
    text_free(&clock);
    text_free(&sent);
    hall_close(&hall);
}

/* Without a clock nothing begins anew, so nobody waits for a row that says so. */
static void a_restart_is_written_down_where_there_is_a_clock(void **state) {
    static const char *const settings[] = {"{\"game\":\"null\",\"seats\":2,\"pause\":[0,0]}",
                                           "{\"game\":\"null\",\"seats\":2,\"pause\":[0,0],"
                                           "\"clock\":{\"decide\":10000,\"reserve\":0}}"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct hall hall;
        hall_open(&hall, 5);
        hall_line(&hall, "ada");
        hall_line(&hall, "ben");
        hall_make(&hall, 0, settings[i]);
        hall_start(&hall, 2);
        int64_t rows = hall.table->rows;
        hall.now += 3600000;
        hall_restart(&hall);
        hall_settle(&hall);
        assert_int_equal(hall.table->rows, rows + i);
        hall_close(&hall);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_runs_out_and_a_computer_player_takes_the_seat),
        cmocka_unit_test(answers_of_the_server_are_no_sign_of_life),
        cmocka_unit_test(decisions_begin_anew_after_a_restart),
        cmocka_unit_test(a_restart_is_written_down_where_there_is_a_clock),
        cmocka_unit_test(a_clock_that_went_on_unseen_goes_with_the_next_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
