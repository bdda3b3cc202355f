/* test_outlook.c: what a seat can know before it acts: its task, the effects of an action, and
 * the presets that would pass the question. By seat: 0 Dimli, 1 Eve, 2 Fleck, 3 Gog. */
#include "random.h"
#include "says.h"

/* Checks the task of a seat: its key without the game, and its arguments. */
static void check_task(const struct match *match, int seat, const char *expected) {
    struct prompt prompt = prompt_of(match, seat);
    struct text task = {0}, whole = {0};
    put_message(&prompt.task, &task);
    text_put(&whole, "drachen.");
    text_put(&whole, expected);
    text_put_char(&whole, '\n');
    test_text(&task, text_string(&whole));
    text_free(&task);
    text_free(&whole);
}

/* Checks the messages of `tell` about an action, one on each line. */
static void check_tell(const struct match *match, int seat, const char *action,
                       const char *expected) {
    static struct events says;
    struct dr_action parsed = {0};
    struct text told = {0};
    assert_true(game_parse(&drachen_game, match_state(match), seat, action, &parsed, NULL));
    assert_true(drachen_game.check(match_state(match), seat, &parsed, NULL));
    match_tell(match, seat, &parsed, &says);
    put_says(&says, &told);
    test_text(&told, expected);
    text_free(&told);
}

static bool has_preset(const struct match *match, int seat, const char *key) {
    struct prompt prompt = prompt_of(match, seat);
    const char *const *presets = drachen_game.face->presets;
    for (int i = 0; presets[i]; i++)
        if (strcmp(presets[i], key) == 0)
            return prompt.presets >> i & 1;
    fail_msg("no preset %s", key);
    return false;
}

/* Dimli's own Feuerwasser, alcohol 4, with these cards in hand. */
static struct match *dimli_drinks(const char *hand, int fortitude, int alcohol) {
    return feuerwasser((struct scene){
        .seats = 4, .hands = {hand}, .fortitude = {fortitude}, .alcohol = {alcohol}});
}

/* Tasks */

static void test_a_drink(void **unused) {
    (void)unused;
    struct match *match = dimli_drinks("D11", 20, 5);
    check_task(match, 0,
               "task_drink_me:{\"seat\":0,\"drinks\":[\"T09\"],\"alcohol\":4,\"fortitude\":0}");
    check_task(match, 1,
               "task_drink:{\"seat\":0,\"drinks\":[\"T09\"],\"alcohol\":4,\"fortitude\":0}");
    check_tell(match, 0, "pass",
               "drachen.drank:{\"seat\":0,\"alcohol\":4,\"fortitude\":0}\n"
               "drachen.alcohol:{\"seat\":0,\"change\":4,\"now\":9}\n");
    check_tell(match, 0, "play D11", "drachen.not_drunk:{\"seat\":0}\n");
    match_free(match);
}

/* A drink that would put its drinker out says so, and no preset passes it. */
static void test_a_drink_that_puts_out(void **unused) {
    (void)unused;
    struct match *match = dimli_drinks("D11", 10, 6);
    check_task(match, 0,
               "task_drink_me_out:{\"seat\":0,\"drinks\":[\"T09\"],\"alcohol\":4,\"fortitude\":0}");
    check_tell(match, 0, "pass",
               "drachen.drank:{\"seat\":0,\"alcohol\":4,\"fortitude\":0}\n"
               "drachen.alcohol:{\"seat\":0,\"change\":4,\"now\":10}\n"
               "drachen.tell_out:{}\n");
    assert_false(has_preset(match, 0, "drink_me"));
    assert_false(has_preset(match, 0, "turn"));
    assert_true(has_preset(match, 1, "drink"));
    assert_true(has_preset(match, 1, "turn"));
    match_free(match);
    match = dimli_drinks("D11", 11, 6);
    check_task(match, 0,
               "task_drink_me:{\"seat\":0,\"drinks\":[\"T09\"],\"alcohol\":4,\"fortitude\":0}");
    assert_true(has_preset(match, 0, "drink_me"));
    assert_true(has_preset(match, 0, "turn"));
    match_free(match);
}

