/* hand.h: the hand that holds a piece: a spring with limited force.
 *
 * The samples of a player say where he wants the piece. A goal walks there no faster than
 * a hand may, and a spring pulls the piece to the goal, with a force that cannot lift or
 * hammer the ship: a piece that is caught on something stays behind, and the goal waits for
 * it. The spring is scaled by each piece's own mass and inertia, so that all handle alike. */
#ifndef SPELUNKE_RIFFRAFF_HAND_H
#define SPELUNKE_RIFFRAFF_HAND_H

#include <spelunke/sim.h>

#include "physics/physics.h"

/* How far a hand reaches; what is beyond counts as its edge. Micrometres. */
enum { HAND_REACH = 400000, HAND_REACH_LOW = -130000, HAND_REACH_HIGH = 600000 };

/* Within this distance of ship and cargo the goal walks slowly, in metres. */
extern const double hand_near;

struct rr_hand {
    struct real_pose target; /* what the newest sample wants */
    struct real_pose goal;
    double speed[3]; /* of the goal */
    bool is_still;   /* the goal did not move in the last step */
};

/* A hand that is where the piece is. */
void hand_begin(struct rr_hand *hand, const struct real_pose *pose);
/* What a sample wants from now on; true if that is something else than before. */
bool hand_aim(struct rr_hand *hand, const struct pose *pose);
/* The goal walks for so many seconds. `clearance` is how far ship and cargo are from what
 * it holds; a goal is never more than 60 mm or 60 degrees ahead of the piece. */
void hand_walk(struct rr_hand *hand, const struct real_pose *piece, double clearance,
               double seconds);
/* Pulls a body of this world to the goal during the next step. */
void hand_pull(const struct rr_hand *hand, struct world *world, int body);
/* Opens: a body that is fast goes on no faster than .1 m/s and 2 radians a second. */
void hand_let_go(struct world *world, int body);

#endif
