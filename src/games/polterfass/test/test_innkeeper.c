/* test_innkeeper.c: the solution of the stopping problem, compared with hand calculations,
 * simulation, and an exhaustive search. */
#include "unit/test.h"

#include "../innkeeper.h"

static void set_faces(const char *marks, uint8_t face[PF_BARRELS]) {
    for (int place = 0; place < PF_BARRELS; place++)
        for (uint8_t f = PF_LIES; f <= PF_SECOND_END; f++)
            if (pf_mark(place, f)[0] == marks[2 * place])
                face[place] = f;
}

/* The value is the number served: there are no guests. */
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

/* One lying barrel, 6/5: rolling it wins 5.5 with the odds of one barrel and loses everything
 * else. Not worth it with 45 standing. */
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

/* A 2 alone: eight more barrels almost never all lie. */
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

/* Nine barrels stand, one is spoiled: rolling it again helps only if it comes up double, and
 * loses everything if it lies. By hand: with 50 on top, stop destroys the 5 and doubles the 9;
 * the odds of one barrel decide. */
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

/* Best at 20; a failure has a cost. */
static void peaked_worth(struct pf_worth *worth) {
    for (int total = 0; total <= PF_TOTAL_MAX; total++)
        worth->serve[total] = total <= 20 ? total : 20 - (total - 20) * 0.5;
    worth->fail = -3;
}

/* The best total that these barrels can serve. */
static double stop_worth(const struct pf_worth *worth, const uint8_t face[PF_BARRELS]) {
    struct pf_serving servings[PF_SERVINGS];
    int count = pf_servings(face, servings);
    double best = worth->serve[servings[0].total];
    for (int i = 1; i < count; i++)
        if (worth->serve[servings[i].total] > best)
            best = worth->serve[servings[i].total];
    return best;
}

/* Rolls the cup; false: no barrel of it stands. */
static bool roll_on(struct pf_state *s, int specials, struct rng *rng) {
    struct pf_action roll = {0};
    bool stands = false;
    s->cup = (uint16_t)(pf_lying(s->face) | specials << PF_NUMBERS);
    pf_roll(s, rng, &roll);
    for (int place = 0; place < PF_BARRELS; place++)
        if (s->cup >> place & 1) {
            s->face[place] = roll.marks[place];
            stands |= roll.marks[place] != PF_LIES;
        }
    return stands;
}

/* The value of one round played by the plan with random rolls. */
static double play_plan(const struct pf_plan *plan, const struct pf_worth *worth,
                        const uint8_t first[PF_BARRELS], struct rng *rng) {
    struct pf_state s = {0};
    memcpy(s.face, first, sizeof s.face);
    for (;;) {
        struct pf_action action = {0};
        pf_follow(plan, s.face, &action);
        if (action.verb == PF_STOP)
            return stop_worth(worth, s.face);
        if (!roll_on(&s, action.number, rng))
            return worth->fail;
    }
}

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
    peaked_worth(&worth);
    for (int start = 0; start < 4; start++) {
        uint8_t first[PF_BARRELS];
        double sum = 0, value = value_at(&worth, starts[start], &plan, first);
        for (int game = 0; game < GAMES; game++)
            sum += play_plan(&plan, &worth, first, &rng);
        double off = sum / GAMES - value; /* a standard error is below 0.08 */
        assert_true(off < 0.35 && off > -0.35);
    }
}

/* The exhaustive search, without patterns and symmetries. A state is the faces of all nine
 * barrels as digits of three, number barrels first, and every throw of every cup is tried.
 * Standing numbers stay, so a throw leads to a higher state with more numbers, or to one of nine
 * with the same numbers. From the highest state down the former are known, and the nine are
 * found by value iteration. */
enum { STATES = 19683, SAME_NUMBERS = 9 };
enum part { SAME, GROWN }; /* whether a number barrel of the throw stands */

struct brute {
    const struct pf_worth *worth;
    double exact[PF_BARRELS + 1][PF_BARRELS + 1]; /* one throw of k in which j stand */
    double value[STATES];
    double grown[STATES]; /* the part of the value of rolling all lying barrels that is known */
};

static const int digit[PF_BARRELS] = {6561, 2187, 729, 243, 81, 27, 9, 3, 1};

static void faces_of_state(int state, uint8_t face[PF_BARRELS]) {
    for (int place = 0; place < PF_BARRELS; place++)
        face[place] = (uint8_t)(state / digit[place] % 3);
}

static double chance_of(int thrown, int standing) {
    double ways = 1;
    for (int i = 0; i < standing; i++)
        ways = ways * 2 * (thrown - i) / (i + 1);
    return (double)pf_odds[thrown][standing] / PF_ODDS_WHOLE / ways;
}

