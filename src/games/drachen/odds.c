/* odds.c: the odds of the next drink. They are public: the drinks of one lot were shuffled
 * together, and what is left of each lot is known (deck.c). */
#include "face_inside.h"

#include <string.h>

enum { STRONG = 3 }; /* alcohol of a strong drink */
/* The probability 1. Probabilities are integers, so that the rounding is the same on every
 * machine. */
static const int64_t certain = 1000000000000;

/* State of the enumeration: the lots of the cards to turn over, the next one first, what is left
 * of each lot, and the probabilities found so far. */
struct turning {
    const struct dr_state *view;
    int seat; /* the drinker */
    uint8_t lot[DR_DRINKS + 1];
    int count;
    uint8_t lots[DR_DRINKS][DR_DRINK_KINDS + 1];
    int64_t events, strong, out;
};

static bool would_be_out(const struct turning *t, const struct dr_felt *felt) {
    struct dr_state after = *t->view;
    dr_change_alcohol(&after, t->seat, felt->alcohol, NULL);
    dr_change_fortitude(&after, t->seat, felt->fortitude, NULL);
    return dr_going_out(&after) & dr_bit(t->seat);
}

static void note_drink(struct turning *t, const struct dr_drink *drink, int64_t chance) {
    struct dr_felt felt = dr_felt_by(t->view, drink, t->seat);
    if (felt.alcohol >= STRONG)
        t->strong += chance;
    if (would_be_out(t, &felt))
        t->out += chance;
}

/* Enumerates what the card at this place can be: an event, which ends a chain without effect; a
 * chaser, after which the next card is turned over; or a drink, which ends the chain. */
static void turn_card(struct turning *t, int place, const struct dr_drink *drink, int64_t chance) {
    if (place == t->count) {
        note_drink(t, drink, chance);
        return;
    }
    uint8_t *left = t->lots[t->lot[place]];
    int total = 0;
    for (int card = 1; card <= DR_DRINK_KINDS; card++)
        total += left[card];
    for (int card = 1; card <= DR_DRINK_KINDS; card++) {
        if (!left[card])
            continue;
        int64_t share = chance * left[card] / total;
        struct dr_drink longer = *drink;
        left[card]--;
        if (dr_drinks[card].kind >= AMBROSIA && !drink->count)
            t->events += share;
        else if (dr_drinks[card].kind >= AMBROSIA)
            note_drink(t, drink, share);
        else {
            dr_add_drink(&longer, card);
            if (dr_drinks[card].kind == CHASER)
                turn_card(t, place + 1, &longer, share);
            else
                note_drink(t, &longer, share);
        }
        left[card]++;
    }
}

static int64_t percent(int64_t chance) {
    return (100 * chance + certain / 2) / certain;
}

/* The odds of a seat's pile from the top, with or without a bought drink on it. */
static void tell_pile(const struct dr_state *v, int seat, bool is_bought, const char *key,
                      struct events *says) {
    struct turning t = {.view = v, .seat = seat};
    const struct dr_seat *drinker = &v->seat[seat];
    if (is_bought)
        t.lot[t.count++] = v->drinks_lot[v->drinks_count - 1];
    for (int i = drinker->pile_count - 1; i >= 0; i--)
        t.lot[t.count++] = drinker->pile_lot[i];
    if (!t.count)
        return;
    memcpy(t.lots, v->lots, sizeof t.lots);
    turn_card(&t, 0, &(struct dr_drink){0}, certain);
    struct message *m = dr_tell(says, key, seat);
    message_number(m, "events", percent(t.events));
    message_number(m, "strong", percent(t.strong));
    message_number(m, "out", percent(t.out));
}

/* In the own turn before the drink phase: the own pile and, in the buy phase, the own pile with
 * the bought drink. At the end of another's turn: that player's pile, for a card may force
 * another drink. */
void dr_tell_odds(const void *view, int seat, struct events *says) {
    const struct dr_state *v = view;
    if (!v->depth || !dr_is_awaited(v, seat))
        return;
    enum dr_ask ask = dr_top_of(v)->ask;
    if (ask == DR_ASK_DISCARD || ask == DR_ASK_ACTION || ask == DR_ASK_BUY)
        tell_pile(v, seat, false, "drachen.odds_pile", says);
    if (ask == DR_ASK_BUY)
        tell_pile(v, seat, true, "drachen.odds_bought", says);
    if (ask == DR_ASK_END)
        tell_pile(v, v->active, false, "drachen.odds_again", says);
}
