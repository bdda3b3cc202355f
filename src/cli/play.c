/* play.c: `spelunke play`: a match at the terminal, against computer players. */
#include "cli.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include <spelunke/notation.h>

#include "arguments.h"
#include "pool/pool.h"
#include "terminal/terminal.h"

static const char help[] =
    "Usage: spelunke play [GAME] [OPTION...]\n"
    "\n"
    "Play in the terminal against computer players. Without a game you are asked for\n"
    "one, and for opponents, players, character, language and name. An unfinished\n"
    "match is saved, and the next call offers to continue it.\n"
    "\n"
    "  --lang LANG          de, en, fr or it; else the environment decides\n"
    "  --players N          number of players, including you (4)\n"
    "  --bots KEY[,KEY...]  the computer players, in turn (the strongest)\n"
    "  --name NAME          your name at the table\n"
    "  --word               ask for a word of your own for the dice, after the hash\n"
    "                       of their seed has been shown, so that nobody can choose\n"
    "                       the dice\n"
    "  --seed SEED          seed for repeatable dice: a number or 64 hex digits\n"
    "  --option NAME=VALUE  a setting of the game; spelunke games lists them; here\n"
    "                       chance decides who begins, and barrels are simulated,\n"
    "                       unless you set it; you are seat 0, the others follow\n"
    "  --resume, --new      continue the unfinished match, or start a new one\n"
    "  --plain              lines of text instead of a drawn screen\n"
    "  --fast               no pauses between moves, and no animated throws, not\n"
    "                       even your own\n"
    "  --no-color           no colours, like NO_COLOR in the environment\n"
    "\n"
    "Values may also follow an equals sign: --lang=LANG.\n"
    "\n"
    "Manual: man spelunke-play\n";

enum { PLAYERS_USUAL = 4, PLAYERS_SAID_MAX = 1000000, SITTING_FILLS = 1000 };

/* The command line. */
struct call {
    const char *game, *language, *players, *bots, *name, *seed;
    struct argument_list options;
    bool is_plain, is_fast, is_colourless, is_resume, is_new, asks_word;
    char quoted[80]; /* storage for a word of the command line in an error message */
    struct welcome
        welcome;    /* the choices of the welcome screen if the command line names no game */
    char seats[12]; /* storage for the number of players that was chosen */
};

static void secret_seed(struct seed *seed) {
    unsigned char secret[KEY_BYTES];
    randombytes_buf(secret, sizeof secret);
    seed_from_secret(seed, secret);
}

static const struct argument arguments[] = {
    {"--lang", ARGUMENT_TEXT, offsetof(struct call, language), 0, 0},
    {"--players", ARGUMENT_TEXT, offsetof(struct call, players), 0, 0},
    {"--bots", ARGUMENT_TEXT, offsetof(struct call, bots), 0, 0},
    {"--name", ARGUMENT_TEXT, offsetof(struct call, name), 0, 0},
    {"--seed", ARGUMENT_TEXT, offsetof(struct call, seed), 0, 0},
    {"--option", ARGUMENT_LIST, offsetof(struct call, options), 0, 0},
    {"--word", ARGUMENT_FLAG, offsetof(struct call, asks_word), 0, 0},
    {"--resume", ARGUMENT_FLAG, offsetof(struct call, is_resume), 0, 0},
    {"--new", ARGUMENT_FLAG, offsetof(struct call, is_new), 0, 0},
    {"--plain", ARGUMENT_FLAG, offsetof(struct call, is_plain), 0, 0},
    {"--fast", ARGUMENT_FLAG, offsetof(struct call, is_fast), 0, 0},
    {"--no-color", ARGUMENT_FLAG, offsetof(struct call, is_colourless), 0, 0},
    {0}};

/* Reports a wrong argument. A word on the command line was known before the seed was made, so it
 * would prove nothing. */
static int complain_argument(const struct call *call, const char *wrong) {
    if (strncmp(wrong, "--word=", 7) == 0 || (call->asks_word && wrong[0] != '-'))
        return complain_usage("play", "--word takes no value: you are asked for your word once"
                                      " the hash of chance has been shown");
    return complain_call(help, "cannot make sense of \"%s\"", wrong);
}

static int take_arguments(int argc, char **argv, struct call *call) {
    for (int i = 1, taken; i < argc; i += taken) {
        bool is_option = argv[i][0] == '-';
        taken = is_option ? argument_take(argv + i, arguments, call, help) : !call->game;
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_argument(call, argv[i]);
        if (!is_option)
            call->game = argv[i];
    }
    return EXIT_FINE;
}

static int refuse_play(enum language language, const struct message *why) {
    struct text reason = {0};
    words_say(language, why, &reason);
    int code = complain_usage("play", "%s", text_string(&reason));
    text_free(&reason);
    return code;
}

static int complain_bot(const struct game *game, const char *wrong) {
    struct text list = {0};
    for (const struct bot *const *bot = game->bots; *bot; bot++)
        list_add(&list, (*bot)->key);
    return complain_list("play", "computer player", wrong, &list);
}

