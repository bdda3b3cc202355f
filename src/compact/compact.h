/* compact.h: compact JSON read in place: values, members, items.
 *
 * Views are written by `js_` as JSON without blanks. What compares two of them need not
 * build a tree: it walks along the text. A slice is a part of such a text, and nothing
 * here allocates or copies.
 *
 * Walking trusts the text to be compact JSON; who has it from somebody else asks
 * compact_is_json first. */
#ifndef SPELUNKE_COMPACT_H
#define SPELUNKE_COMPACT_H

#include <stdbool.h>
#include <stddef.h>

/* Text that is nested deeper is refused by compact_is_json. */
enum { COMPACT_DEPTH_MAX = 64 };

struct slice {
    const char *at;
    size_t length;
};

/* A member of an object, or an item of a list, whose key is empty. Keys have their quotes. */
struct member {
    struct slice key, value;
};

bool slice_equals(struct slice a, struct slice b);

/* True for one JSON value without blanks around or within. Bytes above 127 are not
 * looked at. */
bool compact_is_json(struct slice text);
/* True for an object or a list. */
bool compact_is_container(struct slice value);
/* What is within the brackets of an object or a list. */
struct slice compact_inside(struct slice container);
/* Takes the next member or item off the inside of a container; false at its end. */
bool compact_next(struct slice *inside, struct member *out);
/* Takes members off the inside of an object up to and with the one of this key; false,
 * and nothing is taken, if there is none. */
bool compact_find(struct slice *inside, struct slice key, struct member *out);

#endif
