/* test_settings.c: options, start values, and the notation: Z-20, Z-50 and Z-51. */
#include "scene.h"

/* Z-50: four players at most. */
static void test_z50_no_red_box(void **unused) {
    (void)unused;
    struct setup setup;
    assert_true(setup_begin(&setup, &drachen_game, 2, NULL));
    assert_true(setup_begin(&setup, &drachen_game, 4, NULL));
    assert_false(setup_begin(&setup, &drachen_game, 5, NULL));
    assert_false(setup_begin(&setup, &drachen_game, 1, NULL));
}

static void check_characters(const struct match *match, const char *letters) {
    for (int seat = 0; letters[seat]; seat++)
        assert_int_equal(dr_characters[seat_of(match, seat)->character].letter, letters[seat]);
}

/* Z-51: by seat Dimli, Eve, Fleck, Gog, or by letters. */
static void test_z51_characters(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4});
    check_characters(match, "DEFG");
    match_free(match);
    match = set_table(&(struct scene){.seats = 3, .options = {"characters", "GFD"}});
    check_characters(match, "GFD");
    match_free(match);
    match = set_table(&(struct scene){.seats = 2, .options = {"characters", "GFDE"}});
    check_characters(match, "GF");
    match_free(match);
}

static const char *refused(int seats, const char *option, const char *value) {
    const char *const options[] = {option, value, NULL};
    return test_refused(&drachen_game, seats, options);
}

/* Z-51: none twice, none unknown, none missing. */
static void test_z51_characters_refused(void **unused) {
    (void)unused;
    assert_string_equal(refused(2, "characters", "DD"), "drachen.characters");
    assert_string_equal(refused(2, "characters", "DX"), "drachen.characters");
    assert_string_equal(refused(3, "characters", "DE"), "drachen.characters");
    assert_string_equal(refused(2, "characters", "Dd"), "drachen.characters");
    assert_string_equal(refused(2, "characters", "dE"), "drachen.characters");
    assert_string_equal(refused(2, "characters", "-D"), "drachen.characters");
    assert_string_equal(refused(2, "characters", "dx"), "drachen.characters");
    assert_string_equal(refused(3, "characters", "gg"), "drachen.characters");
    assert_string_equal(refused(3, "characters", "gg-x"), "drachen.characters");
    assert_string_equal(refused(2, "first_seat", "2"), "drachen.first_seat");
}

/* Z-51: both drawn; each is a chance of its own. */
static void test_z51_random(void **unused) {
    (void)unused;
    const char *const options[] = {"characters", "random", "first_seat", "random", NULL};
    struct match *match = test_match(&drachen_game, 1, 3, options);
    assert_true(is_refused(match, SEAT_CHANCE, "characters FF"));
    assert_true(is_refused(match, SEAT_CHANCE, "characters FE"));
    assert_true(is_refused(match, SEAT_CHANCE, "first 2"));
    test_play(match, SEAT_CHANCE, "characters FEG");
    assert_true(is_refused(match, SEAT_CHANCE, "first 3"));
    test_play(match, SEAT_CHANCE, "first 2");
    test_draw(match);
    check_characters(match, "FEG");
    assert_int_equal(awaited(match), dr_bit(2));
    match_free(match);
}

/* Z-51: wishes are the first chance action. A character that is wished for goes to one of the
 * seats that wish for it; which one, and who gets the rest, is random. */
static void test_z51_wishes(void **unused) {
    (void)unused;
    const char *const options[] = {"characters", "gg-d", NULL};
    static const char *const possible[] = {"characters GEFD", "characters GFED", "characters EGFD",
                                           "characters FGED"};
    static const char *const impossible[] = {"characters GEDF", "characters EFGD",
                                             "characters DEFG", "characters GDFE",
                                             "characters GGFD", "characters GEF"};
    for (size_t i = 0; i < sizeof possible / sizeof *possible; i++) {
        struct match *match = test_match(&drachen_game, 1, 4, options);
        for (size_t j = 0; j < sizeof impossible / sizeof *impossible; j++)
            assert_true(is_refused(match, SEAT_CHANCE, impossible[j]));
        test_play(match, SEAT_CHANCE, possible[i]);
        test_draw(match);
        check_characters(match, possible[i] + strlen("characters "));
        match_free(match);
    }
}

