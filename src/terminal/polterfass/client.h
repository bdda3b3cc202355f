/* client.h: what the files of the Polterfass client share.
 *
 * The client knows no rules: it draws and offers what is in the view, the prompt, the kit and the
 * messages (see the README of the game). Barrels have the places 1 to 9, as in notation; a set of
 * places or cards is a bit mask. */
#ifndef SPELUNKE_TERMINAL_POLTERFASS_CLIENT_H
#define SPELUNKE_TERMINAL_POLTERFASS_CLIENT_H

#include "terminal/console.h"

/* A choice that is not sent yet. */
struct draft {
    int cards;     /* a set */
    bool is_asked; /* lines: the cards are typed and need confirmation */
    int specials;  /* the places of special barrels to be rolled again, a set */
    int serving;   /* index of the total to serve, from the greatest one down */
    int pad_back;  /* lines that the pad is scrolled back */
};

/* What the person is asked, by the prompt's task. */
enum question { ASK_NOTHING, ASK_ORDER, ASK_SERVE, ASK_RECKON };

/* A total that can be served, and the action that serves it. */
struct serving {
    int64_t total;
    const char *action;
};
enum { SERVINGS_MAX = MESSAGE_VALUES };

/* What a special barrel does to the number barrel at this place. */
struct effect {
    bool is_double;
    int place;
};

/* read.c: access to the view, the prompt and the kit */
enum question polterfass_question(const struct console *console);
bool polterfass_is_phase(const struct console *console, const char *phase);
bool polterfass_is_over(const struct console *console);
int polterfass_seats(const struct console *console);
int polterfass_innkeeper(const struct console *console);
/* The number of barrels, and whether one is special. */
int polterfass_barrels(const struct console *console);
bool polterfass_is_special(const struct console *console, int place);
/* The mark on top of a barrel: "9", "x", "d"; "-": it lies. */
const char *polterfass_mark(const struct console *console, int place);
bool polterfass_stands(const struct console *console, int place);
/* The set of standing special barrels. */
int polterfass_standing_specials(const struct console *console);
/* Writes an action: a verb and the numbers of a set, as in "order 3 5". */
void polterfass_put_action(const char *verb, int set, struct text *out);
/* True if the prompt allows it. */
bool polterfass_allows(const struct console *console, const char *verb, int set);
/* An argument of the messages that tell what an action brings. */
int64_t polterfass_brings(const struct console *console, const char *verb, int set,
                          const char *name);
/* The totals that can be served, in descending order; returns how many. */
int polterfass_servings(const struct console *console, struct serving out[SERVINGS_MAX]);
/* Parses the next effect in a serving at `at`, which moves on. */
bool polterfass_next_effect(const char **at, struct effect *out);

/* say.c: sentences for screen and lines */
void polterfass_say_task(const struct console *console, struct text *out);
/* The standing barrels in words: "9, 3, double"; empty if none stands. */
void polterfass_say_standing(const struct console *console, struct text *out);
/* The mugs that the standing barrels are worth: "26", or "14 to 26" if the innkeeper has a
 * choice. */
void polterfass_say_worth(const struct console *console, struct text *out);

/* odds.c */
void polterfass_say_odds(const struct console *console, const void *draft, struct text *out);

/* pad.c */
void polterfass_say_pad(const struct console *console, struct text *out);

/* plain.c */
void polterfass_say_state(const struct console *console, struct text *out);
void polterfass_say_prompt(const struct console *console, const void *draft, struct text *out);
enum reading polterfass_read_line(struct console *console, const char *line, void *draft,
                                  struct text *action, struct text *answer);

/* keys.c, screen.c */
enum reading polterfass_read_key(struct console *console, int key, void *draft, struct text *action,
                                 struct text *answer);
void polterfass_say_keys(const struct console *console, const void *draft, struct text *out);
void polterfass_draw(const struct console *console, const void *draft);
void polterfass_draw_frame(const struct console *console, const void *draft,
                           const struct frame *frame);

/* throw.c: draws a throw into these rows of the screen */
void polterfass_draw_throw(const struct value *kit, const struct frame *frame, int row, int rows,
                           int width);
/* The text painted on an end of a barrel: "9", "X", "x2". */
const char *polterfass_sign(const char *mark);

#endif
