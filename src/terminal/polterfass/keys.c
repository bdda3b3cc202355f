/* keys.c: Polterfass by keys: their meaning, and the line that lists them. */
#include <curses.h>
#include <string.h>

#include "client.h"
#include "terminal/parts.h"
#include "terminal/utf8.h"

enum { PAD_STEP = 3, KEYS_COLUMNS = 78 };

/* Raises or lowers a card; no more can be raised than make an order. */
static enum reading toggle_card(const struct console *console, int card, struct draft *draft,
                                struct text *answer) {
    int cards = draft->cards ^ 1 << card;
    if (cards && !polterfass_allows(console, "order", cards)) {
        console_say_key(console, "polterfass.two_cards", answer);
        return READ_ANSWER;
    }
    draft->cards = cards;
    return READ_CHANGED;
}

static enum reading take_back(const struct console *console, struct draft *draft,
                              struct text *answer) {
    if (!draft->cards)
        console_say_key(console, "terminal.no_undo", answer);
    draft->cards = 0;
    return READ_CHANGED;
}

static enum reading order_key(const struct console *console, int key, struct draft *draft,
                              struct text *action, struct text *answer) {
    if (key >= '0' && key <= '9' && value_has_number(value_get(console->kit, "cards"), key - '0'))
        return toggle_card(console, key - '0', draft, answer);
    if (key_is_undo(key))
        return take_back(console, draft, answer);
    if (!key_is_return(key) || !draft->cards)
        return READ_NOTHING;
    polterfass_put_action("order", draft->cards, action);
    return READ_ACTION;
}

static enum reading toggle_special(const struct console *console, int place, struct draft *draft,
                                   struct text *answer) {
    if (!polterfass_stands(console, place)) {
        console_say_key(console, "polterfass.special_lying", answer);
        return READ_ANSWER;
    }
    draft->specials ^= 1 << place;
    return READ_CHANGED;
}

/* If the cup is empty the game's own refusal is shown. */
static enum reading serving_key(const struct console *console, int key, struct draft *draft,
                                struct text *action, struct text *answer) {
    if (key >= '1' && key <= '9' && polterfass_is_special(console, key - '0'))
        return toggle_special(console, key - '0', draft, answer);
    if (key != 'r' && key != 's')
        return READ_NOTHING;
    if (key == 's')
        text_put(action, "stop");
    else
        polterfass_put_action("again", draft->specials, action);
    return READ_ACTION;
}

static enum reading reckoning_key(const struct console *console, int key, struct draft *draft,
                                  struct text *action) {
    struct serving servings[SERVINGS_MAX];
    int count = polterfass_servings(console, servings);
    if (!count)
        return READ_NOTHING;
    /* the list descends: left and down choose smaller totals */
    int step = (key == KEY_LEFT || key == KEY_DOWN) - (key == KEY_RIGHT || key == KEY_UP);
    int wanted = draft->serving + step;
    draft->serving = wanted < 0 ? 0 : wanted >= count ? count - 1 : wanted;
    if (!key_is_return(key) && key != ' ')
        return step ? READ_CHANGED : READ_NOTHING;
    text_put(action, servings[draft->serving].action);
    return READ_ACTION;
}

static bool scroll_pad(const struct console *console, int key, struct draft *draft) {
    int back = draft->pad_back + (key == KEY_PPAGE ? PAD_STEP : -PAD_STEP);
    int most = value_count(value_get(console->seen, "pad"));
    if (key != KEY_PPAGE && key != KEY_NPAGE)
        return false;
    draft->pad_back = back < 0 ? 0 : back > most ? most : back;
    return true;
}

enum reading polterfass_read_key(struct console *console, int key, void *draft, struct text *action,
                                 struct text *answer) {
    if (scroll_pad(console, key, draft))
        return READ_CHANGED;
    switch (polterfass_question(console)) {
    case ASK_ORDER:
        return order_key(console, key, draft, action, answer);
    case ASK_SERVE:
        return serving_key(console, key, draft, action, answer);
    default:
        return reckoning_key(console, key, draft, action);
    }
}

static void say_button(const struct console *console, const char *key, const char *effect,
                       const char *name, int64_t number, struct text *out) {
    struct message message;
    put_key(key, out);
    message_start(&message, effect);
    message_number(&message, name, number);
    console_say(console, &message, out);
}

static void say_order_keys(const struct console *console, const struct draft *draft,
                           struct text *out) {
    if (draft->cards)
        say_button(console, console_word(console, "terminal.enter"), "polterfass.send_order",
                   "mugs", polterfass_brings(console, "order", draft->cards, "order"), out);
    text_put(out, out->length ? "  " : "");
    console_say_key(console, "polterfass.key_cards", out);
    if (!draft->cards)
        return;
    put_key("u", out);
    console_say_key(console, "polterfass.key_undo", out);
}

/* The effect of the key of a special barrel; the short form uses its sign. */
static void say_effect(const struct console *console, bool is_spoiled, bool is_chosen,
                       bool is_short, struct text *out) {
    static const char *const effects[2][2] = {
        {"polterfass.key_roll_double", "polterfass.key_keep_double"},
        {"polterfass.key_roll_spoiled", "polterfass.key_keep_spoiled"}};
    if (is_short)
        console_say_word(console, is_chosen ? "polterfass.key_keep" : "polterfass.key_roll",
                         is_spoiled ? "X" : "x2", out);
    else
        console_say_key(console, effects[is_spoiled][is_chosen], out);
}

/* Lists the standing special barrels by their marks. */
static void say_special_keys(const struct console *console, const struct draft *draft,
                             bool is_short, struct text *out) {
    int standing = polterfass_standing_specials(console);
    for (int place = 1; standing >> place; place++) {
        char key[] = {(char)('0' + place), '\0'};
        bool is_spoiled = strcmp(polterfass_mark(console, place), "x") == 0;
        if (!(standing >> place & 1))
            continue;
        put_key(key, out);
        say_effect(console, is_spoiled, draft->specials >> place & 1, is_short, out);
    }
}

static void say_serving_keys(const struct console *console, const struct draft *draft,
                             struct text *out) {
    struct text worth = {0};
    polterfass_say_worth(console, &worth);
    if (polterfass_allows(console, "again", draft->specials))
        say_button(console, "r", "polterfass.send_again", "barrels",
                   polterfass_brings(console, "again", draft->specials, "barrels"), out);
    put_key("s", out);
    console_say_word(console, "polterfass.send_stop", text_string(&worth), out);
    size_t before = out->length;
    say_special_keys(console, draft, false, out);
    if (utf8_width(text_string(out)) > KEYS_COLUMNS) {
        out->data[out->length = before] = '\0';
        say_special_keys(console, draft, true, out);
    }
    text_free(&worth);
}

static void say_reckoning_keys(const struct console *console, const struct draft *draft,
                               struct text *out) {
    struct serving servings[SERVINGS_MAX];
    if (polterfass_servings(console, servings) <= draft->serving)
        return;
    say_button(console, console_word(console, "terminal.enter"), "polterfass.send_serve", "mugs",
               servings[draft->serving].total, out);
    text_put(out, "  ");
    console_say_key(console, "polterfass.key_totals", out);
}

void polterfass_say_keys(const struct console *console, const void *draft, struct text *out) {
    switch (polterfass_question(console)) {
    case ASK_ORDER:
        say_order_keys(console, draft, out);
        break;
    case ASK_SERVE:
        say_serving_keys(console, draft, out);
        break;
    default:
        say_reckoning_keys(console, draft, out);
    }
}
