/* phases.c: the turn and its phases, its end (W8), and going out (W9).
 *
 * The turn is the lowest item of the stack, so whenever it moves nothing else
 * is pending: that is the moment to see who is out (Z-15). */
#include "drachen.h"

enum { STAGE_WINDOW, STAGE_CLOSED }; /* when a window closes the stage is increased by one */

bool dr_has_passed_out(const struct dr_state *s, int seat) {
    return s->seat[seat].alcohol >= s->seat[seat].fortitude || s->doomed & dr_bit(seat);
}

static unsigned passed_out(const struct dr_state *s) {
    unsigned out = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->in & dr_bit(seat) && dr_has_passed_out(s, seat))
            out |= dr_bit(seat);
    return out;
}

static unsigned broke(const struct dr_state *s) {
    unsigned out = 0;
    for (int seat = 0; seat < s->seats; seat++)
        if (s->in & dr_bit(seat) && s->seat[seat].gold == 0)
            out |= dr_bit(seat);
    return out;
}

unsigned dr_going_out(const struct dr_state *s) {
    return passed_out(s) | broke(s);
}

/* Z-16: half of the gold, rounded up, goes to the inn, the rest is divided evenly among those
 * who are awake; the remainder goes to the inn. */
static void divide_gold(struct dr_state *s, int seat, unsigned awake, struct events *events) {
    int gold = s->seat[seat].gold;
    int heads = __builtin_popcount(awake);
    int share = heads ? gold / 2 / heads : 0;
    for (int other = 0; other < s->seats; other++)
        if (awake & dr_bit(other))
            s->seat[other].gold = (int16_t)(s->seat[other].gold + share);
    s->inn += gold - share * heads;
    s->seat[seat].gold = 0;
    struct message *m = dr_tell(events, "drachen.purse_divided", seat);
    message_number(m, "inn", gold - share * heads);
    message_number(m, "share", share);
}

static void go_out(struct dr_state *s, unsigned out, const char *key, struct events *events) {
    for (int i = 0; i < s->seats; i++) {
        int seat = dr_clockwise(s, s->active, i);
        if (!(out & dr_bit(seat)))
            continue;
        s->in &= (uint8_t)~dr_bit(seat);
        s->seat[seat].rank = s->out_rank;
        dr_pile_under_deck(s, seat);
        dr_seat_leaves(s, seat);
        dr_tell(events, key, seat);
    }
}

static void end_match(struct dr_state *s, unsigned winners, struct events *events) {
    s->is_over = 1;
    s->winners = (uint8_t)winners;
    bool is_draw = winners & (winners - 1);
    struct message *m = event_add(events, SEEN_BY_ALL, is_draw ? "drachen.draw" : "drachen.won");
    message_list(m, "seats", ARG_SEAT);
    for (int seat = 0; seat < s->seats; seat++)
        if (winners & dr_bit(seat))
            message_item(m, seat);
}

/* First all who passed out, at the same time, then all without gold; the winner is determined
 * once, after both (Z-16, Z-17). */
static void eliminate(struct dr_state *s, struct events *events) {
    unsigned asleep = passed_out(s);
    s->out_rank++;
    for (int i = 0; i < s->seats; i++) {
        int seat = dr_clockwise(s, s->active, i);
        if (asleep & dr_bit(seat))
            divide_gold(s, seat, s->in & ~asleep, events);
    }
    go_out(s, asleep, "drachen.passed_out", events);
    unsigned poor = broke(s);
    go_out(s, poor, "drachen.broke", events);
    if (!s->in)
        end_match(s, asleep | poor, events);
    else if (!(s->in & (s->in - 1)))
        end_match(s, s->in, events);
}

void dr_step_last(struct dr_state *s, struct events *events) {
    bool is_open = dr_top(s)->stage == STAGE_WINDOW && s->last_chance;
    unsigned out = dr_going_out(s); /* a card may have saved them */
    if (out && is_open && dr_open(s, DR_ASK_LAST))
        return;
    dr_pop(s);
    if (out)
        eliminate(s, events);
}

/* W8: each opening is an item of its own. */
void dr_step_end(struct dr_state *s, struct events *events) {
    struct dr_item *end = dr_top(s);
    (void)events;
    if (end->is_forced) {
        dr_pop(s);
        dr_push_drink(s, s->active, 0);
    } else if (end->stage == STAGE_CLOSED || !dr_open(s, DR_ASK_END)) {
        dr_pop(s);
        s->stack[0].stage = DR_STAGE_NEXT;
    }
}

static void begin_turn(struct dr_state *s, struct events *events) {
    struct dr_seat *seat = &s->seat[s->active];
    dr_top(s)->stage = seat->had_turn ? DR_STAGE_DISCARD : DR_STAGE_ACTION;
    seat->had_turn = 1;
    dr_tell(events, "drachen.turn", s->active);
}

static void draw_cards(struct dr_state *s, struct events *events) {
    dr_fill_hand(s, s->active, events);
    if (!s->chance)
        dr_top(s)->stage = DR_STAGE_ACTION;
}

static void ask_to_buy(struct dr_state *s) {
    enum dr_readiness ready = dr_deck_ready(s);
    if (ready == DR_READY)
        dr_ask_seat(s, DR_ASK_BUY, s->active);
    else if (ready == DR_EMPTY)
        dr_top(s)->stage = DR_STAGE_DRINK; /* Z-48: nothing can be bought */
}

static void next_turn(struct dr_state *s) {
    s->active = (uint8_t)dr_next(s, s->in, s->active);
    dr_top(s)->source = s->active;
    dr_top(s)->stage = DR_STAGE_START;
}

/* Z-15: starts the last chance if somebody is about to go out. If the active player is out the
 * turn ends at once. */
static bool sees_somebody_out(struct dr_state *s) {
    struct dr_item *turn = dr_top(s);
    if (!(s->in & dr_bit(s->active)))
        turn->stage = DR_STAGE_NEXT;
    if (turn->stage == DR_STAGE_DISCARD || turn->stage == DR_STAGE_DRAW || !dr_going_out(s))
        return false;
    dr_push(s, DR_LAST, s->active);
    return true;
}

void dr_step_turn(struct dr_state *s, struct events *events) {
    struct dr_item *turn = dr_top(s);
    if (sees_somebody_out(s))
        return;
    switch (turn->stage) {
    case DR_STAGE_START:
        begin_turn(s, events);
        break;
    case DR_STAGE_DISCARD:
        dr_ask_seat(s, DR_ASK_DISCARD, s->active);
        break;
    case DR_STAGE_DRAW:
        draw_cards(s, events);
        break;
    case DR_STAGE_ACTION:
        dr_ask_seat(s, DR_ASK_ACTION, s->active);
        break;
    case DR_STAGE_ACTED:
        turn->stage = DR_STAGE_BUY;
        break;
    case DR_STAGE_GAMBLE:
        turn->stage = DR_STAGE_BUY;
        dr_start_round(s, s->active, turn->amount, events);
        break;
    case DR_STAGE_TOAST:
        turn->stage = DR_STAGE_BUY;
        dr_start_event(s, DR_TOAST, 0, s->active, events);
        break;
    case DR_STAGE_BUY:
        ask_to_buy(s);
        break;
    case DR_STAGE_DRINK:
        turn->stage = DR_STAGE_END;
        dr_push_drink(s, s->active, 0);
        break;
    case DR_STAGE_END:
        dr_push(s, DR_END, s->active);
        break;
    default:
        next_turn(s);
    }
}
