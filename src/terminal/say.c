/* say.c: text in the console's language. */
#include <string.h>

#include "console.h"
#include "utf8.h"

void console_say(const struct console *console, const struct message *message, struct text *out) {
    console_say_as(console, console->names, message, out);
}

/* Marks the person's own name: "Toni (you)". */
void console_say_as(const struct console *console, const char *const *names,
                    const struct message *message, struct text *out) {
    const char *marked[SEATS_MAX] = {0};
    struct text own = {0};
    if (console->is_telling) {
        memcpy(marked, names, (size_t)console->setup.seats * sizeof *marked);
        console_say_word(console, "terminal.you", names[console->seat], &own);
        marked[console->seat] = own.data;
    }
    words_say_to(console->language, console->is_telling ? marked : names, console->seat, message,
                 out);
    text_free(&own);
}

void console_say_key(const struct console *console, const char *key, struct text *out) {
    struct message message;
    message_start(&message, key);
    console_say(console, &message, out);
}

/* Not as an argument of a message: what a person has typed must be printed as typed, even if the
 * catalogue has a translation for it. */
void console_say_word(const struct console *console, const char *key, const char *word,
                      struct text *out) {
    static const char slot[] = "{word}";
    const char *text = console_word(console, key), *at;
    for (; (at = strstr(text, slot)); text = at + strlen(slot)) {
        text_put_bytes(out, text, (size_t)(at - text));
        text_put(out, word);
    }
    text_put(out, text);
}

void console_say_refusal(const struct console *console, const struct message *why,
                         struct text *out) {
    size_t from = out->length;
    console_say(console, why, out);
    utf8_sentence(out, from);
}

const char *console_word(const struct console *console, const char *key) {
    const char *text = words_find(console->language, key);
    return text ? text : key;
}

void console_say_tenths(const struct console *console, int64_t tenths, struct text *out) {
    int64_t size = tenths < 0 ? -tenths : tenths;
    text_put(out, tenths < 0 ? "-" : "");
    text_put_number(out, size / 10);
    text_put(out, console_word(console, "terminal.decimal"));
    text_put_number(out, size % 10);
}

bool console_means(const struct console *console, const char *key, const char *word) {
    return input_means(console->language, key, word);
}

/* `<game>.<group>.<name>` in the catalogue; NULL: there is none. */
static const char *find_word(const struct console *console, const char *group, const char *name) {
    struct text key = {0};
    text_put(&key, console->game->key);
    text_put_char(&key, '.');
    text_put(&key, group);
    text_put_char(&key, '.');
    text_put(&key, name);
    const char *word = words_find(console->language, key.data);
    text_free(&key);
    return word;
}

const char *console_word_of(const struct console *console, const char *group, const char *name) {
    const char *word = find_word(console, group, name);
    return word ? word : name;
}

/* "Franziska (regular)"; people have no kind. */
static void say_other(const struct console *console, int seat, struct text *out) {
    text_put(out, console->names[seat]);
    if (!console->bots[seat])
        return;
    text_put(out, " (");
    text_put(out, console_word_of(console, "bot", console->bots[seat]->key));
    text_put(out, ")");
}

void console_say_seats(const struct console *console, struct text *out) {
    struct text others = {0};
    struct message message;
    for (int seat = 0; seat < console->setup.seats; seat++) {
        if (seat == console->seat)
            continue;
        text_put(&others, others.length ? ", " : "");
        say_other(console, seat, &others);
    }
    message_start(&message, "terminal.seats");
    message_seat(&message, "seat", console->seat);
    message_word(&message, "others", text_string(&others));
    console_say(console, &message, out);
    text_free(&others);
}

void console_say_about(const struct console *console, struct text *out) {
    struct text key = {0};
    text_put(&key, console->game->key);
    text_put(&key, ".about");
    const char *about = words_find(console->language, text_string(&key));
    text_free(&key);
    if (!about)
        return;
    text_put(out, about);
    text_put_char(out, ' ');
    text_put(out, console_word(console, "terminal.hint_rules"));
}

void console_say_fair(const struct console *console, struct text *out) {
    if (console->remote) {
        join_say_fair(console, out);
        return;
    }
    struct text hash = {0};
    seed_commitment(match_seed(console->match), &hash);
    console_say_word(console, "terminal.fair", text_string(&hash), out);
    text_free(&hash);
    if (!console->word[0] || !match_has_word(console->match, console->seat, console->word))
        return;
    text_put_char(out, '\n');
    console_say_word(console, "terminal.fair_word", console->word, out);
}

void console_say_opening(const struct console *console, struct text *out) {
    console_say_seats(console, out);
    text_put_char(out, '\n');
    console_say_bots(console, out);
    console_say_fair(console, out);
    text_put_char(out, '\n');
}

void console_say_sentences(const struct console *console, int first, struct text *out) {
    for (int i = first < 0 ? 0 : first; i < console->sentence_count; i++) {
        text_put(out, console->sentences[i]);
        text_put_char(out, '\n');
    }
}

const char *console_last_sentence(const struct console *console) {
    return console->sentence_count ? console->sentences[console->sentence_count - 1] : "";
}

static bool sat_before(const struct console *console, int seat) {
    for (int other = 0; other < seat; other++)
        if (console->bots[other] == console->bots[seat])
            return true;
    return false;
}

void console_say_bots(const struct console *console, struct text *out) {
    for (int seat = 0; seat < console->setup.seats; seat++) {
        const struct bot *bot = console->bots[seat];
        const char *help = bot ? find_word(console, "bot_help", bot->key) : NULL;
        struct message message;
        if (!help || sat_before(console, seat))
            continue;
        message_start(&message, "terminal.bot_kind");
        message_word(&message, "name", console_word_of(console, "bot", bot->key));
        message_word(&message, "help", help);
        console_say(console, &message, out);
        text_put_char(out, '\n');
    }
}
