/* main.c: checks the laws of every game and reports each law as a test (TAP).
 *
 *     laws [--game KEY] [--seed FIRST] [--matches COUNT] [--said yes]
 *
 * With --said it checks only legal actions and sentences, and lists the keys of all messages that
 * occurred.
 *
 * For a broken law the seed is printed; `laws --game KEY --seed THAT --matches 1` plays the same
 * match again. */
#include "laws.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct plan {
    const char *game;
    uint64_t first;
    int matches;
    bool is_said;
};

/* The current match, for the report of a crash or timeout. */
static volatile sig_atomic_t has_told;
static char running[120];

static void tell_running(const char *what) {
    if (has_told++)
        return;
    (void)!write(STDERR_FILENO, what, strlen(what));
    (void)!write(STDERR_FILENO, running, strlen(running));
}

static void tell_crash(void) {
    tell_running("\nbroke down; again: ");
}

/* SIGTERM and SIGALRM end a run from outside and are no findings. */
static void on_signal(int number) {
    if (number == SIGTERM || number == SIGALRM)
        tell_running("\nwas stopped, nothing is known to be wrong; it was at: ");
    else
        tell_crash();
    signal(number, SIG_DFL);
    raise(number);
}

/* The exit handler of the sanitizers, if they are built in. */
void __sanitizer_set_death_callback(void (*callback)(void)) __attribute__((weak));

static void watch_crashes(void) {
    static const int signals[] = {SIGABRT, SIGSEGV, SIGFPE, SIGALRM, SIGTERM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], on_signal);
    if (__sanitizer_set_death_callback)
        __sanitizer_set_death_callback(tell_crash);
}

struct tally {
    uint64_t broken_by[LAW_COUNT]; /* seed + 1 of the first match that broke it */
    struct text report[LAW_COUNT];
    long entries, varied;
    int unguarded;
};

static void judge(const struct law_case *judged, const struct plan *plan, struct tally *tally) {
    struct law_finding finding = law_finding_new(judged->game);
    for (int i = 0; i < plan->matches; i++) {
        uint64_t seed = plan->first + (uint64_t)i;
        snprintf(running, sizeof running, "laws --game %s --seed %llu --matches 1\n",
                 judged->game->key, (unsigned long long)seed);
        if (plan->is_said)
            laws_say(judged, seed, &finding);
        else
            laws_run(judged, seed, &finding);
        tally->entries += finding.entries;
        if (finding.broken && !tally->broken_by[finding.broken]) {
            tally->broken_by[finding.broken] = seed + 1;
            text_put(&tally->report[finding.broken], text_string(&finding.report));
        }
    }
    tally->varied = finding.varied;
    for (int i = 0; plan->is_said && i < finding.said_count; i++)
        printf("# said %s\n", finding.said[i]);
    tally->unguarded = law_unguarded_byte(&finding, judged->game);
    law_finding_free(&finding);
}

static void print_report(const char *report) {
    while (*report) {
        size_t length = strcspn(report, "\n");
        printf("#   %.*s\n", (int)length, report);
        report += length + (report[length] == '\n');
    }
}

static int report(const char *game, const struct plan *plan, struct tally *tally, int *number) {
    int broken = 0;
    for (int law = LAW_NONE + 1; law < LAW_COUNT; law++) {
        bool holds = !tally->broken_by[law];
        if (plan->is_said && holds && law != LAW_WORDS)
            continue; /* not checked */
        printf("%s %d - %s: %s\n", holds ? "ok" : "not ok", ++*number, game, law_names[law]);
        if (!holds) {
            unsigned long long seed = tally->broken_by[law] - 1;
            printf("# again: laws --game %s --seed %llu --matches 1\n", game, seed);
            print_report(text_string(&tally->report[law]));
        }
        broken += !holds;
        text_free(&tally->report[law]);
    }
    if (plan->is_said)
        return broken;
    bool varies = tally->varied > 0 && tally->unguarded < 0;
    printf("%s %d - %s: every secret was varied\n", varies ? "ok" : "not ok", ++*number, game);
    if (tally->unguarded >= 0)
        printf("# views hide byte %d of the state, and vary never changes it\n", tally->unguarded);
    printf("# %s: %d matches, %ld entries, %ld twins that differ\n", game, plan->matches,
           tally->entries, tally->varied);
    return broken + !varies;
}

static bool parse_plan(int argc, char **argv, struct plan *plan) {
    for (int i = 1; i < argc; i += 2) {
        if (i + 1 == argc)
            return false;
        if (strcmp(argv[i], "--game") == 0)
            plan->game = argv[i + 1];
        else if (strcmp(argv[i], "--seed") == 0)
            plan->first = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--matches") == 0)
            plan->matches = atoi(argv[i + 1]);
        else if (strcmp(argv[i], "--said") == 0)
            plan->is_said = strcmp(argv[i + 1], "yes") == 0;
        else
            return false;
    }
    return true;
}

int main(int argc, char **argv) {
    struct plan plan = {.matches = 1000};
    int number = 0, broken = 0;
    if (!parse_plan(argc, argv, &plan)) {
        fputs("usage: laws [--game KEY] [--seed FIRST] [--matches COUNT] [--said yes]\n", stderr);
        return 2;
    }
    watch_crashes();
    for (int i = 0; i < law_case_count; i++) {
        struct tally tally = {0};
        if (plan.game && strcmp(plan.game, law_cases[i].game->key) != 0)
            continue;
        judge(&law_cases[i], &plan, &tally);
        broken += report(law_cases[i].game->key, &plan, &tally, &number);
    }
    if (number == 0) {
        fprintf(stderr, "laws: there is no game \"%s\"\n", plan.game);
        return 2;
    }
    printf("1..%d\n", number);
    return broken ? 1 : 0;
}
