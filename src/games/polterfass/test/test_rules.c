/* test_rules.c: every rule and every worked example, by its number; the bill and the end have
 * files of their own. */
#include "scene.h"

/* The notation of all legal actions of a seat, joined by commas. */
static void check_legal(const struct match *match, int seat, const char *expected) {
    struct actions actions = actions_new(&polterfass_game);
    struct text text = {0};
    game_legal(&polterfass_game, match_state(match), seat, &actions);
    for (int i = 0; i < actions.count; i++) {
        text_put(&text, i ? ", " : "");
        polterfass_game.print_action(actions_at(&actions, i), &text);
    }
    test_text(&text, expected);
    text_free(&text);
    actions_free(&actions);
}

static void p1_p2_ends_add_up_to_eleven_and_lying_barrels_are_nothing(void **state) {
    (void)state;
    uint8_t face[PF_BARRELS] = {PF_LIES};
    int highest[PF_NUMBERS] = {9, 8, 8, 7, 7, 6, 6};
    for (int place = 0; place < PF_NUMBERS; place++) {
        assert_int_equal(pf_number(face, place), 0);
        face[place] = PF_FIRST_END;
        assert_int_equal(pf_number(face, place), highest[place]);
        face[place] = PF_SECOND_END;
        assert_int_equal(pf_number(face, place), 11 - highest[place]);
        face[place] = PF_LIES;
    }
}

static void p3_eight_cards_each_in_six_colours_and_a_pad(void **state) {
    (void)state;
    struct match *match = begin(PF_SEATS, NULL);
    struct actions actions = actions_new(&polterfass_game);
    roll(match, "9 8 8 7 7 6 6 - -");
    for (int seat = 1; seat < PF_SEATS; seat++) {
        game_legal(&polterfass_game, match_state(match), seat, &actions);
        assert_int_equal(actions.count, 8 + 8 * 7 / 2); /* any one, or any two of them */
        actions.count = 0;
        assert_int_equal(play(match, seat, "order 8"), VERDICT_ILLEGAL);
        assert_int_equal(play(match, seat, "order 7 7"), VERDICT_ILLEGAL);
        test_play(match, seat, seat == 1 ? "order 6 7" : "order 7");
    }
    test_play(match, 0, "stop");
    const struct pf_round *round = &state_of(match)->pad[0];
    assert_int_equal(state_of(match)->rounds, 1);
    assert_int_equal(round->served, 51);
    assert_int_equal(pf_ordered(round, PF_SEATS), 41);
    check_points(match, (int[]){10, 13, 7, 7, 7, 7}, (int[]){10, 13, 7, 7, 7, 7});
    actions_free(&actions);
    match_free(match);
}

static void p4_the_first_innkeeper_is_a_setting(void **state) {
    (void)state;
    struct match *match = begin(4, (const char *[]){"first_innkeeper", "2", NULL});
    assert_int_equal(state_of(match)->innkeeper, 2);
    match_free(match);
    assert_string_equal(
        test_refused(&polterfass_game, 4, (const char *[]){"first_innkeeper", "4", NULL}),
        "polterfass.first_innkeeper");
}

static void p4_a_random_innkeeper_is_the_first_chance(void **state) {
    (void)state;
    struct match *match = begin(4, (const char *[]){"first_innkeeper", "random", NULL});
    assert_int_equal(play(match, SEAT_CHANCE, "roll 9 - - - - - - - -"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, SEAT_CHANCE, "first 4"), VERDICT_ILLEGAL);
    test_play(match, SEAT_CHANCE, "first 3");
    assert_int_equal(state_of(match)->innkeeper, 3);
    match_free(match);
}

static void p4_chance_draws_every_seat(void **state) {
    (void)state;
    int drawn[PF_SEATS] = {0};
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct match *match = test_match(&polterfass_game, seed, PF_SEATS,
                                         (const char *[]){"first_innkeeper", "random", NULL});
        test_draw(match);
        drawn[state_of(match)->innkeeper]++;
        match_free(match);
    }
    for (int seat = 0; seat < PF_SEATS; seat++)
        assert_in_range(drawn[seat], 3, 20); /* ten would be even */
}

static void p4_the_role_passes_to_the_left(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    for (int round = 0; round < 4; round++) {
        assert_int_equal(state_of(match)->innkeeper, round % 3);
        play_round(match, "9 - - - - - - - -", "1", "2");
    }
    match_free(match);
}

