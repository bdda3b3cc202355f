/* gold.c: losses of gold, each with its window (W2), and the refill of the drink deck. */
#include "drachen.h"

enum { STAGE_WINDOW, STAGE_BOOK }; /* when a window closes the stage is increased by one */
enum { STAGE_CHARGE, STAGE_SHUFFLE, STAGE_FILLED };

void dr_push_loss(struct dr_state *s, int payer, int amount, int payee, enum dr_cause cause) {
    struct dr_item *loss = dr_push(s, DR_LOSS, payer);
    loss->amount = (uint8_t)amount;
    loss->payee = (uint8_t)payee;
    loss->cause = (uint8_t)cause;
}

static void receive(struct dr_state *s, int payee, int amount) {
    if (payee == DR_TO_INN)
        s->inn += amount;
    else if (payee == DR_TO_POT)
        s->pot = (uint16_t)(s->pot + amount);
    else
        s->seat[payee].gold = (int16_t)(s->seat[payee].gold + amount);
}

static void tell_loss(const struct dr_item *loss, int amount, struct events *events) {
    static const char *const keys[3][3] = {
        [DR_OWN_PURSE] = {"drachen.paid", "drachen.paid_inn", "drachen.paid_pot"},
        [DR_INN_PAYS] = {"drachen.inn_paid", "drachen.inn_paid_inn", "drachen.inn_paid_pot"},
        [DR_NOBODY_PAYS] = {"drachen.not_paid", "drachen.not_paid", "drachen.not_paid"},
    };
    int to = loss->payee == DR_TO_INN ? 1 : loss->payee == DR_TO_POT ? 2 : 0;
    struct message *m = dr_tell(events, keys[loss->way][to], loss->source);
    message_number(m, "amount", amount);
    if (to == 0)
        message_seat(m, "to", loss->payee);
}

/* Z-14: a seat that cannot pay everything pays what it has. */
static void book(struct dr_state *s, struct events *events) {
    const struct dr_item *loss = dr_top(s);
    struct dr_seat *payer = &s->seat[loss->source];
    int amount = loss->amount < payer->gold ? loss->amount : payer->gold;
    tell_loss(loss, amount, events);
    if (loss->way == DR_OWN_PURSE)
        payer->gold = (int16_t)(payer->gold - amount);
    if (loss->way == DR_INN_PAYS)
        s->inn -= amount;
    if (loss->way != DR_NOBODY_PAYS)
        receive(s, loss->payee, amount);
    dr_pop(s);
}

void dr_step_loss(struct dr_state *s, struct events *events) {
    struct dr_item *loss = dr_top(s);
    if (s->seat[loss->source].gold == 0)
        dr_pop(s);
    else if (loss->stage == STAGE_BOOK)
        book(s, events);
    else if (loss->way != DR_OWN_PURSE || !dr_open(s, DR_ASK_LOSS))
        loss->stage = STAGE_BOOK;
}

/* Z-48: everybody pays 1, then the discards become the deck. */
void dr_step_refill(struct dr_state *s, struct events *events) {
    struct dr_item *refill = dr_top(s);
    if (refill->stage == STAGE_FILLED) {
        dr_pop(s);
    } else if (refill->stage == STAGE_SHUFFLE) {
        refill->stage = STAGE_FILLED;
        s->chance = s->drink_discard_count ? DR_SHUFFLE_DRINKS : DR_NO_CHANCE;
    } else if (refill->cursor < s->seats) {
        int seat = dr_clockwise(s, refill->source, refill->cursor++);
        if (refill->cursor == 1)
            event_add(events, SEEN_BY_ALL, "drachen.refill");
        if (s->in & dr_bit(seat))
            dr_push_loss(s, seat, 1, DR_TO_INN, DR_CAUSE_REFILL);
    } else {
        refill->stage = STAGE_SHUFFLE;
    }
}

/* Moves the whole pot to a seat, or to the inn (-1). */
void dr_pot_to(struct dr_state *s, int seat, struct events *events) {
    if (seat < 0) {
        message_number(event_add(events, SEEN_BY_ALL, "drachen.pot_to_inn"), "amount", s->pot);
        s->inn += s->pot;
    } else {
        message_number(dr_tell(events, "drachen.pot_won", seat), "amount", s->pot);
        s->seat[seat].gold = (int16_t)(s->seat[seat].gold + s->pot);
    }
    s->pot = 0;
}