/* Z-34: drinks of an event are felt later but count already. */
static void test_a_shared_drink_that_puts_out(void **unused) {
    (void)unused;
    struct match *match = happens("T21", (struct scene){.seats = 2,
                                                        .options = ONE_DRINK("DE"),
                                                        .hands = {"D11", "E11"},
                                                        .drinks = "T09",
                                                        .fortitude = {20, 20},
                                                        .alcohol = {16, 15}});
    reach_drink_of(match, 0);
    check_task(match, 0,
               "task_drink_me_out:{\"seat\":0,\"drinks\":[\"T09\"],\"alcohol\":4,\"fortitude\":0}");
    check_tell(match, 0, "pass",
               "drachen.drank:{\"seat\":0,\"alcohol\":4,\"fortitude\":0}\n"
               "drachen.tell_out:{}\n");
    reach_drink_of(match, 1);
    check_task(match, 1,
               "task_drink_me:{\"seat\":1,\"drinks\":[\"T09\"],\"alcohol\":4,\"fortitude\":0}");
    match_free(match);
}

/* Z-25: D13 turns alcohol into Fortitude, which ends at 20. */
static void test_d13(void **unused) {
    (void)unused;
    struct match *match = dimli_drinks("D13", 18, 16);
    check_task(match, 0,
               "task_drink_me_out:{\"seat\":0,\"drinks\":[\"T09\"],\"alcohol\":4,\"fortitude\":0}");
    check_tell(match, 0, "play D13",
               "drachen.drank:{\"seat\":0,\"alcohol\":0,\"fortitude\":4}\n"
               "drachen.fortitude:{\"seat\":0,\"change\":2,\"now\":20}\n");
    respond(match, 0, "play D13");
    check_task(match, 1,
               "task_drink:{\"seat\":0,\"drinks\":[\"T09\"],\"alcohol\":0,\"fortitude\":4}");
    match_free(match);
}

/* Z-23: half each, rounded up. */
static void test_a_split_drink(void **unused) {
    (void)unused;
    struct match *match = dimli_drinks("D27", 20, 5);
    check_tell(match, 0, "play D27 >2",
               "drachen.split:{\"seat\":0,\"to\":2}\n"
               "drachen.drank:{\"seat\":0,\"alcohol\":2,\"fortitude\":0}\n"
               "drachen.alcohol:{\"seat\":0,\"change\":2,\"now\":7}\n"
               "drachen.drank:{\"seat\":2,\"alcohol\":2,\"fortitude\":0}\n"
               "drachen.alcohol:{\"seat\":2,\"change\":2,\"now\":2}\n");
    match_free(match);
}

static void test_a_card(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4,
                                                    GOG_FIRST,
                                                    .hands = {"D08", "E21", "F22", "G17 G18"},
                                                    .fortitude = {20, 20, 5, 20},
                                                    .alcohol = {0, 0, 2, 0}});
    check_task(match, 3, "task_action:{}");
    assert_false(has_preset(match, 3, "turn")); /* no phase of the own turn is passed */
    check_task(match, 2, "may_action:{\"seat\":3}");
    check_tell(match, 3, "play G17 >1",
               "drachen.fortitude:{\"seat\":1,\"change\":-2,\"now\":18}\n");
    check_tell(match, 3, "play G18 >2",
               "drachen.fortitude:{\"seat\":2,\"change\":-3,\"now\":2}\n"
               "drachen.paid_inn:{\"seat\":3,\"amount\":1}\n"
               "drachen.tell_out_other:{\"seat\":2}\n");
    check_tell(match, 2, "play F22", "drachen.fortitude:{\"seat\":2,\"change\":2,\"now\":7}\n");
    test_play(match, 3, "play G17 >1");
    check_task(match, 1, "task_card_at:{\"seat\":3,\"card\":\"G17\",\"seats\":[1],\"to\":1}");
    check_tell(match, 1, "pass", "drachen.fortitude:{\"seat\":1,\"change\":-2,\"now\":18}\n");
    check_tell(match, 1, "play E21", "drachen.ignored:{\"seat\":1,\"card\":\"G17\"}\n");
    check_task(match, 3, "may_card_at:{\"seat\":3,\"card\":\"G17\",\"seats\":[1],\"to\":1}");
    assert_true(has_preset(match, 1, "card_me"));
    assert_false(has_preset(match, 1, "card"));
    test_play(match, 1, "play E21");
    check_task(match, 0, "task_card:{\"seat\":1,\"card\":\"E21\"}");
    check_tell(match, 0, "play D08", "drachen.negated:{\"seat\":1,\"card\":\"E21\"}\n");
    assert_true(has_preset(match, 0, "card"));
    match_free(match);
}

