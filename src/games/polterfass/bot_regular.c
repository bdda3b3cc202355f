/* bot_regular.c: `regular`, the strongest computer player.
 *
 * As innkeeper it solves the stopping problem exactly (innkeeper.h), given a probability
 * distribution of the guests' orders. As guest it predicts what such an innkeeper will serve and
 * chooses a near-optimal order against the distribution of the other guests' orders. The
 * distribution of a guest is a prior mixed with the orders of that guest on the pad. Only
 * relative points win the match, so points of others count as losses. */
#include "innkeeper.h"

#include <string.h>

enum { ORDERS = 14, SUMS = ORDERS * PF_SEATS, EFFORT = 150, PRIOR_ROUNDS = 2 };

/* How many rounds of a guest's own orders weigh as much as the prior. */
static const double prior_weight = 12;
/* An order that is worse than the best one by this many mugs is taken to be half as likely. */
static const double half_as_likely = 0.6;
/* An order that is worse than the best one by this many mugs is chosen half as often. */
static const double half_as_often = 1.2;

struct belief {
    double order[PF_SEATS][ORDERS]; /* of each guest, by sum */
};

/* The distribution of the final serving, from the point of view of a guest. */
struct outlook {
    double fail;
    double enough[SUMS];      /* probability that at least this much is served */
    double enough_mean[SUMS]; /* the same, weighted with the amount served */
    double mean;              /* of the amount served; a failure counts as 0 */
};

static void normalise(double *p, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += p[i];
    for (int i = 0; i < count; i++)
        p[i] = sum > 0 ? p[i] / sum : 1.0 / count;
}

/* The distribution of the sum of all guests' orders: a convolution. */
static void add_up(const struct pf_state *v, const struct belief *belief, double sum[SUMS]) {
    memset(sum, 0, sizeof(double) * SUMS);
    sum[0] = 1;
    for (int seat = 0; seat < v->seats; seat++) {
        double next[SUMS] = {0};
        if (seat == v->innkeeper)
            continue;
        for (int s = 0; s + ORDERS <= SUMS; s++)
            for (int o = 0; sum[s] > 0 && o < ORDERS; o++)
                next[s + o] += sum[s] * belief->order[seat][o];
        memcpy(sum, next, sizeof next);
    }
}

/* P-13 to P-15 from the point of view of the innkeeper: own points minus the mean of the guests'
 * points. If the guests order too much the mean is taken as zero, as if one paid what another
 * gains. This is an approximation: it is wrong if several guests have the highest or the lowest
 * order, and if all are equal. */
static void value_totals(const struct pf_state *v, const struct belief *belief,
                         struct pf_worth *worth) {
    double sum[SUMS], guests = v->seats - 1, mean = 0;
    add_up(v, belief, sum);
    for (int s = 0; s < SUMS; s++)
        mean += s * sum[s];
    worth->fail = -mean / guests;
    for (int total = 0; total <= PF_TOTAL_MAX; total++) {
        worth->serve[total] = 0;
        for (int s = 0; s < SUMS; s++)
            worth->serve[total] += sum[s] * (s <= total ? total - s - s / guests : total);
    }
}

static void look_ahead(const struct pf_state *v, const struct belief *belief,
                       struct outlook *outlook) {
    static const size_t served_size = PF_TOTAL_MAX + 1;
    struct pf_worth worth;
    struct pf_plan plan;
    double served[PF_TOTAL_MAX + 1];
    value_totals(v, belief, &worth);
    pf_solve(&worth, v->face, &plan);
    outlook->fail = pf_foresee(&plan, v->face, served);
    double chance = 0, weighted = 0;
    for (int total = SUMS - 1; total >= 0; total--) {
        if ((size_t)total < served_size) {
            chance += served[total];
            weighted += total * served[total];
        }
        outlook->enough[total] = chance;
        outlook->enough_mean[total] = weighted;
    }
    outlook->mean = weighted;
}

/* One sample of the other guests' orders. */
struct others {
    int count, sum, high, low, high_count, low_count;
};

static int draw_order(const double order[ORDERS], struct rng *rng) {
    double number = rng_next(rng) / 4294967296.0;
    int drawn = 0;
    while (drawn < ORDERS - 1 && number >= order[drawn])
        number -= order[drawn++];
    return drawn;
}

