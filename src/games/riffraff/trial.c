/* trial.c: simulates the release of a piece in a copy of the ship. */
#include "trial.h"

#include <stdlib.h>

#include <spelunke/must.h>

#include "geometry.h"

enum { STEPS_MAX = 4 * SHIP_HZ, LOOK_EVERY = 10 };

static const double drop = .001;
static const int32_t falling = 0; /* pieces below the joint have left the ship */

struct trial {
    struct ship_world *ship;
    struct rr_ship from;
    int piece;
};

struct trial *trial_new(enum rr_sea sea, const struct rr_ship *ship, int piece) {
    struct trial *trial = must_alloc(sizeof *trial);
    trial->ship = ship_world_new(sea, ship->aboard | (uint64_t)1 << piece);
    trial->from = *ship;
    trial->piece = piece;
    return trial;
}

void trial_free(struct trial *trial) {
    ship_world_free(trial->ship);
    free(trial);
}

static bool does_anything_fall(const struct trial *trial) {
    uint64_t pieces = ship_world_pieces(trial->ship);
    struct pose pose;
    for (int piece = 0; piece < RR_PIECES; piece++) {
        if (!(pieces >> piece & 1))
            continue;
        ship_world_pose(trial->ship, RR_PIECE_BODY + piece, &pose);
        if (pose.at[2] < falling)
            return true;
    }
    return false;
}

bool trial_holds(struct trial *trial, const struct real_pose *pose) {
    struct pose above = pose_fixed(pose);
    above.at[2] += fixed_point(drop);
    ship_world_open(trial->ship, &trial->from);
    ship_world_put(trial->ship, trial->piece, &above);
    for (int step = 1; step <= STEPS_MAX; step++) {
        if (ship_world_step(trial->ship) == STEP_BROKEN)
            return false;
        if (step % LOOK_EVERY == 0 && does_anything_fall(trial))
            return false;
        if (ship_world_is_at_rest(trial->ship))
            break;
    }
    return !does_anything_fall(trial);
}
