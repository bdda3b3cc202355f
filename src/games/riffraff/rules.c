/* rules.c: the rules of Riff Raff: options, the phases of a round, the end of the match. */
#include "riffraff.h"

#include <string.h>

#include <spelunke/must.h>

#include "bots.h"

enum { ALL_CARDS = (1 << RR_CARDS) - 1, LOADS_MAX = 2 * RR_PIECES_MAX };

enum { OPTION_FIRST_CAPTAIN, OPTION_SLOW_MOTION, OPTION_SEA };

static const char *const or_random[] = {"random", NULL};
static const char *const slow_values[] = {"1", "4", "8", NULL};
static const char *const sea_values[] = {
    [RR_CALM] = "calm", [RR_NORMAL] = "normal", [RR_ROUGH] = "rough", NULL};

/* */
static const struct param params[] = {
    [OPTION_FIRST_CAPTAIN] = {.name = "first_captain",
                              .fallback = "0",
                              .offer = "random",
                              .min = 0,
                              .max = RR_SEATS - 1,
                              .values = or_random},
    [OPTION_SLOW_MOTION] = {.name = "slow_motion",
                            .kind = PARAM_CHOICE,
                            .fallback = "4",
                            .values = slow_values},
    [OPTION_SEA] = {.name = "sea",
                    .kind = PARAM_CHOICE,
                    .fallback = "normal",
                    .values = sea_values},
    {0},
};
static const struct param no_starts[] = {{0}};

static uint8_t everybody(const struct rr_state *s) {
    return (uint8_t)((1 << s->seats) - 1);
}

/* with two players the hands are taken back once. */
int rr_rounds(const struct rr_state *state) {
    return state->seats == 2 ? 2 * RR_CARDS : RR_CARDS;
}

/* The cards neither played since the hand was last taken back nor lying face down. */
unsigned rr_cards_held(const struct rr_state *state, int seat) {
    unsigned laid = 1u << state->laid[seat] >> 1;
    return ALL_CARDS & ~state->played[seat] & ~laid;
}

int rr_hand_size(const struct rr_state *state, int seat) {
    bool is_hidden = state->phase == RR_LAY_CARDS && state->laid_by >> seat & 1;
    return RR_CARDS - __builtin_popcount(state->played[seat]) - is_hidden;
}

static void take_up_cards(struct rr_state *s) {
    for (int seat = 0; seat < s->seats; seat++) {
        s->played[seat] = 0;
        s->shown[seat] = 0;
    }
}

static bool init(void *state, const struct setup *setup, struct message *why) {
    static const uint8_t slow[] = {1, 4, 8};
    struct rr_state *s = state;
    const struct option *first = &setup->options[OPTION_FIRST_CAPTAIN];
    if (first->number >= setup->seats)
        return refuse(why, "riffraff.first_captain");
    s->seats = (uint8_t)setup->seats;
    s->slow_motion = slow[setup->options[OPTION_SLOW_MOTION].choice];
    s->sea = (uint8_t)setup->options[OPTION_SEA].choice;
    s->captain = (uint8_t)first->number;
    s->phase = first->choice == 0 ? RR_FIRST_CAPTAIN : RR_LAY_CARDS;
    s->round = 1;
    s->loading = RR_NO_PIECE;
    for (int seat = 0; seat < s->seats; seat++)
        s->supply[seat] = rr_first_pieces(seat, s->seats);
    return true;
}

/* Each phase of each round, and each turn, is another question. */
static uint32_t question(const struct rr_state *s) {
    return (s->round * (RR_OVER + 1u) + s->phase) * (RR_SEATS + 1u) + s->order_count;
}

static void turn(const void *state, struct turn *turn) {
    const struct rr_state *s = state;
    turn->kind = TURN_SEATS;
    switch (s->phase) {
    case RR_FIRST_CAPTAIN:
        turn->kind = TURN_CHANCE;
        return;
    case RR_LAY_CARDS:
        turn->seats = everybody(s) & ~s->laid_by;
        break;
    case RR_NAME_CAPTAIN:
    case RR_NAME_ORDER:
        turn->seats = (uint16_t)(1 << s->captain);
        break;
    case RR_LOAD:
    case RR_SECOND:
        turn->seats = (uint16_t)(1 << s->order[0]);
        break;
    case RR_SIM:
        turn->kind = TURN_SIM;
        turn->control = (int8_t)s->order[0];
        return;
    default:
        turn->kind = TURN_OVER;
        return;
    }
    turn->question = question(s);
}