static void p5_p17_a_first_roll_without_a_number_repeats_with_all_nine(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    struct turn turn;
    assert_int_equal(play(match, SEAT_CHANCE, "roll 9 - - - - - - - ."), VERDICT_ILLEGAL);
    roll(match, "- - - - - - - - -");
    roll(match, "- - - - - - - x d");
    match_turn(match, &turn);
    assert_int_equal(turn.kind, TURN_CHANCE);
    assert_int_equal(play(match, SEAT_CHANCE, "roll 9 - - - - - - . ."), VERDICT_ILLEGAL);
    roll(match, "- - - - - - 5 - -");
    assert_int_equal(state_of(match)->phase, PF_ORDERS);
    match_free(match);
}

static void p6_p7_orders_follow_the_first_roll_and_are_secret(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    struct pf_state view;
    struct turn turn;
    roll(match, "9 - - - - - - - -");
    match_turn(match, &turn);
    assert_int_equal(turn.seats, 6);
    assert_int_equal(play(match, 0, "stop"), VERDICT_NOT_YOUR_TURN);
    test_play(match, 2, "order 3 5");
    for (int seat = SEAT_WATCHER; seat < 2; seat++) {
        if (seat == SEAT_CHANCE || seat == SEAT_SIM)
            continue;
        game_view(&polterfass_game, match_state(match), seat, &view);
        assert_int_equal(view.order[2], 0);
    }
    game_view(&polterfass_game, match_state(match), 2, &view);
    assert_int_equal(pf_order_sum(view.order[2]), 8);
    assert_int_equal(play(match, 2, "order 1"), VERDICT_NOT_YOUR_TURN);
    match_free(match);
}

static void p7_p24_an_order_is_one_or_two_cards(void **state) {
    (void)state;
    static const char *const bad[] = {"order",       "order 8",   "order 3 3", "order 5 3",
                                      "order 1 2 3", "order -1",  "order 03",  "order 3  5",
                                      "order 3 5 ",  "order 3,5", "stop",      "again"};
    static const struct {
        const char *text;
        int sum;
    } good[] = {{"order 0", 0}, {"order 7", 7}, {"order 6 7", 13}, {"order 0 5", 5}};
    struct match *match = begin(6, NULL);
    roll(match, "9 - - - - - - - -");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(play(match, 1, bad[i]), VERDICT_ILLEGAL);
    for (int i = 0; i < 4; i++) {
        test_play(match, i + 1, good[i].text);
        assert_int_equal(pf_order_sum(state_of(match)->order[i + 1]), good[i].sum);
    }
    match_free(match);
}

static void p24_the_number_of_cards_shows_by_setting(void **state) {
    (void)state;
    for (int is_shown = 0; is_shown < 2; is_shown++) {
        struct match *match =
            begin(3, (const char *[]){"show_card_count", is_shown ? "on" : "off", NULL});
        struct events events = {0};
        struct pf_state view;
        roll(match, "9 - - - - - - - -");
        match_play_text(match, 1, "order 3 5", NULL, &events, NULL);
        assert_int_equal(events.count, 1);
        assert_int_equal(event_of(&events, 0)->message.arg_count, 1 + is_shown);
        game_view(&polterfass_game, match_state(match), 0, &view);
        assert_int_equal(view.cards_laid[1], is_shown ? 2 : 0);
        match_free(match);
    }
}

static void p8_lying_barrels_and_chosen_specials_are_rolled(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 - 3 - - - - d x");
    order(match, (const char *[]){NULL, "1", "1"});
    test_play(match, 0, "again 8");
    assert_int_equal(play(match, SEAT_CHANCE, "roll . - . - - - - . -"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, SEAT_CHANCE, "roll 9 8 . - - - - - ."), VERDICT_ILLEGAL);
    roll(match, ". 8 . - - - - - .");
    assert_int_equal(state_of(match)->face[7], PF_LIES);
    check_legal(match, 0, "stop, again, again 9");
    test_play(match, 0, "again 9"); /* one he kept before */
    roll(match, ". . . - - - - d -");
    check_legal(match, 0, "stop, again, again 8");
    match_free(match);
}

