/* main.c: dispatches to the subcommands. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <spelunke/text.h>

static const char help[] =
    "Usage: spelunke [COMMAND] [ARGUMENT...]\n"
    "\n"
    "Tabletop games with computer players and fair dice. Without a command it starts\n"
    "the server, like serve.\n"
    "\n"
    "Commands:\n"
    "  admin     maintain a server: list, close, export, ban, back up\n"
    "  arena     play many matches between computer players and report who wins\n"
    "  credits   print the authors of the games and the libraries in use\n"
    "  engine    play through a pipe, with JSON requests and answers\n"
    "  games     list the games, their options and computer players\n"
    "  join      join a table of a server in the terminal\n"
    "  play      play in the terminal against computer players\n"
    "  pool      manage precomputed simulated throws\n"
    "  rules     print the rules of a game\n"
    "  serve     start the server: lobby, tables and web page on one port\n"
    "  ship      show and draw the ship of a match of Riff Raff\n"
    "  throw     simulate a throw of barrels; record or draw it\n"
    "  verify    check the dice of a match from its log\n"
    "  help      describe a command: spelunke help verify\n"
    "\n"
    "Options:\n"
    "  -h, --help       this text\n"
    "  -V, --version    the version; with --verbose also the credits\n"
    "  --lang LANG      of every command: de, en, fr or it; else LANGUAGE, LC_ALL,\n"
    "                   LC_MESSAGES or LANG decides\n"
    "\n"
    "Exit code: 0 success, 1 refused (a check failed), 2 wrong usage, 3 file or pipe\n"
    "error, 4 verify could not prove everything here.\n"
    "Manual: man spelunke\n";

static int run_help(int argc, char **argv);

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    bool takes_language; /* parses --lang itself */
} commands[] = {
    {"admin", run_admin, false},   {"arena", run_arena, false},  {"credits", run_credits, false},
    {"engine", run_engine, false}, {"games", run_games, false},  {"help", run_help, false},
    {"join", run_join, false},     {"play", run_play, true},     {"pool", run_pool, false},
    {"rules", run_rules, false},   {"serve", run_serve, false},  {"ship", run_ship, false},
    {"throw", run_throw, false},   {"verify", run_verify, false}};

const struct game *game_named(const char *key) {
    for (const struct game *const *game = game_list; *game; game++)
        if (strcasecmp((*game)->key, key) == 0)
            return *game;
    return NULL;
}

static int complain_language(const char *command, const char *wrong) {
    return *wrong ? complain_usage(command, "there is no language \"%s\": de, en, fr, it", wrong)
                  : complain_usage(command, "--lang needs a value after it: de, en, fr, it");
}

static int complain_command(const char *wrong) {
    struct text list = {0};
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        list_add(&list, commands[i].name);
    int code =
        complain_usage("", "there is no command \"%s\"; there are: %s", wrong, text_string(&list));
    text_free(&list);
    return code;
}

static int run_command(int argc, char **argv) {
    const char *wrong;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[0], commands[i].name) == 0) {
            int left = take_language(argc, argv, !commands[i].takes_language, &wrong);
            return wrong ? complain_language(argv[0], wrong) : commands[i].run(left, argv);
        }
    take_language(argc, argv, false, &wrong);
    return complain_command(argv[0]);
}

/* Reports an error if the output could not be written. */
static int flush_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return complain(EXIT_TROUBLE, "cannot write to standard output: %s", error_said(errno));
}

/* Without an argument, or about itself, prints the general help; otherwise that of the command. */
static int run_help(int argc, char **argv) {
    char *about = argc > 1 ? argv[1] : argv[0];
    if (about[0] == '-' || strcmp(about, "help") == 0) {
        fputs(help_said(help), stdout);
        return EXIT_FINE;
    }
    char *again[] = {about, (char[]){"--help"}, NULL};
    return run_command(2, again);
}

/* If one of the three standard streams is closed, the next opened file would get its number and be
 * written to by mistake. The replacement behaves like a closed stream: the first cannot be read,
 * the others cannot be written. */
static bool open_streams(void) {
    static const int flags[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int stream = 0; stream <= 2; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", flags[stream]) != stream)
            return false;
    return true;
}

int main(int argc, char **argv) {
    if (!open_streams())
        return EXIT_TROUBLE;
    const char *wrong = NULL;
    if (argc > 1 && argv[1][0] == '-')
        argc = take_language(argc, argv, true, &wrong);
    if (wrong)
        return complain_language("", wrong);
    if (argc < 2)
        return flush_output(run_command(1, (char *[]){(char[]){"serve"}, NULL}));
    if (argv[1][0] != '-')
        return flush_output(run_command(argc - 1, argv + 1));
    if (handle_help(argc, argv, help))
        return flush_output(EXIT_FINE);
    return complain_call(help, "there is no option \"%s\"", argv[1]);
}
