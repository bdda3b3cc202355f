/* cards.c: the four decks and the drinks, in the order of the rules document. */
#include "cards.h"

#include <string.h>

/* Omitted fields of a row are 0. */
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

const struct card dr_cards[] = {
    {"", 0, 0, {{0}}},

    /* Dimli, the dwarf */
    {"D01", ACTION_OR_GAMBLING, 5, {{ACT, {{START_GAMBLE, ALL, 1}}}, {GTURN, {{CONTROL, SELF}}}}},
    {"D02", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {ANTE, IN_ROUND, 1}}}}},
    {"D03", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {LOCK}}}}},
    {"D04", SOMETIMES, 1, {{GAMBLE, {{END_TO_INN}}}}},
    {"D05", SOMETIMES, 1, {{BUY, {{PAY, SELF, 1, INN}, {ORDER, PILES, 2}}}}},
    {"D06", SOMETIMES, 1, {{CARD_S_DRINK, {{NEGATE}}}}},
    {"D07", ANYTIME, 1, {{ANY, {{PAY, ANY1, 1, INN}}}}},
    {"D08", SOMETIMES, 1, {{CARD_S, {{NEGATE}}}}},
    {"D09", SOMETIMES, 1, {{GOLDLOSS, {{INN_PAYS}}}}},
    {"D10", SOMETIMES, 1, {{GOLDLOSS, {{INN_PAYS}}}}},
    {"D11", SOMETIMES, 1, {{DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"D12", SOMETIMES, 1, {{DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"D13", SOMETIMES, 1, {{DRINK_OWN, {{DRINK_TO_F}}}}},
    {"D14", SOMETIMES, 2, {{DRINK_OWN, {{DRINK_PASS, P1}}}}},
    {"D15", ACTION, 1, {{ACT, {{PAY, OTHER, 1, SELF}}}}},
    {"D16", SOMETIMES, 1, {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}}},
    {"D17", ACTION, 1, {{ACT, {{FORTITUDE, P1, -1}}}}},
    {"D18", ACTION, 1, {{ACT, {{FORTITUDE, P1, -2}}}}},
    {"D19", ACTION, 1, {{ACT, {{FORTITUDE, P1, -2}}}}},
    {"D20", ACTION, 2, {{ACT, {{FORTITUDE, P1, -2}}}}},
    {"D21", SOMETIMES, 1, {{FLOST, {{FORTITUDE, SRC, -2}}}}},
    {"D22", SOMETIMES, 1, {{CARD_F, {{IGNORE, SELF}}}}},
    {"D23", SOMETIMES, 2, {{DRINK_ANY, {{DRINK_ADD, NOBODY, 2}}}}},
    {"D24", SOMETIMES, 1, {{PHASE4, {{FORCE_DRINK, DRINKER, 1}}}}},
    {"D25", SOMETIMES, 1, {{GWIN, {{REOPEN, SELF, 1}}}}},
    {"D26", SOMETIMES, 1, {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}}},
    {"D27", SOMETIMES, 1, {{DRINK_OWN, {{DRINK_SPLIT, P1}}}}},
    {"D28",
     SOMETIMES,
     1,
     {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}, {DRINK_OWN, {{DRINK_IGNORE}}}}},

    /* Eve, the illusionist */
    {"E01", ACTION_OR_GAMBLING, 5, {{ACT, {{START_GAMBLE, ALL, 1}}}, {GTURN, {{CONTROL, SELF}}}}},
    {"E02", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {ANTE, IN_ROUND, 1}}}}},
    {"E03", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {LOCK}}}}},
    {"E04", SOMETIMES, 1, {{GAMBLE, {{END_TO_INN}}}}},
    {"E05", SOMETIMES, 1, {{BUY, {{PAY, SELF, 1, INN}, {ORDER, PILES, 2}}}}},
    {"E06", SOMETIMES, 1, {{CARD_S_DRINK, {{NEGATE}}}}},
    {"E07", ANYTIME, 1, {{ANY, {{PAY, ANY1, 1, INN}}}}},
    {"E08", SOMETIMES, 1, {{CARD_S, {{NEGATE}}}}},
    {"E09", ANYTIME, 1, {{ANY, {{PAY, P1, 1, SELF}}}}},
    {"E10", ANYTIME, 1, {{ANY, {{PAY, P1, 1, SELF}}}}},
    {"E11", SOMETIMES, 2, {{DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"E12", CHEATING, 1, {{GTURN, {{CONTROL, SELF}, {LEAVE, ROUND1}}}}},
    {"E13", CHEATING, 1, {{GTURN, {{CONTROL, SELF}}}}},
    {"E14", CHEATING, 1, {{GTURN, {{CONTROL, SELF}}}}},
    {"E15", CHEATING, 1, {{GTURN, {{CONTROL, SELF}}}}},
    {"E16", SOMETIMES, 1, {{DRINK_OTHER, {{DRINK_SET, NOBODY, 4}}}}},
    {"E17", SOMETIMES, 2, {{GOLDLOSS, {{NO_PAY}}}}},
    {"E18", SOMETIMES, 1, {{CARD_FAG, {{IGNORE, SELF}}}}},
    {"E19", ACTION, 2, {{ACT, {{ALCOHOL, P1, 2}}}}},
    {"E20",
     SOMETIMES,
     1,
     {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}, {DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"E21", SOMETIMES, 1, {{CARD_FAG, {{IGNORE, SELF}}}}},
    {"E22", ACTION, 1, {{ACT, {{FORTITUDE, P1, -1}}}}},
    {"E23", SOMETIMES, 1, {{FLOSS, {{SHARE_F, SRC}}}}},
    {"E24", ACTION, 2, {{ACT, {{FORTITUDE, P1, -3}}}}},
    {"E25", SOMETIMES, 1, {{GAMBLE, {{POT_TAKE, SELF, 1}}}}},
    {"E26", SOMETIMES, 1, {{FLOSS, {{REDIRECT_F, VICTIM}}}}},
    {"E27", ACTION, 1, {{ACT, {{PAY, OTHER, 1, SELF}}}}},

    /* Fleck, the bard */
    {"F01", ACTION_OR_GAMBLING, 5, {{ACT, {{START_GAMBLE, ALL, 1}}}, {GTURN, {{CONTROL, SELF}}}}},
    {"F02", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {ANTE, IN_ROUND, 1}}}}},
    {"F03", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {LOCK}}}}},
    {"F04", SOMETIMES, 1, {{GAMBLE, {{END_TO_INN}}}}},
    {"F05", SOMETIMES, 1, {{BUY, {{ORDER, PILES, 2}}}, {REFILL, {{NO_PAY}}}}},
    {"F06", SOMETIMES, 1, {{CARD_S_DRINK, {{NEGATE}}}}},
    {"F07", ANYTIME, 1, {{ANY, {{PAY, ANY1, 1, INN}}}}},
    {"F08", SOMETIMES, 1, {{CARD_S, {{NEGATE}}}}},
    {"F09", CHEATING, 1, {{GTURN, {{CONTROL, SELF}, {LEAVE, ROUND1}}}}},
    {"F10", CHEATING, 1, {{GTURN, {{CONTROL, SELF}}}}},
    {"F11", SOMETIMES, 1, {{DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"F12", SOMETIMES, 1, {{DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"F13", CHEATING, 1, {{GTURN, {{CONTROL, SELF}}}}},
    {"F14", SOMETIMES, 2, {{DRINK_OWN, {{DRINK_SPLIT, P1}}}}},
    {"F15",
     SOMETIMES,
     1,
     {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}, {DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"F16", SOMETIMES, 1, {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}}},
    {"F17", CHEATING, 1, {{GTURN, {{CONTROL, SELF}}}}},
    {"F18", ACTION, 1, {{ACT, {{FORCE_DRINK, ALL, 1}}}}},
    {"F19", SOMETIMES, 1, {{GOLDLOSS, {{INN_PAYS}}}}},
    {"F20", SOMETIMES, 1, {{GOLDLOSS, {{INN_PAYS}}}}},
    {"F21", ACTION, 1, {{ACT, {{PAY, OTHER, 1, SELF}}}}},
    {"F22", ANYTIME, 1, {{ANY, {{FORTITUDE, SELF, 2}}}}},
    {"F23", SOMETIMES, 1, {{FLOST, {{FORTITUDE, SRC, -2}}}}},
    {"F24", ACTION, 1, {{ACT, {{FORTITUDE, P1, -1}}}}},
    {"F25", ACTION, 1, {{ACT, {{FORTITUDE, P1, -2}}}}},
    {"F26", ACTION, 2, {{ACT, {{FORTITUDE, OTHER, -1}, {ALCOHOL, ALL, 1}, {PAY, SELF, 1, INN}}}}},
    {"F27", ACTION, 1, {{ACT, {{ALCOHOL, ALL, -1}, {PAY, OTHER, 1, SELF}}}}},
    {"F28", ACTION, 1, {{ACT, {{PAY, P1, 2, SELF}}}}},
    {"F29", CHEATING, 1, {{GTURN, {{CONTROL, SELF}}}}},

    /* Gog, the half-ogre */
    {"G01", ACTION_OR_GAMBLING, 5, {{ACT, {{START_GAMBLE, ALL, 1}}}, {GTURN, {{CONTROL, SELF}}}}},
    {"G02", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {ANTE, IN_ROUND, 1}}}}},
    {"G03", GAMBLING, 2, {{GTURN, {{CONTROL, SELF}, {LOCK}}}}},
    {"G04", SOMETIMES, 1, {{GAMBLE, {{END_TO_INN}}}}},
    {"G05", SOMETIMES, 1, {{BUY, {{PAY, SELF, 1, INN}, {ORDER, PILES, 2}}}}},
    {"G06", SOMETIMES, 1, {{CARD_S_DRINK, {{NEGATE}}}}},
    {"G07", ANYTIME, 1, {{ANY, {{PAY, ANY1, 1, INN}}}}},
    {"G08", SOMETIMES, 1, {{CARD_S, {{NEGATE}}}}},
    {"G09", SOMETIMES, 1, {{CARD_CHEAT, {{NEGATE}, {WIN_NOW, SELF}}}}},
    {"G10", SOMETIMES, 2, {{GOLDLOSS, {{INN_PAYS}}}}},
    {"G11", SOMETIMES, 2, {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}}},
    {"G12",
     SOMETIMES,
     1,
     {{ANTE_OWN, {{SKIP_ANTE}, {LEAVE, SELF}}}, {DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"G13", SOMETIMES, 1, {{CARD_FAG, {{IGNORE, SELF}}}}},
    {"G14", SOMETIMES, 2, {{CARD_F, {{IGNORE, SELF}}}}},
    {"G15", SOMETIMES, 2, {{DRINK_OWN, {{DRINK_IGNORE}}}}},
    {"G16", SOMETIMES, 2, {{PHASE4, {{FORCE_DRINK, DRINKER, 1}}}}},
    {"G17", ACTION, 4, {{ACT, {{FORTITUDE, P1, -2}}}}},
    {"G18", ACTION, 1, {{ACT, {{FORTITUDE, P1, -3}, {PAY, SELF, 1, INN}}}}},
    {"G19", ACTION, 1, {{ACT, {{FORTITUDE, P1, -4}}}}},
    {"G20", ACTION, 1, {{ACT, {{FORTITUDE, OTHER, -1}}}}},
    {"G21", SOMETIMES, 1, {{FLOST, {{FORTITUDE, SRC, -2}}}}},
    {"G22", ANYTIME, 1, {{ANY, {{FORTITUDE, SELF, 2}}}}},
    {"G23", ACTION, 1, {{ACT, {{PAY, OTHER, 1, SELF}}}}},
};
_Static_assert(sizeof dr_cards / sizeof *dr_cards == DR_CARD_KINDS + 1, "all rows are there");

/* The rows of Eve's deck as it was printed in 2008 (setting eve_2008). */
static const struct card eve_2008_cards[] = {
    {"E18", SOMETIMES, 1, {{CARD_F, {{IGNORE, SELF}}}}},
    {"E19", ACTION, 2, {{ACT, {{ALCOHOL, P1, 1}}}}},
    {"E24", ACTION, 2, {{ACT, {{FORTITUDE, P1, -2}}}}},
};
enum { EVE_2008_CARDS = sizeof eve_2008_cards / sizeof *eve_2008_cards };

const struct drink_card dr_drinks[] = {
    {"", 0, 0, 0, 0, 0, 0, 0},
    {"T01", DRINK, 1, 1, 0, 0, 0, 0},       /* Helles Bier */
    {"T02", CHASER, 1, 1, 0, 0, 0, 0},      /* ... mit Nachspülen */
    {"T03", DRINK, 2, 1, 0, 0, 0, 0},       /* Dunkles Bier */
    {"T04", CHASER, 1, 1, 0, 0, 0, 0},      /* ... mit Nachspülen */
    {"T05", DRINK, 1, 2, 0, 0, 0, 0},       /* Wein */
    {"T06", CHASER, 1, 2, 0, 0, 0, 0},      /* ... mit Nachspülen */
    {"T07", DRINK, 2, 3, 0, 0, 0, 0},       /* Elfenwein */
    {"T08", CHASER, 1, 3, 0, 0, 0, 0},      /* ... mit Nachspülen */
    {"T09", DRINK, 2, 4, 0, 0, 0, 0},       /* Zwergisches Feuerwasser */
    {"T10", DRINK, 1, 4, 0, 0, 0, 0},       /* Drachenodem-Bier */
    {"T11", MEAD, 1, 3, 0, 0, 0, 0},        /* Met */
    {"T12", DRINK, 1, 2, -1, OGRE, 3, 0},   /* Ogerbräu */
    {"T13", DRINK, 1, 0, -2, ORC, 2, 0},    /* Orkfusel */
    {"T14", DRINK, 1, 1, -1, TROLL, 2, 0},  /* Trollplörre */
    {"T15", DRINK, 1, 0, -1, 0, 0, 0},      /* Spülwasser */
    {"T16", DRINK, 1, 0, 2, 0, 0, 0},       /* Weihwasser */
    {"T17", DRINK, 1, 0, 0, 0, 0, 0},       /* Wasser */
    {"T18", DRINK, 1, -1, 0, 0, 0, 0},      /* Für dich nur noch Kaffee */
    {"T19", DRINK, 1, 2, 2, 0, 0, 0},       /* Zaubererbräu */
    {"T20", AMBROSIA, 1, 1, 4, 0, 0, 0},    /* Feinste Ambrosia */
    {"T21", HOUSE_ROUND, 2, 0, 0, 0, 0, 0}, /* Eine Runde aufs Haus! */
    {"T22", CONTEST, 2, 0, 0, 0, 0, 0},     /* Wetttrinken! */
    {"T23", CHALLENGE, 1, 0, 0, 0, 0, 0},   /* Die Herausforderung! */
};
_Static_assert(sizeof dr_drinks / sizeof *dr_drinks == DR_DRINK_KINDS + 1, "all rows are there");

const struct character dr_characters[] = {
    {0, "", PERSON, 0, 0},          {'D', "Dimli", PERSON, 1, 28}, {'E', "Eve", PERSON, 29, 27},
    {'F', "Fleck", PERSON, 56, 29}, {'G', "Gog", OGRE, 85, 23},
};
_Static_assert(sizeof dr_characters / sizeof *dr_characters == DR_CHARACTERS + 1, "all are there");

const struct card *dr_card(int card, bool eve_2008) {
    for (int i = 0; eve_2008 && i < EVE_2008_CARDS; i++)
        if (memcmp(eve_2008_cards[i].id, dr_cards[card].id, DR_ID) == 0)
            return &eve_2008_cards[i];
    return &dr_cards[card];
}

int dr_card_find(const char *id) {
    for (int card = 1; card <= DR_CARD_KINDS; card++)
        if (strcmp(dr_cards[card].id, id) == 0)
            return card;
    return 0;
}

int dr_drink_find(const char *id) {
    for (int drink = 1; drink <= DR_DRINK_KINDS; drink++)
        if (strcmp(dr_drinks[drink].id, id) == 0)
            return drink;
    return 0;
}

int dr_character_find(char letter) {
    for (int character = 1; character <= DR_CHARACTERS; character++)
        if (dr_characters[character].letter == letter)
            return character;
    return 0;
}