/* Z-51: also with fewer players; wishes beyond the seats are ignored. */
static void test_z51_wishes_of_two(void **unused) {
    (void)unused;
    struct match *match =
        test_match(&drachen_game, 1, 2, (const char *const[]){"characters", "-fdd", NULL});
    assert_true(is_refused(match, SEAT_CHANCE, "characters FD"));
    assert_true(is_refused(match, SEAT_CHANCE, "characters DE"));
    test_play(match, SEAT_CHANCE, "characters DF");
    match_free(match);
    match = test_match(&drachen_game, 1, 2, (const char *const[]){"characters", "gg", NULL});
    assert_true(is_refused(match, SEAT_CHANCE, "characters DE"));
    test_play(match, SEAT_CHANCE, "characters EG");
    match_free(match);
}

/* Z-51: wishes stay public, also if they were not granted. */
static void test_z51_wishes_stand_in_the_view(void **unused) {
    (void)unused;
    struct match *match =
        test_match(&drachen_game, 1, 4, (const char *const[]){"characters", "gg-d", NULL});
    struct text view = {0};
    test_draw(match);
    match_view_json(match, SEAT_WATCHER, &view);
    assert_non_null(strstr(text_string(&view), "\"wishes\":\"GG-D\""));
    text_free(&view);
    match_free(match);
}

enum { DRAWS = 12000 };

/* The number of times each outcome is drawn for these wishes, by its letters. */
static int drawn_as(const char *wishes, const char *letters) {
    struct match *match = test_match(&drachen_game, 1, (int)strlen(wishes),
                                     (const char *const[]){"characters", wishes, NULL});
    static const unsigned char key[KEY_BYTES] = {51};
    int found = 0;
    for (int i = 0; i < DRAWS; i++) {
        struct rng rng;
        struct dr_action action = {0};
        bool is_it = true;
        rng_open(&rng, key, (uint64_t)i, LANE_CHANCE);
        drachen_game.chance(match_state(match), &rng, &action);
        assert_true(dr_check(match_state(match), SEAT_CHANCE, &action, NULL));
        for (int seat = 0; letters[seat]; seat++)
            is_it &= dr_characters[action.cards[seat]].letter == letters[seat];
        found += is_it;
    }
    match_free(match);
    return found;
}

/* Five standard deviations of a share of that many in a hundred. */
static void check_share(const char *wishes, const char *letters, double share) {
    double expected = DRAWS * share, found = drawn_as(wishes, letters);
    assert_true((found - expected) * (found - expected) <= 25 * expected * (1 - share));
}

/* Z-51: equal wishes are drawn with equal probability, and so is the rest. */
static void test_z51_wishes_are_drawn_fairly(void **unused) {
    (void)unused;
    static const char *const each_quarter[] = {"GEFD", "GFED", "EGFD", "FGED"};
    for (int i = 0; i < 4; i++)
        check_share("gg-d", each_quarter[i], 0.25);
    check_share("ggg", "GDE", 1.0 / 3 / 6);
    check_share("ggg", "DGE", 1.0 / 3 / 6);
    check_share("ggg", "FEG", 1.0 / 3 / 6);
    check_share("ddee", "DFEG", 0.125);
    check_share("ddee", "GDFE", 0.125);
    check_share("defg", "DEFG", 1);
    check_share("----", "GFED", 1.0 / 24);
    check_share("--", "ED", 1.0 / 12);
}

/* README: which numbers are drawn, in which order. */
static void test_z51_wishes_as_the_readme_draws_them(void **unused) {
    (void)unused;
    static const unsigned char key[KEY_BYTES] = {7};
    struct match *match =
        test_match(&drachen_game, 1, 4, (const char *const[]){"characters", "gddg", NULL});
    for (int i = 0; i < 64; i++) {
        struct rng rng;
        struct dr_action action = {0};
        rng_open(&rng, key, (uint64_t)i, LANE_CHANCE);
        int dimli = 1 + (int)rng_below(&rng, 2);
        int gog = 3 * (int)rng_below(&rng, 2);
        bool is_fleck_first = rng_below(&rng, 2) == 0;
        char letters[] = "....";
        letters[dimli] = 'D';
        letters[gog] = 'G';
        *strchr(letters, '.') = is_fleck_first ? 'F' : 'E';
        *strchr(letters, '.') = is_fleck_first ? 'E' : 'F';
        rng_open(&rng, key, (uint64_t)i, LANE_CHANCE);
        drachen_game.chance(match_state(match), &rng, &action);
        for (int seat = 0; seat < 4; seat++)
            assert_int_equal(dr_characters[action.cards[seat]].letter, letters[seat]);
    }
    match_free(match);
}

