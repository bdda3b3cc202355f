/* cards.h: the data model of a card.
 *
 * A card is a row: its id, its kind, the number of copies, and one or two uses. A use has a
 * trigger (when the card can be played) and a list of effects. The names are those of the rules
 * document's shorthand, so that a row of cards.c can be compared with a row of the document. No
 * card has code of its own; a new deck is a new table. */
#ifndef SPELUNKE_DRACHEN_CARDS_H
#define SPELUNKE_DRACHEN_CARDS_H

#include <stdbool.h>
#include <stdint.h>

enum { DR_EFFECTS = 3, DR_USES = 2, DR_ID = 4 };

enum card_kind { ACTION = 1, GAMBLING, ACTION_OR_GAMBLING, CHEATING, SOMETIMES, ANYTIME };

/* When a use can be played. */
enum trigger {
    NEVER,
    ACT,          /* own action phase */
    GTURN,        /* own turn inside a gambling round */
    GAMBLE,       /* a gambling round waits for somebody's turn: an interrupt */
    BUY,          /* own buy phase */
    REFILL,       /* own payment for a new drink deck */
    GOLDLOSS,     /* own loss of gold is due */
    ANTE_OWN,     /* own ante is due */
    DRINK_OWN,    /* a drink is revealed: one's own, */
    DRINK_OTHER,  /* somebody else's, */
    DRINK_ANY,    /* anybody's */
    PHASE4,       /* another player's drink phase ends */
    FLOSS,        /* own Fortitude is about to go down through another's card */
    FLOST,        /* it has just gone down, and no defence was played */
    CARD_F,       /* an Action, Sometimes or Anytime card moves own Fortitude, */
    CARD_FAG,     /* or own Fortitude, alcohol or gold */
    CARD_S,       /* a Sometimes card is pending, */
    CARD_S_DRINK, /* one that changes a drink */
    CARD_CHEAT,   /* another's Cheating card is pending, owner in the round */
    GWIN,         /* another has just won a round, owner still in it */
    ANY,          /* always: an interrupt */
};

/* The primitives; effect.c implements them. */
enum op {
    NOTHING,
    FORTITUDE,
    ALCOHOL,
    PAY,
    INN_PAYS,
    NO_PAY,
    ANTE,
    SKIP_ANTE,
    START_GAMBLE,
    CONTROL,
    LOCK,
    LEAVE,
    END_TO_INN,
    WIN_NOW,
    REOPEN,
    POT_TAKE,
    IGNORE,
    NEGATE,
    REDIRECT_F,
    SHARE_F,
    DRINK_IGNORE,
    DRINK_PASS,
    DRINK_SPLIT,
    DRINK_ADD,
    DRINK_SET,
    DRINK_TO_F,
    ORDER,
    FORCE_DRINK,
    DR_OPS
};

/* The seats that an effect applies to. P1, ANY1, ROUND1 and VICTIM are chosen by the player who
 * lays the card; so are the two piles of PILES. */
enum who {
    NOBODY,
    SELF,
    P1,     /* another player */
    ANY1,   /* any player, oneself included */
    ROUND1, /* another player in the gambling round */
    VICTIM, /* another player who is not the source; nobody where only one is left */
    PILES,
    OTHER, /* each other player */
    ALL,
    SRC,      /* whose card causes the loss */
    DRINKER,  /* whose turn ends */
    IN_ROUND, /* each player in the gambling round */
    INN,
};

/* Applies `op` with the number `n` to `who`; for a payment, `who` pays n to `to`. */
struct effect {
    uint8_t op, who;
    int8_t n;
    uint8_t to;
};

struct use {
    uint8_t trigger;
    struct effect effects[DR_EFFECTS];
};

struct card {
    char id[DR_ID];
    uint8_t kind;
    uint8_t copies;
    struct use uses[DR_USES];
};

/* Some drinks have other values for one species. */
enum species { PERSON, OGRE, ORC, TROLL, DR_SPECIES };

enum drink_kind { DRINK = 1, CHASER, MEAD, AMBROSIA, HOUSE_ROUND, CONTEST, CHALLENGE };

struct drink_card {
    char id[DR_ID];
    uint8_t kind;
    uint8_t copies;
    int8_t alcohol, fortitude;
    /* The values for this species. */
    uint8_t species;
    int8_t its_alcohol, its_fortitude;
};

/* A character; its deck are the rows `first` to `first + kinds - 1` of the cards. */
struct character {
    char letter;
    const char *name;
    uint8_t species;
    uint8_t first, kinds;
};

/* Row 0 of each table is empty and stands for an unknown card. */
extern const struct card dr_cards[];
extern const struct drink_card dr_drinks[];
extern const struct character dr_characters[];
enum { DR_CARD_KINDS = 107, DR_DRINK_KINDS = 23, DR_CHARACTERS = 4 };

/* The row of a card, with or without the option eve_2008. */
const struct card *dr_card(int card, bool eve_2008);
/* The row number of an id; 0: there is none. */
int dr_card_find(const char *id);
int dr_drink_find(const char *id);
/* The number of a letter's character, from 1; 0: there is none. */
int dr_character_find(char letter);

#endif
