/* frame_coder.c: encodes and decodes one frame.
 *
 * In most frames of a throw bodies fly on as before or rest. So each number is predicted from
 * the two frames before, at constant speed, and only the error is written, in as few nibbles (4
 * bits) as possible. A body that stays where it was takes one bit, and the notes beside the
 * poses take nothing until they change. Only integer arithmetic is used, so every reader gets
 * the same result. */
#include "frame_coder_inside.h"

#include <stdlib.h>
#include <string.h>

#include <spelunke/must.h>

/* A pose in grid steps: three coordinates, four parts of the quaternion. */
enum { WHOLE_TURN = 2000, FAR = INT32_MAX / 100 };
enum { GROUP = 3, MORE = 1 << GROUP, GROUPS_MAX = 20 };
/* The longest number is the first one of a frame: a bit for each body, and one more. */
_Static_assert(FRAME_BODIES + 2 <= GROUP * GROUPS_MAX, "sets of bodies can be read back");
/* The notes: what a frame has beside the poses, each as a number whose usual value is 0. */
enum { NOTE_PHASE, NOTE_SLOW, NOTE_HELD, NOTE_AWAITS, NOTE_RELEASE, NOTE_FALLS };

static const int32_t grid[FRAME_PARTS] = {100, 100, 100, 500, 500, 500, 500};

void frame_begin(struct frame *frame, int32_t tick, int32_t count) {
    frame->tick = tick;
    frame->count = count;
    frame->phase = 0;
    frame->slow = 1;
    frame->held = -1;
    frame->release = 0;
    frame->awaits_hand = false;
    frame->fall_count = 0;
}

void frame_trail_reset(struct frame_trail *trail, int bodies) {
    must(bodies >= 0 && bodies <= FRAME_BODIES);
    memset(trail, 0, sizeof *trail);
    trail->bodies = bodies;
    for (int body = 0; body < bodies; body++)
        trail->now[body][3] = trail->before[body][3] = WHOLE_TURN;
}

static int32_t limit(int part) {
    return part < 3 ? FAR : WHOLE_TURN;
}

/* To the nearest grid step, half away from zero. */
static int32_t to_step(int32_t number, int part) {
    int64_t half = number < 0 ? -grid[part] / 2 : grid[part] / 2;
    int64_t step = (number + half) / grid[part], most = limit(part);
    return (int32_t)(step > most ? most : step < -most ? -most : step);
}

static void to_steps(const struct pose *pose, int32_t steps[FRAME_PARTS]) {
    for (int i = 0; i < 3; i++)
        steps[i] = to_step(pose->at[i], i);
    for (int i = 0; i < 4; i++)
        steps[3 + i] = to_step(pose->turned[i], 3 + i);
}

static void to_pose(const int32_t steps[FRAME_PARTS], struct pose *pose) {
    for (int i = 0; i < 3; i++)
        pose->at[i] = steps[i] * grid[i];
    for (int i = 0; i < 4; i++)
        pose->turned[i] = steps[3 + i] * grid[3 + i];
}

void frame_round(struct frame *frame) {
    int32_t steps[FRAME_PARTS];
    for (int body = 0; body < frame->count; body++) {
        to_steps(&frame->bodies[body], steps);
        to_pose(steps, &frame->bodies[body]);
    }
}

static int32_t note_max(const struct frame_trail *trail, int note) {
    return note == NOTE_SLOW     ? FRAME_NUMBER_MAX - 1
           : note == NOTE_HELD   ? trail->bodies
           : note == NOTE_AWAITS ? 1
                                 : FRAME_NUMBER_MAX;
}

static void to_notes(const struct frame_trail *trail, const struct frame *frame,
                     int32_t notes[FRAME_NOTES]) {
    notes[NOTE_PHASE] = frame->phase;
    notes[NOTE_SLOW] = frame->slow - 1;
    notes[NOTE_HELD] = frame->held + 1;
    notes[NOTE_AWAITS] = frame->awaits_hand;
    notes[NOTE_RELEASE] = frame->release;
    for (int i = 0; i < FRAME_NOTES; i++)
        must(notes[i] >= 0 && notes[i] <= note_max(trail, i));
}

