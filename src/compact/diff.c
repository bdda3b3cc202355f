/* diff.c: writes and applies differences of compact JSON, in place. */
#include "diff.h"

#include <string.h>

#include <spelunke/must.h>

#include "compact.h"

/* Changes at a greater depth are sent as a whole value. */
enum { DIFF_DEPTH_MAX = 32 };

static struct slice slice_of(const struct text *text) {
    return (struct slice){text_string(text), text->length};
}

static void put_slice(struct text *out, struct slice slice) {
    text_put_bytes(out, slice.at, slice.length);
}

/* Inserts a comma unless the text ends in an opening bracket, as no value does. */
static void put_comma(struct text *out) {
    char last = out->data[out->length - 1];
    if (last != '{' && last != '[')
        text_put_char(out, ',');
}

static void put_key(struct text *out, struct slice key) {
    put_comma(out);
    put_slice(out, key);
    text_put_char(out, ':');
}

static void cut(struct text *out, size_t length) {
    if (out->length > length) {
        out->length = length;
        out->data[length] = '\0';
    }
}

static void put_whole(struct text *out, struct slice value) {
    text_put_char(out, '[');
    put_slice(out, value);
    text_put_char(out, ']');
}

static bool has_key(struct slice members, struct slice key) {
    struct member found;
    return compact_find(&members, key, &found);
}

static void put_change(struct slice before, struct slice after, int depth, struct text *out);

/* Marks the members from the front of `inside` up to `end` as removed. */
static void put_removed(struct slice inside, const char *end, struct text *out) {
    struct member was;
    while (inside.at < end && compact_next(&inside, &was)) {
        put_key(out, was.key);
        text_put(out, "[]");
    }
}

/* Removes the member or item from the front of the old ones if it is byte for byte the next of
 * them. Most are, and then they need not be scanned. */
static bool take_same(struct slice *left, const struct member *now) {
    const char *from = now->key.length ? now->key.at : now->value.at;
    size_t length = (size_t)(now->value.at + now->value.length - from);
    if (left->length < length || memcmp(left->at, from, length) != 0)
        return false;
    if (left->length > length && left->at[length] != ',')
        return false;
    length += left->length > length;
    *left = (struct slice){left->at + length, left->length - length};
    return true;
}

/* Names an unchanged member, so that a new one has its place before it. */
static void put_anchor(struct member was, struct text *out) {
    put_key(out, was.key);
    if (compact_is_container(was.value))
        text_put(out, "{}");
    else
        put_whole(out, was.value);
}

/* False if members have changed their order. `is_open` is true at the end if a new member has no
 * old one after it. */
static bool put_members(struct slice before, struct slice after, int depth, bool *is_open,
                        struct text *out) {
    struct slice left = before, rest = after; /* not compared yet */
    struct member was, now;
    bool waits = false;
    while ((waits || !slice_equals(left, rest)) && compact_next(&rest, &now)) {
        if (!waits && take_same(&left, &now))
            continue;
        struct slice from = left;
        if (!compact_find(&left, now.key, &was)) {
            if (has_key(before, now.key))
                return false;
            put_key(out, now.key);
            put_whole(out, now.value);
            waits = true;
            continue;
        }
        if (was.key.at != from.at) {
            put_removed(from, was.key.at, out);
            waits = false;
        }
        if (!slice_equals(was.value, now.value)) {
            put_key(out, now.key);
            put_change(was.value, now.value, depth + 1, out);
        } else if (waits) {
            put_anchor(was, out);
        }
        waits = false;
    }
    if (!slice_equals(left, rest))
        put_removed(left, left.at + left.length, out);
    *is_open = waits;
    return true;
}

static bool put_object(struct slice before, struct slice after, int depth, struct text *out) {
    bool is_open;
    text_put_char(out, '{');
    if (!put_members(compact_inside(before), compact_inside(after), depth, &is_open, out))
        return false;
    text_put_char(out, '}');
    return true;
}

static void put_index(struct text *out, int index) {
    put_comma(out);
    text_put_char(out, '"');
    text_put_number(out, index);
    text_put(out, "\":");
}

static void put_list(struct slice before, struct slice after, int depth, struct text *out) {
    struct slice left = compact_inside(before), rest = compact_inside(after);
    struct member was, now;
    int index = 0;
    text_put_char(out, '{');
    for (; !slice_equals(left, rest) && compact_next(&rest, &now); index++) {
        if (take_same(&left, &now))
            continue;
        bool is_new = !compact_next(&left, &was);
        put_index(out, index);
        if (is_new)
            put_whole(out, now.value);
        else
            put_change(was.value, now.value, depth + 1, out);
    }
    if (left.length && !rest.length) {
        put_index(out, index);
        text_put(out, "[]");
    }
    text_put_char(out, '}');
}

/* Writes the change inside the value, or the whole value if that is shorter. */
static void put_change(struct slice before, struct slice after, int depth, struct text *out) {
    size_t start = out->length;
    bool goes_inside =
        *before.at == *after.at && compact_is_container(after) && depth < DIFF_DEPTH_MAX;
    if (goes_inside && *after.at == '{')
        goes_inside = put_object(before, after, depth, out);
    else if (goes_inside)
        put_list(before, after, depth, out);
    if (goes_inside && out->length - start < after.length + 2)
        return;
    cut(out, start);
    put_whole(out, after);
}