/* `check` rejects any invalid number in an action. */
static void check_refused(const struct match *match, int seat, struct dr_action action) {
    assert_false(dr_check(match_state(match), seat, &action, NULL));
}

static void test_check_trusts_no_number(void **unused) {
    (void)unused;
    const char *const options[] = {"characters", "random", NULL};
    struct match *match = test_match(&drachen_game, 1, 2, options);
    check_refused(match, SEAT_CHANCE, (struct dr_action){.verb = DR_DO_CHARACTERS, .count = 255});
    check_refused(match, SEAT_CHANCE,
                  (struct dr_action){.verb = DR_DO_CHARACTERS, .count = 2, .cards = {1, 2, 3}});
    check_refused(match, SEAT_CHANCE,
                  (struct dr_action){.verb = DR_DO_CHARACTERS, .count = 2, .cards = {1, 5}});
    test_play(match, SEAT_CHANCE, "characters DE");
    struct dr_action all = {.verb = DR_DO_SHUFFLE};
    all.count = (uint8_t)dr_shuffled_cards(match_state(match), all.cards);
    assert_true(dr_check(match_state(match), SEAT_CHANCE, &all, NULL));
    for (int count = DR_DECK + 1; count < 256; count++) {
        all.count = (uint8_t)count;
        check_refused(match, SEAT_CHANCE, all);
    }
    match_free(match);
}

/* It also rejects values in fields that the verb does not use. */
static void test_check_takes_nothing_unused(void **unused) {
    (void)unused;
    struct match *match = reveals("DE", "", "", "T11");
    reach(match, DR_ASK_MEAD);
    check_refused(match, 0, (struct dr_action){.verb = DR_DO_DRINK, .target = {9}});
    check_refused(match, 0, (struct dr_action){.verb = DR_DO_DRINK, .card = 200});
    check_refused(match, 0, (struct dr_action){.verb = DR_DO_DRINK, .count = 1, .cards = {200}});
    check_refused(match, 0, (struct dr_action){.verb = DR_DO_DRINK, .seat = 1});
    check_refused(match, 0, (struct dr_action){.verb = DR_DO_SPLIT, .target = {2, 1}});
    check_refused(match, 0, (struct dr_action){.verb = DR_VERBS});
    check_refused(match, 0, (struct dr_action){.verb = 255, .count = 255});
    assert_true(dr_check(match_state(match), 0,
                         &(struct dr_action){.verb = DR_DO_SPLIT, .target = {2}}, NULL));
    match_free(match);
}

/* Corrected rulings change the game: a log of version 1 is not played by version 2. */
static void test_earlier_rules_are_refused(void **unused) {
    (void)unused;
    static const struct game *const games[] = {&drachen_game, NULL};
    static const char log[] = "spelunke log 1\ngame drachen 1\nseats 2\n";
    struct log_fault fault = {0};
    assert_int_equal(drachen_game.version, 2);
    assert_null(log_parse(games, log, strlen(log), &fault));
    assert_int_equal(fault.line, 2);
    assert_string_equal(fault.why.key, "kernel.log_past_rules");
}

/* Z-20: ten gold and two drinks for any number of players; both can be set. */
static void test_z20_start_values(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        struct match *match = set_table(&(struct scene){.seats = seats});
        check_seat(match, seats - 1, 20, 0, 10);
        assert_int_equal(seat_of(match, seats - 1)->pile_count, 2);
        assert_int_equal(seat_of(match, seats - 1)->hand_count, 7);
        match_free(match);
    }
    struct match *match =
        set_table(&(struct scene){.seats = 2, .options = {"start_gold", "8", "start_drinks", "1"}});
    check_seat(match, 0, 20, 0, 8);
    assert_int_equal(seat_of(match, 1)->pile_count, 1);
    assert_int_equal(table_of(match)->drinks_count, 26);
    match_free(match);
}

