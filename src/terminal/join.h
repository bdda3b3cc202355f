/* join.h: a table of a server: how it is found and played. */
#ifndef SPELUNKE_TERMINAL_JOIN_H
#define SPELUNKE_TERMINAL_JOIN_H

#include "console.h"
#include "remote/link.h"
#include "remote/remote.h"

enum { PERSON_BYTES_MAX = 63 };

struct joining {
    struct link link;
    bool has_code_alone; /* the call gave a name without its server */
    enum language language;
    char token[TOKEN_BYTES_MAX + 1];
    char person[PERSON_BYTES_MAX + 1]; /* the person's id at the server */
    char table_name[TABLE_BYTES_MAX + 1];
    const struct client *client;
    const struct game *game;
    struct console *console;
    struct remote *remote;
};

/* join_plain.c: plays until the person leaves or is removed; false: refused, and the reason was
 * printed. */
bool join_play_plain(struct joining *joining);
/* join_screen.c: the same on a screen. Sets `*has_screen` to false, and does nothing, if the
 * terminal cannot be drawn on. */
bool join_play_screen(struct joining *joining, const struct play *play, bool *has_screen);

#endif
