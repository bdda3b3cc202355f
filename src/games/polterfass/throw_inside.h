/* throw_inside.h: the internals of a throw, for throw.c, for kit.c, which describes the bodies
 * to clients, and for tests, which place barrels where no throw leaves them. */
#ifndef SPELUNKE_POLTERFASS_THROW_INSIDE_H
#define SPELUNKE_POLTERFASS_THROW_INSIDE_H

#include "cup.h"
#include "throw.h"

enum { WALLS = 8, COASTER = 0, CUP = 1, RIM = 2, FIRST_BARREL = 3 };
enum { STEPS_A_TICK = 4, TAPS_MAX = 20, ATTEMPTS_MAX = 8 };

struct throw {
    struct barrel_shape shape;
    int barrels, number;
    struct world *world;
    struct shape walls[WALLS + 1], rim[WALLS], barrel, plane;
    struct body bodies[FIRST_BARREL + PF_BARRELS];
    struct cup_motion way;
    uint64_t dice;
    int steps_a_tick, taps;
    double calm_from; /* when the cup was lifted or the last tap began */
    struct throw_facts facts;
};

/* The face of a barrel at this pose; PF_NOT_THROWN: it neither clearly stands nor lies. */
uint8_t throw_face_at(const struct barrel_shape *shape, const struct real_pose *pose);

#endif
