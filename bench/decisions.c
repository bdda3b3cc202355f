/* decisions.c: how long the strongest computer player thinks.
 *
 *     bench_decisions [GAME [SEATS [MATCHES]]]
 *
 * It plays whole matches against itself, always the same ones. Prints one row of
 * CSV: the mean and the longest CPU time of a decision in milliseconds. Where
 * only one action is legal there is nothing to decide, and nobody is asked. Whether
 * to interrupt is a decision too, for everybody who has a card for it. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <spelunke/match.h>
#include <spelunke/must.h>

struct bench {
    const struct game *game;
    const struct bot *bot;
    struct setup setup;
    struct actions legal;
    long decisions;
    double sum, longest; /* seconds */
};

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* True if it acts. */
static bool decide(struct bench *bench, struct match *match, int seat, void *action) {
    struct budget budget = {0};
    double start = now();
    enum verdict verdict = match_choose(match, bench->bot, seat, NULL, &budget, action, NULL);
    double seconds = now() - start;
    must(verdict == VERDICT_PLAYED || verdict == VERDICT_DECLINED);
    bench->decisions++;
    bench->sum += seconds;
    bench->longest = seconds > bench->longest ? seconds : bench->longest;
    return verdict == VERDICT_PLAYED;
}

static void play_seat(struct bench *bench, struct match *match, int seat) {
    _Alignas(max_align_t) unsigned char chosen[ACTION_BYTES_MAX];
    const void *action = chosen;
    match_legal(match, seat, &bench->legal);
    if (bench->legal.count == 1)
        action = actions_at(&bench->legal, 0);
    else
        must(decide(bench, match, seat, chosen));
    must(match_play(match, seat, action, NULL, NULL, NULL) == VERDICT_PLAYED);
}

/* True if somebody has interrupted. */
static bool play_interrupt(struct bench *bench, struct match *match, const struct turn *turn) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    int seats = bench->setup.seats;
    for (int i = 0; i < seats; i++) {
        int seat = (turn->first + i) % seats;
        if (!(turn->may & ~turn->seats & 1 << seat))
            continue;
        match_legal(match, seat, &bench->legal);
        if (bench->legal.count == 0 || !decide(bench, match, seat, action))
            continue;
        must(match_play(match, seat, action, NULL, NULL, NULL) == VERDICT_PLAYED);
        return true;
    }
    return false;
}

static void play_seats(struct bench *bench, struct match *match, const struct turn *turn) {
    if (!play_interrupt(bench, match, turn))
        play_seat(bench, match, __builtin_ctz(turn->seats));
}

static void play_match(struct bench *bench, uint64_t number) {
    struct seed seed;
    struct turn turn;
    seed_from_number(&seed, number);
    struct match *match = match_new(bench->game, &bench->setup, &seed, NULL);
    for (match_turn(match, &turn); turn.kind != TURN_OVER; match_turn(match, &turn)) {
        if (turn.kind == TURN_SEATS)
            play_seats(bench, match, &turn);
        else
            must(match_draw(match, NULL, 0, NULL, NULL, NULL) == VERDICT_PLAYED);
    }
    match_free(match);
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
