/* steer.c: the person's hand by keys. A held piece is moved, turned and let go; the open hand moves
 * in the plane seen from astern, or reaches for a falling piece. */
#include <curses.h>
#include <math.h>

#include "client.h"
#include "terminal/parts.h"

enum { STEP = 5000, FINE_STEP = 1000, HAND_STEP = 30000, HAND_AHEAD = 90000 }; /* micrometres */
enum { TURN = 15, FINE_TURN = 3, WHOLE_TURN = 360 };                           /* degrees */

static double micro(const struct value *list, int index) {
    return (double)value_number(value_at(list, index));
}

void riffraff_turn(const struct console *console, int shape, const struct draft *draft,
                   struct hand *hand) {
    const struct value *pose =
        value_get(value_at(riffraff_poses(console, shape), draft->pose), "turned");
    double half = draft->yaw * acos(-1) / WHOLE_TURN, c = cos(half), s = sin(half);
    double w = micro(pose, 0), x = micro(pose, 1), y = micro(pose, 2), z = micro(pose, 3);
    const double turned[4] = {c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w};
    for (int i = 0; i < 4; i++)
        hand->pose.turned[i] = (int32_t)lround(turned[i]);
}

static void note_frame(const struct frame *frame, struct draft *draft) {
    if (draft->now.count && draft->now.tick == frame->tick)
        return;
    draft->before = draft->now;
    draft->now = *frame;
}

bool riffraff_look(const struct console *console, const struct frame *frame, struct draft *draft,
                   struct hand *hand) {
    note_frame(frame, draft);
    draft->shown = riffraff_shown(console, frame);
    draft->release = frame->release;
    draft->slow = frame->slow;
    draft->fall_count = 0;
    for (int i = 0; i < frame->fall_count && i < REACH_KEYS; i++)
        draft->falls[draft->fall_count++] = frame->falls[i].body;
    if (frame->held >= 0)
        hand->grip = true; /* also after a refused release */
    if (draft->has_begun || frame->held < 0)
        return false;
    draft->has_begun = true;
    hand->pose = frame->bodies[frame->held];
    for (int i = 0; i < 3; i++)
        draft->start[i] = hand->pose.at[i] * 1e-3;
    return true;
}

/* The effect of a key: axis, direction and step size. */
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

static bool is_pose(const struct console *console, int key, int shape, struct draft *draft) {
    if (key != 'p' && key != '\t')
        return false;
    int count = value_count(riffraff_poses(console, shape));
    draft->pose = count ? (draft->pose + 1) % count : 0;
    return true;
}

enum reading riffraff_give_up(const struct console *console, struct text *answer) {
    if (!console->remote)
        return READ_ON;
    console_say_key(console, "riffraff.back_late", answer);
    return READ_ANSWER;
}

/* Giving up is final, so the key must be pressed twice. */
static enum reading give_up(const struct console *console, struct draft *draft,
                            struct text *answer) {
    bool is_sure = draft->gives_up || console->remote;
    draft->gives_up = true;
    if (is_sure)
        return riffraff_give_up(console, answer);
    console_say_key(console, "riffraff.back_again", answer);
    return READ_ANSWER;
}

static enum reading hold_key(const struct console *console, const struct frame *frame, int key,
                             struct draft *draft, struct hand *hand, struct text *answer) {
    const struct move *move = find_move(key);
    int shape = riffraff_body_shape(console, frame->held);
    if (move) {
        hand->pose.at[move->axis] +=
            move->sign * (move->is_fine || draft->is_fine ? FINE_STEP : STEP);
    } else if (is_turn(key, draft) || is_pose(console, key, shape, draft)) {
        riffraff_turn(console, shape, draft, hand);
    } else if (key == 'f') {
        draft->is_fine = !draft->is_fine;
        console_say_key(console, draft->is_fine ? "riffraff.fine_on" : "riffraff.fine_off", answer);
        return READ_ANSWER;
    } else if (key == ' ' || key_is_return(key)) {
        hand->grip = false; /* after a refusal the piece stays in the hand */
    } else {
        return READ_NOTHING;
    }
    return READ_CHANGED;
}

/* The game computes the trajectory and the speed of the hand. */
bool riffraff_reach(const struct console *console, const struct draft *draft,
                    const struct frame *frame, int body, struct hand *hand) {
    return console_reach(console, draft->before.count ? &draft->before : NULL, frame, body,
                         &hand->pose);
}

/* Moves the target of the open hand a step, within a limited distance from the hand. */
static void lead(const struct frame *frame, int hand_body, const struct move *move,
                 struct hand *hand) {
    int axis = move->axis == 0 ? 2 : move->axis; /* up and down are z on the screen */
    int32_t is_at = frame->bodies[hand_body].at[axis];
    int32_t wanted = hand->pose.at[axis] + move->sign * HAND_STEP;
    bool is_far = wanted > is_at + HAND_AHEAD || wanted < is_at - HAND_AHEAD;
    hand->pose.at[axis] = is_far ? is_at + move->sign * HAND_AHEAD : wanted;
}

static enum reading catch_key(const struct console *console, const struct frame *frame, int key,
                              struct draft *draft, struct hand *hand) {
    const struct move *move = find_move(key);
    int number = key >= '1' && key <= '9' ? key - '0' : key == '\t' ? 1 : 0;
    if (move)
        lead(frame, scene_body(console->kit, "hand"), move, hand);
    else if (number && number <= draft->fall_count)
        riffraff_reach(console, draft, frame, draft->falls[number - 1], hand);
    else if (!number && key != ' ' && !key_is_return(key))
        return READ_NOTHING;
    return READ_CHANGED;
}

static enum reading take_key(const struct console *console, const struct frame *frame, int key,
                             struct draft *draft, struct hand *hand, struct text *answer) {
    if (key == SCREEN_NO_KEY)
        return riffraff_look(console, frame, draft, hand) ? READ_CHANGED : READ_NOTHING;
    enum shown shown = riffraff_shown(console, frame);
    if (key == 'b' && shown == SHOWS_HELD)
        return give_up(console, draft, answer);
    draft->gives_up = false;
    if (key == 'z' || key == 'v') {
        draft->is_whole = !draft->is_whole;
        return READ_CHANGED;
    }
    if (shown == SHOWS_HELD)
        return hold_key(console, frame, key, draft, hand, answer);
    if (shown == SHOWS_ALARM || shown == SHOWS_CATCHING)
        return catch_key(console, frame, key, draft, hand);
    return find_move(key) || key == ' ' || key_is_return(key) ? READ_CHANGED : READ_NOTHING;
}

enum reading riffraff_steer_key(const struct console *console, const struct frame *frame, int key,
                                void *context, struct hand *hand, struct text *answer) {
    struct draft *draft = context;
    enum reading reading = take_key(console, frame, key, draft, hand, answer);
    for (int i = 0; i < 3; i++)
        draft->wanted[i] = hand->pose.at[i] * 1e-3;
    return reading;
}
