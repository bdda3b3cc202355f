/* test_guess.c: `guess` draws all orders that agree with a view with equal probability, with and
 * without the number of cards (P-24); counted over many draws with fixed seeds. Also the default
 * action of an absent player. */
#include "scene.h"

enum { DRAWS = 36000, SETS = 1 << PF_CARDS };

/* The i-th guess of what this seat sees. */
static void guess_of(const struct match *match, int seat, int i, struct pf_state *guessed) {
    static const unsigned char key[KEY_BYTES] = {24};
    static struct pf_state view;
    struct rng rng;
    memset(&view, 0, sizeof view);
    game_view(&polterfass_game, match_state(match), seat, &view);
    rng_open(&rng, key, (uint64_t)i, LANE_CHANCE);
    memset(guessed, 0, sizeof *guessed);
    polterfass_game.guess(&view, seat, &rng, guessed);
}

/* Four seats, of which 1 and 2 have ordered; seat 3 has not. */
static struct match *ordered(const char *show_card_count) {
    struct match *match = begin(4, (const char *[]){"show_card_count", show_card_count, NULL});
    roll(match, "9 - - - - - - - -");
    test_play(match, 1, "order 3");
    test_play(match, 2, "order 2 5");
    return match;
}

/* All sets of `least` to `most` cards are equally likely as the order of this seat. */
static void check_orders(const struct match *match, int viewer, int seat, int least, int most) {
    static struct pf_state s;
    int found[SETS] = {0};
    double expected[SETS] = {0};
    int sets = 0;
    for (int set = 0; set < SETS; set++)
        sets += pf_set_size(set) >= least && pf_set_size(set) <= most;
    for (int set = 0; set < SETS; set++)
        if (pf_set_size(set) >= least && pf_set_size(set) <= most)
            expected[set] = (double)DRAWS / sets;
    for (int i = 0; i < DRAWS; i++) {
        guess_of(match, viewer, i, &s);
        assert_int_equal(s.cards_laid[seat], pf_set_size(s.order[seat]));
        assert_int_equal(s.order[3], 0); /* a seat that has not ordered has no order */
        found[s.order[seat]]++;
    }
    test_follows(found, expected, SETS);
}

static void orders_of_known_size_are_equally_likely(void **state) {
    (void)state;
    struct match *match = ordered("on");
    check_orders(match, 0, 1, 1, 1);
    check_orders(match, 0, 2, 2, 2);
    check_orders(match, 3, 2, 2, 2);
    match_free(match);
}

static void orders_of_unknown_size_are_equally_likely(void **state) {
    (void)state;
    struct match *match = ordered("off");
    check_orders(match, 0, 1, 1, 2);
    check_orders(match, SEAT_WATCHER, 2, 1, 2);
    match_free(match);
}

/* Two unknown orders are independent: 8 by 8 single cards. */
static void orders_are_independent(void **state) {
    (void)state;
    static struct pf_state s;
    struct match *match = begin(3, NULL);
    int found[PF_CARDS * PF_CARDS] = {0};
    double expected[PF_CARDS * PF_CARDS];
    roll(match, "9 - - - - - - - -");
    test_play(match, 1, "order 3");
    test_play(match, 2, "order 3");
    for (int i = 0; i < DRAWS; i++) {
        guess_of(match, 0, i, &s);
        found[__builtin_ctz(s.order[1]) * PF_CARDS + __builtin_ctz(s.order[2])]++;
    }
    for (int i = 0; i < PF_CARDS * PF_CARDS; i++)
        expected[i] = DRAWS / 64.0;
    test_follows(found, expected, PF_CARDS * PF_CARDS);
    match_free(match);
}

/* The own order is known. */
static void the_own_order_is_kept(void **state) {
    (void)state;
    static struct pf_state s;
    struct match *match = ordered("off");
    for (int i = 0; i < 100; i++) {
        guess_of(match, 2, i, &s);
        assert_int_equal(s.order[2], 1 << 2 | 1 << 5);
    }
    match_free(match);
}

static void check_idle(struct match *match, int seat, const char *expected) {
    struct pf_action action = {0};
    struct text text = {0};
    game_idle(&polterfass_game, match_state(match), seat, &action);
    polterfass_game.print_action(&action, &text);
    test_text(&text, expected);
    text_free(&text);
    assert_int_equal(match_play_idle(match, seat, NULL, NULL, NULL), VERDICT_PLAYED);
}

/* A guest orders nothing; the innkeeper turns off the tap at once and serves the maximum: 9
 * doubled, 3 destroyed. */
static void idle_orders_nothing_stops_and_serves_the_most(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 3 3 - - 5 - x d");
    check_idle(match, 1, "order 0");
    check_idle(match, 2, "order 0");
    check_idle(match, 0, "stop");
    check_idle(match, 0, "serve x8>2 d9>1");
    assert_int_equal(state_of(match)->pad[0].served, 26);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_of_known_size_are_equally_likely),
        cmocka_unit_test(orders_of_unknown_size_are_equally_likely),
        cmocka_unit_test(orders_are_independent),
        cmocka_unit_test(the_own_order_is_kept),
        cmocka_unit_test(idle_orders_nothing_stops_and_serves_the_most),
    };
    return cmocka_run_group_tests_name("polterfass guess", tests, NULL, NULL);
}
