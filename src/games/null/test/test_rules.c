/* test_rules.c: the rules of the null game, each by its number (see README). */
#include "unit/test.h"

#include "../null.h"

static const struct null_state *state_of(const struct match *match) {
    return match_state(match);
}

static enum verdict play(struct match *match, int seat, const char *action) {
    return match_play_text(match, seat, action, NULL, NULL, NULL);
}

/* Deals these cards and plays these bids, from seat 0 on. */
static void play_round(struct match *match, const char *deal, const char *const *bids) {
    test_play(match, SEAT_CHANCE, deal);
    for (int seat = 0; seat < match_setup(match)->seats; seat++)
        test_play(match, seat, bids[seat]);
}

static void n1_two_to_four_seats_with_ten_each(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 4, NULL);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(state_of(match)->purse[seat], 10);
    match_free(match);
}

static void n1_the_first_seat_must_be_there(void **state) {
    (void)state;
    assert_string_equal(test_refused(&null_game, 2, (const char *[]){"first_seat", "2", NULL}),
                        "null.first_seat");
}

static void n1_a_random_first_seat_is_a_chance(void **state) {
    (void)state;
    struct match *match =
        test_match(&null_game, 1, 3, (const char *[]){"first_seat", "random", NULL});
    assert_int_equal(play(match, SEAT_CHANCE, "first 3"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, SEAT_CHANCE, "deal 1 2 3"), VERDICT_ILLEGAL);
    test_play(match, SEAT_CHANCE, "first 2");
    assert_int_equal(state_of(match)->starter, 2);
    match_free(match);
}

static void n2_cards_are_distinct_and_seen_by_their_owner(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct null_state view;
    struct events events = {0};
    assert_int_equal(play(match, SEAT_CHANCE, "deal 3 3"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, SEAT_CHANCE, "deal 0 3"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, SEAT_CHANCE, "deal 7 3"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, SEAT_CHANCE, "deal 3"), VERDICT_ILLEGAL);
    match_play_text(match, SEAT_CHANCE, "deal 5 3", NULL, &events, NULL);
    assert_int_equal(event_of(&events, 1)->seen_by, 1);
    assert_int_equal(event_of(&events, 2)->seen_by, 2);
    game_view(&null_game, match_state(match), 0, &view);
    assert_int_equal(view.history[0].card[0], 5);
    assert_int_equal(view.history[0].card[1], 0);
    game_view(&null_game, match_state(match), SEAT_WATCHER, &view);
    assert_int_equal(view.history[0].card[0], 0);
    match_free(match);
}

static void n2_open_cards_are_seen_by_all(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, (const char *[]){"open_cards", "on", NULL});
    struct null_state view;
    struct events events = {0};
    match_play_text(match, SEAT_CHANCE, "deal 5 3", NULL, &events, NULL);
    assert_int_equal(event_of(&events, 1)->seen_by, SEEN_BY_ALL);
    game_view(&null_game, match_state(match), SEAT_WATCHER, &view);
    assert_int_equal(view.history[0].card[1], 3);
    match_free(match);
}

static void n3_bids_are_sealed_until_all_are_in(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct null_state view;
    test_play(match, SEAT_CHANCE, "deal 5 3");
    test_play(match, 1, "bid 2");
    assert_int_equal(play(match, 1, "bid 1"), VERDICT_ILLEGAL);
    game_view(&null_game, match_state(match), 0, &view);
    assert_int_equal(view.history[0].bid[1], 0);
    assert_int_equal(view.sealed, 2);
    test_play(match, 0, "bid 0");
    game_view(&null_game, match_state(match), 0, &view);
    assert_int_equal(view.history[0].bid[1], 2 + 1);
    match_free(match);
}

static void n3_nobody_bids_more_than_three_or_than_he_has(void **state) {
    (void)state;
    struct setup setup;
    struct seed seed;
    int64_t purse[] = {1, 99};
    seed_from_number(&seed, 1);
    assert_true(setup_begin(&setup, &null_game, 2, NULL));
    assert_true(setup_start(&setup, &null_game, "purse", purse, 2, NULL));
    struct match *match = match_new(&null_game, &setup, &seed, NULL);
    test_play(match, SEAT_CHANCE, "deal 5 3");
    assert_int_equal(play(match, 0, "bid 2"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, 1, "bid 4"), VERDICT_ILLEGAL);
    test_play(match, 0, "bid 1");
    test_play(match, 1, "bid 3");
    match_free(match);
}

