/* rules.c: the rules of Polterfass: options, the phases of a round, the end of the match. */
#include "polterfass.h"

#include <string.h>

#include <spelunke/must.h>

enum { ALL_BARRELS = (1 << PF_BARRELS) - 1 };

enum {
    OPTION_FIRST_INNKEEPER,
    OPTION_GOAL,
    OPTION_ALL_EQUAL,
    OPTION_SHOW_CARD_COUNT,
    OPTION_TIE,
    OPTION_FINISH_ROTATION,
    OPTION_BARRELS
};

static const char *const or_random[] = {"random", NULL};
static const char *const all_equal_values[] = {"penalty", "cancel", NULL};
static const char *const tie_values[] = {"shared", "extra_round", NULL};
static const char *const barrels_values[] = {"table", "physics", NULL};

static const struct param params[] = {
    [OPTION_FIRST_INNKEEPER] = {.name = "first_innkeeper",
                                .fallback = "0",
                                .offer = "random",
                                .min = 0,
                                .max = PF_SEATS - 1,
                                .values = or_random},
    [OPTION_GOAL] = {.name = "goal", .fallback = "75", .min = 1, .max = 500},
    [OPTION_ALL_EQUAL] = {.name = "all_equal",
                          .kind = PARAM_CHOICE,
                          .fallback = "penalty",
                          .values = all_equal_values},
    [OPTION_SHOW_CARD_COUNT] = {.name = "show_card_count", .kind = PARAM_FLAG, .fallback = "on"},
    [OPTION_TIE] = {.name = "tie",
                    .kind = PARAM_CHOICE,
                    .fallback = "shared",
                    .values = tie_values},
    [OPTION_FINISH_ROTATION] = {.name = "finish_rotation", .kind = PARAM_FLAG, .fallback = "off"},
    [OPTION_BARRELS] = {.name = "barrels",
                        .kind = PARAM_CHOICE,
                        .fallback = "table",
                        .offer = "physics", /* people see a simulated throw by default */
                        .values = barrels_values},
    {0},
};

static const struct param starts[] = {
    {.name = "totals", .fallback = "0", .min = -500, .max = 500},
    {0},
};

static uint8_t guests(const struct pf_state *s) {
    return (uint8_t)(((1 << s->seats) - 1) & ~(1 << s->innkeeper));
}

/* P-5: a round begins with all nine barrels in the cup. */
static void begin_round(struct pf_state *s) {
    memset(s->face, 0, sizeof s->face);
    memset(s->order, 0, sizeof s->order);
    memset(s->cards_laid, 0, sizeof s->cards_laid);
    s->ordered = 0;
    s->cup = ALL_BARRELS;
    s->phase = PF_FIRST_ROLL;
}

static void read_settings(struct pf_state *s, const struct setup *setup) {
    const struct option *option = setup->options;
    s->seats = (uint8_t)setup->seats;
    s->goal = (int16_t)option[OPTION_GOAL].number;
    s->all_equal_cancels = (uint8_t)option[OPTION_ALL_EQUAL].choice;
    s->show_card_count = (uint8_t)option[OPTION_SHOW_CARD_COUNT].choice;
    s->extra_round = (uint8_t)option[OPTION_TIE].choice;
    s->finish_rotation = (uint8_t)option[OPTION_FINISH_ROTATION].choice;
    s->by_physics = (uint8_t)option[OPTION_BARRELS].choice;
    for (int seat = 0; seat < s->seats; seat++)
        s->totals[seat] = (int16_t)setup->starts[0][seat];
}

static bool init(void *state, const struct setup *setup, struct message *why) {
    struct pf_state *s = state;
    const struct option *first = &setup->options[OPTION_FIRST_INNKEEPER];
    read_settings(s, setup);
    if (first->number >= setup->seats)
        return refuse(why, "polterfass.first_innkeeper");
    s->innkeeper = (uint8_t)first->number;
    begin_round(s);
    if (first->choice == 0)
        s->phase = PF_FIRST_INNKEEPER;
    return true;
}

/* Each phase of each round is another question. */
static uint32_t question(const struct pf_state *s) {
    return (uint32_t)s->rounds * (PF_OVER + 1u) + s->phase;
}

static const enum turn_kind kinds[] = {
    [PF_FIRST_INNKEEPER] = TURN_CHANCE,
    [PF_FIRST_ROLL] = TURN_CHANCE,
    [PF_ORDERS] = TURN_SEATS,
    [PF_SERVING] = TURN_SEATS,
    [PF_ROLLING] = TURN_CHANCE,
    [PF_RECKONING] = TURN_SEATS,
    [PF_OVER] = TURN_OVER,
};