static void p9_p13_no_standing_barrel_fails(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 - - - - - - - -");
    order(match, (const char *[]){NULL, "4", "7"});
    test_play(match, 0, "again");
    roll(match, ". - - - - - - - -");
    assert_int_equal(state_of(match)->pad[0].served, PF_FAILED);
    check_points(match, (int[]){0, 4, 7}, (int[]){0, 4, 7});
    match_free(match);
}

static void p18_a_kept_special_does_not_save_a_thrown_one_does(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 - - - - - - d -");
    order(match, (const char *[]){NULL, "4", "7"});
    test_play(match, 0, "again 8");
    roll(match, ". - - - - - - x -");
    assert_int_equal(state_of(match)->phase, PF_SERVING);
    test_play(match, 0, "again");
    roll(match, ". - - - - - - . -");
    assert_int_equal(state_of(match)->pad[0].served, PF_FAILED);
    match_free(match);
}

static void p19_the_cup_needs_a_barrel(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 8 8 7 7 6 6 d x");
    order(match, (const char *[]){NULL, "4", "7"});
    check_legal(match, 0, "stop, again 8, again 9, again 8 9");
    assert_int_equal(play(match, 0, "again"), VERDICT_ILLEGAL);
    match_free(match);
}

static void p19_lying_specials_cannot_be_chosen(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 - - - - - - - d");
    order(match, (const char *[]){NULL, "4", "7"});
    assert_int_equal(play(match, 0, "again 8"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, 0, "again 8 9"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, 0, "again 9 8"), VERDICT_ILLEGAL);
    assert_int_equal(play(match, 0, "again 7"), VERDICT_ILLEGAL);
    test_play(match, 0, "again 9");
    match_free(match);
}

/* Barrels 9, 3, 3, 5 with x on place 8 and d on 9. */
static struct match *stop_at_example_1(void) {
    struct match *match = begin(3, NULL);
    roll(match, "9 3 3 - - 5 - x d");
    order(match, (const char *[]){NULL, "1", "2"});
    test_play(match, 0, "stop");
    return match;
}

static void pe1_spoiled_and_double(void **state) {
    (void)state;
    static const struct {
        const char *serve;
        int served;
    } cases[] = {{"serve x8>2 d9>1", 26}, {"serve x8>6 d9>2", 18}, {"serve x8>1 d9>2", 14}};
    for (int i = 0; i < 3; i++) {
        struct match *match = stop_at_example_1();
        assert_int_equal(state_of(match)->phase, PF_RECKONING);
        test_play(match, 0, cases[i].serve);
        assert_int_equal(state_of(match)->pad[0].served, cases[i].served);
        match_free(match);
    }
}

static int only_total(const char *marks) {
    struct match *match = begin(3, NULL);
    play_round(match, marks, "1", "2");
    assert_int_equal(state_of(match)->rounds, 1); /* there was no choice */
    int served = state_of(match)->pad[0].served;
    match_free(match);
    return served;
}

static void pe2_p11_p20_single_number_barrels(void **state) {
    (void)state;
    assert_int_equal(only_total("- - - - - 6 - d d"), 12);
    assert_int_equal(only_total("- - - - - 6 - x d"), 0);
    assert_int_equal(only_total("- - - - - 6 - d x"), 0);
    assert_int_equal(only_total("- - - - - 6 - x x"), 0);
    assert_int_equal(only_total("9 8 - 4 - - - - -"), 21);
    assert_int_equal(only_total("- 8 8 - - - - d -"), 24);
}

static void pe2_two_doubles_double_two_barrels(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    play_round(match, "9 8 - 4 - - - d d", "1", "2");
    check_legal(match, 0, "serve d8>1 d9>2, serve d8>1 d9>4, serve d8>2 d9>4");
    test_play(match, 0, "serve d8>1 d9>2");
    assert_int_equal(state_of(match)->pad[0].served, 38);
    match_free(match);
}

static void p10_specials_take_barrels_of_their_own_and_must_act(void **state) {
    (void)state;
    static const char *const bad[] = {
        "serve",           "serve x8>2",      "serve d9>1",           "serve x8>2 d9>2",
        "serve x8>4 d9>1", "serve d8>2 x9>1", "serve x8>2 d9>1 d9>1", "serve x8>0 d9>1",
        "serve x8>2 d9>8", "serve x7>2 d9>1", "serve x8>2  d9>1",     "stop"};
    struct match *match = stop_at_example_1();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(play(match, 0, bad[i]), VERDICT_ILLEGAL);
    match_free(match);
}

