/* test_bots.c: the computer players of Polterfass: the stopping problem against
 * plain simulation and by hand, and what kind of players they are. */
#include "unit/test.h"

#include "../innkeeper.h"

static void set_faces(const char *marks, uint8_t face[PF_BARRELS]) {
    for (int place = 0; place < PF_BARRELS; place++)
        for (uint8_t f = PF_LIES; f <= PF_SECOND_END; f++)
            if (pf_mark(place, f)[0] == marks[2 * place])
                face[place] = f;
}

/* Everything served is worth itself: he is alone. */
static void greedy_worth(struct pf_worth *worth) {
    for (int total = 0; total <= PF_TOTAL_MAX; total++)
        worth->serve[total] = total;
    worth->fail = 0;
}

static double value_at(const struct pf_worth *worth, const char *marks, struct pf_plan *plan,
                       uint8_t face[PF_BARRELS]) {
    double served[PF_TOTAL_MAX + 1], value = 0;
    set_faces(marks, face);
    pf_solve(worth, face, plan);
    double fail = pf_foresee(plan, face, served), sum = fail;
    for (int total = 0; total <= PF_TOTAL_MAX; total++) {
        value += served[total] * worth->serve[total];
        sum += served[total];
    }
    assert_true(sum > 0.99999 && sum < 1.00001);
    return value + fail * worth->fail;
}

/* One lying barrel, 6/5: rolling it wins 5.5 with the odds of one barrel and
 * loses all else. With 45 standing nobody would. */
static void he_stops_where_a_roll_can_only_hurt(void **state) {
    (void)state;
    struct pf_worth worth;
    static struct pf_plan plan;
    uint8_t face[PF_BARRELS];
    struct pf_action action = {0};
    greedy_worth(&worth);
    double value = value_at(&worth, "9 8 8 7 7 6 - - -", &plan, face);
    pf_follow(&plan, face, &action);
    assert_int_equal(action.verb, PF_STOP);
    assert_true(value > 44.99 && value < 45.01);
}

/* A 2 alone: eight more barrels hardly ever all lie. */
static void he_rolls_where_little_is_at_stake(void **state) {
    (void)state;
    struct pf_worth worth;
    static struct pf_plan plan;
    uint8_t face[PF_BARRELS];
    struct pf_action action = {0};
    greedy_worth(&worth);
    assert_true(value_at(&worth, "2 - - - - - - - -", &plan, face) > 10);
    pf_follow(&plan, face, &action);
    assert_int_equal(action.verb, PF_AGAIN);
}

/* Nine barrels stand, one is spoiled: throwing it again can only help if it
 * comes up double, and costs everything if it lies. By hand: stop serves 51
 * less 5 (the 6/5 on its 5); the odds of one barrel decide. */
static void he_weighs_a_spoiled_barrel_by_hand(void **state) {
    (void)state;
    struct pf_worth worth;
    static struct pf_plan plan;
    uint8_t face[PF_BARRELS];
    greedy_worth(&worth);
    double stands = (double)pf_odds[1][1] / PF_ODDS_WHOLE;
    double stop = 9 + 8 + 8 + 7 + 7 + 6 + 5 - 5 + 9; /* d doubles the 9 */
    double both = 9 + 8 + 8 + 7 + 7 + 6 + 5 + 9 + 8;
    double value = value_at(&worth, "9 8 8 7 7 6 5 x d", &plan, face);
    double roll = stands * (value + both) / 2; /* spoiled again, or two doubles */
    double best = stop > roll ? stop : roll;
    assert_true(value > best - 0.001 && value < best + 0.001);
}

