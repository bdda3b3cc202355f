/* test_gold.c: losses of gold, their windows, and going out: Z-8, Z-13 to Z-19,
 * W2 and W9. By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "table.h"

#define GOG_FIRST   .options = {"first_seat", "3"}
#define FLECK_FIRST .options = {"first_seat", "2"}

enum { D = 1, E = 2, F = 4, G = 8 };

static struct match *laid(struct scene scene, const char *action) {
    struct match *match = set_table(&scene);
    test_play(match, table_of(match)->active, action);
    return match;
}

/* Passes every window; whether this was told meanwhile. */
static bool is_told(struct match *match, const char *key) {
    static struct events events;
    bool is_found = false;
    while (asked(match) >= DR_ASK_CARD) {
        events.count = 0;
        int seat = __builtin_ctz(awaited(match));
        assert_int_equal(match_play_text(match, seat, "pass", NULL, &events, NULL), VERDICT_PLAYED);
        for (int i = 0; i < events.count; i++)
            is_found = is_found || strcmp(events.list[i].message.key, key) == 0;
    }
    return is_found;
}

static void check_gold(const struct match *match, int dimli, int eve, int fleck, int gog) {
    const int expected[] = {dimli, eve, fleck, gog};
    for (int seat = 0; seat < table_of(match)->seats; seat++)
        assert_int_equal(table_of(match)->seat[seat].gold, expected[seat]);
}

static void check_in(const struct match *match, unsigned in) {
    assert_int_equal(table_of(match)->in, in);
}

/* Z-8: nobody ignores the payment on his own card; the inn may pay it. */
static void test_z8_own_payment(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"", "", "", "G10 G13 G18"}}, "play G18 >0");
    assert_int_equal(awaited(match), D);
    assert_true(is_refused(match, 3, "play G13"));
    pass_to(match, DR_ASK_LOSS, 3);
    answer(match, 3, "play G10");
    pass_windows(match);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* Z-8: also where he named himself. */
static void test_z8_a_tip_of_ones_own(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, .options = {"first_seat", "1"}, .hands = {"", "E07 E17 E18"}},
        "play E07 >1");
    assert_int_equal(asked(match), DR_ASK_LOSS); /* W1 asked nobody */
    answer(match, 1, "play E17");
    pass_windows(match);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* Z-8: who was hit and ignores does not free the other from paying. */
static void test_z8_the_victim_ignores(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D22", "", "", "G18"}}, "play G18 >0");
    answer(match, 0, "play D22");
    pass_windows(match);
    check_seat(match, 0, 20, 0, 10);
    check_seat(match, 3, 20, 0, 9);
    match_free(match);
}

/* Z-13: Fortitude and alcohol end at 0 and at 20. */
static void test_z13_bounds(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "", "F22 F27"}}, "play F22");
    pass_windows(match);
    check_seat(match, 2, 20, 0, 10);
    decide(match, 2, "play F27");
    check_seat(match, 0, 20, 0, 9);
    match_free(match);
}

static void test_z13_lower_and_upper_end(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 4,
        .options = {"first_seat", "1"},
        .hands = {"", "E19"},
        .alcohol = {19},
    });
    test_play(match, 1, "play E19 >0");
    pass_to(match, DR_ASK_LAST, 0);
    check_seat(match, 0, 20, 20, 10);
    match_free(match);
    match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"", "", "", "G19"}, .fortitude = {3}},
             "play G19 >0");
    pass_to(match, DR_ASK_LAST, 0);
    check_seat(match, 0, 0, 0, 10);
    match_free(match);
}

/* Z-14: who cannot pay all pays what he has. */
static void test_z14_pays_what_he_has(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "", "F28"}, .gold = {1}},
             "play F28 >0");
    pass_to(match, DR_ASK_LAST, 0);
    check_gold(match, 0, 10, 11, 10);
    match_free(match);
}

/* D09: the inn pays min(due, gold). */
static void test_d09_the_inn_pays_no_more_than_he_had(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"D09", "", "F28"}, .gold = {1}},
             "play F28 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    pass_windows(match);
    check_gold(match, 1, 10, 11, 10);
    assert_int_equal(table_of(match)->inn, -1);
    match_free(match);
}

/* W2: only the payer is asked; IGNORE belongs to W1. */
static void test_w2_asks_the_payer(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E18 E17", "F21", "G10"}},
             "play F21");
    pass_to(match, DR_ASK_LOSS, 3); /* in turn order: Gog, Dimli, Eve */
    assert_int_equal(awaited(match), G);
    pass_to(match, DR_ASK_LOSS, 0);
    assert_int_equal(awaited(match), D);
    pass_to(match, DR_ASK_LOSS, 1);
    assert_int_equal(awaited(match), E);
    assert_true(is_refused(match, 1, "play E18"));
    answer(match, 1, "play E17");
    pass_windows(match);
    check_gold(match, 9, 10, 12, 9);
    match_free(match);
}

