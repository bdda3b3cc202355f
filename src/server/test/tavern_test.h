/* tavern_test.h: a server with tables that people make, sit at and play, for the tests of the whole
 * tavern. */
#ifndef SPELUNKE_SERVER_TEST_TAVERN_TEST_H
#define SPELUNKE_SERVER_TEST_TAVERN_TEST_H

#include "memory_server.h"
#include "player.h"

/* The server of the running test. */
extern struct server server;

/* Setup and teardown functions of cmocka. A strict server has rate limits. */
int open_server(void **state);
int open_strict_server(void **state);
int close_server(void **state);

void assert_refused(const struct server_reply *reply, int status, const char *code);
void assert_error(const char *answer, const char *code);

struct made {
    char table[40], code[16];
};

struct made make(const char *token, const char *settings);
/* `form` has a %s for the name. */
const struct server_reply *get(const char *token, const char *form, const char *name);
/* Two people at a table of the null game whose match has started. */
struct made begin(struct player players[2], const char *settings);
/* Plays until the match is over, or this many actions were executed. */
void play(struct player players[2], int actions);

#endif
