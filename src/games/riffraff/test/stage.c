/* stage.c: loadings for tests. */
#include "stage.h"

#include "unit/test.h"

#include <math.h>
#include <string.h>

#include <spelunke/must.h>

#include "../shapes.h"

static const struct game stage_game = {
    .state_size = sizeof(struct rr_state), .action_size = sizeof(struct rr_action), .sim = &rr_sim};

struct rr_state stage_state(int piece, int area) {
    struct rr_state state = {.seats = 4, .slow_motion = 4, .sea = RR_NORMAL, .phase = RR_SIM};
    state.order_count = 1;
    state.laid[0] = (uint8_t)area;
    state.loading = (int8_t)piece;
    return state;
}

struct pose stage_pose(int area, int x, int y, int z) {
    const struct rr_area *a = &rr_areas[area];
    int height = a->body == RR_HULL_BODY ? 0 : rr_yard_heights[a->body - RR_YARD_BODY];
    return (struct pose){
        {(a->low[0] + a->high[0]) / 2 + x, (a->low[1] + a->high[1]) / 2 + y, height + a->top + z},
        {1000000, 0, 0, 0}};
}

void stage_add(struct rr_state *state, int piece, int area, int x, int y, int z) {
    state->ship.aboard |= (uint64_t)1 << piece;
    state->ship.area[piece] = (uint8_t)area;
    state->ship.pose[piece] = stage_pose(area, x, y, z);
}

struct session *stage_open(const struct rr_state *state) {
    const struct rng dice = {0};
    return session_open(&stage_game, state, &dice, NULL);
}

void stage_move(struct session *session, struct pose pose, int ticks) {
    struct hand hand = {session_ticks(session), pose, true};
    session_hand(session, &hand, NULL);
    for (int i = 0; i < ticks && !session_over(session); i++)
        session_tick(session);
}

const char *stage_let_go(struct session *session) {
    struct message why = {0};
    struct frame frame = stage_frame(session);
    struct hand hand = {session_ticks(session), {{0}, {1000000, 0, 0, 0}}, false};
    if (frame.held >= 0)
        hand.pose = frame.bodies[frame.held];
    return session_hand(session, &hand, &why) == HAND_REFUSED ? why.key : NULL;
}

void stage_bring(struct session *session, struct pose to) {
    enum { HIGHER = 40000, WAY = 400 };
    struct frame frame = stage_frame(session);
    struct pose over = to, start = frame.bodies[frame.held];
    over.at[2] += HIGHER;
    start.at[2] = over.at[2];
    stage_move(session, start, WAY);
    stage_move(session, over, WAY);
    stage_move(session, to, 2 * WAY);
}

struct rr_action stage_end(struct session *session) {
    struct rr_action outcome;
    while (session_tick(session))
        ;
    session_close(session, &outcome);
    return outcome;
}

struct frame stage_frame(const struct session *session) {
    struct frame frame;
    memset(&frame, 0, sizeof frame);
    session_frame(session, &frame);
    return frame;
}

double stage_heel(const struct frame *frame) {
    const int32_t *q = frame->bodies[RR_HULL_BODY].turned;
    return 2 * asin(hypot(q[1], q[2]) * 1e-6) * 180 / acos(-1);
}

struct session *stage_push_off(struct rr_state *s) {
    enum { HALF = 13000 };
    *s = stage_state(RR_CRATE, 5);
    stage_add(s, RR_SHAPES + RR_CRATE, 5, 0, 55000, HALF);
    stage_add(s, 2 * RR_SHAPES + RR_CRATE, 6, 0, -55000, HALF);
    struct session *session = stage_open(s);
    stage_move(session, stage_pose(5, -60000, 0, 30000), 300);
    stage_move(session, stage_pose(5, 0, 20000, 25000), 400);
    stage_move(session, stage_pose(5, 0, 20000, HALF), 300);
    stage_move(session, stage_pose(5, 0, 90000, HALF + 2000), 0);
    return session;
}

void stage_assert_valid(const struct rr_state *s, const struct rr_action *a) {
    uint64_t loaded = a->is_back ? 0 : (uint64_t)1 << s->loading;
    assert_int_equal(a->verb, RR_OUTCOME);
    assert_int_equal(a->caught & ~a->fallen, 0);
    assert_int_equal(a->fallen & ~(s->ship.aboard | loaded), 0);
    if (!a->has_ship)
        return;
    assert_int_equal(a->ship.aboard, (s->ship.aboard | loaded) & ~a->fallen);
    for (int piece = 0; piece < RR_PIECES; piece++) {
        const struct pose *pose = &a->ship.pose[piece];
        if (a->ship.aboard >> piece & 1) {
            assert_in_range(a->ship.area[piece], 1, RR_AREAS);
            assert_in_range(pose->at[2], 0, 600000);
        } else {
            assert_int_equal(a->ship.area[piece], 0);
            assert_int_equal(pose->turned[0] | pose->at[0] | pose->at[2], 0);
        }
    }
}

struct rr_state stage_after(const struct rr_state *state, const struct rr_action *outcome,
                            int piece, int area) {
    struct rr_state next = *state;
    if (outcome->has_ship)
        next.ship = outcome->ship;
    next.loading = (int8_t)piece;
    next.laid[0] = (uint8_t)area;
    return next;
}