static void to_falls(const struct frame_trail *trail, const struct frame *frame,
                     int32_t falls[FRAME_BODIES]) {
    int32_t last = -1;
    memset(falls, 0, FRAME_BODIES * sizeof *falls);
    for (int i = 0; i < frame->fall_count; i++) {
        struct fall fall = frame->falls[i];
        must(fall.body > last && fall.body < trail->bodies);
        must(fall.ticks >= 0 && fall.ticks <= FALL_TICKS_MAX);
        falls[fall.body] = fall.ticks + 1;
        last = fall.body;
    }
}

void trail_frame(const struct frame_trail *trail, struct frame *out) {
    out->count = trail->bodies;
    out->phase = (int16_t)trail->notes[NOTE_PHASE];
    out->slow = (int16_t)(trail->notes[NOTE_SLOW] + 1);
    out->held = (int16_t)(trail->notes[NOTE_HELD] - 1);
    out->awaits_hand = trail->notes[NOTE_AWAITS];
    out->release = (int16_t)trail->notes[NOTE_RELEASE];
    out->fall_count = 0;
    for (int body = 0; body < trail->bodies; body++) {
        to_pose(trail->now[body], &out->bodies[body]);
        if (trail->falls[body])
            out->falls[out->fall_count++] = (struct fall){body, trail->falls[body] - 1};
    }
}

/* Extrapolates at constant speed. */
static int64_t predicted(const struct frame_trail *trail, int body, int part) {
    return 2 * (int64_t)trail->now[body][part] - trail->before[body][part];
}

/* Zigzag encoding: 0 -1 1 -2 2 ... become 0 1 2 3 4 ... */
static uint64_t fold(int64_t number) {
    return number < 0 ? 2 * (uint64_t)-number - 1 : 2 * (uint64_t)number;
}

static int64_t unfold(uint64_t folded) {
    return folded & 1 ? -(int64_t)(folded / 2) - 1 : (int64_t)(folded / 2);
}

/* Writes nibbles, the lower one of each byte first. */
struct pen {
    struct text *out;
    bool is_half; /* the lower nibble of the last byte is in use */
};

static void put_nibble(struct pen *pen, unsigned nibble) {
    if (pen->is_half)
        pen->out->data[pen->out->length - 1] |= (char)(nibble << 4);
    else
        text_put_char(pen->out, (char)nibble);
    pen->is_half = !pen->is_half;
}

/* Writes groups of three bits, the lowest first; the fourth bit of a nibble says that more
 * follow. */
static void put_number(struct pen *pen, uint64_t number) {
    for (; number >= MORE; number >>= GROUP)
        put_nibble(pen, (unsigned)(number % MORE) | MORE);
    put_nibble(pen, (unsigned)number);
}

static uint64_t changed_bodies(const struct frame_trail *trail, int32_t next[][FRAME_PARTS]) {
    uint64_t changed = 0;
    for (int body = 0; body < trail->bodies; body++)
        if (memcmp(next[body], trail->now[body], sizeof next[body]) != 0)
            changed |= (uint64_t)1 << body;
    return changed;
}

static unsigned changed_notes(const struct frame_trail *trail, const int32_t notes[FRAME_NOTES],
                              const int32_t falls[FRAME_BODIES]) {
    unsigned changed = 0;
    for (int i = 0; i < FRAME_NOTES; i++)
        changed |= (unsigned)(notes[i] != trail->notes[i]) << i;
    bool others_fall = memcmp(falls, trail->falls, sizeof trail->falls) != 0;
    return changed | (unsigned)others_fall << NOTE_FALLS;
}

static uint64_t falling_bodies(const int32_t falls[FRAME_BODIES]) {
    uint64_t falling = 0;
    for (int body = 0; body < FRAME_BODIES; body++)
        falling |= (uint64_t)(falls[body] > 0) << body;
    return falling;
}

/* Writes which bodies began or ceased to fall, then by how much the remaining ticks of each differ
 * from those in the frame before. */
static void put_falls(struct pen *pen, const struct frame_trail *trail,
                      const int32_t falls[FRAME_BODIES]) {
    put_number(pen, falling_bodies(falls) ^ falling_bodies(trail->falls));
    for (int body = 0; body < trail->bodies; body++)
        if (falls[body])
            put_number(pen, fold((int64_t)falls[body] - trail->falls[body]));
}

