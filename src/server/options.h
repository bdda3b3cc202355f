/* options.h: the options of a server, described by one table.
 *
 * An option is set on the command line (`--per-address 8`), in the environment
 * (`SPELUNKE_PER_ADDRESS=8`) or in a file (`per-address 8`, one per line), with precedence in this
 * order, whatever the order in which they are read. Each value is validated when it is set. */
#ifndef SPELUNKE_SERVER_OPTIONS_H
#define SPELUNKE_SERVER_OPTIONS_H

#include <spelunke/message.h>

enum serve_option {
    SERVE_PORT,
    SERVE_BIND,
    SERVE_NAME,
    SERVE_STORE,
    SERVE_DATA,
    SERVE_LAN,
    SERVE_CERT,
    SERVE_KEY,
    SERVE_PER_ADDRESS,
    SERVE_KEEP,
    SERVE_BEHIND_PROXY,
    SERVE_METRICS_TOKEN,
    SERVE_LOG,
    SERVE_LOG_ADDRESSES,
    SERVE_TEST,
    SERVE_OPTIONS
};

/* By increasing precedence. */
enum option_source { FROM_NOBODY, FROM_FILE, FROM_ENVIRONMENT, FROM_CALL };

struct options {
    char *values[SERVE_OPTIONS];
    enum option_source sources[SERVE_OPTIONS];
    struct text file; /* the arguments of error messages about the file point here */
};

/* Sets the defaults. */
void options_open(struct options *options);
void options_free(struct options *options);

/* The option of this name, without leading hyphens; -1: there is none. */
int option_named(const char *name);
/* True if the option needs no value. */
bool option_is_flag(enum serve_option option);
/* Sets a value; NULL for a flag without a value. False with the reason, whose arguments point to
 * strings of the caller. */
bool options_take(struct options *options, enum serve_option option, const char *value,
                  enum option_source source, struct message *why);
/* Takes all options from the environment. */
bool options_take_environment(struct options *options, struct message *why);
/* Reads lines of `name value`; empty lines and comments (#) are skipped. False with the reason and
 * the line number, which is 0 if the file cannot be read (errno). */
bool options_take_file(struct options *options, const char *path, int *line, struct message *why);
/* Checks options that depend on each other. */
bool options_check(const struct options *options, struct message *why);

/* "" if it is not set. */
const char *option_text(const struct options *options, enum serve_option option);
/* NULL if it is not set. */
const char *option_given(const struct options *options, enum serve_option option);
int option_number(const struct options *options, enum serve_option option);
bool option_flag(const struct options *options, enum serve_option option);
/* The n-th item of a comma-separated value; false if there is none, or it is longer than `room`. */
bool option_item(const struct options *options, enum serve_option option, int n, char *out,
                 size_t room);

/* The n-th default address to listen on (0 or 1). */
const char *option_default_address(const struct options *options, int n);
/* The log level; the default depends on whether standard error is a terminal. */
const char *option_log(const struct options *options);

/* Prints all options in the format of the file; unset ones are commented out, with their
 * defaults. */
void options_print(const struct options *options, struct text *out);

#endif