static void draw_others(const struct pf_state *v, const struct belief *belief, int me,
                        struct rng *rng, struct others *others) {
    *others = (struct others){.high = -1, .low = ORDERS};
    for (int seat = 0; seat < v->seats; seat++) {
        if (seat == v->innkeeper || seat == me)
            continue;
        int order = draw_order(belief->order[seat], rng);
        others->count++;
        others->sum += order;
        others->high_count =
            order > others->high ? 1 : others->high_count + (order == others->high);
        others->low_count = order < others->low ? 1 : others->low_count + (order == others->low);
        others->high = order > others->high ? order : others->high;
        others->low = order < others->low ? order : others->low;
    }
}

/* P-15, P-22: points if the guests order too much: own ones, and the sum of the other guests'
 * ones. */
static void greedy_points(const struct pf_state *v, const struct others *o, int mine,
                          int *my_points, int *their_points) {
    int high = mine > o->high ? mine : o->high, low = mine < o->low ? mine : o->low;
    if (high == low) {
        *my_points = v->all_equal_cancels ? 0 : -mine;
        *their_points = o->count * *my_points;
        return;
    }
    *my_points = mine == high ? -high : mine == low ? high : 0;
    *their_points =
        high * ((o->low == low ? o->low_count : 0) - (o->high == high ? o->high_count : 0));
}

/* Own points minus the mean of all other seats' points. */
static double order_worth(const struct pf_state *v, const struct outlook *outlook,
                          const struct others *others, int mine) {
    int sum = others->sum + mine, my_greedy, their_greedy;
    double enough = outlook->enough[sum], greedy = 1 - outlook->fail - enough;
    greedy_points(v, others, mine, &my_greedy, &their_greedy);
    double my_points = (outlook->fail + enough) * mine + greedy * my_greedy;
    double innkeeper =
        outlook->enough_mean[sum] - enough * sum + (outlook->mean - outlook->enough_mean[sum]);
    double their_points =
        (outlook->fail + enough) * others->sum + greedy * their_greedy + innkeeper;
    return my_points - their_points / (v->seats - 1);
}

/* Checks the time budget, at every 16th sample and never before the first one. */
static bool is_cut_short(const struct budget *budget, int done) {
    return done > 0 && done % 16 == 0 && budget->expired && budget->expired(budget->context);
}

static void value_orders(const struct pf_state *v, const struct belief *belief, int me,
                         const struct outlook *outlook, const struct budget *budget,
                         struct rng *rng, double worth[ORDERS]) {
    int samples = budget->effort ? budget->effort : EFFORT;
    memset(worth, 0, sizeof(double) * ORDERS);
    for (int i = 0; i < samples && !is_cut_short(budget, i); i++) {
        struct others others;
        draw_others(v, belief, me, rng, &others);
        for (int order = 0; order < ORDERS; order++) {
            double off = order_worth(v, outlook, &others, order) - worth[order];
            worth[order] += off / (i + 1); /* running mean */
        }
    }
}

/* Better orders are likelier, but no order is impossible. */
static void likely_orders(const double worth[ORDERS], double order[ORDERS]) {
    double best = worth[0];
    for (int i = 1; i < ORDERS; i++)
        best = worth[i] > best ? worth[i] : best;
    for (int i = 0; i < ORDERS; i++) {
        double off = (best - worth[i]) / half_as_likely;
        order[i] = 1 / (1 + off * off);
    }
    normalise(order, ORDERS);
}

/* The prior for a guest's order at these barrels: two rounds of best response, starting from the
 * uniform distribution over all sets of cards. */
static void prior_orders(const struct pf_state *v, const struct budget *budget, struct rng *rng,
                         double order[ORDERS]) {
    struct belief belief;
    struct outlook outlook;
    double worth[ORDERS], better[ORDERS];
    int somebody = (v->innkeeper + 1) % v->seats;
    memset(order, 0, sizeof(double) * ORDERS);
    for (int cards = 1; cards < 1 << PF_CARDS; cards++)
        if (pf_set_size(cards) <= 2)
            order[pf_order_sum(cards)] += 1.0 / 36;
    for (int round = 0; round < PRIOR_ROUNDS; round++) {
        for (int seat = 0; seat < v->seats; seat++)
            memcpy(belief.order[seat], order, sizeof belief.order[seat]);
        look_ahead(v, &belief, &outlook);
        value_orders(v, &belief, somebody, &outlook, budget, rng, worth);
        likely_orders(worth, better);
        for (int i = 0; i < ORDERS; i++)
            order[i] = (order[i] + better[i]) / 2;
    }
}