/* All standing barrels count, also those that stood before the roll; lying ones do not. */
static void p12_the_sum_is_served(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    play_round(match, "2 - 3 - 4 - 5 - -", "1", "2");
    assert_int_equal(state_of(match)->pad[0].served, 2 + 3 + 4 + 5);
    roll(match, "9 - - - - - - x d");
    order(match, (const char *[]){"1", NULL, "2"});
    test_play(match, 1, "again");
    test_play(match, SEAT_CHANCE, "roll . 8 - 4 - - - . .");
    test_play(match, 1, "stop");
    test_play(match, 1, "serve x8>4 d9>2");
    assert_int_equal(state_of(match)->pad[1].served, 9 + 2 * 8);
    match_free(match);
}

static void p21_any_total_once_and_the_log_keeps_the_listed_one(void **state) {
    (void)state;
    struct match *match = stop_at_example_1();
    struct text text = {0};
    test_play(match, 0, "serve d9>1 x8>3"); /* parts in any order, the other 3 */
    polterfass_game.print_action(match_entry(match, match_length(match) - 1).action, &text);
    test_text(&text, "serve x8>2 d9>1");
    match_free(match);
    match = begin(3, NULL);
    play_round(match, "9 8 - 4 - - - x x", "1", "2");
    test_play(match, 0, "serve x8>4 x9>1"); /* two equal ones in falling order */
    polterfass_game.print_action(match_entry(match, match_length(match) - 1).action, &text);
    test_text(&text, "serve x8>1 x9>4");
    text_free(&text);
    match_free(match);
}

static void p21_he_chooses_before_the_orders_are_revealed(void **state) {
    (void)state;
    struct match *match = stop_at_example_1();
    struct pf_state view;
    game_view(&polterfass_game, match_state(match), 0, &view);
    assert_int_equal(view.order[1], 0);
    assert_int_equal(view.rounds, 0);
    match_free(match);
}

/* P-2: a roll is reported mark by mark, and for sentences by what stands. */
static void check_told_roll(struct match *match, const char *marks, const char *args) {
    static struct events events;
    struct text text = {0};
    text_put(&text, "roll ");
    text_put(&text, marks);
    assert_int_equal(match_play_text(match, SEAT_CHANCE, text_string(&text), NULL, &events, NULL),
                     VERDICT_PLAYED);
    text_clear(&text);
    message_args_json(&event_of(&events, 0)->message, &text);
    test_text(&text, args);
    text_free(&text);
}

static void p2_a_roll_tells_what_stands(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    check_told_roll(
        match, "9 - 3 - - - - d x",
        "{\"seat\":0,\"barrels\":[\"9\",\"-\",\"3\",\"-\",\"-\",\"-\",\"-\",\"d\",\"x\"],"
        "\"standing\":[\"9\",\"3\",\"double\",\"spoiled\"],\"lying\":5}");
    order(match, (const char *[]){NULL, "1", "2"});
    test_play(match, 0, "again");
    check_told_roll(
        match, ". - . - - - - . .",
        "{\"seat\":0,\"barrels\":[\".\",\"-\",\".\",\"-\",\"-\",\"-\",\"-\",\".\",\".\"],"
        "\"standing\":[],\"lying\":5}");
    match_free(match);
}

/* The events of a serving besides the bill: key and arguments. */
static void check_effects(const char *marks, const char *serve, const char *key, const char *args) {
    struct match *match = begin(3, NULL);
    static struct events events;
    struct text text = {0};
    roll(match, marks);
    order(match, (const char *[]){NULL, "1", "2"});
    match_play_text(match, 0, "stop", NULL, &events, NULL);
    assert_string_equal(event_of(&events, 0)->message.key, "polterfass.stops");
    if (serve) {
        assert_int_equal(events.count, 1);
        match_play_text(match, 0, serve, NULL, &events, NULL);
    }
    const struct event *told = event_of(&events, serve ? 0 : 1);
    assert_string_equal(told->message.key, key);
    assert_int_equal(told->seen_by, SEEN_BY_ALL);
    if (args) {
        message_args_json(&told->message, &text);
        test_text(&text, args);
    }
    text_free(&text);
    match_free(match);
}

