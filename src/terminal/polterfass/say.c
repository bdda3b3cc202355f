/* say.c: Polterfass in sentences, for screen and lines. */
#include <string.h>

#include "client.h"

/* A mark as a word: "9", "double". */
static const char *mark_word(const struct console *console, const char *mark) {
    if (strcmp(mark, "x") == 0)
        return console_word(console, "polterfass.spoiled");
    return strcmp(mark, "d") == 0 ? console_word(console, "polterfass.double") : mark;
}

void polterfass_say_standing(const struct console *console, struct text *out) {
    size_t from = out->length;
    for (int place = 1; place <= polterfass_barrels(console); place++) {
        if (!polterfass_stands(console, place))
            continue;
        text_put(out, out->length > from ? ", " : "");
        text_put(out, mark_word(console, polterfass_mark(console, place)));
    }
}

void polterfass_say_worth(const struct console *console, struct text *out) {
    const struct value *range = value_get(console->seen, "range");
    int64_t least = value_number(value_at(range, 0)), most = value_number(value_at(range, 1));
    struct message message;
    if (least == most) {
        text_put_number(out, most);
        return;
    }
    message_start(&message, "polterfass.range");
    message_number(&message, "min", least);
    message_number(&message, "max", most);
    console_say(console, &message, out);
}

static bool tell(const struct console *console, const struct message *message, struct text *out) {
    console_say(console, message, out);
    return true;
}

void polterfass_say_task(const struct console *console, struct text *out) {
    struct message task;
    if (polterfass_is_over(console))
        console_say_key(console, "polterfass.over", out);
    else if (value_message(value_get(console->prompt, "task"), &task))
        console_say(console, &task, out);
    else
        text_put(out, console_last_sentence(console));
}

static void say_help(const struct console *console, struct text *out) {
    console_say_key(console, "polterfass.help", out);
}

static void say_winners(const struct console *console, struct text *out) {
    const struct value *winners = value_get(console->seen, "winners");
    struct message message;
    message_start(&message, "polterfass.wins");
    message_list(&message, "seats", ARG_SEAT);
    for (int i = 0; i < value_count(winners); i++)
        message_item(&message, value_number(value_at(winners, i)));
    console_say(console, &message, out);
}

static void say_end(const struct console *console, struct text *out) {
    const struct value *ranks = value_get(console->seen, "ranks");
    int seats = polterfass_seats(console);
    say_winners(console, out);
    for (int rank = 1; rank <= seats; rank++)
        for (int seat = 0; seat < seats; seat++) {
            struct message message;
            if (value_number(value_at(ranks, seat)) != rank)
                continue;
            message_start(&message, "polterfass.place");
            message_number(&message, "place", rank);
            message_seat(&message, "seat", seat);
            message_number(&message, "total",
                           value_number(value_at(value_get(console->seen, "totals"), seat)));
            text_put_char(out, '\n');
            console_say(console, &message, out);
        }
}

/* The event of the last entry that ends a round; NULL: none. The second key of a row is its short
 * form. */
static const struct message *find_bill(const struct console *console, const char **short_key) {
    static const char *const keys[][2] = {{"polterfass.bill_failed", "polterfass.outcome_failed"},
                                          {"polterfass.bill_enough", "polterfass.outcome_enough"},
                                          {"polterfass.bill_greedy", "polterfass.outcome_greedy"}};
    for (int i = 0; i < console->events->count; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (strcmp(event_of(console->events, i)->message.key, keys[k][0]) == 0) {
                *short_key = keys[k][1];
                return &event_of(console->events, i)->message;
            }
    return NULL;
}

static void say_outcome(const struct console *console, struct text *out) {
    const char *key = NULL;
    const struct message *bill = find_bill(console, &key);
    if (!bill)
        return;
    struct message outcome = *bill;
    outcome.key = key;
    console_say(console, &outcome, out);
}

/* The effects of the special barrels as a line; nothing if none acted. */
static void say_effects(const struct console *console, struct text *out) {
    static const char *const keys[] = {"polterfass.destroys", "polterfass.doubles",
                                       "polterfass.destroys_doubles"};
    for (int i = 0; i < console->events->count; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (strcmp(event_of(console->events, i)->message.key, keys[k]) == 0) {
                console_say(console, &event_of(console->events, i)->message, out);
                text_put_char(out, '\n');
            }
}

/* An item of one of the lists of a round. */
static int64_t number_of(const struct value *round, const char *list, int seat) {
    return value_number(value_at(value_get(round, list), seat));
}

/* One line of the bill: the order, the result and the reason. */
static void say_bill_line(const struct console *console, const struct value *round, int seat,
                          struct text *out) {
    const struct value *cards = value_at(value_get(round, "orders"), seat);
    bool is_innkeeper = value_get_number(round, "innkeeper") == seat;
    int64_t points = number_of(round, "points", seat);
    struct message message;
    message_start(&message, is_innkeeper ? "polterfass.bill_innkeeper" : "polterfass.bill_guest");
    message_seat(&message, "seat", seat);
    message_number(&message, "order", number_of(round, "order_sums", seat));
    message_list(&message, "cards", ARG_NUMBER);
    for (int i = 0; i < value_count(cards); i++)
        message_item(&message, value_number(value_at(cards, i)));
    message_number(&message, "mugs", points < 0 ? -points : points); /* "loses 6", not -6 */
    message_number(&message, "total", number_of(round, "totals", seat));
    message_word(&message, "why", value_word(value_at(value_get(round, "why"), seat)));
    console_say(console, &message, out);
    text_put_char(out, '\n');
}

static bool say_round(const struct console *console, struct text *out) {
    const struct value *round = value_at(value_get(console->seen, "pad"), -1);
    const char *short_key;
    const struct message *bill = find_bill(console, &short_key);
    if (!bill)
        return false;
    say_effects(console, out);
    console_say(console, bill, out);
    text_put(out, "\n\n");
    for (int seat = 0; seat < polterfass_seats(console); seat++)
        say_bill_line(console, round, seat, out);
    return true;
}

const struct client polterfass_client = {
    .key = "polterfass",
    .draft_size = sizeof(struct draft),
    .tell = tell,
    .say_task = polterfass_say_task,
    .say_state = polterfass_say_state,
    .say_prompt = polterfass_say_prompt,
    .say_help = say_help,
    .say_odds = polterfass_say_odds,
    .say_pad = polterfass_say_pad,
    .say_end = say_end,
    .legend = "polterfass.legend",
    .round_title = "polterfass.title_bill",
    .say_round = say_round,
    .say_outcome = say_outcome,
    .read_line = polterfass_read_line,
    .read_key = polterfass_read_key,
    .draw = polterfass_draw,
    .draw_frame = polterfass_draw_frame,
    .say_keys = polterfass_say_keys,
};
