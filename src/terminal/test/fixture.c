/* fixture.c: a console for a test. See fixture.h. */
#include "unit/test.h"

#include <stdlib.h>

#include "fixture.h"
#include "terminal/state_folder.h"

static void fresh_seed(struct seed *seed) {
    seed_from_number(seed, 1);
}

struct play play_of(const struct game *game, int seats, uint64_t seed, const struct bot *bot) {
    struct play play = {.game = game,
                        .language = LANGUAGE_EN,
                        .name = "Toni",
                        .command = "spelunke",
                        .fresh_seed = fresh_seed};
    struct message why;
    assert_true(setup_begin(&play.setup, game, seats, &why));
    for (int seat = 1; seat < seats; seat++)
        play.bots[seat] = bot;
    seed_from_number(&play.seed, seed);
    return play;
}

struct console *open_game(const struct game *game, const struct client *client, int seats,
                          uint64_t seed, const struct bot *bot) {
    struct play play = play_of(game, seats, seed, bot);
    struct console *console = console_new(&play, client);
    console->must_not_save = true;
    console_begin(console, &play.seed);
    return console;
}

const struct client *find_client(const char *game) {
    const struct client *const *found = client_list;
    while (strcmp((*found)->key, game) != 0)
        found++;
    return *found;
}

bool has_file(const char *suffix) {
    struct text path = {0};
    state_path("null", suffix, &path);
    bool has = state_has(text_string(&path));
    text_free(&path);
    return has;
}

int forget_home(void **state) {
    (void)state;
    unsetenv("HOME");
    unsetenv("XDG_STATE_HOME");
    return 0;
}
