/* outlook.c: what will happen after an action unless somebody answers it.
 *
 * The action is applied by the rules to a copy of the view, and all seats that are asked pass,
 * until the card, the drink, the payment or the gambling turn in question is settled. The
 * prediction stops where somebody has a decision, and before anything hidden is revealed, so it
 * uses only what the seat knows. The result is reported as the messages of the events. */
#include "face_inside.h"

/* All seats that are asked and whose answer is unknown pass. */
static void pass_window(struct dr_state *s) {
    struct dr_item *top = dr_top(s);
    for (int seat = 0; seat < DR_SEATS; seat++) /* no other seats are asked */
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

/* Processes the stack down to `depth` items, or until the continuation is unknown. */
static void settle(struct dr_state *s, int depth, struct events *says) {
    while (s->depth > depth && !s->is_over && !s->chance && !dr_is_face_down(dr_top_of(s))) {
        if (is_window(s))
            pass_window(s);
        else if (dr_top_of(s)->ask)
            return;
        dr_step(s, says);
    }
}

/* An interrupt or a phase leaves the items below unchanged; an answer, a gambling turn or a
 * decision about Mead settles the topmost item. Laying the card itself is not reported. */
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

/* The seats that would go out, including the effects of drinks that are not yet felt. */
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
    /* Phase 1: which cards are drawn is secret; their number is not. */
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
