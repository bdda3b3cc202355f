/* evening.h: a desk with tables that people make, sit at and play, for the tests of the whole
 * tavern. */
#ifndef SPELUNKE_SERVER_TEST_EVENING_H
#define SPELUNKE_SERVER_TEST_EVENING_H

#include "desk.h"
#include "player.h"

/* The desk of the test that runs. */
extern struct desk desk;

/* For cmocka, before and after each test; a strict desk keeps its limits of rate. */
int open_desk(void **state);
int open_strict_desk(void **state);
int close_desk(void **state);

void assert_refused(const struct desk_reply *reply, int status, const char *code);
void assert_error(const char *answer, const char *code);

struct made {
    char table[40], code[16];
};

struct made make(const char *token, const char *settings);
/* `form` has a %s for the name. */
const struct desk_reply *get(const char *token, const char *form, const char *name);
/* Two people who sit at a table of the null game that has begun. */
struct made begin(struct player players[2], const char *settings);
/* Plays on until the match is over, or so many actions were carried out. */
void play(struct player players[2], int actions);

#endif
