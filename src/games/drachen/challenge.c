/* challenge.c: events that meet their revealer alone: the challenge (Z-35) and
 * the ambrosia (T20). */
#include "drachen.h"

/* The stages. When a window closes the stage is increased by one. */
enum { STAGE_ASK, STAGE_DRINK, STAGE_BREATHE, STAGE_JUDGE, STAGE_PAY, STAGE_OVER };
enum { CHALLENGE_DRINKS = 2 };

void dr_choose_challenge(struct dr_state *s, bool accepts, struct events *events) {
    dr_answered(s);
    dr_top(s)->stage = accepts ? STAGE_DRINK : STAGE_OVER;
    dr_tell(events, accepts ? "drachen.accepted" : "drachen.declined", dr_top(s)->source);
}

/* Two drinks one after the other, each with its own window. */
static void serve(struct dr_state *s) {
    struct dr_item *item = dr_top(s);
    if (item->cursor++ < CHALLENGE_DRINKS)
        dr_push_drink(s, item->source, DR_FROM_DECK | DR_EVENT);
    else
        item->stage = STAGE_BREATHE;
}

static void judge(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    bool has_won = !dr_has_passed_out(s, item->source);
    s->event.winner = (uint8_t)(has_won ? item->source + 1 : 0);
    dr_tell(events, has_won ? "drachen.challenge_won" : "drachen.challenge_lost", item->source);
    item->stage = STAGE_PAY;
}

void dr_step_challenge(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    if (item->stage == STAGE_ASK)
        dr_ask_seat(s, DR_ASK_CHALLENGE, item->source);
    else if (item->stage == STAGE_DRINK)
        serve(s);
    else if (item->stage == STAGE_BREATHE && !dr_open(s, DR_ASK_LAST))
        item->stage = STAGE_JUDGE;
    else if (item->stage == STAGE_JUDGE)
        judge(s, events);
    else if (item->stage == STAGE_PAY && dr_pay_winner(s))
        item->stage = STAGE_OVER;
    else if (item->stage == STAGE_OVER)
        dr_end_event(s);
}

enum { STAGE_TASTE, STAGE_TASTED };
enum { AMBROSIA_PRICE = 2 };

void dr_step_ambrosia(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    const struct drink_card *row = &dr_drinks[s->event.card];
    if (item->stage == STAGE_TASTED) {
        dr_end_event(s);
        return;
    }
    item->stage = STAGE_TASTED;
    dr_change_alcohol(s, item->source, row->alcohol, events);
    dr_change_fortitude(s, item->source, row->fortitude, events);
    dr_push_loss(s, item->source, AMBROSIA_PRICE, DR_TO_INN, DR_CAUSE_PAY);
}
