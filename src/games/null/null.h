/* null.h: state and actions of the null game.
 *
 * The smallest game that uses every part of the kernel. The README beside this file has its
 * rules (N-1 to N-8) and explains how to start a game of your own from it. */
#ifndef SPELUNKE_NULL_H
#define SPELUNKE_NULL_H

#include <spelunke/game.h>

enum { NULL_SEATS = 4, NULL_ROUNDS = 20, NULL_CARDS = 6, NULL_BID_MAX = 3, NULL_PRIZE = 3 };

enum null_phase { NULL_FIRST, NULL_DEAL, NULL_BIDS, NULL_DROP, NULL_OVER };

/* A round, running or past. A bid of n is stored as n + 1; 0 is "no bid yet" in a state and
 * "hidden" in a view. */
struct null_round {
    uint8_t card[NULL_SEATS];
    uint8_t bid[NULL_SEATS];
    uint8_t dropper; /* seat + 1 */
    uint8_t field;   /* where the coin landed, 1 to 6 */
};

struct null_state {
    uint8_t seats;
    uint8_t rounds; /* number of rounds of the match */
    uint8_t open_cards;
    uint8_t slow_deal;
    uint8_t phase;
    uint8_t round;   /* the running one, from 0 */
    uint8_t starter; /* wins ties; moves clockwise */
    uint8_t sealed;  /* seats that have bid, as bits; public */
    uint8_t bells;   /* seats that can still ring, as bits */
    uint8_t prize;
    int16_t purse[NULL_SEATS];
    struct null_round history[NULL_ROUNDS];
};

enum null_verb { NULL_FIRST_SEAT, NULL_DEAL_CARDS, NULL_BID, NULL_RING, NULL_LAND };

struct null_action {
    uint8_t verb;
    uint8_t number;           /* seat, bid or field */
    uint8_t card[NULL_SEATS]; /* of a deal */
};

/* The value of frame.phase in its sessions. */
enum null_shown { NULL_SHOWS_SLIDE, NULL_SHOWS_HELD, NULL_SHOWS_DEAL };

extern const struct game null_game;
extern const struct sim null_sim;
extern const struct face null_face;
extern const struct bot null_bot_thrifty;

/* The highest bid that a seat can make (N-3). */
int null_bid_limit(const struct null_state *state, int seat);
void null_deal(const struct null_state *state, struct rng *rng, struct null_action *action);

/* Whether a seat may see the card of another seat in that round. */
bool null_card_is_open(const struct null_state *state, int viewer, int seat, int round);

void null_view(const void *state, int seat, void *view);
void null_guess(const void *view, int seat, struct rng *rng, void *state);
void null_view_json(const void *view, int seat, struct text *out);
void null_print_action(const void *action, struct text *out);
bool null_parse_action(const void *state, int seat, const char *text, void *action,
                       struct message *why);

#endif
