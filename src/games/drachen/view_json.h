/* view_json.h: the two halves of the view's JSON, and the small parts that both use.
 * What is 0 or empty is left out where this page says so. */
#ifndef SPELUNKE_DRACHEN_VIEW_JSON_H
#define SPELUNKE_DRACHEN_VIEW_JSON_H

#include "drachen.h"

/* A list of the seats of a mask, where there are any. */
void dr_json_some(struct text *out, const char *key, unsigned mask);
/* A number, and true, where it is not 0. */
void dr_json_count(struct text *out, const char *key, int number);
void dr_json_flag(struct text *out, const char *key, bool is_set);
/* A list of the ids of drinks, without a key. */
void dr_json_drinks(struct text *out, const uint8_t *drinks, int count);
/* Members that say what has become of a drink, where its cards do not. */
void dr_json_drink(struct text *out, const struct dr_drink *drink);
/* `kind`, `seats`, `sealed` of the item's question, as an object. */
void dr_json_question(struct text *out, const struct dr_item *item);

/* item_json.c: `stack` and `frames`. */
void dr_json_stack(struct text *out, const struct dr_state *view);

#endif
