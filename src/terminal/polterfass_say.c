/* polterfass_say.c: Polterfass in sentences, for screen and plain lines. */
#include <string.h>

#include "polterfass_client.h"

/* P-27: here the barrels really tumble. */
static const char *const settings[] = {"first_innkeeper", "random", "barrels", "physics", NULL};

const struct client polterfass_client = {
    .key = "polterfass",
    .settings = settings,
    .draft_size = sizeof(struct pf_draft),
    .tell = pf_tell,
    .say_task = pf_say_task,
    .say_state = pf_say_state,
    .say_prompt = pf_say_prompt,
    .say_help = pf_say_help,
    .say_odds = pf_say_odds,
    .say_pad = pf_say_pad,
    .say_end = pf_say_end,
    .legend = "polterfass.legend",
    .round_title = "polterfass.title_bill",
    .say_round = pf_say_round,
    .say_outcome = pf_say_outcome,
    .read_line = pf_read_line,
    .read_key = pf_read_key,
    .draw = pf_draw,
    .draw_frame = pf_draw_frame,
    .say_keys = pf_say_keys,
};

static void put_part(struct text *out, size_t from, const char *part) {
    text_put(out, out->length > from ? ", " : "");
    text_put(out, part);
}

/* A mark of notation as a word: "9", "double". */
static const char *mark_word(const struct table *table, const char *mark) {
    if (strcmp(mark, "x") == 0)
        return table_word(table, "polterfass.spoiled");
    return strcmp(mark, "d") == 0 ? table_word(table, "polterfass.double") : mark;
}

void pf_say_standing(const struct table *table, const uint8_t face[PF_BARRELS], struct text *out) {
    size_t from = out->length;
    for (int place = 0; place < PF_BARRELS; place++)
        if (face[place] != PF_LIES && face[place] != PF_NOT_THROWN)
            put_part(out, from, mark_word(table, pf_mark(place, face[place])));
}

int pf_standing_specials(const uint8_t face[PF_BARRELS]) {
    return 3 & ~(pf_lying(face) >> PF_NUMBERS);
}

void pf_say_cards(int cards, struct text *out) {
    for (int card = 0, count = 0; card < PF_CARDS; card++) {
        if (!(cards >> card & 1))
            continue;
        text_put(out, count++ ? ", " : "");
        text_put_number(out, card);
    }
}

bool pf_tell(const struct table *table, const struct message *message, struct text *out) {
    table_say(table, message, out);
    return true;
}

void pf_say_task(const struct table *table, struct text *out) {
    static const char *const tasks[] = {[PF_ORDERS] = "polterfass.task_order",
                                        [PF_SERVING] = "polterfass.task_serve",
                                        [PF_RECKONING] = "polterfass.task_reckon",
                                        [PF_OVER] = "polterfass.over"};
    const struct pf_state *view = pf_seen(table);
    const char *key = tasks[view->phase];
    struct message message;
    bool is_asked = table_asks(table) || view->phase == PF_OVER;
    if (!is_asked || !key) {
        text_put(out, table->told_count ? table->told[table->told_count - 1] : "");
        return;
    }
    message_start(&message, key);
    message_seat(&message, "seat", view->innkeeper);
    table_say(table, &message, out);
}

/* The greatest first. */
static void sort_totals(struct pf_serving *servings, int count) {
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && servings[j].total > servings[j - 1].total; j--) {
            struct pf_serving greater = servings[j];
            servings[j] = servings[j - 1];
            servings[j - 1] = greater;
        }
}

int pf_totals(const struct table *table, struct pf_serving out[PF_SERVINGS]) {
    int count = pf_servings(pf_seen(table)->face, out);
    sort_totals(out, count);
    return count;
}

void pf_serve_action(const struct pf_serving *serving, struct pf_action *action) {
    action->verb = PF_SERVE;
    action->number = serving->doubles;
    memcpy(action->target, serving->target, PF_SPECIALS);
}

