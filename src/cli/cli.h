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
int run_admin(int argc, char **argv);
int run_arena(int argc, char **argv);
int run_credits(int argc, char **argv);
int run_engine(int argc, char **argv);
int run_games(int argc, char **argv);
int run_join(int argc, char **argv);
int run_play(int argc, char **argv);
int run_pool(int argc, char **argv);
int run_rules(int argc, char **argv);
int run_serve(int argc, char **argv);
int run_ship(int argc, char **argv);
int run_throw(int argc, char **argv);
int run_verify(int argc, char **argv);

/* said.c: an English text, which may be a format of printf, in the caller's language, as
 * po/<language>/cli.po has it. */
const char *said(const char *english) __attribute__((format_arg(1)));
/* The same of a help text, which is found by its first line. */
const char *help_said(const char *english);
/* Why a call of the system failed, by errno. */
const char *error_said(int error);
/* Makes `--lang CODE` the language of this process, and takes it out of the arguments if the
 * command does not read it itself; returns how many are left. `wrong`: NULL, or a code that is
 * no language of ours. */
int take_language(int argc, char **argv, bool removes, const char **wrong);
/* credits.c */
void print_credits(void);

/* "spelunke: ..." on standard error, in the caller's language; returns the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same of a sentence of the server or its store, which are English. */
int complain_trouble(int code, const char *english);

/* A wrong call of a subcommand. */
int complain_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* How the program was called, for hints: script/run says its own name in
 * SPELUNKE_COMMAND. */
const char *command_name(void);
/* The game of this key, in capital or small letters; NULL if there is none. */
const struct game *game_named(const char *key);
/* The keys of the games for which `has` is true, as "one, other". */
void list_games(bool (*has)(const char *key), struct text *out);
/* True if the arguments ask for help or the version, which is then printed. */
bool was_help(int argc, char **argv, const char *help);
/* The same; the help ends with a line that lists these games. */
bool was_help_games(int argc, char **argv, const char *help, bool (*has)(const char *key));

#endif
