/* laws.c: plays a random match and checks every law at every position. */
#include "laws.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>
#include <spelunke/session.h>

enum { LOG_CHECKS = 4 };

const char *const law_names[LAW_COUNT] = {
    [LAW_NONE] = "none",
    [LAW_ENDS] = "it ends",
    [LAW_TURN] = "turn follows from every view",
    [LAW_LEGAL] = "legal is what check lets through",
    [LAW_VIEWED] = "legal follows from the view",
    [LAW_IDLE] = "idle is legal",
    [LAW_NOTATION] = "notation round-trips",
    [LAW_GUESS] = "guess keeps the view",
    [LAW_ARRIVAL] = "arrival order of sealed choices does not matter",
    [LAW_SECRETS] = "no leak",
    [LAW_WORDS] = "every message is a sentence in every language",
    [LAW_DICE] = "drawn outcomes come out the same again",
    [LAW_BOTS] = "bots do what is legal",
    [LAW_LOG] = "the log alone rebuilds the match",
    [LAW_FORMS] = "forms unfold to exactly legal",
    [LAW_ASKS] = "another question has another number",
    [LAW_JSON] = "views that differ have different JSON",
    [LAW_DIFFERENCE] = "a difference gives the new view byte for byte",
};

bool law_broken(struct law_run *run, enum law law, const char *what, const void *action) {
    struct text *report = &run->finding->report;
    run->finding->broken = law;
    text_clear(report);
    text_put(report, what);
    if (action) {
        text_put(report, ": ");
        run->game->print_action(action, report);
    }
    text_put(report, "\nafter\n");
    log_print(run->match, false, report);
    return false;
}

/* A random value in the range of the option. */
static void random_value(struct rng *rng, const struct param *param, struct text *out) {
    uint32_t named = 0, numbers = 0;
    while (param->values && param->values[named])
        named++;
    if (param->kind == PARAM_NUMBER)
        numbers = (uint32_t)(param->max - param->min + 1);
    if (param->kind == PARAM_FLAG)
        text_put(out, rng_below(rng, 2) ? "on" : "off");
    else if (named && (!numbers || rng_below(rng, 2)))
        text_put(out, param->values[rng_below(rng, named)]);
    else if (numbers)
        text_put_number(out, param->min + (int32_t)rng_below(rng, numbers));
    else
        text_put(out, param->fallback);
}

static void random_setup(struct law_run *run, struct setup *setup) {
    const struct game *game = run->game;
    struct rng *rng = &run->rng;
    run->seats =
        game->seats_min + (int)rng_below(rng, (uint32_t)(game->seats_max - game->seats_min + 1));
    must(setup_begin(setup, game, run->seats, NULL));
    for (int i = 0; i < param_count(game->params); i++) {
        text_clear(&run->text);
        random_value(rng, &game->params[i], &run->text);
        if (rng_below(rng, 2))
            must(setup_option(setup, game, game->params[i].name, text_string(&run->text), NULL));
    }
}

/* Some random options do not fit together and are refused by the game; then the run draws again. */
static void random_starts(struct law_run *run, struct setup *setup) {
    const struct game *game = run->game;
    for (int i = 0; i < param_count(game->starts); i++) {
        const struct param *param = &game->starts[i];
        int64_t values[SEATS_MAX];
        for (int seat = 0; seat < run->seats; seat++)
            values[seat] =
                param->min + (int64_t)rng_below(&run->rng, (uint32_t)(param->max - param->min + 1));
        if (rng_below(&run->rng, 4) == 0)
            must(setup_start(setup, game, param->name, values, run->seats, NULL));
    }
}

static struct match *random_match(struct law_run *run, uint64_t seed_number) {
    struct seed seed;
    struct setup setup;
    struct match *match = NULL;
    seed_from_number(&seed, seed_number);
    for (int tries = 0; !match && tries < 1000; tries++) {
        random_setup(run, &setup);
        random_starts(run, &setup);
        match = match_new(run->game, &setup, &seed, NULL);
    }
    must(match);
    return match;
}

static int random_bit(struct rng *rng, unsigned mask) {
    uint32_t skip = rng_below(rng, (uint32_t)__builtin_popcount(mask));
    for (int bit = 0;; bit++)
        if (mask >> bit & 1 && skip-- == 0)
            return bit;
}