static void n3_a_seat_whose_time_is_up_bids_nothing(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct text text = {0};
    test_play(match, SEAT_CHANCE, "deal 5 3");
    for (int seat = 0; seat < 2; seat++) {
        struct null_action action = {0};
        game_idle(&null_game, match_state(match), seat, &action);
        null_game.print_action(&action, &text);
        test_text(&text, "bid 0");
    }
    text_free(&text);
    match_free(match);
}

/* A guess of seat 0, which holds the 5: 20 ways to deal two of the other five
 * cards, and of each bid that seat 1, with two coins, could have sealed. */
static void guesses_are_equally_likely(void **state) {
    (void)state;
    enum { DRAWS = 30000, CELLS = 7 * 7 * 3 };
    static const unsigned char key[KEY_BYTES] = {3};
    static struct null_state view, guessed;
    static const int64_t purse[] = {10, 2, 10};
    struct setup setup;
    struct seed seed;
    int found[CELLS] = {0};
    double expected[CELLS] = {0};
    seed_from_number(&seed, 1);
    assert_true(setup_begin(&setup, &null_game, 3, NULL));
    assert_true(setup_start(&setup, &null_game, "purse", purse, 3, NULL));
    struct match *match = match_new(&null_game, &setup, &seed, NULL);
    test_play(match, SEAT_CHANCE, "deal 5 3 1");
    test_play(match, 1, "bid 1");
    game_view(&null_game, match_state(match), 0, &view);
    for (int i = 0; i < DRAWS; i++) {
        struct rng rng;
        rng_open(&rng, key, (uint64_t)i, LANE_CHANCE);
        null_game.guess(&view, 0, &rng, &guessed);
        const struct null_round *round = &guessed.history[0];
        assert_int_equal(round->card[0], 5);
        assert_int_equal(round->bid[2], 0);
        assert_in_range(round->bid[1], 1, 3);
        found[(round->card[1] * 7 + round->card[2]) * 3 + round->bid[1] - 1]++;
    }
    for (int one = 1; one <= 6; one++)
        for (int other = 1; other <= 6; other++)
            for (int bid = 0; bid < 3; bid++)
                if (one != other && one != 5 && other != 5)
                    expected[(one * 7 + other) * 3 + bid] = DRAWS / 60.0;
    test_follows(found, expected, CELLS);
    match_free(match);
}

static void n4_each_bell_rings_once_and_raises_the_prize(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct turn turn;
    test_play(match, SEAT_CHANCE, "deal 5 3");
    test_play(match, 0, "bid 1");
    match_turn(match, &turn);
    assert_int_equal(turn.seats, 2);
    assert_int_equal(turn.may, 3);
    test_play(match, 0, "ring");
    assert_int_equal(state_of(match)->prize, 4);
    assert_int_equal(play(match, 0, "ring"), VERDICT_NOT_YOUR_TURN);
    test_play(match, 1, "ring");
    assert_int_equal(play(match, 1, "ring"), VERDICT_ILLEGAL);
    assert_int_equal(state_of(match)->prize, 5);
    match_free(match);
}

static void n5_the_highest_bid_drops_and_ties_go_from_the_starter(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 3, (const char *[]){"first_seat", "1", NULL});
    struct turn turn;
    play_round(match, "deal 1 2 3", (const char *[]){"bid 3", "bid 1", "bid 3"});
    match_turn(match, &turn);
    assert_int_equal(turn.kind, TURN_SIM);
    assert_int_equal(turn.control, 2);
    match_free(match);
}

static void n6_a_coin_up_to_the_card_wins_the_prize(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct null_state view;
    play_round(match, "deal 4 1", (const char *[]){"bid 2", "bid 1"});
    test_play(match, SEAT_SIM, "land 4");
    assert_int_equal(state_of(match)->purse[0], 13);
    assert_int_equal(state_of(match)->purse[1], 10);
    game_view(&null_game, match_state(match), 1, &view);
    assert_int_equal(view.history[0].card[0], 4);
    game_view(&null_game, match_state(match), 0, &view);
    assert_int_equal(view.history[0].card[1], 0);
    match_free(match);
}

static void n6_a_coin_beyond_the_card_costs_the_bid(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    play_round(match, "deal 4 1", (const char *[]){"bid 2", "bid 1"});
    assert_int_equal(play(match, SEAT_SIM, "land 0"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, SEAT_SIM, "land 7"), VERDICT_ILLEGAL);
    test_play(match, SEAT_SIM, "land 5");
    assert_int_equal(state_of(match)->purse[0], 8);
    match_free(match);
}

