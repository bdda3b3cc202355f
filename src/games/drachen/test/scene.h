/* scene.h: a table of Zum Blauen Drachen set for a test.
 *
 * A scene says who sits there with which cards; the rest of each deck follows
 * in rising order, so nothing is left to chance. */
#ifndef SPELUNKE_DRACHEN_TEST_SCENE_H
#define SPELUNKE_DRACHEN_TEST_SCENE_H

#include "unit/test.h"

#include "../drachen.h"

struct scene {
    int seats;
    const char *options[16]; /* pairs of name and value */
    /* Each hand: the first cards of the deck, top first; the hand is filled up to
     * seven with the deck's rising rest. */
    const char *hands[DR_SEATS];
    /* The drink deck, top first: two for each pile, seat by seat, the first lowest;
     * then what is bought and revealed. */
    const char *drinks;
    /* Markers by seat; all 0: as usual. A gold of -1 stands for 0. */
    int gold[DR_SEATS], fortitude[DR_SEATS], alcohol[DR_SEATS];
};

/* Who sits where unless a scene says otherwise, as masks: Dimli, Eve, Fleck, Gog. */
enum { D = 1, E = 2, F = 4, G = 8 };
#define GOG_FIRST    .options = {"first_seat", "3"}
#define FLECK_FIRST  .options = {"first_seat", "2"}
#define BY_SEAT(...) ((const int[DR_SEATS]){__VA_ARGS__})

/* Deals; the first seat is asked for its action. */
struct match *set_table(const struct scene *scene);
/* A table where the first seat has just laid this. */
struct match *laid(struct scene scene, const char *action);
const struct dr_state *table_of(const struct match *match);
const struct dr_seat *seat_of(const struct match *match, int seat);
int alcohol_of(const struct match *match, int seat);
/* What is asked at the top of the stack. */
enum dr_ask asked(const struct match *match);
/* The seats awaited, as a mask. */
unsigned awaited(const struct match *match);
bool is_refused(struct match *match, int seat, const char *action);
/* The seats that may act: those who could interrupt. */
unsigned may_act(const struct match *match);
/* Where a card is: in the seat's hand, or among its discards. */
bool holds(const struct match *match, int seat, const char *card);
bool has_discarded(const struct match *match, int seat, const char *card);
/* Whether this card is what the window is about. */
bool is_on_top(const struct match *match, const char *card);

/* In a window: all others who are awaited pass, then this seat answers. */
void answer(struct match *match, int seat, const char *action);
/* All who are awaited in this window pass. */
void nobody_answers(struct match *match);
/* Passes windows until this is asked, of whomever. */
void reach(struct match *match, enum dr_ask ask);
/* Passes windows until this one asks this seat. */
void pass_to(struct match *match, enum dr_ask ask, int seat);
/* Passes every window until something else is asked, or the match is over. */
void pass_windows(struct match *match);
/* A decision outside windows, and then every window is passed. */
void decide(struct match *match, int seat, const char *action);
/* The rest of a turn from the action phase on: no action, a drink onto the own
 * pile, every window passed, a Mead drunk, a challenge declined. */
void quiet_turn(struct match *match);
/* Demands markers and purse of a seat. */
void check_seat(const struct match *match, int seat, int fortitude, int alcohol, int gold);
/* Demands the purses of all, seat by seat. */
#define check_gold(match, ...) check_purses(match, BY_SEAT(__VA_ARGS__))
void check_purses(const struct match *match, const int *gold);
/* Demands who is still in the match, as a mask. */
void check_in(const struct match *match, unsigned in);
/* All gold together: seats, pot and inn. */
int all_gold(const struct match *match);

/* Deals, then the first seat does nothing, buys this ("buy >1") and reveals.
 * With one start drink the scene's drinks are: the first seat's, one for each
 * other seat, the one that is bought, and the deck's next ones. */
struct match *turn_over(const struct scene *scene, const char *buy);
/* Options of such a scene: who sits there, and one start drink each. */
#define ONE_DRINK(letters)                                                                         \
    { "characters", letters, "start_drinks", "1" }
/* All but the top drinks of the deck go to the discards, or unseen under the
 * last seat's pile: scenes for a deck that runs out. */
void thin_drinks(struct match *match, int left);
void hide_drinks(struct match *match, int left);
/* As if the first seat had turned over so many cards more in the running event. */
void turn_over_before(struct match *match, int cards);
/* The first seat reveals the first of these drinks, its only one. */
struct match *reveals(const char *letters, const char *hand, const char *other_hand,
                      const char *drinks);
/* Two at the table; the third of these drinks is revealed, and below it lies the first. */
struct match *reveals_two(const char *letters, const char *hand, const char *other_hand,
                          const char *drinks);
/* Deals so that the first seat will reveal this event once it has bought for
 * its neighbour; the scene's drinks are the deck's next ones. */
struct match *before_event(const char *event, struct scene scene);
/* The same, and it is revealed. */
struct match *happens(const char *event, struct scene scene);
/* Two for each of four piles; what is bought comes after them. */
#define PILES_4 "T03 T03 T05 T07 T07 T15 T16 T17 "
/* Who is asked now has bought a Zwergisches Feuerwasser and reveals it. */
struct match *feuerwasser(struct scene scene);
/* Fleck sings Wildes Sauflied: everybody is met by it. */
struct match *sauflied(struct scene scene);
/* Answers a window, and nobody answers the answer; the window, if it opens anew,
 * stays open. */
void respond(struct match *match, int seat, const char *action);
/* The same with a card that needs no window. */
void interrupt(struct match *match, int seat, const char *action);
/* Passes windows until this seat's drink lies open. */
void reach_drink_of(struct match *match, int seat);
/* Passes windows until this seat is asked about its loss of gold. */
void reach_loss_of(struct match *match, int seat);
/* The alcohol of the open drink for the one before whom it stands. */
int open_alcohol(const struct match *match);
/* Whose drink stands open. */
int open_drinker(const struct match *match);

/* A round of gambling: the first seat opens with its Zocken? card; its ante is
 * due. The options begin with the characters. */
struct match *opened(const struct scene *scene);
struct match *opens(const char *letters, const char *hand0, const char *hand1, const char *hand2);
/* The same, and everybody has paid his ante. */
struct match *runs(const char *letters, const char *hand0, const char *hand1, const char *hand2);
/* It is this seat's gambling turn, and nobody answers what it does. */
void bets(struct match *match, int seat, const char *action);
/* This seat's ante is due, and it answers so. */
void escapes(struct match *match, int seat, const char *action);
/* Demands who is in the round, as a mask, who has control, and the pot. */
void check_round(const struct match *match, unsigned in, int leader, int pot);
enum { NO_CONTROL = -1 };

#endif
