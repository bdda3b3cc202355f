/* options.h: what a server can be told, by one table.
 *
 * An option comes from the command line (`--per-address 8`), from the environment
 * (`SPELUNKE_PER_ADDRESS=8`) or from a file (`per-address 8`, one a line); the first of
 * these that names it counts, whatever the order in which they are read. Each value is
 * checked when it is taken. */
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

/* By rank: what comes later in this list counts more. */
enum option_source { FROM_NOBODY, FROM_FILE, FROM_ENVIRONMENT, FROM_CALL };

struct options {
    char *values[SERVE_OPTIONS];
    enum option_source sources[SERVE_OPTIONS];
    struct text file; /* words of complaints about it lie here */
};

/* The usual values. */
void options_open(struct options *options);
void options_free(struct options *options);

/* The option of this name, without hyphens before it; -1: there is none. */
int option_named(const char *name);
/* True if it has no value of its own: naming it is enough. */
bool option_is_flag(enum serve_option option);
/* Takes a value; NULL: of a flag that was only named. False with the reason, whose words are
 * those of the caller. */
bool options_take(struct options *options, enum serve_option option, const char *value,
                  enum option_source source, struct message *why);
/* All that the environment has. */
bool options_take_environment(struct options *options, struct message *why);
/* Lines of `name value`; empty ones and those with # are skipped. False with the reason and
 * the line, which is 0 if the file cannot be read (errno). */
bool options_take_file(struct options *options, const char *path, int *line, struct message *why);
/* What the options must be together. */
bool options_check(const struct options *options, struct message *why);

/* "": it is not set. */
const char *option_text(const struct options *options, enum serve_option option);
/* NULL: it is not set. */
const char *option_given(const struct options *options, enum serve_option option);
int option_number(const struct options *options, enum serve_option option);
bool option_flag(const struct options *options, enum serve_option option);
/* The n-th of a list with commas; false: there are no more, or it is longer than `room`. */
bool option_item(const struct options *options, enum serve_option option, int n, char *out,
                 size_t room);

/* The first or the second address that is listened on where none was named. */
const char *option_usual_address(const struct options *options, int n);
/* The level of the log, of its own for somebody who looks on at a terminal. */
const char *option_log(const struct options *options);

/* Everything as such a file has it; what was not set stands behind a #, with what is taken
 * instead. */
void options_print(const struct options *options, struct text *out);

#endif
