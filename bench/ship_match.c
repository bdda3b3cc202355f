/* ship_match.c: whole matches of Riff Raff between computer players. */
#include "ship_match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

static void load(struct match *match, const struct bot *bot, void *memory,
                 void (*look)(void *context, const struct loading *loading), void *context) {
    struct rr_state before;
    struct budget budget = {0};
    memcpy(&before, match_state(match), sizeof before);
    struct thought *thought = match_think_hand(match, bot, memory);
    struct session *session = match_open_session(match);
    thought_steer(thought, &budget, session);
    thought_free(thought);
    struct loading loading = {.before = &before,
                              .piece = before.loading,
                              .area = before.laid[before.order[0]],
                              .aboard = rr_set_size(before.ship.aboard),
                              .ticks = session_ticks(session)};
    loading.is_at_rest = loading.ticks < rr_sim.ticks_max;
    must(match_play_session(match, session, NULL, NULL, NULL) == VERDICT_PLAYED);
    loading.after = match_state(match);
    loading.fallen = rr_set_size(loading.after->last.fallen);
    loading.is_back = loading.after->last.what == RR_CAME_BACK;
    look(context, &loading);
}

struct ending ship_match(const struct bot *const bots[RR_SEATS], const char *sea, uint64_t number,
                         void (*look)(void *context, const struct loading *loading),
                         void *context) {
    struct setup setup;
    struct seed seed;
    struct turn turn;
    struct budget budget = {0};
    void *memory[RR_SEATS];
    seed_from_number(&seed, number);
    must(setup_begin(&setup, &riffraff_game, RR_SEATS, NULL));
    must(setup_option(&setup, &riffraff_game, "sea", sea, NULL));
    struct match *match = match_new(&riffraff_game, &setup, &seed, NULL);
    must(match);
    for (int seat = 0; seat < RR_SEATS; seat++)
        memory[seat] = bot_sit(bots[seat], &riffraff_game, seat);
    for (match_turn(match, &turn); turn.kind != TURN_OVER; match_turn(match, &turn)) {
        struct rr_action action;
        if (turn.kind == TURN_SIM) {
            load(match, bots[turn.control], memory[turn.control], look, context);
            continue;
        }
        int seat = __builtin_ctz(turn.seats);
        must(match_choose(match, bots[seat], seat, memory[seat], &budget, &action, NULL) ==
             VERDICT_PLAYED);
        must(match_play(match, seat, &action, NULL, NULL, NULL) == VERDICT_PLAYED);
    }
    const struct rr_state *end = match_state(match);
    struct ending ending = {.rounds = end->round};
    for (int seat = 0; seat < RR_SEATS; seat++) {
        ending.left[seat] = rr_set_size(end->supply[seat]);
        bot_leave(bots[seat], memory[seat]);
    }
    match_free(match);
    return ending;
}

int count_lines(const char *path) {
    FILE *file = fopen(path, "r");
    int lines = 0;
    for (int c; file && (c = getc(file)) != EOF;)
        lines += c == '\n';
    if (file)
        fclose(file);
    return lines;
}

void wilson(int count, int of, double *low, double *high) {
    const double z = 1.959964;
    if (!of) {
        *low = 0;
        *high = 1;
        return;
    }
    double p = (double)count / of, square = z * z / of;
    double middle = (p + square / 2) / (1 + square);
    double half = z / (1 + square) * sqrt(p * (1 - p) / of + square / (4 * of));
    *low = fmax(0, middle - half);
    *high = fmin(1, middle + half);
}
