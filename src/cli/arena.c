/* arena.c: `spelunke arena`: computer players against each other.
 *
 * Standard output receives the report and nothing else, so that the same seed gives the same bytes;
 * everything that depends on time goes to standard error. */
#include "cli.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <spelunke/notation.h>

#include "arena/arena.h"
#include "arguments.h"
#include "pool/pool.h"
#include "watch.h"
#include "words/words.h"

static const char help[] =
    "Usage: spelunke arena GAME [OPTION]...\n"
    "\n"
    "Plays many matches between computer players and reports wins and scores with\n"
    "95 % confidence intervals. Seats rotate. The same seed gives the same report,\n"
    "whatever the number of jobs. Ctrl-C stops after the running games and reports\n"
    "the results so far; a second Ctrl-C exits at once.\n"
    "\n"
    "  --bots A,B,...          the players (all bots of the game, weakest first)\n"
    "  --seats N               number of seats; bots are repeated to fill them (one\n"
    "                          for each bot)\n"
    "  --games N               number of matches (1000)\n"
    "  --jobs N                matches at the same time (one for each core)\n"
    "  --seed SEED             a number or 64 hexadecimal digits (1)\n"
    "  --option NAME=VALUE     an option of the game; see spelunke games\n"
    "  --effort N              samples that bots consider (0: default of each bot)\n"
    "  --csv FILE              also write the rows as CSV; -: to standard output,\n"
    "                          instead of the table\n"
    "  --json                  one JSON object instead of the table\n"
    "  --quiet                 no progress and no times on standard error\n"
    "\n"
    "    spelunke arena polterfass --bots random,random,random --games 100000\n"
    "\n"
    "Manual: man spelunke-arena\n";

enum { NAME_BYTES = 64, TICK_MS = 100 };

/* The command line before validation. Numbers are -1 if they were not given. */
struct call {
    const char *game, *bots, *seed, *csv;
    struct argument_list options;
    int64_t seats, games, jobs, effort;
    bool is_json, is_quiet;
};

static const struct argument arguments[] = {
    {"--seats", ARGUMENT_NUMBER, offsetof(struct call, seats), 1, 99},
    {"--games", ARGUMENT_NUMBER, offsetof(struct call, games), 1, ARENA_GAMES_MAX},
    {"--jobs", ARGUMENT_NUMBER, offsetof(struct call, jobs), 1, ARENA_JOBS_MAX},
    {"--effort", ARGUMENT_NUMBER, offsetof(struct call, effort), 0, 1000000000},
    {"--bots", ARGUMENT_TEXT, offsetof(struct call, bots), 0, 0},
    {"--seed", ARGUMENT_TEXT, offsetof(struct call, seed), 0, 0},
    {"--csv", ARGUMENT_TEXT, offsetof(struct call, csv), 0, 0},
    {"--option", ARGUMENT_LIST, offsetof(struct call, options), 0, 0},
    {"--json", ARGUMENT_FLAG, offsetof(struct call, is_json), 0, 0},
    {"--quiet", ARGUMENT_FLAG, offsetof(struct call, is_quiet), 0, 0},
    {0}};

static int complain_no_game(void) {
    struct text games = {0};
    list_games(NULL, &games);
    int code = complain_usage("arena", "name a game: %s", text_string(&games));
    text_free(&games);
    return code;
}

static int take_arguments(int argc, char **argv, struct call *call) {
    for (int i = 1, taken; i < argc; i += taken) {
        bool is_option = argv[i][0] == '-';
        taken = is_option ? argument_take(argv + i, arguments, call, help) : 1;
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_call(help, "arena has no option \"%s\"", argv[i]);
        if (!is_option && call->game)
            return complain_call(help, "arena takes one game, not \"%s\" too", argv[i]);
        if (!is_option)
            call->game = argv[i];
    }
    if (!call->game)
        return complain_no_game();
    if (call->is_json && call->csv && strcmp(call->csv, "-") == 0)
        return complain_usage("arena", "--json and --csv - both want standard output");
    return EXIT_FINE;
}

static int find_game(const char *key, struct arena_plan *plan) {
    struct text list = {0};
    plan->game = game_named(key);
    if (plan->game)
        return EXIT_FINE;
    list_games(NULL, &list);
    return complain_list("arena", "game", key, &list);
}

static int complain_bot(const struct game *game, const char *key) {
    struct text list = {0};
    for (const struct bot *const *bot = game->bots; *bot; bot++)
        list_add(&list, (*bot)->key);
    return complain_list("arena", "bot", key, &list);
}

