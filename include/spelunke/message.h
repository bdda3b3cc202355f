/* message.h: what a game says, before anybody puts it into words.
 *
 * A message is a key and arguments by name. Rules speak in messages, clients
 * turn them into sentences of four languages. An event is a message with the
 * set of viewers that may see it; a reason why something was refused is a
 * message too. All of it is flat and bounded. */
#ifndef SPELUNKE_MESSAGE_H
#define SPELUNKE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <spelunke/text.h>

/* Random play of Zum Blauen Drachen has at most 33 events an entry, about 4 kB. But a
 * contest that is tied again and again while nobody can answer turns over the whole
 * deck in one entry: 28 drinks with up to four events each, 14 ties, and the end of the
 * match, below 170 events and 16 kB (test_drachen.py plays 73). */
enum { MESSAGE_ARGS = 6, MESSAGE_VALUES = 78, EVENTS_MAX = 192, EVENTS_BYTES = 16 * 1024 };

enum arg_kind { ARG_NUMBER, ARG_SEAT, ARG_WORD };

/* One argument: `count` values of the message from `first` on. Its name is the value
 * before them, so that an argument that is not there takes no room for one. */
struct arg {
    uint8_t kind;
    uint8_t is_list;
    uint8_t first;
    uint8_t count;
};

union arg_value {
    int64_t number;
    const char *word; /* static, or outlives the message */
};

struct message {
    const char *key;
    uint8_t arg_count;
    uint8_t value_count;
    struct arg args[MESSAGE_ARGS];
    union arg_value values[MESSAGE_VALUES];
};

/* Each of these takes NULL for the message and then does nothing, so that rules need not
 * ask whether anybody listens. Playouts have no listeners, so that test is made here, where
 * it costs no call. */
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
/* Opens a list argument; the next message_item calls fill it. */
MESSAGE_FUNCTION(message_list, (struct message * message, const char *name, enum arg_kind kind),
                 (message, name, kind))
MESSAGE_FUNCTION(message_item, (struct message * message, int64_t number), (message, number))
MESSAGE_FUNCTION(message_item_word, (struct message * message, const char *word), (message, word))
#undef MESSAGE_FUNCTION
const char *message_arg_name(const struct message *message, int arg);
/* `{"name":value,...}` */
void message_args_json(const struct message *message, struct text *out);

/* Starts the reason and returns false: `return refuse(why, "null.no_bell");` */
bool refuse(struct message *why, const char *key);

/* Who sees an event: a bit for each seat, and one for those who only watch. */
enum { SEEN_BY_WATCHER = 1 << 15, SEEN_BY_ALL = 0xffff };

struct event {
    uint16_t seen_by;
    struct message message;
};

/* The events of one entry, one behind the other: of each only the values that are
 * used, for most messages have one or two of the 72 they could have. */
struct events {
    int count;               /* 0 forgets all of them */
    uint16_t at[EVENTS_MAX]; /* where each begins, in units of 8 bytes */
    _Alignas(8) unsigned char bytes[EVENTS_BYTES + sizeof(struct event)];
};

/* Appends an event and returns its message to be filled before the next one is added;
 * NULL for NULL. */
struct message *event_add_filled(struct events *events, uint16_t seen_by, const char *key);
static inline struct message *event_add(struct events *events, uint16_t seen_by, const char *key) {
    return events ? event_add_filled(events, seen_by, key) : NULL;
}
/* True if one more fits. A game's own events always do; who takes events from elsewhere asks. */
bool events_have_room(const struct events *events);
/* Copies what is there and not the room behind it. */
void events_copy(struct events *to, const struct events *from);
/* One of them, to be read, or to be changed without adding to it. */
const struct event *event_of(const struct events *events, int index);
struct event *event_at(struct events *events, int index);
bool event_seen(const struct event *event, int seat);
/* All of it, with the list of who sees it: for those who may know everything. */
void event_json(const struct event *event, int seats, struct text *out);

#endif
