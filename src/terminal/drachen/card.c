/* card.c: cards and drinks in words. The view contains ids; titles and texts are in the catalogues,
 * everything else in the kit. */
#include "client.h"

#include <string.h>

static const char *id_word(const struct console *console, const char *what, const char *id,
                           const char *more) {
    struct text key = {0};
    text_put(&key, console->client->key);
    text_put(&key, what);
    text_put(&key, id);
    text_put(&key, more);
    const char *word = console_word(console, key.data);
    text_free(&key);
    return word;
}

int drachen_card_number(const struct console *console, const char *card) {
    const struct value *cards = value_get(console->kit, "cards");
    int count = value_count(cards) < 8 * OFFERED_BYTES ? value_count(cards) : 8 * OFFERED_BYTES;
    for (int i = 0; i < count; i++)
        if (strcmp(value_get_word(value_at(cards, i), "id"), card) == 0)
            return i;
    return 0;
}

static const struct value *kit_card(const struct console *console, const char *card) {
    return value_at(value_get(console->kit, "cards"), drachen_card_number(console, card));
}

const char *drachen_title(const struct console *console, const char *card) {
    return id_word(console, ".word.", card, "");
}

/* Eve's weaker cards have another text (setting eve_2008). A text is addressed to the reader, who
 * may be the player of the card, its victim or somebody else. */
void drachen_say_text(const struct console *console, const char *card, int seat,
                      const struct value *targets, struct text *out) {
    bool is_weaker = value_get_true(value_get(console->seen, "settings"), "eve_2008") &&
                     value_get_true(kit_card(console, card), "eve_2008");
    struct text key = {0};
    struct message message;
    text_put(&key, console->client->key);
    text_put(&key, ".text.");
    text_put(&key, card);
    text_put(&key, is_weaker ? "_2008" : "");
    message_start(&message, text_string(&key));
    message_seat(&message, "seat", seat);
    message_list(&message, "seats", ARG_SEAT);
    for (int i = 0; i < value_count(targets); i++)
        message_item(&message, value_number(value_at(targets, i)));
    drachen_say(console, &message, out);
    text_free(&key);
}

/* A kind of cards: its name, its short name, and when it is played. */
struct kind {
    const char *word, *name, *short_name, *when;
};

static const struct kind *kind_of(const struct console *console, const char *card) {
    static const struct kind kinds[] = {
        {"action", "drachen.kind.action", "drachen.short.action", "drachen.when.action"},
        {"gambling", "drachen.kind.gambling", "drachen.short.gambling", "drachen.when.gambling"},
        {"action_or_gambling", "drachen.kind.action_or_gambling",
         "drachen.short.action_or_gambling", "drachen.when.action_or_gambling"},
        {"cheating", "drachen.kind.cheating", "drachen.short.cheating", "drachen.when.gambling"},
        {"sometimes", "drachen.kind.sometimes", "drachen.short.sometimes",
         "drachen.when.sometimes"},
        {"anytime", "drachen.kind.anytime", "drachen.short.anytime", "drachen.when.anytime"},
    };
    static const struct kind unknown = {"", "", "", ""};
    const char *word = value_get_word(kit_card(console, card), "kind");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return &kinds[i];
    return &unknown;
}

const char *drachen_card_kind(const struct console *console, const char *card) {
    return console_word(console, kind_of(console, card)->name);
}

const char *drachen_short_kind(const struct console *console, const char *card) {
    return console_word(console, kind_of(console, card)->short_name);
}

void drachen_say_card(const struct console *console, const char *card, bool fits,
                      struct text *out) {
    text_put(out, drachen_title(console, card));
    text_put_char(out, '\n');
    struct message message;
    message_start(&message, kind_of(console, card)->when);
    message_word(&message, "kind", drachen_card_kind(console, card));
    drachen_say(console, &message, out);
    text_put_char(out, '\n');
    drachen_say_text(console, card, console->seat, NULL, out);
    text_put_char(out, '\n');
    console_say_key(console, fits ? "drachen.fits" : "drachen.fits_not", out);
}

/* Renders a key with a card, its kind and text, who played it and at whom. */
static void say_about(const struct console *console, const char *key, int seat, const char *card,
                      const struct value *targets, struct text *out) {
    struct text text = {0};
    struct message message;
    drachen_say_text(console, card, seat, targets, &text);
    message_start(&message, key);
    message_seat(&message, "seat", seat);
    message_word(&message, "card", card);
    message_word(&message, "kind", drachen_card_kind(console, card));
    message_word(&message, "text", text_string(&text));
    drachen_say(console, &message, out);
    text_free(&text);
}

void drachen_say_about(const struct console *console, const char *card, struct text *out) {
    say_about(console, "drachen.about_card", console->seat, card, NULL, out);
}

/* The view contains the action, as in `play D17 >2`. */
void drachen_say_last_card(const struct console *console, struct text *out) {
    const struct value *last = value_get(console->seen, "last_card");
    const char *id = strchr(value_get_word(last, "action"), ' ');
    char card[8] = {0};
    size_t length = id ? strcspn(id + 1, " ") : 0;
    if (!length || length >= sizeof card)
        return;
    memcpy(card, id + 1, length);
    say_about(console, "drachen.last_card", (int)value_get_number(last, "seat"), card, NULL, out);
    text_put_char(out, '\n');
}

void drachen_say_played(const struct console *console, const struct value *item, struct text *out) {
    say_about(console, "drachen.played_text", (int)value_get_number(item, "source"),
              value_get_word(item, "card"), value_get(item, "targets"), out);
}

/* Each card of the drink with its text. */
static void say_drink_texts(const struct console *console, const struct value *drinks,
                            struct text *out) {
    for (int i = 0; i < value_count(drinks); i++) {
        const char *id = value_word(value_at(drinks, i));
        struct message message;
        message_start(&message, "drachen.about_drink");
        message_word(&message, "drink", id);
        message_word(&message, "text", id_word(console, ".text.", id, ""));
        text_put(out, i ? "\n" : "");
        drachen_say(console, &message, out);
    }
}

void drachen_say_top_text(const struct console *console, struct text *out) {
    const struct value *stack = value_get(console->seen, "stack");
    for (int i = value_count(stack) - 1; i >= 0 && !out->length; i--) {
        const struct value *item = value_at(stack, i);
        const char *card = value_get_word(item, "card");
        if (*card)
            say_about(console, "drachen.about_played", (int)value_get_number(item, "source"), card,
                      value_get(item, "targets"), out);
        else
            say_drink_texts(console, value_get(item, "drinks"), out);
    }
}
