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

/* A running match and who plays it. */
struct arena_match {
    struct match *match;
    struct budget budget;
    const struct bot *bots[SEATS_MAX]; /* by seat */
    void *memories[SEATS_MAX];
    struct actions legal;
};

/* True if the seat's bot has acted. */
static bool play_seat(struct arena_match *playing, int seat) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    enum verdict verdict = match_choose(playing->match, playing->bots[seat], seat,
                                        playing->memories[seat], &playing->budget, action, NULL);
    if (verdict == VERDICT_DECLINED)
        return false;
    must(verdict == VERDICT_PLAYED);
    must(match_play(playing->match, seat, action, NULL, NULL, NULL) == VERDICT_PLAYED);
    return true;
}

/* Bots that only may act are asked first, in turn order, each once in a position; a
 * bot without anything to play is not asked. True if one has interrupted. */
static bool play_interrupt(struct arena_match *playing, const struct turn *turn) {
    int seats = match_setup(playing->match)->seats;
    uint16_t may = turn->may & (uint16_t)~turn->seats;
    for (int i = 0; may && i < seats; i++) {
        int seat = (turn->first + i) % seats;
        if (!(may >> seat & 1))
            continue;
        match_legal(playing->match, seat, &playing->legal);
        if (playing->legal.count > 0 && play_seat(playing, seat))
            return true;
    }
    return false;
}

/* Unless somebody interrupts, the lowest awaited seat acts; where several are awaited
 * at the same time the order does not matter, for none sees what the others chose. */
static void play_seats(struct arena_match *playing, const struct turn *turn) {
    if (!play_interrupt(playing, turn))
        must(play_seat(playing, __builtin_ctz(turn->seats)));
}

/* A session is in the hand of the bot in control, so that steering counts. */
static void play_session(struct arena_match *playing, int seat) {
    must(match_draw_steered(playing->match, playing->bots[seat], playing->memories[seat],
                            &playing->budget, NULL, NULL, NULL) == VERDICT_PLAYED);
}

static void play_to_the_end(struct arena_match *playing) {
    struct match *match = playing->match;
    struct turn turn;
    for (match_turn(match, &turn); turn.kind != TURN_OVER; match_turn(match, &turn)) {
        if (turn.kind == TURN_SEATS)
            play_seats(playing, &turn);
        else if (turn.kind == TURN_SIM)
            play_session(playing, turn.control);
        else
            must(match_draw(match, NULL, 0, NULL, NULL, NULL) == VERDICT_PLAYED);
    }
}

static void open_match(struct arena_match *playing, const struct arena_plan *plan, int64_t number) {
    struct seed seed;
    plan_seed(plan, number, &seed);
    *playing = (struct arena_match){.budget = {.effort = plan->effort}};
    playing->match = match_new(plan->game, &plan->setup, &seed, NULL);
    must(playing->match); /* whoever made the plan has tried its setup */
    match_set_shelf(playing->match, plan->shelf);
    playing->legal = actions_new(plan->game);
    for (int seat = 0; seat < plan->setup.seats; seat++) {
        playing->bots[seat] = bot_in_seat(plan, number, seat);
        playing->memories[seat] = bot_sit(playing->bots[seat], plan->game, seat);
    }
}

static void close_match(struct arena_match *playing) {
    for (int seat = 0; seat < match_setup(playing->match)->seats; seat++)
        bot_leave(playing->bots[seat], playing->memories[seat]);
    actions_free(&playing->legal);
    match_free(playing->match);
}

void plan_play(const struct arena_plan *plan, int64_t number, struct arena_sums *sums) {
    struct arena_match playing;
    struct score score = {0};
    open_match(&playing, plan, number);
    play_to_the_end(&playing);
    plan->game->score(match_state(playing.match), &score);
    sums_add_match(sums, plan, number, &score, match_length(playing.match));
    close_match(&playing);
}
