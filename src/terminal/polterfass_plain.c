/* polterfass_plain.c: Polterfass in lines of text: what is said before each
 * decision, and what a typed line means. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/notation.h>

#include "polterfass_client.h"

static void put_line(struct text *out) {
    if (out->length > 0 && out->data[out->length - 1] != '\n')
        text_put_char(out, '\n');
}

/* "Toni 12, Franziska -3" */
static void say_scores(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    for (int seat = 0; seat < view->seats; seat++) {
        text_put(out, seat ? ", " : "");
        text_put(out, table->names[seat]);
        text_put_char(out, ' ');
        text_put_number(out, view->totals[seat]);
    }
}

static void say_round(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    struct text scores = {0};
    struct message message;
    say_scores(table, &scores);
    message_start(&message, "polterfass.say_round");
    message_number(&message, "round", pf_round_number(view));
    message_seat(&message, "seat", view->innkeeper);
    message_word(&message, "scores", text_string(&scores));
    table_say(table, &message, out);
    text_free(&scores);
}

/* "9/2, 8/3, special" */
static void say_lying(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    for (int place = 0, count = 0; place < PF_BARRELS; place++) {
        if (view->face[place] != PF_LIES)
            continue;
        text_put(out, count++ ? ", " : "");
        if (place >= PF_NUMBERS) {
            text_put(out, table_word(table, "polterfass.special"));
            continue;
        }
        text_put_number(out, pf_ends[place][0]);
        text_put_char(out, '/');
        text_put_number(out, pf_ends[place][1]);
    }
}

static void say_barrels(const struct table *table, struct text *out) {
    struct text standing = {0}, lying = {0}, worth = {0};
    struct message message;
    pf_say_standing(table, pf_seen(table)->face, &standing);
    say_lying(table, &lying);
    pf_say_worth(table, pf_seen(table)->face, &worth);
    message_start(&message, lying.length ? "polterfass.say_barrels" : "polterfass.say_all_stand");
    message_word(&message, "standing", text_string(&standing));
    message_word(&message, "lying", text_string(&lying));
    message_word(&message, "worth", text_string(&worth));
    table_say(table, &message, out);
    text_free(&standing);
    text_free(&lying);
    text_free(&worth);
}

/* Who has laid an order, and how many cards where that may be seen. */
static void say_orders(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    struct text list = {0};
    for (int seat = 0; seat < view->seats; seat++) {
        if (!(view->ordered >> seat & 1))
            continue;
        text_put(&list, list.length ? ", " : "");
        text_put(&list, table->names[seat]);
        text_put(&list, view->cards_laid[seat] ? " " : "");
        if (view->cards_laid[seat])
            text_put_number(&list, view->cards_laid[seat]);
    }
    if (list.length)
        table_say_word(table, "polterfass.say_ordered", text_string(&list), out);
    text_free(&list);
}

void pf_say_state(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    say_round(table, out);
    put_line(out);
    if (view->phase >= PF_ORDERS && view->phase < PF_OVER)
        say_barrels(table, out);
    put_line(out);
    if (view->phase == PF_SERVING || view->phase == PF_RECKONING)
        say_orders(table, out);
    put_line(out);
    pf_say_task(table, out);
}

static void say_send(const struct table *table, int cards, struct text *out) {
    struct text list = {0};
    struct message message;
    pf_say_cards(cards, &list);
    message_start(&message, "polterfass.ask_send");
    message_number(&message, "mugs", pf_order_sum(cards));
    message_word(&message, "cards", text_string(&list));
    table_say(table, &message, out);
    text_free(&list);
}

/* What one total does to which barrels: "24 (double on the 9)". Spoiled ones come
 * first, as they act first. */
static void say_total(const struct table *table, const struct pf_serving *serving,
                      struct text *out) {
    int8_t effect[PF_SPECIALS];
    struct message message;
    bool is_first = true;
    pf_effects(pf_seen(table)->face, serving->target, effect);
    text_put_number(out, serving->total);
    for (int sign = -1; sign <= 1; sign += 2)
        for (int i = 0; i < PF_SPECIALS; i++) {
            if (effect[i] * sign <= 0)
                continue;
            text_put(out, is_first ? " (" : ", ");
            message_start(&message, sign < 0 ? "polterfass.spoiled_on" : "polterfass.double_on");
            message_number(&message, "number", effect[i] * sign);
            table_say(table, &message, out);
            is_first = false;
        }
    text_put(out, is_first ? "" : ")");
}

