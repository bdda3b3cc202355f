/* cli.h: what the subcommands share. */
#ifndef SPELUNKE_CLI_H
#define SPELUNKE_CLI_H

#include <stdbool.h>

#include <spelunke/game.h>

/* Exit codes, the same for every subcommand; EXIT_SIGNAL plus the signal: cut
 * short by it. */
enum {
    EXIT_FINE = 0,
    EXIT_REFUSED = 1,
    EXIT_USAGE = 2,
    EXIT_TROUBLE = 3,
    EXIT_UNPROVED = 4, /* nothing contradicts, but not all could be proved */
    EXIT_SIGNAL = 128
};

/* One file a subcommand; argv[0] is the subcommand's name. */
int run_arena(int argc, char **argv);
int run_engine(int argc, char **argv);
int run_games(int argc, char **argv);
int run_play(int argc, char **argv);
int run_pool(int argc, char **argv);
int run_rules(int argc, char **argv);
int run_throw(int argc, char **argv);
int run_verify(int argc, char **argv);

/* "spelunke: ..." on standard error; returns the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A wrong call of a subcommand. */
int complain_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* How the program was called, for hints: script/run says its own name in
 * SPELUNKE_COMMAND. */
const char *command_name(void);
/* The game of this key, in great or small letters; NULL if there is none. */
const struct game *game_named(const char *key);
/* True if the arguments ask for help or the version, which is then printed. */
bool was_help(int argc, char **argv, const char *help);

#endif