static void test_z20_limits(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 4, .options = {"start_gold", "12", "start_drinks", "3"}});
    check_seat(match, 3, 20, 0, 12);
    assert_int_equal(seat_of(match, 3)->pile_count, 3);
    match_free(match);
    assert_non_null(refused(2, "start_gold", "7"));
    assert_non_null(refused(2, "start_gold", "13"));
    assert_non_null(refused(2, "start_drinks", "0"));
    assert_non_null(refused(2, "start_drinks", "4"));
}

/* Setting buy_others_only: not onto the own pile. */
static void test_buy_others_only(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 3, .options = {"buy_others_only", "on"}, .hands = {"D05"}});
    decide(match, 0, "pass");
    assert_true(is_refused(match, 0, "buy >0"));
    decide(match, 0, "play D05 >0 >0"); /* an order is for any pile */
    assert_int_equal(seat_of(match, 0)->pile_count, 4);
    test_play(match, 0, "buy >2");
    assert_int_equal(seat_of(match, 2)->pile_count, 3);
    match_free(match);
}

static void check_eve(const char *setting, const char *action, int fortitude, int alcohol) {
    struct match *match = set_table(&(struct scene){
        .seats = 4, .options = {"eve_2008", setting, "first_seat", "1"}, .hands = {"", "E19 E24"}});
    decide(match, 1, action);
    check_seat(match, 0, fortitude, alcohol, 10);
    match_free(match);
}

/* Setting eve_2008: the cards as they were printed then. */
static void test_eve_2008(void **unused) {
    (void)unused;
    check_eve("off", "play E19 >0", 20, 2);
    check_eve("on", "play E19 >0", 20, 1);
    check_eve("off", "play E24 >0", 17, 0);
    check_eve("on", "play E24 >0", 18, 0);
}

/* eve_2008: E18 answers Fortitude only. */
static void test_eve_2008_ignores_fortitude_only(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4, .options = {"eve_2008", "on"}, .hands = {"D07 D17", "E18 E21"}});
    test_play(match, 0, "play D07 >1");
    assert_true(is_refused(match, 1, "play E18"));
    answer(match, 1, "play E21");
    pass_windows(match);
    test_play(match, 0, "play D17 >1");
    answer(match, 1, "play E18");
    pass_windows(match);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* Start values: gold overrides start_gold. */
static void test_position(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 2,
        .options = {"start_gold", "12"},
        .gold = {1, 10},
        .fortitude = {9, 20},
        .alcohol = {3},
    });
    check_seat(match, 0, 9, 3, 1);
    check_seat(match, 1, 20, 0, 10);
    match_free(match);
}

/* Start values with which a seat is out already: its last chance comes first. */
static void test_position_already_out(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 3, .gold = {10, -1, 10}, .alcohol = {20}});
    assert_int_equal(asked(match), DR_ASK_LAST);
    nobody_answers(match);
    assert_int_equal(table_of(match)->in, 6); /* Dimli's gold saved Eve */
    assert_int_equal(awaited(match), dr_bit(1));
    match_free(match);
}

static bool is_position(const char *name, int64_t value) {
    struct setup setup;
    const int64_t values[] = {value, 1};
    assert_true(setup_begin(&setup, &drachen_game, 2, NULL));
    return setup_start(&setup, &drachen_game, name, values, 2, NULL);
}

static void test_position_limits(void **unused) {
    (void)unused;
    assert_true(is_position("fortitude", 20) && is_position("alcohol", 0) &&
                is_position("gold", 0));
    assert_false(is_position("fortitude", 21) || is_position("alcohol", 21));
    assert_false(is_position("fortitude", -1) || is_position("gold", -1));
    assert_false(is_position("hands", 1));
}

/* Notation: a `*` is written out in the log, and the log reproduces the match. */
static void test_notation_of_shuffles(void **unused) {
    (void)unused;
    static const struct game *const games[] = {&drachen_game, NULL};
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D17"}, .drinks = "T23"});
    static struct log_fault fault;
    struct text log = {0}, again = {0};
    log_print(match, false, &log);
    assert_null(strstr(text_string(&log), " *\n"));
    assert_non_null(strstr(text_string(&log),
                           "shuffle 0 D17 D01 D01 D01 D01 D01 D02 D02 D03 D03 D04 D05 D06 D07 D08 "
                           "D09 D10 D11 D12 D13 D14 D14 D15 D16 D18 D19 D20 D20 D21 D22 D23 D23 "
                           "D24 D25 D26 D27 D28\n"));
    assert_non_null(strstr(text_string(&log),
                           "shuffle drinks T23 T01 T02 T03 T03 T04 T05 T06 T07 T07 T08 T09 T09 "
                           "T10 T11 T12 T13 T14 T15 T16 T17 T18 T19 T20 T21 T21 T22 T22\n"));
    struct match *copy = log_parse(games, text_string(&log), strlen(text_string(&log)), &fault);
    assert_non_null(copy);
    log_print(copy, false, &again);
    assert_string_equal(text_string(&log), text_string(&again));
    text_free(&log);
    text_free(&again);
    match_free(copy);
    match_free(match);
}

