/* cup.h: how the hand moves cup and coaster during a throw. */
#ifndef SPELUNKE_POLTERFASS_CUP_H
#define SPELUNKE_POLTERFASS_CUP_H

#include "physics/physics.h"

/* When, in seconds from the start of a throw. */
#define CUP_SHAKEN 0.2
#define CUP_TURNED 0.45
#define CUP_LIFTED 0.52
/* The cup inside, in metres: from its axis to a wall, from rim to bottom. */
#define CUP_RADIUS 0.037
#define CUP_DEPTH  0.095
/* The coaster as it is drawn, its upper side at 0; barrels roll on a plane. */
#define COASTER_RADIUS 0.052
#define COASTER_THICK  0.0005

/* A push on the coaster: when it began, which way, how hard (m/s^2). */
struct tap {
    double since;
    double push[3];
};
#define TAP_SECONDS (4 / 60.0)

struct cup_motion {
    double stroke[2]; /* the direction of the shaking, a unit vector */
    struct tap tap;   /* the last one; push all 0: none */
};

/* What pulls the barrels at this time, seen from the coaster. */
void cup_gravity(const struct cup_motion *way, double time, double out[3]);
/* A pose seen from the coaster becomes the pose in the room. */
void cup_to_room(const struct cup_motion *way, double time, struct real_pose *pose);
/* The cup, seen from the coaster: its rim's centre, opening downwards. */
void cup_pose(double time, struct real_pose *out);
/* a after b. */
void turn_product(const double a[4], const double b[4], double out[4]);

#endif