static void turn(const void *state, struct turn *turn) {
    const struct pf_state *s = state;
    turn->kind = kinds[s->phase];
    if (turn->kind == TURN_CHANCE)
        turn->takes_time = s->by_physics && s->phase != PF_FIRST_INNKEEPER;
    if (turn->kind != TURN_SEATS)
        return;
    turn->question = question(s);
    uint8_t missing = guests(s) & ~s->ordered;
    turn->seats = s->phase == PF_ORDERS ? missing : (uint16_t)(1 << s->innkeeper);
}

/* A set of one or two cards (P-7). */
static bool is_order(int cards) {
    int second = cards & (cards - 1); /* all bits but the lowest */
    return cards && !(second & (second - 1));
}

/* Lists all orders by their lowest card (P-7): 8 of one card, 28 of two. */
#define ONE(a)                                                                                     \
    { .verb = PF_ORDER, .number = 1 << (a) }
#define TWO(a, b)                                                                                  \
    { .verb = PF_ORDER, .number = 1 << (a) | 1 << (b) }
static const struct pf_action all_orders[] = {
    ONE(0),    TWO(0, 1), TWO(0, 2), TWO(0, 3), TWO(0, 4), TWO(0, 5), TWO(0, 6), TWO(0, 7),
    ONE(1),    TWO(1, 2), TWO(1, 3), TWO(1, 4), TWO(1, 5), TWO(1, 6), TWO(1, 7), ONE(2),
    TWO(2, 3), TWO(2, 4), TWO(2, 5), TWO(2, 6), TWO(2, 7), ONE(3),    TWO(3, 4), TWO(3, 5),
    TWO(3, 6), TWO(3, 7), ONE(4),    TWO(4, 5), TWO(4, 6), TWO(4, 7), ONE(5),    TWO(5, 6),
    TWO(5, 7), ONE(6),    TWO(6, 7), ONE(7),
};
enum { ALL_ORDERS = sizeof all_orders / sizeof *all_orders };

/* P-8, P-19: the named specials must stand, and the cup must not be empty. */
static bool can_roll(uint16_t lying, int specials) {
    bool all_stand = !(lying >> PF_NUMBERS & specials), has_some = lying | specials;
    return all_stand & has_some; /* & instead of &&: no branches */
}

static void legal_serving(const struct pf_state *s, struct actions *out) {
    struct pf_action choices[1 + (1 << PF_SPECIALS)] = {{.verb = PF_STOP}};
    uint16_t lying = pf_lying(s->face);
    int count = 1;
    for (int specials = 0; specials < 1 << PF_SPECIALS; specials++) {
        choices[count] = (struct pf_action){.verb = PF_AGAIN, .number = (uint8_t)specials};
        count += can_roll(lying, specials);
    }
    actions_add_all(out, choices, count);
}

static void legal_reckoning(const struct pf_state *s, struct actions *out) {
    struct pf_serving servings[PF_SERVINGS];
    int count = pf_servings(s->face, servings);
    for (int i = 0; i < count; i++) {
        struct pf_action *action = actions_add(out);
        action->verb = PF_SERVE;
        action->number = servings[i].doubles;
        memcpy(action->target, servings[i].target, PF_SPECIALS);
    }
}

static void legal(const void *state, int seat, struct actions *out) {
    const struct pf_state *s = state;
    (void)seat;
    if (s->phase == PF_ORDERS)
        actions_add_all(out, all_orders, ALL_ORDERS);
    else if (s->phase == PF_SERVING)
        legal_serving(s, out);
    else
        legal_reckoning(s, out);
}

static bool check_again(const struct pf_state *s, int specials, struct message *why) {
    uint16_t lying = pf_lying(s->face);
    if (specials < 1 << PF_SPECIALS && can_roll(lying, specials))
        return true;
    return refuse(why, lying ? "polterfass.special_lies" : "polterfass.cup_empty");
}

/* Accepts only the canonical assignment of a total; parse_action converts others to it (P-21). */
static bool check_serve(const struct pf_state *s, const struct pf_action *a, struct message *why) {
    struct pf_serving servings[PF_SERVINGS];
    int count = pf_servings(s->face, servings);
    for (int i = 0; i < count; i++)
        if (memcmp(servings[i].target, a->target, PF_SPECIALS) == 0)
            return servings[i].doubles == a->number || refuse(why, "polterfass.serve");
    return refuse(why, "polterfass.serve");
}

static bool check_seat(const struct pf_state *s, const struct pf_action *a, struct message *why) {
    if (s->phase == PF_ORDERS)
        return (a->verb == PF_ORDER && is_order(a->number)) || refuse(why, "polterfass.order");
    if (s->phase == PF_SERVING && a->verb == PF_AGAIN)
        return check_again(s, a->number, why);
    if (s->phase == PF_SERVING)
        return a->verb == PF_STOP || refuse(why, "polterfass.stop_or_again");
    return a->verb == PF_SERVE ? check_serve(s, a, why) : refuse(why, "polterfass.serve");
}

