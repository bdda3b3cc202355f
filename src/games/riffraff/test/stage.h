/* stage.h: loadings for tests: a state, a session, and a hand that follows a way. */
#ifndef SPELUNKE_RIFFRAFF_STAGE_H
#define SPELUNKE_RIFFRAFF_STAGE_H

#include <spelunke/session.h>

#include "../riffraff.h"

/* Seat 0 is about to load this piece on this area of an empty ship, at 4x and normal sea. */
struct rr_state stage_state(int piece, int area);
/* Puts a piece aboard, upright, so far (micrometres) from the middle of an area, its origin
 * so far above the surface of a level ship. */
void stage_add(struct rr_state *state, int piece, int area, int x, int y, int z);
/* The pose of that place, with another area's middle as well. */
struct pose stage_pose(int area, int x, int y, int z);

struct session *stage_open(const struct rr_state *state);
/* Says where the hand wants to be, and lets so many ticks go by, or fewer at the end. */
void stage_move(struct session *session, struct pose pose, int ticks);
/* Opens the hand; the key of the reason if that was refused, else NULL. */
const char *stage_let_go(struct session *session);
/* Brings a piece in from where it starts: up, over the place, down to it, and waits. */
void stage_bring(struct session *session, struct pose to);
/* Ticks until the end; then closes, and hands over what came of it. */
struct rr_action stage_end(struct session *session);
struct frame stage_frame(const struct session *session);
/* How far the ship leans, in degrees. */
double stage_heel(const struct frame *frame);

/* A crate stands at the very end of the lower yard, another on its other half; the one in the
 * hand pushes the first one off. */
struct session *stage_push_off(struct rr_state *state);
/* What every outcome keeps true, whenever a session is closed. */
void stage_assert_valid(const struct rr_state *state, const struct rr_action *outcome);

/* The state after a loading, if another one follows: of this piece on this area. */
struct rr_state stage_after(const struct rr_state *state, const struct rr_action *outcome,
                            int piece, int area);

#endif
