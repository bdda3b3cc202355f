/* arguments.h: parses options by a table, the same way for several commands. */
#ifndef SPELUNKE_CLI_ARGUMENTS_H
#define SPELUNKE_CLI_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

enum argument_kind {
    ARGUMENT_TEXT,   /* the member is a const char * */
    ARGUMENT_NUMBER, /* the member is an int64_t */
    ARGUMENT_FLAG,   /* takes no value; the member is a bool */
    ARGUMENT_LIST    /* may be given several times; the member is a struct argument_list */
};

enum { ARGUMENT_LIST_MAX = 64 };

struct argument_list {
    const char *items[ARGUMENT_LIST_MAX];
    int count;
};

/* An option, and the offset of the member of a struct that its value is stored in. A table ends
 * with an empty row. */
struct argument {
    const char *name;
    enum argument_kind kind;
    size_t at;
    int64_t min, max; /* of a number; min 1: a text must not be empty */
};

/* Parses the option at argv[0], `--name VALUE` or `--name=VALUE`, and stores its value in `call`.
 * An argument that begins with two dashes is a value only after `=`. Returns how many arguments it
 * consumed; 0: the option is not in the table; -1: its value is wrong or missing, which has been
 * reported. */
int argument_take(char **argv, const struct argument *table, void *call, const char *help);

#endif
