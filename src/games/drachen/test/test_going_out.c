/* test_going_out.c: last chances, going out, what happens to gold and cards, and who wins: Z-15
 * to Z-18 and W9. By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "scene.h"

/* Passes every window; returns whether this event occurred. */
static bool is_told(struct match *match, const char *key) {
    static struct events events;
    bool is_found = false;
    while (asked(match) >= DR_ASK_CARD) {
        events.count = 0;
        int seat = __builtin_ctz(awaited(match));
        assert_int_equal(match_play_text(match, seat, "pass", NULL, &events, NULL), VERDICT_PLAYED);
        for (int i = 0; i < events.count; i++)
            is_found = is_found || strcmp(event_of(&events, i)->message.key, key) == 0;
    }
    return is_found;
}

/* Gog hits Fleck, who has Fortitude 10 and alcohol 8. */
static struct match *fleck_is_hit(const char *last_chance, const char *action) {
    return laid(
        (struct scene){
            .seats = 4,
            .options = {"first_seat", "3", "last_chance", last_chance},
            .hands = {"D07", "E09", "F22", "G17 G19"},
            .fortitude = {20, 20, 10, 20},
            .alcohol = {0, 0, 8, 0},
        },
        action);
}

/* Z-15, W9: all seats that could hold an Anytime card are asked, including those about to go
 * out. */
static void test_z15_a_last_chance(void **unused) {
    (void)unused;
    struct match *match = fleck_is_hit("on", "play G17 >2");
    pass_to(match, DR_ASK_LAST, 2);
    assert_int_equal(awaited(match), D | E | F | G);
    answer(match, 2, "play F22");
    pass_windows(match);
    assert_int_equal(asked(match), DR_ASK_BUY);
    check_in(match, D | E | F | G);
    check_seat(match, 2, 10, 8, 10);
    match_free(match);
}

/* W9: the conditions are checked again when it closes. */
static void test_z15_not_enough(void **unused) {
    (void)unused;
    struct match *match = fleck_is_hit("on", "play G19 >2");
    pass_to(match, DR_ASK_LAST, 2);
    answer(match, 2, "play F22");
    pass_windows(match);
    check_in(match, D | E | G);
    match_free(match);
}

/* W9: a last chance to take others along. */
static void test_z15_others_may_fall_in_the_last_window(void **unused) {
    (void)unused;
    struct match *match = laid((struct scene){.seats = 4,
                                              GOG_FIRST,
                                              .hands = {"D07", "", "", "G17"},
                                              .gold = {10, 1, 10, 10},
                                              .fortitude = {20, 20, 10, 20},
                                              .alcohol = {0, 0, 9, 0}},
                               "play G17 >2");
    pass_to(match, DR_ASK_LAST, 0);
    answer(match, 0, "play D07 >1");
    pass_windows(match);
    check_in(match, D | E | G); /* Fleck's share saves Eve again (Z-16) */
    check_gold(match, 11, 1, 0, 11);
    match_free(match);
}

/* W9: stealing gold counts. */
static void test_z15_stealing_saves(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, .hands = {"D07", "E09"}, .gold = {10, 1, 10, 10}});
    test_play(match, 0, "play D07 >1");
    pass_to(match, DR_ASK_LAST, 1);
    check_gold(match, 10, 0, 10, 10);
    answer(match, 1, "play E09 >0");
    pass_windows(match);
    check_in(match, D | E | F | G);
    check_gold(match, 9, 1, 10, 10);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    match_free(match);
}

/* Z-15: an Anytime card in an earlier window saves as well. */
static void test_z15_saved_before_the_check(void **unused) {
    (void)unused;
    struct match *match = fleck_is_hit("on", "play G17 >2");
    pass_to(match, DR_ASK_HURT, 2);
    decide(match, 2, "play F22");
    assert_int_equal(asked(match), DR_ASK_BUY); /* and there was no W9 */
    check_in(match, D | E | F | G);
    match_free(match);
}

/* Z-15, last_chance off: out without a window. */
static void test_z15_off_there_is_no_window(void **unused) {
    (void)unused;
    struct match *match = fleck_is_hit("off", "play G17 >2");
    pass_to(match, DR_ASK_HURT, 2);
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_BUY);
    check_in(match, D | E | G);
    match_free(match);
}

/* Z-15, last_chance off: a seat that ever had A >= F is out, even if healed since. */
static void test_z15_off_ever_is_out(void **unused) {
    (void)unused;
    struct match *match = fleck_is_hit("off", "play G17 >2");
    pass_to(match, DR_ASK_HURT, 2);
    decide(match, 2, "play F22");
    check_in(match, D | E | G);
    match_free(match);
}

/* Z-15: not in the middle of a card with +2 alcohol and +2 Fortitude. */
static void check_not_mid_effect(const char *last_chance) {
    struct match *match = set_table(&(struct scene){
        .seats = 2,
        .options = {"last_chance", last_chance},
        .drinks = "T03 T03 T05 T17 T19",
        .fortitude = {10, 20},
        .alcohol = {8},
    });
    decide(match, 0, "pass");
    test_play(match, 0, "buy >0");
    nobody_answers(match);
    check_seat(match, 0, 12, 10, 10);
    assert_int_equal(asked(match), DR_ASK_ACTION); /* of Eve; there was no W9 */
    match_free(match);
}

