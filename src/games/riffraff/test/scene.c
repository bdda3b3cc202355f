/* scene.c: matches that are played by notation, for the tests of the rules. */
#include "scene.h"

struct match *begin(int seats, const char *const *options) {
    return test_match(&riffraff_game, 1, seats, options);
}

const struct rr_state *state_of(const struct match *match) {
    return match_state(match);
}

const char *refused(struct match *match, int seat, const char *action) {
    struct message why;
    assert_int_equal(match_play_text(match, seat, action, NULL, NULL, &why), VERDICT_ILLEGAL);
    return why.key;
}

void lay_cards(struct match *match, const int *cards) {
    for (int seat = 0; seat < state_of(match)->seats; seat++) {
        struct text action = {0};
        text_put(&action, "card ");
        text_put_number(&action, cards[seat]);
        test_play(match, seat, text_string(&action));
        text_free(&action);
    }
}

struct match *about_to_load(uint64_t seed) {
    struct match *match = test_match(&riffraff_game, seed, 4, NULL);
    lay_cards(match, (const int[]){10, 9, 5, 1});
    return match;
}

void load(struct match *match, const char *action, const char *outcome) {
    test_play(match, state_of(match)->order[0], action);
    test_play(match, SEAT_SIM, outcome);
}

void pass_turns(struct match *match) {
    while (state_of(match)->phase == RR_LOAD) {
        assert_int_equal(match_play_idle(match, state_of(match)->order[0], NULL, NULL, NULL),
                         VERDICT_PLAYED);
        test_play(match, SEAT_SIM, "back");
    }
}

int piece_of(const char *name) {
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (strcmp(rr_piece_names[piece], name) == 0)
            return piece;
    fail_msg("no piece %s", name);
    return RR_NO_PIECE;
}

uint64_t pieces(const char *names) {
    uint64_t set = 0;
    while (*names) {
        char name[16] = "";
        size_t length = strcspn(names, " ");
        memcpy(name, names, length);
        set |= (uint64_t)1 << piece_of(name);
        names += length + (names[length] == ' ');
    }
    return set;
}

unsigned awaited(const struct match *match) {
    struct turn turn;
    match_turn(match, &turn);
    return turn.seats;
}

unsigned winners(const struct match *match) {
    struct score score = {0};
    riffraff_game.score(match_state(match), &score);
    return score.winners;
}

void play_says(struct match *match, int seat, const char *action, const char *const *keys) {
    static struct events events;
    int count = 0;
    assert_int_equal(match_play_text(match, seat, action, NULL, &events, NULL), VERDICT_PLAYED);
    for (; keys[count]; count++) {
        assert_true(count < events.count);
        assert_string_equal(event_of(&events, count)->message.key + strlen("riffraff."),
                            keys[count]);
    }
    assert_int_equal(events.count, count);
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
    if (turn.kind != TURN_SEATS) {
        struct rr_action action;
        memset(&action, 0, sizeof action);
        riffraff_game.chance(match_state(match), rng, &action);
        assert_int_equal(match_play(match, turn_drawer(&turn), &action, NULL, NULL, NULL),
                         VERDICT_PLAYED);
        return;
    }
    struct actions actions = actions_new(&riffraff_game);
    int seat = __builtin_ctz(turn.seats);
    match_legal(match, seat, &actions);
    const void *action = actions_at(&actions, (int)rng_below(rng, (uint32_t)actions.count));
    assert_int_equal(match_play(match, seat, action, NULL, NULL, NULL), VERDICT_PLAYED);
    actions_free(&actions);
}
