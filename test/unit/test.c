/* test.c: helpers of the unit tests. */
#include "test.h"

#include "games/null/null.h"

struct match *test_match(uint64_t seed_number, int seats, const char *const *options) {
    struct setup setup;
    struct seed seed;
    seed_from_number(&seed, seed_number);
    assert_true(setup_begin(&setup, &null_game, seats, NULL));
    for (; options && *options; options += 2)
        assert_true(setup_option(&setup, &null_game, options[0], options[1], NULL));
    struct match *match = match_new(&null_game, &setup, &seed, NULL);
    assert_non_null(match);
    return match;
}

void test_play(struct match *match, int seat, const char *action) {
    assert_int_equal(match_play_text(match, seat, action, NULL, NULL, NULL), VERDICT_PLAYED);
}

void test_draw(struct match *match) {
    struct turn turn;
    for (match_turn(match, &turn); turn.kind == TURN_CHANCE || turn.kind == TURN_SIM;
         match_turn(match, &turn))
        assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
}

void test_text(struct text *text, const char *expected) {
    assert_string_equal(text_string(text), expected);
    text_clear(text);
}