static void p10_what_specials_did_is_told(void **state) {
    (void)state;
    check_effects("9 3 3 - - 5 - x d", "serve x8>2 d9>1", "polterfass.destroys_doubles",
                  "{\"seat\":0,\"destroyed\":[3],\"doubled\":[9]}");
    check_effects("9 3 3 - - 5 - d x", "serve x9>6 d8>2", "polterfass.destroys_doubles",
                  "{\"seat\":0,\"destroyed\":[5],\"doubled\":[3]}");
    check_effects("9 8 - 4 - - - d d", "serve d8>1 d9>4", "polterfass.doubles",
                  "{\"seat\":0,\"doubled\":[9,4]}");
    check_effects("9 8 - 4 - - - x -", "serve x8>2", "polterfass.destroys",
                  "{\"seat\":0,\"destroyed\":[8]}");
    /* also without a choice; no event without an effect */
    check_effects("- - - - - 6 - x d", NULL, "polterfass.destroys",
                  "{\"seat\":0,\"destroyed\":[6]}");
    check_effects("9 - - - - - - - -", NULL, "polterfass.order_shown", NULL);
}

/* The data of the events stays in the view, on the pad. */
static void p10_the_pad_keeps_what_specials_did(void **state) {
    (void)state;
    struct match *match = stop_at_example_1();
    struct pf_state view;
    test_play(match, 0, "serve x8>2 d9>1");
    game_view(&polterfass_game, match_state(match), SEAT_WATCHER, &view);
    assert_int_equal(view.pad[0].effect[0], -3);
    assert_int_equal(view.pad[0].effect[1], 9);
    roll(match, "9 - - - - - - d -");
    order(match, (const char *[]){"1", NULL, "2"});
    test_play(match, 1, "again");
    roll(match, ". - - - - - - . -"); /* failed: the double had no effect */
    assert_int_equal(state_of(match)->pad[1].effect[0], 0);
    match_free(match);
}

static void p22_all_equal_cancels_by_setting(void **state) {
    (void)state;
    struct match *match = begin(3, (const char *[]){"all_equal", "cancel", NULL});
    play_round(match, "9 - - - - - - - -", "6", "6");
    check_points(match, (int[]){9, 0, 0}, (int[]){9, 0, 0});
    match_free(match);
}

static void pe4_three_rounds_of_five_players(void **state) {
    (void)state;
    struct match *match = begin(5, NULL);
    roll(match, "9 3 - - - 6 - - -");
    order(match, (const char *[]){NULL, "5", "1 7", "2", "6"});
    test_play(match, 0, "stop");
    check_points(match, (int[]){18, 0, -8, 8, 0}, (int[]){18, 0, -8, 8, 0});
    roll(match, "9 8 - 4 - 5 - - -");
    order(match, (const char *[]){"1", NULL, "7", "0 7", "5"});
    test_play(match, 1, "stop");
    check_points(match, (int[]){1, 6, 7, 7, 5}, (int[]){19, 6, -1, 15, 5});
    roll(match, "9 8 - 7 - 5 - - -");
    order(match, (const char *[]){"4 7", "5 6", NULL, "4", "6"});
    test_play(match, 2, "stop");
    check_points(match, (int[]){-11, -11, 29, 11, 0}, (int[]){8, -5, 28, 26, 5});
    match_free(match);
}

static void pe5_three_numbers_and_both_specials(void **state) {
    (void)state;
    struct match *match = begin(3, NULL);
    roll(match, "9 - 3 - - - 5 x d");
    order(match, (const char *[]){NULL, "4", "7"});
    check_legal(match, 0, "stop, again, again 8, again 9, again 8 9");
    match_free(match);
}

static void p26_two_players_are_refused_with_the_reason(void **state) {
    (void)state;
    assert_string_equal(test_refused(&polterfass_game, 2, NULL), "polterfass.too_few");
    assert_string_equal(test_refused(&polterfass_game, 7, NULL), "kernel.seats");
}

static void p27_physics_is_a_chance_that_takes_time(void **state) {
    struct match *match =
        test_match(&polterfass_game, 1, 3, (const char *[]){"barrels", "physics", NULL});
    struct turn turn;
    (void)state;
    match_turn(match, &turn);
    assert_int_equal(turn.kind, TURN_CHANCE);
    assert_true(turn.takes_time);
    match_free(match);
}