void pf_say_worth(const struct table *table, const uint8_t face[PF_BARRELS], struct text *out) {
    struct pf_serving totals[PF_SERVINGS];
    int count = pf_servings(face, totals);
    sort_totals(totals, count);
    struct message message;
    if (count == 1) {
        text_put_number(out, totals[0].total);
        return;
    }
    message_start(&message, "polterfass.range");
    message_number(&message, "min", totals[count - 1].total);
    message_number(&message, "max", totals[0].total);
    table_say(table, &message, out);
}

static int place_of(const struct pf_state *view, int seat) {
    int place = 1;
    for (int other = 0; other < view->seats; other++)
        place += view->totals[other] > view->totals[seat];
    return place;
}

static void say_winners(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    struct message message;
    message_start(&message, "polterfass.wins");
    message_list(&message, "seats", ARG_SEAT);
    for (int seat = 0; seat < view->seats; seat++)
        if (place_of(view, seat) == 1)
            message_item(&message, seat);
    table_say(table, &message, out);
}

void pf_say_end(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    say_winners(table, out);
    for (int place = 1; place <= view->seats; place++)
        for (int seat = 0; seat < view->seats; seat++) {
            struct message message;
            if (place_of(view, seat) != place)
                continue;
            message_start(&message, "polterfass.place");
            message_number(&message, "place", place);
            message_seat(&message, "seat", seat);
            message_number(&message, "total", view->totals[seat]);
            text_put_char(out, '\n');
            table_say(table, &message, out);
        }
}

/* One line of the bill: who ordered what and gets what. */
static void say_bill_line(const struct table *table, const struct pf_round *round, int seat,
                          struct text *out) {
    struct message message;
    bool is_innkeeper = seat == round->innkeeper;
    message_start(&message, is_innkeeper ? "polterfass.bill_innkeeper" : "polterfass.bill_guest");
    message_seat(&message, "seat", seat);
    message_number(&message, "order", pf_order_sum(round->order[seat]));
    message_list(&message, "cards", ARG_NUMBER);
    for (int card = 0; card < PF_CARDS; card++)
        if (round->order[seat] >> card & 1)
            message_item(&message, card);
    message_number(&message, "points", round->points[seat]);
    message_number(&message, "total", pf_seen(table)->totals[seat]);
    table_say(table, &message, out);
    text_put_char(out, '\n');
}

/* What the last entry says about the end of a round; NULL: nothing. The second
 * key says the same in fewer words. */
static const struct message *find_bill(const struct table *table, const char **short_key) {
    static const char *const keys[][2] = {{"polterfass.bill_failed", "polterfass.outcome_failed"},
                                          {"polterfass.bill_enough", "polterfass.outcome_enough"},
                                          {"polterfass.bill_greedy", "polterfass.outcome_greedy"}};
    for (int i = 0; i < table->events->count; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (strcmp(event_of(table->events, i)->message.key, keys[k][0]) == 0) {
                *short_key = keys[k][1];
                return &event_of(table->events, i)->message;
            }
    return NULL;
}

void pf_say_outcome(const struct table *table, struct text *out) {
    const char *key = NULL;
    const struct message *bill = find_bill(table, &key);
    if (!bill)
        return;
    struct message outcome = *bill;
    outcome.key = key;
    table_say(table, &outcome, out);
}

/* What the special barrels did, in a line of its own; nothing if none acted. */
static void say_effects(const struct table *table, struct text *out) {
    static const char *const keys[] = {"polterfass.destroys", "polterfass.doubles",
                                       "polterfass.destroys_doubles"};
    for (int i = 0; i < table->events->count; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (strcmp(event_of(table->events, i)->message.key, keys[k]) == 0) {
                table_say(table, &event_of(table->events, i)->message, out);
                text_put_char(out, '\n');
            }
}

bool pf_say_round(const struct table *table, struct text *out) {
    const struct pf_state *view = pf_seen(table);
    const struct pf_round *round = &view->pad[view->rounds ? view->rounds - 1 : 0];
    const char *short_key;
    const struct message *bill = find_bill(table, &short_key);
    if (!bill)
        return false;
    say_effects(table, out);
    table_say(table, bill, out);
    text_put(out, "\n\n");
    for (int seat = 0; seat < view->seats; seat++)
        say_bill_line(table, round, seat, out);
    return true;
}
