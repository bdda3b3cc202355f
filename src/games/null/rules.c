/* rules.c: the rules of the null game. */
#include "null.h"

#include <string.h>

#include <spelunke/must.h>

enum { OPTION_ROUNDS, OPTION_FIRST_SEAT, OPTION_OPEN_CARDS, OPTION_SLOW_DEAL };

static const char *const or_random[] = {"random", NULL};

static const struct param params[] = {
    [OPTION_ROUNDS] = {.name = "rounds", .fallback = "3", .min = 1, .max = NULL_ROUNDS},
    [OPTION_FIRST_SEAT] = {.name = "first_seat",
                           .fallback = "0",
                           .offer = "random",
                           .min = 0,
                           .max = NULL_SEATS - 1,
                           .values = or_random},
    [OPTION_OPEN_CARDS] = {.name = "open_cards", .kind = PARAM_FLAG, .fallback = "off"},
    [OPTION_SLOW_DEAL] = {.name = "slow_deal", .kind = PARAM_FLAG, .fallback = "off"},
    {0},
};

static const struct param starts[] = {
    {.name = "purse", .fallback = "10", .min = 0, .max = 99},
    {0},
};

static struct null_round *running(struct null_state *s) {
    return &s->history[s->round];
}

static uint8_t everybody(const struct null_state *s) {
    return (uint8_t)((1 << s->seats) - 1);
}

static bool init(void *state, const struct setup *setup, struct message *why) {
    struct null_state *s = state;
    const struct option *first = &setup->options[OPTION_FIRST_SEAT];
    s->seats = (uint8_t)setup->seats;
    s->rounds = (uint8_t)setup->options[OPTION_ROUNDS].number;
    s->open_cards = (uint8_t)setup->options[OPTION_OPEN_CARDS].choice;
    s->slow_deal = (uint8_t)setup->options[OPTION_SLOW_DEAL].choice;
    s->bells = everybody(s);
    s->phase = first->choice == 0 ? NULL_FIRST : NULL_DEAL;
    s->starter = (uint8_t)first->number;
    if (first->number >= setup->seats)
        return refuse(why, "null.first_seat");
    for (int seat = 0; seat < setup->seats; seat++)
        s->purse[seat] = (int16_t)setup->starts[0][seat];
    return true;
}

static void turn(const void *state, struct turn *turn) {
    const struct null_state *s = state;
    switch (s->phase) {
    case NULL_FIRST:
        turn->kind = TURN_CHANCE;
        break;
    case NULL_DEAL:
        turn->kind = TURN_CHANCE;
        turn->takes_time = s->slow_deal;
        break;
    case NULL_BIDS:
        turn->kind = TURN_SEATS;
        turn->question = s->round;
        turn->seats = everybody(s) & ~s->sealed;
        turn->may = s->bells;
        turn->first = (int8_t)s->starter;
        break;
    case NULL_DROP:
        turn->kind = TURN_SIM;
        turn->control = (int8_t)(s->history[s->round].dropper - 1);
        break;
    default:
        turn->kind = TURN_OVER;
    }
}

int null_bid_limit(const struct null_state *state, int seat) {
    return state->purse[seat] < NULL_BID_MAX ? state->purse[seat] : NULL_BID_MAX;
}

static void legal(const void *state, int seat, struct actions *out) {
    const struct null_state *s = state;
    for (int bid = 0; !(s->sealed >> seat & 1) && bid <= null_bid_limit(s, seat); bid++) {
        struct null_action *action = actions_add(out);
        action->verb = NULL_BID;
        action->number = (uint8_t)bid;
    }
    if (s->bells >> seat & 1)
        ((struct null_action *)actions_add(out))->verb = NULL_RING;
}

