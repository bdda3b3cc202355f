/* kit.c: the constant facts of Riff Raff for clients that draw and steer it: bodies, areas,
 * natural poses of each shape, the reach of the hand, and the frame phases. */
#include "catch.h"
#include "hand.h"
#include "shapes.h"

static void put_numbers(struct text *out, const char *key, const int32_t *numbers, int count) {
    js_key(out, key);
    js_open(out, '[');
    for (int i = 0; i < count; i++)
        js_number(out, numbers[i]);
    js_close(out, ']');
}

static void put_body(const char *name, const struct rr_solid *solid, struct text *out) {
    kit_body_json(name, solid->parts, solid->part_count, out);
}

/* In the order of a frame. */
static void put_bodies(struct text *out) {
    const struct kit_shape hand = {.kind = KIT_SPHERE, .size = {CATCH_RADIUS}};
    js_key(out, "bodies");
    js_open(out, '[');
    put_body(rr_hull.name, &rr_hull, out);
    for (int yard = 0; yard < RR_YARDS; yard++)
        put_body(rr_yards[yard].name, &rr_yards[yard], out);
    for (int piece = 0; piece < RR_PIECES; piece++)
        put_body(rr_piece_names[piece], &rr_solids[piece % RR_SHAPES], out);
    kit_body_json("hand", &hand, 1, out);
    js_close(out, ']');
}

/* R-2; positions are those of the ship at rest. */
static void put_areas(struct text *out) {
    js_key(out, "areas");
    js_open(out, '[');
    for (int number = 1; number <= RR_AREAS; number++) {
        const struct rr_area *area = &rr_areas[number];
        bool is_deck = area->body == RR_HULL_BODY;
        int32_t height = is_deck ? 0 : rr_yard_heights[area->body - RR_YARD_BODY];
        js_open(out, '{');
        js_put_number(out, "number", number);
        js_put_string(out, "body", rr_body_solid(area->body)->name);
        put_numbers(out, "from", area->low, 2);
        put_numbers(out, "to", area->high, 2);
        js_put_number(out, "z", height + area->top);
        js_close(out, '}');
    }
    js_close(out, ']');
}

/* The poses of the yards on the ship at rest, and the peg on which each rocks. */
static void put_yards(struct text *out) {
    js_key(out, "yards");
    js_open(out, '[');
    for (int yard = 0; yard < RR_YARDS; yard++) {
        const int32_t at[3] = {0, 0, rr_yard_heights[yard]};
        const int32_t peg[3] = {0, 0, rr_yard_heights[yard] - RR_YARD_TOP};
        js_open(out, '{');
        js_put_string(out, "body", rr_yards[yard].name);
        put_numbers(out, "at", at, 3);
        put_numbers(out, "peg", peg, 3);
        js_close(out, '}');
    }
    js_close(out, ']');
}

static void put_poses(const struct rr_natural_pose *poses, struct text *out) {
    js_key(out, "poses");
    js_open(out, '[');
    for (int i = 0; i < RR_NATURAL_POSES_MAX && poses[i].name; i++) {
        js_open(out, '{');
        js_put_string(out, "name", poses[i].name);
        put_numbers(out, "turned", poses[i].turned, 4);
        js_put_bool(out, "hangs", poses[i].hangs);
        js_close(out, '}');
    }
    js_close(out, ']');
}

static void put_shapes(struct text *out) {
    js_key(out, "shapes");
    js_open(out, '{');
    for (int shape = 0; shape < RR_SHAPES; shape++) {
        const uint8_t *colour = rr_solids[shape].colour;
        const int32_t rgb[3] = {colour[0], colour[1], colour[2]};
        js_key(out, rr_shape_names[shape]);
        js_open(out, '{');
        put_poses(rr_natural_poses[shape], out);
        js_put_number(out, "milligrams", rr_solid_mass(&rr_solids[shape]));
        put_numbers(out, "colour", rgb, 3);
        js_close(out, '}');
    }
    js_close(out, '}');
}

static void put_refusals(struct text *out) {
    js_key(out, "refusals");
    js_open(out, '[');
    for (const char *const *key = rr_sim.refusals; key && *key; key++)
        js_string(out, *key);
    js_close(out, ']');
}

/* The corners of a box: the smallest and the largest coordinates. */
static void put_bounds(struct text *out, const char *key, const int32_t *from, const int32_t *to,
                       int count) {
    js_key(out, key);
    js_open(out, '{');
    put_numbers(out, "from", from, count);
    put_numbers(out, "to", to, count);
    js_close(out, '}');
}

static void put_catch_plane(struct text *out) {
    const int32_t from[2] = {-RR_CATCH_SIDE, RR_CATCH_LOW}, to[2] = {RR_CATCH_SIDE, RR_CATCH_HIGH};
    put_bounds(out, "catch_plane", from, to, 2);
}

/* The reach of the hand that holds a piece. */
static void put_hand_reach(struct text *out) {
    const int32_t from[3] = {-HAND_REACH, -HAND_REACH, HAND_REACH_LOW};
    const int32_t to[3] = {HAND_REACH, HAND_REACH, HAND_REACH_HIGH};
    put_bounds(out, "hand_reach", from, to, 3);
}

/* Indexed by frame.phase. */
static void put_phases(struct text *out) {
    static const char *const names[] = {
        [RR_SHOWS_HELD] = "held",   [RR_SHOWS_SETTLING] = "settling",
        [RR_SHOWS_ALARM] = "alarm", [RR_SHOWS_CATCHING] = "catching",
        [RR_SHOWS_REST] = "rest",
    };
    js_key(out, "phases");
    js_open(out, '[');
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        js_string(out, names[i]);
    js_close(out, ']');
}

/* Pieces within the radius are caught; the speed of the open hand depends on the slow motion
 * factor. */
static void put_catch_hand(struct text *out) {
    static const int slows[] = {1, 4, 8};
    js_key(out, "catch_hand");
    js_open(out, '{');
    js_put_number(out, "radius", CATCH_RADIUS);
    js_key(out, "speeds");
    js_open(out, '[');
    for (size_t i = 0; i < sizeof slows / sizeof *slows; i++) {
        js_open(out, '{');
        js_put_number(out, "slow", slows[i]);
        js_put_number(out, "speed", catch_speed(slows[i]));
        js_close(out, '}');
    }
    js_close(out, ']');
    js_close(out, '}');
    js_put_number(out, "lost", RR_LOST);
}

void rr_kit(struct text *out) {
    js_put_number(out, "hz", rr_sim.hz);
    js_key(out, "cards");
    js_open(out, '[');
    for (int card = 1; card <= RR_CARDS; card++)
        js_number(out, card);
    js_close(out, ']');
    put_areas(out);
    put_yards(out);
    put_shapes(out);
    put_refusals(out);
    put_phases(out);
    put_hand_reach(out);
    put_catch_plane(out);
    put_catch_hand(out);
    put_bodies(out);
}
