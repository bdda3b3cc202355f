/* drachen.h: state and actions of Zum Blauen Drachen.
 *
 * The table is a stack of pending items. The lowest item is the running turn; cards, payments,
 * drinks and questions lie above it, and only the topmost item is processed (stack.c). An item
 * that asks a question stores who is asked and the sealed answers. The README beside this file
 * walks through the folder. */
#ifndef SPELUNKE_DRACHEN_H
#define SPELUNKE_DRACHEN_H

#include <spelunke/game.h>

#include "cards.h"

enum {
    DR_SEATS = 4,
    DR_HAND = 7,
    DR_DECK = 37,
    DR_DECK_KINDS = 32, /* the largest number of different cards in a deck */
    DR_DRINKS = 28,
    DR_CHAIN = 6,   /* four chasers, a drink that ends the chain, and one to spare */
    DR_STACK = 64,  /* cards in all hands, a loss above each, and what lies below */
    DR_MARKER = 20, /* upper limit of Fortitude and alcohol */
    DR_LEGAL = 192, /* 128 ways to discard, and the interrupts; or every card with every target */
};

/* A drink with its chasers, or a half or a copy of one. Its values depend on the species of the
 * drinker. */
struct dr_drink {
    uint8_t cards[DR_CHAIN];
    uint8_t count;
    uint8_t flags;
    uint8_t scorer; /* seat + 1 whose contest score depends on this drink */
    int8_t alcohol[DR_SPECIES], fortitude[DR_SPECIES];
    int8_t spike; /* alcohol added by cards since the last split */
};

enum dr_drink_flag {
    DR_FROM_DECK = 1, /* chasers come from the drink deck, not from the own pile */
    DR_LENT = 2,      /* the cards belong to another drink and are not discarded with this one */
    DR_TOGETHER = 4,  /* felt at the same time as others, at the end of the event */
    DR_EVENT = 8,     /* comes from an event: Mead cannot be shared (a toast is an Action) */
    DR_COPY = 16,     /* of a round on the house */
    DR_REPLACED = 32, /* values were replaced by DRINK_SET */
    DR_HALF = 64,
    DR_TO_F = 128, /* alcohol becomes Fortitude */
};

/* A sealed answer to a window, in one byte: 0 for none, or for one that is hidden in a view;
 * DR_PASS; or a card of the seat's own deck with its target (dr_seal_of). No answer has two
 * targets. */
enum { DR_PASS = 255 };
_Static_assert(DR_DECK_KINDS *(DR_SEATS + 1) < DR_PASS, "every answer has its byte");

enum dr_kind {
    DR_TURN = 1,
    DR_CARD,
    DR_LOSS,
    DR_DRINKING,
    DR_EVENT_ITEM,
    DR_ROUND,
    DR_REFILL,
    DR_END,
    DR_LAST
};

/* The question that is asked. From DR_ASK_CARD on it is a window: all seats that could answer
 * are asked at once and seal `pass` or a card (Z-53). */
enum dr_ask {
    DR_ASK_NOTHING,
    DR_ASK_DISCARD,
    DR_ASK_ACTION,
    DR_ASK_BUY,
    DR_ASK_BET, /* W5 */
    DR_ASK_MEAD,
    DR_ASK_CHALLENGE,
    DR_ASK_CARD,  /* W1 */
    DR_ASK_LOSS,  /* W2 */
    DR_ASK_DRINK, /* W3 */
    DR_ASK_HURT,  /* W4 */
    DR_ASK_WON,   /* W6 */
    DR_ASK_END,   /* W8 */
    DR_ASK_LAST,  /* W9, and the Anytime windows of events */
};

enum dr_cause { DR_CAUSE_PAY, DR_CAUSE_ANTE, DR_CAUSE_REFILL };
enum dr_way { DR_OWN_PURSE, DR_INN_PAYS, DR_NOBODY_PAYS };

/* A pending item. Masks have one bit for each seat. */
struct dr_item {
    uint8_t kind, stage;
    uint8_t ask, asked, sealed;
    uint8_t seal[DR_SEATS];
    uint8_t used;   /* seats that have answered it with a Sometimes card (Z-4) */
    uint8_t source; /* the seat that played the card, pays, drinks, revealed the event */

