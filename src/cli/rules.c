/* rules.c: `spelunke rules`: prints the short rules of a game. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include <spelunke/game.h>

#include "words/words.h"

static const char help[] = "Usage: spelunke rules GAME [--lang LANG]\n"
                           "\n"
                           "Prints the rules of a game on one page: de, en, fr or it; else the\n"
                           "environment decides.\n";

static bool has_rules(const char *game) {
    return words_rules(LANGUAGE_EN, game) != NULL;
}

static int complain_game(const char *game) {
    struct text games = {0};
    list_games(has_rules, &games);
    int code = game ? complain_usage("rules", "there are no rules for \"%s\", only for: %s", game,
                                     text_string(&games))
                    : complain_usage("rules", "name a game: %s", text_string(&games));
    text_free(&games);
    return code;
}

int run_rules(int argc, char **argv) {
    enum language language = words_language_of_environment();
    const char *game = NULL;
    if (handle_help_games(argc, argv, help, has_rules))
        return EXIT_FINE;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' || game)
            return complain_call(help, "cannot make sense of \"%s\"", argv[i]);
        game = argv[i];
    }
    const struct game *found = game ? game_named(game) : NULL;
    const char *const *line = found ? words_rules(language, found->key) : NULL;
    if (!line)
        return complain_game(game);
    for (; *line; line++)
        puts(*line);
    return EXIT_FINE;
}
