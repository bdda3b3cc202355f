/* compact.h: reads compact JSON in place: values, members, items.
 *
 * Views are written by `js_` as JSON without blanks. Code that compares two of them need not build
 * a tree: it iterates over the text. A slice is a part of such a text, and no function here
 * allocates or copies.
 *
 * The iterators trust the text to be compact JSON; untrusted text must be validated with
 * compact_is_json first. */
#ifndef SPELUNKE_COMPACT_H
#define SPELUNKE_COMPACT_H

#include <stdbool.h>
#include <stddef.h>

/* compact_is_json refuses text that is nested deeper. */
enum { COMPACT_DEPTH_MAX = 64 };

struct slice {
    const char *at;
    size_t length;
};

/* A member of an object, or an item of a list, whose key is empty. Keys include their quotes. */
struct member {
    struct slice key, value;
};

bool slice_equals(struct slice a, struct slice b);

/* True for one JSON value without whitespace. Bytes above 127 are not validated. */
bool compact_is_json(struct slice text);
/* True for an object or a list. */
bool compact_is_container(struct slice value);
/* The text between the brackets of an object or a list. */
struct slice compact_inside(struct slice container);
/* Removes the next member or item from the front of `inside`; false at its end. */
bool compact_next(struct slice *inside, struct member *out);
/* Removes members from the front of `inside` up to and including the one with this key; false, and
 * nothing is removed, if there is none. */
bool compact_find(struct slice *inside, struct slice key, struct member *out);

#endif
