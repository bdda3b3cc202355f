/* berth.h: finds and rates places for a piece, by geometry alone.
 *
 * The rating estimates what an experienced player sees before loading: how far the ship would
 * heel, whether the piece would stand firmly, how high, how close to other cargo, and the effect
 * on its yard. All computations are done in the frame of the area with axis-aligned bounding
 * boxes, so a whole ship takes milliseconds and needs no physics world. */
#ifndef SPELUNKE_RIFFRAFF_BERTH_H
#define SPELUNKE_RIFFRAFF_BERTH_H

#include "areas.h"

enum { BERTH_BOXES_MAX = 192, BERTHS_MAX = 256 };

/* An axis-aligned box in the frame of the area's body. */
struct berth_box {
    double low[3], high[3];
};

/* One area of a ship, prepared for rating places. */
struct berth_view {
    int area;
    struct rr_scene scene;
    struct berth_box boxes[BERTH_BOXES_MAX]; /* bounding boxes of all parts that could be touched */
    int box_count;
    double moment[2];   /* of ship and cargo about the joint, in the frame of the hull, in kg m */
    double righting;    /* the righting moment, per radian */
    double yard_torque; /* of the cargo on the area's yard, in kg m; 0 on deck */
};

/* How to place a piece: a position in the frame of the area, a rotation about its vertical axis,
 * and one of the natural poses of the shape. */
struct berth_spot {
    double at[2], yaw;
    int natural;
};

/* A place where a piece can be loaded. */
struct berth {
    struct berth_spot spot;
    struct real_pose rest; /* final pose of the piece in the frame of the area */
    double lift;           /* the piece is brought in this much higher */
    bool hangs;            /* over a yard, reaching below its surface */
    double rating;         /* higher is safer */
};

/* The poses of hull, yards and all cargo, from a logged ship. */
void berth_scene(const struct rr_ship *ship, struct rr_scene *out);
void berth_look(const struct rr_ship *ship, enum rr_sea sea, int area, struct berth_view *out);
/* Lowers a piece at a spot; false: it may not be released there, or cannot be brought there. */
bool berth_try(const struct berth_view *view, int piece, const struct berth_spot *spot,
               struct berth *out);
/* All sensible places of a piece on a grid, best first; returns the count. */
int berth_rank(const struct berth_view *view, int piece, struct berth out[BERTHS_MAX]);
/* A random spot of an area. A sensible one is aligned with the area, hangs if the piece can
 * hang, and uses the best natural pose. */
struct berth_spot berth_draw(int area, int piece, bool is_sensible, struct rng *rng);
/* Converts a pose in the frame of the area's body to world coordinates. */
struct real_pose berth_in_world(const struct berth_view *view, const struct real_pose *inside);

#endif
