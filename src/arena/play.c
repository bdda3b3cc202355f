/* play.c: one match of an arena, through the public kernel only.
 *
 * Bots get an effort and never a time limit, so that a match depends on its
 * plan and number alone. */
#include "arena.h"

#include <spelunke/must.h>

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

/* The lowest awaited seat acts; where several are awaited at the same time the
 * order does not matter, for none sees what the others chose. Seats that only
 * may interrupt are never asked: a bot has no way to say "no", so asking would
 * force an interruption each time. */
static void play_seat(struct match *match, const struct arena_plan *plan, int64_t number,
                      uint16_t seats) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    struct budget budget = {.effort = plan->effort};
    int seat = 0;
    while (!(seats >> seat & 1))
        seat++;
    const struct bot *bot = bot_in_seat(plan, number, seat);
    must(match_choose(match, bot, seat, &budget, action, NULL) == VERDICT_PLAYED);
    must(match_play(match, seat, action, NULL, NULL, NULL) == VERDICT_PLAYED);
}

/* A session is in the hand of the bot in control, so that steering counts. */
static void play_session(struct match *match, const struct arena_plan *plan, int64_t number,
                         int seat) {
    const struct bot *bot = bot_in_seat(plan, number, seat);
    must(match_draw_steered(match, bot, NULL, NULL, NULL) == VERDICT_PLAYED);
}

static void play_to_the_end(struct match *match, const struct arena_plan *plan, int64_t number) {
    struct turn turn;
    for (match_turn(match, &turn); turn.kind != TURN_OVER; match_turn(match, &turn)) {
        if (turn.kind == TURN_SEATS)
            play_seat(match, plan, number, turn.seats);
        else if (turn.kind == TURN_SIM)
            play_session(match, plan, number, turn.control);
        else
            must(match_draw(match, NULL, 0, NULL, NULL, NULL) == VERDICT_PLAYED);
    }
}

void plan_play(const struct arena_plan *plan, int64_t number, struct arena_sums *sums) {
    struct seed seed;
    struct score score = {0};
    plan_seed(plan, number, &seed);
    struct match *match = match_new(plan->game, &plan->setup, &seed, NULL);
    must(match); /* whoever made the plan has tried its setup */
    match_set_shelf(match, plan->shelf);
    play_to_the_end(match, plan, number);
    plan->game->score(match_state(match), &score);
    sums_add_match(sums, plan, number, &score, match_length(match));
    match_free(match);
}
