/* games.c: `spelunke games`: lists the games with options and computer players. */
#include "cli.h"

#include <stdio.h>
#include <string.h>

#include <spelunke/game.h>

#include "terminal/utf8.h"
#include "words/words.h"

static const char help[] =
    "Usage: spelunke games [GAME] [--lang LANG]\n"
    "\n"
    "Lists the games, or one of them, with players, options, start values and\n"
    "computer players, weakest first. Values stand in brackets, the usual one last.\n"
    "Programs ask the engine instead: {\"cmd\":\"games\"}\n"
    "\n"
    "  --lang LANG          de, en, fr or it; else the environment decides\n";

enum { COLUMNS = 80, NAME_COLUMN = 4, TEXT_COLUMN = 23 };

/* The language and the game that is being listed. */
struct list {
    enum language language;
    const struct game *game;
};

static void say_key(const struct list *list, const char *key, struct text *out) {
    struct message message;
    message_start(&message, key);
    words_say(list->language, &message, out);
}

static void say_range(const struct list *list, const char *key, int min, int max,
                      struct text *out) {
    struct message message;
    message_start(&message, key);
    message_number(&message, "min", min);
    message_number(&message, "max", max);
    words_say(list->language, &message, out);
}

/* Prints a name with its description beside it, wrapped to the width. */
static void print_row(const char *name, const char *text) {
    struct page page = page_new(text, COLUMNS - TEXT_COLUMN);
    for (int i = 0; i < page.count; i++)
        printf("%*s%-*s%s\n", NAME_COLUMN, "", TEXT_COLUMN - NAME_COLUMN, i ? "" : name,
               page.lines[i]);
    page_free(&page);
}

static void print_heading(const struct list *list, const char *key) {
    struct text heading = {0};
    say_key(list, key, &heading);
    printf("  %s\n", text_string(&heading));
    text_free(&heading);
}

static void put_values(const struct list *list, const struct param *param, struct text *out) {
    const char *const *values = param_values(param);
    if (param->kind == PARAM_NUMBER)
        say_range(list, "terminal.games_range", param->min, param->max, out);
    if (param->kind == PARAM_WORD)
        say_key(list, "terminal.games_word", out);
    bool is_first = param->kind != PARAM_NUMBER && param->kind != PARAM_WORD;
    for (int i = 0; values && values[i]; i++) {
        text_put(out, is_first && i == 0 ? "" : ", ");
        text_put(out, values[i]);
    }
}

static void print_param(const struct list *list, const struct param *param) {
    struct text text = {0};
    text_put(&text, words_help(list->language, list->game->key, param->name));
    text_put(&text, " (");
    put_values(list, param, &text);
    text_put(&text, words_find(list->language, "terminal.semicolon"));
    text_put(&text, param->fallback);
    text_put(&text, ")");
    print_row(param->name, text_string(&text));
    text_free(&text);
}

static void print_params(const struct list *list, const char *heading, const struct param *params) {
    int count = param_count(params);
    if (count)
        print_heading(list, heading);
    for (int i = 0; i < count; i++)
        print_param(list, &params[i]);
}

static void print_bots(const struct list *list) {
    struct text key = {0};
    print_heading(list, "terminal.games_bots");
    for (const struct bot *const *bot = list->game->bots; *bot; bot++) {
        text_clear(&key);
        text_put(&key, list->game->key);
        text_put(&key, ".bot_help.");
        text_put(&key, (*bot)->key);
        const char *like = words_find(list->language, key.data);
        print_row((*bot)->key, like ? like : "-");
    }
    text_free(&key);
}

static void print_game(const struct list *list) {
    const struct game *game = list->game;
    struct text players = {0};
    say_range(list, "terminal.games_players", game->seats_min, game->seats_max, &players);
    printf("%s: %s, %s\n", game->key, game->title, text_string(&players));
    text_free(&players);
    print_params(list, "terminal.games_options", game->params);
    print_params(list, "terminal.games_starts", game->starts);
    print_bots(list);
}

static int complain_game(const char *wrong) {
    struct text games = {0};
    list_games(NULL, &games);
    int code = complain_usage("games", "there is no game \"%s\"; there are: %s", wrong,
                              text_string(&games));
    text_free(&games);
    return code;
}

int run_games(int argc, char **argv) {
    struct list list = {.language = words_language_of_environment()};
    const char *wanted = NULL;
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-' || wanted)
            return complain_call(help, "cannot make sense of \"%s\"", argv[i]);
        wanted = argv[i];
    }
    const struct game *only = wanted ? game_named(wanted) : NULL;
    if (wanted && !only)
        return complain_game(wanted);
    utf8_begin();
    for (const struct game *const *game = game_list; *game; game++) {
        list.game = *game;
        if (!only || *game == only)
            print_game(&list);
    }
    return EXIT_FINE;
}
