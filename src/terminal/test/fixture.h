/* fixture.h: a console for tests: Toni with computer players of one kind; the state folder is
 * temporary or missing. */
#ifndef SPELUNKE_TERMINAL_TEST_FIXTURE_H
#define SPELUNKE_TERMINAL_TEST_FIXTURE_H

#include "terminal/console.h"

/* Toni at a table with computer players of one kind. */
struct play play_of(const struct game *game, int seats, uint64_t seed, const struct bot *bot);

/* The console of such a match after its beginning; nothing is saved. */
struct console *open_game(const struct game *game, const struct client *client, int seats,
                          uint64_t seed, const struct bot *bot);

/* The client of the game with this key. */
const struct client *find_client(const char *game);

/* Whether the state folder has a file of the null game with this suffix. */
bool has_file(const char *suffix);

/* Before all tests: points the state folder to nowhere, so that nothing is found or saved. */
int forget_home(void **state);

#endif
