/* fuzz_play.c: whole matches of every game, chosen byte by byte.
 *
 * No fuzzer guesses a match from text, so bytes select among the legal choices: the game, its
 * seats and options, then step after step the actor and the action, including outcomes of
 * chance. In between there are views, guesses, computer players, illegal actions, saving and
 * loading. Invariants: a refusal changes nothing, a log gives the same match again, and a guess
 * agrees with its view. */
#include <stdlib.h>
#include <string.h>

#include <spelunke/log.h>
#include <spelunke/must.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STEPS_MAX = 1500, RELOADS_MAX = 6, CHOICES_MAX = 4 };

/* The rest of the input, and the match that it plays. */
struct play {
    const uint8_t *data;
    size_t size;
    struct match *match;
    struct actions legal;
    struct events *events;
    struct text stale; /* an earlier action, in notation */
    int reloads, choices;
};

static unsigned take(struct play *play) {
    if (play->size == 0)
        return 0;
    play->size--;
    return *play->data++;
}

static int take_bit(struct play *play, unsigned mask) {
    int bits[16], count = 0;
    for (int bit = 0; bit < 16; bit++)
        if (mask >> bit & 1)
            bits[count++] = bit;
    must(count > 0);
    return bits[take(play) % (unsigned)count];
}

/* A value of an option; a value that the game refuses is replaced by the default. Simulated
 * sessions are too slow for a fuzzer. */
static void take_option(struct play *play, const struct game *game, const struct param *param,
                        struct setup *setup) {
    const char *const *values = param_values(param);
    struct text value = {0};
    unsigned byte = take(play);
    int count = 0;
    while (values && values[count])
        count++;
    if (count > 0)
        text_put(&value, values[byte % (unsigned)count]);
    else
        text_put_number(&value, param->min + (int)byte % (param->max - param->min + 1));
    if (strcmp(text_string(&value), "physics") != 0)
        setup_option(setup, game, param->name, text_string(&value), NULL);
    text_free(&value);
}

static void take_start(struct play *play, const struct game *game, const struct param *start,
                       struct setup *setup) {
    int64_t values[SEATS_MAX];
    for (int seat = 0; seat < setup->seats; seat++)
        values[seat] = start->min + (int)take(play) % (start->max - start->min + 1);
    setup_start(setup, game, start->name, values, setup->seats, NULL);
}

static const struct game *take_game(struct play *play) {
    unsigned games = 0;
    while (game_list[games])
        games++;
    return game_list[take(play) % games];
}

/* NULL: the game refuses the selected options. */
static struct match *take_match(struct play *play) {
    const struct game *game = take_game(play);
    struct setup setup;
    struct seed seed;
    int seats = game->seats_min + (int)take(play) % (game->seats_max - game->seats_min + 1);
    unsigned changed = take(play) | take(play) << 8, started = take(play);
    seed_from_number(&seed, take(play));
    must(setup_begin(&setup, game, seats, NULL));
    for (int i = 0; i < param_count(game->params); i++)
        if (changed >> i & 1)
            take_option(play, game, &game->params[i], &setup);
    for (int i = 0; i < param_count(game->starts); i++)
        if (started >> i & 1)
            take_start(play, game, &game->starts[i], &setup);
    return match_new(game, &setup, &seed, NULL);
}

static void print(const struct match *match, struct text *out) {
    text_clear(out);
    log_print(match, true, out);
}

static void check_equal(const struct match *a, const struct match *b) {
    struct text first = {0}, second = {0};
    print(a, &first);
    print(b, &second);
    must(text_equals(&first, &second));
    must(memcmp(match_state(a), match_state(b), match_game(a)->state_size) == 0);
    text_free(&first);
    text_free(&second);
}

static void reload(struct play *play) {
    struct text log = {0};
    struct log_fault fault;
    struct log_proof proof;
    if (play->reloads++ >= RELOADS_MAX)
        return;
    print(play->match, &log);
    struct match *again = log_parse(game_list, log.data, log.length, &fault);
    must(again);
    check_equal(play->match, again);
    must(log_verify(again, &proof));
    log_proof_free(&proof);
    text_free(&log);
    match_free(play->match);
    play->match = again;
}

