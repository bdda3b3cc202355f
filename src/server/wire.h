/* wire.h: the types of fields of the wire protocol.
 *
 * Fields, messages and requests are defined in proto/messages.json alone; tools/proto.py generates
 * proto.h and its tables from it, using the types in here. All structs are flat and bounded, so a
 * parsed message can be copied, queued and passed to another thread. */
#ifndef SPELUNKE_SERVER_WIRE_H
#define SPELUNKE_SERVER_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <spelunke/setup.h>

#include "code.h"
#include "name.h"
#include "token_bucket.h"

enum field_kind {
    KIND_NUMBER,      /* an integer, min to max */
    KIND_COUNT,       /* an integer; one outside of int becomes 0, which no game accepts */
    KIND_FLAG,        /* true or false */
    KIND_ID,          /* min to max characters of A-Za-z0-9_- */
    KIND_REF,         /* the name of something; an invalid name becomes "", so that the
                         lookup fails like that of an unknown name */
    KIND_KEY_OR_NULL, /* the name of something, or null, which becomes "" */
    KIND_TEXT,        /* min to max bytes without control characters */
    KIND_CHAT,        /* 1 to max code points, not all of them blank */
    KIND_SECRET,      /* 1 to max bytes, NFC */
    KIND_NAME,        /* see name.h */
    KIND_CODE,        /* normalised, see code.h; an invalid code becomes "" */
    KIND_CHOICE,      /* an index into `of`; other values are bad_request */
    KIND_SETTING,     /* the same, but other values are bad_setup */
    KIND_KEYS,        /* up to max names */
    KIND_SETTINGS,    /* an object whose members are fields */
    KIND_OPTIONS,
    KIND_BOTS,
    KIND_CLOCK,
    KIND_SPAN, /* two numbers, 0 to max, the second not below the first */
    KIND_WATCHING,
    KIND_VIEWER, /* a seat, SEAT_WATCHER or VIEWER_ALL */
};

enum { WIRE_KEYS_MAX = 16, WIRE_KEY_MAX = 31, VIEWER_ALL = -100 };

/* Invalid keys are stored as "". */
struct wire_keys {
    int count;
    char items[WIRE_KEYS_MAX][WIRE_KEY_MAX + 1];
};

/* Options of a game, in the syntax of setup_option. */
struct wire_options {
    int count;
    struct {
        char name[WIRE_KEY_MAX + 1];
        char value[OPTION_TEXT_MAX];
    } items[OPTIONS_MAX];
};

/* The computer player of each seat; "": none. */
struct wire_bots {
    char seats[SEATS_MAX][WIRE_KEY_MAX + 1];
};

/* In ms; both are 0 if there is no clock. */
struct wire_clock {
    bool is_on;
    int64_t decide, reserve;
};

struct wire_span {
    int32_t from, to;
};

struct wire_watching {
    bool allowed;
    int32_t delay;
};

/* The offset of a field in struct wire, and its valid values. */
struct field_row {
    const char *name;
    enum field_kind kind;
    int64_t min, max;
    size_t offset, size;
    const char *const *of; /* NULL-terminated */
};

/* Bit sets of required and allowed fields. If `either` is not empty, exactly one of its sets must
 * be present, completely. */
struct demand {
    uint64_t needs, may, either[2];
};

struct message_row {
    const char *name;
    bool is_numbered, writes_row;
    struct demand demand;
};

struct route_row {
    const char *method, *path;
    bool is_page;
    uint64_t query;
    struct demand demand;
};

struct limit_row {
    const char *key;
    int64_t value;
};

struct code_row {
    const char *name;
    int status; /* of HTTP */
};

#endif