static void put_notes(struct pen *pen, const struct frame_trail *trail, unsigned changed,
                      const int32_t notes[FRAME_NOTES], const int32_t falls[FRAME_BODIES]) {
    put_number(pen, changed);
    for (int i = 0; i < FRAME_NOTES; i++)
        if (changed >> i & 1)
            put_number(pen, (uint64_t)notes[i]);
    if (changed >> NOTE_FALLS & 1)
        put_falls(pen, trail, falls);
}

static void advance_trail(struct frame_trail *trail, int32_t next[][FRAME_PARTS],
                          const int32_t notes[FRAME_NOTES], const int32_t falls[FRAME_BODIES]) {
    size_t size = (size_t)trail->bodies * sizeof *next;
    memcpy(trail->before, trail->now, size);
    memcpy(trail->now, next, size);
    memcpy(trail->notes, notes, sizeof trail->notes);
    memcpy(trail->falls, falls, sizeof trail->falls);
}

void frame_encode(struct frame_trail *trail, const struct frame *frame, struct text *out) {
    int32_t next[FRAME_BODIES][FRAME_PARTS], notes[FRAME_NOTES], falls[FRAME_BODIES];
    struct pen pen = {out, false};
    must(frame->count == trail->bodies);
    to_notes(trail, frame, notes);
    to_falls(trail, frame, falls);
    for (int body = 0; body < trail->bodies; body++)
        to_steps(&frame->bodies[body], next[body]);
    uint64_t changed = changed_bodies(trail, next);
    unsigned noted = changed_notes(trail, notes, falls);
    put_number(&pen,
               2 * changed + 1 + (noted != 0)); /* never 0, which marks the end of a recording */
    if (noted)
        put_notes(&pen, trail, noted, notes, falls);
    for (int body = 0; body < trail->bodies; body++)
        for (int part = 0; part < FRAME_PARTS && changed >> body & 1; part++)
            put_number(&pen, fold(next[body][part] - predicted(trail, body, part)));
    advance_trail(trail, next, notes, falls);
}

/* False at the end of the bytes. */
static bool take_nibble(struct cursor *cursor, unsigned *nibble) {
    if (cursor->at == cursor->size)
        return false;
    *nibble = cursor->is_half ? cursor->bytes[cursor->at] >> 4 : cursor->bytes[cursor->at] & 15;
    cursor->at += cursor->is_half;
    cursor->is_half = !cursor->is_half;
    return true;
}

static enum frame_decoded take_number(struct cursor *cursor, uint64_t *number) {
    unsigned nibble = MORE;
    *number = 0;
    for (int group = 0; nibble & MORE; group++) {
        if (group == GROUPS_MAX)
            return FRAME_WRONG;
        if (!take_nibble(cursor, &nibble))
            return FRAME_CUT;
        *number |= (uint64_t)(nibble % MORE) << GROUP * group;
    }
    return FRAME_DECODED;
}

/* Reads a number that is written as a difference, and checks its bounds. */
static enum frame_decoded take_difference(struct cursor *cursor, int64_t expected, int64_t least,
                                          int64_t most, int32_t *out) {
    uint64_t folded;
    enum frame_decoded decoded = take_number(cursor, &folded);
    int64_t number = expected + unfold(folded);
    if (decoded == FRAME_DECODED && (number < least || number > most))
        return FRAME_WRONG;
    *out = (int32_t)number;
    return decoded;
}

static enum frame_decoded take_body(const struct frame_trail *trail, int body,
                                    struct cursor *cursor, int32_t next[FRAME_PARTS]) {
    enum frame_decoded decoded = FRAME_DECODED;
    for (int part = 0; part < FRAME_PARTS && decoded == FRAME_DECODED; part++)
        decoded = take_difference(cursor, predicted(trail, body, part), -limit(part), limit(part),
                                  &next[part]);
    return decoded;
}