/* The victim of a card is asked; others are told which card it is. */
static void test_a_card_that_hurt(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, GOG_FIRST, .hands = {"D21", "E09", "F22", "G17"}},
             "play G17 >0");
    pass_to(match, DR_ASK_HURT, 0);
    check_task(match, 0, "task_hurt:{\"seat\":3,\"card\":\"G17\"}");
    check_task(match, 1, "may_hurt:{\"seat\":3,\"card\":\"G17\"}");
    match_free(match);
}

/* A card without a target affects all whom it hurts. */
static void test_a_card_for_all(void **unused) {
    (void)unused;
    struct match *match = sauflied((struct scene){.seats = 4, .hands = {"", "E18", "F26"}});
    check_task(match, 1, "task_card:{\"seat\":2,\"card\":\"F26\"}");
    assert_true(has_preset(match, 1, "card_me"));
    assert_false(has_preset(match, 1, "card"));
    match_free(match);
}

/* D05: both piles are named, in the order of the drinks. */
static void test_a_card_at_two(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 4, .hands = {"D05", "E18"}});
    decide(match, 0, "pass");
    test_play(match, 0, "play D05 >3 >1");
    assert_int_equal(asked(match), DR_ASK_CARD);
    check_task(match, 1, "task_card_at:{\"seat\":0,\"card\":\"D05\",\"seats\":[3,1],\"to\":3}");
    match_free(match);
}

/* Z-8 and Z-14: the payer is asked, and warned if nothing would be left. */
static void test_gold(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, .hands = {"D07", "E17", "F19", "G10"}, .gold = {10, 1, 10, 10}},
        "play D07 >1");
    reach_loss_of(match, 1);
    check_task(match, 1, "task_pay_inn_out:{\"amount\":1}");
    check_task(match, 0, "may_pay:{\"seat\":1,\"amount\":1}");
    check_tell(match, 1, "pass",
               "drachen.paid_inn:{\"seat\":1,\"amount\":1}\n"
               "drachen.tell_out:{}\n");
    check_tell(match, 1, "play E17", "drachen.not_paid:{\"seat\":1,\"amount\":1}\n");
    assert_false(has_preset(match, 1, "gold"));
    match_free(match);
    match = laid((struct scene){.seats = 4, .hands = {"D07", "E17"}}, "play D07 >1");
    reach_loss_of(match, 1);
    check_task(match, 1, "task_pay_inn:{\"amount\":1}");
    assert_true(has_preset(match, 1, "gold"));
    match_free(match);
    match = set_table(&(struct scene){.seats = 4, .hands = {"D15", "E17"}});
    test_play(match, 0, "play D15");
    reach_loss_of(match, 1);
    check_task(match, 1, "task_pay:{\"amount\":1,\"to\":0}");
    match_free(match);
}

/* Z-48: the last drink of the deck is bought, and everybody pays for the next ones. */
static void test_a_refill(void **unused) {
    (void)unused;
    struct match *match =
        set_table(&(struct scene){.seats = 4, .hands = {"D09", "E17"}, .gold = {10, 1, 10, 10}});
    hide_drinks(match, 1);
    decide(match, 0, "pass");
    test_play(match, 0, "buy >0");
    reach_loss_of(match, 0);
    check_task(match, 0, "task_refill:{\"amount\":1}");
    reach_loss_of(match, 1);
    check_task(match, 1, "task_refill_out:{\"amount\":1}");
    match_free(match);
}

