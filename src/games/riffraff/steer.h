/* steer.h: how a computer player moves its piece, releases it, and catches.
 *
 * It imitates a person: it rotates the piece where there is room, approaches over the deck or
 * from astern of a yard, lowers the piece, waits until it is at rest and lets go, with a
 * placement error. Falling pieces are seen with a delay, and their speed is misjudged a little. */
#ifndef SPELUNKE_RIFFRAFF_STEER_H
#define SPELUNKE_RIFFRAFF_STEER_H

#include "berth.h"

enum steer_stage {
    STEER_OUT, /* away from where the release was refused */
    STEER_TURN,
    STEER_ASIDE,
    STEER_OVER,
    STEER_LOWER,
    STEER_WAIT,
    STEER_LET_GO
};

enum { STEER_FRAMES = 20 };

/* The state of one session of one seat. */
struct rr_steering {
    bool is_begun;
    int32_t tick; /* of the last frame */
    struct berth_view view;
    struct berth berth;
    struct real_pose from, wanted; /* in the area's frame; `wanted` with its error */
    enum steer_stage stage;
    int32_t since; /* start of the stage */
    int tries;
    /* catching */
    struct frame seen[STEER_FRAMES]; /* ring buffer of the last frames */
    int seen_count;
    int32_t alarm; /* start of the alarm; -1: none */
    int target;    /* the body to catch; -1: none */
    double judgement;
};

/* The skill of a computer player. */
struct rr_level {
    double error;      /* placement error: standard deviation in metres */
    double turn_error; /* rotation error in radians */
    bool catches;
    /* Chooses a place for the piece; `tries` is the number of refused releases so far. False:
     * none was found, and a random one is used. */
    bool (*find)(const struct thinking *thinking, const struct berth_view *view, int tries,
                 struct berth *out);
};

/* Implements `steer` of a bot. A new session is detected by its tick number. */
void steer_hand(const struct rr_level *level, struct rr_steering *steering,
                const struct thinking *thinking, const struct frame *frame, struct hand *hand);

/* The pose of a berth with a placement error; the five numbers are normally distributed: x, y,
 * and a rotation vector. A hanging piece is guided by its yard, so its error along the ship is
 * limited. */
struct real_pose steer_miss(const struct berth *berth, const double error[5], double metres,
                            double radians);
/* Approximately normally distributed. */
double steer_draw_error(struct rng *rng);

/* Allocates zeroed memory for a seat; it begins with a struct rr_steering. */
void *steer_memory(size_t bytes);
/* `sit` for bots without further memory, and `leave` for all of them. */
void *steer_sit(const struct game *game, int seat);
void steer_leave(void *memory);

#endif
