/* test_table.c: requests at a table: seats, settings, start, numbers that count once, the
 * disk that fails, reading the journal anew. */
#include "hall.h"

#include <stdlib.h>

static void open_two(struct hall *hall, const char *settings) {
    hall_open(hall, 1);
    hall_line(hall, "ada");
    hall_line(hall, "ben");
    hall_line(hall, "eve");
    hall_make(hall, 0, settings);
}

static const char *const null_two = "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},"
                                    "\"seed\":\"42\",\"pause\":[0,0]}";

static void a_table_is_watched_and_sat_at(void **state) {
    struct hall hall;
    (void)state;
    open_two(&hall, null_two);
    hall_refused(&hall, 1, "unknown_table", "watch", "");
    hall_refused(&hall, 1, "unknown_table", "watch", ",\"code\":\"00000000\"");
    hall_refused(&hall, 1, "unknown_table", "sit", "");
    hall_seat(&hall, 2);
    struct line *ada = &hall.lines[0];
    json_is(text_string(&ada->state), "as", "\"seat\"");
    json_is(text_string(&ada->state), "seat", "0");
    json_is(text_string(&ada->state), "presets", "[]");
    json_is(text_string(&ada->state), "view", "null");
    json_is(text_string(&ada->info), "seats.1.person", "\"ben\"");
    json_is(text_string(&ada->info), "seats.1.here", "\"yes\"");
    json_is(text_string(&ada->info), "state", "\"open\"");
    hall_refused(&hall, 1, "not_owner", "start", "");
    hall_ask(&hall, 0, "start", "");
    json_is(text_string(&ada->info), "state", "\"playing\"");
    json_is(text_string(&ada->turn), "kind", "\"seats\"");
    assert_true(ada->prompt.length > 4);
    hall_close(&hall);
}

static void a_match_is_played_to_its_end(void **state) {
    struct hall hall;
    (void)state;
    open_two(&hall, null_two);
    hall_start(&hall, 2);
    hall_play(&hall, 2, 3, 600000);
    assert_int_equal(table_state(hall.table), STORE_OVER);
    for (int i = 0; i < 2; i++) {
        struct text view = {0};
        match_view_json(hall.table->model.match, i, &view);
        assert_string_equal(text_string(&hall.lines[i].view), text_string(&view));
        json_is(text_string(&hall.lines[i].info), "state", "\"over\"");
        json_is(text_string(&hall.lines[i].turn), "kind", "\"over\"");
        assert_true(hall.lines[i].score.length > 4);
        text_free(&view);
    }
    assert_true(hall.tally.actions >= 2);
    assert_int_equal(hall.tally.entries, match_length(hall.table->model.match));
    hall_close(&hall);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_is_watched_and_sat_at),
        cmocka_unit_test(a_match_is_played_to_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