    /* A card. */
    uint8_t card, use;
    uint8_t target[2]; /* seat + 1 */
    uint8_t is_answer; /* answers the item below */
    uint8_t effect, cursor;
    uint8_t is_negated;
    uint8_t ignoring; /* seats that the card does not apply to */
    uint8_t defended; /* seats that played a card against the loss (Z-10) */
    uint8_t sharing;  /* seats that bear only half of the loss (Z-12) */
    uint8_t hurt;     /* seats that lost Fortitude by it */
    uint8_t redirects;
    uint8_t redirect_from[DR_SEATS], redirect_to[DR_SEATS]; /* to: seat + 1 */

    /* A loss of gold. */
    uint8_t cause, way, amount;
    uint8_t payee; /* seat, or DR_TO_INN, DR_TO_POT */

    uint8_t split_to;  /* a drink: seat + 1 */
    uint8_t is_forced; /* end of a turn: drink once more */
    struct dr_drink drink;
};
enum { DR_TO_INN = 100, DR_TO_POT = 101 };

enum dr_event_kind { DR_HOUSE = 1, DR_CONTEST, DR_CHALLENGE, DR_AMBROSIA, DR_TOAST };

/* The running event; there is at most one. After the end its data is kept until the next event,
 * so that it stays visible in views. */
struct dr_event {
    uint8_t kind, card; /* 0: none is running */
    uint8_t drinking;   /* seats that take part */
    uint8_t cursor;
    uint8_t turned[DR_SEATS]; /* number of cards turned over by each seat */
    uint8_t revealed;         /* seats that have a drink in front of them */
    uint8_t winner;           /* seat + 1 */
    uint8_t is_repeat;
    struct dr_drink drinks[DR_SEATS];
    int8_t score[DR_SEATS];
    int8_t alcohol[DR_SEATS], fortitude[DR_SEATS]; /* drunk but not yet felt */
};

struct dr_round {
    uint8_t in, passed;
    uint8_t leader; /* the seat in control + 1; 0: none */
    uint8_t locked, ended;
    uint8_t turn, last;             /* whose turn it is; who acted last */
    uint8_t ante, antes, ante_from; /* amount; seats that still have to pay; first seat */
};

struct dr_seat {
    uint8_t character; /* 0: not yet drawn */
    uint8_t fortitude, alcohol;
    uint8_t had_turn;
    uint8_t rank; /* order of going out, from 1; 0: still in */
    int16_t gold;
    uint8_t hand_count, shown_count, deck_count, discard_count, pile_count;
    uint8_t hand[DR_HAND];  /* sorted; 0: unknown */
    uint8_t shown[DR_HAND]; /* cards of the hand that are public (Z-47) */
    uint8_t deck[DR_DECK];  /* the last one is on top */
    uint8_t discard[DR_DECK];
    uint8_t pile[DR_DRINKS], pile_lot[DR_DRINKS];
    uint8_t unseen[DR_DECK_KINDS]; /* for each card of the deck, copies that do not lie face up */
    uint32_t moments;              /* moments at which one of these can be played (window.c) */
};

enum dr_chance {
    DR_NO_CHANCE,
    DR_DRAW_CHARACTERS,
    DR_DRAW_FIRST,
    DR_SHUFFLE_SEAT,
    DR_SHUFFLE_DRINKS
};

struct dr_state {
    uint8_t seats;
    uint8_t start_drinks;
    uint8_t buy_others_only, eve_2008, last_chance, house_split;
    uint8_t random_first;
    uint8_t wish[DR_SEATS]; /* the character that each seat wishes for; 0: none (Z-51) */
    uint8_t chance, chance_seat;
    uint8_t is_dealt, is_over;
    uint8_t in, winners, out_rank;
    uint8_t doomed; /* option last_chance off: seats that ever had A >= F */
    uint8_t active;
    /* The last card played, also if it was negated, so that views show it. */
    uint8_t last_seat, last_card, last_target[2];
    uint8_t depth;
    uint16_t pot;
    int32_t inn;
    uint32_t question;
    struct dr_seat seat[DR_SEATS];
    uint8_t drinks_count, drink_discard_count;
    uint8_t drinks[DR_DRINKS], drinks_lot[DR_DRINKS]; /* the last one is on top */
    uint8_t drink_discard[DR_DRINKS];
    /* Public information about face-down drinks: those of one lot were shuffled together, and
     * this is what is left of each lot. */
    uint8_t lots[DR_DRINKS][DR_DRINK_KINDS + 1];
    struct dr_round round;
    struct dr_event event;
    struct dr_item stack[DR_STACK];
};

