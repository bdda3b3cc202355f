/* trial.h: what would happen: a piece is let go in a copy of the ship, and we look. */
#ifndef SPELUNKE_RIFFRAFF_TRIAL_H
#define SPELUNKE_RIFFRAFF_TRIAL_H

#include "berth.h"
#include "ship_world.h"

struct trial;

/* A ship on which this piece can be let go, again and again. */
struct trial *trial_new(enum rr_sea sea, const struct rr_ship *ship, int piece);
void trial_free(struct trial *trial);
/* Lets go of the piece a little above this pose of the world, until all is at rest or
 * something falls; true: nothing falls. */
bool trial_holds(struct trial *trial, const struct real_pose *pose);

#endif