static void test_gambling(void **unused) {
    (void)unused;
    struct match *match = opens("DEG", "D01", "E01 E25", "G11");
    reach_loss_of(match, 2);
    check_task(match, 2, "task_ante:{\"amount\":1}");
    check_tell(match, 2, "play G11",
               "drachen.left:{\"seat\":2}\n"
               "drachen.not_paid:{\"seat\":2,\"amount\":1}\n");
    match_free(match);
    match = runs("DEG", "D01", "E01 E25", "G01");
    check_task(match, 1, "task_bet:{\"pot\":3,\"seat\":0}");
    check_task(match, 2, "may_bet:{\"seat\":1,\"pot\":3}");
    check_tell(match, 1, "play E01", "drachen.control:{\"seat\":1}\n");
    check_tell(match, 1, "play E25", "drachen.pot_taken:{\"seat\":1,\"amount\":1}\n");
    check_tell(match, 1, "pass", "drachen.passed:{\"seat\":1}\n");
    assert_true(has_preset(match, 1, "bet"));
    test_play(match, 1, "pass");
    check_tell(match, 2, "pass",
               "drachen.passed:{\"seat\":2}\n"
               "drachen.pot_won:{\"seat\":0,\"amount\":3}\n");
    match_free(match);
}

/* Z-40: the leader has left, so the task says that nobody is in control. */
static void test_a_round_without_control(void **unused) {
    (void)unused;
    struct match *match = runs("DEG", "D01", "E02 E20", "G01");
    test_play(match, 1, "play E02");
    escapes(match, 1, "play E20");
    pass_windows(match);
    check_round(match, 5, NO_CONTROL, 5);
    check_task(match, 2, "task_bet_open:{\"pot\":5}");
    check_task(match, 0, "may_bet:{\"seat\":2,\"pot\":5}");
    match_free(match);
}

/* Z-37: the task says that only Cheating beats a locked hand. */
static void test_a_locked_hand(void **unused) {
    (void)unused;
    struct match *match = runs("DEG", "D01", "E03", "G01");
    test_play(match, 1, "play E03");
    pass_windows(match);
    check_task(match, 2, "task_bet_locked:{\"pot\":3,\"seat\":1}");
    match_free(match);
}

/* Z-45: seats that could still answer a won round are asked; others are told about it. */
static void test_a_won_round(void **unused) {
    (void)unused;
    struct match *match = runs("EGD", "E07", "G01", "D25");
    bets(match, 1, "play G01");
    bets(match, 2, "pass");
    test_play(match, 0, "pass");
    assert_int_equal(asked(match), DR_ASK_WON);
    check_task(match, 2, "task_won:{\"seat\":1,\"pot\":3}");
    check_task(match, 0, "may_won:{\"seat\":1,\"pot\":3}");
    match_free(match);
}

static void test_phases(void **unused) {
    (void)unused;
    struct match *match = set_table(&(struct scene){.seats = 2, .hands = {"D01 D01"}});
    decide(match, 0, "pass");
    check_task(match, 0, "task_buy:{}");
    check_tell(match, 0, "buy >1", "drachen.bought:{\"seat\":0,\"to\":1}\n");
    struct prompt prompt = prompt_of(match, 0);
    assert_int_equal(prompt.presets, 0);
    quiet_turn(match);
    quiet_turn(match);
    assert_int_equal(asked(match), DR_ASK_DISCARD);
    check_task(match, 0, "task_discard:{\"max\":7}");
    check_tell(match, 0, "keep", "");
    check_tell(match, 0, "discard D01 D01",
               "drachen.discarded:{\"seat\":0,\"cards\":[\"D01\",\"D01\"]}\n"
               "drachen.drew:{\"seat\":0,\"count\":2}\n");
    prompt = prompt_of(match, 0);
    assert_int_equal(prompt.presets, 0);
    match_free(match);
}

/* W8: the task names the active player, who may be forced to drink once more. */
static void test_the_end_of_a_turn(void **unused) {
    (void)unused;
    struct match *match = reveals_two("DG", "D07", "G16", "T03 T05 T17");
    pass_to(match, DR_ASK_END, 1);
    check_task(match, 1, "task_end:{\"seat\":0}");
    check_task(match, 0, "may_end:{\"seat\":0}");
    match_free(match);
}

static void test_mead(void **unused) {
    (void)unused;
    struct match *match = reveals_two("DG", "D01", "G01", "T03 T05 T11");
    pass_windows(match);
    check_task(match, 0, "task_mead:{\"alcohol\":3,\"fortitude\":0}");
    check_task(match, 1, "may_mead:{\"seat\":0}");
    check_tell(match, 0, "drink",
               "drachen.drank:{\"seat\":0,\"alcohol\":3,\"fortitude\":0}\n"
               "drachen.alcohol:{\"seat\":0,\"change\":3,\"now\":3}\n");
    check_tell(match, 0, "split >1",
               "drachen.split:{\"seat\":0,\"to\":1}\n"
               "drachen.drank:{\"seat\":0,\"alcohol\":2,\"fortitude\":0}\n"
               "drachen.alcohol:{\"seat\":0,\"change\":2,\"now\":2}\n"
               "drachen.drank:{\"seat\":1,\"alcohol\":2,\"fortitude\":0}\n"
               "drachen.alcohol:{\"seat\":1,\"change\":2,\"now\":2}\n");
    match_free(match);
}

