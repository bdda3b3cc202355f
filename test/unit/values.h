/* values.h: a difference applied to values, as a client does that keeps them and not texts.
 *
 * It knows no more than docs/protocol.md says about differences, and nothing of diff.c. */
#ifndef SPELUNKE_TEST_VALUES_H
#define SPELUNKE_TEST_VALUES_H

#include <stdbool.h>
#include <stdlib.h>

#include <jansson.h>

/* What the value becomes, the caller's to free; NULL: it is gone. What does not change is
 * shared with the old value, and only what changes inside is copied. */
static inline json_t *values_apply(json_t *value, json_t *change) {
    const char *key;
    json_t *inner;
    if (json_is_array(change))
        return json_array_size(change) ? json_incref(json_array_get(change, 0)) : NULL;
    json_t *result = json_copy(value);
    json_object_foreach(change, key, inner) {
        size_t index = strtoul(key, NULL, 10);
        bool is_list = json_is_array(result);
        json_t *now = values_apply(
            is_list ? json_array_get(result, index) : json_object_get(result, key), inner);
        if (!is_list && now)
            json_object_set_new(result, key, now);
        else if (!is_list)
            json_object_del(result, key);
        else if (now && index == json_array_size(result))
            json_array_append_new(result, now);
        else if (now)
            json_array_set_new(result, index, now);
        else
            while (json_array_size(result) > index)
                json_array_remove(result, json_array_size(result) - 1);
    }
    return result;
}

/* True if the difference of two texts turns the old value into the new one. */
static inline bool values_agree(const char *before, const char *change, const char *after) {
    json_t *old = json_loads(before, JSON_DECODE_ANY, NULL);
    json_t *difference = json_loads(change, JSON_DECODE_ANY, NULL);
    json_t *expected = json_loads(after, JSON_DECODE_ANY, NULL);
    json_t *result = values_apply(old, difference);
    bool agrees = old && difference && expected && json_equal(result, expected);
    json_decref(old);
    json_decref(difference);
    json_decref(expected);
    json_decref(result);
    return agrees;
}

#endif
