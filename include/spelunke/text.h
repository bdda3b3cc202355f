/* text.h: a growing string buffer, used for everything the program writes.
 *
 * Notation, logs, views and answers are all built here, so no caller has to guess a maximum length.
 * `data` is zero-terminated once anything was put. Initialise with `(struct text){0}`. */
#ifndef SPELUNKE_TEXT_H
#define SPELUNKE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *data;
    size_t length;
    size_t room;
};

void text_free(struct text *text);
/* Empties the text and keeps its memory. */
void text_clear(struct text *text);
void text_put(struct text *text, const char *string);
void text_put_bytes(struct text *text, const char *bytes, size_t count);
void text_put_char(struct text *text, char c);
void text_put_number(struct text *text, int64_t number);
/* Puts bytes as lower-case hexadecimal digits. */
void text_put_hex(struct text *text, const unsigned char *bytes, size_t count);
/* The content as a C string; "" if nothing was put yet. */
const char *text_string(const struct text *text);
bool text_equals(const struct text *a, const struct text *b);
/* True if the string is well-formed UTF-8. */
bool text_is_utf8(const char *string);
/* True if it is also free of characters that control a terminal or mislead a reader: control
 * characters, line separators, changes of writing direction, zero-width characters. */
bool text_is_plain(const char *string);

/* JSON written straight into the text (prefix `js_`, because `json_` is jansson's). Commas are
 * inserted by looking at the last character: a value never ends in one of `{ [ : ,`, an opening
 * bracket always does. */
void js_open(struct text *text, char bracket);
void js_close(struct text *text, char bracket);
void js_key(struct text *text, const char *key);
void js_number(struct text *text, int64_t number);
void js_bool(struct text *text, bool value);
void js_null(struct text *text);
void js_string(struct text *text, const char *string);
void js_bytes(struct text *text, const char *bytes, size_t count);

/* Shorthands for a key and its value. */
void js_put_number(struct text *text, const char *key, int64_t number);
void js_put_string(struct text *text, const char *key, const char *string);
void js_put_bool(struct text *text, const char *key, bool value);
/* A set of seats, a bit each, as the list of their numbers. */
void js_put_seats(struct text *text, const char *key, unsigned seats);

#endif
