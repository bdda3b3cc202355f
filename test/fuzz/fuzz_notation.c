/* fuzz_notation.c: any text as an action of every game. What reads as an
 * action prints and reads back the same; what the check lets through can be
 * played.
 *
 * The first byte picks the game, the second its seats, the third how far a
 * random match has come; the rest is the text. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/match.h>
#include <spelunke/must.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One random step of whoever is asked first. */
static void step(struct match *match, struct actions *legal, struct rng *rng) {
    struct turn turn;
    int seat = 0;
    match_turn(match, &turn);
    if (turn.kind == TURN_CHANCE || turn.kind == TURN_SIM) {
        match_draw(match, NULL, 0, NULL, NULL, NULL);
        return;
    }
    while (!(turn.seats >> seat & 1))
        seat++;
    game_legal(match_game(match), match_state(match), seat, legal);
    match_play(match, seat, actions_at(legal, (int)rng_below(rng, (uint32_t)legal->count)), NULL,
               NULL, NULL);
}

static struct match *random_match(const struct game *game, int seats, int steps) {
    struct setup setup;
    struct seed seed;
    struct rng rng;
    struct actions legal = actions_new(game);
    seed_from_number(&seed, 1);
    rng_open(&rng, seed.secret, 0, 0);
    must(setup_begin(&setup, game, seats, NULL));
    struct match *match = match_new(game, &setup, &seed, NULL);
    must(match);
    while (steps-- > 0 && !match_over(match))
        step(match, &legal, &rng);
    actions_free(&legal);
    return match;
}

static bool is_asked(const struct turn *turn, int seat) {
    return seat == SEAT_CHANCE ? turn->kind == TURN_CHANCE
           : seat == SEAT_SIM  ? turn->kind == TURN_SIM
                               : turn_asks(turn, seat);
}

static void try_text(const struct game *game, const void *state, int seat, const char *text) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX], again[ACTION_BYTES_MAX];
    struct text printed = {0};
    struct message why = {0};
    if (!game_parse(game, state, seat, text, action, &why)) {
        must(why.key);
        return;
    }
    if (game->check(state, seat, action, &why)) {
        game->print_action(action, &printed);
        must(game_parse(game, state, seat, text_string(&printed), again, NULL));
        must(memcmp(action, again, game->action_size) == 0);
        void *copy = must_alloc(game->state_size);
        memcpy(copy, state, game->state_size);
        game->apply(copy, seat, action, NULL);
        free(copy);
    }
    text_free(&printed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int games = 0;
    struct turn turn;
    if (size < 3)
        return 0;
    while (game_list[games])
        games++;
    const struct game *game = game_list[data[0] % games];
    int seats = game->seats_min + data[1] % (game->seats_max - game->seats_min + 1);
    struct match *match = random_match(game, seats, data[2]);
    char *text = must_alloc(size - 2);
    memcpy(text, data + 3, size - 3);
    match_turn(match, &turn);
    for (int seat = SEAT_SIM; seat < seats; seat++)
        if (is_asked(&turn, seat))
            try_text(game, match_state(match), seat, text);
    free(text);
    match_free(match);
    return 0;
}
