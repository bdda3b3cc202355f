/* say.c: the state of Zum Blauen Drachen in sentences, for screen and lines: pending items, who is
 * asked, the result. */
#include "client.h"

#include <string.h>

static bool is(const struct value *object, const char *key, const char *word) {
    return strcmp(value_get_word(object, key), word) == 0;
}

static void put_seats(struct message *message, const char *name, unsigned seats) {
    message_list(message, name, ARG_SEAT);
    for (int seat = 0; seats >> seat; seat++)
        if (seats >> seat & 1)
            message_item(message, seat);
}

void drachen_say_seats(const struct console *console, const char *key, unsigned seats,
                       struct text *out) {
    struct message message;
    message_start(&message, key);
    put_seats(&message, "seats", seats);
    drachen_say(console, &message, out);
}

/* ---- pending items ---- */

static void say_card(const struct console *console, const struct value *item, struct text *out) {
    const struct value *targets = value_get(item, "targets");
    unsigned ignored = drachen_mask(value_get(item, "ignored_by"));
    struct message message;
    message_start(&message, value_count(targets) ? "drachen.item_card_at" : "drachen.item_card");
    message_seat(&message, "seat", (int)value_get_number(item, "source"));
    message_word(&message, "card", value_get_word(item, "card"));
    message_list(&message, "seats", ARG_SEAT);
    for (int i = 0; i < value_count(targets); i++) /* in the order in which they were named */
        message_item(&message, value_number(value_at(targets, i)));
    if (value_count(targets))
        message_seat(&message, "to", (int)value_number(value_at(targets, 0)));
    drachen_say(console, &message, out);
    if (ignored)
        drachen_say_seats(console, "drachen.item_ignored", ignored, out);
}

static void say_payment(const struct console *console, const struct value *item, struct text *out) {
    struct message message;
    bool goes_to_seat = !*value_get_word(item, "to");
    message_start(&message, is(item, "cause", "refill") ? "drachen.item_refill"
                            : is(item, "to", "pot")     ? "drachen.item_ante"
                            : is(item, "to", "inn")     ? "drachen.item_pay_inn"
                                                        : "drachen.item_pay");
    message_seat(&message, "seat", (int)value_get_number(item, "source"));
    message_number(&message, "amount", value_get_number(item, "total"));
    if (goes_to_seat)
        message_seat(&message, "to", (int)value_get_number(item, "to"));
    drachen_say(console, &message, out);
}

/* A face-down drink has no cards yet. */
static void say_drink(const struct console *console, const struct value *item, struct text *out) {
    const struct value *drinks = value_get(item, "drinks"), *felt = value_get(item, "felt");
    bool is_half = value_has_word(value_get(item, "marks"), "half");
    bool is_as_drunk = value_is_null(felt);
    struct message message;
    if (!value_count(drinks))
        return;
    message_start(&message, is_half ? "drachen.item_half" : "drachen.item_drink");
    message_seat(&message, "seat", (int)value_get_number(item, "source"));
    message_number(&message, "alcohol",
                   is_as_drunk ? value_get_number(item, "total") : value_number(value_at(felt, 0)));
    message_number(&message, "fortitude",
                   is_as_drunk ? value_get_number(item, "fortitude")
                               : value_number(value_at(felt, 1)));
    message_list(&message, "drinks", ARG_WORD);
    for (int i = 0; i < value_count(drinks); i++)
        message_item_word(&message, value_word(value_at(drinks, i)));
    drachen_say(console, &message, out);
}

/* "Dimli 4, Gog 1": the players who have turned a drink over. */
static void put_scores(const struct console *console, const struct value *event, struct text *out) {
    for (int seat = 0, count = 0; seat < console->setup.seats; seat++) {
        if (!value_has_number(value_get(event, "revealed"), seat))
            continue;
        text_put(out, count++ ? ", " : "");
        text_put(out, drachen_name(console, seat));
        text_put_char(out, ' ');
        text_put_number(out, value_number(value_at(value_get(event, "scores"), seat)));
    }
}

/* The card of an event is the only one of its kind; a toast has none. */
static const char *event_card(const struct console *console, const struct value *event) {
    const struct value *drinks = value_get(console->kit, "drinks");
    for (int i = 0; i < value_count(drinks); i++)
        if (is(value_at(drinks, i), "kind", value_get_word(event, "kind")))
            return value_get_word(value_at(drinks, i), "id");
    return "";
}