bool diff_put(const struct text *before, const struct text *after, struct text *out) {
    must(before->length && after->length);
    if (text_equals(before, after))
        return false;
    put_change(slice_of(before), slice_of(after), 0, out);
    return true;
}

static struct slice without_commas(struct slice run) {
    if (run.length && *run.at == ',')
        run = (struct slice){run.at + 1, run.length - 1};
    run.length -= run.length && run.at[run.length - 1] == ',';
    return run;
}

bool diff_put_run(struct slice before, struct slice after, struct text *out) {
    bool is_open;
    return put_members(without_commas(before), without_commas(after), 0, &is_open, out) && !is_open;
}

bool diff_put_member(const char *key, const struct text *before, const struct text *after,
                     struct text *out) {
    if (text_equals(before, after))
        return false;
    js_key(out, key);
    return diff_put(before, after, out);
}

static bool is_removed(struct slice change) {
    return change.length == 2 && *change.at == '[';
}

/* Reads x from [x]. */
static bool read_whole(struct slice change, struct slice *value) {
    if (*change.at != '[')
        return false;
    struct slice inside = compact_inside(change);
    struct member item;
    if (!compact_next(&inside, &item) || inside.length)
        return false;
    *value = item.value;
    return true;
}

static bool apply(struct slice value, struct slice change, int depth, struct text *out);

static bool put_added(struct slice changes, struct slice end, struct text *out) {
    struct member change;
    struct slice value;
    while (changes.at < end.at && compact_next(&changes, &change)) {
        if (is_removed(change.value))
            continue;
        if (!read_whole(change.value, &value))
            return false;
        put_key(out, change.key);
        put_slice(out, value);
    }
    return true;
}

/* Adds the new members that the difference names directly before the old one with this key, or at
 * the end. */
static bool add_before(struct slice value, struct slice changes, struct slice key,
                       struct text *out) {
    struct slice run = changes, at = changes;
    struct member change;
    while (compact_next(&changes, &change)) {
        if (slice_equals(change.key, key))
            break;
        if (has_key(compact_inside(value), change.key))
            run = changes;
        at = changes;
    }
    return put_added(run, at, out);
}

static bool apply_object(struct slice value, struct slice change, int depth, struct text *out) {
    struct slice left = compact_inside(value), changes = compact_inside(change);
    struct member was, now;
    text_put_char(out, '{');
    while (compact_next(&left, &was)) {
        struct slice from = changes;
        bool is_named = compact_find(&from, was.key, &now);
        if (is_named && !add_before(value, changes, was.key, out))
            return false;
        if (is_named && is_removed(now.value))
            continue;
        put_key(out, was.key);
        if (!is_named)
            put_slice(out, was.value);
        else if (!apply(was.value, now.value, depth + 1, out))
            return false;
    }
    if (!add_before(value, changes, (struct slice){"", 0}, out))
        return false;
    text_put_char(out, '}');
    return true;
}

static bool is_index(struct slice key, int index) {
    char digits[16];
    size_t length = 0;
    do {
        digits[length++] = (char)('0' + index % 10);
        index /= 10;
    } while (index);
    if (key.length != length + 2)
        return false;
    for (size_t i = 0; i < length; i++)
        if (key.at[1 + i] != digits[length - 1 - i])
            return false;
    return true;
}

/* Changes must be in rising order; one that is left over is invalid. */
static bool apply_list(struct slice value, struct slice change, int depth, struct text *out) {
    struct slice left = compact_inside(value), changes = compact_inside(change);
    struct member was, now;
    bool has_change = compact_next(&changes, &now);
    text_put_char(out, '[');
    for (int index = 0;; index++) {
        bool has_item = compact_next(&left, &was);
        bool is_named = has_change && is_index(now.key, index);
        if (is_named && is_removed(now.value)) {
            has_change = compact_next(&changes, &now);
            break;
        }
        if (!has_item && !is_named)
            break;
        put_comma(out);
        struct slice added = {"", 0};
        if (!has_item && !read_whole(now.value, &added))
            return false;
        if (!has_item || !is_named)
            put_slice(out, has_item ? was.value : added);
        else if (!apply(was.value, now.value, depth + 1, out))
            return false;
        if (is_named)
            has_change = compact_next(&changes, &now);
    }
    text_put_char(out, ']');
    return !has_change;
}

static bool apply(struct slice value, struct slice change, int depth, struct text *out) {
    struct slice whole;
    if (read_whole(change, &whole)) {
        put_slice(out, whole);
        return true;
    }
    if (*change.at != '{' || !compact_is_container(value) || depth > COMPACT_DEPTH_MAX)
        return false;
    return *value.at == '{' ? apply_object(value, change, depth, out)
                            : apply_list(value, change, depth, out);
}

bool diff_apply(const struct text *before, const struct text *difference, struct text *out) {
    size_t start = out->length;
    struct slice value = slice_of(before), change = slice_of(difference);
    if (compact_is_json(value) && compact_is_json(change) && apply(value, change, 0, out))
        return true;
    cut(out, start);
    return false;
}
