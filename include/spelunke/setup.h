/* setup.h: how a match begins: seats, options and start values.
 *
 * A game lists its options in a table. Clients generate their forms from it, and all untrusted
 * input is validated here, as text, before a game sees it. */
#ifndef SPELUNKE_SETUP_H
#define SPELUNKE_SETUP_H

#include <spelunke/message.h>

enum { SEATS_MAX = 8, OPTIONS_MAX = 12, STARTS_MAX = 6, OPTION_TEXT_MAX = 16 };

enum param_kind {
    PARAM_NUMBER, /* min..max, and any of `values` if there are some */
    PARAM_CHOICE, /* one of `values` */
    PARAM_FLAG,   /* off or on */
    PARAM_WORD,   /* a short word that the game itself checks; `values` are examples */
};

/* One option, or (in `starts`) one number for each seat. The help text is the
 * message `<game>.option.<name>`. A table ends with an empty row. */
struct param {
    const char *name;
    enum param_kind kind;
    const char *fallback; /* the default, as a person would write it */
    const char *offer;    /* the initial value at a table of people; NULL: the default */
    int32_t min, max;
    const char *const *values; /* ends with NULL */
};

/* The value of an option: `choice` is its index in `values` (a flag: 0 off, 1 on) or -1, and then
 * `number` counts; `word` is always its spelling. */
struct option {
    int32_t number;
    int32_t choice;
    char word[OPTION_TEXT_MAX];
};

struct setup {
    int seats;
    struct option options[OPTIONS_MAX];
    bool has_start[STARTS_MAX]; /* given explicitly, not the default */
    int32_t starts[STARTS_MAX][SEATS_MAX];
};

struct game;

/* All options at their defaults; refuses a number of seats that the game does not support. */
bool setup_begin(struct setup *setup, const struct game *game, int seats, struct message *why);
/* The same with the values that terminal and server offer to people. */
bool setup_offer(struct setup *setup, const struct game *game, int seats, struct message *why);
bool setup_option(struct setup *setup, const struct game *game, const char *name, const char *value,
                  struct message *why);
/* One start value for each seat, in seat order. */
bool setup_start(struct setup *setup, const struct game *game, const char *name,
                 const int64_t *values, int count, struct message *why);
int param_count(const struct param *params);
const char *param_offer(const struct param *param);
/* The named values of an option, ending with NULL; NULL where it has none. */
const char *const *param_values(const struct param *param);

#endif
