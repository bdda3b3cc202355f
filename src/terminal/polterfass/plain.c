/* plain.c: Polterfass in lines of text: what is printed before each decision, and the meaning of a
 * typed line. */
#include <string.h>

#include <spelunke/notation.h>

#include "client.h"

static void put_line(struct text *out) {
    if (out->length > 0 && out->data[out->length - 1] != '\n')
        text_put_char(out, '\n');
}

/* "Toni 12, Franziska -3" */
static void say_scores(const struct console *console, struct text *out) {
    const struct value *totals = value_get(console->seen, "totals");
    for (int seat = 0; seat < value_count(totals); seat++) {
        text_put(out, seat ? ", " : "");
        text_put(out, console->names[seat]);
        text_put_char(out, ' ');
        text_put_number(out, value_number(value_at(totals, seat)));
    }
}

static void say_round(const struct console *console, struct text *out) {
    struct text scores = {0};
    struct message message;
    say_scores(console, &scores);
    message_start(&message, "polterfass.say_round");
    message_number(&message, "round", value_get_number(console->seen, "round"));
    message_seat(&message, "seat", polterfass_innkeeper(console));
    message_word(&message, "scores", text_string(&scores));
    console_say(console, &message, out);
    text_free(&scores);
}

/* "9/2, 8/3, special" */
static void say_lying(const struct console *console, struct text *out) {
    const struct value *barrels = value_get(console->kit, "barrels");
    for (int place = 1, count = 0; place <= polterfass_barrels(console); place++) {
        const struct value *ends = value_get(value_at(barrels, place - 1), "ends");
        if (polterfass_stands(console, place))
            continue;
        text_put(out, count++ ? ", " : "");
        if (polterfass_is_special(console, place)) {
            text_put(out, console_word(console, "polterfass.special"));
            continue;
        }
        text_put(out, value_word(value_at(ends, 0)));
        text_put_char(out, '/');
        text_put(out, value_word(value_at(ends, 1)));
    }
}

static void say_barrels(const struct console *console, struct text *out) {
    struct text standing = {0}, lying = {0}, worth = {0};
    struct message message;
    polterfass_say_standing(console, &standing);
    say_lying(console, &lying);
    polterfass_say_worth(console, &worth);
    message_start(&message, lying.length ? "polterfass.say_barrels" : "polterfass.say_all_stand");
    message_word(&message, "standing", text_string(&standing));
    message_word(&message, "lying", text_string(&lying));
    message_word(&message, "worth", text_string(&worth));
    console_say(console, &message, out);
    text_free(&standing);
    text_free(&lying);
    text_free(&worth);
}

/* Who has ordered, and with how many cards if that is public. */
static void say_orders(const struct console *console, struct text *out) {
    const struct value *ordered = value_get(console->seen, "ordered");
    struct text list = {0};
    for (int i = 0; i < value_count(ordered); i++) {
        int seat = (int)value_number(value_at(ordered, i));
        int64_t cards = value_number(value_at(value_get(console->seen, "cards_laid"), seat));
        text_put(&list, i ? ", " : "");
        text_put(&list, console->names[seat]);
        text_put(&list, cards ? " " : "");
        if (cards)
            text_put_number(&list, cards);
    }
    if (list.length)
        console_say_word(console, "polterfass.say_ordered", text_string(&list), out);
    text_free(&list);
}

void polterfass_say_state(const struct console *console, struct text *out) {
    bool is_orders = polterfass_is_phase(console, "orders");
    bool is_served =
        polterfass_is_phase(console, "serving") || polterfass_is_phase(console, "reckoning");
    say_round(console, out);
    put_line(out);
    if (is_orders || is_served)
        say_barrels(console, out);
    put_line(out);
    if (is_served)
        say_orders(console, out);
    put_line(out);
    polterfass_say_task(console, out);
}

/* Cards of an order: "3, 5" */
static void say_cards(int cards, struct text *out) {
    for (int card = 0, count = 0; cards >> card; card++) {
        if (!(cards >> card & 1))
            continue;
        text_put(out, count++ ? ", " : "");
        text_put_number(out, card);
    }
}

static void say_send(const struct console *console, int cards, struct text *out) {
    struct text list = {0};
    struct message message;
    say_cards(cards, &list);
    message_start(&message, "polterfass.ask_send");
    message_number(&message, "mugs", polterfass_brings(console, "order", cards, "order"));
    message_word(&message, "cards", text_string(&list));
    console_say(console, &message, out);
    text_free(&list);
}