static void say_event(const struct console *console, struct text *out) {
    const struct value *event = value_get(console->seen, "event");
    const char *card = event_card(console, event);
    struct text scores = {0};
    struct message message;
    if (!*card) {
        console_say_key(console, "drachen.item_toast", out);
        return;
    }
    if (is(event, "kind", "contest"))
        put_scores(console, event, &scores);
    message_start(&message, scores.length ? "drachen.item_contest" : "drachen.item_event");
    message_word(&message, "drink", card);
    message_word(&message, "scores", text_string(&scores));
    drachen_say(console, &message, out);
    text_free(&scores);
}

static void say_round(const struct console *console, struct text *out) {
    const struct value *round = value_get(console->seen, "gamble");
    bool is_open = value_is_null(value_get(round, "control"));
    struct message message;
    message_start(&message, is_open ? "drachen.item_round_open" : "drachen.item_round");
    message_number(&message, "pot", value_get_number(console->seen, "pot"));
    message_seat(&message, "seat", (int)value_get_number(round, "control"));
    put_seats(&message, "seats", drachen_mask(value_get(round, "in")));
    drachen_say(console, &message, out);
    if (value_get_true(round, "locked"))
        console_say_key(console, "drachen.item_locked", out);
}

static void say_item(const struct console *console, const struct value *item, struct text *out) {
    if (is(item, "kind", "card"))
        say_card(console, item, out);
    else if (is(item, "kind", "gold"))
        say_payment(console, item, out);
    else if (is(item, "kind", "drink"))
        say_drink(console, item, out);
    else if (is(item, "kind", "event"))
        say_event(console, out);
    else if (is(item, "kind", "gamble"))
        say_round(console, out);
    else if (is(item, "kind", "last_chance"))
        drachen_say_seats(console, "drachen.item_last",
                          drachen_mask(value_get(console->seen, "going_out")), out);
}

/* The position of a frame among all items. The turn is at the bottom, whether it is listed or not;
 * a frame without a position lies on the one before it. */
static int level_of_frame(const struct value *frames, int index) {
    const struct value *at = value_get(value_at(frames, index), "at");
    bool has_turn = is(value_at(frames, 0), "kind", "turn");
    return !value_is_null(at) ? (int)value_number(at) : index + (has_turn ? 0 : 1);
}

void drachen_say_pending(const struct console *console, int skipped, struct text *out) {
    const struct value *stack = value_get(console->seen, "stack");
    const struct value *frames = value_get(console->seen, "frames");
    int item = value_count(stack) - 1, frame = value_count(frames) - 1;
    bool has_turn = frame >= 0 && is(value_at(frames, 0), "kind", "turn");
    for (int level = item + frame + (has_turn ? 1 : 2); level > 0; level--) {
        bool is_frame = frame >= 0 && level_of_frame(frames, frame) == level;
        const struct value *next = is_frame ? value_at(frames, frame--) : value_at(stack, item--);
        size_t before = out->length;
        if (skipped-- <= 0)
            say_item(console, next, out);
        if (out->length > before)
            text_put_char(out, '\n');
    }
}

void drachen_say_asked(const struct console *console, struct text *out) {
    const struct value *window = value_get(console->seen, "window");
    unsigned asked = drachen_mask(value_get(window, "seats"));
    if (asked)
        drachen_say_seats(console, "drachen.asked",
                          asked & ~drachen_mask(value_get(window, "sealed")), out);
}

/* ---- the result ---- */

/* By the score, which is the result of the match; the view's `rank` is the order in which players
 * went out. */
static int standing_of(const struct console *console, int seat) {
    int standing = 1;
    for (int other = 0; other < console->setup.seats; other++)
        standing += console->score.points[other] > console->score.points[seat];
    return standing;
}

static void say_fate(const struct console *console, int seat, struct text *out) {
    const struct value *its = drachen_seat(console, seat);
    struct message message;
    message_start(&message, value_get_true(its, "in")      ? "drachen.end_in"
                            : is(its, "out", "passed_out") ? "drachen.end_asleep"
                                                           : "drachen.end_broke");
    message_number(&message, "place", standing_of(console, seat));
    message_seat(&message, "seat", seat);
    message_word(&message, "name", console->names[seat]);
    message_number(&message, "gold", value_get_number(its, "gold"));
    message_number(&message, "rank", value_get_number(its, "rank"));
    text_put_char(out, '\n');
    drachen_say(console, &message, out);
}

void drachen_say_end(const struct console *console, struct text *out) {
    const struct value *winners = value_get(console->seen, "winners");
    drachen_say_seats(console, value_count(winners) > 1 ? "drachen.draw" : "drachen.won",
                      drachen_mask(winners), out);
    for (int standing = 1; standing <= console->setup.seats; standing++)
        for (int seat = 0; seat < console->setup.seats; seat++)
            if (standing_of(console, seat) == standing)
                say_fate(console, seat, out);
}