static bool check_seat(const struct null_state *s, int seat, const struct null_action *a,
                       struct message *why) {
    if (a->verb == NULL_RING)
        return s->bells >> seat & 1 || refuse(why, "null.no_bell");
    if (a->verb != NULL_BID)
        return refuse(why, "null.no_such_action");
    if (s->sealed >> seat & 1)
        return refuse(why, "null.bid_once");
    if (a->number <= null_bid_limit(s, seat))
        return true;
    refuse(why, "null.bid_range");
    message_number(why, "max", null_bid_limit(s, seat));
    return false;
}

/* Each seat gets one card of the pack, and no card occurs twice. */
static bool is_deal(const struct null_state *s, const struct null_action *a) {
    unsigned dealt = 0;
    for (int seat = s->seats; seat < NULL_SEATS; seat++)
        if (a->card[seat])
            return false;
    for (int seat = 0; seat < s->seats; seat++) {
        if (a->card[seat] < 1 || a->card[seat] > NULL_CARDS || dealt >> a->card[seat] & 1)
            return false;
        dealt |= 1u << a->card[seat];
    }
    return true;
}

static bool check(const void *state, int seat, const void *action, struct message *why) {
    const struct null_state *s = state;
    const struct null_action *a = action;
    bool fits = false;
    if (seat >= 0)
        return check_seat(s, seat, a, why);
    if (s->phase == NULL_FIRST)
        fits = a->verb == NULL_FIRST_SEAT && a->number < s->seats;
    else if (s->phase == NULL_DEAL)
        fits = a->verb == NULL_DEAL_CARDS && is_deal(s, a);
    else if (s->phase == NULL_DROP)
        fits = a->verb == NULL_LAND && a->number >= 1 && a->number <= NULL_CARDS;
    return fits || refuse(why, "null.no_such_outcome");
}

void null_deal(const struct null_state *state, struct rng *rng, struct null_action *action) {
    uint8_t pack[NULL_CARDS];
    for (int i = 0; i < NULL_CARDS; i++)
        pack[i] = (uint8_t)(i + 1);
    rng_shuffle(rng, pack, NULL_CARDS);
    action->verb = NULL_DEAL_CARDS;
    memcpy(action->card, pack, state->seats);
}

static void chance(const void *state, struct rng *rng, void *action) {
    const struct null_state *s = state;
    struct null_action *a = action;
    if (s->phase == NULL_DEAL) {
        null_deal(s, rng, a);
        return;
    }
    bool is_coin = s->phase == NULL_DROP;
    a->verb = is_coin ? NULL_LAND : NULL_FIRST_SEAT;
    a->number = (uint8_t)(is_coin ? 1 + rng_below(rng, NULL_CARDS) : rng_below(rng, s->seats));
}

static void set_first(struct null_state *s, int seat, struct events *events) {
    s->starter = (uint8_t)seat;
    s->phase = NULL_DEAL;
    message_seat(event_add(events, SEEN_BY_ALL, "null.first"), "seat", seat);
}

static void deal(struct null_state *s, const struct null_action *a, struct events *events) {
    memcpy(running(s)->card, a->card, sizeof a->card);
    s->phase = NULL_BIDS;
    s->prize = NULL_PRIZE;
    message_number(event_add(events, SEEN_BY_ALL, "null.dealt"), "round", s->round + 1);
    for (int seat = 0; seat < s->seats; seat++) {
        uint16_t seen_by = s->open_cards ? SEEN_BY_ALL : (uint16_t)(1 << seat);
        struct message *m = event_add(events, seen_by, "null.card");
        message_seat(m, "seat", seat);
        message_number(m, "card", a->card[seat]);
    }
}

static void ring(struct null_state *s, int seat, struct events *events) {
    s->bells &= (uint8_t) ~(1 << seat);
    s->prize++;
    struct message *m = event_add(events, SEEN_BY_ALL, "null.rang");
    message_seat(m, "seat", seat);
    message_number(m, "prize", s->prize);
}

/* N-5: the highest bid; of several, the first one from the starter on. */
static int highest_bidder(const struct null_state *s) {
    const uint8_t *bid = s->history[s->round].bid;
    int best = s->starter;
    for (int i = 1; i < s->seats; i++) {
        int seat = (s->starter + i) % s->seats;
        if (bid[seat] > bid[best])
            best = seat;
    }
    return best;
}

