/* usage.c: help, version, and error messages about wrong arguments.
 *
 * A message says what would have been right. Where the accepted values are not in the message
 * itself, usage line and options are taken from the help text of the command, so they cannot be out
 * of date. */
#include "cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/text.h>

#include "words/words.h"

enum { COMMAND_SIZE = 32 };

const char *command_name(void) {
    const char *name = getenv("SPELUNKE_COMMAND");
    return name && *name && text_is_plain(name) ? name : "spelunke";
}

static void print_complaint(const char *format, va_list args) {
    fputs("spelunke: ", stderr);
    vfprintf(stderr, said(format), args);
    fputc('\n', stderr);
}

static int print_hint(const char *command) {
    if (*command)
        fprintf(stderr, said("Try: %s %s --help\n"), command_name(), command);
    else
        fprintf(stderr, said("Try: %s --help\n"), command_name());
    return EXIT_USAGE;
}

/* The same for the command that a help text begins with: "Usage: spelunke COMMAND". */
static int print_hint_of(const char *help) {
    char command[COMMAND_SIZE];
    const char *name = help + strlen("Usage: spelunke ");
    int length = *name == '[' ? 0 : (int)strcspn(name, " \n");
    snprintf(command, sizeof command, "%.*s", length, name);
    return print_hint(command);
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
    return print_hint(command);
}

/* Prints the usage lines of a help text, which end with the first empty line. */
static void print_usage(const char *text) {
    const char *end = strstr(text, "\n\n");
    fprintf(stderr, "%.*s\n", (int)(end ? (size_t)(end - text) : strlen(text)), text);
}

/* Prints the names of the options that a help text describes, each in a line "  --name ..." or
 * "  -n, --name ...". */
static void print_options(const char *text) {
    struct text list = {0};
    for (const char *at = strstr(text, "\n  -"); at; at = strstr(at, "\n  -")) {
        at += strlen("\n  ");
        for (size_t length; *at == '-'; at += at[length] == ',' ? length + 2 : length) {
            length = strcspn(at, " ,\n");
            text_put(&list, list.length ? ", " : "");
            text_put_bytes(&list, at, length);
        }
    }
    if (list.length)
        fprintf(stderr, said("Options: %s\n"), text_string(&list));
    text_free(&list);
}

int complain_call(const char *help, const char *format, ...) {
    va_list args;
    va_start(args, format);
    print_complaint(format, args);
    va_end(args);
    print_usage(help_said(help));
    print_options(help_said(help));
    return print_hint_of(help);
}

/* Prints the description of an option in a help text, "  --name VALUE  ...", with the indented
 * lines that follow. */
static void print_description(const char *text, const char *name) {
    size_t length = strlen(name);
    const char *line = strstr(text, "\n  ");
    while (line && (strncmp(line + 3, name, length) != 0 || line[3 + length] != ' '))
        line = strstr(line + 1, "\n  ");
    if (!line)
        return;
    do {
        line++;
        size_t end = strcspn(line, "\n");
        fprintf(stderr, "%.*s\n", (int)end, line);
        line += end;
    } while (strncmp(line, "\n     ", 6) == 0);
}

int complain_missing(const char *help, const char *name) {
    complain(EXIT_USAGE, "%s needs a value after it", name);
    print_description(help_said(help), name);
    return print_hint_of(help);
}

int complain_number(const char *help, const char *name, int64_t min, int64_t max,
                    const char *wrong) {
    complain(EXIT_USAGE, "%s takes a number from %lld to %lld, not \"%s\"", name, (long long)min,
             (long long)max, wrong);
    return print_hint_of(help);
}

void list_add(struct text *list, const char *word) {
    text_put(list, list->length ? ", " : "");
    text_put(list, word);
}

void list_games(bool (*has)(const char *key), struct text *out) {
    struct text list = {0};
    for (const struct game *const *game = game_list; *game; game++)
        if (!has || has((*game)->key))
            list_add(&list, (*game)->key);
    text_put(out, text_string(&list));
    text_free(&list);
}

int complain_list(const char *command, const char *what, const char *wrong, struct text *list) {
    int code = complain_usage(command, "there is no %s \"%s\"; there are: %s", said(what), wrong,
                              text_string(list));
    text_free(list);
    return code;
}

int complain_option_name(const char *command, const struct game *game, const char *wrong) {
    struct text list = {0};
    for (int i = 0; i < param_count(game->params); i++)
        list_add(&list, game->params[i].name);
    return complain_list(command, "option", wrong, &list);
}

/* The reason names the range of a number; named values are added here. */
int complain_option_value(const char *command, const struct param *param,
                          const struct message *why) {
    struct text list = {0}, reason = {0};
    const char *const *values = param_values(param);
    for (; values && *values; values++)
        list_add(&list, *values);
    words_say(words_language_of_environment(), why, &reason);
    int code = complain_usage(command, "%s%s%s", text_string(&reason),
                              list.length ? said("; there are: ") : "", text_string(&list));
    text_free(&reason);
    text_free(&list);
    return code;
}

bool handle_help(int argc, char **argv, const char *text) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0) {
            fputs(help_said(text), stdout);
            return true;
        }
        if (strcmp(argv[i], "-V") == 0 || strcmp(argv[i], "--version") == 0) {
            puts("spelunke " SPELUNKE_VERSION);
            if (i + 1 < argc && strcmp(argv[i + 1], "--verbose") == 0) {
                puts("");
                print_credits();
            }
            return true;
        }
    }
    return false;
}

bool handle_help_games(int argc, char **argv, const char *text, bool (*has)(const char *key)) {
    struct text whole = {0};
    text_put(&whole, help_said(text));
    text_put(&whole, said("Games: "));
    list_games(has, &whole);
    text_put(&whole, "\n");
    bool was = handle_help(argc, argv, text_string(&whole));
    text_free(&whole);
    return was;
}
