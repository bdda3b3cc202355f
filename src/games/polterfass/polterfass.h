/* polterfass.h: state and actions of Polterfass.
 *
 * Nine barrels are the dice. One player is the innkeeper and serves what they roll; the guests
 * order in secret and hope that it is enough. The rules are numbered P-1 to P-29; the README
 * beside this file has them, and comments and tests cite them. */
#ifndef SPELUNKE_POLTERFASS_H
#define SPELUNKE_POLTERFASS_H

#include <spelunke/game.h>

enum {
    PF_SEATS = 6,
    PF_NUMBERS = 7,  /* number barrels, places 0 to 6 (1 to 7 in notation) */
    PF_SPECIALS = 2, /* special barrels, places 7 and 8 */
    PF_BARRELS = PF_NUMBERS + PF_SPECIALS,
    PF_CARDS = 8,
    PF_GOAL = 75,      /* default of the option `goal` (P-16) */
    PF_TOTAL_MAX = 68, /* 51 on the number barrels, plus 9 and 8 doubled */
    PF_ROUNDS = 250,   /* lines on the pad (P-29) */
    PF_FAILED = -1,    /* in place of the number served */
};

/* How a barrel stands, or that it lies. The first end of a number barrel is the one with the
 * higher number; of a special barrel the first end is "spoiled", the second "double". */
enum pf_face { PF_LIES, PF_FIRST_END, PF_SECOND_END, PF_NOT_THROWN };
enum { PF_SPOILED = PF_FIRST_END, PF_DOUBLE = PF_SECOND_END };

/* The bodies in a frame of a throw: nine barrels by place, then these. */
enum { PF_CUP_BODY = PF_BARRELS, PF_COASTER_BODY, PF_BODIES };

enum pf_phase {
    PF_FIRST_INNKEEPER, /* chance draws the first innkeeper */
    PF_FIRST_ROLL,
    PF_ORDERS,
    PF_SERVING,
    PF_ROLLING, /* the innkeeper goes on: the barrels in the cup are rolled */
    PF_RECKONING,
    PF_OVER
};

/* A finished round. An order is a set of cards as bits. 0 is the innkeeper's order and, in a
 * state, an order that was not laid yet. */
struct pf_round {
    uint8_t innkeeper;
    int8_t served;
    /* of each special barrel on the total: -3 destroyed a 3, 9 doubled a 9; 0: none */
    int8_t effect[PF_SPECIALS];
    uint8_t order[PF_SEATS];
    int8_t points[PF_SEATS];
};

struct pf_state {
    /* the table's settings */
    uint8_t seats;
    uint8_t show_card_count;
    uint8_t all_equal_cancels;
    uint8_t extra_round;
    uint8_t finish_rotation;
    uint8_t by_physics;
    int16_t goal;
    /* the match */
    uint8_t phase;
    uint8_t innkeeper;
    uint8_t is_ending; /* somebody has reached the goal */
    uint8_t rounds;    /* finished ones, on the pad */
    int16_t totals[PF_SEATS];
    /* the round */
    uint8_t face[PF_BARRELS];
    uint8_t ordered;              /* seats that have ordered, as bits */
    uint8_t cards_laid[PF_SEATS]; /* 0 in a view if the number of cards is secret */
    uint8_t order[PF_SEATS];      /* 0 in the view of another seat */
    uint16_t cup;                 /* barrels of the awaited roll, as bits */
    /* how the last round ended, for clients that show it later */
    uint8_t last_face[PF_BARRELS];
    uint8_t last_target[PF_SPECIALS]; /* as in an action; the total is on the pad */
    struct pf_round pad[PF_ROUNDS];
};

enum pf_verb { PF_FIRST, PF_ROLL, PF_ORDER, PF_STOP, PF_AGAIN, PF_SERVE };

