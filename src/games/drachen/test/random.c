/* random.c: matches in which all seats play random legal actions, interrupts included. */
#include "random.h"

enum { ENTRIES_MAX = 20000 };

static void set_any(struct setup *setup, const char *name, struct rng *rng,
                    const char *const *values, uint32_t count) {
    assert_true(setup_option(setup, &drachen_game, name, values[rng_below(rng, count)], NULL));
}

/* Default settings in every other match. */
static struct match *begin(int number, struct rng *rng) {
    static const char *const flags[] = {"off", "on"}, *const firsts[] = {"0", "1", "random"};
    static const char *const golds[] = {"8", "10", "12"}, *const drinks[] = {"1", "2", "3"};
    static const char *const characters[] = {"DEFG", "GFED", "random", "FGDE"};
    struct setup setup;
    struct seed seed;
    seed_from_number(&seed, (uint64_t)number);
    assert_true(setup_begin(&setup, &drachen_game, 2 + number % 3, NULL));
    if (number % 2) {
        set_any(&setup, "start_gold", rng, golds, 3);
        set_any(&setup, "start_drinks", rng, drinks, 3);
        set_any(&setup, "buy_others_only", rng, flags, 2);
        set_any(&setup, "eve_2008", rng, flags, 2);
        set_any(&setup, "last_chance", rng, flags, 2);
        set_any(&setup, "house_split", rng, flags, 2);
        set_any(&setup, "characters", rng, characters, 4);
        set_any(&setup, "first_seat", rng, firsts, 3);
    }
    return match_new(&drachen_game, &setup, &seed, NULL);
}

static void play_any(struct match *match, struct actions *legal, struct rng *rng) {
    struct turn turn;
    match_turn(match, &turn);
    if (turn.kind == TURN_CHANCE) {
        assert_int_equal(match_draw(match, NULL, 0, NULL, NULL, NULL), VERDICT_PLAYED);
        return;
    }
    int seat = (int)rng_below(rng, DR_SEATS);
    match_legal(match, seat, legal);
    if (!legal->count)
        return; /* not asked, or without an interrupt */
    const void *action = actions_at(legal, (int)rng_below(rng, (uint32_t)legal->count));
    assert_int_equal(match_play(match, seat, action, NULL, NULL, NULL), VERDICT_PLAYED);
}

static void play_match(int number, void (*look)(void *context, struct match *match),
                       void *context) {
    struct rng rng;
    unsigned char key[KEY_BYTES] = {0};
    rng_open(&rng, key, (uint64_t)number, LANE_CHANCE);
    struct match *match = begin(number, &rng);
    struct actions legal = actions_new(&drachen_game);
    look(context, match);
    while (!match_over(match)) {
        int length = match_length(match);
        play_any(match, &legal, &rng);
        if (match_length(match) > length)
            look(context, match);
        assert_true(match_length(match) < ENTRIES_MAX);
    }
    actions_free(&legal);
    match_free(match);
}

void at_every_position(int matches, void (*look)(void *context, struct match *match),
                       void *context) {
    for (int number = 0; number < matches; number++)
        play_match(number, look, context);
}
