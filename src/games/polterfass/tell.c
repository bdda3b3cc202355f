/* tell.c: events with several arguments: a roll, the effects of special barrels, and the bill. */
#include <string.h>

#include "polterfass.h"

/* Adds the standing barrels to a message: numbers as they are, specials as the messages
 * `polterfass.barrel.<word>`. */
static void tell_standing(struct message *m, const struct pf_action *a) {
    int lying = 0;
    message_list(m, "standing", ARG_WORD);
    for (int place = 0; place < PF_BARRELS; place++) {
        uint8_t face = a->marks[place];
        const char *mark = pf_mark(place, face);
        lying += face == PF_LIES;
        if (face != PF_LIES && face != PF_NOT_THROWN)
            message_item_word(m, strcmp(mark, "d") == 0   ? "double"
                                 : strcmp(mark, "x") == 0 ? "spoiled"
                                                          : mark);
    }
    message_number(m, "lying", lying);
}

void pf_tell_roll(const struct pf_state *s, const struct pf_action *a, const char *key,
                  struct events *events) {
    struct message *m = event_add(events, SEEN_BY_ALL, key);
    message_seat(m, "seat", s->innkeeper);
    message_list(m, "barrels", ARG_WORD);
    for (int place = 0; place < PF_BARRELS; place++)
        message_item_word(m, pf_mark(place, a->marks[place]));
    tell_standing(m, a);
}

/* The numbers that were destroyed, or doubled. */
static void tell_numbers(struct message *m, const char *name, const int8_t effect[PF_SPECIALS],
                         int sign) {
    message_list(m, name, ARG_NUMBER);
    for (int i = 0; i < PF_SPECIALS; i++)
        if (effect[i] * sign > 0)
            message_item(m, effect[i] * sign);
}

static void tell_effects(const struct pf_round *round, struct events *events) {
    static const char *const keys[] = {NULL, "polterfass.destroys", "polterfass.doubles",
                                       "polterfass.destroys_doubles"};
    bool destroys = round->effect[0] < 0 || round->effect[1] < 0;
    bool doubles = round->effect[0] > 0 || round->effect[1] > 0;
    if (!destroys && !doubles)
        return;
    struct message *m = event_add(events, SEEN_BY_ALL, keys[destroys | doubles << 1]);
    message_seat(m, "seat", round->innkeeper);
    if (destroys)
        tell_numbers(m, "destroyed", round->effect, -1);
    if (doubles)
        tell_numbers(m, "doubled", round->effect, 1);
}

static void tell_orders(const struct pf_round *round, int seats, struct events *events) {
    for (int seat = 0; seat < seats; seat++) {
        if (seat == round->innkeeper)
            continue;
        struct message *m = event_add(events, SEEN_BY_ALL, "polterfass.order_shown");
        message_seat(m, "seat", seat);
        message_number(m, "order", pf_order_sum(round->order[seat]));
        message_list(m, "cards", ARG_NUMBER);
        for (int card = 0; card < PF_CARDS; card++)
            if (round->order[seat] >> card & 1)
                message_item(m, card);
    }
}

static void tell_sums(const struct pf_round *round, int seats, struct events *events) {
    int ordered = pf_ordered(round, seats);
    bool has_failed = round->served == PF_FAILED;
    const char *key = has_failed                ? "polterfass.bill_failed"
                      : ordered > round->served ? "polterfass.bill_greedy"
                                                : "polterfass.bill_enough";
    struct message *m = event_add(events, SEEN_BY_ALL, key);
    message_seat(m, "innkeeper", round->innkeeper);
    if (!has_failed)
        message_number(m, "served", round->served);
    message_number(m, "ordered", ordered);
}

static void tell_points(const struct pf_state *s, const struct pf_round *round,
                        struct events *events) {
    for (int seat = 0; seat < s->seats; seat++) {
        struct message *m = event_add(events, SEEN_BY_ALL, "polterfass.points");
        message_seat(m, "seat", seat);
        message_number(m, "points", round->points[seat]);
        message_number(m, "total", s->totals[seat]);
        message_word(m, "why", pf_why(round, s->seats, seat));
    }
}

void pf_tell_bill(const struct pf_state *state, const struct pf_round *round,
                  struct events *events) {
    tell_effects(round, events);
    tell_orders(round, state->seats, events);
    tell_sums(round, state->seats, events);
    tell_points(state, round, events);
}
