/* serve.c: `spelunke serve`, and `spelunke` without a command: runs the server. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sodium.h>

#include "pool/pool.h"
#include "server/page.h"
#include "server/qr.h"
#include "server/serve.h"
#include "words/words.h"

static const char help[] =
    "Usage: spelunke serve [OPTION...]\n"
    "\n"
    "Start the server: lobby, tables and web page on one port of this machine. Every\n"
    "action is saved on disk. Ctrl-C stops the server; nothing is lost.\n"
    "\n"
    "  --port N             port (8642); 0: any free port\n"
    "  --bind ADDRESS       numeric address to listen on (127.0.0.1 and ::1); may be\n"
    "                       repeated, or a list with commas\n"
    "  --lan                listen in the local network, and show a QR code\n"
    "  --name NAME          name of the server, for links and browsers\n"
    "  --data FOLDER        folder for its files ($XDG_DATA_HOME/spelunke)\n"
    "  --store FOLDER       folder for the journal (--data); memory: no files\n"
    "  --keep DAYS          days to keep finished matches (90)\n"
    "  --cert FILE          certificate and key for TLS, both in PEM\n"
    "  --key FILE\n"
    "  --behind-proxy       trust X-Forwarded-For and X-Forwarded-Proto of a proxy\n"
    "                       on this machine\n"
    "  --per-address N      connections per address (64)\n"
    "  --metrics-token TEXT token to read /metrics from other machines\n"
    "  --log LEVEL          log level: none, error, warning, info\n"
    "  --log-addresses      log addresses of refused connections\n"
    "  --test               only on loopback; accept seeds, and lift limits\n"
    "  --config FILE        read options from a file, one per line: port 8080\n"
    "  --print-config       print the effective options as such a file, and exit\n"
    "\n"
    "Variables such as SPELUNKE_PORT take precedence over the file, and the command\n"
    "line over both. Sockets of systemd are used (LISTEN_FDS).\n"
    "\n"
    "Manual: man spelunke-serve\n";

enum { POOLS_MAX = 16, IDLE_FILLS = 1000, WORD_MAX = 64 };

/* The command line, and what the server uses through callbacks. */
struct serve_call {
    struct options options;
    const char *config;
    bool prints;
    struct {
        const struct game *game;
        struct pool *pool;
    } pools[POOLS_MAX];
    int pool_count;
};

static int complain_message(bool is_usage, const char *before, const struct message *why) {
    struct text sentence = {0};
    words_say(words_language_of_environment(), why, &sentence);
    int code = is_usage ? complain_usage("serve", "%s", text_string(&sentence))
                        : complain(EXIT_USAGE, "%s%s", before, text_string(&sentence));
    text_free(&sentence);
    return code;
}

/* Parses `--port 80` or `--port=80` at argv[0]; returns how many arguments it consumed, 0: it was
 * wrong and the error has been printed. */
static int take_argument(char **argv, struct serve_call *call) {
    char name[WORD_MAX] = "";
    const char *equals = strchr(argv[0], '='), *value = equals ? equals + 1 : NULL;
    size_t length = equals ? (size_t)(equals - argv[0]) : strlen(argv[0]);
    struct message why;
    if (strncmp(argv[0], "--", 2) == 0 && length - 2 < sizeof name)
        memcpy(name, argv[0] + 2, length - 2);
    if (strcmp(name, "print-config") == 0 && !equals) {
        call->prints = true;
        return 1;
    }
    bool is_config = strcmp(name, "config") == 0;
    int option = option_named(name);
    if (!is_config && option < 0) {
        complain_call(help, "serve has no option \"%s\"", argv[0]);
        return 0;
    }
    bool takes_next = !equals && (is_config || !option_is_flag((enum serve_option)option));
    if (takes_next)
        value = argv[1] && strncmp(argv[1], "--", 2) != 0 ? argv[1] : NULL;
    if (is_config) {
        call->config = value;
        if (!value)
            complain_missing(help, "--config");
        return value ? 1 + takes_next : 0;
    }
    bool lacks_value = takes_next && !value;
    if (!lacks_value &&
        options_take(&call->options, (enum serve_option)option, value, FROM_CALL, &why))
        return 1 + takes_next;
    if (lacks_value)
        complain_missing(help, argv[0]);
    else
        complain_message(true, "", &why);
    return 0;
}

