/* worth.h: what the computer players think of cards and positions, and the
 * tippler's judgement, which `regular` lends to everybody in what it imagines.
 *
 * All of it works on a view as well as on a whole state. */
#ifndef SPELUNKE_DRACHEN_WORTH_H
#define SPELUNKE_DRACHEN_WORTH_H

#include "drachen.h"

/* How far a seat is from passing out; 0 or less: it has. */
int dr_distance(const struct dr_state *s, int seat);
/* How many of the cards in hand take control in a gambling round. */
int dr_control_cards(const struct dr_state *s, int seat);
/* The chance that the seat wins, roughly; exact once the match is over. */
double dr_worth(const struct dr_state *s, int seat);
/* Discards what is worth less than an unknown card, or keeps all. */
void dr_sort_out(const struct dr_state *s, int seat, struct dr_action *action);

/* A list of all a seat may do, without allocation. */
struct dr_choices {
    struct dr_action slots[DR_LEGAL];
    int count;
};
void dr_list_choices(const struct dr_state *s, int seat, struct dr_choices *choices);

/* bot_tippler.c: how much the tippler likes an action, 0 for a pass. What speaks
 * against it from the start has this liking. */
enum { DR_NEVER_DO = -1000 };
int dr_liking(const struct dr_state *s, int seat, const struct dr_action *action);
/* The one it likes best, the first of equals. */
void dr_tipple(const struct dr_state *s, int seat, struct dr_action *action);

#endif
