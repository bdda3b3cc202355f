/* view_json.c: a view as JSON for clients, and in a few lines for people. */
#include "drachen.h"

static const char *const stages[] = {
    [DR_STAGE_START] = "start",   [DR_STAGE_DISCARD] = "discard", [DR_STAGE_DRAW] = "draw",
    [DR_STAGE_ACTION] = "action", [DR_STAGE_ACTED] = "action",    [DR_STAGE_GAMBLE] = "gamble",
    [DR_STAGE_TOAST] = "action",  [DR_STAGE_BUY] = "buy",         [DR_STAGE_DRINK] = "drink",
    [DR_STAGE_END] = "drink",     [DR_STAGE_NEXT] = "end",
};

static const char *const asks[] = {
    [DR_ASK_NOTHING] = "nothing",
    [DR_ASK_DISCARD] = "discard",
    [DR_ASK_ACTION] = "action",
    [DR_ASK_BUY] = "buy",
    [DR_ASK_BET] = "gamble",
    [DR_ASK_MEAD] = "mead",
    [DR_ASK_CHALLENGE] = "challenge",
    [DR_ASK_CARD] = "card",
    [DR_ASK_LOSS] = "gold",
    [DR_ASK_DRINK] = "drink",
    [DR_ASK_HURT] = "hurt",
    [DR_ASK_WON] = "won",
    [DR_ASK_END] = "end",
    [DR_ASK_LAST] = "last_chance",
};

static bool has_round(const struct dr_state *v) {
    for (int i = 1; i < v->depth; i++)
        if (v->stack[i].kind == DR_ROUND)
            return true;
    return false;
}

/* The running turn's stage already names what comes next; while something is
 * pending above it, that is what is going on. */
const char *dr_phase(const struct dr_state *v) {
    if (v->is_over)
        return "over";
    if (!v->is_dealt)
        return "deal";
    if (has_round(v))
        return "gamble";
    if (v->depth > 1 && v->stack[0].stage == DR_STAGE_DRINK)
        return "buy";
    return stages[v->stack[0].stage];
}

static void put_mask(struct text *out, const char *key, unsigned mask) {
    js_key(out, key);
    js_open(out, '[');
    for (int seat = 0; mask >> seat; seat++)
        if (mask >> seat & 1)
            js_number(out, seat);
    js_close(out, ']');
}

static void put_cards(struct text *out, const char *key, const uint8_t *cards, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_string(out, dr_cards[cards[i]].id);
    js_close(out, ']');
}

static void put_drink_list(struct text *out, const uint8_t *drinks, int count) {
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_string(out, dr_drinks[drinks[i]].id);
    js_close(out, ']');
}

static void put_drinks(struct text *out, const char *key, const uint8_t *drinks, int count) {
    js_key(out, key);
    put_drink_list(out, drinks, count);
}

static void put_seat(struct text *out, const struct dr_state *v, int seat, bool is_own) {
    const struct dr_seat *s = &v->seat[seat];
    char letter[2] = {dr_characters[s->character].letter, 0};
    bool is_in = v->in & dr_bit(seat); /* who is out has left with all his cards (Z-18) */
    js_open(out, '{');
    js_put_string(out, "character", letter);
    js_put_string(out, "name", dr_characters[s->character].name);
    js_put_number(out, "fortitude", s->fortitude);
    js_put_number(out, "alcohol", s->alcohol);
    js_put_number(out, "gold", s->gold);
    if (is_own)
        put_cards(out, "hand", s->hand, s->hand_count);
    else
        js_put_number(out, "hand", s->hand_count);
    if (!is_own && s->shown_count)
        put_cards(out, "known", s->shown, s->shown_count);
    js_put_number(out, "deck", s->deck_count);
    put_cards(out, "discard", s->discard, is_in ? s->discard_count : 0);
    js_put_number(out, "pile", s->pile_count);
    js_put_bool(out, "in", is_in);
    js_close(out, '}');
}

