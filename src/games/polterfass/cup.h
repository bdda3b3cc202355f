/* cup.h: the prescribed motion of cup and coaster during a throw. */
#ifndef SPELUNKE_POLTERFASS_CUP_H
#define SPELUNKE_POLTERFASS_CUP_H

#include "physics/physics.h"

/* Ends of the phases, in seconds from the start of a throw. */
#define CUP_SHAKEN 0.2
#define CUP_TURNED 0.45
#define CUP_LIFTED 0.52
/* The inside of the cup, in metres: from its axis to a wall, from rim to bottom. */
#define CUP_RADIUS 0.037
#define CUP_DEPTH  0.095
/* The coaster as it is drawn, with its upper side at 0. The physics uses an infinite plane. */
#define COASTER_RADIUS 0.052
#define COASTER_THICK  0.0005

/* A tap against the coaster: start time and acceleration (m/s^2). */
struct tap {
    double since;
    double push[3];
};
#define TAP_SECONDS (4 / 60.0)

struct cup_motion {
    double stroke[2]; /* the direction of the shaking, a unit vector */
    struct tap tap;   /* the last one; no tap yet: all of `push` 0 */
};

/* The effective gravity at this time, in the frame of the coaster. */
void cup_gravity(const struct cup_motion *way, double time, double out[3]);
/* Converts a pose from the frame of the coaster to that of the room. */
void cup_to_room(const struct cup_motion *way, double time, struct real_pose *pose);
/* The pose of the cup in the frame of the coaster: the centre of its rim, opening downwards. */
void cup_pose(double time, struct real_pose *out);
/* The rotation b followed by a. */
void turn_product(const double a[4], const double b[4], double out[4]);

#endif
