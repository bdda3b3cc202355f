/* view.c: what a player of Polterfass knows, and what he may imagine. */
#include "polterfass.h"

#include <string.h>

static const char *const phases[] = {
    [PF_FIRST_INNKEEPER] = "first_roll",
    [PF_FIRST_ROLL] = "first_roll",
    [PF_ORDERS] = "orders",
    [PF_SERVING] = "serving",
    [PF_ROLLING] = "serving",
    [PF_RECKONING] = "reckoning",
    [PF_OVER] = "over",
};

/* P-7: an order is its owner's secret until the bill, and then it stands on
 * the pad. P-24: how many cards it has may be seen, by setting. */
void pf_view(const void *state, int seat, void *view) {
    const struct pf_state *s = state;
    struct pf_state *v = view;
    v->seats = s->seats;
    v->show_card_count = s->show_card_count;
    v->all_equal_cancels = s->all_equal_cancels;
    v->extra_round = s->extra_round;
    v->finish_rotation = s->finish_rotation;
    v->by_physics = s->by_physics;
    v->goal = s->goal;
    v->phase = s->phase;
    v->innkeeper = s->innkeeper;
    v->is_ending = s->is_ending;
    v->rounds = s->rounds;
    v->ordered = s->ordered;
    v->cup = s->cup;
    memcpy(v->totals, s->totals, sizeof v->totals);
    memcpy(v->face, s->face, sizeof v->face);
    memcpy(v->pad, s->pad, s->rounds * sizeof *v->pad);
    if (s->show_card_count)
        memcpy(v->cards_laid, s->cards_laid, sizeof v->cards_laid);
    if (seat >= 0) {
        v->order[seat] = s->order[seat];
        v->cards_laid[seat] = s->cards_laid[seat];
    }
}

/* An order of that many cards, each equally likely; 0: of one or two. */
static int guess_order(int count, struct rng *rng) {
    int first = (int)rng_below(rng, PF_CARDS);
    if (count == 0)
        count = rng_below(rng, 36) < PF_CARDS ? 1 : 2;
    if (count == 1)
        return 1 << first;
    int second = (int)rng_below(rng, PF_CARDS - 1);
    second += second >= first;
    return 1 << first | 1 << second;
}

void pf_guess(const void *view, int seat, struct rng *rng, void *state) {
    struct pf_state *s = state;
    (void)seat;
    memcpy(s, view, sizeof *s);
    for (int i = 0; i < s->seats; i++) {
        if (!(s->ordered >> i & 1) || s->order[i])
            continue;
        s->order[i] = (uint8_t)guess_order(s->cards_laid[i], rng);
        s->cards_laid[i] = (uint8_t)pf_set_size(s->order[i]);
    }
}

static void put_cards(struct text *out, int cards) {
    js_open(out, '[');
    for (int card = 0; card < PF_CARDS; card++)
        if (cards >> card & 1)
            js_number(out, card);
    js_close(out, ']');
}

static void put_numbers(struct text *out, const char *key, const int16_t *numbers, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_number(out, numbers[i]);
    js_close(out, ']');
}

static void put_barrels(struct text *out, const uint8_t face[PF_BARRELS]) {
    js_key(out, "barrels");
    js_open(out, '[');
    for (int place = 0; place < PF_BARRELS; place++)
        js_string(out, pf_mark(place, face[place]));
    js_close(out, ']');
}

/* The numbers that special barrels destroyed, or doubled. */
static void put_effects(struct text *out, const char *key, const int8_t effect[PF_SPECIALS],
                        int sign) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < PF_SPECIALS; i++)
        if (effect[i] * sign > 0)
            js_number(out, effect[i] * sign);
    js_close(out, ']');
}

/* One line of the pad; `totals` runs along from line to line. */
static void put_round(struct text *out, const struct pf_round *round, int seats, int16_t *totals) {
    int16_t points[PF_SEATS];
    js_open(out, '{');
    js_put_number(out, "innkeeper", round->innkeeper);
    js_key(out, "served");
    if (round->served == PF_FAILED)
        js_null(out);
    else
        js_number(out, round->served);
    put_effects(out, "destroyed", round->effect, -1);
    put_effects(out, "doubled", round->effect, 1);
    js_put_number(out, "ordered", pf_ordered(round, seats));
    js_key(out, "orders");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++) {
        if (seat == round->innkeeper)
            js_null(out);
        else
            put_cards(out, round->order[seat]);
        points[seat] = round->points[seat];
        totals[seat] = (int16_t)(totals[seat] + points[seat]);
    }
    js_close(out, ']');
    put_numbers(out, "points", points, seats);
    put_numbers(out, "totals", totals, seats);
    js_close(out, '}');
}

static void put_pad(struct text *out, const struct pf_state *v) {
    int16_t totals[PF_SEATS];
    memcpy(totals, v->totals, sizeof totals);
    for (int i = 0; i < v->rounds; i++)
        for (int seat = 0; seat < v->seats; seat++)
            totals[seat] = (int16_t)(totals[seat] - v->pad[i].points[seat]);
    js_key(out, "pad");
    js_open(out, '[');
    for (int i = 0; i < v->rounds; i++)
        put_round(out, &v->pad[i], v->seats, totals);
    js_close(out, ']');
}

static void put_ordered(struct text *out, const struct pf_state *v) {
    js_key(out, "ordered");
    js_open(out, '[');
    for (int seat = 0; seat < v->seats; seat++)
        if (v->ordered >> seat & 1)
            js_number(out, seat);
    js_close(out, ']');
    if (!v->show_card_count)
        return;
    js_key(out, "cards_laid");
    js_open(out, '[');
    for (int seat = 0; seat < v->seats; seat++)
        js_number(out, v->cards_laid[seat]);
    js_close(out, ']');
}

void pf_view_json(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    js_key(out, "innkeeper");
    if (v->phase == PF_FIRST_INNKEEPER)
        js_null(out);
    else
        js_number(out, v->innkeeper);
    js_put_string(out, "phase", phases[v->phase]);
    js_put_number(out, "round", pf_round_number(v));
    js_put_number(out, "goal", v->goal);
    put_barrels(out, v->face);
    put_numbers(out, "totals", v->totals, v->seats);
    put_pad(out, v);
    if (seat >= 0 && v->ordered >> seat & 1) {
        js_key(out, "my_order");
        put_cards(out, v->order[seat]);
    }
    put_ordered(out, v);
}

static void print_order(struct text *out, const struct pf_state *v, int seat) {
    if (seat == v->innkeeper) {
        text_put(out, ", innkeeper");
    } else if (v->order[seat]) {
        text_put(out, ", order ");
        text_put_number(out, pf_order_sum(v->order[seat]));
    } else if (v->ordered >> seat & 1) {
        text_put(out, ", has ordered");
    }
}

void pf_print_view(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    text_put(out, phases[v->phase]);
    text_put(out, ", round ");
    text_put_number(out, pf_round_number(v));
    text_put(out, ", barrels");
    for (int place = 0; place < PF_BARRELS; place++) {
        text_put_char(out, ' ');
        text_put(out, pf_mark(place, v->face[place]));
    }
    text_put_char(out, '\n');
    for (int i = 0; i < v->seats; i++) {
        text_put(out, i == seat ? "> " : "  ");
        text_put_number(out, i);
        text_put(out, ": ");
        text_put_number(out, v->totals[i]);
        print_order(out, v, i);
        text_put_char(out, '\n');
    }
}