/* The effects of one total: "24 (double on the 9)". */
static void say_total(const struct console *console, const struct serving *serving,
                      struct text *out) {
    const char *at = serving->action;
    struct effect effect;
    struct message message;
    bool is_first = true;
    text_put_number(out, serving->total);
    for (; polterfass_next_effect(&at, &effect); is_first = false) {
        text_put(out, is_first ? " (" : ", ");
        message_start(&message,
                      effect.is_double ? "polterfass.double_on" : "polterfass.spoiled_on");
        message_word(&message, "number", polterfass_mark(console, effect.place));
        console_say(console, &message, out);
    }
    text_put(out, is_first ? "" : ")");
}

static void say_totals(const struct console *console, struct text *out) {
    struct serving servings[SERVINGS_MAX];
    struct text list = {0};
    struct message message;
    int count = polterfass_servings(console, servings);
    for (int i = 0; i < count; i++) {
        text_put(&list, i ? console_word(console, "terminal.semicolon") : "");
        say_total(console, &servings[i], &list);
    }
    message_start(&message, "polterfass.ask_reckon");
    message_word(&message, "totals", text_string(&list));
    console_say(console, &message, out);
    text_free(&list);
}

/* True if a special barrel at a lower place stands and has the same mark: the two are
 * equivalent. */
static bool is_twin(const struct console *console, int place) {
    for (int other = 1; other < place; other++)
        if (polterfass_is_special(console, other) &&
            strcmp(polterfass_mark(console, other), polterfass_mark(console, place)) == 0)
            return true;
    return false;
}

static bool all_specials_stand(const struct console *console) {
    for (int place = 1; place <= polterfass_barrels(console); place++)
        if (polterfass_is_special(console, place) && !polterfass_stands(console, place))
            return false;
    return true;
}

/* Lists the standing special barrels by their marks; `with_others`: lying ones are rolled in any
 * case. */
static void say_specials(const struct console *console, bool with_others, struct text *out) {
    const char *spoiled = with_others ? "polterfass.ask_spoiled" : "polterfass.ask_only_spoiled";
    const char *twice = with_others ? "polterfass.ask_double" : "polterfass.ask_only_double";
    int standing = polterfass_standing_specials(console);
    for (int place = 1; standing >> place; place++) {
        bool is_spoiled = strcmp(polterfass_mark(console, place), "x") == 0;
        if (!(standing >> place & 1) || is_twin(console, place))
            continue;
        put_line(out);
        console_say_key(console, is_spoiled ? spoiled : twice, out);
    }
    if (all_specials_stand(console)) {
        put_line(out);
        console_say_key(console, with_others ? "polterfass.ask_both" : "polterfass.ask_only_both",
                        out);
    }
}

static void say_serve_prompt(const struct console *console, struct text *out) {
    bool may_roll = value_forms_allow(console->prompt, "again");
    console_say_key(console, may_roll ? "polterfass.ask_serve" : "polterfass.ask_stop", out);
    say_specials(console, may_roll, out);
}

void polterfass_say_prompt(const struct console *console, const void *draft, struct text *out) {
    const struct draft *chosen = draft;
    switch (polterfass_question(console)) {
    case ASK_ORDER:
        if (chosen->is_asked)
            say_send(console, chosen->cards, out);
        else
            console_say_key(console, "polterfass.ask_order", out);
        break;
    case ASK_SERVE:
        say_serve_prompt(console, out);
        break;
    default:
        say_totals(console, out);
    }
}

/* Whether the line begins with one of the words of a key; moves behind it. */
static bool begins(const struct console *console, const char *key, const char *line,
                   const char **rest) {
    char word[32];
    size_t length = strcspn(line, " ");
    if (length >= sizeof word)
        return false;
    memcpy(word, line, length);
    word[length] = '\0';
    if (!console_means(console, key, word))
        return false;
    *rest = line + length + strspn(line + length, " ");
    return true;
}

/* Parses digits separated by blanks or commas, in any order and without repetition, as a set; -1:
 * anything else. */
static int read_set(const char *at) {
    int set = 0;
    for (; *at; at++) {
        int digit = *at - '0';
        if (strchr(" ,+", *at))
            continue;
        if (digit < 0 || digit > 9 || set >> digit & 1 || (at[1] && !strchr(" ,+", at[1])))
            return -1;
        set |= 1 << digit;
    }
    return set;
}

/* Cancels the choice; typed cards wait for confirmation. */
static enum reading read_last_word(const struct console *console, const char *line,
                                   struct draft *draft, struct text *action) {
    bool is_undone = console_means(console, "terminal.word.undo", line) ||
                     console_means(console, "terminal.word.no", line);
    if (!*line || console_means(console, "terminal.word.yes", line)) {
        polterfass_put_action("order", draft->cards, action);
        return READ_ACTION;
    }
    if (is_undone)
        draft->is_asked = false;
    return is_undone ? READ_CHANGED : READ_NOTHING;
}

