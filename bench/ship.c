/* ship.c: how fast the ship of Riff Raff is simulated, and what it costs.
 *
 *   bench_ship speed    times real time at rest and while sliding, memory, snapshots, CSV
 *   bench_ship bot      time of a computer player's evaluation of a ship and of its trials, CSV
 *   bench_ship knocks   what falls when a loaded ship is knocked, CSV
 *   bench_ship creep    how far cargo at rest moves in two minutes, CSV
 *
 * Times are CPU times of the thread: other load of the machine can make them longer, never
 * shorter. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spelunke/must.h>

#include "games/riffraff/ship_world.h"
#include "games/riffraff/test/stowage.h"
#include "games/riffraff/trial.h"

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static int count_bits(uint64_t set) {
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* One step; lost pieces are removed at once, as in a session. */
static void step(struct ship_world *ship) {
    must(ship_world_step(ship) != STEP_BROKEN);
    uint64_t lost = ship_world_lost(ship);
    for (int piece = 0; lost >> piece; piece++)
        if (lost >> piece & 1)
            ship_world_park(ship, piece);
}

/* The speed relative to real time over this span. */
static double times_real_time(struct ship_world *ship, double span) {
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < span * SHIP_HZ; i++)
        step(ship);
    return span / (seconds(CLOCK_THREAD_CPUTIME_ID) - start);
}

/* Returns the seconds it took. */
static double come_to_rest(struct ship_world *ship) {
    int steps = 0;
    for (; steps < 20 * SHIP_HZ && !ship_world_is_at_rest(ship); steps++)
        step(ship);
    return (double)steps / SHIP_HZ;
}

/* Gives the ship this speed about x, and a third of it about y. */
static void knock(struct ship_world *ship, double speed) {
    struct world *world = ship_world_engine(ship);
    for (int i = 0; i < 2; i++) {
        double angle = world_hinge(world, RR_HULL_BODY, i, NULL);
        world_set_hinge(world, RR_HULL_BODY, i, angle, i ? speed / 3 : speed);
    }
    world_wake(world);
}

struct snapshot_cost {
    size_t bytes;
    double save, resume; /* microseconds */
};

static struct snapshot_cost cost_of_snapshots(struct world *world) {
    enum { TIMES = 20000 };
    struct snapshot_cost cost = {.bytes = world_snapshot_bytes(world)};
    void *snapshot = must_alloc(cost.bytes);
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < TIMES; i++)
        world_save(world, snapshot);
    double middle = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < TIMES; i++)
        world_restore(world, snapshot);
    cost.save = (middle - start) * 1e6 / TIMES;
    cost.resume = (seconds(CLOCK_THREAD_CPUTIME_ID) - middle) * 1e6 / TIMES;
    free(snapshot);
    return cost;
}

/* A world with these pieces alone, or with all 32 of a match and the others parked. */
static void print_row(int count, bool is_whole) {
    struct rr_ship from = stowed(count);
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    struct ship_world *ship = ship_world_new(RR_NORMAL, is_whole ? UINT32_MAX : from.aboard);
    double making = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    ship_world_open(ship, &from);
    come_to_rest(ship);
    int aboard = count_bits(ship_world_pieces(ship));
    double at_rest = times_real_time(ship, count ? 10 : 100);
    struct snapshot_cost cost = cost_of_snapshots(ship_world_engine(ship));
    knock(ship, 1);
    double sliding = times_real_time(ship, 1.5);
    printf("%d,%s,%d,%.1f,%.1f,%d,%.1f,%.1f,%zu,%.2f,%.2f\n", count, is_whole ? "32" : "aboard",
           aboard, at_rest, sliding, aboard - count_bits(ship_world_pieces(ship)),
           (double)ship_world_bytes(ship) / 1e6, 1000 * making, cost.bytes, cost.save, cost.resume);
    fflush(stdout);
    ship_world_free(ship);
}

