/* view.c: what a seat knows.
 *
 * Everything on the table is open but hands, decks, face-down drinks and
 * sealed answers. Of another's hand a seat knows how many cards it has, and
 * those cards that counting told at the last shuffle (deck.c). */
#include "drachen.h"

#include <string.h>

static void view_settings(const struct dr_state *s, struct dr_state *v) {
    v->seats = s->seats;
    v->start_drinks = s->start_drinks;
    v->buy_others_only = s->buy_others_only;
    v->eve_2008 = s->eve_2008;
    v->last_chance = s->last_chance;
    v->house_split = s->house_split;
    v->random_first = s->random_first;
}

static void view_table(const struct dr_state *s, struct dr_state *v) {
    v->chance = s->chance;
    v->chance_seat = s->chance_seat;
    v->is_dealt = s->is_dealt;
    v->is_over = s->is_over;
    v->in = s->in;
    v->winners = s->winners;
    v->out_rank = s->out_rank;
    v->doomed = s->doomed;
    v->active = s->active;
    v->last_seat = s->last_seat;
    v->last_card = s->last_card;
    memcpy(v->last_target, s->last_target, sizeof v->last_target);
    v->depth = s->depth;
    v->pot = s->pot;
    v->inn = s->inn;
    v->question = s->question;
    v->round = s->round;
    v->event = s->event;
}

/* How many face-down drinks there are, and of which lots; never which. */
static void view_drinks(const struct dr_state *s, struct dr_state *v) {
    v->drinks_count = s->drinks_count;
    memcpy(v->drinks_lot, s->drinks_lot, sizeof v->drinks_lot);
    v->drink_discard_count = s->drink_discard_count;
    memcpy(v->drink_discard, s->drink_discard, sizeof v->drink_discard);
    memcpy(v->lots, s->lots, sizeof v->lots);
}

static void view_seat(const struct dr_seat *s, bool is_own, struct dr_seat *v) {
    v->character = s->character;
    v->fortitude = s->fortitude;
    v->alcohol = s->alcohol;
    v->had_turn = s->had_turn;
    v->rank = s->rank;
    v->gold = s->gold;
    v->hand_count = s->hand_count;
    v->shown_count = s->shown_count;
    v->deck_count = s->deck_count;
    v->discard_count = s->discard_count;
    v->pile_count = s->pile_count;
    memcpy(v->hand, is_own ? s->hand : s->shown, sizeof v->hand);
    memcpy(v->shown, s->shown, sizeof v->shown);
    memcpy(v->discard, s->discard, sizeof v->discard);
    memcpy(v->pile_lot, s->pile_lot, sizeof v->pile_lot);
    memcpy(v->unseen, s->unseen, sizeof v->unseen);
    v->moments = s->moments;
}

/* An item lies open but for what others have sealed. */
static void view_item(const struct dr_item *s, int viewer, struct dr_item *v) {
    *v = *s;
    memset(v->seal, 0, sizeof v->seal);
    if (viewer >= 0)
        v->seal[viewer] = s->seal[viewer];
}

void dr_view(const void *state, int seat, void *view) {
    const struct dr_state *s = state;
    struct dr_state *v = view;
    view_settings(s, v);
    view_table(s, v);
    view_drinks(s, v);
    for (int i = 0; i < s->seats; i++)
        view_seat(&s->seat[i], i == seat, &v->seat[i]);
    for (int i = 0; i < s->depth; i++)
        view_item(&s->stack[i], seat, &v->stack[i]);
}
