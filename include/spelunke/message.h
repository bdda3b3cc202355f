/* message.h: what a game says, independent of language.
 *
 * A message is a key with named arguments. Rules create messages, and clients translate them into
 * sentences of four languages. An event is a message with the set of viewers that may see it; a
 * reason for a refusal is a message too. All of it is flat and bounded. */
#ifndef SPELUNKE_MESSAGE_H
#define SPELUNKE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <spelunke/text.h>

/* Random play of Zum Blauen Drachen has at most 33 events an entry, about 4 kB. A contest that ties
 * again and again while nobody can answer turns over the whole deck in one entry, however: 28
 * drinks with up to four events each, 14 ties, and the end of the match, less than 170 events and
 * 16 kB (test_drachen.py plays 73). */
enum { MESSAGE_ARGS = 6, MESSAGE_VALUES = 78, EVENTS_MAX = 192, EVENTS_BYTES = 16 * 1024 };

enum arg_kind { ARG_NUMBER, ARG_SEAT, ARG_WORD };

/* One argument: `count` values of the message from `first` on. Its name is the value before them,
 * so unused arguments take no space. */
struct arg {
    uint8_t kind;
    uint8_t is_list;
    uint8_t first;
    uint8_t count;
};

union arg_value {
    int64_t number;
    const char *word; /* a literal, or a string that outlives the message */
};

struct message {
    const char *key;
    uint8_t arg_count;
    uint8_t value_count;
    struct arg args[MESSAGE_ARGS];
    union arg_value values[MESSAGE_VALUES];
};

/* All of these accept NULL as the message and then do nothing, so rules need not check whether
 * anybody listens. Playouts have no listeners, so the check is in a macro, where it costs no
 * call. */
#define MESSAGE_FUNCTION(name, parameters, arguments)                                              \
    void name##_filled parameters;                                                                 \
    static inline void name parameters {                                                           \
        if (message)                                                                               \
            name##_filled arguments;                                                               \
    }

MESSAGE_FUNCTION(message_start, (struct message * message, const char *key), (message, key))
MESSAGE_FUNCTION(message_number, (struct message * message, const char *name, int64_t number),
                 (message, name, number))
MESSAGE_FUNCTION(message_seat, (struct message * message, const char *name, int seat),
                 (message, name, seat))
MESSAGE_FUNCTION(message_word, (struct message * message, const char *name, const char *word),
                 (message, name, word))
/* Opens a list argument; the following calls of message_item fill it. */
MESSAGE_FUNCTION(message_list, (struct message * message, const char *name, enum arg_kind kind),
                 (message, name, kind))
MESSAGE_FUNCTION(message_item, (struct message * message, int64_t number), (message, number))
MESSAGE_FUNCTION(message_item_word, (struct message * message, const char *word), (message, word))
#undef MESSAGE_FUNCTION
const char *message_arg_name(const struct message *message, int arg);
/* `{"name":value,...}` */
void message_args_json(const struct message *message, struct text *out);

/* Sets the reason and returns false: `return refuse(why, "null.no_bell");` */
bool refuse(struct message *why, const char *key);

/* The viewers of an event: a bit for each seat, and one for watchers. */
enum { SEEN_BY_WATCHER = 1 << 15, SEEN_BY_ALL = 0xffff };

struct event {
    uint16_t seen_by;
    struct message message;
};

/* The events of one entry, packed: of each only the values in use, because most messages have one
 * or two of the 72 possible ones. */
struct events {
    int count;               /* set to 0 to clear the list */
    uint16_t at[EVENTS_MAX]; /* offset of each, in units of 8 bytes */
    _Alignas(8) unsigned char bytes[EVENTS_BYTES + sizeof(struct event)];
};

/* Appends an event and returns its message, which must be filled before the next event is added;
 * NULL for NULL. */
struct message *event_add_filled(struct events *events, uint16_t seen_by, const char *key);
static inline struct message *event_add(struct events *events, uint16_t seen_by, const char *key) {
    return events ? event_add_filled(events, seen_by, key) : NULL;
}
/* True if one more fits. A game's own events always fit; code that adds events from elsewhere must
 * check. */
bool events_have_room(const struct events *events);
/* Copies only the bytes in use. */
void events_copy(struct events *to, const struct events *from);
/* One event, to be read, or to be changed without adding values. */
const struct event *event_of(const struct events *events, int index);
struct event *event_at(struct events *events, int index);
bool event_seen(const struct event *event, int seat);
/* The complete event with the list of its viewers, for readers who may know everything. */
void event_json(const struct event *event, int seats, struct text *out);

#endif