int law_viewer(struct law_run *run) {
    int viewer = (int)rng_below(&run->rng, (uint32_t)run->seats + 1);
    return viewer < run->seats ? viewer : SEAT_WATCHER;
}

/* At most one session in a match, because there are thousands of matches. */
static bool asks_session(struct law_run *run, const struct turn *turn) {
    if ((turn->kind != TURN_SIM && !turn->takes_time) || rng_below(&run->rng, 64))
        return false;
    return run->sessions++ == 0;
}

static void run_session(const struct game *game, const void *state, struct rng *rng, void *action) {
    struct session *session = session_open(game, state, rng, NULL);
    session_run(session, SESSION_END, NULL);
    session_close(session, action);
    rng_next(rng); /* the session used a copy of the random numbers */
}

/* Sessions may be slow, so most of their outcomes come from `chance`. If nobody can act,
 * LAW_LEGAL reports it at that position; the seat stays SEAT_WATCHER here. */
void law_pick(struct law_run *run, const void *state, int *seat, void *action) {
    const struct game *game = run->game;
    struct turn turn;
    game_turn(game, state, &turn);
    memset(action, 0, game->action_size);
    *seat = turn_drawer(&turn);
    if (asks_session(run, &turn))
        run_session(game, state, &run->rng, action);
    else if (turn.kind != TURN_SEATS)
        game->chance(state, &run->rng, action);
    if (turn.kind != TURN_SEATS)
        return;
    *seat = SEAT_WATCHER;
    for (unsigned left = turn.seats | turn.may; left && *seat < 0;) {
        int picked = random_bit(&run->rng, left);
        left &= ~(1u << picked);
        game_legal(game, state, picked, &run->other_legal);
        if (run->other_legal.count)
            *seat = picked;
    }
    if (*seat < 0)
        return;
    uint32_t index = rng_below(&run->rng, (uint32_t)run->other_legal.count);
    memcpy(action, actions_at(&run->other_legal, (int)index), game->action_size);
}

static bool law_dice(struct law_run *run) {
    struct log_proof proof;
    bool fits = log_verify(run->match, &proof);
    log_proof_free(&proof);
    return fits || law_broken(run, LAW_DICE, "a drawn outcome came out otherwise", NULL);
}

static bool law_log(struct law_run *run) {
    const struct game *games[] = {run->game, NULL};
    struct log_fault fault;
    bool with_stamps = rng_below(&run->rng, 2);
    text_clear(&run->text);
    text_clear(&run->other_text);
    run->judged->print_log(run->match, with_stamps, &run->text);
    struct match *again = log_parse(games, text_string(&run->text), run->text.length, &fault);
    if (!again)
        return law_broken(run, LAW_LOG, fault.why.key, NULL);
    log_print(again, with_stamps, &run->other_text);
    bool is_same = memcmp(match_state(again), match_state(run->match), run->game->state_size) == 0;
    bool is_same_text = text_equals(&run->text, &run->other_text);
    is_same = is_same && law_same_questions(run, again);
    match_free(again);
    return is_same && is_same_text ? true : law_broken(run, LAW_LOG, "another match", NULL);
}

static bool judge_end(struct law_run *run) {
    struct score score = {0};
    run->game->score(match_state(run->match), &score);
    bool is_over = match_over(run->match);
    if (!is_over && match_length(run->match) >= run->judged->entries_cap)
        return law_broken(run, LAW_ENDS, "no end in sight", NULL);
    if (is_over != (score.winners != 0) || score.winners >> run->seats)
        return law_broken(run, LAW_ENDS, "winners are reported at the end, and only then", NULL);
    return true;
}

static bool judge_position(struct law_run *run) {
    memcpy(run->state, match_state(run->match), run->game->state_size);
    bool asks_log = match_length(run->match) < LOG_CHECKS || match_over(run->match) ||
                    rng_below(&run->rng, 32) == 0;
    return judge_end(run) && law_turn(run) && law_legal(run) && law_effects(run) && law_idle(run) &&
           law_bots(run) && law_guess(run) && law_forms(run) && law_asks(run) && law_json(run) &&
           law_difference(run) && law_secrets(run) && law_arrival(run) &&
           (!asks_log || law_log(run)) && (!match_over(run->match) || law_dice(run));
}

