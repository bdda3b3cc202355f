/* say.c: words in the table's language. */
#include <string.h>

#include "table.h"
#include "utf8.h"

void table_say(const struct table *table, const struct message *message, struct text *out) {
    table_say_as(table, table->names, message, out);
}

/* "Toni (you)": who reads what happened finds himself in it. */
void table_say_as(const struct table *table, const char *const *names,
                  const struct message *message, struct text *out) {
    const char *marked[SEATS_MAX] = {0};
    struct text own = {0};
    if (table->is_telling) {
        memcpy(marked, names, (size_t)table->setup.seats * sizeof *marked);
        table_say_word(table, "terminal.you", names[table->seat], &own);
        marked[table->seat] = own.data;
    }
    words_say_to(table->language, table->is_telling ? marked : names, table->seat, message, out);
    text_free(&own);
}

void table_say_key(const struct table *table, const char *key, struct text *out) {
    struct message message;
    message_start(&message, key);
    table_say(table, &message, out);
}

/* Not by way of a message: what a person has typed must be said as it is, also
 * where it is a word of the catalogue. */
void table_say_word(const struct table *table, const char *key, const char *word,
                    struct text *out) {
    static const char slot[] = "{word}";
    const char *text = table_word(table, key), *at;
    for (; (at = strstr(text, slot)); text = at + strlen(slot)) {
        text_put_bytes(out, text, (size_t)(at - text));
        text_put(out, word);
    }
    text_put(out, text);
}

void table_say_refusal(const struct table *table, const struct message *why, struct text *out) {
    size_t from = out->length;
    table_say(table, why, out);
    utf8_sentence(out, from);
}

const char *table_word(const struct table *table, const char *key) {
    const char *text = words_find(table->language, key);
    return text ? text : key;
}

bool table_means(const struct table *table, const char *key, const char *word) {
    return input_means(table->language, key, word);
}

/* What the catalogue says about a computer player: `.bot.` its name ("regular",
 * "Stammgast"), `.bot_help.` what it is like; NULL: nothing. */
static const char *bot_word(const struct table *table, const char *what, const struct bot *bot) {
    struct text key = {0};
    text_put(&key, table->game->key);
    text_put(&key, what);
    text_put(&key, bot->key);
    const char *word = words_find(table->language, key.data);
    text_free(&key);
    return word;
}

static const char *bot_name(const struct table *table, const struct bot *bot) {
    const char *name = bot_word(table, ".bot.", bot);
    return name ? name : bot->key;
}

/* "Franziska (regular)"; people have no kind. */
static void say_other(const struct table *table, int seat, struct text *out) {
    text_put(out, table->names[seat]);
    if (!table->bots[seat])
        return;
    text_put(out, " (");
    text_put(out, bot_name(table, table->bots[seat]));
    text_put(out, ")");
}

void table_say_seats(const struct table *table, struct text *out) {
    struct text others = {0};
    struct message message;
    for (int seat = 0; seat < table->setup.seats; seat++) {
        if (seat == table->seat)
            continue;
        text_put(&others, others.length ? ", " : "");
        say_other(table, seat, &others);
    }
    message_start(&message, "terminal.seats");
    message_seat(&message, "seat", table->seat);
    message_word(&message, "others", text_string(&others));
    table_say(table, &message, out);
    text_free(&others);
}

void table_say_about(const struct table *table, struct text *out) {
    struct text key = {0};
    text_put(&key, table->game->key);
    text_put(&key, ".about");
    const char *about = words_find(table->language, text_string(&key));
    text_put(out, about ? about : "");
    text_free(&key);
}

void table_say_fair(const struct table *table, struct text *out) {
    if (table->remote) {
        join_say_fair(table, out);
        return;
    }
    struct text hash = {0};
    seed_commitment(match_seed(table->match), &hash);
    table_say_word(table, "terminal.fair", text_string(&hash), out);
    text_free(&hash);
    if (!table->word[0] || !match_has_word(table->match, table->seat, table->word))
        return;
    text_put_char(out, '\n');
    table_say_word(table, "terminal.fair_word", table->word, out);
}

void table_say_opening(const struct table *table, struct text *out) {
    table_say_seats(table, out);
    text_put_char(out, '\n');
    table_say_bots(table, out);
    table_say_fair(table, out);
    text_put_char(out, '\n');
}

void table_say_sentences(const struct table *table, int first, struct text *out) {
    for (int i = first < 0 ? 0 : first; i < table->sentence_count; i++) {
        text_put(out, table->sentences[i]);
        text_put_char(out, '\n');
    }
}

const char *table_last_sentence(const struct table *table) {
    return table->sentence_count ? table->sentences[table->sentence_count - 1] : "";
}

static bool sat_before(const struct table *table, int seat) {
    for (int other = 0; other < seat; other++)
        if (table->bots[other] == table->bots[seat])
            return true;
    return false;
}

void table_say_bots(const struct table *table, struct text *out) {
    for (int seat = 0; seat < table->setup.seats; seat++) {
        const struct bot *bot = table->bots[seat];
        const char *help = bot ? bot_word(table, ".bot_help.", bot) : NULL;
        struct message message;
        if (!help || sat_before(table, seat))
            continue;
        message_start(&message, "terminal.bot_kind");
        message_word(&message, "name", bot_name(table, bot));
        message_word(&message, "help", help);
        table_say(table, &message, out);
        text_put_char(out, '\n');
    }
}
