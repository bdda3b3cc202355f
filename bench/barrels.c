/* barrels.c: statistics and speed of the simulated barrels.
 *
 *   bench_barrels shapes THROWS [JOBS]   share standing by damping and height/diameter, CSV
 *   bench_barrels odds THROWS [JOBS]     how many of k stand, k = 1 to 9, CSV
 *   bench_barrels faults THROWS [JOBS]   faults in throws of nine; fails if there are any
 *   bench_barrels speed                  throws a second and core, and the like, CSV
 *
 * Counts are the same for any number of jobs. tools/barrels.py makes the table of odds and the plot
 * from them. */
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>

#include "games/polterfass/throw.h"

enum { JOBS_MAX = 64 };

struct counts {
    long standing[PF_BARRELS + 1];
    long first_ends, ticks, steps, taps, tapped, taps_most, ticks_most;
    long crowded, halved, blown_up, escaped, unclear;
};

/* Job i simulates every jobs-th throw. */
struct job {
    int barrels, first, every, end;
    struct barrel_shape shape;
    struct counts counts;
};

static void count_facts(struct counts *counts, const struct throw_facts *facts) {
    counts->ticks += facts->ticks;
    counts->steps += facts->steps;
    counts->taps += facts->taps;
    counts->tapped += facts->taps > 0;
    counts->taps_most = facts->taps > counts->taps_most ? facts->taps : counts->taps_most;
    counts->ticks_most = facts->ticks > counts->ticks_most ? facts->ticks : counts->ticks_most;
    counts->crowded += facts->crowded;
    counts->halved += facts->halved;
    counts->blown_up += facts->blown_up;
    counts->escaped += facts->escaped;
    counts->unclear += facts->unclear;
}

static void count_throw(struct counts *counts, struct throw *throw, int barrels) {
    uint8_t faces[PF_BARRELS];
    int standing = 0;
    throw_faces(throw, faces);
    for (int i = 0; i < barrels; i++) {
        standing += faces[i] != PF_LIES;
        counts->first_ends += faces[i] == PF_FIRST_END;
    }
    counts->standing[standing]++;
    count_facts(counts, throw_facts(throw));
}

static void *run_job(void *context) {
    struct job *job = context;
    struct throw *throw = throw_new(job->barrels, &job->shape);
    for (int number = job->first; number < job->end; number += job->every) {
        throw_begin(throw, number);
        while (throw_tick(throw))
            ;
        count_throw(&job->counts, throw, job->barrels);
    }
    throw_free(throw);
    return NULL;
}

static long larger(long a, long b) {
    return a > b ? a : b;
}

static void add_counts(struct counts *sum, const struct counts *more) {
    for (int i = 0; i <= PF_BARRELS; i++)
        sum->standing[i] += more->standing[i];
    sum->first_ends += more->first_ends;
    sum->ticks += more->ticks;
    sum->steps += more->steps;
    sum->taps += more->taps;
    sum->tapped += more->tapped;
    sum->taps_most = larger(sum->taps_most, more->taps_most);
    sum->ticks_most = larger(sum->ticks_most, more->ticks_most);
    sum->crowded += more->crowded;
    sum->halved += more->halved;
    sum->blown_up += more->blown_up;
    sum->escaped += more->escaped;
    sum->unclear += more->unclear;
}

static struct counts throw_many(int barrels, const struct barrel_shape *shape, int throws,
                                int jobs) {
    struct job all[JOBS_MAX];
    pthread_t threads[JOBS_MAX];
    struct counts sum = {0};
    must(jobs >= 1 && jobs <= JOBS_MAX && throws <= THROWS);
    for (int i = 0; i < jobs; i++) {
        all[i] = (struct job){.barrels = barrels, .first = i, .every = jobs, .end = throws};
        all[i].shape = *shape;
        must(pthread_create(&threads[i], NULL, run_job, &all[i]) == 0);
    }
    for (int i = 0; i < jobs; i++) {
        pthread_join(threads[i], NULL);
        add_counts(&sum, &all[i].counts);
    }
    return sum;
}

static long all_standing(const struct counts *counts) {
    long sum = 0;
    for (int i = 0; i <= PF_BARRELS; i++)
        sum += i * counts->standing[i];
    return sum;
}

/* The share and half of its 95 % interval; throws are independent, the barrels of one throw are
 * not. */
static double share_of(const struct counts *counts, int barrels, int throws, double *half) {
    double mean = (double)all_standing(counts) / throws, variance = 0;
    for (int i = 0; i <= PF_BARRELS; i++)
        variance += (i - mean) * (i - mean) * (double)counts->standing[i] / (throws - 1);
    *half = 1.96 * sqrt(variance / throws) / barrels;
    return mean / barrels;
}

