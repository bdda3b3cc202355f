/* berth.h: where a piece could lie, and how good that is, by geometry alone.
 *
 * What a player sees who looks at the ship before he loads: how far she would heel, whether
 * the piece would stand firmly, how high, how near to other cargo, and what that does to its
 * yard. Everything is computed in the frame of the area, from upright boxes around all wood,
 * so a whole ship is looked at in milliseconds, without a world. */
#ifndef SPELUNKE_RIFFRAFF_BERTH_H
#define SPELUNKE_RIFFRAFF_BERTH_H

#include "areas.h"

enum { BERTH_BOXES_MAX = 192, BERTHS_MAX = 256 };

/* An upright box in the frame of an area's body. */
struct berth_box {
    double low[3], high[3];
};

/* One area of a ship, as a player looks at it. */
struct berth_view {
    int area;
    struct rr_scene scene;
    struct berth_box boxes[BERTH_BOXES_MAX]; /* all wood that could be touched */
    int box_count;
    double moment[2];   /* of ship and cargo about the joint, in the hull's frame, kg m */
    double righting;    /* the moment that rights her, for a radian */
    double yard_torque; /* of what lies on the area's yard, in kg m; on deck 0 */
};

/* How to lay a piece: a place in the area's own frame, a turn about its upright axis, and
 * one of the natural poses of its shape. */
struct berth_spot {
    double at[2], yaw;
    int natural;
};

/* A place where a piece can be laid. */
struct berth {
    struct berth_spot spot;
    struct real_pose rest; /* of the piece in the area's frame, when it lies there */
    double lift;           /* so much higher it comes in */
    bool hangs;            /* over a yard, deeper than its surface */
    double rating;         /* the higher, the safer */
};

/* The poses of hull and yards and of all cargo, from a logged ship. */
void berth_scene(const struct rr_ship *ship, struct rr_scene *out);
void berth_look(const struct rr_ship *ship, enum rr_sea sea, int area, struct berth_view *out);
/* Lowers a piece there; false if it may not be let go there, or cannot be brought there. */
bool berth_try(const struct berth_view *view, int piece, const struct berth_spot *spot,
               struct berth *out);
/* All sensible berths of a piece on a grid, the best first; how many. */
int berth_rank(const struct berth_view *view, int piece, struct berth out[BERTHS_MAX]);
/* Any spot of an area; a sensible one is aligned with it, hangs where it can and is stood up
 * on its best side. */
struct berth_spot berth_draw(int area, int piece, bool is_sensible, struct rng *rng);
/* What is in the frame of an area's body, in the world. */
struct real_pose berth_in_world(const struct berth_view *view, const struct real_pose *inside);

#endif
