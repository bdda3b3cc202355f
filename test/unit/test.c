/* test.c: helpers of the unit tests. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

static struct match *try_match(const struct game *game, uint64_t seed_number, int seats,
                               const char *const *options, struct message *why) {
    struct setup setup;
    struct seed seed;
    seed_from_number(&seed, seed_number);
    if (!setup_begin(&setup, game, seats, why))
        return NULL;
    for (; options && *options; options += 2)
        if (!setup_option(&setup, game, options[0], options[1], why))
            return NULL;
    return match_new(game, &setup, &seed, why);
}

struct match *test_match(const struct game *game, uint64_t seed, int seats,
                         const char *const *options) {
    struct match *match = try_match(game, seed, seats, options, NULL);
    assert_non_null(match);
    return match;
}

const char *test_refused(const struct game *game, int seats, const char *const *options) {
    struct message why;
    assert_null(try_match(game, 1, seats, options, &why));
    return why.key;
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

struct match *test_drop(uint64_t seed) {
    struct match *match = test_match(game_find(game_list, "null"), seed, 2, NULL);
    test_draw(match);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 0");
    return match;
}

void test_read(const char *variable, struct text *out) {
    char buffer[4096];
    FILE *file = fopen(getenv(variable), "rb");
    assert_non_null(file);
    for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;)
        text_put_bytes(out, buffer, count);
    fclose(file);
}

void test_text(struct text *text, const char *expected) {
    assert_string_equal(text_string(text), expected);
    text_clear(text);
}

void test_follows(const int *found, const double *expected, int cells) {
    double chi = 0, mean = -1;
    for (int i = 0; i < cells; i++) {
        double off = found[i] - expected[i];
        assert_true(expected[i] > 0 || found[i] == 0);
        if (expected[i] > 0)
            chi += off * off / expected[i];
        mean += expected[i] > 0;
    }
    assert_true(chi <= mean || (chi - mean) * (chi - mean) <= 36 * 2 * mean);
}
