/* test_gambling.c: rounds of gambling (Z-36 to Z-46). */
#include "table.h"

/* The first seat opens with its Zocken? card; its ante is due. */
static struct match *opened(const struct scene *scene) {
    char play[] = "play ?01";
    play[5] = scene->options[1][0];
    struct match *match = set_table(scene);
    test_play(match, 0, play);
    return match;
}

static struct match *opens(const char *letters, const char *hand0, const char *hand1,
                           const char *hand2) {
    return opened(&(struct scene){.seats = (int)strlen(letters),
                                  .options = {"characters", letters},
                                  .hands = {hand0, hand1, hand2}});
}

/* The same, and everybody has paid his ante. */
static struct match *runs(const char *letters, const char *hand0, const char *hand1,
                          const char *hand2) {
    struct match *match = opens(letters, hand0, hand1, hand2);
    pass_windows(match);
    return match;
}

/* It is this seat's gambling turn, and nobody answers what it does. */
static void bets(struct match *match, int seat, const char *action) {
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(awaited(match), dr_bit(seat));
    decide(match, seat, action);
}

static void escapes(struct match *match, int seat, const char *action) {
    reach_loss_of(match, seat);
    respond(match, seat, action);
}

static void check_round(const struct match *match, unsigned in, int control, int pot) {
    assert_int_equal(table_of(match)->round.in, in);
    assert_int_equal(table_of(match)->round.control, control + 1);
    assert_int_equal(table_of(match)->pot, pot);
}
enum { NO_CONTROL = -1 };

static void check_gold(const struct match *match, int gold0, int gold1, int gold2) {
    assert_int_equal(table_of(match)->seat[0].gold, gold0);
    assert_int_equal(table_of(match)->seat[1].gold, gold1);
    if (table_of(match)->seats > 2)
        assert_int_equal(table_of(match)->seat[2].gold, gold2);
}

/* Z-46: after the round the starter goes on with buying. */
static void ends(struct match *match, int gold0, int gold1, int gold2) {
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_int_equal(awaited(match), dr_bit(0));
    assert_int_equal(table_of(match)->pot, 0);
    check_gold(match, gold0, gold1, gold2);
    match_free(match);
}

/* Z-36: antes in turn order from the starter, who is in control; the first
 * decision is his left neighbour's. */
static void test_z36_start(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 4, .options = {"first_seat", "2"}, .hands = {"", "", "F01"}});
    test_play(match, 2, "play F01");
    for (int i = 0; i < 4; i++) {
        assert_int_equal(asked(match), DR_ASK_LOSS);
        assert_int_equal(awaited(match), dr_bit((2 + i) % 4));
        assert_int_equal(table_of(match)->pot, i);
        nobody_answers(match);
    }
    check_round(match, 15, 2, 4);
    assert_int_equal(awaited(match), dr_bit(3));
    match_free(match);
}

/* Z-36, Z-40: an ante escape: no ante, not in the round, never asked to bet. */
static void test_z36_escape(void **unused) {
    (void)unused;
    struct match *match = opens("DEG", "", "E20", "");
    escapes(match, 1, "play E20");
    pass_windows(match);
    check_round(match, 5, 0, 2);
    bets(match, 2, "pass");
    ends(match, 9 + 2, 10, 9);
}

/* An escape needs an ante: it does not answer other losses. */
static void test_z36_escape_only_from_antes(void **unused) {
    (void)unused;
    struct match *match = set_table(
        &(struct scene){.seats = 2, .options = {"characters", "DE"}, .hands = {"D15", "E20"}});
    test_play(match, 0, "play D15");
    reach_loss_of(match, 1);
    assert_true(is_refused(match, 1, "play E20"));
    match_free(match);
}

/* Z-37: Siegreiche Hand is beaten by Cheating only. */
static void test_z37_lock(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E03", "F02 F03 F10");
    bets(match, 1, "play E03");
    assert_true(is_refused(match, 2, "play F01"));
    assert_true(is_refused(match, 2, "play F02"));
    assert_true(is_refused(match, 2, "play F03"));
    bets(match, 2, "play F10");
    check_round(match, 7, 2, 3);
    match_free(match);
}

