/* drachen_choice.c: what the person may do now, and a choice on its way from
 * the first key to a whole action.
 *
 * Everything is asked of the rules' own list of legal actions, so nothing can be
 * chosen here that is refused there. */
#include "drachen_client.h"

enum dr_ask dr_asked(const struct table *table) {
    const struct dr_state *view = dr_seen(table);
    if (view->is_over || !view->depth)
        return DR_ASK_NOTHING;
    const struct dr_item *top = dr_top_of(view);
    bool is_asked = top->asked & ~top->sealed & dr_bit(SEAT_PERSON);
    return is_asked ? top->ask : DR_ASK_NOTHING;
}

bool dr_is_window(enum dr_ask ask) {
    return ask >= DR_ASK_CARD;
}

static struct actions legal_actions(const struct table *table) {
    struct actions list = actions_new(table->game);
    game_legal(table->game, table->view, SEAT_PERSON, &list);
    return list;
}

static const struct dr_action *action_at(const struct actions *list, int index) {
    return actions_at(list, index);
}

bool dr_can(const struct table *table, enum dr_verb verb) {
    struct actions list = legal_actions(table);
    bool can = false;
    for (int i = 0; i < list.count; i++)
        can = can || action_at(&list, i)->verb == verb;
    actions_free(&list);
    return can;
}

static unsigned places_of(const struct dr_state *view, int card) {
    const struct dr_seat *own = &view->seat[SEAT_PERSON];
    unsigned places = 0;
    for (int place = 0; place < own->hand_count; place++)
        if (own->hand[place] == card)
            places |= 1u << place;
    return places;
}

unsigned dr_fitting(const struct table *table) {
    struct actions list = legal_actions(table);
    unsigned places = 0;
    for (int i = 0; i < list.count; i++)
        if (action_at(&list, i)->verb == DR_DO_PLAY)
            places |= places_of(dr_seen(table), action_at(&list, i)->card);
    actions_free(&list);
    return places;
}

unsigned dr_answering(const struct table *table) {
    const struct dr_state *view = dr_seen(table);
    unsigned fitting = dr_fitting(table), answering = 0;
    for (int place = 0; place < DR_HAND; place++) {
        int card = view->seat[SEAT_PERSON].hand[place];
        if (!(fitting >> place & 1))
            continue;
        const struct use *use = &dr_row(view, card)->uses[dr_use_now(view, SEAT_PERSON, card)];
        if (use->trigger != ANY || dr_asked(table) == DR_ASK_LAST)
            answering |= 1u << place;
    }
    return answering;
}

/* What a draft is on its way to. */
static enum dr_verb verb_of(const struct table *table, const struct dr_draft *draft) {
    if (draft->card)
        return DR_DO_PLAY;
    return dr_asked(table) == DR_ASK_BUY    ? DR_DO_BUY
           : dr_asked(table) == DR_ASK_MEAD ? DR_DO_SPLIT
                                            : DR_VERBS;
}

unsigned dr_open_targets(const struct table *table, const struct dr_draft *draft) {
    enum dr_verb verb = verb_of(table, draft);
    int next = draft->target[0] ? 1 : 0;
    unsigned open = 0;
    if (draft->target[1])
        return 0;
    struct actions list = legal_actions(table);
    for (int i = 0; i < list.count; i++) {
        const struct dr_action *action = action_at(&list, i);
        if (action->verb != verb || action->card != draft->card || !action->target[next])
            continue;
        if (next == 0 || action->target[0] == draft->target[0])
            open |= dr_bit(action->target[next] - 1);
    }
    actions_free(&list);
    return open;
}

bool dr_names_piles(const struct table *table, const struct dr_draft *draft) {
    struct actions list = legal_actions(table);
    bool names = false;
    for (int i = 0; i < list.count; i++)
        names = names || (draft->card && action_at(&list, i)->card == draft->card &&
                          action_at(&list, i)->target[1]);
    actions_free(&list);
    return names;
}

static bool is_single(unsigned mask) {
    return mask && !(mask & (mask - 1));
}

void dr_choose_target(const struct table *table, int seat, struct dr_draft *draft) {
    if (dr_open_targets(table, draft) & dr_bit(seat))
        draft->target[draft->target[0] ? 1 : 0] = (uint8_t)(seat + 1);
    draft->pointed = 0;
}

void dr_choose_card(const struct table *table, int place, struct dr_draft *draft) {
    dr_undo(draft);
    draft->card = dr_seen(table)->seat[SEAT_PERSON].hand[place];
    draft->cursor = (uint8_t)(place + 1);
    unsigned open = dr_open_targets(table, draft);
    for (int seat = 0; is_single(open) && seat < DR_SEATS; seat++)
        if (open & dr_bit(seat))
            dr_choose_target(table, seat, draft);
}

static bool make_discard(const struct table *table, const struct dr_draft *draft,
                         struct dr_action *action) {
    const struct dr_seat *own = &dr_seen(table)->seat[SEAT_PERSON];
    action->verb = DR_DO_DISCARD;
    for (int place = 0; place < own->hand_count; place++)
        if (draft->discards >> place & 1)
            action->cards[action->count++] = own->hand[place];
    return true;
}

bool dr_make(const struct table *table, const struct dr_draft *draft, struct dr_action *action) {
    enum dr_verb verb = verb_of(table, draft);
    if (draft->discards)
        return make_discard(table, draft, action);
    if (verb == DR_VERBS || (verb != DR_DO_PLAY && !draft->target[0]) ||
        dr_open_targets(table, draft))
        return false;
    action->verb = (uint8_t)verb;
    action->card = draft->card;
    action->target[0] = draft->target[0];
    action->target[1] = draft->target[1];
    return true;
}

bool dr_make_pass(const struct table *table, struct dr_action *action) {
    enum dr_ask ask = dr_asked(table);
    if (ask == DR_ASK_DISCARD)
        action->verb = DR_DO_KEEP;
    else if (ask == DR_ASK_ACTION || ask == DR_ASK_BET || dr_is_window(ask))
        action->verb = DR_DO_PASS;
    else
        return false;
    return true;
}

void dr_undo(struct dr_draft *draft) {
    *draft = (struct dr_draft){.cursor = draft->cursor};
}
