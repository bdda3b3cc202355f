/* test_loading.c: a turn: one piece or two, falling, catching, coming back: to
 * */
#include "scene.h"

/* Seat 0 has the turn, on area 7, where rat1.1 lies; seat 1 and 2 come after it. */
static struct match *on_a_loaded_yard(void) {
    struct match *match = begin(3, (const char *[]){"first_captain", "1", NULL});
    lay_cards(match, (int[]){1, 7, 2});
    load(match, "load rat1.1", "rest");
    pass_turns(match);
    lay_cards(match, (int[]){7, 3, 4});
    assert_int_equal(awaited(match), 1 << 0);
    return match;
}

static uint64_t supply(const struct match *match, int seat) {
    return state_of(match)->supply[seat];
}

/* Every piece of the match is in exactly one place. */
static void check_all_there(const struct match *match) {
    const struct rr_state *s = state_of(match);
    uint64_t seen = s->out_of_game, all = 0;
    assert_false(seen & s->ship.aboard);
    seen |= s->ship.aboard;
    for (int seat = 0; seat < s->seats; seat++) {
        assert_false(seen & s->supply[seat]);
        seen |= s->supply[seat];
        all |= rr_first_pieces(seat, s->seats);
    }
    assert_true(seen == all);
}

/* two on a yard that held cargo before the turn. */
static void test_r12_two_on_a_loaded_yard(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    play_says(match, 0, "load2 boat0.1", (const char *[]){"loads_two", NULL});
    assert_int_equal(state_of(match)->announced, 2);
    test_play(match, SEAT_SIM, "rest");
    assert_int_equal(state_of(match)->phase, RR_SECOND);
    assert_int_equal(state_of(match)->loaded, 1);
    assert_int_equal(awaited(match), 1 << 0);
    assert_string_equal(refused(match, 0, "load2 crate0.1"), "riffraff.announced");
    assert_string_equal(refused(match, 0, "load boat0.1"), "riffraff.not_there");
    play_says(match, 0, "load crate0.1", (const char *[]){"loads_second", NULL});
    test_play(match, SEAT_SIM, "rest");
    assert_int_equal(state_of(match)->announced, 0);
    assert_int_equal(state_of(match)->loaded, 0);
    assert_int_equal(awaited(match), 1 << 2);
    assert_true(state_of(match)->ship.aboard == pieces("rat1.1 boat0.1 crate0.1"));
    match_free(match);
}

/* announced one, it stays with one. */
static void test_r12_one_stays_one(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    load(match, "load boat0.1", "rest");
    assert_int_equal(awaited(match), 1 << 2);
    match_free(match);
}

/* not on the deck, whatever lies there. */
static void test_r12_never_two_on_deck(void **unused) {
    struct match *match = begin(3, (const char *[]){"first_captain", "1", NULL});
    (void)unused;
    lay_cards(match, (int[]){1, 4, 2});
    load(match, "load rat1.1", "rest");
    pass_turns(match);
    lay_cards(match, (int[]){4, 3, 1});
    assert_string_equal(refused(match, 0, "load2 boat0.1"), "riffraff.two_on_deck");
    match_free(match);
}

/* not on an empty yard area, though the other half of the yard is loaded. */
static void test_r12_not_on_an_empty_yard(void **unused) {
    struct match *match = begin(3, (const char *[]){"first_captain", "1", NULL});
    (void)unused;
    lay_cards(match, (int[]){1, 7, 2});
    load(match, "load rat1.1", "rest");
    pass_turns(match);
    lay_cards(match, (int[]){8, 3, 4});
    assert_string_equal(refused(match, 0, "load2 boat0.1"), "riffraff.two_on_empty");
    match_free(match);
}

/* what he loads first does not count as held before the turn began. */
static void test_r12_his_own_first_piece_does_not_count(void **unused) {
    struct match *match = begin(3, NULL);
    (void)unused;
    lay_cards(match, (int[]){9, 1, 2});
    assert_string_equal(refused(match, 0, "load2 boat0.1"), "riffraff.two_on_empty");
    load(match, "load boat0.1", "rest");
    assert_int_equal(awaited(match), 1 << 2);
    match_free(match);
}

/* if anything falls during the first loading, there is no second. */
static void test_r12_no_second_after_a_fall(void **unused) {
    static const char *const falls[] = {"fall rat1.1", "fall boat0.1", "fall rat1.1 caught rat1.1"};
    (void)unused;
    for (size_t i = 0; i < sizeof falls / sizeof *falls; i++) {
        struct match *match = on_a_loaded_yard();
        load(match, "load2 boat0.1", falls[i]);
        assert_int_equal(state_of(match)->phase, RR_LOAD);
        assert_int_equal(awaited(match), 1 << 2);
        check_all_there(match);
        match_free(match);
    }
    struct match *match = on_a_loaded_yard();
    test_play(match, 0, "load2 boat0.1");
    play_says(match, SEAT_SIM, "fall rat1.1",
              (const char *[]){"falls", "lost", "rests", "no_second", NULL});
    match_free(match);
}

