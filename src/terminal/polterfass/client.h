/* client.h: what the files of the Polterfass client share.
 *
 * No rule is in here: all that is drawn, said or chosen comes from the view, the prompt,
 * the kit and the messages that the game's README describes. Barrels have the places
 * 1 to 9, as in notation; a set of places or cards has a bit for each number. */
#ifndef SPELUNKE_TERMINAL_POLTERFASS_CLIENT_H
#define SPELUNKE_TERMINAL_POLTERFASS_CLIENT_H

#include "terminal/console.h"

/* A choice that is not sent yet. */
struct draft {
    int cards;     /* a set */
    bool is_asked; /* plain lines: the cards wait for a last word */
    int specials;  /* the places to be rolled again, a set */
    int serving;   /* steps from the greatest total down */
    int pad_back;  /* lines the pad is scrolled back */
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

/* read.c: the view, the prompt and the kit, as this client needs them */
enum question polterfass_question(const struct console *console);
bool polterfass_is_phase(const struct console *console, const char *phase);
bool polterfass_is_over(const struct console *console);
int polterfass_seats(const struct console *console);
int polterfass_innkeeper(const struct console *console);
/* How many barrels there are, and whether one is a special one. */
int polterfass_barrels(const struct console *console);
bool polterfass_is_special(const struct console *console, int place);
/* What is on top of a barrel: "9", "x", "d"; "-": it lies. */
const char *polterfass_mark(const struct console *console, int place);
bool polterfass_stands(const struct console *console, int place);
/* The standing special barrels, a set. */
int polterfass_standing_specials(const struct console *console);
/* An action of a verb and the numbers of a set: "order 3 5". */
void polterfass_put_action(const char *verb, int set, struct text *out);
/* True if the prompt offers it. */
bool polterfass_allows(const struct console *console, const char *verb, int set);
/* The number of this name that the game tells an action to bring. */
int64_t polterfass_brings(const struct console *console, const char *verb, int set,
                          const char *name);
/* The totals that can be served, the greatest first; returns how many. */
int polterfass_servings(const struct console *console, struct serving out[SERVINGS_MAX]);
/* The next effect that a serving names from `at` on, which moves behind it. */
bool polterfass_next_effect(const char **at, struct effect *out);

/* say.c: sentences of both ways to play */
void polterfass_say_task(const struct console *console, struct text *out);
/* The standing barrels in words: "9, 3, double"; empty if none stands. */
void polterfass_say_standing(const struct console *console, struct text *out);
/* What stands is worth: "26", or "14 to 26" where the innkeeper may choose. */
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

/* throw.c: barrels on their way, in these rows of the screen */
void polterfass_draw_throw(const struct value *kit, const struct frame *frame, int row, int rows,
                           int width);
/* What is painted on an end, as it is drawn: "9", "X", "x2". */
const char *polterfass_sign(const char *mark);

#endif
