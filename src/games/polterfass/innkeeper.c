/* innkeeper.c: solves the stopping problem by dynamic programming.
 *
 * The state is a pattern of the seven number barrels (3 states of the 9/2, 6 of each pair of
 * equal barrels) and a pattern of the two specials. Standing number barrels stay, so a roll
 * leads to patterns with more of them; those are solved first. If no further number barrel
 * stands, the roll leads back to the same number pattern with other specials; these six values
 * are found by value iteration. */
#include "innkeeper.h"

#include <string.h>

#include <spelunke/must.h>

/* The two faces of a pair, lower first; 0 is a lying barrel. */
static const uint8_t pair_face[6][2] = {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {1, 2}, {2, 2}};
static const uint8_t pair_of[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
static const uint8_t pair_lying[6] = {2, 1, 1, 0, 0, 0};

/* One transition of a pair or of the single barrel: the new state, how many barrels came to
 * stand, and in how many ways. */
struct step {
    uint8_t to, standing, ways;
};
struct steps {
    int count;
    struct step step[6];
};

static const struct steps single_steps[3] = {
    {3, {{0, 0, 1}, {1, 1, 1}, {2, 1, 1}}}, {1, {{1, 0, 1}}}, {1, {{2, 0, 1}}}};
static const struct steps pair_steps[6] = {
    {6, {{0, 0, 1}, {1, 1, 2}, {2, 1, 2}, {3, 2, 1}, {4, 2, 2}, {5, 2, 1}}},
    {3, {{1, 0, 1}, {3, 1, 1}, {4, 1, 1}}},
    {3, {{2, 0, 1}, {4, 1, 1}, {5, 1, 1}}},
    {1, {{3, 0, 1}}},
    {1, {{4, 0, 1}}},
    {1, {{5, 0, 1}}},
};

/* A number pattern, split into the single barrel and three pairs. */
struct numbers {
    int single, pair[3];
};

static struct numbers numbers_of(int pattern) {
    return (struct numbers){pattern % 3, {pattern / 3 % 6, pattern / 18 % 6, pattern / 108}};
}

static int pattern_of(struct numbers n) {
    return n.single + 3 * (n.pair[0] + 6 * (n.pair[1] + 6 * n.pair[2]));
}

static int numbers_lying(struct numbers n) {
    return (n.single == 0) + pair_lying[n.pair[0]] + pair_lying[n.pair[1]] + pair_lying[n.pair[2]];
}

static int number_pattern(const uint8_t face[PF_BARRELS]) {
    return pattern_of((struct numbers){
        face[0],
        {pair_of[face[1]][face[2]], pair_of[face[3]][face[4]], pair_of[face[5]][face[6]]}});
}

static int special_pattern(const uint8_t face[PF_BARRELS]) {
    return pair_of[face[7]][face[8]];
}

static void faces_of(int pattern, int special, uint8_t face[PF_BARRELS]) {
    struct numbers n = numbers_of(pattern);
    face[0] = (uint8_t)n.single;
    for (int i = 0; i < 3; i++)
        memcpy(face + 1 + 2 * i, pair_face[n.pair[i]], 2);
    memcpy(face + PF_NUMBERS, pair_face[special], 2);
}

/* The probability of one exact result with j of k barrels standing: all choices of barrels and
 * of ends are equally likely. */
struct chances {
    double exact[PF_BARRELS + 1][PF_BARRELS + 1];
};

static void fill_chances(struct chances *chances) {
    for (int k = 0; k <= PF_BARRELS; k++) {
        double ways = 1; /* binomial(k, j) * 2^j */
        for (int j = 0; j <= k; j++) {
            chances->exact[k][j] = (double)pf_odds[k][j] / PF_ODDS_WHOLE / ways;
            ways = ways * 2 * (k - j) / (j + 1);
        }
    }
}

struct solver {
    const struct pf_worth *worth;
    struct pf_plan *plan;
    struct chances chances;
};

/* One result of a roll, number barrels only. */
struct result {
    int pattern, standing, ways;
};

static int list_results(struct numbers n, struct result out[PF_NUMBER_PATTERNS]) {
    int count = 0;
    const struct steps *a = &single_steps[n.single], *b = &pair_steps[n.pair[0]];
    const struct steps *c = &pair_steps[n.pair[1]], *d = &pair_steps[n.pair[2]];
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++)
            for (int k = 0; k < c->count; k++)
                for (int l = 0; l < d->count; l++) {
                    struct step s = a->step[i], t = b->step[j], u = c->step[k], v = d->step[l];
                    struct numbers to = {s.to, {t.to, u.to, v.to}};
                    out[count++] = (struct result){
                        pattern_of(to), s.standing + t.standing + u.standing + v.standing,
                        s.ways * t.ways * u.ways * v.ways};
                }
    return count;
}

