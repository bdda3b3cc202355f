/* cover.h: four players for tests of single cards, and a record of what has been played and
 * refused.
 *
 * The tests of cards are in several files. Each use of a card belongs to one of them by its
 * trigger, and each file checks at its end that all uses of its part were played and all their
 * cards were refused at least once. */
#ifndef SPELUNKE_DRACHEN_TEST_COVER_H
#define SPELUNKE_DRACHEN_TEST_COVER_H

#include "scene.h"

/* The number of rows of a table. */
#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

enum part { PART_ACTIONS = 1, PART_ANSWERS, PART_DRINKS, PART_GAMBLING };

struct cover {
    bool played[DR_CARD_KINDS + 1][DR_USES];
    bool refused[DR_CARD_KINDS + 1][DR_USES];
};

/* A cmocka group whose setup passes the same record to every test. */
int cover_new(void **state);
int cover_free(void **state);
void cover_check(const struct cover *cover, enum part part);

enum { DIMLI, EVE, FLECK, GOG };

/* The seat of a card's owner with four players. */
int owner_of(const char *card);
/* Dimli, Eve, Fleck and Gog, each with 10 gold, Fortitude 15 and alcohol 5. The cards are dealt
 * to their owners. On each pile are two plain drinks, and the named drinks come next. */
struct match *sit_down(int first, const char *cards, const char *drinks);
/* The same with the settings and markers of the scene, if it has any. */
struct match *sit_at(const struct scene *scene, int first, const char *cards);

/* Plays "D17 >2" for Dimli. In a window all others who are asked pass. */
void lay(struct cover *cover, struct match *match, const char *card);
/* Checks the refusal of a card that is in the hand but does not fit now. */
void cannot(struct cover *cover, struct match *match, const char *card);
/* Checks the refusal of a card that fits but has a wrong target. */
void cannot_aim(struct cover *cover, struct match *match, const char *card);
/* Checks the refusal of a card that is not in the hand. */
void has_not(struct cover *cover, struct match *match, const char *card);

/* Passes windows until this window asks the seat. */
void wait_for(struct match *match, enum dr_ask ask, int seat);
/* Continues the active player's turn until the next drink is bought for the own pile and
 * revealed. */
void open_drink(struct match *match);
/* Checks by how much each seat's marker has moved since sit_down. */
struct change {
    int fortitude[DR_SEATS], alcohol[DR_SEATS], gold[DR_SEATS];
};
void check_change(const struct match *match, const struct change *change);

#endif