/* Every other outcome is drawn by the match, so that the dice can be checked. */
static enum verdict play_picked(struct law_run *run, int seat, const void *action) {
    struct stamp stamp = {1000 + match_length(run->match), ACTOR_BOT};
    struct turn turn;
    match_turn(run->match, &turn);
    if (turn.kind == TURN_CHANCE && !turn.takes_time && rng_below(&run->rng, 2))
        return match_draw(run->match, NULL, 0, &stamp, &run->events, NULL);
    return match_play(run->match, seat, action, &stamp, &run->events, NULL);
}

static bool play_on(struct law_run *run) {
    _Alignas(max_align_t) unsigned char action[ACTION_BYTES_MAX];
    int seat;
    law_pick(run, match_state(run->match), &seat, action);
    if (!law_notation(run, seat, action) || !law_outcomes(run, seat, action))
        return false;
    if (play_picked(run, seat, action) != VERDICT_PLAYED)
        return law_broken(run, LAW_LEGAL, "legal or drawn, but refused", action);
    return law_words(run);
}

struct law_finding law_finding_new(const struct game *game) {
    size_t size = game->state_size * sizeof(int);
    return (struct law_finding){.hidden_bytes = must_alloc(size),
                                .varied_bytes = must_alloc(size),
                                .looks = must_alloc(LAW_LOOKS * sizeof(struct law_look)),
                                .judged = must_alloc(LAW_JUDGED * sizeof(uint64_t))};
}

void law_finding_free(struct law_finding *finding) {
    text_free(&finding->report);
    free(finding->hidden_bytes);
    free(finding->varied_bytes);
    free(finding->looks);
    free(finding->judged);
}

int law_unguarded_byte(const struct law_finding *finding, const struct game *game) {
    enum { OFTEN = 1000 };
    for (size_t i = 0; i < game->state_size; i++)
        if (finding->hidden_bytes[i] > OFTEN && !finding->varied_bytes[i])
            return (int)i;
    return -1;
}

static void open_run(struct law_run *run) {
    size_t size = run->game->state_size;
    run->state = must_alloc(size);
    run->twin = must_alloc(size);
    run->left = must_alloc(size);
    run->right = must_alloc(size);
    run->view = must_alloc(size);
    run->other_view = must_alloc(size);
    run->last = must_alloc(size);
    run->legal = actions_new(run->game);
    run->other_legal = actions_new(run->game);
    run->prompt = must_alloc(sizeof *run->prompt);
}

static void close_run(struct law_run *run) {
    match_free(run->match);
    free(run->state);
    free(run->twin);
    free(run->left);
    free(run->right);
    free(run->view);
    free(run->other_view);
    actions_free(&run->legal);
    actions_free(&run->other_legal);
    text_free(&run->text);
    text_free(&run->other_text);
    text_free(&run->probe);
    free(run->prompt);
    for (int i = 0; i < SEATS_MAX; i++)
        text_free(&run->questions[i].prompt);
    for (int i = 0; i <= SEATS_MAX; i++)
        shown_free(&run->seen[i]);
    free(run->last);
    text_free(&run->sentence);
}

static void play(const struct law_case *judged, uint64_t seed_number,
                 bool (*judge)(struct law_run *), struct law_finding *finding) {
    struct law_run *run = must_alloc(sizeof *run);
    struct seed seed;
    unsigned char key[KEY_BYTES];
    seed_from_number(&seed, seed_number);
    seed_key(&seed, "", KEY_BOTS, key);
    finding->broken = LAW_NONE;
    run->judged = judged;
    run->game = judged->game;
    run->finding = finding;
    rng_open(&run->rng, key, 0, 0);
    open_run(run);
    run->match = random_match(run, seed_number);
    run->sessions = 0;
    run->numbers_questions = rng_below(&run->rng, 2);
    while (judge(run) && !match_over(run->match) && play_on(run))
        ;
    finding->entries = match_length(run->match);
    close_run(run);
    free(run);
}

void laws_run(const struct law_case *judged, uint64_t seed_number, struct law_finding *finding) {
    play(judged, seed_number, judge_position, finding);
}

/* Refusals are covered by the law of legal actions. */
static bool judge_words(struct law_run *run) {
    memcpy(run->state, match_state(run->match), run->game->state_size);
    return law_legal(run) && law_forms(run);
}

void laws_say(const struct law_case *judged, uint64_t seed_number, struct law_finding *finding) {
    play(judged, seed_number, judge_words, finding);
}
