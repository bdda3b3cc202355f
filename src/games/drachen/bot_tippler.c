/* bot_tippler.c: `tippler`, which plays by rules of thumb.
 *
 * It ignores or passes on strong drinks, keeps answers for what hurts, attacks the player who is
 * closest to passing out, buys drinks for the weakest, bets with good cards and stays out of
 * gambling rounds without them. Each action gets a score in tenths of a step on the markers. A
 * pass scores 0, and an optional action below that is not played. */
#include "worth.h"

#include <string.h>

enum { GREAT = 1000, NEVER_DO = DR_NEVER_DO };

static int weakness(const struct dr_state *s, int seat) {
    return DR_MARKER - dr_distance(s, seat);
}

/* The score of taking that many steps from a seat; higher the closer the seat is to going out. */
static int score_hit(const struct dr_state *s, int seat, int steps) {
    int distance = dr_distance(s, seat);
    if (steps >= distance)
        return GREAT - 10 * distance;
    return 10 * steps + weakness(s, seat);
}

static int score_rob(const struct dr_state *s, int seat, int gold) {
    int purse = s->seat[seat].gold;
    return purse == 0 ? NEVER_DO : purse <= gold ? GREAT : 10 * gold + 10 - purse;
}

/* The net effect of a drink on a seat. */
static int harm_of(const struct dr_state *s, const struct dr_drink *drink, int seat) {
    int alcohol = dr_drink_alcohol(s, drink, seat);
    int fortitude = dr_drink_fortitude(s, drink, seat);
    if (drink->flags & DR_TO_F && alcohol > 0)
        return -alcohol - fortitude;
    return alcohol - fortitude;
}

/* The score of avoiding harm with a card that is worth `price`. */
static int score_relief(const struct dr_state *s, int seat, int harm, int price) {
    return harm >= dr_distance(s, seat) ? GREAT : 10 * harm - price;
}

static int score_gambling(const struct dr_state *s, int seat) {
    return s->seat[seat].gold >= 3 && dr_control_cards(s, seat) >= 3 ? 25 : -5;
}

/* The score of cards that affect all seats; never if they would put the own seat out. */
static int score_for_all(const struct dr_state *s, int seat, const struct use *use) {
    int score = 0;
    for (int i = 0; i < DR_EFFECTS; i++) {
        const struct effect *effect = &use->effects[i];
        bool is_good = effect->op == PAY ? effect->to == SELF : effect->who == OTHER;
        if (effect->op == ALCOHOL && effect->who == ALL && effect->n >= dr_distance(s, seat))
            return NEVER_DO;
        if (effect->op == PAY && effect->who == SELF && s->seat[seat].gold <= effect->n)
            return NEVER_DO;
        score += effect->op == NOTHING ? 0 : is_good ? 24 : -8;
    }
    return score;
}

static int score_action(const struct dr_state *s, int seat, const struct use *use, int target) {
    const struct effect *effect = &use->effects[0];
    bool is_costly = dr_has_op(use, PAY) && effect->op != PAY;
    if (effect->op == START_GAMBLE)
        return score_gambling(s, seat);
    if (effect->op == FORCE_DRINK)
        return dr_distance(s, seat) > 8 ? 5 : NEVER_DO;
    if (effect->who != P1)
        return score_for_all(s, seat, use);
    if (is_costly && s->seat[seat].gold == 1)
        return NEVER_DO;
    int steps = effect->n < 0 ? -effect->n : effect->n;
    return effect->op == PAY ? score_rob(s, target, steps) : score_hit(s, target, steps);
}

/* The score of a card that takes control: cheap cards first, unless the pot is large. */
static int score_bet(const struct dr_state *s, int seat, const struct card *card,
                     const struct use *use, int target) {
    bool is_alone = dr_control_cards(s, seat) < 2;
    if (dr_has_op(use, ANTE))
        return s->seat[seat].gold < 3 || is_alone ? -5 : 15;
    if (dr_has_op(use, LOCK))
        return s->pot >= 4 ? 30 : 18;
    if (card->kind == CHEATING)
        return (s->pot >= 6 ? 28 : 12) + (target >= 0 ? weakness(s, target) / 10 : 0);
    return 20;
}

static int score_order(const struct dr_state *s, int seat, const struct use *use,
                       const struct dr_action *a) {
    int score = 60;
    if (use->effects[0].op == PAY && s->seat[seat].gold <= 3)
        return NEVER_DO;
    for (int i = 0; i < 2; i++) {
        int to = a->target[i] - 1;
        if (to == seat)
            return NEVER_DO;
        score += weakness(s, to) - 3 * s->seat[to].pile_count;
    }
    return score;
}