static void p27_the_odds_add_up(void **state) {
    (void)state;
    for (int k = 1; k <= PF_BARRELS; k++) {
        uint32_t sum = 0;
        for (int j = 0; j <= PF_BARRELS; j++) {
            sum += pf_odds[k][j];
            assert_true(j <= k || pf_odds[k][j] == 0);
        }
        assert_int_equal(sum, PF_ODDS_WHOLE);
    }
}

/* Barrels stand with the probabilities of the table, each place and each end alike. Chi-square
 * at a fixed seed, at a level of 0.0001. */
static void p27_rolls_follow_the_odds(void **state) {
    (void)state;
    enum { ROLLS = 40000 };
    struct pf_state s = {.cup = 0x1ff};
    struct pf_action action;
    struct rng rng;
    unsigned char key[KEY_BYTES] = {7};
    int count[PF_BARRELS + 1] = {0}, face[PF_BARRELS][3] = {{0}}, standing_sum = 0;
    double chi = 0;
    rng_open(&rng, key, 0, 0);
    for (int i = 0; i < ROLLS; i++) {
        int standing = 0;
        pf_roll(&s, &rng, &action);
        for (int place = 0; place < PF_BARRELS; place++) {
            face[place][action.marks[place]]++;
            standing += action.marks[place] != PF_LIES;
        }
        count[standing]++;
        standing_sum += standing;
    }
    for (int j = 0; j < 7; j++) { /* 7 and more are too rare */
        double expected = (double)ROLLS * pf_odds[9][j] / PF_ODDS_WHOLE;
        chi += (count[j] - expected) * (count[j] - expected) / expected;
    }
    assert_true(chi < 30);
    for (int place = 0; place < PF_BARRELS; place++)
        for (int end = PF_FIRST_END; end <= PF_SECOND_END; end++) {
            double expected = standing_sum / 18.0;
            double off = face[place][end] - expected;
            assert_true(off * off / expected < 16);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p1_p2_ends_add_up_to_eleven_and_lying_barrels_are_nothing),
        cmocka_unit_test(p3_eight_cards_each_in_six_colours_and_a_pad),
        cmocka_unit_test(p4_the_first_innkeeper_is_a_setting),
        cmocka_unit_test(p4_a_random_innkeeper_is_the_first_chance),
        cmocka_unit_test(p4_chance_draws_every_seat),
        cmocka_unit_test(p4_the_role_passes_to_the_left),
        cmocka_unit_test(p5_p17_a_first_roll_without_a_number_repeats_with_all_nine),
        cmocka_unit_test(p6_p7_orders_follow_the_first_roll_and_are_secret),
        cmocka_unit_test(p7_p24_an_order_is_one_or_two_cards),
        cmocka_unit_test(p24_the_number_of_cards_shows_by_setting),
        cmocka_unit_test(p8_lying_barrels_and_chosen_specials_are_rolled),
        cmocka_unit_test(p9_p13_no_standing_barrel_fails),
        cmocka_unit_test(p18_a_kept_special_does_not_save_a_thrown_one_does),
        cmocka_unit_test(p19_the_cup_needs_a_barrel),
        cmocka_unit_test(p19_lying_specials_cannot_be_chosen),
        cmocka_unit_test(pe1_spoiled_and_double),
        cmocka_unit_test(pe2_p11_p20_single_number_barrels),
        cmocka_unit_test(pe2_two_doubles_double_two_barrels),
        cmocka_unit_test(p10_specials_take_barrels_of_their_own_and_must_act),
        cmocka_unit_test(p12_the_sum_is_served),
        cmocka_unit_test(p21_any_total_once_and_the_log_keeps_the_listed_one),
        cmocka_unit_test(p21_he_chooses_before_the_orders_are_revealed),
        cmocka_unit_test(p2_a_roll_tells_what_stands),
        cmocka_unit_test(p10_what_specials_did_is_told),
        cmocka_unit_test(p10_the_pad_keeps_what_specials_did),
        cmocka_unit_test(p22_all_equal_cancels_by_setting),
        cmocka_unit_test(pe4_three_rounds_of_five_players),
        cmocka_unit_test(pe5_three_numbers_and_both_specials),
        cmocka_unit_test(p26_two_players_are_refused_with_the_reason),
        cmocka_unit_test(p27_physics_is_a_chance_that_takes_time),
        cmocka_unit_test(p27_the_odds_add_up),
        cmocka_unit_test(p27_rolls_follow_the_odds),
    };
    return cmocka_run_group_tests_name("polterfass", tests, NULL, NULL);
}
