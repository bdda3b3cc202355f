/* arguments.c: parses options by a table. */
#include "arguments.h"

#include <string.h>

#include <spelunke/notation.h>

#include "cli.h"

static const struct argument *find(const struct argument *table, const char *name, size_t length) {
    for (; table->name; table++)
        if (strlen(table->name) == length && strncmp(table->name, name, length) == 0)
            return table;
    return NULL;
}

static int store(const struct argument *argument, const char *value, void *member,
                 const char *help) {
    struct scan scan = {value};
    struct argument_list *list = member;
    switch (argument->kind) {
    case ARGUMENT_NUMBER:
        if (!scan_number(&scan, argument->min, argument->max, member) || !scan_end(&scan))
            return complain_number(help, argument->name, argument->min, argument->max, value);
        return EXIT_FINE;
    case ARGUMENT_LIST:
        if (list->count == ARGUMENT_LIST_MAX)
            return complain_call(help, "%s can be given %d times at most", argument->name,
                                 ARGUMENT_LIST_MAX);
        list->items[list->count++] = value;
        return EXIT_FINE;
    default:
        *(const char **)member = value;
        return EXIT_FINE;
    }
}

int argument_take(char **argv, const struct argument *table, void *call, const char *help) {
    size_t length = strcspn(argv[0], "=");
    const struct argument *argument = find(table, argv[0], length);
    bool has_equals = argv[0][length] == '=';
    if (!argument || (argument->kind == ARGUMENT_FLAG && has_equals))
        return 0;
    void *member = (char *)call + argument->at;
    if (argument->kind == ARGUMENT_FLAG) {
        *(bool *)member = true;
        return 1;
    }
    const char *next = argv[1] && strncmp(argv[1], "--", 2) != 0 ? argv[1] : NULL;
    const char *value = has_equals ? argv[0] + length + 1 : next;
    bool is_missing = !value || (argument->kind == ARGUMENT_TEXT && argument->min && !*value);
    int code =
        is_missing ? complain_missing(help, argument->name) : store(argument, value, member, help);
    return code != EXIT_FINE ? -1 : has_equals ? 1 : 2;
}