/* W2: D09 against a theft: the thief gets his gold from the inn. */
static void test_w2_a_theft_from_the_inn(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D10", "E09"}});
    test_play(match, 1, "play E09 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D10");
    pass_windows(match);
    check_gold(match, 10, 11, 10, 10);
    assert_int_equal(table_of(match)->inn, -1);
    match_free(match);
}

/* W2: a negated answer: it is paid, unless another answer follows (Z-4). */
static void test_w2_a_negated_answer(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D09 D10", "E08 E09"}});
    test_play(match, 1, "play E09 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    answer(match, 1, "play E08");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D10");
    pass_windows(match);
    check_gold(match, 10, 11, 10, 10);
    match_free(match);
}

/* W2: ante cards and F05 are no answers to other losses. */
static void test_w2_what_does_not_fit(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D07", "", "F05 F16"}});
    test_play(match, 0, "play D07 >2");
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_true(is_refused(match, 2, "play F16"));
    assert_true(is_refused(match, 2, "play F05"));
    match_free(match);
}

/* W2 with 0 gold: no window; in a round he stays without paying (Z-42). */
static void test_w2_not_with_an_empty_purse(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 2, .hands = {"D01", "E02"}, .gold = {1, 10}});
    decide(match, 0, "play D01");
    assert_int_equal(table_of(match)->pot, 2);
    test_play(match, 1, "play E02");
    assert_int_equal(awaited(match), E); /* her own ante */
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(table_of(match)->pot, 3);
    check_in(match, D | E);
    match_free(match);
}

/* The inn pays an ante: the pot gets it, the player stays in the round. */
static void test_w2_the_inn_pays_an_ante(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D01 D09"}});
    test_play(match, 0, "play D01");
    answer(match, 0, "play D09");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 4);
    assert_int_equal(table_of(match)->inn, -1);
    assert_int_equal(table_of(match)->round.in, D | E | F | G);
    check_gold(match, 10, 9, 9, 9);
    match_free(match);
}

/* E17: nobody receives, and the ante counts as paid. */
static void test_e17_an_ante_counts_as_paid(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D01", "E17"}});
    test_play(match, 0, "play D01");
    pass_to(match, DR_ASK_LOSS, 1);
    answer(match, 1, "play E17");
    pass_windows(match);
    assert_int_equal(table_of(match)->pot, 3);
    assert_int_equal(table_of(match)->round.in, D | E | F | G);
    check_gold(match, 9, 10, 9, 9);
    match_free(match);
}

/* E17 against a theft: the thief gets nothing. */
static void test_e17_nobody_receives(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "E17", "F28"}}, "play F28 >1");
    pass_to(match, DR_ASK_LOSS, 1);
    answer(match, 1, "play E17");
    pass_windows(match);
    check_gold(match, 10, 10, 10, 10);
    assert_int_equal(table_of(match)->inn, 0);
    match_free(match);
}

/* D05: pays 1, two drinks onto the piles named, then the normal one. */
static void test_d05_two_besides_the_normal_one(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D05"}});
    decide(match, 0, "pass");
    decide(match, 0, "play D05 >1 >3");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->seat[1].pile_count, 3);
    assert_int_equal(table_of(match)->seat[3].pile_count, 3);
    check_gold(match, 9, 10, 10, 10);
    test_play(match, 0, "buy >1");
    assert_int_equal(table_of(match)->seat[1].pile_count, 4);
    match_free(match);
}

/* D05: the same pile twice, also the own; the inn may pay. */
static void test_d05_one_pile_twice(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D05 D09"}});
    decide(match, 0, "pass");
    assert_true(is_refused(match, 0, "play D05 >0"));
    assert_true(is_refused(match, 0, "play D05"));
    test_play(match, 0, "play D05 >0 >0");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    pass_windows(match);
    assert_int_equal(table_of(match)->seat[0].pile_count, 4);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* D05 negated: no drinks and no payment (Z-7). */
static void test_d05_negated(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D05", "E08"}});
    decide(match, 0, "pass");
    test_play(match, 0, "play D05 >1 >1");
    answer(match, 1, "play E08");
    pass_windows(match);
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->seat[1].pile_count, 2);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
}

