/* trial.h: simulates the release of a piece in a copy of the ship. */
#ifndef SPELUNKE_RIFFRAFF_TRIAL_H
#define SPELUNKE_RIFFRAFF_TRIAL_H

#include "berth.h"
#include "ship_world.h"

struct trial;

/* A ship on which the release of one piece can be simulated any number of times. */
struct trial *trial_new(enum rr_sea sea, const struct rr_ship *ship, int piece);
void trial_free(struct trial *trial);
/* Releases the piece slightly above this world pose and simulates until everything is at rest or
 * something falls; true: nothing falls. */
bool trial_holds(struct trial *trial, const struct real_pose *pose);

#endif
