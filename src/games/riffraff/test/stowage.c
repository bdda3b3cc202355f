/* stowage.c: well loaded ships, without computer players.
 *
 * Pieces come in pairs to port and starboard, so that as many as 31 rest on one ship. */
#include "stowage.h"

#include <spelunke/must.h>

#include "games/riffraff/shapes.h"

/* A pair of one shape: the position of the one to port, with all angles 0; z above the surface
 * below depends on the shape. */
struct pair {
    enum rr_shape shape;
    int first_set; /* the other one is the next shape */
    int area;      /* to port */
    int32_t at[2];
};

static const struct pair pairs[] = {
    {RR_CRATE, 0, 1, {30000, 22000}},    {RR_SAILOR, 0, 5, {0, 70000}},
    {RR_CHEST, 0, 3, {-72000, 22000}},   {RR_RAT, 0, 7, {2500, 60000}},
    {RR_BOAT, 0, 5, {0, 46000}},         {RR_BARREL, 0, 1, {115000, 17000}},
    {RR_PLANK, 0, 9, {0, 20000}},        {RR_CRATE, 2, 3, {-30000, 22000}},
    {RR_SAILOR, 2, 7, {0, 40000}},       {RR_FLASK, 0, 1, {0, 29000}},
    {RR_CHEST, 2, 1, {70000, 22000}},    {RR_RAT, 2, 9, {2500, 55000}},
    {RR_BARREL, 2, 3, {-117000, 17000}}, {RR_BOAT, 2, 5, {0, 19000}},
    {RR_PLANK, 2, 7, {0, 17000}},        {RR_FLASK, 2, 3, {-51000, 0}},
};

/* The height of the origin above the support; a rat hangs by its tail. */
static int32_t height_of(const struct pair *pair) {
    static const int32_t heights[RR_SHAPES] = {
        [RR_BOAT] = 6500,   [RR_BARREL] = 16500, [RR_FLASK] = 21000, [RR_CRATE] = 13000,
        [RR_SAILOR] = 4000, [RR_PLANK] = 3000,   [RR_RAT] = -16000,  [RR_CHEST] = 10000};
    return heights[pair->shape] + 200;
}

static void stow(struct rr_ship *ship, const struct pair *pair, int side) {
    const struct rr_area *area = &rr_areas[pair->area];
    int32_t top = area->top, piece = (pair->first_set + side) * RR_SHAPES + (int)pair->shape;
    if (area->body != RR_HULL_BODY)
        top += rr_yard_heights[area->body - RR_YARD_BODY];
    ship->aboard |= (uint64_t)1 << piece;
    ship->pose[piece] =
        (struct pose){{pair->at[0], side ? -pair->at[1] : pair->at[1], top + height_of(pair)},
                      {1000000, 0, 0, 0}};
}

struct rr_ship stowed(int count) {
    struct rr_ship ship = {0};
    must(count >= 0 && count <= STOWED_MAX);
    for (int i = 0; i < count; i++)
        stow(&ship, &pairs[i / 2], i % 2);
    return ship;
}