/* Z-37: after a Cheating card everything is open again. */
static void test_z37_open_after_cheating(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "D03", "E03", "F10");
    bets(match, 1, "play E03");
    bets(match, 2, "play F10");
    bets(match, 0, "play D03");
    check_round(match, 7, 0, 3);
    assert_true(is_refused(match, 1, "play E01"));
    match_free(match);
}

/* Z-37: Cheating beats Cheating, and Zocken? beats both. */
static void test_z37_cheating_beats_everything(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E13", "F13");
    bets(match, 1, "play E13");
    bets(match, 2, "play F13");
    bets(match, 0, "play D01");
    check_round(match, 7, 0, 3);
    match_free(match);
}

/* Z-38: who passed is asked again after a new control card. */
static void test_z38_passing_stays_in(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "", "");
    bets(match, 1, "pass");
    check_round(match, 7, 0, 3);
    bets(match, 2, "play F01");
    bets(match, 0, "pass");
    bets(match, 1, "play E01");
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    ends(match, 9, 9 + 3, 9);
}

/* Z-39: all others have passed: the one in control takes the pot. */
static void test_z39_all_others_pass(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "", "");
    bets(match, 1, "pass");
    bets(match, 2, "pass");
    ends(match, 9 + 3, 9, 9);
}

/* Z-39: only one is left, and he has control. */
static void test_z39_one_left_in_control(void **unused) {
    (void)unused;
    struct match *match = runs("DE", "", "E12", NULL);
    bets(match, 1, "play E12 >0");
    ends(match, 9, 9 + 2, 0);
}

/* Gog opens and escapes his own ante: control is empty, Eve is left. */
static struct match *one_left_without_control(void) {
    struct match *match = opens("GE", "G11", "E12", NULL);
    escapes(match, 0, "play G11");
    pass_windows(match);
    check_round(match, 2, NO_CONTROL, 1);
    return match;
}

/* Z-39: with control empty the last one gets one W5: a control card wins. */
static void test_z39_last_one_takes_control(void **unused) {
    (void)unused;
    struct match *match = one_left_without_control();
    bets(match, 1, "play E01");
    ends(match, 10, 9 + 1, 0);
}

/* Z-39: and a pass sends the pot to the inn. */
static void test_z39_last_one_passes(void **unused) {
    (void)unused;
    struct match *match = one_left_without_control();
    bets(match, 1, "pass");
    assert_int_equal(table_of(match)->inn, 1);
    ends(match, 10, 9, 0);
}

/* E12 needs another player in the round. */
static void test_e12_needs_another(void **unused) {
    (void)unused;
    struct match *match = one_left_without_control();
    assert_true(is_refused(match, 1, "play E12"));
    assert_true(is_refused(match, 1, "play E12 >0"));
    match_free(match);
}

/* Z-39: nobody is left in: the pot goes to the inn. */
static void test_z39_nobody_left(void **unused) {
    (void)unused;
    struct match *match = runs("GE", "G11", "E02 E20", NULL);
    test_play(match, 1, "play E02");
    escapes(match, 1, "play E20");
    escapes(match, 0, "play G11");
    assert_int_equal(table_of(match)->inn, 2);
    ends(match, 9, 9, 0);
}

/* Z-39: everybody escapes the first ante. */
static void test_z39_nobody_begins(void **unused) {
    (void)unused;
    struct match *match = opens("GE", "G11", "E20", NULL);
    escapes(match, 0, "play G11");
    escapes(match, 1, "play E20");
    ends(match, 10, 10, 0);
}

/* Z-40: who left antes no more, his gold stays, his Anytime cards work. */
static void test_z40_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("DEG", "", "E20 E09", "G02");
    escapes(match, 1, "play E20");
    pass_windows(match);
    bets(match, 2, "play G02");
    check_round(match, 5, 2, 4);
    check_gold(match, 8, 10, 8);
    interrupt(match, 1, "play E09 >0");
    pass_windows(match);
    check_gold(match, 7, 11, 8);
    assert_true(is_refused(match, 1, "play E01"));
    bets(match, 0, "pass");
    ends(match, 7, 11, 8 + 4);
}

