/* lines.c: splits a stream into lines in linear time.
 *
 * Invariants: `pending` from `from` on has not been returned yet, and contains no line feed before
 * `searched`. */
#include "engine.h"

#include <string.h>

void lines_free(struct lines *lines) {
    text_free(&lines->pending);
}

static void drop_given(struct lines *lines) {
    struct text *pending = &lines->pending;
    if (lines->from == 0)
        return;
    memmove(pending->data, pending->data + lines->from, pending->length - lines->from);
    pending->length -= lines->from;
    lines->searched -= lines->from;
    lines->from = 0;
}

void lines_add(struct lines *lines, const char *bytes, size_t count) {
    drop_given(lines);
    text_put_bytes(&lines->pending, bytes, count);
}

enum lines_found lines_next(struct lines *lines, const char **line, size_t *length) {
    struct text *pending = &lines->pending;
    size_t left = pending->length - lines->searched;
    char *feed = left ? memchr(pending->data + lines->searched, '\n', left) : NULL;
    if (!feed) {
        lines->searched = pending->length;
        if (lines->is_skipping || pending->length - lines->from > lines->limit) {
            lines->is_skipping = true;
            lines->from = pending->length;
            drop_given(lines);
        }
        return LINES_NONE;
    }
    *line = pending->data + lines->from;
    *length = (size_t)(feed - *line);
    lines->from = lines->searched = (size_t)(feed - pending->data) + 1;
    bool is_too_long = lines->is_skipping || *length > lines->limit;
    lines->is_skipping = false;
    return is_too_long ? LINES_TOO_LONG : LINES_LINE;
}

enum lines_found lines_last(struct lines *lines, const char **line, size_t *length) {
    struct text *pending = &lines->pending;
    if (lines->is_skipping)
        return LINES_TOO_LONG;
    if (pending->length == lines->from)
        return LINES_NONE;
    *line = pending->data + lines->from;
    *length = pending->length - lines->from;
    return LINES_LINE;
}
