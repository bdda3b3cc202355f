/* plain.c: Zum Blauen Drachen in lines of text: what is printed before each question. Input is
 * parsed in read.c.
 *
 * Markers are printed as numbers, because a track of dots is useless to a screen reader. Before a
 * window only the pending items are printed; `table` prints the rest. */
#include "client.h"

#include <string.h>

static void put_line(struct text *out) {
    if (out->length > 0 && out->data[out->length - 1] != '\n')
        text_put_char(out, '\n');
}

static const char *seat_key(const struct console *console, const struct value *its, int seat) {
    if (!value_get_true(its, "in"))
        return "drachen.say_out";
    return seat == console->seat ? "drachen.say_you" : "drachen.say_seat";
}

static void say_seat(const struct console *console, int seat, struct text *out) {
    const struct value *its = drachen_seat(console, seat);
    struct message message;
    message_start(&message, seat_key(console, its, seat));
    message_seat(&message, "seat", seat);
    message_number(&message, "alcohol", value_get_number(its, "alcohol"));
    message_number(&message, "fortitude", value_get_number(its, "fortitude"));
    message_number(&message, "gold", value_get_number(its, "gold"));
    message_number(&message, "drinks", value_get_number(its, "pile"));
    message_number(&message, "cards", drachen_count_cards(its));
    drachen_say(console, &message, out);
    put_line(out);
}

static void say_seats(const struct console *console, struct text *out) {
    for (int seat = 0; seat < console->setup.seats; seat++)
        say_seat(console, seat, out);
}

static void say_hand_card(const struct console *console, int place, bool fits, bool with_text,
                          struct text *out) {
    const char *card = drachen_hand_card(console, place);
    struct text text = {0};
    struct message message;
    drachen_say_text(console, card, console->seat, NULL, &text);
    message_start(&message, with_text ? "drachen.hand_card_text" : "drachen.hand_card");
    message_number(&message, "number", place + 1);
    message_word(&message, "card", card);
    message_word(&message, "kind", drachen_card_kind(console, card));
    message_word(&message, "fits", fits ? console_word(console, "drachen.hand_fits") : "");
    message_word(&message, "text", text_string(&text));
    drachen_say(console, &message, out);
    text_free(&text);
    put_line(out);
}

/* Marks the playable cards. */
void drachen_say_hand(const struct console *console, bool with_texts, struct text *out) {
    unsigned fitting = drachen_fitting(console);
    for (int place = 0; place < drachen_hand_count(console); place++)
        say_hand_card(console, place, fitting >> place & 1, with_texts, out);
    if (drachen_hand_count(console) == 0)
        console_say_key(console, "drachen.hand_empty", out);
    put_line(out);
}

bool drachen_shows_hand(const struct console *console) {
    return drachen_asks(console, "discard") || drachen_asks(console, "action");
}

static bool was_offered(const struct console *console, int place) {
    int card = drachen_card_number(console, drachen_hand_card(console, place));
    return drachen_memory(console)->offered[card / 8] >> card % 8 & 1;
}

/* Lists the playable cards, with the texts of those that were not listed before. They are
 * remembered once the person answers. */
static void say_fitting(const struct console *console, struct text *out) {
    unsigned fitting = drachen_fitting(console);
    for (int place = 0; place < drachen_hand_count(console); place++) {
        bool is_said = was_offered(console, place);
        for (int other = 0; other < place; other++)
            is_said = is_said || strcmp(drachen_hand_card(console, place),
                                        drachen_hand_card(console, other)) == 0;
        if (fitting >> place & 1)
            say_hand_card(console, place, false, !is_said, out);
    }
}

static void say_middle(const struct console *console, struct text *out) {
    bool is_over = strcmp(value_get_word(console->seen, "phase"), "over") == 0;
    struct message message;
    message_start(&message, is_over ? "drachen.over" : "drachen.say_middle");
    message_seat(&message, "seat", (int)value_get_number(console->seen, "active"));
    message_number(&message, "drinks", value_get_number(console->seen, "drinks_left"));
    drachen_say(console, &message, out);
    put_line(out);
}

