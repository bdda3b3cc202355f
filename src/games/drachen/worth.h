/* worth.h: evaluation of cards and positions by the computer players, and the tippler's policy,
 * which `regular` uses in playouts.
 *
 * All functions work on a view as well as on a full state. */
#ifndef SPELUNKE_DRACHEN_WORTH_H
#define SPELUNKE_DRACHEN_WORTH_H

#include "drachen.h"

/* Distance to passing out; 0 or less: passed out. */
int dr_distance(const struct dr_state *s, int seat);
/* The number of cards in hand that take control in a gambling round. */
int dr_control_cards(const struct dr_state *s, int seat);
/* An estimate of the probability that the seat wins; exact after the end of the match. */
double dr_worth(const struct dr_state *s, int seat);
/* Discards cards that are worth less than an unknown card, or keeps all. */
void dr_sort_out(const struct dr_state *s, int seat, struct dr_action *action);

/* All legal actions of a seat, without allocation. */
struct dr_choices {
    struct dr_action slots[DR_LEGAL];
    int count;
};
void dr_list_choices(const struct dr_state *s, int seat, struct dr_choices *choices);

/* bot_tippler.c: the tippler's score of an action; a pass scores 0. */
enum { DR_NEVER_DO = -1000 };
int dr_score_action(const struct dr_state *s, int seat, const struct dr_action *action);
/* The action with the highest score; the first of equals. */
void dr_play_as_tippler(const struct dr_state *s, int seat, struct dr_action *action);

#endif
