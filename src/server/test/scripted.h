/* scripted.h: a game whose sessions last a moment, for tests that play many matches. */
#ifndef SPELUNKE_SERVER_TEST_SCRIPTED_H
#define SPELUNKE_SERVER_TEST_SCRIPTED_H

#include <spelunke/game.h>

/* A copy of a game whose sessions end at once with a plausible outcome, as its `chance` draws
 * one. One game at a time. */
void game_script(const struct game *game, struct game *out);

#endif
