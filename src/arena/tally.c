/* tally.c: sums up the results of matches as integers. */
#include "arena.h"

#include <spelunke/must.h>

int plan_kind(const struct arena_plan *plan, int entry) {
    int kind = 0;
    while (plan->bots[kind] != plan->bots[entry])
        kind++;
    return kind;
}

int plan_seat(const struct arena_plan *plan, int entry, int64_t number) {
    return (int)((entry + number) % plan->setup.seats);
}

static int count_bits(uint16_t mask) {
    int count = 0;
    for (; mask; mask &= (uint16_t)(mask - 1))
        count++;
    return count;
}

static void tally_add(struct tally *tally, int seat, int32_t points, int shares) {
    must(points >= -ARENA_POINTS_MAX && points <= ARENA_POINTS_MAX);
    tally->wins += shares;
    tally->score += points;
    tally->squares += (int64_t)points * points;
    tally->seat_games[seat]++;
    tally->seat_wins[seat] += shares;
}

void sums_add_match(struct arena_sums *sums, const struct arena_plan *plan, int64_t number,
                    const struct score *score, int length) {
    int64_t together[SEATS_MAX] = {0};
    int winners = count_bits(score->winners);
    for (int entry = 0; entry < plan->setup.seats; entry++) {
        int seat = plan_seat(plan, entry, number);
        bool has_won = score->winners >> seat & 1;
        tally_add(&sums->bots[entry], seat, score->points[seat],
                  has_won ? WIN_SHARES / winners : 0);
        together[plan_kind(plan, entry)] += score->points[seat];
    }
    for (int kind = 0; kind < plan->setup.seats; kind++)
        sums->kind_squares[kind] += together[kind] * together[kind];
    sums->games++;
    sums->length += length;
}

static void tally_add_all(struct tally *tally, const struct tally *more) {
    tally->wins += more->wins;
    tally->score += more->score;
    tally->squares += more->squares;
    for (int seat = 0; seat < SEATS_MAX; seat++) {
        tally->seat_games[seat] += more->seat_games[seat];
        tally->seat_wins[seat] += more->seat_wins[seat];
    }
}

void sums_add(struct arena_sums *sums, const struct arena_sums *more) {
    sums->games += more->games;
    sums->length += more->length;
    for (int i = 0; i < SEATS_MAX; i++) {
        tally_add_all(&sums->bots[i], &more->bots[i]);
        sums->kind_squares[i] += more->kind_squares[i];
    }
}
