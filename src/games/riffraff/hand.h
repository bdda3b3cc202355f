/* hand.h: the hand that holds a piece: a spring with limited force.
 *
 * The player's input sets a target pose. A goal moves towards it at limited speed, and a spring
 * pulls the piece towards the goal. The force is too small to lift or hammer the ship: a piece
 * that is caught on something stays behind, and the goal waits for it. Stiffness and damping are
 * scaled by the mass and inertia of each piece, so that all pieces handle alike. */
#ifndef SPELUNKE_RIFFRAFF_HAND_H
#define SPELUNKE_RIFFRAFF_HAND_H

#include <spelunke/sim.h>

#include "physics/physics.h"

/* The reach of the hand in micrometres; targets beyond are clamped. */
enum { HAND_REACH = 400000, HAND_REACH_LOW = -130000, HAND_REACH_HIGH = 600000 };

/* Within this distance of ship and cargo the goal moves slowly, in metres. */
extern const double hand_near;

struct rr_hand {
    struct real_pose target; /* target from the latest input */
    struct real_pose goal;
    double speed[3]; /* of the goal */
    bool is_still;   /* the goal did not move in the last step */
};

/* Starts with the goal at the pose of the piece. */
void hand_begin(struct rr_hand *hand, const struct real_pose *pose);
/* Sets the target; returns whether it changed. */
bool hand_aim(struct rr_hand *hand, const struct pose *pose);
/* Moves the goal for that many seconds. `clearance` is the distance from the held piece to ship
 * and cargo. The goal is never more than 60 mm or 60 degrees ahead of the piece. */
void hand_walk(struct rr_hand *hand, const struct real_pose *piece, double clearance,
               double seconds);
/* Applies the spring force to a body during the next step. */
void hand_pull(const struct rr_hand *hand, struct world *world, int body);
/* Releases the body and limits its speed to 0.1 m/s and 2 rad/s. */
void hand_let_go(struct world *world, int body);

#endif
