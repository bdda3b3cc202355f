/* json.c: writes JSON straight into a text, without building a tree. */
#include <spelunke/text.h>

#include <string.h>

static void js_comma(struct text *text) {
    switch (text->length ? text->data[text->length - 1] : '\n') {
    case '{':
    case '[':
    case ':':
    case ',':
    case '\n':
        return;
    default:
        text_put_char(text, ',');
    }
}

void js_open(struct text *text, char bracket) {
    js_comma(text);
    text_put_char(text, bracket);
}

void js_close(struct text *text, char bracket) {
    text_put_char(text, bracket);
}

/* Keys are literals of the program and need no escapes. */
void js_key(struct text *text, const char *key) {
    js_comma(text);
    text_put_char(text, '"');
    text_put(text, key);
    text_put_bytes(text, "\":", 2);
}

void js_number(struct text *text, int64_t number) {
    js_comma(text);
    text_put_number(text, number);
}

void js_bool(struct text *text, bool value) {
    js_comma(text);
    text_put(text, value ? "true" : "false");
}

void js_null(struct text *text) {
    js_comma(text);
    text_put(text, "null");
}

static void put_escaped(struct text *text, unsigned char c) {
    static const char digits[] = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        text_put_char(text, '\\');
        text_put_char(text, (char)c);
    } else if (c == '\n') {
        text_put(text, "\\n");
    } else {
        text_put(text, "\\u00");
        text_put_char(text, digits[c >> 4]);
        text_put_char(text, digits[c & 15]);
    }
}

void js_bytes(struct text *text, const char *bytes, size_t count) {
    js_comma(text);
    text_put_char(text, '"');
    size_t from = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7f)
            continue;
        text_put_bytes(text, bytes + from, i - from);
        put_escaped(text, c);
        from = i + 1;
    }
    text_put_bytes(text, bytes + from, count - from);
    text_put_char(text, '"');
}

void js_string(struct text *text, const char *string) {
    js_bytes(text, string, strlen(string));
}

void js_put_number(struct text *text, const char *key, int64_t number) {
    js_key(text, key);
    js_number(text, number);
}

void js_put_string(struct text *text, const char *key, const char *string) {
    js_key(text, key);
    js_string(text, string);
}

void js_put_bool(struct text *text, const char *key, bool value) {
    js_key(text, key);
    js_bool(text, value);
}

void js_put_seats(struct text *text, const char *key, unsigned seats) {
    js_key(text, key);
    js_open(text, '[');
    for (int seat = 0; seats; seat++, seats >>= 1)
        if (seats & 1)
            js_number(text, seat);
    js_close(text, ']');
}
