/* steer.c: how a computer player moves its piece, releases it, and catches. */
#include "steer.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

#include "catch.h"
#include "geometry.h"

/* Ticks of 4 ms. */
enum {
    REACTION = 63,
    LATE = 45,
    JUDGED_OVER = 40, /* to measure speeds; in slow motion every 8th tick is a step */
    PATIENCE = 500,
    QUIET = 100,
    SPOTS_TRIED = 300,
    TRIES_STUCK = 3
};

static const double astern = -.100, over_deck = .055; /* where pieces are moved, metres */
static const double press = .0005;                    /* depth of the piece in its support */
static const double near = .0015, near_turn = .05;
static const double misjudged = .20;

double steer_draw_error(struct rng *rng) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += rng_next(rng) / 4294967296.0;
    return sum;
}

struct real_pose steer_miss(const struct berth *berth, const double error[5], double metres,
                            double radians) {
    static const double guided = .001;
    struct real_pose pose = berth->rest;
    double axis[3] = {error[2], error[3], error[4]}, ahead = error[0] * metres;
    pose.at[0] += berth->hangs ? fmax(-guided, fmin(guided, ahead)) : ahead;
    pose.at[1] += error[1] * metres;
    for (int i = 0; i < 3; i++)
        axis[i] *= radians / sqrt(3);
    turn_by(pose.turned, axis);
    return pose;
}

/* Tries sensible places first, then random ones. */
static bool find_any(const struct thinking *thinking, const struct berth_view *view,
                     struct berth *out) {
    const struct rr_state *v = thinking->view;
    for (int i = 0; i < SPOTS_TRIED; i++) {
        struct berth_spot spot =
            berth_draw(view->area, v->loading, i < SPOTS_TRIED / 2, thinking->rng);
        if (berth_try(view, v->loading, &spot, out))
            return true;
    }
    return false;
}

/* Without any place the piece is held over the centre of the area and released if allowed. */
static void take_middle(struct rr_steering *s) {
    const struct rr_area *area = &rr_areas[s->view.area];
    s->berth = (struct berth){.rest = {.turned = {1, 0, 0, 0}}, .lift = .030};
    for (int i = 0; i < 2; i++)
        s->berth.rest.at[i] = (area->low[i] + area->high[i]) * .5e-6;
    s->berth.rest.at[2] = area->top * 1e-6 + .025;
}

/* Chooses a place; the error is halved after every refused release. */
static void choose_place(struct rr_steering *s, const struct rr_level *level,
                         const struct thinking *thinking) {
    double error[5], care = pow(.5, s->tries);
    if (!level->find(thinking, &s->view, s->tries, &s->berth) &&
        !find_any(thinking, &s->view, &s->berth))
        take_middle(s);
    for (int i = 0; i < 5; i++)
        error[i] = steer_draw_error(thinking->rng);
    s->wanted = steer_miss(&s->berth, error, level->error * care, level->turn_error * care);
    s->stage = STEER_OUT;
}

/* The pose of the held piece in the frame of the area's body. */
static struct real_pose piece_inside(const struct rr_steering *s, const struct frame *frame) {
    const struct real_pose *body = &s->view.scene.ship[rr_areas[s->view.area].body];
    struct real_pose pose = pose_real(&frame->bodies[frame->held]);
    return pose_inside(body, &pose);
}

static void begin(struct rr_steering *s, const struct rr_level *level,
                  const struct thinking *thinking, const struct frame *frame) {
    const struct rr_state *v = thinking->view;
    memset(s, 0, sizeof *s);
    s->is_begun = true;
    s->alarm = s->target = -1;
    s->judgement = 1;
    berth_look(&v->ship, v->sea, rr_area_of(v, thinking->seat), &s->view);
    choose_place(s, level, thinking);
    s->from = piece_inside(s, frame);
    s->since = frame->tick;
}

/* The target pose of the current stage, in the frame of the area. */
static struct real_pose find_waypoint(const struct rr_steering *s) {
    const struct rr_area *area = &rr_areas[s->view.area];
    bool is_deck = area->body == RR_HULL_BODY;
    struct real_pose at = s->stage <= STEER_TURN ? s->from : s->wanted;
    double travel = s->wanted.at[2] + s->berth.lift;
    if (is_deck)
        travel = fmax(travel, area->top * 1e-6 + over_deck);
    if (s->stage <= STEER_ASIDE && !is_deck)
        at.at[0] = astern;
    if (s->stage == STEER_TURN)
        memcpy(at.turned, s->wanted.turned, sizeof at.turned);
    if (s->stage == STEER_OUT && is_deck)
        at.at[2] = fmax(at.at[2], travel);
    else if (s->stage >= STEER_TURN && s->stage <= STEER_OVER)
        at.at[2] = travel;
    else if (s->stage > STEER_OVER)
        at.at[2] -= press;
    return at;
}

static bool has_arrived(const struct real_pose *piece, const struct real_pose *to) {
    double way[3], turn[3];
    vector_subtract(to->at, piece->at, way);
    turn_between(piece->turned, to->turned, turn);
    return vector_length(way) < near && vector_length(turn) < near_turn;
}

static bool is_stage_over(const struct rr_steering *s, const struct frame *frame,
                          const struct real_pose *piece) {
    struct real_pose to = find_waypoint(s);
    int32_t ticks = frame->tick - s->since;
    if (s->stage == STEER_WAIT)
        return ticks >= QUIET || frame->awaits_hand;
    return ticks >= PATIENCE || (ticks > 0 && frame->awaits_hand) || has_arrived(piece, &to);
}

