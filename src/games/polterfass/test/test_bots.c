/* test_bots.c: the computer players of Polterfass: their character, what `regular` takes into
 * account, and that it is the strongest. */
#include "unit/test.h"

#include "../polterfass.h"

static void bots_choose_the_same_by_the_same_seed(void **state) {
    (void)state;
    static const char *const keys[] = {"random", "bold", "careful", "regular"};
    struct budget budget = {0};
    for (int i = 0; i < 4; i++) {
        const struct bot *bot = game_bot(&polterfass_game, keys[i]);
        assert_non_null(bot);
        struct pf_action first, second;
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct match *match = test_match(&polterfass_game, seed, 4, NULL);
            test_draw(match);
            match_choose(match, bot, 1, NULL, &budget, &first, NULL);
            match_choose(match, bot, 1, NULL, &budget, &second, NULL);
            assert_memory_equal(&first, &second, sizeof first);
            match_free(match);
        }
    }
}

static int mean_order(const char *key, const char *marks) {
    struct budget budget = {0};
    struct pf_action action;
    int sum = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct match *match = test_match(&polterfass_game, seed, 4, NULL);
        char roll[40] = "roll ";
        test_play(match, SEAT_CHANCE, strcat(roll, marks));
        match_choose(match, game_bot(&polterfass_game, key), 1, NULL, &budget, &action, NULL);
        sum += pf_order_sum(action.number);
        match_free(match);
    }
    return sum;
}

static void bold_orders_more_than_careful(void **state) {
    (void)state;
    assert_true(mean_order("bold", "9 - 3 - - - - - -") >
                mean_order("careful", "9 - 3 - - - - - -"));
    assert_true(mean_order("careful", "9 8 8 - - - - - -") >
                mean_order("careful", "2 - - - - - - - -"));
}

/* A round of three in which all guests order this and nothing is rolled again. */
static void play_round(struct match *match, int innkeeper, const char *order) {
    test_play(match, SEAT_CHANCE, "roll 9 8 - - - - - - -");
    for (int seat = 0; seat < 3; seat++)
        if (seat != innkeeper)
            test_play(match, seat, order);
    test_play(match, innkeeper, "stop");
}

/* How often `regular` rolls again, of five seeds, as innkeeper of three, after both guests have
 * ordered this now and in all rounds before. */
static int rolls_on(int rounds, const char *order, const char *roll, const char *cards_shown) {
    enum { SEEDS = 5 };
    struct budget budget = {0};
    struct pf_action action;
    int count = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct match *match =
            test_match(&polterfass_game, seed, 3,
                       (const char *[]){"goal", "500", "show_card_count", cards_shown, NULL});
        for (int round = 0; round < rounds; round++)
            play_round(match, round % 3, order);
        test_play(match, SEAT_CHANCE, roll);
        test_play(match, 1, order);
        test_play(match, 2, order);
        match_choose(match, game_bot(&polterfass_game, "regular"), 0, NULL, &budget, &action, NULL);
        count += action.verb == PF_AGAIN;
        match_free(match);
    }
    return count;
}

/* Guests who always ordered 13 will want 26, so it keeps all of the 25 that stand. With guests
 * who always ordered 0 it gets all 19 itself, which is too much to risk. Without this history it
 * expects other orders and rolls again. */
static void regular_learns_from_the_pad(void **state) {
    (void)state;
    assert_int_equal(rolls_on(0, "order 6 7", "roll 9 8 8 - - - - - -", "on"), 5);
    assert_int_equal(rolls_on(30, "order 6 7", "roll 9 8 8 - - - - - -", "on"), 0);
    assert_int_equal(rolls_on(0, "order 0", "roll - 3 3 4 4 5 - - -", "on"), 5);
    assert_int_equal(rolls_on(30, "order 0", "roll - 3 3 4 4 5 - - -", "on"), 0);
}

/* P-24: one card each is at most 14 mugs, and 16 stand; two cards each are mostly more. If the
 * number of cards is secret it makes no difference. */
static void regular_counts_the_cards_that_lie_there(void **state) {
    (void)state;
    const char *roll = "roll - - 3 4 4 5 - - -";
    assert_int_equal(rolls_on(0, "order 6", roll, "on"), 5);
    assert_int_equal(rolls_on(0, "order 2 4", roll, "on"), 0);
    assert_int_equal(rolls_on(0, "order 6", roll, "off"), rolls_on(0, "order 2 4", roll, "off"));
}

/* Two cards each: the orders are probably more than the 17 that stand. It keeps them, because a
 * failure would give the guests all they ordered. */
static void regular_minds_what_a_failure_gives_the_others(void **state) {
    (void)state;
    assert_int_equal(rolls_on(0, "order 6 7", "roll 9 8 - - - - - - -", "on"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bots_choose_the_same_by_the_same_seed),
        cmocka_unit_test(bold_orders_more_than_careful),
        cmocka_unit_test(regular_learns_from_the_pad),
        cmocka_unit_test(regular_counts_the_cards_that_lie_there),
        cmocka_unit_test(regular_minds_what_a_failure_gives_the_others),
    };
    return cmocka_run_group_tests_name("polterfass bots", tests, NULL, NULL);
}
