/* pool.c: `spelunke pool`: throws that are simulated in advance.
 *
 * It is independent of the game: a game tells the number and names of its kinds of takes. An
 * interruption at any moment leaves a valid file. */
#include "cli.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <spelunke/notation.h>

#include "arena/arena.h"
#include "arguments.h"
#include "pool/pool.h"
#include "watch.h"
#include "words/words.h"

static const char help[] =
    "Usage: spelunke pool [status]\n"
    "       spelunke pool fill [OPTION]...\n"
    "       spelunke pool clear\n"
    "\n"
    "A simulated throw is determined by the number of barrels and its own number, so\n"
    "it can be computed in advance. The pool stores such throws on disk; simulating\n"
    "tables fill it in idle time. It changes no result, and is valid only for the\n"
    "build that made it.\n"
    "\n"
    "status prints its path and contents, fill makes missing throws, the most useful\n"
    "first, and clear removes the pools of all builds.\n"
    "\n"
    "  --entries N    number of throws to make (all)\n"
    "  --seconds N    time limit\n"
    "  --jobs N       number of threads (one for each core)\n"
    "  --size N       maximum size in megabytes (200)\n"
    "  --quiet        no progress and no times on standard error\n"
    "\n"
    "Ctrl-C ends fill; finished throws are kept. Manual: man spelunke-pool\n";

enum { TICK_MS = 100, MEGABYTE = 1000000 };

/* The command line. Numbers are 0 if they were not given. */
struct call {
    const char *verb;
    int64_t entries, seconds, jobs, size;
    bool is_quiet;
};

static const struct argument arguments[] = {
    {"--entries", ARGUMENT_NUMBER, offsetof(struct call, entries), 1, 1000000000},
    {"--seconds", ARGUMENT_NUMBER, offsetof(struct call, seconds), 1, 1000000000},
    {"--jobs", ARGUMENT_NUMBER, offsetof(struct call, jobs), 1, POOL_JOBS_MAX},
    {"--size", ARGUMENT_NUMBER, offsetof(struct call, size), 1, 1000000},
    {"--quiet", ARGUMENT_FLAG, offsetof(struct call, is_quiet), 0, 0},
    {0}};

static int take_arguments(int argc, char **argv, struct call *call) {
    bool has_option = false;
    for (int i = 1, taken; i < argc; i += taken) {
        bool is_option = argv[i][0] == '-';
        taken = is_option ? argument_take(argv + i, arguments, call, help) : 1;
        if (taken < 0)
            return EXIT_USAGE;
        if (!taken)
            return complain_call(help, "pool has no option \"%s\"", argv[i]);
        if (!is_option && call->verb)
            return complain_call(help, "cannot make sense of \"%s\"", argv[i]);
        if (!is_option)
            call->verb = argv[i];
        has_option |= is_option;
    }
    if (has_option && (!call->verb || strcmp(call->verb, "fill") != 0))
        return complain_call(help, "only fill takes options");
    return EXIT_FINE;
}

static int64_t count_takes(const struct game *game, const struct pool_facts *facts) {
    int64_t count = 0;
    for (int kind = 0; kind < game->sim->takes->kinds; kind++)
        count += facts->kinds[kind].takes;
    return count;
}

enum { KIND_COLUMNS = 12 };

/* The number of UTF-8 characters, because printf counts bytes: "Fässer" has six. */
static int count_columns(const char *text) {
    int columns = 0;
    for (; *text; text++)
        columns += (*text & 0xc0) != 0x80;
    return columns;
}

static void print_kind(const struct game *game, int kind, const struct pool_kind *facts) {
    struct message message;
    struct text name = {0};
    game->sim->takes->say_kind(kind, &message);
    words_say(words_language_of_environment(), &message, &name);
    for (int columns = count_columns(text_string(&name)); columns < KIND_COLUMNS; columns++)
        text_put_char(&name, ' ');
    printf(said("  %s %7lld of %d"), text_string(&name), (long long)facts->takes,
           game->sim->takes->each);
    if (facts->takes)
        printf(said(", %lld bytes each"), (long long)(facts->bytes / facts->takes));
    puts("");
    text_free(&name);
}

static void print_facts(const struct game *game, const struct pool *pool,
                        const struct pool_facts *facts) {
    const struct takes *takes = game->sim->takes;
    printf(said("game    %s\nfile    %s\nbuild   %s\n"), game->key, pool_path(pool),
           pool_build(pool));
    printf(said("size    %.1f MB of at most %.1f\n"), (double)facts->bytes / MEGABYTE,
           (double)pool_bytes_max(pool) / MEGABYTE);
    printf(said("throws  %lld of %lld\n"), (long long)count_takes(game, facts),
           (long long)takes->kinds * takes->each);
    for (int kind = 0; kind < takes->kinds; kind++)
        print_kind(game, kind, &facts->kinds[kind]);
}

/* Reports the pool's trouble. */
static int print_trouble(struct pool *pool, int code) {
    struct text trouble = {0};
    pool_trouble(pool, &trouble);
    if (trouble.length)
        complain(code, "%s", text_string(&trouble));
    else if (code != EXIT_FINE)
        complain(code, "the pool of throws is in use: %s", pool_path(pool));
    text_free(&trouble);
    return code;
}

static int show_status(const struct game *game, struct pool *pool, const struct call *call) {
    struct pool_facts facts;
    (void)call;
    bool is_known = pool_look(pool, &facts);
    if (is_known)
        print_facts(game, pool, &facts);
    return print_trouble(pool, is_known ? EXIT_FINE : EXIT_TROUBLE);
}

/* The expected total: as many as requested, as are missing, or as can be made until the time is
 * up. */
