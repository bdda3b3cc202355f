/* afloat.c: creates, loads and runs a ship world, for tests. */
#include "afloat.h"

#include "unit/test.h"

#include <math.h>

#include "games/riffraff/shapes.h"

const struct rr_ship empty;
const double degree = 0.017453292519943295;

struct ship_world *new_ship(uint64_t pieces, const struct rr_ship *from) {
    struct ship_world *ship = ship_world_new(RR_NORMAL, pieces);
    ship_world_open(ship, from);
    return ship;
}

void run(struct ship_world *ship, double seconds) {
    for (int i = 0; i < seconds * SHIP_HZ; i++)
        assert_int_equal(ship_world_step(ship), STEP_DONE);
}

double joint(const struct ship_world *ship, int number) {
    int body = number < 2 ? RR_HULL_BODY : RR_YARD_BODY + number - 2;
    return world_hinge(ship_world_engine(ship), body, number < 2 ? number : 0, NULL);
}

double heel(const struct ship_world *ship) {
    return hypot(joint(ship, 0), joint(ship, 1));
}

int run_to_rest(struct ship_world *ship, int seconds) {
    for (int i = 0; i < seconds * SHIP_HZ; i++) {
        if (ship_world_is_at_rest(ship))
            return i;
        assert_int_equal(ship_world_step(ship), STEP_DONE);
    }
    return -1;
}

int piece_in(int set, enum rr_shape shape) {
    return set * RR_SHAPES + (int)shape;
}

/* Above an area, in the frame of the ship with all angles 0. */
void add_piece(struct rr_ship *ship, int piece, int area, int x, int y, int z) {
    const struct rr_area *a = &rr_areas[area];
    int yard = a->body - RR_YARD_BODY;
    int top = a->body == RR_HULL_BODY ? a->top : rr_yard_heights[yard] + a->top;
    ship->aboard |= (uint64_t)1 << piece;
    ship->area[piece] = (uint8_t)area;
    ship->pose[piece] = (struct pose){{x, y, top + z}, {1000000, 0, 0, 0}};
}

/* Twelve balanced pieces that lie, stand and hang. */
struct rr_ship loaded(void) {
    struct rr_ship ship = empty;
    add_piece(&ship, piece_in(0, RR_CRATE), 1, 50000, 22000, 13100);
    add_piece(&ship, piece_in(1, RR_CRATE), 2, 50000, -22000, 13100);
    add_piece(&ship, piece_in(0, RR_CHEST), 3, -60000, 25000, 10100);
    add_piece(&ship, piece_in(1, RR_CHEST), 4, -60000, -25000, 10100);
    add_piece(&ship, piece_in(0, RR_SAILOR), 5, 0, 80000, 4100);
    add_piece(&ship, piece_in(1, RR_SAILOR), 6, 0, -80000, 4100);
    add_piece(&ship, piece_in(0, RR_RAT), 7, 2500, 60000, -15900);
    add_piece(&ship, piece_in(1, RR_RAT), 8, 2500, -60000, -15900);
    add_piece(&ship, piece_in(0, RR_PLANK), 9, 0, 40000, 3100);
    add_piece(&ship, piece_in(1, RR_PLANK), 10, 0, -40000, 3100);
    add_piece(&ship, piece_in(0, RR_BARREL), 3, -110000, 15000, 16600);
    add_piece(&ship, piece_in(0, RR_FLASK), 1, 90000, 20000, 21100);
    return ship;
}
