/* gate.c: parses messages and JSON bodies; the only file of the server that uses jansson. */
#include "gate.h"

#include <string.h>

#include <jansson.h>
#include <unistr.h>

#include "gate_fields.h"
#include "words/words.h"

#define NUMBER_MAX ((INT64_C(1) << LIMIT_NUMBER_BITS) - 1)

static bool fail(struct fault *fault, enum wire_code code, const char *why,
                 const struct field_row *field) {
    return fault_set(fault, code, why, field ? field->name : NULL);
}

/* Checks the nesting depth before parsing; brackets in strings do not count. */
static bool is_too_deep(const char *bytes, size_t length) {
    int depth = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '"')
            for (i++; i < length && bytes[i] != '"'; i++)
                i += bytes[i] == '\\';
        else if (bytes[i] == '{' || bytes[i] == '[')
            depth++;
        else if (bytes[i] == '}' || bytes[i] == ']')
            depth--;
        if (depth > LIMIT_NESTING)
            return true;
    }
    return false;
}

/* True if no number exceeds 53 bits. Recursion is bounded by is_too_deep. */
static bool has_small_numbers(const json_t *value) {
    const char *key;
    json_t *member;
    size_t index;
    if (json_is_integer(value))
        return json_integer_value(value) >= -NUMBER_MAX && json_integer_value(value) <= NUMBER_MAX;
    if (json_is_real(value))
        return json_real_value(value) >= -(double)NUMBER_MAX &&
               json_real_value(value) <= (double)NUMBER_MAX;
    json_array_foreach(value, index, member) {
        if (!has_small_numbers(member))
            return false;
    }
    /* jansson has no iteration over const objects, so the const is cast away. */
    json_object_foreach((json_t *)(uintptr_t)value, key, member) {
        if (!has_small_numbers(member))
            return false;
    }
    return true;
}

static void read_n(const json_t *json, struct fault *fault) {
    const json_t *n = json_object_get(json, "n");
    fault->n = json_integer_value(n);
    fault->has_n = json_is_integer(n) && fault->n >= 0 && fault->n <= NUMBER_MAX;
}

/* Parses an object, to be freed by the caller; NULL with the fault. */
static json_t *parse_object(const char *bytes, size_t length, struct fault *fault) {
    const char *why = "gate.not_json";
    json_t *json = NULL;
    if (is_too_deep(bytes, length))
        why = "gate.too_deep";
    else
        json = json_loadb(bytes, length, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DECODE_ANY,
                          NULL);
    if (json && !json_is_object(json)) {
        why = "gate.not_object";
    } else if (json) {
        read_n(json, fault);
        if (has_small_numbers(json))
            return json;
        why = "gate.big_number";
    }
    json_decref(json);
    fail(fault, CODE_BAD_JSON, why, NULL);
    return NULL;
}

static bool take_keys(const struct field_row *field, const json_t *value, struct wire_keys *out,
                      struct fault *fault) {
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count > WIRE_KEYS_MAX)
        return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(value, i);
        if (!json_is_string(item))
            return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
        take_ref(json_string_value(item), json_string_length(item), out->items[i],
                 sizeof out->items[i]);
    }
    out->count = (int)count;
    return true;
}

/* Formats a value in the syntax of setup_option; "" if it is not a valid one. */
static bool spell_option(const json_t *value, char *out, size_t room) {
    struct text number = {0};
    bool is_known = true;
    out[0] = '\0';
    if (json_is_integer(value)) {
        text_put_number(&number, json_integer_value(value));
        if (number.length < room)
            memcpy(out, number.data, number.length + 1);
        text_free(&number);
    } else if (json_is_boolean(value)) {
        strcpy(out, json_is_true(value) ? "on" : "off");
    } else if (json_is_string(value)) {
        if (json_string_length(value) < room &&
            !memchr(json_string_value(value), '\0', json_string_length(value)))
            strcpy(out, json_string_value(value));
    } else {
        is_known = false;
    }
    return is_known;
}

static bool take_options(const struct field_row *field, json_t *value, struct wire_options *out,
                         struct fault *fault) {
    const char *key;
    json_t *member;
    if (!json_is_object(value))
        return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
    json_object_foreach(value, key, member) {
        if (out->count == OPTIONS_MAX)
            return fail(fault, CODE_BAD_SETUP, "gate.out_of_range", field);
        if (!take_ref(key, strlen(key), out->items[out->count].name,
                      sizeof out->items[out->count].name))
            return fail(fault, CODE_BAD_SETUP, "gate.out_of_range", field);
        if (!spell_option(member, out->items[out->count].value,
                          sizeof out->items[out->count].value))
            return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
        out->count++;
    }
    return true;
}

static bool take_bots(const struct field_row *field, json_t *value, struct wire_bots *out,
                      struct fault *fault) {
    const char *key;
    json_t *member;
    if (!json_is_object(value))
        return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
    json_object_foreach(value, key, member) {
        bool is_seat = key[0] >= '0' && key[0] < '0' + SEATS_MAX && key[1] == '\0';
        if (!json_is_string(member))
            return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
        if (!is_seat || !take_ref(json_string_value(member), json_string_length(member),
                                  out->seats[key[0] - '0'], sizeof out->seats[0]))
            return fail(fault, CODE_BAD_SETUP, "gate.out_of_range", field);
    }
    return true;
}