static void test_z15_not_mid_effect(void **unused) {
    (void)unused;
    check_not_mid_effect("on");
    check_not_mid_effect("off");
}

/* Fleck sings, and this much gold lies before those who fall of it: -1
 * Fortitude for the others, +1 alcohol for all, and 1 gold to the inn. */
static struct match *sung(int seats, const int *gold, unsigned falling) {
    struct scene scene = {
        .seats = seats,
        .options = {"first_seat", "2"},
        .hands = {"", "", "F26"},
        .fortitude = {20, 20, 20, 20},
    };
    for (int seat = 0; seat < seats; seat++) {
        scene.gold[seat] = gold[seat];
        scene.alcohol[seat] = falling & dr_bit(seat) ? seat == 2 ? 19 : 18 : 0;
    }
    return laid(scene, "play F26");
}

/* Z-16: half rounded up to the inn, the rest evenly, what is left to the inn. */
static void test_z16_odd_gold(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){7, 10, 10, 10}, D);
    pass_windows(match);
    check_in(match, E | F | G);
    check_gold(match, 0, 11, 10, 11);
    assert_int_equal(table_of(match)->inn, 1 + 4);
    match_free(match);
}

static void test_z16_what_cannot_be_divided(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){10, 10, 10, 10}, D);
    pass_windows(match);
    check_gold(match, 0, 11, 10, 11);
    assert_int_equal(table_of(match)->inn, 1 + 5 + 2);
    match_free(match);
}

/* Z-16: each stash on its own: of 3 and 3 nobody gets anything. */
static void test_z16_each_stash_on_its_own(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){3, 3, 10, 10}, D | E);
    pass_windows(match);
    check_in(match, F | G);
    check_gold(match, 0, 0, 9, 10);
    assert_int_equal(table_of(match)->inn, 1 + 6);
    match_free(match);
}

/* Z-16: seats that go out at the same time get no share. */
static void test_z16_shares_for_the_conscious(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){8, 8, 10, 10}, D | E);
    pass_windows(match);
    check_gold(match, 0, 0, 13, 14);
    assert_int_equal(all_gold(match), 36);
    match_free(match);
}

/* Z-16: a share saves a seat that has just lost its last gold. */
static void test_z16_a_share_saves(void **unused) {
    (void)unused;
    struct match *match = sung(3, (int[]){10, 10, 1}, D);
    pass_windows(match);
    check_in(match, E | F);
    check_gold(match, 0, 12, 2, 0);
    match_free(match);
}

/* Z-16: passed out and broke at once is passed out. */
static void test_z16_passed_out_and_broke(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){10, 10, 1, 10}, F);
    assert_true(is_told(match, "drachen.passed_out"));
    check_in(match, D | E | G);
    match_free(match);
    match = sung(4, (int[]){10, 10, 1, 10}, F);
    assert_false(is_told(match, "drachen.broke"));
    match_free(match);
}

/* Z-16: the winner is determined after both steps: one asleep, one broke. */
static void test_z16_the_win_after_both_steps(void **unused) {
    (void)unused;
    struct match *match = sung(3, (int[]){1, 10, 1}, D);
    pass_windows(match);
    assert_true(match_over(match));
    assert_int_equal(table_of(match)->winners, E);
    match_free(match);
}

/* Who goes out later ranks higher: points are how many went out before. */
static void test_later_out_ranks_higher(void **unused) {
    (void)unused;
    struct match *match = laid((struct scene){.seats = 3,
                                              .options = {"first_seat", "2"},
                                              .hands = {"", "", "F26"},
                                              .drinks = "T01 T02 T03 T09 T05 T17 T16",
                                              .alcohol = {18, 16, 0}},
                               "play F26");
    pass_windows(match);
    check_in(match, E | F);
    decide(match, 2, "buy >2");
    decide(match, 1, "pass");
    decide(match, 1, "buy >2");
    assert_true(match_over(match));
    struct score score = {0};
    drachen_game.score(match_state(match), &score);
    assert_int_equal(score.winners, F);
    for (int seat = 0; seat < 3; seat++)
        assert_int_equal(score.points[seat], seat);
    assert_int_equal(seat_of(match, 0)->rank, 1);
    assert_int_equal(seat_of(match, 1)->rank, 2);
    match_free(match);
}

/* Z-17: everybody out at the same moment: a draw of all of them. */
static void test_z17_everybody_out_at_once(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){10, 10, 10, 10}, D | E | F | G);
    assert_true(is_told(match, "drachen.draw"));
    assert_true(match_over(match));
    assert_int_equal(table_of(match)->winners, D | E | F | G);
    assert_int_equal(table_of(match)->inn, 40);
    match_free(match);
}

