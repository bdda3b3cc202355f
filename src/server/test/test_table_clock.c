/* test_table_clock.c: clocks that run out, computer players who take over then, and clocks
 * over a restart or a rest. */
#include "table_fixture.h"

#include <stdio.h>

/* Two people at the null game, with these settings. */
static void open_null(struct fixture *fixture, const char *more) {
    char settings[200];
    fixture_open(fixture, 5);
    fixture_line(fixture, "ada");
    fixture_line(fixture, "ben");
    snprintf(settings, sizeof settings, "{\"game\":\"null\",\"seats\":2,%s}", more);
    fixture_make(fixture, 0, settings);
    fixture_start(fixture, 2);
}

/* Seat 0 bids when it is asked; `waits`: time passes until both seats are asked. */
static void play_ada(struct fixture *fixture, bool waits) {
    struct play *play = fixture->table->play;
    for (int i = 0; i < 500 && waits && play->turn.seats != 3; i++)
        fixture_pass(fixture, 20);
    if (play->turn.kind == TURN_SEATS && play->turn.seats & 1) {
        fixture_act(fixture, 0, "bid 0");
        fixture_settle(fixture);
    }
}

static void time_runs_out_and_a_computer_player_takes_the_seat(void **state) {
    struct fixture fixture;
    (void)state;
    open_null(&fixture, "\"options\":{\"rounds\":20},\"seed\":\"42\","
                        "\"pause\":[700,700],\"clock\":{\"decide\":1000,\"reserve\":500}");
    struct line *ada = &fixture.lines[0];
    int64_t since = json_number(text_string(&ada->clock), "since.1");
    assert_int_equal(json_number(text_string(&ada->clock), "until.1"), since + 1500);
    fixture_act(&fixture, 0, "bid 3");
    fixture_settle(&fixture);
    json_is(text_string(&ada->clock), "since.0", "null");
    fixture_pass(&fixture, 1499);
    json_is(text_string(&ada->view), "sealed", "[0]");
    fixture_pass(&fixture, 2);
    assert_int_equal(fixture.table->model.places[1].idles, 1);
    json_is(text_string(&ada->clock), "reserve", "[500,0]");
    /* An act counts as being here. */
    play_ada(&fixture, true);
    fixture_act(&fixture, 1, "bid 0");
    fixture_settle(&fixture);
    assert_int_equal(fixture.table->model.places[1].idles, 0);
    int idles = 0;
    for (int i = 0; i < 1000 && !fixture.table->model.places[1].bot[0]; i++) {
        idles = fixture.table->model.places[1].idles;
        assert_true(idles < 3);
        play_ada(&fixture, false);
        fixture_pass(&fixture, 50);
    }
    assert_int_equal(idles, 2);
    json_is(text_string(&ada->info), "seats.1.person", "\"ben\"");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    /* Any act takes it back. */
    fixture_ask(&fixture, 1, "back", "");
    assert_int_equal(fixture.table->model.places[1].idles, 0);
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    fixture_ask(&fixture, 1, "stand", "");
    json_is(text_string(&ada->info), "seats.1.bot", "\"thrifty\"");
    for (int i = 0; i < 500 && !(fixture.table->play->turn.seats & 2); i++)
        fixture_pass(&fixture, 20);
    fixture_act(&fixture, 1, "bid 0");
    fixture_settle(&fixture);
    json_is(fixture_answer(&fixture, 1, fixture.lines[1].n), "t", "\"done\"");
    json_is(text_string(&ada->info), "seats.1.bot", "null");
    fixture_close(&fixture);
}

/* The number of entries in the journal with this start. */
static int count_entries(struct fixture *fixture, const char *begin) {
    struct store_request request = {.tag = 1, .does = STORE_READ, .table = fixture->id};
    store_send(fixture->store, &request);
    store_work(fixture->store);
    struct store_answer *answer = store_take(fixture->store);
    int count = 0;
    for (int i = 0; i < answer->row_count; i++)
        count += strcmp(answer->rows[i].kind, "entry") == 0 &&
                 strncmp(answer->rows[i].body, begin, strlen(begin)) == 0;
    store_answer_free(answer);
    return count;
}

/* Automatic answers do not count as activity: three missed deadlines count as three in a row, even
 * with automatic answers between them. */
