/* kit.c: the cards, the drinks and the characters, for clients that draw them. Titles
 * and texts are in the catalogues under `drachen.word.<id>` and `drachen.text.<id>`. */
#include "face_inside.h"

static const char *const species[DR_SPECIES] = {
    [PERSON] = "person", [OGRE] = "ogre", [ORC] = "orc", [TROLL] = "troll"};

static void put_species(struct text *out) {
    js_key(out, "species");
    js_open(out, '[');
    for (int i = 0; i < DR_SPECIES; i++)
        js_string(out, species[i]);
    js_close(out, ']');
}

static void put_letter(struct text *out, const char *key, char letter) {
    js_put_string(out, key, (char[2]){letter, 0});
}

static void put_character(struct text *out, const struct character *character) {
    js_open(out, '{');
    put_letter(out, "letter", character->letter);
    js_put_string(out, "name", character->name);
    js_put_string(out, "species", species[character->species]);
    js_close(out, '}');
}

/* When the card fits, a word for each use. */
static void put_when(struct text *out, const struct card *card) {
    static const char *const triggers[] = {
        [ACT] = "action",
        [GTURN] = "gambling_turn",
        [GAMBLE] = "gambling",
        [BUY] = "buy",
        [REFILL] = "refill",
        [GOLDLOSS] = "pay",
        [ANTE_OWN] = "ante",
        [DRINK_OWN] = "own_drink",
        [DRINK_OTHER] = "others_drink",
        [DRINK_ANY] = "any_drink",
        [PHASE4] = "end",
        [FLOSS] = "attacked",
        [FLOST] = "hurt",
        [CARD_F] = "card_fortitude",
        [CARD_FAG] = "card_any",
        [CARD_S] = "sometimes",
        [CARD_S_DRINK] = "sometimes_drink",
        [CARD_CHEAT] = "cheating",
        [GWIN] = "won",
        [ANY] = "any",
    };
    js_key(out, "when");
    js_open(out, '[');
    for (int i = 0; i < DR_USES && card->uses[i].trigger; i++)
        js_string(out, triggers[card->uses[i].trigger]);
    js_close(out, ']');
}

static void put_card(struct text *out, int index) {
    static const char *const kinds[] = {
        [ACTION] = "action",
        [GAMBLING] = "gambling",
        [ACTION_OR_GAMBLING] = "action_or_gambling",
        [CHEATING] = "cheating",
        [SOMETIMES] = "sometimes",
        [ANYTIME] = "anytime",
    };
    const struct card *card = &dr_cards[index];
    js_open(out, '{');
    js_put_string(out, "id", card->id);
    put_letter(out, "owner", card->id[0]);
    js_put_string(out, "kind", kinds[card->kind]);
    js_put_number(out, "copies", card->copies);
    put_when(out, card);
    if (dr_card(index, true) != card)
        js_put_bool(out, "eve_2008", true);
    js_close(out, '}');
}

static void put_list(struct text *out, const char *key, const int8_t *numbers) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < DR_SPECIES; i++)
        js_number(out, numbers[i]);
    js_close(out, ']');
}

static void put_drink(struct text *out, int card) {
    static const char *const kinds[] = {
        [DRINK] = "drink",         [CHASER] = "chaser",     [MEAD] = "mead",
        [AMBROSIA] = "ambrosia",   [HOUSE_ROUND] = "house", [CONTEST] = "contest",
        [CHALLENGE] = "challenge",
    };
    struct dr_drink drink = {0};
    dr_add_drink(&drink, card);
    js_open(out, '{');
    js_put_string(out, "id", dr_drinks[card].id);
    js_put_string(out, "kind", kinds[dr_drinks[card].kind]);
    js_put_number(out, "copies", dr_drinks[card].copies);
    put_list(out, "alcohol", drink.alcohol);
    put_list(out, "fortitude", drink.fortitude);
    js_close(out, '}');
}

void dr_kit_json(struct text *out) {
    js_put_number(out, "track", DR_MARKER);
    put_species(out);
    js_key(out, "characters");
    js_open(out, '[');
    for (int i = 1; i <= DR_CHARACTERS; i++)
        put_character(out, &dr_characters[i]);
    js_close(out, ']');
    js_key(out, "cards");
    js_open(out, '[');
    for (int i = 1; i <= DR_CARD_KINDS; i++)
        put_card(out, i);
    js_close(out, ']');
    js_key(out, "drinks");
    js_open(out, '[');
    for (int i = 1; i <= DR_DRINK_KINDS; i++)
        put_drink(out, i);
    js_close(out, ']');
}
