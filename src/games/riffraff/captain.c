/* captain.c: who is captain, and the order of the turns. */
#include "riffraff.h"

#include <string.h>

unsigned rr_highest(const struct rr_state *state) {
    unsigned highest = 0;
    int most = 0;
    for (int seat = 0; seat < state->seats; seat++) {
        if (state->laid[seat] > most)
            highest = 0;
        if (state->laid[seat] >= most) {
            most = state->laid[seat];
            highest |= 1u << seat;
        }
    }
    return highest;
}

/* Whether the first of two seats has its turn before the other, if the captain does not decide. */
static bool comes_first(const struct rr_state *s, int seat, int other) {
    if (seat == s->captain || other == s->captain)
        return seat == s->captain;
    return s->laid[seat] != s->laid[other] ? s->laid[seat] > s->laid[other] : seat < other;
}

void rr_natural_order(const struct rr_state *state, uint8_t order[RR_SEATS]) {
    for (int seat = 0; seat < state->seats; seat++) {
        int rank = 0;
        for (int other = 0; other < state->seats; other++)
            rank += other != seat && comes_first(state, other, seat);
        order[rank] = (uint8_t)seat;
    }
}

/* Whether another seat has the same card. The captain is always first and does not count. */
static bool is_open(const struct rr_state *s, int seat) {
    if (seat == s->captain)
        return false;
    for (int other = 0; other < s->seats; other++)
        if (other != seat && other != s->captain && s->laid[other] == s->laid[seat])
            return true;
    return false;
}

int rr_open_places(const struct rr_state *state, uint8_t open[RR_SEATS]) {
    uint8_t order[RR_SEATS];
    int count = 0;
    rr_natural_order(state, order);
    for (int i = 0; i < state->seats; i++)
        if (is_open(state, order[i]))
            open[count++] = order[i];
    return count;
}

/* The groups of equal cards stay in falling order; within a group any order is allowed. */
bool rr_is_order(const struct rr_state *state, const struct rr_action *action) {
    uint8_t open[RR_SEATS];
    unsigned named = 0;
    int count = rr_open_places(state, open);
    if (action->order_count != count)
        return false;
    for (int i = 0; i < count; i++) {
        int seat = action->order[i];
        if (seat >= state->seats || named >> seat & 1 || !is_open(state, seat) ||
            state->laid[seat] != state->laid[open[i]])
            return false;
        named |= 1u << seat;
    }
    return true;
}

/* The next permutation in lexicographic order; false after the last one. */
static bool next_permutation(uint8_t *seats, int count) {
    int i = count - 2, j = count - 1;
    while (i >= 0 && seats[i] > seats[i + 1])
        i--;
    if (i < 0)
        return false;
    while (seats[j] < seats[i])
        j--;
    uint8_t swapped = seats[i];
    seats[i] = seats[j];
    seats[j] = swapped;
    for (int low = i + 1, high = count - 1; low < high; low++, high--) {
        swapped = seats[low];
        seats[low] = seats[high];
        seats[high] = swapped;
    }
    return true;
}

/* Besides the captain there are at most three seats, so all open places belong to one group.
 * With several groups rr_is_order would drop the permutations that mix them. */
void rr_legal_orders(const struct rr_state *state, struct actions *out) {
    struct rr_action order = {.verb = RR_ORDER};
    uint8_t seats[RR_SEATS];
    int count = 0;
    order.order_count = (uint8_t)rr_open_places(state, order.order);
    for (int seat = 0; seat < state->seats; seat++)
        if (is_open(state, seat))
            seats[count++] = (uint8_t)seat;
    do {
        memcpy(order.order, seats, (size_t)count);
        if (rr_is_order(state, &order))
            memcpy(actions_add(out), &order, sizeof order);
    } while (next_permutation(seats, count));
}

static void say_seats(struct message *m, const uint8_t *seats, int count) {
    message_list(m, "seats", ARG_SEAT);
    for (int i = 0; i < count; i++)
        message_item(m, seats[i]);
}

static void set_order(struct rr_state *s, const uint8_t *order, struct events *events) {
    memcpy(s->order, order, s->seats);
    s->order_count = s->seats;
    s->phase = RR_LOAD;
    say_seats(event_add(events, SEEN_BY_ALL, "riffraff.order_is"), s->order, s->seats);
}

/* the new captain is asked only if a place is open. */
void rr_take_captain(struct rr_state *state, int seat, struct events *events) {
    uint8_t order[RR_SEATS];
    bool was_captain = state->captain == seat;
    state->captain = (uint8_t)seat;
    message_seat(event_add(events, SEEN_BY_ALL,
                           was_captain ? "riffraff.captain_stays" : "riffraff.captain_is"),
                 "seat", seat);
    int open = rr_open_places(state, order);
    if (open > 0) {
        struct message *m = event_add(events, SEEN_BY_ALL, "riffraff.order_open");
        state->phase = RR_NAME_ORDER;
        message_seat(m, "seat", seat);
        say_seats(m, order, open);
        message_number(m, "card", state->laid[order[0]]);
        return;
    }
    rr_natural_order(state, order);
    set_order(state, order, events);
}

/* Fixed places stay; open ones are filled in the order that the captain has chosen. */
void rr_take_order(struct rr_state *state, const struct rr_action *action, struct events *events) {
    uint8_t order[RR_SEATS];
    rr_natural_order(state, order);
    for (int i = 0, named = 0; i < state->seats; i++)
        if (is_open(state, order[i]))
            order[i] = action->order[named++];
    set_order(state, order, events);
}

static void tell_tie(const struct rr_state *s, unsigned highest, struct events *events) {
    struct message *m = event_add(events, SEEN_BY_ALL, "riffraff.tied");
    message_seat(m, "seat", s->captain);
    message_list(m, "seats", ARG_SEAT);
    for (int seat = 0; seat < s->seats; seat++)
        if (highest >> seat & 1)
            message_item(m, seat);
    message_number(m, "card", s->laid[__builtin_ctz(highest)]);
}

/* the highest card becomes captain; of several the current captain chooses one. */
void rr_show_cards(struct rr_state *state, struct events *events) {
    for (int seat = 0; seat < state->seats; seat++) {
        struct message *m = event_add(events, SEEN_BY_ALL, "riffraff.shown");
        state->shown[seat] = state->laid[seat];
        state->played[seat] |= (uint16_t)(1 << (state->laid[seat] - 1));
        message_seat(m, "seat", seat);
        message_number(m, "card", state->laid[seat]);
    }
    unsigned highest = rr_highest(state);
    if (highest & (highest - 1)) {
        state->phase = RR_NAME_CAPTAIN;
        tell_tie(state, highest, events);
        return;
    }
    rr_take_captain(state, __builtin_ctz(highest), events);
}
