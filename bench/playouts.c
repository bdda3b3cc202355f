/* playouts.c: how fast a bot could simulate the rest of a match.
 *
 * bench_playouts [GAME [SEATS [SECONDS]]]
 *
 * Takes positions from the middle of random matches. For each, complete states are guessed from the
 * view of the awaited seat and played to the end at random, as bare rules: no checks, no log.
 * Prints one row of CSV: playouts and entries a second. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/match.h>
#include <spelunke/must.h>

#include "bench.h"

enum { POSITIONS = 16, PLAYOUTS = 8 }; /* this many before the clock is read */

struct bench {
    const struct game *game;
    struct setup setup;
    struct actions legal;
    void *views[POSITIONS];
    int seats[POSITIONS];
    void *state;
    struct rng rng;
    uint64_t mood;
    long playouts, entries;
    double seconds;
};

/* One random step of the bare rules; false where the match is over. */
static bool step(struct bench *bench) {
    const struct game *game = bench->game;
    _Alignas(max_align_t) unsigned char drawn[ACTION_BYTES_MAX];
    const void *action = drawn;
    struct turn turn;
    game_turn(game, bench->state, &turn);
    if (turn.kind == TURN_OVER)
        return false;
    int seat = turn.kind == TURN_SEATS ? __builtin_ctz(turn.seats) : turn_drawer(&turn);
    if (seat >= 0) {
        bench->legal.count = 0;
        game->legal(bench->state, seat, &bench->legal);
        action = actions_at(&bench->legal, whim(&bench->mood, bench->legal.count));
    } else {
        memset(drawn, 0, game->action_size);
        game->chance(bench->state, &bench->rng, drawn);
    }
    game->apply(bench->state, seat, action, NULL);
    return true;
}

static int play_out(struct bench *bench) {
    int length = 0;
    while (step(bench))
        length++;
    return length;
}

static void begin(struct bench *bench, int number) {
    unsigned char key[KEY_BYTES] = {(unsigned char)number};
    bench->mood = (uint64_t)number;
    rng_open(&bench->rng, key, 0, LANE_CHANCE);
    memset(bench->state, 0, bench->game->state_size);
    must(bench->game->init(bench->state, &bench->setup, NULL));
}

/* The view of the seat that is awaited when half of the match is over. */
static void take_position(struct bench *bench, int number) {
    struct turn turn = {0};
    begin(bench, number);
    int middle = play_out(bench) / 2;
    begin(bench, number);
    for (int i = 0; i < middle || turn.kind != TURN_SEATS; i++) {
        must(step(bench));
        game_turn(bench->game, bench->state, &turn);
    }
    bench->seats[number] = __builtin_ctz(turn.seats);
    bench->views[number] = must_alloc(bench->game->state_size);
    game_view(bench->game, bench->state, bench->seats[number], bench->views[number]);
}

static void play_batch(struct bench *bench, int number) {
    double start = now();
    for (int i = 0; i < PLAYOUTS; i++) {
        game_guess(bench->game, bench->views[number], bench->seats[number], &bench->rng,
                   bench->state);
        bench->entries += play_out(bench);
    }
    bench->seconds += now() - start;
    bench->playouts += PLAYOUTS;
}

static void play_for(struct bench *bench, double seconds) {
    bench->legal = actions_new(bench->game);
    bench->state = must_alloc(bench->game->state_size);
    for (int i = 0; i < POSITIONS; i++)
        take_position(bench, i);
    while (bench->seconds < seconds)
        for (int i = 0; i < POSITIONS; i++)
            play_batch(bench, i);
    for (int i = 0; i < POSITIONS; i++)
        free(bench->views[i]);
    free(bench->state);
    actions_free(&bench->legal);
}

static void print_row(const struct bench *bench) {
    printf("game,seats,positions,playouts,playouts_per_second,entries_per_second,"
           "entries_per_playout\n");
    printf("%s,%d,%d,%ld,%.0f,%.0f,%.1f\n", bench->game->key, bench->setup.seats, POSITIONS,
           bench->playouts, (double)bench->playouts / bench->seconds,
           (double)bench->entries / bench->seconds,
           (double)bench->entries / (double)bench->playouts);
}

int main(int argc, char **argv) {
    struct bench bench = {.game = game_find(game_list, argc > 1 ? argv[1] : "null")};
    int seats = argc > 2 ? atoi(argv[2]) : 4;
    if (!bench.game || !setup_begin(&bench.setup, bench.game, seats, NULL)) {
        fputs("usage: bench_playouts [GAME [SEATS [SECONDS]]]\n", stderr);
        return 2;
    }
    play_for(&bench, argc > 3 ? atof(argv[3]) : 5);
    print_row(&bench);
    return 0;
}