/* The view of a seat or watcher, and a guess that agrees with it. */
static void look(struct play *play) {
    const struct match *match = play->match;
    const struct game *game = match_game(match);
    unsigned seats = (unsigned)match_setup(match)->seats;
    int seat = (int)(take(play) % (seats + 1));
    void *view = must_alloc(game->state_size), *again = must_alloc(game->state_size);
    void *guessed = must_alloc(game->state_size);
    struct text out = {0};
    struct rng rng;
    bool is_watcher = seat == (int)seats;
    seat = is_watcher ? SEAT_WATCHER : seat;
    match_view_json(match, seat, &out);
    game_view(game, match_state(match), seat, view);
    if (!is_watcher)
        match_prompt_json(play->match, seat, &out);
    if (!is_watcher && !match_over(match)) {
        rng_open(&rng, match_seed(match)->secret, take(play), 0);
        game_guess(game, view, seat, &rng, guessed);
        game_view(game, guessed, seat, again);
        must(memcmp(view, again, game->state_size) == 0);
    }
    text_free(&out);
    free(view);
    free(again);
    free(guessed);
}

/* Any text as an action of any seat; mostly refused. */
static void intrude(struct play *play) {
    struct match *match = play->match;
    struct text before = {0}, after = {0};
    struct message why = {0};
    size_t size = match_game(match)->state_size;
    void *state = must_alloc(size);
    int seat = (int)(take(play) % (SEATS_MAX + 2)) - 2;
    memcpy(state, match_state(match), size);
    print(match, &before);
    if (match_play_text(match, seat, text_string(&play->stale), NULL, play->events, &why) !=
        VERDICT_PLAYED) {
        print(match, &after);
        must(why.key && text_equals(&before, &after));
        must(memcmp(state, match_state(match), size) == 0);
    }
    text_free(&before);
    text_free(&after);
    free(state);
}

/* What a computer player chooses is legal; asking changes nothing. */
static void choose(struct play *play, int seat) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX] = {0};
    const struct game *game = match_game(play->match);
    const struct budget budget = {.effort = 1};
    int count = 0;
    while (game->bots[count])
        count++;
    const struct bot *bot = game->bots[take(play) % (unsigned)count];
    if (play->choices++ < CHOICES_MAX &&
        match_choose(play->match, bot, seat, NULL, &budget, action, NULL) == VERDICT_PLAYED)
        must(match_play(play->match, seat, action, NULL, play->events, NULL) == VERDICT_PLAYED);
}

static void draw(struct play *play, const struct turn *turn) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX] = {0};
    struct match *match = play->match;
    unsigned byte = take(play);
    struct rng rng;
    if (byte % 2) {
        must(match_draw(match, NULL, 0, NULL, play->events, NULL) == VERDICT_PLAYED);
        return;
    }
    rng_open(&rng, match_seed(match)->secret, byte, 1);
    match_game(match)->chance(match_state(match), &rng, action);
    must(match_play(match, turn_drawer(turn), action, NULL, play->events, NULL) == VERDICT_PLAYED);
}

static void act(struct play *play, const struct turn *turn) {
    struct match *match = play->match;
    int seat = take_bit(play, turn->seats | turn->may);
    match_legal(match, seat, &play->legal);
    must(play->legal.count > 0 || !(turn->seats >> seat & 1));
    if (play->legal.count == 0)
        return;
    unsigned number = take(play) | take(play) << 8;
    const void *action = actions_at(&play->legal, (int)(number % (unsigned)play->legal.count));
    text_clear(&play->stale);
    match_game(match)->print_action(action, &play->stale);
    must(match_play(match, seat, action, NULL, play->events, NULL) == VERDICT_PLAYED);
}

/* Four of five steps are actions; the others are views, illegal actions, reloads or computer
 * players. */
static void step(struct play *play) {
    struct turn turn;
    unsigned byte = take(play);
    match_turn(play->match, &turn);
    if (byte % 20 == 0)
        reload(play);
    else if (byte % 20 == 1)
        look(play);
    else if (byte % 20 == 2)
        intrude(play);
    else if (turn.kind == TURN_CHANCE || turn.kind == TURN_SIM)
        draw(play, &turn);
    else if (byte % 20 == 3)
        choose(play, take_bit(play, turn.seats | turn.may));
    else
        act(play, &turn);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct play play = {.data = data, .size = size};
    play.match = take_match(&play);
    if (!play.match)
        return 0;
    play.legal = actions_new(match_game(play.match));
    play.events = must_alloc(sizeof *play.events);
    for (int i = 0; i < STEPS_MAX && play.size > 0 && !match_over(play.match); i++)
        step(&play);
    look(&play);
    intrude(&play);
    play.reloads = 0;
    reload(&play);
    match_free(play.match);
    actions_free(&play.legal);
    text_free(&play.stale);
    free(play.events);
    return 0;
}