/* with one piece left he cannot announce two. */
static void test_r23_two_need_two_pieces(void **unused) {
    struct match *match = on_a_loaded_yard();
    struct rr_state state;
    struct rr_action action;
    struct message why;
    (void)unused;
    memcpy(&state, state_of(match), sizeof state);
    memset(&action, 0, sizeof action);
    action.verb = RR_LOAD_TWO;
    action.piece = (int8_t)piece_of("rat0.1");
    state.supply[0] = pieces("rat0.1 boat0.1");
    assert_true(riffraff_game.check(&state, 0, &action, &why));
    state.supply[0] = pieces("rat0.1");
    assert_false(riffraff_game.check(&state, 0, &action, &why));
    assert_string_equal(why.key, "riffraff.two_of_one");
    match_free(match);
}

/* what falls and is not caught is his, whoever loaded it; the turn ends. */
static void test_r17_lost_cargo_is_his(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    test_play(match, 0, "load boat0.1");
    play_says(match, SEAT_SIM, "fall rat1.1 boat0.1", (const char *[]){"falls", "lost", NULL});
    assert_true(supply(match, 0) & pieces("rat1.1"));
    assert_true(supply(match, 0) & pieces("boat0.1"));
    assert_int_equal(rr_set_size(supply(match, 0)), 9);
    assert_int_equal(rr_set_size(supply(match, 1)), 7);
    assert_true(state_of(match)->ship.aboard == 0);
    assert_int_equal(awaited(match), 1 << 2);
    check_all_there(match);
    match_free(match);
}

/* the loaded piece stays aboard if only others fall. */
static void test_r17_the_loaded_piece_may_stay(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    load(match, "load boat0.1", "fall rat1.1");
    assert_true(state_of(match)->ship.aboard == pieces("boat0.1"));
    assert_int_equal(rr_set_size(supply(match, 0)), 8);
    match_free(match);
}

/* what he catches leaves the game, his own loaded piece too if he caught another. */
static void test_r16_caught_leaves_the_game(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    test_play(match, 0, "load boat0.1");
    play_says(match, SEAT_SIM, "fall rat1.1 boat0.1 caught boat0.1 rat1.1",
              (const char *[]){"falls", "caught", NULL});
    assert_true(state_of(match)->out_of_game == pieces("rat1.1 boat0.1"));
    assert_int_equal(rr_set_size(supply(match, 0)), 7);
    check_all_there(match);
    match_free(match);
}

/* another piece alone leaves the game too. */
static void test_r16_another_piece_alone(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    load(match, "load boat0.1", "fall rat1.1 boat0.1 caught rat1.1");
    assert_true(state_of(match)->out_of_game == pieces("rat1.1"));
    assert_true(supply(match, 0) & pieces("boat0.1"));
    assert_int_equal(rr_set_size(supply(match, 0)), 8);
    match_free(match);
}

/* the piece he was loading, caught alone, goes back in front of him. */
static void test_r16_his_own_piece_alone_comes_back(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    test_play(match, 0, "load boat0.1");
    play_says(match, SEAT_SIM, "fall boat0.1 caught boat0.1",
              (const char *[]){"falls", "caught_own", NULL});
    assert_true(state_of(match)->out_of_game == 0);
    assert_int_equal(rr_set_size(supply(match, 0)), 8);
    match_free(match);
    /* and so it does if others fell uncaught */
    match = on_a_loaded_yard();
    load(match, "load boat0.1", "fall rat1.1 boat0.1 caught boat0.1");
    assert_true(state_of(match)->out_of_game == 0);
    assert_int_equal(rr_set_size(supply(match, 0)), 9);
    check_all_there(match);
    match_free(match);
}

/* of two pieces the second is the one he was loading. */
static void test_r22_the_last_piece_counts(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    load(match, "load2 boat0.1", "rest");
    load(match, "load crate0.1", "fall boat0.1 crate0.1 caught boat0.1");
    assert_true(state_of(match)->out_of_game == pieces("boat0.1"));
    assert_true(supply(match, 0) & pieces("crate0.1"));
    match_free(match);
    match = on_a_loaded_yard();
    load(match, "load2 boat0.1", "rest");
    load(match, "load crate0.1", "fall boat0.1 crate0.1 caught crate0.1");
    assert_true(state_of(match)->out_of_game == 0);
    assert_true((supply(match, 0) & pieces("boat0.1 crate0.1")) == pieces("boat0.1 crate0.1"));
    match_free(match);
}

