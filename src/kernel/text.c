/* text.c: a string buffer that grows by doubling. */
#include <spelunke/text.h>

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

enum { FIRST_ROOM = 256 };

static void text_grow(struct text *text, size_t needed) {
    size_t room = text->room ? text->room : FIRST_ROOM;
    while (room < needed)
        room *= 2;
    text->data = must_realloc(text->data, room);
    text->room = room;
}

static inline void text_make_room(struct text *text, size_t more) {
    must(more <=
         SIZE_MAX / 2); /* otherwise `needed` could overflow; link-time optimisation warns of it */
    size_t needed = text->length + more + 1;
    if (needed > text->room)
        text_grow(text, needed);
}

void text_free(struct text *text) {
    free(text->data);
    *text = (struct text){0};
}

void text_clear(struct text *text) {
    text->length = 0;
    if (text->data)
        text->data[0] = '\0';
}

void text_put_bytes(struct text *text, const char *bytes, size_t count) {
    text_make_room(text, count);
    if (count)
        memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void text_put(struct text *text, const char *string) {
    text_put_bytes(text, string, strlen(string));
}

void text_put_char(struct text *text, char c) {
    text_make_room(text, 1);
    text->data[text->length++] = c;
    text->data[text->length] = '\0';
}

void text_put_number(struct text *text, int64_t number) {
    char digits[24];
    char *at = digits + sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0)
        *--at = '-';
    text_put_bytes(text, at, (size_t)(digits + sizeof digits - at));
}

void text_put_hex(struct text *text, const unsigned char *bytes, size_t count) {
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        text_put_char(text, digits[bytes[i] >> 4]);
        text_put_char(text, digits[bytes[i] & 15]);
    }
}

const char *text_string(const struct text *text) {
    return text->data ? text->data : "";
}

bool text_equals(const struct text *a, const struct text *b) {
    return a->length == b->length && memcmp(text_string(a), text_string(b), a->length) == 0;
}

/* The number of bytes that follow this first byte of a character; -1: invalid. */
static int utf8_follow(unsigned char first) {
    if (first < 0x80)
        return 0;
    if (first >= 0xc2 && first <= 0xdf)
        return 1;
    if (first >= 0xe0 && first <= 0xef)
        return 2;
    return first >= 0xf0 && first <= 0xf4 ? 3 : -1;
}

/* The second byte excludes overlong forms, surrogates and numbers that are too large. */
static bool utf8_second_fits(unsigned char first, unsigned char second) {
    unsigned char min = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    unsigned char max = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    return second >= min && second <= max;
}

/* Decodes a character and advances; -1 if it is malformed. */
static int32_t utf8_next(const unsigned char **at) {
    unsigned char first = *(*at)++;
    int follow = utf8_follow(first);
    if (follow < 0 || (follow && !utf8_second_fits(first, **at)))
        return -1;
    int32_t character = follow ? first & (0x3f >> follow) : first;
    for (; follow > 0; follow--, (*at)++) {
        if ((**at & 0xc0) != 0x80)
            return -1;
        character = character << 6 | (**at & 0x3f);
    }
    return character;
}

bool text_is_utf8(const char *string) {
    const unsigned char *at = (const unsigned char *)string;
    while (*at)
        if (utf8_next(&at) < 0)
            return false;
    return true;
}

static bool is_misleading(int32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
           (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
           (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

bool text_is_plain(const char *string) {
    const unsigned char *at = (const unsigned char *)string;
    while (*at)
        if (is_misleading(utf8_next(&at)))
            return false;
    return true;
}
