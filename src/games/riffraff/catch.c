/* catch.c: the alarm, slow motion, falling pieces, and the open hand. */
#include "catch.h"

#include <string.h>

#include "geometry.h"
#include "shapes.h"

static const double alarm_speed = .25; /* metres a second */
static const double gravity = 9.81;

void catch_begin(struct rr_catch *c, int slow_motion) {
    *c = (struct rr_catch){.slow_motion = slow_motion, .alarm_ticks = -1};
}

void catch_open(struct rr_catch *c, const double at[3]) {
    memcpy(c->start, at, sizeof c->start);
    memcpy(c->at, at, sizeof c->at);
    memcpy(c->target, at, sizeof c->target);
}

static double within(double value, double low, double high) {
    return value < low ? low : value > high ? high : value;
}

void catch_aim(struct rr_catch *c, const struct pose *pose) {
    c->target[1] = within(pose->at[1], -RR_CATCH_SIDE, RR_CATCH_SIDE) * 1e-6;
    c->target[2] = within(pose->at[2], RR_CATCH_LOW, RR_CATCH_HIGH) * 1e-6;
}

int catch_slow(const struct rr_catch *c) {
    return c->alarm_ticks >= 0 ? c->slow_motion : 1;
}

int32_t catch_speed(int slow) {
    return slow >= 8 ? CATCH_SPEED_SLOWEST : CATCH_SPEED;
}

/* a piece has fallen after enough steps without support if it is not over the deck. If it
 * touches the ship again it is aboard again. A piece that was released above its own area only
 * drops onto it. */
static void look_for_falls(struct rr_catch *c, const struct loose *p) {
    uint64_t bit = (uint64_t)1 << p->piece;
    uint8_t *air = &c->air_steps[p->piece];
    *air = (uint8_t)(p->is_held_up ? 0 : *air < CATCH_AIR_STEPS ? *air + 1 : *air);
    if (*air == 0)
        c->falling &= ~bit;
    if (*air == CATCH_AIR_STEPS && !p->is_inside && !p->is_at_home) {
        c->falling |= bit;
        c->has_fallen = true;
    }
}

static void end_alarm(struct rr_catch *c) {
    if (!c->has_fallen) /* a false alarm changes nothing */
        memcpy(c->at, c->start, sizeof c->at);
    c->alarm_ticks = -1;
    c->has_fallen = false;
}

void catch_look(struct rr_catch *c, const struct loose *pieces, int count) {
    bool is_fast = false;
    for (int i = 0; i < count; i++) {
        look_for_falls(c, &pieces[i]);
        is_fast |= pieces[i].speed > alarm_speed && !pieces[i].is_at_home;
    }
    is_fast |= c->falling != 0;
    c->calm_steps = is_fast ? 0 : c->calm_steps + 1;
    if (is_fast && c->alarm_ticks < 0)
        c->alarm_ticks = 0;
    else if (c->alarm_ticks >= 0 && c->calm_steps >= CATCH_CALM_STEPS)
        end_alarm(c);
}

static void move_hand(struct rr_catch *c) {
    double way[3] = {0, c->target[1] - c->at[1], c->target[2] - c->at[2]};
    vector_clamp(way, catch_speed(c->slow_motion) * 1e-6 / CATCH_HZ);
    for (int i = 1; i < 3; i++)
        c->at[i] += way[i];
}

uint64_t catch_tick(struct rr_catch *c, bool is_open, const struct loose *pieces, int count) {
    uint64_t caught = 0;
    if (c->alarm_ticks < 0)
        return 0;
    c->alarm_ticks++;
    if (!is_open)
        return 0;
    move_hand(c);
    for (int i = 0; i < count && c->alarm_ticks >= CATCH_REACTION; i++) {
        uint64_t bit = (uint64_t)1 << pieces[i].piece;
        double way = hypot(pieces[i].at[1] - c->at[1], pieces[i].at[2] - c->at[2]);
        if ((c->falling & bit) && way <= CATCH_RADIUS * 1e-6)
            caught |= bit;
    }
    c->caught |= caught;
    c->falling &= ~caught;
    return caught;
}

void catch_forget(struct rr_catch *c, int piece) {
    c->falling &= ~((uint64_t)1 << piece);
    c->air_steps[piece] = 0;
}

int32_t catch_ticks_left(const struct loose *piece, int slow) {
    double height = fmax(0, piece->at[2] - RR_LOST * 1e-6);
    double seconds =
        (sqrt(piece->fall * piece->fall + 2 * gravity * height) - piece->fall) / gravity;
    double ticks = ceil(seconds * CATCH_HZ) * slow;
    return ticks < FALL_TICKS_MAX ? (int32_t)ticks : FALL_TICKS_MAX;
}

static int32_t ticks_until_lost(const struct frame *frame, int body) {
    for (int i = 0; i < frame->fall_count; i++)
        if (frame->falls[i].body == body)
            return frame->falls[i].ticks;
    return -1;
}

/* The predicted trajectory in the plane seen from the stern, in micrometres and ticks. */
struct flight {
    double y, z, speed_y, speed_z, gravity;
};

static struct flight find_flight(const struct frame *before, const struct frame *now, int body,
                                 int32_t ticks) {
    const int32_t *at = now->bodies[body].at;
    double hz = CATCH_HZ * (double)now->slow, height = at[2] - RR_LOST;
    struct flight f = {.y = at[1], .z = at[2], .gravity = gravity * 1e6 / (hz * hz)};
    if (ticks > 0)
        f.speed_z = f.gravity * ticks / 2 - height / ticks;
    if (before && before->tick < now->tick && before->bodies[body].at[2] > RR_WAITING)
        f.speed_y = (at[1] - before->bodies[body].at[1]) / (double)(now->tick - before->tick);
    return f;
}

bool rr_reach(const struct frame *before, const struct frame *now, int body, struct pose *out) {
    int32_t left = ticks_until_lost(now, body);
    if (left < 0)
        return false;
    struct flight f = find_flight(before, now, body, left);
    const struct pose *hand = &now->bodies[RR_HAND_BODY];
    double speed = catch_speed(now->slow) / (double)CATCH_HZ, best = 1e18;
    *out = (struct pose){{hand->at[0], 0, 0}, {1000000, 0, 0, 0}};
    for (int32_t tick = 0; tick <= left && best > CATCH_RADIUS / 2; tick++) {
        double y = f.y + f.speed_y * tick;
        double z = f.z + f.speed_z * tick - f.gravity * tick * tick / 2;
        double missing = hypot(y - hand->at[1], z - hand->at[2]) - speed * tick;
        if (missing >= best)
            continue;
        best = missing;
        out->at[1] = (int32_t)within(y, -RR_CATCH_SIDE, RR_CATCH_SIDE);
        out->at[2] = (int32_t)within(z, RR_CATCH_LOW, RR_CATCH_HIGH);
    }
    return true;
}