/* Z-35: nobody need be about to go out before a challenge is judged. */
static void test_before_a_challenge_is_judged(void **unused) {
    (void)unused;
    struct match *match = happens("T23", (struct scene){.seats = 2,
                                                        .options = ONE_DRINK("DE"),
                                                        .hands = {"D07", "E09"},
                                                        .drinks = "T06 T01 T07"});
    test_play(match, 0, "accept");
    pass_to(match, DR_ASK_LAST, 0);
    check_task(match, 0, "task_breathe:{}");
    check_task(match, 1, "task_breathe:{}");
    match_free(match);
}

/* The last chance */

/* W9: Gog has hit Fleck, who has Fortitude 8 and alcohol 8. */
static struct match *fleck_is_going(const char *hand) {
    struct match *match = laid((struct scene){.seats = 4,
                                              GOG_FIRST,
                                              .hands = {"D07", "E09", hand, "G17"},
                                              .fortitude = {20, 20, 10, 20},
                                              .alcohol = {0, 0, 8, 0}},
                               "play G17 >2");
    pass_to(match, DR_ASK_LAST, 2);
    return match;
}

/* No preset passes the last chance of a seat that is about to go out; it may pass those of
 * others. */
static void test_nobody_sleeps_through_the_last_chance(void **unused) {
    (void)unused;
    struct match *match = fleck_is_going("F22");
    check_task(match, 2, "task_last_me:{}");
    check_task(match, 0, "task_last:{\"seats\":[2]}");
    struct prompt prompt = prompt_of(match, 2);
    assert_int_equal(prompt.presets, 0);
    assert_true(has_preset(match, 0, "last"));
    assert_true(has_preset(match, 0, "turn"));
    check_tell(match, 2, "play F22",
               "drachen.fortitude:{\"seat\":2,\"change\":2,\"now\":10}\n"
               "drachen.tell_saved:{}\n");
    check_tell(match, 2, "pass",
               "drachen.purse_divided:{\"seat\":2,\"inn\":7,\"share\":1}\n"
               "drachen.passed_out:{\"seat\":2}\n");
    match_free(match);
    match = fleck_is_going("F01");
    prompt = prompt_of(match, 2);
    assert_int_equal(prompt.presets, 0);
    match_free(match);
}

/* Not even without gold. */
static void test_the_broke_are_not_passed_over(void **unused) {
    (void)unused;
    struct match *match =
        laid((struct scene){.seats = 4, .hands = {"D07", "E09", "F22"}, .gold = {10, 1, 10, 10}},
             "play D07 >1");
    pass_to(match, DR_ASK_LAST, 1);
    assert_int_equal(seat_of(match, 1)->gold, 0);
    struct prompt prompt = prompt_of(match, 1);
    assert_int_equal(prompt.presets, 0);
    assert_true(has_preset(match, 2, "last"));
    match_free(match);
}

/* Presets */

static void test_no_answer(void **unused) {
    (void)unused;
    struct match *match = dimli_drinks("D11", 20, 0);
    assert_false(has_preset(match, 0, "no_answer"));
    match_free(match);
    match = feuerwasser(
        (struct scene){.seats = 4, .hands = {"D01 D01 D01 D02 D02 D03 D07"}, .fortitude = {4}});
    assert_true(has_preset(match, 0, "no_answer")); /* D07 fits at any time */
    assert_false(has_preset(match, 0, "drink_me"));
    match_free(match);
    match = set_table(&(struct scene){.seats = 2, .hands = {"D07 D08 D11 D12 D13 D14 D16"}});
    assert_int_equal(asked(match), DR_ASK_ACTION);
    assert_false(has_preset(match, 0, "no_answer")); /* nor is the own phase passed over it */
    match_free(match);
    match = set_table(&(struct scene){.seats = 2, .hands = {"D05 D08 D11 D12 D13 D14 D16"}});
    assert_true(has_preset(match, 0, "no_answer"));
    match_free(match);
    match = runs("DG", "D01", "G04 G11 G11 G10 G10 G14 G14", NULL);
    assert_false(has_preset(match, 1, "no_answer")); /* G04 fits while somebody gambles */
    match_free(match);
    match = runs("DG", "D01", "G07 G11 G11 G10 G10 G14 G14", NULL);
    assert_true(has_preset(match, 1, "no_answer"));
    match_free(match);
}

