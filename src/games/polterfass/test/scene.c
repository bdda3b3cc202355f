/* scene.c: matches that are played by notation, a line or a whole round at a time. */
#include "scene.h"

struct match *begin(int seats, const char *const *options) {
    return test_match(&polterfass_game, 1, seats, options);
}

const struct pf_state *state_of(const struct match *match) {
    return match_state(match);
}

enum verdict play(struct match *match, int seat, const char *action) {
    return match_play_text(match, seat, action, NULL, NULL, NULL);
}

void roll(struct match *match, const char *marks) {
    char action[40] = "roll ";
    strcat(action, marks);
    test_play(match, SEAT_CHANCE, action);
}

void order(struct match *match, const char *const *orders) {
    for (int seat = 0; seat < match_setup(match)->seats; seat++) {
        char action[16] = "order ";
        if (orders[seat])
            test_play(match, seat, strcat(action, orders[seat]));
    }
}

void check_points(const struct match *match, const int *points, const int *totals) {
    const struct pf_state *s = state_of(match);
    for (int seat = 0; seat < s->seats; seat++) {
        assert_int_equal(s->pad[s->rounds - 1].points[seat], points[seat]);
        assert_int_equal(s->totals[seat], totals[seat]);
    }
}

void play_round(struct match *match, const char *marks, const char *first, const char *second) {
    const char *orders[3] = {first, second, NULL};
    const struct pf_state *s = state_of(match);
    int innkeeper = s->innkeeper;
    if (innkeeper < 2) {
        orders[2] = innkeeper == 0 ? second : orders[1];
        orders[1] = innkeeper == 0 ? first : NULL;
        orders[0] = innkeeper == 0 ? NULL : orders[0];
    }
    roll(match, marks);
    order(match, orders);
    test_play(match, innkeeper, "stop");
}

struct match *begin_at(const int64_t *totals, const char *const *options) {
    struct setup setup;
    struct seed seed;
    seed_from_number(&seed, 1);
    assert_true(setup_begin(&setup, &polterfass_game, 3, NULL));
    assert_true(setup_start(&setup, &polterfass_game, "totals", totals, 3, NULL));
    for (; options && *options; options += 2)
        assert_true(setup_option(&setup, &polterfass_game, options[0], options[1], NULL));
    return match_new(&polterfass_game, &setup, &seed, NULL);
}

unsigned winners(const struct match *match) {
    struct score score = {0};
    polterfass_game.score(match_state(match), &score);
    return score.winners;
}

struct rng random_dice(uint64_t number) {
    struct rng rng;
    struct seed seed;
    seed_from_number(&seed, number);
    rng_open(&rng, seed.secret, 0, 1);
    return rng;
}

void random_step(struct match *match, struct rng *rng) {
    struct turn turn;
    match_turn(match, &turn);
    if (turn.kind == TURN_CHANCE) {
        struct pf_action action = {0};
        polterfass_game.chance(match_state(match), rng, &action);
        assert_int_equal(match_play(match, SEAT_CHANCE, &action, NULL, NULL, NULL), VERDICT_PLAYED);
        return;
    }
    struct actions actions = actions_new(&polterfass_game);
    int seat = 0;
    while (!turn_asks(&turn, seat))
        seat++;
    match_legal(match, seat, &actions);
    const void *action = actions_at(&actions, (int)rng_below(rng, (uint32_t)actions.count));
    assert_int_equal(match_play(match, seat, action, NULL, NULL, NULL), VERDICT_PLAYED);
    actions_free(&actions);
}
