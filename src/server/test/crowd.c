/* crowd.c: people in a hall who play anything. */
#include "crowd.h"

#include <stdio.h>

void crowd_begin(struct crowd *crowd, struct hall *hall, uint64_t number) {
    struct seed seed;
    *crowd = (struct crowd){.hall = hall};
    seed_from_number(&seed, number);
    rng_open(&crowd->rng, seed.secret, number, 1);
}

bool crowd_act(struct crowd *crowd, int people) {
    struct hall *hall = crowd->hall;
    struct turn turn;
    struct text action = {0};
    match_turn(hall_match(hall), &turn);
    int first = (int)rng_below(&crowd->rng, (uint32_t)people);
    for (int i = 0; i < people && turn.kind == TURN_SEATS; i++) {
        int seat = (first + i) % people;
        uint32_t ask = match_ask(hall_match(hall), seat);
        int count = ask && ask != crowd->answered[seat] ? hall_count_legal(hall, seat) : 0;
        bool must_act = turn.seats >> seat & 1;
        if (count == 0)
            continue;
        crowd->answered[seat] = ask;
        if ((count == 1 && turn.reaction) || (!must_act && rng_below(&crowd->rng, 8) > 0))
            continue; /* the server answers, or nobody does */
        hall_print_legal(hall, seat, (int)rng_below(&crowd->rng, (uint32_t)count), &action);
        hall_act(hall, seat, text_string(&action));
        hall_settle(hall);
        text_free(&action);
        return true;
    }
    return false;
}

void crowd_open(struct hall *hall, const struct game *const *games, const char *game,
                const char *options, uint64_t number, const char *more) {
    char body[512];
    static const char *const people[] = {"ada", "ben", "cem", "dia", "eve", "gus"};
    hall_open(hall, number);
    hall->world.games = games;
    for (int i = 0; i < SEATS_PLAYED + 2; i++)
        hall_line(hall, people[i]);
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":%d,\"seed\":\"%llu\",\"options\":%s%s}",
             game, SEATS_PLAYED, (unsigned long long)number, options, more);
    hall_make(hall, 0, body);
}

void crowd_seat(struct hall *hall, int people) {
    char rest[64];
    hall_seat(hall, people);
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", hall->code);
    for (int line = people; line < hall->line_count; line++)
        hall_ask(hall, line, "watch", rest);
}