/* In the last chance an Anytime card is an answer, so `no_answer` does not pass over it. */
static void test_an_anytime_card_answers_the_last_chance(void **unused) {
    (void)unused;
    struct match *match = fleck_is_going("F22");
    assert_true(awaited(match) & dr_bit(0));
    assert_false(has_preset(match, 0, "no_answer")); /* D07 */
    match_free(match);
}

static void test_own_cards(void **unused) {
    (void)unused;
    struct match *match = laid(
        (struct scene){.seats = 4, GOG_FIRST, .hands = {"D08", "E08", "F08", "G22"}}, "play G22");
    pass_to(match, DR_ASK_CARD, 3);
    check_task(match, 3, "task_own_card:{\"seat\":3,\"card\":\"G22\"}");
    assert_true(has_preset(match, 3, "own"));
    match_free(match);
}

struct counts {
    int asked, preset[PRESETS_MAX];
};

/* At every position: presets only where `pass` is legal, in a phase only if nothing else can be
 * done, and never where the seat is about to go out. */
static void look_at_presets(void *context, struct match *match) {
    struct counts *counts = context;
    static const struct dr_action pass = {.verb = DR_DO_PASS};
    const struct dr_state *s = table_of(match);
    for (int seat = 0; seat < s->seats; seat++) {
        if (!((awaited(match) | may_act(match)) & dr_bit(seat)))
            continue;
        struct prompt prompt = prompt_of(match, seat);
        for (int i = 0; i < PRESETS_MAX; i++)
            counts->preset[i] += prompt.presets >> i & 1;
        counts->asked++;
        if (!prompt.presets)
            continue;
        assert_true(awaited(match) & dr_bit(seat));
        assert_true(drachen_game.check(s, seat, &pass, NULL));
        assert_false(asked(match) == DR_ASK_LAST && dr_going_out(s) & dr_bit(seat));
    }
}

static void test_presets_everywhere(void **unused) {
    (void)unused;
    struct counts counts = {0};
    at_every_position(60, look_at_presets, &counts);
    for (int i = 0; drachen_game.face->presets[i]; i++) {
        if (!counts.preset[i] || counts.preset[i] == counts.asked)
            print_error("%s: %d\n", drachen_game.face->presets[i], counts.preset[i]);
        assert_true(counts.preset[i] > 0 && counts.preset[i] < counts.asked);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_drink),
        cmocka_unit_test(test_a_drink_that_puts_out),
        cmocka_unit_test(test_a_shared_drink_that_puts_out),
        cmocka_unit_test(test_d13),
        cmocka_unit_test(test_a_split_drink),
        cmocka_unit_test(test_a_card),
        cmocka_unit_test(test_a_card_that_hurt),
        cmocka_unit_test(test_a_card_for_all),
        cmocka_unit_test(test_a_card_at_two),
        cmocka_unit_test(test_gold),
        cmocka_unit_test(test_a_refill),
        cmocka_unit_test(test_gambling),
        cmocka_unit_test(test_a_round_without_control),
        cmocka_unit_test(test_a_locked_hand),
        cmocka_unit_test(test_a_won_round),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_the_end_of_a_turn),
        cmocka_unit_test(test_mead),
        cmocka_unit_test(test_before_a_challenge_is_judged),
        cmocka_unit_test(test_nobody_sleeps_through_the_last_chance),
        cmocka_unit_test(test_the_broke_are_not_passed_over),
        cmocka_unit_test(test_no_answer),
        cmocka_unit_test(test_an_anytime_card_answers_the_last_chance),
        cmocka_unit_test(test_own_cards),
        cmocka_unit_test(test_presets_everywhere),
    };
    return cmocka_run_group_tests_name("drachen outlook", tests, NULL, NULL);
}
