/* throw.h: a simulated throw of one to nine barrels.
 *
 * A throw is a pure function of how many barrels are in the cup and of a number
 * below THROWS: the same two give the same motion and the same result, on one
 * build (physics_build). Its barrels have no names; whoever throws deals them. */
#ifndef SPELUNKE_POLTERFASS_THROW_H
#define SPELUNKE_POLTERFASS_THROW_H

#include "physics/physics.h"

#include "polterfass.h"

enum { THROWS = 16384, THROW_HZ = 60, THROW_TICKS_MAX = 60 * 60 };

/* Metres. The barrel is as wide everywhere as its belly. The damping is that of
 * its contacts: 1 is without any bounce. */
struct barrel_shape {
    double height, diameter;
    double damping;
};
/* The barrels of this game. */
extern const struct barrel_shape throw_barrel;

/* What happened on the way to the result. */
struct throw_facts {
    int ticks;
    int steps;
    int taps;    /* on the coaster, to free barrels that lean or lie on others (P-28) */
    int crowded; /* steps with more contacts than there is room for */
    int halved;  /* steps that blew up and were made in smaller ones */
    /* Why the throw was made anew, each 0 in any throw that was ever seen: */
    int blown_up;
    int escaped;
    int unclear; /* still leaning after all taps, or never at rest */
    int failed;  /* 1: that never helped, and the throw's dice laid the barrels out */
};

struct throw;

/* One cup for so many barrels; it can be thrown again and again. */
struct throw *throw_new(int barrels, const struct barrel_shape *shape);
void throw_free(struct throw *throw);
size_t throw_bytes(const struct throw *throw);

/* Begins throw `number`, below THROWS. */
void throw_begin(struct throw *throw, int number);
/* Goes on for a sixtieth of a second; false when all barrels are at rest and
 * each clearly stands or lies. That comes, even if the world breaks for ever. */
bool throw_tick(struct throw *throw);
/* A face for each barrel, when it is over; the first end is the barrel's +z. */
void throw_faces(const struct throw *throw, uint8_t faces[PF_BARRELS]);
/* Where they are now, in the room: the coaster's middle comes to rest at 0 0 0. */
void throw_poses(const struct throw *throw, struct real_pose barrels[PF_BARRELS],
                 struct real_pose *cup, struct real_pose *coaster);
const struct throw_facts *throw_facts(const struct throw *throw);

#endif
