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

static const struct arg *find_arg(const struct message *message, const char *name, size_t length) {
    for (int i = 0; i < message->arg_count; i++)
        if (strlen(message->args[i].name) == length &&
            memcmp(message->args[i].name, name, length) == 0)
            return &message->args[i];
    return NULL;
}

static void say_arg(const struct message *message, const struct arg *arg, struct text *out) {
    for (int i = 0; i < arg->count; i++) {
        union arg_value value = message->values[arg->first + i];
        if (i > 0)
            text_put(out, ", ");
        if (arg->kind == ARG_WORD)
            text_put(out, value.word);
        else
            text_put_number(out, value.number);
    }
}

void words_say(enum language language, const struct message *message, struct text *out) {
    const char *at = words_find(language, message->key);
    at = at ? at : message->key;
    while (*at) {
        size_t plain = strcspn(at, "{");
        text_put_bytes(out, at, plain);
        at += plain;
        if (!*at)
            return;
        size_t length = strcspn(at + 1, "}");
        const struct arg *arg = find_arg(message, at + 1, length);
        if (arg)
            say_arg(message, arg, out);
        at += length + 1;
        at += *at == '}';
    }
}
