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
#include <time.h>

#include <spelunke/match.h>
#include <spelunke/must.h>

enum { BATCH = 256 };

struct rate {
    long matches, entries;
    double seconds;
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* One random step; true if the match went on. */
static bool step_match(struct match *match, struct actions *legal, struct rng *rng) {
    struct turn turn;
    match_turn(match, &turn);
    if (turn.kind == TURN_OVER)
        return false;
    if (turn.kind != TURN_SEATS)
        return match_draw(match, NULL, 0, NULL, NULL, NULL) == VERDICT_PLAYED;
    int seat = __builtin_ctz(turn.seats);
    game_legal(match_game(match), match_state(match), seat, legal);
    const void *action = actions_at(legal, (int)rng_below(rng, (uint32_t)legal->count));
    return match_play(match, seat, action, NULL, NULL, NULL) == VERDICT_PLAYED;
}

/* Plays a match with its log, which is kept so that the bare rules can follow. */
static struct match *play_logged(const struct game *game, const struct setup *setup,
                                 uint64_t number, struct actions *legal) {
    struct rng rng;
    struct seed seed;
    seed_from_number(&seed, number);
    struct match *match = match_new(game, setup, &seed, NULL);
    rng_open(&rng, match_seed(match)->secret, 0, 1);
    while (step_match(match, legal, &rng))
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

/* Reading the clock costs as much as a few moves, so it is read once a batch. */
static void play_batch(const struct game *game, const struct setup *setup, uint64_t first,
                       struct actions *legal, void *state, struct rate *logged, struct rate *bare) {
    struct match *matches[BATCH];
    double start = now();
    for (int i = 0; i < BATCH; i++)
        matches[i] = play_logged(game, setup, first + (uint64_t)i, legal);
    double middle = now();
    for (int i = 0; i < BATCH; i++)
        play_bare(matches[i], state);
    bare->seconds += now() - middle;
    logged->seconds += middle - start;
    logged->matches += BATCH;
    bare->matches += BATCH;
    for (int i = 0; i < BATCH; i++) {
        logged->entries += match_length(matches[i]);
        match_free(matches[i]);
    }
}

static void print_row(const struct game *game, int seats, const struct rate *logged,
                      const struct rate *bare) {
    double matches = (double)logged->matches / logged->seconds;
    printf("game,seats,matches,matches_per_second,entries_per_second,bare_matches_per_second,"
           "bare_to_logged\n");
    printf("%s,%d,%ld,%.0f,%.0f,%.0f,%.2f\n", game->key, seats, logged->matches, matches,
           (double)logged->entries / logged->seconds, (double)bare->matches / bare->seconds,
           (double)bare->matches / bare->seconds / matches);
}

int main(int argc, char **argv) {
    const struct game *game = game_find(game_list, argc > 1 ? argv[1] : "null");
    double seconds = argc > 3 ? atof(argv[3]) : 5;
    struct rate logged = {0}, bare = {0};
    int seats = argc > 2 ? atoi(argv[2]) : 4;
    if (!game || seats < game->seats_min || seats > game->seats_max) {
        fputs("usage: bench_kernel [GAME [SEATS [SECONDS]]]\n", stderr);
        return 2;
    }
    struct setup setup;
    struct actions legal = actions_new(game);
    must(setup_begin(&setup, game, seats, NULL));
    void *state = must_alloc(game->state_size);
    for (uint64_t first = 0; logged.seconds + bare.seconds < seconds; first += BATCH)
        play_batch(game, &setup, first, &legal, state, &logged, &bare);
    print_row(game, seats, &logged, &bare);
    free(state);
    actions_free(&legal);
    return 0;
}