/* The option of the game with this name, which is the beginning of a text. */
static const struct param *find_option(const struct game *game, const char *name, size_t length) {
    for (int i = 0; i < param_count(game->params); i++)
        if (strlen(game->params[i].name) == length &&
            strncmp(game->params[i].name, name, length) == 0)
            return &game->params[i];
    return NULL;
}

/* Sets an option from `name=value`; EXIT_FINE, or the error has been printed. */
static int set_option(struct call *call, struct play *play, const char *pair) {
    struct message why;
    size_t length = strcspn(pair, "=");
    const struct param *param = find_option(play->game, pair, length);
    snprintf(call->quoted, sizeof call->quoted, "%.*s", (int)length, pair);
    if (!param)
        return complain_option_name("play", play->game, call->quoted);
    const char *value = pair[length] ? pair + length + 1 : "";
    return setup_option(&play->setup, play->game, param->name, value, &why)
               ? EXIT_FINE
               : complain_option_value("play", param, &why);
}

static int make_setup(struct call *call, struct play *play, int players) {
    struct message why;
    if (!setup_offer(&play->setup, play->game, players, &why))
        return refuse_play(play->language, &why);
    for (int i = 0; i < call->options.count; i++)
        if (set_option(call, play, call->options.items[i]) != EXIT_FINE)
            return EXIT_USAGE;
    struct match *trial = match_new(play->game, &play->setup, &play->seed, &why);
    match_free(trial);
    return trial ? EXIT_FINE : refuse_play(play->language, &why);
}

static const struct bot *strongest(const struct game *game) {
    const struct bot *const *bot = game->bots;
    while (bot[1])
        bot++;
    return *bot;
}

/* Assigns the keys in turn, repeatedly, to all seats, also those that a resumed match may need.
 * NULL, or the unknown key. */
static const char *make_bots(struct call *call, struct play *play) {
    const char *keys = call->bots, *at = keys;
    char *key = call->quoted;
    for (int seat = 1; seat < SEATS_MAX; seat++) {
        size_t length = at ? strcspn(at, ",") : 0;
        snprintf(key, sizeof call->quoted, "%.*s", (int)length, at ? at : "");
        play->bots[seat] = at ? game_bot(play->game, key) : strongest(play->game);
        if (!play->bots[seat])
            return key;
        at = at && at[length] ? at + length + 1 : keys;
    }
    return NULL;
}

/* The name at the table: the given one, the login, or a default. */
static const char *make_name(const struct call *call) {
    const char *login = getenv("USER");
    bool is_login = login && strcmp(login, "root") != 0 && terminal_name_fits(login);
    return call->name ? call->name : is_login ? login : "Toni";
}

/* False if it is not a number; one that the game does not support is refused later. */
static bool make_players(const struct call *call, int *players) {
    struct scan scan = {call->players ? call->players : ""};
    int64_t number = PLAYERS_USUAL;
    bool is_number =
        !call->players || (scan_number(&scan, 0, PLAYERS_SAID_MAX, &number) && scan_end(&scan));
    *players = (int)number;
    return is_number;
}

/* The number of computer players on the command line. */
static int count_bots(const struct call *call) {
    int count = call->bots ? 1 : 0;
    for (const char *at = call->bots; at && *at; at++)
        count += *at == ',';
    return count;
}

/* The first given option that only a new match can take; NULL: none. */
static const char *option_of_new_match(const struct call *call) {
    return call->players         ? "--players"
           : call->bots          ? "--bots"
           : call->name          ? "--name"
           : call->seed          ? "--seed"
           : call->asks_word     ? "--word"
           : call->options.count ? "--option"
                                 : NULL;
}

static int complain_game(const char *game) {
    struct text games = {0};
    list_games(terminal_has, &games);
    int code = game ? complain_usage("play", "\"%s\" cannot be played here; these can: %s", game,
                                     text_string(&games))
                    : complain_usage("play", "name a game: %s", text_string(&games));
    text_free(&games);
    return code;
}

static int complain_language(const char *language) {
    return complain_usage("play", "there is no language \"%s\": de, en, fr, it", language);
}

static int complain_name(void) {
    return complain_usage("play", "a name is 1 to %d bytes of plain text", NAME_BYTES_MAX);
}

/* Checks what does not depend on the game. */
static int check_call(const struct call *call, struct play *play) {
    const char *changed = option_of_new_match(call);
    if (call->language && !words_language(call->language, &play->language))
        return complain_language(call->language);
    if (call->is_resume && call->is_new)
        return complain_usage("play", "either --resume or --new");
    if (call->is_resume && changed)
        return complain_usage("play", "--resume goes on with the match as it was: %s has no place",
                              changed);
    if (!terminal_name_fits(play->name))
        return complain_name();
    if (call->seed && !seed_parse(&play->seed, call->seed))
        return complain_usage("play", "a seed is a number or 64 hexadecimal digits");
    return EXIT_FINE;
}

