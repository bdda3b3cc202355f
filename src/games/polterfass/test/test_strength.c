/* test_strength.c: which computer player beats which, over whole matches; too slow for valgrind. */
#include "unit/test.h"

#include "../polterfass.h"

/* Plays a match of four to its end; true: the single `regular` is among the winners. */
static bool wins_among(const char *key, int lone, uint64_t seed) {
    struct budget budget = {.effort = 8};
    struct match *match = test_match(&polterfass_game, seed, 4, NULL);
    struct score score = {0};
    struct turn turn;
    for (test_draw(match); !match_over(match); test_draw(match)) {
        struct pf_action action;
        match_turn(match, &turn);
        int seat = __builtin_ctz(turn.seats);
        const char *player = seat == lone ? "regular" : key;
        match_choose(match, game_bot(&polterfass_game, player), seat, NULL, &budget, &action, NULL);
        assert_int_equal(match_play(match, seat, &action, NULL, NULL, NULL), VERDICT_PLAYED);
    }
    polterfass_game.score(match_state(match), &score);
    match_free(match);
    return score.winners >> lone & 1;
}

/* A quarter would be even. Of many matches it wins 51, 47 and 54 % with so little effort; of
 * these few, well over 30 % of each. */
static void regular_is_stronger_than_the_others(void **state) {
    (void)state;
    enum { GAMES = 40 };
    static const char *const keys[] = {"random", "bold", "careful"};
    for (int i = 0; i < 3; i++) {
        int wins = 0;
        for (int game = 0; game < GAMES; game++)
            wins += wins_among(keys[i], game % 4, (uint64_t)game);
        assert_in_range(wins, GAMES * 30 / 100 + 1, GAMES);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regular_is_stronger_than_the_others),
    };
    return cmocka_run_group_tests_name("polterfass strength", tests, NULL, NULL);
}
