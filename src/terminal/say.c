/* say.c: words in the table's language. */
#include <string.h>

#include "table.h"

void table_say(const struct table *table, const struct message *message, struct text *out) {
    words_say_named(table->language, table->names, message, out);
}

void table_say_key(const struct table *table, const char *key, struct text *out) {
    struct message message;
    message_start(&message, key);
    table_say(table, &message, out);
}

void table_say_word(const struct table *table, const char *key, const char *word,
                    struct text *out) {
    struct message message;
    message_start(&message, key);
    message_word(&message, "word", word);
    table_say(table, &message, out);
}

const char *table_word(const struct table *table, const char *key) {
    const char *text = words_find(table->language, key);
    return text ? text : key;
}

/* A key of words that can be typed lists them, parted by blanks. */
static bool lists(const char *words, const char *word) {
    size_t length = strlen(word);
    for (const char *at = words; at && *at; at += strspn(at, " ")) {
        size_t next = strcspn(at, " ");
        if (next == length && memcmp(at, word, length) == 0)
            return true;
        at += next;
    }
    return false;
}

bool table_means(const struct table *table, const char *key, const char *word) {
    return lists(words_find(table->language, key), word) ||
           lists(words_find(LANGUAGE_EN, key), word);
}

/* "Franziska (regular)" */
static void say_bot(const struct table *table, int seat, struct text *out) {
    text_put(out, table->names[seat]);
    text_put(out, " (");
    text_put(out, table->bots[seat]->key);
    text_put(out, ")");
}

void table_say_seats(const struct table *table, struct text *out) {
    struct text others = {0};
    struct message message;
    for (int seat = 1; seat < table->setup.seats; seat++) {
        text_put(&others, seat > 1 ? ", " : "");
        say_bot(table, seat, &others);
    }
    message_start(&message, "terminal.seats");
    message_seat(&message, "seat", PERSON);
    message_word(&message, "others", text_string(&others));
    table_say(table, &message, out);
    text_free(&others);
}
