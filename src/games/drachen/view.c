/* view.c: what a seat knows.
 *
 * Each field is copied explicitly, so that a new one is secret by default. Everything on the
 * table is public except hands, decks, face-down drinks and sealed answers. Of another seat's
 * hand only the number of cards is visible, and those cards that became public by counting at
 * the last shuffle (deck.c). */
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
    memcpy(v->wish, s->wish, sizeof v->wish);
}

/* Drinks are public once they are revealed. */
static void view_drink(const struct dr_drink *s, struct dr_drink *v) {
    memcpy(v->cards, s->cards, sizeof v->cards);
    v->count = s->count;
    v->flags = s->flags;
    v->scorer = s->scorer;
    memcpy(v->alcohol, s->alcohol, sizeof v->alcohol);
    memcpy(v->fortitude, s->fortitude, sizeof v->fortitude);
    v->spike = s->spike;
}

static void view_round(const struct dr_round *s, struct dr_round *v) {
    v->in = s->in;
    v->passed = s->passed;
    v->leader = s->leader;
    v->locked = s->locked;
    v->ended = s->ended;
    v->turn = s->turn;
    v->last = s->last;
    v->ante = s->ante;
    v->antes = s->antes;
    v->ante_from = s->ante_from;
}

static void view_event(const struct dr_event *s, struct dr_event *v) {
    v->kind = s->kind;
    v->card = s->card;
    v->drinking = s->drinking;
    v->cursor = s->cursor;
    memcpy(v->turned, s->turned, sizeof v->turned);
    v->revealed = s->revealed;
    v->winner = s->winner;
    v->is_repeat = s->is_repeat;
    for (int seat = 0; seat < DR_SEATS; seat++)
        view_drink(&s->drinks[seat], &v->drinks[seat]);
    memcpy(v->score, s->score, sizeof v->score);
    memcpy(v->alcohol, s->alcohol, sizeof v->alcohol);
    memcpy(v->fortitude, s->fortitude, sizeof v->fortitude);
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
    view_round(&s->round, &v->round);
    view_event(&s->event, &v->event);
}

/* The number of face-down drinks and their lots, but not the cards. */
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

/* A card on the stack is public with all its state. */
static void view_card(const struct dr_item *s, struct dr_item *v) {
    v->card = s->card;
    v->use = s->use;
    memcpy(v->target, s->target, sizeof v->target);
    v->is_answer = s->is_answer;
    v->effect = s->effect;
    v->cursor = s->cursor;
    v->is_negated = s->is_negated;
    v->ignoring = s->ignoring;
    v->defended = s->defended;
    v->sharing = s->sharing;
    v->hurt = s->hurt;
    v->redirects = s->redirects;
    memcpy(v->redirect_from, s->redirect_from, sizeof v->redirect_from);
    memcpy(v->redirect_to, s->redirect_to, sizeof v->redirect_to);
}

/* Who is asked and who has answered is public; the sealed answer is visible to its seat only. */
static void view_item(const struct dr_item *s, int viewer, struct dr_item *v) {
    v->kind = s->kind;
    v->stage = s->stage;
    v->ask = s->ask;
    v->asked = s->asked;
    v->sealed = s->sealed;
    if (viewer >= 0)
        v->seal[viewer] = s->seal[viewer];
    v->used = s->used;
    v->source = s->source;
    view_card(s, v);
    v->cause = s->cause;
    v->way = s->way;
    v->amount = s->amount;
    v->payee = s->payee;
    v->split_to = s->split_to;
    v->is_forced = s->is_forced;
    view_drink(&s->drink, &v->drink);
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