/* Exactly the barrels in the cup have a result. */
static bool check_roll(const struct pf_state *s, const struct pf_action *a) {
    unsigned rolled = 0;
    bool beyond = false;
    for (int place = 0; place < PF_BARRELS; place++) {
        rolled |= (unsigned)(a->marks[place] < PF_NOT_THROWN) << place;
        beyond |= a->marks[place] > PF_NOT_THROWN;
    }
    return rolled == s->cup && !beyond;
}

static bool check(const void *state, int seat, const void *action, struct message *why) {
    const struct pf_state *s = state;
    const struct pf_action *a = action;
    if (seat >= 0)
        return check_seat(s, a, why);
    if (s->phase == PF_FIRST_INNKEEPER)
        return (a->verb == PF_FIRST && a->number < s->seats) || refuse(why, "polterfass.first");
    return (a->verb == PF_ROLL && check_roll(s, a)) || refuse(why, "polterfass.roll");
}

static void chance(const void *state, struct rng *rng, void *action) {
    const struct pf_state *s = state;
    struct pf_action *a = action;
    if (s->phase != PF_FIRST_INNKEEPER) {
        pf_roll(s, rng, a);
        return;
    }
    a->verb = PF_FIRST;
    a->number = (uint8_t)rng_below(rng, s->seats);
}

static int best_total(const struct pf_state *s, int *how_many) {
    int best = s->totals[0];
    for (int seat = 1; seat < s->seats; seat++)
        best = s->totals[seat] > best ? s->totals[seat] : best;
    *how_many = 0;
    for (int seat = 0; seat < s->seats; seat++)
        *how_many += s->totals[seat] == best;
    return best;
}

/* P-16, P-25: after the goal is reached the match ends, if the options ask for it only after a
 * full rotation or with a single leader. P-29: a full pad ends it. */
static bool is_over(struct pf_state *s) {
    int leaders;
    s->is_ending |= best_total(s, &leaders) >= s->goal;
    if (s->rounds == PF_ROUNDS)
        return true;
    if (!s->is_ending || (s->finish_rotation && s->rounds % s->seats))
        return false;
    return leaders == 1 || !s->extra_round;
}

/* Ends the round: reveals the orders and writes the points on the pad. `target` is the barrel
 * that each special acts on, all 0 if the innkeeper has failed. */
static void settle(struct pf_state *s, int served, const uint8_t target[PF_SPECIALS],
                   struct events *events) {
    struct pf_round *round = &s->pad[s->rounds++];
    round->innkeeper = s->innkeeper;
    round->served = (int8_t)served;
    pf_effects(s->face, target, round->effect);
    memcpy(round->order, s->order, sizeof round->order);
    pf_bill(round, s->seats, s->all_equal_cancels);
    for (int seat = 0; seat < s->seats; seat++)
        s->totals[seat] = (int16_t)(s->totals[seat] + round->points[seat]);
    if (events)
        pf_tell_bill(s, round, events);
    memcpy(s->last_face, s->face, sizeof s->last_face);
    memcpy(s->last_target, target, sizeof s->last_target);
    begin_round(s);
    if (is_over(s)) {
        s->phase = PF_OVER;
        s->cup = 0;
        event_add(events, SEEN_BY_ALL, "polterfass.over");
        return;
    }
    s->innkeeper = (uint8_t)((s->innkeeper + 1) % s->seats);
}

/* Whether a barrel of this roll stands; kept barrels do not count (P-18). The new face is
 * selected with a mask instead of a branch, which would be unpredictable. */
static bool take_roll(struct pf_state *s, const struct pf_action *a) {
    bool stands = false;
    for (int place = 0; place < PF_BARRELS; place++) {
        uint8_t mark = a->marks[place];
        uint8_t kept = mark == PF_NOT_THROWN ? 0xff : 0;
        s->face[place] = (uint8_t)((s->face[place] & kept) | (mark & ~kept));
        stands |= (mark & ~kept) != PF_LIES;
    }
    return stands;
}

static void roll(struct pf_state *s, const struct pf_action *a, struct events *events) {
    bool is_first = s->phase == PF_FIRST_ROLL;
    bool stands = take_roll(s, a);
    s->cup = 0;
    if (events)
        pf_tell_roll(s, a, is_first ? "polterfass.first_rolled" : "polterfass.rolled", events);
    if (is_first && !pf_number_stands(s->face)) {
        s->cup = ALL_BARRELS; /* P-5, P-17: all nine are rolled again */
        event_add(events, SEEN_BY_ALL, "polterfass.first_repeats");
    } else if (is_first) {
        s->phase = PF_ORDERS;
    } else if (stands) {
        s->phase = PF_SERVING; /* P-9: the innkeeper decides again */
    } else {
        settle(s, PF_FAILED, (const uint8_t[PF_SPECIALS]){0}, events);
    }
}

