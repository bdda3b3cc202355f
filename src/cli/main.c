/* main.c: the front door: finds the subcommand and hands over. */
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <spelunke/text.h>

static const char help[] =
    "Usage: spelunke COMMAND [ARGUMENT...]\n"
    "\n"
    "A tavern with tabletop games: rules, computer players and fair dice.\n"
    "\n"
    "Commands:\n"
    "  arena     let computer players play many matches and tell who wins\n"
    "  engine    play through a pipe: JSON requests in, JSON answers out\n"
    "  games     list the games, their options and computer players\n"
    "  play      play at the terminal against computer players\n"
    "  pool      keep throws that are simulated beforehand\n"
    "  rules     print the rules of a game\n"
    "  throw     throw simulated barrels; record the throw or draw it\n"
    "  verify    throw every die of a match once more, from its log\n"
    "  help      tell about a command: spelunke help verify\n"
    "\n"
    "Options:\n"
    "  -h, --help       this text\n"
    "  -V, --version    the version\n"
    "\n"
    "Exit code: 0 fine, 1 refused (what was checked does not hold), 2 wrong call,\n"
    "3 trouble with a file or a pipe, 4 verify could not prove everything here.\n"
    "Manual: man spelunke\n";

static int run_help(int argc, char **argv);

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
} commands[] = {{"arena", run_arena}, {"engine", run_engine}, {"games", run_games},
                {"help", run_help},   {"play", run_play},     {"pool", run_pool},
                {"rules", run_rules}, {"throw", run_throw},   {"verify", run_verify}};

static void print_complaint(const char *format, va_list args) {
    fputs("spelunke: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
}

const char *command_name(void) {
    const char *name = getenv("SPELUNKE_COMMAND");
    return name && *name && text_is_plain(name) ? name : "spelunke";
}

int complain(int code, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_complaint(format, args);
    va_end(args);
    return code;
}

int complain_usage(const char *command, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_complaint(format, args);
    va_end(args);
    fprintf(stderr, "Try: %s %s --help\n", command_name(), command);
    return EXIT_USAGE;
}

bool was_help(int argc, char **argv, const char *text) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            fputs(text, stdout);
            return true;
        }
        if (strcmp(argv[i], "-V") == 0 || strcmp(argv[i], "--version") == 0) {
            puts("spelunke " SPELUNKE_VERSION);
            return true;
        }
    }
    return false;
}

const struct game *game_named(const char *key) {
    for (const struct game *const *game = game_list; *game; game++)
        if (strcasecmp((*game)->key, key) == 0)
            return *game;
    return NULL;
}

static int run_command(int argc, char **argv) {
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(argv[0], commands[i].name) == 0)
            return commands[i].run(argc, argv);
    fprintf(stderr, "spelunke: there is no command \"%s\"\nTry: %s --help\n", argv[0],
            command_name());
    return EXIT_USAGE;
}

static int complain_option(const char *option) {
    fprintf(stderr, "spelunke: there is no option \"%s\"\nTry: %s --help\n", option,
            command_name());
    return EXIT_USAGE;
}

/* What could not be printed was not done. */
static int flush_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    return complain(EXIT_TROUBLE, "cannot write to standard output: %s", strerror(errno));
}

/* `help` alone, of itself, or of a command, which then tells by itself. */
static int run_help(int argc, char **argv) {
    char *told = argc > 1 ? argv[1] : argv[0];
    if (told[0] == '-' || strcmp(told, "help") == 0) {
        fputs(help, stdout);
        return EXIT_FINE;
    }
    char *again[] = {told, (char[]){"--help"}, NULL};
    return run_command(2, again);
}

/* Whoever is called without one of its three streams would give that number to the
 * next file it opens, and write there. What is put in its place answers as a closed
 * one does: nothing can be read from the first or written to the others. */
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
    if (argc < 2) {
        fputs(help, stderr);
        return EXIT_USAGE;
    }
    if (argv[1][0] == '-' && !was_help(argc, argv, help))
        return complain_option(argv[1]);
    if (argv[1][0] == '-')
        return flush_output(EXIT_FINE);
    return flush_output(run_command(argc - 1, argv + 1));
}