struct pf_action {
    uint8_t verb;
    /* PF_FIRST: a seat; PF_ORDER: a set of cards; PF_AGAIN: the specials to roll again;
     * PF_SERVE: the specials that double (bit 0: place 8, bit 1: place 9) */
    uint8_t number;
    uint8_t marks[PF_BARRELS];   /* PF_ROLL: a face for each barrel */
    uint8_t target[PF_SPECIALS]; /* PF_SERVE: the barrel each special acts on, 1 to 7; 0: none */
};

extern const struct game polterfass_game;
/* sim.c: a simulated throw, used with the option `barrels=physics` */
extern const struct sim pf_sim;
/* face.c, kit.c: prompts, effects of actions, odds, constant facts */
extern const struct face pf_face;
void pf_kit(struct text *out);
extern const struct bot pf_bot_careful, pf_bot_bold, pf_bot_regular;

/* barrels.c: the faces of the barrels */
extern const uint8_t pf_ends[PF_NUMBERS][2];
/* The number on top of a number barrel; 0 if it lies. */
int pf_number(const uint8_t face[PF_BARRELS], int place);
/* The lying barrels, a bit each. */
uint16_t pf_lying(const uint8_t face[PF_BARRELS]);
bool pf_number_stands(const uint8_t face[PF_BARRELS]);

/* reckoning.c: the totals that standing barrels can serve */
struct pf_serving {
    uint8_t target[PF_SPECIALS]; /* as in an action */
    uint8_t doubles;             /* as in an action's number */
    uint8_t total;
};
enum { PF_SERVINGS = 42 };
/* Lists every total that can be reached once, with its first assignment (P-10, P-20, P-21);
 * returns the count. */
int pf_servings(const uint8_t face[PF_BARRELS], struct pf_serving out[PF_SERVINGS]);
/* The total that an assignment serves; -1: it is not valid. */
int pf_served_by(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS]);
/* The smallest and largest total; false: no number barrel stands. */
bool pf_range(const uint8_t face[PF_BARRELS], int *least, int *most);
/* What each special barrel of a valid assignment subtracts or adds. */
void pf_effects(const uint8_t face[PF_BARRELS], const uint8_t target[PF_SPECIALS],
                int8_t effect[PF_SPECIALS]);

/* bill.c: scoring a round */
/* The number of bits of a set of cards or barrels. */
int pf_set_size(int set);
int pf_order_sum(int cards);
/* Computes the points of a round from its innkeeper, total and orders. */
void pf_bill(struct pf_round *round, int seats, bool all_equal_cancels);
/* The sum of all guests' orders. */
int pf_ordered(const struct pf_round *round, int seats);
/* Why a seat got these points, as a word: `innkeeper`, `served` (its order), or, if the guests
 * ordered too much, `greediest`, `modest`, `between`, and `equal` if all orders were equal and
 * nobody pays. Needs the points of the round. */
const char *pf_why(const struct pf_round *round, int seats, int seat);
/* The number of the current round, from 1; after the end that of the last one. */
int pf_round_number(const struct pf_state *state);

/* odds.c, roll.c: how many of k thrown barrels stand */
enum { PF_ODDS_WHOLE = 1 << 24 };
/* Weights of "j of k stand", by k and j; each row adds up to PF_ODDS_WHOLE. */
extern const uint32_t pf_odds[PF_BARRELS + 1][PF_BARRELS + 1];
void pf_roll(const struct pf_state *state, struct rng *rng, struct pf_action *action);

/* tell.c: events with several arguments */
void pf_tell_roll(const struct pf_state *state, const struct pf_action *action, const char *key,
                  struct events *events);
void pf_tell_bill(const struct pf_state *state, const struct pf_round *round,
                  struct events *events);

/* notation.c: the notation of a face: `9`, `x`, `d`, `-` or `.` */
const char *pf_mark(int place, int face);

void pf_view(const void *state, int seat, void *view);
void pf_guess(const void *view, int seat, struct rng *rng, void *state);
void pf_view_json(const void *view, int seat, struct text *out);
extern const struct view_part pf_view_parts[];
void pf_print_action(const void *action, struct text *out);
bool pf_parse_action(const void *state, int seat, const char *text, void *action,
                     struct message *why);

#endif
