/* diff.h: differences of views: what a `step` says instead of the whole view.
 *
 * A difference is applied to a value: `[x]` means it is now x, `[]` it is gone, an object
 * changes inside: for each member, or each index of a list, apply what stands there. In a
 * list the index after the last appends, and `[]` at an index cuts the list there.
 *
 * Kept true: a difference follows from the two texts alone; applied to the old one it gives
 * the new one byte for byte; it is never longer than the new text and two brackets. For the
 * bytes the order of members matters, so there is one more rule, which only those need who
 * keep texts and not values: a new member stands directly before the next old one that
 * the difference names, and at the end if there is none. A member may be named only for
 * that: `[x]` with what it was, or `{}`, which changes nothing. Where members have changed
 * places the whole object is sent. */
#ifndef SPELUNKE_DIFF_H
#define SPELUNKE_DIFF_H

#include <spelunke/text.h>

#include "compact.h"

/* Both texts are compact JSON as `js_` writes it, no key twice in an object. Without a
 * difference nothing is written and the result is false. Nothing is allocated but what
 * `out` needs to grow. */
bool diff_put(const struct text *before, const struct text *after, struct text *out);
/* The same as a member of an object that is being written: `"d":{...}`. */
bool diff_put_member(const char *key, const struct text *before, const struct text *after,
                     struct text *out);

/* Of the difference of an object what comes of one run of its members, whose keys appear
 * nowhere else; a run may be empty, commas around it do not matter. `out` ends with the bracket
 * that opens the difference, or with a member of it. False, and `out` may have changed, where
 * what lies behind the run matters: a new member needs its place before an old one. */
bool diff_put_run(struct slice before, struct slice after, struct text *out);

/* Writes what `before` becomes by a difference, which may come from anybody. False, and
 * `out` is as it was, if it is no difference, or none of this value. */
bool diff_apply(const struct text *before, const struct text *difference, struct text *out);

#endif