/* Whether another seat wins the pot if the seat whose turn it is passes, and this seat will not
 * be asked again. */
static bool is_lost(const struct dr_state *s, int seat) {
    int leader = s->round.leader - 1;
    unsigned left = s->round.in & ~s->round.passed;
    return leader >= 0 && leader != seat && s->round.turn != seat &&
           (left & ~dr_bit(leader)) == dr_bit(s->round.turn);
}

/* The score of sending a large pot to the inn instead of to another seat, at the last moment. */
static int score_spoiling(const struct dr_state *s, int seat, const struct use *use) {
    if (use->effects[0].op == POT_TAKE)
        return s->pot > 0 ? 12 : NEVER_DO;
    return s->pot >= 4 && is_lost(s, seat) ? 4 * s->pot : NEVER_DO;
}

static int score_drink_card(const struct dr_state *s, int seat, const struct use *use, int target) {
    const struct dr_item *item = dr_top_of(s);
    int drinker = item->source, harm = harm_of(s, &item->drink, drinker);
    switch (use->effects[0].op) {
    case DRINK_IGNORE:
        return score_relief(s, seat, harm, 25);
    case DRINK_PASS:
        return score_relief(s, seat, harm, 22) + score_hit(s, target, harm) / 10;
    case DRINK_SPLIT:
        return harm > 1 ? score_relief(s, seat, harm / 2, 8) + score_hit(s, target, harm / 2) / 10
                        : NEVER_DO;
    case DRINK_TO_F:
        return score_relief(s, seat, 2 * harm, 50);
    case DRINK_ADD:
        return drinker == seat || harm < 0 ? NEVER_DO : score_hit(s, drinker, harm + 2) - 42;
    default:
        return drinker == seat ? NEVER_DO
                               : score_hit(s, drinker, use->effects[0].n) - 10 * harm - 30;
    }
}

/* How much the pending card takes from the seat, in steps on the markers and gold. */
static int pending_harm(const struct dr_state *s, const struct dr_item *item, int seat) {
    const struct use *use = dr_item_use(s, item);
    int harm = dr_pending_loss(s, item, seat);
    for (int i = 0; i < DR_EFFECTS; i++) {
        const struct effect *effect = &use->effects[i];
        bool is_meant = effect->who == ALL || effect->who == OTHER ||
                        (item->target[0] == seat + 1 && effect->who != SELF);
        if (effect->who == SELF ? item->source != seat : !is_meant || item->source == seat)
            continue;
        if (effect->op == ALCOHOL || effect->op == PAY)
            harm += effect->n;
        if (effect->op == FORTITUDE && effect->n > 0)
            harm -= effect->n;
    }
    return harm;
}

/* Whether an answer card harms the seat. */
static bool is_unwelcome(const struct dr_state *s, const struct dr_item *item, int seat) {
    const struct use *use = dr_item_use(s, item);
    enum op op = use->effects[0].op;
    if (item->source == seat)
        return false;
    if (op == DRINK_PASS || op == DRINK_SPLIT || op == REDIRECT_F)
        return item->target[0] == seat + 1;
    if (op == DRINK_ADD || op == DRINK_SET)
        return dr_item_below(s, item)->source == seat;
    if (op == FORCE_DRINK)
        return s->active == seat && s->seat[seat].pile_count;
    if (op == FORTITUDE && use->effects[0].who == SRC)
        return dr_item_below(s, item)->source == seat;
    if (op != NEGATE && op != SHARE_F)
        return false;
    const struct dr_item *answered = dr_item_below(s, item);
    return answered->kind == DR_CARD && answered->source == seat;
}

static int score_answer(const struct dr_state *s, int seat, const struct use *use, int target) {
    const struct dr_item *item = dr_top_of(s);
    switch (use->trigger) {
    case CARD_S:
    case CARD_S_DRINK:
        return is_unwelcome(s, item, seat) ? 15 : NEVER_DO;
    case CARD_CHEAT:
        return s->pot > 0 ? 10 * s->pot : NEVER_DO;
    case FLOSS:
        return score_relief(s, seat, dr_pending_loss(s, item, seat), 5) +
               (target >= 0 ? weakness(s, target) / 4 : 0);
    default:
        return score_relief(s, seat, pending_harm(s, item, seat), 8);
    }
}

static int score_paying_less(const struct dr_state *s, int seat, const struct use *use) {
    const struct dr_item *loss = dr_top_of(s);
    bool is_last = s->seat[seat].gold <= loss->amount;
    if (use->trigger == ANTE_OWN)
        return is_last ? GREAT : dr_control_cards(s, seat) == 0 ? 8 : -5;
    return is_last ? GREAT : s->seat[seat].gold <= 4 || loss->amount > 1 ? 8 : 2;
}