static void print_shape(double height, double damping, int throws, int jobs) {
    struct barrel_shape shape = throw_barrel;
    double half;
    shape.height =
        shape.diameter * height; /* the diameter is kept, so that all barrels fit into the cup */
    shape.damping = damping;
    struct counts counts = throw_many(PF_BARRELS, &shape, throws, jobs);
    double share = share_of(&counts, PF_BARRELS, throws, &half);
    printf("%.2f,%.3f,%.4f,%.4f,%.4f,%.3f\n", damping, height, share, half,
           (double)counts.first_ends / (double)all_standing(&counts), (double)counts.taps / throws);
    fflush(stdout);
}

/* The share depends on damping and height. */
static int print_shapes(int throws, int jobs) {
    static const double dampings[] = {0.6, 0.9, 1.2};
    static const double heights[] = {0.7, 0.8, 0.9, 0.975, 1.05, 1.15, 1.3};
    puts("damping,height_by_diameter,share,half_interval,first_ends,taps_a_throw");
    for (size_t i = 0; i < sizeof dampings / sizeof *dampings; i++)
        for (size_t j = 0; j < sizeof heights / sizeof *heights; j++)
            print_shape(heights[j], dampings[i], throws, jobs);
    return 0;
}

static int print_odds(int throws, int jobs) {
    puts("barrels,throws,stand0,stand1,stand2,stand3,stand4,stand5,stand6,stand7,stand8,stand9");
    for (int barrels = 1; barrels <= PF_BARRELS; barrels++) {
        struct counts counts = throw_many(barrels, &throw_barrel, throws, jobs);
        printf("%d,%d", barrels, throws);
        for (int i = 0; i <= PF_BARRELS; i++)
            printf(",%ld", counts.standing[i]);
        puts("");
        fflush(stdout);
    }
    return 0;
}

/* THROWS throws of nine barrels, and further ones of eight, and so on. */
static int print_faults(int throws, int jobs) {
    struct counts sum = {0};
    int left = throws;
    for (int barrels = PF_BARRELS; barrels >= 1 && left > 0; barrels--) {
        int now = left < THROWS ? left : THROWS;
        struct counts counts = throw_many(barrels, &throw_barrel, now, jobs);
        add_counts(&sum, &counts);
        left -= now;
    }
    puts("throws,unclear,blow_ups,escapes,crowded_steps,halved_steps,tapped_throws,most_taps,"
         "mean_seconds,longest_seconds");
    printf("%d,%ld,%ld,%ld,%ld,%ld,%ld,%ld,%.2f,%.1f\n", throws, sum.unclear, sum.blown_up,
           sum.escaped, sum.crowded, sum.halved, sum.tapped, sum.taps_most,
           (double)sum.ticks / THROW_HZ / throws, (double)sum.ticks_most / THROW_HZ);
    return sum.unclear || sum.blown_up || sum.escaped || sum.crowded;
}

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static double first_frame(void) {
    double start = seconds(CLOCK_MONOTONIC);
    struct throw *throw = throw_new(PF_BARRELS, &throw_barrel);
    throw_begin(throw, 0);
    throw_tick(throw);
    double took = seconds(CLOCK_MONOTONIC) - start;
    throw_free(throw);
    return took;
}

static int print_speed(void) {
    enum { SPEED_THROWS = 300 };
    struct throw *throw = throw_new(PF_BARRELS, &throw_barrel);
    long ticks = 0;
    first_frame(); /* the first in a process also loads the engine */
    double latency = first_frame(), start = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < SPEED_THROWS; i++) {
        throw_begin(throw, i);
        while (throw_tick(throw))
            ;
        ticks += throw_facts(throw)->ticks;
    }
    double took = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    puts("throws_a_second_and_core,times_real_time,first_frame_ms,world_bytes");
    printf("%.1f,%.1f,%.1f,%zu\n", SPEED_THROWS / took, (double)ticks / THROW_HZ / took,
           1000 * latency, throw_bytes(throw));
    throw_free(throw);
    return 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int throws = argc > 2 ? atoi(argv[2]) : 1000, jobs = argc > 3 ? atoi(argv[3]) : 2;
    if (strcmp(what, "shapes") == 0)
        return print_shapes(throws, jobs);
    if (strcmp(what, "odds") == 0)
        return print_odds(throws, jobs);
    if (strcmp(what, "faults") == 0)
        return print_faults(throws, jobs);
    if (strcmp(what, "speed") == 0)
        return print_speed();
    fputs("usage: bench_barrels shapes|odds|faults THROWS [JOBS] | speed\n", stderr);
    return 2;
}
