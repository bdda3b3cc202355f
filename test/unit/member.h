/* member.h: members of a view's JSON, for the tests of the games. */
#ifndef SPELUNKE_TEST_MEMBER_H
#define SPELUNKE_TEST_MEMBER_H

#include <stdlib.h>

#include <jansson.h>

#include "test.h"

/* A seat's view, the caller's to free. */
static inline json_t *view_of(const struct match *match, int seat) {
    struct text text = {0};
    match_view_json(match, seat, &text);
    json_t *view = json_loads(text_string(&text), JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(view);
    text_free(&text);
    return view;
}

/* Demands that a member of a seat's view is written like this. */
static inline void check_member(const struct match *match, int seat, const char *name,
                                const char *expected) {
    json_t *view = view_of(match, seat), *member = json_object_get(view, name);
    assert_non_null(member);
    char *found = json_dumps(member, JSON_COMPACT | JSON_ENCODE_ANY);
    assert_string_equal(found, expected);
    free(found);
    json_decref(view);
}

#endif
