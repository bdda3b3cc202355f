/* diff.h: differences of views: what a `step` sends instead of the whole view.
 *
 * A difference is applied to a value: `[x]` replaces it by x, `[]` removes it, and an object
 * changes it inside: the difference for each named member, or each index of a list. In a list the
 * index after the last appends, and `[]` at an index truncates the list there.
 *
 * Invariants: a difference depends on the two texts alone; applied to the old one it gives the new
 * one byte for byte; it is never longer than the new text and two brackets. The order of members
 * matters for the bytes, so there is one more rule, which only readers need that keep texts and not
 * values: a new member is inserted directly before the next old one that the difference names, and
 * at the end if there is none. A member may be named only for that purpose: by `[x]` with its old
 * value, or by `{}`, which changes nothing. If members have changed their order, the whole object
 * is sent. */
#ifndef SPELUNKE_DIFF_H
#define SPELUNKE_DIFF_H

#include <spelunke/text.h>

#include "compact.h"

/* Both texts are compact JSON as `js_` writes it, without duplicate keys. If they are equal,
 * nothing is written and the result is false. Allocates nothing except for growing `out`. */
bool diff_put(const struct text *before, const struct text *after, struct text *out);
/* The same as a member of an object that is being written: `"d":{...}`. */
bool diff_put_member(const char *key, const struct text *before, const struct text *after,
                     struct text *out);

/* The part of an object's difference that comes from one run of its members, whose keys occur
 * nowhere else. A run may be empty; commas around it are ignored. `out` ends with the bracket that
 * opens the difference, or with a member of it. False, and `out` may have changed, if the text
 * after the run matters, because a new member must be placed before an old one. */
bool diff_put_run(struct slice before, struct slice after, struct text *out);

/* Applies an untrusted difference to `before`. False, and `out` is unchanged, if it is malformed or
 * does not fit this value. */
bool diff_apply(const struct text *before, const struct text *difference, struct text *out);

#endif
