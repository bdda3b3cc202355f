/* words.c: looking up a message and filling its places. */
#include "words_inside.h"

#include <stdlib.h>
#include <string.h>

static int compare_row(const void *key, const void *row) {
    return strcmp(key, ((const struct word_row *)row)->key);
}

const char *words_find(enum language language, const char *key) {
    const struct word_row *row =
        bsearch(key, word_rows, (size_t)word_row_count, sizeof *word_rows, compare_row);
    return row ? row->text[language] : NULL;
}

const char *const *words_rules(enum language language, const char *game) {
    for (const struct rules_row *row = rules_rows; row->game; row++)
        if (strcmp(row->game, game) == 0)
            return row->lines[language];
    return NULL;
}

/* What fills the places of one sentence. */
struct filling {
    enum language language;
    const char *const *names; /* of the seats; NULL: their numbers */
    const struct message *message;
};

static const struct arg *find_arg(const struct message *message, const char *name, size_t length) {
    for (int i = 0; i < message->arg_count; i++)
        if (strlen(message->args[i].name) == length &&
            memcmp(message->args[i].name, name, length) == 0)
            return &message->args[i];
    return NULL;
}

/* The entry of a word argument, or the word itself. */
static void say_word(const struct filling *filling, const char *word, struct text *out) {
    const char *game = filling->message->key;
    struct text key = {0};
    text_put_bytes(&key, game, strcspn(game, "."));
    text_put(&key, ".word.");
    text_put(&key, word);
    const char *said = words_find(filling->language, text_string(&key));
    text_put(out, said ? said : word);
    text_free(&key);
}

static void say_arg(const struct filling *filling, const struct arg *arg, struct text *out) {
    for (int i = 0; i < arg->count; i++) {
        union arg_value value = filling->message->values[arg->first + i];
        if (i > 0)
            text_put(out, ", ");
        if (arg->kind == ARG_WORD)
            say_word(filling, value.word, out);
        else if (arg->kind == ARG_SEAT && filling->names)
            text_put(out, filling->names[value.number]);
        else
            text_put_number(out, value.number);
    }
}

static bool is_singular(const struct filling *filling, const struct arg *arg) {
    int64_t number = arg->is_list || arg->kind == ARG_WORD
                         ? arg->count
                         : filling->message->values[arg->first].number;
    number = number < 0 ? -number : number;
    return number == 1 || (number == 0 && filling->language == LANGUAGE_FR);
}

/* The first or the second word behind a bar. */
static void say_choice(const struct filling *filling, const struct arg *arg, const char *words,
                       size_t length, struct text *out) {
    const char *bar = memchr(words, '|', length);
    size_t first = bar ? (size_t)(bar - words) : length;
    if (!bar || is_singular(filling, arg))
        text_put_bytes(out, words, first);
    else
        text_put_bytes(out, bar + 1, length - first - 1);
}

/* A place without its braces. */
static void say_place(const struct filling *filling, const char *place, size_t length,
                      struct text *out) {
    const char *bar = memchr(place, '|', length);
    size_t name = bar ? (size_t)(bar - place) : length;
    const struct arg *arg = find_arg(filling->message, place, name);
    if (arg && bar)
        say_choice(filling, arg, bar + 1, length - name - 1, out);
    else if (arg)
        say_arg(filling, arg, out);
}

void words_say_named(enum language language, const char *const *names,
                     const struct message *message, struct text *out) {
    struct filling filling = {language, names, message};
    const char *at = words_find(language, message->key);
    at = at ? at : message->key;
    while (*at) {
        size_t plain = strcspn(at, "{");
        text_put_bytes(out, at, plain);
        at += plain;
        if (!*at)
            return;
        size_t length = strcspn(at + 1, "}");
        say_place(&filling, at + 1, length, out);
        at += length + 1;
        at += *at == '}';
    }
}

const char *words_help(enum language language, const char *game, const char *option) {
    struct text key = {0};
    text_put(&key, game);
    text_put(&key, ".option.");
    text_put(&key, option);
    const char *help = words_find(language, text_string(&key));
    text_free(&key);
    return help ? help : "";
}

void words_say(enum language language, const struct message *message, struct text *out) {
    words_say_named(language, NULL, message, out);
}
