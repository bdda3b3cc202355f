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

/* ", with barrel 8": the specials that are thrown although they stand. */
static void say_with(const struct table *table, int specials, struct text *out) {
    struct message message;
    if (!specials)
        return;
    message_start(&message, "polterfass.odds_with");
    message_list(&message, "specials", ARG_NUMBER);
    for (int i = 0; i < PF_SPECIALS; i++)
        if (specials >> i & 1)
            message_item(&message, PF_NUMBERS + 1 + i);
    table_say(table, &message, out);
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

/* "0: 5.2 %; 1: 18.2 %; ..." */
static void say_each(const struct table *table, int thrown, struct text *out) {
    struct text list = {0};
    for (int standing = 0; standing <= thrown; standing++) {
        text_put(&list, standing ? "; " : "");
        text_put_number(&list, standing);
        text_put(&list, ": ");
        put_tenths(table, rounded(pf_odds[thrown][standing], 1000), &list);
        text_put(&list, " %");
    }
    table_say_word(table, "polterfass.odds_each", text_string(&list), out);
    text_free(&list);
}

static void say_head(const struct table *table, struct text *out) {
    struct message message;
    int innkeeper = pf_seen(table)->innkeeper;
    message_start(&message, innkeeper == PERSON ? "polterfass.odds_yours" : "polterfass.odds_head");
    message_seat(&message, "seat", innkeeper);
    table_say(table, &message, out);
}

/* One line for each choice the innkeeper has, then the chosen one in full. */
void pf_say_odds(const struct table *table, const void *draft, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    const struct pf_draft *chosen = draft;
    int lying = pf_set_size(pf_lying(view->face));
    int standing = 3 & ~(pf_lying(view->face) >> PF_NUMBERS);
    if (view->phase != PF_ORDERS && view->phase != PF_SERVING) {
        table_say_key(table, "polterfass.odds_none", out);
        return;
    }
    say_head(table, out);
    for (int specials = 0; specials < 1 << PF_SPECIALS; specials++) {
        if ((specials & ~standing) || !(lying + pf_set_size(specials)))
            continue;
        text_put_char(out, '\n');
        say_cup(table, lying + pf_set_size(specials), specials, out);
    }
    int cup = lying + pf_set_size(chosen->specials);
    text_put_char(out, '\n');
    say_each(table, cup ? cup : pf_set_size(standing), out);
}
