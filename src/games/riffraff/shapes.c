/* shapes.c: the dimensions of ship and cargo.
 *
 * Only boxes, capsules and spheres, because the engine computes their contacts exactly and fast.
 * Solids that look like cylinders are a capsule for rolling and a box for standing; real
 * cylinders kept trembling. */
#include "shapes.h"

#include <spelunke/must.h>

#define BOX(x, y, z, ...)                                                                          \
    {                                                                                              \
        .kind = KIT_BOX, .size = {x, y, z}, .at = { __VA_ARGS__ }                                  \
    }
#define SPHERE(radius, ...)                                                                        \
    {                                                                                              \
        .kind = KIT_SPHERE, .size = {radius}, .at = { __VA_ARGS__ }                                \
    }
/* A capsule along z, or rotated along x. */
#define CAPSULE(radius, half, ...)                                                                 \
    {                                                                                              \
        .kind = KIT_CAPSULE, .size = {radius, half}, .at = { __VA_ARGS__ }                         \
    }
#define CAPSULE_X(radius, half, ...)                                                               \
    {                                                                                              \
        .kind = KIT_CAPSULE, .size = {radius, half}, .at = {__VA_ARGS__}, .turned = {              \
            707107,                                                                                \
            0,                                                                                     \
            707107,                                                                                \
            0                                                                                      \
        }                                                                                          \
    }

/* The mass at the stern trims the empty ship: it is level to a hundredth of a degree. */
const struct rr_solid rr_hull = {
    .name = "ship",
    .part_count = 7,
    .parts = {BOX(95000, 45000, 12000, 0, 0, 28000), BOX(20000, 34000, 12000, 115000, 0, 28000),
              BOX(12000, 18000, 12000, 147000, 0, 28000),
              BOX(22000, 38000, 12000, -117000, 0, 28000), CAPSULE(6000, 162500, 0, 0, 202500),
              CAPSULE(4000, 83000, 0, 0, -67000), SPHERE(27000, 0, 0, -150000)},
    .masses = {225000, 33000, 10000, 45000, 26000, 10000, 600000},
    .colour = {184, 133, 82},
};

const int32_t rr_ball_masses[3] = {[RR_CALM] = 680000, [RR_NORMAL] = 600000, [RR_ROUGH] = 520000};

const int32_t rr_yard_heights[RR_YARDS] = {135000, 225000, 305000};

#define YARD(number, half_length, mass)                                                            \
    {                                                                                              \
        .name = number, .part_count = 1, .parts = {BOX(12000, half_length, 3000, 0, 0, 0)},        \
        .masses = {mass}, .colour = {                                                              \
            217,                                                                                   \
            178,                                                                                   \
            115                                                                                    \
        }                                                                                          \
    }
const struct rr_solid rr_yards[RR_YARDS] = {
    YARD("yard5", 150000, 28080),
    YARD("yard7", 125000, 23400),
    YARD("yard9", 100000, 18720),
};

const struct rr_solid rr_solids[RR_SHAPES] = {
    /* hollow, so that other pieces can lie in it */
    [RR_BOAT] = {.name = "boat",
                 .part_count = 5,
                 .parts = {BOX(24000, 8000, 2000, 0, 0, -4500), BOX(24000, 2000, 6500, 0, 9000, 0),
                           BOX(24000, 2000, 6500, 0, -9000, 0),
                           BOX(3000, 7000, 5500, 26000, 0, 1000),
                           BOX(3000, 7000, 5500, -26000, 0, 1000)},
                 .masses = {2400, 1400, 1400, 400, 400},
                 .colour = {204, 158, 102}},
    /* rolls on its belly, stands on its square ends */
    [RR_BARREL] = {.name = "barrel",
                   .part_count = 2,
                   .parts = {CAPSULE(12000, 4000, 0, 0, 0), BOX(8000, 8000, 16500, 0, 0, 0)},
                   .masses = {7000, 2000},
                   .colour = {242, 140, 38}},
    [RR_FLASK] = {.name = "flask",
                  .part_count = 3,
                  .parts = {SPHERE(14000, 0, 0, -6000), BOX(8000, 8000, 2000, 0, 0, -19000),
                            CAPSULE(5500, 6000, 0, 0, 12000)},
                  .masses = {8000, 1000, 2000},
                  .colour = {209, 38, 38}},
    [RR_CRATE] = {.name = "crate",
                  .part_count = 1,
                  .parts = {BOX(13000, 13000, 13000, 0, 0, 0)},
                  .masses = {12000},
                  .colour = {64, 153, 64}},
    /* folded over a yard: torso on top, legs and arms down on both sides, 28 mm apart */
    [RR_SAILOR] = {.name = "sailor",
                   .part_count = 4,
                   .parts = {BOX(14000, 5000, 4000, 0, 0, 0),
                             BOX(3500, 5000, 15000, -17500, 0, -11000),
                             BOX(3000, 4500, 10000, 17000, 0, -6000), SPHERE(6000, 25000, 0, 1000)},
                   .masses = {1400, 2000, 1000, 1000},
                   .colour = {38, 77, 204}},
    [RR_PLANK] = {.name = "plank",
                  .part_count = 1,
                  .parts = {BOX(45000, 8000, 3000, 0, 0, 0)},
                  .masses = {6000},
                  .colour = {51, 46, 41}},
    /* its tail goes up and forward: 10 mm between tail and back, for a yard of 6 mm; the tail is
     * round because a flat one chattered on a tilted yard */
    [RR_RAT] = {.name = "rat",
                .part_count = 4,
                .parts = {BOX(16000, 7000, 6000, 0, 0, 0), SPHERE(6000, 19000, 0, -1000),
                          BOX(2000, 2000, 10000, -18000, 0, 8000),
                          CAPSULE_X(2500, 10500, -7500, 0, 18500)},
                .masses = {3400, 800, 300, 500},
                .colour = {140, 140, 140}},
    [RR_CHEST] = {.name = "chest",
                  .part_count = 2,
                  .parts = {BOX(18000, 11000, 7000, 0, 0, -3000),
                            CAPSULE_X(9000, 9000, 0, 0, 3000)},
                  .masses = {14000, 6000},
                  .colour = {115, 191, 230}},
};