/* the held piece goes back and the turn ends, also of the first of two. */
static void test_r24_time_is_up(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    test_play(match, 0, "load2 boat0.1");
    play_says(match, SEAT_SIM, "back", (const char *[]){"back", "no_second", NULL});
    assert_int_equal(rr_set_size(supply(match, 0)), 8);
    assert_int_equal(awaited(match), 1 << 2);
    match_free(match);
}

/* of the second of two the first stays aboard. */
static void test_r24_the_first_piece_stays_aboard(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    load(match, "load2 boat0.1", "rest");
    test_play(match, 0, "load crate0.1");
    play_says(match, SEAT_SIM, "back", (const char *[]){"back", NULL});
    assert_true(state_of(match)->ship.aboard == pieces("rat1.1 boat0.1"));
    assert_true(supply(match, 0) & pieces("crate0.1"));
    match_free(match);
}

/* a session without a hand ends so. */
static void test_r24_nobody_steers(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    test_play(match, 0, "load boat0.1");
    test_draw(match);
    assert_true(supply(match, 0) & pieces("boat0.1"));
    assert_int_equal(state_of(match)->last.what, RR_CAME_BACK);
    match_free(match);
}

/* cargo falls while he holds the piece: it goes back, neither fallen nor caught. */
static void test_r27_held_piece_goes_back(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    test_play(match, 0, "load boat0.1");
    assert_string_equal(refused(match, SEAT_SIM, "fall boat0.1 back"), "riffraff.not_fallen");
    play_says(match, SEAT_SIM, "fall rat1.1 back", (const char *[]){"falls", "lost", "back", NULL});
    assert_int_equal(rr_set_size(supply(match, 0)), 9);
    assert_int_equal(awaited(match), 1 << 2);
    match_free(match);
    match = on_a_loaded_yard();
    load(match, "load boat0.1", "fall rat1.1 caught rat1.1 back");
    assert_true(state_of(match)->out_of_game == pieces("rat1.1"));
    assert_int_equal(rr_set_size(supply(match, 0)), 8);
    match_free(match);
}

/* cargo that has slid is in another area, and that decides R-12. */
static void test_r28_slid_cargo_decides_two(void **unused) {
    struct match *match = on_a_loaded_yard();
    (void)unused;
    test_play(match, 0, "load boat0.1");
    play_says(match, SEAT_SIM,
              "rest @ ship:0,0,0,0,0 boat0.1:7:0,60000,236000,1000000,0,0,0 "
              "rat1.1:8:0,-60000,236000,1000000,0,0,0",
              (const char *[]){"rests", "slid", NULL});
    assert_int_equal(state_of(match)->ship.area[piece_of("rat1.1")], 8);
    pass_turns(match);
    lay_cards(match, (int[]){8, 1, 9});
    test_play(match, 2, "load boat2.1");
    test_play(match, SEAT_SIM, "back");
    test_play(match, 0, "load2 rat0.1");
    match_free(match);
}

/* Whatever happens, no piece is lost or there twice. */
static void test_r25_all_pieces_are_somewhere(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= 4; seats++) {
        struct match *match = begin(seats, NULL);
        struct rng rng = random_dice((uint64_t)seats);
        while (!match_over(match)) {
            random_step(match, &rng);
            if (state_of(match)->phase != RR_SIM)
                check_all_there(match);
        }
        match_free(match);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_r12_two_on_a_loaded_yard),
        cmocka_unit_test(test_r12_one_stays_one),
        cmocka_unit_test(test_r12_never_two_on_deck),
        cmocka_unit_test(test_r12_not_on_an_empty_yard),
        cmocka_unit_test(test_r12_his_own_first_piece_does_not_count),
        cmocka_unit_test(test_r12_no_second_after_a_fall),
        cmocka_unit_test(test_r23_two_need_two_pieces),
        cmocka_unit_test(test_r17_lost_cargo_is_his),
        cmocka_unit_test(test_r17_the_loaded_piece_may_stay),
        cmocka_unit_test(test_r16_caught_leaves_the_game),
        cmocka_unit_test(test_r16_another_piece_alone),
        cmocka_unit_test(test_r16_his_own_piece_alone_comes_back),
        cmocka_unit_test(test_r22_the_last_piece_counts),
        cmocka_unit_test(test_r24_time_is_up),
        cmocka_unit_test(test_r24_the_first_piece_stays_aboard),
        cmocka_unit_test(test_r24_nobody_steers),
        cmocka_unit_test(test_r27_held_piece_goes_back),
        cmocka_unit_test(test_r28_slid_cargo_decides_two),
        cmocka_unit_test(test_r25_all_pieces_are_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
