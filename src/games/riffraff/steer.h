/* steer.h: how a computer player brings its piece aboard, and catches.
 *
 * As a person would: it turns the piece where there is room, comes in over the deck or from
 * astern of a yard, lowers it, waits until it is quiet and lets go, never quite where it
 * wanted to. What falls it sees late, reacts to later and misjudges a little. */
#ifndef SPELUNKE_RIFFRAFF_STEER_H
#define SPELUNKE_RIFFRAFF_STEER_H

#include "berth.h"

enum steer_stage {
    STEER_OUT, /* away from where it was refused */
    STEER_TURN,
    STEER_ASIDE,
    STEER_OVER,
    STEER_LOWER,
    STEER_WAIT,
    STEER_LET_GO
};

enum { STEER_FRAMES = 20 };

/* One session of one seat. */
struct rr_steering {
    bool is_begun;
    int32_t tick; /* of the last frame */
    struct berth_view view;
    struct berth berth;
    struct real_pose from, wanted; /* in the area's frame, `wanted` with the error */
    enum steer_stage stage;
    int32_t since; /* the stage began */
    int tries;
    /* catching */
    struct frame seen[STEER_FRAMES]; /* a ring of what was shown */
    int seen_count;
    int32_t alarm; /* the tick when it began; -1: there is none */
    int target;    /* a body; -1: none */
    double judgement;
};

/* What makes one player's hand different from another's. */
struct rr_level {
    double error;      /* how far beside he lays a piece: standard deviation, metres */
    double turn_error; /* and how crooked, radians */
    bool catches;
    /* Where he wants his piece; `tries` counts how often that was refused so far. False: he
     * finds no place, and takes any. */
    bool (*find)(const struct thinking *thinking, const struct berth_view *view, int tries,
                 struct berth *out);
};

/* What a bot's `steer` does. A new session is noticed by its ticks. */
void steer_hand(const struct rr_level *level, struct rr_steering *steering,
                const struct thinking *thinking, const struct frame *frame, struct hand *hand);

/* Where a berth is missed by this error, each number near a normal distribution: x, y, and
 * three for the axis and angle of a crooked hand. What hangs is guided by its yard: it cannot
 * be far ahead or astern of it. */
struct real_pose steer_miss(const struct berth *berth, const double error[5], double metres,
                            double radians);
/* Near enough to a normal distribution. */
double steer_draw_error(struct rng *rng);

/* Memory for a seat, all zero, which begins with a struct rr_steering. */
void *steer_memory(size_t bytes);
/* `sit` of a bot that remembers nothing else, and `leave` of all of them. */
void *steer_sit(const struct game *game, int seat);
void steer_leave(void *memory);

#endif
