/* stage.h: loadings for tests: a state, a session, and a hand that follows a path. */
#ifndef SPELUNKE_RIFFRAFF_STAGE_H
#define SPELUNKE_RIFFRAFF_STAGE_H

#include <spelunke/session.h>

#include "../riffraff.h"

/* Seat 0 is about to load this piece on this area of an empty ship, at 4x and normal sea. */
struct rr_state stage_state(int piece, int area);
/* Puts a piece aboard, upright, at this offset (micrometres) from the centre of an area, with
 * its origin this high above the surface of a level ship. */
void stage_add(struct rr_state *state, int piece, int area, int x, int y, int z);
/* The pose of such a place, relative to another area's centre as well. */
struct pose stage_pose(int area, int x, int y, int z);

struct session *stage_open(const struct rr_state *state);
/* Sets the target of the hand and runs that many ticks, or fewer at the end. */
void stage_move(struct session *session, struct pose pose, int ticks);
/* Opens the hand; the key of the reason if that is refused, otherwise NULL. */
const char *stage_let_go(struct session *session);
/* Moves a piece from its start: up, over the place, down to it, and waits. */
void stage_bring(struct session *session, struct pose to);
/* Runs until the end; then closes the session and returns its outcome. */
struct rr_action stage_end(struct session *session);
struct frame stage_frame(const struct session *session);
/* How far the ship leans, in degrees. */
double stage_heel(const struct frame *frame);

/* A crate stands at the very end of the lower yard, another one on its other half; the one in
 * the hand pushes the first one off. */
struct session *stage_push_off(struct rr_state *state);
/* Invariants of every outcome, whenever a session is closed. */
void stage_assert_valid(const struct rr_state *state, const struct rr_action *outcome);

/* The state after a loading, followed by another one of this piece on this area. */
struct rr_state stage_after(const struct rr_state *state, const struct rr_action *outcome,
                            int piece, int area);

#endif
