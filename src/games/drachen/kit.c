/* kit.c: cards, drinks and characters for clients. Titles and texts are in the catalogues under
 * `drachen.word.<id>` and `drachen.text.<id>`. */
#include "face_inside.h"

#include <string.h>

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

/* When the card fits: one word for each use. */
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

/* The marker that an effect changes, for clients that show pending cards; NULL: none. */
static const char *changed_by(const struct effect *effect) {
    switch (effect->op) {
    case FORTITUDE:
        return "fortitude";
    case ALCOHOL:
    case DRINK_ADD:
        return "alcohol";
    case PAY:
    case ANTE:
    case START_GAMBLE:
        return "gold";
    default:
        return NULL;
    }
}

static void put_change(struct text *out, const struct effect *effect) {
    static const char *const whom[] = {
        [NOBODY] = "drink",  [SELF] = "self",      [P1] = "target",      [ANY1] = "target",
        [ROUND1] = "target", [VICTIM] = "target",  [OTHER] = "others",   [ALL] = "all",
        [SRC] = "attacker",  [DRINKER] = "target", [IN_ROUND] = "round",
    };
    const char *what = changed_by(effect);
    if (!what)
        return;
    js_open(out, '{');
    js_put_string(out, "who", whom[effect->who]);
    js_put_string(out, "what", what);
    js_put_number(out, "by", strcmp(what, "gold") == 0 ? -effect->n : effect->n);
    js_close(out, '}');
}

static bool counts(const struct card *card) {
    for (int i = 0; i < DR_USES; i++)
        for (int j = 0; j < DR_EFFECTS; j++)
            if (changed_by(&card->uses[i].effects[j]))
                return true;
    return false;
}

static void put_changes(struct text *out, const char *key, const struct card *card) {
    if (!counts(card))
        return;
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < DR_USES; i++)
        for (int j = 0; j < DR_EFFECTS; j++)
            put_change(out, &card->uses[i].effects[j]);
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
    const struct card *of_2008 = dr_card(index, true);
    if (of_2008 != card)
        js_put_bool(out, "eve_2008", true);
    put_changes(out, "changes", card);
    if (of_2008 != card)
        put_changes(out, "changes_2008", of_2008);
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
