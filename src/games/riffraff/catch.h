/* catch.h: the alarm, slow time, what falls, and the open hand.
 *
 * Falls are over in a quarter of a second. So when loose cargo gets fast, time slows down
 * for all, and the player steers an open hand in the plane that one sees from the stern:
 * a disc that takes what falls through it. The session says after each step what each loose
 * piece does; this part knows neither world nor match. */
#ifndef SPELUNKE_RIFFRAFF_CATCH_H
#define SPELUNKE_RIFFRAFF_CATCH_H

#include "riffraff.h"

/* What makes catching hard or easy, in one place: a simulated person catches a bit more than
 * half of what falls at 4x (README). */
enum {
    CATCH_HZ = 250,               /* ticks of the player's time a second; as many steps at 1x */
    CATCH_RADIUS = 35000,         /* of the open hand, in micrometres */
    CATCH_SPEED = 420000,         /* of the open hand, in micrometres a second of his time */
    CATCH_SPEED_SLOWEST = 150000, /* the same where time is 8 times slower */
    CATCH_REACTION = 63,          /* ticks from the alarm until the hand catches: 250 ms */
    CATCH_AIR_STEPS = 6,          /* without touching anything, until it has fallen: 24 ms */
    CATCH_CALM_STEPS = 25,        /* nothing fast for so long ends the alarm: 100 ms */
};

/* What one loose piece does after a step: not the one in the hand. */
struct loose {
    int piece;
    double at[3];    /* its centre of mass */
    double fall;     /* how fast it sinks, metres a second */
    double speed;    /* relative to the ship */
    bool is_held_up; /* it touches the ship, or cargo that touches it, or the held piece */
    bool is_inside;  /* its centre is over the deck and not below it */
    bool is_at_home; /* it was let go just now, and has not left its area yet */
};

struct rr_catch {
    int slow_motion;     /* the table's setting */
    int32_t alarm_ticks; /* since the alarm; -1: there is none */
    int calm_steps;
    uint8_t air_steps[RR_PIECES];
    uint64_t falling; /* fallen, and neither caught nor lost nor back on the ship */
    uint64_t caught;
    bool has_fallen;                   /* something has, since the alarm */
    double start[3], at[3], target[3]; /* of the open hand; x is kept for the picture */
};

void catch_begin(struct rr_catch *c, int slow_motion);
/* The hand is empty now, and is here. */
void catch_open(struct rr_catch *c, const double at[3]);
/* Where a sample wants the open hand: only y and z count. */
void catch_aim(struct rr_catch *c, const struct pose *pose);

/* What follows from a step: alarm, its end, and what falls. */
void catch_look(struct rr_catch *c, const struct loose *pieces, int count);
/* A tick of the player's time: the open hand moves, and catches. Returns the pieces that
 * it caught in this tick; they are to be taken out. `is_open` false: it holds a piece, and
 * only time goes on. */
uint64_t catch_tick(struct rr_catch *c, bool is_open, const struct loose *pieces, int count);
/* It is in the water, or was taken out: it is not in the air any more. */
void catch_forget(struct rr_catch *c, int piece);

/* A step every so many ticks: 1, or more while there is an alarm. */
int catch_slow(const struct rr_catch *c);
/* How fast the open hand is where time is so many times slower, micrometres a second. */
int32_t catch_speed(int slow);
/* Ticks until the centre of a piece that sinks like this is lost. */
int32_t catch_ticks_left(const struct loose *piece, int slow);

/* Where to steer the open hand so that it meets a body of a frame that falls, as early as
 * it can, or as nearly: for computer players, and for players who name a piece. `before` is
 * an earlier frame, from which the sideways motion follows; NULL: it falls straight down.
 * False: the body does not fall. */
bool rr_reach(const struct frame *before, const struct frame *now, int body, struct pose *out);

#endif
