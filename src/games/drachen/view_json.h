/* view_json.h: functions shared by view_json.c and item_json.c. */
#ifndef SPELUNKE_DRACHEN_VIEW_JSON_H
#define SPELUNKE_DRACHEN_VIEW_JSON_H

#include "drachen.h"

/* Writes a list of the seats of a mask, unless it is empty. */
void dr_json_some(struct text *out, const char *key, unsigned mask);
/* Write a number, or true, unless it is 0. */
void dr_json_count(struct text *out, const char *key, int number);
void dr_json_flag(struct text *out, const char *key, bool is_set);
/* A list of the ids of drinks, without a key. */
void dr_json_drinks(struct text *out, const uint8_t *drinks, int count);
/* The state of a drink that does not follow from its cards. */
void dr_json_drink(struct text *out, const struct dr_drink *drink);
/* `kind`, `seats` and `sealed` of an item's question, as an object. */
void dr_json_question(struct text *out, const struct dr_item *item);

/* item_json.c: `stack` and `frames`. */
void dr_json_stack(struct text *out, const struct dr_state *view);

#endif
