/* compact.c: iterates over compact JSON in place, and validates it. */
#include "compact.h"

#include <string.h>

bool slice_equals(struct slice a, struct slice b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/* In the functions below `at` moves towards `end`. A check returns the position after what it has
 * read, or NULL if that is no JSON. */

static const char *check_string(const char *at, const char *end) {
    for (at++; at < end; at++) {
        if (*at == '"')
            return at + 1;
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at != '\\')
            continue;
        if (++at == end || !strchr("\"\\/bfnrtu", *at) || *at == '\0')
            return NULL;
        for (int digit = 0; *at == 'u' && digit < 4; digit++)
            if (end - at <= digit + 1 || !strchr("0123456789abcdefABCDEF", at[digit + 1]) ||
                at[digit + 1] == '\0')
                return NULL;
        if (*at == 'u')
            at += 4;
    }
    return NULL;
}

static const char *check_digits(const char *at, const char *end) {
    const char *first = at;
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at > first ? at : NULL;
}

static const char *check_number(const char *at, const char *end) {
    at += *at == '-';
    if (at < end && *at == '0')
        at++;
    else if (!(at = check_digits(at, end)))
        return NULL;
    if (at < end && *at == '.' && !(at = check_digits(at + 1, end)))
        return NULL;
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        at += at < end && (*at == '+' || *at == '-');
        return check_digits(at, end);
    }
    return at;
}

static const char *check_scalar(const char *at, const char *end) {
    static const char *const words[] = {"true", "false", "null"};
    if (*at == '"')
        return check_string(at, end);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(end - at) >= length && memcmp(at, words[i], length) == 0)
            return at + length;
    }
    return check_number(at, end);
}

/* The key and colon before a member's value. */
static const char *check_key(const char *at, const char *end) {
    if (at == end || *at != '"' || !(at = check_string(at, end)))
        return NULL;
    return at < end && *at == ':' ? at + 1 : NULL;
}

/* The start of the next value, in a container that ends with this bracket. */
static const char *check_begin(const char *at, const char *end, char closing) {
    return closing == '}' ? check_key(at, end) : at;
}

/* `open` is the stack of expected closing brackets. */
bool compact_is_json(struct slice text) {
    const char *at = text.at, *end = text.at + text.length;
    char open[COMPACT_DEPTH_MAX];
    int depth = 0;
    while (at && at < end) {
        if (*at == '{' || *at == '[') {
            if (depth == COMPACT_DEPTH_MAX)
                return false;
            open[depth++] = *at++ == '{' ? '}' : ']';
            if (at == end || *at != open[depth - 1]) {
                at = check_begin(at, end, open[depth - 1]);
                continue;
            }
        } else if (!(at = check_scalar(at, end))) {
            return false;
        }
        for (; depth && at < end && *at == open[depth - 1]; depth--)
            at++;
        if (!depth)
            return at == end;
        if (at == end || *at != ',')
            return false;
        at = check_begin(at + 1, end, open[depth - 1]);
    }
    return false;
}

bool compact_is_container(struct slice value) {
    return *value.at == '{' || *value.at == '[';
}

struct slice compact_inside(struct slice container) {
    return (struct slice){container.at + 1, container.length - 2};
}

/* The position after the closing quote. */
static const char *string_end(const char *at) {
    for (at++; *at != '"'; at++)
        at += *at == '\\';
    return at + 1;
}

/* Nearly all bytes are ordinary characters, and this function scans all views. */
static const char *container_end(const char *at) {
    static const unsigned char matters[256] = {
        ['"'] = 1, ['{'] = 1, ['['] = 1, ['}'] = 1, [']'] = 1};
    for (int depth = 0;;) {
        while (!matters[(unsigned char)*at])
            at++;
        if (*at == '"') {
            at = string_end(at);
            continue;
        }
        depth += *at == '{' || *at == '[' ? 1 : -1;
        at++;
        if (depth == 0)
            return at;
    }
}

static const char *value_end(const char *at, const char *end) {
    if (*at == '"')
        return string_end(at);
    if (*at == '{' || *at == '[')
        return container_end(at);
    while (at < end && *at != ',')
        at++;
    return at;
}

bool compact_next(struct slice *inside, struct member *out) {
    const char *at = inside->at, *end = inside->at + inside->length;
    if (at == end)
        return false;
    const char *behind = value_end(at, end);
    out->key = (struct slice){at, 0};
    if (behind < end && *behind == ':') {
        out->key.length = (size_t)(behind - at);
        at = behind + 1;
        behind = value_end(at, end);
    }
    out->value = (struct slice){at, (size_t)(behind - at)};
    behind += behind < end; /* skips the comma */
    *inside = (struct slice){behind, (size_t)(end - behind)};
    return true;
}

bool compact_find(struct slice *inside, struct slice key, struct member *out) {
    struct slice rest = *inside;
    while (compact_next(&rest, out))
        if (slice_equals(out->key, key)) {
            *inside = rest;
            return true;
        }
    return false;
}
