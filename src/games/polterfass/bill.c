/* bill.c: scores a round: how many mugs each seat gets (P-13 to P-15, P-22, P-23). */
#include "polterfass.h"

int pf_set_size(int set) {
    return __builtin_popcount((unsigned)set);
}

/* An order has at most two cards: the lowest and the highest of the set. Card 0 counts 0, and so
 * does a missing card. */
int pf_order_sum(int cards) {
    unsigned set = (unsigned)(cards | !cards);
    int low = __builtin_ctz(set), high = 31 - __builtin_clz(set);
    return low == high ? low : low + high;
}

int pf_ordered(const struct pf_round *round, int seats) {
    int sum = 0;
    for (int seat = 0; seat < seats; seat++)
        sum += pf_order_sum(round->order[seat]);
    return sum;
}

int pf_round_number(const struct pf_state *state) {
    return state->rounds + (state->phase != PF_OVER);
}

/* P-13, P-14: each guest gets what they ordered, the innkeeper gets the rest. */
static void bill_enough(struct pf_round *round, const int order[PF_SEATS], int seats, int sum) {
    for (int seat = 0; seat < seats; seat++)
        round->points[seat] = (int8_t)order[seat];
    bool has_failed = round->served == PF_FAILED;
    round->points[round->innkeeper] = (int8_t)(has_failed ? 0 : round->served - sum);
}

static void find_extremes(const struct pf_round *round, const int order[PF_SEATS], int seats,
                          int *highest, int *lowest) {
    *highest = 0;
    *lowest = INT8_MAX;
    for (int seat = 0; seat < seats; seat++) {
        if (seat == round->innkeeper)
            continue;
        *highest = order[seat] > *highest ? order[seat] : *highest;
        *lowest = order[seat] < *lowest ? order[seat] : *lowest;
    }
}

/* P-15: the guests ordered too much. Those with the highest order pay, those with the lowest
 * gain as much, and the innkeeper keeps all that was served. If all orders are equal nobody
 * gains (P-22). */
static void bill_greedy(struct pf_round *round, const int order[PF_SEATS], int seats,
                        bool all_equal_cancels) {
    int highest, lowest;
    find_extremes(round, order, seats, &highest, &lowest);
    bool all_equal = highest == lowest;
    int loss = all_equal && all_equal_cancels ? 0 : highest;
    for (int seat = 0; seat < seats; seat++) {
        int gain = order[seat] == lowest ? highest : 0;
        round->points[seat] = (int8_t)(order[seat] == highest ? -loss : gain);
    }
    round->points[round->innkeeper] = round->served;
}

/* Writes the order sum of each seat; returns the total. */
static int read_orders(const struct pf_round *round, int seats, int order[PF_SEATS]) {
    int sum = 0;
    for (int seat = 0; seat < seats; seat++) {
        order[seat] = pf_order_sum(round->order[seat]);
        sum += order[seat];
    }
    return sum;
}

static bool is_enough(const struct pf_round *round, int sum) {
    return round->served == PF_FAILED || sum <= round->served;
}

void pf_bill(struct pf_round *round, int seats, bool all_equal_cancels) {
    int order[PF_SEATS], sum = read_orders(round, seats, order);
    if (is_enough(round, sum))
        bill_enough(round, order, seats, sum);
    else
        bill_greedy(round, order, seats, all_equal_cancels);
}

const char *pf_why(const struct pf_round *round, int seats, int seat) {
    int order[PF_SEATS], sum = read_orders(round, seats, order), highest, lowest;
    if (seat == round->innkeeper)
        return "innkeeper";
    if (is_enough(round, sum))
        return "served";
    find_extremes(round, order, seats, &highest, &lowest);
    if (order[seat] == highest)
        return round->points[seat] < 0 ? "greediest" : "equal";
    return order[seat] == lowest ? "modest" : "between";
}
