/* test_table_looking.c: what those see who look on without a seat. */
#include "hall.h"

#include <stdio.h>

#define NULL_TWO                                                                                   \
    "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1},\"seed\":\"42\",\"pause\":[0,0],"   \
    "\"public\":true"

static bool knows_code(const struct hall *hall, int line) {
    struct text code = {0};
    bool knows = json_get(text_string(&hall->lines[line].info), "code", &code);
    text_free(&code);
    return knows;
}

static void look_on(struct hall *hall, int line, bool has_code) {
    char rest[64];
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall->code);
    hall_ask(hall, line, "watch", has_code ? rest : "");
}

/* Line 0 owns the table; 1 comes with the code, 2 without. */
static void open_public(struct hall *hall) {
    static const char *const names[] = {"ada", "ben", "cem"};
    hall_open(hall, 1);
    for (int i = 0; i < 3; i++)
        hall_line(hall, names[i]);
    hall_make(hall, 0, NULL_TWO "}");
    for (int i = 0; i < 3; i++)
        look_on(hall, i, i == 1);
}

static void the_code_goes_with_the_seat_of_who_came_without(void **state) {
    struct hall hall;
    (void)state;
    open_public(&hall);
    for (int line = 1; line <= 2; line++) {
        bool came_with_it = line == 1;
        assert_int_equal(knows_code(&hall, line), came_with_it);
        hall_ask(&hall, line, "sit", ",\"seat\":1");
        assert_true(knows_code(&hall, line));
        hall_ask(&hall, line, "stand", "");
        assert_int_equal(knows_code(&hall, line), came_with_it);
        hall_ask(&hall, line, "watch", "");
        assert_int_equal(knows_code(&hall, line), came_with_it);
        hall_ask(&hall, line, "sit", ",\"seat\":1");
        hall_ask(&hall, 0, "kick", ",\"seat\":1");
        assert_int_equal(knows_code(&hall, line), came_with_it);
    }
    look_on(&hall, 2, true);
    assert_true(knows_code(&hall, 2));
    hall_close(&hall);
}

/* His other connections came with it: it is the person who knows it. */
static void one_connection_with_the_code_is_enough(void **state) {
    struct hall hall;
    (void)state;
    open_public(&hall);
    int other = hall_line(&hall, "cem");
    hall_ask(&hall, 2, "sit", "");
    look_on(&hall, other, true);
    hall_ask(&hall, 2, "stand", "");
    assert_true(knows_code(&hall, 2));
    hall_close(&hall);
}

/* A connection that came with the code keeps it, also where it watches once more from a seat. */
static void who_came_with_the_code_keeps_it(void **state) {
    struct hall hall;
    (void)state;
    open_public(&hall);
    hall_ask(&hall, 1, "sit", "");
    look_on(&hall, 1, false);
    hall_ask(&hall, 1, "stand", "");
    assert_true(knows_code(&hall, 1));
    hall_close(&hall);
}

/* A television of somebody with a seat shows the code; that is no way to keep it. */
static void a_television_loses_the_code_with_the_seat(void **state) {
    struct hall hall;
    (void)state;
    open_public(&hall);
    int television = hall_line(&hall, "cem");
    for (int i = 0; i < 2; i++) {
        hall_ask(&hall, 2, "sit", ",\"seat\":1");
        hall_ask(&hall, television, "watch", ",\"as\":\"watcher\"");
        assert_true(knows_code(&hall, television));
        hall_ask(&hall, i ? 0 : 2, i ? "kick" : "stand", ",\"seat\":1");
        assert_false(knows_code(&hall, 2));
        assert_false(knows_code(&hall, television));
        look_on(&hall, television, false);
        assert_false(knows_code(&hall, television));
    }
    hall_ask(&hall, 2, "sit", ",\"seat\":1");
    hall_ask(&hall, television, "watch", ",\"as\":\"watcher\"");
    hall_ask(&hall, 2, "stand", "");
    hall_ask(&hall, 2, "sit", ",\"seat\":1");
    json_is(text_string(&hall.lines[television].state), "as", "\"watcher\"");
    hall_close(&hall);
}

/* Films. */

/* Another line of the same person goes on where this one was cut. */
static int resume(struct hall *hall, int from, bool wants_films, size_t unsent) {
    char rest[80];
    int number = hall_line(hall, hall->lines[from].person);
    struct line *line = &hall->lines[number];
    const struct line *cut = &hall->lines[from];
    line->wants_films = wants_films;
    line->unsent = unsent;
    line->s = cut->s;
    text_put(&line->view, text_string(&cut->view));
    text_put(&line->info, text_string(&cut->info));
    snprintf(rest, sizeof rest, ",\"stream\":\"%s\",\"s\":%d", cut->stream, (int)cut->s);
    int64_t n = hall_send(hall, number, "watch", rest);
    hall_settle(hall);
    json_is(hall_answer(hall, number, n), "resumed", "true");
    return number;
}

/* How many films came, each right before the step that names it. */
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

/* Also where nobody with that seat had looked when it was shown. */
static void who_comes_back_gets_the_films_that_he_missed(void **state) {
    struct hall hall;
    (void)state;
    hall_open(&hall, 1);
    hall_line(&hall, "ada");
    hall_line(&hall, "ben");
    hall_make(&hall, 0,
              "{\"game\":\"null\",\"seats\":2,\"options\":{\"rounds\":1,\"slow_deal\":true},"
              "\"seed\":\"42\",\"pause\":[0,0]}");
    hall.lines[0].wants_films = true;
    hall_seat(&hall, 2);
    hall_cut(&hall, 1);
    hall_ask(&hall, 0, "start", "");
    hall_pass(&hall, 5000);
    assert_int_equal(films_before_their_steps(&hall.lines[0]), 1);
    int with = resume(&hall, 1, true, 0), without = resume(&hall, 1, false, 0);
    int slow = resume(&hall, 1, true, FILMS_UNSENT);
    assert_int_equal(films_before_their_steps(&hall.lines[with]), 1);
    assert_int_equal(films_before_their_steps(&hall.lines[without]), 0);
    assert_int_equal(films_before_their_steps(&hall.lines[slow]), 0);
    hall_close(&hall);
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