enum dr_verb {
    DR_DO_PASS,
    DR_DO_PLAY,
    DR_DO_KEEP,
    DR_DO_DISCARD,
    DR_DO_BUY,
    DR_DO_SPLIT,
    DR_DO_DRINK,
    DR_DO_ACCEPT,
    DR_DO_DECLINE,
    DR_DO_CHARACTERS,
    DR_DO_FIRST,
    DR_DO_SHUFFLE,
    DR_DO_SHUFFLE_DRINKS,
    DR_VERBS
};

struct dr_action {
    uint8_t verb;
    uint8_t seat;      /* DR_DO_FIRST, DR_DO_SHUFFLE */
    uint8_t card;      /* DR_DO_PLAY */
    uint8_t target[2]; /* seat + 1 */
    uint8_t count;
    uint8_t cards[DR_DECK]; /* discard (sorted), shuffle (top first), characters */
};

extern const struct game drachen_game;
extern const struct bot drachen_bot_tippler, drachen_bot_regular;
extern const struct face drachen_face;

static inline unsigned dr_bit(int seat) {
    return 1u << seat;
}
/* Iterates over the seats of a mask, clockwise: the next seat after `from` (which itself comes
 * last), or -1. */
int dr_next(const struct dr_state *s, unsigned mask, int from);
/* Z-2: the seat whose turn it is; in a gambling round the one whose gambling turn it is. */
int dr_order_start(const struct dr_state *s);
/* The seat that many places clockwise. */
static inline int dr_clockwise(const struct dr_state *s, int seat, int places) {
    return (seat + places) % s->seats;
}
unsigned dr_others(const struct dr_state *s, int seat);

/* deck.c: the location of every card */
const struct card *dr_row(const struct dr_state *s, int card);
int dr_deck_index(const struct dr_state *s, int seat, int card);
void dr_put_rising(uint8_t *cards, uint8_t *count, int card);
/* Copies in the hand that are not sealed in an answer. */
int dr_held(const struct dr_state *s, int seat, int card);
void dr_hand_to_table(struct dr_state *s, int seat, int card);
void dr_table_to_discard(struct dr_state *s, int seat, int card);
/* Returns the card drawn. After the last card the deck must be shuffled before the next draw. */
int dr_draw_card(struct dr_state *s, int seat);
/* Draws until the hand is full or a shuffle is awaited. */
void dr_fill_hand(struct dr_state *s, int seat, struct events *events);
void dr_put_deck(struct dr_state *s, int seat, const uint8_t *cards, int count);
/* Whether a drink can be taken from the deck; requests the shuffle if it is needed. */
enum dr_readiness { DR_READY, DR_WAIT, DR_EMPTY };
enum dr_readiness dr_deck_ready(struct dr_state *s);
/* Takes the top of the drink deck. After each drink taken, call dr_refill_if_empty. */
int dr_reveal_from_deck(struct dr_state *s);
void dr_refill_if_empty(struct dr_state *s);
int dr_reveal_from_pile(struct dr_state *s, int seat);
void dr_buy_drink(struct dr_state *s, int seat);
void dr_discard_drinks(struct dr_state *s, struct dr_drink *drink);
void dr_discard_drink(struct dr_state *s, int card);
void dr_put_drinks(struct dr_state *s, const uint8_t *cards, int count);
/* The cards of the awaited shuffle, sorted; returns the count. */
int dr_shuffled_cards(const struct dr_state *s, uint8_t cards[DR_DECK]);
void dr_pile_under_deck(struct dr_state *s, int seat);
void dr_seat_leaves(struct dr_state *s, int seat);