/* Whether the piece is caught on something and far from its target, so that it should not be
 * released. */
static bool is_stuck(const struct rr_steering *s, const struct real_pose *piece) {
    static const double off = .005, off_turn = .20;
    double way[3], turn[3];
    vector_subtract(s->wanted.at, piece->at, way);
    turn_between(piece->turned, s->wanted.turned, turn);
    return s->tries < TRIES_STUCK && (vector_length(way) > off || vector_length(turn) > off_turn);
}

static void bring(struct rr_steering *s, const struct rr_level *level,
                  const struct thinking *thinking, const struct frame *frame, struct hand *hand) {
    struct real_pose piece = piece_inside(s, frame);
    while (s->stage < STEER_LET_GO && is_stage_over(s, frame, &piece)) {
        s->stage++;
        s->since = frame->tick;
        if (s->stage == STEER_LET_GO || s->stage == STEER_WAIT)
            break;
    }
    if (s->stage == STEER_LET_GO && (frame->release || is_stuck(s, &piece))) {
        s->tries++;
        choose_place(s, level, thinking);
        s->from = piece;
        s->since = frame->tick;
    }
    struct real_pose to = find_waypoint(s), world = berth_in_world(&s->view, &to);
    hand->pose = pose_fixed(&world);
    hand->grip = s->stage != STEER_LET_GO;
}

static const struct frame *seen_at(const struct rr_steering *s, int32_t tick) {
    int found = s->seen_count - 1;
    while (found > 0 && found > s->seen_count - STEER_FRAMES &&
           s->seen[found % STEER_FRAMES].tick > tick)
        found--;
    return &s->seen[found % STEER_FRAMES];
}

/* The delayed frame, extrapolated to the present with the player's misjudged speed. The position
 * of the own hand is known exactly. */
static void foresee(const struct rr_steering *s, const struct frame *before,
                    const struct frame *late, const struct frame *now, struct frame *out) {
    double hz = CATCH_HZ * (double)late->slow, gravity = 9.81e6 / (hz * hz);
    *out = *late;
    out->tick = now->tick;
    out->bodies[RR_HAND_BODY] = now->bodies[RR_HAND_BODY];
    for (int i = 0; i < out->fall_count; i++) {
        struct fall *fall = &out->falls[i];
        int32_t *at = out->bodies[fall->body].at;
        const int32_t *old = before->bodies[fall->body].at;
        double passed = fmin(fall->ticks, (now->tick - late->tick) * s->judgement);
        double left = fmax(1, fall->ticks), height = at[2] - RR_LOST;
        double sinks = gravity * left / 2 - height / left;
        if (before->tick < late->tick && old[2] > RR_WAITING / 2)
            at[1] += (int32_t)((at[1] - old[1]) * passed / (late->tick - before->tick));
        at[2] += (int32_t)(sinks * passed - gravity * passed * passed / 2);
        fall->ticks -= (int32_t)passed;
    }
}

/* The piece that is already targeted, or else the one with the most time left. */
static int choose_target(const struct rr_steering *s, const struct frame *ahead) {
    int best = -1;
    for (int i = 0; i < ahead->fall_count; i++) {
        if (ahead->falls[i].ticks > 0 && ahead->falls[i].body == s->target)
            return i;
        if (ahead->falls[i].ticks > 0 &&
            (best < 0 || ahead->falls[i].ticks > ahead->falls[best].ticks))
            best = i;
    }
    return best;
}

static void reach(struct rr_steering *s, const struct thinking *thinking, const struct frame *frame,
                  struct hand *hand) {
    struct frame ahead;
    bool is_alarm = frame->phase == RR_SHOWS_ALARM || frame->phase == RR_SHOWS_CATCHING;
    s->seen[s->seen_count++ % STEER_FRAMES] = *frame;
    s->alarm = !is_alarm ? -1 : s->alarm < 0 ? frame->tick : s->alarm;
    if (s->alarm < 0 || frame->tick - s->alarm < REACTION)
        return;
    const struct frame *late = seen_at(s, frame->tick - LATE);
    const struct frame *before = seen_at(s, late->tick - JUDGED_OVER);
    foresee(s, before, late, frame, &ahead);
    int chosen = choose_target(s, &ahead);
    if (chosen < 0)
        return;
    if (ahead.falls[chosen].body != s->target)
        s->judgement = 1 + misjudged * steer_draw_error(thinking->rng);
    s->target = ahead.falls[chosen].body;
    rr_reach(before, &ahead, s->target, &hand->pose);
}

void steer_hand(const struct rr_level *level, struct rr_steering *steering,
                const struct thinking *thinking, const struct frame *frame, struct hand *hand) {
    must(steering);
    bool is_new = frame->tick == 0 || !steering->is_begun || frame->tick < steering->tick;
    if (is_new && frame->held >= 0)
        begin(steering, level, thinking, frame);
    steering->tick = frame->tick;
    if (frame->held >= 0)
        bring(steering, level, thinking, frame, hand);
    else if (level->catches)
        reach(steering, thinking, frame, hand);
}

void *steer_memory(size_t bytes) {
    must(bytes >= sizeof(struct rr_steering));
    return must_alloc(bytes);
}

void *steer_sit(const struct game *game, int seat) {
    (void)game, (void)seat;
    return steer_memory(sizeof(struct rr_steering));
}

void steer_leave(void *memory) {
    free(memory);
}