static int take_config(struct serve_call *call) {
    const char *environment = getenv("SPELUNKE_CONFIG");
    const char *path = call->config                  ? call->config
                       : environment && *environment ? environment
                                                     : NULL;
    struct text place = {0};
    struct message why;
    int line;
    if (!path || options_take_file(&call->options, path, &line, &why))
        return EXIT_FINE;
    if (!line)
        return complain(EXIT_TROUBLE, "cannot read %s: %s", path, error_said(errno));
    text_put(&place, path);
    text_put_char(&place, ':');
    text_put_number(&place, line);
    text_put(&place, ": ");
    int code = complain_message(false, place.data, &why);
    text_free(&place);
    return code;
}

static int take_options(int argc, char **argv, struct serve_call *call) {
    struct message why;
    for (int i = 1, taken; i < argc; i += taken)
        if (!(taken = take_argument(argv + i, call)))
            return EXIT_USAGE;
    int code = take_config(call);
    if (code != EXIT_FINE)
        return code;
    if (!options_take_environment(&call->options, &why) || !options_check(&call->options, &why))
        return complain_message(true, "", &why);
    return EXIT_FINE;
}

static void draw_random(void *context, void *bytes, size_t size) {
    (void)context;
    randombytes_buf(bytes, size);
}

/* The pool of precomputed throws of a game; NULL if it has none. */
static const struct shelf *find_shelf(void *context, const struct game *game) {
    struct serve_call *call = context;
    for (int i = 0; i < call->pool_count; i++)
        if (call->pools[i].game == game)
            return pool_shelf(call->pools[i].pool);
    return NULL;
}

/* A server under test does not fill pools, to leave the processor to the tests. */
static void open_pools(struct serve_call *call) {
    int64_t fills = option_flag(&call->options, SERVE_TEST) ? 0 : IDLE_FILLS;
    for (const struct game *const *game = game_list; *game && call->pool_count < POOLS_MAX;
         game++) {
        struct pool *pool = pool_open(&(struct pool_plan){.game = *game, .fills = fills});
        if (!pool)
            continue;
        call->pools[call->pool_count].game = *game;
        call->pools[call->pool_count++].pool = pool;
    }
}

static void close_pools(struct serve_call *call) {
    for (int i = 0; i < call->pool_count; i++)
        pool_close(call->pools[i].pool);
}

/* Programs parse the first line: it is the same in every language. */
static void say_ready(void *context, const char *local, const char *lan) {
    struct text code = {0};
    (void)context;
    printf("listening on %s\n", local);
    if (*lan) {
        printf(said("others in your network: %s\n"), lan);
        if (isatty(STDOUT_FILENO) && qr_put_terminal(lan, &code))
            fputs(text_string(&code), stdout);
    }
    if (isatty(STDOUT_FILENO))
        fputs(said("To play, open the address in a browser. Ctrl-C stops the server.\n"), stdout);
    fflush(stdout);
    text_free(&code);
}

static int serve(struct serve_call *call) {
    struct text why = {0};
    if (sodium_init() < 0)
        return complain(EXIT_TROUBLE, "libsodium cannot start");
    open_pools(call);
    bool is_served = serve_run(&(struct serve_plan){.options = &call->options,
                                                    .page = page_files,
                                                    .games = game_list,
                                                    .random = draw_random,
                                                    .shelf = find_shelf,
                                                    .ready = say_ready,
                                                    .context = call},
                               &why);
    int code = is_served ? EXIT_FINE : complain_trouble(EXIT_TROUBLE, text_string(&why));
    close_pools(call);
    text_free(&why);
    return code;
}

int run_serve(int argc, char **argv) {
    struct serve_call call = {0};
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    options_open(&call.options);
    int code = take_options(argc, argv, &call);
    if (code == EXIT_FINE && call.prints) {
        struct text all = {0};
        options_print(&call.options, &all);
        fputs(text_string(&all), stdout);
        text_free(&all);
    } else if (code == EXIT_FINE) {
        code = serve(&call);
    }
    options_free(&call.options);
    return code;
}