static bool take_clock(const struct field_row *field, const json_t *value, struct wire_clock *out,
                       struct fault *fault) {
    const json_t *decide = json_object_get(value, "decide");
    const json_t *reserve = json_object_get(value, "reserve");
    if (json_is_null(value))
        return true;
    if (!json_is_integer(decide) || (reserve && !json_is_integer(reserve)))
        return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
    *out = (struct wire_clock){true, json_integer_value(decide), json_integer_value(reserve)};
    if (out->decide < 1 || out->decide > field->max || out->reserve < 0 ||
        out->reserve > field->max)
        return fail(fault, CODE_BAD_SETUP, "gate.out_of_range", field);
    return true;
}

static bool take_span(const struct field_row *field, const json_t *value, struct wire_span *out,
                      struct fault *fault) {
    const json_t *from = json_array_get(value, 0), *to = json_array_get(value, 1);
    if (json_array_size(value) != 2 || !json_is_integer(from) || !json_is_integer(to))
        return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
    if (json_integer_value(from) < 0 || json_integer_value(from) > json_integer_value(to) ||
        json_integer_value(to) > field->max)
        return fail(fault, CODE_BAD_SETUP, "gate.out_of_range", field);
    *out = (struct wire_span){(int32_t)json_integer_value(from), (int32_t)json_integer_value(to)};
    return true;
}

static bool take_watching(const struct field_row *field, const json_t *value,
                          struct wire_watching *out, struct fault *fault) {
    const json_t *allowed = json_object_get(value, "allowed");
    const json_t *delay = json_object_get(value, "delay");
    if (!json_is_object(value) || (allowed && !json_is_boolean(allowed)) ||
        (delay && !json_is_integer(delay)))
        return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
    if (json_integer_value(delay) < 0 || json_integer_value(delay) > field->max)
        return fail(fault, CODE_BAD_SETUP, "gate.out_of_range", field);
    *out = (struct wire_watching){!allowed || json_is_true(allowed),
                                  (int32_t)json_integer_value(delay)};
    return true;
}

static bool take_fields(json_t *json, uint64_t set, struct wire *out, struct fault *fault);

static bool take_field(const struct field_row *field, json_t *value, struct wire *out,
                       struct fault *fault) {
    void *member = field_member(field, out);
    switch (field->kind) {
    case KIND_SETTINGS:
        if (!json_is_object(value))
            break;
        return take_fields(value, wire_settings, out, fault);
    case KIND_FLAG:
        if (!json_is_boolean(value))
            break;
        *(bool *)member = json_is_true(value);
        return true;
    case KIND_KEYS:
        return take_keys(field, value, member, fault);
    case KIND_OPTIONS:
        return take_options(field, value, member, fault);
    case KIND_BOTS:
        return take_bots(field, value, member, fault);
    case KIND_CLOCK:
        return take_clock(field, value, member, fault);
    case KIND_SPAN:
        return take_span(field, value, member, fault);
    case KIND_WATCHING:
        return take_watching(field, value, member, fault);
    default:
        if (json_is_string(value))
            return field_take_string(field, json_string_value(value), json_string_length(value),
                                     out, fault);
        if (json_is_integer(value))
            return field_take_number(field, json_integer_value(value), out, fault);
        if (json_is_null(value) && field->kind == KIND_KEY_OR_NULL)
            return true;
    }
    return fail(fault, CODE_BAD_REQUEST, "gate.wrong_form", field);
}

static bool take_fields(json_t *json, uint64_t set, struct wire *out, struct fault *fault) {
    for (int i = 0; i < FIELDS; i++) {
        json_t *value = set >> i & 1 ? json_object_get(json, wire_fields[i].name) : NULL;
        if (!value)
            continue;
        if (!take_field(&wire_fields[i], value, out, fault))
            return false;
        out->has |= UINT64_C(1) << i;
    }
    return true;
}

static bool lacks(uint64_t missing, struct fault *fault) {
    int first = 0;
    while (!(missing >> first & 1))
        first++;
    return fault_set(fault, CODE_BAD_REQUEST, "gate.missing", wire_fields[first].name);
}

/* Takes the fields of an object, and checks the required ones. */
static bool take_demanded(json_t *json, const struct demand *demand, struct wire *out,
                          struct fault *fault) {
    const uint64_t *either = demand->either;
    uint64_t all = demand->needs | demand->may | either[0] | either[1];
    if (!take_fields(json, all, out, fault))
        return false;
    if (demand->needs & ~out->has)
        return lacks(demand->needs & ~out->has, fault);
    if (!(either[0] | either[1]))
        return true;
    if (out->has & either[0] && out->has & either[1])
        return fault_set(fault, CODE_BAD_REQUEST, "gate.both", NULL);
    int chosen = out->has & either[1] ? 1 : 0;
    return !(either[chosen] & ~out->has) || lacks(either[chosen] & ~out->has, fault);
}

