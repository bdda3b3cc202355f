/* item_json.c: the pending items as JSON. `stack` has cards, drinks and payments; `frames` has
 * the items they belong to: turn, gambling round, event, refill, end of turn, last chance.
 * Default values are omitted. */
#include "view_json.h"

#include <string.h>

static bool is_on_table(const struct dr_item *item) {
    return item->kind == DR_CARD || item->kind == DR_DRINKING || item->kind == DR_LOSS;
}

static void put_targets(struct text *out, const struct dr_item *item) {
    js_key(out, "targets");
    js_open(out, '[');
    for (int i = 0; i < 2 && item->target[i]; i++)
        js_number(out, item->target[i] - 1);
    js_close(out, ']');
}

/* Pairs of seats: original and new victim; null: nobody. */
static void put_redirects(struct text *out, const struct dr_item *item) {
    js_key(out, "redirected");
    js_open(out, '[');
    for (int i = 0; i < item->redirects; i++) {
        js_open(out, '[');
        js_number(out, item->redirect_from[i]);
        if (item->redirect_to[i])
            js_number(out, item->redirect_to[i] - 1);
        else
            js_null(out);
        js_close(out, ']');
    }
    js_close(out, ']');
}

/* The flags of a drink except DR_TO_F, which has a member of its own. */
static void put_marks(struct text *out, const struct dr_drink *drink) {
    static const struct {
        uint8_t flag;
        const char *word;
    } marks[] = {
        {DR_FROM_DECK, "from_deck"}, {DR_LENT, "lent"}, {DR_TOGETHER, "together"},
        {DR_EVENT, "event"},         {DR_COPY, "copy"}, {DR_REPLACED, "replaced"},
        {DR_HALF, "half"},
    };
    if (!(drink->flags & ~DR_TO_F))
        return;
    js_key(out, "marks");
    js_open(out, '[');
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (drink->flags & marks[i].flag)
            js_string(out, marks[i].word);
    js_close(out, ']');
}

/* Alcohol and Fortitude for each species of the kit, if they differ from the printed values (a
 * half, or replaced). */
static void put_strength(struct text *out, const struct dr_drink *drink) {
    struct dr_drink printed = {0};
    for (int i = 0; i < drink->count; i++)
        dr_add_drink(&printed, drink->cards[i]);
    if (memcmp(printed.alcohol, drink->alcohol, sizeof printed.alcohol) == 0 &&
        memcmp(printed.fortitude, drink->fortitude, sizeof printed.fortitude) == 0)
        return;
    js_key(out, "strength");
    js_open(out, '[');
    for (int species = 0; species < DR_SPECIES; species++) {
        js_open(out, '[');
        js_number(out, drink->alcohol[species]);
        js_number(out, drink->fortitude[species]);
        js_close(out, ']');
    }
    js_close(out, ']');
}

void dr_json_drink(struct text *out, const struct dr_drink *drink) {
    put_marks(out, drink);
    put_strength(out, drink);
    dr_json_count(out, "spike", drink->spike);
    if (drink->scorer)
        js_put_number(out, "scorer", drink->scorer - 1);
}

static void put_card(struct text *out, const struct dr_item *item) {
    js_put_string(out, "kind", "card");
    js_put_string(out, "card", dr_cards[item->card].id);
    js_put_number(out, "source", item->source);
    put_targets(out, item);
    js_put_seats(out, "ignored_by", item->ignoring);
    js_put_seats(out, "shared_by", item->sharing);
    put_redirects(out, item);
    dr_json_count(out, "use", item->use);
    dr_json_flag(out, "negated", item->is_negated);
    dr_json_some(out, "defended_by", item->defended);
    dr_json_some(out, "hurt", item->hurt);
    dr_json_count(out, "effect", item->effect);
}

/* Alcohol and Fortitude as felt, if they differ from those of the drink. */
static void put_felt(struct text *out, const struct dr_state *v, const struct dr_item *item) {
    struct dr_felt felt = dr_felt_by(v, &item->drink, item->source);
    if (felt.alcohol == dr_drink_alcohol(v, &item->drink, item->source))
        return;
    js_key(out, "felt");
    js_open(out, '[');
    js_number(out, felt.alcohol);
    js_number(out, felt.fortitude);
    js_close(out, ']');
}