#define AS_IT_IS                                                                                   \
    { 1000000, 0, 0, 0 }
#define QUARTER_ABOUT_X                                                                            \
    { 707107, 707107, 0, 0 }
#define QUARTER_ABOUT_Y                                                                            \
    { 707107, 0, 707107, 0 }
#define HALF_ABOUT_X                                                                               \
    { 0, 1000000, 0, 0 }
/* A flask lies on belly and neck: rotated by 100 degrees. */
#define FLASK_LYING                                                                                \
    { 642788, 766044, 0, 0 }

const struct rr_natural_pose rr_natural_poses[RR_SHAPES][RR_NATURAL_POSES_MAX] = {
    [RR_BOAT] = {{"lie", AS_IT_IS, false}, {"over", HALF_ABOUT_X, false}},
    [RR_BARREL] = {{"stand", AS_IT_IS, false}, {"lie", QUARTER_ABOUT_X, false}},
    [RR_FLASK] = {{"stand", AS_IT_IS, false}, {"lie", FLASK_LYING, false}},
    [RR_CRATE] = {{"stand", AS_IT_IS, false}},
    [RR_SAILOR] = {{"hang", AS_IT_IS, true}, {"side", QUARTER_ABOUT_X, false}},
    [RR_PLANK] = {{"lie", AS_IT_IS, false},
                  {"side", QUARTER_ABOUT_X, false},
                  {"stand", QUARTER_ABOUT_Y, false}},
    [RR_RAT] = {{"stand", AS_IT_IS, false},
                {"hang", AS_IT_IS, true},
                {"side", QUARTER_ABOUT_X, false}},
    [RR_CHEST] = {{"lie", AS_IT_IS, false}, {"side", QUARTER_ABOUT_X, false}},
};

#define YARD_AREAS(yard, half_length)                                                              \
    {RR_YARD_BODY + (yard), {-12000, 0}, {12000, half_length}, RR_YARD_TOP}, {                     \
        RR_YARD_BODY + (yard), {-12000, -(half_length)}, {12000, 0}, RR_YARD_TOP                   \
    }
const struct rr_area rr_areas[RR_AREAS + 1] = {
    {0, {0, 0}, {0, 0}, 0},
    {RR_HULL_BODY, {0, 0}, {159000, 45000}, RR_DECK_TOP},
    {RR_HULL_BODY, {0, -45000}, {159000, 0}, RR_DECK_TOP},
    {RR_HULL_BODY, {-139000, 0}, {0, 45000}, RR_DECK_TOP},
    {RR_HULL_BODY, {-139000, -45000}, {0, 0}, RR_DECK_TOP},
    YARD_AREAS(0, 150000),
    YARD_AREAS(1, 125000),
    YARD_AREAS(2, 100000),
};

int32_t rr_solid_mass(const struct rr_solid *solid) {
    int32_t sum = 0;
    for (int i = 0; i < solid->part_count; i++)
        sum += solid->masses[i];
    return sum;
}

const struct rr_solid *rr_body_solid(int body) {
    must(body >= 0 && body < RR_HAND_BODY);
    if (body == RR_HULL_BODY)
        return &rr_hull;
    if (body < RR_PIECE_BODY)
        return &rr_yards[body - RR_YARD_BODY];
    return &rr_solids[(body - RR_PIECE_BODY) % RR_SHAPES];
}