static int print_speed(void) {
    static const int counts[] = {0, 10, 20, STOWED_MAX};
    puts("pieces,world_for,at_rest_aboard,times_real_time_at_rest,times_real_time_sliding,"
         "fell_while_sliding,world_megabytes,making_ms,snapshot_bytes,save_us,resume_us");
    ship_world_free(ship_world_new(RR_NORMAL, 0)); /* the first in a process loads the engine */
    for (int is_whole = 0; is_whole < 2; is_whole++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
            print_row(counts[i], is_whole);
    return 0;
}

/* What `regular` computes for one piece: it ranks all places of an area by geometry, and simulates
 * a release at one of them in a copy of the ship. */
static void print_bot_row(int count) {
    enum { LOOKS = 50, TRIALS = 6, AREA = 8, PIECE = 4 * RR_SHAPES + RR_CRATE };
    struct rr_ship from = stowed(count);
    struct ship_world *ship = ship_world_new(RR_NORMAL, from.aboard);
    ship_world_open(ship, &from);
    come_to_rest(ship);
    ship_world_read(ship, ship_world_pieces(ship), &from);
    ship_world_free(ship);
    struct berth_view *view = must_alloc(sizeof *view);
    struct berth *berths = must_alloc(BERTHS_MAX * sizeof *berths);
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    int places = 0, held = 0;
    for (int i = 0; i < LOOKS; i++) {
        berth_look(&from, RR_NORMAL, AREA, view);
        places = berth_rank(view, PIECE, berths);
    }
    double middle = seconds(CLOCK_THREAD_CPUTIME_ID);
    struct trial *trial = trial_new(RR_NORMAL, &from, PIECE);
    for (int i = 0; i < TRIALS && places; i++) {
        struct real_pose world = berth_in_world(view, &berths[i % places].rest);
        held += trial_holds(trial, &world);
    }
    trial_free(trial);
    double end = seconds(CLOCK_THREAD_CPUTIME_ID);
    printf("%d,%d,%.2f,%.1f,%d\n", count, places, 1000 * (middle - start) / LOOKS,
           TRIALS / (end - middle), held);
    fflush(stdout);
    free(berths);
    free(view);
}

static int print_bot(void) {
    static const int counts[] = {0, 10, 20, 26};
    puts("pieces,places,ranking_ms,candidates_a_second,held_of_6");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        print_bot_row(counts[i]);
    return 0;
}

static void print_knock(int count, double speed) {
    struct rr_ship from = stowed(count);
    struct ship_world *ship = ship_world_new(RR_NORMAL, from.aboard);
    ship_world_open(ship, &from);
    come_to_rest(ship);
    int before = count_bits(ship_world_pieces(ship));
    double start = seconds(CLOCK_THREAD_CPUTIME_ID);
    knock(ship, speed);
    double rest = come_to_rest(ship), took = seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    printf("%d,%.2f,%d,%.2f,%.1f\n", before, speed, before - count_bits(ship_world_pieces(ship)),
           rest, rest / took);
    fflush(stdout);
    ship_world_free(ship);
}

static int print_knocks(void) {
    static const double speeds[] = {-0.4, 0.4, -0.8, 0.8, -1.2, 1.2};
    puts("pieces,radians_a_second,fell,seconds_to_rest,times_real_time");
    for (int count = 20; count <= STOWED_MAX; count += STOWED_MAX - 20)
        for (size_t i = 0; i < sizeof speeds / sizeof *speeds; i++)
            print_knock(count, speeds[i]);
    return 0;
}

/* The largest distance that a piece has moved, in millimetres. */
static double farthest(const struct rr_ship *before, const struct rr_ship *after) {
    double most = 0;
    for (int piece = 0; piece < RR_PIECES; piece++) {
        double square = 0;
        for (int i = 0; i < 3; i++)
            square += pow((after->pose[piece].at[i] - before->pose[piece].at[i]) * 1e-3, 2);
        most = fmax(most, sqrt(square));
    }
    return most;
}

static void print_creep_row(int count) {
    enum { SECONDS = 120 };
    struct rr_ship from = stowed(count), before, after;
    struct ship_world *ship = ship_world_new(RR_NORMAL, from.aboard);
    ship_world_open(ship, &from);
    come_to_rest(ship);
    uint64_t aboard = ship_world_pieces(ship);
    ship_world_read(ship, aboard, &before);
    for (int i = 0; i < SECONDS * SHIP_HZ; i++)
        step(ship);
    ship_world_read(ship, aboard & ship_world_pieces(ship), &after);
    int32_t turned = 0;
    for (int i = 0; i < RR_JOINTS; i++)
        turned = abs(after.joints[i] - before.joints[i]) > turned
                     ? abs(after.joints[i] - before.joints[i])
                     : turned;
    printf("%d,%d,%.3f,%.4f\n", count, count_bits(aboard & ~ship_world_pieces(ship)),
           farthest(&before, &after), turned * 1e-6 * 57.29577951308232);
    fflush(stdout);
    ship_world_free(ship);
}

static int print_creep(void) {
    static const int counts[] = {10, 20, 26, STOWED_MAX};
    puts("pieces,fell,creep_mm,joints_degrees");
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        print_creep_row(counts[i]);
    return 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "speed") == 0)
        return print_speed();
    if (strcmp(what, "bot") == 0)
        return print_bot();
    if (strcmp(what, "knocks") == 0)
        return print_knocks();
    if (strcmp(what, "creep") == 0)
        return print_creep();
    fputs("usage: bench_ship speed|bot|knocks|creep\n", stderr);
    return 2;
}
