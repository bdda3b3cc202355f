/* shapes.h: what ship and cargo of Riff Raff are made of.
 *
 * The one source of all dimensions: physics, kit, pictures and computer players read these
 * tables. Whole micrometres and milligrams; x to the bow, y to port, z up; the ship's
 * origin is its universal joint, a yard's the middle of its wood, a piece's about the
 * middle of it. Nobody has measured a printed copy: sizes are estimates that were tried
 * until the game played well. */
#ifndef SPELUNKE_RIFFRAFF_SHAPES_H
#define SPELUNKE_RIFFRAFF_SHAPES_H

#include <spelunke/face.h>

#include "riffraff.h"

enum { RR_PARTS_MAX = 7, RR_NATURAL_POSES_MAX = 4 };

/* A body of wood (the ball is of iron): shapes that belong together, with their masses. */
struct rr_solid {
    const char *name;
    int part_count;
    struct kit_shape parts[RR_PARTS_MAX];
    int32_t masses[RR_PARTS_MAX];
    uint8_t colour[3]; /* red, green, blue */
};

/* How a piece is naturally laid down; the first is not turned, and is the safest. */
struct rr_natural_pose {
    const char *name; /* NULL: there are no more */
    int32_t turned[4];
    bool hangs; /* its hook or tail is over a yard, the rest of it beside or below */
};

/* A loading area in the frame of its body, the hull's or a yard's. */
struct rr_area {
    int body; /* of a frame */
    int32_t low[2], high[2], top;
};

/* Four boxes, the mast, and from RR_HULL_TOUCHABLE on rod and ball, which weigh but touch
 * nothing. The ball's mass is that of a normal sea; rr_ball_masses has all three. */
enum { RR_HULL_BOXES = 4, RR_HULL_TOUCHABLE = 5, RR_BALL_PART = 6 };
extern const struct rr_solid rr_hull;
extern const int32_t rr_ball_masses[3]; /* by enum rr_sea */
extern const struct rr_solid rr_yards[RR_YARDS];
extern const int32_t rr_yard_heights[RR_YARDS]; /* of a yard's middle above the joint */
extern const struct rr_solid rr_solids[RR_SHAPES];
extern const struct rr_natural_pose rr_natural_poses[RR_SHAPES][RR_NATURAL_POSES_MAX];
extern const struct rr_area rr_areas[RR_AREAS + 1]; /* by number, from 1 */

enum {
    RR_DECK_TOP = 40000,
    RR_YARD_TOP = 3000,    /* of its surface above its middle; its peg is as far below */
    RR_WATER = -150000,    /* where the sea is drawn */
    RR_LOST = -130000,     /* a piece whose centre is below is lost */
    RR_SHIP_LIMIT = 35,    /* degrees that the joint turns each way */
    RR_YARD_LIMIT = 7,     /* degrees that a yard rocks each way */
    RR_WAITING = -5000000, /* pieces that are not aboard wait so far below the water */
};

/* A sum of the masses of a solid's parts. */
int32_t rr_solid_mass(const struct rr_solid *solid);
/* The solid of a body of a frame: hull, yard or piece; the hand has none. */
const struct rr_solid *rr_body_solid(int body);

#endif
