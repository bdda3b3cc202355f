/* stack.c: the stack of pending items, and the loop that processes it.
 *
 * Only the topmost item is processed. It either asks a question and waits, or its step does one
 * thing: it may push an item above itself and is stepped again once that item is gone. Slots
 * above the top are all zero. */
#include "drachen.h"

#include <string.h>

#include <spelunke/must.h>

struct dr_item *dr_top(struct dr_state *s) {
    must(s->depth > 0);
    return &s->stack[s->depth - 1];
}

const struct dr_item *dr_top_of(const struct dr_state *s) {
    must(s->depth > 0);
    return &s->stack[s->depth - 1];
}

struct dr_item *dr_below(struct dr_state *s) {
    must(s->depth > 1);
    return &s->stack[s->depth - 2];
}

/* Cards with SRC are only laid as answers, and the turn is the lowest item, so there is always
 * an item below. */
const struct dr_item *dr_item_below(const struct dr_state *s, const struct dr_item *item) {
    must(item > s->stack && item < s->stack + s->depth);
    return item - 1;
}

struct dr_item *dr_push(struct dr_state *s, enum dr_kind kind, int source) {
    must(s->depth < DR_STACK);
    struct dr_item *item = &s->stack[s->depth++];
    item->kind = (uint8_t)kind;
    item->source = (uint8_t)source;
    return item;
}

void dr_pop(struct dr_state *s) {
    memset(dr_top(s), 0, sizeof(struct dr_item));
    s->depth--;
}

static void (*const steps[])(struct dr_state *, struct events *) = {
    [DR_TURN] = dr_step_turn,      [DR_CARD] = dr_step_card,        [DR_LOSS] = dr_step_loss,
    [DR_DRINKING] = dr_step_drink, [DR_EVENT_ITEM] = dr_step_event, [DR_ROUND] = dr_step_round,
    [DR_REFILL] = dr_step_refill,  [DR_END] = dr_step_end,          [DR_LAST] = dr_step_last,
};

/* Option last_chance off: a seat that ever has A >= F is out. Checked between the steps, so that
 * one drink or one effect counts as a whole. */
static void note_doom(struct dr_state *s) {
    for (int seat = 0; seat < s->seats; seat++)
        if (s->seat[seat].alcohol >= s->seat[seat].fortitude)
            s->doomed |= (uint8_t)dr_bit(seat);
}

void dr_step(struct dr_state *s, struct events *events) {
    struct dr_item *top = dr_top(s);
    if (top->ask)
        dr_settle_window(s, events);
    else
        steps[top->kind](s, events);
    if (!s->last_chance)
        note_doom(s);
}

void dr_run(struct dr_state *s, struct events *events) {
    while (!s->is_over && !s->chance) {
        const struct dr_item *top = dr_top(s);
        if (top->ask && top->asked & ~top->sealed)
            return;
        dr_step(s, events);
    }
}