bool json_take_body(const char *bytes, size_t length, const struct demand *demand, struct wire *out,
                    struct fault *fault) {
    json_t *json = parse_object(bytes, length, fault);
    bool is_taken = json && take_demanded(json, demand, out, fault);
    json_decref(json);
    return is_taken;
}

/* A `hello` of another protocol version is refused before its other fields are checked. */
static bool take_typed(json_t *json, struct wire *out, struct fault *fault) {
    const json_t *value = json_object_get(json, "t");
    const char *type = json_string_value(value);
    if (!type || strlen(type) != json_string_length(value))
        return fault_set(fault, CODE_BAD_REQUEST, "gate.missing", "t");
    int row = TYPE_NONE + 1;
    while (row < TYPES && strcmp(wire_messages[row].name, type) != 0)
        row++;
    if (row == TYPES)
        return fault_set(fault, CODE_UNKNOWN_TYPE, "gate.unknown_type", NULL);
    const json_t *protocol = json_object_get(json, "protocol");
    if (row == TYPE_HELLO && json_is_integer(protocol) &&
        json_integer_value(protocol) != WIRE_PROTOCOL) {
        fault->close = CLOSE_4001;
        return fault_set(fault, CODE_RELOAD, "gate.reload", NULL);
    }
    const struct message_row *message = &wire_messages[row];
    struct demand demand = message->demand;
    demand.needs |= (uint64_t)message->is_numbered << FIELD_N;
    out->type = (enum wire_type)row;
    return take_demanded(json, &demand, out, fault);
}

bool gate_message(const char *bytes, size_t length, struct wire *out, struct fault *fault) {
    memset(out, 0, sizeof *out);
    memset(fault, 0, sizeof *fault);
    if (length > LIMIT_MESSAGE) {
        fault->close = CLOSE_1009;
        return fault_set(fault, CODE_TOO_LONG, "gate.long_message", NULL);
    }
    if (u8_check((const uint8_t *)bytes, length)) {
        fault->close = CLOSE_1007;
        return fault_set(fault, CODE_BAD_JSON, "gate.not_utf8", NULL);
    }
    json_t *json = parse_object(bytes, length, fault);
    bool is_taken = json && take_typed(json, out, fault);
    json_decref(json);
    return is_taken;
}

static uint32_t read_uint32(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* A tick out of range becomes INT32_MAX, which sessions refuse as too far ahead. */
static bool read_hand(const unsigned char *bytes, struct hand *out) {
    enum { GRIP = 32 };
    uint32_t tick = read_uint32(bytes);
    out->tick = tick > INT32_MAX ? INT32_MAX : (int32_t)tick;
    for (int i = 0; i < 7; i++) {
        int32_t number = (int32_t)read_uint32(bytes + 4 + 4 * i);
        *(i < 3 ? &out->pose.at[i] : &out->pose.turned[i - 3]) = number;
    }
    out->grip = bytes[GRIP] == 1;
    return bytes[GRIP] <= 1;
}

bool gate_hand(const unsigned char *bytes, size_t length, struct hand_message *out,
               struct fault *fault) {
    enum { HEAD = 8, SAMPLE = 33, KIND_HAND = 3 };
    memset(out, 0, sizeof *out);
    memset(fault, 0, sizeof *fault);
    size_t count = length >= HEAD ? bytes[1] : 0;
    bool is_hand = count >= 1 && count <= LIMIT_SAMPLES && bytes[0] == KIND_HAND && !bytes[2] &&
                   !bytes[3] && length == HEAD + count * SAMPLE;
    for (size_t i = 0; is_hand && i < count; i++)
        is_hand = read_hand(bytes + HEAD + i * SAMPLE, &out->hands[i]);
    if (!is_hand) {
        fault->close = CLOSE_1003;
        return fault_set(fault, CODE_BAD_REQUEST, "gate.not_hand", NULL);
    }
    out->sim = read_uint32(bytes + 4);
    out->count = (int)count;
    return true;
}

static void put_why(const struct fault *fault, struct text *out) {
    struct text reason = {0};
    words_say(LANGUAGE_EN, &fault->why, &reason);
    js_put_string(out, "reason", text_string(&reason));
    js_put_string(out, "key", fault->why.key);
    js_key(out, "args");
    message_args_json(&fault->why, out);
    text_free(&reason);
}

void fault_put_message(const struct fault *fault, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "t", "error");
    if (fault->has_n)
        js_put_number(out, "n", fault->n);
    if (fault->table)
        js_put_string(out, "table", fault->table);
    js_put_string(out, "code", wire_codes[fault->code].name);
    put_why(fault, out);
    js_close(out, '}');
}

void fault_put_body(const struct fault *fault, struct text *out) {
    js_open(out, '{');
    js_put_string(out, "error", wire_codes[fault->code].name);
    put_why(fault, out);
    js_close(out, '}');
}
