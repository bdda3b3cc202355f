/* join.c: `spelunke join`: a table of a server at the terminal. */
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "terminal/terminal.h"

static const char help[] =
    "Usage: spelunke join LINK [OPTION...]\n"
    "\n"
    "Play a table of a server. LINK is the address of the table,\n"
    "http://HOST:PORT/t/CODE, or its code alone. You get the first free seat. The\n"
    "owner of the table starts the match. A lost connection is restored\n"
    "automatically.\n"
    "\n"
    "  --server URL         server for a code alone (http://127.0.0.1:8642)\n"
    "  --name NAME          your name at the table\n"
    "  --lang LANG          de, en, fr or it; else the environment decides\n"
    "  --plain              lines of text instead of a drawn screen\n"
    "  --fast               no pauses after the moves of others\n"
    "\n"
    "Manual: man spelunke-join\n";

static const char server_usual[] = "http://127.0.0.1:8642";

/* Parses `--name Toni` or `--name=Toni`; returns how many arguments it consumed, 0 if it is another
 * option. */
static int parse_value(char **argv, const char *name, const char **value) {
    size_t length = strlen(name);
    if (strncmp(argv[0], name, length) != 0)
        return 0;
    if (argv[0][length] == '=') {
        *value = argv[0] + length + 1;
        return 1;
    }
    if (argv[0][length] || !argv[1])
        return 0;
    *value = argv[1];
    return 2;
}

static bool is_option(const char *word) {
    return strcmp(word, "--server") == 0 || strcmp(word, "--name") == 0;
}

static int parse_argument(char **argv, struct join *join, const char **language) {
    if (strcmp(argv[0], "--plain") == 0)
        return join->is_plain = true;
    if (strcmp(argv[0], "--fast") == 0)
        return join->is_fast = true;
    if (argv[0][0] != '-') {
        bool is_first = !join->link;
        join->link = is_first ? argv[0] : join->link;
        return is_first;
    }
    int taken = parse_value(argv, "--server", &join->server);
    taken = taken ? taken : parse_value(argv, "--name", &join->name);
    return taken ? taken : parse_value(argv, "--lang", language);
}

int run_join(int argc, char **argv) {
    struct join join = {.server = server_usual, .language = words_language_of_environment()};
    const char *language = NULL, *no_color = getenv("NO_COLOR");
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    for (int i = 1, taken; i < argc; i += taken)
        if (!(taken = parse_argument(argv + i, &join, &language)))
            return is_option(argv[i]) ? complain_missing(help, argv[i])
                                      : complain_call(help, "cannot make sense of \"%s\"", argv[i]);
    if (language && !words_language(language, &join.language))
        return complain_usage("join", "there is no language \"%s\": de, en, fr, it", language);
    if (!join.link)
        return complain_usage("join", "name the link of a table, such as "
                                      "http://HOST:PORT/t/h4tw-9pzc, or its code, such as "
                                      "h4tw-9pzc");
    join.is_colourless = no_color && *no_color;
    enum joined joined = terminal_join(&join);
    if (terminal_signal())
        return EXIT_SIGNAL + terminal_signal();
    switch (joined) {
    case JOINED_FINE:
        return EXIT_FINE;
    case JOINED_REFUSED:
        return EXIT_REFUSED;
    case JOINED_UNREACHED:
        return EXIT_TROUBLE;
    case JOINED_WRONG:
        break;
    }
    return complain_usage("join",
                          "\"%s\" is no link to a table, and no code of one: a link looks like "
                          "http://HOST:PORT/t/h4tw-9pzc, a code like h4tw-9pzc",
                          join.link);
}
