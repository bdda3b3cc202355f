/* bot_regular.c: `regular`, who looks one step ahead.
 *
 * It imagines some whole tables that fit what it sees. At each of them it tries
 * every action it has, lets everybody go on by the tippler's judgement for a
 * few turns, and looks at what its seat would then be worth. All actions are
 * tried at the same tables and with the same dice, so what differs is the
 * action. What to discard it settles by the worth of the cards. Where it only may
 * interrupt, doing nothing is tried too. */
#include "worth.h"

#include <string.h>

#include <spelunke/must.h>

/* Looking further than once round the table does not pay: the tippler's
 * judgement is not its own. */
enum { EFFORT = 24, TURNS = 4, STEPS_MAX = 2000 };

static const double near_weight = 0.25;

/* What is tried, and the sum of what came of it; of doing nothing too, where that is
 * allowed. */
struct trial {
    struct dr_choices choices;
    bool must;
    double sums[DR_LEGAL], nothing;
};

/* One step of the imagined table. */
static void step(const struct game *game, struct dr_state *s, struct rng *dice) {
    struct dr_action action = {0};
    int seat = SEAT_CHANCE;
    if (s->chance) {
        game->chance(s, dice, &action);
    } else {
        const struct dr_item *top = dr_top_of(s);
        unsigned awaited = top->asked & ~top->sealed;
        must(awaited);
        seat = __builtin_ctz(awaited);
        dr_tipple(s, seat, &action);
    }
    game->apply(s, seat, &action, NULL);
}

/* The worth at once and the worth after some turns, together. What is to come
 * is dim; without the nearer one, a seat that others seem sure to finish off
 * would give itself up. Without an action the seat does nothing. */
static double try_action(const struct game *game, const struct dr_state *guess, int seat,
                         const struct dr_action *action, const struct rng *dice) {
    struct dr_state s = *guess;
    struct rng own_dice = *dice;
    double at_once = -1;
    int turns = TURNS;
    if (action)
        game->apply(&s, seat, action, NULL);
    for (int i = 0; i < STEPS_MAX && !s.is_over && turns > 0; i++) {
        int active = s.active;
        bool is_settled = s.depth == 1 && !s.chance; /* nothing lies above the turn */
        if (at_once < 0 && is_settled)
            at_once = dr_worth(&s, seat);
        step(game, &s, &own_dice);
        turns -= s.active != active;
    }
    double later = dr_worth(&s, seat);
    return later + near_weight * (at_once < 0 ? later : at_once);
}

static void try_all(const struct thinking *thinking, struct trial *trial) {
    const struct game *game = thinking->game;
    const struct budget *budget = thinking->budget;
    struct rng *rng = thinking->rng;
    struct dr_state guess;
    int seat = thinking->seat, effort = budget->effort > 0 ? budget->effort : EFFORT;
    memset(trial->sums, 0, sizeof trial->sums);
    for (int i = 0; i < effort; i++) {
        if (i > 0 && budget->expired && budget->expired(budget->context))
            return;
        game_guess(game, thinking->view, seat, rng, &guess);
        for (int j = 0; j < trial->choices.count; j++)
            trial->sums[j] += try_action(game, &guess, seat, &trial->choices.slots[j], rng);
        if (!trial->must)
            trial->nothing += try_action(game, &guess, seat, NULL, rng);
    }
}

/* Interrupts for which the tippler sees no reason at all are not even tried: a bot
 * that holds one is asked at every position. */
static void drop_pointless(const struct thinking *thinking, struct dr_choices *choices) {
    int count = 0;
    for (int i = 0; i < choices->count; i++)
        if (dr_liking(thinking->view, thinking->seat, &choices->slots[i]) > DR_NEVER_DO)
            choices->slots[count++] = choices->slots[i];
    choices->count = count;
}

/* Differences of rounding are none. */
static int pick(const struct trial *trial, struct rng *rng) {
    static const double nothing = 1e-9;
    double most = -1;
    int ties[DR_LEGAL], count = 0;
    for (int i = 0; i < trial->choices.count; i++) {
        if (trial->sums[i] > most + nothing)
            count = 0;
        if (trial->sums[i] < most - nothing)
            continue;
        most = trial->sums[i] > most ? trial->sums[i] : most;
        ties[count++] = i;
    }
    return ties[rng_below(rng, (uint32_t)count)];
}

static bool choose(const struct thinking *thinking, void *action) {
    struct trial trial = {.must = thinking->must};
    if (dr_top_of(thinking->view)->ask == DR_ASK_DISCARD) {
        dr_sort_out(thinking->view, thinking->seat, action);
        return true;
    }
    dr_list_choices(thinking->view, thinking->seat, &trial.choices);
    if (!trial.must)
        drop_pointless(thinking, &trial.choices);
    if (!trial.choices.count)
        return false;
    int chosen = 0;
    if (trial.choices.count > 1 || !trial.must) {
        try_all(thinking, &trial);
        chosen = pick(&trial, thinking->rng);
    }
    memcpy(action, &trial.choices.slots[chosen], sizeof(struct dr_action));
    return trial.must || trial.sums[chosen] > trial.nothing;
}

const struct bot drachen_bot_regular = {.key = "regular", .choose = choose};