/* Enumerates all results of the lying barrels from `place` on. */
static double throw_worth(const struct brute *brute, const uint8_t face[PF_BARRELS], enum part part,
                          int place, int state, int standing) {
    bool must_lie = part == SAME && place < PF_NUMBERS;
    double sum = 0;
    if (place == PF_NUMBERS && part == GROWN && !standing)
        return 0;
    if (place == PF_BARRELS)
        return brute->exact[pf_set_size(pf_lying(face))][standing] *
               (standing ? brute->value[state] : brute->worth->fail);
    if (face[place] != PF_LIES)
        return throw_worth(brute, face, part, place + 1, state + face[place] * digit[place],
                           standing);
    for (int end = PF_LIES; end <= (must_lie ? PF_LIES : PF_SECOND_END); end++)
        sum += throw_worth(brute, face, part, place + 1, state + end * digit[place],
                           standing + (end != PF_LIES));
    return sum;
}

/* The value of rolling these specials, which is as if they lay; `stop` if that is impossible. */
static double again_worth(const struct brute *brute, int state, int specials, double stop) {
    uint8_t face[PF_BARRELS];
    faces_of_state(state, face);
    for (int i = 0; i < PF_SPECIALS; i++) {
        int place = PF_NUMBERS + i;
        if (!(specials >> i & 1))
            continue;
        if (face[place] == PF_LIES)
            return stop;
        state -= face[place] * digit[place];
        face[place] = PF_LIES;
    }
    return pf_lying(face) ? brute->grown[state] + throw_worth(brute, face, SAME, 0, 0, 0) : stop;
}

static double best_worth(const struct brute *brute, int state) {
    uint8_t face[PF_BARRELS];
    faces_of_state(state, face);
    double stop = stop_worth(brute->worth, face), best = stop;
    for (int specials = 0; specials < 1 << PF_SPECIALS; specials++) {
        double worth = again_worth(brute, state, specials, stop);
        best = worth > best ? worth : best;
    }
    return best;
}

/* The nine states with the same numbers. */
static void solve_nine(struct brute *brute, int first) {
    uint8_t face[PF_BARRELS];
    double change = 1;
    for (int state = first; state < first + SAME_NUMBERS; state++) {
        faces_of_state(state, face);
        brute->value[state] = stop_worth(brute->worth, face);
        brute->grown[state] = throw_worth(brute, face, GROWN, 0, 0, 0);
    }
    while (change > 1e-9) {
        change = 0;
        for (int state = first; state < first + SAME_NUMBERS; state++) {
            double best = best_worth(brute, state), moved = best - brute->value[state];
            change = moved > change ? moved : change;
            brute->value[state] = best;
        }
    }
}

static void solve_by_force(struct brute *brute) {
    for (int k = 0; k <= PF_BARRELS; k++)
        for (int j = 0; j <= k; j++)
            brute->exact[k][j] = chance_of(k, j);
    for (int first = STATES - SAME_NUMBERS; first >= 0; first -= SAME_NUMBERS)
        solve_nine(brute, first);
}

/* The plan's choice is optimal in every state. */
static void check_plan(const struct pf_worth *worth) {
    static struct pf_plan plan;
    static struct brute brute;
    uint8_t face[PF_BARRELS] = {0};
    brute.worth = worth;
    solve_by_force(&brute);
    pf_solve(worth, face, &plan);
    for (int state = 0; state < STATES; state++) {
        struct pf_action action = {0};
        faces_of_state(state, face);
        pf_follow(&plan, face, &action);
        double stop = stop_worth(worth, face);
        double chosen =
            action.verb == PF_STOP ? stop : again_worth(&brute, state, action.number, stop);
        assert_true(chosen > brute.value[state] - 1e-6);
    }
}

static void no_other_play_is_better_for_plain_worths(void **state) {
    (void)state;
    struct pf_worth worth;
    greedy_worth(&worth);
    check_plan(&worth);
    peaked_worth(&worth);
    check_plan(&worth);
}

/* Random values of the totals, so that every choice is optimal somewhere. */
static void no_other_play_is_better_for_any_worth(void **state) {
    (void)state;
    struct pf_worth worth = {.fail = -4};
    struct rng rng;
    unsigned char key[KEY_BYTES] = {3};
    rng_open(&rng, key, 0, 0);
    for (int total = 0; total <= PF_TOTAL_MAX; total++)
        worth.serve[total] = rng_below(&rng, 1000) / 20.0 - 10;
    check_plan(&worth);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(he_stops_where_a_roll_can_only_hurt),
        cmocka_unit_test(he_rolls_where_little_is_at_stake),
        cmocka_unit_test(he_weighs_a_spoiled_barrel_by_hand),
        cmocka_unit_test(the_value_is_what_play_brings),
        cmocka_unit_test(no_other_play_is_better_for_plain_worths),
        cmocka_unit_test(no_other_play_is_better_for_any_worth),
    };
    return cmocka_run_group_tests_name("polterfass innkeeper", tests, NULL, NULL);
}