static enum reading read_order(const struct console *console, const char *line, struct draft *draft,
                               struct text *action, struct text *answer) {
    const char *rest = line;
    enum reading last =
        draft->is_asked ? read_last_word(console, line, draft, action) : READ_NOTHING;
    if (last != READ_NOTHING)
        return last;
    bool is_order = begins(console, "polterfass.word.order", line, &rest);
    int cards = read_set(rest);
    if (cards > 0 && polterfass_allows(console, "order", cards)) {
        draft->cards = cards;
        draft->is_asked = true;
        return READ_CHANGED;
    }
    if (!is_order && (!*line || line[0] < '0' || line[0] > '9'))
        return READ_NOTHING;
    console_say_key(console, "polterfass.bad_order", answer);
    return READ_ANSWER;
}

/* A standing special barrel with this mark that is not chosen yet, as a set; 0: none. */
static int find_special(const struct console *console, const char *mark, int chosen) {
    int left = polterfass_standing_specials(console) & ~chosen;
    for (int place = 1; left >> place; place++)
        if ((left >> place & 1) && strcmp(polterfass_mark(console, place), mark) == 0)
            return 1 << place;
    return 0;
}

/* Parses "double", "spoiled" or "both", which is two words in French: "les deux". */
static int read_special(const struct console *console, const char *line, const char **rest,
                        int chosen) {
    if (begins(console, "polterfass.type.double", line, rest))
        return find_special(console, "d", chosen);
    if (begins(console, "polterfass.type.spoiled", line, rest))
        return find_special(console, "x", chosen);
    if (begins(console, "polterfass.type.both", line, rest))
        return all_specials_stand(console) ? polterfass_standing_specials(console) : 0;
    return 0;
}

static bool are_specials(const struct console *console, int set) {
    for (int place = 0; set >> place; place++)
        if ((set >> place & 1) && !polterfass_is_special(console, place))
            return false;
    return true;
}

/* Parses the chosen special barrels, by their marks or places, as a set; -1: anything else. */
static int read_specials(const struct console *console, const char *line) {
    int chosen = read_set(line);
    if (chosen >= 0)
        return are_specials(console, chosen) ? chosen : -1;
    for (chosen = 0; *line;) {
        int special = read_special(console, line, &line, chosen);
        if (!special)
            return -1;
        chosen |= special;
    }
    return chosen;
}

static enum reading read_serving(const struct console *console, const char *line,
                                 struct text *action, struct text *answer) {
    const char *rest = "";
    if (begins(console, "polterfass.word.stop", line, &rest) && !*rest) {
        text_put(action, "stop");
        return READ_ACTION;
    }
    if (!begins(console, "polterfass.word.again", line, &rest))
        return READ_NOTHING;
    int specials = read_specials(console, rest);
    if (specials < 0) {
        bool can_choose = polterfass_standing_specials(console) != 0;
        console_say_key(console, can_choose ? "polterfass.bad_again" : "polterfass.bad_again_none",
                        answer);
        return READ_ANSWER;
    }
    polterfass_put_action("again", specials, action);
    return READ_ACTION; /* if it lies the game refuses it, with a reason */
}

static enum reading read_total(const struct console *console, const char *line, struct text *action,
                               struct text *answer) {
    struct serving servings[SERVINGS_MAX];
    const char *rest = line;
    int count = polterfass_servings(console, servings);
    int64_t number;
    if (!*line || console_means(console, "polterfass.word.stop", line)) {
        text_put(action, count ? servings[0].action : "");
        return READ_ACTION;
    }
    bool is_serve = begins(console, "polterfass.word.serve", line, &rest);
    struct scan scan = {rest};
    if (!scan_number(&scan, 0, INT16_MAX, &number) || !scan_end(&scan))
        number = -1;
    for (int i = 0; i < count; i++)
        if (servings[i].total == number) {
            text_put(action, servings[i].action);
            return READ_ACTION;
        }
    if (number < 0 && !is_serve)
        return READ_NOTHING;
    console_say_key(console, "polterfass.bad_total", answer);
    return READ_ANSWER;
}

enum reading polterfass_read_line(struct console *console, const char *line, void *draft,
                                  struct text *action, struct text *answer) {
    switch (polterfass_question(console)) {
    case ASK_ORDER:
        return read_order(console, line, draft, action, answer);
    case ASK_SERVE:
        return read_serving(console, line, action, answer);
    default:
        return read_total(console, line, action, answer);
    }
}