/* Reads which bodies changed, and whether notes did. */
static enum frame_decoded take_changed(const struct frame_trail *trail, struct cursor *cursor,
                                       uint64_t *changed, bool *is_noted) {
    enum frame_decoded decoded = take_number(cursor, changed);
    if (decoded != FRAME_DECODED)
        return decoded;
    if (*changed == 0 || (*changed - 1) >> 1 >> trail->bodies)
        return FRAME_WRONG;
    *is_noted = *changed % 2 == 0;
    *changed = (*changed - 1) >> 1;
    return FRAME_DECODED;
}

static enum frame_decoded take_falls(const struct frame_trail *trail, struct cursor *cursor,
                                     int32_t falls[FRAME_BODIES]) {
    uint64_t others;
    enum frame_decoded decoded = take_number(cursor, &others);
    if (decoded == FRAME_DECODED && others >> trail->bodies)
        return FRAME_WRONG;
    uint64_t falling = others ^ falling_bodies(trail->falls);
    for (int body = 0; body < trail->bodies && decoded == FRAME_DECODED; body++) {
        falls[body] = 0;
        if (falling >> body & 1)
            decoded =
                take_difference(cursor, trail->falls[body], 1, FALL_TICKS_MAX + 1, &falls[body]);
    }
    return decoded;
}

static enum frame_decoded take_notes(const struct frame_trail *trail, struct cursor *cursor,
                                     int32_t notes[FRAME_NOTES], int32_t falls[FRAME_BODIES]) {
    uint64_t changed, number;
    enum frame_decoded decoded = take_number(cursor, &changed);
    if (decoded == FRAME_DECODED && changed >> (NOTE_FALLS + 1))
        return FRAME_WRONG;
    for (int i = 0; i < FRAME_NOTES && decoded == FRAME_DECODED; i++) {
        if (!(changed >> i & 1))
            continue;
        decoded = take_number(cursor, &number);
        if (decoded == FRAME_DECODED && number > (uint64_t)note_max(trail, i))
            return FRAME_WRONG;
        notes[i] = (int32_t)number;
    }
    if (decoded == FRAME_DECODED && changed >> NOTE_FALLS & 1)
        decoded = take_falls(trail, cursor, falls);
    return decoded;
}

/* Every frame begins at a byte boundary. */
static void skip_half(struct cursor *cursor) {
    cursor->at += cursor->is_half;
    cursor->is_half = false;
}

enum frame_decoded trail_decode(struct frame_trail *trail, struct cursor *cursor) {
    int32_t next[FRAME_BODIES][FRAME_PARTS], notes[FRAME_NOTES], falls[FRAME_BODIES];
    uint64_t changed = 0;
    bool is_noted = false;
    enum frame_decoded decoded = take_changed(trail, cursor, &changed, &is_noted);
    memcpy(next, trail->now, sizeof next);
    memcpy(notes, trail->notes, sizeof notes);
    memcpy(falls, trail->falls, sizeof falls);
    if (decoded == FRAME_DECODED && is_noted)
        decoded = take_notes(trail, cursor, notes, falls);
    for (int body = 0; body < trail->bodies && decoded == FRAME_DECODED; body++)
        if (changed >> body & 1)
            decoded = take_body(trail, body, cursor, next[body]);
    skip_half(cursor);
    if (decoded == FRAME_DECODED)
        advance_trail(trail, next, notes, falls);
    return decoded;
}

/* The decoded frame is encoded again and must give the same bytes, so every frame has exactly one
 * encoding. */
enum frame_decoded frame_decode(struct frame_trail *trail, const void *bytes, size_t size,
                                size_t *used, struct frame *out) {
    struct frame_trail next = *trail, check = *trail;
    struct cursor cursor = {.bytes = bytes, .size = size};
    struct frame frame;
    struct text again = {0};
    enum frame_decoded decoded = trail_decode(&next, &cursor);
    if (decoded != FRAME_DECODED)
        return decoded;
    trail_frame(&next, &frame);
    frame_encode(&check, &frame, &again);
    bool is_same = again.length == cursor.at && memcmp(again.data, bytes, cursor.at) == 0;
    text_free(&again);
    if (!is_same)
        return FRAME_WRONG;
    *trail = next;
    *used = cursor.at;
    trail_frame(trail, out);
    return FRAME_DECODED;
}
