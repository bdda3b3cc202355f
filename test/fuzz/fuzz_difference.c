/* fuzz_difference.c: any two texts as an old and a new view, and any text as a difference.
 *
 * The input is used twice. First it generates two similar values: their difference must give the
 * new text byte for byte, also for a client that keeps values, and must not be too long. Then
 * the input, cut at its first line feed, is an old text and an untrusted difference: what is
 * accepted gives JSON, and nothing crashes. */
#include <string.h>

#include <spelunke/must.h>

#include "../unit/values.h"
#include "compact/compact.h"
#include "compact/diff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Deeper than changes are sent inside, and lists with indexes of two digits; not more nodes than
 * that needs, because every level is traversed again. */
enum { NODES_MAX = 48, DEPTH_MAX = 40, KEYS = 6, ITEMS_MAX = 12 };

struct grower {
    const uint8_t *data;
    size_t size;
    int nodes;
    struct text old, new;
};

static int draw(struct grower *grower, int below) {
    if (!grower->size)
        return 0;
    grower->size--;
    return *grower->data++ % below;
}

/* NULL: this part has no text. */
static void put(struct text *text, const char *string) {
    if (text)
        text_put(text, string);
}

static void grow_scalar(struct grower *grower, struct text *out) {
    static const char *const scalars[] = {
        "0",  "-17", "null", "true", "\"\"", "\"}],:{[\\\"\"", "\"\\\\\"", "\"a long one, it is\"",
        "[]", "{}",  "1.5",  "\"0\""};
    put(out, scalars[draw(grower, sizeof scalars / sizeof *scalars)]);
}

static void grow(struct grower *grower, int depth, struct text *old, struct text *new);

/* Usually the keys have the same order in both values. */
static void grow_members(struct grower *grower, int depth, struct text *old, struct text *new) {
    static const char *const keys[KEYS] = {"a", "b", "c", "\\\"", "4", "long key"};
    int count = draw(grower, KEYS + 1), turned = draw(grower, 8) ? 0 : 1;
    bool old_has = false, new_has = false;
    put(old, "{");
    put(new, "{");
    for (int i = 0; i < count && grower->nodes < NODES_MAX; i++) {
        int there = draw(grower, 8);
        struct text *left = there == 1 ? NULL : old, *right = there == 2 ? NULL : new;
        const char *sides[] = {keys[i], keys[turned ? count - 1 - i : i]};
        for (int side = 0; side < 2; side++) {
            struct text *text = side ? right : left;
            bool *has = side ? &new_has : &old_has;
            if (text)
                put(text, *has ? ",\"" : "\"");
            put(text, sides[side]);
            put(text, "\":");
            *has |= text != NULL;
        }
        grow(grower, depth + 1, left, right);
    }
    put(old, "}");
    put(new, "}");
}

static void grow_items(struct grower *grower, int depth, struct text *old, struct text *new) {
    int counts[] = {draw(grower, ITEMS_MAX + 1), draw(grower, ITEMS_MAX + 1)};
    put(old, "[");
    put(new, "[");
    for (int i = 0; (i < counts[0] || i < counts[1]) && grower->nodes < NODES_MAX; i++) {
        struct text *left = i < counts[0] ? old : NULL, *right = i < counts[1] ? new : NULL;
        put(left, i ? "," : "");
        put(right, i ? "," : "");
        grow(grower, depth + 1, left, right);
    }
    put(old, "]");
    put(new, "]");
}

static void grow(struct grower *grower, int depth, struct text *old, struct text *new) {
    size_t from = old ? old->length : 0;
    int kind = ++grower->nodes < NODES_MAX && depth < DEPTH_MAX ? draw(grower, 6) : 5;
    if (kind < 2) {
        grow_members(grower, depth, old, new);
    } else if (kind < 4) {
        grow_items(grower, depth, old, new);
    } else {
        grow_scalar(grower, old);
        if (kind == 4 || !old)
            grow_scalar(grower, new);
        else if (new)
            text_put_bytes(new, old->data + from, old->length - from);
    }
}

static struct slice slice_of(const struct text *text) {
    return (struct slice){text_string(text), text->length};
}

static void check_pair(const struct text *old, const struct text *new) {
    struct text change = {0}, applied = {0};
    bool differs = diff_put(old, new, &change);
    must(differs != text_equals(old, new));
    if (differs) {
        must(change.length <= new->length + 2);
        must(compact_is_json(slice_of(&change)));
        must(diff_apply(old, &change, &applied));
        must(text_equals(&applied, new));
        must(values_agree(old->data, change.data, new->data));
    }
    text_free(&change);
    text_free(&applied);
}

static void check_foreign(const uint8_t *data, size_t size) {
    struct text old = {0}, change = {0}, applied = {0};
    const uint8_t *cut = size ? memchr(data, '\n', size) : NULL;
    size_t first = cut ? (size_t)(cut - data) : size;
    text_put_bytes(&old, (const char *)data, first);
    if (cut)
        text_put_bytes(&change, (const char *)cut + 1, size - first - 1);
    if (diff_apply(&old, &change, &applied))
        must(compact_is_json(slice_of(&applied)) || applied.length > COMPACT_DEPTH_MAX);
    else
        must(applied.length == 0);
    text_free(&old);
    text_free(&change);
    text_free(&applied);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct grower grower = {.data = data, .size = size};
    grow(&grower, 0, &grower.old, &grower.new);
    must(compact_is_json(slice_of(&grower.old)) && compact_is_json(slice_of(&grower.new)));
    check_pair(&grower.old, &grower.new);
    text_free(&grower.old);
    text_free(&grower.new);
    check_foreign(data, size);
    return 0;
}
