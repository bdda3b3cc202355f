/* bot_regular.c: `regular`, the strongest computer player: a one-step search with playouts.
 *
 * It samples some full states that agree with its view (guess). In each of them it tries every
 * legal action, lets all seats continue with the tippler's policy for a few turns, and evaluates
 * the result for its seat. All actions are tried on the same states with the same random
 * numbers, so differences are due to the action. Discards are decided by the worth of the cards.
 * Where the seat may only interrupt, doing nothing is tried as well. */
#include "worth.h"

#include <string.h>

#include <spelunke/must.h>

/* A longer playout does not pay, because the tippler's policy is weaker than the bot's own. */
enum { EFFORT = 24, TURNS = 4, STEPS_MAX = 2000 };

static const double near_weight = 0.25;

/* The actions to try, and the sum of the values of each; also that of doing nothing, if it is
 * allowed. */
struct trial {
    struct dr_choices choices;
    bool must;
    double sums[DR_LEGAL], nothing;
};

/* One step of a playout. */
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
        dr_play_as_tippler(s, seat, &action);
    }
    game->apply(s, seat, &action, NULL);
}

/* The value after some turns, plus a share of the value at once. The later value is uncertain;
 * without the earlier one, a seat that seems sure to be knocked out by others would not defend
 * itself. `action` NULL: does nothing. */
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

/* Drops interrupts that the tippler would never play, because a seat that holds one is asked at
 * every position. */
static void drop_pointless(const struct thinking *thinking, struct dr_choices *choices) {
    int count = 0;
    for (int i = 0; i < choices->count; i++)
        if (dr_score_action(thinking->view, thinking->seat, &choices->slots[i]) > DR_NEVER_DO)
            choices->slots[count++] = choices->slots[i];
    choices->count = count;
}

/* Draws one of the best actions; values that differ by rounding only are equal. */
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
