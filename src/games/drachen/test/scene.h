/* scene.h: sets up a table of Zum Blauen Drachen for a test.
 *
 * A scene defines who plays with which cards; the rest of each deck follows in rising order, so
 * nothing is random. */
#ifndef SPELUNKE_DRACHEN_TEST_SCENE_H
#define SPELUNKE_DRACHEN_TEST_SCENE_H

#include "unit/test.h"

#include "../drachen.h"

struct scene {
    int seats;
    const char *options[16]; /* pairs of name and value */
    /* The first cards of each hand, top first; the hand is filled up to seven with the rest of
     * the deck in rising order. */
    const char *hands[DR_SEATS];
    /* The drink deck, top first: two for each pile, seat by seat, the first lowest; then what is
     * bought and revealed. */
    const char *drinks;
    /* Markers by seat; all 0: defaults. A gold of -1 stands for 0. */
    int gold[DR_SEATS], fortitude[DR_SEATS], alcohol[DR_SEATS];
};

/* The default seats as masks: Dimli, Eve, Fleck, Gog. */
enum { D = 1, E = 2, F = 4, G = 8 };
#define GOG_FIRST    .options = {"first_seat", "3"}
#define FLECK_FIRST  .options = {"first_seat", "2"}
#define BY_SEAT(...) ((const int[DR_SEATS]){__VA_ARGS__})

/* Deals; the first seat is asked for its action. */
struct match *set_table(const struct scene *scene);
/* The same, and the first seat has laid this card. */
struct match *laid(struct scene scene, const char *action);
const struct dr_state *table_of(const struct match *match);
const struct dr_seat *seat_of(const struct match *match, int seat);
int alcohol_of(const struct match *match, int seat);
/* The question of the topmost item. */
enum dr_ask asked(const struct match *match);
/* The seats awaited, as a mask. */
unsigned awaited(const struct match *match);
bool is_refused(struct match *match, int seat, const char *action);
/* The seats that could interrupt. */
unsigned may_act(const struct match *match);
/* Whether a card is in the seat's hand, or among its discards. */
bool holds(const struct match *match, int seat, const char *card);
bool has_discarded(const struct match *match, int seat, const char *card);
/* Whether the window is about this card. */
bool is_on_top(const struct match *match, const char *card);

/* In a window: all others who are awaited pass, then this seat answers. */
void answer(struct match *match, int seat, const char *action);
/* All who are awaited in this window pass. */
void nobody_answers(struct match *match);
/* Passes windows until this is asked, of any seat. */
void reach(struct match *match, enum dr_ask ask);
/* Passes windows until this is asked of this seat. */
void pass_to(struct match *match, enum dr_ask ask, int seat);
/* Passes every window until something else is asked, or the match is over. */
void pass_windows(struct match *match);
/* A decision outside windows, and then every window is passed. */
void decide(struct match *match, int seat, const char *action);
/* The rest of a turn from the action phase on: no action, a drink for the own pile, every window
 * passed, Mead not shared, challenges declined. */
void quiet_turn(struct match *match);
/* Checks markers and purse of a seat. */
void check_seat(const struct match *match, int seat, int fortitude, int alcohol, int gold);
/* Checks the purses of all, seat by seat. */
#define check_gold(match, ...) check_purses(match, BY_SEAT(__VA_ARGS__))
void check_purses(const struct match *match, const int *gold);
/* Checks who is still in the match, as a mask. */
void check_in(const struct match *match, unsigned in);
/* All gold together: seats, pot and inn. */
int all_gold(const struct match *match);

/* Deals, then the first seat does nothing, buys ("buy >1") and reveals. With one start drink the
 * scene's drinks are: the first seat's, one for each other seat, the one that is bought, and the
 * next ones of the deck. */
struct match *turn_over(const struct scene *scene, const char *buy);
/* Options of such a scene: who sits there, and one start drink each. */
#define ONE_DRINK(letters)                                                                         \
    { "characters", letters, "start_drinks", "1" }
/* Moves all but the top drinks of the deck to the discards, or face down under the last seat's
 * pile, for scenes in which the deck runs out. */
void thin_drinks(struct match *match, int left);
void hide_drinks(struct match *match, int left);
/* Pretends that the first seat has turned over that many more cards in the running event. */
void turn_over_before(struct match *match, int cards);
/* The first seat reveals the first of these drinks, its only one. */
struct match *reveals(const char *letters, const char *hand, const char *other_hand,
                      const char *drinks);
/* Two players; the third of these drinks is revealed, and below it lies the first. */
struct match *reveals_two(const char *letters, const char *hand, const char *other_hand,
                          const char *drinks);
/* Deals so that the first seat will reveal this event after it has bought for its neighbour; the
 * scene's drinks are the next ones of the deck. */
struct match *before_event(const char *event, struct scene scene);
/* The same, and the event is revealed. */
struct match *happens(const char *event, struct scene scene);
/* Two for each of four piles; what is bought comes after them. */
#define PILES_4 "T03 T03 T05 T07 T07 T15 T16 T17 "
/* The active player has bought a Zwergisches Feuerwasser and reveals it. */
struct match *feuerwasser(struct scene scene);
/* Fleck plays Wildes Sauflied, which affects everybody. */
struct match *sauflied(struct scene scene);
/* Answers a window, and nobody answers the answer; if the window opens again it stays open. */
void respond(struct match *match, int seat, const char *action);
/* The same with an interrupt. */
void interrupt(struct match *match, int seat, const char *action);
/* Passes windows until this seat's drink lies open. */
void reach_drink_of(struct match *match, int seat);
/* Passes windows until this seat is asked about its loss of gold. */
void reach_loss_of(struct match *match, int seat);
/* The alcohol of the open drink for its drinker. */
int open_alcohol(const struct match *match);
/* The drinker of the open drink. */
int open_drinker(const struct match *match);

/* A gambling round: the first seat opens with its Zocken? card, and its ante is due. The options
 * begin with the characters. */
struct match *opened(const struct scene *scene);
struct match *opens(const char *letters, const char *hand0, const char *hand1, const char *hand2);
/* The same, and all antes are paid. */
struct match *runs(const char *letters, const char *hand0, const char *hand1, const char *hand2);
/* The seat's gambling turn, without any answers. */
void bets(struct match *match, int seat, const char *action);
/* The seat answers its ante with this. */
void escapes(struct match *match, int seat, const char *action);
/* Checks who is in the round, as a mask, who is in control, and the pot. */
void check_round(const struct match *match, unsigned in, int leader, int pot);
enum { NO_CONTROL = -1 };

/* What this seat is asked, and how it can answer. */
struct prompt prompt_of(const struct match *match, int seat);

#endif