void drachen_say_state(const struct console *console, struct text *out) {
    say_middle(console, out);
    say_seats(console, out);
    drachen_say_pending(console, 0, out);
    drachen_say_hand(console, false, out);
    if (*drachen_asked(console))
        drachen_say_question(console, out);
    put_line(out);
}

/* The question names its subject; a card is printed with its text as well. */
static void say_pending(const struct console *console, const char *ask, struct text *out) {
    bool is_named = *ask && console->is_reaction && strcmp(ask, "won") != 0;
    if (strcmp(ask, "card") == 0)
        drachen_say_played(console, value_at(value_get(console->seen, "stack"), -1), out);
    put_line(out);
    drachen_say_pending(console, is_named, out);
}

void drachen_say_brief(const struct console *console, struct text *out) {
    const char *ask = drachen_asked(console);
    if (drachen_asks(console, "action") ||
        drachen_asks(console, "buy")) /* players to choose from */
        say_seats(console, out);
    else
        say_seat(console, console->seat, out);
    if (drachen_shows_hand(console)) {
        drachen_say_hand(console, false, out);
    } else {
        say_pending(console, ask, out);
        say_fitting(console, out);
    }
    if (*ask)
        drachen_say_question(console, out);
    put_line(out);
}

/* "1, 4": the cards that can be played. */
static void put_numbers(unsigned places, struct text *out) {
    for (int place = 0, count = 0; place < HAND_ROWS; place++) {
        if (!(places >> place & 1))
            continue;
        text_put(out, count++ ? ", " : "");
        text_put_number(out, place + 1);
    }
}

static const char *prompt_key(const char *ask, bool has_cards) {
    static const char *const keys[][2] = {{"", "drachen.ask_between"},
                                          {"discard", "drachen.ask_discard"},
                                          {"action", "drachen.ask_action"},
                                          {"mead", "drachen.ask_mead"},
                                          {"challenge", "drachen.ask_challenge"}};
    if (strcmp(ask, "buy") == 0)
        return has_cards ? "drachen.ask_buy_or_card" : "drachen.ask_buy";
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(ask, keys[i][0]) == 0)
            return keys[i][1];
    return "drachen.ask_answer";
}

/* A single number always means a card, so players are listed by name. */
static void put_names(const struct console *console, const struct draft *draft, struct text *out) {
    unsigned open = drachen_open_targets(console, draft);
    for (int seat = 0; seat < console->setup.seats; seat++) {
        if (!(open >> seat & 1))
            continue;
        text_put(out, out->length ? ", " : "");
        text_put(out, drachen_name(console, seat));
    }
}

static void say_question(const struct console *console, const struct draft *draft,
                         struct text *out) {
    struct text cards = {0}, names = {0}, next = {0};
    struct message message;
    unsigned fitting = drachen_fitting(console);
    put_numbers(fitting, &cards);
    put_names(console, draft, &names);
    if (!*drachen_asked(console))
        drachen_say_next(console, &next);
    message_start(&message, prompt_key(drachen_asked(console), fitting));
    message_word(&message, "cards", text_string(&cards));
    message_word(&message, "names", text_string(&names));
    message_word(&message, "next", text_string(&next));
    drachen_say(console, &message, out);
    text_free(&cards);
    text_free(&names);
    text_free(&next);
}

void drachen_say_prompt(const struct console *console, const void *draft, struct text *out) {
    const struct draft *chosen = draft;
    if (chosen->card && drachen_open_targets(console, chosen)) {
        drachen_say_aim(console, chosen, out);
    } else if (chosen->is_asked) {
        struct text choice = {0};
        drachen_say_choice(console, chosen, &choice);
        console_say_word(console, "drachen.ask_send", text_string(&choice), out);
        text_free(&choice);
    } else {
        say_question(console, chosen, out);
    }
}

void drachen_say_help(const struct console *console, struct text *out) {
    console_say_key(console, "drachen.help", out);
    put_line(out);
    drachen_say_presets(console, out);
}
