/* value.h: JSON as the terminal's clients read it: views, prompts, kits.
 *
 * The one small reader between what a game shows (the same JSON that browsers get) and
 * the files that draw it. Asking for what is not there is no fault: it gives the null
 * value, whose number is 0, whose word is "" and whose list is empty, so that a client
 * reads like a sentence and an older one does not break on a newer game. */
#ifndef SPELUNKE_TERMINAL_VALUE_H
#define SPELUNKE_TERMINAL_VALUE_H

#include <spelunke/message.h>

struct value;

/* NULL if it is not JSON. */
struct value *value_parse(const char *text, size_t length);
void value_free(struct value *value);

/* A member of an object, an item of a list (negative: from the end); never NULL. */
const struct value *value_get(const struct value *object, const char *key);
const struct value *value_at(const struct value *list, int index);
/* How many items a list has. */
int value_count(const struct value *list);

bool value_is_null(const struct value *value);
bool value_is_same(const struct value *one, const struct value *other);
int64_t value_number(const struct value *value);
bool value_true(const struct value *value);
/* Valid as long as the whole. */
const char *value_word(const struct value *value);

/* Shorthands for a member and what it holds. */
int64_t value_get_number(const struct value *object, const char *key);
bool value_get_true(const struct value *object, const char *key);
const char *value_get_word(const struct value *object, const char *key);
/* The name of a member's own member, in the order in which they were written; "": it has fewer. */
const char *value_get_name(const struct value *object, const char *key, int index);
/* True if the list holds this number, or this word. */
bool value_has_number(const struct value *list, int64_t number);
bool value_has_word(const struct value *list, const char *word);

/* A message, an object with `key` and `args`, to be put into words; what it holds is the
 * value's own. False if it is not one. */
bool value_message(const struct value *value, struct message *out);

/* The forms of a prompt: true if this action is one of those that they stand for. */
bool value_forms_allow(const struct value *prompt, const char *action);

#endif
