/* test_guess.c: `guess` draws each card that somebody could have laid as often as any
 * other, and nothing else. Counted over many draws with fixed dice. */
#include "scene.h"

enum { DRAWS = 9000 };

/* Three players; seat 1 has played 7 and 2 and has laid a third card, seat 2 has not. */
static struct match *third_round(void) {
    struct match *match = begin(3, NULL);
    lay_cards(match, (int[]){1, 7, 3});
    pass_turns(match);
    lay_cards(match, (int[]){2, 8, 4});
    pass_turns(match);
    test_play(match, 1, "card 5");
    return match;
}

static void guess_of(const struct match *match, int seat, int i, struct rr_state *guessed) {
    static const unsigned char key[KEY_BYTES] = {12};
    struct rr_state view;
    struct rng rng;
    game_view(&riffraff_game, match_state(match), seat, &view);
    rng_open(&rng, key, (uint64_t)i, LANE_CHANCE);
    game_guess(&riffraff_game, &view, seat, &rng, guessed);
}

static void hidden_cards_are_equally_likely(void **unused) {
    struct match *match = third_round();
    int found[RR_CARDS + 1] = {0};
    double expected[RR_CARDS + 1] = {0};
    struct rr_state s;
    (void)unused;
    for (int card = 1; card <= RR_CARDS; card++)
        if (card != 7 && card != 8)
            expected[card] = DRAWS / 8.0;
    for (int i = 0; i < DRAWS; i++) {
        guess_of(match, 0, i, &s);
        found[s.laid[1]]++;
        assert_int_equal(s.laid[2], 0);
        assert_int_equal(__builtin_popcount(rr_cards_held(&s, 1)), 7);
    }
    test_follows(found, expected, RR_CARDS + 1);
    match_free(match);
}

/* One's own card is no guess, and neither is what lies openly. */
static void what_is_known_is_kept(void **unused) {
    struct match *match = third_round();
    struct rr_state s;
    (void)unused;
    guess_of(match, 1, 1, &s);
    assert_memory_equal(&s, state_of(match), sizeof s);
    test_play(match, 0, "card 9");
    test_play(match, 2, "card 1");
    for (int seat = SEAT_WATCHER; seat < 3; seat++) {
        if (seat == SEAT_CHANCE || seat == SEAT_SIM)
            continue;
        guess_of(match, seat, 1, &s);
        assert_memory_equal(&s, state_of(match), sizeof s);
    }
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_cards_are_equally_likely),
        cmocka_unit_test(what_is_known_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
