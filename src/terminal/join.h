/* join.h: a table of a server: how it is found, and how it is played. */
#ifndef SPELUNKE_TERMINAL_JOIN_H
#define SPELUNKE_TERMINAL_JOIN_H

#include "console.h"
#include "remote/link.h"
#include "remote/remote.h"

enum { PERSON_BYTES_MAX = 63 };

struct joining {
    struct link link;
    bool has_code_alone; /* `link` is a code or a table's name, on the server that is the default */
    enum language language;
    char token[TOKEN_BYTES_MAX + 1];
    char person[PERSON_BYTES_MAX + 1]; /* the id that the server knows the person by */
    char table_name[TABLE_BYTES_MAX + 1];
    const struct client *client;
    const struct game *game;
    struct console *console;
    struct remote *remote;
};

/* join_plain.c: plays until the person leaves, or the table does; false: refused, and it was
 * said why. */
bool join_play_plain(struct joining *joining);
/* join_screen.c: the same on a screen. False in `*has_screen`: it cannot be drawn on, and
 * nothing was done. */
bool join_play_screen(struct joining *joining, const struct play *play, bool *has_screen);

#endif