/* Eve raises and escapes her own ante; the others ante all the same (Z-41). */
static struct match *raises_and_leaves(const char *hand) {
    struct match *match = runs("DEF", hand, "E02 E20", "");
    test_play(match, 1, "play E02");
    escapes(match, 1, "play E20");
    pass_windows(match);
    check_round(match, 5, NO_CONTROL, 5);
    return match;
}

/* Z-40: the controller leaves: if everyone passes, the inn gets the pot. */
static void test_z40_controller_leaves_all_pass(void **unused) {
    (void)unused;
    struct match *match = raises_and_leaves("");
    bets(match, 2, "pass");
    test_play(match, 0, "pass"); /* nobody has won, so D25 is not asked */
    assert_int_equal(table_of(match)->inn, 5);
    ends(match, 8, 9, 8);
}

/* Z-40: whoever plays a legal control card takes it. */
static void test_z40_controller_leaves_control_is_taken(void **unused) {
    (void)unused;
    struct match *match = raises_and_leaves("");
    bets(match, 2, "pass");
    bets(match, 0, "play D01");
    bets(match, 2, "pass");
    ends(match, 8 + 5, 9, 8);
}

/* Z-37, Z-40: who holds the locked hand is made to leave: the Cheating card has
 * control, the lock is gone, his gold stays in the pot. */
static void test_z40_leaving_with_a_lock(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E03", "F09");
    bets(match, 1, "play E03");
    bets(match, 2, "play F09 >1");
    check_round(match, 5, 2, 3);
    bets(match, 0, "play D01");
    bets(match, 2, "pass");
    ends(match, 9 + 3, 9, 9);
}

/* Z-37: somebody else leaves: the Cheating card has still opened the lock. */
static void test_z40_another_leaves_under_lock(void **unused) {
    (void)unused;
    struct match *match = runs("DEFG", "", "E03", "F09");
    bets(match, 1, "play E03");
    bets(match, 2, "play F09 >3");
    check_round(match, 7, 2, 4);
    bets(match, 0, "play D01");
    match_free(match);
}

/* Z-41: a raise brings an ante of each in the round, clockwise from the raiser. */
static void test_z41_raise(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E02", "");
    test_play(match, 1, "play E02");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(asked(match), DR_ASK_LOSS);
        assert_int_equal(awaited(match), dr_bit((1 + i) % 3));
        nobody_answers(match);
    }
    check_round(match, 7, 1, 6);
    assert_int_equal(awaited(match), dr_bit(2));
    match_free(match);
}

static struct match *poor_eve(const char *eve, const char *fleck) {
    struct match *match = opened(&(struct scene){.seats = 3,
                                                 .options = {"characters", "DEF"},
                                                 .hands = {"", eve, fleck},
                                                 .gold = {10, 1, 10}});
    pass_windows(match);
    check_gold(match, 9, 0, 9);
    return match;
}

/* Z-41: a raise while broke: control, but nobody antes. */
static void test_z41_raise_while_broke(void **unused) {
    (void)unused;
    struct match *match = poor_eve("E02", "");
    bets(match, 1, "play E02");
    check_round(match, 7, 1, 3);
    check_gold(match, 9, 0, 9);
    match_free(match);
}

/* Z-41: the raiser's NO_PAY counts as paid; the others ante. */
static void test_z41_raise_with_no_pay(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E02 E17", "");
    test_play(match, 1, "play E02");
    escapes(match, 1, "play E17");
    pass_windows(match);
    check_round(match, 7, 1, 5);
    check_gold(match, 8, 9, 8);
    match_free(match);
}

/* Z-41: the inn pays the raiser's ante. */
static void test_z41_raise_with_inn_pays(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "", "F02 F19");
    bets(match, 1, "pass");
    test_play(match, 2, "play F02");
    escapes(match, 2, "play F19");
    pass_windows(match);
    check_round(match, 7, 2, 6);
    check_gold(match, 8, 8, 9);
    match_free(match);
}

