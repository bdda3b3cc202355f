/* tell.c: certain consequences and odds of actions, as JSON for the clients. */
#include <stdlib.h>

#include <spelunke/must.h>

#include "console.h"

/* A list of messages, in the form of the engine's answers to `tell` and `odds`. */
static struct value *read_says(const struct events *says) {
    struct text json = {0};
    js_open(&json, '[');
    for (int i = 0; i < says->count; i++) {
        const struct message *message = &event_of(says, i)->message;
        js_open(&json, '{');
        js_put_string(&json, "key", message->key);
        js_key(&json, "args");
        message_args_json(message, &json);
        js_close(&json, '}');
    }
    js_close(&json, ']');
    struct value *value = value_parse(text_string(&json), json.length);
    must(value); /* written by this program */
    text_free(&json);
    return value;
}

struct value *console_tell(const struct console *console, const char *action) {
    if (console->remote)
        return join_says(console, "tell", action);
    _Alignas(max_align_t) unsigned char read[ACTION_BYTES_MAX];
    struct events *says = must_alloc(sizeof *says);
    if (match_read(console->match, console->seat, action, read, NULL) == VERDICT_PLAYED)
        match_tell(console->match, console->seat, read, says);
    struct value *value = read_says(says);
    free(says);
    return value;
}

struct value *console_odds(const struct console *console) {
    if (console->remote)
        return join_says(console, "odds", NULL);
    struct events *says = must_alloc(sizeof *says);
    match_odds(console->match, console->seat, says);
    struct value *value = read_says(says);
    free(says);
    return value;
}
