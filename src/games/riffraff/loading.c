/* loading.c: a turn: one or two pieces are announced and loaded one after the other; what falls
 * is caught or lost. */
#include "riffraff.h"

#include <string.h>

static uint64_t bit(int piece) {
    return (uint64_t)1 << piece;
}

int rr_area_of(const struct rr_state *state, int seat) {
    return state->laid[seat];
}

const char *rr_no_two(const struct rr_state *state, int seat) {
    int area = rr_area_of(state, seat);
    if (area <= RR_DECK_AREAS)
        return "riffraff.two_on_deck";
    if (!memchr(state->ship.area, area, sizeof state->ship.area))
        return "riffraff.two_on_empty";
    return rr_set_size(state->supply[seat]) < 2 ? "riffraff.two_of_one" : NULL;
}

static void add_loads(const struct rr_state *s, int seat, enum rr_verb verb, struct actions *out) {
    uint64_t pieces = s->supply[seat];
    for (int piece = rr_set_next(pieces, 0); piece >= 0; piece = rr_set_next(pieces, piece + 1)) {
        struct rr_action *action = actions_add(out);
        action->verb = (uint8_t)verb;
        action->piece = (int8_t)piece;
    }
}

void rr_legal_loads(const struct rr_state *state, int seat, struct actions *out) {
    add_loads(state, seat, RR_LOAD_ONE, out);
    if (state->phase == RR_LOAD && !rr_no_two(state, seat))
        add_loads(state, seat, RR_LOAD_TWO, out);
}

bool rr_check_load(const struct rr_state *state, int seat, const struct rr_action *action,
                   struct message *why) {
    if (action->verb != RR_LOAD_ONE && action->verb != RR_LOAD_TWO)
        return refuse(why, "riffraff.only_load");
    if (action->piece < 0 || action->piece >= RR_PIECES)
        return refuse(why, "riffraff.only_load");
    if (!(state->supply[seat] & bit(action->piece))) {
        refuse(why, "riffraff.not_there");
        rr_say_piece(why, action->piece);
        return false;
    }
    if (action->verb == RR_LOAD_ONE)
        return true;
    if (state->phase == RR_SECOND)
        return refuse(why, "riffraff.announced");
    const char *reason = rr_no_two(state, seat);
    if (!reason)
        return true;
    refuse(why, reason);
    message_number(why, "area", rr_area_of(state, seat));
    return false;
}

void rr_take_load(struct rr_state *state, int seat, const struct rr_action *action,
                  struct events *events) {
    bool is_second = state->phase == RR_SECOND, is_two = action->verb == RR_LOAD_TWO;
    if (!is_second)
        state->announced = is_two ? 2 : 1;
    state->loading = action->piece;
    state->supply[seat] &= ~bit(action->piece);
    state->phase = RR_SIM;
    rr_say_load(state, seat,
                is_second ? "riffraff.loads_second"
                : is_two  ? "riffraff.loads_two"
                          : "riffraff.loads",
                events);
}

static enum rr_ending ending_of(const struct rr_action *a) {
    if (a->fallen)
        return a->is_back ? RR_FELL_AND_BACK : RR_FELL;
    return a->is_back ? RR_CAME_BACK : RR_RESTED;
}

static void keep_last(struct rr_state *s, const struct rr_action *a) {
    s->last.fallen = a->fallen;
    s->last.caught = a->caught;
    s->last.what = (uint8_t)ending_of(a);
    s->last.round = s->round;
    s->last.seat = s->order[0];
    s->last.area = (uint8_t)rr_area_of(s, s->order[0]);
    s->last.piece = (uint8_t)s->loading;
}

/* caught pieces leave the game, except if only the loaded piece itself was caught. R-17:
 * everything else that fell goes to the player.: so does a piece that was still held. */
bool rr_take_outcome(struct rr_state *state, const struct rr_action *action,
                     struct events *events) {
    int seat = state->order[0];
    uint64_t held = bit(state->loading);
    uint64_t leaves = action->caught == held ? 0 : action->caught;
    uint64_t kept = (action->fallen & ~leaves) | (action->is_back ? held : 0);
    bool goes_on = !kept && !leaves && state->announced == 2 && state->loaded == 0;
    struct rr_ship ship;
    memset(&ship, 0, sizeof ship); /* clears the padding bytes, too */
    rr_ship_after(state, action, &ship);
    if (events)
        rr_say_outcome(state, &ship, action, leaves, events);
    keep_last(state, action);
    state->supply[seat] |= kept;
    state->out_of_game |= leaves;
    memcpy(&state->ship, &ship, sizeof ship);
    state->loading = RR_NO_PIECE;
    state->loaded = goes_on;
    state->phase = goes_on ? RR_SECOND : RR_LOAD;
    return !goes_on;
}