/* The inn pays an ante at the start: the pot is whole, no gold comes from nowhere. */
static void test_inn_pays_ante(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "D09", "", "");
    escapes(match, 0, "play D09");
    pass_windows(match);
    check_round(match, 7, 0, 3);
    check_gold(match, 10, 9, 9);
    assert_int_equal(table_of(match)->inn, -1);
    assert_int_equal(all_gold(match), 30);
    match_free(match);
}

/* Z-42: broke inside the round: he stays in, pays nothing, and is out at its end. */
static void test_z42_broke_stays_in(void **unused) {
    (void)unused;
    struct match *match = poor_eve("", "F02");
    bets(match, 1, "pass");
    bets(match, 2, "play F02");
    check_round(match, 7, 2, 5);
    bets(match, 0, "pass");
    bets(match, 1, "pass");
    assert_int_equal(table_of(match)->in, 5);
    ends(match, 8, 0, 8 + 5);
}

/* Z-42: unless he wins the pot. */
static void test_z42_broke_wins(void **unused) {
    (void)unused;
    struct match *match = poor_eve("", "F02");
    bets(match, 1, "pass");
    bets(match, 2, "play F02");
    bets(match, 0, "pass");
    bets(match, 1, "play E01");
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    assert_int_equal(table_of(match)->in, 7);
    ends(match, 8, 5, 8);
}

/* Z-42: at 0 gold there is no window for an escape. */
static void test_z42_broke_is_not_asked(void **unused) {
    (void)unused;
    struct match *match = poor_eve("E20", "F02");
    bets(match, 1, "pass");
    test_play(match, 2, "play F02");
    while (asked(match) == DR_ASK_LOSS) {
        assert_int_not_equal(awaited(match), dr_bit(1));
        nobody_answers(match);
    }
    check_round(match, 7, 2, 5);
    match_free(match);
}

/* Z-43: no card negates Gambling cards: no window opens on them. */
static void test_z43_gambling_has_no_window(void **unused) {
    (void)unused;
    struct match *match = runs("GEF", "G09 G08", "E03", "");
    test_play(match, 1, "play E03");
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_int_equal(awaited(match), dr_bit(2));
    assert_true(is_refused(match, 0, "play G09"));
    assert_true(is_refused(match, 0, "play G08"));
    match_free(match);
}

/* Z-43, G09: the Cheating card is negated and Gog takes the pot at once. */
static void test_z43_gog_hits_cheater(void **unused) {
    (void)unused;
    struct match *match = runs("GED", "G09", "E13", "D25");
    test_play(match, 1, "play E13");
    assert_int_equal(asked(match), DR_ASK_CARD);
    respond(match, 0, "play G09");
    ends(match, 9 + 3, 9, 9); /* and D25 was not asked: not after WIN_NOW */
}

/* G09: also against a card that would make Gog leave. */
static void test_g09_against_leaving(void **unused) {
    (void)unused;
    struct match *match = runs("GED", "G09", "E12", "");
    test_play(match, 1, "play E12 >0");
    respond(match, 0, "play G09");
    ends(match, 9 + 3, 9, 9);
}

/* G09 is negated itself: Gog leaves. */
static void test_g09_negated(void **unused) {
    (void)unused;
    struct match *match = runs("GED", "G09", "E12", "D08");
    test_play(match, 1, "play E12 >0");
    answer(match, 0, "play G09");
    respond(match, 2, "play D08");
    pass_windows(match);
    check_round(match, 6, 1, 3);
    bets(match, 2, "pass");
    ends(match, 9, 9 + 3, 9);
}

/* G09: only while Gog is in the round. */
static void test_g09_after_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("GED", "G09 G11", "E13", "");
    escapes(match, 0, "play G11");
    pass_windows(match);
    test_play(match, 1, "play E13");
    assert_int_equal(asked(match), DR_ASK_BET);
    assert_true(is_refused(match, 0, "play G09"));
    match_free(match);
}