/* Removes the orders that the visible number of cards excludes (P-24). While orders are awaited
 * the cards of faster guests are ignored, so that the order of arrival has no influence. */
static void fit_cards(const struct pf_state *v, int seat, double order[ORDERS]) {
    int cards = v->phase == PF_ORDERS ? 0 : v->cards_laid[seat];
    for (int sum = 0; cards && sum < ORDERS; sum++)
        if (cards == 1 ? sum >= PF_CARDS : sum == 0)
            order[sum] = 0;
    normalise(order, ORDERS);
}

static void believe(const struct pf_state *v, const struct budget *budget, struct rng *rng,
                    struct belief *belief) {
    double prior[ORDERS];
    prior_orders(v, budget, rng, prior);
    for (int seat = 0; seat < v->seats; seat++) {
        double *order = belief->order[seat];
        for (int i = 0; i < ORDERS; i++)
            order[i] = prior_weight * prior[i];
        for (int round = 0; round < v->rounds; round++)
            if (v->pad[round].innkeeper != seat)
                order[pf_order_sum(v->pad[round].order[seat])] += 1;
        fit_cards(v, seat, order);
    }
}

/* A random set of cards with this sum, so that the number of cards reveals nothing. */
static int cards_for(int sum, struct rng *rng) {
    int found[8], count = 0;
    for (int cards = 1; cards < 1 << PF_CARDS; cards++)
        if (pf_set_size(cards) <= 2 && pf_order_sum(cards) == sum)
            found[count++] = cards;
    return found[rng_below(rng, (uint32_t)count)];
}

/* A bot that always plays the best order is predictable, and several such bots order the same
 * and pay together. So it draws among all orders that are nearly as good. */
static int pick_order(const double worth[ORDERS], struct rng *rng) {
    double often[ORDERS], best = worth[0];
    for (int i = 1; i < ORDERS; i++)
        best = worth[i] > best ? worth[i] : best;
    for (int i = 0; i < ORDERS; i++) {
        double off = (best - worth[i]) / half_as_often;
        often[i] = off < 3 ? 1 / (1 + off * off * off * off) : 0;
    }
    normalise(often, ORDERS);
    return draw_order(often, rng);
}

static void order(const struct pf_state *v, int seat, const struct budget *budget, struct rng *rng,
                  struct pf_action *a) {
    struct belief belief;
    struct outlook outlook;
    double worth[ORDERS];
    believe(v, budget, rng, &belief);
    look_ahead(v, &belief, &outlook);
    value_orders(v, &belief, seat, &outlook, budget, rng, worth);
    a->verb = PF_ORDER;
    a->number = (uint8_t)cards_for(pick_order(worth, rng), rng);
}

static void serve(const struct pf_state *v, const struct pf_worth *worth, struct pf_action *a) {
    struct pf_serving servings[PF_SERVINGS];
    int count = pf_servings(v->face, servings), best = 0;
    for (int i = 1; i < count; i++)
        if (worth->serve[servings[i].total] > worth->serve[servings[best].total])
            best = i;
    a->verb = PF_SERVE;
    a->number = servings[best].doubles;
    memcpy(a->target, servings[best].target, PF_SPECIALS);
}

static bool choose(const struct thinking *thinking, void *action) {
    const struct pf_state *v = thinking->view;
    struct belief belief;
    struct pf_worth worth;
    struct pf_plan plan;
    if (v->phase == PF_ORDERS) {
        order(v, thinking->seat, thinking->budget, thinking->rng, action);
        return true;
    }
    believe(v, thinking->budget, thinking->rng, &belief);
    value_totals(v, &belief, &worth);
    if (v->phase == PF_RECKONING) {
        serve(v, &worth, action);
        return true;
    }
    pf_solve(&worth, v->face, &plan);
    pf_follow(&plan, v->face, action);
    return true;
}

const struct bot pf_bot_regular = {.key = "regular", .choose = choose};
