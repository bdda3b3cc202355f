/* throw.h: a simulated throw of one to nine barrels.
 *
 * A throw is a pure function of the number of barrels in the cup and of a number below THROWS:
 * the same two give the same motion and the same result on the same build (physics_build). Its
 * barrels are anonymous; the caller assigns them to the barrels of the game. */
#ifndef SPELUNKE_POLTERFASS_THROW_H
#define SPELUNKE_POLTERFASS_THROW_H

#include "physics/physics.h"

#include "polterfass.h"

enum { THROWS = 16384, THROW_HZ = 60, THROW_TICKS_MAX = 60 * 60 };

/* Sizes in metres. The cylinder is as wide as the belly of the barrel. `damping` is the damping
 * ratio of its contacts: 1 does not bounce. */
struct barrel_shape {
    double height, diameter;
    double damping;
};
/* The barrels of this game. */
extern const struct barrel_shape throw_barrel;

/* Statistics of a throw. */
struct throw_facts {
    int ticks;
    int steps;
    int taps;    /* of the coaster, to free barrels that lean or lie on others (P-28) */
    int crowded; /* steps with more contacts than fit into the buffer */
    int halved;  /* steps that became unstable and were repeated with smaller ones */
    /* Reasons for another attempt; all 0 in every throw seen so far: */
    int blown_up;
    int escaped;
    int unclear; /* still leaning after all taps, or never at rest */
    int failed;  /* 1: all attempts failed, and the barrels were laid out by the table of odds */
};

struct throw;

/* A cup with that many barrels, which can be thrown any number of times. */
struct throw *throw_new(int barrels, const struct barrel_shape *shape);
void throw_free(struct throw *throw);
size_t throw_bytes(const struct throw *throw);

/* Begins throw `number`, below THROWS. */
void throw_begin(struct throw *throw, int number);
/* Simulates a sixtieth of a second; false: all barrels are at rest and each clearly stands or
 * lies. This is reached after a bounded time, even if the simulation keeps failing. */
bool throw_tick(struct throw *throw);
/* The face of each barrel after the end; the first end is the barrel's +z. */
void throw_faces(const struct throw *throw, uint8_t faces[PF_BARRELS]);
/* The current poses in the room. The centre of the coaster comes to rest at the origin. */
void throw_poses(const struct throw *throw, struct real_pose barrels[PF_BARRELS],
                 struct real_pose *cup, struct real_pose *coaster);
const struct throw_facts *throw_facts(const struct throw *throw);

#endif