/* Z-44: END_TO_INN ends the round without a winner, in anybody's turn. */
static void test_z44_end_to_inn(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "D25", "", "F04");
    assert_int_equal(awaited(match), dr_bit(1));
    interrupt(match, 2, "play F04");
    assert_int_equal(table_of(match)->inn, 3);
    ends(match, 9, 9, 9);
}

/* Z-44: also for a player who has left. */
static void test_z44_end_to_inn_after_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "", "E20 E04", "");
    escapes(match, 1, "play E20");
    pass_windows(match);
    interrupt(match, 1, "play E04");
    ends(match, 9, 10, 9);
}

/* Z-44: negated, the same player decides on. */
static void test_z44_end_to_inn_negated(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "D08", "", "F04");
    test_play(match, 2, "play F04");
    respond(match, 0, "play D08");
    check_round(match, 7, 0, 3);
    bets(match, 1, "pass");
    match_free(match);
}

/* Z-44: not against a card that brings antes. */
static void test_z44_not_against_antes(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "", "E02", "F04 F02");
    assert_true(is_refused(match, 2, "play F04"));
    pass_windows(match);
    test_play(match, 1, "play E02");
    assert_int_equal(asked(match), DR_ASK_LOSS);
    assert_true(is_refused(match, 2, "play F04"));
    match_free(match);
}

/* Z-44: not against a card that would end the round. */
static void test_z44_not_against_the_end(void **unused) {
    (void)unused;
    struct match *match = runs("GE", "G04 G09", "E12", NULL);
    test_play(match, 1, "play E12 >0");
    assert_int_equal(asked(match), DR_ASK_CARD);
    assert_true(is_refused(match, 0, "play G04"));
    match_free(match);
}

/* Z-44: not once the last pass is in, and not outside a round. */
static void test_z44_not_after_last_pass(void **unused) {
    (void)unused;
    struct match *match = runs("EDF", "", "D25", "F04");
    bets(match, 1, "pass");
    test_play(match, 2, "pass");
    assert_int_equal(asked(match), DR_ASK_WON);
    assert_true(is_refused(match, 2, "play F04"));
    nobody_answers(match);
    assert_int_equal(asked(match), DR_ASK_BUY);
    assert_true(is_refused(match, 2, "play F04"));
    match_free(match);
}

/* Z-44, E25: POT_TAKE works for who has left, and the turn stays where it was. */
static void test_z44_pot_take(void **unused) {
    (void)unused;
    struct match *match = opens("DEF", "", "E20 E25", "");
    escapes(match, 1, "play E20");
    pass_windows(match);
    interrupt(match, 1, "play E25");
    check_round(match, 5, 0, 1);
    check_gold(match, 9, 11, 9);
    bets(match, 2, "pass");
    ends(match, 10, 11, 9);
}

/* E25: min(1, pot): from an empty pot nothing. */
static void test_e25_empty_pot(void **unused) {
    (void)unused;
    struct match *match = opens("GE", "G11", "E17 E25", NULL);
    escapes(match, 0, "play G11");
    escapes(match, 1, "play E17");
    check_round(match, 2, NO_CONTROL, 0);
    interrupt(match, 1, "play E25");
    check_gold(match, 10, 10, 0);
    bets(match, 1, "pass");
    ends(match, 10, 10, 0);
}

/* E25: the round's own question is asked anew, also of the one who interrupts. */
static void test_e25_in_own_turn(void **unused) {
    (void)unused;
    struct match *match = runs("DEF", "", "E25", "");
    interrupt(match, 1, "play E25");
    check_round(match, 7, 0, 2);
    bets(match, 1, "play E01");
    check_round(match, 7, 1, 2);
    match_free(match);
}

/* Eve opens, the others pass: she has won, and the pot is not yet paid. */
static struct match *eve_has_won(const char *eve, const char *dimli, const char *gog) {
    struct match *match = runs("EDG", eve, dimli, gog);
    bets(match, 1, "pass");
    test_play(match, 2, "pass");
    assert_int_equal(asked(match), DR_ASK_WON);
    assert_int_equal(awaited(match), dr_bit(1));
    return match;
}

