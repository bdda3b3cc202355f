/* wire.h: the forms that fields of the wire protocol can have.
 *
 * Which fields, messages and requests there are stands in proto/messages.json alone;
 * tools/proto.py makes proto.h and its tables from it, and this is what both are made
 * of. Everything is flat and bounded: what the gate has filled can be copied, queued and
 * handed to any thread. */
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
    KIND_NUMBER,      /* whole, min to max */
    KIND_COUNT,       /* whole; one that no int holds becomes 0, which suits no game */
    KIND_FLAG,        /* true or false */
    KIND_ID,          /* min to max of A-Za-z0-9_- */
    KIND_REF,         /* names something; a string that cannot be its name becomes "", so
                         that looking it up fails like any other miss */
    KIND_KEY_OR_NULL, /* names something, or nothing: "" */
    KIND_TEXT,        /* min to max bytes, nothing that steers a terminal */
    KIND_CHAT,        /* 1 to max code points, not all of them blank */
    KIND_SECRET,      /* 1 to max bytes, NFC */
    KIND_NAME,        /* see name.h */
    KIND_CODE,        /* normalised, see code.h; what is no code becomes "" */
    KIND_CHOICE,      /* its place in `of`; anything else is bad_request */
    KIND_SETTING,     /* the same, bad_setup */
    KIND_KEYS,        /* up to max names */
    KIND_SETTINGS,    /* an object whose members are fields of their own */
    KIND_OPTIONS,
    KIND_BOTS,
    KIND_CLOCK,
    KIND_SPAN, /* two numbers, 0 to max, the second not below the first */
    KIND_WATCHING,
    KIND_VIEWER, /* a seat, SEAT_WATCHER or VIEWER_ALL */
};

enum { WIRE_KEYS_MAX = 16, WIRE_KEY_MAX = 31, VIEWER_ALL = -100 };

/* Empty keys are those that cannot be one. */
struct wire_keys {
    int count;
    char items[WIRE_KEYS_MAX][WIRE_KEY_MAX + 1];
};

/* Options of a game, spelled as setup_option takes them. */
struct wire_options {
    int count;
    struct {
        char name[WIRE_KEY_MAX + 1];
        char value[OPTION_TEXT_MAX];
    } items[OPTIONS_MAX];
};

/* "": no computer player is named for this seat. */
struct wire_bots {
    char seats[SEATS_MAX][WIRE_KEY_MAX + 1];
};

/* Milliseconds; without a clock both are 0. */
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

/* Where a field lies in struct wire, and what it may hold. */
struct field_row {
    const char *name;
    enum field_kind kind;
    int64_t min, max;
    size_t offset, size;
    const char *const *of; /* ends with NULL */
};

/* Sets of fields, a bit each. Of `either`, where it is not empty, exactly one set must be
 * there, whole. */
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
