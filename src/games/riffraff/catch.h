/* catch.h: the alarm, slow motion, falling pieces, and the open hand.
 *
 * A fall takes a quarter of a second. So when loose cargo gets fast, time slows down, and the
 * player steers an open hand in the plane seen from the stern: a disc that catches what falls
 * through it. The session reports the motion of each loose piece after each step; this file
 * depends on neither the physics world nor the match. */
#ifndef SPELUNKE_RIFFRAFF_CATCH_H
#define SPELUNKE_RIFFRAFF_CATCH_H

#include "riffraff.h"

/* The difficulty of catching. A simulated person catches a bit more than half of what falls at
 * 4x (README). */
enum {
    CATCH_HZ = 250,               /* ticks of real time a second; also steps a second at 1x */
    CATCH_RADIUS = 35000,         /* of the open hand, in micrometres */
    CATCH_SPEED = 420000,         /* of the open hand, in micrometres a second of real time */
    CATCH_SPEED_SLOWEST = 150000, /* the same in 8x slow motion */
    CATCH_REACTION = 63,          /* ticks from the alarm until the hand catches: 250 ms */
    CATCH_AIR_STEPS = 6,          /* steps without contact until a piece counts as fallen: 24 ms */
    CATCH_CALM_STEPS = 25,        /* steps without a fast piece until the alarm ends: 100 ms */
};

/* The state of a loose piece after a step; the held piece is not loose. */
struct loose {
    int piece;
    double at[3];    /* its centre of mass */
    double fall;     /* downward speed, metres a second */
    double speed;    /* relative to the ship */
    bool is_held_up; /* touches the ship, cargo that touches the ship, or the held piece */
    bool is_inside;  /* its centre is over the deck and not lower than that */
    bool is_at_home; /* was just released and has not left its area yet */
};

struct rr_catch {
    int slow_motion;     /* the option: 1, 4 or 8 */
    int32_t alarm_ticks; /* since the alarm; -1: no alarm */
    int calm_steps;
    uint8_t air_steps[RR_PIECES];
    uint64_t falling; /* fallen, and neither caught nor lost nor back on the ship */
    uint64_t caught;
    bool has_fallen;                   /* something has fallen since the alarm */
    double start[3], at[3], target[3]; /* of the open hand; x is only for display */
};

void catch_begin(struct rr_catch *c, int slow_motion);
/* The hand is open from now on, at this position. */
void catch_open(struct rr_catch *c, const double at[3]);
/* Sets the target of the open hand; only y and z are used. */
void catch_aim(struct rr_catch *c, const struct pose *pose);

/* Processes a step: starts and ends the alarm, and detects falls. */
void catch_look(struct rr_catch *c, const struct loose *pieces, int count);
/* One tick of real time: the open hand moves and catches. Returns the pieces caught in this
 * tick, which the caller removes. `is_open` false: the hand still holds a piece, and only time
 * passes. */
uint64_t catch_tick(struct rr_catch *c, bool is_open, const struct loose *pieces, int count);
/* The piece is in the water or was removed. */
void catch_forget(struct rr_catch *c, int piece);

/* Ticks for each step: 1, or the slow motion factor during an alarm. */
int catch_slow(const struct rr_catch *c);
/* The speed of the open hand at this slow motion factor, in micrometres a second. */
int32_t catch_speed(int slow);
/* Ticks until the centre of a falling piece is below RR_LOST. */
int32_t catch_ticks_left(const struct loose *piece, int slow);

/* Where to steer the open hand to catch a falling body of a frame as early as possible, or to
 * get as close as possible. Used by computer players, and for players who name a piece. The
 * sideways motion is taken from the earlier frame `before`; NULL: straight down. False: the body
 * does not fall. */
bool rr_reach(const struct frame *before, const struct frame *now, int body, struct pose *out);

#endif
