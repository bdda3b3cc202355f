/* message.c: fills messages and events and serialises their arguments. */
#include <spelunke/message.h>

#include <stddef.h>
#include <string.h>

#include <spelunke/must.h>

void message_start_filled(struct message *message, const char *key) {
    message->key = key;
    message->arg_count = 0;
    message->value_count = 0;
}

static void add_arg(struct message *message, const char *name, enum arg_kind kind, bool is_list) {
    must(message->arg_count < MESSAGE_ARGS && message->value_count < MESSAGE_VALUES);
    message->values[message->value_count++] = (union arg_value){.word = name};
    message->args[message->arg_count++] =
        (struct arg){.kind = (uint8_t)kind, .is_list = is_list, .first = message->value_count};
}

const char *message_arg_name(const struct message *message, int arg) {
    must(arg >= 0 && arg < message->arg_count);
    return message->values[message->args[arg].first - 1].word;
}

static void add_value(struct message *message, union arg_value value) {
    must(message->value_count < MESSAGE_VALUES);
    message->values[message->value_count++] = value;
    message->args[message->arg_count - 1].count++;
}

static void add_single(struct message *message, const char *name, enum arg_kind kind,
                       union arg_value value) {
    add_arg(message, name, kind, false);
    add_value(message, value);
}

void message_number_filled(struct message *message, const char *name, int64_t number) {
    add_single(message, name, ARG_NUMBER, (union arg_value){.number = number});
}

void message_seat_filled(struct message *message, const char *name, int seat) {
    add_single(message, name, ARG_SEAT, (union arg_value){.number = seat});
}

void message_word_filled(struct message *message, const char *name, const char *word) {
    add_single(message, name, ARG_WORD, (union arg_value){.word = word});
}

void message_list_filled(struct message *message, const char *name, enum arg_kind kind) {
    add_arg(message, name, kind, true);
}

void message_item_filled(struct message *message, int64_t number) {
    add_value(message, (union arg_value){.number = number});
}

void message_item_word_filled(struct message *message, const char *word) {
    add_value(message, (union arg_value){.word = word});
}

static void arg_json(const struct message *message, const struct arg *arg, struct text *out) {
    js_key(out, message->values[arg->first - 1].word);
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

/* The size of an event in units of 8 bytes, without unused values. */
static size_t event_size(const struct event *event) {
    size_t size = offsetof(struct event, message.values) +
                  event->message.value_count * sizeof(union arg_value);
    return (size + 7) / 8;
}

struct event *event_at(struct events *events, int index) {
    must(index >= 0 && index < events->count);
    return (struct event *)(void *)(events->bytes + 8 * (size_t)events->at[index]);
}

const struct event *event_of(const struct events *events, int index) {
    must(index >= 0 && index < events->count);
    return (const struct event *)(const void *)(events->bytes + 8 * (size_t)events->at[index]);
}

/* The offset of the next event in units of 8 bytes. */
static size_t next_event(const struct events *events) {
    int last = events->count - 1;
    return last < 0 ? 0 : events->at[last] + event_size(event_of(events, last));
}

void events_copy(struct events *to, const struct events *from) {
    to->count = from->count;
    memcpy(to->at, from->at, (size_t)from->count * sizeof *to->at);
    memcpy(to->bytes, from->bytes, 8 * next_event(from));
}

bool events_have_room(const struct events *events) {
    return events->count < EVENTS_MAX && 8 * next_event(events) <= EVENTS_BYTES;
}

struct message *event_add_filled(struct events *events, uint16_t seen_by, const char *key) {
    size_t next = next_event(events);
    must(events_have_room(events));
    events->at[events->count++] = (uint16_t)next;
    struct event *event = event_at(events, events->count - 1);
    event->seen_by = seen_by;
    message_start(&event->message, key);
    return &event->message;
}

bool event_seen(const struct event *event, int seat) {
    return seat < 0 ? event->seen_by & SEEN_BY_WATCHER : event->seen_by >> seat & 1;
}

void event_json(const struct event *event, int seats, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "key", event->message.key);
    js_key(out, "seen_by");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        if (event_seen(event, seat))
            js_number(out, seat);
    if (event->seen_by & SEEN_BY_WATCHER)
        js_string(out, "watcher");
    js_close(out, ']');
    js_key(out, "args");
    message_args_json(&event->message, out);
    js_close(out, '}');
}
