/* player.h: a client of the desk that plays any game by its prompts. */
#ifndef SPELUNKE_SERVER_TEST_PLAYER_H
#define SPELUNKE_SERVER_TEST_PLAYER_H

#include "desk.h"

/* A person at a table. */
struct player {
    struct desk *desk;
    const char *token, *device;
    uint64_t connection;
    char table[40];
    int64_t n;       /* of the last request */
    int64_t ask;     /* of the prompt that was answered last */
    char sent[1200]; /* the last message */
};

/* Connects, watches with the code. */
void player_join(struct player *player, struct desk *desk, const char *name, const char *device,
                 const char *table, const char *code);
/* The same person once more, after the connection was lost. */
void player_return(struct player *player);
/* Sends `{"t":type,"n":..,"table":..,more}`, and all work is done; true: it got `done`. */
bool player_ask(struct player *player, const char *type, const char *more);
/* The answer to the last request; NULL: there is none yet. */
const char *player_answer(const struct player *player);
/* Sends the first action that the present prompt allows, if there is one that was not
 * answered; `which` chooses among forms. False: nothing is asked. */
bool player_act(struct player *player, unsigned which);
/* True once a message said that the match is over. */
bool player_is_over(const struct player *player);

#endif
