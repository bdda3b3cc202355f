/* test_table_rematch.c: the next match of the same people, made by all of them or by the owner. */
#include "table_fixture.h"

#define NULL_TWO                                                                                   \
    "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},\"seed\":\"42\",\"pause\":[0,0]"

static void the_owner_alone_makes_a_rematch(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    fixture_start(&fixture, 2);
    fixture_play(&fixture, 2, 3, 600000);
    fixture_ask(&fixture, 0, "again", "");
    assert_int_equal(fixture.agains, 1);
    fixture_close(&fixture);
}

static void all_or_the_owner_make_a_rematch(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open_people(&fixture, NULL_TWO "}", 2);
    fixture_start(&fixture, 2);
    fixture_refused(&fixture, 1, "not_over", "again", "");
    fixture_play(&fixture, 2, 3, 600000);
    fixture_refused(&fixture, 1, "over", "act", ",\"ask\":1,\"action\":\"bid 0\"");
    fixture_ask(&fixture, 1, "again", "");
    json_is(text_string(&fixture.lines[0].info), "again", "[1]");
    assert_int_equal(fixture.agains, 0);
    fixture_ask(&fixture, 0, "again", "");
    assert_int_equal(fixture.agains, 1);
    char id[TABLE_ID + 1], code[CODE_LENGTH + 1];
    assert_true(table_make(&fixture.world, NULL, fixture.table, NULL, 3, fixture.now, id, code,
                           &fixture.fault));
    store_work(fixture.store);
    struct store_answer *answer = store_take(fixture.store);
    assert_int_equal(answer->result, STORE_DONE);
    store_answer_free(answer);
    table_next(fixture.table, id, fixture.now);
    fixture_settle(&fixture);
    struct text next = {0};
    json_get(text_string(&fixture.lines[1].info), "next", &next);
    assert_int_equal(next.length, TABLE_ID + 2);
    text_free(&next);
    table_unload(fixture.table);
    strcpy(fixture.id, id);
    strcpy(fixture.code, code);
    fixture_load(&fixture);
    assert_string_equal(fixture.table->model.places[0].person, "ada");
    assert_string_equal(fixture.table->model.places[1].person, "ben");
    assert_string_equal(fixture.table->model.owner, "ada");
    assert_true(strcmp(fixture.table->model.seed.name, "42") != 0);
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_owner_alone_makes_a_rematch),
        cmocka_unit_test(all_or_the_owner_make_a_rematch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
