/* steer.c: the person's hand: a held piece is moved, turned and let go; the open hand is
 * moved in the plane that is seen from the stern, or reaches for what falls. */
#include <curses.h>
#include <math.h>
#include <string.h>

#include "client.h"
#include "terminal/parts.h"

enum { STEP = 5000, FINE_STEP = 1000, HAND_STEP = 30000, HAND_AHEAD = 90000 }; /* micrometres */
enum { TURN = 15, FINE_TURN = 3, WHOLE_TURN = 360 };                           /* degrees */

static double micro(const struct value *list, int index) {
    return (double)value_number(value_at(list, index));
}

void riffraff_turn(const struct table *table, int shape, const struct draft *draft,
                   struct hand *hand) {
    const struct value *pose =
        value_get(value_at(riffraff_poses(table, shape), draft->pose), "turned");
    double half = draft->yaw * acos(-1) / WHOLE_TURN, c = cos(half), s = sin(half);
    double w = micro(pose, 0), x = micro(pose, 1), y = micro(pose, 2), z = micro(pose, 3);
    const double turned[4] = {c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w};
    for (int i = 0; i < 4; i++)
        hand->pose.turned[i] = (int32_t)lround(turned[i]);
}

static void note_places(const struct frame *frame, struct draft *draft) {
    if (draft->is_tick == frame->tick)
        return;
    memcpy(draft->was_y, draft->is_y, sizeof draft->was_y);
    draft->was_tick = draft->is_tick;
    draft->is_tick = frame->tick;
    for (int body = 0; body < frame->count && body < FRAME_BODIES; body++)
        draft->is_y[body] = frame->bodies[body].at[1];
}

bool riffraff_look(const struct table *table, const struct frame *frame, struct draft *draft,
                   struct hand *hand) {
    (void)table;
    note_places(frame, draft);
    draft->shown = (enum shown)frame->phase;
    draft->release = frame->release;
    draft->slow = frame->slow;
    draft->fall_count = 0;
    for (int i = 0; i < frame->fall_count && i < REACH_KEYS; i++)
        draft->falls[draft->fall_count++] = frame->falls[i].body;
    if (draft->has_begun || frame->held < 0)
        return false;
    draft->has_begun = true;
    hand->grip = true;
    hand->pose = frame->bodies[frame->held];
    for (int i = 0; i < 3; i++)
        draft->start[i] = hand->pose.at[i] * 1e-3;
    return true;
}

/* A key that moves: along which axis, and whether by a small step. */
struct move {
    int key, axis, sign;
    bool is_fine;
};
static const struct move moves[] = {
    {KEY_LEFT, 1, 1, false},     {KEY_RIGHT, 1, -1, false}, {KEY_UP, 0, 1, false},
    {KEY_DOWN, 0, -1, false},    {KEY_PPAGE, 2, 1, false},  {KEY_NPAGE, 2, -1, false},
    {'w', 2, 1, false},          {'s', 2, -1, false},       {KEY_SLEFT, 1, 1, true},
    {KEY_SRIGHT, 1, -1, true},   {KEY_SR, 0, 1, true},      {KEY_SF, 0, -1, true},
    {KEY_SPREVIOUS, 2, 1, true}, {KEY_SNEXT, 2, -1, true},  {'W', 2, 1, true},
    {'S', 2, -1, true},
};

static const struct move *find_move(int key) {
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].key == key)
            return &moves[i];
    return NULL;
}

static bool is_turn(int key, struct draft *draft) {
    bool is_small = key == 'E' || key == 'R' || draft->is_fine;
    int sign = key == 'e' || key == 'E' ? 1 : -1;
    if (key != 'e' && key != 'r' && key != 'E' && key != 'R')
        return false;
    int degrees = sign * (is_small ? FINE_TURN : TURN);
    draft->yaw = (draft->yaw + degrees + WHOLE_TURN) % WHOLE_TURN;
    return true;
}

static bool is_pose(const struct table *table, int key, int shape, struct draft *draft) {
    if (key != 'p' && key != '\t')
        return false;
    int count = value_count(riffraff_poses(table, shape));
    draft->pose = count ? (draft->pose + 1) % count : 0;
    return true;
}

static enum reading hold_key(const struct table *table, const struct frame *frame, int key,
                             struct draft *draft, struct hand *hand, struct text *answer) {
    const struct move *move = find_move(key);
    int shape = riffraff_body_shape(table, frame->held);
    if (move) {
        hand->pose.at[move->axis] +=
            move->sign * (move->is_fine || draft->is_fine ? FINE_STEP : STEP);
    } else if (is_turn(key, draft) || is_pose(table, key, shape, draft)) {
        riffraff_turn(table, shape, draft, hand);
    } else if (key == 'f') {
        draft->is_fine = !draft->is_fine;
        table_say_key(table, draft->is_fine ? "riffraff.fine_on" : "riffraff.fine_off", answer);
        return READ_ANSWER;
    } else if (key == ' ' || key_is_return(key)) {
        hand->grip = false; /* a refusal says why, and the piece stays in the hand */
    } else {
        return READ_NOTHING;
    }
    return READ_CHANGED;
}

