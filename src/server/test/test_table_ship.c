/* test_table_ship.c: Riff Raff with physics: live loadings by computer players and by a person
 * whose time runs out; a throw of Polterfass as a film. */
#include "table_fixture.h"

#include <stdlib.h>

#include <spelunke/recording.h>

static int count_binary(const struct line *line, int kind) {
    int count = 0;
    for (int i = 0; i < line->count; i++)
        count += line->is_binary[i] && line->messages[i].data[0] == kind;
    return count;
}

static int sessions_in(const struct line *line) {
    int count = 0;
    for (int i = 0; i < line->count; i++)
        count += !line->is_binary[i] &&
                 strncmp(text_string(&line->messages[i]), "{\"t\":\"step\"", 11) == 0 &&
                 strstr(text_string(&line->messages[i]), ",\"sim\":");
    return count;
}

static void loadings_are_shown(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 6);
    fixture_line(&fixture, "ada");
    fixture_make(&fixture, 0,
                 "{\"game\":\"riffraff\",\"seats\":2,\"seed\":\"5\",\"bots\":{\"1\":\"deckhand\"},"
                 "\"pause\":[0,0],\"clock\":{\"decide\":3000,\"reserve\":0}}");
    fixture_start(&fixture, 1);
    struct line *ada = &fixture.lines[0];
    for (int i = 0; i < 60 && sessions_in(ada) < 3; i++)
        fixture_play(&fixture, 1, (uint64_t)i, 2000);
    assert_true(sessions_in(ada) >= 3);
    struct text view = {0};
    match_view_json(fixture.table->model.match, 0, &view);
    assert_string_equal(text_string(&ada->view), text_string(&view));
    text_free(&view);
    json_is(line_last(ada, "sim"), "hz", "250");
    json_is(line_last(ada, "sim"), "bodies.0", "\"ship\"");
    assert_true(count_binary(ada, 2) > 60);
    /* The same after a restart, in the middle of whatever it is. */
    int length = match_length(fixture.table->model.match);
    fixture_restart(&fixture);
    assert_int_equal(match_length(fixture.table->model.match), length);
    fixture_close(&fixture);
}

static void a_throw_has_its_film(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 7);
    fixture_line(&fixture, "ada");
    fixture_line(&fixture, "ben");
    fixture_line(&fixture, "cem");
    fixture.lines[0].wants_films = true;
    fixture_make(&fixture, 0,
                 "{\"game\":\"polterfass\",\"seats\":3,\"seed\":\"5\","
                 "\"options\":{\"barrels\":\"physics\"}}");
    fixture_start(&fixture, 3);
    assert_int_equal(count_binary(&fixture.lines[0], 1), 1);
    assert_int_equal(count_binary(&fixture.lines[1], 1), 0);
    assert_true(json_number(line_last(&fixture.lines[1], "step"), "film") > 0);
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loadings_are_shown),
        cmocka_unit_test(a_throw_has_its_film),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
