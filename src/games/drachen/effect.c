/* effect.c: the primitives: what a card does after its window has closed.
 *
 * The effects of a card are applied one after the other. An effect may push items onto the stack
 * (a payment, a refill); it is called again until it is complete. Effects of answers modify the
 * item below. */
#include "drachen.h"

#include <spelunke/must.h>

/* The stages. When a window closes the stage is increased by one. */
enum { STAGE_WINDOW, STAGE_EFFECTS, STAGE_HURT, STAGE_DONE };

enum card_kind dr_kind_of(const struct card *card, const struct use *use) {
    if (card->kind != ACTION_OR_GAMBLING)
        return card->kind;
    return use->trigger == ACT ? ACTION : GAMBLING;
}

bool dr_has_op(const struct use *use, enum op op) {
    for (int i = 0; i < DR_EFFECTS; i++)
        if (use->effects[i].op == op)
            return true;
    return false;
}

bool dr_changes_drink(const struct use *use) {
    return use->effects[0].op >= DRINK_IGNORE && use->effects[0].op <= DRINK_TO_F;
}

const struct use *dr_item_use(const struct dr_state *s, const struct dr_item *item) {
    return &dr_row(s, item->card)->uses[item->use];
}

/* The seats that an effect applies to. The item must be on the stack, directly above the one
 * that it answers. */
static unsigned meant_for(const struct dr_state *s, const struct dr_item *item,
                          const struct effect *effect) {
    switch (effect->who) {
    case SELF:
        return dr_bit(item->source);
    case P1:
    case ANY1:
    case ROUND1:
    case VICTIM:
        return item->target[0] ? dr_bit(item->target[0] - 1) : 0;
    case OTHER:
        return dr_others(s, item->source);
    case ALL:
        return s->in;
    case SRC:
        return dr_bit(dr_item_below(s, item)->source);
    case IN_ROUND:
        return s->round.in;
    default:
        return 0;
    }
}

/* Z-11: each redirect is applied once, in the order played. */
static int redirected(const struct dr_item *item, int seat) {
    for (int i = 0; i < item->redirects; i++)
        if (seat == item->redirect_from[i])
            seat = item->redirect_to[i] - 1;
    return seat;
}

static int half_up(int n) {
    return (n + 1) / 2;
}

/* The loss of a seat if `meant` was to lose n. */
static int loss_of(const struct dr_item *item, int meant, int n, int seat) {
    int bearer = redirected(item, meant);
    unsigned out = item->ignoring;
    if (bearer != seat || out & dr_bit(meant) || out & dr_bit(seat))
        return 0;
    return item->sharing & dr_bit(seat) && meant == seat ? half_up(n) : n;
}

int dr_pending_loss(const struct dr_state *s, const struct dr_item *item, int seat) {
    const struct use *use = dr_item_use(s, item);
    int loss = 0;
    for (int i = 0; i < DR_EFFECTS; i++) {
        const struct effect *effect = &use->effects[i];
        if (effect->op == SHARE_F && dr_item_below(s, item)->source == seat)
            loss += half_up(dr_pending_loss(s, dr_item_below(s, item), item->source));
        if (effect->op != FORTITUDE || effect->n >= 0)
            continue;
        for (int meant = 0; meant < s->seats; meant++)
            if (meant_for(s, item, effect) & dr_bit(meant))
                loss += loss_of(item, meant, -effect->n, seat);
    }
    return loss;
}

/* Z-6: whether the marker moves when the card is resolved; gains and capped changes count. */
bool dr_affects_fortitude(const struct dr_state *s, const struct dr_item *item, int seat) {
    const struct use *use = dr_item_use(s, item);
    for (int i = 0; i < DR_EFFECTS; i++)
        if (use->effects[i].op == FORTITUDE && use->effects[i].n > 0 &&
            meant_for(s, item, &use->effects[i]) & dr_bit(seat))
            return true;
    return dr_pending_loss(s, item, seat) > 0;
}