/* F05, first branch: two drinks for nothing; the second stands in test_decks.c. */
static void test_f05_orders_for_nothing(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, FLECK_FIRST, .hands = {"", "", "F05"}});
    assert_true(is_refused(match, 2, "play F05 >0 >1"));
    decide(match, 2, "pass");
    decide(match, 2, "play F05 >0 >1");
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(table_of(match)->seat[0].pile_count, 3);
    assert_int_equal(table_of(match)->seat[1].pile_count, 3);
    check_gold(match, 10, 10, 10, 10);
    match_free(match);
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

/* Z-15, W9: everybody who could hold an Anytime card is asked, the doomed too. */
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

/* W9: the conditions are tested anew at its close. */
static void test_z15_not_enough(void **unused) {
    (void)unused;
    struct match *match = fleck_is_hit("on", "play G19 >2");
    pass_to(match, DR_ASK_LAST, 2);
    answer(match, 2, "play F22");
    pass_windows(match);
    check_in(match, D | E | G);
    match_free(match);
}

/* W9: a last chance to drag others along. */
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

/* Z-15, last_chance off: ever equal or greater is out, though healed since. */
static void test_z15_off_ever_is_out(void **unused) {
    (void)unused;
    struct match *match = fleck_is_hit("off", "play G17 >2");
    pass_to(match, DR_ASK_HURT, 2);
    decide(match, 2, "play F22");
    check_in(match, D | E | G);
    match_free(match);
}

/* Z-15: not in the middle of an effect: +2 alcohol and +2 Fortitude at once. */
static void test_z15_not_mid_effect(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){
        .seats = 2,
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

/* Z-16: who falls at the same time gets no share. */
static void test_z16_shares_for_the_conscious(void **unused) {
    (void)unused;
    struct match *match = sung(4, (int[]){8, 8, 10, 10}, D | E);
    pass_windows(match);
    check_gold(match, 0, 0, 13, 14);
    assert_int_equal(all_gold(match), 36);
    match_free(match);
}

/* Z-16: a share saves who has just become broke. */
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

/* Z-16: the win is looked for after both steps: one asleep, one broke. */
static void test_z16_the_win_after_both_steps(void **unused) {
    (void)unused;
    struct match *match = sung(3, (int[]){1, 10, 1}, D);
    pass_windows(match);
    assert_true(match_over(match));
    assert_int_equal(table_of(match)->winners, E);
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

/* Z-18: who is out is asked no more and met by nothing. */
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

/* Z-19: the inn never runs out: its balance may be negative. */
static void test_z19_the_inn_never_runs_out(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D09", "", "F19", "G23"}}, "play G23");
    pass_to(match, DR_ASK_LOSS, 0);
    answer(match, 0, "play D09");
    pass_to(match, DR_ASK_LOSS, 2);
    answer(match, 2, "play F19");
    pass_windows(match);
    check_gold(match, 10, 9, 10, 13);
    assert_int_equal(table_of(match)->inn, -2);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z8_own_payment),
        cmocka_unit_test(test_z8_a_tip_of_ones_own),
        cmocka_unit_test(test_z8_the_victim_ignores),
        cmocka_unit_test(test_z13_bounds),
        cmocka_unit_test(test_z13_lower_and_upper_end),
        cmocka_unit_test(test_z14_pays_what_he_has),
        cmocka_unit_test(test_d09_the_inn_pays_no_more_than_he_had),
        cmocka_unit_test(test_w2_asks_the_payer),
        cmocka_unit_test(test_w2_a_theft_from_the_inn),
        cmocka_unit_test(test_w2_a_negated_answer),
        cmocka_unit_test(test_w2_what_does_not_fit),
        cmocka_unit_test(test_w2_not_with_an_empty_purse),
        cmocka_unit_test(test_w2_the_inn_pays_an_ante),
        cmocka_unit_test(test_e17_an_ante_counts_as_paid),
        cmocka_unit_test(test_e17_nobody_receives),
        cmocka_unit_test(test_d05_two_besides_the_normal_one),
        cmocka_unit_test(test_d05_one_pile_twice),
        cmocka_unit_test(test_d05_negated),
        cmocka_unit_test(test_f05_orders_for_nothing),
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
        cmocka_unit_test(test_z17_everybody_out_at_once),
        cmocka_unit_test(test_z17_asleep_and_broke),
        cmocka_unit_test(test_z17_only_who_went_out_now),
        cmocka_unit_test(test_the_last_one_wins),
        cmocka_unit_test(test_z18_asleep),
        cmocka_unit_test(test_z18_broke),
        cmocka_unit_test(test_z18_his_turn_ends),
        cmocka_unit_test(test_z18_he_is_met_by_nothing),
        cmocka_unit_test(test_z19_the_inn_never_runs_out),
    };
    return cmocka_run_group_tests_name("drachen gold", tests, NULL, NULL);
}
