/* value.c: JSON for the clients, on jansson. */
#include "value.h"

#include <string.h>

#include <jansson.h>

#include <spelunke/setup.h>

#include "words/words.h"

static const json_t *json_of(const struct value *value) {
    return (const json_t *)value;
}

static const struct value *value_of(const json_t *json) {
    return (const struct value *)(json ? json : json_null());
}

struct value *value_parse(const char *text, size_t length) {
    return (struct value *)json_loadb(text, length, JSON_DECODE_ANY, NULL);
}

void value_free(struct value *value) {
    json_decref((json_t *)value);
}

const struct value *value_get(const struct value *object, const char *key) {
    return value_of(json_object_get(json_of(object), key));
}

const struct value *value_at(const struct value *list, int index) {
    if (index < 0)
        index += value_count(list);
    return value_of(index < 0 ? NULL : json_array_get(json_of(list), (size_t)index));
}

int value_count(const struct value *list) {
    return (int)json_array_size(json_of(list));
}

bool value_is_null(const struct value *value) {
    return !value || json_is_null(json_of(value));
}

bool value_is_same(const struct value *one, const struct value *other) {
    return json_equal(json_of(one), json_of(other));
}

int64_t value_number(const struct value *value) {
    return json_integer_value(json_of(value));
}

bool value_true(const struct value *value) {
    return json_is_true(json_of(value));
}

const char *value_word(const struct value *value) {
    const char *word = json_string_value(json_of(value));
    return word ? word : "";
}

int64_t value_get_number(const struct value *object, const char *key) {
    return value_number(value_get(object, key));
}

bool value_get_true(const struct value *object, const char *key) {
    return value_true(value_get(object, key));
}

const char *value_get_word(const struct value *object, const char *key) {
    return value_word(value_get(object, key));
}

const char *value_get_name(const struct value *object, const char *key, int index) {
    json_t *inner = json_object_get(json_of(object), key);
    void *member = json_object_iter(inner);
    while (member && index-- > 0)
        member = json_object_iter_next(inner, member);
    return member ? json_object_iter_key(member) : "";
}

bool value_has_number(const struct value *list, int64_t number) {
    for (int i = 0; i < value_count(list); i++)
        if (json_is_integer(json_of(value_at(list, i))) &&
            value_number(value_at(list, i)) == number)
            return true;
    return false;
}

bool value_has_word(const struct value *list, const char *word) {
    for (int i = 0; i < value_count(list); i++)
        if (strcmp(value_word(value_at(list, i)), word) == 0 && *word)
            return true;
    return false;
}

/* JSON does not tell seats from numbers: the name of the argument does. */
static enum arg_kind kind_of(const char *name, const json_t *json) {
    if (json_is_string(json))
        return ARG_WORD;
    return words_is_seat(name) ? ARG_SEAT : ARG_NUMBER;
}

/* The items of a list must be of one kind, and seats in range: messages may come from an unknown
 * server. */
static bool is_of(enum arg_kind kind, const json_t *json) {
    if (kind == ARG_WORD || json_is_string(json))
        return kind == ARG_WORD && json_is_string(json);
    json_int_t number = json_integer_value(json);
    return json_is_integer(json) && (kind != ARG_SEAT || (number >= 0 && number < SEATS_MAX));
}

static void add_item(struct message *out, const json_t *json) {
    if (json_is_string(json))
        message_item_word(out, json_string_value(json));
    else
        message_item(out, json_integer_value(json));
}

static bool add_arg(struct message *out, const char *name, const json_t *json) {
    bool is_list = json_is_array(json);
    size_t count = is_list ? json_array_size(json) : 1;
    if (out->arg_count == MESSAGE_ARGS || out->value_count + 1 + count > MESSAGE_VALUES)
        return false;
    enum arg_kind kind = kind_of(name, is_list ? json_array_get(json, 0) : json);
    for (size_t i = 0; i < count; i++)
        if (!is_of(kind, is_list ? json_array_get(json, i) : json))
            return false;
    if (is_list)
        message_list(out, name, kind);
    for (size_t i = 0; is_list && i < count; i++)
        add_item(out, json_array_get(json, i));
    if (is_list)
        return true;
    if (kind == ARG_WORD)
        message_word(out, name, json_string_value(json));
    else if (kind == ARG_SEAT)
        message_seat(out, name, (int)json_integer_value(json));
    else
        message_number(out, name, json_integer_value(json));
    return true;
}

bool value_message(const struct value *value, struct message *out) {
    const char *key = value_get_word(value, "key"), *name;
    json_t *args = json_object_get(json_of(value), "args"), *arg;
    message_start(out, key);
    json_object_foreach(args, name, arg) {
        if (!add_arg(out, name, arg))
            return false;
    }
    return *key;
}

/* Removes a word and the blank before it from the front of an action. */
static const char *take_word(const char *action, const char *word) {
    size_t length = strlen(word);
    if (action[0] != ' ' || strncmp(action + 1, word, length) != 0)
        return NULL;
    char next = action[1 + length];
    return next == '\0' || next == ' ' ? action + 1 + length : NULL;
}

static bool one_allows(const struct value *lists, const char *rest) {
    for (int i = 0; i < value_count(lists) && rest; i++) {
        const struct value *list = value_at(lists, i);
        const char *behind = NULL;
        for (int k = 0; k < value_count(list) && !behind; k++)
            behind = take_word(rest, value_word(value_at(list, k)));
        rest = behind;
    }
    return rest && *rest == '\0';
}

/* Words come in the order of the list, so each is searched for behind the last. */
static bool pick_allows(const struct value *form, const char *rest) {
    const struct value *words = value_get(form, "pick");
    int picked = 0;
    for (int i = 0; i < value_count(words) && *rest; i++) {
        const char *behind = take_word(rest, value_word(value_at(words, i)));
        picked += behind != NULL;
        rest = behind ? behind : rest;
    }
    return *rest == '\0' && picked >= value_get_number(form, "min") &&
           picked <= value_get_number(form, "max");
}

static bool form_allows(const struct value *form, const char *action) {
    const char *say = value_get_word(form, "say");
    size_t length = strlen(say);
    if (strncmp(action, say, length) != 0)
        return false;
    const char *rest = action + length;
    if (!value_is_null(value_get(form, "one")))
        return one_allows(value_get(form, "one"), rest);
    if (!value_is_null(value_get(form, "pick")))
        return pick_allows(form, rest);
    return *rest == '\0';
}

bool value_forms_allow(const struct value *prompt, const char *action) {
    const struct value *forms = value_get(prompt, "forms");
    for (int i = 0; i < value_count(forms); i++)
        if (form_allows(value_at(forms, i), action))
            return true;
    return false;
}
