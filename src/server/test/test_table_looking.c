/* test_table_looking.c: what watchers see. */
#include "table_fixture.h"

#include <stdio.h>

#define NULL_TWO                                                                                   \
    "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},\"seed\":\"42\",\"pause\":[0,0],"   \
    "\"public\":true"

static bool knows_code(const struct fixture *fixture, int line) {
    struct text code = {0};
    bool knows = json_get(text_string(&fixture->lines[line].info), "code", &code);
    text_free(&code);
    return knows;
}

static void look_on(struct fixture *fixture, int line, bool has_code) {
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture->code);
    fixture_ask(fixture, line, "watch", has_code ? rest : "");
}

/* Line 0 owns the table; line 1 comes with the code, line 2 without. */
static void open_public(struct fixture *fixture) {
    static const char *const names[] = {"ada", "ben", "cem"};
    fixture_open(fixture, 1);
    for (int i = 0; i < 3; i++)
        fixture_line(fixture, names[i]);
    fixture_make(fixture, 0, NULL_TWO "}");
    for (int i = 0; i < 3; i++)
        look_on(fixture, i, i == 1);
}

static void the_code_goes_with_the_seat_of_who_came_without(void **state) {
    struct fixture fixture;
    (void)state;
    open_public(&fixture);
    for (int line = 1; line <= 2; line++) {
        bool came_with_it = line == 1;
        assert_int_equal(knows_code(&fixture, line), came_with_it);
        fixture_ask(&fixture, line, "sit", ",\"seat\":1");
        assert_true(knows_code(&fixture, line));
        fixture_ask(&fixture, line, "stand", "");
        assert_int_equal(knows_code(&fixture, line), came_with_it);
        fixture_ask(&fixture, line, "watch", "");
        assert_int_equal(knows_code(&fixture, line), came_with_it);
        fixture_ask(&fixture, line, "sit", ",\"seat\":1");
        fixture_ask(&fixture, 0, "kick", ",\"seat\":1");
        assert_int_equal(knows_code(&fixture, line), came_with_it);
    }
    look_on(&fixture, 2, true);
    assert_true(knows_code(&fixture, 2));
    fixture_close(&fixture);
}

/* The code belongs to the person, not to the connection. */
static void one_connection_with_the_code_is_enough(void **state) {
    struct fixture fixture;
    (void)state;
    open_public(&fixture);
    int other = fixture_line(&fixture, "cem");
    fixture_ask(&fixture, 2, "sit", "");
    look_on(&fixture, other, true);
    fixture_ask(&fixture, 2, "stand", "");
    assert_true(knows_code(&fixture, 2));
    fixture_close(&fixture);
}

/* A connection that came with the code keeps it, even if it watches again from a seat. */
static void who_came_with_the_code_keeps_it(void **state) {
    struct fixture fixture;
    (void)state;
    open_public(&fixture);
    fixture_ask(&fixture, 1, "sit", "");
    look_on(&fixture, 1, false);
    fixture_ask(&fixture, 1, "stand", "");
    assert_true(knows_code(&fixture, 1));
    fixture_close(&fixture);
}

/* A television of a person with a seat shows the code, but loses it with the seat. */
static void a_television_loses_the_code_with_the_seat(void **state) {
    struct fixture fixture;
    (void)state;
    open_public(&fixture);
    int television = fixture_line(&fixture, "cem");
    for (int i = 0; i < 2; i++) {
        fixture_ask(&fixture, 2, "sit", ",\"seat\":1");
        fixture_ask(&fixture, television, "watch", ",\"as\":\"watcher\"");
        assert_true(knows_code(&fixture, television));
        fixture_ask(&fixture, i ? 0 : 2, i ? "kick" : "stand", ",\"seat\":1");
        assert_false(knows_code(&fixture, 2));
        assert_false(knows_code(&fixture, television));
        look_on(&fixture, television, false);
        assert_false(knows_code(&fixture, television));
    }
    fixture_ask(&fixture, 2, "sit", ",\"seat\":1");
    fixture_ask(&fixture, television, "watch", ",\"as\":\"watcher\"");
    fixture_ask(&fixture, 2, "stand", "");
    fixture_ask(&fixture, 2, "sit", ",\"seat\":1");
    json_is(text_string(&fixture.lines[television].state), "as", "\"watcher\"");
    fixture_close(&fixture);
}

/* Films. */

/* Another line of the same person resumes the stream of this one. */
static int resume(struct fixture *fixture, int from, bool wants_films, size_t unsent) {
    char rest[80];
    int number = fixture_line(fixture, fixture->lines[from].person);
    struct line *line = &fixture->lines[number];
    const struct line *cut = &fixture->lines[from];
    line->wants_films = wants_films;
    line->unsent = unsent;
    line->s = cut->s;
    text_put(&line->view, text_string(&cut->view));
    text_put(&line->info, text_string(&cut->info));
    snprintf(rest, sizeof rest, ",\"stream\":\"%s\",\"s\":%d", cut->stream, (int)cut->s);
    int64_t n = fixture_send(fixture, number, "watch", rest);
    fixture_settle(fixture);
    json_is(fixture_answer(fixture, number, n), "resumed", "true");
    return number;
}

/* The number of films, each of which must be right before the step that names it. */
static int films_before_their_steps(const struct line *line) {
    int count = 0;
    for (int i = 0; i < line->count; i++) {
        if (!line->is_binary[i])
            continue;
        const unsigned char *film = (const unsigned char *)text_string(&line->messages[i]);
        uint32_t number =
            film[4] | (uint32_t)film[5] << 8 | (uint32_t)film[6] << 16 | (uint32_t)film[7] << 24;
        assert_int_equal(film[0], 1);
        assert_true(i + 1 < line->count && !line->is_binary[i + 1]);
        assert_int_equal(json_number(text_string(&line->messages[i + 1]), "film"), number);
        count++;
    }
    return count;
}

/* Even if the seat had no connection when the film was sent. */
static void who_comes_back_gets_the_films_that_he_missed(void **state) {
    struct fixture fixture;
    (void)state;
    fixture_open(&fixture, 1);
    fixture_line(&fixture, "ada");
    fixture_line(&fixture, "ben");
    fixture_make(&fixture, 0,
                 "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1,\"slow_deal\":true},"
                 "\"seed\":\"42\",\"pause\":[0,0]}");
    fixture.lines[0].wants_films = true;
    fixture_seat(&fixture, 2);
    fixture_cut(&fixture, 1);
    fixture_ask(&fixture, 0, "start", "");
    fixture_pass(&fixture, 5000);
    assert_int_equal(films_before_their_steps(&fixture.lines[0]), 1);
    int with = resume(&fixture, 1, true, 0), without = resume(&fixture, 1, false, 0);
    int slow = resume(&fixture, 1, true, FILMS_UNSENT);
    assert_int_equal(films_before_their_steps(&fixture.lines[with]), 1);
    assert_int_equal(films_before_their_steps(&fixture.lines[without]), 0);
    assert_int_equal(films_before_their_steps(&fixture.lines[slow]), 0);
    fixture_close(&fixture);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_code_goes_with_the_seat_of_who_came_without),
        cmocka_unit_test(one_connection_with_the_code_is_enough),
        cmocka_unit_test(who_came_with_the_code_keeps_it),
        cmocka_unit_test(a_television_loses_the_code_with_the_seat),
        cmocka_unit_test(who_comes_back_gets_the_films_that_he_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