/* stack.c: the pending items */
struct dr_item *dr_top(struct dr_state *s);
const struct dr_item *dr_top_of(const struct dr_state *s);
struct dr_item *dr_below(struct dr_state *s);
/* The item directly below, which this item answers. */
const struct dr_item *dr_item_below(const struct dr_state *s, const struct dr_item *item);
struct dr_item *dr_push(struct dr_state *s, enum dr_kind kind, int source);
void dr_pop(struct dr_state *s);
void dr_push_loss(struct dr_state *s, int payer, int amount, int payee, enum dr_cause cause);
/* Processes the topmost item by one step; nobody may be awaited. */
void dr_step(struct dr_state *s, struct events *events);
/* Processes items until somebody is awaited. */
void dr_run(struct dr_state *s, struct events *events);

/* rules.c: applies a checked action, without processing the stack. */
void dr_act(struct dr_state *s, int seat, const struct dr_action *action, struct events *events);

/* window.c: questions, and which cards fit */
void dr_ask_seat(struct dr_state *s, enum dr_ask ask, int seat);
/* Opens a window on the topmost item; false: no seat could answer. */
bool dr_open(struct dr_state *s, enum dr_ask ask);
/* A moment is a trigger as a bit: those of a card, and those that hold now for a seat by public
 * information. */
uint32_t dr_moments_of(const struct card *card);
uint32_t dr_moments_now(const struct dr_state *s, int seat);
/* The use of a card that fits at one of these moments, or now; -1: none. */
int dr_use_at(const struct dr_state *s, int card, uint32_t moments);
int dr_use_now(const struct dr_state *s, int seat, int card);
bool dr_is_interrupt(const struct dr_state *s, const struct use *use);
unsigned dr_may(const struct dr_state *s);
/* A seat's answer as one byte, and the card in it. */
uint8_t dr_seal_of(const struct dr_state *s, int seat, const struct dr_action *answer);
int dr_sealed_card(const struct dr_state *s, const struct dr_item *item, int seat);
/* Decodes an answer; false: none is sealed, or it is hidden in this view. */
bool dr_unseal(const struct dr_state *s, const struct dr_item *item, int seat,
               struct dr_action *answer);
void dr_settle_window(struct dr_state *s, struct events *events);
/* Closes the question of the topmost item. */
void dr_answered(struct dr_state *s);
/* A card that is about to be laid on the stack. */
struct dr_play {
    uint8_t card, use;
    uint8_t target[2];
    bool is_answer;
};
void dr_lay(struct dr_state *s, int seat, const struct dr_play *play, struct events *events);
void dr_resume(struct dr_state *s);

/* legal.c: legal actions and targets */
enum dr_aim { DR_AIM_NONE, DR_AIM_OTHER, DR_AIM_ANY, DR_AIM_ROUND, DR_AIM_VICTIM, DR_AIM_PILES };
enum dr_aim dr_aim(const struct use *use);
unsigned dr_aims(const struct dr_state *s, int seat, enum dr_aim aim);
void dr_legal(const void *state, int seat, struct actions *out);
bool dr_check(const void *state, int seat, const void *action, struct message *why);

/* effect.c: what cards do */
enum card_kind dr_kind_of(const struct card *card, const struct use *use);
bool dr_has_op(const struct use *use, enum op op);
bool dr_changes_drink(const struct use *use);
const struct use *dr_item_use(const struct dr_state *s, const struct dr_item *item);
/* Whether the pending card will change the seat's Fortitude, alcohol or gold. */
bool dr_affects_fortitude(const struct dr_state *s, const struct dr_item *item, int seat);
bool dr_affects_gold_or_alcohol(const struct dr_state *s, const struct dr_item *item, int seat);
bool dr_affects_any(const struct dr_state *s, const struct dr_item *item, int seat);
int dr_pending_loss(const struct dr_state *s, const struct dr_item *item, int seat);
void dr_step_card(struct dr_state *s, struct events *events);

/* gold.c */
void dr_step_loss(struct dr_state *s, struct events *events);
void dr_step_refill(struct dr_state *s, struct events *events);
void dr_pot_to(struct dr_state *s, int seat, struct events *events);

/* drink.c */
bool dr_is_lone_mead(const struct dr_drink *drink);
/* Whether the running event may not turn over more cards: a round on the house and a toast turn
 * at most 28 (Z-34), a contest four decks, so that even a contest of water ends (Z-67). */