/* Z-8: the source cannot ignore the payment of its own card. */
static bool affects_gold(const struct dr_state *s, const struct dr_item *item,
                         const struct effect *effect, int seat) {
    if (effect->op != PAY)
        return false;
    if (seat == item->source)
        return effect->to == SELF;
    return meant_for(s, item, effect) & dr_bit(seat);
}

bool dr_affects_gold_or_alcohol(const struct dr_state *s, const struct dr_item *item, int seat) {
    const struct use *use = dr_item_use(s, item);
    for (int i = 0; i < DR_EFFECTS; i++) {
        const struct effect *effect = &use->effects[i];
        if (effect->op == ALCOHOL && meant_for(s, item, effect) & dr_bit(seat))
            return true;
        if (affects_gold(s, item, effect, seat))
            return true;
    }
    return false;
}

bool dr_affects_any(const struct dr_state *s, const struct dr_item *item, int seat) {
    return dr_affects_gold_or_alcohol(s, item, seat) || dr_affects_fortitude(s, item, seat);
}

static void hurt(struct dr_state *s, int seat, int loss, struct events *events) {
    struct dr_item *item = dr_top(s);
    if (loss > 0 && dr_change_fortitude(s, seat, -loss, events) > 0 && seat != item->source)
        item->hurt |= (uint8_t)dr_bit(seat);
}

/* The effects. Each returns true when it is complete; one that returns false has pushed an item
 * and is called again. */

static bool do_fortitude(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_item *item = dr_top(s);
    unsigned meant = meant_for(s, item, effect);
    int start = dr_order_start(s);
    for (int i = 0; i < s->seats; i++) {
        int seat = dr_clockwise(s, start, i);
        if (!(meant & dr_bit(seat)))
            continue;
        int bearer = effect->n < 0 ? redirected(item, seat) : seat;
        if (effect->n > 0 && !(item->ignoring & dr_bit(seat)))
            dr_change_fortitude(s, seat, effect->n, events);
        else if (effect->n < 0)
            hurt(s, bearer, loss_of(item, seat, -effect->n, bearer), events);
    }
    return true;
}

static bool do_alcohol(struct dr_state *s, const struct effect *effect, struct events *events) {
    const struct dr_item *item = dr_top(s);
    unsigned meant = meant_for(s, item, effect) & ~item->ignoring;
    int start = dr_order_start(s);
    for (int i = 0; i < s->seats; i++) {
        int seat = dr_clockwise(s, start, i);
        if (meant & dr_bit(seat))
            dr_change_alcohol(s, seat, effect->n, events);
    }
    return true;
}

/* Pushes one loss after the other, in turn order. If the source ignores the card the payments go
 * to the inn. */
static bool do_pay(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_item *item = dr_top(s);
    unsigned payers = meant_for(s, item, effect);
    bool is_inn = effect->to == INN || item->ignoring & dr_bit(item->source);
    int start = dr_order_start(s);
    (void)events;
    while (item->cursor < s->seats) {
        int seat = dr_clockwise(s, start, item->cursor++);
        bool is_free = item->ignoring & dr_bit(seat) && seat != item->source;
        if (!(payers & dr_bit(seat)) || is_free)
            continue;
        dr_push_loss(s, seat, effect->n, is_inn ? DR_TO_INN : item->source, DR_CAUSE_PAY);
        return false;
    }
    return true;
}

static bool do_inn_pays(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect, (void)events;
    dr_below(s)->way = DR_INN_PAYS;
    return true;
}

static bool do_no_pay(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect, (void)events;
    dr_below(s)->way = DR_NOBODY_PAYS;
    return true;
}

static bool do_ante(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)events;
    dr_raise(s, dr_top(s)->source, effect->n);
    return true;
}

static bool do_start_gamble(struct dr_state *s, const struct effect *effect,
                            struct events *events) {
    (void)events;
    s->stack[0].stage = DR_STAGE_GAMBLE;
    s->stack[0].amount = (uint8_t)effect->n; /* the ante */
    return true;
}

static bool do_control(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect;
    dr_take_control(s, dr_top(s)->source);
    dr_tell(events, "drachen.control", dr_top(s)->source);
    return true;
}

