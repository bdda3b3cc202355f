/* play.c: one match of an arena: a host with computer players only.
 *
 * Bots get an effort and no time limit, so a match depends on its plan and number alone. */
#include "arena.h"

#include <spelunke/must.h>

#include "host/host.h"

void plan_seed(const struct arena_plan *plan, int64_t number, struct seed *seed) {
    struct rng rng;
    unsigned char secret[KEY_BYTES];
    rng_open(&rng, plan->seed.secret, (uint64_t)number, LANE_CHANCE);
    for (int i = 0; i < KEY_BYTES; i += 4) {
        uint32_t word = rng_next(&rng);
        for (int byte = 0; byte < 4; byte++)
            secret[i + byte] = (unsigned char)(word >> 8 * byte);
    }
    seed_from_secret(seed, secret);
}

static const struct bot *bot_in_seat(const struct arena_plan *plan, int64_t number, int seat) {
    int entry = 0;
    while (plan_seat(plan, entry, number) != seat)
        entry++;
    return plan->bots[entry];
}

void plan_play(const struct arena_plan *plan, int64_t number, struct arena_sums *sums) {
    struct budget budget = {.effort = plan->effort};
    struct seed seed;
    struct score score = {0};
    plan_seed(plan, number, &seed);
    struct match *match = match_new(plan->game, &plan->setup, &seed, NULL);
    must(match); /* whoever made the plan has validated its setup */
    match_set_shelf(match, plan->shelf);
    struct host *host = host_new(match, NULL);
    for (int seat = 0; seat < plan->setup.seats; seat++)
        host_seat(host, seat, SITTER_BOT, bot_in_seat(plan, number, seat));
    while (host_step(host, &budget, 0))
        ;
    must(match_over(match));
    plan->game->score(match_state(match), &score);
    sums_add_match(sums, plan, number, &score, match_length(match));
    host_free(host);
}
