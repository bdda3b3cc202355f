/* outlook.c: what is certain to follow from an action unless somebody answers it.
 *
 * The action is played by the rules themselves, in a copy of what the seat sees. All
 * who are asked pass, until the matter is settled: the card, the drink, the payment or
 * the gambling turn that the question is about. It stops where somebody has a decision
 * and before anything hidden comes up, so it draws on nothing that the seat does not
 * know. What happens on the way is reported in the messages of the events themselves. */
#include "face_inside.h"

/* Everybody who is asked in the window and whose answer is not known passes. */
static void pass_window(struct dr_state *s) {
    struct dr_item *top = dr_top(s);
    for (int seat = 0; seat < DR_SEATS; seat++) /* nobody else is ever asked */
        if (top->asked & dr_bit(seat) && !top->seal[seat])
            top->seal[seat] = DR_PASS;
    top->sealed = top->asked;
}

static bool is_window(const struct dr_state *s) {
    return dr_top_of(s)->ask >= DR_ASK_CARD;
}

static bool is_interrupt(const struct dr_state *s, int seat, const struct dr_action *a) {
    if (a->verb != DR_DO_PLAY)
        return false;
    const struct card *row = dr_row(s, a->card);
    return dr_is_interrupt(s, &row->uses[dr_use_now(s, seat, a->card)]);
}

/* Until no more than `depth` items are left, or nobody can know how it goes on. */
static void settle(struct dr_state *s, int depth, struct events *says) {
    while (s->depth > depth && !s->is_over && !s->chance && !dr_is_face_down(dr_top_of(s))) {
        if (is_window(s))
            pass_window(s);
        else if (dr_top_of(s)->ask)
            return;
        dr_step(s, says);
    }
}

/* An interrupt and a phase leave what lies below as it is; an answer, a gambling turn
 * and the choice about a drink are about the topmost item. That a card is laid is what
 * the seat does, not an effect. */
static void predict(struct dr_state *s, int seat, const struct dr_action *a, struct events *says) {
    bool is_answer = is_window(s) && !is_interrupt(s, seat, a);
    bool stays = s->depth == 1 || is_interrupt(s, seat, a);
    int depth = stays ? s->depth : s->depth - 1;
    dr_act(s, seat, a, a->verb == DR_DO_PLAY ? NULL : says);
    if (is_answer) {
        pass_window(s);
        dr_step(s, NULL);
    }
    settle(s, depth, says);
}

/* Those who would go out, with what they have drunk together already felt. */
static unsigned going_out(const struct dr_state *s) {
    struct dr_state felt = *s;
    for (int seat = 0; seat < s->seats; seat++) {
        dr_change_alcohol(&felt, seat, s->event.alcohol[seat], NULL);
        dr_change_fortitude(&felt, seat, s->event.fortitude[seat], NULL);
    }
    return dr_going_out(&felt);
}

static void tell_going(const struct dr_state *before, const struct dr_state *after, int seat,
                       struct events *says) {
    unsigned was = going_out(before), is = going_out(after) & ~was;
    for (int other = 0; other < before->seats; other++)
        if (other != seat && is & dr_bit(other))
            dr_tell(says, "drachen.tell_out_other", other);
    if (is & dr_bit(seat))
        event_add(says, SEEN_BY_ALL, "drachen.tell_out");
    if (was & after->in & ~going_out(after) & dr_bit(seat))
        event_add(says, SEEN_BY_ALL, "drachen.tell_saved");
}

void dr_tell_outlook(const void *view, int seat, const void *action, struct events *says) {
    const struct dr_state *before = view;
    const struct dr_action *a = action;
    struct dr_state after = *before;
    predict(&after, seat, a, says);
    /* Phase 1: what is drawn is secret, how much is not. */
    int drawn = DR_HAND - after.seat[seat].hand_count;
    if ((a->verb == DR_DO_KEEP || a->verb == DR_DO_DISCARD) && drawn)
        message_number(dr_tell(says, "drachen.drew", seat), "count", drawn);
    tell_going(before, &after, seat, says);
}

bool dr_pass_puts_out(const struct dr_state *view, int seat) {
    static const struct dr_action pass = {.verb = DR_DO_PASS};
    struct dr_state after = *view;
    predict(&after, seat, &pass, NULL);
    return going_out(&after) & ~going_out(view) & dr_bit(seat);
}