static void say_totals(const struct table *table, struct text *out) {
    struct pf_serving totals[PF_SERVINGS];
    struct text list = {0};
    struct message message;
    int count = pf_totals(table, totals);
    for (int i = 0; i < count; i++) {
        text_put(&list, i ? table_word(table, "terminal.semicolon") : "");
        say_total(table, &totals[i], &list);
    }
    message_start(&message, "polterfass.ask_reckon");
    message_word(&message, "totals", text_string(&list));
    table_say(table, &message, out);
    text_free(&list);
}

static const char *special_key(int face) {
    return face == PF_SPOILED ? "polterfass.ask_spoiled" : "polterfass.ask_double";
}

/* The standing special barrels, by what they show. */
static void say_specials(const struct table *table, struct text *out) {
    const uint8_t *special = &pf_seen(table)->face[PF_NUMBERS];
    int standing = pf_standing_specials(pf_seen(table)->face);
    for (int i = 0; i < PF_SPECIALS; i++) {
        bool is_twin = i > 0 && special[i] == special[0]; /* one is as good as the other */
        if (!(standing >> i & 1) || is_twin)
            continue;
        put_line(out);
        table_say_key(table, special_key(special[i]), out);
    }
    if (standing == 3) {
        put_line(out);
        table_say_key(table, "polterfass.ask_both", out);
    }
}

static void say_serve_prompt(const struct table *table, struct text *out) {
    bool has_lying = pf_lying(pf_seen(table)->face) != 0;
    table_say_key(table, has_lying ? "polterfass.ask_serve" : "polterfass.ask_stop", out);
    say_specials(table, out);
}

void pf_say_prompt(const struct table *table, const void *draft, struct text *out) {
    const struct pf_draft *chosen = draft;
    switch (pf_seen(table)->phase) {
    case PF_ORDERS:
        if (chosen->is_asked)
            say_send(table, chosen->cards, out);
        else
            table_say_key(table, "polterfass.ask_order", out);
        break;
    case PF_SERVING:
        say_serve_prompt(table, out);
        break;
    default:
        say_totals(table, out);
    }
}

void pf_say_help(const struct table *table, struct text *out) {
    table_say_key(table, "polterfass.help", out);
}

/* The first word of the line if it is one of the key's words, then the rest. */
static bool begins(const struct table *table, const char *key, const char *line,
                   const char **rest) {
    char word[32];
    size_t length = strcspn(line, " ");
    if (length >= sizeof word)
        return false;
    memcpy(word, line, length);
    word[length] = '\0';
    if (!table_means(table, key, word))
        return false;
    *rest = line + length + strspn(line + length, " ");
    return true;
}

/* Single digits from `first` on, parted by blanks or commas, in any order and
 * each once, as a set; -1 for anything else. */
static int read_set(const char *at, int first, int count) {
    int set = 0;
    for (; *at; at++) {
        int bit = *at - '0' - first;
        if (strchr(" ,+", *at))
            continue;
        if (bit < 0 || bit >= count || set >> bit & 1 || (at[1] && !strchr(" ,+", at[1])))
            return -1;
        set |= 1 << bit;
    }
    return set;
}

/* Takes the choice back; cards that were typed wait for a last word. */
static enum reading read_last_word(const struct table *table, const char *line,
                                   struct pf_draft *draft, struct pf_action *action) {
    bool is_undone = table_means(table, "terminal.word.undo", line) ||
                     table_means(table, "terminal.word.no", line);
    if (!*line || table_means(table, "terminal.word.yes", line)) {
        action->verb = PF_ORDER;
        action->number = (uint8_t)draft->cards;
        return READ_ACTION;
    }
    if (is_undone)
        draft->is_asked = false;
    return is_undone ? READ_CHANGED : READ_NOTHING;
}

static enum reading read_order(const struct table *table, const char *line, struct pf_draft *draft,
                               struct pf_action *action, struct text *answer) {
    const char *rest = line;
    enum reading last = draft->is_asked ? read_last_word(table, line, draft, action) : READ_NOTHING;
    if (last != READ_NOTHING)
        return last;
    bool is_order = begins(table, "polterfass.word.order", line, &rest);
    int cards = read_set(rest, 0, PF_CARDS);
    if (cards > 0 && pf_set_size(cards) <= 2) {
        draft->cards = cards;
        draft->is_asked = true;
        return READ_CHANGED;
    }
    if (!is_order && (!*line || line[0] < '0' || line[0] > '9'))
        return READ_NOTHING;
    table_say_key(table, "polterfass.bad_order", answer);
    return READ_ANSWER;
}

