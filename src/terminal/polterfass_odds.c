/* polterfass_odds.c: the exact odds of the next roll, in words. */
#include "polterfass_client.h"

/* Tenths of a whole with the language's decimal mark: "5.2" */
static void put_tenths(const struct table *table, int64_t tenths, struct text *out) {
    text_put_number(out, tenths / 10);
    text_put(out, table_word(table, "terminal.decimal"));
    text_put_number(out, tenths % 10);
}

static int64_t rounded(int64_t weight, int64_t scale) {
    return (weight * scale + PF_ODDS_WHOLE / 2) / PF_ODDS_WHOLE;
}

static int64_t mean_tenths(int thrown) {
    int64_t sum = 0;
    for (int standing = 1; standing <= thrown; standing++)
        sum += (int64_t)pf_odds[thrown][standing] * standing;
    return rounded(sum, 10);
}

static const char *without_key(int standing, bool is_spoiled) {
    if (standing == 3)
        return "polterfass.without_both";
    return is_spoiled ? "polterfass.without_spoiled" : "polterfass.without_double";
}

static const char *with_key(int specials, bool is_spoiled, bool are_alike) {
    if (specials == 3)
        return "polterfass.with_both";
    if (are_alike)
        return is_spoiled ? "polterfass.with_a_spoiled" : "polterfass.with_a_double";
    return is_spoiled ? "polterfass.with_spoiled" : "polterfass.with_double";
}

/* True if both specials stand and show the same. */
static bool are_alike(const uint8_t face[PF_BARRELS]) {
    return face[PF_NUMBERS] != PF_LIES && face[PF_NUMBERS] == face[PF_NUMBERS + 1];
}

/* "with the double one", "without the spoiled one": which of the standing specials
 * are thrown, by what they show; nothing if none stands. */
static void say_with(const struct table *table, int specials, struct text *out) {
    const uint8_t *face = pf_seen(table)->face;
    int standing = pf_standing_specials(face), named = specials ? specials : standing;
    bool is_spoiled = face[PF_NUMBERS + (named == 2)] == PF_SPOILED;
    if (!standing)
        return;
    text_put_char(out, ' ');
    table_say_key(table,
                  specials ? with_key(specials, is_spoiled, are_alike(face))
                           : without_key(standing, is_spoiled),
                  out);
}

static void say_cup(const struct table *table, int thrown, int specials, struct text *out) {
    struct text with = {0}, fail = {0}, mean = {0};
    struct message message;
    say_with(table, specials, &with);
    put_tenths(table, rounded(pf_odds[thrown][0], 1000), &fail);
    put_tenths(table, mean_tenths(thrown), &mean);
    message_start(&message, "polterfass.odds_cup");
    message_number(&message, "barrels", thrown);
    message_word(&message, "with", text_string(&with));
    message_word(&message, "fail", text_string(&fail));
    message_word(&message, "mean", text_string(&mean));
    table_say(table, &message, out);
    text_free(&with);
    text_free(&fail);
    text_free(&mean);
}

/* "0: 5.2 %": in one piece, so that no line breaks within it. */
static void say_share(const struct table *table, int thrown, int standing, struct text *out) {
    struct text share = {0};
    struct message message;
    put_tenths(table, rounded(pf_odds[thrown][standing], 1000), &share);
    message_start(&message, "polterfass.odds_share");
    message_number(&message, "count", standing);
    message_word(&message, "share", text_string(&share));
    table_say(table, &message, out);
    text_free(&share);
}

/* The chosen cup in full, and which one it is. */
static void say_each(const struct table *table, int thrown, int specials, struct text *out) {
    struct text list = {0}, with = {0};
    struct message message;
    for (int standing = 0; standing <= thrown; standing++) {
        text_put(&list, standing ? table_word(table, "terminal.semicolon") : "");
        say_share(table, thrown, standing, &list);
    }
    say_with(table, specials, &with);
    message_start(&message, "polterfass.odds_each");
    message_number(&message, "barrels", thrown);
    message_word(&message, "with", text_string(&with));
    message_word(&message, "list", text_string(&list));
    table_say(table, &message, out);
    text_free(&list);
    text_free(&with);
}

static void say_head(const struct table *table, struct text *out) {
    struct message message;
    int innkeeper = pf_seen(table)->innkeeper;
    message_start(&message,
                  innkeeper == SEAT_PERSON ? "polterfass.odds_yours" : "polterfass.odds_head");
    message_seat(&message, "seat", innkeeper);
    table_say(table, &message, out);
}

/* Whether to list what the cup holds with these specials. Of two that show the
 * same, one is as good as the other. */
static bool is_choice(const uint8_t face[PF_BARRELS], int specials) {
    bool is_twin = specials == 2 && are_alike(face);
    return !(specials & ~pf_standing_specials(face)) && !is_twin &&
           pf_set_size(pf_lying(face)) + pf_set_size(specials) > 0;
}

/* One line for each choice the innkeeper has, then the chosen one in full. */
void pf_say_odds(const struct table *table, const void *draft, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    int lying = pf_set_size(pf_lying(view->face));
    int chosen = ((const struct pf_draft *)draft)->specials;
    if (view->phase != PF_ORDERS && view->phase != PF_SERVING) {
        table_say_key(table, "polterfass.odds_none", out);
        return;
    }
    say_head(table, out);
    for (int specials = 0; specials < 1 << PF_SPECIALS; specials++) {
        if (!is_choice(view->face, specials))
            continue;
        text_put_char(out, '\n');
        say_cup(table, lying + pf_set_size(specials), specials, out);
    }
    if (!lying && !chosen) /* all stand: only with a special can he go on */
        chosen = pf_standing_specials(view->face);
    text_put_char(out, '\n');
    say_each(table, lying + pf_set_size(chosen), chosen, out);
}