static void add_number(enum rr_verb verb, int number, struct actions *out) {
    struct rr_action *action = actions_add(out);
    action->verb = (uint8_t)verb;
    action->number = (uint8_t)number;
}

static void legal(const void *state, int seat, struct actions *out) {
    const struct rr_state *s = state;
    if (s->phase == RR_NAME_ORDER)
        rr_legal_orders(s, out);
    else if (s->phase == RR_LOAD || s->phase == RR_SECOND)
        rr_legal_loads(s, seat, out);
    for (int card = 1; s->phase == RR_LAY_CARDS && card <= RR_CARDS; card++)
        if (rr_cards_held(s, seat) >> (card - 1) & 1)
            add_number(RR_CARD, card, out);
    for (int other = 0; s->phase == RR_NAME_CAPTAIN && other < s->seats; other++)
        if (rr_highest(s) >> other & 1)
            add_number(RR_CAPTAIN, other, out);
}

static bool check_card(const struct rr_state *s, int seat, const struct rr_action *a,
                       struct message *why) {
    if (a->verb != RR_CARD)
        return refuse(why, "riffraff.only_card");
    if (a->number >= 1 && a->number <= RR_CARDS && rr_cards_held(s, seat) >> (a->number - 1) & 1)
        return true;
    refuse(why, "riffraff.no_such_card");
    message_number(why, "card", a->number);
    return false;
}

static bool check_captain(const struct rr_state *s, const struct rr_action *a,
                          struct message *why) {
    if (a->verb != RR_CAPTAIN)
        return refuse(why, "riffraff.only_captain");
    return (a->number < s->seats && rr_highest(s) >> a->number & 1) ||
           refuse(why, "riffraff.not_highest");
}

static bool check_seat(const struct rr_state *s, int seat, const struct rr_action *a,
                       struct message *why) {
    if (s->phase == RR_LAY_CARDS)
        return check_card(s, seat, a, why);
    if (s->phase == RR_NAME_CAPTAIN)
        return check_captain(s, a, why);
    if (s->phase == RR_NAME_ORDER)
        return (a->verb == RR_ORDER && rr_is_order(s, a)) || refuse(why, "riffraff.only_order");
    return rr_check_load(s, seat, a, why);
}

static bool check(const void *state, int seat, const void *action, struct message *why) {
    const struct rr_state *s = state;
    const struct rr_action *a = action;
    if (seat >= 0)
        return check_seat(s, seat, a, why);
    if (s->phase == RR_FIRST_CAPTAIN)
        return (a->verb == RR_FIRST && a->number < s->seats) || refuse(why, "riffraff.only_first");
    return rr_check_outcome(s, a, why);
}

static void chance(const void *state, struct rng *rng, void *action) {
    const struct rr_state *s = state;
    struct rr_action *a = action;
    if (s->phase == RR_SIM) {
        rr_draw_outcome(s, rng, a);
        return;
    }
    a->verb = RR_FIRST;
    a->number = (uint8_t)rng_below(rng, s->seats);
}

static void set_first(struct rr_state *s, int seat, struct events *events) {
    s->captain = (uint8_t)seat;
    s->phase = RR_LAY_CARDS;
    message_seat(event_add(events, SEEN_BY_ALL, "riffraff.first_is"), "seat", seat);
}

/* the card lies face down until all seats have laid one. */
static void lay_card(struct rr_state *s, int seat, int card, struct events *events) {
    s->laid[seat] = (uint8_t)card;
    s->laid_by |= (uint8_t)(1 << seat);
    message_seat(event_add(events, SEEN_BY_ALL, "riffraff.laid"), "seat", seat);
    if (s->laid_by == everybody(s))
        rr_show_cards(s, events);
}

/* The smallest number of pieces, and the seats that have it. */
static unsigned fewest(const struct rr_state *s, int *least) {
    unsigned seats = 0;
    *least = RR_PIECES + 1;
    for (int seat = 0; seat < s->seats; seat++) {
        int pieces = rr_set_size(s->supply[seat]);
        if (pieces < *least)
            seats = 0;
        if (pieces <= *least) {
            *least = pieces;
            seats |= 1u << seat;
        }
    }
    return seats;
}