/* A standing special that shows this and is not chosen yet, as a bit; 0: none. */
static int find_special(const struct table *table, int face, int chosen) {
    for (int i = 0; i < PF_SPECIALS; i++)
        if (pf_seen(table)->face[PF_NUMBERS + i] == face && !(chosen >> i & 1))
            return 1 << i;
    return 0;
}

/* "double", "spoiled", "both", and the places 8 and 9 of notation. */
static int read_special(const struct table *table, const char *line, const char **rest,
                        int chosen) {
    int standing = pf_standing_specials(pf_seen(table)->face);
    if (begins(table, "polterfass.type.double", line, rest))
        return find_special(table, PF_DOUBLE, chosen);
    if (begins(table, "polterfass.type.spoiled", line, rest))
        return find_special(table, PF_SPOILED, chosen);
    if (begins(table, "polterfass.type.both", line, rest))
        return standing == 3 ? standing & ~chosen : 0;
    return 0;
}

/* The chosen specials, a bit each; -1 if the words name any other. */
static int read_specials(const struct table *table, const char *line) {
    int chosen = read_set(line, PF_NUMBERS + 1, PF_SPECIALS);
    if (chosen >= 0)
        return chosen;
    for (chosen = 0; *line;) {
        int special = read_special(table, line, &line, chosen);
        if (!special)
            return -1;
        chosen |= special;
    }
    return chosen;
}

/* What cannot be chosen, and then what can. */
static void say_bad_again(const struct table *table, struct text *out) {
    bool stands = pf_standing_specials(pf_seen(table)->face) != 0;
    table_say_key(table, stands ? "polterfass.bad_again" : "polterfass.bad_again_none", out);
}

static enum reading read_serving(const struct table *table, const char *line,
                                 struct pf_action *action, struct text *answer) {
    const char *rest = "";
    struct message why;
    if (begins(table, "polterfass.word.stop", line, &rest) && !*rest) {
        action->verb = PF_STOP;
        return READ_ACTION;
    }
    if (!begins(table, "polterfass.word.again", line, &rest))
        return READ_NOTHING;
    int specials = read_specials(table, rest);
    action->verb = PF_AGAIN;
    action->number = (uint8_t)specials;
    if (specials >= 0 && table->game->check(table->view, SEAT_PERSON, action, &why))
        return READ_ACTION;
    if (specials >= 0)
        table_say_refusal(table, &why, answer);
    else
        say_bad_again(table, answer);
    return READ_ANSWER;
}

static enum reading read_total(const struct table *table, const char *line,
                               struct pf_action *action, struct text *answer) {
    struct pf_serving totals[PF_SERVINGS];
    const char *rest = line;
    int count = pf_totals(table, totals);
    int64_t number;
    if (!*line || table_means(table, "polterfass.word.stop", line)) {
        pf_serve_action(&totals[0], action);
        return READ_ACTION;
    }
    bool is_serve = begins(table, "polterfass.word.serve", line, &rest);
    struct scan scan = {rest};
    if (!scan_number(&scan, 0, PF_TOTAL_MAX, &number) || !scan_end(&scan))
        number = -1;
    for (int i = 0; i < count; i++)
        if (totals[i].total == number) {
            pf_serve_action(&totals[i], action);
            return READ_ACTION;
        }
    if (number < 0 && !is_serve)
        return READ_NOTHING;
    table_say_key(table, "polterfass.bad_total", answer);
    return READ_ANSWER;
}

static enum reading read_any(const struct table *table, const char *line, void *draft,
                             struct pf_action *action, struct text *answer) {
    switch (pf_seen(table)->phase) {
    case PF_ORDERS:
        return read_order(table, line, draft, action, answer);
    case PF_SERVING:
        return read_serving(table, line, action, answer);
    default:
        return read_total(table, line, action, answer);
    }
}

enum reading pf_read_line(const struct table *table, const char *line, void *draft,
                          struct text *action, struct text *answer) {
    struct pf_action made = {0};
    enum reading reading = read_any(table, line, draft, &made, answer);
    if (reading == READ_ACTION)
        pf_print_action(&made, action);
    return reading;
}