/* For each pattern of specials the patterns that can be kept out of the cup, as bits. A standing
 * special that is rolled again counts as lying. */
static const uint8_t keepable[PF_SPECIAL_PATTERNS] = {
    1 << 0,
    1 << 0 | 1 << 1,
    1 << 0 | 1 << 2,
    1 << 0 | 1 << 1 | 1 << 3,
    1 << 0 | 1 << 1 | 1 << 2 | 1 << 4,
    1 << 0 | 1 << 2 | 1 << 5,
};

/* The values of all results with more standing numbers than now, summed by how many came to
 * stand, for each pattern of specials. */
struct gains {
    double value[PF_NUMBERS + 1][PF_SPECIAL_PATTERNS];
};

static void add_gains(const struct pf_plan *plan, const struct result *results, int count,
                      struct gains *gains) {
    memset(gains, 0, sizeof *gains);
    for (int i = 0; i < count; i++)
        for (int s = 0; results[i].standing && s < PF_SPECIAL_PATTERNS; s++)
            gains->value[results[i].standing][s] +=
                results[i].ways * plan->value[results[i].pattern][s];
}

/* The value of a roll that keeps these specials, without the results that stay on the same
 * number pattern; `again` gets the probabilities of those. */
static double roll_worth(const struct solver *solver, const struct gains *gains, int lying,
                         int kept, double again[PF_SPECIAL_PATTERNS]) {
    const struct steps *specials = &pair_steps[kept];
    const double *exact = solver->chances.exact[lying + pair_lying[kept]];
    double worth = exact[0] * solver->worth->fail;
    memset(again, 0, sizeof(double) * PF_SPECIAL_PATTERNS);
    for (int i = 0; i < specials->count; i++) {
        struct step special = specials->step[i];
        if (special.standing)
            again[special.to] += exact[special.standing] * special.ways;
        for (int standing = 1; standing <= lying; standing++)
            worth += exact[standing + special.standing] * special.ways *
                     gains->value[standing][special.to];
    }
    return worth;
}

static double stop_worth(const struct pf_worth *worth, int pattern, int special, uint8_t *served) {
    struct pf_serving servings[PF_SERVINGS];
    uint8_t face[PF_BARRELS];
    faces_of(pattern, special, face);
    int count = pf_servings(face, servings);
    *served = servings[0].total;
    for (int i = 1; i < count; i++)
        if (worth->serve[servings[i].total] > worth->serve[*served])
            *served = servings[i].total;
    return worth->serve[*served];
}

/* Value iteration over the six special patterns of one number pattern. Each roll may fail, so
 * every round is a contraction and the loop ends. */
static void solve_pattern(struct solver *solver, int pattern) {
    struct pf_plan *plan = solver->plan;
    struct result results[PF_NUMBER_PATTERNS];
    struct numbers n = numbers_of(pattern);
    int lying = numbers_lying(n), count = list_results(n, results);
    double roll[PF_SPECIAL_PATTERNS], again[PF_SPECIAL_PATTERNS][PF_SPECIAL_PATTERNS];
    double stop[PF_SPECIAL_PATTERNS], change = 1;
    struct gains gains;
    add_gains(plan, results, count, &gains);
    for (int s = 0; s < PF_SPECIAL_PATTERNS; s++) {
        roll[s] = roll_worth(solver, &gains, lying, s, again[s]);
        stop[s] = stop_worth(solver->worth, pattern, s, &plan->served[pattern][s]);
        plan->value[pattern][s] = stop[s];
    }
    while (change > 1e-9) {
        change = 0;
        for (int s = 0; s < PF_SPECIAL_PATTERNS; s++) {
            double best = stop[s];
            plan->choice[pattern][s] = PF_STOP_HERE;
            for (int kept = 0; kept < PF_SPECIAL_PATTERNS; kept++) {
                if (!(keepable[s] >> kept & 1) || lying + pair_lying[kept] == 0)
                    continue;
                double worth = roll[kept];
                for (int to = 0; to < PF_SPECIAL_PATTERNS; to++)
                    worth += again[kept][to] * plan->value[pattern][to];
                if (worth > best) {
                    best = worth;
                    plan->choice[pattern][s] = (int8_t)kept;
                }
            }
            double moved = best - plan->value[pattern][s];
            change = moved > change ? moved : change;
            plan->value[pattern][s] = best;
        }
    }
    plan->is_solved[pattern] = true;
}

