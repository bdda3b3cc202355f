/* test_table.c: requests at a table: seats, settings, start, numbers that count once, the
 * disk that fails, reading the journal anew. */
#include "table_fixture.h"

#include <stdlib.h>

static void open_two(struct fixture *fixture, const char *settings) {
    fixture_open(fixture, 1);
    fixture_line(fixture, "ada");
    fixture_line(fixture, "ben");
    fixture_line(fixture, "eve");
    fixture_make(fixture, 0, settings);
}

static const char *const null_two = "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},"
                                    "\"seed\":\"42\",\"pause\":[0,0]}";

static void a_table_is_watched_and_sat_at(void **state) {
    struct fixture fixture;
    (void)state;
    open_two(&fixture, null_two);
    fixture_refused(&fixture, 1, "unknown_table", "watch", "");
    fixture_refused(&fixture, 1, "unknown_table", "watch", ",\"code\":\"00000000\"");
    fixture_refused(&fixture, 1, "unknown_table", "sit", "");
    fixture_seat(&fixture, 2);
    struct line *ada = &fixture.lines[0];
    json_is(text_string(&ada->state), "as", "\"seat\"");
    json_is(text_string(&ada->state), "seat", "0");
    json_is(text_string(&ada->state), "presets", "[]");
    json_is(text_string(&ada->state), "view", "null");
    json_is(text_string(&ada->info), "seats.1.person", "\"ben\"");
    json_is(text_string(&ada->info), "seats.1.here", "\"yes\"");
    json_is(text_string(&ada->info), "state", "\"open\"");
    fixture_refused(&fixture, 1, "not_owner", "start", "");
    fixture_ask(&fixture, 0, "start", "");
    json_is(text_string(&ada->info), "state", "\"playing\"");
    json_is(text_string(&ada->turn), "kind", "\"seats\"");
    assert_true(ada->prompt.length > 4);
    fixture_close(&fixture);
}

static void a_match_is_played_to_its_end(void **state) {
    struct fixture fixture;
    (void)state;
    open_two(&fixture, null_two);
    fixture_start(&fixture, 2);
    fixture_play(&fixture, 2, 3, 600000);
    assert_int_equal(table_state(fixture.table), STORE_OVER);
    for (int i = 0; i < 2; i++) {
        struct text view = {0};
        match_view_json(fixture.table->model.match, i, &view);
        assert_string_equal(text_string(&fixture.lines[i].view), text_string(&view));
        json_is(text_string(&fixture.lines[i].info), "state", "\"over\"");
        json_is(text_string(&fixture.lines[i].turn), "kind", "\"over\"");
        assert_true(fixture.lines[i].score.length > 4);
        text_free(&view);
    }
    assert_true(fixture.tally.actions >= 2);
    assert_int_equal(fixture.tally.entries, match_length(fixture.table->model.match));
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_watched_and_sat_at),
        cmocka_unit_test(a_match_is_played_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
