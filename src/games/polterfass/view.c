/* view.c: what a seat knows (view), and a random state that agrees with it (guess). */
#include "polterfass.h"

#include <stddef.h>
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

/* P-7: an order is secret until the bill; then it is on the pad. P-24: whether the number of its
 * cards is public is an option. */
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
    memcpy(v->last_face, s->last_face, sizeof v->last_face);
    memcpy(v->last_target, s->last_target, sizeof v->last_target);
    memcpy(v->pad, s->pad, s->rounds * sizeof *v->pad);
    if (s->show_card_count)
        memcpy(v->cards_laid, s->cards_laid, sizeof v->cards_laid);
    if (seat >= 0) {
        v->order[seat] = s->order[seat];
        v->cards_laid[seat] = s->cards_laid[seat];
    }
}

/* An order with that number of cards, uniformly distributed; 0: one or two cards. */
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

/* Writes the members of a set; `first` is the number of its lowest bit. */
static void put_set(struct text *out, const char *key, unsigned set, int first) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; set >> i; i++)
        if (set >> i & 1)
            js_number(out, first + i);
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

static void put_served(struct text *out, int served) {
    js_key(out, "served");
    if (served == PF_FAILED)
        js_null(out);
    else
        js_number(out, served);
}

/* By seat, how many mugs were ordered, and why it got its points. */
static void put_reasons(struct text *out, const struct pf_round *round, int seats) {
    js_key(out, "order_sums");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        js_number(out, pf_order_sum(round->order[seat]));
    js_close(out, ']');
    js_key(out, "why");
    js_open(out, '[');
    for (int seat = 0; seat < seats; seat++)
        js_string(out, pf_why(round, seats, seat));
    js_close(out, ']');
}

/* One line of the pad; `totals` accumulates from line to line. */
static void put_line(struct text *out, const struct pf_round *round, int seats, int16_t *totals) {
    const int16_t effects[PF_SPECIALS] = {round->effect[0], round->effect[1]};
    int16_t points[PF_SEATS];
    js_open(out, '{');
    js_put_number(out, "innkeeper", round->innkeeper);
    put_served(out, round->served);
    put_effects(out, "destroyed", round->effect, -1);
    put_effects(out, "doubled", round->effect, 1);
    put_numbers(out, "effects", effects, PF_SPECIALS);
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
    put_reasons(out, round, seats);
    put_numbers(out, "points", points, seats);
    put_numbers(out, "totals", totals, seats);
    js_close(out, '}');
}

static void put_pad(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    int16_t totals[PF_SEATS];
    (void)seat;
    memcpy(totals, v->totals, sizeof totals);
    for (int i = 0; i < v->rounds; i++)
        for (int other = 0; other < v->seats; other++)
            totals[other] = (int16_t)(totals[other] - v->pad[i].points[other]);
    js_key(out, "pad");
    js_open(out, '[');
    for (int i = 0; i < v->rounds; i++)
        put_line(out, &v->pad[i], v->seats, totals);
    js_close(out, ']');
}

static void put_ordered(struct text *out, const struct pf_state *v) {
    put_set(out, "ordered", v->ordered, 0);
    if (!v->show_card_count)
        return;
    js_key(out, "cards_laid");
    js_open(out, '[');
    for (int seat = 0; seat < v->seats; seat++)
        js_number(out, v->cards_laid[seat]);
    js_close(out, ']');
}

/* The totals that could be served if the tap were turned off now. Barrels in the cup do not
 * count. */
static void put_range(struct text *out, const struct pf_state *v) {
    uint8_t face[PF_BARRELS];
    int16_t range[2];
    int least, most;
    for (int place = 0; place < PF_BARRELS; place++)
        face[place] = v->cup >> place & 1 ? PF_LIES : v->face[place];
    if (pf_range(face, &least, &most)) {
        range[0] = (int16_t)least;
        range[1] = (int16_t)most;
        put_numbers(out, "range", range, 2);
    } else {
        js_key(out, "range");
        js_null(out);
    }
}