static void put_targets(struct text *out, const struct dr_item *item) {
    js_key(out, "targets");
    js_open(out, '[');
    for (int i = 0; i < 2 && item->target[i]; i++)
        js_number(out, item->target[i] - 1);
    js_close(out, ']');
}

/* Pairs of who was to lose and who loses instead; null: nobody. */
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

static void put_drink_item(struct text *out, const struct dr_state *v, const struct dr_item *item) {
    js_put_string(out, "kind", "drink");
    put_drinks(out, "drinks", item->drink.cards, item->drink.count);
    js_put_number(out, "source", item->source);
    js_put_number(out, "total", dr_drink_alcohol(v, &item->drink, item->source));
    js_put_number(out, "fortitude", dr_drink_fortitude(v, &item->drink, item->source));
    js_put_bool(out, "to_fortitude", item->drink.flags & DR_TO_F);
}

static void put_loss_item(struct text *out, const struct dr_item *item) {
    static const char *const causes[] = {
        [DR_CAUSE_PAY] = "pay", [DR_CAUSE_ANTE] = "ante", [DR_CAUSE_REFILL] = "refill"};
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
}

static void put_item(struct text *out, const struct dr_state *v, const struct dr_item *item) {
    if (item->kind != DR_CARD && item->kind != DR_DRINKING && item->kind != DR_LOSS)
        return;
    js_open(out, '{');
    if (item->kind == DR_CARD) {
        js_put_string(out, "kind", "card");
        js_put_string(out, "card", dr_cards[item->card].id);
        js_put_number(out, "source", item->source);
        put_targets(out, item);
        put_mask(out, "ignored_by", item->ignoring);
        put_mask(out, "shared_by", item->sharing);
        put_redirects(out, item);
    } else if (item->kind == DR_DRINKING) {
        put_drink_item(out, v, item);
    } else {
        put_loss_item(out, item);
    }
    js_close(out, '}');
}

/* Every drink card that lies open and is not discarded, once. */
static void put_open_drinks(struct text *out, const struct dr_state *v) {
    js_key(out, "open_drinks");
    js_open(out, '[');
    if (v->event.card)
        js_string(out, dr_drinks[v->event.card].id);
    for (int seat = 0; seat < v->seats; seat++)
        for (int i = 0; i < v->event.drinks[seat].count; i++)
            js_string(out, dr_drinks[v->event.drinks[seat].cards[i]].id);
    for (int item = 0; item < v->depth; item++) {
        const struct dr_drink *drink = &v->stack[item].drink;
        for (int i = 0; !(drink->flags & DR_LENT) && i < drink->count; i++)
            js_string(out, dr_drinks[drink->cards[i]].id);
    }
    js_close(out, ']');
}

static void put_window(struct text *out, const struct dr_state *v) {
    const struct dr_item *top = v->depth ? dr_top_of(v) : NULL;
    js_key(out, "window");
    if (!top || !top->ask || v->is_over) {
        js_null(out);
        return;
    }
    js_open(out, '{');
    js_put_string(out, "kind", asks[top->ask]);
    put_mask(out, "seats", top->asked);
    put_mask(out, "sealed", top->sealed);
    js_close(out, '}');
}

static void put_gamble(struct text *out, const struct dr_state *v) {
    js_key(out, "gamble");
    if (!has_round(v)) {
        js_null(out);
        return;
    }
    js_open(out, '{');
    put_mask(out, "in", v->round.in);
    js_key(out, "control");
    if (v->round.control)
        js_number(out, v->round.control - 1);
    else
        js_null(out);
    js_put_bool(out, "locked", v->round.locked);
    put_mask(out, "passed", v->round.passed);
    js_put_number(out, "turn", v->round.turn);
    js_close(out, '}');
}

