/* ship_world.h: the ship of Riff Raff as a world of solid bodies.
 *
 * A world is made for a sea and a set of pieces, from start poses that depend on nothing
 * else, and opened from the ship as it is logged, with all speeds 0. So what happens in it
 * is a function of these and of the calls: a reloaded match goes on bit for bit as the
 * live one, on the same build. Bodies have the numbers they have in a frame (riffraff.h).
 * Hand, catching and areas are the session's; it uses the world itself for them. */
#ifndef SPELUNKE_RIFFRAFF_SHIP_WORLD_H
#define SPELUNKE_RIFFRAFF_SHIP_WORLD_H

#include "physics/physics.h"
#include "riffraff.h"

/* Steps a second; every step is as long. */
enum { SHIP_HZ = 250 };

struct ship_world;

/* The pieces (a bit each) that can ever be put aboard here: those of the match, or, which
 * is cheaper, those aboard and the one in the hand. */
struct ship_world *ship_world_new(enum rr_sea sea, uint64_t pieces);
void ship_world_free(struct ship_world *ship);
size_t ship_world_bytes(const struct ship_world *ship);

/* All as it was logged, motionless and with nothing remembered; pieces that are not aboard
 * are parked. Whatever is aboard must take part. */
void ship_world_open(struct ship_world *ship, const struct rr_ship *from);
/* The present angles, and the present poses of these pieces, which are then `aboard`; their
 * areas are left 0. */
void ship_world_read(const struct ship_world *ship, uint64_t aboard, struct rr_ship *out);

/* The world itself, and a body's number in it; -1: it takes no part. */
struct world *ship_world_engine(const struct ship_world *ship);
int ship_world_body(const struct ship_world *ship, int body);

enum step_result ship_world_step(struct ship_world *ship);
/* True if nothing has moved for 0.3 s, or for 0.5 s with more than 20 pieces: at the turning
 * point of a swing a heavy ship is still for longer. */
bool ship_world_is_at_rest(const struct ship_world *ship);

/* Pieces that are not parked, a bit each. */
uint64_t ship_world_pieces(const struct ship_world *ship);
/* Those of them whose centre is below RR_LOST. */
uint64_t ship_world_lost(const struct ship_world *ship);
/* Puts a piece somewhere, motionless, or takes it out. */
void ship_world_put(struct ship_world *ship, int piece, const struct pose *pose);
void ship_world_park(struct ship_world *ship, int piece);

/* A body's pose as frames have it; what is parked or takes no part waits below the water,
 * and so does the hand. */
void ship_world_pose(const struct ship_world *ship, int body, struct pose *out);
/* The same in metres, of a body that takes part. */
void ship_world_real_pose(const struct ship_world *ship, int body, struct real_pose *out);

/* What touched what in the last step, or when contacts were last found: for each body of a
 * frame the set of the others, a bit each. */
_Static_assert(RR_HAND_BODY <= 64, "a set of bodies is 64 bits");
void ship_world_touches(const struct ship_world *ship, uint64_t touches[RR_HAND_BODY]);
/* The deepest that two bodies are in each other there, in metres. */
double ship_world_depth(const struct ship_world *ship);

#endif
