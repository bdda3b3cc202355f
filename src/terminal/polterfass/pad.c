/* pad.c: the score pad in lines of text. */
#include "client.h"

static void say_round(const struct console *console, const struct value *round, int number,
                      struct text *out) {
    const struct value *served = value_get(round, "served");
    struct message message;
    message_start(&message,
                  value_is_null(served) ? "polterfass.pad_failed" : "polterfass.pad_round");
    message_number(&message, "round", number);
    message_seat(&message, "seat", (int)value_get_number(round, "innkeeper"));
    message_number(&message, "served", value_number(served));
    message_number(&message, "ordered", value_get_number(round, "ordered"));
    console_say(console, &message, out);
}

static void say_seat(const struct console *console, const struct value *round, int seat,
                     struct text *out) {
    struct message message;
    message_start(&message, "polterfass.pad_seat");
    message_seat(&message, "seat", seat);
    message_number(&message, "points", value_number(value_at(value_get(round, "points"), seat)));
    message_number(&message, "total", value_number(value_at(value_get(round, "totals"), seat)));
    console_say(console, &message, out);
}

void polterfass_say_pad(const struct console *console, struct text *out) {
    const struct value *pad = value_get(console->seen, "pad");
    if (value_count(pad) == 0)
        console_say_key(console, "polterfass.pad_empty", out);
    for (int i = 0; i < value_count(pad); i++) {
        say_round(console, value_at(pad, i), i + 1, out);
        for (int seat = 0; seat < polterfass_seats(console); seat++) {
            text_put(out, seat ? console_word(console, "terminal.semicolon") : " ");
            say_seat(console, value_at(pad, i), seat, out);
        }
        text_put(out, ".\n");
    }
}
