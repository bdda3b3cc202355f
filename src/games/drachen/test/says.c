/* says.c: messages of the face as lines of text. */
#include "says.h"

#include <string.h>

void put_message(const struct message *message, struct text *out) {
    struct text args = {0};
    text_put(out, message->key);
    text_put_char(out, ':');
    message_args_json(message, &args);
    const char *more = strstr(text_string(&args), ",\"effect\"");
    text_put_bytes(out, args.data, more ? (size_t)(more - args.data) : args.length);
    text_put(out, more ? "}\n" : "\n");
    text_free(&args);
}

void put_says(const struct events *says, struct text *out) {
    for (int i = 0; i < says->count; i++)
        put_message(&event_of(says, i)->message, out);
}
