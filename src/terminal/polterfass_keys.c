/* polterfass_keys.c: Polterfass by keys: what each one means, and the line that
 * tells which can be pressed. */
#include <curses.h>

#include "letters.h"
#include "polterfass_client.h"

enum { KEY_RETURN = '\r', KEY_RUBOUT = 127, PAD_STEP = 3, KEYS_COLUMNS = 78 };

static bool is_return(int key) {
    return key == KEY_RETURN || key == '\n' || key == KEY_ENTER;
}

/* A card goes up, or down again; two may be up. */
static enum reading toggle_card(const struct table *table, int card, struct pf_draft *draft,
                                struct text *answer) {
    int cards = draft->cards ^ 1 << card;
    if (pf_set_size(cards) > 2) {
        table_say_key(table, "polterfass.two_cards", answer);
        return READ_ANSWER;
    }
    draft->cards = cards;
    return READ_CHANGED;
}

static enum reading take_back(const struct table *table, struct pf_draft *draft,
                              struct text *answer) {
    if (!draft->cards)
        table_say_key(table, "terminal.no_undo", answer);
    draft->cards = 0;
    return READ_CHANGED;
}

static enum reading order_key(const struct table *table, int key, struct pf_draft *draft,
                              struct pf_action *action, struct text *answer) {
    if (key >= '0' && key < '0' + PF_CARDS)
        return toggle_card(table, key - '0', draft, answer);
    if (key == KEY_BACKSPACE || key == KEY_RUBOUT || key == '\b' || key == 'u')
        return take_back(table, draft, answer);
    if (!is_return(key) || !draft->cards)
        return READ_NOTHING;
    action->verb = PF_ORDER;
    action->number = (uint8_t)draft->cards;
    return READ_ACTION;
}

static enum reading toggle_special(const struct table *table, int special, struct pf_draft *draft,
                                   struct text *answer) {
    if (pf_seen(table)->face[PF_NUMBERS + special] == PF_LIES) {
        table_say_key(table, "polterfass.special_lying", answer);
        return READ_ANSWER;
    }
    draft->specials ^= 1 << special;
    return READ_CHANGED;
}

static enum reading serving_key(const struct table *table, int key, struct pf_draft *draft,
                                struct pf_action *action, struct text *answer) {
    struct message why;
    if (key == '8' || key == '9')
        return toggle_special(table, key - '8', draft, answer);
    if (key != 'r' && key != 's')
        return READ_NOTHING;
    action->verb = key == 's' ? PF_STOP : PF_AGAIN;
    action->number = key == 's' ? 0 : (uint8_t)draft->specials;
    if (table->game->check(table->view, SEAT_PERSON, action, &why))
        return READ_ACTION;
    table_say_refusal(table, &why, answer);
    return READ_ANSWER;
}

static enum reading reckoning_key(const struct table *table, int key, struct pf_draft *draft,
                                  struct pf_action *action) {
    struct pf_serving totals[PF_SERVINGS];
    int count = pf_totals(table, totals);
    /* The greatest stands first: left and down lead to lesser ones. */
    int step = (key == KEY_LEFT || key == KEY_DOWN) - (key == KEY_RIGHT || key == KEY_UP);
    int wanted = draft->serving + step;
    draft->serving = wanted < 0 ? 0 : wanted >= count ? count - 1 : wanted;
    if (!is_return(key) && key != ' ')
        return step ? READ_CHANGED : READ_NOTHING;
    pf_serve_action(&totals[draft->serving], action);
    return READ_ACTION;
}

static bool scroll_pad(const struct table *table, int key, struct pf_draft *draft) {
    int back = draft->pad_back + (key == KEY_PPAGE ? PAD_STEP : -PAD_STEP);
    int most = pf_seen(table)->rounds;
    if (key != KEY_PPAGE && key != KEY_NPAGE)
        return false;
    draft->pad_back = back < 0 ? 0 : back > most ? most : back;
    return true;
}

static enum reading read_key(const struct table *table, int key, void *draft,
                             struct pf_action *action, struct text *answer) {
    if (scroll_pad(table, key, draft))
        return READ_CHANGED;
    switch (pf_seen(table)->phase) {
    case PF_ORDERS:
        return order_key(table, key, draft, action, answer);
    case PF_SERVING:
        return serving_key(table, key, draft, action, answer);
    default:
        return reckoning_key(table, key, draft, action);
    }
}

enum reading pf_read_key(const struct table *table, int key, void *draft, struct text *action,
                         struct text *answer) {
    struct pf_action made = {0};
    enum reading reading = read_key(table, key, draft, &made, answer);
    if (reading == READ_ACTION)
        pf_print_action(&made, action);
    return reading;
}

/* "[r] ", two blanks behind what stands there before. */
static void put_key(const char *key, struct text *out) {
    text_put(out, out->length ? "  [" : "[");
    text_put(out, key);
    text_put(out, "] ");
}

static void say_button(const struct table *table, const char *key, const char *effect,
                       const char *place, int number, struct text *out) {
    struct message message;
    put_key(key, out);
    message_start(&message, effect);
    message_number(&message, place, number);
    table_say(table, &message, out);
}

static void say_order_keys(const struct table *table, const struct pf_draft *draft,
                           struct text *out) {
    if (draft->cards)
        say_button(table, table_word(table, "terminal.enter"), "polterfass.send_order", "mugs",
                   pf_order_sum(draft->cards), out);
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
static void say_special_keys(const struct table *table, const struct pf_draft *draft, bool is_short,
                             struct text *out) {
    static const char *const keys[] = {"8", "9"};
    for (int i = 0; i < PF_SPECIALS; i++) {
        int face = pf_seen(table)->face[PF_NUMBERS + i];
        if (face == PF_LIES)
            continue;
        put_key(keys[i], out);
        say_effect(table, face == PF_SPOILED, draft->specials >> i & 1, is_short, out);
    }
}

static void say_serving_keys(const struct table *table, const struct pf_draft *draft,
                             struct text *out) {
    struct text worth = {0};
    int cup = pf_set_size(pf_lying(pf_seen(table)->face)) + pf_set_size(draft->specials);
    pf_say_worth(table, pf_seen(table)->face, &worth);
    if (cup)
        say_button(table, "r", "polterfass.send_again", "barrels", cup, out);
    put_key("s", out);
    table_say_word(table, "polterfass.send_stop", text_string(&worth), out);
    size_t before = out->length;
    say_special_keys(table, draft, false, out);
    if (letters_width(text_string(out)) > KEYS_COLUMNS) {
        out->data[out->length = before] = '\0';
        say_special_keys(table, draft, true, out);
    }
    text_free(&worth);
}

static void say_reckoning_keys(const struct table *table, const struct pf_draft *draft,
                               struct text *out) {
    struct pf_serving totals[PF_SERVINGS];
    pf_totals(table, totals);
    say_button(table, table_word(table, "terminal.enter"), "polterfass.send_serve", "mugs",
               totals[draft->serving].total, out);
    text_put(out, "  ");
    table_say_key(table, "polterfass.key_totals", out);
}

void pf_say_keys(const struct table *table, const void *draft, struct text *out) {
    switch (pf_seen(table)->phase) {
    case PF_ORDERS:
        say_order_keys(table, draft, out);
        break;
    case PF_SERVING:
        say_serving_keys(table, draft, out);
        break;
    default:
        say_reckoning_keys(table, draft, out);
    }
}
