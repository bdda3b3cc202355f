/* value.h: read access to JSON: views, prompts, kits.
 *
 * It is the interface between what a game shows (the same JSON that browsers get) and the files
 * that draw it. A missing member is no error: it gives the null value, whose number is 0, whose
 * word is "" and whose list is empty. So clients need no checks, and an older client does not break
 * on a newer game. */
#ifndef SPELUNKE_TERMINAL_VALUE_H
#define SPELUNKE_TERMINAL_VALUE_H

#include <spelunke/message.h>

struct value;

/* NULL if the text is not JSON. */
struct value *value_parse(const char *text, size_t length);
void value_free(struct value *value);

/* A member of an object; an item of a list (negative: from the end); never NULL. */
const struct value *value_get(const struct value *object, const char *key);
const struct value *value_at(const struct value *list, int index);
/* The length of a list. */
int value_count(const struct value *list);

bool value_is_null(const struct value *value);
bool value_is_same(const struct value *one, const struct value *other);
int64_t value_number(const struct value *value);
bool value_true(const struct value *value);
/* Valid as long as the root value. */
const char *value_word(const struct value *value);

/* Shorthands for value_number(value_get(...)) and so on. */
int64_t value_get_number(const struct value *object, const char *key);
bool value_get_true(const struct value *object, const char *key);
const char *value_get_word(const struct value *object, const char *key);
/* The name of the member with this index in a member's object; "": there are fewer. */
const char *value_get_name(const struct value *object, const char *key, int index);
/* True if the list contains this number; this word. */
bool value_has_number(const struct value *list, int64_t number);
bool value_has_word(const struct value *list, const char *word);

/* Reads a message, an object with `key` and `args`; its strings belong to the value. False if it is
 * not one. */
bool value_message(const struct value *value, struct message *out);

/* True if the action matches one of the forms of a prompt. */
bool value_forms_allow(const struct value *prompt, const char *action);

#endif
