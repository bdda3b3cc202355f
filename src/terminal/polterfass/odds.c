/* odds.c: the odds of the next roll: a line for each of the innkeeper's choices, then the present
 * choice in full. */
#include <string.h>

#include "client.h"

static const struct value *args_of(const struct value *message) {
    return value_get(message, "args");
}

static bool is_key(const struct value *message, const char *key) {
    return strcmp(value_get_word(message, "key"), key) == 0;
}

static bool is_standing(const struct value *message) {
    return is_key(message, "polterfass.chance_standing");
}

/* "with the double one", "without the spoiled one": which of the standing special barrels are
 * thrown; nothing if none stands. */
static void say_with(const struct console *console, const struct value *chance, struct text *out) {
    static const char *const keys[][2] = {
        {"polterfass.chance_with_double", "polterfass.with_double"},
        {"polterfass.chance_with_spoiled", "polterfass.with_spoiled"},
        {"polterfass.chance_with_both", "polterfass.with_both"},
        {"polterfass.chance_with_a_double", "polterfass.with_a_double"},
        {"polterfass.chance_with_a_spoiled", "polterfass.with_a_spoiled"},
        {"polterfass.chance_without_double", "polterfass.without_double"},
        {"polterfass.chance_without_spoiled", "polterfass.without_spoiled"},
        {"polterfass.chance_without_both", "polterfass.without_both"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (is_key(chance, keys[i][0])) {
            text_put_char(out, ' ');
            console_say_key(console, keys[i][1], out);
        }
}

/* The distribution of standing barrels for so many thrown ones. */
static const struct value *find_standing(const struct value *odds, int64_t barrels) {
    int i = 0;
    while (i < value_count(odds) &&
           !(is_standing(value_at(odds, i)) &&
             value_get_number(args_of(value_at(odds, i)), "barrels") == barrels))
        i++;
    return args_of(value_at(odds, i));
}

static void say_cup(const struct console *console, const struct value *odds,
                    const struct value *chance, struct text *out) {
    struct text with = {0}, fail = {0}, mean = {0};
    struct message message;
    int64_t barrels = value_get_number(args_of(chance), "barrels");
    say_with(console, chance, &with);
    console_say_tenths(console, value_get_number(args_of(chance), "fail"), &fail);
    console_say_tenths(console, value_get_number(find_standing(odds, barrels), "mean_tenths"),
                       &mean);
    message_start(&message, "polterfass.odds_cup");
    message_number(&message, "barrels", barrels);
    message_word(&message, "with", text_string(&with));
    message_word(&message, "fail", text_string(&fail));
    message_word(&message, "mean", text_string(&mean));
    console_say(console, &message, out);
    text_free(&with);
    text_free(&fail);
    text_free(&mean);
}

/* "0: 5.2 %", with no-break spaces. */
static void say_share(const struct console *console, int standing, int64_t tenths,
                      struct text *out) {
    struct text share = {0};
    struct message message;
    console_say_tenths(console, tenths, &share);
    message_start(&message, "polterfass.odds_share");
    message_number(&message, "count", standing);
    message_word(&message, "share", text_string(&share));
    console_say(console, &message, out);
    text_free(&share);
}

/* The present choice in full. */
static void say_each(const struct console *console, const struct value *odds,
                     const struct value *chance, struct text *out) {
    struct text list = {0}, with = {0};
    struct message message;
    int64_t barrels = value_get_number(args_of(chance), "barrels");
    const struct value *standing = value_get(find_standing(odds, barrels), "standing");
    for (int i = 0; i < value_count(standing); i++) {
        text_put(&list, i ? console_word(console, "terminal.semicolon") : "");
        say_share(console, i, value_number(value_at(standing, i)), &list);
    }
    say_with(console, chance, &with);
    message_start(&message, "polterfass.odds_each");
    message_number(&message, "barrels", barrels);
    message_word(&message, "with", text_string(&with));
    message_word(&message, "list", text_string(&list));
    console_say(console, &message, out);
    text_free(&list);
    text_free(&with);
}

static void say_head(const struct console *console, struct text *out) {
    struct message message;
    int innkeeper = polterfass_innkeeper(console);
    message_start(&message,
                  innkeeper == console->seat ? "polterfass.odds_yours" : "polterfass.odds_head");
    message_seat(&message, "seat", innkeeper);
    console_say(console, &message, out);
}

/* How well an entry matches the chosen specials: 2 if equal, 1 if it has as many of them. Only one
 * of two choices with equal marks is listed. */
static int fit(const struct value *chance, int chosen) {
    const struct value *specials = value_get(args_of(chance), "specials");
    int set = 0;
    for (int i = 0; i < value_count(specials); i++)
        set |= 1 << value_number(value_at(specials, i));
    bool has_as_many = value_count(specials) == __builtin_popcount((unsigned)chosen);
    return set == chosen ? 2 : has_as_many;
}

/* If no entry matches, all barrels stand and none was chosen yet: then the last entry, with all
 * specials, is used. */
void polterfass_say_odds(const struct console *console, const void *draft, struct text *out) {
    struct value *odds = console_odds(console);
    const struct value *best = value_at(odds, 0);
    int chosen = ((const struct draft *)draft)->specials, best_fit = 0;
    if (value_count(odds) == 0) {
        console_say_key(console, "polterfass.odds_none", out);
        value_free(odds);
        return;
    }
    say_head(console, out);
    for (int i = 0; i < value_count(odds) && !is_standing(value_at(odds, i)); i++) {
        const struct value *chance = value_at(odds, i);
        text_put_char(out, '\n');
        say_cup(console, odds, chance, out);
        if (fit(chance, chosen) >= best_fit) {
            best = chance;
            best_fit = fit(chance, chosen);
        }
    }
    text_put_char(out, '\n');
    say_each(console, odds, best, out);
    value_free(odds);
}