static void put_event(struct text *out, const struct dr_state *v) {
    static const char *const kinds[] = {
        [DR_HOUSE] = "house",       [DR_CONTEST] = "contest", [DR_CHALLENGE] = "challenge",
        [DR_AMBROSIA] = "ambrosia", [DR_TOAST] = "toast",
    };
    if (!v->event.kind)
        return;
    js_key(out, "event");
    js_open(out, '{');
    js_put_string(out, "kind", kinds[v->event.kind]);
    put_mask(out, "drinking", v->event.drinking);
    js_key(out, "scores");
    js_open(out, '[');
    for (int seat = 0; seat < v->seats; seat++)
        js_number(out, v->event.score[seat]);
    js_close(out, ']');
    js_key(out, "drinks");
    js_open(out, '[');
    for (int seat = 0; seat < v->seats; seat++)
        put_drink_list(out, v->event.drinks[seat].cards, v->event.drinks[seat].count);
    js_close(out, ']');
    js_close(out, '}');
}

void dr_view_json(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    js_key(out, "seats");
    js_open(out, '[');
    for (int i = 0; i < v->seats; i++)
        put_seat(out, v, i, i == seat);
    js_close(out, ']');
    js_put_string(out, "phase", dr_phase(v));
    js_put_number(out, "active", v->active);
    js_put_number(out, "inn", v->inn);
    js_put_number(out, "pot", v->pot);
    js_put_number(out, "drinks_left", v->drinks_count);
    put_drinks(out, "drink_discard", v->drink_discard, v->drink_discard_count);
    put_open_drinks(out, v);
    js_key(out, "stack");
    js_open(out, '[');
    for (int i = 0; i < v->depth; i++)
        put_item(out, v, &v->stack[i]);
    js_close(out, ']');
    put_window(out, v);
    put_gamble(out, v);
    put_event(out, v);
}

static void print_number(struct text *out, const char *before, int number) {
    text_put(out, before);
    text_put_number(out, number);
}

static void print_seat(struct text *out, const struct dr_state *v, int seat, bool is_own) {
    const struct dr_seat *s = &v->seat[seat];
    text_put(out, seat == v->active ? "* " : v->in & dr_bit(seat) ? "  " : "- ");
    text_put_number(out, seat);
    text_put_char(out, ' ');
    text_put(out, dr_characters[s->character].name);
    print_number(out, ": fortitude ", s->fortitude);
    print_number(out, ", alcohol ", s->alcohol);
    print_number(out, ", gold ", s->gold);
    print_number(out, ", pile ", s->pile_count);
    print_number(out, ", deck ", s->deck_count);
    print_number(out, ", hand ", s->hand_count);
    for (int i = 0; is_own && i < s->hand_count; i++) {
        text_put_char(out, ' ');
        text_put(out, dr_cards[s->hand[i]].id);
    }
    text_put_char(out, '\n');
}

static void print_item(struct text *out, const struct dr_item *item) {
    text_put(out, "  ^ ");
    if (item->kind == DR_CARD)
        text_put(out, dr_cards[item->card].id);
    else if (item->kind == DR_LOSS)
        print_number(out, "gold ", item->amount);
    for (int i = 0; i < item->drink.count; i++)
        text_put(out, dr_drinks[item->drink.cards[i]].id);
    print_number(out, " of ", item->source);
    text_put_char(out, '\n');
}

void dr_print_view(const void *view, int seat, struct text *out) {
    const struct dr_state *v = view;
    text_put(out, dr_phase(v));
    print_number(out, ", pot ", v->pot);
    print_number(out, ", drinks ", v->drinks_count);
    if (v->depth) {
        text_put(out, ", asked: ");
        text_put(out, asks[dr_top_of(v)->ask]);
    }
    text_put_char(out, '\n');
    for (int i = 0; i < v->seats; i++)
        print_seat(out, v, i, i == seat);
    for (int i = 1; i < v->depth; i++)
        print_item(out, &v->stack[i]);
}