/* Notation: a shuffle has exactly the cards that are shuffled. */
static void test_notation_of_wrong_shuffles(void **unused) {
    (void)unused;
    static const char *const wrong[] = {"shuffle 1 *",
                                        "shuffle drinks *",
                                        "shuffle 0 D17 D17 *",
                                        "shuffle 0 E01 *",
                                        "shuffle 0 D01 D17",
                                        "shuffle 0 * D01",
                                        "shuffle 0",
                                        "characters DE",
                                        "first 0",
                                        "pass"};
    struct match *match = test_match(&drachen_game, 1, 2, NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(is_refused(match, SEAT_CHANCE, wrong[i]));
    test_play(match, SEAT_CHANCE, "shuffle 0 *");
    assert_true(is_refused(match, SEAT_CHANCE, "shuffle 0 *"));
    test_play(match, SEAT_CHANCE, "shuffle 1 E27 *");
    assert_true(is_refused(match, SEAT_CHANCE, "shuffle drinks D01 *"));
    test_play(match, SEAT_CHANCE, "shuffle drinks *");
    match_free(match);
}

/* Notation: seats if the card has targets, and none otherwise. */
static void test_notation_of_aims(void **unused) {
    (void)unused;
    static const char *const wrong[] = {
        "play D17",   "play D17 >0", "play D17 >1 >1", "play D17 >2", "play D15 >1", "play D07",
        "play D17 1", "play d17 >1", "play E01",       "play X01",    "play",        "buy >1"};
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D07 D15 D17"}});
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(is_refused(match, 0, wrong[i]));
    decide(match, 0, "play D07 >0"); /* the own seat is allowed */
    decide(match, 0, "play D15");
    check_seat(match, 0, 20, 0, 10);
    assert_true(is_refused(match, 0, "buy >2"));
    assert_true(is_refused(match, 0, "buy 1"));
    match_free(match);
}

/* Notation: a discard is stored in rising order. */
static void test_notation_of_discards(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D17 D18"}});
    struct text log = {0};
    quiet_turn(match);
    quiet_turn(match);
    test_play(match, 0, "discard D18 D01 D17 D01");
    log_print(match, false, &log);
    assert_non_null(strstr(text_string(&log), "discard D01 D01 D17 D18\n"));
    text_free(&log);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z50_no_red_box),
        cmocka_unit_test(test_z51_characters),
        cmocka_unit_test(test_z51_characters_refused),
        cmocka_unit_test(test_z51_random),
        cmocka_unit_test(test_z51_wishes),
        cmocka_unit_test(test_z51_wishes_of_two),
        cmocka_unit_test(test_z51_wishes_stand_in_the_view),
        cmocka_unit_test(test_z51_wishes_are_drawn_fairly),
        cmocka_unit_test(test_z51_wishes_as_the_readme_draws_them),
        cmocka_unit_test(test_earlier_rules_are_refused),
        cmocka_unit_test(test_check_trusts_no_number),
        cmocka_unit_test(test_check_takes_nothing_unused),
        cmocka_unit_test(test_z20_start_values),
        cmocka_unit_test(test_z20_limits),
        cmocka_unit_test(test_buy_others_only),
        cmocka_unit_test(test_eve_2008),
        cmocka_unit_test(test_eve_2008_ignores_fortitude_only),
        cmocka_unit_test(test_position),
        cmocka_unit_test(test_position_already_out),
        cmocka_unit_test(test_position_limits),
        cmocka_unit_test(test_notation_of_shuffles),
        cmocka_unit_test(test_notation_of_wrong_shuffles),
        cmocka_unit_test(test_notation_of_aims),
        cmocka_unit_test(test_notation_of_discards),
    };
    return cmocka_run_group_tests_name("drachen settings", tests, NULL, NULL);
}
