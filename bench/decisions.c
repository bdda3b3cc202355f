/* decisions.c: how long the strongest computer player thinks.
 *
 *     bench_decisions [GAME [SEATS [MATCHES]]]
 *
 * It plays whole matches against itself, always the same ones. Prints one row of
 * CSV: the mean and the longest CPU time of a decision in milliseconds. Where
 * only one action is legal there is nothing to decide, and it does not count. Whether
 * to interrupt is a decision too, for everybody who has a card for it. */
#include <stdio.h>
#include <stdlib.h>

#include <spelunke/must.h>

#include "bench.h"
#include "host/host.h"

struct bench {
    const struct game *game;
    const struct bot *bot;
    struct setup setup;
    struct actions legal;
    long decisions;
    double sum, longest; /* seconds */
};

/* A seat with one legal action has nothing to decide; whether to interrupt is a decision. */
static bool is_decision(struct bench *bench, struct match *match, int seat) {
    struct turn turn;
    match_turn(match, &turn);
    match_legal(match, seat, &bench->legal);
    return bench->legal.count > 1 || !(turn.seats >> seat & 1);
}

static void think(struct bench *bench, struct host *host, int seat) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    bool counts = is_decision(bench, host_match(host), seat);
    double start = now();
    struct thought *thought = host_think(host, seat);
    bool acts = thought_run(thought, &(struct budget){0}, action);
    double seconds = now() - start;
    host_thought(host, thought, acts ? action : NULL);
    if (!counts)
        return;
    bench->decisions++;
    bench->sum += seconds;
    bench->longest = seconds > bench->longest ? seconds : bench->longest;
}

static void play_match(struct bench *bench, uint64_t number) {
    struct seed seed;
    struct host_wait wait;
    seed_from_number(&seed, number);
    struct host *host = host_new(match_new(bench->game, &bench->setup, &seed, NULL), NULL);
    for (int seat = 0; seat < bench->setup.seats; seat++)
        host_seat(host, seat, SITTER_BOT, bench->bot);
    for (host_look(host, &wait); !wait.is_over; host_look(host, &wait)) {
        if (wait.next < 0 && wait.thinks_next >= 0)
            think(bench, host, wait.thinks_next);
        else
            must(host_step(host, &(struct budget){0}, 0));
    }
    host_free(host);
}

static const struct bot *strongest(const struct game *game) {
    const struct bot *const *bot = game->bots;
    while (bot[1])
        bot++;
    return *bot;
}

int main(int argc, char **argv) {
    struct bench bench = {.game = game_find(game_list, argc > 1 ? argv[1] : "null")};
    int seats = argc > 2 ? atoi(argv[2]) : 4, matches = argc > 3 ? atoi(argv[3]) : 40;
    if (!bench.game || matches < 1 || !setup_begin(&bench.setup, bench.game, seats, NULL)) {
        fputs("usage: bench_decisions [GAME [SEATS [MATCHES]]]\n", stderr);
        return 2;
    }
    bench.bot = strongest(bench.game);
    bench.legal = actions_new(bench.game);
    for (int i = 0; i < matches; i++)
        play_match(&bench, (uint64_t)i);
    actions_free(&bench.legal);
    printf("game,bot,seats,matches,decisions,mean_ms,longest_ms\n");
    printf("%s,%s,%d,%d,%ld,%.3f,%.3f\n", bench.game->key, bench.bot->key, seats, matches,
           bench.decisions, 1e3 * bench.sum / (double)bench.decisions, 1e3 * bench.longest);
    return 0;
}
