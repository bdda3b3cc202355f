/* player.h: a client of a memory_server that plays any game from its prompts. */
#ifndef SPELUNKE_SERVER_TEST_PLAYER_H
#define SPELUNKE_SERVER_TEST_PLAYER_H

#include "memory_server.h"

/* A person at a table. */
struct player {
    struct server *server;
    const char *token, *device;
    uint64_t connection;
    char table[40];
    int64_t n;       /* of the last request */
    int64_t ask;     /* the last question answered */
    char sent[1200]; /* the last message */
};

/* Connects and watches with the code. */
void player_join(struct player *player, struct server *server, const char *name, const char *device,
                 const char *table, const char *code);
/* Reconnects the same person after the connection was lost. */
void player_return(struct player *player);
/* Sends `{"t":type,"n":..,"table":..,more}` and does all work; true: the answer is `done`. */
bool player_ask(struct player *player, const char *type, const char *more);
/* The answer to the last request; NULL: there is none yet. */
const char *player_answer(const struct player *player);
/* Sends the first action that the current prompt allows, unless it was answered; `which` selects
 * the form. False: nothing is asked. */
bool player_act(struct player *player, unsigned which);
/* True after a message that the match is over. */
bool player_is_over(const struct player *player);

#endif