/* Parses `a,b,c`. The count may exceed SEATS_MAX; only the first SEATS_MAX are stored. */
static int parse_bots(const char *names, struct arena_plan *plan, int *count) {
    char key[NAME_BYTES];
    for (const char *at = names;; at++) {
        int length = (int)strcspn(at, ",");
        snprintf(key, sizeof key, "%.*s", length, at);
        const struct bot *bot = game_bot(plan->game, key);
        if (!bot)
            return complain_bot(plan->game, key);
        if (*count < SEATS_MAX)
            plan->bots[*count] = bot;
        (*count)++;
        at += length;
        if (!*at)
            return EXIT_FINE;
    }
}

static int all_bots(struct arena_plan *plan) {
    int count = 0;
    for (; plan->game->bots[count] && count < SEATS_MAX; count++)
        plan->bots[count] = plan->game->bots[count];
    return count;
}

static int complain_message(const struct message *why) {
    struct text reason = {0};
    words_say(words_language_of_environment(), why, &reason);
    complain_usage("arena", "%s", text_string(&reason));
    text_free(&reason);
    return EXIT_USAGE;
}

static int clamp(int number, int min, int max) {
    return number < min ? min : number > max ? max : number;
}

/* Assigns bots to seats, repeating them if they are fewer. More named bots than seats are an error;
 * the game's own list is truncated. */
static int seat_bots(const struct call *call, struct arena_plan *plan) {
    struct message why;
    int count = 0;
    if (call->bots && parse_bots(call->bots, plan, &count) != EXIT_FINE)
        return EXIT_USAGE;
    if (!call->bots)
        count = all_bots(plan);
    int seats = call->seats > 0 ? (int)call->seats
                : call->bots    ? count
                                : clamp(count, plan->game->seats_min, plan->game->seats_max);
    if (!setup_begin(&plan->setup, plan->game, seats, &why))
        return complain_message(&why);
    if (call->bots && count > seats)
        return complain_usage("arena", "%d bots do not fit into %d seats", count, seats);
    for (int i = count; i < seats; i++)
        plan->bots[i] = plan->bots[i - count];
    return EXIT_FINE;
}

static const struct param *find_option(const struct game *game, const char *name) {
    for (int i = 0; i < param_count(game->params); i++)
        if (strcmp(game->params[i].name, name) == 0)
            return &game->params[i];
    return NULL;
}

static int set_option(struct arena_plan *plan, const char *given) {
    char name[NAME_BYTES];
    struct message why;
    const char *equals = strchr(given, '=');
    if (!equals)
        return complain_usage("arena", "--option takes NAME=VALUE, not \"%s\"", given);
    snprintf(name, sizeof name, "%.*s", (int)(equals - given), given);
    const struct param *param = find_option(plan->game, name);
    if (!param)
        return complain_option_name("arena", plan->game, name);
    if (setup_option(&plan->setup, plan->game, name, equals + 1, &why))
        return EXIT_FINE;
    return complain_option_value("arena", param, &why);
}

/* The rules may refuse a setup that the tables allow. It is tried here rather than in every
 * worker. */
static int try_setup(const struct arena_plan *plan) {
    struct message why;
    struct match *match = match_new(plan->game, &plan->setup, &plan->seed, &why);
    if (!match)
        return complain_message(&why);
    match_free(match);
    return EXIT_FINE;
}

static int make_plan(const struct call *call, struct arena_plan *plan) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    plan->games = call->games > 0 ? call->games : 1000;
    plan->jobs = call->jobs > 0 ? (int)call->jobs : clamp((int)cores, 1, ARENA_JOBS_MAX);
    plan->effort = call->effort > 0 ? (int)call->effort : 0;
    if (find_game(call->game, plan) != EXIT_FINE || seat_bots(call, plan) != EXIT_FINE)
        return EXIT_USAGE;
    for (int i = 0; i < call->options.count; i++)
        if (set_option(plan, call->options.items[i]) != EXIT_FINE)
            return EXIT_USAGE;
    if (!seed_parse(&plan->seed, call->seed ? call->seed : "1"))
        return complain_usage("arena", "--seed takes a 64-bit number or 64 hexadecimal digits");
    return try_setup(plan);
}

