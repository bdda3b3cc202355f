/* polterfass_client.h: what the files of the Polterfass client share. */
#ifndef SPELUNKE_TERMINAL_POLTERFASS_H
#define SPELUNKE_TERMINAL_POLTERFASS_H

#include "games/polterfass/polterfass.h"
#include "table.h"

/* A choice that is not sent yet. */
struct pf_draft {
    int cards;     /* a bit each */
    bool is_asked; /* plain lines: the cards wait for a last word */
    int specials;  /* to be rolled again, a bit each */
    int serving;   /* steps from the greatest total down */
    int pad_back;  /* lines the pad is scrolled back */
};

static inline const struct pf_state *pf_seen(const struct table *table) {
    return table->view;
}

/* polterfass_say.c: sentences of both ways to play */
bool pf_tell(const struct table *table, const struct message *message, struct text *out);
void pf_say_task(const struct table *table, struct text *out);
void pf_say_end(const struct table *table, struct text *out);
void pf_say_outcome(const struct table *table, struct text *out);
bool pf_say_round(const struct table *table, struct text *out);
/* The standing barrels in words: "9, 3, double"; empty if none stands. */
void pf_say_standing(const struct table *table, const uint8_t face[PF_BARRELS], struct text *out);
/* The special barrels that stand, a bit each. */
int pf_standing_specials(const uint8_t face[PF_BARRELS]);
/* What barrels are worth: "26", or "14 to 26" where the innkeeper may choose. */
void pf_say_worth(const struct table *table, const uint8_t face[PF_BARRELS], struct text *out);
/* The totals that can be reached, the greatest first; returns how many. */
int pf_totals(const struct table *table, struct pf_serving out[PF_SERVINGS]);
void pf_serve_action(const struct pf_serving *serving, struct pf_action *action);
/* Cards of an order: "3, 5" */
void pf_say_cards(int cards, struct text *out);

/* polterfass_odds.c */
void pf_say_odds(const struct table *table, const void *draft, struct text *out);

/* polterfass_pad.c: what stood on the pad before a round */
void pf_pad_totals(const struct pf_state *view, int rounds, int totals[PF_SEATS]);
void pf_say_pad(const struct table *table, struct text *out);

/* polterfass_plain.c */
void pf_say_state(const struct table *table, struct text *out);
void pf_say_prompt(const struct table *table, const void *draft, struct text *out);
void pf_say_help(const struct table *table, struct text *out);
enum reading pf_read_line(const struct table *table, const char *line, void *draft,
                          struct text *action, struct text *answer);

/* polterfass_keys.c, polterfass_screen.c */
enum reading pf_read_key(const struct table *table, int key, void *draft, struct text *action,
                         struct text *answer);
void pf_say_keys(const struct table *table, const void *draft, struct text *out);
void pf_draw(const struct table *table, const void *draft);
void pf_draw_frame(const struct table *table, const struct frame *frame);

/* polterfass_throw.c: barrels on their way, in these rows of the screen */
void pf_draw_throw(const struct frame *frame, int row, int rows, int width);

#endif