static int64_t expected_total(const struct call *call, int64_t missing, int64_t made,
                              double elapsed) {
    int64_t all = call->entries && call->entries < missing ? call->entries : missing;
    double by_time = call->seconds ? (double)made * (double)call->seconds / elapsed : (double)all;
    if (by_time < (double)all)
        all = (int64_t)by_time;
    return all > made ? all : made + 1;
}

static void show_fill(const struct filler *filler, const struct call *call, int64_t missing,
                      double elapsed, size_t *longest) {
    struct text line = {0};
    int64_t made = filler_made(filler);
    progress_put(&line, said("throws"), said("left"), made,
                 expected_total(call, missing, made, elapsed), elapsed);
    show_line(&line, longest);
    text_free(&line);
}

static void wait_for(struct filler *filler, struct watch *watch, const struct call *call,
                     int64_t missing) {
    bool shows = !call->is_quiet && isatty(STDERR_FILENO);
    size_t longest = 0;
    double start = seconds_now(), elapsed = 0;
    while (!filler_is_done(filler)) {
        nanosleep(&(struct timespec){.tv_nsec = TICK_MS * 1000000L}, NULL);
        elapsed = seconds_now() - start;
        if (watch_look(watch) || (call->seconds && elapsed >= (double)call->seconds))
            filler_stop(filler);
        if (shows)
            show_fill(filler, call, missing, elapsed, &longest);
    }
    if (shows)
        show_line(&(struct text){0}, &longest);
    if (!call->is_quiet)
        fprintf(stderr, said("throws made: %lld in %.2f s%s\n"), (long long)filler_made(filler),
                elapsed, filler_is_full(filler) ? said("; the pool is as large as it may be") : "");
}

static int jobs_of(const struct call *call) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return call->jobs              ? (int)call->jobs
           : cores < 1             ? 1
           : cores > POOL_JOBS_MAX ? POOL_JOBS_MAX
                                   : (int)cores;
}

/* 0, or the signal that ended it; -1 if it failed and the error has been printed. */
static int run_filler(struct pool *pool, const struct call *call, int64_t missing) {
    struct watch watch;
    bool has_failed = true;
    watch_open(&watch);
    struct filler *filler =
        filler_open(pool, &(struct fill_plan){.jobs = jobs_of(call), .takes_max = call->entries});
    if (filler) {
        wait_for(filler, &watch, call, missing);
        has_failed = filler_has_failed(filler);
        filler_close(filler);
    }
    watch_close(&watch);
    if (!filler)
        complain(EXIT_TROUBLE, "cannot start a thread");
    else
        print_trouble(pool, has_failed ? EXIT_TROUBLE : EXIT_FINE);
    return has_failed ? -1 : watch.signal;
}

static int fill(const struct game *game, struct pool *pool, const struct call *call) {
    struct pool_facts before, after;
    const struct takes *takes = game->sim->takes;
    if (!pool_look(pool, &before))
        return print_trouble(pool, EXIT_TROUBLE);
    int64_t missing = (int64_t)takes->kinds * takes->each - count_takes(game, &before);
    int signal = run_filler(pool, call, missing);
    if (signal < 0)
        return EXIT_TROUBLE;
    if (!pool_look(pool, &after))
        return print_trouble(pool, EXIT_TROUBLE);
    print_facts(game, pool, &after);
    return signal ? EXIT_SIGNAL + signal : EXIT_FINE;
}

static int clear(void) {
    struct text folder = {0};
    int files, code = EXIT_FINE;
    int64_t bytes;
    pool_folder(&folder);
    if (!pool_clear(text_string(&folder), &files, &bytes))
        code =
            complain(EXIT_TROUBLE, "cannot clear %s: %s", text_string(&folder), error_said(errno));
    printf(said("removed %d %s, %.1f MB, from %s\n"), files,
           files == 1 ? said("file") : said("files"), (double)bytes / MEGABYTE,
           text_string(&folder));
    text_free(&folder);
    return code;
}

/* Calls `act` for each game that has takes, with its pool. */
static int for_each_game(const struct call *call,
                         int (*act)(const struct game *game, struct pool *pool,
                                    const struct call *call)) {
    int code = EXIT_FINE;
    for (const struct game *const *game = game_list; *game && code == EXIT_FINE; game++) {
        if (!(*game)->sim || !(*game)->sim->takes)
            continue;
        struct pool *pool =
            pool_open(&(struct pool_plan){.game = *game, .bytes_max = call->size * MEGABYTE});
        code = pool ? act(*game, pool, call)
                    : complain(EXIT_TROUBLE, "this program carries no build id, so nothing tells "
                                             "its throws from those of others");
        pool_close(pool);
    }
    return code;
}

static bool has_folder(void) {
    struct text folder = {0};
    pool_folder(&folder);
    bool is_there = folder.length > 0;
    text_free(&folder);
    return is_there;
}

int run_pool(int argc, char **argv) {
    struct call call = {0};
    if (handle_help(argc, argv, help))
        return EXIT_FINE;
    if (take_arguments(argc, argv, &call) != EXIT_FINE)
        return EXIT_USAGE;
    const char *verb = call.verb ? call.verb : "status";
    bool is_status = strcmp(verb, "status") == 0, is_fill = strcmp(verb, "fill") == 0;
    if (!is_status && !is_fill && strcmp(verb, "clear") != 0)
        return complain_usage("pool", "pool cannot \"%s\"; it can: status, fill, clear", verb);
    if (!has_folder())
        return complain(EXIT_TROUBLE, "neither XDG_CACHE_HOME nor HOME tells where the pool lies");
    return is_status ? for_each_game(&call, show_status)
           : is_fill ? for_each_game(&call, fill)
                     : clear();
}