/* Solves a pattern after all patterns that can follow it. */
static void solve_from(struct solver *solver, int pattern) {
    struct result results[PF_NUMBER_PATTERNS];
    if (solver->plan->is_solved[pattern])
        return;
    int count = list_results(numbers_of(pattern), results);
    for (int i = 0; i < count; i++)
        if (results[i].pattern != pattern)
            solve_from(solver, results[i].pattern);
    solve_pattern(solver, pattern);
}

void pf_solve(const struct pf_worth *worth, const uint8_t face[PF_BARRELS], struct pf_plan *plan) {
    struct solver solver = {.worth = worth, .plan = plan};
    fill_chances(&solver.chances);
    memset(plan->is_solved, 0, sizeof plan->is_solved);
    solve_from(&solver, number_pattern(face));
}

/* Probabilities that are still to be propagated. */
struct flow {
    const struct pf_plan *plan;
    struct chances chances;
    double weight[PF_NUMBER_PATTERNS][PF_SPECIAL_PATTERNS];
    double *served;
    double failed;
};

static void flow_roll(struct flow *flow, int pattern, int kept, double weight,
                      const struct result *results, int count) {
    const struct steps *specials = &pair_steps[kept];
    int lying = numbers_lying(numbers_of(pattern)) + pair_lying[kept];
    const double *exact = flow->chances.exact[lying];
    flow->failed += weight * exact[0];
    for (int i = 0; i < count; i++)
        for (int j = 0; j < specials->count; j++) {
            struct step special = specials->step[j];
            int standing = results[i].standing + special.standing;
            if (standing)
                flow->weight[results[i].pattern][special.to] +=
                    weight * exact[standing] * results[i].ways * special.ways;
        }
}

static bool is_reached(const struct flow *flow, int pattern) {
    for (int s = 0; s < PF_SPECIAL_PATTERNS; s++)
        if (flow->weight[pattern][s] > 0)
            return true;
    return false;
}

/* Propagates the probabilities of one number pattern until the rest is negligible. */
static void flow_pattern(struct flow *flow, int pattern) {
    struct result results[PF_NUMBER_PATTERNS];
    int count = list_results(numbers_of(pattern), results);
    double moved = 1;
    while (moved > 1e-7) {
        moved = 0;
        for (int s = 0; s < PF_SPECIAL_PATTERNS; s++) {
            double weight = flow->weight[pattern][s];
            int choice = flow->plan->choice[pattern][s];
            if (weight == 0)
                continue;
            flow->weight[pattern][s] = 0;
            if (choice == PF_STOP_HERE) {
                flow->served[flow->plan->served[pattern][s]] += weight;
                continue;
            }
            moved += weight;
            flow_roll(flow, pattern, choice, weight, results, count);
        }
    }
}

double pf_foresee(const struct pf_plan *plan, const uint8_t face[PF_BARRELS],
                  double served[PF_TOTAL_MAX + 1]) {
    struct flow flow = {.plan = plan, .served = served};
    memset(served, 0, sizeof(double) * (PF_TOTAL_MAX + 1));
    fill_chances(&flow.chances);
    flow.weight[number_pattern(face)][special_pattern(face)] = 1;
    for (int lying = PF_NUMBERS; lying >= 0; lying--)
        for (int pattern = 0; pattern < PF_NUMBER_PATTERNS; pattern++)
            if (is_reached(&flow, pattern) && numbers_lying(numbers_of(pattern)) == lying)
                flow_pattern(&flow, pattern);
    return flow.failed;
}

/* The standing specials to roll so that the pattern `kept` stays; of two equal ones the first. */
static int specials_to_roll(const uint8_t face[PF_BARRELS], int kept) {
    for (int set = 0; set < 1 << PF_SPECIALS; set++) {
        uint8_t a = set & 1 ? 0 : face[7], b = set & 2 ? 0 : face[8];
        bool is_standing = (!(set & 1) || face[7]) && (!(set & 2) || face[8]);
        if (is_standing && pair_of[a][b] == kept)
            return set;
    }
    must(false); /* the plan keeps standing specials only */
    return 0;
}

void pf_follow(const struct pf_plan *plan, const uint8_t face[PF_BARRELS],
               struct pf_action *action) {
    int choice = plan->choice[number_pattern(face)][special_pattern(face)];
    action->verb = choice == PF_STOP_HERE ? PF_STOP : PF_AGAIN;
    if (choice != PF_STOP_HERE)
        action->number = (uint8_t)specials_to_roll(face, choice);
}