/* Z-45: the pot stays, everybody antes, Dimli has control, his left goes on. */
static void test_z45_reopen(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("", "D25", "");
    respond(match, 1, "play D25");
    assert_int_equal(awaited(match), dr_bit(1)); /* Dimli's ante comes first */
    pass_windows(match);
    check_round(match, 7, 1, 6);
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    ends(match, 8, 8 + 6, 8);
}

/* Z-45: nobody reopens: the winner is paid. */
static void test_z45_not_reopened(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("", "D25", "");
    nobody_answers(match);
    ends(match, 9 + 3, 9, 9);
}

/* Z-45: won again, it cannot be reopened a second time: the only D25 lies open. */
static void test_z45_not_twice(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("", "D25", "");
    respond(match, 1, "play D25");
    pass_windows(match);
    bets(match, 2, "play G01");
    bets(match, 0, "pass");
    test_play(match, 1, "pass");
    ends(match, 8, 8, 8 + 6);
}

/* Z-45: negated, the win stands. */
static void test_z45_negated(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("E08", "D25", "");
    answer(match, 1, "play D25");
    respond(match, 0, "play E08");
    ends(match, 9 + 3, 9, 9);
}

/* Z-45: lock and passes are gone. */
static void test_z45_clears_lock(void **unused) {
    (void)unused;
    struct match *match = runs("EDG", "", "D25", "G03");
    bets(match, 1, "pass");
    bets(match, 2, "play G03");
    bets(match, 0, "pass");
    test_play(match, 1, "pass");
    respond(match, 1, "play D25");
    pass_windows(match);
    bets(match, 2, "play G01");
    check_round(match, 7, 2, 6);
    match_free(match);
}

/* Z-45: the former winner may escape the ante, and forfeits. */
static void test_z45_winner_escapes(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("E20", "D25", "");
    respond(match, 1, "play D25");
    escapes(match, 0, "play E20");
    pass_windows(match);
    check_round(match, 6, 1, 5);
    bets(match, 2, "pass");
    ends(match, 9, 8 + 5, 8);
}

/* Z-45: all others escape: Dimli is left, in control, and wins. */
static void test_z45_all_escape(void **unused) {
    (void)unused;
    struct match *match = eve_has_won("E20", "D25", "G11");
    respond(match, 1, "play D25");
    escapes(match, 2, "play G11");
    escapes(match, 0, "play E20");
    ends(match, 9, 8 + 4, 9);
}

/* Z-45: Dimli at 0 gold: nobody antes. */
static void test_z45_reopen_while_broke(void **unused) {
    (void)unused;
    struct match *match = opened(&(struct scene){
        .seats = 3, .options = {"characters", "EDG"}, .hands = {"", "D25"}, .gold = {10, 1, 10}});
    pass_windows(match);
    bets(match, 1, "pass");
    test_play(match, 2, "pass");
    respond(match, 1, "play D25");
    pass_windows(match);
    check_round(match, 7, 1, 3);
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    ends(match, 9, 3, 9);
}

/* Z-45: not if Dimli won himself, nor if he has left. */
static void test_z45_own_win(void **unused) {
    (void)unused;
    struct match *match = runs("DE", "D25", "", NULL);
    test_play(match, 1, "pass");
    ends(match, 9 + 2, 9, 0);
}

static void test_z45_after_leaving(void **unused) {
    (void)unused;
    struct match *match = opens("EDG", "", "D25 D16", "");
    escapes(match, 1, "play D16");
    pass_windows(match);
    test_play(match, 2, "pass"); /* and nobody is asked */
    ends(match, 9 + 2, 10, 9);
}

/* Z-45: D25 waits for a win: not before the last pass. */
static void test_z45_not_before_last_pass(void **unused) {
    (void)unused;
    struct match *match = runs("EDG", "", "D25", "");
    assert_true(is_refused(match, 1, "play D25"));
    bets(match, 1, "pass");
    assert_true(is_refused(match, 1, "play D25"));
    match_free(match);
}