static void put_drink(struct text *out, const struct dr_state *v, const struct dr_item *item) {
    js_put_string(out, "kind", "drink");
    js_key(out, "drinks");
    dr_json_drinks(out, item->drink.cards, item->drink.count);
    js_put_number(out, "source", item->source);
    js_put_number(out, "total", dr_drink_alcohol(v, &item->drink, item->source));
    js_put_number(out, "fortitude", dr_drink_fortitude(v, &item->drink, item->source));
    js_put_bool(out, "to_fortitude", item->drink.flags & DR_TO_F);
    put_felt(out, v, item);
    dr_json_drink(out, &item->drink);
    dr_json_flag(out, "negated", item->is_negated);
    if (item->split_to)
        js_put_number(out, "split_to", item->split_to - 1);
}

static void put_loss(struct text *out, const struct dr_item *item) {
    static const char *const causes[] = {
        [DR_CAUSE_PAY] = "pay", [DR_CAUSE_ANTE] = "ante", [DR_CAUSE_REFILL] = "refill"};
    static const char *const payers[] = {[DR_INN_PAYS] = "inn", [DR_NOBODY_PAYS] = "nobody"};
    js_put_string(out, "kind", "gold");
    js_put_string(out, "cause", causes[item->cause]);
    js_put_number(out, "source", item->source);
    js_put_number(out, "total", item->amount);
    js_key(out, "to");
    if (item->payee == DR_TO_INN)
        js_string(out, "inn");
    else if (item->payee == DR_TO_POT)
        js_string(out, "pot");
    else
        js_number(out, item->payee);
    if (item->way != DR_OWN_PURSE)
        js_put_string(out, "paid_by", payers[item->way]);
}

/* Whether the stage is the default of its kind and can be omitted. That of the turn follows from
 * `phase`, with a few exceptions. */
static bool is_usual_stage(const struct dr_state *v, const struct dr_item *item) {
    if (item->kind != DR_TURN)
        return item->stage == (item->kind == DR_DRINKING ? 1 : 0);
    return !v->is_over && item->stage != DR_STAGE_ACTED && item->stage != DR_STAGE_TOAST &&
           item->stage != DR_STAGE_GAMBLE && item->stage != DR_STAGE_DRINK;
}

/* Members common to all items: stage, cursor, who has answered, and a question that is suspended
 * until the items above are done. */
static void put_progress(struct text *out, const struct dr_state *v, const struct dr_item *item) {
    if (!is_usual_stage(v, item))
        js_put_number(out, "stage", item->stage);
    dr_json_count(out, "cursor", item->cursor);
    dr_json_some(out, "used_by", item->used);
    if (item != dr_top_of(v) && item->ask) {
        js_key(out, "window");
        dr_json_question(out, item);
    }
}

static void put_item(struct text *out, const struct dr_state *v, int at) {
    const struct dr_item *item = &v->stack[at];
    js_open(out, '{');
    if (item->kind == DR_CARD)
        put_card(out, item);
    else if (item->kind == DR_DRINKING)
        put_drink(out, v, item);
    else
        put_loss(out, item);
    put_progress(out, v, item);
    js_close(out, '}');
}

/* `at`: the position in the whole stack, if the item is not directly above the previous frame.
 * `source`: omitted if it is the active player. */
static void put_frame(struct text *out, const struct dr_state *v, int at, int index) {
    static const char *const kinds[] = {
        [DR_TURN] = "turn",     [DR_EVENT_ITEM] = "event", [DR_ROUND] = "gamble",
        [DR_REFILL] = "refill", [DR_END] = "end",          [DR_LAST] = "last_chance",
    };
    const struct dr_item *item = &v->stack[at];
    js_open(out, '{');
    js_put_string(out, "kind", kinds[item->kind]);
    if (at != index)
        js_put_number(out, "at", at);
    if (item->source != v->active)
        js_put_number(out, "source", item->source);
    dr_json_count(out, "ante", item->amount);
    dr_json_flag(out, "forced", item->is_forced);
    put_progress(out, v, item);
    js_close(out, '}');
}

/* Whether a frame is written. The turn is always there, so it is omitted without further data. */
static bool is_told(const struct dr_state *v, const struct dr_item *item) {
    bool waits = item != dr_top_of(v) && item->ask;
    return item->kind != DR_TURN || item->amount || item->source != v->active || waits ||
           !is_usual_stage(v, item);
}

void dr_json_stack(struct text *out, const struct dr_state *view) {
    js_key(out, "stack");
    js_open(out, '[');
    for (int at = 0; at < view->depth; at++)
        if (is_on_table(&view->stack[at]))
            put_item(out, view, at);
    js_close(out, ']');
    js_key(out, "frames");
    js_open(out, '[');
    for (int at = 0, index = 0; at < view->depth; at++) {
        if (is_on_table(&view->stack[at]))
            continue;
        if (is_told(view, &view->stack[at]))
            put_frame(out, view, at, index);
        index++;
    }
    js_close(out, ']');
}
