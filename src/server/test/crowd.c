/* crowd.c: see crowd.h. */
#include "crowd.h"

#include <stdio.h>

void crowd_begin(struct crowd *crowd, struct fixture *fixture, uint64_t number) {
    struct seed seed;
    *crowd = (struct crowd){.fixture = fixture};
    seed_from_number(&seed, number);
    rng_open(&crowd->rng, seed.secret, number, 1);
}

bool crowd_act(struct crowd *crowd, int people) {
    struct fixture *fixture = crowd->fixture;
    struct turn turn;
    struct text action = {0};
    match_turn(fixture_match(fixture), &turn);
    int first = (int)rng_below(&crowd->rng, (uint32_t)people);
    for (int i = 0; i < people && turn.kind == TURN_SEATS; i++) {
        int seat = (first + i) % people;
        uint32_t ask = match_ask(fixture_match(fixture), seat);
        int count = ask && ask != crowd->answered[seat] ? fixture_count_legal(fixture, seat) : 0;
        bool must_act = turn.seats >> seat & 1;
        if (count == 0)
            continue;
        crowd->answered[seat] = ask;
        if ((count == 1 && turn.reaction) || (!must_act && rng_below(&crowd->rng, 8) > 0))
            continue; /* answered by the server, or not at all */
        fixture_print_legal(fixture, seat, (int)rng_below(&crowd->rng, (uint32_t)count), &action);
        fixture_act(fixture, seat, text_string(&action));
        fixture_settle(fixture);
        text_free(&action);
        return true;
    }
    return false;
}

void crowd_open(struct fixture *fixture, const struct game *const *games, const char *game,
                const char *options, uint64_t number, const char *more) {
    char body[512];
    static const char *const people[] = {"ada", "ben", "cem", "dia", "eve", "gus"};
    fixture_open(fixture, number);
    fixture->world.games = games;
    for (int i = 0; i < SEATS_PLAYED + 2; i++)
        fixture_line(fixture, people[i]);
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":%d,\"seed\":\"%llu\",\"options\":%s%s}",
             game, SEATS_PLAYED, (unsigned long long)number, options, more);
    fixture_make(fixture, 0, body);
}

void crowd_seat(struct fixture *fixture, int people) {
    char rest[64];
    fixture_seat(fixture, people);
    snprintf(rest, sizeof rest, ",\"code\":\"%s\"", fixture->code);
    for (int line = people; line < fixture->line_count; line++)
        fixture_ask(fixture, line, "watch", rest);
}
