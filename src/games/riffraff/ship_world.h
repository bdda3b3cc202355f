/* ship_world.h: ship and cargo as a physics world.
 *
 * A world is created for a sea and a set of pieces, from start poses that depend on nothing
 * else, and then set to a logged ship with all speeds 0. So the motion is a function of these
 * and of the calls: on the same build a reloaded match continues with bit-identical motion.
 * Bodies have the same numbers as in a frame (riffraff.h). Hand, catching and areas belong to
 * the session, which accesses the world directly for them. */
#ifndef SPELUNKE_RIFFRAFF_SHIP_WORLD_H
#define SPELUNKE_RIFFRAFF_SHIP_WORLD_H

#include "physics/physics.h"
#include "riffraff.h"

/* Steps a second; the step is constant. */
enum { SHIP_HZ = 250 };

struct ship_world;

/* `pieces` is the set of pieces that can ever be put aboard: those of the match, or, which is
 * cheaper, those aboard and the one in the hand. */
struct ship_world *ship_world_new(enum rr_sea sea, uint64_t pieces);
void ship_world_free(struct ship_world *ship);
size_t ship_world_bytes(const struct ship_world *ship);

/* Sets the world to a logged ship, motionless and without any solver memory; pieces that are not
 * aboard are parked. All pieces aboard must take part. */
void ship_world_open(struct ship_world *ship, const struct rr_ship *from);
/* Reads the current angles and the poses of the pieces `aboard`; their areas are left 0. */
void ship_world_read(const struct ship_world *ship, uint64_t aboard, struct rr_ship *out);

/* The physics world, and the number of a body in it; -1: the body does not take part. */
struct world *ship_world_engine(const struct ship_world *ship);
int ship_world_body(const struct ship_world *ship, int body);

enum step_result ship_world_step(struct ship_world *ship);
/* Whether nothing has moved for 0.3 s, or 0.5 s with more than 20 pieces: a heavy ship stands
 * still for longer at the turning point of a swing. */
bool ship_world_is_at_rest(const struct ship_world *ship);

/* The pieces that are not parked. */
uint64_t ship_world_pieces(const struct ship_world *ship);
/* Those of them whose centre of mass is below RR_LOST. */
uint64_t ship_world_lost(const struct ship_world *ship);
/* Puts a piece at a pose, motionless; or removes it. */
void ship_world_put(struct ship_world *ship, int piece, const struct pose *pose);
void ship_world_park(struct ship_world *ship, int piece);

/* The pose of a body in the units of a frame. Parked bodies, those that do not take part, and
 * the hand are far below the water. */
void ship_world_pose(const struct ship_world *ship, int body, struct pose *out);
/* The same in metres; the body must take part. */
void ship_world_real_pose(const struct ship_world *ship, int body, struct real_pose *out);

/* The contacts of the last step, or of the last world_find_contacts: for each body of a frame
 * the set of bodies that it touches. */
_Static_assert(RR_HAND_BODY <= 64, "a set of bodies is 64 bits");
void ship_world_touches(const struct ship_world *ship, uint64_t touches[RR_HAND_BODY]);
/* The largest penetration depth of these contacts, in metres. */
double ship_world_depth(const struct ship_world *ship);

#endif
