/* games.c: `spelunke games`: what is on the tables. */
#include "cli.h"

#include <stdio.h>

#include <spelunke/game.h>

#include "words/words.h"

static const char help[] =
    "Usage: spelunke games\n"
    "\n"
    "Lists the games with their seats, options, start values and computer players,\n"
    "weakest first.\n"
    "Programs ask the engine instead: {\"cmd\":\"games\"}\n";

static void print_values(const struct param *param) {
    if (param->kind == PARAM_NUMBER)
        printf("%d to %d", (int)param->min, (int)param->max);
    if (param->kind == PARAM_WORD)
        printf("a word");
    const char *const *values = param_values(param);
    for (int i = 0; values && values[i]; i++)
        printf("%s%s", i || param->kind == PARAM_NUMBER ? ", " : "", values[i]);
}

static void print_param(const struct game *game, const struct param *param) {
    printf("  %-18s %s (", param->name, words_help(LANGUAGE_EN, game->key, param->name));
    print_values(param);
    printf("; %s)\n", param->fallback);
}

static void print_bot(const struct game *game, const struct bot *bot) {
    struct text key = {0};
    text_put(&key, game->key);
    text_put(&key, ".bot_help.");
    text_put(&key, bot->key);
    const char *like = words_find(LANGUAGE_EN, key.data);
    printf("  bot %-14s %s\n", bot->key, like ? like : "");
    text_free(&key);
}

static void print_game(const struct game *game) {
    printf("%s: %s, %d to %d players\n", game->key, game->title, game->seats_min, game->seats_max);
    for (int i = 0; i < param_count(game->params); i++)
        print_param(game, &game->params[i]);
    for (int i = 0; i < param_count(game->starts); i++)
        print_param(game, &game->starts[i]);
    for (const struct bot *const *bot = game->bots; *bot; bot++)
        print_bot(game, *bot);
}

int run_games(int argc, char **argv) {
    if (was_help(argc, argv, help))
        return EXIT_FINE;
    if (argc > 1)
        return complain_usage("games", "games takes no arguments");
    for (const struct game *const *game = game_list; *game; game++)
        print_game(*game);
    return EXIT_FINE;
}
