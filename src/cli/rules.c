/* rules.c: `spelunke rules`: our own short rules of a game. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include <spelunke/game.h>

#include "words/words.h"

static const char help[] = "Usage: spelunke rules GAME [--lang LANG]\n"
                           "\n"
                           "Prints the rules of a game on one page: de, en, fr or it; else the\n"
                           "environment decides. Games: polterfass\n";

static int complain_game(const char *game) {
    struct text games = {0};
    for (const struct game *const *at = game_list; *at; at++)
        if (words_rules(LANGUAGE_EN, (*at)->key)) {
            text_put(&games, games.length ? ", " : "");
            text_put(&games, (*at)->key);
        }
    int code = game ? complain_usage("rules", "there are no rules of \"%s\"; there are of: %s",
                                     game, text_string(&games))
                    : complain_usage("rules", "name a game: %s", text_string(&games));
    text_free(&games);
    return code;
}

int run_rules(int argc, char **argv) {
    enum language language = words_language_around();
    const char *game = NULL;
    if (was_help(argc, argv, help))
        return EXIT_FINE;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--lang") == 0 && argv[i + 1]) {
            if (!words_language(argv[++i], &language))
                return complain_usage("rules", "there is no language \"%s\": de, en, fr, it",
                                      argv[i]);
        } else if (argv[i][0] == '-' || game) {
            return complain_usage("rules", "cannot make sense of \"%s\"", argv[i]);
        } else {
            game = argv[i];
        }
    }
    const char *const *line = game ? words_rules(language, game) : NULL;
    if (!line)
        return complain_game(game);
    for (; *line; line++)
        puts(*line);
    return EXIT_FINE;
}