/* Plays the plan with real rolls and compares what it brings. */
static void the_value_is_what_play_brings(void **state) {
    (void)state;
    enum { GAMES = 20000 };
    static const char *const starts[] = {"9 - - - - - - - -", "- 3 3 - - - - x d",
                                         "9 8 - 7 - - - d d", "2 3 3 4 - - - x x"};
    struct pf_worth worth;
    static struct pf_plan plan;
    struct rng rng;
    unsigned char key[KEY_BYTES] = {9};
    rng_open(&rng, key, 0, 0);
    for (int start = 0; start < 4; start++) {
        uint8_t first[PF_BARRELS];
        double sum = 0;
        for (int total = 0; total <= PF_TOTAL_MAX; total++)
            worth.serve[total] = total <= 20 ? total : 20 - (total - 20) * 0.5;
        worth.fail = -3;
        double value = value_at(&worth, starts[start], &plan, first);
        for (int game = 0; game < GAMES; game++) {
            struct pf_state s = {0};
            struct pf_action action = {0}, roll = {0};
            bool stands = true;
            memcpy(s.face, first, sizeof first);
            for (pf_follow(&plan, s.face, &action); stands && action.verb == PF_AGAIN;
                 action = (struct pf_action){0}, pf_follow(&plan, s.face, &action)) {
                s.cup = (uint16_t)(pf_lying(s.face) | action.number << PF_NUMBERS);
                pf_roll(&s, &rng, &roll);
                stands = false;
                for (int place = 0; place < PF_BARRELS; place++)
                    if (s.cup >> place & 1) {
                        s.face[place] = roll.marks[place];
                        stands |= roll.marks[place] != PF_LIES;
                    }
            }
            struct pf_serving servings[PF_SERVINGS];
            double best = -1000;
            int count = stands ? pf_servings(s.face, servings) : 0;
            for (int i = 0; i < count; i++)
                best =
                    worth.serve[servings[i].total] > best ? worth.serve[servings[i].total] : best;
            sum += stands ? best : worth.fail;
        }
        double off = sum / GAMES - value; /* a standard error is below 0.08 */
        assert_true(off < 0.35 && off > -0.35);
    }
}

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
            match_choose(match, bot, 1, &budget, &first, NULL);
            match_choose(match, bot, 1, &budget, &second, NULL);
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
        match_choose(match, game_bot(&polterfass_game, key), 1, &budget, &action, NULL);
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

/* Against guests who always order 0 everything served is his own; against
 * guests who always order 13 he keeps all he serves below that. Either way
 * `regular` learns it from the pad and rolls on further than at first. */
static void regular_learns_from_the_pad(void **state) {
    (void)state;
    struct budget budget = {0};
    struct pf_action action;
    struct match *match = test_match(&polterfass_game, 3, 3, (const char *[]){"goal", "500", NULL});
    for (int round = 0; round < 30; round++) {
        int innkeeper = round % 3;
        test_play(match, SEAT_CHANCE, "roll 9 8 - - - - - - -");
        for (int seat = 0; seat < 3; seat++)
            if (seat != innkeeper)
                test_play(match, seat, seat == 2 ? "order 6 7" : "order 0");
        test_play(match, innkeeper, "stop");
    }
    /* Seat 0 is innkeeper; of 17 standing mugs, 13 will be ordered. */
    test_play(match, SEAT_CHANCE, "roll 9 - - - - - - d -");
    test_play(match, 1, "order 0");
    test_play(match, 2, "order 6 7");
    match_choose(match, game_bot(&polterfass_game, "regular"), 0, &budget, &action, NULL);
    assert_int_equal(action.verb, PF_AGAIN);
    match_free(match);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(he_stops_where_a_roll_can_only_hurt),
        cmocka_unit_test(he_rolls_where_little_is_at_stake),
        cmocka_unit_test(he_weighs_a_spoiled_barrel_by_hand),
        cmocka_unit_test(the_value_is_what_play_brings),
        cmocka_unit_test(bots_choose_the_same_by_the_same_seed),
        cmocka_unit_test(bold_orders_more_than_careful),
        cmocka_unit_test(regular_learns_from_the_pad),
    };
    return cmocka_run_group_tests_name("polterfass bots", tests, NULL, NULL);
}