/* The score of interrupts: only those that put another seat out or save the own one. Gold is
 * taken in the own turn. */
static int score_anytime(const struct dr_state *s, int seat, const struct use *use, int target) {
    const struct effect *effect = &use->effects[0];
    bool is_end = dr_top_of(s)->ask == DR_ASK_LAST;
    if (effect->op == FORTITUDE) {
        bool is_useful = s->seat[seat].fortitude + effect->n <= DR_MARKER &&
                         dr_distance(s, seat) + effect->n > 0;
        return is_useful && dr_distance(s, seat) <= (is_end ? 0 : 2) ? GREAT : NEVER_DO;
    }
    if (target == seat)
        return NEVER_DO;
    if (effect->to == SELF && s->seat[seat].gold == 0)
        return s->seat[target].gold ? GREAT : NEVER_DO;
    if (s->seat[target].gold == 1 && dr_distance(s, target) > 0)
        return GREAT - 1;
    return effect->to == SELF && s->active == seat && s->seat[target].gold ? 12 : NEVER_DO;
}

static int score_play(const struct dr_state *s, int seat, const struct dr_action *a) {
    const struct card *card = dr_row(s, a->card);
    const struct use *use = &card->uses[dr_use_now(s, seat, a->card)];
    int target = a->target[0] - 1;
    switch (use->trigger) {
    case ACT:
        return score_action(s, seat, use, target);
    case GTURN:
        return score_bet(s, seat, card, use, target);
    case GAMBLE:
        return score_spoiling(s, seat, use);
    case BUY:
        return score_order(s, seat, use, a);
    case DRINK_OWN:
    case DRINK_OTHER:
    case DRINK_ANY:
        return score_drink_card(s, seat, use, target);
    case GOLDLOSS:
    case ANTE_OWN:
    case REFILL:
        return score_paying_less(s, seat, use);
    case FLOST:
        return 15;
    case PHASE4:
        return s->seat[s->active].pile_count ? 2 * weakness(s, s->active) - 15 : NEVER_DO;
    case GWIN:
        return s->pot >= 4 && s->seat[seat].gold > 1 && dr_control_cards(s, seat) ? 15 : NEVER_DO;
    case ANY:
        return score_anytime(s, seat, use, target);
    default:
        return score_answer(s, seat, use, target);
    }
}

int dr_score_action(const struct dr_state *s, int seat, const struct dr_action *a) {
    int target = a->target[0] - 1;
    switch (a->verb) {
    case DR_DO_PLAY:
        return score_play(s, seat, a);
    case DR_DO_BUY:
        return target == seat ? -20 : weakness(s, target) - 3 * s->seat[target].pile_count;
    case DR_DO_SPLIT:
        return 1 + weakness(s, target);
    case DR_DO_ACCEPT:
        return dr_distance(s, seat) >= 12 ? 5 : -5;
    default:
        return 0;
    }
}

/* The indexes of the actions with the highest score; returns their count. */
static int best_scored(const struct dr_state *s, int seat, const struct dr_choices *choices,
                       int ties[DR_LEGAL]) {
    int count = 0, most = NEVER_DO * 10;
    for (int i = 0; i < choices->count; i++) {
        int score = dr_score_action(s, seat, &choices->slots[i]);
        if (score > most)
            count = 0;
        if (score < most)
            continue;
        most = score;
        ties[count++] = i;
    }
    return count;
}

void dr_play_as_tippler(const struct dr_state *s, int seat, struct dr_action *action) {
    struct dr_choices choices;
    int ties[DR_LEGAL];
    if (dr_top_of(s)->ask == DR_ASK_DISCARD) {
        memset(action, 0, sizeof *action);
        dr_sort_out(s, seat, action);
        return;
    }
    dr_list_choices(s, seat, &choices);
    best_scored(s, seat, &choices, ties);
    *action = choices.slots[ties[0]];
}

static bool choose(const struct thinking *thinking, void *action) {
    const struct dr_state *view = thinking->view;
    struct dr_choices choices;
    int ties[DR_LEGAL];
    if (dr_top_of(view)->ask == DR_ASK_DISCARD) {
        dr_sort_out(view, thinking->seat, action);
        return true;
    }
    dr_list_choices(view, thinking->seat, &choices);
    int count = best_scored(view, thinking->seat, &choices, ties);
    const struct dr_action *best = &choices.slots[ties[rng_below(thinking->rng, (uint32_t)count)]];
    memcpy(action, best, sizeof *best);
    return thinking->must || dr_score_action(view, thinking->seat, best) > 0;
}

const struct bot drachen_bot_tippler = {.key = "tippler", .choose = choose};