static void end_match(struct rr_state *s, struct events *events) {
    int least;
    unsigned winners = fewest(s, &least);
    s->phase = RR_OVER;
    memset(s->order, 0, sizeof s->order);
    s->order_count = 0;
    struct message *m =
        event_add(events, SEEN_BY_ALL, least == 0 ? "riffraff.all_loaded" : "riffraff.over");
    message_list(m, "seats", ARG_SEAT);
    for (int seat = 0; seat < s->seats; seat++)
        if (winners >> seat & 1)
            message_item(m, seat);
    message_number(m, "count", least);
}

/* */
static void end_round(struct rr_state *s, struct events *events) {
    if (s->round == rr_rounds(s)) {
        end_match(s, events);
        return;
    }
    s->round++;
    s->phase = RR_LAY_CARDS;
    s->laid_by = 0;
    memset(s->laid, 0, sizeof s->laid);
    message_number(event_add(events, SEEN_BY_ALL, "riffraff.round"), "round", s->round);
    if (s->played[0] == ALL_CARDS) {
        take_up_cards(s);
        event_add(events, SEEN_BY_ALL, "riffraff.cards_again");
    }
}

/* a player without pieces wins at once. */
static void end_turn(struct rr_state *s, struct events *events) {
    int seat = s->order[0];
    s->announced = 0;
    s->loaded = 0;
    if (!s->supply[seat]) {
        end_match(s, events);
        return;
    }
    s->order_count--;
    memmove(s->order, s->order + 1, sizeof s->order - 1);
    s->order[s->order_count] = 0;
    if (s->order_count == 0)
        end_round(s, events);
}

static void apply(void *state, int seat, const void *action, struct events *events) {
    struct rr_state *s = state;
    const struct rr_action *a = action;
    switch (a->verb) {
    case RR_FIRST:
        set_first(s, a->number, events);
        break;
    case RR_CARD:
        lay_card(s, seat, a->number, events);
        break;
    case RR_CAPTAIN:
        rr_take_captain(s, a->number, events);
        break;
    case RR_ORDER:
        rr_take_order(s, a, events);
        break;
    case RR_LOAD_ONE:
    case RR_LOAD_TWO:
        rr_take_load(s, seat, a, events);
        break;
    default:
        must(a->verb == RR_OUTCOME);
        if (rr_take_outcome(s, a, events))
            end_turn(s, events);
    }
}

/* R-35, the default actions: the lowest card; oneself as captain, or else the lowest seat;
 * rising seats; the first piece, one only. */
static void idle(const void *state, int seat, void *action) {
    const struct rr_state *s = state;
    struct rr_action *a = action;
    switch (s->phase) {
    case RR_LAY_CARDS:
        a->verb = RR_CARD;
        a->number = (uint8_t)(1 + __builtin_ctz(rr_cards_held(s, seat)));
        break;
    case RR_NAME_CAPTAIN:
        a->verb = RR_CAPTAIN;
        a->number = (uint8_t)(rr_highest(s) >> seat & 1 ? seat : __builtin_ctz(rr_highest(s)));
        break;
    case RR_NAME_ORDER:
        a->verb = RR_ORDER;
        a->order_count = (uint8_t)rr_open_places(s, a->order);
        break;
    default:
        a->verb = RR_LOAD_ONE;
        a->piece = (int8_t)rr_set_next(s->supply[seat], 0);
    }
}

static void score(const void *state, struct score *score) {
    const struct rr_state *s = state;
    int least;
    unsigned winners = fewest(s, &least);
    for (int seat = 0; seat < s->seats; seat++)
        score->points[seat] = rr_set_size(s->supply[seat]);
    if (s->phase == RR_OVER)
        score->winners = (uint16_t)winners;
}

static const struct bot *const bots[] = {&rr_bot_random, &rr_bot_deckhand, &rr_bot_regular, NULL};

const struct game riffraff_game = {
    .key = "riffraff",
    .title = "Riff Raff",
    .version = 1,
    .seats_min = 2,
    .seats_max = RR_SEATS,
    .state_size = sizeof(struct rr_state),
    .action_size = sizeof(struct rr_action),
    .legal_max = LOADS_MAX,
    .params = params,
    .starts = no_starts,
    .init = init,
    .turn = turn,
    .legal = legal,
    .check = check,
    .apply = apply,
    .chance = chance,
    .idle = idle,
    .score = score,
    .view = rr_view,
    .guess = rr_guess,
    .print_action = rr_print_action,
    .parse_action = rr_parse_action,
    .view_json = rr_view_json,
    .bots = bots,
    .sim = &rr_sim,
    .face = &rr_face,
};
