/* join.c: `spelunke join`: a table of a server at the terminal. */
#include "cli.h"

#include <stdlib.h>

#include "arguments.h"
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

static const struct argument arguments[] = {
    {"--server", ARGUMENT_TEXT, offsetof(struct join, server), 0, 0},
    {"--name", ARGUMENT_TEXT, offsetof(struct join, name), 0, 0},
    {"--plain", ARGUMENT_FLAG, offsetof(struct join, is_plain), 0, 0},
    {"--fast", ARGUMENT_FLAG, offsetof(struct join, is_fast), 0, 0},
    {0}};

static int take_arguments(int argc, char **argv, struct join *join) {
    for (int i = 1, taken; i < argc; i += taken) {
        bool is_option = argv[i][0] == '-';
        taken = is_option ? argument_take(argv + i, arguments, join, help) : !join->link;
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_call(help, "cannot make sense of \"%s\"", argv[i]);
        if (!is_option)
            join->link = argv[i];
    }
    if (join->link)
        return EXIT_FINE;
    return complain_usage("join", "name the link of a table, such as "
                                  "http://HOST:PORT/t/h4tw-9pzc, or its code, such as h4tw-9pzc");
}

int run_join(int argc, char **argv) {
    struct join join = {.server = server_usual, .language = words_language_of_environment()};
    const char *no_color = getenv("NO_COLOR");
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    if (take_arguments(argc, argv, &join) != EXIT_FINE)
        return EXIT_USAGE;
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