static double gravity_of(const struct frame *frame, int64_t hz) {
    double second = (double)hz * frame->slow;
    return 9.81e6 / (second * second); /* micrometres a tick and tick */
}

static int32_t ticks_left(const struct frame *frame, int body) {
    for (int i = 0; i < frame->fall_count; i++)
        if (frame->falls[i].body == body)
            return frame->falls[i].ticks;
    return -1;
}

/* How fast the open hand is, micrometres a tick. */
static double hand_speed(const struct table *table, const struct frame *frame, int64_t hz) {
    const struct value *speeds = value_get(value_get(table->kit, "catch_hand"), "speeds");
    for (int i = 0; i < value_count(speeds); i++)
        if (value_get_number(value_at(speeds, i), "slow") == frame->slow)
            return (double)value_get_number(value_at(speeds, i), "speed") / (double)hz;
    return 0;
}

/* Follows the flight of a piece to the tick in which the hand can be there, or nearly. */
bool riffraff_reach(const struct table *table, const struct draft *draft, const struct frame *frame,
                    int body, struct hand *hand) {
    int64_t hz = value_get_number(table->kit, "hz");
    int32_t left = ticks_left(frame, body), passed = draft->is_tick - draft->was_tick;
    const struct pose *open = &frame->bodies[scene_body(table->kit, "hand")];
    const int32_t *at = frame->bodies[body].at;
    double gravity = gravity_of(frame, hz), speed = hand_speed(table, frame, hz), best = 1e18;
    double lost = (double)value_get_number(table->kit, "lost");
    double radius = (double)value_get_number(value_get(table->kit, "catch_hand"), "radius");
    double down = left > 0 ? gravity * left / 2 - (at[2] - lost) / left : 0;
    double aside = passed > 0 && draft->was_tick ? (at[1] - draft->was_y[body]) / passed : 0;
    for (int32_t tick = 0; tick <= left && best > radius / 2; tick++) {
        double y = at[1] + aside * tick, z = at[2] + down * tick - gravity * tick * tick / 2;
        double missing = hypot(y - open->at[1], z - open->at[2]) - speed * tick;
        if (missing >= best)
            continue;
        best = missing;
        hand->pose.at[1] = (int32_t)y;
        hand->pose.at[2] = (int32_t)z;
    }
    return left >= 0;
}

/* An arrow leads the hand a step on, never far from where it is. */
static void lead(const struct frame *frame, int hand_body, const struct move *move,
                 struct hand *hand) {
    int axis = move->axis == 0 ? 2 : move->axis; /* up and down, as it is seen */
    int32_t is_at = frame->bodies[hand_body].at[axis];
    int32_t wanted = hand->pose.at[axis] + move->sign * HAND_STEP;
    bool is_far = wanted > is_at + HAND_AHEAD || wanted < is_at - HAND_AHEAD;
    hand->pose.at[axis] = is_far ? is_at + move->sign * HAND_AHEAD : wanted;
}

static enum reading catch_key(const struct table *table, const struct frame *frame, int key,
                              struct draft *draft, struct hand *hand) {
    const struct move *move = find_move(key);
    int number = key >= '1' && key <= '9' ? key - '0' : key == '\t' ? 1 : 0;
    if (move)
        lead(frame, scene_body(table->kit, "hand"), move, hand);
    else if (number && number <= draft->fall_count)
        riffraff_reach(table, draft, frame, draft->falls[number - 1], hand);
    else if (!number && key != ' ' && !key_is_return(key))
        return READ_NOTHING;
    return READ_CHANGED;
}

static enum reading take_key(const struct table *table, const struct frame *frame, int key,
                             struct draft *draft, struct hand *hand, struct text *answer) {
    if (key == SCREEN_NO_KEY)
        return riffraff_look(table, frame, draft, hand) ? READ_CHANGED : READ_NOTHING;
    if (key == 'z' || key == 'v') {
        draft->is_whole = !draft->is_whole;
        return READ_CHANGED;
    }
    if (frame->phase == SHOWS_HELD)
        return hold_key(table, frame, key, draft, hand, answer);
    if (frame->phase == SHOWS_ALARM || frame->phase == SHOWS_CATCHING)
        return catch_key(table, frame, key, draft, hand);
    return find_move(key) || key == ' ' || key_is_return(key) ? READ_CHANGED : READ_NOTHING;
}

enum reading riffraff_steer_key(const struct table *table, const struct frame *frame, int key,
                                void *context, struct hand *hand, struct text *answer) {
    struct draft *draft = context;
    enum reading reading = take_key(table, frame, key, draft, hand, answer);
    for (int i = 0; i < 3; i++)
        draft->wanted[i] = hand->pose.at[i] * 1e-3;
    return reading;
}