static void answers_of_the_server_are_no_sign_of_life(void **state) {
    struct fixture fixture;
    int autos = 0;
    (void)state;
    for (int seed = 1; seed <= 4; seed++) {
        char settings[160];
        fixture_open(&fixture, 2);
        fixture_line(&fixture, "ada");
        fixture_line(&fixture, "ben");
        snprintf(settings, sizeof settings,
                 "{\"game\":\"drachen\",\"seats\":2,\"seed\":\"%d\",\"reaction\":[500,600],"
                 "\"clock\":{\"decide\":21000,\"reserve\":0}}",
                 seed);
        fixture_make(&fixture, 0, settings);
        fixture_start(&fixture, 2);
        const struct place *places = fixture.table->model.places;
        for (int i = 0; i < 4000 && !places[0].bot[0] && !places[1].bot[0]; i++) {
            int idles[] = {places[0].idles, places[1].idles};
            fixture_pass(&fixture, 100);
            assert_true(places[0].idles >= idles[0] && places[1].idles >= idles[1]);
        }
        assert_true(places[0].bot[0] || places[1].bot[0]);
        autos += count_entries(&fixture, "@auto\n");
        fixture_close(&fixture);
    }
    assert_true(autos > 0);
}

/* Downtime does not count. */
static void decisions_begin_anew_after_a_restart(void **state) {
    struct fixture fixture;
    (void)state;
    open_null(&fixture, "\"pause\":[0,0],\"clock\":{\"decide\":10000,\"reserve\":0}");
    fixture_pass(&fixture, 9000);
    fixture.now += 3600000;
    fixture_restart(&fixture);
    int entries = match_length(fixture.table->model.match);
    fixture_pass(&fixture, 9000);
    assert_int_equal(match_length(fixture.table->model.match), entries);
    fixture_pass(&fixture, 1001);
    assert_true(match_length(fixture.table->model.match) > entries);
    fixture_close(&fixture);
}

/* After an entry without a step for Ada her clock is outdated, and hibernation does not change
 * that. */
static void a_clock_that_went_on_unseen_goes_with_the_next_step(void **state) {
    struct fixture fixture;
    struct text clock = {0}, sent = {0};
    (void)state;
    open_null(&fixture, "\"clock\":{\"decide\":86400000}");
    struct text *shown = &fixture.table->viewings[0].clock;
    text_clear(shown);
    text_put(shown, "null");
    fixture_hibernate(&fixture);
    assert_int_equal(fixture.hibernation_count, 1);
    fixture_act(&fixture, 1, "ring");
    fixture_settle(&fixture);
    clock_json(fixture.table, &clock);
    json_is(line_last(&fixture.lines[0], "step"), "clock", text_string(&clock));
    assert_false(json_get(line_last(&fixture.lines[1], "step"), "clock", &sent)); /* he knows it */
    text_free(&clock);
    text_free(&sent);
    fixture_close(&fixture);
}

static void a_state_right_after_waking_has_the_clock(void **state) {
    struct fixture fixture;
    struct text clock = {0};
    (void)state;
    open_null(&fixture, "\"clock\":{\"decide\":86400000}");
    struct text *shown = &fixture.table->viewings[0].clock;
    text_clear(shown);
    text_put(shown, "null");
    fixture_hibernate(&fixture);
    int phone = fixture_line(&fixture, fixture.lines[0].person);
    fixture_ask(&fixture, phone, "watch", "");
    clock_json(fixture.table, &clock);
    json_is(line_last(&fixture.lines[phone], "state"), "clock", text_string(&clock));
    text_free(&clock);
    fixture_close(&fixture);
}

/* Without a clock nothing is restarted, so no row is written. */
static void a_restart_is_written_down_where_there_is_a_clock(void **state) {
    static const char *const settings[] = {"{\"game\":\"null\",\"seats\":2,\"pause\":[0,0]}",
                                           "{\"game\":\"null\",\"seats\":2,\"pause\":[0,0],"
                                           "\"clock\":{\"decide\":10000,\"reserve\":0}}"};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct fixture fixture;
        fixture_open(&fixture, 5);
        fixture_line(&fixture, "ada");
        fixture_line(&fixture, "ben");
        fixture_make(&fixture, 0, settings[i]);
        fixture_start(&fixture, 2);
        int64_t rows = fixture.table->rows;
        fixture.now += 3600000;
        fixture_restart(&fixture);
        fixture_settle(&fixture);
        assert_int_equal(fixture.table->rows, rows + i);
        fixture_close(&fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_runs_out_and_a_computer_player_takes_the_seat),
        cmocka_unit_test(answers_of_the_server_are_no_sign_of_life),
        cmocka_unit_test(decisions_begin_anew_after_a_restart),
        cmocka_unit_test(a_restart_is_written_down_where_there_is_a_clock),
        cmocka_unit_test(a_clock_that_went_on_unseen_goes_with_the_next_step),
        cmocka_unit_test(a_state_right_after_waking_has_the_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
