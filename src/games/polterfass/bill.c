/* bill.c: the end of a round: who gets what (P-13 to P-15, P-22, P-23). */
#include "polterfass.h"

int pf_set_size(int set) {
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* An order has at most two cards: the lowest and the highest of the set. */
int pf_order_sum(int cards) {
    if (!cards)
        return 0;
    int low = __builtin_ctz((unsigned)cards), high = 31 - __builtin_clz((unsigned)cards);
    return low == high ? low : low + high;
}

int pf_ordered(const struct pf_round *round, int seats) {
    int sum = 0;
    for (int seat = 0; seat < seats; seat++)
        sum += pf_order_sum(round->order[seat]);
    return sum;
}

/* P-13, P-14: everybody gets what he ordered, the innkeeper what is left. */
static void bill_enough(struct pf_round *round, int seats) {
    for (int seat = 0; seat < seats; seat++)
        round->points[seat] = (int8_t)pf_order_sum(round->order[seat]);
    bool has_failed = round->served == PF_FAILED;
    round->points[round->innkeeper] =
        (int8_t)(has_failed ? 0 : round->served - pf_ordered(round, seats));
}

/* P-15: the highest order pays, the lowest gains as much, the innkeeper keeps
 * it all. Where all order the same there is no lowest to gain (P-22). */
static void bill_greedy(struct pf_round *round, int seats, bool all_equal_cancels) {
    int highest = 0, lowest = INT8_MAX;
    for (int seat = 0; seat < seats; seat++) {
        int order = pf_order_sum(round->order[seat]);
        if (seat == round->innkeeper)
            continue;
        highest = order > highest ? order : highest;
        lowest = order < lowest ? order : lowest;
    }
    bool all_equal = highest == lowest;
    for (int seat = 0; seat < seats; seat++) {
        int order = pf_order_sum(round->order[seat]);
        int loss = all_equal && all_equal_cancels ? 0 : highest;
        round->points[seat] = (int8_t)(order == highest ? -loss : order == lowest ? highest : 0);
    }
    round->points[round->innkeeper] = round->served;
}

void pf_bill(struct pf_round *round, int seats, bool all_equal_cancels) {
    if (round->served == PF_FAILED || pf_ordered(round, seats) <= round->served)
        bill_enough(round, seats);
    else
        bill_greedy(round, seats, all_equal_cancels);
}
