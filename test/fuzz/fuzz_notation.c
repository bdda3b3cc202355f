/* fuzz_notation.c: any text as an action of every game. What parses as an action prints and
 * parses back to the same; what the check accepts can be played.
 *
 * The first byte selects the game, the second the number of seats, the third the length of a
 * random match before the text, the fourth its seed; the rest is the text. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/match.h>
#include <spelunke/must.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int random_bit(struct rng *rng, unsigned mask) {
    int bit;
    do
        bit = (int)rng_below(rng, SEATS_MAX);
    while (!(mask >> bit & 1));
    return bit;
}

/* One random step of any seat that is asked, interrupts included. */
static void step(struct match *match, struct actions *legal, struct rng *rng) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX] = {0};
    const struct game *game = match_game(match);
    struct turn turn;
    match_turn(match, &turn);
    if (turn.kind == TURN_CHANCE || turn.kind == TURN_SIM) {
        game->chance(match_state(match), rng, action);
        match_play(match, turn_drawer(&turn), action, NULL, NULL, NULL);
        return;
    }
    int seat = random_bit(rng, turn.seats | turn.may);
    game_legal(game, match_state(match), seat, legal);
    if (legal->count)
        match_play(match, seat, actions_at(legal, (int)rng_below(rng, (uint32_t)legal->count)),
                   NULL, NULL, NULL);
}

static struct match *random_match(const struct game *game, int seats, int steps, int number) {
    struct setup setup;
    struct seed seed;
    struct rng rng;
    struct actions legal = actions_new(game);
    seed_from_number(&seed, (uint64_t)number);
    rng_open(&rng, seed.secret, 0, 0);
    must(setup_begin(&setup, game, seats, NULL));
    struct match *match = match_new(game, &setup, &seed, NULL);
    must(match);
    while (steps-- > 0 && !match_over(match))
        step(match, &legal, &rng);
    actions_free(&legal);
    return match;
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
    if (size < 4)
        return 0;
    while (game_list[games])
        games++;
    const struct game *game = game_list[data[0] % games];
    int seats = game->seats_min + data[1] % (game->seats_max - game->seats_min + 1);
    struct match *match = random_match(game, seats, data[2], data[3]);
    char *text = must_alloc(size - 3);
    memcpy(text, data + 4, size - 4);
    match_turn(match, &turn);
    for (int seat = SEAT_SIM; seat < seats; seat++)
        if (turn_asks(&turn, seat))
            try_text(game, match_state(match), seat, text);
    free(text);
    match_free(match);
    return 0;
}
