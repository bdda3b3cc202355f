/* scripted.h: games with very short sessions, for tests that play many matches. */
#ifndef SPELUNKE_SERVER_TEST_SCRIPTED_H
#define SPELUNKE_SERVER_TEST_SCRIPTED_H

#include <spelunke/game.h>

/* Copies a game and replaces its sessions by ones that end at once, with an outcome drawn by its
 * `chance`. One game at a time. */
void game_script(const struct game *game, struct game *out);

#endif
