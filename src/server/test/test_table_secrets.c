/* test_table_secrets.c: two tables that differ in one secret choice send the same bytes at the same
 * times to everybody who may not know it, until it is revealed. */
#include "table_fixture.h"

#include <stdio.h>
#include <stdlib.h>

enum { PEOPLE = 3, WATCHER = PEOPLE, TWINS = 2 };

static struct fixture twins[TWINS];

/* Match and server use the same random numbers, so that even drawn names are equal. */
static void open_twins(const char *settings, uint64_t seed) {
    static const char *const names[] = {"ada", "ben", "cem", "eve"};
    char rest[64];
    for (int i = 0; i < TWINS; i++) {
        fixture_open(&twins[i], seed);
        for (int k = 0; k < PEOPLE + 1; k++)
            fixture_line(&twins[i], names[k]);
        fixture_make(&twins[i], 0, settings);
        fixture_seat(&twins[i], PEOPLE);
        snprintf(rest, sizeof rest, ",\"code\":\"%s\"", twins[i].code);
        fixture_ask(&twins[i], WATCHER, "watch", rest);
        fixture_ask(&twins[i], 0, "start", "");
    }
}

static void close_twins(void) {
    for (int i = 0; i < TWINS; i++)
        fixture_close(&twins[i]);
}

static void pass_twins(int64_t ms) {
    for (int i = 0; i < TWINS; i++)
        fixture_pass(&twins[i], ms);
}

static void compare_lines(int line) {
    const struct line *a = &twins[0].lines[line], *b = &twins[1].lines[line];
    int count = a->count < b->count ? a->count : b->count;
    for (int i = 0; i < count; i++) {
        assert_string_equal(text_string(&a->messages[i]), text_string(&b->messages[i]));
        assert_true(text_equals(&a->messages[i], &b->messages[i]));
    }
    assert_int_equal(a->count, b->count);
}

static void compare_others(int seat) {
    for (int line = 0; line < PEOPLE + 1; line++)
        if (line != seat)
            compare_lines(line);
}

static bool is_awaited(int seat) {
    const struct turn *turn = &twins[0].table->play->turn;
    return turn->kind == TURN_SEATS && turn->seats >> seat & 1;
}

static bool differ(int seat) {
    const struct line *a = &twins[0].lines[seat], *b = &twins[1].lines[seat];
    for (int i = 0; i < a->count && i < b->count; i++)
        if (!text_equals(&a->messages[i], &b->messages[i]))
            return true;
    return a->count != b->count;
}

static void bids_are_sealed(void **state) {
    (void)state;
    open_twins("{\"game\":\"null\",\"seats\":3,\"seed\":\"42\",\"clock\":{\"decide\":60000}}", 3);
    fixture_act(&twins[0], 1, "bid 0");
    fixture_act(&twins[1], 1, "bid 3");
    pass_twins(50);
    assert_false(is_awaited(1));
    compare_others(1);
    for (int i = 0; i < TWINS; i++)
        fixture_act(&twins[i], 0, "bid 1");
    pass_twins(50);
    compare_others(1);
    /* Now they are opened. */
    for (int i = 0; i < TWINS; i++)
        fixture_act(&twins[i], 2, "bid 1");
    pass_twins(50);
    assert_true(differ(WATCHER));
    close_twins();
}

static void orders_are_sealed(void **state) {
    (void)state;
    open_twins("{\"game\":\"polterfass\",\"seats\":3,\"seed\":\"42\","
               "\"options\":{\"barrels\":\"table\"}}",
               4);
    assert_true(is_awaited(1));
    fixture_act(&twins[0], 1, "order 1 2");
    fixture_act(&twins[1], 1, "order 3 7");
    pass_twins(50);
    assert_false(is_awaited(1));
    assert_true(differ(1));
    compare_others(1);
    close_twins();
}

/* Until a window closes, nobody sees what was chosen, for whom the server answered, and who had a
 * choice. */
static int chooser(void) {
    struct match *match = twins[0].table->model.match;
    const struct turn *turn = &twins[0].table->play->turn;
    int found = -1;
    struct actions legal = actions_new(match_game(match));
    bool has_others = turn->seats & (turn->seats - 1);
    for (int seat = 0; turn->kind == TURN_SEATS && turn->reaction && has_others && seat < PEOPLE;
         seat++) {
        match_legal(match, seat, &legal);
        if ((turn->seats >> seat & 1) && legal.count > 1)
            found = seat;
    }
    actions_free(&legal);
    return found;
}

static void second_action(int seat, struct text *out) {
    struct match *match = twins[1].table->model.match;
    struct actions legal = actions_new(match_game(match));
    match_legal(match, seat, &legal);
    for (int i = 0; i < legal.count && (!out->length || strcmp(out->data, "pass") == 0); i++) {
        text_clear(out);
        match_game(match)->print_action(actions_at(&legal, i), out);
    }
    actions_free(&legal);
}

static int compare_window(uint64_t seed) {
    char settings[120];
    struct text action = {0};
    int sealed = 0, seat = -1;
    snprintf(settings, sizeof settings,
             "{\"game\":\"drachen\",\"seats\":3,\"seed\":\"%d\",\"reaction\":[100,400]}",
             (int)seed);
    open_twins(settings, seed);
    for (int i = 0; i < 120 && (seat = chooser()) < 0; i++)
        for (int k = 0; k < TWINS; k++)
            fixture_play(&twins[k], PEOPLE, seed + (uint64_t)i, 1);
    if (seat >= 0 && !twins[0].table->play->acts[seat].pending) {
        uint32_t question = twins[0].table->play->turn.question;
        second_action(seat, &action);
        fixture_act(&twins[0], seat, "pass");
        fixture_act(&twins[1], seat, text_string(&action));
        for (int i = 0; i < 50; i++) {
            pass_twins(10);
            if (twins[0].table->play->turn.question != question ||
                twins[1].table->play->turn.question != question)
                break;
            compare_others(seat);
            sealed += !is_awaited(seat);
        }
    }
    text_free(&action);
    close_twins();
    return sealed > 0;
}

static void answers_are_sealed(void **state) {
    int windows = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++)
        windows += compare_window(seed);
    assert_true(windows >= 5);
}

/* Presets and `hold` are not visible to others. */
static void presets_leave_no_trace(void **state) {
    (void)state;
    open_twins("{\"game\":\"drachen\",\"seats\":3,\"seed\":\"9\"}", 5);
    fixture_ask(&twins[1], 1, "preset", ",\"keys\":[\"card\"]");
    fixture_ask(&twins[1], 1, "hold", ",\"on\":true");
    compare_others(1);
    close_twins();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bids_are_sealed),
        cmocka_unit_test(orders_are_sealed),
        cmocka_unit_test(answers_are_sealed),
        cmocka_unit_test(presets_leave_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