static void open_bids(struct null_state *s, struct events *events) {
    int dropper = highest_bidder(s);
    running(s)->dropper = (uint8_t)(dropper + 1);
    s->phase = NULL_DROP;
    struct message *m = event_add(events, SEEN_BY_ALL, "null.bids");
    message_list(m, "bids", ARG_NUMBER);
    for (int seat = 0; seat < s->seats; seat++)
        message_item(m, running(s)->bid[seat] - 1);
    message_seat(m, "dropper", dropper);
}

static void seal_bid(struct null_state *s, int seat, int bid, struct events *events) {
    running(s)->bid[seat] = (uint8_t)(bid + 1);
    s->sealed |= (uint8_t)(1 << seat);
    message_seat(event_add(events, SEEN_BY_ALL, "null.sealed"), "seat", seat);
    if (s->sealed == everybody(s))
        open_bids(s, events);
}

static void end_round(struct null_state *s, struct events *events) {
    s->round++;
    s->sealed = 0;
    s->prize = 0;
    s->starter = (uint8_t)((s->starter + 1) % s->seats);
    s->phase = s->round < s->rounds ? NULL_DEAL : NULL_OVER;
    if (s->phase == NULL_OVER)
        event_add(events, SEEN_BY_ALL, "null.over");
}

static void land(struct null_state *s, int field, struct events *events) {
    struct null_round *round = running(s);
    int seat = round->dropper - 1;
    int gain = field <= round->card[seat] ? s->prize : 1 - round->bid[seat];
    round->field = (uint8_t)field;
    s->purse[seat] = (int16_t)(s->purse[seat] + gain);
    struct message *m = event_add(events, SEEN_BY_ALL, "null.landed");
    message_seat(m, "seat", seat);
    message_number(m, "field", field);
    message_number(m, "card", round->card[seat]);
    message_number(m, "gain", gain);
    end_round(s, events);
}

static void apply(void *state, int seat, const void *action, struct events *events) {
    struct null_state *s = state;
    const struct null_action *a = action;
    switch (a->verb) {
    case NULL_FIRST_SEAT:
        set_first(s, a->number, events);
        break;
    case NULL_DEAL_CARDS:
        deal(s, a, events);
        break;
    case NULL_BID:
        seal_bid(s, seat, a->number, events);
        break;
    case NULL_RING:
        ring(s, seat, events);
        break;
    default:
        must(a->verb == NULL_LAND);
        land(s, a->number, events);
    }
}

/* The default action of an absent player: bids nothing. */
static void idle(const void *state, int seat, void *action) {
    (void)state;
    (void)seat;
    ((struct null_action *)action)->verb = NULL_BID;
}

static void score(const void *state, struct score *score) {
    const struct null_state *s = state;
    int best = INT16_MIN;
    for (int seat = 0; seat < s->seats; seat++) {
        score->points[seat] = s->purse[seat];
        best = s->purse[seat] > best ? s->purse[seat] : best;
    }
    for (int seat = 0; s->phase == NULL_OVER && seat < s->seats; seat++)
        if (s->purse[seat] == best)
            score->winners |= (uint16_t)(1 << seat);
}

static const struct bot *const bots[] = {&bot_random, &null_bot_thrifty, NULL};

const struct game null_game = {
    .key = "null",
    .title = "Null",
    .version = 1,
    .seats_min = 2,
    .seats_max = NULL_SEATS,
    .state_size = sizeof(struct null_state),
    .action_size = sizeof(struct null_action),
    .legal_max = NULL_BID_MAX + 2,
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
    .view = null_view,
    .guess = null_guess,
    .print_action = null_print_action,
    .parse_action = null_parse_action,
    .view_json = null_view_json,
    .bots = bots,
    .sim = &null_sim,
    .face = &null_face,
};
