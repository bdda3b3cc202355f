/* pool.c: simulated throws of nine barrels with and without the pool, as CSV.
 *
 * bench_pool [THROWS]
 *
 * One row each for sessions without a pool, with an empty one, and with a full one. Pools fill
 * themselves meanwhile, as at a table. A session shows each of its frames; a click waits for the
 * first one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <spelunke/must.h>

#include "games/polterfass/throw.h"
#include "pool/pool.h"

enum { THROWS_USUAL = 200, THROWS_MAX = 10000 };

struct result {
    double cpu;
    long ticks;
    double first[THROWS_MAX]; /* seconds until each first frame */
};

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void throw_once(const struct shelf *shelf, int number, struct result *result) {
    struct pf_state state = {.cup = (1 << PF_BARRELS) - 1};
    struct pf_action outcome = {0};
    struct frame frame;
    struct rng rng;
    unsigned char key[KEY_BYTES] = {1};
    rng_open(&rng, key, (uint64_t)number, LANE_CHANCE);
    double start = seconds(CLOCK_MONOTONIC);
    void *session = pf_sim.open(&state, &rng, shelf);
    for (bool goes_on = true; goes_on; result->ticks++) {
        goes_on = pf_sim.step(session);
        pf_sim.frame(session, &frame);
        if (frame.tick == 1)
            result->first[number] = seconds(CLOCK_MONOTONIC) - start;
    }
    pf_sim.close(session, &outcome);
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bytes_of(struct pool *pool) {
    struct pool_facts facts;
    if (!pool || !pool_look(pool, &facts) || !facts.kinds[0].takes)
        return 0;
    return (double)facts.kinds[0].bytes / (double)facts.kinds[0].takes;
}

static void print_row(const char *way, struct pool *pool, int throws) {
    struct result *result = must_alloc(sizeof *result);
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < throws; i++)
        throw_once(pool_shelf(pool), i, result);
    double took = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    double very_first = result->first[0];
    qsort(result->first, (size_t)throws, sizeof *result->first, by_size);
    printf("%s,%d,%.1f,%.1f,%.2f,%.2f,%.2f,%.0f\n", way, throws, throws / took,
           (double)result->ticks / THROW_HZ / took, 1000 * result->first[throws / 2],
           1000 * result->first[throws - 1], 1000 * very_first, bytes_of(pool));
    fflush(stdout);
    free(result);
}

static void print_pooled(const char *way, const char *folder, int throws) {
    struct pool *pool = pool_open(
        &(struct pool_plan){.game = &polterfass_game, .folder = folder, .fills = POOL_FILLS_ALL});
    struct text trouble = {0};
    must(pool);
    print_row(way, pool, throws);
    pool_trouble(pool, &trouble);
    if (trouble.length)
        fprintf(stderr, "%s\n", text_string(&trouble));
    text_free(&trouble);
    pool_close(pool);
}

int main(int argc, char **argv) {
    char folder[] = "/tmp/spelunke-bench-XXXXXX";
    int throws = argc > 1 ? atoi(argv[1]) : THROWS_USUAL, files;
    int64_t bytes;
    if (throws < 1 || throws > THROWS_MAX || !mkdtemp(folder)) {
        fputs("usage: bench_pool [THROWS]\n", stderr);
        return 2;
    }
    puts("pool,throws,throws_a_second_and_core,times_real_time,first_frame_ms,"
         "first_frame_ms_most,very_first_frame_ms,bytes_a_throw");
    print_row("none", NULL, throws);
    print_pooled("empty", folder, throws);
    print_pooled("full", folder, throws);
    return !pool_clear(folder, &files, &bytes) || rmdir(folder) != 0;
}