static void take_order(struct pf_state *s, int seat, int cards, struct events *events) {
    s->order[seat] = (uint8_t)cards;
    s->cards_laid[seat] = (uint8_t)pf_set_size(cards);
    s->ordered |= (uint8_t)(1 << seat);
    struct message *m =
        event_add(events, SEEN_BY_ALL,
                  s->show_card_count ? "polterfass.ordered_cards" : "polterfass.ordered");
    message_seat(m, "seat", seat);
    if (s->show_card_count)
        message_number(m, "cards", s->cards_laid[seat]);
    if (s->ordered == guests(s))
        s->phase = PF_SERVING;
}

static void roll_on(struct pf_state *s, int specials, struct events *events) {
    s->cup = (uint16_t)(pf_lying(s->face) | specials << PF_NUMBERS);
    s->phase = PF_ROLLING;
    struct message *m = event_add(events, SEEN_BY_ALL, "polterfass.again");
    message_seat(m, "seat", s->innkeeper);
    message_number(m, "barrels", pf_set_size(s->cup));
    message_list(m, "specials", ARG_NUMBER);
    for (int i = 0; i < PF_SPECIALS; i++)
        if (specials >> i & 1)
            message_item(m, PF_NUMBERS + 1 + i);
}

/* If only one total can be reached it is served at once. */
static void stop(struct pf_state *s, struct events *events) {
    struct pf_serving servings[PF_SERVINGS];
    message_seat(event_add(events, SEEN_BY_ALL, "polterfass.stops"), "seat", s->innkeeper);
    if (pf_servings(s->face, servings) > 1)
        s->phase = PF_RECKONING;
    else
        settle(s, servings[0].total, servings[0].target, events);
}

static void apply(void *state, int seat, const void *action, struct events *events) {
    struct pf_state *s = state;
    const struct pf_action *a = action;
    switch (a->verb) {
    case PF_FIRST:
        s->innkeeper = a->number;
        s->phase = PF_FIRST_ROLL;
        message_seat(event_add(events, SEEN_BY_ALL, "polterfass.first_is"), "seat", a->number);
        break;
    case PF_ROLL:
        roll(s, a, events);
        break;
    case PF_ORDER:
        take_order(s, seat, a->number, events);
        break;
    case PF_AGAIN:
        roll_on(s, a->number, events);
        break;
    case PF_STOP:
        stop(s, events);
        break;
    default:
        must(a->verb == PF_SERVE);
        settle(s, pf_served_by(s->face, a->target), a->target, events);
    }
}

/* The default action of an absent player: orders nothing, or turns off the tap and serves the
 * most. */
static void idle(const void *state, int seat, void *action) {
    const struct pf_state *s = state;
    struct pf_action *a = action;
    struct pf_serving servings[PF_SERVINGS];
    (void)seat;
    a->verb = s->phase == PF_ORDERS ? PF_ORDER : s->phase == PF_SERVING ? PF_STOP : PF_SERVE;
    a->number = s->phase == PF_ORDERS;
    int count = a->verb == PF_SERVE ? pf_servings(s->face, servings) : 0;
    for (int i = 0, most = -1; i < count; i++)
        if (servings[i].total > most) {
            most = servings[i].total;
            a->number = servings[i].doubles;
            memcpy(a->target, servings[i].target, PF_SPECIALS);
        }
}

static void score(const void *state, struct score *score) {
    const struct pf_state *s = state;
    int leaders;
    int best = best_total(s, &leaders);
    for (int seat = 0; seat < s->seats; seat++) {
        score->points[seat] = s->totals[seat];
        if (s->phase == PF_OVER && s->totals[seat] == best)
            score->winners |= (uint16_t)(1 << seat);
    }
}

static const struct bot *const bots[] = {&bot_random, &pf_bot_bold, &pf_bot_careful,
                                         &pf_bot_regular, NULL};

const struct game polterfass_game = {
    .key = "polterfass",
    .title = "Polterfass",
    .version = 1,
    .seats_min = 3,
    .seats_max = PF_SEATS,
    .seats_reason = "polterfass.too_few",
    .state_size = sizeof(struct pf_state),
    .action_size = sizeof(struct pf_action),
    .legal_max = PF_SERVINGS,
    .params = params,
    .starts = starts,
    .init = init,
    .turn = turn,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .idle = idle,
    .score = score,
    .view = pf_view,
    .guess = pf_guess,
    .print_action = pf_print_action,
    .parse_action = pf_parse_action,
    .view_json = pf_view_json,
    .view_parts = pf_view_parts,
    .bots = bots,
    .sim = &pf_sim,
    .face = &pf_face,
};