/* Z-17: one asleep and the other broke is a draw too. */
static void test_z17_asleep_and_broke(void **unused) {
    (void)unused;
    struct match *match = sung(3, (int[]){1, 1, 1}, D | E);
    pass_windows(match);
    assert_int_equal(table_of(match)->winners, D | E | F);
    match_free(match);
}

/* Z-17: who went out before has no part in the draw. */
static void test_z17_only_who_went_out_now(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 3,
        FLECK_FIRST,
        .hands = {"D07", "", "F26"},
        .gold = {10, 1, 10},
        .alcohol = {18, 0, 19},
    });
    decide(match, 0, "play D07 >1");
    check_in(match, D | F);
    decide(match, 2, "play F26");
    assert_true(match_over(match));
    assert_int_equal(table_of(match)->winners, D | F);
    match_free(match);
}

/* The last one in wins. */
static void test_the_last_one_wins(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){10, 10, 10, 10}, D | E | G);
    assert_true(is_told(match, "drachen.won"));
    assert_int_equal(table_of(match)->winners, F);
    check_gold(match, 0, 0, 24, 0);
    match_free(match);
}

/* Z-18: his drinks go under the deck in their order, his cards leave. */
static void check_gone(const struct match *match, int seat, int drinks) {
    const struct dr_state *s = table_of(match);
    assert_int_equal(s->drinks_count, drinks + 2);
    assert_int_equal(s->drinks[0], dr_drink_find("T05"));
    assert_int_equal(s->drinks[1], dr_drink_find("T07"));
    assert_int_equal(s->drinks[2], dr_drink_find("T23"));          /* the lowest before */
    assert_int_equal(s->drinks[drinks + 1], dr_drink_find("T07")); /* the top as before */
    assert_int_equal(s->seat[seat].pile_count, 0);
    assert_int_equal(s->seat[seat].hand_count, 0);
    assert_int_equal(s->seat[seat].deck_count, 0);
}

static void test_z18_asleep(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){
            .seats = 4,
            FLECK_FIRST,
            .hands = {"", "", "F26"},
            .alcohol = {18},
            .drinks = "T05 T07",
        },
        "play F26");
    pass_windows(match);
    check_gone(match, 0, 20);
    match_free(match);
}

static void test_z18_broke(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4, FLECK_FIRST, .hands = {"", "E09"}, .gold = {1}, .drinks = "T05 T07"});
    decide(match, 1, "play E09 >0");
    check_in(match, E | F | G);
    check_gone(match, 0, 20);
    assert_int_equal(asked(match), DR_ASK_ACTION); /* Fleck's turn goes on */
    match_free(match);
}

/* Z-18: his turn ends at once. */
static void test_z18_his_turn_ends(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){10, 10, 10, 10}, F);
    pass_windows(match);
    check_in(match, D | E | G);
    assert_int_equal(table_of(match)->active, 3);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    assert_int_equal(table_of(match)->drinks_count, 20 + 2); /* nothing was bought */
    match_free(match);
}

/* Z-18: a seat that is out is neither asked nor affected. */
static void test_z18_he_is_met_by_nothing(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 4, GOG_FIRST, .hands = {"", "E09", "", "G17 G23"}, .gold = {1}});
    decide(match, 1, "play E09 >0");
    assert_false(may_act(match) & D);
    assert_true(is_refused(match, 3, "play G17 >0"));
    decide(match, 3, "play G23");
    check_gold(match, 0, 10, 9, 12);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z15_a_last_chance),
        cmocka_unit_test(test_z15_not_enough),
        cmocka_unit_test(test_z15_others_may_fall_in_the_last_window),
        cmocka_unit_test(test_z15_stealing_saves),
        cmocka_unit_test(test_z15_saved_before_the_check),
        cmocka_unit_test(test_z15_off_there_is_no_window),
        cmocka_unit_test(test_z15_off_ever_is_out),
        cmocka_unit_test(test_z15_not_mid_effect),
        cmocka_unit_test(test_z16_odd_gold),
        cmocka_unit_test(test_z16_what_cannot_be_divided),
        cmocka_unit_test(test_z16_each_stash_on_its_own),
        cmocka_unit_test(test_z16_shares_for_the_conscious),
        cmocka_unit_test(test_z16_a_share_saves),
        cmocka_unit_test(test_z16_passed_out_and_broke),
        cmocka_unit_test(test_z16_the_win_after_both_steps),
        cmocka_unit_test(test_later_out_ranks_higher),
        cmocka_unit_test(test_z17_everybody_out_at_once),
        cmocka_unit_test(test_z17_asleep_and_broke),
        cmocka_unit_test(test_z17_only_who_went_out_now),
        cmocka_unit_test(test_the_last_one_wins),
        cmocka_unit_test(test_z18_asleep),
        cmocka_unit_test(test_z18_broke),
        cmocka_unit_test(test_z18_his_turn_ends),
        cmocka_unit_test(test_z18_he_is_met_by_nothing),
    };
    return cmocka_run_group_tests_name("drachen going out", tests, NULL, NULL);
}