/* Z-46: the starter who is broke at the end does not buy: he is out. */
static void test_z46_starter_goes_out(void **unused) {
    (void)unused;
    struct match *match =
        opened(&(struct scene){.seats = 3, .options = {"characters", "EDG"}, .gold = {1, 10, 10}});
    pass_windows(match);
    bets(match, 1, "play D01");
    bets(match, 2, "pass");
    bets(match, 0, "pass");
    assert_int_equal(table_of(match)->in, 6);
    assert_int_equal(asked(match), DR_ASK_ACTION);
    assert_int_equal(awaited(match), dr_bit(1));
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_z36_start),
        cmocka_unit_test(test_z36_escape),
        cmocka_unit_test(test_z36_escape_only_from_antes),
        cmocka_unit_test(test_z37_lock),
        cmocka_unit_test(test_z37_open_after_cheating),
        cmocka_unit_test(test_z37_cheating_beats_everything),
        cmocka_unit_test(test_z38_passing_stays_in),
        cmocka_unit_test(test_z39_all_others_pass),
        cmocka_unit_test(test_z39_one_left_in_control),
        cmocka_unit_test(test_z39_last_one_takes_control),
        cmocka_unit_test(test_z39_last_one_passes),
        cmocka_unit_test(test_e12_needs_another),
        cmocka_unit_test(test_z39_nobody_left),
        cmocka_unit_test(test_z39_nobody_begins),
        cmocka_unit_test(test_z40_leaving),
        cmocka_unit_test(test_z40_controller_leaves_all_pass),
        cmocka_unit_test(test_z40_controller_leaves_control_is_taken),
        cmocka_unit_test(test_z40_leaving_with_a_lock),
        cmocka_unit_test(test_z40_another_leaves_under_lock),
        cmocka_unit_test(test_z41_raise),
        cmocka_unit_test(test_z41_raise_while_broke),
        cmocka_unit_test(test_z41_raise_with_no_pay),
        cmocka_unit_test(test_z41_raise_with_inn_pays),
        cmocka_unit_test(test_inn_pays_ante),
        cmocka_unit_test(test_z42_broke_stays_in),
        cmocka_unit_test(test_z42_broke_wins),
        cmocka_unit_test(test_z42_broke_is_not_asked),
        cmocka_unit_test(test_z43_gambling_has_no_window),
        cmocka_unit_test(test_z43_gog_hits_cheater),
        cmocka_unit_test(test_g09_against_leaving),
        cmocka_unit_test(test_g09_negated),
        cmocka_unit_test(test_g09_after_leaving),
        cmocka_unit_test(test_z44_end_to_inn),
        cmocka_unit_test(test_z44_end_to_inn_after_leaving),
        cmocka_unit_test(test_z44_end_to_inn_negated),
        cmocka_unit_test(test_z44_not_against_antes),
        cmocka_unit_test(test_z44_not_against_the_end),
        cmocka_unit_test(test_z44_not_after_last_pass),
        cmocka_unit_test(test_z44_pot_take),
        cmocka_unit_test(test_e25_empty_pot),
        cmocka_unit_test(test_e25_in_own_turn),
        cmocka_unit_test(test_z45_reopen),
        cmocka_unit_test(test_z45_not_reopened),
        cmocka_unit_test(test_z45_not_twice),
        cmocka_unit_test(test_z45_negated),
        cmocka_unit_test(test_z45_clears_lock),
        cmocka_unit_test(test_z45_winner_escapes),
        cmocka_unit_test(test_z45_all_escape),
        cmocka_unit_test(test_z45_reopen_while_broke),
        cmocka_unit_test(test_z45_own_win),
        cmocka_unit_test(test_z45_after_leaving),
        cmocka_unit_test(test_z45_not_before_last_pass),
        cmocka_unit_test(test_z46_starter_goes_out),
    };
    return cmocka_run_group_tests_name("drachen gambling", tests, NULL, NULL);
}
