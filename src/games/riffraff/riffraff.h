/* riffraff.h: state and actions of Riff Raff.
 *
 * A ship sways on a universal joint. All players lay a card at the same time; its number is the
 * area of the ship on which they must load one of their wooden pieces. Pieces that fall
 * overboard and are not caught go to the player who was loading. The rules are numbered R-1 to
 * R-35; the README beside this file explains them, and comments and tests cite them. */
#ifndef SPELUNKE_RIFFRAFF_H
#define SPELUNKE_RIFFRAFF_H

#include <spelunke/game.h>

enum {
    RR_SEATS = 4,
    RR_CARDS = 10, /* of each colour; a set of cards is a bit mask, bit 0 is card 1 */
    RR_AREAS = 10, /* 1 to 4 the deck; 5/6, 7/8, 9/10 the yards; odd numbers are port */
    RR_DECK_AREAS = 4,
    RR_YARDS = 3,
    RR_SHAPES = 8,
    RR_SETS = 6, /* of eight pieces: four first sets, two second ones */
    RR_PIECES = RR_SETS * RR_SHAPES,
    RR_PIECES_MAX = 32, /* that take part in one match */
    RR_JOINTS = 2 + RR_YARDS,
};

enum rr_shape { RR_BOAT, RR_BARREL, RR_FLASK, RR_CRATE, RR_SAILOR, RR_PLANK, RR_RAT, RR_CHEST };

/* A piece is a number: its set times RR_SHAPES plus its shape. Sets 0 to 3 are the first
 * sets of seats 0 to 3 (`rat2.1`), sets 4 and 5 the second sets of seats 0 and 1 (`rat0.2`),
 * which exist with two players only. A set of pieces is a bit mask. */
enum { RR_NO_PIECE = -1 };
_Static_assert(RR_PIECES <= 64, "a set of pieces is 64 bits");

/* The bodies of a frame, in the order of the kit: hull with mast and ball, the three yards, all
 * pieces by number, the open hand. Bodies that are not in the session are far below the water. */
enum {
    RR_HULL_BODY,
    RR_YARD_BODY,
    RR_PIECE_BODY = RR_YARD_BODY + RR_YARDS,
    RR_HAND_BODY = RR_PIECE_BODY + RR_PIECES,
    RR_BODIES
};

/* The ship at rest with all its cargo, as the log has it after a loading. */
struct rr_ship {
    int32_t joints[RR_JOINTS];   /* in microradians: ship about x and y, yards upwards */
    uint64_t aboard;             /* a bit for each piece */
    uint8_t area[RR_PIECES];     /* 1 to 10 of a piece aboard, else 0 */
    struct pose pose[RR_PIECES]; /* of a piece aboard, else all 0 */
};

enum rr_phase {
    RR_FIRST_CAPTAIN, /* chance draws the first captain */
    RR_LAY_CARDS,
    RR_NAME_CAPTAIN,
    RR_NAME_ORDER,
    RR_LOAD,
    RR_SECOND, /* the second piece of two */
    RR_SIM,    /* a piece is in the hand */
    RR_OVER
};

enum rr_sea { RR_CALM, RR_NORMAL, RR_ROUGH };

/* The result of the last loading; `what` is RR_NOTHING_YET before the first one. */
enum rr_ending { RR_NOTHING_YET, RR_RESTED, RR_FELL, RR_CAME_BACK, RR_FELL_AND_BACK };
struct rr_last {
    uint64_t fallen, caught; /* a bit for each piece */
    uint8_t what;            /* enum rr_ending */
    uint8_t round, seat, area, piece;
};

struct rr_state {
    /* the options */
    uint8_t seats;
    uint8_t slow_motion; /* 1, 4, 8 */
    uint8_t sea;         /* enum rr_sea */
    /* the match */
    uint8_t phase;
    uint8_t captain;
    uint8_t round;             /* from 1 */
    uint8_t laid[RR_SEATS];    /* cards of this round, hidden in RR_LAY_CARDS; 0: none */
    uint8_t laid_by;           /* seats that have laid one, as bits */
    uint8_t shown[RR_SEATS];   /* the last revealed card; 0: none */
    uint16_t played[RR_SEATS]; /* cards played since the hand was last taken back */
    uint8_t order[RR_SEATS];   /* seats still to load, the current one first */
    uint8_t order_count;
    uint8_t announced;         /* 1 or 2; 0 outside a turn */
    uint8_t loaded;            /* pieces of this turn that are aboard: 0 or 1 */
    int8_t loading;            /* the piece being loaded, or RR_NO_PIECE */
    uint64_t supply[RR_SEATS]; /* pieces in front of each seat, without the one being loaded */
    uint64_t out_of_game;
    struct rr_last last;
    struct rr_ship ship;
};

/* The value of frame.phase in a loading. Slow motion is in frame.slow and may begin while the
 * piece is still held. */
enum rr_shown {
    RR_SHOWS_HELD,     /* the hand steers the piece */
    RR_SHOWS_SETTLING, /* the piece was let go or taken back, and everything comes to rest */
    RR_SHOWS_ALARM,    /* cargo is fast, but nothing has fallen yet */
    RR_SHOWS_CATCHING, /* something has fallen; the open hand can catch it */
    RR_SHOWS_REST,     /* it is over */
};

enum rr_verb {
    RR_FIRST,   /* chance: `first 2` */
    RR_CARD,    /* `card 7` */
    RR_CAPTAIN, /* `captain 2` */
    RR_ORDER,   /* `order 3 0 2` */
    RR_LOAD_ONE,
    RR_LOAD_TWO,
    RR_OUTCOME, /* sim: `rest`, `fall A B caught B`, `back`, `fall A back` */
};

