/* kernel.c: how fast the kernel plays: random matches in this process.
 *
 *     bench_kernel [GAME [SEATS [SECONDS]]]
 *
 * Plays the same matches twice, batch by batch: with everything a match keeps (checks,
 * log, turns), and as bare rules (apply and nothing else). Prints one row of
 * CSV: matches and entries a second, and the ratio of the two, which depends
 * less on the machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/match.h>
#include <spelunke/must.h>

#include "bench.h"

/* Reading the clock costs as much as a few moves, so it is read once a batch; larger batches would
 * not stay in the cache. */
enum { BATCH = 64 };

struct rate {
    long matches, entries;
    double seconds;
};

struct bench {
    const struct game *game;
    struct setup setup;
    struct actions legal;
    void *state; /* of the bare rules */
    struct match *matches[BATCH];
    uint64_t next; /* number of the next match */
    struct rate logged, bare;
};

/* One random step; true if the match went on. */
static bool step_match(struct match *match, struct actions *legal, uint64_t *mood) {
    struct turn turn;
    match_turn(match, &turn);
    if (turn.kind == TURN_OVER)
        return false;
    if (turn.kind != TURN_SEATS)
        return match_draw(match, NULL, 0, NULL, NULL, NULL) == VERDICT_PLAYED;
    int seat = __builtin_ctz(turn.seats);
    match_legal(match, seat, legal);
    const void *action = actions_at(legal, whim(mood, legal->count));
    return match_play(match, seat, action, NULL, NULL, NULL) == VERDICT_PLAYED;
}

/* Plays a match with its log, which is kept so that the bare rules can repeat it. The seed is a
 * secret of 32 bytes, as in a real match. */
static struct match *play_logged(struct bench *bench, uint64_t number) {
    struct seed seed;
    uint64_t mood = number;
    unsigned char secret[KEY_BYTES] = {0};
    memcpy(secret, &number, sizeof number);
    seed_from_secret(&seed, secret);
    struct match *match = match_new(bench->game, &bench->setup, &seed, NULL);
    while (step_match(match, &bench->legal, &mood))
        ;
    return match;
}

static void play_bare(const struct match *match, void *state) {
    const struct game *game = match_game(match);
    memset(state, 0, game->state_size);
    game->init(state, match_setup(match), NULL);
    for (int i = 0; i < match_length(match); i++) {
        struct entry entry = match_entry(match, i);
        game->apply(state, entry.seat, entry.action, NULL);
    }
}

/* Each match is freed when the next one replaces it, as in a host, so the measurement includes
 * allocation. */
static void play_batch(struct bench *bench) {
    double start = now();
    for (int i = 0; i < BATCH; i++) {
        match_free(bench->matches[i]);
        bench->matches[i] = play_logged(bench, bench->next++);
    }
    double middle = now();
    for (int i = 0; i < BATCH; i++)
        play_bare(bench->matches[i], bench->state);
    bench->bare.seconds += now() - middle;
    bench->logged.seconds += middle - start;
    bench->logged.matches += BATCH;
    bench->bare.matches += BATCH;
    for (int i = 0; i < BATCH; i++)
        bench->logged.entries += match_length(bench->matches[i]);
}

static void print_row(const struct bench *bench) {
    const struct rate *logged = &bench->logged;
    double matches = (double)logged->matches / logged->seconds;
    double bare = (double)bench->bare.matches / bench->bare.seconds;
    printf("game,seats,matches,matches_per_second,entries_per_second,bare_matches_per_second,"
           "bare_to_logged\n");
    printf("%s,%d,%ld,%.0f,%.0f,%.0f,%.2f\n", bench->game->key, bench->setup.seats, logged->matches,
           matches, (double)logged->entries / logged->seconds, bare, bare / matches);
}

static void play_for(struct bench *bench, double seconds) {
    bench->legal = actions_new(bench->game);
    bench->state = must_alloc(bench->game->state_size);
    while (bench->logged.seconds + bench->bare.seconds < seconds)
        play_batch(bench);
    for (int i = 0; i < BATCH; i++)
        match_free(bench->matches[i]);
    free(bench->state);
    actions_free(&bench->legal);
}

int main(int argc, char **argv) {
    struct bench bench = {.game = game_find(game_list, argc > 1 ? argv[1] : "null")};
    int seats = argc > 2 ? atoi(argv[2]) : 4;
    if (!bench.game || !setup_begin(&bench.setup, bench.game, seats, NULL)) {
        fputs("usage: bench_kernel [GAME [SEATS [SECONDS]]]\n", stderr);
        return 2;
    }
    play_for(&bench, argc > 3 ? atof(argv[3]) : 5);
    print_row(&bench);
    return 0;
}