/* Assigns the computer players and creates the setup. */
static int make_seats(struct call *call, struct play *play) {
    int players, bots = count_bots(call);
    if (!make_players(call, &players))
        return complain_usage("play", "--players takes a number, not \"%s\": %d to %d",
                              call->players, play->game->seats_min, play->game->seats_max);
    const char *wrong = make_bots(call, play);
    if (wrong)
        return complain_bot(play->game, wrong);
    int code = make_setup(call, play, players);
    if (code != EXIT_FINE)
        return code;
    if (bots >= players)
        return complain_usage("play",
                              "--bots names %d computer players, but only %d can sit with you",
                              bots, players - 1);
    return EXIT_FINE;
}

/* Validates the command line for a game; EXIT_FINE, or the error has been printed. */
static int make_play(struct call *call, struct play *play) {
    play->game = call->game ? game_named(call->game) : NULL;
    if (!play->game || !terminal_has(play->game->key))
        return complain_game(call->game);
    play->language = words_language_of_environment();
    play->is_language_given = call->language != NULL;
    play->is_changed = option_of_new_match(call) != NULL;
    play->name = make_name(call);
    play->asks_word = call->asks_word;
    int code = check_call(call, play);
    return code == EXIT_FINE ? make_seats(call, play) : code;
}

/* Copies the choices of the welcome screen into the command line. */
static void apply_welcome(struct call *call) {
    const struct welcome *welcome = &call->welcome;
    call->game = welcome->game->key;
    call->is_resume = welcome->resumes;
    call->is_new = welcome->is_new;
    call->language = words_code(welcome->language);
    if (welcome->resumes) {
        call->name = call->seed = NULL; /* meant for a new match */
        call->asks_word = false;
        return;
    }
    snprintf(call->seats, sizeof call->seats, "%d", welcome->players);
    call->players = call->seats;
    call->bots = welcome->bot->key;
    call->name = welcome->name;
    for (int i = 0; i < welcome->option_count; i++)
        call->options.items[call->options.count++] = welcome->options[i];
}

/* An option that needs a game on the command line. */
static const char *option_without_game(const struct call *call) {
    return call->players         ? "--players"
           : call->bots          ? "--bots"
           : call->options.count ? "--option"
           : call->is_resume     ? "--resume"
           : call->is_new        ? "--new"
                                 : NULL;
}

/* Asks for the game; EXIT_FINE with a game, or without one if the person left. Only asks at a
 * terminal, or with --plain. */
static int ask_game(struct call *call, const struct play *play) {
    struct welcome *welcome = &call->welcome;
    const char *name = make_name(call), *early = option_without_game(call);
    if (early)
        return complain_usage("play", "%s belongs to a game: name one", early);
    if (!call->is_plain && !isatty(STDIN_FILENO))
        return complain_game(NULL);
    welcome->is_plain = call->is_plain;
    welcome->is_colourless = play->is_colourless;
    welcome->language = words_language_of_environment();
    if (call->language && !words_language(call->language, &welcome->language))
        return complain_language(call->language);
    if (!terminal_name_fits(name))
        return complain_name();
    strcpy(welcome->name, name);
    if (terminal_welcome(welcome))
        apply_welcome(call);
    return EXIT_FINE;
}

/* Runs after the screen is closed; a failing pool does not affect the match. */
static void close_pool(struct pool *pool) {
    struct text trouble = {0};
    if (pool)
        pool_trouble(pool, &trouble);
    if (trouble.length)
        complain(EXIT_FINE, "%s", text_string(&trouble));
    text_free(&trouble);
    pool_close(pool);
}

int run_play(int argc, char **argv) {
    struct call call = {0};
    struct play play = {.fresh_seed = secret_seed, .command = command_name()};
    if (handle_help_games(argc, argv, help, terminal_has))
        return EXIT_FINE;
    if (take_arguments(argc, argv, &call) != EXIT_FINE)
        return EXIT_USAGE;
    const char *no_color = getenv("NO_COLOR");
    secret_seed(&play.seed);
    play.is_plain = call.is_plain;
    play.is_fast = call.is_fast;
    play.is_colourless = call.is_colourless || (no_color && *no_color);
    int code = call.game ? EXIT_FINE : ask_game(&call, &play);
    if (code != EXIT_FINE || !call.game)
        return terminal_signal() ? EXIT_SIGNAL + terminal_signal() : code;
    play.beginning = call.is_resume ? BEGIN_RESUME : call.is_new ? BEGIN_NEW : BEGIN_ASK;
    play.typed = &call.welcome.typed;
    play.is_welcomed = call.welcome.game != NULL;
    code = make_play(&call, &play);
    if (code != EXIT_FINE)
        return code;
    struct pool *pool = pool_open(&(struct pool_plan){.game = play.game, .fills = SITTING_FILLS});
    play.shelf = pool_shelf(pool);
    bool is_saved = terminal_play(&play);
    close_pool(pool);
    return terminal_signal() ? EXIT_SIGNAL + terminal_signal()
           : is_saved        ? EXIT_FINE
                             : EXIT_TROUBLE;
}