/* Fields that the verb does not use are 0: also `number` and `piece` of an outcome, and the
 * whole ship if `has_ship` is false. */
struct rr_action {
    uint8_t verb;
    uint8_t number; /* a seat or a card */
    uint8_t order[RR_SEATS];
    uint8_t order_count;
    int8_t piece; /* the piece to load */
    /* of an outcome */
    bool is_back; /* the held piece returns */
    /* false: cargo that stays aboard keeps its place, and the loaded piece is laid in the middle
     * of its area */
    bool has_ship;
    uint64_t fallen, caught;
    struct rr_ship ship;
};

/* Limits of a ship in an outcome: the joint limits are soft, and cargo is on the ship or hangs
 * beside it. */
enum {
    RR_SHIP_ANGLE_MAX = 785398, /* microradians, 45 degrees */
    RR_YARD_ANGLE_MAX = 174533, /* 10 degrees */
    RR_PLACE_MAX = 600000,      /* micrometres from the joint, on each axis */
};

/* The reach of the open hand in the plane seen from the stern: to both sides, and up from the
 * water. */
enum { RR_CATCH_SIDE = 250000, RR_CATCH_LOW = -150000, RR_CATCH_HIGH = 400000 };

extern const struct game riffraff_game;
/* sim.c: a loading, steered by the player's hand */
extern const struct sim rr_sim;
extern const struct face rr_face;
void rr_kit(struct text *out);

/* pieces.c */
extern const char *const rr_piece_names[RR_PIECES];
extern const char *const rr_shape_names[RR_SHAPES];
int rr_set_size(uint64_t set);
/* The lowest member that is at least `from`; RR_NO_PIECE: none. */
int rr_set_next(uint64_t set, int from);
/* The seat that owned a piece at the start. */
int rr_piece_owner(int piece);
/* The pieces that a seat starts with. */
uint64_t rr_first_pieces(int seat, int seats);

/* the cards in a seat's hand, bit 0 is card 1. In the view of another seat it may contain
 * one card more: the one that lies face down. */
unsigned rr_cards_held(const struct rr_state *state, int seat);
/* The number of cards in hand, which is public. */
int rr_hand_size(const struct rr_state *state, int seat);

/* captain.c: captain and turn order */
/* The seats with the highest card, as bits. */
unsigned rr_highest(const struct rr_state *state);
/* the seats in turn order; ties that the captain decides are in the order of seats. */
void rr_natural_order(const struct rr_state *state, uint8_t order[RR_SEATS]);
/* The seats whose place the captain decides, by falling cards, then by seat; returns the count. */
int rr_open_places(const struct rr_state *state, uint8_t open[RR_SEATS]);
/* Lists all orders that the captain may choose. */
void rr_legal_orders(const struct rr_state *state, struct actions *out);
bool rr_is_order(const struct rr_state *state, const struct rr_action *action);
/* reveals the cards when all seats have laid one. */
void rr_show_cards(struct rr_state *state, struct events *events);
void rr_take_captain(struct rr_state *state, int seat, struct events *events);
void rr_take_order(struct rr_state *state, const struct rr_action *action, struct events *events);

/* loading.c: a turn: announcing pieces and applying the outcome */
/* the message key of the reason why this seat cannot announce two pieces; NULL: it
 * can. */
const char *rr_no_two(const struct rr_state *state, int seat);
/* The area of the seat's card. */
int rr_area_of(const struct rr_state *state, int seat);
void rr_legal_loads(const struct rr_state *state, int seat, struct actions *out);
bool rr_check_load(const struct rr_state *state, int seat, const struct rr_action *action,
                   struct message *why);
void rr_take_load(struct rr_state *state, int seat, const struct rr_action *action,
                  struct events *events);
/* Ends the loading, and the turn if nothing is left to load; returns whether the turn ended. */
bool rr_take_outcome(struct rr_state *state, const struct rr_action *action, struct events *events);

/* outcome.c: validating and drawing outcomes */
bool rr_check_outcome(const struct rr_state *state, const struct rr_action *action,
                      struct message *why);
/* Draws a random outcome, for property tests and fuzzers. */
void rr_draw_outcome(const struct rr_state *state, struct rng *rng, struct rr_action *action);
/* The pieces aboard after this outcome. */
uint64_t rr_aboard_after(const struct rr_state *state, const struct rr_action *action);
/* The ship after this outcome. */
void rr_ship_after(const struct rr_state *state, const struct rr_action *action,
                   struct rr_ship *out);

/* lay.c: puts a piece aboard in its first natural pose in the middle of an area, on top of what
 * lies there. */
void rr_lay(struct rr_ship *ship, int piece, int area);

/* event.c: events with several arguments; `leaves` are the pieces that leave the game */
void rr_say_piece(struct message *message, int piece);
void rr_say_pieces(struct message *message, uint64_t pieces);
void rr_say_load(const struct rr_state *state, int seat, const char *key, struct events *events);
void rr_say_outcome(const struct rr_state *before, const struct rr_ship *ship,
                    const struct rr_action *action, uint64_t leaves, struct events *events);

int rr_rounds(const struct rr_state *state);
void rr_view(const void *state, int seat, void *view);
void rr_guess(const void *view, int seat, struct rng *rng, void *state);
void rr_view_json(const void *view, int seat, struct text *out);
void rr_print_action(const void *action, struct text *out);
bool rr_parse_action(const void *state, int seat, const char *text, void *action,
                     struct message *why);

#endif
