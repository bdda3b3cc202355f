/* gamble.c: a gambling round (Z-36 to Z-46).
 *
 * The round continues as long as there is a seat in it that is not in control and has not passed
 * since the last control card. When no such seat is left the seat in control wins the pot;
 * without one the inn gets it. */
#include "drachen.h"

#include <string.h>

/* The stages. When a window closes the stage is increased by one. */
enum { STAGE_ANTES, STAGE_BETS, STAGE_WON, STAGE_PAY };

/* All seats in the round pay an ante, clockwise from a seat on. */
static void call_antes(struct dr_state *s, int from, int ante) {
    s->round.ante = (uint8_t)ante;
    s->round.antes = s->round.in;
    s->round.ante_from = (uint8_t)from;
}

static struct dr_item *round_item(struct dr_state *s) {
    for (int i = s->depth - 1; i > 0; i--)
        if (s->stack[i].kind == DR_ROUND)
            return &s->stack[i];
    return NULL;
}

void dr_start_round(struct dr_state *s, int starter, int ante, struct events *events) {
    dr_push(s, DR_ROUND, starter);
    s->round = (struct dr_round){.in = s->in,
                                 .leader = (uint8_t)(starter + 1),
                                 .turn = (uint8_t)starter,
                                 .last = (uint8_t)starter};
    call_antes(s, starter, ante);
    dr_tell(events, "drachen.gamble", starter);
}

/* Z-38: a new control card resets all passes. */
void dr_take_control(struct dr_state *s, int seat) {
    s->round.leader = (uint8_t)(seat + 1);
    s->round.passed = 0;
    s->round.locked = 0;
}

/* Z-41: if the raiser has no gold nobody pays an ante. */
void dr_raise(struct dr_state *s, int seat, int ante) {
    if (s->seat[seat].gold == 0)
        return;
    call_antes(s, seat, ante);
    round_item(s)->stage = STAGE_ANTES;
}

/* Z-45: the pot stays; lock and passes are cleared. */
void dr_reopen_round(struct dr_state *s, int seat, int ante) {
    dr_take_control(s, seat);
    s->round.last = s->round.turn = (uint8_t)seat;
    round_item(s)->stage = STAGE_ANTES;
    round_item(s)->used = 0; /* another win can be answered again */
    if (s->seat[seat].gold > 0)
        call_antes(s, seat, ante);
}

/* Z-40: if the seat in control leaves nobody is in control. */
void dr_leave_round(struct dr_state *s, int seat, struct events *events) {
    s->round.in &= (uint8_t)~dr_bit(seat);
    s->round.antes &= (uint8_t)~dr_bit(seat);
    if (s->round.leader == seat + 1)
        s->round.leader = 0;
    dr_tell(events, "drachen.left", seat);
}

void dr_pass_bet(struct dr_state *s, int seat, struct events *events) {
    s->round.passed |= (uint8_t)dr_bit(seat);
    s->round.last = (uint8_t)seat;
    dr_tell(events, "drachen.passed", seat);
}

static void ask_for_ante(struct dr_state *s) {
    int from = dr_clockwise(s, s->round.ante_from, s->seats - 1);
    int seat = dr_next(s, s->round.antes, from);
    s->round.antes &= (uint8_t)~dr_bit(seat);
    dr_push_loss(s, seat, s->round.ante, DR_TO_POT, DR_CAUSE_ANTE);
}

/* Z-39: asks the next seat, or ends the betting. */
static void next_bet(struct dr_state *s, struct events *events) {
    unsigned leader = s->round.leader ? dr_bit(s->round.leader - 1) : 0;
    int next = dr_next(s, s->round.in & ~s->round.passed & ~leader, s->round.last);
    if (next >= 0) {
        s->round.turn = (uint8_t)next;
        dr_ask_seat(s, DR_ASK_BET, next);
    } else if (leader) {
        dr_top(s)->stage = STAGE_WON;
    } else {
        dr_pot_to(s, -1, events);
        s->round.ended = 1;
    }
}

void dr_step_round(struct dr_state *s, struct events *events) {
    struct dr_item *round = dr_top(s);
    if (s->round.ended) {
        dr_pop(s);
        memset(&s->round, 0, sizeof s->round);
    } else if (round->stage == STAGE_ANTES && s->round.antes) {
        ask_for_ante(s);
    } else if (round->stage == STAGE_ANTES) {
        round->stage = STAGE_BETS;
    } else if (round->stage == STAGE_BETS) {
        next_bet(s, events);
    } else if (round->stage == STAGE_WON) {
        if (!dr_open(s, DR_ASK_WON))
            round->stage = STAGE_PAY;
    } else {
        dr_pot_to(s, s->round.leader - 1, events);
        s->round.ended = 1;
    }
}
