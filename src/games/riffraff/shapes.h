/* shapes.h: the dimensions of ship and cargo.
 *
 * The only source of all dimensions: physics, kit, pictures and computer players read these
 * tables. Units are whole micrometres and milligrams. The x axis points to the bow, y to port, z
 * up. The origin of the ship is its universal joint, that of a yard the centre of its beam, that
 * of a piece roughly its centre. No printed copy was measured; the sizes were tuned until the
 * game played well. */
#ifndef SPELUNKE_RIFFRAFF_SHAPES_H
#define SPELUNKE_RIFFRAFF_SHAPES_H

#include <spelunke/face.h>

#include "riffraff.h"

enum { RR_PARTS_MAX = 7, RR_NATURAL_POSES_MAX = 4 };

/* A rigid body: shapes with their masses. All are of wood except the iron ball. */
struct rr_solid {
    const char *name;
    int part_count;
    struct kit_shape parts[RR_PARTS_MAX];
    int32_t masses[RR_PARTS_MAX];
    uint8_t colour[3]; /* red, green, blue */
};

/* A pose in which a piece can be laid down; the first one is not rotated, and is the safest. */
struct rr_natural_pose {
    const char *name; /* NULL ends the list */
    int32_t turned[4];
    bool hangs; /* hook or tail over a yard, the rest beside or below */
};

/* A loading area in the frame of its body, the hull or a yard. */
struct rr_area {
    int body; /* of a frame */
    int32_t low[2], high[2], top;
};

/* The parts of the hull: four boxes and the mast; from RR_HULL_TOUCHABLE on rod and ball, which
 * have mass but no contacts. The mass of the ball is that of a normal sea; rr_ball_masses has
 * all three. */
enum { RR_HULL_BOXES = 4, RR_HULL_TOUCHABLE = 5, RR_BALL_PART = 6 };
extern const struct rr_solid rr_hull;
extern const int32_t rr_ball_masses[3]; /* by enum rr_sea */
extern const struct rr_solid rr_yards[RR_YARDS];
extern const int32_t rr_yard_heights[RR_YARDS]; /* of the centre of a yard above the joint */
extern const struct rr_solid rr_solids[RR_SHAPES];
extern const struct rr_natural_pose rr_natural_poses[RR_SHAPES][RR_NATURAL_POSES_MAX];
extern const struct rr_area rr_areas[RR_AREAS + 1]; /* indexed by number, from 1 */

enum {
    RR_DECK_TOP = 40000,
    RR_YARD_TOP = 3000,    /* of its surface above its centre; the peg is as far below */
    RR_WATER = -150000,    /* where the sea is drawn */
    RR_LOST = -130000,     /* a piece whose centre is below this height is lost */
    RR_SHIP_LIMIT = 35,    /* degrees, in each direction */
    RR_YARD_LIMIT = 7,     /* degrees, in each direction */
    RR_WAITING = -5000000, /* height at which pieces that are not aboard are parked */
};

/* The sum of the masses of all parts. */
int32_t rr_solid_mass(const struct rr_solid *solid);
/* The solid of a body of a frame: hull, yard or piece; NULL: the hand. */
const struct rr_solid *rr_body_solid(int body);

#endif
