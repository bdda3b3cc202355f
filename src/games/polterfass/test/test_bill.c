/* test_bill.c: orders and the bill, by the numbers of the rules. */
#include "unit/test.h"

#include "../polterfass.h"

static void bill(int served, int innkeeper, int seats, const int *orders, bool cancels,
                 const int *expected) {
    struct pf_round round = {.innkeeper = (uint8_t)innkeeper, .served = (int8_t)served};
    for (int seat = 0; seat < seats; seat++) {
        int order = orders[seat];
        if (seat != innkeeper)
            round.order[seat] = (uint8_t)(order <= 7 ? 1 << order : 1 << 7 | 1 << (order - 7));
    }
    pf_bill(&round, seats, cancels);
    for (int seat = 0; seat < seats; seat++)
        assert_int_equal(round.points[seat], expected[seat]);
}

static void pe3_failed_everybody_gets_his_order(void **state) {
    (void)state;
    bill(PF_FAILED, 4, 5, (int[]){0, 13, 7, 7, 0}, false, (int[]){0, 13, 7, 7, 0});
}

static void p14_p23_enough_and_just_enough(void **state) {
    (void)state;
    bill(20, 0, 3, (int[]){0, 8, 7}, false, (int[]){5, 8, 7});
    bill(15, 0, 3, (int[]){0, 8, 7}, false, (int[]){0, 8, 7});
    bill(0, 0, 3, (int[]){0, 0, 0}, false, (int[]){0, 0, 0});
}

static void p15_p23_too_greedy(void **state) {
    (void)state;
    bill(14, 0, 3, (int[]){0, 8, 7}, false, (int[]){14, -8, 8});
    bill(10, 1, 5, (int[]){8, 0, 2, 8, 5}, false, (int[]){-8, 10, 8, -8, 0});
    bill(10, 1, 5, (int[]){8, 0, 2, 2, 5}, false, (int[]){-8, 10, 8, 8, 0});
    bill(0, 0, 3, (int[]){0, 1, 0}, false, (int[]){0, -1, 1});
}

static void p22_all_equal_by_setting(void **state) {
    (void)state;
    bill(10, 0, 3, (int[]){0, 6, 6}, false, (int[]){10, -6, -6});
    bill(10, 0, 3, (int[]){0, 6, 6}, true, (int[]){10, 0, 0});
}

/* The words that clients put beside the points. */
static void check_why(int served, const int *orders, bool cancels, const char *const *expected) {
    struct pf_round round = {.innkeeper = 1, .served = (int8_t)served};
    for (int seat = 0; seat < 4; seat++)
        round.order[seat] = (uint8_t)(seat == 1 ? 0 : 1 << orders[seat]);
    pf_bill(&round, 4, cancels);
    for (int seat = 0; seat < 4; seat++)
        assert_string_equal(pf_why(&round, 4, seat), expected[seat]);
}

static void p13_p14_p15_p22_why_somebody_gets_points(void **state) {
    (void)state;
    static const char *const served[] = {"served", "innkeeper", "served", "served"};
    check_why(PF_FAILED, (int[]){7, 0, 7, 1}, false, served);
    check_why(15, (int[]){7, 0, 7, 1}, false, served);
    check_why(14, (int[]){7, 0, 7, 1}, false,
              (const char *[]){"greediest", "innkeeper", "greediest", "modest"});
    check_why(2, (int[]){1, 0, 5, 1}, true,
              (const char *[]){"modest", "innkeeper", "greediest", "modest"});
    check_why(9, (int[]){4, 0, 5, 1}, false,
              (const char *[]){"between", "innkeeper", "greediest", "modest"});
    check_why(9, (int[]){4, 0, 4, 4}, false,
              (const char *[]){"greediest", "innkeeper", "greediest", "greediest"});
    check_why(9, (int[]){4, 0, 4, 4}, true,
              (const char *[]){"equal", "innkeeper", "equal", "equal"});
}

static void pe6_eight_needs_two_cards(void **state) {
    (void)state;
    int ways[14] = {0}, single[14] = {0};
    for (int cards = 1; cards < 256; cards++) {
        if (pf_set_size(cards) > 2)
            continue;
        ways[pf_order_sum(cards)]++;
        single[pf_order_sum(cards)] += pf_set_size(cards) == 1;
    }
    assert_int_equal(single[8], 0);
    assert_true(single[7] == 1 && single[2] == 1 && ways[8] == 3 && ways[7] == 5 && ways[2] == 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pe3_failed_everybody_gets_his_order),
        cmocka_unit_test(p14_p23_enough_and_just_enough),
        cmocka_unit_test(p15_p23_too_greedy),
        cmocka_unit_test(p22_all_equal_by_setting),
        cmocka_unit_test(p13_p14_p15_p22_why_somebody_gets_points),
        cmocka_unit_test(pe6_eight_needs_two_cards),
    };
    return cmocka_run_group_tests_name("polterfass bill", tests, NULL, NULL);
}
