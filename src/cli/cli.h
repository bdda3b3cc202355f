/* cli.h: what the subcommands share. */
#ifndef SPELUNKE_CLI_H
#define SPELUNKE_CLI_H

#include <stdbool.h>

#include <spelunke/game.h>

/* Exit codes of all subcommands; EXIT_SIGNAL plus the signal number if a signal ended it. */
enum {
    EXIT_FINE = 0,
    EXIT_REFUSED = 1,
    EXIT_USAGE = 2,
    EXIT_TROUBLE = 3,
    EXIT_UNPROVED = 4, /* nothing is contradicted, but not everything could be proved */
    EXIT_SIGNAL = 128
};

/* One source file for each subcommand; argv[0] is the subcommand's name. */
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

/* said.c: translates an English text, which may be a printf format, into the caller's language
 * (po/<language>/cli.po). */
const char *said(const char *english) __attribute__((format_arg(1)));
/* The same for a help text, which is looked up by its first line. */
const char *help_said(const char *english);
/* The message for an errno. */
const char *error_said(int error);
/* Sets the language of this process from `--lang CODE`, and removes the option if `removes`;
 * returns the number of remaining arguments. `wrong` is an unsupported code, "" if it is missing,
 * or NULL. */
int take_language(int argc, char **argv, bool removes, const char **wrong);
/* credits.c */
void print_credits(void);

/* Prints "spelunke: ..." on standard error, in the caller's language; returns the code. */
int complain(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for a message of the server or its store, which is in English. */
int complain_trouble(int code, const char *english);

/* Reports wrong usage of a subcommand ("": of the program), with a hint at its help. The message
 * must say what is accepted. */
int complain_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for an argument that does not belong there; prints usage line and options of the help
 * text. */
int complain_call(const char *help, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same for an option without its value; prints its description in the help text. */
int complain_missing(const char *help, const char *name);
/* The same for a number that is none, or out of range. */
int complain_number(const char *help, const char *name, int64_t min, int64_t max,
                    const char *wrong);
/* Reports an unknown name with the list of known ones, which is freed. */
int complain_list(const char *command, const char *what, const char *wrong, struct text *list);
/* Adds a word to a list with commas. */
void list_add(struct text *list, const char *word);
/* The same for the options of a game, and for a refused value of one. */
int complain_option_name(const char *command, const struct game *game, const char *wrong);
int complain_option_value(const char *command, const struct param *param,
                          const struct message *why);
/* The program's name for hints: script/run sets SPELUNKE_COMMAND. */
const char *command_name(void);
/* The game with this key, in upper or lower case; NULL if there is none. */
const struct game *game_named(const char *key);
/* Lists the keys of the games for which `has` is true, as "one, other"; NULL: of all games. */
void list_games(bool (*has)(const char *key), struct text *out);
/* True if the arguments ask for help or the version, which is then printed. */
bool handle_help(int argc, char **argv, const char *help);
/* The same; the help ends with a line that lists these games. */
bool handle_help_games(int argc, char **argv, const char *help, bool (*has)(const char *key));

#endif
