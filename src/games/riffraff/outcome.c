/* outcome.c: validates, applies and draws the outcomes of a loading.
 *
 * Outcomes come from sessions, logs and scripts and are not trusted: fallen pieces must have
 * been aboard or in the hand, caught pieces must have fallen, and a ship must contain exactly
 * the pieces that are aboard afterwards, at valid positions. */
#include "riffraff.h"

#include <string.h>

enum { ONE = 1000000, HUNDREDTH = ONE / 100 };

static uint64_t bit(int piece) {
    return (uint64_t)1 << piece;
}

uint64_t rr_aboard_after(const struct rr_state *state, const struct rr_action *action) {
    uint64_t held = action->is_back ? 0 : bit(state->loading);
    return (state->ship.aboard | held) & ~action->fallen;
}

static bool is_within(int32_t number, int32_t most) {
    return number >= -most && number <= most;
}

static bool angles_fit(const struct rr_ship *ship) {
    for (int i = 0; i < RR_JOINTS; i++)
        if (!is_within(ship->joints[i], i < 2 ? RR_SHIP_ANGLE_MAX : RR_YARD_ANGLE_MAX))
            return false;
    return true;
}

/* Whether a quaternion has unit length, within one percent. */
static bool is_unit(const int32_t turned[4]) {
    const int64_t low = (int64_t)(ONE - HUNDREDTH) * (ONE - HUNDREDTH);
    const int64_t high = (int64_t)(ONE + HUNDREDTH) * (ONE + HUNDREDTH);
    int64_t square = 0;
    for (int i = 0; i < 4; i++) {
        if (!is_within(turned[i], ONE + HUNDREDTH))
            return false;
        square += (int64_t)turned[i] * turned[i];
    }
    return square >= low && square <= high;
}

static bool pose_fits(const struct pose *pose) {
    for (int i = 0; i < 3; i++)
        if (!is_within(pose->at[i], RR_PLACE_MAX))
            return false;
    return is_unit(pose->turned);
}

static bool piece_fits(const struct rr_ship *ship, int piece) {
    static const struct pose nowhere;
    if (ship->aboard & bit(piece))
        return ship->area[piece] >= 1 && ship->area[piece] <= RR_AREAS &&
               pose_fits(&ship->pose[piece]);
    return !ship->area[piece] && memcmp(&ship->pose[piece], &nowhere, sizeof nowhere) == 0;
}

static bool check_ship(const struct rr_ship *ship, uint64_t aboard, struct message *why) {
    if (ship->aboard != aboard)
        return refuse(why, "riffraff.ship_pieces");
    if (!angles_fit(ship))
        return refuse(why, "riffraff.ship_angles");
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (!piece_fits(ship, piece))
            return refuse(why, "riffraff.ship_pose");
    return true;
}

bool rr_check_outcome(const struct rr_state *state, const struct rr_action *action,
                      struct message *why) {
    if (action->verb != RR_OUTCOME)
        return refuse(why, "riffraff.only_outcome");
    uint64_t loose = state->ship.aboard | (action->is_back ? 0 : bit(state->loading));
    uint64_t wrong = action->fallen & ~loose;
    if (wrong) {
        refuse(why, "riffraff.not_fallen");
        rr_say_piece(why, rr_set_next(wrong, 0));
        return false;
    }
    wrong = action->caught & ~action->fallen;
    if (wrong) {
        refuse(why, "riffraff.not_caught");
        rr_say_piece(why, rr_set_next(wrong, 0));
        return false;
    }
    return !action->has_ship || check_ship(&action->ship, rr_aboard_after(state, action), why);
}

void rr_ship_after(const struct rr_state *state, const struct rr_action *action,
                   struct rr_ship *out) {
    if (action->has_ship) {
        memcpy(out, &action->ship, sizeof *out);
        return;
    }
    memcpy(out, &state->ship, sizeof *out);
    out->aboard &= ~action->fallen;
    for (int piece = 0; piece < RR_PIECES; piece++)
        if (action->fallen & bit(piece)) {
            out->area[piece] = 0;
            memset(&out->pose[piece], 0, sizeof out->pose[piece]);
        }
    if (!action->is_back && !(action->fallen & bit(state->loading)))
        rr_lay(out, state->loading, rr_area_of(state, state->order[0]));
}

/* A random subset; each member is in it with probability 1 / out_of. */
static uint64_t draw_some(uint64_t set, uint32_t out_of, struct rng *rng) {
    uint64_t some = 0;
    for (int piece = rr_set_next(set, 0); piece >= 0; piece = rr_set_next(set, piece + 1))
        if (rng_below(rng, out_of) == 0)
            some |= bit(piece);
    return some;
}

static int draw_one(uint64_t set, struct rng *rng) {
    uint32_t skip = rng_below(rng, (uint32_t)rr_set_size(set));
    int piece = rr_set_next(set, 0);
    while (skip--)
        piece = rr_set_next(set, piece + 1);
    return piece;
}

static int32_t draw_within(int32_t most, struct rng *rng) {
    return (int32_t)rng_below(rng, 2 * (uint32_t)most + 1) - most;
}

static void draw_pose(struct rr_ship *ship, int piece, struct rng *rng) {
    static const int32_t turns[][4] = {{ONE, 0, 0, 0},
                                       {707107, 707107, 0, 0},
                                       {707107, 0, -707107, 0},
                                       {923880, 0, 0, 382683},
                                       {500000, -500000, 500000, -500000}};
    enum { TURNS = sizeof turns / sizeof *turns };
    struct pose *pose = &ship->pose[piece];
    ship->area[piece] = (uint8_t)(1 + rng_below(rng, RR_AREAS));
    pose->at[0] = draw_within(150000, rng);
    pose->at[1] = draw_within(150000, rng);
    pose->at[2] = draw_within(350000, rng);
    memcpy(pose->turned, turns[rng_below(rng, TURNS)], sizeof pose->turned);
}

/* A random ship: as without a session, but with random angles, and a quarter of the cargo at
 * random poses. */
static void draw_ship(const struct rr_state *s, struct rng *rng, struct rr_action *a) {
    struct rr_ship ship;
    memset(&ship, 0, sizeof ship);
    rr_ship_after(s, a, &ship);
    for (int i = 0; i < RR_JOINTS; i++)
        ship.joints[i] = draw_within(i < 2 ? RR_SHIP_ANGLE_MAX : RR_YARD_ANGLE_MAX, rng);
    uint64_t slid = draw_some(ship.aboard, 4, rng);
    for (int piece = rr_set_next(slid, 0); piece >= 0; piece = rr_set_next(slid, piece + 1))
        draw_pose(&ship, piece, rng);
    a->has_ship = true;
    memcpy(&a->ship, &ship, sizeof ship);
}

/* The probabilities in sixteenths: 9 nothing falls, 5 something falls, 1 the piece comes back, 1
 * something falls while the piece is held. */
void rr_draw_outcome(const struct rr_state *state, struct rng *rng, struct rr_action *action) {
    uint32_t kind = rng_below(rng, 16);
    uint64_t loose = state->ship.aboard;
    action->verb = RR_OUTCOME;
    action->is_back = kind >= 14;
    if (!action->is_back)
        loose |= bit(state->loading);
    if (kind >= 9 && kind != 14 && loose) {
        action->fallen = bit(draw_one(loose, rng)) | draw_some(loose, 8, rng);
        action->caught = draw_some(action->fallen, 2, rng);
    }
    if (rng_below(rng, 2))
        draw_ship(state, rng, action);
}