static void n7_the_starter_wanders_clockwise(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    for (int round = 0; round < 2; round++) {
        assert_int_equal(state_of(match)->starter, round);
        play_round(match, "deal 4 1", (const char *[]){"bid 0", "bid 0"});
        test_play(match, SEAT_SIM, "land 6");
    }
    assert_int_equal(state_of(match)->starter, 0);
    match_free(match);
}

static void n8_the_fullest_purse_wins_and_ties_share(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 3, (const char *[]){"rounds", "1", NULL});
    struct score score = {0};
    play_round(match, "deal 4 1 2", (const char *[]){"bid 2", "bid 0", "bid 0"});
    null_game.score(match_state(match), &score);
    assert_int_equal(score.winners, 0);
    test_play(match, SEAT_SIM, "land 6");
    assert_true(match_over(match));
    null_game.score(match_state(match), &score);
    assert_int_equal(score.winners, 6);
    assert_int_equal(score.points[0], 8);
    match_free(match);
}

static void thrifty_bids_by_its_card(void **state) {
    (void)state;
    struct match *match = test_match(&null_game, 1, 2, NULL);
    struct budget budget = {0};
    struct null_action action;
    const struct bot *bot = game_bot(&null_game, "thrifty");
    test_play(match, SEAT_CHANCE, "deal 6 1");
    match_choose(match, bot, 0, NULL, &budget, &action, NULL);
    assert_int_equal(action.number, 3);
    match_choose(match, bot, 1, NULL, &budget, &action, NULL);
    assert_int_equal(action.number, 1);
    match_free(match);
}

/* N-4: the bell is for a round it will likely win; in the last one less will do. */
static void thrifty_keeps_its_bell_for_a_good_card(void **state) {
    (void)state;
    static const struct {
        const char *rounds, *deal;
        enum verdict verdict;
    } cases[] = {
        {"2", "deal 6 1", VERDICT_PLAYED},   {"2", "deal 5 1", VERDICT_PLAYED},
        {"2", "deal 4 1", VERDICT_DECLINED}, {"2", "deal 1 6", VERDICT_DECLINED},
        {"1", "deal 4 1", VERDICT_PLAYED},   {"1", "deal 3 1", VERDICT_DECLINED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct match *match =
            test_match(&null_game, 1, 2, (const char *[]){"rounds", cases[i].rounds, NULL});
        struct budget budget = {0};
        struct null_action action;
        const struct bot *bot = game_bot(&null_game, "thrifty");
        test_play(match, SEAT_CHANCE, cases[i].deal);
        test_play(match, 0, "bid 2");
        assert_int_equal(match_choose(match, bot, 0, NULL, &budget, &action, NULL),
                         cases[i].verdict);
        if (cases[i].verdict == VERDICT_PLAYED)
            assert_int_equal(action.verb, NULL_RING);
        match_free(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(n1_two_to_four_seats_with_ten_each),
        cmocka_unit_test(n1_the_first_seat_must_be_there),
        cmocka_unit_test(n1_a_random_first_seat_is_a_chance),
        cmocka_unit_test(n2_cards_are_distinct_and_seen_by_their_owner),
        cmocka_unit_test(n2_open_cards_are_seen_by_all),
        cmocka_unit_test(n3_bids_are_sealed_until_all_are_in),
        cmocka_unit_test(n3_nobody_bids_more_than_three_or_than_he_has),
        cmocka_unit_test(n3_a_seat_whose_time_is_up_bids_nothing),
        cmocka_unit_test(guesses_are_equally_likely),
        cmocka_unit_test(n4_each_bell_rings_once_and_raises_the_prize),
        cmocka_unit_test(n5_the_highest_bid_drops_and_ties_go_from_the_starter),
        cmocka_unit_test(n6_a_coin_up_to_the_card_wins_the_prize),
        cmocka_unit_test(n6_a_coin_beyond_the_card_costs_the_bid),
        cmocka_unit_test(n7_the_starter_wanders_clockwise),
        cmocka_unit_test(n8_the_fullest_purse_wins_and_ties_share),
        cmocka_unit_test(thrifty_bids_by_its_card),
        cmocka_unit_test(thrifty_keeps_its_bell_for_a_good_card),
    };
    return cmocka_run_group_tests_name("null rules", tests, NULL, NULL);
}
