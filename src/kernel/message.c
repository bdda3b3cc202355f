/* message.c: filling messages and events, and writing their arguments. */
#include <spelunke/message.h>

#include <spelunke/must.h>

void message_start(struct message *message, const char *key) {
    if (!message)
        return;
    message->key = key;
    message->arg_count = 0;
    message->value_count = 0;
}

static void add_arg(struct message *message, const char *name, enum arg_kind kind, bool is_list) {
    must(message->arg_count < MESSAGE_ARGS);
    message->args[message->arg_count++] = (struct arg){
        .name = name, .kind = (uint8_t)kind, .is_list = is_list, .first = message->value_count};
}

static void add_value(struct message *message, union arg_value value) {
    must(message->value_count < MESSAGE_VALUES);
    message->values[message->value_count++] = value;
    message->args[message->arg_count - 1].count++;
}

static void add_single(struct message *message, const char *name, enum arg_kind kind,
                       union arg_value value) {
    if (!message)
        return;
    add_arg(message, name, kind, false);
    add_value(message, value);
}

void message_number(struct message *message, const char *name, int64_t number) {
    add_single(message, name, ARG_NUMBER, (union arg_value){.number = number});
}

void message_seat(struct message *message, const char *name, int seat) {
    add_single(message, name, ARG_SEAT, (union arg_value){.number = seat});
}

void message_word(struct message *message, const char *name, const char *word) {
    add_single(message, name, ARG_WORD, (union arg_value){.word = word});
}

void message_list(struct message *message, const char *name, enum arg_kind kind) {
    if (message)
        add_arg(message, name, kind, true);
}

void message_item(struct message *message, int64_t number) {
    if (message)
        add_value(message, (union arg_value){.number = number});
}

void message_item_word(struct message *message, const char *word) {
    if (message)
        add_value(message, (union arg_value){.word = word});
}

static void arg_json(const struct message *message, const struct arg *arg, struct text *out) {
    js_key(out, arg->name);
    if (arg->is_list)
        js_open(out, '[');
    for (int i = arg->first; i < arg->first + arg->count; i++) {
        if (arg->kind == ARG_WORD)
            js_string(out, message->values[i].word);
        else
            js_number(out, message->values[i].number);
    }
    if (arg->is_list)
        js_close(out, ']');
}

void message_args_json(const struct message *message, struct text *out) {
    js_open(out, '{');
    for (int i = 0; i < message->arg_count; i++)
        arg_json(message, &message->args[i], out);
    js_close(out, '}');
}

bool refuse(struct message *why, const char *key) {
    message_start(why, key);
    return false;
}

struct message *event_add(struct events *events, uint16_t seen_by, const char *key) {
    if (!events)
        return NULL;
    must(events->count < EVENTS_MAX);
    struct event *event = &events->list[events->count++];
    event->seen_by = seen_by;
    message_start(&event->message, key);
    return &event->message;
}

bool event_seen(const struct event *event, int seat) {
    return seat < 0 ? event->seen_by & SEEN_BY_WATCHER : event->seen_by >> seat & 1;
}