static bool do_lock(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect, (void)events;
    s->round.locked = 1;
    return true;
}

static bool do_leave(struct dr_state *s, const struct effect *effect, struct events *events) {
    unsigned who = meant_for(s, dr_top(s), effect);
    for (int seat = 0; seat < s->seats; seat++)
        if (who & dr_bit(seat))
            dr_leave_round(s, seat, events);
    return true;
}

static bool do_end_to_inn(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect;
    dr_pot_to(s, -1, events);
    s->round.ended = 1;
    return true;
}

static bool do_win_now(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect;
    dr_pot_to(s, dr_top(s)->source, events);
    s->round.ended = 1;
    return true;
}

static bool do_reopen(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)events;
    dr_reopen_round(s, dr_top(s)->source, effect->n);
    return true;
}

static bool do_pot_take(struct dr_state *s, const struct effect *effect, struct events *events) {
    int seat = dr_top(s)->source;
    int taken = s->pot < effect->n ? s->pot : effect->n;
    s->pot = (uint16_t)(s->pot - taken);
    s->seat[seat].gold = (int16_t)(s->seat[seat].gold + taken);
    message_number(dr_tell(events, "drachen.pot_taken", seat), "amount", taken);
    return true;
}

static bool do_ignore(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_item *answered = dr_below(s);
    int seat = dr_top(s)->source;
    (void)effect;
    answered->ignoring |= (uint8_t)dr_bit(seat);
    dr_tell_card(events, "drachen.ignored", seat, answered->card);
    return true;
}

static bool do_negate(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_item *answered = dr_below(s);
    (void)effect;
    answered->is_negated = 1;
    dr_tell_card(events, "drachen.negated", answered->source, answered->card);
    return true;
}

/* E26: with one opponent left there is no target, and the whole card is ignored, its alcohol and
 * gold included. */
static bool do_redirect(struct dr_state *s, const struct effect *effect, struct events *events) {
    const struct dr_item *item = dr_top(s);
    struct dr_item *answered = dr_below(s);
    if (!item->target[0])
        return do_ignore(s, effect, events);
    must(answered->redirects < DR_SEATS);
    answered->redirect_from[answered->redirects] = item->source;
    answered->redirect_to[answered->redirects++] = item->target[0];
    return true;
}

/* Z-12: each bears half, rounded up; this card applies the attacker's half. */
static bool do_share(struct dr_state *s, const struct effect *effect, struct events *events) {
    const struct dr_item *item = dr_top(s);
    struct dr_item *answered = dr_below(s);
    int half = half_up(dr_pending_loss(s, answered, item->source));
    (void)effect;
    answered->sharing |= (uint8_t)dr_bit(item->source);
    if (!(item->ignoring & dr_bit(answered->source)))
        hurt(s, answered->source, half, events);
    return true;
}

static bool do_drink_ignore(struct dr_state *s, const struct effect *effect,
                            struct events *events) {
    struct dr_item *drinking = dr_below(s);
    (void)effect, (void)events;
    drinking->is_negated = 1;
    return true;
}

/* Z-24: a new drink for its new drinker. Z-30: the contest score stays. */
static bool do_drink_pass(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_item *drinking = dr_below(s);
    int to = dr_top(s)->target[0] - 1;
    (void)effect, (void)events;
    drinking->source = (uint8_t)to;
    drinking->drink.scorer = 0;
    drinking->used = 0;
    return true;
}

static bool do_drink_split(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect, (void)events;
    dr_below(s)->split_to = dr_top(s)->target[0];
    return true;
}

static bool do_drink_add(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_drink *drink = &dr_below(s)->drink;
    (void)events;
    drink->spike = (int8_t)(drink->spike + effect->n);
    dr_drink_changed(s, drink);
    return true;
}

/* Z-26: replaces the printed values; additions by other cards stay. */
static bool do_drink_set(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_drink *drink = &dr_below(s)->drink;
    (void)events;
    for (int species = 0; species < DR_SPECIES; species++) {
        drink->alcohol[species] = effect->n;
        drink->fortitude[species] = 0;
    }
    drink->flags |= DR_REPLACED;
    dr_drink_changed(s, drink);
    return true;
}

