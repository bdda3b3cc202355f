/* gate_fields.c: validates fields from JSON, paths and queries. */
#include "gate_fields.h"

#include <string.h>

#include <spelunke/game.h>

bool fault_set(struct fault *fault, enum wire_code code, const char *why, const char *field) {
    fault->code = code;
    fault->status = wire_codes[code].status;
    message_start(&fault->why, why);
    if (field)
        message_word(&fault->why, "field", field);
    return false;
}

void *field_member(const struct field_row *field, struct wire *out) {
    return (char *)out + field->offset;
}

static bool is_id(const char *string, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!((string[i] >= 'a' && string[i] <= 'z') || (string[i] >= 'A' && string[i] <= 'Z') ||
              (string[i] >= '0' && string[i] <= '9') || string[i] == '_' || string[i] == '-'))
            return false;
    return true;
}

/* Dots are allowed, because names of pieces and keys of messages have them. */
bool take_ref(const char *string, size_t length, char *out, size_t room) {
    out[0] = '\0';
    if (length == 0 || length >= room)
        return false;
    for (size_t i = 0; i < length; i++)
        if (string[i] != '.' && !is_id(&string[i], 1))
            return false;
    memcpy(out, string, length);
    out[length] = '\0';
    return true;
}

static bool take_id(const struct field_row *field, const char *string, size_t length, char *out,
                    struct fault *fault) {
    if (length < (size_t)field->min || length > (size_t)field->max || !is_id(string, length))
        return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    memcpy(out, string, length);
    out[length] = '\0';
    return true;
}

static bool take_text(const struct field_row *field, const char *string, size_t length, char *out,
                      struct fault *fault) {
    if (length > (size_t)field->max)
        return fault_set(fault, CODE_TOO_LONG, "gate.too_long", field->name);
    memcpy(out, string, length);
    out[length] = '\0';
    if (length < (size_t)field->min || !text_is_plain(out))
        return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    return true;
}

/* Reads a code point of valid UTF-8. */
static uint32_t next_character(const char *string, size_t *at) {
    unsigned char first = (unsigned char)string[(*at)++];
    int follow = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
    uint32_t character = follow ? first & (0x3fu >> follow) : first;
    while (follow-- > 0)
        character = character << 6 | ((unsigned char)string[(*at)++] & 0x3f);
    return character;
}

/* Joiners are allowed, because Persian and composed emoji need them; characters that override the
 * text direction are not. */
static bool may_be_said(uint32_t c) {
    return c >= 0x20 && !(c >= 0x7f && c < 0xa0) && !(c >= 0x2028 && c <= 0x202e) &&
           !(c >= 0x2066 && c <= 0x2069) && c != 0xfeff;
}

static bool take_chat(const struct field_row *field, const char *string, size_t length, char *out,
                      struct fault *fault) {
    int64_t characters = 0;
    bool is_blank = true;
    for (size_t at = 0; at < length; characters++) {
        uint32_t character = next_character(string, &at);
        if (!may_be_said(character))
            return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
        is_blank = is_blank && (character == ' ' || character == 0xa0 || character == 0x3000);
    }
    if (characters > field->max)
        return fault_set(fault, CODE_TOO_LONG, "gate.too_long", field->name);
    if (is_blank)
        return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    memcpy(out, string, length);
    out[length] = '\0';
    return true;
}

static bool take_choice(const struct field_row *field, const char *string, int *out,
                        struct fault *fault) {
    for (int i = 0; field->of[i]; i++)
        if (strcmp(field->of[i], string) == 0) {
            *out = i;
            return true;
        }
    return fault_set(fault, field->kind == KIND_SETTING ? CODE_BAD_SETUP : CODE_BAD_REQUEST,
                     "gate.out_of_range", field->name);
}

static bool take_viewer(const struct field_row *field, const char *string, int *out,
                        struct fault *fault) {
    if (strcmp(string, "watcher") == 0)
        *out = SEAT_WATCHER;
    else if (strcmp(string, "all") == 0)
        *out = VIEWER_ALL;
    else if (string[0] >= '0' && string[0] < '0' + SEATS_MAX && string[1] == '\0')
        *out = string[0] - '0';
    else
        return fault_set(fault, CODE_BAD_REQUEST, "gate.out_of_range", field->name);
    return true;
}

bool field_take_string(const struct field_row *field, const char *string, size_t length,
                       struct wire *out, struct fault *fault) {
    void *member = field_member(field, out);
    if (memchr(string, '\0', length))
        return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    switch (field->kind) {
    case KIND_ID:
        return take_id(field, string, length, member, fault);
    case KIND_REF:
        take_ref(string, length, member, field->size);
        return true;
    case KIND_KEY_OR_NULL:
        return take_ref(string, length, member, field->size) ||
               fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    case KIND_TEXT:
        return take_text(field, string, length, member, fault);
    case KIND_CHAT:
        return take_chat(field, string, length, member, fault);
    case KIND_SECRET:
        return (length && nfc_copy(string, length, member, field->size)) ||
               fault_set(fault, length ? CODE_TOO_LONG : CODE_BAD_REQUEST,
                         length ? "gate.too_long" : "gate.wrong_form", field->name);
    case KIND_NAME:
        return name_parse(string, length, member) ||
               fault_set(fault, CODE_BAD_REQUEST, "gate.name", NULL);
    case KIND_CODE:
        code_parse(string, length, member);
        return true;
    case KIND_CHOICE:
    case KIND_SETTING:
        return take_choice(field, string, member, fault);
    case KIND_VIEWER:
        return take_viewer(field, string, member, fault);
    default:
        return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    }
}

bool field_take_number(const struct field_row *field, int64_t number, struct wire *out,
                       struct fault *fault) {
    if (field->kind == KIND_COUNT) {
        int *count = field_member(field, out);
        *count = number > 0 && number <= INT32_MAX ? (int)number : 0;
        return true;
    }
    if (field->kind != KIND_NUMBER)
        return fault_set(fault, CODE_BAD_REQUEST, "gate.wrong_form", field->name);
    if (number < field->min || number > field->max)
        return fault_set(fault, CODE_BAD_REQUEST, "gate.out_of_range", field->name);
    int64_t *member = field_member(field, out);
    *member = number;
    return true;
}