bool dr_has_turned_enough(const struct dr_state *s);
int dr_drink_alcohol(const struct dr_state *s, const struct dr_drink *drink, int seat);
int dr_drink_fortitude(const struct dr_state *s, const struct dr_drink *drink, int seat);
/* The effect of a drink on its drinker, with D13, which turns alcohol into Fortitude. */
struct dr_felt {
    int alcohol, fortitude;
};
struct dr_felt dr_felt_by(const struct dr_state *s, const struct dr_drink *drink, int seat);
/* Whether the next card of the drink is not yet turned over. */
bool dr_is_face_down(const struct dr_item *item);
/* Adds a card to the chain. */
void dr_add_drink(struct dr_drink *drink, int card);
void dr_push_drink(struct dr_state *s, int seat, unsigned flags);
void dr_step_drink(struct dr_state *s, struct events *events);
void dr_drink_changed(struct dr_state *s, struct dr_drink *drink);
void dr_serve_drink(struct dr_state *s, const struct dr_drink *drink, int seat);
void dr_choose_mead(struct dr_state *s, int split_to, struct events *events);
void dr_change_alcohol(struct dr_state *s, int seat, int change, struct events *events);
/* Returns the actual loss. */
int dr_change_fortitude(struct dr_state *s, int seat, int change, struct events *events);

/* event.c */
void dr_start_event(struct dr_state *s, enum dr_event_kind kind, int card, int seat,
                    struct events *events);
void dr_step_event(struct dr_state *s, struct events *events);
bool dr_pay_winner(struct dr_state *s);
void dr_end_event(struct dr_state *s);

/* challenge.c */
void dr_step_challenge(struct dr_state *s, struct events *events);
void dr_step_ambrosia(struct dr_state *s, struct events *events);
void dr_choose_challenge(struct dr_state *s, bool accepts, struct events *events);

/* gamble.c */
void dr_start_round(struct dr_state *s, int starter, int ante, struct events *events);
void dr_step_round(struct dr_state *s, struct events *events);
void dr_pass_bet(struct dr_state *s, int seat, struct events *events);
void dr_take_control(struct dr_state *s, int seat);
void dr_raise(struct dr_state *s, int seat, int ante);
void dr_reopen_round(struct dr_state *s, int seat, int ante);
void dr_leave_round(struct dr_state *s, int seat, struct events *events);

/* phases.c: the turn, its end, and going out. */
enum dr_stage {
    DR_STAGE_START,
    DR_STAGE_DISCARD,
    DR_STAGE_DRAW,
    DR_STAGE_ACTION,
    DR_STAGE_ACTED, /* the Action card is on the stack */
    DR_STAGE_GAMBLE,
    DR_STAGE_TOAST,
    DR_STAGE_BUY,
    DR_STAGE_DRINK,
    DR_STAGE_END,
    DR_STAGE_NEXT
};
void dr_step_turn(struct dr_state *s, struct events *events);
void dr_step_end(struct dr_state *s, struct events *events);
void dr_step_last(struct dr_state *s, struct events *events);
bool dr_has_passed_out(const struct dr_state *s, int seat);
/* Seats that are still in and pass out or have no gold. They go out unless a card saves them. */
unsigned dr_going_out(const struct dr_state *s);

/* tell.c: events */
struct message *dr_tell(struct events *events, const char *key, int seat);
void dr_tell_play(struct events *events, const struct dr_item *item);
void dr_tell_drawn(struct events *events, int seat, const uint8_t *cards, int count);
void dr_tell_cards(struct message *message, const uint8_t *cards, int count);
void dr_tell_card(struct events *events, const char *key, int seat, int card);
void dr_tell_drink(struct events *events, const char *key, int seat, int drink);
void dr_tell_change(struct events *events, const char *key, int seat, int before, int now);

/* view.c, view_json.c, guess.c, notation.c */
/* The current phase as a word: "action", "gamble", "drink", ... */
const char *dr_phase(const struct dr_state *view);
void dr_view(const void *state, int seat, void *view);
void dr_guess(const void *view, int seat, struct rng *rng, void *state);
void dr_view_json(const void *view, int seat, struct text *out);
extern const struct view_part dr_view_parts[];
void dr_print_action(const void *action, struct text *out);
bool dr_parse_action(const void *state, int seat, const char *text, void *action,
                     struct message *why);

#endif
