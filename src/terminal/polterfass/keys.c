/* keys.c: Polterfass by keys: what each one means, and the line that tells which can be
 * pressed. */
#include <curses.h>
#include <string.h>

#include "client.h"
#include "terminal/parts.h"
#include "terminal/utf8.h"

enum { PAD_STEP = 3, KEYS_COLUMNS = 78 };

/* A card goes up, or down again; as many may be up as make an order. */
static enum reading toggle_card(const struct table *table, int card, struct draft *draft,
                                struct text *answer) {
    int cards = draft->cards ^ 1 << card;
    if (cards && !polterfass_allows(table, "order", cards)) {
        table_say_key(table, "polterfass.two_cards", answer);
        return READ_ANSWER;
    }
    draft->cards = cards;
    return READ_CHANGED;
}

static enum reading take_back(const struct table *table, struct draft *draft, struct text *answer) {
    if (!draft->cards)
        table_say_key(table, "terminal.no_undo", answer);
    draft->cards = 0;
    return READ_CHANGED;
}

static enum reading order_key(const struct table *table, int key, struct draft *draft,
                              struct text *action, struct text *answer) {
    if (key >= '0' && key <= '9' && value_has_number(value_get(table->kit, "cards"), key - '0'))
        return toggle_card(table, key - '0', draft, answer);
    if (key_is_undo(key))
        return take_back(table, draft, answer);
    if (!key_is_return(key) || !draft->cards)
        return READ_NOTHING;
    polterfass_put_action("order", draft->cards, action);
    return READ_ACTION;
}

static enum reading toggle_special(const struct table *table, int place, struct draft *draft,
                                   struct text *answer) {
    if (!polterfass_stands(table, place)) {
        table_say_key(table, "polterfass.special_lying", answer);
        return READ_ANSWER;
    }
    draft->specials ^= 1 << place;
    return READ_CHANGED;
}

/* An empty cup is refused with the game's own reason. */
static enum reading serving_key(const struct table *table, int key, struct draft *draft,
                                struct text *action, struct text *answer) {
    if (key >= '1' && key <= '9' && polterfass_is_special(table, key - '0'))
        return toggle_special(table, key - '0', draft, answer);
    if (key != 'r' && key != 's')
        return READ_NOTHING;
    if (key == 's')
        text_put(action, "stop");
    else
        polterfass_put_action("again", draft->specials, action);
    return READ_ACTION;
}

static enum reading reckoning_key(const struct table *table, int key, struct draft *draft,
                                  struct text *action) {
    struct serving servings[SERVINGS_MAX];
    int count = polterfass_servings(table, servings);
    if (!count)
        return READ_NOTHING;
    /* The greatest stands first: left and down lead to lesser ones. */
    int step = (key == KEY_LEFT || key == KEY_DOWN) - (key == KEY_RIGHT || key == KEY_UP);
    int wanted = draft->serving + step;
    draft->serving = wanted < 0 ? 0 : wanted >= count ? count - 1 : wanted;
    if (!key_is_return(key) && key != ' ')
        return step ? READ_CHANGED : READ_NOTHING;
    text_put(action, servings[draft->serving].action);
    return READ_ACTION;
}

static bool scroll_pad(const struct table *table, int key, struct draft *draft) {
    int back = draft->pad_back + (key == KEY_PPAGE ? PAD_STEP : -PAD_STEP);
    int most = value_count(value_get(table->seen, "pad"));
    if (key != KEY_PPAGE && key != KEY_NPAGE)
        return false;
    draft->pad_back = back < 0 ? 0 : back > most ? most : back;
    return true;
}

enum reading polterfass_read_key(struct table *table, int key, void *draft, struct text *action,
                                 struct text *answer) {
    if (scroll_pad(table, key, draft))
        return READ_CHANGED;
    switch (polterfass_question(table)) {
    case ASK_ORDER:
        return order_key(table, key, draft, action, answer);
    case ASK_SERVE:
        return serving_key(table, key, draft, action, answer);
    default:
        return reckoning_key(table, key, draft, action);
    }
}

static void say_button(const struct table *table, const char *key, const char *effect,
                       const char *name, int64_t number, struct text *out) {
    struct message message;
    put_key(key, out);
    message_start(&message, effect);
    message_number(&message, name, number);
    table_say(table, &message, out);
}

static void say_order_keys(const struct table *table, const struct draft *draft, struct text *out) {
    if (draft->cards)
        say_button(table, table_word(table, "terminal.enter"), "polterfass.send_order", "mugs",
                   polterfass_brings(table, "order", draft->cards, "order"), out);
    text_put(out, out->length ? "  " : "");
    table_say_key(table, "polterfass.key_cards", out);
    if (!draft->cards)
        return;
    put_key("u", out);
    table_say_key(table, "polterfass.key_undo", out);
}

/* What the key of a special barrel does; in short it goes by its sign. */
static void say_effect(const struct table *table, bool is_spoiled, bool is_chosen, bool is_short,
                       struct text *out) {
    static const char *const effects[2][2] = {
        {"polterfass.key_roll_double", "polterfass.key_keep_double"},
        {"polterfass.key_roll_spoiled", "polterfass.key_keep_spoiled"}};
    if (is_short)
        table_say_word(table, is_chosen ? "polterfass.key_keep" : "polterfass.key_roll",
                       is_spoiled ? "X" : "x2", out);
    else
        table_say_key(table, effects[is_spoiled][is_chosen], out);
}

/* The special barrels that stand, and so can be chosen, by what they show. */
static void say_special_keys(const struct table *table, const struct draft *draft, bool is_short,
                             struct text *out) {
    int standing = polterfass_standing_specials(table);
    for (int place = 1; standing >> place; place++) {
        char key[] = {(char)('0' + place), '\0'};
        bool is_spoiled = strcmp(polterfass_mark(table, place), "x") == 0;
        if (!(standing >> place & 1))
            continue;
        put_key(key, out);
        say_effect(table, is_spoiled, draft->specials >> place & 1, is_short, out);
    }
}

static void say_serving_keys(const struct table *table, const struct draft *draft,
                             struct text *out) {
    struct text worth = {0};
    polterfass_say_worth(table, &worth);
    if (polterfass_allows(table, "again", draft->specials))
        say_button(table, "r", "polterfass.send_again", "barrels",
                   polterfass_brings(table, "again", draft->specials, "barrels"), out);
    put_key("s", out);
    table_say_word(table, "polterfass.send_stop", text_string(&worth), out);
    size_t before = out->length;
    say_special_keys(table, draft, false, out);
    if (utf8_width(text_string(out)) > KEYS_COLUMNS) {
        out->data[out->length = before] = '\0';
        say_special_keys(table, draft, true, out);
    }
    text_free(&worth);
}

static void say_reckoning_keys(const struct table *table, const struct draft *draft,
                               struct text *out) {
    struct serving servings[SERVINGS_MAX];
    if (polterfass_servings(table, servings) <= draft->serving)
        return;
    say_button(table, table_word(table, "terminal.enter"), "polterfass.send_serve", "mugs",
               servings[draft->serving].total, out);
    text_put(out, "  ");
    table_say_key(table, "polterfass.key_totals", out);
}

void polterfass_say_keys(const struct table *table, const void *draft, struct text *out) {
    switch (polterfass_question(table)) {
    case ASK_ORDER:
        say_order_keys(table, draft, out);
        break;
    case ASK_SERVE:
        say_serving_keys(table, draft, out);
        break;
    default:
        say_reckoning_keys(table, draft, out);
    }
}