/* `shows`: whether progress is displayed. */
static void wait_for(struct arena *arena, struct watch *watch, int64_t games, bool shows) {
    struct text line = {0};
    size_t longest = 0;
    double start = seconds_now();
    while (!arena_wait(arena, TICK_MS)) {
        if (watch_look(watch))
            arena_stop(arena);
        text_clear(&line);
        progress_put(&line, said("games"), said("left"), arena_done(arena), games,
                     seconds_now() - start);
        if (shows)
            show_line(&line, &longest);
    }
    watch_look(watch);
    text_clear(&line);
    if (shows)
        show_line(&line, &longest);
    text_free(&line);
}

/* Plays the plan; false if no thread could be started. `signal` is the signal that interrupted it,
 * or 0. */
static bool play(const struct arena_plan *plan, bool shows, struct arena_sums *sums, int *signal) {
    struct watch watch;
    watch_open(&watch);
    struct arena *arena = arena_open(plan);
    bool is_open = arena;
    if (is_open) {
        wait_for(arena, &watch, plan->games, shows);
        arena_close(arena, sums);
    }
    watch_close(&watch);
    *signal = watch.signal;
    return is_open;
}

static int write_csv(FILE *file, const char *path, const struct text *csv) {
    bool is_written = fwrite(csv->data, 1, csv->length, file) == csv->length;
    int error = errno;
    if (fclose(file) == 0 && is_written)
        return EXIT_FINE;
    return complain(EXIT_TROUBLE, "cannot write %s: %s", path,
                    error_said(is_written ? errno : error));
}

/* Prints the report to standard output. */
static void print_report(const struct call *call, const struct arena_plan *plan,
                         const struct arena_sums *sums) {
    struct text out = {0};
    if (call->is_json)
        report_json(plan, sums, &out);
    else if (call->csv && strcmp(call->csv, "-") == 0)
        report_csv(plan, sums, &out);
    else
        report_table(plan, sums, said, &out);
    fwrite(out.data, 1, out.length, stdout);
    text_free(&out);
}

static void print_time(const struct arena_plan *plan, const struct arena_sums *sums,
                       double seconds) {
    struct text line = {0};
    if (sums->games < plan->games)
        report_interrupted(plan, sums, said, &line);
    fprintf(stderr, said("%sgames: %lld in %.2f s, %.0f a second\n"), text_string(&line),
            (long long)sums->games, seconds, seconds > 0 ? (double)sums->games / seconds : 0);
    text_free(&line);
}

static int write_report(const struct call *call, const struct arena_plan *plan,
                        const struct arena_sums *sums, FILE *file) {
    struct text csv = {0};
    print_report(call, plan, sums);
    if (!file)
        return EXIT_FINE;
    report_csv(plan, sums, &csv);
    int code = write_csv(file, call->csv, &csv);
    text_free(&csv);
    return code;
}

/* `file` is already open, so that a wrong path is reported before hours of play. */
static int run_plan(const struct call *call, const struct arena_plan *plan, FILE *file) {
    struct arena_sums sums;
    int signal;
    double start = seconds_now();
    if (!play(plan, !call->is_quiet && isatty(STDERR_FILENO), &sums, &signal)) {
        if (file)
            fclose(file);
        return complain(EXIT_TROUBLE, "cannot start a thread");
    }
    double seconds = seconds_now() - start;
    int code = write_report(call, plan, &sums, file);
    if (!call->is_quiet)
        print_time(plan, &sums, seconds);
    return code == EXIT_FINE && signal ? EXIT_SIGNAL + signal : code;
}

/* With a pool a second run reuses the simulations of the first. The report does not change. */
static int run_with_pool(const struct call *call, struct arena_plan *plan, FILE *file) {
    struct pool *pool = pool_open(&(struct pool_plan){.game = plan->game});
    struct text trouble = {0};
    plan->shelf = pool_shelf(pool);
    int code = run_plan(call, plan, file);
    if (pool)
        pool_trouble(pool, &trouble);
    if (trouble.length && !call->is_quiet)
        complain(code, "%s", text_string(&trouble));
    text_free(&trouble);
    pool_close(pool);
    return code;
}

int run_arena(int argc, char **argv) {
    struct call call = {.seats = -1, .games = -1, .jobs = -1, .effort = -1};
    struct arena_plan plan = {0};
    FILE *file = NULL;
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    if (take_arguments(argc, argv, &call) != EXIT_FINE || make_plan(&call, &plan) != EXIT_FINE)
        return EXIT_USAGE;
    bool to_file = call.csv && strcmp(call.csv, "-") != 0;
    if (to_file && !(file = fopen(call.csv, "w")))
        return complain(EXIT_TROUBLE, "cannot write %s: %s", call.csv, error_said(errno));
    return run_with_pool(&call, &plan, file);
}