static bool do_drink_to_f(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)effect, (void)events;
    dr_below(s)->drink.flags |= DR_TO_F;
    return true;
}

static bool do_order(struct dr_state *s, const struct effect *effect, struct events *events) {
    struct dr_item *item = dr_top(s);
    must(effect->n <= 2); /* at most two targets */
    if (item->cursor == effect->n)
        return true;
    enum dr_readiness ready = dr_deck_ready(s);
    if (ready != DR_READY)
        return ready == DR_EMPTY;
    int to = item->target[item->cursor++] - 1;
    message_seat(dr_tell(events, "drachen.bought", item->source), "to", to);
    dr_buy_drink(s, to);
    dr_refill_if_empty(s);
    return false;
}

/* A toast for all, or one more drink for the active player. */
static bool do_force_drink(struct dr_state *s, const struct effect *effect, struct events *events) {
    (void)events;
    if (effect->who == ALL)
        s->stack[0].stage = DR_STAGE_TOAST;
    else
        dr_below(s)->is_forced = 1;
    return true;
}

static bool (*const effects_of[DR_OPS])(struct dr_state *, const struct effect *,
                                        struct events *) = {
    [FORTITUDE] = do_fortitude,
    [ALCOHOL] = do_alcohol,
    [PAY] = do_pay,
    [INN_PAYS] = do_inn_pays,
    [NO_PAY] = do_no_pay,
    [ANTE] = do_ante,
    [SKIP_ANTE] = do_no_pay,
    [START_GAMBLE] = do_start_gamble,
    [CONTROL] = do_control,
    [LOCK] = do_lock,
    [LEAVE] = do_leave,
    [END_TO_INN] = do_end_to_inn,
    [WIN_NOW] = do_win_now,
    [REOPEN] = do_reopen,
    [POT_TAKE] = do_pot_take,
    [IGNORE] = do_ignore,
    [NEGATE] = do_negate,
    [REDIRECT_F] = do_redirect,
    [SHARE_F] = do_share,
    [DRINK_IGNORE] = do_drink_ignore,
    [DRINK_PASS] = do_drink_pass,
    [DRINK_SPLIT] = do_drink_split,
    [DRINK_ADD] = do_drink_add,
    [DRINK_SET] = do_drink_set,
    [DRINK_TO_F] = do_drink_to_f,
    [ORDER] = do_order,
    [FORCE_DRINK] = do_force_drink,
};

/* Discards the card. After an answer that was negated the same player may answer again (Z-4). */
static void finish(struct dr_state *s) {
    struct dr_item done = *dr_top(s);
    dr_pop(s);
    dr_table_to_discard(s, done.source, done.card);
    if (done.is_answer && done.is_negated)
        dr_top(s)->used &= (uint8_t)~dr_bit(done.source);
    if (!done.is_answer)
        dr_resume(s);
}

static void run_effects(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    const struct use *use = dr_item_use(s, item);
    if (item->effect == DR_EFFECTS || !use->effects[item->effect].op) {
        item->stage = STAGE_HURT;
        return;
    }
    const struct effect *effect = &use->effects[item->effect];
    if (effects_of[effect->op](s, effect, events)) {
        item->effect++;
        item->cursor = 0;
    }
}

void dr_step_card(struct dr_state *s, struct events *events) {
    struct dr_item *item = dr_top(s);
    bool has_window = dr_kind_of(dr_row(s, item->card), dr_item_use(s, item)) != GAMBLING;
    if (item->is_negated || item->stage == STAGE_DONE)
        finish(s);
    else if (item->stage == STAGE_EFFECTS)
        run_effects(s, events);
    else if (item->stage == STAGE_WINDOW && !(has_window && dr_open(s, DR_ASK_CARD)))
        item->stage = STAGE_EFFECTS;
    else if (item->stage == STAGE_HURT && !(item->hurt && dr_open(s, DR_ASK_HURT)))
        item->stage = STAGE_DONE;
}
