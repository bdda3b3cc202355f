/* recording_code.c: how one frame of a recording becomes bytes and is read back.
 *
 * Nearly all of a throw is bodies that fly on as before or rest. So each number
 * is foretold from the two frames before, at constant speed, and only what it
 * misses by is written, in as few half bytes as it takes; a body that stays
 * where it was takes one bit. Whole numbers only: every reader gets the same. */
#include "recording_inside.h"

#include <string.h>

enum { GROUP = 3, MORE = 1 << GROUP, GROUPS_MAX = 16 };

static const int32_t grid[PARTS] = {100, 100, 100, 500, 500, 500, 500};

void trail_reset(struct trail *trail) {
    memset(trail->now, 0, sizeof trail->now);
    for (int body = 0; body < trail->bodies; body++)
        trail->now[body][3] = WHOLE_TURN;
    memcpy(trail->before, trail->now, sizeof trail->before);
}

static int32_t limit(int part) {
    return part < 3 ? FAR : WHOLE_TURN;
}

/* To the nearest step of the grid, half away from zero. */
static int32_t to_step(int32_t number, int part) {
    int64_t half = number < 0 ? -grid[part] / 2 : grid[part] / 2;
    int64_t step = (number + half) / grid[part], most = limit(part);
    return (int32_t)(step > most ? most : step < -most ? -most : step);
}

static void to_steps(const struct pose *pose, int32_t steps[PARTS]) {
    for (int i = 0; i < 3; i++)
        steps[i] = to_step(pose->at[i], i);
    for (int i = 0; i < 4; i++)
        steps[3 + i] = to_step(pose->turned[i], 3 + i);
}

static void to_pose(const int32_t steps[PARTS], struct pose *pose) {
    for (int i = 0; i < 3; i++)
        pose->at[i] = steps[i] * grid[i];
    for (int i = 0; i < 4; i++)
        pose->turned[i] = steps[3 + i] * grid[3 + i];
}

void recording_round(struct frame *frame) {
    int32_t steps[PARTS];
    for (int body = 0; body < frame->count; body++) {
        to_steps(&frame->bodies[body], steps);
        to_pose(steps, &frame->bodies[body]);
    }
}

void trail_frame(const struct trail *trail, int tick, struct frame *out) {
    out->tick = tick;
    out->count = trail->bodies;
    for (int body = 0; body < trail->bodies; body++)
        to_pose(trail->now[body], &out->bodies[body]);
}

/* At constant speed. */
static int64_t foretold(const struct trail *trail, int body, int part) {
    return 2 * (int64_t)trail->now[body][part] - trail->before[body][part];
}

/* 0 -1 1 -2 2 ... become 0 1 2 3 4 ... */
static uint64_t fold(int64_t number) {
    return number < 0 ? 2 * (uint64_t)-number - 1 : 2 * (uint64_t)number;
}

static int64_t unfold(uint64_t folded) {
    return folded & 1 ? -(int64_t)(folded / 2) - 1 : (int64_t)(folded / 2);
}

/* Bytes being written, the lower half of each first. */
struct pen {
    struct text *out;
    bool is_half;
};

static void put_half(struct pen *pen, unsigned half) {
    if (pen->is_half)
        pen->out->data[pen->out->length - 1] |= (char)(half << 4);
    else
        text_put_char(pen->out, (char)half);
    pen->is_half = !pen->is_half;
}

/* Three bits at a time, the lowest first; a fourth tells that more follow. */
static void put_number(struct pen *pen, uint64_t number) {
    for (; number >= MORE; number >>= GROUP)
        put_half(pen, (unsigned)(number % MORE) | MORE);
    put_half(pen, (unsigned)number);
}

static uint64_t changed_bodies(const struct trail *trail, int32_t next[][PARTS]) {
    uint64_t changed = 0;
    for (int body = 0; body < trail->bodies; body++)
        if (memcmp(next[body], trail->now[body], sizeof next[body]) != 0)
            changed |= (uint64_t)1 << body;
    return changed;
}

static void move_on(struct trail *trail, int32_t next[][PARTS]) {
    size_t size = (size_t)trail->bodies * sizeof *next;
    memcpy(trail->before, trail->now, size);
    memcpy(trail->now, next, size);
}

void code_frame(struct trail *trail, const struct frame *frame, struct text *out) {
    int32_t next[FRAME_BODIES][PARTS];
    struct pen pen = {out, false};
    for (int body = 0; body < trail->bodies; body++)
        to_steps(&frame->bodies[body], next[body]);
    uint64_t changed = changed_bodies(trail, next);
    put_number(&pen, changed << 1 | 1); /* never 0, which is the end */
    for (int body = 0; body < trail->bodies; body++)
        for (int part = 0; part < PARTS && changed >> body & 1; part++)
            put_number(&pen, fold(next[body][part] - foretold(trail, body, part)));
    move_on(trail, next);
}

/* False if nothing is left. */
static bool take_half(struct cursor *cursor, unsigned *half) {
    if (cursor->at == cursor->size)
        return false;
    *half = cursor->is_half ? cursor->bytes[cursor->at] >> 4 : cursor->bytes[cursor->at] & 15;
    cursor->at += cursor->is_half;
    cursor->is_half = !cursor->is_half;
    return true;
}

static enum decoded take_number(struct cursor *cursor, uint64_t *number) {
    unsigned half = MORE;
    *number = 0;
    for (int group = 0; half & MORE; group++) {
        if (group == GROUPS_MAX)
            return DECODED_WRONG;
        if (!take_half(cursor, &half))
            return DECODED_CUT;
        *number |= (uint64_t)(half % MORE) << GROUP * group;
    }
    return DECODED_FRAME;
}

static enum decoded take_body(const struct trail *trail, int body, struct cursor *cursor,
                              int32_t next[PARTS]) {
    for (int part = 0; part < PARTS; part++) {
        uint64_t folded;
        enum decoded decoded = take_number(cursor, &folded);
        if (decoded != DECODED_FRAME)
            return decoded;
        int64_t step = foretold(trail, body, part) + unfold(folded);
        if (step < -limit(part) || step > limit(part))
            return DECODED_WRONG;
        next[part] = (int32_t)step;
    }
    return DECODED_FRAME;
}

/* What stands before a frame's bodies: which of them changed, or the end. */
static enum decoded take_changed(const struct trail *trail, struct cursor *cursor,
                                 uint64_t *changed) {
    enum decoded decoded = take_number(cursor, changed);
    if (decoded != DECODED_FRAME)
        return decoded;
    if (*changed == 0)
        return DECODED_END;
    if (*changed % 2 == 0 || *changed >> 1 >> trail->bodies)
        return DECODED_WRONG;
    *changed >>= 1;
    return DECODED_FRAME;
}

/* Every frame and the end begin with a new byte. */
static void skip_half(struct cursor *cursor) {
    cursor->at += cursor->is_half;
    cursor->is_half = false;
}

enum decoded decode_frame(struct trail *trail, struct cursor *cursor) {
    int32_t next[FRAME_BODIES][PARTS];
    uint64_t changed;
    enum decoded decoded = take_changed(trail, cursor, &changed);
    memcpy(next, trail->now, sizeof next);
    for (int body = 0; body < trail->bodies && decoded == DECODED_FRAME; body++)
        if (changed >> body & 1)
            decoded = take_body(trail, body, cursor, next[body]);
    skip_half(cursor);
    if (decoded == DECODED_FRAME)
        move_on(trail, next);
    return decoded;
}