/* The settings, with the names and values of the options of a new match. */
static void put_options(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    (void)seat;
    js_key(out, "options");
    js_open(out, '{');
    js_put_number(out, "goal", v->goal);
    js_put_string(out, "all_equal", v->all_equal_cancels ? "cancel" : "penalty");
    js_put_bool(out, "show_card_count", v->show_card_count);
    js_put_string(out, "tie", v->extra_round ? "extra_round" : "shared");
    js_put_bool(out, "finish_rotation", v->finish_rotation);
    js_put_string(out, "barrels", v->by_physics ? "physics" : "table");
    js_close(out, '}');
}

/* The faces at the end of the last round, and the barrel that each special acted on; null: none. */
static void put_last(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    (void)seat;
    js_key(out, "last");
    if (v->rounds == 0) {
        js_null(out);
        return;
    }
    const struct pf_round *round = &v->pad[v->rounds - 1];
    js_open(out, '{');
    js_put_number(out, "round", v->rounds);
    js_put_number(out, "innkeeper", round->innkeeper);
    put_served(out, round->served);
    put_barrels(out, v->last_face);
    js_key(out, "targets");
    js_open(out, '[');
    for (int i = 0; i < PF_SPECIALS; i++) {
        if (v->last_target[i])
            js_number(out, v->last_target[i]);
        else
            js_null(out);
    }
    js_close(out, ']');
    js_close(out, '}');
}

/* P-16, P-25: the most mugs win; equal totals share a rank. */
static void put_result(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    int16_t ranks[PF_SEATS];
    unsigned winners = 0;
    (void)seat;
    if (v->phase != PF_OVER)
        return;
    for (int i = 0; i < v->seats; i++) {
        ranks[i] = 1;
        for (int other = 0; other < v->seats; other++)
            ranks[i] = (int16_t)(ranks[i] + (v->totals[other] > v->totals[i]));
        winners |= (unsigned)(ranks[i] == 1) << i;
    }
    put_set(out, "winners", winners, 0);
    put_numbers(out, "ranks", ranks, v->seats);
}

static void put_table(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    (void)seat;
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
}

static void put_my_order(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    if (seat < 0 || !(v->ordered >> seat & 1))
        return;
    js_key(out, "my_order");
    put_cards(out, v->order[seat]);
}

static void put_round(const void *view, int seat, struct text *out) {
    const struct pf_state *v = view;
    (void)seat;
    put_ordered(out, v);
    put_range(out, v);
    js_put_bool(out, "rolling", v->phase == PF_FIRST_ROLL || v->phase == PF_ROLLING);
    put_set(out, "cup", v->cup, 1);
    js_put_bool(out, "ending", v->is_ending);
}

#define BYTES(member)                                                                              \
    { offsetof(struct pf_state, member), sizeof(((struct pf_state *)0)->member) }
/* Settings, match and round come first; then the end of the last round, and the pad. */
#define PRESENT                                                                                    \
    { 0, offsetof(struct pf_state, last_face) }

const struct view_part pf_view_parts[] = {
    {put_table, true, {PRESENT}},
    {put_pad, true, {BYTES(seats), BYTES(rounds), BYTES(totals), BYTES(pad)}},
    {put_my_order, false, {BYTES(ordered), BYTES(order)}},
    {put_round, true, {PRESENT}},
    {put_options, true, {{0, offsetof(struct pf_state, phase)}}},
    {put_last, true, {BYTES(rounds), BYTES(last_face), BYTES(last_target), BYTES(pad)}},
    {put_result, true, {BYTES(seats), BYTES(phase), BYTES(totals)}},
    {0},
};

void pf_view_json(const void *view, int seat, struct text *out) {
    view_parts_json(pf_view_parts, view, seat, out);
}
